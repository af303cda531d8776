import TestSupport
import Testing
import VCard

@Suite("CardWriter.Options")
struct CardWriterOptionsTests {
  /// What a line says, whatever it looks like.
  private struct Said: Equatable, CustomStringConvertible {
    var group: String?
    var name: String
    var parameters: [Parameter]
    var value: PropertyValue
    var isMalformed: Bool

    init(_ property: Property) {
      group = property.group
      name = property.name.spelling
      parameters = property.parameters
      value = property.value
      isMalformed = property.isMalformed
    }

    var description: String { "\(group ?? "-").\(name) \(parameters) \(value)" }
  }

  private static let options: [CardWriter.Options] =
    [.asNeeded, .at(20), .at(40), .at(75), .at(1000), .never].flatMap { folding in
      [.crlf, .lf].map { CardWriter.Options(lineEnd: $0, folding: folding) }
    }

  // MARK: The law

  @Test("whatever the options, what is written reads as the card", arguments: options)
  func sameContent(options: CardWriter.Options) throws {
    for (name, bytes) in try Samples.small() {
      if let difference = try difference(bytes, options) {
        Issue.record("\(name): \(difference)")
      }
    }
  }

  @Test("so does what is written of damaged input", arguments: options)
  func sameContentOfDamaged(options: CardWriter.Options) throws {
    var random = SeededGenerator(seed: 2400)
    let originals = try Samples.small().map(\.bytes).filter { $0.count < 2000 }
    for round in 0..<(isDebug ? 100 : 3000) {
      let input = Samples.damaged(of: originals, using: &random)
      if let difference = try difference(input, options) {
        Issue.record(
          "round \(round): \(difference)\n\(String(decoding: input, as: UTF8.self).debugDescription)"
        )
        return
      }
    }
  }

  /// What the cards of an input say otherwise, or look like, when they are written by the options.
  private func difference(_ bytes: [UInt8], _ options: CardWriter.Options) throws -> String? {
    // By itself the writer adds what is missing, such as the END of a nested card.
    let plain = try written(bytes, CardWriter.Options())
    let octets = try written(bytes, options)
    let before = try Reading(plain).cards
    let after = try Reading(octets).cards
    if before.count != after.count { return "\(after.count) cards, not \(before.count)" }
    for (one, other) in zip(before, after) {
      if one.version != other.version { return "\(other.version), not \(one.version)" }
      let (one, other) = (one.properties.map(Said.init), other.properties.map(Said.init))
      if one.count != other.count { return "\(other.count) lines, not \(one.count)" }
      if let (said, wanted) = zip(other, one).first(where: { $0 != $1 }) {
        return "\(said), not \(wanted)"
      }
    }
    if try written(octets, options) != octets { return "written anew, it has other octets" }
    return try fault(of: octets, options)
  }

  /// What in the look of written octets the options do not ask for.
  private func fault(of octets: [UInt8], _ options: CardWriter.Options) throws -> String? {
    switch options.lineEnd {
    case .lf: if octets.contains(0x0D) { return "a CR" }
    case .crlf:
      for index in octets.indices where octets[index] == 0x0A {
        if index == 0 || octets[index - 1] != 0x0D { return "LF without CR" }
      }
    }
    for card in try Reading(octets).cards where card.version != .version21 {
      for property in card.properties {
        if property.isMalformed || property.isNestedCard || property.isQuotedPrintable
          || property.hasUnindentedLines
        {
          // Nobody but the writer of these knows what in them is a fold.
          continue
        }
        let lines = property.line.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        switch options.folding {
        case .never: if lines.count > 1 { return "a fold in \(property.name.spelling)" }
        case .asNeeded, .at:
          let width = if case .at(let width) = options.folding { width } else { 75 }
          if lines.contains(where: { $0.count > width }) {
            return "a long line in \(property.name.spelling)"
          }
        }
      }
    }
    return nil
  }

  // MARK: What it looks like

  @Test("a fold of a narrow card splits no character. RFC 6350 §3.2")
  func characters() throws {
    let text = String(repeating: "Ünï👩‍👩‍👧", count: 20)
    var card = Card(version: .version40)
    card.append(ContentLine("NOTE", .text(text)))
    let octets = octets(of: card, CardWriter.Options(folding: .at(20)))
    for line in octets.split(whereSeparator: { $0 == 0x0D || $0 == 0x0A }) {
      #expect(line.count <= 20)
      #expect(String(validating: line, as: UTF8.self) != nil)
    }
  }

