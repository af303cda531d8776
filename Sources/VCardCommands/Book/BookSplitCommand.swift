import ArgumentParser
import ContactStore
import VCard

/// `vcard book split`: makes all records of a person people of their own.
struct BookSplitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Make all linked records of a person people of their own.",
    usage: "vcard book split <ID> [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book split 17
        vcard book split 17 --dry-run

      That is remembered: no import links any two of them again; 'vcard book link' does. To take out \
      only one record, see 'vcard book unlink'.
      """)

  @Argument(help: ArgumentHelp("A record of the person.", valueName: "ID"))
  var id: String

  @Flag(
    name: [.customShort("n"), .long], help: "Say what would be unlinked, and do nothing.")
  var dryRun = false

  @OptionGroup var options: BookCommandOptions

  func run() throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    defer { reporter.finish() }
    let book = try options.openDatabase(
      for: dryRun ? .reading : .writing, .links, "links", reporter)
    let person = try PeopleLookup.person(id, in: book)
    guard person.records.count > 1 else {
      return console.tell("\(id) \(person.callName) is linked with nobody")
    }
    let who = "\(person.callName) into \(person.records.map(\.id.rawValue).joined(separator: ", "))"
    if dryRun { return console.tell("would split \(who)") }
    var request = SaveRequest()
    request.kind = "split"
    for record in person.records.dropFirst() { request.link(.separate(record.id)) }
    _ = try book.save(request)
    console.tell("split \(who)")
  }
}
