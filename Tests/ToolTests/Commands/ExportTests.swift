import ContactStore
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("vcard export")
struct ExportTests {
  private func card(_ name: String, end: String, ends: Bool = true) -> String {
    ["BEGIN:VCARD", "VERSION:3.0", "N:\(name);;;;", "FN:\(name)", "END:VCARD"]
      .joined(separator: end) + (ends ? end : "")
  }

  private func exported(_ cards: String, of kind: String = "book.sqlite") async throws -> String {
    let book = try BookRunner(kind)
    let file = try book.folder.write(cards, to: "in.vcf")
    let outcome = try await book(["import", file.string, "--quiet", "--ambiguous", "new"])
    guard outcome.ending == .exit(0) else { throw BookRunner.Failed(errors: outcome.errorText) }
    return try await book.output(["export"])
  }

  @Test("line ends of every kind come out as they came in", arguments: ["\r\n", "\n", "\r"])
  func lineEnds(end: String) async throws {
    let whole = card("A", end: end) + card("B", end: end)
    #expect(try await exported(whole) == whole)
    let open = card("A", end: end) + card("B", end: end, ends: false)
    #expect(try await exported(open) == open)
    // Another card begins a line of its own, and the line ends as the card's others do.
    let book = try BookRunner()
    for name in ["A", "B"] {
      _ = try await book.output(["book", "new"], input: card(name, end: end, ends: false))
    }
    #expect(try await book.output(["export"]) == open)
  }

  @Test(
    "a card that begins or ends in an odd way has the octets that it came with",
    arguments: [
      "  BEGIN:VCARD\nVERSION:3.0\nN:A;;;;\nFN:A\nEND:VCARD\n",
      "begin : vcard\nVERSION:3.0\nN:A;;;;\nFN:A\nend:vCard  \n",
      "BEGIN:VCARD\nVERSION:3.0\nN:A;;;;\nFN:A\nNOTE:no colon in\nthis line\n\nEND:VCARD\n",
      "BEGIN:VCARD\nVERSION:2.1\nN:A\nAGENT:\nBEGIN:VCARD\nN:B\nEND:VCARD\nEND:VCARD\n",
    ])
  func irregular(text: String) async throws {
    let plain = card("C", end: "\n")
    #expect(try await exported(text + plain) == text + plain)
    #expect(try await exported(plain + text) == plain + text)
  }

  @Test("a byte order mark is the file's and no card's")
  func mark() async throws {
    let cards = card("A", end: "\n") + card("B", end: "\n")
    #expect(try await exported("\u{FEFF}" + cards) == cards)
  }

  @Test(
    "what a card lacks of its envelope is added with its own line ends, and nothing else",
    arguments: [
      ("BEGIN:VCARD\nVERSION:3.0\nN:A;;;;\nFN:A\n", "END:VCARD\n"),
      ("BEGIN:VCARD\rVERSION:3.0\rN:A;;;;\rFN:A", "\rEND:VCARD\r"),
      ("BEGIN:VCARD\nVERSION:2.1\nN:A\nAGENT:\nBEGIN:VCARD\nN:B\nEND:VCARD\n", "END:VCARD\n"),
    ])
  func completed(card: String, missing: String) async throws {
    #expect(try await exported(card) == card + missing)
  }

