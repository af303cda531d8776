public import VCard

/// Reads the people, groups and organisations of LDIF, one entry after the other.
///
/// ```
/// dn: cn=Kate Bell,mail=kate@bell.example
/// cn: Kate Bell
/// jpegPhoto:: /9j/4AAQSkZJRgABAQ…
///  AAQABAAD
/// ```
/// RFC 2849; names of attributes by RFC 2798, RFC 4519 and RFC 4524, and as mail programs write
/// them. What is unknown becomes a property whose name begins with `X-LDIF-`. A value that is
/// elsewhere (`:<`) stays a reference: nothing is opened. Of changes to a directory `add` makes a
/// card; others are told.
public struct LDIFReader: CardDocumentReader {
  private var entries = LDIFEntries()
  private var plain = PlainLDIFReader()
  private let decoding: TextDecoding
  /// Whether every entry is looked at the thorough way; both ways come to the same.
  package var isThorough = false

  /// Creates a reader.
  ///
  /// - Parameter decoding: What text is that is no UTF-8.
  public init(decoding: TextDecoding = .builtin) { self.decoding = decoding }

  /// Whether octets begin LDIF: the first line that is no comment and no version names an entry.
  ///
  /// - Parameter octets: The first octets of the input; some hundred are enough.
  /// - Returns: Whether they do.
  public static func begins(_ octets: some Collection<UInt8>) -> Bool {
    var lines = Array(octets.prefix(4096))[...]
    if lines.starts(with: [0xEF, 0xBB, 0xBF]) { lines = lines.dropFirst(3) }
    for line in lines.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let start = String(decoding: line.prefix(12), as: UTF8.self).lowercased()
      if start.hasPrefix("dn:") { return true }
      guard start.hasPrefix("#") || start.hasPrefix("version:") || start.hasPrefix(" ") else {
        return false
      }
    }
    return false
  }

  /// Takes further octets.
  public mutating func append(_ octets: ArraySlice<UInt8>) { entries.append(octets) }

  /// Tells that there are no more octets.
  public mutating func finish() { entries.finish() }

  /// The card of the next entry, or why it is none; `nil` when more octets are needed, or at the end.
  public mutating func next() -> DocumentEntry? {
    guard let entry = entries.take() else { return nil }
    if !isThorough, var card = plain.card(entry) {
      card.stand(at: entry.start)
      return .card(card, entry.diagnostics)
    }
    var draft = LDIFCard(entry, decoding)
    if let reason = draft.reasonAgainst {
      return .noCard(
        Diagnostic(severity: .warning, code: .ldifLine, position: entry.start, message: reason))
    }
    var card = draft.card()
    card.stand(at: entry.start)
    return .card(card, draft.diagnostics)
  }
}

/// Makes a card of an entry.
struct LDIFCard {
  /// A line of the card, in the order of the entry.
  private enum Item {
    case line(ContentLine)
    case carried(Property)
    /// A property of components, by its place among the blocks.
    case block(Int)
  }

  /// Components that stand in attributes of their own.
  private struct Block {
    let name: String
    let type: String?
    let language: String?
    let isPhonetic: Bool
    var components: [[String]]
    var label: String?
  }

  private let entry: LDIFEntry
  private let lines: [LDIFEntry.Attribute]
  private let decoding: TextDecoding
  private(set) var diagnostics: [Diagnostic]
  private var items: [Item] = []
  private var blocks: [Block] = []
  private var groups = 0
  private var kind = "individual"
  /// Whether the entry says no name to show.
  private var isNameless = false
  private var otherClasses: [LDIFEntry.Attribute] = []

  init(_ entry: LDIFEntry, _ decoding: TextDecoding) {
    self.entry = entry
    lines = entry.lines.map(entry.attribute)
    self.decoding = decoding
    diagnostics = entry.diagnostics
  }

  private mutating func tell(_ message: String) {
    diagnostics.append(
      Diagnostic(severity: .warning, code: .ldifLine, position: entry.start, message: message))
  }

