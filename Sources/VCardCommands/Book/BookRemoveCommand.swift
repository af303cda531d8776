import ArgumentParser
import ContactStore
import VCard

/// `vcard book remove`: removes people.
struct BookRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove people, all or none of those named.",
    usage: "vcard book remove <ID> … | <query> [--record] [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book remove 17
        vcard book remove "kate bell" --dry-run

      Words that are no ID are looked for as 'vcard find' does and name one person, in quotes if they \
      are several; of several people each is named by an ID. A person goes with all linked records; \
      --record removes the one record only. From a database 'vcard undo' brings them back; from a file \
      or folder nothing does, so on a terminal you are asked first, and elsewhere only an ID will do, \
      unless --force is given.
      """)

  @Argument(help: ArgumentHelp("The people by ID, or one by words.", valueName: "ID or query"))
  var ids: [String]

  @Flag(help: "Remove these records only, and not those that are linked with them.")
  var record = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var force = false

  @OptionGroup var change: ChangeOptions

  func run() throws {
    let (console, reporter) = try change.options.reporting.start()
    defer { reporter.finish() }
    // Nobody else waits while somebody chooses.
    guard let (ids, found) = try meant(in: change.options.open(for: .reading, reporter), console)
    else { return }
    let book = try change.options.open(for: change.access, reporter)
    let (records, _) = try book.carryOut(rehearsing: change.dryRun) {
      () -> ([Record], SaveRequest) in
      let records = try named(ids, in: book)
      try book.refuseChange(of: records, since: found, "remove them again")
      var request = SaveRequest("remove")
      for record in records { request.delete(record.id) }
      return (records, request)
    }
    for record in records {
      console.tell("\(change.did("remove", "removed")) \(record.id) \(record.card.callName)")
    }
  }

  /// Who is to go, and the records that they have; `nil` when somebody who was asked said no.
  private func meant(
    in book: any AddressBook, _ console: Console
  ) throws -> (ids: [RecordID], records: [Record])? {
    let found = try ids.map { text in
      guard try ids.count == 1 || PeopleLookup.isID(text, in: book) else {
        throw CommandFailure(
          .usage, "of several people each is named by an ID, and \"\(text)\" is none",
          suggestion: "words that name one person go in quotes, as \"kate bell\"")
      }
      return try PeopleLookup.id(text, in: book, isPerson: !record, console)
    }
    let records = try named(found, in: book)
    if change.dryRun || force || book.capabilities.contains(.undo) { return (found, records) }
    let byWords = found.map(\.rawValue) != ids
    return try isMeant(records, byWords: byWords, console) ? (found, records) : nil
  }

  /// The records that are to go, each once.
  private func named(_ ids: [RecordID], in book: any AddressBook) throws -> [Record] {
    var records: [Record] = []
    var known: Set<RecordID> = []
    for id in ids {
      let named =
        try record
        ? [book.requiredRecord(id)] : book.requiredPerson(of: id).records
      for one in named where known.insert(one.id).inserted { records.append(one) }
    }
    return records
  }

  private func isMeant(_ records: [Record], byWords: Bool, _ console: Console) throws -> Bool {
    guard var prompt = Prompt(console: console) else {
      guard byWords else { return true }
      throw CommandFailure(
        .usage,
        "\"\(ids[0])\" finds \(records[0].id) \(records[0].card.callName), "
          + "whom nothing would bring back",
        suggestion: "name the ID, or take --force")
    }
    let names = records.map { "  \($0.id)  \($0.card.callName)\n" }.joined()
    return try prompt.choice("This cannot be undone:\n\(names)Remove?", among: ["yes", "no"]) == 0
  }
}
