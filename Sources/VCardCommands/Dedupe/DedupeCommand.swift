import ArgumentParser
import ContactMatching
import ContactModel
import ContactStore
import SystemPackage
import VCard

/// `vcard dedupe`: finds and merges cards of one person.
struct DedupeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dedupe",
    abstract: "Find cards of one person, show why, merge them, and take it back.",
    usage: "vcard dedupe plan|explain|apply|run",
    discussion: """
      EXAMPLES:
        vcard dedupe plan phone.vcf cloud.vcf -o plan.jsonl
        vcard dedupe run contacts.vcf -o tidy.vcf --journal undo.jsonl

      'plan' changes nothing and writes down who is who, with the evidence and the card that would be \
      made. 'explain' shows it, 'vcard review' asks about the pairs that a person should decide, \
      'apply' carries the plan out, and 'run' does all in one. A name alone never merges cards. \
      Every distinct value is kept, and 'vcard undo JOURNAL' gives every card back.
      """,
    subcommands: [
      DedupePlanCommand.self, DedupeExplainCommand.self, DedupeApplyCommand.self,
      DedupeRunCommand.self,
    ])
}

/// How cards are compared.
struct DedupeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep no more than so much in memory, as in 2G; the rest goes to temporary files.",
      discussion: """
        Without it, half of the machine's memory. Some 64 octets a card and 320 a distinct word of \
        their names stay in memory whatever the size; if it is less than that, nothing is done and \
        the least size is said.
        """,
      valueName: "size"))
  var memory: MemorySize?

  @Option(help: ArgumentHelp("What evidence weighs: a table.", valueName: "file"))
  var weights: String?

  @Option(
    help: ArgumentHelp(
      "What is known of the whole book: read from this file if it is there, else written to it.",
      valueName: "file"))
  var statistics: String?

  @OptionGroup var remembered: DecisionOptions

  /// The files that the options name, to be read.
  var files: [String] {
    [weights, newStatistics == nil ? statistics : nil].compactMap(\.self) + remembered.files
  }

  /// The file of `--statistics` when it is none yet, and so will be written.
  var newStatistics: String? {
    statistics.flatMap { (try? Stat(Platform.path($0))) == nil ? $0 : nil }
  }
}

/// Where answers are remembered.
struct DecisionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The answers that 'vcard review' wrote.", valueName: "file"))
  var decisions: String?

  @Option(
    help: ArgumentHelp("The address book beside which answers are kept.", valueName: "book"))
  var book: String?

  func validate() throws {
    if decisions != nil, book != nil {
      throw ValidationError("take either --decisions or --book")
    }
  }

  /// The files that the options name, and the one that goes with an address book.
  var files: [String] {
    let besideBook = book.map { DecisionBook.path(besideBook: Platform.path($0)).string }
    return [decisions, book, besideBook].compactMap(\.self)
  }

  /// The answers; `nil` when none are asked for.
  func open() throws -> DecisionBook? {
    if let decisions { return try DecisionBook(Platform.path(decisions)) }
    return try book.map { try DecisionBook(DecisionBook.path(besideBook: Platform.path($0))) }
  }

  /// The answers that are to be heeded; says so when a file that was named holds none yet.
  func open(tellingOn console: Console) throws -> DecisionBook? {
    let answers = try open()
    if let answers, decisions != nil, answers.decisions.isEmpty {
      console.say(.note, "\(answers.path.string) holds no answers yet")
    }
    return answers
  }
}

/// One run of comparing: the cards, and who is who among them.
struct DedupeRun {
  let input: DedupeInput
  let engine: DedupeEngine
  /// The digests of the inputs.
  let digests: [String]

  var table: CardTable { input.table }

  /// Reads and compares; when it is only a rehearsal, no table of `--statistics` is written.
  static func make(
    _ files: [String], _ dedupe: DedupeOptions, _ options: GlobalOptions,
    reporter: DiagnosticReporter, console: Console, rehearsing: Bool = false
  ) async throws -> DedupeRun {
    let book = try dedupe.remembered.open(tellingOn: console)
    var settings = DedupeEngine.Settings()
    settings.options = try options.input.matchOptions
    settings.threads = options.threads.count
    settings.memory = DedupeMemoryLimit(dedupe.memory)
    settings.weights = try dedupe.weights.map { try text(of: $0) }
    let statistics = dedupe.statistics.map { Platform.path($0) }
    if let statistics, (try? Stat(statistics)) != nil {
      settings.statistics = try text(of: statistics.string)
    }
    let input = try DedupeInput(
      files, options, reporter: reporter, console: console, answers: book, compares: true,
      memory: settings.memory.memory)
    settings.answers = book?.answers(about: input.identities) ?? []
    let inputs = input.table.inputs
    async let digests = inputs.map { try $0.digest() }
    let engine: DedupeEngine
    do {
      let merger = CardMerger(input.table)
      engine = try await DedupeEngine(input.takeFeatures(), settings) { try merger.merged($0) }
    } catch let error as DedupeEngine.TableError {
      let file = error.isWeights ? dedupe.weights : dedupe.statistics
      throw CommandFailure(
        .data,
        "\(file ?? ""):\(error.line): not a table of \(error.isWeights ? "weights" : "statistics")")
    }
    let found = try await digests
    try input.table.checkInputs()
    if let statistics, settings.statistics == nil, !rehearsing {
      let output = try OutputFile(statistics.string)
      try output.writer.write(Array(engine.statistics.utf8))
      try output.commit()
    }
    return DedupeRun(input: input, engine: engine, digests: found)
  }

  private static func text(of argument: String) throws -> String {
    let file = try StoredFile(Platform.path(argument), staysOpen: true)
    var octets: [UInt8] = []
    try file.forEachPiece(in: 0..<file.count) { octets += $0 }
    return String(decoding: octets, as: UTF8.self)
  }

  /// Says what was found.
  func tell(_ console: Console) {
    let result = engine.result
    let cards = result.clusters.cardCount
    let people =
      cards == 0
      ? "none is another's duplicate"
      : "\(cards) of them are \(result.clusters.count.counted("person", "people"))"
    console.tell(
      "\(table.count.counted("card")): \(people), "
        + "\(result.reviews.count.counted("pair is", "pairs are")) to review")
    for skipped in result.skipped {
      let blocks = skipped.blocks.counted("group", "groups")
      console.say(
        .note,
        "\(blocks) with the same \(skipped.kind) too large to compare all pairs: "
          + "\(skipped.pairs.counted("pair")) skipped")
    }
  }
}

/// Makes one card of some, for any thread.
private final class CardMerger: Sendable {
  private struct State {
    var reader: CardTable.Reader
    var merge = ClusterMerge()
  }

  private let table: CardTable
  private let states = StatePool<State>()

  init(_ table: CardTable) { self.table = table }

  /// The card that comes of some cards, or a card by itself, as it is compared.
  func merged(_ numbers: [Int]) throws -> Contact {
    var state = states.take() ?? State(reader: CardTable.Reader(table))
    defer { states.give(state) }
    var cards: [Card] = []
    for number in numbers { cards.append(try state.reader.card(number)) }
    if cards.count > 1 { state.merge.merge(cards) }
    return Contact(cards.count > 1 ? state.merge.card : cards[0], keys: DedupeFeatures.keys)
  }
}
