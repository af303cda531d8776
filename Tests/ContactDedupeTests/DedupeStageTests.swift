import ContactDedupe
import ContactMatching
import ContactModel
import ContactStore
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Stages of dedupe in one process: what comes out is what the local plan says, byte for byte")
struct DedupeStageTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func write(_ book: String, to name: String = "book.vcf") throws -> String {
    try folder.write(book, to: name)
    return folder.path.appending(name).string
  }

  /// What comes out of a run.
  private struct Output {
    var plan = ""
    var list = ""
    /// The cards with those of each cluster merged.
    var merged = ""
  }

  /// The local plan, list of files and merged cards.
  private func local(
    _ files: [String], decisions: FilePath? = nil, statistics: String? = nil
  ) async throws -> Output {
    var settings = DedupeSettings()
    settings.threads = 2
    settings.statistics = statistics
    settings.decisions = try decisions.map { try Decisions($0) }
    let input = try DedupeInput(
      reading: files.map { FilePath($0) }, settings, decoding: .icu())
    let run = try await DedupeRun(input, settings)
    let path = folder.path.appending("local.jsonl")
    try await DedupePlan.Writer(run).write(to: path, threads: 2)
    let numbers = run.result.partition()
    var list = ""
    for input in run.table.inputs {
      for card in input.cards {
        list += "\(input.name)\t\(run.table.number(of: card))\t\(numbers[card])\n"
      }
    }
    try await DedupeMerging(run.table, digests: run.digests)
      .write(run.clusters(), of: nil, to: folder.path.appending("local.vcf"))
    return Output(
      plan: try folder.text("local.jsonl"), list: list, merged: try folder.latin("local.vcf"))
  }

  /// The same by stages.
  private func staged(
    _ files: [String], _ plan: StagedRun.Plan, whole: Set<String> = []
  ) async throws -> (output: Output, run: StagedRun) {
    let work = folder.path.appending("work-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(
      atPath: work.string, withIntermediateDirectories: true)
    let run = try StagedRun(files, plan, in: work, whole: whole)
    let found = try await run.run()
    func text(_ paths: [FilePath], _ encoding: String.Encoding = .utf8) throws -> String {
      try paths.map { try String(contentsOfFile: $0.string, encoding: encoding) }.joined()
    }
    let output = Output(
      plan: try text(found.plan), list: try text(found.list),
      merged: try text(found.merged, .isoLatin1))
    return (output, run)
  }

  /// Splits and parts, with frames in the order in which they were made, and shuffled.
  static let shapes = [(1, 1), (4, 3), (13, 7)]

  private func check(
    _ files: [String], _ change: (inout StagedRun.Plan) -> Void = { _ in },
    decisions: FilePath? = nil, shapes: [(Int, Int)] = shapes
  ) async throws {
    let expected = try await local(files, decisions: decisions)
    #expect(expected.plan.contains("\"verdict\":\"same\""))
    let size = try files.reduce(0) {
      $0 + Int(try FileManager.default.attributesOfItem(atPath: $1)[.size] as? Int ?? 0)
    }
    for (splits, parts) in shapes {
      var plan = StagedRun.Plan()
      (plan.splitSize, plan.parts, plan.decisions) = (size / splits + 1, parts, decisions)
      var numbers = SeededGenerator(seed: UInt64(parts))
      if parts > 1 { plan.shuffle = { $0.shuffle(using: &numbers) } }
      plan.twice = parts == 3
      plan.options.merged = true
      change(&plan)
      let (found, run) = try await staged(files, plan)
      #expect(!plan.options.plan || found.plan == expected.plan, "\(splits) × \(parts)")
      #expect(found.list == expected.list, "\(splits) × \(parts)")
      #expect(found.merged == expected.merged, "\(splits) × \(parts)")
      #expect(run.job.splits.count > splits / 2)
    }
  }

  @Test("a book of 2,000 cards, also with stars in place of union and find")
  func book() async throws {
    let files = [try write(StagedBook.book(people: 1100, seed: 3))]
    try await check(files)
    try await check(files, { $0.stars = true }, shapes: [(4, 3), (13, 7)])
    // Cards are merged without lines of a plan, too.
    try await check(files, { $0.options.plan = false }, shapes: [(4, 3)])
  }

  @Test("a book of 10,000 cards", .slow)
  func large() async throws {
    try await check([try write(StagedBook.book(people: 5500, seed: 4))], shapes: [(13, 7)])
  }

  @Test("a name that thousands have, placeholders that many share, many equal cards")
  func hostile() async throws {
    try await check([try write(StagedBook.hostile(seed: 5))])
  }

  @Test("several files, one twice, small ones, text before the first card, damaged cards")
  func files() async throws {
    let book = StagedBook.book(people: 200, seed: 6)
    let odd =
      "between\r\n" + book
      + "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nTEL:5550001\r\nno line\r\n"
    let files = [
      try write(book, to: "a.vcf"), try write(odd, to: "b.vcf"),
      try write(StagedBook.book(people: 3, seed: 7), to: "c.vcf"),
    ]
    // Inputs have numbers of two digits, too.
    let small = try (0..<8).map {
      try write(StagedBook.book(people: 3, seed: UInt64(20 + $0)), to: "small-\($0).vcf")
    }
    try await check(small + files + [files[0]])
  }

  @Test("lines of a plan are handed on in fewer than three quarters of their octets")
  func briefLines() async throws {
    let files = [try write(StagedBook.book(people: 300, seed: 11))]
    let (output, run) = try await staged(files, StagedRun.Plan())
    let octets = run.shuffled["resolve"] ?? .max
    #expect(octets < output.plan.utf8.count * 3 / 4)
    #expect(octets > output.plan.utf8.count / 4)
  }

  @Test("what one stage hands on to another, but for lines of the plan, are few octets a card")
  func fewOctets() async throws {
    let files = [try write(StagedBook.book(people: 1100, seed: 3))]
    var plan = StagedRun.Plan()
    (plan.splitSize, plan.parts) = (100_000, 3)
    let (output, run) = try await staged(files, plan)
    let octets = run.shuffled.reduce(0) { $0 + ($1.key == "resolve" ? 0 : $1.value) }
    let cards = output.list.split(separator: "\n").count
    #expect(octets / cards < 520, "\(run.shuffled)")
  }

  @Test("lines that look like the start of a card, and text of an undeclared charset")
  func wrongGuesses() async throws {
    // A nested card, before which nothing is a place to cut, and quoted-printable text of another.
    var book = StagedBook.book(people: 150, seed: 8)
    let inner = "END:VCARD\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nN:Inner;Card\r\n"
    for index in 0..<40 {
      book +=
        "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Outer\(index % 7);Ann\r\nTEL:+1408555\(1000 + index % 7)\r\n"
        + "AGENT:\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nN:Agent;A\r\n\(inner)END:VCARD\r\nEND:VCARD\r\n"
    }
    try await check([try write(book)])
    var latin = Array(StagedBook.book(people: 150, seed: 9).utf8)
    latin += Array("BEGIN:VCARD\r\nVERSION:3.0\r\nN:M".utf8) + [0xFC]
    latin +=
      Array("ller;J".utf8) + [0xFC] + Array("rgen;;;\r\nTEL:+49301234567\r\nEND:VCARD\r\n".utf8)
    latin += latin.suffix(90)
    let path = folder.path.appending("latin.vcf").string
    try Data(latin).write(to: URL(fileURLWithPath: path))
    try await check([path])
  }

  @Test("answers of people, within a component and across")
  func decisions() async throws {
    let files = [try write(StagedBook.book(people: 400, seed: 10))]
    let input = try DedupeInput(reading: files.map { FilePath($0) }, decoding: .icu())
    let table = input.table
    var answers = try Decisions(folder.path.appending("answers.jsonl"))
    var numbers = SeededGenerator(seed: 11)
    let run = try await DedupeRun(input)
    for (index, pair) in run.result.reviews.prefix(40).enumerated() {
      answers.add(
        Decisions.Decision(
          isSame: index % 2 == 0, left: CardIdentity(try table.card(pair.left)),
          right: CardIdentity(try table.card(pair.right))))
    }
    for cluster in run.result.clusters.prefix(20) {
      answers.add(
        Decisions.Decision(
          isSame: false, left: CardIdentity(try table.card(cluster.cards[0])),
          right: CardIdentity(try table.card(cluster.cards[1]))))
    }
    for _ in 0..<10 {
      let (one, other) = (numbers.below(table.count), numbers.below(table.count))
      answers.add(
        Decisions.Decision(
          isSame: true, left: CardIdentity(try table.card(one)),
          right: CardIdentity(try table.card(other))))
    }
    try answers.save()
    let without = try await local(files)
    let with = try await local(files, decisions: answers.path)
    #expect(without.plan != with.plan)
    try await check(files, decisions: answers.path)
  }

  @Test("a folder of the parts is read as the plan that they are")
  func parts() async throws {
    let files = [try write(StagedBook.book(people: 150, seed: 12))]
    let expected = try await local(files)
    let work = folder.path.appending("parts")
    try FileManager.default.createDirectory(
      atPath: work.string, withIntermediateDirectories: true)
    var shape = StagedRun.Plan()
    (shape.splitSize, shape.parts) = (20_000, 3)
    _ = try await StagedRun(files, shape, in: work).run()
    let whole = try DedupePlan(folder.path.appending("local.jsonl"))
    let plan = try DedupePlan(work)
    #expect(plan.count == whole.count && plan.inputs == whole.inputs && !expected.plan.isEmpty)
    for line in 0..<plan.count { #expect(try plan.entry(line) == whole.entry(line)) }
    let input = try plan.readInputs()
    #expect(try plan.groups(in: input.table) == whole.groups(in: input.table))
  }

  @Test("the rows of a table say what a file of their cards says")
  func table() async throws {
    let cards = StagedBook.book(people: 150, seed: 13).components(separatedBy: "END:VCARD\r\n")
      .dropLast().map { $0 + "END:VCARD\r\n" }
    let expected = try await local([try write(cards.joined())])
    let work = folder.path.appending("table")
    try FileManager.default.createDirectory(
      atPath: work.string, withIntermediateDirectories: true)
    var plan = StagedRun.Plan()
    plan.parts = 2
    plan.options.merged = true
    let job = try DedupeJob(table: "crm", splits: 3, parts: 2, plan.options)
    var rows: [[Frame]] = []
    for split in 0..<3 {
      let own = cards[cards.count * split / 3..<cards.count * (split + 1) / 3]
      rows.append(
        own.map { card in
          var octets: [UInt8] = []
          for text in ["key", card] {
            let count = UInt32(text.utf8.count)
            octets += (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + text.utf8
          }
          return Frame(.rows, part: split, octets)
        })
    }
    let run = StagedRun(job, plan, in: work)
    let found = try await run.run(rows: rows)
    // All but the header and the names of files is the same.
    func lines(_ text: String, _ name: String) -> [String] {
      text.split(separator: "\n").dropFirst().map {
        $0.replacingOccurrences(of: "\"file\":\"\(name)\"", with: "")
      }
    }
    let text = try found.plan.map { try String(contentsOfFile: $0.string, encoding: .utf8) }
      .joined()
    #expect(
      lines(text, "crm") == lines(expected.plan, folder.path.appending("book.vcf").string))
    let merged = try found.merged.map { try String(contentsOfFile: $0.string, encoding: .utf8) }
    #expect(merged.joined().utf8.elementsEqual(try folder.bytes("local.vcf")))
    var clusters: [UInt64] = []
    for frame in run.tableFrames {
      var blob = BlobReader(frame.octets)
      let count = Int(try blob.number32())
      _ = try blob.slice(8 * count)
      for _ in 0..<count { clusters.append(try blob.number64()) }
    }
    #expect(
      clusters.map { "\($0)" }
        == expected.list.split(separator: "\n").map {
          String($0.split(separator: "\t")[2])
        })
  }

  @Test("a book is cut so that no core waits for another, into pieces neither large nor tiny")
  func splitSizes() {
    let usual = 256 << 20
    for cores in [1, 2, 3, 64] {
      for total in [0, 1, 1000, 100 << 20, 682_502_785, 3 * usual, 200 * usual + 17] {
        let size = DedupeJob.splitSize(of: total, cores: cores)
        let count = (total + size - 1) / size
        #expect(size <= usual + 1 && size >= 8 << 20)
        #expect(count % cores == 0 || size == 8 << 20, "\(total) for \(cores): \(count)")
      }
    }
  }

  @Test("what is of another job, damaged, or of a file that changed is refused")
  func refused() async throws {
    let file = try write(StagedBook.book(people: 30, seed: 14))
    let options = DedupeJob.Options()
    let job = try DedupeJob(files: [(file, false)], options)
    var other = options
    other.plan = true
    let second = try DedupeJob(files: [(file, false)], other)
    #expect(job.id != second.id)
    func run(
      _ name: DedupeStage.Name, _ job: DedupeJob, _ frames: [Frame],
      _ change: (inout DedupeStage.Arguments) -> Void = { _ in }
    ) async throws -> [Frame] {
      var told = DedupeStage.Arguments()
      told.output = folder.path.appending("out")
      change(&told)
      var next = ([Frame(.job, try job.octets)] + frames).makeIterator()
      var given: [Frame] = []
      try await DedupeStage(
        told, decoding: { _ in .icu() }, whole: StagedRun.WholeReader(), visible: { $0 },
        next: { next.next() }, write: { given.append($0) }
      ).run(name)
      return given
    }
    let given = try await run(.features, job, [])
    let values = given.filter { $0.tag == .values }
    #expect(!values.isEmpty)
    _ = try await run(.values, job, values)
    await #expect(throws: BlobError.ofAnotherJob) { _ = try await run(.values, second, values) }
    await #expect(throws: BlobError.ofAnotherJob) {
      _ = try await run(.left, second, []) {
        $0.files[.features] = $0.output
      }
    }
    // A blob that is cut off or changed ends the task and nothing else.
    var numbers = SeededGenerator(seed: 15)
    for value in values {
      for _ in 0..<60 {
        let cut = numbers.below(value.octets.count)
        let frame = Frame(.values, part: 0, Array(value.octets[..<cut]))
        _ = try? await run(.values, job, [frame])
        var damaged = value
        damaged.octets[8 + numbers.below(value.octets.count - 8)] ^= UInt8(1 + numbers.below(255))
        _ = try? await run(.values, job, [damaged])
      }
    }
    var text = String(decoding: try job.octets, as: UTF8.self)
    text = text.replacingOccurrences(of: "\"letters\":1", with: "\"letters\":9")
    #expect(throws: BlobError.ofAnotherJob) { _ = try DedupeJob(Array(text.utf8)) }
    try folder.write(StagedBook.book(people: 31, seed: 14), to: "book.vcf")
    await #expect(throws: DedupeError.changed(file)) { _ = try await run(.features, job, []) }
  }

  @Test("odd cards are told with their places in the file, whatever the splits")
  func diagnostics() async throws {
    let good = StagedBook.book(people: 100, seed: 16)
    let book =
      good + "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nno line\r\nEND:VCARD\r\n" + good
    let file = try write(book)
    let line = good.split(separator: "\r\n", omittingEmptySubsequences: false).count + 3
    for size in [1 << 30, 10_000] {
      var plan = StagedRun.Plan()
      plan.splitSize = size
      let run = try await staged([file], plan).run
      let settled = try run.infos.map { try StageInfo($0.octets) }.filter { $0.stage == "settle" }
      let told = settled.flatMap { $0.diagnostics ?? [] }
      #expect(told.count == 1 && told[0].hasPrefix("\(file):\(line):1: "), "\(told)")
      #expect(told[0].contains("(byte \(good.utf8.count + 42))"), "\(told)")
    }
  }
}

extension TemporaryDirectory {
  /// The octets of a file, which may be in any charset, each as a character.
  fileprivate func latin(_ name: String) throws -> String {
    String(String.UnicodeScalarView(try bytes(name).map { Unicode.Scalar($0) }))
  }
}
