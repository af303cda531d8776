import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("Outputs, and what they would overwrite")
struct OutputTests {
  private let folder: TemporaryDirectory

  /// Begins with the same people in a file, a database and a folder, and with links to the first two.
  init() async throws {
    folder = try TemporaryDirectory()
    try folder.write(Fixtures.bytes("demo/book.vcf"), to: "b.vcf")
    try folder.write(Fixtures.bytes("demo/incoming.vcf"), to: "in.vcf")
    try folder.makeFolder("k")
    try folder.write(CardSamples.card("Kate Bell", "TEL:1"), to: "k/kate.vcf")
    let made = try await run("import b.vcf --ambiguous new --book b.sqlite -q")
    #expect(made.ending == .exit(0), "\(made.errorText)")
    for (link, target) in [("mybook", "b.sqlite"), ("other.vcf", "b.vcf")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.argument(link), withDestinationPath: target)
    }
  }

  private func run(_ command: String) async throws -> ToolRunner.Outcome {
    try await ToolRunner.shell("exec vcard \(command)", directory: folder.path)
  }

  private func content() throws -> [String: [UInt8]] {
    let names = try folder.names().filter { $0 != "k" } + folder.names(in: "k").map { "k/\($0)" }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.bytes($0)) })
  }

  @Test(
    "none is written over what is read, in another form, nor over an address book: 64",
    arguments: [
      "share kate northpier --book b.vcf -o b.vcf", "share northpier --book b.vcf -o other.vcf",
      "share kate --book k -o k/kate.vcf", "match in.vcf --book b.vcf -o b.vcf",
      "match in.vcf --book b.vcf -o ./in.vcf", "find kate --book b.vcf -o b.vcf",
      "find kate --in other.vcf -o b.vcf", "show b.vcf -o b.vcf", "show --book b.vcf -o b.vcf",
      "show k -o k/kate.vcf", "stats b.vcf -o b.vcf", "stats -o b.vcf <b.vcf",
      "sort --index b.vcf -o b.vcf", "export --book b.vcf --to jsonl -o b.vcf",
      "export --book k -o k/kate.vcf", "convert b.vcf --to jsonl -o b.vcf",
      "convert b.vcf --to csv -o other.vcf --dry-run",
    ])
  func overwritesNothingRead(command: String) async throws {
    try await expectRefusal(command, "which is read")
  }

  @Test(
    "that the name does not end as a database's does makes no difference",
    arguments: [
      "share kate northpier --book mybook -o mybook", "match in.vcf --book mybook -o mybook",
      "find kate --book mybook -o mybook", "show --book b.sqlite -o mybook",
      "export --book b.sqlite -o mybook", "convert mybook -o mybook", "sort b.vcf -o mybook",
      "convert b.vcf -o mybook", "explain -o mybook",
      "import in.vcf --ambiguous skip --book b.sqlite --rejects b.sqlite",
      "import in.vcf --ambiguous skip --book k --rejects mybook --dry-run",
    ])
  func overwritesNoDatabase(command: String) async throws {
    try await expectRefusal(command, "which is an address book")
  }

  @Test(
    "--rejects is an output, too, also of a book that is yet to be made",
    arguments: ["b.vcf", "other.vcf", "k", "new.vcf", "new.sqlite"])
  func rejects(book: String) async throws {
    let rejects = book == "k" ? "k/kate.vcf" : book
    try await expectRefusal("import in.vcf --book \(book) --rejects \(rejects)", "which is read")
    try await expectRefusal("import in.vcf --book \(book) --rejects in.vcf", "which is read")
  }

  private func expectRefusal(_ command: String, _ reason: String) async throws {
    let before = try content()
    let outcome = try await run(command)
    #expect(outcome.ending == .exit(64), "\(outcome.errorText)")
    #expect(outcome.errorText.contains(" would overwrite "), "\(outcome.errorText)")
    #expect(outcome.errorText.contains(reason), "\(outcome.errorText)")
    #expect(try content() == before)
  }

  @Test(
    "what sorts and what converts vCards may write them where they came from",
    arguments: [
      "sort b.vcf -o b.vcf", "convert b.vcf -o b.vcf", "convert b.vcf --to vcard4 -o other.vcf",
    ])
  func staysInPlace(command: String) async throws {
    let count = try folder.text("b.vcf").components(separatedBy: "BEGIN:VCARD").count
    #expect(try await run(command).ending == .exit(0))
    #expect(try folder.text("b.vcf").components(separatedBy: "BEGIN:VCARD").count == count)
  }

  @Test(
    "one without a name cannot be made: 73",
    arguments: ["stats b.vcf -o ''", "sort b.vcf -o ''", "export --book b.vcf -o ''"])
  func nameless(command: String) async throws {
    let before = try content()
    #expect(try await run(command).ending == .exit(73))
    #expect(try content() == before)
  }
}
