import ArgumentParser
import ContactMatching
import ContactModel
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard import`: takes cards into an address book.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take cards into an address book: match, add what is missing, create.",
    usage: "vcard import <file> … [--book <book>] [--policy <policy>] [--ambiguous <what>]",
    discussion: """
      EXAMPLES:
        vcard import phone.vcf --source phone
        vcard import --dry-run --ambiguous new cloud/ --book ~/contacts
        vcard import --unknown skip people.jsonl

      Nothing in the book is overwritten: values that a person lacks are added, and a different value \
      of a property that has only one is kept as X-ALSO-<NAME>. All cards are matched against the book \
      as it was at the start, and all changes are made together or not at all. Importing the same \
      file again changes nothing, and 'vcard undo' takes back the last import.

      With --source, a person who has no record of that source yet gets one, linked with the others: \
      what one source says does not get into the records of another. In a folder with collections a \
      source is one of them: people are matched with those of that folder alone. Without --source all \
      are, and new people go to the first.
      """)

  @OptionGroup var arguments: IncomingArguments

  @Option(
    help: ArgumentHelp(
      "What becomes of cards that may be several people (default: ask on a terminal, else skip).",
      valueName: "what"))
  var ambiguous: AmbiguityRule?

  @Option(
    help: ArgumentHelp(
      "What becomes of those who are not in the book: new, or skip to keep them out.",
      valueName: "what"))
  var unknown = UnknownRule.new

  @Option(
    help: ArgumentHelp("Write the cards that were skipped here.", valueName: "file"),
    completion: .file())
  var rejects: String?

  @Option(help: ArgumentHelp("The source that the cards come from.", valueName: "name"))
  var source: String?

  @Flag(name: .dryRun, help: "Say what would be done, and do nothing.")
  var dryRun = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    // The book is read after the inputs, and is summed up with them.
    defer { reporter.finish() }
    let input = try CardInput(arguments.files, options, reporter: reporter, endsReport: false)
    var written = WrittenFiles()
    written.add("--rejects", rejects)
    try written.check(input.files + [.file(arguments.book.path())])
    // What is read of the book, decided and saved.
    let progress = ProgressLine(.items("records"), of: nil, console: console)
    let book = try arguments.book.open(
      rehearsing: dryRun, options, reporter: reporter, progress: progress)
    try book.requireSource(source, console)
    // Whatever keeps it from being made does so before anything is done.
    let rejects = try dryRun ? nil : rejects.map { try Rejects($0) }
    let cards = try input.cards()
    var importer = Importer(policy: arguments.policy, now: Platform.secondsSince1970())
    importer.options = try options.input.matchOptions
    importer.ambiguous = try AmbiguityRule.rule(ambiguous, console)
    importer.unknown = .always(unknown == .new ? .new : .skip)
    importer.source = source
    importer.advance = progress.advance
    let (plan, ids) = try importer.carriedOut(cards, in: book, rehearsing: dryRun) { plan in
      try rejects?.write(plan.rejects(of: cards))
    } saving: { save in
      try rejects?.commit(with: save) ?? save()
    }
    progress.finish()
    // Where nothing was to be saved.
    try rejects?.commit { [] }
    reporter.finish()
    if !dryRun, !plan.isRefused { explain(plan, incoming: cards, ids: ids, console: console) }
    if rejects == nil {
      let strangers = plan.rejected.filter { plan.items[$0].outcome?.verdict == .unknown }
      for index in plan.rejected where plan.items[index].outcome?.verdict != .unknown {
        console.sayWho(cards[index], plan.items[index])
      }
      if !strangers.isEmpty {
        console.say(.note, "\(strangers.count) who are not in the book were left out")
      }
    }
    console.tell(plan.counts.description)
    if plan.isRefused { throw ExitCode.found }
  }

  private func explain(
    _ plan: ImportPlan, incoming: [Card], ids: [RecordID], console: Console
  ) {
    for (item, card) in zip(plan.items, incoming) {
      for note in item.notes { console.say(.note, note) }
      guard console.verbosity == .verbose else { continue }
      let name = Contact(card, keys: .compositeName).compositeName ?? "(no name)"
      switch item.fate {
      case .matched(let id, _):
        console.explain("\(name): matched \(id), \(item.additions.count) values added")
      case .created(let place):
        console.explain("\(name): created \(ids.indices.contains(place) ? "\(ids[place])" : "")")
      case .skipped: console.explain("\(name): skipped")
      }
    }
  }
}

/// The file for the cards that an import leaves out.
///
/// It is put in its place with the saving of the book: what keeps it from being written leaves the book
/// as it was, and a book that cannot be saved leaves the file as it was.
private final class Rejects {
  private let argument: String
  private var output: OutputFile
  private var written: [UInt8] = []
  private var isDone = false

  /// Opens the file.
  ///
  /// - Throws: An error of action `create`.
  init(_ argument: String) throws {
    self.argument = argument
    output = try OutputFile(argument)
  }

  /// Writes the cards, in the place of those that were written before.
  func write(_ cards: [UInt8]) throws {
    guard cards != written else { return }
    // What was written before goes with the old one, but for a device or a pipe, which keeps it.
    if !written.isEmpty { output = try OutputFile(argument) }
    try output.writer.write(cards)
    try output.writer.flush()
    written = cards
  }

  /// Puts the file in its place, unless it is there, and does what goes with it.
  @discardableResult
  func commit(with save: () throws -> [RecordID]) throws -> [RecordID] {
    if isDone { return [] }
    let ids: [RecordID]
    if let file = output.replacement {
      ids = try AtomicFile.commit([file], with: save)
    } else {
      try output.commit()
      ids = try save()
    }
    isDone = true
    return ids
  }
}

extension BookArguments {
  /// Opens the book for a change, or to see what a change would do; says so where it would be made.
  func open(
    rehearsing: Bool, _ options: GlobalOptions, reporter: DiagnosticReporter,
    progress: ProgressLine? = nil
  ) throws -> any AddressBook {
    let book = try open(
      rehearsing: rehearsing, decoding: options.input.text.textDecoding,
      threads: options.threads.count, reporter: reporter, progress: progress)
    if rehearsing, (try? Stat(book.path)) == nil {
      reporter.console.say(.note, "\(book.path) is not there yet and would be made")
    }
    return book
  }
}

extension Console {
  /// Says why a card was left out.
  func sayWho(_ card: Card, _ item: ImportPlan.Item) {
    let name = Contact(card, keys: .compositeName).compositeName ?? "(no name)"
    guard let outcome = item.outcome, outcome.verdict == .ambiguous else {
      return say(.note, "\(name) was skipped")
    }
    let candidates = outcome.candidates.map { "\($0.person) \($0.name)" }
    say(.warning, "\(name) may be \(candidates.joined(separator: ", or ")); skipped")
  }
}

/// What becomes of people who are not in the book.
enum UnknownRule: String, CaseIterable, ExpressibleByArgument {
  case new
  case skip
}

/// What becomes of cards that may be several people.
enum AmbiguityRule: String, CaseIterable, ExpressibleByArgument {
  case ask
  case new
  case skip
  case fail

  /// The rule as told; by default the person at the terminal is asked, if there is one.
  static func rule(_ chosen: AmbiguityRule?, _ console: Console) throws -> Importer.Rule {
    switch chosen {
    case .new: return .always(.new)
    case .skip: return .always(.skip)
    case .fail: return .always(.fail)
    case .ask, nil:
      guard let interview = Interview(console: console) else {
        guard chosen == .ask else { return .always(.skip) }
        throw CommandFailure(
          .usage, "nobody is there to ask", suggestion: "take --ambiguous new, skip or fail")
      }
      return .ask { try interview.decideAmbiguous($0) }
    }
  }
}
