import ArgumentParser
import ContactStore
import VCard

/// `vcard book remove`: removes people.
struct BookRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove people, all or none of those named.",
    usage: "vcard book remove <ID> … [--record] [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book remove 17
        vcard book remove 17 23 --dry-run

      A person goes with all linked records; --record removes the one record only. From a database \
      'vcard undo' brings them back; from a file or folder nothing does, so on a terminal you are \
      asked first unless --force is given.
      """)

  @Argument(help: ArgumentHelp("The people.", valueName: "ID"))
  var ids: [String]

  @Flag(help: "Remove these records only, and not those that are linked with them.")
  var record = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var force = false

  @Flag(
    name: [.customShort("n"), .long], help: "Say who would be removed, and do nothing.")
  var dryRun = false

  @OptionGroup var options: BookCommandOptions

  func run() throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    defer { reporter.finish() }
    let book = try options.open(for: dryRun ? .reading : .writing, reporter)
    var records: [Record] = []
    var known: Set<RecordID> = []
    for id in ids {
      let named =
        try record
        ? [PeopleLookup.record(id, in: book)] : PeopleLookup.person(id, in: book).records
      for one in named where known.insert(one.id).inserted { records.append(one) }
    }
    if dryRun {
      for record in records { console.tell("would remove \(record.id) \(record.card.callName)") }
      return
    }
    if !force, !book.capabilities.contains(.undo), try !isMeant(records, console) { return }
    var request = SaveRequest()
    request.kind = "remove"
    for record in records { request.delete(record.id) }
    _ = try book.save(request)
    for record in records { console.tell("removed \(record.id) \(record.card.callName)") }
  }

  private func isMeant(_ records: [Record], _ console: Console) throws -> Bool {
    guard var prompt = Prompt(console: console) else { return true }
    let names = records.map { "  \($0.id)  \($0.card.callName)\n" }.joined()
    return try prompt.choice("This cannot be undone:\n\(names)Remove?", among: ["yes", "no"]) == 0
  }
}
