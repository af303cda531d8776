import ArgumentParser
import ContactMatching
import ContactMerging
import ContactModel
import ContactStore
import Cutouts
import Files
import VCard

/// `vcard receive`: takes in people that somebody sent.
struct ReceiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive",
    abstract: "Find the people of cutouts in an address book, and create who is unknown.",
    usage: "vcard receive <file> … [--book <book>] [--update] [--ambiguous <what>] [--dry-run]",
    discussion: """
      EXAMPLES:
        vcard receive kate.json --book contacts.vcf
        vcard receive --dry-run --update *.json --book ~/contacts

      A person whom the book has is only named, unless --update adds the emails and the photo that \
      the book lacks. Ends with 1 when something stayed ambiguous.
      """)

  @Argument(help: ArgumentHelp("Cutouts; '-' is standard input.", valueName: "file"))
  var files: [String] = []

  @OptionGroup var book: BookArguments

  @Option(help: ArgumentHelp("How much must agree.", valueName: "policy"))
  var policy = MatchPolicy.cutout

  @Option(
    help: ArgumentHelp(
      "Take the cutouts for this person; of linked records it is this one that gets what is new.",
      valueName: "id"))
  var into: String?

  @Flag(help: "Add the emails and the photo that a person lacks.")
  var update = false

  @Option(
    help: ArgumentHelp(
      "What becomes of cutouts that may be several people (default: ask on a terminal, else skip).",
      valueName: "what"))
  var ambiguous: AmbiguityRule?

  @Flag(name: .dryRun, help: "Show the cards that would be made, and do nothing.")
  var dryRun = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    let (console, reporter) = options.reporting.start()
    // The book is read after the inputs, and is summed up with them.
    defer { reporter.finish() }
    let input = try CardInput(
      files, options, reporter: reporter, console: console, directories: .refused,
      endsReport: false)
    let book = try book.open(rehearsing: dryRun, options, reporter: reporter, console)
    var incoming: [Card] = []
    // A card of any program is cut down to what a cutout holds.
    try input.forEachCard { card, _ in incoming.append(try Cutout(card).card()) }
    let importer = try makeImporter(for: book, console)
    let (plan, ids) = try importer.carriedOut(incoming, in: book, rehearsing: dryRun)
    let output = try OutputFile()
    for (item, card) in zip(plan.items, incoming) {
      for note in item.notes { console.say(.note, note) }
      try output.writer.append { text in
        appendLine(item, card: card, ids: ids, in: book, to: &text)
        guard dryRun, case .created(let place) = item.fate else { return }
        CardWriter().write(plan.request.added[place], into: &text)
      }
    }
    try output.commit()
    if plan.isRefused || plan.items.contains(where: { $0.isAmbiguous && $0.fate == .skipped }) {
      throw ExitCode.found
    }
  }

  private func makeImporter(for book: any AddressBook, _ console: Console) throws -> Importer {
    var importer = Importer(policy: policy, now: Platform.secondsSince1970())
    importer.options = try options.input.matchOptions
    importer.updates = update || into != nil ? .emailsAndPhoto : nil
    importer.person = into.map(RecordID.init)
    importer.ambiguous = try AmbiguityRule.rule(ambiguous, console)
    if !dryRun, let interview = Interview(console: console) {
      importer.unknown = .ask { try interview.decideUnknown($0, in: book) }
    }
    return importer
  }

  private func appendLine(
    _ item: ImportPlan.Item, card: Card, ids: [RecordID], in book: any AddressBook,
    to text: inout [UInt8]
  ) {
    let contact = Contact(card, keys: .compositeName)
    // The sender's own form of the name.
    text.append(visible: contact.formattedName ?? contact.compositeName ?? "(no name)")
    switch item.fate {
    case .matched(let id, _):
      text.append(": matched ")
      text.append(visible: id.rawValue)
      if let name = item.outcome?.candidates.first(where: { $0.person == id.rawValue })?.name {
        text.append(" ")
        text.append(visible: name)
      }
      if item.isUpdated {
        text.append(dryRun ? ", would be updated" : ", updated")
      }
    case .created(let place):
      text.append(dryRun ? ": unknown, would be created" : ": unknown, created")
      if ids.indices.contains(place) {
        text.append(" ")
        text.append(visible: ids[place].rawValue)
      }
    case .skipped:
      text.append(item.isAmbiguous ? ": ambiguous" : ": unknown, left")
      for candidate in item.outcome?.candidates ?? [] {
        text.append("\n  perhaps ")
        text.append(visible: candidate.person)
        text.append(" ")
        text.append(visible: candidate.name)
        text.append(", \(candidate.bits) bits")
      }
    }
    text.append("\n")
  }
}
