import ArgumentParser
import ContactDedupe
import ContactPages
import ContactStore
import Files
import SystemPackage
import VCard

/// Where merged cards go, and what takes it back.
struct MergeOptions: ParsableArguments {
  @OptionGroup var output: OutputOption

  @Option(
    help: ArgumentHelp("Write what 'vcard undo' needs to this new file.", valueName: "file"),
    completion: .file())
  var journal: String?

  @Flag(help: "Replace a journal that is there, and with it what it could take back.")
  var force = false

  @Flag(name: .customLong("link"), help: "In a book, link the records of a person and merge none.")
  var linksOnly = false

  @Flag(name: .customLong("merge"), help: "In a book, merge all records of a person.")
  var mergesAll = false

  @Flag(name: .dryRun, help: "Say what would be done, and do nothing.")
  var dryRun = false

  func validate() throws {
    if linksOnly, mergesAll { throw ValidationError("take either --link or --merge") }
    if linksOnly || mergesAll, output.file != nil {
      throw ValidationError("--link and --merge are for a book that is changed itself, without -o")
    }
    // What the system does not tell is told when the output is made.
    if journal != nil, !((try? output.file.map(OutputFile.isFile) ?? true) ?? true) {
      throw ValidationError("--journal is for what is written to a file")
    }
    if force, journal == nil { throw ValidationError("--force is for --journal") }
  }

  /// Makes sure that it is said where cards go.
  ///
  /// - Parameter book: The address book that is changed where no output is named.
  /// - Throws: A failure that ends with 64.
  func check(book: String?) throws {
    if output.file != nil { return }
    if book == nil {
      throw ValidationError(
        "say where the cards go: -o FILE writes a file, --book BOOK changes an address book")
    }
    if journal != nil {
      throw ValidationError(
        "--journal is for -o; 'vcard undo --book BOOK' takes back what is done to a book")
    }
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
    written.add("-o", output.file, mayBeRead: true)
    written.add("--journal", journal)
    try written.check(inputs.map { ($0.name, $0.path) })
    var others = WrittenFiles()
    others.add("-o", output.file)
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
  ///
  /// - Parameters:
  ///   - merging: The cards.
  ///   - clusters: What is merged.
  ///   - plan: What says what comes of them.
  ///   - other: What is put in its place with the output.
  /// - Throws: What the output and ``ContactDedupe/DedupeMerging`` throw.
  func carryOut(
    _ merging: DedupeMerging, clusters: [DedupeMerging.Cluster], plan: DedupePlan?,
    and other: OutputFile? = nil
  ) async throws {
    guard let output = output.file else {
      preconditionFailure("validation has seen where the cards go")
    }
    if dryRun { for place in [output, journal] { try place.map(OutputFile.rehearse) } }
    let file = try OutputFile(dryRun ? "/dev/null" : output)
    try await merging.write(
      clusters, of: plan,
      to: DedupeMerging.Output(
        name: output, path: Platform.path(output), writer: file.writer, file: file.replacement),
      journal: dryRun ? nil : journal.map { Platform.path($0) },
      and: [other?.replacement].compactMap(\.self))
  }

  /// What a book is opened for.
  var access: BookAccess { dryRun ? .reading : .writing }

  /// Refuses a book that cannot do what is asked for.
  func require(_ book: any AddressBook) throws {
    if linksOnly { try book.require(.links, "links") }
  }

  /// Makes people of a book one each, and says what was done or would be.
  ///
  /// - Parameters:
  ///   - book: The book.
  ///   - input: Its cards.
  ///   - clusters: Who is one person.
  ///   - plan: What says what comes of them.
  ///   - threads: How many threads work.
  ///   - rest: What else is told.
  ///   - console: Where it is told.
  /// - Throws: A failure that ends with 75 when the book has changed since it was read.
  func change(
    _ book: any AddressBook, input: DedupeInput, clusters: [DedupeMerging.Cluster],
    plan: DedupePlan? = nil, threads: Int, rest: String? = nil, on console: Console
  ) async throws {
    let way: BookMerging.Way = linksOnly ? .linking : mergesAll ? .merging : .bySource
    let outcome = try await BookMerging(input, way, threads: threads)
      .outcome(of: clusters, plan, now: Platform.secondsSince1970())
    if !dryRun { _ = try book.save(outcome.request) }
    outcome.tell(rehearsing: dryRun, rest, on: console)
  }

  /// Says how many cards were written, or would be.
  func tell(_ cards: Int, _ rest: String = "", on console: Console) {
    console.tell("\(dryRun ? "would write" : "wrote") \(cards.counted("card"))\(rest)")
  }
}

extension BookMerging.Outcome {
  /// Says what was done, or would be.
  func tell(rehearsing: Bool, _ rest: String? = nil, on console: Console) {
    if refused > 0 {
      console.say(
        .warning,
        "\(refused.counted("person stays", "people stay")) as they are: others whom they are linked "
          + "with are apart, or somebody else by now")
    }
    var done: [String] = []
    if mergedRecords > 0 {
      done.append(
        "\(rehearsing ? "would merge" : "merged") \(mergedRecords.counted("record")) into "
          + "\(keptRecords)")
    }
    if linkedRecords > 0 {
      done.append(
        "\(rehearsing ? "would link" : "linked") \(linkedRecords.counted("record")) as "
          + linkedPeople.counted("person", "people"))
    }
    if done.isEmpty { done = [rehearsing ? "nothing would change" : "nothing has changed"] }
    console.tell((done + [rest].compactMap(\.self)).joined(separator: ", "))
  }
}
