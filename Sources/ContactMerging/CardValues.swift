package import VCard

/// What a card says, value by value, however it is written.
///
/// Two cards say the same of a value by ``ValueKey``, whatever their groups, parameters, folds and
/// escapes are; lists are taken apart. What says who wrote the card and when does not count, nor does
/// the UID, which a server may give anew.
package struct CardValues {
  /// A value, and the line that says it.
  private var values: [(value: NamedValue, property: Property)] = []
  private var counts: [NamedValue: Int] = [:]

  /// Takes a card apart.
  ///
  /// - Complexity: O(*n*) in the octets of the card.
  package init(_ card: Card) {
    var names = MergeName.Table()
    for property in card.properties where !property.isComment {
      if [.uid, .rev, .prodid, .profile].contains(property.known) { continue }
      if property.isMalformed {
        append(NamedValue(name: "", key: ValueKey(property.lineOctets)), property)
        continue
      }
      let name = MergeName.compared(property.canonicalName)
      if names.name(of: property).isList {
        for text in property.list.map({ MergeKeyWriter.normalized($0) }) where !text.isEmpty {
          append(NamedValue(name: name, key: ValueKey(text.utf8)), property)
        }
      } else {
        append(NamedValue(name: name, key: ValueKey(exactly: property)), property)
      }
    }
  }

  private mutating func append(_ value: NamedValue, _ property: Property) {
    guard !value.key.isEmpty else { return }
    values.append((value, property))
    counts[value, default: 0] += 1
  }

  /// The properties of the card that say what another card does not say, each once, in their order.
  ///
  /// A value that the card says twice is there if the other one says it once.
  package func missing(in other: CardValues) -> [Property] {
    var found: [Property] = []
    for (value, property) in values
    where other.counts[value] == nil && found.last?.index != property.index {
      found.append(property)
    }
    return found
  }

  /// Whether two cards say the same, each value as often.
  package func areSame(as other: CardValues) -> Bool { counts == other.counts }

  /// A number that is the same for cards that say the same in one run of the program.
  package var number: Int { counts.hashValue }
}

extension Card {
  /// Whether another card is the same line by line but for folds and for what follows every change,
  /// REV and PRODID.
  ///
  /// - Complexity: O(*n*) in the octets of both, expected.
  package func isUnedited(from other: Card) -> Bool {
    guard version == other.version else { return false }
    func lines(_ card: Card) -> [[UInt8]: Int] {
      var lines: [[UInt8]: Int] = [:]
      for property in card.properties where ![.rev, .prodid].contains(property.known) {
        lines[property.lineOctets, default: 0] += 1
      }
      return lines
    }
    return octetsAsRead == other.octetsAsRead || lines(self) == lines(other)
  }
}
