import SystemPackage
import TestSupport
import Testing

@Suite("Input compressed with gzip")
struct CompressedInputTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ arguments: String..., input: [UInt8] = []) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(arguments, input: input, directory: folder.path)
  }

  private func run(_ arguments: [String], input: [UInt8] = []) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(arguments, input: input, directory: folder.path)
  }

  /// Compresses a file of the folder with the system's gzip.
  private func gzip(_ name: String, to compressed: String, options: String = "-n") async throws {
    let script = "gzip \(options) -c '\(name)' >'\(compressed)'"
    let outcome = try await ToolRunner.shell(script, directory: folder.path)
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
  }

  /// What is the same of a run whatever the input is called.
  private func answer(
    _ outcome: ToolRunner.Outcome, naming name: String
  ) -> [String] {
    func plain(_ text: String) -> String {
      text.split(separator: name, omittingEmptySubsequences: false).joined(separator: "NAME")
    }
    return ["\(outcome.ending)", plain(outcome.outputText), plain(outcome.errorText)]
  }

  private static func cards(_ names: some Sequence<String>) -> String {
    names.map { "BEGIN:VCARD\r\nVERSION:3.0\r\nN:\($0);;;;\r\nFN:\($0)\r\nEND:VCARD\r\n" }.joined()
  }

  // MARK: The same as of the plain file

  @Test(
    "gives what the plain file gives, places included, by any name and from standard input",
    arguments: [
      ["convert"], ["convert", "--to", "vcard4"], ["convert", "--to", "jsonl"], ["check"],
      ["check", "--diagnostics", "jsonl"], ["stats"], ["sort", "--locale", "sv"],
      ["find", "a", "--in"],
    ])
  func same(command: [String]) async throws {
    let wild = Fixtures.files(in: "cards/wild").filter { $0.extension == "vcf" }
    #expect(wild.count > 3)
    var all: [UInt8] = []
    for path in wild { all += try Fixtures.bytes("cards/wild/\(path.lastComponent?.string ?? "")") }
    // Enough for several pieces, compressed or not.
    while all.count < 1 << 20 { all += all }
    try folder.write(all, to: "input.plain")
    try await gzip("input.plain", to: "packed.gz", options: "-1")
    try await gzip("input.plain", to: "packed.vcf", options: "-9")
    let plain = answer(try await run(command + ["input.plain"]), naming: "input.plain")
    #expect(plain[1] != "" || plain[2] != "")
    for name in ["packed.gz", "packed.vcf"] {
      let isSame = answer(try await run(command + [name]), naming: name) == plain
      #expect(isSame, "\(name)")
    }
    guard command.first != "find" else { return }
    let piped = try await run(command, input: all)
    let packed = try await run(command, input: try folder.bytes("packed.gz"))
    let isSame = piped.output == packed.output && piped.errors == packed.errors
    #expect(isSame)
    #expect(piped.ending == packed.ending)
  }

  @Test("says the same people of compressed cards and cutouts, and of joined members")
  func people() async throws {
    let book = Fixtures.path("demo/book.vcf").string
    for fixture in ["demo/incoming.vcf", "demo/cutout-namesake.json", "demo/cutout-unknown.json"] {
      try folder.write(try Fixtures.bytes(fixture), to: "input.plain")
      try await gzip("input.plain", to: "packed.gz")
      let plain = try await run("match", "input.plain", "--book", book, "--format", "jsonl")
      let packed = try await run("match", "packed.gz", "--book", book, "--format", "jsonl")
      #expect(plain.outputText.contains("vcard.match/1"))
      #expect(answer(packed, naming: "packed.gz") == answer(plain, naming: "input.plain"))
    }
    let inspected = try await run("inspect", "packed.gz")
    #expect(inspected.ending == .exit(0))
    #expect(inspected.output == (try await run("inspect", "input.plain")).output)
    try folder.write(try Fixtures.bytes("demo/book.vcf"), to: "book.vcf")
    let received = try await run("receive", "packed.gz", "--book", "book.vcf")
    #expect(received.outputText == "Amara Okonjo-Reyes: unknown, created 13\n")

    try folder.write(Self.cards(["A"]), to: "a")
    try folder.write(Self.cards(["B"]), to: "b")
    try await gzip("a", to: "a.gz")
    try await gzip("b", to: "b.gz")
    try folder.write(try folder.bytes("a.gz") + folder.bytes("b.gz"), to: "both.gz")
    let both = try await run("convert", "both.gz")
    #expect(both.outputText == Self.cards(["A", "B"]))
    #expect(both.errors == [])
  }

  @Test("is inflated in a folder, too, where a .vcf is compressed")
  func folders() async throws {
    try folder.makeFolder("d")
    try folder.write(Self.cards(["A"]), to: "a")
    try await gzip("a", to: "d/a.vcf")
    try folder.write(Self.cards(["B"]), to: "d/b.vcf")
    #expect(try await run("convert", "d").outputText == Self.cards(["A", "B"]))
  }

  @Test("gives each card as soon as it came through a pipe")
  func streams() async throws {
    try folder.write(Self.cards(["A"]), to: "a")
    try await gzip("a", to: "a.gz")
    let first = try folder.bytes("a.gz")
    let outcome = try await ToolRunner.start(["check"], directory: folder.path) { process in
      // Members byte by byte; the tool reads on until the end.
      for byte in first { try await process.write([byte]) }
      try await process.write(first)
      try await process.finishInput()
    }
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == [])
  }

  // MARK: Damage

  private let names = (0..<500).map { "Kate \($0 * 7919 % 1000)" }

  /// Some hundred cards compressed, and how many bytes that is.
  private func packed() async throws -> [UInt8] {
    try folder.write(Self.cards(names), to: "plain")
    try await gzip("plain", to: "whole.gz")
    return try folder.bytes("whole.gz")
  }

  @Test("that ends too soon gives the cards before, and 65 with where that was")
  func truncated() async throws {
    let bytes = try await packed()
    let whole = try folder.bytes("plain")
    for count in [2, 5, 11, 1000, bytes.count / 2, bytes.count - 8, bytes.count - 1] {
      try folder.write(bytes[..<count], to: "a.gz")
      let inflated = try await ToolRunner.shell(
        "gzip -dc a.gz 2>/dev/null", directory: folder.path
      ).outputText.split(separator: "END:VCARD\r\n", omittingEmptySubsequences: false)
      #expect(count < 1000 || inflated.count > 1)
      let line = "vcard: error: a.gz: the compressed data ends too soon, after \(count) bytes"
      for arguments in [["a.gz"], ["a.gz", "plain"]] {
        let outcome = try await run(["convert"] + arguments)
        #expect(outcome.ending == .exit(65))
        #expect(outcome.errorLines.last == line)
        if arguments.count == 1 {
          #expect(outcome.output.starts(with: Self.cards(names.prefix(inflated.count - 1)).utf8))
        } else {
          #expect(outcome.output.suffix(whole.count) == whole[...])
        }
      }
      let check = try await run("check", "--diagnostics", "jsonl", "a.gz")
      #expect(check.ending == .exit(65))
    }
  }

  @Test("that is damaged gives the cards before, and 65 with what is wrong; no file is made")
  func damaged() async throws {
    let bytes = try await packed()
    let whole = try folder.bytes("plain")
    let end = bytes.count
    for (offset, message) in [
      (end - 6, "what it gave does not fit the checksum at byte \(end - 8)"),
      (end - 2, "what it gave does not fit the length at byte \(end - 4)"),
    ] {
      var damaged = bytes
      damaged[offset] ^= 4
      try folder.write(damaged, to: "a.gz")
      let outcome = try await run("convert", "a.gz")
      #expect(outcome.ending == .exit(65))
      #expect(
        outcome.errorLines == ["vcard: error: a.gz: the compressed data is damaged: \(message)"])
      #expect(outcome.output == whole)
      let file = try await run("convert", "a.gz", "-o", "out.vcf")
      #expect(file.ending == .exit(65))
      #expect(try !folder.names().contains("out.vcf"))
    }
    var unknown = bytes
    unknown[2] = 7
    let outcome = try await run("stats", input: unknown)
    #expect(outcome.ending == .exit(65))
    #expect(
      outcome.errorLines == [
        "vcard: error: -: the compressed data is of a method that is not known "
          + "(7, at byte 2)"
      ])
    #expect(outcome.output == [])
  }

  @Test("whose data is damaged amid the cards gives those before it")
  func damagedData() async throws {
    let text = Self.cards(["A", "B"])
    let count = UInt8(truncatingIfNeeded: text.utf8.count)
    let high = UInt8(text.utf8.count >> 8)
    // A stored block, then one of a type that there is not. RFC 1951 §3.2.3.
    let stream: [UInt8] =
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0, count, high, ~count, ~high] + Array(text.utf8) + [7]
    try folder.write(stream, to: "a.gz")
    let outcome = try await run("convert", "a.gz")
    #expect(outcome.ending == .exit(65))
    #expect(outcome.outputText == text)
    #expect(
      outcome.errorLines == [
        "vcard: error: a.gz: the compressed data is damaged before byte \(stream.count) "
          + "(invalid block type)"
      ])
  }

  @Test("is read without what follows it, which is told; zero bytes are padding")
  func trailing() async throws {
    let bytes = try await packed()
    let whole = try folder.bytes("plain")
    try folder.write(bytes + [0, 0, 0], to: "a.gz")
    let padded = try await run("convert", "a.gz")
    #expect(padded.ending == .exit(0) && padded.errors == [])
    #expect(padded.output == whole)
    try folder.write(bytes + Array("more".utf8), to: "a.gz")
    let outcome = try await run("convert", "a.gz")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.output == whole)
    #expect(
      outcome.errorLines == [
        "vcard: warning: a.gz: what follows the compressed data, from byte \(bytes.count) on, "
          + "is none and was ignored"
      ])
  }

  @Test("that holds no card, or nothing, is told of as such")
  func cardless() async throws {
    for (text, reason) in [
      ("", "the input is empty"), ("no card", "not a vCard: nothing in it starts with BEGIN:VCARD"),
    ] {
      try folder.write(text, to: "a")
      try await gzip("a", to: "a.gz")
      let outcome = try await run("stats", "a.gz")
      #expect(outcome.ending == .exit(65))
      #expect(outcome.errorLines == ["vcard: error: a.gz: \(reason)"])
    }
  }

  // MARK: What is written

  @Test("is never replaced by plain text, and other files are")
  func inPlace() async throws {
    let bytes = try await packed()
    try folder.write(Self.cards(["A"]), to: "a.vcf")
    try folder.write(bytes, to: "b.vcf")
    try folder.write(bytes.dropLast(), to: "c.vcf.gz")
    for arguments in [["--in-place"], ["--in-place=.bak"]] {
      let outcome = try await run(["convert", "b.vcf", "a.vcf", "c.vcf.gz"] + arguments)
      #expect(outcome.ending == .exit(65))
      #expect(outcome.output == [])
      #expect(
        outcome.errorLines == [
          "vcard: error: b.vcf: compressed with gzip, and would become plain text; left as it is",
          "vcard: error: c.vcf.gz: compressed with gzip, and would become plain text; "
            + "left as it is",
          "vcard: note: write another file: vcard convert FILE.gz -o FILE",
        ])
      #expect(try folder.bytes("b.vcf") == bytes)
      #expect(try folder.bytes("c.vcf.gz") == bytes.dropLast())
    }
    #expect(
      try folder.names() == ["a.vcf", "a.vcf.bak", "b.vcf", "c.vcf.gz", "plain", "whole.gz"])
  }

  @Test("is no book")
  func books() async throws {
    let bytes = try await packed()
    for arguments in [
      ["export", "--book", "whole.gz"], ["match", "plain", "--book", "whole.gz"],
      ["import", "plain", "--book", "whole.gz", "--ambiguous", "skip"],
    ] {
      let outcome = try await run(arguments)
      #expect(outcome.ending == .exit(65))
      #expect(
        outcome.errorLines == [
          "vcard: error: whole.gz is not an address book: it is compressed with gzip; "
            + "unpack it with gunzip first"
        ])
      #expect(outcome.output == [])
      #expect(try folder.bytes("whole.gz") == bytes)
    }
  }
}
