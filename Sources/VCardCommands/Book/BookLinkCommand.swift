import ArgumentParser
import ContactStore
import VCard

/// `vcard book link`: makes records of several sources one person.
struct BookLinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Say that two records are one person; both stay as they are.",
    usage: "vcard book link <A> <B> [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book link 17 23
        vcard book link 17 23 --dry-run

      Linked records are shown, matched and shared as one person, with the values of all. Whatever \
      A and B are linked with already comes along.
      """)

  @Argument(help: ArgumentHelp("A record.", valueName: "A"))
  var first: String

  @Argument(help: ArgumentHelp("Another.", valueName: "B"))
  var second: String

  @Flag(
    name: [.customShort("n"), .long], help: "Say what would be linked, and do nothing.")
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
    if one.id == other.id { return console.tell("\(first) and \(second) are linked already") }
    let who = "\(first) \(one.callName) and \(second) \(other.callName)"
    if dryRun { return console.tell("would link \(who)") }
    var request = SaveRequest()
    request.kind = "link"
    request.link(
      .join(.record(RecordID(rawValue: first)), .record(RecordID(rawValue: second))))
    _ = try book.save(request)
    console.tell("linked \(who)")
  }
}
