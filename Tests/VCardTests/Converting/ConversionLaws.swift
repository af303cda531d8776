import TestSupport
import VCard

/// What a conversion must not do, as questions whose answer is a fault, or `nil`.
struct ConversionLaws {
  /// What a line says, in the form in which it is compared.
  ///
  /// The order of parameters, the case of names and types, and how a line is written do not count.
  struct Said: Equatable, CustomStringConvertible {
    var group: String?
    var name: String
    var parameters: [String: [String]]
    var value: PropertyValue

    var description: String {
      let parameters = parameters.sorted { $0.key < $1.key }
        .map { ";\($0.key)=\($0.value)" }.joined()
      return "\(group.map { $0 + "." } ?? "")\(name)\(parameters):\(value)"
    }
  }

  /// How much of a card must come back.
  enum Scope: Sendable {
    /// Names, parameters and values.
    case everything
    /// Names and values.
    case values
    /// Values, some of them under the names that carry them: of a card with errors, which nobody
    /// may write again.
    case carried
  }

  /// What a line that is no property is compared as; it may stay carried, for it would be an error.
  private static let carriedLine = "X-VCARD-LINE"

  // MARK: Converting

  /// What one card becomes, and the notes about it.
  static func converted(
    _ card: Card, to version: Version, losses: CardConverter.Losses = .kept
  ) -> (octets: [UInt8], notes: [Diagnostic]) {
    var converter = CardConverter(to: version, losses: losses)
    var octets: [UInt8] = []
    var notes: [Diagnostic] = []
    converter.convert(card, into: &octets, notes: &notes)
    return (octets, notes)
  }

  /// What all cards of an input become, by one converter, and the notes about them.
  static func converted(
    _ cards: [Card], to version: Version, losses: CardConverter.Losses = .kept
  ) -> (octets: [UInt8], notes: [Diagnostic]) {
    var converter = CardConverter(to: version, losses: losses)
    var octets: [UInt8] = []
    var notes: [Diagnostic] = []
    for card in cards { converter.convert(card, into: &octets, notes: &notes) }
    return (octets, notes)
  }

  // MARK: There and back

  /// What does not come back when each card of an input goes to a version and back to its own.
  ///
  /// Cards that declare the version already are no part of it. FN and N that were not there may
  /// have come where the card's version demands them.
  static func roundTripFault(
    _ input: [UInt8], by version: Version, scope: Scope = .everything
  ) throws -> String? {
    for card in try Reading(input).cards where card.version != version {
      let (there, _) = converted(card, to: version)
      let middle = try Reading(there).cards
      guard middle.count == 1, let middle = middle.first else {
        return "\(middle.count) cards come of one"
      }
      let (back, _) = converted(middle, to: card.version)
      let last = try Reading(back).cards
      guard last.count == 1, let last = last.first else {
        return "\(last.count) cards come back of one"
      }
      if let difference = difference(between: card, and: last, scope) { return difference }
    }
    return nil
  }

  /// What a card says that the one that came back does not.
  static func difference(between card: Card, and last: Card, _ scope: Scope) -> String? {
    var (before, after) = (said(card), said(last))
    // Whoever derives a line anew puts it beside what it follows from, wherever it stood.
    let mark = card.version == .version40 ? "DERIVED" : "X-DERIVED"
    func isDerived(_ line: Said) -> Bool { line.parameters[mark]?.first?.uppercased() == "TRUE" }
    for line in before.filter(isDerived) {
      guard let place = after.firstIndex(of: line), let own = before.firstIndex(of: line)
      else { continue }
      after.remove(at: place)
      before.remove(at: own)
    }
    if scope != .everything {
      for index in before.indices { before[index].parameters = [:] }
      for index in after.indices { after[index].parameters = [:] }
    }
    let rules = card.rules
    for (name, isDemanded) in [("FN", rules.requiresFormattedName), ("N", rules.requiresName)]
    where isDemanded && !before.contains(where: { $0.name == name }) {
      let added = after.filter { $0.name == name }
      guard added.count <= 1 else { return "\(added.count) of \(name) came" }
      after.removeAll { $0.name == name }
    }
    for (one, other) in zip(before, after) where one != other {
      if scope == .carried, isCarried(one, by: other) { continue }
      return "\(one) came back as \(other)"
    }
    if after.count < before.count { return "\(before[after.count]) did not come back" }
    if after.count > before.count { return "\(after[before.count]) came besides" }
    return nil
  }

