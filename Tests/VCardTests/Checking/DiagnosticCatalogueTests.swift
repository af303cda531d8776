import Foundation
import Testing
import VCard

@Suite("DiagnosticCatalogue, what every code means")
struct DiagnosticCatalogueTests {
  /// Codes that cannot come alone: what they are about is told by the other one too.
  private static let companions: [Diagnostic.Code: Set<Diagnostic.Code>] = [
    .brokenUTF16: [.utf16], .foundCharset: [.undeclaredCharset], .nestedTooDeep: [.nestedCard],
  ]

  @Test(
    "a bad example gets its code and no other, with the severity that the entry has",
    arguments: DiagnosticCatalogue.checkedEntries)
  func bad(entry: DiagnosticCatalogue.Entry) throws {
    let found = try Checked.diagnostics(entry.bad)
    let wanted = Set([entry.code]).union(Self.companions[entry.code] ?? [])
    #expect(Set(found.map(\.code)) == wanted, "\(found)")
    #expect(
      found.filter { $0.code == entry.code }.map(\.severity).allSatisfy { $0 == entry.severity })
  }

  @Test(
    "a good example gets no warning and no error",
    arguments: DiagnosticCatalogue.entries.filter {
      !DiagnosticCatalogue.preferenceEntries.contains($0)
    })
  func good(entry: DiagnosticCatalogue.Entry) throws {
    let found = try Checked.diagnostics(entry.good)
    #expect(found.allSatisfy { $0.severity == .note && $0.code != entry.code }, "\(found)")
  }

  @Test("every code that the sources declare has an entry, and no other has one")
  func complete() throws {
    let sources = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    var declared: Set<String> = []
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      guard text.contains("extension Diagnostic.Code") else { continue }
      for match in text.matches(of: /= Self\(rawValue: "([a-z0-9-]+)"\)/) {
        declared.insert(String(match.1))
      }
    }
    #expect(declared.count > 70)
    let codes = DiagnosticCatalogue.entries.map(\.code.rawValue)
    #expect(Set(codes) == declared)
    #expect(Set(codes).count == codes.count)
  }

  @Test("an entry says something, and names the sections of its rule")
  func contents() {
    for entry in DiagnosticCatalogue.entries {
      #expect(!entry.title.isEmpty && !entry.title.hasSuffix("."), "\(entry.code)")
      #expect(entry.rule.hasSuffix(".") && entry.rule.count > 60, "\(entry.code)")
      #expect(!entry.sections.isEmpty, "\(entry.code)")
      #expect(entry.sections.allSatisfy { $0.contains("§") }, "\(entry.code)")
      #expect(DiagnosticCatalogue.entry(for: entry.code) == entry)
    }
    #expect(DiagnosticCatalogue.entry(for: Diagnostic.Code(rawValue: "no-such-code")) == nil)
  }

  @Test(
    "a word that is no code brings the codes that are like it",
    arguments: [
      ("missing-end", "missing-end"), ("mising-fn", "missing-fn"), ("BAD_PREF", "bad-pref"),
      ("charset", "missing-charset"), ("base64", "bad-base64"), ("uri", "bad-uri"),
    ])
  func nearest(word: String, code: String) {
    #expect(DiagnosticCatalogue.codes(like: word).map(\.rawValue).contains(code))
  }

  @Test("a word like no code brings none", arguments: ["", "zzzzzzzzzzzzzzzzzzzz", "qqq"])
  func nothingNear(word: String) { #expect(DiagnosticCatalogue.codes(like: word).isEmpty) }

  @Test("an example shows what cannot be seen")
  func visible() throws {
    let entry = try #require(DiagnosticCatalogue.entry(for: .undeclaredCharset))
    #expect(entry.bad.visibleText.contains("NOTE:Zo\\xEB\n"))
    #expect(entry.good.visibleText.contains("NOTE:Zoë\n"))
    let ends = try #require(DiagnosticCatalogue.entry(for: .lineEnd))
    #expect(ends.bad.visibleText.contains("VERSION:4.0\\n\n"))
    let control = try #require(DiagnosticCatalogue.entry(for: .controlCharacter))
    #expect(control.bad.visibleText.contains("Likes\\x08 tea"))
  }
}

/// Reads and checks.
enum Checked {
  /// What reader and checker say about an input, in the order of the input.
  static func diagnostics(
    _ octets: [UInt8], limits: CardReader.Limits = CardReader.Limits(), limit: Int? = nil,
    decoding: TextDecoding = .builtin
  ) throws -> [Diagnostic] {
    var reader = CardReader(limits: limits, decoding: decoding)
    try reader.append(octets)
    reader.finish()
    var checker = CardChecker()
    if let limit { checker.limit = limit }
    var found: [Diagnostic] = []
    while case .card(let card, let diagnostics) = reader.next() {
      found += diagnostics
      checker.check(card, into: &found)
    }
    return found + reader.takeDiagnostics()
  }

  static func diagnostics(_ example: DiagnosticCatalogue.Example) throws -> [Diagnostic] {
    try diagnostics(
      example.octets, limits: example.limits, limit: example.diagnosticLimit,
      decoding: example.decoding)
  }

  /// What is said about a text with LF for CR LF.
  static func diagnostics(_ text: String) throws -> [Diagnostic] {
    try diagnostics(text.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
  }

  /// The same as `LINE:COLUMN CODE`, one each.
  static func summary(_ text: String) throws -> [String] {
    try diagnostics(text).map {
      "\($0.position.line):\($0.position.column) \($0.severity.rawValue) \($0.code.rawValue)"
    }
  }
}
