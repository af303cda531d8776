import Files
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("vcard dedupe worker: tasks of a deduplication on many machines")
struct DedupeWorkerTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private struct Frame {
    var tag: Int
    var part: Int
    var octets: [UInt8]

    /// The frame as it goes over a pipe: 4, 4 and 8 octets before it, little-endian.
    var bytes: [UInt8] {
      func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      return number(tag, 4) + number(part, 4) + number(octets.count, 8) + octets
    }

    static func all(_ bytes: [UInt8]) -> [Frame] {
      var frames: [Frame] = []
      var place = 0
      func number(_ size: Int) -> Int {
        defer { place += size }
        return (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
      }
      while place < bytes.count {
        let (tag, part, count) = (number(4), number(4), number(8))
        frames.append(Frame(tag: tag, part: part, octets: Array(bytes[place..<place + count])))
        place += count
      }
      return frames
    }
  }

  private static let cards: String = {
    var text = ""
    for person in 0..<120 {
      for copy in 0..<(person % 3 == 0 ? 2 : 1) {
        text += "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell\(person % 40);Ka\(person % 7)te;;;\r\n"
        text += "EMAIL:kate\(person)@bell.example\r\n"
        if copy == 0 { text += "TEL:+1 408 555 \(1000 + person)\r\n" }
        if person % 9 == 0 { text += "no property \(person)\r\n" }
        text += "END:VCARD\r\n"
      }
    }
    return text
  }()

  private func run(_ arguments: [String], _ frames: [Frame] = []) async throws -> ToolRunner.Outcome
  {
    try await ToolRunner.run(
      ["dedupe", "worker"] + arguments, input: frames.flatMap(\.bytes), directory: directory.path)
  }

