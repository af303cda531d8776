import ArgumentParser
import ContactDedupe
import ContactMatching
import ContactPages
import Files
import SystemPackage
import VCard

/// `vcard dedupe worker`: one task of a deduplication on many machines, which a driver starts.
struct DedupeWorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Do a task of a deduplication on many machines.",
    discussion: """
      Started by a driver, and not by people. It reads frames on standard input and writes frames on \
      standard output: four octets of tag, four of part, eight of length, little-endian, and the \
      octets. 'job' plans the work and prints a document, which every other task gets first.
      """,
    shouldDisplay: false)

  @Argument(help: ArgumentHelp("'job', or a stage.", valueName: "stage"))
  var stage: String

  @Argument(help: ArgumentHelp("vCard files or folders, for 'job'.", valueName: "file"))
  var files: [String] = []

  @Option(help: "The number of the split or part.")
  var task = 0

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "A file that is read: what 'features', 'table', 'compare' (pairs), 'answers' or "
        + "'numbers' wrote, decisions or statistics.", valueName: "name=file"))
  var read: [String] = []

  @Option(help: "The file that is written.")
  var out: String?

  @Option(help: "Which round 'star' carries out: first, large, small or last.")
  var round: String?

  @Option(help: "How many pairs to review stand before those of 'reviews'.")
  var first = 0

  @Option(help: "The number of an input, for 'digest'; there may be several.")
  var input: [Int] = []

  @Option(help: "Where files with relative names are found from, for 'header'.")
  var folder: String?

  /// What 'job' is told of the work.
  struct JobOptions: ParsableArguments {
    @Option(help: "The answers that 'vcard review' wrote.")
    var decisions: String?

    @Option(help: "What is known of the whole book: a table.")
    var statistics: String?

    @Option(help: "What evidence weighs: a table.")
    var weights: String?

    @Option(help: "Octets of a split.")
    var splitSize: MemorySize?

    @Option(help: "How many tasks run at once; without --split-size none is idle.")
    var cores = 1

    @Option(help: "What the table is called whose rows come in, instead of files.")
    var table: String?

    @Option(help: "Splits of the table.")
    var splits: Int?

    @Option(help: "Parts of keys and components; as many as splits without it.")
    var parts: Int?

    @Flag(help: "Make lines of clusters, with evidence and merged cards.")
    var plan = false

    @Flag(help: "Make the merged cards.")
    var merged = false
  }

  @OptionGroup(title: "Options of 'job'") var work: JobOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() async throws {
    do {
      if stage == "job" { return try makeJob() }
      guard let name = DedupeStage.Name(rawValue: stage) else {
        throw ValidationError("there is no stage '\(stage)'")
      }
      try await run(name)
    } catch let error as DedupeStage.Missing {
      throw ValidationError("'\(stage)' takes a right --\(error.argument)")
    } catch BlobError.damaged {
      throw CommandFailure(.data, "'\(stage)': a frame or file is damaged")
    } catch BlobError.ofAnotherJob {
      throw CommandFailure(
        .data,
        "'\(stage)': a frame or file is of another job, or of another version of vcard or ICU")
    }
  }

  private func run(_ name: DedupeStage.Name) async throws {
    Platform.returnLargeMemory()
    var told = DedupeStage.Arguments()
    (told.task, told.first, told.inputs) = (task, first, input)
    (told.round, told.folder) = (round, folder)
    for argument in read {
      let halves = argument.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, let file = DedupeStage.File(rawValue: String(halves[0])) else {
        throw ValidationError("--in takes NAME=FILE, not '\(argument)'")
      }
      told.files[file] = Platform.path(String(halves[1]))
    }
    told.output = out.map(Platform.path)
    let output = BufferedWriter(.standardOutput, name: "standard output")
    let stage = try DedupeStage(
      told,
      decoding: { charset in
        try CharsetOption.parse(charset.map { ["--charset", $0] } ?? []).textDecoding
      }, whole: CommandInputReader(), visible: { TerminalText.visible($0) },
      next: {
        try Frame.read { buffer, start in
          do throws(Errno) {
            return try SystemCalls.read(.standardInput, into: &buffer, from: start)
          } catch {
            throw FileError(.read, "standard input", error)
          }
        }
      }, write: { try $0.write(to: output) })
    try await stage.run(name)
    try output.flush()
  }

  /// Plans the work and prints the document.
  private func makeJob() throws {
    let (_, reporter) = try options.reporting.start()
    var told = DedupeJob.Options()
    told.region = Preferences.current.region(flag: options.input.region)
    _ = try options.input.matchOptions
    told.charset = options.input.text.charset
    _ = try options.input.text.textDecoding
    let format: InputOptions.Format? = Preferences.current.value(.from, flag: options.input.from)
    told.format = format?.rawValue
    told.weights = try work.weights.map { try DedupeOptions.text(of: $0) }
    (told.plan, told.merged) = (work.plan, work.merged)
    let decisions = work.decisions.map(Platform.path)
    let statistics = work.statistics.map(Platform.path)
    let parts = work.parts
    guard parts ?? 1 > 0, work.cores > 0 else {
      throw ValidationError("--parts and --cores take numbers from 1 on")
    }
    let job: DedupeJob
    if let table = work.table {
      guard files.isEmpty, let splits = work.splits, splits > 0 else {
        throw ValidationError("--table takes --splits and no files")
      }
      job = try DedupeJob(
        table: table, splits: splits, parts: parts, told, decisions: decisions,
        statistics: statistics)
    } else {
      guard !files.isEmpty, !files.contains("-") else {
        throw ValidationError("'job' takes files that every machine can read")
      }
      let found = try CardInput(files, options, reporter: reporter).files
      job = try DedupeJob(
        files: try found.map { file in
          guard let stored = try DedupeInput.stored(file, staysOpen: true) else {
            throw CommandFailure(
              .data, "\(file.name): a database, which is deduplicated on one machine",
              suggestion: "vcard dedupe plan --book BOOK")
          }
          return (file.name, try DedupeInput.isReadWhole(stored, named: file.name, format))
        }, splitSize: work.splitSize?.bytes, cores: work.cores, parts: parts, told,
        decisions: decisions, statistics: statistics)
    }
    let output = BufferedWriter(.standardOutput, name: "standard output")
    try output.write(try job.octets + [UInt8(ascii: "\n")])
    try output.flush()
  }
}

/// Reads what a command can read and the module of dedupe cannot: compressed files and other formats.
private struct CommandInputReader: WholeInputReader {
  func read<Worker: CardWorker>(
    _ name: String, _ told: DedupeJob.Options, _ worker: Worker,
    deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws {
    var arguments = ["--quiet", "--progress", "never", "--threads", "1"]
    if let format = told.format { arguments += ["--from", format] }
    if let charset = told.charset { arguments += ["--charset", charset] }
    let options = try GlobalOptions.parse(arguments)
    let (_, reporter) = try options.reporting.start()
    let input = try CardInput([name], options, reporter: reporter)
    let failure = try input.read(worker) { piece, _ in try deliver(&piece) }
    if let failure { throw failure }
  }
}