  /// Whether a line holds another one's value under a name for it.
  private static func isCarried(_ line: Said, by other: Said) -> Bool {
    guard line.group == other.group, other.name.hasSuffix(line.name) else { return false }
    if line.name == other.name {
      // Components beyond those of the version may have gone into a parameter.
      if case .structure(let all) = line.value, case .structure(let some) = other.value {
        return all.starts(with: some) || !some.isEmpty
      }
      return line.value == other.value
    }
    return other.name.hasPrefix("X-")
  }

  /// What the properties of a card say.
  static func said(_ card: Card) -> [Said] {
    card.properties.map { property in
      var parameters: [String: [String]] = [:]
      for parameter in property.parameters {
        switch parameter.name {
        case "ENCODING", "CHARSET": continue
        case "TYPE", "VALUE":
          parameters[parameter.name, default: []] += parameter.values.map { $0.lowercased() }
        default: parameters[parameter.name, default: []] += parameter.values
        }
      }
      if let types = parameters["TYPE"] { parameters["TYPE"] = Array(Set(types)).sorted() }
      var value = property.value
      if case .text(let text) = value, let uri = comparableDataURI(text, property) { value = uri }
      if property.known == .agent, property.isNestedCard || property.text.hasPrefix("BEGIN") {
        // Nested or inline, it is the same card.
        value = .text(
          withoutEnds(property.isNestedCard ? property.nestedCardText : property.text))
      }
      var name = property.name.canonical
      if property.isMalformed || name == carriedLine {
        name = carriedLine
        parameters = [:]
        value = .text(property.text)
      }
      return Said(group: property.group, name: name, parameters: parameters, value: value)
    }
  }

  /// A `data:` URI as what stands before its comma, and its octets: base64 has many spellings.
  private static func comparableDataURI(_ text: String, _ property: Property) -> PropertyValue? {
    guard let comma = text.firstIndex(of: ","), let binary = DataURI.decode(text) else {
      return nil
    }
    // `ENCODING=b` in vCard 4.0 is read, and written as a URI.
    let head = text[..<comma].lowercased().dropFirst(5)
    let type = head.hasSuffix(";base64") ? head.dropLast(7) : head
    return .binary(mediaType: String(type), octets: binary.octets)
  }

  /// A nested card without the END lines at its end: one that was cut off gets its own.
  private static func withoutEnds(_ text: String) -> String {
    var text = text[...]
    while let line = text.split(separator: "\n").last, line.uppercased() == "END:VCARD" {
      text = text[..<line.startIndex]
    }
    while let last = text.unicodeScalars.last, " \t\r\n".unicodeScalars.contains(last) {
      text.unicodeScalars.removeLast()
    }
    return String(text)
  }

  // MARK: Output

  /// What is wrong with what cards become, by the reader, the checker and the lengths of lines.
  ///
  /// A card that declares the version is as valid as it came.
  ///
  /// `forgiven` are codes of what is wrong with the input already, where that counts.
  static func outputFault(
    _ input: [UInt8], to version: Version, losses: CardConverter.Losses = .kept,
    forgiven: Set<Diagnostic.Code> = []
  ) throws -> String? {
    let cards = try Reading(input).cards
    let others = cards.filter { $0.version != version || !$0.declaresVersion }
    let (octets, notes) = converted(others, to: version, losses: losses)
    let reading = try Reading(octets)
    guard reading.cards.count == others.count else {
      return "\(reading.cards.count) cards, not \(others.count)"
    }
    if let irregular = reading.diagnostics.first(where: {
      $0.severity != .note && !forgiven.contains($0.code)
    }) {
      return "the reader says [\(irregular.code.rawValue)] \(irregular.message)"
    }
    var checker = CardChecker()
    for card in reading.cards {
      guard card.version == version, card.declaresVersion else { return "VERSION is not there" }
      var found: [Diagnostic] = []
      checker.check(card, into: &found)
      if let error = found.first(where: {
        $0.severity == .error && !forgiven.contains($0.code)
      }) {
        return "the checker says [\(error.code.rawValue)] \(error.message)"
      }
    }
    if let fault = lineFault(octets, foldsAnywhere: version != .version21) { return fault }
    return noteFault(notes, of: others)
  }

