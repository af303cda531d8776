import ArgumentParser
import ContactMatching
import ContactMerging
import ContactModel
import ContactPages
import ContactStore
import Cutouts
import Files
import VCard

/// `vcard receive`: takes in people that somebody sent.
struct ReceiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive",
    abstract: "Find people that somebody sent in an address book, and create who is unknown.",
    usage: "vcard receive <file> … [--book <book>] [--update] [--ambiguous <what>] [--dry-run]",
    discussion: """
      EXAMPLES:
        vcard receive kate.json --book contacts.vcf
        vcard receive --dry-run --update *.json --book ~/contacts

      Takes vCards, too, but for what means something on the sender's device only. A person whom the \
      book has keeps the name; what else is new is offered on a terminal, added with --update, and else \
      told. Ends with 1 when something stayed ambiguous.
      """)

  @Argument(
    help: ArgumentHelp("Cutouts or vCards; '-' is standard input.", valueName: "file"),
    completion: .file())
  var files: [String] = []

  @OptionGroup var book: BookArguments

  @Option(help: ArgumentHelp("How much must agree.", valueName: "policy"))
  var policy = MatchPolicy.cutout

  @Option(
    help: ArgumentHelp(
      "Take the cutouts for this person; of linked records it is this one that gets what is new.",
      valueName: "id"))
  var into: String?

  @Flag(help: "Add what a person lacks, without a question.")
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
    let (console, reporter) = try options.reporting.start()
    // The book is read after the inputs, and is summed up with them.
    defer { reporter.finish() }
    let input = try CardInput(
      files, options, reporter: reporter, directories: .refused, endsReport: false)
    let book = try book.open(rehearsing: dryRun, options, reporter: reporter)
    var incoming: [Card] = []
    try input.forEachCard { card, _ in
      let (received, left) = card.received()
      if !left.isEmpty {
        console.say(
          .note,
          "\(card.callName): what means something to its sender only is left out: "
            + left.joined(separator: ", "))
      }
      incoming.append(received)
    }
    let interview = dryRun ? nil : Interview(console: console)
    let isAsking = interview != nil
    let importer = try makeImporter(for: book, interview, console)
    func carryOut() throws -> (ImportPlan, [RecordID]) {
      try importer.carriedOut(incoming, in: book, rehearsing: dryRun)
    }
    let (plan, ids) = try interview?.keepingText(carryOut) ?? carryOut()
    let output = try OutputFile()
    for (item, card) in zip(plan.items, incoming) {
      for note in item.notes { console.say(.note, note) }
      if !item.declined.isEmpty {
        let values = item.declined.map { "\($0.name) \($0.text)" }
        console.say(
          .note,
          "\(card.callName): not added: \(values.joined(separator: "; "))"
            + (isAsking ? "" : "; --update adds it"))
      }
      try output.writer.append { text in
        try appendLine(item, card: card, ids: ids, in: book, to: &text)
        guard dryRun, case .created(let place) = item.fate else { return }
        CardWriter().write(plan.request.added[place], into: &text)
      }
    }
    try output.commit()
    if plan.isRefused || plan.items.contains(where: { $0.isAmbiguous && $0.fate == .skipped }) {
      throw ExitCode.found
    }
  }

  private func makeImporter(
    for book: any AddressBook, _ interview: Interview?, _ console: Console
  ) throws -> Importer {
    var importer = Importer(policy: policy, now: Platform.secondsSince1970())
    importer.options = try options.input.matchOptions
    importer.updates = update || into != nil ? .details : nil
    importer.offer = { try interview?.decideOffer($0) ?? false }
    importer.person = into.map(RecordID.init)
    importer.ambiguous = try AmbiguityRule.rule(ambiguous, console)
    if let interview {
      let decoding = try options.input.text.textDecoding
      importer.unknown = .ask {
        try interview.decideUnknown($0, in: book, decoding: decoding)
      }
      importer.rewriting = { interview.edited[$0] }
    }
    return importer
  }

  private func appendLine(
    _ item: ImportPlan.Item, card: Card, ids: [RecordID], in book: any AddressBook,
    to text: inout [UInt8]
  ) throws {
    let contact = Contact(card, keys: .compositeName)
    // The sender's own form of the name.
    text.append(visible: contact.formattedName ?? contact.compositeName ?? "(no name)")
    switch item.fate {
    case .matched(let id, _):
      text.append(": matched ")
      text.append(visible: id.rawValue)
      let known = item.outcome?.candidates.first { $0.person == id.rawValue }?.name
      text.append(" ")
      text.append(visible: try known ?? book.requiredRecord(id).card.callName)
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
