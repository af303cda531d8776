import ArgumentParser
import CardFormats
import ContactStore
import VCard

/// `vcard convert`: reads cards and writes them in another format or anew in the same.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write cards in another format, or tidied in the same.",
    usage: "vcard convert [<file> …] [--to <format>] [-o <file>]",
    discussion: """
      EXAMPLES:
        vcard convert contacts.vcf --to jsonl | jq .version
        vcard convert old-phone.vcf -o tidy.vcf

      'same' keeps each card's version and every octet of its values; only line ends become CRLF and \
      lines of more than 75 octets are folded. 'jsonl' writes each card decoded, one JSON object a \
      line.
      """)

  enum Target: String, CaseIterable, ExpressibleByArgument {
    case same
    case jsonl
  }

  @Argument(help: ArgumentHelp("vCard files or folders; '-' is standard input.", valueName: "file"))
  var files: [String] = []

  @Option(help: ArgumentHelp("What to write.", valueName: "format"))
  var to = Target.same

  @Option(name: .shortAndLong, help: ArgumentHelp("Write here, atomically.", valueName: "file"))
  var output: String?

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    let input = try CardInput(files, options.input, reporter: reporter, console: console)
    let output = try OutputFile(output)
    var converter = CardConverter(to: to, output: output, reporter: reporter)
    try input.forEachCard { card, file in try converter.write(card, of: file) }
    try output.commit()
  }
}

/// Writes cards in a format, and reports what could not be decoded cleanly.
struct CardConverter {
  private let target: ConvertCommand.Target
  private let output: OutputFile
  private let reporter: DiagnosticReporter
  private let writer = CardWriter()
  private var file = ""
  private var lines = JSONLinesWriter(file: "")

  init(to target: ConvertCommand.Target, output: OutputFile, reporter: DiagnosticReporter) {
    self.target = target
    self.output = output
    self.reporter = reporter
  }

  /// Writes a card.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - file: The file that it stands in.
  /// - Throws: An error of the output, and what ends a strict run.
  mutating func write(_ card: borrowing Card, of file: String) throws {
    switch target {
    case .same: try output.writer.append { writer.write(card, into: &$0) }
    case .jsonl: try writeJSON(card, of: file)
    }
  }

  private mutating func writeJSON(_ card: borrowing Card, of file: String) throws {
    if file != self.file {
      self.file = file
      lines = JSONLinesWriter(file: file)
    }
    var problems: [(Property, DecodingProblems)] = []
    try output.writer.append { json in
      lines.write(card, into: &json) { problems.append(($0, $1)) }
    }
    for (property, found) in problems {
      try reporter.report(found.diagnostics(of: property), in: file)
    }
  }
}