  /// What is wrong with line ends and lengths.
  ///
  /// vCard 2.1 folds only where it has soft breaks, base64 or blanks of a text: what follows a soft
  /// break must be short.
  private static func lineFault(_ octets: [UInt8], foldsAnywhere: Bool) -> String? {
    var start = 0
    var isContinued = false
    for index in octets.indices where octets[index] == 0x0A || octets[index] == 0x0D {
      if octets[index] == 0x0D {
        guard index + 1 < octets.count, octets[index + 1] == 0x0A else { return "a CR alone" }
        // RFC 6350 §3.2; RFC 2045 §6.7 counts the equals sign of a soft break.
        if foldsAnywhere ? index - start > 75 : isContinued && index - start > 76 {
          let line = octets[start..<index].prefix(100)
          return "a line of \(index - start) octets: " + String(decoding: line, as: UTF8.self)
        }
        isContinued =
          !foldsAnywhere && index > start && octets[index - 1] == UInt8(ascii: "=")
          && (isContinued
            || String(decoding: octets[start..<index], as: UTF8.self).contains("QUOTED-PRINTABLE"))
      } else {
        guard index > 0, octets[index - 1] == 0x0D else { return "a LF alone" }
        start = index + 1
      }
    }
    return start == octets.count ? nil : "the last line has no line end"
  }

  /// What is wrong with notes: each has a code that is explained, and a property's place.
  private static func noteFault(
    _ notes: [Diagnostic], of cards: [Card]
  ) -> String? {
    // How often the same may be said at a place: a parameter may stand twice.
    var places: [SourcePosition: Int] = [:]
    for card in cards {
      places[card.start] = 1
      for property in card.properties {
        let names = property.isMalformed ? [] : property.parameters.map(\.name)
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        places[property.position] = counts.values.max() ?? 1
      }
    }
    var seen: [Diagnostic: Int] = [:]
    for note in notes {
      let name = "[\(note.code.rawValue)] \(note.message)"
      if !note.code.rawValue.hasPrefix("loss-") { return "a note of another kind: \(name)" }
      if note.severity != .note { return "\(note.severity), not a note: \(name)" }
      if DiagnosticCatalogue.entry(for: note.code) == nil { return "not explained: \(name)" }
      guard let most = places[note.position] else { return "the place of no property: \(name)" }
      if note.message.isEmpty { return "a note without a message: \(name)" }
      seen[note, default: 0] += 1
      if seen[note] ?? 0 > most { return "told twice: \(name)" }
    }
    return nil
  }

  // MARK: Dropping

  /// Names of properties and parameters that a card needs a conversion for to get.
  private static func carryingNames(_ card: Card) -> Set<String> {
    var names: Set<String> = []
    for property in card.properties where !property.isMalformed {
      // Names that no version has are written as names that all have.
      names.insert(
        property.name.canonical.replacing("_", with: "-").replacing(
          "/", with: "-"))
      for parameter in property.parameters { names.insert(";" + parameter.name) }
    }
    return names
  }

