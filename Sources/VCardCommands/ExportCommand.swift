import ArgumentParser
import ContactStore
import SystemPackage
import VCard

/// `vcard export`: the cards of an address book.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the cards of an address book.",
    usage: "vcard export --book <book> [--to <format>] [-o <file>]",
    discussion: """
      EXAMPLES:
        vcard export --book ~/contacts -o all.vcf
        vcard export --book contacts.vcf --to jsonl | jq .version

      Cards come out with the octets they came in with; see 'vcard convert --help' for the formats.
      """)

  @OptionGroup var book: BookArguments

  @OptionGroup var format: FormatOptions

  @Option(help: ArgumentHelp("Only the people of this source.", valueName: "name"))
  var source: String?

  @Option(help: ArgumentHelp("Only the people of this group.", valueName: "name"))
  var group: String?

  @Flag(help: "Linked records as one person; in books without links each record is one.")
  var unified = false

  @Option(name: .shortAndLong, help: ArgumentHelp("Write here, atomically.", valueName: "file"))
  var output: String?

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    defer { reporter.finish() }
    let book = try book.open(for: .reading, options, reporter: reporter)
    for (name, capability, option) in [
      ("sources", BookCapabilities.sources, source), ("groups", .groups, group),
    ] where option != nil && !book.capabilities.contains(capability) {
      throw CommandFailure(
        .usage, "\(book.path.string) is a \(book.kind.rawValue) book and has no \(name)")
    }
    let output = try OutputFile(output)
    var conversion = CardConversion(
      format, photos: .kept, namesCards: false, options.reporting)
    let sink = CardSink.stream(output)
    try book.forEachPerson { person in
      for record in person.records {
        var found: [Diagnostic] = []
        try conversion.write(record.card, of: record.file.string, to: sink, found: &found)
        try reporter.report(found, in: record.file.string)
      }
    }
    try output.commit()
  }
}
