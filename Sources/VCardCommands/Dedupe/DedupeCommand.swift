import ArgumentParser
import ContactDedupe
import ContactMatching
import ContactPages
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard dedupe`: finds and merges cards of one person.
struct DedupeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dedupe",
    abstract: "Find cards of one person, show why, merge them, and take it back.",
    usage: "vcard dedupe plan|explain|apply|run|spark",
    discussion: """
      EXAMPLES:
        vcard dedupe run contacts.vcf -o tidy.vcf --journal undo.jsonl
        vcard dedupe run --book people.sqlite

      'plan' changes nothing and writes down who is who, with the evidence and the card that would be \
      made. 'explain' shows it, 'vcard review' asks about the pairs that a person should decide, \
      'apply' carries the plan out, and 'run' does all in one. A name alone never merges cards. \
      Every distinct value is kept, and 'vcard undo JOURNAL' gives every card back. With --book and \
      no files it is about an address book, which 'run' and 'apply' change in one request: records of \
      one source are merged, those of several are linked, and 'vcard undo' takes it back. 'spark' \
      writes down what Apache Spark needs to do the same on many machines.
      """,
    subcommands: [
      DedupePlanCommand.self, DedupeExplainCommand.self, DedupeApplyCommand.self,
      DedupeRunCommand.self, DedupeSparkCommand.self, DedupeWorkerCommand.self,
    ])
}

/// How cards are compared.
struct DedupeOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("vCard files, folders or books; '-' is standard input.", valueName: "file"),
    completion: .file())
  var inputs: [String] = []

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

  @Option(
    help: ArgumentHelp("What evidence weighs: a table.", valueName: "file"), completion: .file())
  var weights: String?

  @Option(
    help: ArgumentHelp(
      "What is known of the whole book: read from this file if it is there, else written to it.",
      valueName: "file"), completion: .file())
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

extension DedupeOptions {
  /// How cards are compared, as the options say.
  func settings(
    _ options: GlobalOptions, tellingOn console: Console
  ) throws -> DedupeSettings {
    var settings = DedupeSettings(threads: options.threads.count, memory: memory)
    settings.decisions = try remembered.open(tellingOn: console)
    settings.options = try options.input.matchOptions
    settings.weights = try weights.map { try Self.text(of: $0) }
    if let statistics, newStatistics == nil { settings.statistics = try Self.text(of: statistics) }
    return settings
  }

  static func text(of argument: String) throws -> String {
    let file = try StoredFile(Platform.path(argument), staysOpen: true)
    var octets: [UInt8] = []
    try file.forEachPiece(in: 0..<file.count) { octets += $0 }
    return String(decoding: octets, as: UTF8.self)
  }
}

extension DedupeSettings {
  /// Settings that are as usual.
  ///
  /// - Parameters:
  ///   - threads: How many threads work.
  ///   - memory: How much memory may be taken; half of the machine's unless somebody says so.
  init(threads: Int, memory: MemorySize?) {
    self.init()
    self.threads = threads
    self.memory = DedupeMemoryLimit(
      memory?.bytes ?? Platform.physicalMemory / 2, isStrict: memory != nil)
    Platform.returnLargeMemory()
  }
}

/// Where answers are remembered.
struct DecisionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The answers that 'vcard review' wrote.", valueName: "file"),
    completion: .file())
  var decisions: String?

  @Option(
    help: ArgumentHelp(
      "The address book: answers are kept beside it, and 'dedupe' without files is about it.",
      valueName: "book"), completion: .file())
  var book: String?

  func validate() throws {
    if decisions != nil, book != nil {
      throw ValidationError("take either --decisions or --book")
    }
  }

  /// The files that the options name, and the one that goes with an address book.
  var files: [String] {
    let besideBook = book.map { Decisions.path(besideBook: Platform.path($0)).string }
    return [decisions, book, besideBook].compactMap(\.self)
  }

  /// Opens the address book itself.
  func openBook(
    for access: BookAccess, _ options: GlobalOptions, reporter: DiagnosticReporter
  ) throws -> any AddressBook {
    var arguments = BookArguments()
    arguments.book = book
    return try arguments.open(
      for: access, decoding: options.input.text.textDecoding, threads: options.threads.count,
      reporter: reporter, making: false)
  }

  /// The answers; `nil` when none are asked for.
  func open() throws -> Decisions? {
    if let decisions { return try Decisions(Platform.path(decisions)) }
    return try book.map { try Decisions(Decisions.path(besideBook: Platform.path($0))) }
  }

  /// The answers that are to be heeded; says so when a file that was named holds none yet.
  func open(tellingOn console: Console) throws -> Decisions? {
    let answers = try open()
    if let answers, decisions != nil, answers.decisions.isEmpty {
      console.say(.note, "\(answers.path.string) holds no answers yet")
    }
    return answers
  }
}

extension DedupeRun {
  /// A run, and the table of `--statistics` that is to be put in its place with what else is written.
  typealias Made = (run: DedupeRun, statistics: OutputFile?)

  /// Reads and compares; when it is only a rehearsal, no table of `--statistics` is made.
  static func make(
    _ dedupe: DedupeOptions, _ options: GlobalOptions, reporter: DiagnosticReporter,
    rehearsing: Bool = false
  ) async throws -> Made {
    let settings = try dedupe.settings(options, tellingOn: reporter.console)
    let input: DedupeInput
    if dedupe.inputs.isEmpty, dedupe.remembered.book != nil {
      let book = try dedupe.remembered.openBook(for: .reading, options, reporter: reporter)
      input = try DedupeInput(book, settings, decoding: try options.input.text.textDecoding)
      reporter.finish()
    } else {
      input = try DedupeInput.read(
        dedupe.inputs, settings: settings, options: options, reporter: reporter)
    }
    return try await make(input, settings: settings, dedupe: dedupe, rehearsing: rehearsing)
  }

  /// Compares; when it is only a rehearsal, no table of `--statistics` is made.
  static func make(
    _ input: DedupeInput, settings: DedupeSettings, dedupe: DedupeOptions, rehearsing: Bool
  ) async throws -> Made {
    let run: DedupeRun
    do {
      run = try await DedupeRun(input, settings)
    } catch DedupeError.notWeights(let line) {
      throw CommandFailure(.data, "\(dedupe.weights ?? ""):\(line): not a table of weights")
    } catch DedupeError.notStatistics(let line) {
      throw CommandFailure(.data, "\(dedupe.statistics ?? ""):\(line): not a table of statistics")
    }
    guard let statistics = dedupe.statistics, settings.statistics == nil, !rehearsing else {
      return (run, nil)
    }
    let output = try OutputFile(statistics)
    try output.writer.write(Array(run.statistics.utf8))
    try output.writer.flush()
    return (run, output)
  }

  /// Says what was found.
  func tell(_ console: Console) {
    let found = duplicates
    let people =
      found.cards == 0
      ? "none is another's duplicate"
      : "\(found.cards) of them are \(found.people.counted("person", "people"))"
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