  /// Why the entry is no card.
  var reasonAgainst: String? {
    if let change = lines.first(where: { $0.name == "changetype" }) {
      let word = String(decoding: change.value, as: UTF8.self).lowercased()
      if word != "add" { return "the change '\(word)' of a directory makes no card; left out" }
    }
    let saysSomething = lines.contains { line in
      if line.name == "objectclass" {
        return LDIFAttribute.kind(ofClass: decoded(line.value).lowercased()) != nil
      }
      return ["cn", "commonname", "displayname", "sn", "mail", "vcardproperty"].contains(line.name)
    }
    return saysSomething ? nil : "the entry is no person, group or organisation; left out"
  }

  mutating func card() -> Card {
    findKind()
    let lines = withoutCarried()
    for (line, property) in lines {
      if let property {
        items.append(.carried(property))
      } else if line.name != "changetype", line.name != "control" {
        take(line)
      }
    }
    let saysKind = lines.contains { $0.1?.known == .kind }
    if kind != "individual", !saysKind {
      items.insert(.line(ContentLine("KIND", .text(kind))), at: 0)
    }
    for line in otherClasses { keep(line) }
    nameCard()
    markAlternatives()
    var card = Card(version: .version40)
    for item in items {
      switch item {
      case .line(let line): card.append(line)
      case .carried(let property): card.append(copying: property)
      case .block(let index):
        for line in finished(blocks[index]) { card.append(line) }
      }
    }
    addSource(to: &card)
    return card
  }

  // MARK: Names and kinds

  private mutating func findKind() {
    var kinds: Set<String> = []
    for line in lines where line.name == "objectclass" {
      let name = decoded(line.value).lowercased()
      if let kind = LDIFAttribute.kind(ofClass: name) {
        kinds.insert(kind)
      } else if name != "top" {
        otherClasses.append(line)
      }
    }
    // A person may also be an account, and a group may have a post box.
    if kinds.contains("group") {
      kind = "group"
    } else if !kinds.contains("individual") {
      kind = ["org", "location", "device", "application"].first { kinds.contains($0) } ?? kind
    }
  }

  /// Gives the card a name to show where the entry has none of its own.
  private mutating func nameCard() {
    let isNamed = items.contains { item in
      switch item {
      case .line(let line): line.name == "FN"
      case .carried(let property): property.known == .fn
      case .block: false
      }
    }
    guard !isNamed else { return }
    isNameless = true
    func text(_ name: String) -> String? {
      for case .line(let line) in items where line.name == name {
        if case .text(let text) = line.value { return text }
      }
      return nil
    }
    let name = blocks.first { $0.name == "N" }?.components
    let parts = name.map { [$0[3], $0[1], $0[2], $0[0], $0[4]].flatMap { $0 } } ?? []
    let organisation = blocks.first { $0.name == "ORG" }?.components.flatMap { $0 } ?? []
    let whole = organisation.joined(separator: ", ")
    let known = kind == "org" ? organisation.last ?? "" : parts.joined(separator: " ")
    let dn = decoded(entry.name ?? [])
    let own =
      dn == DistinguishedName.nameless ? "" : DistinguishedName.onlyPart(dn)?.value ?? ""
    let candidates = [known, whole, own, text("EMAIL") ?? ""]
    // A value with NUL is no text, here as in other attributes.
    guard let found = candidates.first(where: { !$0.isEmpty && !$0.utf8.contains(0) })
    else { return }
    items.insert(.line(ContentLine("FN", .text(found))), at: 0)
  }

  /// Keeps the name of the entry, unless it is the one that any card like this gets.
  private func addSource(to card: inout Card) {
    guard let octets = entry.name, !octets.isEmpty else { return }
    let own = DistinguishedName.derived(of: card, heedingName: !isNameless)
    if card.first(.source) == nil, let uri = LDIFCard.source(decoded(octets), own: own) {
      card.append(ContentLine("SOURCE", .init(verbatim: uri, of: .source)))
    }
  }

  /// What names an entry on its card; `nil` where it has the name that any entry of its card gets.
  static func source(_ name: String, own: String) -> String? {
    var name = name
    if name == own { return nil }
    // KAddressBook writes an empty address for a group.
    if name.hasSuffix(",mail=") { name.removeLast(6) }
    return name == own ? nil : DistinguishedName.uri(name)
  }

