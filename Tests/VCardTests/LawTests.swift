import TestSupport
import Testing
import VCard

@Suite("Laws of reading and writing")
struct LawTests {
  /// What a line says, in the form in which it is compared.
  struct Said: Equatable, CustomStringConvertible {
    var group: String?
    var name: String
    var parameters: [String: [String]]
    var value: PropertyValue

    var description: String { "\(group ?? "-").\(name) \(parameters) \(value)" }
  }

  // MARK: Canonical input

  @Test(
    "canonical octets come out as they went in",
    arguments: [
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\nEND:VCARD\r\n",
      "begin:vcard\r\nVersion:4.0\r\nfn:x\r\nNOTE:folded\r\n  here\r\nitem1.X-a;b=\"c\":d\r\nEnd:vCard\r\n",
      "BEGIN:VCARD\r\nVERSION:2.1\r\nN:a\r\nPHOTO;BASE64:\r\n  QUJD\r\n\r\nNOTE;QUOTED-PRINTABLE:a=\r\nb\r\nEND:VCARD\r\n",
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:a\r\n#comment\r\nnothing\r\nEND:VCARD\r\n",
    ])
  func canonical(text: String) throws {
    #expect(try written(Array(text.utf8)) == Array(text.utf8))
  }

  @Test("canonical files of the fixtures and the corpus come out as they went in")
  func canonicalFiles() throws {
    var count = 0
    for (name, bytes) in try Samples.small() {
      let reading = try Reading(bytes)
      // Nothing between the cards, and no card that says it was repaired.
      guard reading.cards.allSatisfy(\.isCanonical), !reading.cards.isEmpty,
        reading.cards.reduce(0, { $0 + $1.byteCount }) == bytes.count
      else { continue }
      count += 1
      #expect(try written(bytes) == bytes, "\(name)")
    }
    #expect(count > 50)
  }

  @Test("what was written is canonical in 3.0 and 4.0, and writing it again changes nothing")
  func writtenTwice() throws {
    for (name, bytes) in try Samples.small() {
      let once = try written(bytes)
      #expect(try written(once) == once, "\(name)")
      for line in lines(of: once) where line.count > 75 {
        // Soft breaks and text that is not indented cannot be folded anew.
        let reading = try Reading(once)
        let isTold = reading.cards.contains { card in
          card.version == .version21
            || card.properties.contains {
              $0.line.count > 75
                && ($0.isQuotedPrintable || $0.isMalformed || $0.isNestedCard
                  || $0.hasUnindentedLines)
            }
        }
        #expect(isTold, "\(name)")
      }
    }
  }

  @Test("what is written says what was read, in all versions")
  func sameContent() throws {
    for (name, bytes) in try Samples.small() {
      if let difference = try differenceWritten(bytes) { Issue.record("\(name): \(difference)") }
    }
  }

  @Test("what is written of damaged input says what was read", arguments: 0..<4)
  func sameContentOfDamaged(part: Int) throws {
    var random = SeededGenerator(seed: 500 + UInt64(part))
    let originals = try Samples.small().map(\.bytes).filter { $0.count < 2000 }
    for round in 0..<(isDebug ? 200 : 4000) * lawTimes {
      let input = Samples.damaged(of: originals, using: &random)
      if let difference = try differenceWritten(input) {
        Issue.record(
          "round \(round): \(difference)\n\(String(decoding: input, as: UTF8.self).debugDescription)"
        )
        return
      }
    }
  }

  /// What the cards of an input say differently once they are written.
  private func differenceWritten(_ bytes: [UInt8]) throws -> String? {
    let before = try Reading(bytes).cards
    let once = before.flatMap { octets(of: $0) }
    let after = try Reading(once).cards
    if before.count != after.count { return "\(after.count) cards, not \(before.count)" }
    for (one, other) in zip(before, after) {
      if let difference = difference(said(other), said(one)) { return difference }
      if one.version != other.version { return "\(other.version), not \(one.version)" }
    }
    return after.flatMap { octets(of: $0) } == once ? nil : "written anew, it has other octets"
  }

  // MARK: Folding

