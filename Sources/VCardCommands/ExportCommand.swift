import ArgumentParser
import CardFormats
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard export`: the people of an address book as cards.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the people of an address book as cards.",
    usage: "vcard export [--book <book>] [--to <format>] [--source <name>] [--group <name>] "
      + "[--records] [-o <file>]",
    discussion: """
      EXAMPLES:
        vcard export -o all.vcf
        vcard export --book contacts.vcf --to jsonl | jq .version

      Cards come out with the octets they came in with; see 'vcard convert --help' for the formats. \
      The records of a person, when several are linked, are one card with all of their values, in \
      their order: values that differ where a card has only one are kept as X-ALSO-<NAME>. A person \
      is in a group when one of the records is. With --records each record is a card by itself.
      """)

  @OptionGroup var book: BookArguments

  @OptionGroup var format: FormatOptions

  @Option(help: ArgumentHelp("Only the records of this source.", valueName: "name"))
  var source: String?

  @Option(
    help: ArgumentHelp("Only the people of this group, by its name or ID.", valueName: "name"))
  var group: String?

  @Flag(help: "Each record by itself, also those that are linked to one person.")
  var records = false

  // Before it was the default it had to be asked for.
  @Flag(help: ArgumentHelp("Linked records as one person: the default.", visibility: .hidden))
  var unified = false

  @OptionGroup var output: OutputOption

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if records, unified { throw ValidationError("take either --records or --unified") }
  }

  func run() throws {
    let (_, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let book = try book.open(for: .reading, options, reporter: reporter)
    if group != nil { try book.require(.groups, "groups") }
    let filter = try ExportFilter(source: source, group: group, in: book)
    let output = try output.open(reading: [.file(book.path)])
    var writer = ExportWriter(
      format, try format.table(options.input), output, options.reporting, reporter)
    if records {
      try book.forEachRecord { record in
        guard filter.takes(record.id) else { return }
        try writer.write(record.card, of: record.file.string)
      }
    } else {
      try book.forEachUnifiedCard(of: filter.records) { try writer.write($0, of: $1.string) }
    }
    try writer.commit()
  }
}

/// Which records are exported.
private struct ExportFilter {
  private var ofSource: Set<RecordID>?
  private var members: Set<RecordID>?

  init(source: String?, group: String?, in book: any AddressBook) throws {
    ofSource = try source.map { try book.requiredRecords(ofSource: $0) }
    if let group, let database = book as? any LinkedBook {
      members = try Set(database.group(group).members)
    }
  }

  func takes(_ id: RecordID) -> Bool {
    (ofSource?.contains(id) ?? true) && (members?.contains(id) ?? true)
  }

  /// The records of a person that is exported as one: all, if one of them is in the group.
  func records(of person: UnifiedRecord) -> [Record] {
    guard person.records.contains(where: { members?.contains($0.id) ?? true }) else { return [] }
    return person.records.filter { ofSource?.contains($0.id) ?? true }
  }
}

/// Writes cards one after the other, with the octets that they have unless another form is asked for.
private struct ExportWriter {
  private let isAsRead: Bool
  private let output: OutputFile
  private let reporter: DiagnosticReporter
  private let sink: CardSink
  private var conversion: CardConversion
  /// What the last card ended without.
  private var lineEnd: [UInt8] = []

  init(
    _ format: FormatOptions, _ table: CSVTable.Options, _ output: OutputFile,
    _ reporting: ReportingOptions,
    _ reporter: DiagnosticReporter
  ) {
    isAsRead =
      format.format == .same && format.importer == nil && format.lineEnds == nil
      && format.fold == nil
    self.output = output
    self.reporter = reporter
    sink = .stream(to: output, format.frame(table))
    conversion = CardConversion(
      format, photos: .kept, stripsLocations: false, namesCards: false, reporting, table: table)
  }

  /// Puts what was written in its place.
  func commit() throws { try sink.commit(rehearsing: false, console: reporter.console) }

  mutating func write(_ card: Card, of file: String) throws {
    guard isAsRead else {
      var found: [Diagnostic] = []
      try conversion.write(card, of: file, to: sink, found: &found)
      return try reporter.report(found, in: file)
    }
    try output.writer.append { text in
      text += lineEnd
      card.appendAsRead(to: &text)
      lineEnd = text.endsLine ? [] : card.lineEnd
    }
  }
}
