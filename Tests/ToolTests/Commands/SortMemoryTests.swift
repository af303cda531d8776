import SystemPackage
import TestSupport
import Testing

@Suite("vcard sort, in little memory")
struct SortMemoryTests {
  let directory: TemporaryDirectory
  private var environment: [String: String] { ["TMPDIR": directory.argument("temporary")] }

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeFolder("temporary")
  }

  /// Cards of which many have the same name, and no two are the same.
  private func cards(_ count: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 3)
    let families = ["Bell", "Öberg", "Ärlig", "Zander", "Åberg", "O'Neil", "陈", "Ng", ""]
    var cards: [UInt8] = []
    for index in 0..<count {
      let family = families.randomElement(using: &random) ?? ""
      let given = "\(Int.random(in: 0..<count / 8, using: &random))"
      cards += Array(
        """
        BEGIN:VCARD\r
        VERSION:3.0\r
        FN:\(given) \(family)\r
        N:\(family);\(given);;;\r
        UID:\(index)\r
        END:VCARD\r

        """.utf8)
    }
    return cards
  }

  @Test(
    "writes the same octets, from a file and from standard input",
    arguments: [["--locale", "sv"], ["--by", "given", "--reverse"], ["--by", "display"]])
  func same(options: [String]) async throws {
    let cards = cards(4000)
    let file = try directory.write(cards, to: "in.vcf").string
    let all = try await ToolRunner.run(["sort"] + options + [file], environment: environment)
    #expect(all.ending == .exit(0))
    #expect(all.output.count == cards.count)
    #expect(all.output != cards)
    for size in ["1", "3K", "64K", "300k", "1M"] {
      let arguments = ["sort", "--memory", size] + options
      let some = try await ToolRunner.run(arguments + [file], environment: environment)
      #expect(some.output == all.output, "--memory \(size)")
      let piped = try await ToolRunner.run(arguments, input: cards, environment: environment)
      #expect(piped.output == all.output, "--memory \(size) <")
    }
    #expect(try directory.names(in: "temporary") == [])
  }

  @Test("takes cards that are larger than all it may hold")
  func large() async throws {
    let folds = String(repeating: "\r\n " + String(repeating: "x", count: 74), count: 9000)
    var cards = cards(100)
    for name in ["Zander", "Abel", "Bell"] {
      let lines = [
        "BEGIN:VCARD", "VERSION:3.0", "FN:\(name)", "N:\(name);;;;", "NOTE:x\(folds)", "END:VCARD",
      ]
      for line in lines { cards += Array("\(line)\r\n".utf8) }
      cards += self.cards(100)
    }
    let all = try await ToolRunner.run(["sort"], input: cards, environment: environment)
    #expect(all.output.count == cards.count)
    let some = try await ToolRunner.run(
      ["sort", "--memory", "64K"], input: cards, environment: environment)
    #expect(some.output == all.output)
  }

  @Test("leaves nothing behind when it is killed")
  func killed() async throws {
    let cards = cards(40_000)
    let outcome = try await ToolRunner.start(
      ["sort", "--memory", "64K"], environment: environment
    ) { process in
      // A pipe holds less, so that most of it has been read by then.
      try await process.write(cards)
      try process.send(signal: 9)
    }
    #expect(outcome.ending == .signal(9))
    #expect(try directory.names(in: "temporary") == [])
  }

  @Test("says that the disk is full, ends with 74 and writes no file")
  func full() async throws {
    let file = try directory.write(cards(4000), to: "in.vcf").string
    let output = directory.argument("out.vcf")
    // Units of 512 octets; the input has more than half a million.
    let outcome = try await ToolRunner.shell(
      "ulimit -f 200; exec vcard sort --memory 64K \(file) -o \(output)", environment: environment)
    #expect(outcome.ending == .exit(74))
    #expect(outcome.errorLines.count == 2)
    let folder = directory.argument("temporary")
    #expect(
      outcome.errorLines.first
        == "vcard: error: cannot write a temporary file in \(folder): File too large")
    #expect(outcome.errorLines.last?.contains("set TMPDIR to a folder with room") == true)
    #expect(try directory.names() == ["in.vcf", "temporary"])
    #expect(try directory.names(in: "temporary") == [])
  }

  @Test("needs no folder for temporary files while all fits, and ends with 73 where it needs one")
  func noFolder() async throws {
    let environment = ["TMPDIR": directory.argument("missing")]
    let cards = cards(4000)
    let all = try await ToolRunner.run(["sort"], input: cards, environment: environment)
    #expect(all.ending == .exit(0))
    #expect(all.output.count == cards.count)
    let some = try await ToolRunner.run(
      ["sort", "--memory", "64K"], input: cards, environment: environment)
    #expect(some.ending == .exit(73))
    #expect(some.errorLines.first?.contains("cannot create a temporary file in ") == true)
  }

  @Test("refuses what is no size", arguments: ["0", "-1", "K", "1.5G", "1X", "+1", "9999999T", ""])
  func refuses(size: String) async throws {
    let outcome = try await ToolRunner.run(["sort", "--memory=\(size)"])
    #expect(outcome.ending == .exit(64))
  }
}