  // MARK: What was carried

  /// The lines without those that say again what a carried property says; where one was carried, it
  /// stands beside.
  private mutating func withoutCarried() -> [(LDIFEntry.Attribute, Property?)] {
    let carriers = lines.indices.filter { lines[$0].name == "vcardproperty" }
    if carriers.isEmpty { return lines.map { ($0, nil) } }
    guard let properties = LDIFCard.properties(carriers.map { lines[$0].value }) else {
      tell("a vcardProperty is none; kept as it stands")
      return lines.map { ($0, nil) }
    }
    var found: [Int: Property] = [:]
    var removed: Set<Int> = []
    for (place, property) in zip(carriers, properties) {
      found[place] = property
      if lines[place].options.contains(LDIFAttribute.further) { continue }
      // What says a part of it stands right before it.
      let pairs = LDIFPairs(property).pairs
      let said = max(0, place - pairs.count)..<place
      if LDIFCard.say(lines[said], pairs) {
        removed.formUnion(said)
      } else if let use = LDIFAttribute.use(ofOnly: property.known) {
        settle(place, use, pairs, &removed)
      }
    }
    return lines.indices.compactMap { removed.contains($0) ? nil : (lines[$0], found[$0]) }
  }

  /// Settles a carried property that a card has once and that is not said right before it.
  ///
  /// Attributes that say the same in another order go, as directories sort them; what says something
  /// else was changed after the property was carried, and stays in its place.
  private mutating func settle(
    _ place: Int, _ use: Int, _ pairs: [LDIFPairs.Pair], _ removed: inout Set<Int>
  ) {
    func row(_ index: Int) -> Int { LDIFAttribute.named(lines[index].name) ?? 0 }
    let others = lines.indices.filter { index in
      LDIFAttribute.named(lines[index].name).map { LDIFAttribute.uses[$0] } == use
        && lines[index].options.isEmpty && !lines[index].value.isEmpty
    }.sorted { (row($0), $0) < (row($1), $1) }
    if others.isEmpty { return }
    if LDIFCard.say(others.map { lines[$0] }, pairs.sorted { ($0.row ?? 0) < ($1.row ?? 0) }) {
      removed.formUnion(others)
    } else {
      removed.insert(place)
      tell(
        "\(lines[others[0]].spelling) says something else than the vcardProperty of it, which is left out"
      )
    }
  }

  /// Whether lines are the attributes that say a property.
  static func say(
    _ lines: some BidirectionalCollection<LDIFEntry.Attribute>, _ pairs: [LDIFPairs.Pair]
  ) -> Bool {
    lines.count == pairs.count
      && zip(lines, pairs).allSatisfy { line, pair in
        line.value == pair.value && line.options == pair.options
          && (pair.row == nil
            ? line.spelling == pair.name : LDIFAttribute.named(line.name) == pair.row)
      }
  }

  /// The properties that lines of vCard 4.0 say, one each; `nil` when they are not that.
  private static func properties(_ lines: [[UInt8]]) -> [Property]? {
    var octets = Array("BEGIN:VCARD\r\nVERSION:4.0\r\n".utf8)
    for line in lines {
      guard let first = line.first, first != 0x20, first != 0x09,
        !line.contains(where: { $0 == 0x0D || $0 == 0x0A })
      else { return nil }
      octets += line
      octets += [0x0D, 0x0A]
    }
    octets += "END:VCARD\r\n".utf8
    let cards = CardReading.read(octets, .builtin, atMost: 2).cards
    guard cards.count == 1 else { return nil }
    let properties = Array(cards[0].properties)
    return properties.count == lines.count ? properties : nil
  }

  // MARK: Attributes

