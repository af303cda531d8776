internal import VCard

/// What a list shows of somebody: taken from the entries of the records, of which there may be several.
package struct ListedTexts: Sendable {
  /// A value of a list, and its label.
  package struct Value: Sendable {
    package let text: Range<Int>
    package fileprivate(set) var label = 0..<0
  }

  /// The cells of a row: name, organisation, emails, phones.
  package static let cells = 4

  /// The composite name.
  package private(set) var name = 0..<0
  private var organization = 0..<0
  /// The email addresses, each once.
  package private(set) var emails: [Value] = []
  /// The phone numbers, each once.
  package private(set) var phones: [Value] = []

  /// Creates a list of nothing.
  package init() {}

  /// Takes the texts of the records of a person.
  ///
  /// - Parameters:
  ///   - entries: The octets of ``SearchEntry`` of each record, one after the other.
  ///   - starts: Where each begins.
  /// - Returns: The number of the record that the person is called by; `nil` where these are no entries.
  package mutating func take(_ entries: Span<UInt8>, startingAt starts: [Int]) -> Int? {
    (name, organization) = (0..<0, 0..<0)
    emails.removeAll(keepingCapacity: true)
    phones.removeAll(keepingCapacity: true)
    var named: Int?
    for (number, start) in starts.enumerated() {
      let isEntry = SearchEntry.forEachText(in: entries, from: start) { text, range in
        switch text {
        case .name:
          guard named == nil, !range.isEmpty else { return }
          (name, named) = (range, number)
        case .sortText: break
        case .organization: if organization.isEmpty { organization = range }
        case .email: emails.append(Value(text: range))
        case .emailLabel: emails[emails.count - 1].label = range
        case .phone: phones.append(Value(text: range))
        case .phoneLabel: phones[phones.count - 1].label = range
        }
      }
      guard isEntry else { return nil }
    }
    Self.leaveOutRepeated(&emails, entries)
    Self.leaveOutRepeated(&phones, entries)
    return named ?? 0
  }

  /// Appends the row of the person: each cell as the texts stand, without its columns.
  package func appendRow(of entries: Span<UInt8>, to row: inout [UInt8]) {
    Self.appendCell(CollectionOfOne(name), entries, to: &row)
    let isNamedSo = Self.areSame(organization, name, entries)
    Self.appendCell(CollectionOfOne(isNamedSo ? 0..<0 : organization), entries, to: &row)
    Self.appendCell(emails.lazy.map(\.text), entries, to: &row)
    Self.appendCell(phones.lazy.map(\.text), entries, to: &row)
  }

  /// Appends texts as a cell.
  private static func appendCell(
    _ texts: some Collection<Range<Int>>, _ entries: Span<UInt8>, to row: inout [UInt8]
  ) {
    if texts.count <= 1 {
      return RowCells.append(entries.extracting(texts.first ?? 0..<0), columns: 0, to: &row)
    }
    var joined: [UInt8] = []
    for (number, text) in texts.enumerated() {
      if number > 0 { joined += ", ".utf8 }
      joined.append(entries.extracting(text))
    }
    RowCells.append(joined.span, columns: 0, to: &row)
  }

  /// Values up to which each is compared with those before it.
  private static let fewValues = 8

  /// Leaves out the values that say again, but for capitals, what one before them says: linked records
  /// mostly say the same.
  private static func leaveOutRepeated(_ values: inout [Value], _ entries: Span<UInt8>) {
    guard values.count > 1 else { return }
    guard values.count <= fewValues,
      values.allSatisfy({ Octets.areASCII(entries.extracting($0.text)) })
    else {
      var known: Set<String> = []
      return values.removeAll { !known.insert(text($0.text, entries).lowercased()).inserted }
    }
    var kept = 1
    for place in 1..<values.count {
      let text = entries.extracting(values[place].text)
      if values[..<kept].contains(where: { Octets.equal(entries.extracting($0.text), text) }) {
        continue
      }
      values[kept] = values[place]
      kept += 1
    }
    values.removeLast(values.count - kept)
  }

  private static func areSame(
    _ left: Range<Int>, _ right: Range<Int>, _ entries: Span<UInt8>
  ) -> Bool {
    let (first, second) = (entries.extracting(left), entries.extracting(right))
    if Octets.areSame(first, second) { return true }
    var place = 0
    while place < min(first.count, second.count), first[place] == second[place] { place += 1 }
    // What looks the same may be written in several ways, but none has another character of ASCII.
    let isOther =
      place < first.count && first[place] >= 0x80 || place < second.count && second[place] >= 0x80
    guard isOther else { return false }
    return text(left, entries) == text(right, entries)
  }

  private static func text(_ range: Range<Int>, _ entries: Span<UInt8>) -> String {
    var octets: [UInt8] = []
    octets.append(entries.extracting(range))
    return String(decoding: octets, as: UTF8.self)
  }
}
