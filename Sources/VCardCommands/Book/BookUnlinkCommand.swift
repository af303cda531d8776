import ArgumentParser
import ContactStore
import VCard

/// `vcard book unlink`: takes a record out of a person.
struct BookUnlinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink",
    abstract: "Say that record B is not the person that A is.",
    usage: "vcard book unlink <A> <B> [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book unlink 17 23
        vcard book unlink 17 23 --dry-run

      B becomes a person of its own. That is remembered: no import links it again with A and the \
      other records of that person; 'vcard book link' does.
      """)

  @Argument(help: ArgumentHelp("A record.", valueName: "A"))
  var first: String

  @Argument(help: ArgumentHelp("The record that is somebody else.", valueName: "B"))
  var second: String

  @Flag(
    name: [.customShort("n"), .long], help: "Say what would be unlinked, and do nothing.")
  var dryRun = false

  @OptionGroup var options: BookCommandOptions

  func validate() throws {
    if first == second { throw ValidationError("the two IDs name one record") }
  }

  func run() throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    defer { reporter.finish() }
    let book = try options.openDatabase(
      for: dryRun ? .reading : .writing, .links, "links", reporter)
    let one = try PeopleLookup.person(first, in: book)
    let other = try PeopleLookup.person(second, in: book)
    guard one.id == other.id else {
      return console.tell("\(first) and \(second) are not linked")
    }
    if dryRun { return console.tell("would unlink \(second) from \(first) \(one.callName)") }
    var request = SaveRequest()
    request.kind = "unlink"
    request.link(.separate(RecordID(rawValue: second)))
    _ = try book.save(request)
    console.tell("unlinked \(second) from \(first) \(one.callName)")
  }
}