  @Test(
    "folds that were read stay or go as the options say",
    arguments: [
      (.asNeeded, "NOTE:a\r\n b\r\n"), (.at(75), "NOTE:ab\r\n"), (.never, "NOTE:ab\r\n"),
    ] as [(CardWriter.Options.LineFolding, String)])
  func folds(folding: CardWriter.Options.LineFolding, line: String) throws {
    let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:x\r\nNOTE:a\r\n b\r\nEND:VCARD\r\n"
    let written = try written(Array(card.utf8), CardWriter.Options(folding: folding))
    #expect(
      String(decoding: written, as: UTF8.self)
        == card.replacing("NOTE:a\r\n b\r\n", with: line))
  }

  @Test("no line is narrower than 20 octets, so that the envelope is whole")
  func narrowest() throws {
    let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:0123456789012345678901\r\nEND:VCARD\r\n"
    let written = try written(Array(card.utf8), CardWriter.Options(folding: .at(1)))
    #expect(
      String(decoding: written, as: UTF8.self)
        == "BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:012345678901234\r\n 5678901\r\nEND:VCARD\r\n")
  }

  @Test(
    "text of 2.1 is folded before a blank between words, as all readers read it. vCard 2.1 §2.1.3")
  func wordsOf21() throws {
    let card = """
      BEGIN:VCARD
      VERSION:2.1
      NOTE:one two three  four five six seven eight nine
      TEL:+1 408 555 0000 0000 0000 0000 0000 0000
      NOTE;ENCODING=QUOTED-PRINTABLE:a long value of =41=42 =43=44 and=
       more
      END:VCARD

      """
    let written = try written(
      Array(card.utf8), CardWriter.Options(lineEnd: .lf, folding: .at(20)))
    #expect(
      String(decoding: written, as: UTF8.self)
        == card.replacing(
          "NOTE:one two three  four five six seven eight nine",
          with: "NOTE:one two\n three  four five\n six seven eight\n nine"))
  }

  @Test("a word of 2.1 that leaves no room for a fold makes its line longer")
  func longWordsOf21() throws {
    let word = String(repeating: "w", count: 80)
    let card =
      "BEGIN:VCARD\nVERSION:2.1\nNOTE:a \(word) b c\nEND:VCARD\n"
    let written = try written(
      Array(card.utf8), CardWriter.Options(lineEnd: .lf, folding: .at(40)))
    #expect(
      String(decoding: written, as: UTF8.self)
        == card.replacing("NOTE:a \(word) b c", with: "NOTE:a\n \(word) b c"))
  }

  @Test(
    "base64 of 2.1 is folded in its value only, and a blank line ends it. vCard 2.1 §2.1.5",
    arguments: [
      (.at(30), "PHOTO;ENCODING=BASE64;TYPE=JPEG:\n /9j/4AAQSkZJRgABAQ\n\n"),
      (.at(40), "PHOTO;ENCODING=BASE64;TYPE=JPEG:/9j/4AAQ\n SkZJRgABAQ\n\n"),
      (.never, "PHOTO;ENCODING=BASE64;TYPE=JPEG:/9j/4AAQSkZJRgABAQ\n\n"),
    ] as [(CardWriter.Options.LineFolding, String)])
  func base64Of21(folding: CardWriter.Options.LineFolding, lines: String) throws {
    let card =
      "BEGIN:VCARD\nVERSION:2.1\nPHOTO;ENCODING=BASE64;TYPE=JPEG:\n /9j/4AAQSkZJ\n RgABAQ\nEND:VCARD\n"
    let written = try written(
      Array(card.utf8), CardWriter.Options(lineEnd: .lf, folding: folding))
    #expect(
      String(decoding: written, as: UTF8.self)
        == "BEGIN:VCARD\nVERSION:2.1\n\(lines)END:VCARD\n")
  }

  @Test("no fold makes a nested card of an inlined one. RFC 2426 §3.5.4", arguments: 20...80)
  func inlinedAgents(width: Int) throws {
    let parameter = String(repeating: "x", count: width - 20)
    let input =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nAGENT;X=\(parameter):BEGIN:VCARD\\nFN:a\\nEND:VCARD\\n"
      + "\r\nFN:b\r\nEND:VCARD\r\n"
    let written = try written(Array(input.utf8), CardWriter.Options(folding: .at(width)))
    let card = try #require(try Reading(written).cards.first)
    let agent = try #require(card.first(.agent))
    #expect(!agent.isNestedCard)
    #expect(agent.text == "BEGIN:VCARD\nFN:a\nEND:VCARD\n")
  }

  // MARK: Editing

  @Test("all properties of a name go at once, and no other")
  func removesAll() throws {
    let input = "BEGIN:VCARD\r\nVERSION:3.0\r\nPHOTO:a\r\nFN:x\r\nphoto:b\r\nEND:VCARD\r\n"
    var card = try #require(try Reading(Array(input.utf8)).cards.first)
    card.removeAll(.photo)
    #expect(
      String(decoding: octets(of: card, CardWriter.Options()), as: UTF8.self)
        == "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:x\r\nEND:VCARD\r\n")
    let canonical = try #require(try Reading(Array(input.utf8)).cards.first)
    var same = canonical
    same.removeAll(.logo)
    #expect(same.isIdentical(to: canonical))
  }

  private func octets(of card: Card, _ options: CardWriter.Options) -> [UInt8] {
    var octets: [UInt8] = []
    CardWriter(options: options).write(card, into: &octets)
    return octets
  }

  private func written(_ bytes: [UInt8], _ options: CardWriter.Options) throws -> [UInt8] {
    try Reading(bytes).cards.flatMap { octets(of: $0, options) }
  }
}
