import SystemPackage
import TestSupport
import Testing

@Suite("vcard dedupe --memory")
struct DedupeMemoryTests {
  private let directory: TemporaryDirectory
  private var environment: [String: String] { ["TMPDIR": directory.argument("temporary")] }

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeFolder("temporary")
  }

  /// Many people, of whom every third is there twice or thrice.
  private static let cards: [UInt8] = {
    let syllables = ["ba", "ke", "di", "lo", "mu", "ra", "se", "ti", "vo", "zu", "na", "pe"]
    var generator = SeededGenerator(seed: 23)
    func name() -> String {
      (0..<2).map { _ in syllables[Int(generator.next() % 12)] }.joined()
    }
    var text = ""
    for person in 0..<36_000 {
      let (given, family) = (name(), name() + "n")
      let copies = person % 3 == 0 ? 2 + person % 2 : 1
      for copy in 0..<copies {
        text += "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:\(given) \(family)\r\n"
        text += "N:\(family);\(copy == 1 ? String(given.prefix(1)) + "." : given);;;\r\n"
        text += "EMAIL:\(family).\(person)@example.com\r\n"
        if copy != 1 { text += "TEL:+49 30 \(1_000_000 + person / 2)\r\n" }
        if person % 5 == 0 { text += "BDAY:1980\(1000 + person % 3 * 100 + 5)\r\n" }
        text += "END:VCARD\r\n"
      }
    }
    return Array(text.utf8)
  }()

  /// Less than the features of so many cards need.
  private static let little = "80M"

  @Test("writes the same plan, clusters and statistics whatever the memory")
  func same() async throws {
    let file = try directory.write(Self.cards, to: "in.vcf").string
    var outputs: [[[UInt8]]] = []
    for (number, memory) in [[], ["--memory", Self.little], ["--memory", "4G"]].enumerated() {
      let names = ["plan\(number)", "clusters\(number)", "statistics\(number)"]
      let outcome = try await ToolRunner.run(
        [
          "dedupe", "plan", file, "-o", names[0], "--clusters", names[1], "--statistics", names[2],
        ] + memory, environment: environment, directory: directory.path)
      #expect(outcome.ending == .exit(1), "\(outcome.errorText)")
      outputs.append(try names.map { try directory.bytes($0) })
      #expect(try directory.names(in: "temporary") == [])
    }
    #expect(outputs[0].allSatisfy { !$0.isEmpty })
    #expect(outputs[1] == outputs[0])
    #expect(outputs[2] == outputs[0])
  }

  @Test("says before it reads when a book will not fit, as far as samples tell")
  func foretold() async throws {
    // Small cards and many: read whole, they would take more than what a process takes anyway.
    var text = ""
    for number in 0..<400_000 {
      text += "BEGIN:VCARD\nVERSION:3.0\nN:a\(number);b\nEND:VCARD\n"
    }
    let file = try directory.write(Array(text.utf8), to: "many.vcf").string
    let refused = try await ToolRunner.run(
      ["dedupe", "plan", file, "-o", "plan", "--memory", "80M"], environment: environment,
      directory: directory.path)
    #expect(refused.ending == .exit(64))
    let first = refused.errorLines.first ?? ""
    #expect(first.contains("--memory 80M is too little for "), "\(first)")
    let cards =
      Int(
        first.split(separator: " ").drop { $0 != "for" }.dropFirst().first ?? "") ?? 0
    #expect(abs(cards - 400_000) < 20_000 && cards != 400_000, "\(first)")
    #expect(try !directory.names().contains("plan"))
  }

  @Test("needs no folder for temporary files while all fits, and ends with 73 where it needs one")
  func noFolder() async throws {
    let environment = ["TMPDIR": directory.argument("missing")]
    let file = try directory.write(Self.cards, to: "in.vcf").string
    let all = try await ToolRunner.run(
      ["dedupe", "plan", file, "-o", "plan"], environment: environment, directory: directory.path)
    #expect(all.ending == .exit(1), "\(all.errorText)")
    let some = try await ToolRunner.run(
      ["dedupe", "plan", file, "-o", "other", "--memory", Self.little], environment: environment,
      directory: directory.path)
    #expect(some.ending == .exit(73))
    #expect(some.errorLines.first?.contains("cannot create a temporary file in ") == true)
    #expect(try directory.names() == ["in.vcf", "plan", "temporary"])
  }

  @Test("says that the disk is full, ends with 74 and writes no plan")
  func full() async throws {
    let file = try directory.write(Self.cards, to: "in.vcf").string
    let plan = directory.argument("plan")
    // Units of 512 octets; the features of the cards have some ten times as many.
    let outcome = try await ToolRunner.shell(
      "ulimit -f 1000; exec vcard dedupe plan --memory \(Self.little) \(file) -o \(plan)",
      environment: environment)
    #expect(outcome.ending == .exit(74))
    #expect(outcome.errorLines.first?.contains("cannot write a temporary file in ") == true)
    #expect(try directory.names() == ["in.vcf", "temporary"])
    #expect(try directory.names(in: "temporary") == [])
  }

  @Test("refuses a size that the cards cannot be held to, and names one that is enough")
  func tooLittle() async throws {
    let file = try directory.write(Self.cards, to: "in.vcf").string
    let refused = try await ToolRunner.run(
      ["dedupe", "plan", file, "-o", "plan", "--memory", "8M"], environment: environment,
      directory: directory.path)
    #expect(refused.ending == .exit(64))
    #expect(
      refused.errorLines.first?.contains("--memory 8M is too little for 54000 cards") == true)
    #expect(try directory.names() == ["in.vcf", "temporary"])
    let words = refused.errorText.split(separator: " ")
    let least = try #require(words.firstIndex(of: "give").map { String(words[$0 + 1]) })
    let outcome = try await ToolRunner.run(
      ["dedupe", "plan", file, "-o", "plan", "--memory", least], environment: environment,
      directory: directory.path)
    #expect(outcome.ending == .exit(1), "\(outcome.errorText)")
  }

  @Test("says before it reads when a book is one for several machines, and names the command")
  func several() async throws {
    // Samples of the file hold cards of 27 octets, and between them is a hole. The run that may begin is
    // ended as soon as it has said so.
    let outcome = try await ToolRunner.shell(
      """
      for i in $(seq 2427); do printf 'BEGIN:VCARD\\nN:a\\nEND:VCARD\\n'; done > piece
      book() {
        rm -f book.vcf
        for i in $(seq 0 63); do
          dd if=piece of=book.vcf bs=64K seek=$((i * $1 * 256)) conv=notrunc status=none
        done
        truncate -s $(($1 * 64 * 16))M book.vcf
      }
      book 64
      vcard dedupe plan book.vcf -o plan
      echo $?
      book 6
      vcard dedupe plan book.vcf -o plan --memory 20G 2> said &
      until grep -q bundle said || ! kill -0 $!; do sleep 0.1; done
      kill $!
      cat said >&2
      """, directory: directory.path)
    #expect(outcome.outputText == "65\n")
    let lines = outcome.errorLines
    #expect(
      lines.first == "vcard: error: some 2543845376 cards are more than the 1800000000 that one "
        + "machine can number")
    for line in [
      "'vcard dedupe spark --bundle DIR' has Apache Spark do it", "some 238 million cards",
    ] {
      #expect(lines.contains { $0.hasPrefix("vcard: note: \(line)") }, "\(lines)")
    }
    #expect(
      lines.last { $0.contains("million") }?.hasSuffix("'vcard dedupe spark --bundle DIR'") == true)
  }
}
