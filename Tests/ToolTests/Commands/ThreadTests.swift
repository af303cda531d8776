import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("--threads", .timeLimit(.minutes(20)))
struct ThreadTests {
  /// So much that several threads have several pieces each.
  private static let size = 4_000_000

  /// Cards of every version, as good as many programs write them, with other text in between.
  private static let input: [UInt8] = {
    var random = SeededGenerator(seed: 77)
    var bytes: [UInt8] = []
    while bytes.count < size {
      let version = Version.allCases.randomElement(using: &random) ?? .version30
      switch Int.random(in: 0..<40, using: &random) {
      case 0: bytes += Mutation.lines(using: &random)
      case 1: bytes += "no card\r\n".utf8
      case 2...10: bytes += CardGenerator(version, .wild).card(using: &random).text.utf8
      default: bytes += CardGenerator(version).card(using: &random).text.utf8
      }
    }
    return bytes
  }()

  private func outcome(
    _ arguments: [String], threads: Int, in folder: TemporaryDirectory
  ) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(
      arguments + ["--threads", "\(threads)"], directory: folder.path, timeout: .seconds(600))
  }

  @Test(
    "output, diagnostics and exit code are those of one thread, for files and standard input",
    arguments: [
      ["convert"], ["convert", "--to", "vcard4"], ["convert", "--to", "vcard21", "--quiet"],
      ["convert", "--to", "jsonl"], ["check"], ["stats", "--format", "jsonl"],
      ["sort", "--by", "given"], ["find", "a", "--format", "jsonl"],
      ["convert", "--photos", "drop", "--to", "vcard3"],
    ])
  func oracle(arguments: [String]) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    _ = try folder.write(Self.input, to: "in.vcf")
    let all = arguments + ["--diagnostics", "jsonl"] + (arguments[0] == "find" ? ["--in"] : [])
    let one = try await outcome(all + ["in.vcf"], threads: 1, in: folder)
    #expect(!one.output.isEmpty || !one.errors.isEmpty)
    for threads in [2, 5] {
      let several = try await outcome(all + ["in.vcf"], threads: threads, in: folder)
      #expect(several.ending == one.ending)
      #expect(several.output == one.output, "\(threads) threads")
      #expect(several.errors == one.errors, "\(threads) threads")
    }
    // A pipe that gives what it has.
    let script = "cat in.vcf | vcard \(all.joined(separator: " ")) - --threads"
    let single = try await ToolRunner.shell(script + " 1", directory: folder.path)
    let piped = try await ToolRunner.shell(script + " 2", directory: folder.path)
    #expect(piped.ending == single.ending)
    #expect(piped.output == single.output)
    #expect(piped.errors == single.errors)
  }

  @Test("a strict run has written the cards before the first error, whatever the threads")
  func strict() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    func cards(_ version: String, _ irregular: String) -> String {
      let good = "BEGIN:VCARD\r\nVERSION:\(version)\r\nN:B;a;;;\r\nFN:a\r\nEND:VCARD\r\n"
      let bad = "BEGIN:VCARD\r\nVERSION:\(version)\r\nN:B;a;;;\r\n\(irregular)\r\nEND:VCARD\r\n"
      return String(repeating: good, count: 40_000) + bad + String(repeating: good, count: 9000)
    }
    for (command, text) in [
      (["convert", "--to", "vcard4"], cards("3.0", "FN:a\r\nCLASS:PRIVATE")),
      (["convert", "--to", "vcard3"], cards("4.0", "FN:a\r\nGENDER:F")),
      (["check"], cards("4.0", "NOTE:no name")),
    ] {
      _ = try folder.write(text, to: "in.vcf")
      let one = try await outcome(command + ["--strict", "in.vcf"], threads: 1, in: folder)
      #expect(one.ending == .exit(65))
      if command[0] == "convert" {
        // The card at which it stopped is not written.
        #expect(one.outputText.split(separator: "END:VCARD\r\n").count == 40_000)
      }
      for threads in [2, 3] {
        let several = try await outcome(
          command + ["--strict", "in.vcf"], threads: threads, in: folder)
        #expect(several.ending == one.ending)
        #expect(several.output == one.output)
        #expect(several.errors == one.errors)
      }
    }
  }

  @Test("matching and importing decide the same, whatever the threads")
  func matching() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var random = SeededGenerator(seed: 78)
    var cards: [String] = []
    for index in 0..<9000 {
      let (given, family) = (
        Int.random(in: 0..<200, using: &random), Int.random(in: 0..<900, using: &random)
      )
      cards.append(
        "BEGIN:VCARD\r\nVERSION:3.0\r\nN:F\(family);G\(given);;;\r\nFN:G\(given) F\(family)\r\n"
          + "EMAIL:p\(index % 7000)@example.org\r\nNOTE:\(String(repeating: "x", count: 100))\r\n"
          + "UID:urn:uuid:00000000-0000-4000-8000-\(100_000_000_000 + index)\r\nEND:VCARD\r\n")
    }
    _ = try folder.write(cards[..<7000].joined(), to: "book.vcf")
    _ = try folder.write(cards[5000...].joined(), to: "in.vcf")
    let match = ["match", "in.vcf", "--book", "book.vcf", "--format", "jsonl"]
    let one = try await outcome(match, threads: 1, in: folder)
    #expect(one.outputText.split(separator: "\n").count == 4000)
    #expect(try await outcome(match, threads: 3, in: folder).output == one.output)
    var books: [[String]] = []
    var said: [[UInt8]] = []
    for threads in [1, 3] {
      _ = try folder.write(cards[..<7000].joined(), to: "other.vcf")
      let done = try await outcome(
        ["import", "in.vcf", "--book", "other.vcf", "--ambiguous", "new"], threads: threads,
        in: folder)
      #expect(done.ending == .exit(0))
      said.append(done.errors)
      // REV tells when.
      let lines = try folder.text("other.vcf").split(separator: "\r\n")
      books.append(lines.filter { !$0.hasPrefix("REV") }.map(String.init))
    }
    #expect(said[0] == said[1])
    let isSame = books[0] == books[1]
    #expect(isSame && books[0].count > 9000)
  }
}
