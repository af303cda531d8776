import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard sort")
struct SortTests {
  private func sorted(_ arguments: [String], _ names: [(String, String)]) async throws -> [String] {
    let cards = names.map { family, given in
      "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:\(given) \(family)\r\nN:\(family);\(given);;;\r\n"
        + "END:VCARD\r\n"
    }
    let outcome = try await ToolRunner.run(
      ["sort"] + arguments, input: Array(cards.joined().utf8))
    #expect(outcome.ending == .exit(0))
    return outcome.outputText.split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix("FN:") }.map { String($0.dropFirst(3)) }
  }

  private let names = [("Zander", "Åke"), ("Ärlig", "Bo"), ("Öberg", "Cia"), ("Abel", "Dan")]

  @Test("follows the language: Swedish has ä and ö after z, German beside a and o")
  func languages() async throws {
    #expect(
      try await sorted(["--locale", "sv"], names)
        == ["Dan Abel", "Åke Zander", "Bo Ärlig", "Cia Öberg"])
    #expect(
      try await sorted(["--locale", "de"], names)
        == ["Dan Abel", "Bo Ärlig", "Cia Öberg", "Åke Zander"])
  }

  @Test("--by given and --reverse")
  func byGivenName() async throws {
    #expect(
      try await sorted(["--locale", "de", "--by", "given", "--reverse"], names)
        == ["Dan Abel", "Cia Öberg", "Bo Ärlig", "Åke Zander"])
  }

  @Test("cards come out byte for byte, and an unknown language ends with 64")
  func bytes() async throws {
    let path = Fixtures.path("cards/wild/outlook.vcf").string
    let sorted = try await ToolRunner.run(["sort", "--quiet", path])
    let plain = try await ToolRunner.run(["convert", "--quiet", path])
    #expect(sorted.output.sorted() == plain.output.sorted())
    let unknown = try await ToolRunner.run(["sort", "--locale", "12345", path])
    #expect(unknown.ending == .exit(64))
  }
}

@Suite("vcard find")
struct FindTests {
  private let book = Fixtures.path("demo/book.vcf").string

  @Test(
    "every word begins a word of the name, in any order, without case and marks",
    arguments: [
      ("bell kat", 2), ("kate northpier", 1), ("nunez", 1), ("ORTEGA lucia", 1), ("орлова", 1),
      ("ate", 0), ("陈", 1),
    ])
  func words(query: String, count: Int) async throws {
    let outcome = try await ToolRunner.run(["find", "--quiet", query, book])
    #expect(outcome.ending == .exit(count == 0 ? 1 : 0))
    #expect(outcome.outputText.split(separator: "\n").count == count)
    let inBook = try await ToolRunner.run(["find", "--quiet", query, "--book", book])
    #expect(inBook.output == outcome.output)
  }

  @Test("--format vcf gives the cards")
  func cards() async throws {
    let outcome = try await ToolRunner.run(["find", "--format", "vcf", "--quiet", "kate", book])
    let text = outcome.outputText
    #expect(text.components(separatedBy: "BEGIN:VCARD\r\n").count == 3)
  }
}
