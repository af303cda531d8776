import ArgumentParser
import ContactMatching
import ContactModel
import ContactStore
import SystemPackage
import VCard

/// `vcard import`: takes cards into an address book.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take cards into an address book: match, add what is missing, create.",
    usage: "vcard import <file> … --book <book> [--policy <policy>] [--ambiguous <what>]",
    discussion: """
      EXAMPLES:
        vcard import phone.vcf --book contacts.vcf
        vcard import --dry-run --ambiguous new cloud/ --book ~/contacts

      Nothing in the book is overwritten: values that a person lacks are added, and a different value \
      of a property that has only one is kept as X-ALSO-<NAME>. All cards are matched against the book \
      as it was at the start, and all changes are made together or not at all. Importing the same \
      file again changes nothing.
      """)

  @Argument(
    help: ArgumentHelp("vCard files, folders or cutouts; '-' is standard input.", valueName: "file")
  )
  var files: [String] = []

  @OptionGroup var book: BookArguments

  @Option(help: ArgumentHelp("How much must agree.", valueName: "policy"))
  var policy = MatchPolicy.careful

  @Option(
    help: ArgumentHelp(
      "What becomes of cards that may be several people (default: ask on a terminal, else skip).",
      valueName: "what"))
  var ambiguous: AmbiguityRule?

  @Option(help: ArgumentHelp("Write the cards that were skipped here.", valueName: "file"))
  var rejects: String?

  @Option(help: ArgumentHelp("The source that new people belong to.", valueName: "name"))
  var source: String?

  @Flag(
    name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.")
  var dryRun = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    let input = try CardInput(files, options, reporter: reporter, console: console)
    let book = try book.open(for: dryRun ? .reading : .writing, options, reporter: reporter)
    if source != nil, !book.capabilities.contains(.sources) {
      throw CommandFailure(
        .usage, "\(book.path.string) is a \(book.kind.rawValue) book and has no sources")
    }
    var incoming: [Card] = []
    try input.forEachCard { card, _ in incoming.append(card) }
    var importer = Importer(policy: policy, now: Platform.secondsSince1970())
    importer.options = try options.input.matchOptions
    importer.ambiguous = try AmbiguityRule.rule(ambiguous, console)
    let plan = try importer.plan(incoming, for: book)
    if !dryRun, !plan.isRefused {
      let ids = plan.request.isEmpty ? [] : try book.save(plan.request)
      explain(plan, incoming, ids, console)
    }
    try finish(plan, incoming, console)
  }

  private func explain(
    _ plan: ImportPlan, _ incoming: [Card], _ ids: [RecordID], _ console: Console
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

  private func finish(_ plan: ImportPlan, _ incoming: [Card], _ console: Console) throws {
    if let rejects, !dryRun {
      let output = try OutputFile(rejects)
      try output.writer.write(plan.rejects(of: incoming))
      try output.commit()
    } else {
      for index in plan.rejected { console.sayWho(incoming[index], plan.items[index]) }
    }
    console.line(plan.counts.description)
    if plan.isRefused { throw ExitCode.found }
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
