import ArgumentParser
import ContactDedupe
import ContactMatching
import Files
import SystemPackage

/// `vcard dedupe plan`: writes down who is who.
struct DedupePlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Find cards of one person and write down what would be merged, and why.",
    usage: "vcard dedupe plan <file> … | --book <book> [-o <plan>] [--clusters <file>]",
    discussion: """
      EXAMPLES:
        vcard dedupe plan phone.vcf cloud.vcf -o plan.jsonl
        vcard dedupe plan --book people.sqlite -o plan.jsonl

      Changes nothing. A plan is JSON Lines: first what it was made from, then a line for each \
      cluster of cards that are one person ('same') and for each pair that a person should look at \
      ('review'), with the evidence in bits and the merged card. Pictures are references to the \
      cards that hold them: cid:CARD/ROW counts the cards of the line and the lines of the card, \
      both from 0. With --book and no file the plan is about the book: people whose records are \
      linked are known to be one, and what 'vcard dedupe apply' would leave as it is is left out. Ends \
      with 1 when duplicates were found.
      """)

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the plan here, atomically.", valueName: "plan"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Write file, card and cluster of each card, a row each.", valueName: "file"),
    completion: .file())
  var clusters: String?

  @Flag(help: "Count the pairs to review as one person in --clusters.")
  var includeReview = false

  @OptionGroup var dedupe: DedupeOptions

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() async throws {
    let (console, reporter) = try options.reporting.start()
    var written = WrittenFiles()
    written.add("-o", output)
    written.add("--clusters", clusters)
    written.add("--statistics", dedupe.newStatistics)
    // Before the work for those that are named, behind it for those of a folder.
    try written.check(inputs: dedupe.inputs + dedupe.files)
    let output = try OutputFile(output)
    let list = try clusters.map { try OutputFile($0) }
    let (run, statistics) = try await DedupeRun.make(dedupe, options, reporter: reporter)
    try written.check(inputs: run.table.inputs.map(\.name))
    for case let path? in run.table.inputs.map(\.file?.path) where FilePath(path.string) != path {
      throw CommandFailure(
        .usage, "\(path.string): a plan cannot hold this name, which is no UTF-8",
        suggestion: "rename the file, or use 'vcard dedupe run'")
    }
    if let list {
      try ClusterList.write(
        run.table, run.result.partition(includesReview: includeReview), to: list.writer)
    }
    let plan = DedupePlan.Writer(run)
    try await plan.write(threads: options.threads.count, to: output.writer)
    try run.table.checkInputs()
    try OutputFile.commit([output, list, statistics].compactMap(\.self))
    run.tell(console)
    if !plan.isEmpty { throw ExitCode.found }
  }
}
