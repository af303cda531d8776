import ContactModel
import VCard

extension ClusterMerge {
  /// Takes in the lines of a card of another version.
  mutating func addConvertedLines(of index: Int, _ plain: inout PlainProperty) {
    let source = sources[index]
    let before = Array(source.properties)
    for (row, property) in before.enumerated() where !ConvertedRows.isReadable(property) {
      dropUnreadable(
        source, place: Place(source: index, index: property.index, known: property.known),
        origin: Origin(card: index, row: row))
    }
    var losses: [Diagnostic] = []
    let card = source.converted(to: card.version, losses: &losses) { property in
      valued.contains(names.place(of: property))
    }
    let properties = card.properties.filter(ConvertedRows.isReadable)
    let found = ConvertedRows.rows(of: properties, in: before)
    let number = sources.count
    sources.append(card)
    for (property, row) in zip(properties, found) {
      let line = line(
        of: card, Place(source: number, index: property.index, known: property.known),
        origin: Origin(card: index, row: row), asWritten: true, plain: &plain)
      lines.append(line)
    }
  }
}

/// Where the lines of a card stood before it was converted.
enum ConvertedRows {
  /// Finds the line that each property of a converted card was.
  ///
  /// - Parameters:
  ///   - properties: Properties of the card as it was converted.
  ///   - before: All properties of the card before.
  /// - Returns: The places in `before`: of equal values in their order, then of what is said otherwise
  ///   in the other version, such as a time.
  /// - Complexity: O(*n*) in the properties.
  static func rows(of properties: [Property], in before: [Property]) -> [Int?] {
    func value(_ property: Property) -> NamedValue? {
      name(property).map { NamedValue(name: $0, key: ValueKey(exactly: property)) }
    }
    func name(_ property: Property) -> String? {
      isReadable(property) ? MergeName.compared(property.canonicalName) : nil
    }
    var pairing = Pairing(properties.count, before.count)
    pairing.pair({ value(properties[$0]) }, { value(before[$0]) })
    pairing.pair({ name(properties[$0]) }, { name(before[$0]) })
    return pairing.found
  }

  /// Whether a line is a property, also for who looks for what a line of another version holds.
  static func isReadable(_ property: Property) -> Bool {
    !CarriedLine.isNoProperty(property) && !property.isMalformed
  }
}
