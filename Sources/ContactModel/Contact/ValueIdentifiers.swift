public import VCard

/// The identifiers of a record's labelled values that the values do not give by themselves.
///
/// ```
/// card       EMAIL:kate@a.example   corrected    EMAIL:kate@b.example    read again
/// by itself  9c01                   ─────────▶   77d2                    ──────────▶  77d2
/// as kept    9c01                                77d2 is 9c01                         9c01
/// ```
/// A value that takes the place of another is still that value to whoever has remembered its identifier:
/// a book that keeps these beside its cards gives it back with ``Contact/init(_:keys:identifiers:)``.
/// They mean nothing beyond the record.
public struct ValueIdentifiers: Hashable, Sendable {
  /// A value by its kind and by the identifier that it gives by itself.
  private struct Key: Hashable {
    let kind: UInt8
    let own: UInt64
  }

  private var kept: [Key: UInt64] = [:]

  /// Creates those of a record none of whose values was ever corrected.
  public init() {}

  /// Whether all values have the identifiers that they give by themselves.
  public var isEmpty: Bool { kept.isEmpty }

  // MARK: Following changes

  /// The identifiers after a change of the card.
  ///
  /// A value that is there still has its own: the equal one with the same label, else an equal one. Of
  /// the others the first of a label takes over from the first of that label that is gone, and else, where
  /// there are as many values as before, each from the one in its place. What is left is new, and has an
  /// identifier that no other value of its kind has.
  ///
  /// - Parameters:
  ///   - before: The card whose identifiers these are.
  ///   - after: The card as it is now.
  /// - Returns: Its identifiers.
  /// - Complexity: O(*n*) in the octets of the cards.
  public func following(from before: Card, to after: Card) -> ValueIdentifiers {
    // Imports add lines, and leave all others what they were.
    if isEmpty, ValueIdentifiers.onlyAdds(before, after) { return self }
    let old = Contact(before, keys: ValueIdentifiers.keys, identifiers: self).content(for: [])
      .values
    let new = Contact(after, keys: ValueIdentifiers.keys).content(for: []).values
    var next = ValueIdentifiers()
    for kind in Kind.all { kind.follow(&next, new, old) }
    return next
  }

  /// What is done with the values of one kind.
  private struct Kind {
    /// Takes the identifiers of new values after old ones.
    let follow: (inout ValueIdentifiers, _ new: ContactValues, _ old: ContactValues) -> Void
    /// Gives values the identifiers that are kept.
    let apply: (ValueIdentifiers, inout ContactValues) -> Void

    /// - Parameters:
    ///   - number: That by which books keep the kind.
    ///   - path: Its values.
    init<Value: Hashable>(
      _ number: UInt8, _ path: WritableKeyPath<ContactValues, [LabeledValue<Value>]>
    ) {
      follow = { $0.take(number, $1[keyPath: path], after: $2[keyPath: path]) }
      apply = { identifiers, values in
        for index in values[keyPath: path].indices {
          let value = values[keyPath: path][index]
          guard let kept = identifiers.kept[Key(kind: number, own: value.number)] else { continue }
          values[keyPath: path][index] = value.identified(by: kept)
        }
      }
    }

    static var all: [Kind] {
      [
        Kind(0, \.emails), Kind(1, \.phones), Kind(2, \.addresses), Kind(3, \.urls),
        Kind(4, \.relations), Kind(5, \.socialProfiles), Kind(6, \.instantMessages),
        Kind(7, \.dates),
      ]
    }
  }

  /// Whether the lines of a card stand in another one before all new ones; REV does not count.
  private static func onlyAdds(_ before: Card, _ after: Card) -> Bool {
    var lines = after.properties.lazy.filter { $0.known != .rev }.makeIterator()
    for old in before.properties where old.known != .rev {
      guard let new = lines.next(), new.line == old.line else { return false }
    }
    return true
  }

  private static let keys: Contact.Keys = [
    .emailAddresses, .phoneNumbers, .postalAddresses, .urlAddresses, .relations, .socialProfiles,
    .instantMessageAddresses, .dates,
  ]

  private mutating func take<Value: Hashable>(
    _ kind: UInt8, _ new: [LabeledValue<Value>], after old: [LabeledValue<Value>]
  ) {
    let found = ValueIdentifiers.predecessors(of: new, among: old)
    var taken = Set(found.compactMap { $0.map { old[$0].number } })
    for (value, index) in zip(new, found) {
      var number = index.map { old[$0].number } ?? value.number
      // An equal value that is gone may have left its number to another one.
      if index == nil { while !taken.insert(number).inserted { number &+= 1 } }
      if number != value.number { kept[Key(kind: kind, own: value.number)] = number }
    }
  }

  /// Which value each value is, or comes in place of; `nil` for a new one.
  private static func predecessors<Value: Hashable>(
    of new: [LabeledValue<Value>], among old: [LabeledValue<Value>]
  ) -> [Int?] {
    // The other way round than elsewhere: what each new value was.
    var pairing = Pairing(new.count, old.count)
    pairing.pair({ new[$0] }, { old[$0] })
    pairing.pair({ new[$0].value }, { old[$0].value })
    pairing.pair({ .some(new[$0].label) }, { .some(old[$0].label) })
    if new.count == old.count {
      for place in pairing.added { pairing.pair(place, with: place) }
    }
    return pairing.found
  }

  // MARK: Reading

  /// Values with the identifiers that are kept.
  func applied(to values: ContactValues) -> ContactValues {
    var values = values
    for kind in Kind.all { kind.apply(self, &values) }
    return values
  }

  // MARK: Keeping

  /// Octets of a value.
  private static let width = 17

  /// The form in which a book keeps them: of each value its kind and two numbers, the highest octet
  /// first.
  package var octets: [UInt8] {
    var octets: [UInt8] = []
    for (key, number) in kept.sorted(by: { ($0.key.kind, $0.key.own) < ($1.key.kind, $1.key.own) })
    {
      octets.append(key.kind)
      for number in [key.own, number] {
        octets += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
      }
    }
    return octets
  }

  /// Reads what a book has kept; what is damaged is none.
  package init(octets: [UInt8]) {
    func number(_ start: Int) -> UInt64 {
      octets[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    for start in stride(
      from: 0, to: octets.count - ValueIdentifiers.width + 1, by: ValueIdentifiers.width)
    {
      kept[Key(kind: octets[start], own: number(start + 1))] = number(start + 9)
    }
  }
}

extension Contact {
  /// Reads a card whose values have identifiers that were kept with the record.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - keys: What to decode.
  ///   - identifiers: Those of the record, as a book tells them.
  public init(_ card: Card, keys: Keys = .all, identifiers: ValueIdentifiers) {
    let content = Content(card, keys: keys)
    self.init(
      content: identifiers.isEmpty
        ? content
        : Content(
          keys: keys, values: identifiers.applied(to: content.values), rare: content.rare))
  }
}