  @Test("sources, groups, people of several records, and other formats")
  func choices() async throws {
    let book = try BookRunner()
    for (name, source) in [("A", "phone"), ("B", "phone"), ("C", "web")] {
      let new = ["book", "new", "--source", source]
      _ = try await book.output(new, input: card(name, end: "\n"))
    }
    for command in [["link", "1", "3"], ["groups", "new", "G"], ["groups", "add", "G", "3"]] {
      #expect(try await book(["book"] + command).ending == .exit(0))
    }
    func names(_ options: [String]) async throws -> [String] {
      try await book.output(["export"] + options).split(whereSeparator: \.isNewline)
        .filter { $0.hasPrefix("FN:") || $0.hasPrefix("X-ALSO-FN:") }.map(String.init)
    }
    #expect(try await names(["--source", "phone"]) == ["FN:A", "FN:B"])
    #expect(try await names(["--source", "web", "--group", "4"]) == ["FN:C"])
    #expect(try await names(["--records", "--source", "phone", "--group", "G"]) == [])
    // A person is in a group when one of the records is.
    #expect(try await names(["--source", "phone", "--group", "G"]) == ["FN:A"])
    #expect(try await names([]) == ["FN:A", "X-ALSO-FN:C", "FN:B", "FN:G"])
    #expect(try await names(["--unified"]) == names([]))
    #expect(try await names(["--records"]) == ["FN:A", "FN:B", "FN:C", "FN:G"])
    #expect(
      try await names(["--group", "G", "--source", "web"]) == ["FN:C"])
    #expect(try await book(["export", "--records", "--unified"]).ending == .exit(64))
    for format in ["vcard21", "vcard3", "vcard4", "jsonl"] {
      let all = try await book.output(["export", "--records", "--to", format])
      let converted = try await ToolRunner.run(
        ["convert", "--to", format], input: try await book.export())
      #expect(Self.withoutFile(all) == Self.withoutFile(converted.outputText), "\(format)")
    }
    for wrong in [["--source", "none"], ["--group", "none"]] {
      let outcome = try await book(["export", "-o", book.folder.argument("out")] + wrong)
      #expect(outcome.ending == .exit(66))
      #expect(!(try book.folder.names().contains("out")))
    }
  }

  @Test("a book of linked people comes back from its export: values, UIDs and members of groups")
  func backup() async throws {
    let book = try BookRunner()
    _ = try await book.add("Bell", "TEL:1", "BDAY:1978-04-12", "UID:a")
    _ = try await book.add("Bell", "TEL:2", "BDAY:1979-04-12", "UID:b", "X-ALSO-UID:d", "X-OWN:x")
    _ = try await book.add("Ray", "UID:c")
    for command in [
      ["link", "1", "2"], ["groups", "new", "G"], ["groups", "add", "G", "2", "3"],
      ["groups", "new", "H"], ["groups", "add", "H", "1", "2"],
    ] {
      #expect(try await book(["book"] + command).ending == .exit(0))
    }
    let cards = try await book.output(["export"])
    #expect(cards.components(separatedBy: "BEGIN:VCARD").count == 5)
    for line in [
      "TEL:1", "TEL:2", "BDAY:1978-04-12", "X-ALSO-BDAY:1979-04-12", "UID:a", "X-ALSO-UID:b",
      "X-ALSO-UID:d", "X-OWN:x",
    ] {
      #expect(cards.contains("\r\n\(line)\r\n"), "\(line)")
    }
    let copy = try BookRunner()
    let file = try copy.folder.write(cards, to: "all.vcf").string
    _ = try await copy.output(["import", "--quiet", "--ambiguous", "new", file])
    let groups = try await copy.output(["book", "groups", "--format", "jsonl"])
    #expect(groups.contains("\"members\":[\"1\",\"2\"],\"missing\":0"))
    #expect(groups.contains("\"members\":[\"1\"],\"missing\":0"))
    #expect(try await copy.output(["export"]) == cards)
  }

  /// JSON Lines without what tells the place in the input.
  private static func withoutFile(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { line in
      guard line.hasPrefix("{"), let version = line.range(of: "\"version\"") else {
        return String(line)
      }
      return String(line[version.lowerBound...])
    }
  }

  @Test(
    "real files come out byte for byte, but for what is no card, and read as they did", .slow,
    .enabled(if: !Corpus.files.isEmpty, "the files are not part of the repository"))
  func corpus() async throws {
    var (same, whole) = (0, 0)
    // Of all of them every fifth, for each takes three runs of the tool.
    for (number, file) in Corpus.files.enumerated() where number % 5 == 0 {
      let octets = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.string)))
      // UTF-16 is kept as UTF-8.
      guard octets.count <= 1 << 17, !octets.starts(with: [0xFF, 0xFE]),
        !octets.starts(with: [0xFE, 0xFF]), !octets.starts(with: [0x1F, 0x8B]),
        // Nor is JSON or XML.
        let first = octets.first, !"[{<".utf8.contains(first)
      else { continue }
      let book = try BookRunner()
      let outcome = try await book(["import", file.string, "--ambiguous", "new"])
      let counts = outcome.errorLines.last ?? ""
      let created = Self.number(after: "created ", in: counts)
      guard outcome.ending == .exit(0), created > 0 else { continue }
      let exported = try await book.export()
      if created == Self.number(after: "read ", in: counts), let cards = Self.wholeCards(octets) {
        whole += 1
        #expect(exported == cards, "\(file)")
        if exported == octets { same += 1 }
      }
      // A nested card that was cut off gets its END, too.
      if outcome.errorText.contains("[truncated-card]") { continue }
      let copy = try book.folder.write(exported, to: "copy.vcf")
      let again = try await book(["import", copy.string, "--ambiguous", "new"])
      #expect(
        again.errorLines.last
          == "read \(created), matched \(created) (0 updated), created 0, ambiguous 0, skipped 0",
        "\(file)")
    }
    #expect(same > 100 && whole > same, "\(same) of \(whole)")
  }

  private static func number(after word: String, in text: String) -> Int {
    guard let start = text.range(of: word)?.upperBound else { return 0 }
    return Int(text[start...].prefix { $0.isNumber }) ?? 0
  }

  /// The octets of all cards of a file, without what stands between them; `nil` when one of them has
  /// no BEGIN or no END.
  private static func wholeCards(_ file: [UInt8]) -> [UInt8]? {
    var reader = CardReader()
    guard (try? reader.append(file)) != nil else { return nil }
    reader.finish()
    var cards: [UInt8] = []
    let broken: Set<Diagnostic.Code> = [.missingBegin, .missingEnd, .truncatedCard]
    while case .card(let card, let found) = reader.next() {
      if found.contains(where: { broken.contains($0.code) }) { return nil }
      cards += file[card.start.byte..<card.start.byte + card.byteCount]
    }
    return cards
  }
}
