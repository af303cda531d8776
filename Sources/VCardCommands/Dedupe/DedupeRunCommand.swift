import ArgumentParser
import ContactDedupe

/// `vcard dedupe run`: finds cards of one person and merges them.
struct DedupeRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Find cards of one person and make them one, in a file or an address book.",
    usage: "vcard dedupe run <file> … -o <file> [--journal <file>] | --book <book>",
    discussion: """
      EXAMPLES:
        vcard dedupe run contacts.vcf -o contacts.vcf --journal undo.jsonl
        vcard dedupe run --book people.sqlite --dry-run

      Does what 'plan' and 'apply' do, and keeps no plan. Cards of nobody else come out byte for \
      byte. 'vcard undo JOURNAL' gives every card back. With --book and no -o the book itself is \
      changed, in one request that 'vcard undo' takes back whole: records of one source are merged \
      into the first of them, and what is left of a person is linked. Groups name the records that \
      stay; who was linked or kept apart by somebody remains so. A file or a folder is merged whole \
      or not at all, and has no undo.
      """)

  @OptionGroup var merge: MergeOptions

  @Flag(help: "Take the pairs to review for one person, as far as nothing contradicts.")
  var includeReview = false

  @OptionGroup var dedupe: DedupeOptions

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    try merge.check(book: dedupe.remembered.book)
    if merge.output.file == nil, !dedupe.inputs.isEmpty {
      throw ValidationError(
        "files are merged into a file, with -o; without files the book of --book is changed itself")
    }
  }

  func run() async throws {
    let (console, reporter) = try options.reporting.start()
    if merge.output.file == nil {
      let book = try dedupe.remembered.openBook(for: merge.access, options, reporter: reporter)
      try merge.require(book)
      let settings = try dedupe.settings(options, tellingOn: console)
      let input = try DedupeInput(book, settings, decoding: try options.input.text.textDecoding)
      reporter.finish()
      let (run, statistics) = try await DedupeRun.make(
        input, settings: settings, dedupe: dedupe, rehearsing: merge.dryRun)
      run.tell(console)
      try await merge.change(
        book, input: input, clusters: run.clusters(includingReview: includeReview),
        threads: options.threads.count,
        on: console)
      try statistics?.commit()
      return
    }
    // Before the work, which writes a table when it is done.
    var written = WrittenFiles()
    written.add("-o", merge.output.file, mayBeRead: true)
    written.add("--journal", merge.journal)
    written.add("--statistics", dedupe.newStatistics)
    try written.check(inputs: dedupe.inputs)
    let (run, statistics) = try await DedupeRun.make(
      dedupe, options, reporter: reporter, rehearsing: merge.dryRun)
    try merge.check(run.table, files: dedupe.files)
    let clusters = run.clusters(includingReview: includeReview)
    let merging = DedupeMerging(
      run.table, digests: run.digests, threads: options.threads.count)
    try await merge.carryOut(merging, clusters: clusters, plan: nil, and: statistics)
    run.tell(console)
    let gone = clusters.reduce(0) { $0 + $1.cards.count - 1 }
    merge.tell(run.table.count - gone, on: console)
  }
}