  @Test(
    "no line is longer than 75 octets and no fold splits a character", arguments: Version.allCases)
  func folding(version: Version) throws {
    var random = SeededGenerator(seed: 75)
    for _ in 0..<(isDebug ? 100 : 1000) * lawTimes {
      var card = Card(version: version)
      let text = text(length: Int.random(in: 0...400, using: &random), using: &random)
      card.append(ContentLine("NOTE", .text(text)))
      card.append(ContentLine("X-LIST", .list([text, text])))
      card.append(ContentLine("PHOTO", .binary(mediaType: "image/png", octets: Array(text.utf8))))
      card.append(
        ContentLine(
          group: "g", "X-PARAMETERS",
          parameters: [Parameter("X-P", Self.parameterText(text, version))],
          .verbatim("x")))
      for line in lines(of: octets(of: card)) {
        if String(validating: line, as: UTF8.self) == nil {
          Issue.record("a fold splits a character: \(line)")
          return
        }
        // 2.1 folds text only where it has blanks.
        if version != .version21 { #expect(line.count <= 75) }
      }
    }
  }

  // MARK: Cards made here

  @Test(
    "a card made of lines reads as those lines say", arguments: Version.allCases, 0..<4)
  func made(version: Version, part: Int) throws {
    var random = SeededGenerator(seed: UInt64(part) * 1000 + 40)
    for round in 0..<(isDebug ? 50 : 1000) * lawTimes {
      var card = Card(version: version)
      var lines: [ContentLine] = []
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let line = line(version, using: &random)
        card.append(line)
        lines.append(line)
      }
      if let difference = try difference(card, lines) {
        Issue.record("round \(round): \(difference)")
        return
      }
    }
  }

