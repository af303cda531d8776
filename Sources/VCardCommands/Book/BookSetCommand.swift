import ArgumentParser
import ContactMerging
import ContactModel
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard book set`: changes values of a card by their names.
struct BookSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change values of a person without an editor.",
    usage: "vcard book set <ID or query> … <name=value> … [--book <book>] [--dry-run]",
    discussion: """
      EXAMPLES:
        vcard book set 17 title='Head Baker' tel:home+='+1 408 555 0100'
        vcard book set kate bellbakery photo=kate.jpg birthday=1978-01-20 note=

      NAME=VALUE makes the value the only one, NAME= leaves none, NAME+=VALUE adds one and \
      NAME-=VALUE takes one away. NAME:LABEL means only the values of a label, as home, work, mobile \
      or a word of your own. A value that is corrected keeps its line and its label; everything else \
      keeps its octets, REV follows, and 'vcard undo' takes back all of it.

      Names are name, first, middle, last, prefix, suffix, nickname, organization, department, title, \
      phone, email, address, url, birthday, date, relation, category, note, photo and group, those of \
      vCard (tel, org, bday, role, …), and X- with whatever follows. A name in one piece is taken apart \
      into N; parts have semicolons between them where they are to be told apart, as vCard has them: \
      name='Bell;Kate', organization='Bell Bakery;Cakes', \
      address=';;1 Pier Rd;Brightwater;CA;94999;USA'. Of photo the value is a file or a URL. \
      'group+=' and 'group-=' join and leave a group of a database.

      Ends with 64 for a name that is none, with 65 for a value that does not read or that makes \
      'vcard check' find something new, and with 1 when there is nothing to take away; nothing has \
      changed then.
      """)

  @Argument(
    help: ArgumentHelp(
      "The ID of a record, or words to find the person by; then what is set.",
      valueName: "ID or name=value"))
  var arguments: [String]

  @OptionGroup var change: ChangeOptions

  private var words: [String] { Array(arguments.prefix { !$0.contains("=") }) }

  func validate() throws {
    if words.isEmpty { throw ValidationError("say whose values are set: an ID or a query") }
    if words.count == arguments.count {
      throw ValidationError("say what is set, as in 'title=Baker'")
    }
  }

  func run() throws {
    let (console, reporter) = try change.options.reporting.start()
    defer { reporter.finish() }
    let changes = try CardChanges(arguments.dropFirst(words.count).map { try CardAssignment($0) })
    // Nobody else waits while somebody chooses.
    let found = try record(in: change.options.open(for: .reading, reporter), console)
    let book = try change.options.open(for: change.access, reporter)
    let (new, _) = try book.carryOut(rehearsing: change.dryRun) { () -> (Card?, SaveRequest) in
      let record = try book.requiredRecord(found.id)
      try book.refuseChange(of: [record], since: [found], "set it again")
      var request = SaveRequest("set")
      var card = try changes.applied(
        to: record.card, decoding: try change.options.text.textDecoding)
      try changes.changeGroups(of: book, for: card ?? record.card, record.id, in: &request)
      card?.setRevision(Platform.secondsSince1970())
      if let card { request.update(record.id, to: card, from: record.card) }
      return (request.isEmpty ? nil : card ?? record.card, request)
    }
    guard let new else { return console.tell("nothing was changed") }
    guard change.dryRun else { return console.tell("changed \(found.id) \(new.callName)") }
    try OutputFile.print { $0.append(wholeCard: new) }
  }

  /// The record that is to be changed.
  private func record(in book: any AddressBook, _ console: Console) throws -> Record {
    let words = words.joined(separator: " ")
    return try book.requiredRecord(
      PeopleLookup.id(words, in: book, isPerson: false, console))
  }
}
