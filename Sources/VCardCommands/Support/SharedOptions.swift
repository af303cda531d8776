import ArgumentParser
import ContactMatching
import ContactStore
import Files

/// The cards that a command reads.
struct CardArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("vCard files or folders; '-' is standard input.", valueName: "file"),
    completion: .file())
  var files: [String] = []
}

/// The cards that are looked for in a book, which one, and what it takes to find them there.
struct IncomingArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "vCard files, folders or cutouts; '-' is standard input.", valueName: "file"),
    completion: .file()
  )
  var files: [String] = []

  @OptionGroup var book: BookArguments

  @Option(help: ArgumentHelp("How much must agree.", valueName: "policy"))
  var policy = MatchPolicy.careful
}

/// Where a command writes its data.
struct OutputOption: ParsableArguments {
  @Option(
    name: [.customLong("output"), .customShort("o")],
    help: ArgumentHelp("Write here, atomically.", valueName: "file"), completion: .file())
  var file: String?

  func validate() throws {
    guard let file else { return }
    if file.hasSuffix("/") { throw ValidationError("-o takes a file, and '\(file)' is a folder") }
    if file.lowercased().hasSuffix(".gz") {
      throw ValidationError("-o writes nothing compressed; take '| gzip > \(file)'")
    }
    if BookKind(named: Platform.path(file)) == .database {
      throw ValidationError("'\(file)' would be an address book; take 'vcard import' to fill one")
    }
  }

  /// Opens the output.
  ///
  /// - Parameters:
  ///   - inputs: What is read, a book included.
  ///   - mayBeRead: Whether it may take the place of what is read.
  /// - Returns: The output.
  /// - Throws: As ``check(_:mayBeRead:)``, and an error of action `create`.
  func open(reading inputs: [InputFile], mayBeRead: Bool = false) throws -> OutputFile {
    try check(inputs, mayBeRead: mayBeRead)
    return try OutputFile(file)
  }

  /// Makes sure that the output overwrites no address book, nor what is read unless it may.
  ///
  /// - Throws: A failure that ends with 64.
  func check(_ inputs: [InputFile], mayBeRead: Bool = false) throws {
    var written = WrittenFiles()
    written.add("-o", file, mayBeRead: mayBeRead)
    try written.check(inputs)
  }
}

/// What a list or another answer is written as.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case jsonl
}

/// What people who were found are written as.
enum PeopleFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case jsonl
  case vcf
}

extension NameSpecification {
  /// How a command is told to change nothing.
  static let dryRun: NameSpecification = [.customShort("n"), .long]
}
