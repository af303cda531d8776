import ArgumentParser
import ContactDedupe
import ContactStore
import SystemPackage

/// Where merged cards go, and what takes it back.
struct MergeOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("Write here, atomically.", valueName: "file"))
  var output: String

  @Option(
    help: ArgumentHelp("Write what 'vcard undo' needs to this new file.", valueName: "file"))
  var journal: String?

  @Flag(help: "Replace a journal that is there, and with it what it could take back.")
  var force = false

  @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.")
  var dryRun = false

  func validate() throws {
    // What the system does not tell is told when the output is made.
    if journal != nil, !((try? OutputFile.isFile(output)) ?? true) {
      throw ValidationError("--journal is for what is written to a file")
    }
    if force, journal == nil { throw ValidationError("--force is for --journal") }
  }

  /// Makes sure that nothing is overwritten but what the output may replace.
  ///
  /// - Parameters:
  ///   - table: The cards that are merged; the output may take the place of a vCard that they are in.
  ///   - files: What else is read.
  /// - Throws: A failure that ends with 64, or with 73 when there is a journal.
  func check(_ table: CardTable, files: [String]) throws {
    let inputs = table.inputs.filter { $0.name != "-" }.map { input in
      (name: input.name, path: input.file?.path ?? Platform.path(input.name), input.isVCard)
    }
    var written = WrittenFiles()
    written.add("-o", output, mayBeRead: true)
    written.add("--journal", journal)
    try written.check(inputs.map { ($0.name, $0.path) })
    var others = WrittenFiles()
    others.add("-o", output)
    others.add("--journal", journal)
    try others.check(inputs: files)
    // A cutout, or what is compressed, would be plain vCards under the name of something else.
    try others.check(inputs.filter { !$0.2 }.map { ($0.name, $0.path) })
    guard let journal, !force else { return }
    if (try? Stat(Platform.path(journal), followTargetSymlink: false)) != nil {
      throw CommandFailure(
        .cannotCreate, "\(journal) exists already, and nothing was written",
        suggestion: "it may be all that takes an earlier merge back; --force replaces it")
    }
  }

  /// Merges, or finds out whether that could be done.
  func carryOut(
    _ merging: DedupeMerging, _ clusters: [DedupeMerging.Cluster], _ plan: DedupePlan?
  ) async throws {
    if dryRun { for place in [output, journal] { try place.map(OutputFile.rehearse) } }
    let file = try OutputFile(dryRun ? "/dev/null" : output)
    try await merging.write(
      clusters, of: plan,
      to: DedupeMerging.Output(
        name: output, path: Platform.path(output), writer: file.writer,
        commit: { try file.commit() }),
      journal: dryRun ? nil : journal.map { Platform.path($0) })
  }

  /// Says how many cards were written, or would be.
  func tell(_ cards: Int, _ rest: String = "", on console: Console) {
    console.tell("\(dryRun ? "would write" : "wrote") \(cards.counted("card"))\(rest)")
  }
}
