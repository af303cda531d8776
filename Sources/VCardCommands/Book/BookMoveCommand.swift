import ArgumentParser
import ContactStore
import VCard

/// `vcard book move`: has records belong to another source.
struct BookMoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move records to another source, with their IDs and links.",
    usage: "vcard book move <ID> … --to <source> [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book move 17 23 --to home
        vcard book move "kate bell" --to local --dry-run

      Of a source on a server, 'vcard sync' then deletes the card there, or sends it. What the source \
      cannot hold is refused, and nothing is moved then. 'vcard undo' moves them back.
      """)

  @Argument(help: ArgumentHelp("The records by ID, or by words.", valueName: "ID or query"))
  var ids: [String]

  @Option(help: ArgumentHelp("The source that they get into.", valueName: "source"))
  var to: String

  @OptionGroup var change: ChangeOptions

  func run() throws {
    let (console, reporter) = try change.options.reporting.start()
    defer { reporter.finish() }
    let book = try change.options.openDatabase(
      for: change.access, .sources, what: "sources that records can be moved to",
      reporter: reporter)
    let ids = try self.ids.map { try PeopleLookup.id($0, in: book, isPerson: false, console) }
    let (records, _) = try book.carryOut(rehearsing: change.dryRun) {
      () -> ([Record], SaveRequest) in
      guard try book.records(ofSource: to) != nil else { throw CommandFailure.noSource(to, book) }
      var request = SaveRequest("move")
      var records: [Record] = []
      for id in ids {
        let record = try book.requiredRecord(id)
        guard try book.sourceName(of: id) != to else { continue }
        records.append(record)
        request.move(id, to: to)
      }
      return (records, request)
    }
    if records.isEmpty { console.tell("nothing was moved: they are in \(to)") }
    for record in records {
      console.tell("\(change.did("move", "moved")) \(record.id) \(record.card.callName) to \(to)")
    }
  }
}