  private mutating func take(_ line: LDIFEntry.Attribute) {
    guard let row = LDIFAttribute.named(line.name), !line.value.isEmpty else {
      if !line.value.isEmpty { keep(line) }
      return
    }
    let meaning = LDIFAttribute.all[row].meaning
    // Classes that say no kind are kept by themselves.
    if meaning == .objectClass { return }
    if case .octets(let name, let mediaType) = meaning {
      return takeOctets(line, name, mediaType)
    }
    let language = line.options.first { $0.hasPrefix("lang-") }.map { String($0.dropFirst(5)) }
    let isPhonetic = line.options.contains("phonetic")
    let isPlain = line.options.allSatisfy { $0.hasPrefix("lang-") || $0 == "phonetic" }
    guard isPlain, line.form != .reference, !line.value.contains(0) else { return keep(line) }
    let text = readText(line)
    switch meaning {
    case .component(let name, let type, let index):
      return add(text, to: index, of: block(name, type, language, isPhonetic), name)
    case .birth(let index):
      // A whole date stands in the day now and then.
      if index == 2, text.utf8.count > 2 { return takeDate(line, text, "BDAY") }
      return add(text, to: index, of: block("BDAY", nil, nil, false), "BDAY")
    default: break
    }
    guard !isPhonetic else { return keep(line) }
    var parameters = language.map { [Parameter("LANGUAGE", $0)] } ?? []
    switch meaning {
    case .text(let name, let type):
      if name == "FN", language == nil, hasLine("FN", .text(text)) { return }
      if let type { parameters.insert(Parameter("TYPE", type), at: 0) }
      append(
        name, parameters,
        name == "NICKNAME" ? .list([text]) : ContentLine.Value(decoded: text, of: name))
    case .list(let name):
      append(name, parameters, .list(text.split(separator: ",").map { String($0.trimmedBlanks) }))
    case .languages:
      guard let languages = LDIFLanguages.read(text) else {
        return append("LANG", parameters, ContentLine.Value(decoded: text, of: "LANG"))
      }
      for (tag, preference) in languages {
        let own = parameters + [Parameter("PREF", String(preference))]
        append("LANG", own, ContentLine.Value(decoded: tag, of: "LANG"))
      }
    case .addressLines(let type): takeAddress(text, type, language)
    case .date(let name): takeDate(line, text, name)
    case .labeledURI: takeLabeled(text)
    case .account(let scheme):
      append("IMPP", parameters, .init(verbatim: "\(scheme):\(text)", of: .impp))
    case .member:
      append("MEMBER", parameters, .init(verbatim: DistinguishedName.member(text), of: .member))
    case .identifier:
      let isURI = text.contains(":")
      append(
        "UID", isURI ? parameters : parameters + [Parameter("VALUE", "text")],
        isURI ? .init(verbatim: text, of: .uid) : .text(text))
    case .revision:
      if let stamp = LDIFDate.revision(text) {
        append("REV", [], .verbatim(stamp))
      } else if text != "0Z", text != "0" {
        keep(line)
      }
    case .objectClass: break
    default: keep(line)
    }
  }

  private mutating func append(
    _ name: String, _ parameters: [Parameter], _ value: ContentLine.Value
  ) {
    items.append(.line(ContentLine(name, parameters: parameters, value)))
  }

  private func hasLine(_ name: String, _ value: ContentLine.Value) -> Bool {
    items.contains { item in
      if case .line(let line) = item { line.name == name && line.value == value } else { false }
    }
  }

  /// Keeps an attribute of which nothing is known, or whose value says nothing that is known.
  private mutating func keep(_ line: LDIFEntry.Attribute) {
    var parameters: [Parameter] = []
    var options = line.options
    if let index = options.firstIndex(where: { $0.hasPrefix("lang-") }) {
      parameters.append(Parameter("LANGUAGE", String(options.remove(at: index).dropFirst(5))))
    }
    if !options.isEmpty { parameters.append(Parameter("X-OPTIONS", options)) }
    var name = LDIFAttribute.nameless
    if let unknown = LDIFCard.unknown(line.spelling) {
      name = unknown.name
    } else {
      parameters.append(Parameter("X-NAME", line.spelling))
    }
    let value: ContentLine.Value
    if line.form == .reference {
      parameters.append(Parameter("VALUE", "uri"))
      value = .init(verbatim: String(decoding: line.value, as: UTF8.self), of: .unknown)
    } else if let text = String(validating: line.value, as: UTF8.self), !text.contains("\0") {
      value = .text(text)
    } else {
      parameters.append(Parameter("VALUE", "uri"))
      value = .binary(
        mediaType: MediaType.sniffed(line.value) ?? MediaType.unknown, octets: line.value)
    }
    append(name, parameters, value)
  }

