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
          source, Place(source: index, index: property.index, known: property.known),
          Origin(card: index, row: row))
      } else {
        let value = ConvertedValue(property)
        rows[value, default: []].append(row)
        named[value.name, default: []].append(row)
      }
    }
    let card = converted(source)
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
      found[place] = named[ValueKey.comparedName(property.canonicalName)]?.popLast()
    }
    let number = sources.count
    sources.append(card)
    for (property, row) in zip(properties, found) {
      let line = line(
        of: card, Place(source: number, index: property.index, known: property.known),
        Origin(card: index, row: row), asWritten: true, &plain)
      lines.append(line)
    }
  }

  /// A value by which it is known where a line stood before the card was converted.
  private struct ConvertedValue: Hashable {
    let name: String
    let key: ValueKey

    init(_ property: Property) {
      name = ValueKey.comparedName(property.canonicalName)
      key = ValueKey(exactly: property)
    }
  }

  /// Converters, of which each has tables of its own.
  private static let converters: [Version: CardConverter] = Dictionary(
    uniqueKeysWithValues: Version.allCases.map { ($0, CardConverter(to: $0)) })

  /// A card as the version of the base says it.
  private mutating func converted(_ source: Card) -> Card {
    var plain = source
    // What does not go over is left behind first, for the marks of the converter hold whole lines.
    plain.replaceProperties { property in
      guard !property.isMalformed, !property.isNestedCard else { return nil }
      let name = ValueKey.comparedName(property.canonicalName)
      let isThere = valued.contains(
        names.name(name == KnownName.label.canonical ? "ADR" : name).compared)
      guard CarriedLine.changes(property, losesPreference: isThere),
        case .line(let line) = CarriedLine.carry(property)
      else { return nil }
      return isThere ? line.withoutPreference : line.line
    }
    var converter = ClusterMerge.converters[card.version] ?? CardConverter(to: card.version)
    var notes: [Diagnostic] = []
    return converter.converted(plain, notes: &notes)
  }
}