  /// What programs know by such a name, so that a mapping and not a carrying makes it.
  private static let mapped: Set<String> = [
    "X-ABLABEL", "X-ABDATE", "X-ABSHOWAS", "X-ABRELATEDNAMES", "X-SOCIALPROFILE",
    "X-PHONETIC-FIRST-NAME", "X-PHONETIC-MIDDLE-NAME", "X-PHONETIC-LAST-NAME", "X-PHONETIC-ORG",
    "X-AIM", "X-ICQ", "X-JABBER", "X-MSN", "X-YAHOO", "X-SKYPE", "X-SKYPE-USERNAME", "X-GTALK",
    "X-GOOGLE-TALK", "X-QQ", "X-GADUGADU", "X-GROUPWISE", "X-TWITTER", "X-MATRIX", "X-SPOUSE",
    "X-MANAGER", "X-ASSISTANT", "X-ANNIVERSARY", "X-GENDER", "X-CHILD", "X-ADDRESSBOOKSERVER-KIND",
    "X-ADDRESSBOOKSERVER-MEMBER", ";X-APPLE-OMIT-YEAR", ";X-USER", ";X-SERVICE-TYPE",
  ]

  /// What stands in a conversion that drops losses and need not, or is missing though it could stay.
  static func droppingFault(_ input: [UInt8], to version: Version) throws -> String? {
    for card in try Reading(input).cards where card.version != version {
      let (octets, _) = converted(card, to: version, losses: .dropped)
      let had = carryingNames(card)
      let kept = try Reading(converted(card, to: version).octets).cards.first
      for after in try Reading(octets).cards {
        for known in [KnownName.tel, .email, .adr, .note, .url, .org, .title, .photo, .nickname] {
          let (count, wanted) = (
            after.properties(named: known).count, kept?.properties(named: known).count ?? 0
          )
          guard count == wanted else { return "\(count) of \(known), and kept \(wanted)" }
        }
        for name in carryingNames(after).sorted()
        where (name.hasPrefix("X-") || name.hasPrefix(";X-")) && !had.contains(name)
          && !mapped.contains(name)
        {
          return "\(name) is carried"
        }
      }
    }
    return nil
  }

  // MARK: Telling

  /// What dropping loses of a card of which no loss is told.
  static func silenceFault(_ input: [UInt8], to version: Version) throws -> String? {
    for card in try Reading(input).cards where card.version != version {
      let (octets, notes) = converted(card, to: version)
      guard notes.isEmpty, let kept = try Reading(octets).cards.first else { continue }
      let dropped = try Reading(converted(card, to: version, losses: .dropped).octets).cards.first
      // What every card is by its envelope and without a word about its kind, and what is said
      // by a parameter as well.
      let silent: Set<String> = ["X-PROFILE", "X-KIND", "PROFILE", "X-LABEL", "X-SORT-STRING"]
      func told(_ card: Card) -> [Said] {
        said(card).map { said in
          // `X-X-KIND` was `X-KIND`.
          var said = said
          while said.name.hasPrefix("X-X-") { said.name.removeFirst(2) }
          return said
        }.filter { !silent.contains($0.name) }
      }
      let (all, some) = (told(kept), dropped.map(told) ?? [])
      for (one, other) in zip(all, some) where one.name != other.name || one.value != other.value {
        return "no word about \(one), which becomes \(other) when losses are dropped"
      }
      if all.count != some.count { return "no word about what dropping leaves out" }
    }
    return nil
  }

  // MARK: The same again

  /// What differs when an input is converted twice, or read byte by byte before.
  static func constancyFault(_ input: [UInt8], to version: Version) throws -> String? {
    let whole = converted(try Reading(input).cards, to: version)
    let again = converted(try Reading(input).cards, to: version)
    if whole.octets != again.octets || whole.notes != again.notes { return "another result" }
    let pieces = converted(try Reading(input, pieces: [1]).cards, to: version)
    if whole.octets != pieces.octets || whole.notes != pieces.notes {
      return "another result after reading byte by byte"
    }
    // A converter keeps nothing of the cards before.
    var octets: [UInt8] = []
    var notes: [Diagnostic] = []
    for card in try Reading(input).cards {
      let one = converted(card, to: version)
      octets += one.octets
      notes += one.notes
    }
    if whole.octets != octets || whole.notes != notes { return "another result card by card" }
    var cards: [UInt8] = []
    notes = []
    var converter = CardConverter(to: version)
    for card in try Reading(input).cards {
      let made = converter.converted(card, notes: &notes)
      if made.version != version { return "the Card is of \(made.version)" }
      if made.start != card.start { return "the Card forgot where it started" }
      CardWriter().write(made, into: &cards)
    }
    if whole.octets != cards { return "the Card and the octets differ" }
    if whole.notes != notes { return "the notes of the Card and of the octets differ" }
    return nil
  }