  /// The line of an attribute of which nothing is known; `nil` where no property can have its name.
  static func unknown(_ spelling: String) -> ContentLine? {
    let isName = !spelling.isEmpty && spelling.utf8.allSatisfy(Octets.isNameOctet)
    return isName ? ContentLine(LDIFAttribute.unknownPrefix + spelling, .text("")) : nil
  }

  private mutating func takeOctets(_ line: LDIFEntry.Attribute, _ name: String, _ mediaType: String)
  {
    if line.form == .reference {
      tell("\(line.spelling) names a place, which was not opened")
      append(name, [], .init(verbatim: String(decoding: line.value, as: UTF8.self), of: .photo))
    } else if line.form == .base64 {
      append(
        name, [],
        .binary(mediaType: MediaType.sniffed(line.value) ?? mediaType, octets: line.value))
    } else {
      append(name, [Parameter("VALUE", "text")], .text(readText(line)))
    }
  }

  private mutating func takeDate(_ line: LDIFEntry.Attribute, _ text: String, _ name: String) {
    guard let date = PartialDate(text), let value = LDIFDate.text(date) else { return keep(line) }
    append(name, [], .verbatim(value))
  }

  private mutating func takeLabeled(_ text: String) {
    // RFC 2079: a URI, blanks and a label.
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let uri = parts.first else { return }
    guard parts.count > 1 else { return append("URL", [], .init(verbatim: String(uri), of: .url)) }
    groups += 1
    let group = "item\(groups)"
    items.append(.line(ContentLine(group: group, "URL", .init(verbatim: String(uri), of: .url))))
    items.append(
      .line(ContentLine(group: group, "X-ABLabel", .text(String(parts[1].trimmedBlanks)))))
  }

  private mutating func takeAddress(_ text: String, _ type: String, _ language: String?) {
    // RFC 4517 §3.3.28.
    let lines = text.split(separator: "$", omittingEmptySubsequences: true)
      .map { LDIFCard.unescapedAddressLine($0.trimmedBlanks) }
    let index = block("ADR", type, language, false)
    if let label = blocks[index].label {
      blocks[index].label = label + "\n" + lines.joined(separator: "\n")
    } else {
      blocks[index].label = lines.joined(separator: "\n")
    }
  }

  private static func unescapedAddressLine(_ text: Substring) -> String {
    guard text.contains("\\") else { return String(text) }
    var result = ""
    var rest = text
    while let character = rest.popFirst() {
      let code = character == "\\" ? rest.prefix(2).uppercased() : ""
      if code == "24" || code == "5C" {
        result += code == "24" ? "$" : "\\"
        rest.removeFirst(2)
      } else {
        result.append(character)
      }
    }
    return result
  }

  // MARK: Components

  private mutating func block(
    _ name: String, _ type: String?, _ language: String?, _ isPhonetic: Bool
  ) -> Int {
    let found = blocks.firstIndex {
      $0.name == name && $0.type == type && $0.language == language && $0.isPhonetic == isPhonetic
    }
    if let found { return found }
    let counts = ["N": 5, "ADR": 7, "ORG": 1, "BDAY": 3]
    blocks.append(
      Block(
        name: name, type: type, language: language, isPhonetic: isPhonetic,
        components: [[String]](repeating: [], count: counts[name] ?? 1)))
    items.append(.block(blocks.count - 1))
    return blocks.count - 1
  }

  private mutating func add(_ text: String, to index: Int, of block: Int, _ name: String) {
    // A unit of an organisation is a component each.
    if name == "ORG", index > 0 {
      blocks[block].components.append([text])
    } else {
      blocks[block].components[index].append(text)
    }
  }

