import ArgumentParser
import ContactMatching
import Files

/// The cards that a command reads.
struct CardArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("vCard files or folders; '-' is standard input.", valueName: "file"))
  var files: [String] = []
}

/// The cards that are looked for in a book, which one, and what it takes to find them there.
struct IncomingArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("vCard files, folders or cutouts; '-' is standard input.", valueName: "file")
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
    help: ArgumentHelp("Write here, atomically.", valueName: "file"))
  var file: String?

  /// Opens the output.
  func open() throws(FileError) -> OutputFile { try OutputFile(file) }
}

extension NameSpecification {
  /// How a command is told to change nothing.
  static let dryRun: NameSpecification = [.customShort("n"), .long]
}
