import ArgumentParser
import ContactStore
import VCard

/// `vcard book remove`: removes people.
struct BookRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove people, all or none of those named.",
    usage: "vcard book remove <ID or query> … [--record] [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book remove 17
        vcard book remove "kate bell" --dry-run

      Words that are no ID are looked for as 'vcard find' does, and "kate bell" is one person. A \
      person goes with all linked records; --record removes the one record only. From a database \
      'vcard undo' brings them back; from a file or folder nothing does, so on a terminal you are \
      asked first unless --force is given.
      """)

  @Argument(help: ArgumentHelp("The people, each by ID or words.", valueName: "ID or query"))
  var ids: [String]

  @Flag(help: "Remove these records only, and not those that are linked with them.")
  var record = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var force = false

  @OptionGroup var change: ChangeOptions

  func run() throws {
    let (console, reporter) = try change.options.reporting.start()
    defer { reporter.finish() }
    let book = try change.options.open(for: change.access, reporter)
    let ids = try ids.map { try PeopleLookup.id($0, in: book, isPerson: !record, console) }
    let (records, _) = try book.carryOut(rehearsing: change.dryRun) {
      () -> ([Record], SaveRequest) in
      let records = try named(ids, in: book)
      var request = SaveRequest()
      if !change.dryRun, !force, !book.capabilities.contains(.undo), try !isMeant(records, console)
      {
        return ([], request)
      }
      request.kind = "remove"
      for record in records { request.delete(record.id) }
      return (records, request)
    }
    for record in records {
      console.tell("\(change.did("remove", "removed")) \(record.id) \(record.card.callName)")
    }
  }

  /// The records that are to go, each once.
  private func named(_ ids: [RecordID], in book: any AddressBook) throws -> [Record] {
    var records: [Record] = []
    var known: Set<RecordID> = []
    for id in ids {
      let named =
        try record
        ? [PeopleLookup.record(id, in: book)] : PeopleLookup.person(id, in: book).records
      for one in named where known.insert(one.id).inserted { records.append(one) }
    }
    return records
  }

  private func isMeant(_ records: [Record], _ console: Console) throws -> Bool {
    guard var prompt = Prompt(console: console) else { return true }
    let names = records.map { "  \($0.id)  \($0.card.callName)\n" }.joined()
    return try prompt.choice("This cannot be undone:\n\(names)Remove?", among: ["yes", "no"]) == 0
  }
}
