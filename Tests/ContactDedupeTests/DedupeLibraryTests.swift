import ContactDedupe
import ContactMerging
import ContactStore
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("ContactDedupe: plan, look, apply and undo without the command")
struct DedupeLibraryTests {
  private static func card(_ name: String, _ lines: String...) -> String {
    (["BEGIN:VCARD", "VERSION:3.0", "N:\(name.replacing(" ", with: ";"));;;", "FN:\(name)"]
      + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
  }

  private static let phone =
    card("Bell Kate", "EMAIL:kate@bell.example", "TEL:+14085550100")
    + card("Young Ann", "TEL:5550009") + card("Ashdown Tom")
  private static let cloud =
    "between\r\n" + card("Bell Kate", "EMAIL:kate@bell.example", "NOTE:from the cloud")
    + card("Young Ann", "TEL:5550010")

  private let folder: TemporaryDirectory
  private let inputs: [FilePath]

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Self.phone, to: "phone.vcf")
    try folder.write(Self.cloud, to: "cloud.vcf")
    inputs = ["phone.vcf", "cloud.vcf"].map { [folder] in folder.path.appending($0) }
  }

  /// A plan of both files, in a file.
  private func planned(_ settings: DedupeSettings = DedupeSettings()) async throws -> DedupePlan {
    let run = try await DedupeRun(DedupeInput(reading: inputs, settings), settings)
    let path = folder.path.appending("plan.jsonl")
    try await DedupePlan.Writer(run).write(to: path)
    return try DedupePlan(path)
  }

  @Test("a plan is written, looked at, applied and taken back, byte for byte")
  func round() async throws {
    let plan = try await planned()
    let entries = try (0..<plan.count).map { try plan.entry($0) }
    #expect(plan.inputs.map(\.cards) == [3, 2])
    #expect(entries.map(\.verdict) == ["same", "review"])
    #expect(entries[0].cards.map(\.card) == [0, 0])
    #expect(entries[0].merged.contains("NOTE:from the cloud"))
    let input = try plan.readInputs()
    let choice = try plan.chosen(in: input, nil)
    #expect(choice.clusters.map(\.cards) == [[0, 3]] && choice.open.count == 1)
    let (output, journal) = (folder.path.appending("out.vcf"), folder.path.appending("journal"))
    let merging = DedupeMerging(input.table, digests: plan.inputs.map(\.sha256))
    try await merging.write(choice.clusters, of: plan, to: output, journal: journal)
    let text = try folder.text("out.vcf")
    #expect(text.components(separatedBy: "BEGIN:VCARD").count == 5)
    #expect(text.hasSuffix(Self.card("Young Ann", "TEL:5550010")))
    try DedupeJournal(journal).restore(intoFolder: folder.path.appending("back"))
    #expect(try folder.text("back/phone.vcf") == Self.phone)
    #expect(try folder.text("back/cloud.vcf") == Self.cloud)
    try DedupeJournal(journal).restore()
    #expect(try folder.text("out.vcf") == Self.phone + Self.cloud)
    #expect(throws: DedupeError.changedSinceMerge(output.string)) { try DedupeJournal(journal) }
  }

  @Test("an answer is remembered in a file and heeded, by the plan that asked and by the next one")
  func answers() async throws {
    let plan = try await planned()
    let input = try plan.readInputs()
    let table = input.table
    let pair = try #require(try plan.chosen(in: input, nil).open.first)
    let sides = try pair.cards.map { CardIdentity(try table.card($0)) }
    var decisions = try Decisions(folder.path.appending("answers.jsonl"))
    decisions.add(Decisions.Decision(isSame: true, left: sides[0], right: sides[1]))
    try decisions.save()
    let read = try Decisions(folder.path.appending("answers.jsonl"))
    #expect(read.answer(sides[1], sides[0]) == true)
    #expect(
      try plan.chosen(in: input, read).clusters.map(\.cards).sorted { $0[0] < $1[0] } == [
        [0, 3], [1, 4],
      ])
    var settings = DedupeSettings()
    settings.decisions = read
    let next = try await planned(settings)
    #expect(try (0..<next.count).allSatisfy { try next.entry($0).isSame } && next.count == 2)
  }

  @Test("an answer is taken back by another that leaves the pair open, whoever writes it")
  func open() async throws {
    let plan = try await planned()
    let table = try plan.readInputs().table
    let path = folder.path.appending("answers.jsonl")
    var (mine, yours) = (
      try Review(plan, table, Decisions(path)), try Review(plan, table, Decisions(path))
    )
    let pair = try #require(mine.openPairs.first)
    try mine.answer(pair, isSame: true)
    try mine.save()
    #expect(try yours.refresh() && yours.openPairs.isEmpty && yours.answer(about: pair) == true)
    #expect(try yours.lastAnswered() == pair && !yours.refresh())
    try yours.answer(pair, isSame: nil)
    #expect(yours.isOpen(pair))
    try yours.save()
    #expect(try mine.refresh() && mine.isOpen(pair) && mine.lastAnswered() == nil)
    #expect(try plan.chosen(in: plan.readInputs(), Decisions(path)).open == [pair])
    #expect(try folder.text("answers.jsonl").split(separator: "\n").count == 2)
  }

  /// A plan of these cards of one file.
  private func planned(of cards: [String]) async throws -> DedupePlan {
    try folder.write(cards.joined(), to: "values.vcf")
    let path = folder.path.appending("values.jsonl")
    let run = try await DedupeRun(DedupeInput(reading: [folder.path.appending("values.vcf")]))
    try await DedupePlan.Writer(run).write(to: path)
    return try DedupePlan(path)
  }

  /// Of this a person has one, and it tells nothing of who they are.
  private static let once = "X-EVOLUTION-FILE-AS"

  private static func twin(_ lines: String...) -> String {
    (["BEGIN:VCARD", "VERSION:3.0", "FN:Ann Zorvath", "N:Zorvath;Ann;;;", "EMAIL:ann@z.example"]
      + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
  }

  @Test("a value that was chosen stands on what is applied and run, for whoever reviews")
  func values() async throws {
    let plan = try await planned(of: [
      Self.twin("\(Self.once):one", "UID:a"), Self.twin("\(Self.once):two", "UID:b"),
      Self.twin("\(Self.once):three", "UID:c"),
    ])
    let input = try plan.readInputs()
    let path = folder.path.appending("chosen.jsonl")
    var (mine, yours) = (
      try Review(plan, input.table, Decisions(path)), try Review(plan, input.table, Decisions(path))
    )
    let group = try #require(mine.clusters.first)
    func birthday(_ review: inout Review) throws -> Int? {
      try review.merged(group).contests.first { $0.name == Self.once }?.standing
    }
    let standing = try #require(try birthday(&mine))
    for chosen in Array(group.cards.indices) + [standing] {
      try mine.choose([Self.once: chosen, "NONE": 1], of: group)
      try mine.save()
      _ = try yours.refresh()
      #expect(try birthday(&mine) == chosen && birthday(&yours) == chosen)
      #expect(try yours.merged(group).chosen == (chosen == standing ? [] : [Self.once]))
      let choice = try plan.chosen(in: input, Decisions(path))
      #expect(choice.open.isEmpty && choice.conflicts.isEmpty && choice.clusters.count == 1)
      let output = folder.path.appending("chosen.vcf")
      try await DedupeMerging(input.table, digests: plan.inputs.map(\.sha256))
        .write(choice.clusters, of: plan, to: output)
      let day = try input.table.card(group.cards[chosen]).properties.first {
        $0.canonicalName == Self.once
      }?.text
      #expect(try folder.text("chosen.vcf").contains("\r\n\(Self.once):\(day ?? "")\r\n"))
      #expect(
        try folder.text("chosen.vcf").components(separatedBy: "X-ALSO-\(Self.once):").count == 3)
      var settings = DedupeSettings()
      settings.decisions = try Decisions(path)
      let again = try DedupeInput(
        reading: [folder.path.appending("values.vcf")], settings)
      let run = try await DedupeRun(again, settings)
      try await DedupeMerging(run.table, digests: run.digests)
        .write(run.clusters(), of: nil, to: output)
      #expect(try folder.text("chosen.vcf").contains("\r\n\(Self.once):\(day ?? "")\r\n"))
    }
  }

  @Test("values stand behind an answer, which keeps them; what names no card is refused")
  func valueLines() async throws {
    let plan = try await planned(of: [Self.twin("\(Self.once):one"), Self.twin("\(Self.once):two")])
    let table = try plan.readInputs().table
    let path = folder.path.appending("lines.jsonl")
    var review = try Review(plan, table, Decisions(path))
    let group = try #require(review.clusters.first)
    try review.choose([Self.once: 1], of: group)
    try review.save()
    let line = try folder.text("lines.jsonl")
    #expect(line.hasPrefix("{\"schema\":\"vcard.decision/1\",\"answer\":\"same\",\"cards\":[{"))
    #expect(line.hasSuffix("],\"values\":{\"\(Self.once)\":1}}\n"))
    try review.answer(group, isSame: true)
    try review.save()
    #expect(try folder.text("lines.jsonl") == line + line)
    for answer in [false, nil] {
      try review.answer(group, isSame: answer)
      #expect(try review.merged(group).chosen.isEmpty)
    }
    for value in ["2", "-1", "\"0\"", "null", "1.5"] {
      try folder.write(
        line.replacing("\"\(Self.once)\":1", with: "\"\(Self.once)\":\(value)"), to: "bad.jsonl")
      let bad = folder.path.appending("bad.jsonl")
      #expect(throws: DedupeError.notAnAnswer(bad.string, line: 1)) { try Decisions(bad) }
    }
  }

  @Test("cards that are handed over one by one are found again after the builder has gone")
  func handedOver() async throws {
    let builder = DedupeInput.Builder()
    var reader = CardReader()
    try reader.append(Array((Self.phone + Self.cloud).utf8))
    reader.finish()
    try builder.beginInput(named: "people")
    var cards: [Card] = []
    while case .card(let card, _) = reader.next() {
      try builder.append(card)
      cards.append(card)
    }
    let run = try await DedupeRun(builder.finish())
    #expect(run.table.count == 5 && run.table.inputs.map(\.name) == ["people"])
    for (number, card) in cards.enumerated() {
      #expect(try run.table.octets(of: number) == card.octetsAsRead)
      #expect(run.table.number(of: number) == number)
    }
    #expect(run.clusters().map(\.cards) == [[0, 3]])
    let output = folder.path.appending("out.vcf")
    try await DedupeMerging(run.table, digests: run.digests)
      .write(run.clusters(), of: nil, to: output)
    #expect(try folder.text("out.vcf").components(separatedBy: "BEGIN:VCARD").count == 5)
  }

  @Test("a book is planned, changed in one request and taken back; a plan of files is none of it")
  func book() async throws {
    let path = folder.path.appending("book.sqlite")
    let book = try DatabaseBook(path, for: .writing)
    var request = SaveRequest()
    for text in [Self.phone, Self.cloud] {
      var reader = CardReader()
      try reader.append(Array(text.utf8))
      reader.finish()
      while case .card(let card, _) = reader.next() {
        request.add(card, source: text == Self.phone ? "phone" : "cloud")
      }
    }
    request.link(.join(.added(1), .added(4)))
    _ = try book.save(request)
    let run = try await DedupeRun(DedupeInput(book))
    #expect(run.duplicates == (1, 2))
    let file = folder.path.appending("plan.jsonl")
    try await DedupePlan.Writer(run).write(to: file)
    let plan = try DedupePlan(file)
    // Who is linked already, and in no source twice, is left out.
    #expect(try plan.entry(0).cards.map(\.record) == ["1", "4"])
    let input = try DedupeInput(book, comparing: false)
    try plan.check(input, of: path)
    let choice = try plan.chosen(in: input, nil)
    let outcome = try await BookMerging(input).outcome(of: choice.clusters, plan, now: 0)
    #expect(outcome.linkedRecords == 2 && outcome.mergedRecords == 0)
    _ = try book.save(outcome.request)
    #expect(try book.person(of: RecordID(rawValue: "4"))?.records.count == 2)
    #expect(throws: BookError.self) { try book.save(outcome.request) }
    #expect(try book.undo()?.kind == "dedupe")
    #expect(try book.person(of: RecordID(rawValue: "4"))?.records.count == 1)
    let other = try await planned()
    #expect(throws: DedupeError.notOfBook(other.name, book: path.string)) {
      try other.check(input, of: path)
    }
  }

  @Test("what is no plan, no journal, no answer, or has changed since is told by its own error")
  func errors() async throws {
    let plan = try await planned()
    #expect(throws: DedupeError.notAPlan(inputs[0].string)) { try DedupePlan(inputs[0]) }
    #expect(throws: DedupeError.notAJournal(inputs[0].string)) { try DedupeJournal(inputs[0]) }
    #expect(throws: DedupeError.notAnAnswer(inputs[0].string, line: 1)) {
      try Decisions(inputs[0])
    }
    try folder.write(Self.phone.replacing("Tom", with: "Tim"), to: "phone.vcf")
    #expect(throws: DedupeError.stale(inputs[0].string)) { try plan.readInputs() }
    try folder.write("nothing", to: "phone.vcf")
    #expect(throws: DedupeError.noCards(inputs[0].string)) { try DedupeInput(reading: inputs) }
    var settings = DedupeSettings()
    settings.weights = "name\n"
    try folder.write(Self.phone, to: "phone.vcf")
    let input = try DedupeInput(reading: inputs, settings)
    await #expect(throws: DedupeError.notWeights(line: 1)) { try await DedupeRun(input, settings) }
  }
}