  @Test(
    "all stages, fed by pipes, give the plan and the list of 'plan' and the cards of 'run', of a compressed file, too"
  )
  func whole() async throws {
    try directory.write(Self.cards, to: "a.vcf")
    let packed = try await ToolRunner.shell("gzip -c a.vcf > b.vcf.gz", directory: directory.path)
    #expect(packed.ending == .exit(0))
    let local = try await ToolRunner.run(
      ["dedupe", "plan", "a.vcf", "b.vcf.gz", "-o", "plan", "--clusters", "list"],
      directory: directory.path)
    #expect(local.ending == .exit(1))
    let planned = try await run(
      ["job", "--plan", "--merged", "--split-size", "6K", "--parts", "2", "a.vcf", "b.vcf.gz"])
    var job = Array(planned.output)
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(job)) as? [String: Any])
    let splits = try #require(document["splits"] as? [Any]).count
    #expect(splits > 2)
    var kept: [Frame] = []
    var infos: [Frame] = []
    func take(_ tag: Int, _ part: Int? = nil) -> [Frame] {
      let taken = kept.filter { $0.tag == tag && (part == nil || $0.part == part) }
      kept.removeAll { $0.tag == tag && (part == nil || $0.part == part) }
      return taken.reversed()
    }
    @discardableResult
    func stage(_ name: String, _ arguments: [String] = [], _ input: [Frame] = []) async throws
      -> [String: Any]
    {
      let outcome = try await run(
        [name] + arguments, [Frame(tag: 1, part: 0, octets: job)] + input)
      #expect(outcome.ending == .exit(0), "\(name): \(outcome.errorText)")
      var frames = Frame.all(outcome.output)
      let last = frames.popLast()
      let info = try #require(last)
      #expect(info.tag == 2)
      infos.append(info)
      for frame in frames { if frame.tag == 1 { job = frame.octets } else { kept.append(frame) } }
      return try #require(
        JSONSerialization.jsonObject(with: Data(info.octets)) as? [String: Any])
    }
    for split in 0..<splits {
      try await stage("features", ["--task", "\(split)", "--out", "f\(split)"])
    }
    let settled = try await stage("settle", [], infos)
    #expect(settled["again"] as? [Int] == [])
    let told = settled["diagnostics"] as? [String] ?? []
    // The local run tells the first few of a kind.
    let lines = local.errorLines.filter { $0.contains(": [malformed-line] ") }
    #expect(told.count == 2 * Self.cards.split(separator: "no property").dropFirst().count)
    #expect(!lines.isEmpty)
    for (one, other) in zip(told, lines) { #expect(one.hasPrefix(other), "\(one)") }
    for part in 0..<2 { try await stage("values", ["--task", "\(part)"], take(10, part)) }
    try await stage("table", ["--out", "table"], take(12))
    func files(_ split: Int) -> [String] {
      ["--task", "\(split)", "--in", "features=f\(split)", "--in", "table=table"]
    }
    for split in 0..<splits { try await stage("keys", files(split)) }
    for part in 0..<2 { try await stage("blocks", ["--task", "\(part)"], take(14, part)) }
    for split in 0..<splits { try await stage("left", files(split), take(13, split)) }
    for split in 0..<splits {
      try await stage("compare", files(split) + ["--out", "p\(split)"], take(15, split))
    }
    try await stage("components", [], take(16))
    for split in 0..<splits {
      try await stage("extract", files(split) + ["--in", "pairs=p\(split)"], take(17, split))
    }
    for part in 0..<2 {
      try await stage("resolve", ["--task", "\(part)", "--in", "table=table"], take(18, part))
    }
    try await stage("numbers", ["--out", "numbers"], take(20))
    try await stage("digest", ["--input", "0", "--input", "1"])
    try directory.makeFolder("parts")
    let folder = try SystemCalls.resolve(directory.path).string
    try await stage("header", ["--out", "parts/part-0.jsonl", "--folder", folder], infos)
    for split in 0..<splits {
      let out = "parts/part-1-\(split + 100).jsonl"
      try await stage(
        "clusters", ["--task", "\(split)", "--in", "numbers=numbers", "--out", out], take(21, split)
      )
    }
    try await stage(
      "reviews", ["--in", "numbers=numbers", "--out", "parts/part-2.jsonl"], take(22))
    var (list, merged): ([UInt8], [UInt8]) = ([], [])
    for split in 0..<splits {
      let out = ["--in", "numbers=numbers", "--out", "l\(split)"]
      let members = take(19, split)
      try await stage("list", files(split) + out, members)
      try await stage("merge", files(split) + ["--out", "m\(split)"], members + take(24, split))
      merged += try directory.bytes("m\(split)")
      list += try directory.bytes("l\(split)")
    }
    let parts = try directory.names(in: "parts").sorted()
    #expect(try parts.flatMap { try directory.bytes("parts/\($0)") } == directory.bytes("plan"))
    #expect(try list == directory.bytes("list"))
    let alone = try await ToolRunner.run(
      ["dedupe", "run", "a.vcf", "b.vcf.gz", "-o", "merged"], directory: directory.path)
    #expect(alone.ending == .exit(0), "\(alone.errorText)")
    #expect(try merged == directory.bytes("merged"))
    // The folder of parts is the plan.
    for plan in ["plan", "parts"] {
      let applied = try await ToolRunner.run(
        ["dedupe", "apply", plan, "-o", "out-\(plan)"], directory: directory.path)
      #expect(applied.ending == .exit(0), "\(applied.errorText)")
    }
    #expect(try directory.bytes("out-plan") == directory.bytes("out-parts"))
  }

  @Test("what is of another job is refused with 65, what changed with 75, what lacks with 64")
  func refused() async throws {
    try directory.write(Self.cards, to: "a.vcf")
    let job = try await run(["job", "a.vcf"]).output
    let other = try await run(["job", "--plan", "a.vcf"]).output
    func stage(
      _ name: String, _ arguments: [String] = [], _ job: [UInt8], _ input: [Frame] = []
    ) async throws -> ToolRunner.Outcome {
      try await run([name] + arguments, [Frame(tag: 1, part: 0, octets: Array(job))] + input)
    }
    let read = try await stage("features", ["--out", "f"], job)
    #expect(read.ending == .exit(0))
    let values = Frame.all(read.output).filter { $0.tag == 10 }
    #expect(try await stage("values", [], job, values).ending == .exit(0))
    #expect(try await stage("values", [], other, values).ending == .exit(65))
    #expect(try await stage("left", ["--in", "features=f"], other).ending == .exit(65))
    #expect(try await stage("left", [], job).ending == .exit(64))
    #expect(try await stage("nothing", [], job).ending == .exit(64))
    #expect(try await run(["values"], [Frame(tag: 2, part: 0, octets: [])]).ending == .exit(65))
    #expect(try await run(["job", "none.vcf"]).ending == .exit(66))
    try directory.write(Self.cards + Self.cards, to: "a.vcf")
    #expect(try await stage("features", ["--out", "f"], job).ending == .exit(75))
  }
}
