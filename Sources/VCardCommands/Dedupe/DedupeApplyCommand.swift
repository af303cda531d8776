import ArgumentParser
import ContactDedupe
import ContactPages
import ContactStore
import VCard

/// `vcard dedupe apply`: carries a plan out.
struct DedupeApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Carry out a plan: make the cards of one person one, in a file or an address book.",
    usage: "vcard dedupe apply <plan> -o <file> [--journal <file>] | --book <book>",
    discussion: """
      EXAMPLES:
        vcard dedupe apply plan.jsonl -o tidy.vcf --journal undo.jsonl
        vcard dedupe apply plan.jsonl --book people.sqlite

      Every cluster that the plan calls 'same' becomes one card, and so does every pair to review \
      that was answered 'same'; what was answered 'different' stays apart. All other cards come out \
      byte for byte, and in the order of the plan's files. A merged card that was edited in the plan \
      is written as edited. With 75 nothing is written: a file has changed since the plan was made. \
      'vcard undo JOURNAL' gives every card back. With --book and no -o the book that the plan is of \
      is changed itself, in one request that 'vcard undo' takes back whole: records of one source are \
      merged into the first of them, and what is left of a person is linked.
      """)

  @Argument(
    help: ArgumentHelp("The plan; '-' is standard input.", valueName: "plan"), completion: .file())
  var plan: String

  @OptionGroup var merge: MergeOptions

  @OptionGroup var remembered: DecisionOptions

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws { try merge.check(book: remembered.book) }

  func run() async throws {
    let (console, reporter) = try options.reporting.start()
    let plan = try DedupePlan.open(plan)
    let book = try remembered.open(tellingOn: console)
    if merge.output.file == nil { return try await change(plan, book, reporter: reporter) }
    let input = try plan.readInputs(options, reporter: reporter)
    try merge.check(input.table, files: [self.plan] + remembered.files)
    let chosen = try choose(plan, input: input, answers: book, console: console)
    let merging = DedupeMerging(
      input.table, digests: plan.inputs.map(\.sha256), threads: options.threads.count)
    try await merge.carryOut(merging, clusters: chosen.clusters, plan: plan)
    let gone = chosen.clusters.reduce(0) { $0 + $1.cards.count - 1 }
    merge.tell(
      input.table.count - gone,
      ": \(chosen.clusters.count) merged from \(chosen.clusters.count + gone), "
        + "\(chosen.open.count.counted("pair")) left to review", on: console)
  }

  /// Carries out a plan of an address book in the book itself.
  private func change(
    _ plan: DedupePlan, _ answers: Decisions?, reporter: DiagnosticReporter
  ) async throws {
    let book = try remembered.openBook(for: merge.access, options, reporter: reporter)
    try merge.require(book)
    var settings = DedupeSettings()
    settings.threads = options.threads.count
    let input = try DedupeInput(
      book, settings, decoding: try options.input.text.textDecoding, comparing: false)
    reporter.finish()
    try plan.check(input, of: book.path)
    let chosen = try choose(plan, input: input, answers: answers, console: reporter.console)
    try await merge.change(
      book, input: input, clusters: chosen.clusters, plan: plan, threads: options.threads.count,
      rest: "\(chosen.open.count.counted("pair")) left to review", on: reporter.console)
  }

  private func choose(
    _ plan: DedupePlan, input: DedupeInput, answers: Decisions?, console: Console
  ) throws -> DedupePlan.Choice {
    let chosen = try plan.chosen(in: input, answers)
    for conflict in chosen.conflicts {
      console.say(
        .warning,
        conflict.isDivided
          ? "cluster \(conflict.cluster) is split at its weakest link: answers part its cards"
          : "cluster \(conflict.cluster) stays apart: answers contradict it")
    }
    return chosen
  }
}
