import VCard

extension ClusterMerge {
  /// Takes in the lines of a card of another version.
  mutating func addConvertedLines(of index: Int, _ plain: inout PlainProperty) {
    let source = sources[index]
    // Where the values of the card stood before it was converted.
    var rows: [ConvertedValue: [Int]] = [:]
    var named: [String: [Int]] = [:]
    for (row, property) in source.properties.enumerated() {
      if CarriedLine.isNoProperty(property) || property.isMalformed {
        dropUnreadable(
          source, place: Place(source: index, index: property.index, known: property.known),
          origin: Origin(card: index, row: row))
      } else {
        let value = ConvertedValue(property)
        rows[value, default: []].append(row)
        named[value.name, default: []].append(row)
      }
    }
    var losses: [Diagnostic] = []
    let card = source.converted(to: card.version, losses: &losses) { property in
      valued.contains(names.place(of: property))
    }
    let properties = card.properties.filter {
      !CarriedLine.isNoProperty($0) && !$0.isMalformed
    }
    for value in rows.keys { rows[value]?.reverse() }
    var found = properties.map { rows[ConvertedValue($0)]?.popLast() }
    // What is said otherwise in the other version: a date, a time.
    let taken = Set(found.compactMap(\.self))
    for name in named.keys {
      named[name]?.removeAll { taken.contains($0) }
      named[name]?.reverse()
    }
    for (place, property) in properties.enumerated() where found[place] == nil {
      found[place] = named[MergeName.compared(property.canonicalName)]?.popLast()
    }
    let number = sources.count
    sources.append(card)
    for (property, row) in zip(properties, found) {
      let line = line(
        of: card, Place(source: number, index: property.index, known: property.known),
        origin: Origin(card: index, row: row), asWritten: true, plain: &plain)
      lines.append(line)
    }
  }

  /// A value by which it is known where a line stood before the card was converted.
  private struct ConvertedValue: Hashable {
    let name: String
    let key: ValueKey

    init(_ property: Property) {
      name = MergeName.compared(property.canonicalName)
      key = ValueKey(exactly: property)
    }
  }
}
