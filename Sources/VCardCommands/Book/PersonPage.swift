import ContactModel
import ContactStore
import VCard

/// All values of a person as a plain table.
struct PersonPage {
  private let title: String
  private let isLinked: Bool
  private var rows: [Row] = []

  /// A value as it is shown.
  private struct Value: Hashable {
    var name: String
    var label: String
    var text: String
    /// Whether it was kept beside another one: `X-ALSO-BDAY`.
    var isFurther = false
  }

  /// A value, and who says so.
  private struct Row {
    let value: Value
    var origins: [String]
  }

  init(_ person: UnifiedRecord, in book: any AddressBook) throws {
    title = "\(person.id)  \(person.callName)"
    isLinked = person.records.count > 1
    var places: [Value: Int] = [:]
    for record in person.records {
      let source = try isLinked ? book.sourceName(of: record.id) : nil
      let origin = source.map { "\($0) \(record.id)" } ?? record.id.rawValue
      add(record.card, origin: origin, places: &places)
    }
    // What merging kept stands beside the value that took its place.
    let further = rows.filter(\.value.isFurther)
    rows.removeAll(where: \.value.isFurther)
    for row in further {
      let last = rows.lastIndex { $0.value.name == row.value.name }
      rows.insert(row, at: last.map { $0 + 1 } ?? rows.endIndex)
    }
  }

  /// - Parameters:
  ///   - card: A card of the person.
  ///   - origin: Where it comes from.
  ///   - places: Where in the rows each value is.
  private mutating func add(_ card: Card, origin: String, places: inout [Value: Int]) {
    let labels = PersonPage.labels(in: card)
    for property in card.properties where property.known != .xABLabel {
      var value = Value(
        name: property.isMalformed ? "(no property)" : property.canonicalName,
        label: PersonPage.label(of: property, labels), text: PersonPage.value(of: property))
      if let (name, card) = property.furtherValue {
        value.name = name
        for property in card.properties { value.text = PersonPage.value(of: property) }
        value.label = value.label.isEmpty ? "also" : "also, \(value.label)"
        value.isFurther = true
      }
      if let same = places[value] {
        // All values of one card come one after the other.
        if rows[same].origins.last != origin { rows[same].origins.append(origin) }
      } else {
        places[value] = rows.count
        rows.append(Row(value: value, origins: [origin]))
      }
    }
  }

  /// The labels that X-ABLabel gives to groups, the first of each.
  private static func labels(in card: Card) -> [String: ContactLabel] {
    var labels: [String: ContactLabel] = [:]
    var groups: Set<String> = []
    for line in card.properties(named: .xABLabel) {
      guard let group = line.group?.lowercased(), groups.insert(group).inserted else { continue }
      labels[group] = ContactLabel(line.text)
    }
    return labels
  }

  private static func label(of property: Property, _ labels: [String: ContactLabel]) -> String {
    guard !property.isMalformed else { return "" }
    if let group = property.group?.lowercased(), let label = labels[group] { return label.rawValue }
    return property.types.filter { !["pref", "internet", "voice"].contains($0) }
      .joined(separator: ", ")
  }

  static func value(of property: Property) -> String {
    if property.isMalformed { return String(decoding: property.lineOctets, as: UTF8.self) }
    if let binary = property.binary {
      return "\(binary.mediaType), \(binary.octets.count) bytes"
    }
    switch property.shape {
    case .single: return property.text
    case .list: return property.list.joined(separator: ", ")
    case .structure:
      var components = property.components.map { $0.joined(separator: ", ") }
      while components.last?.isEmpty ?? false { components.removeLast() }
      return components.joined(separator: "; ")
    }
  }

  /// Appends the page.
  func render(into output: inout [UInt8], maximumWidth: Int?) {
    output.append(visible: title)
    output.append("\n")
    var table = Table(Array(repeating: .init(), count: isLinked ? 4 : 3))
    for row in rows {
      let origins = isLinked ? [row.origins.joined(separator: ", ")] : []
      table.append([row.value.name, row.value.label, row.value.text] + origins)
    }
    table.render(into: &output, maximumWidth: maximumWidth)
  }
}
