internal import VCard

/// Changes of a card's lines that are collected first and made at once, so that the places of lines
/// stay what they were until then.
struct CardEdits {
  let card: Card

  private var replaced: [Int: ContentLine] = [:]
  private var removed: Set<Int> = []
  /// What comes after a line, by its place.
  private var inserted: [Int: [ContentLine]] = [:]
  private var appended: [ContentLine] = []

  /// The lines of each group, whose names are in lower case.
  private(set) var groups: [String: Group] = [:]
  private var number = 0

  /// The lines of a group.
  struct Group {
    /// X-ABLabel that say something, in order; the first counts.
    var labels: [Int] = []
    /// X-ABADR and Apple's parts of addresses, and X-ABLabel that say nothing.
    var parts: [Int] = []
    /// All others.
    var values: Set<Int> = []
  }

  init(_ card: Card) {
    self.card = card
    for property in card.properties {
      guard let name = property.group?.asciiLowercased else { continue }
      switch property.known {
      case .xABLabel where ContactLabel(property.text) != nil:
        groups[name, default: Group()].labels.append(property.index)
      case .xABLabel, .xABADR,
        .unknown where property.canonicalName.hasPrefix("X-APPLE-SUB"):
        groups[name, default: Group()].parts.append(property.index)
      default: groups[name, default: Group()].values.insert(property.index)
      }
    }
  }

  /// A line as it will be.
  func line(at index: Int) -> ContentLine {
    replaced[index] ?? ContentLine(card.property(at: index))
  }

  /// A line as it will be; without a place a new one.
  func line(at index: Int?, or name: String, _ value: ContentLine.Value = .text("")) -> ContentLine
  {
    index.map { line(at: $0) } ?? ContentLine(name, value)
  }

  /// A group that the card does not use, such as `item3`.
  mutating func freshGroup() -> String {
    repeat { number += 1 } while groups["item\(number)"] != nil
    groups["item\(number)"] = Group()
    return "item\(number)"
  }

  mutating func replace(_ index: Int, with line: ContentLine) { replaced[index] = line }

  /// Puts a line in the place of another one, or after all others where it has none.
  mutating func put(_ line: ContentLine, at index: Int?) {
    if let index { replace(index, with: line) } else { append([line]) }
  }

  /// Removes one line and nothing else.
  mutating func removeLine(_ index: Int) { removed.insert(index) }

  /// Removes the line of a value, and when it is the last one of its group what belongs to it.
  mutating func remove(_ index: Int) {
    removed.insert(index)
    leaveGroup(index)
  }

  /// Takes a line out of its group, which goes with its last line.
  mutating func leaveGroup(_ index: Int) {
    guard let name = card.property(at: index).group?.asciiLowercased,
      groups[name]?.values.remove(index) != nil, let group = groups[name], group.values.isEmpty
    else { return }
    removed.formUnion(group.labels)
    removed.formUnion(group.parts)
  }

  /// Puts lines after one, behind what was put there before.
  mutating func insert(_ lines: [ContentLine], after index: Int) {
    inserted[index, default: []] += lines
  }

  mutating func append(_ lines: [ContentLine]) { appended += lines }

  /// Adds lines after that of a value and those that follow it in its group, or after all others.
  mutating func add(_ lines: [ContentLine], after index: Int?) {
    if let index { insert(lines, after: endOfGroup(index)) } else { append(lines) }
  }

  /// The last of the lines that follow a line and have its group.
  private func endOfGroup(_ index: Int) -> Int {
    guard let group = card.property(at: index).group?.asciiLowercased else { return index }
    var end = index
    while end + 1 < card.lineCount, !card.isEnvelope(at: end + 1),
      card.property(at: end + 1).group?.asciiLowercased == group
    {
      end += 1
    }
    return end
  }

  /// The card with all changes.
  func made() -> Card {
    var made = card
    made.edit(replaced: replaced, removed: removed, inserted: inserted, appended: appended)
    return made
  }
}

extension ContentLine {
  /// A property as a line that says the same.
  init(_ property: Property) {
    self.init(property) { property.isURIOfContact ? .uri($0, property.rules) : .text($0) }
  }

  /// A property as a line whose value keeps its octets, as far as no encoding stands between.
  init(keepingValueOf property: Property) {
    self.init(property)
    if case .binary = value { return }
    guard !property.isQuotedPrintable, !property.isNestedCard, !property.isMalformed else { return }
    var problems = DecodingProblems()
    let octets = property.decodedOctets(&problems)
    // vCard 2.1 says of text beyond ASCII what charset it has.
    let isASCII = octets.allSatisfy { $0 < 0x80 }
    guard octets.allSatisfy({ $0 >= 0x20 || $0 == 0x09 }),
      isASCII || !property.rules.encodesWithQuotedPrintable
    else { return }
    value = .verbatim(String(decoding: octets, as: UTF8.self))
  }

  /// The values of a parameter.
  func values(of name: String) -> [String] {
    parameters.flatMap { $0.name == name ? $0.values : [] }
  }

  /// Sets a parameter where it stands, or removes it.
  mutating func set(_ name: String, _ value: String?) {
    guard let value else {
      parameters.removeAll { $0.name == name }
      return
    }
    guard let place = parameters.firstIndex(where: { $0.name == name }) else {
      parameters.append(Parameter(name, value))
      return
    }
    parameters[place] = Parameter(name, value)
    let rest = parameters[(place + 1)...].filter { $0.name != name }
    parameters.replaceSubrange((place + 1)..., with: rest)
  }

  /// Adds types, before the others.
  mutating func addTypes(_ types: [String]) {
    guard !types.isEmpty else { return }
    if let place = parameters.firstIndex(where: { $0.name == "TYPE" }) {
      parameters[place].values.insert(contentsOf: types, at: 0)
    } else {
      parameters.insert(Parameter("TYPE", types), at: 0)
    }
  }
}

extension ContentLine.Value {
  /// A URI, as text where its octets cannot stand in a line as they are.
  static func uri(_ text: String, _ rules: Rules) -> ContentLine.Value {
    let isPlain = text.utf8.allSatisfy { octet in
      octet >= 0x20 && (octet < 0x80 || !rules.encodesWithQuotedPrintable)
    }
    return isPlain ? ContentLine.Value(verbatim: text, of: .url) : .text(text)
  }
}

extension Property {
  /// Whether the value is a URI: by VALUE, or else by the name of a property that contacts show.
  ///
  /// RFC 6350 §5.2.
  var isURIOfContact: Bool {
    switch parameter("VALUE").first?.asciiLowercased {
    case "uri": return true
    case "text": return false
    default: break
    }
    return switch known {
    case .url, .impp, .socialProfile, .xSocialProfile, .related: true
    default: false
    }
  }
}