  /// The lines of a property of components.
  private func finished(_ block: Block) -> [ContentLine] {
    var components = block.components
    var parameters: [Parameter] = []
    if let type = block.type { parameters.append(Parameter("TYPE", type)) }
    if block.name == "BDAY" { return birthday(components) }
    if block.name == "ORG", components[0].count > 1 {
      // Another organisation is another property.
      let others = components[0].dropFirst()
      components[0] = [components[0][0]]
      return [
        ContentLine("ORG", parameters: alternative(parameters, block), .structure(components))
      ]
        + others.map { ContentLine("ORG", .structure([[$0]])) }
    }
    if block.name == "ADR" {
      if components.allSatisfy(\.isEmpty), let label = block.label {
        components[2] = label.split(separator: "\n").map(String.init)
      } else if let label = block.label {
        parameters.append(Parameter("LABEL", label))
      }
      // A name of a country, and its code beside it (RFC 8605 §3.1).
      if components[6].count == 2,
        let code = components[6].firstIndex(where: { $0.utf8.count == 2 })
      {
        parameters.append(Parameter("CC", components[6].remove(at: code)))
      }
    }
    return [
      ContentLine(block.name, parameters: alternative(parameters, block), .structure(components))
    ]
  }

  private func alternative(_ parameters: [Parameter], _ block: Block) -> [Parameter] {
    var parameters = parameters
    let same = blocks.filter { $0.name == block.name && $0.type == block.type }
    if same.count > 1 { parameters.append(Parameter("ALTID", "1")) }
    if let language = block.language { parameters.append(Parameter("LANGUAGE", language)) }
    if block.isPhonetic {
      parameters += PhoneticScript.parameters(of: block.components.flatMap { $0 }.joined())
    }
    return parameters
  }

  private func birthday(_ parts: [[String]]) -> [ContentLine] {
    let numbers = parts.map { $0.first.flatMap { Int($0) } }
    let isWhole = zip(parts, numbers).allSatisfy { $0.isEmpty || $1 != nil }
    let date = PartialDate(
      year: numbers[0] == 0 ? nil : numbers[0], month: numbers[1], day: numbers[2])
    if isWhole, let value = LDIFDate.text(date) { return [ContentLine("BDAY", .verbatim(value))] }
    return zip(["birthyear", "birthmonth", "birthday"], parts).flatMap { name, texts in
      texts.map { ContentLine(LDIFAttribute.unknownPrefix + name, .text($0)) }
    }
  }

  /// Tells values in several languages to be alternatives of each other.
  ///
  /// RFC 6350 §5.4.
  private mutating func markAlternatives() {
    var places: [String: [Int]] = [:]
    for (index, item) in items.enumerated() {
      guard case .line(let line) = item else { continue }
      let types = line.parameters.first { $0.name == "TYPE" }?.values.first ?? ""
      places[line.name + ";" + types, default: []].append(index)
    }
    for indices in places.values where indices.count > 1 {
      let languages = indices.filter { index in
        guard case .line(let line) = items[index] else { return false }
        return line.parameters.contains { $0.name == "LANGUAGE" }
      }
      // One that says no language at most: which one is meant is not known else.
      guard !languages.isEmpty, indices.count - languages.count <= 1 else { continue }
      for index in indices {
        guard case .line(var line) = items[index] else { continue }
        line.parameters.append(Parameter("ALTID", "1"))
        items[index] = .line(line)
      }
    }
  }

  // MARK: Text

  private mutating func readText(_ line: LDIFEntry.Attribute) -> String {
    if let text = String(validating: line.value, as: UTF8.self) { return text }
    tell("\(line.spelling) is not UTF-8; read as \(decoding.undeclared.name)")
    return decoded(line.value)
  }

  private func decoded(_ octets: [UInt8]) -> String {
    if let text = String(validating: octets, as: UTF8.self) { return text }
    let text = decoding.convert(octets, charset: decoding.undeclared.name) ?? octets
    return String(decoding: text, as: UTF8.self)
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without blanks at its ends.
  var trimmedBlanks: Substring {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    var text = self[...].drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}