  /// What of a card changes on the way to its own version besides folds and line ends.
  static func sameVersionFault(_ input: [UInt8]) throws -> String? {
    for card in try Reading(input).cards where card.declaresVersion {
      let (octets, notes) = converted(card, to: card.version)
      if !notes.isEmpty { return "notes about no change: \(notes[0].message)" }
      if card.isCanonical {
        var written: [UInt8] = []
        CardWriter().write(card, into: &written)
        if octets != written { return "canonical octets changed" }
      }
      let cards = try Reading(octets).cards
      guard cards.count == 1, let after = cards.first else { return "\(cards.count) cards" }
      if after.version != card.version { return "VERSION changed" }
      let (before, last) = (said(card), said(after))
      if before != last {
        let pair = zip(before, last).first { $0 != $1 }
        return "\(pair.map { "\($0) became \($1)" } ?? "another number of lines")"
      }
    }
    return nil
  }

  // MARK: Edits

  /// What is said anew by an edit, or `nil` for properties that the law leaves alone.
  private static func edit(_ property: Property, version: Version) -> (ContentLine.Value, String)? {
    switch property.known {
    case .fn, .note, .title, .role: (.text("Edited By Hand"), "Edited By Hand")
    case .tel:
      property.parameter("VALUE").map { $0.lowercased() } == ["uri"]
        ? (.verbatim("tel:+1-555-0199"), "555-0199") : (.text("+1 555 0199"), "555 0199")
    case .email: (.text("edited@example.com"), "edited@example.com")
    case .url: (.verbatim("http://edited.example/"), "http://edited.example/")
    case .org: (.structure([["Edited Inc."]]), "Edited Inc.")
    case .n: (.structure([["Edited"], ["Hand"], [], [], []]), "Edited")
    case .adr:
      (.structure([[], [], ["Edited Street 9"], ["Town"], [], [], []]), "Edited Street 9")
    case .nickname, .categories: (.list(["Edited"]), "Edited")
    case .bday where property.parameter("VALUE").map { $0.lowercased() } != ["text"]:
      (.verbatim(version == .version40 ? "20010203" : "2001-02-03"), "2001")
    default: nil
    }
  }

  /// Whether an edit that is made between two conversions is lost.
  ///
  /// Every property of the converted card gets another value in turn; what carries the old one
  /// stays as it is.
  static func editFault(_ input: [UInt8], by version: Version) throws -> String? {
    for card in try Reading(input).cards where card.version != version {
      let (octets, _) = converted(card, to: version)
      guard let middle = try Reading(octets).cards.first else { return "no card" }
      for property in middle.properties {
        guard let (value, mark) = edit(property, version: version) else { continue }
        var edited = middle
        edited.replace(
          property,
          with: ContentLine(
            group: property.group, property.name.spelling, parameters: property.parameters, value))
        let (back, _) = converted(edited, to: card.version)
        guard let last = try Reading(back).cards.first else { return "no card came back" }
        let isHeard = last.properties.contains { property in
          // What is carried aside is not what a reader sees.
          let name = property.name.canonical
          guard !name.hasPrefix("X-") || name == "X-FN" || name == "X-N" else { return false }
          return "\(property.value)".contains(mark)
        }
        if !isHeard {
          return "\(property.name.canonical) was set to \(mark) in between, and nothing says so:\n"
            + String(decoding: back, as: UTF8.self)
        }
      }
    }
    return nil
  }
}
