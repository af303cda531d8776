import ArgumentParser
import ContactDedupe
import VCard

/// `vcard dedupe apply`: carries a plan out.
struct DedupeApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Carry out a plan: write all cards, those of one person as one.",
    usage: "vcard dedupe apply <plan> -o <file> [--decisions <file>] [--journal <file>]",
    discussion: """
      EXAMPLES:
        vcard dedupe apply plan.jsonl -o tidy.vcf --journal undo.jsonl
        vcard dedupe apply plan.jsonl --decisions answers.jsonl -o tidy.vcf

      Every cluster that the plan calls 'same' becomes one card, and so does every pair to review \
      that was answered 'same'; what was answered 'different' stays apart. All other cards come out \
      byte for byte, and in the order of the plan's files. A merged card that was edited in the plan \
      is written as edited. With 75 nothing is written: a file has changed since the plan was made. \
      'vcard undo JOURNAL' gives every card back.
      """)

  @Argument(help: ArgumentHelp("The plan; '-' is standard input.", valueName: "plan"))
  var plan: String

  @OptionGroup var merge: MergeOptions

  @OptionGroup var remembered: DecisionOptions

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() async throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    let plan = try DedupePlan.open(plan)
    let book = try remembered.open(tellingOn: console)
    let input = try plan.readInputs(options, reporter: reporter, console: console)
    try merge.check(input.table, files: [self.plan] + remembered.files)
    let chosen = try plan.chosen(in: input, book)
    for conflict in chosen.conflicts {
      console.say(
        .warning,
        conflict.isDivided
          ? "cluster \(conflict.cluster) is split at its weakest link: answers part its cards"
          : "cluster \(conflict.cluster) stays apart: answers contradict it")
    }
    let merging = DedupeMerging(
      input.table, digests: plan.inputs.map(\.sha256), threads: options.threads.count)
    try await merge.carryOut(merging, chosen.clusters, plan)
    let gone = chosen.clusters.reduce(0) { $0 + $1.cards.count - 1 }
    merge.tell(
      input.table.count - gone,
      ": \(chosen.clusters.count) merged from \(chosen.clusters.count + gone), "
        + "\(chosen.open.count.counted("pair")) left to review", on: console)
  }
}
