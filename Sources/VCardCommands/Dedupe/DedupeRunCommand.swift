import ArgumentParser
import ContactDedupe

/// `vcard dedupe run`: finds cards of one person and merges them.
struct DedupeRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Find cards of one person and write all cards, those as one.",
    usage: "vcard dedupe run <file> … -o <file> [--journal <file>] [--include-review]",
    discussion: """
      EXAMPLES:
        vcard dedupe run contacts.vcf -o contacts.vcf --journal undo.jsonl
        vcard dedupe run phone.vcf cloud.vcf -o all.vcf --decisions answers.jsonl

      Does what 'plan' and 'apply' do, and keeps no plan. Cards of nobody else come out byte for \
      byte. 'vcard undo JOURNAL' gives every card back.
      """)

  @Argument(
    help: ArgumentHelp("vCard files, folders or books; '-' is standard input.", valueName: "file"))
  var files: [String] = []

  @OptionGroup var merge: MergeOptions

  @Flag(help: "Take the pairs to review for one person, as far as nothing contradicts.")
  var includeReview = false

  @OptionGroup var dedupe: DedupeOptions

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() async throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    // Before the work, which writes a table when it is done.
    var written = WrittenFiles()
    written.add("-o", merge.output, mayBeRead: true)
    written.add("--journal", merge.journal)
    written.add("--statistics", dedupe.newStatistics)
    try written.check(inputs: files)
    let run = try await DedupeRun.make(
      files, dedupe, options, reporter: reporter, console: console, rehearsing: merge.dryRun)
    try merge.check(run.table, files: dedupe.files)
    let clusters = run.clusters(includingReview: includeReview)
    let merging = DedupeMerging(
      run.table, digests: run.digests, threads: options.threads.count)
    try await merge.carryOut(merging, clusters, nil)
    run.tell(console)
    let gone = clusters.reduce(0) { $0 + $1.cards.count - 1 }
    merge.tell(run.table.count - gone, on: console)
  }
}