  @Test("an edited card reads as its lines say", arguments: Version.allCases, 0..<4)
  func edited(version: Version, part: Int) throws {
    var random = SeededGenerator(seed: UInt64(part) * 1000 + 41)
    for round in 0..<(isDebug ? 50 : 1000) * lawTimes {
      var card = Card(version: version)
      var lines: [ContentLine] = []
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let line = line(version, using: &random)
        let properties = Array(card.properties)
        let place = properties.isEmpty ? 0 : Int.random(in: 0..<properties.count, using: &random)
        switch properties.isEmpty ? 0 : Int.random(in: 0..<4, using: &random) {
        case 0:
          card.append(line)
          lines.append(line)
        case 1:
          card.insert(line, before: properties[place])
          lines.insert(line, at: place)
        case 2:
          card.replace(properties[place], with: line)
          lines[place] = line
        default:
          card.remove(properties[place])
          lines.remove(at: place)
        }
      }
      if let difference = try difference(card, lines) {
        Issue.record("round \(round): \(difference)")
        return
      }
    }
  }

  @Test("an edit of a card that was read leaves every other octet as it was")
  func editOfRead() throws {
    let text = """
      begin:VCARD\r
      Version:3.0\r
      n:Bell;\r
       Kate\r
      item1.tel;type=CELL:1\r
      NOTE;X="\u{e9}":a\\,\r
        b\r
      end:VCARD\r

      """
    var card = try #require(try Reading(Array(text.utf8)).cards.first)
    let phone = try #require(card.first(.tel))
    card.replace(phone, with: ContentLine(group: "item1", "TEL", .text("2")))
    #expect(
      octets(of: card)
        == Array(text.replacing("item1.tel;type=CELL:1", with: "item1.TEL:2").utf8))
    let note = try #require(card.first(.note))
    card.remove(note)
    card.append(ContentLine("NOTE", .text("c")))
    let changed = text.replacing("item1.tel;type=CELL:1", with: "item1.TEL:2")
      .replacing("NOTE;X=\"\u{e9}\":a\\,\r\n  b", with: "NOTE:c")
    #expect(octets(of: card) == Array(changed.utf8))
    let again = try #require(try Reading(octets(of: card)).cards.first)
    #expect(again.isCanonical)
  }

  @Test("a line that starts with a blank joins no line that an edit puts before it")
  func blankAtStart() throws {
    let input = Array("BEGIN:VCARD\r\n FN:Kate\r\n N:Bell\r\nEND:VCARD\r\n".utf8)
    // The second indented line is a fold of the first.
    var card = try #require(try Reading(input).cards.first)
    #expect(card.first(.fn)?.text == "KateN:Bell")
    let name = try #require(card.first(.fn))
    card.insert(ContentLine("NOTE", .text("a")), before: name)
    let again = try #require(try Reading(octets(of: card)).cards.first)
    #expect(again.first(.note)?.text == "a")
    #expect(again.first(.fn)?.text == "KateN:Bell")
  }

  @Test("blank lines after base64 stay in 2.1, also when another line is edited. vCard 2.1 §2.1.5")
  func blankAfterBase64() throws {
    let input = "BEGIN:VCARD\r\nVERSION:2.1\r\nPHOTO;BASE64:\r\n QUJD\r\n\r\nN:a\r\nEND:VCARD\r\n"
    var card = try #require(try Reading(Array(input.utf8)).cards.first)
    let name = try #require(card.first(.n))
    card.replace(name, with: ContentLine("N", .text("b")))
    #expect(
      octets(of: card) == Array(input.replacing("N:a", with: "N:b").utf8))
    card.append(ContentLine("LOGO", .binary(mediaType: "image/png", octets: [1, 2, 3])))
    #expect(
      String(decoding: octets(of: card), as: UTF8.self).hasSuffix(
        "N:b\r\nLOGO;ENCODING=BASE64;TYPE=image/png:AQID\r\n\r\nEND:VCARD\r\n".replacing(
          ";TYPE=image/png", with: ";PNG")))
  }

  // MARK: Lines by chance

  private static let pieces = [
    "a", "Kate", " ", "  ", ";", ",", ":", "\\", "\\n", "\"", "^", "^n", "'", "=", "=41", "\n",
    "\r\n",
    "\r", "\t", "\u{7}", "\0", "\u{7F}", "é", "李", "👩‍👩‍👧", "\u{FEFF}", "\u{2028}", "BEGIN:VCARD",
    "END:VCARD",
    "\nEND:VCARD\n", "#", ".", "-", "/", "0123456789", "The quick brown fox jumps", "data:",
    "\u{E000}", "ü", "\u{85}",
  ]

  private func text(length: Int, using random: inout SeededGenerator) -> String {
    var text = ""
    while text.utf8.count < length { text += Self.pieces.randomElement(using: &random) ?? "" }
    return text
  }

  private func text(using random: inout SeededGenerator) -> String {
    let most = [0, 5, 20, 200].randomElement(using: &random) ?? 0
    return text(length: Int.random(in: 0...most, using: &random), using: &random)
  }

  /// What a parameter of a version can hold of a text.
  private static func parameterText(_ text: String, _ version: Version) -> String {
    var text = String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" || $0 == "\n"
        }))
    if version == .version21 {
      // No quotes, hence no blanks at the ends; no line ends.
      text = text.replacing("\n", with: "")
      while let first = text.unicodeScalars.first, " \t".unicodeScalars.contains(first) {
        text.unicodeScalars.removeFirst()
      }
      while let last = text.unicodeScalars.last, " \t".unicodeScalars.contains(last) {
        text.unicodeScalars.removeLast()
      }
    }
    return text
  }

  private func parameters(_ version: Version, using random: inout SeededGenerator) -> [Parameter] {
    var parameters: [Parameter] = []
    for name in ["TYPE", "X-ONE", "LABEL", "SORT-AS"].shuffled(using: &random).prefix(
      Int.random(in: 0...3, using: &random))
    {
      var values: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let value = text(using: &random)
        if name == "TYPE" {
          // A comma separates types wherever it stands, and blanks around a type do not count.
          let type = Self.parameterText(
            value.replacing(",", with: "").replacing("\n", with: ""), .version21)
          values.append(type.isEmpty ? "home" : type)
        } else {
          values.append(Self.parameterText(value, version))
        }
      }
      parameters.append(Parameter(name, values))
    }
    return parameters
  }

  private func line(_ version: Version, using random: inout SeededGenerator) -> ContentLine {
    let group =
      Bool.random(using: &random) ? nil : ["item1", "a.b", "X-g"].randomElement(using: &random)
    let parameters = parameters(version, using: &random)
    func values() -> [String] {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in text(using: &random) }
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      let name = ["FN", "NOTE", "TITLE", "X-MINE", "X-GOOGLE TALK"].randomElement(using: &random)
      return ContentLine(
        group: group, name ?? "FN", parameters: parameters, .text(text(using: &random)))
    case 1:
      return ContentLine(group: group, "NICKNAME", parameters: parameters, .list(values()))
    case 2:
      // One value a component in 2.1, which has no commas, and in ORG.
      let name =
        version == .version21 ? "ORG" : ["N", "ADR", "ORG"].randomElement(using: &random) ?? "N"
      return ContentLine(
        group: group, name, parameters: parameters,
        .structure((0..<4).map { _ in name == "ORG" ? [text(using: &random)] : values() }))
    case 3:
      var octets: [UInt8] = []
      for _ in 0..<Int.random(in: 0...300, using: &random) {
        octets.append(.random(in: 0...255, using: &random))
      }
      let type =
        ["image/jpeg", "image/png", "application/x-mine"].randomElement(using: &random) ?? ""
      return ContentLine(
        group: group, "PHOTO", parameters: parameters.filter { $0.name != "TYPE" },
        .binary(mediaType: type, octets: octets))
    case 4:
      let uri = text(using: &random).filter {
        $0 != "\\" && $0 != "\r" && $0 != "\n" && $0 != "\r\n"
      }
      return ContentLine(group: group, "URL", parameters: parameters, .verbatim("http:" + uri))
    default:
      return ContentLine(group: group, "REV", parameters: parameters, .verbatim("20260412T101500Z"))
    }
  }

  // MARK: Comparing

  /// What a card and what is written of it say other than these lines do.
  private func difference(_ card: Card, _ lines: [ContentLine]) throws -> String? {
    let expected = lines.map { wanted($0, card.version) }
    if let difference = difference(said(card), expected) { return "as made: \(difference)" }
    let octets = octets(of: card)
    let reading = try Reading(octets)
    guard reading.diagnostics == [], reading.cards.count == 1, let again = reading.cards.first
    else {
      return "\(reading.cards.count) cards, \(reading.diagnostics)"
    }
    if let difference = difference(said(again), expected) { return "as read: \(difference)" }
    return self.octets(of: again) == octets ? nil : "written anew, it has other octets"
  }

  private func difference(_ said: [Said], _ expected: [Said]) -> String? {
    if said.count != expected.count { return "\(said.count) lines, not \(expected.count)" }
    return zip(said, expected).first { $0 != $1 }.map { "\($0), not \($1)" }
  }

  /// What a line says once it is read: some differences no version can write down.
  private func wanted(_ line: ContentLine, _ version: Version) -> Said {
    var parameters: [String: [String]] = [:]
    for parameter in line.parameters { parameters[parameter.name, default: []] += parameter.values }
    func normal(_ text: String) -> String {
      String(decoding: Array(text.utf8).withLineEnds("\n"), as: UTF8.self)
    }
    let value: PropertyValue =
      switch line.value {
      case .text(let text): .text(normal(text))
      case .verbatim(let text): .text(text)
      case .list(let values): .list(values == [""] ? [] : values.map(normal))
      case .structure(let components):
        .structure(components.map { $0 == [""] ? [] : $0.map(normal) })
      case .binary(let type, let octets): .binary(mediaType: type, octets: octets)
      }
    return Said(group: line.group, name: line.name, parameters: parameters, value: value)
  }

  private func said(_ card: Card) -> [Said] {
    card.properties.map { property in
      var parameters: [String: [String]] = [:]
      for parameter in property.parameters {
        if parameter.name == "ENCODING" || parameter.name == "CHARSET" { continue }
        parameters[parameter.name, default: []] += parameter.values
      }
      var value = property.value
      if property.known == .photo, let binary = property.binary {
        value = .binary(mediaType: binary.mediaType, octets: binary.octets)
        // The media type of 2.1 and 3.0.
        parameters["TYPE"] = nil
      }
      if property.isNestedCard {
        // Blanks at the end of one that was cut off stand within it when it has been written.
        let lines = property.nestedCardText.split(separator: "\n").map { line in
          String(line.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
        value = .text(lines.filter { !$0.isEmpty }.joined(separator: "\n"))
      }
      return Said(
        group: property.group, name: property.isMalformed ? "" : property.name.canonical,
        parameters: parameters, value: value)
    }
  }

  private func octets(of card: Card) -> [UInt8] {
    var octets: [UInt8] = []
    CardWriter().write(card, into: &octets)
    return octets
  }

  private func written(_ bytes: [UInt8]) throws -> [UInt8] {
    try Reading(bytes).cards.flatMap { octets(of: $0) }
  }

  private func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(whereSeparator: { $0 == 0x0D || $0 == 0x0A })
  }
}
