import ArgumentParser
import ContactModel
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard book edit`: changes a card in an editor.
struct BookEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a person's card in an editor.",
    usage: "vcard book edit <ID or query> … [--records] [--to <ID or source>] [--book <book>] "
      + "[--input <file>]",
    discussion: """
      EXAMPLES:
        vcard book edit 17
        vcard book edit 17 --input kate.vcf --dry-run

      A person of several linked records is edited as one card. What was changed or removed in it \
      changes in every record that has the value, what is new goes to the first record, or with --to \
      to another one or to that of a source; 'vcard book show -v' says which record has what. \
      --records edits the record of the ID by itself.

      The card opens in $VISUAL, else $EDITOR, else vi. What does not read as exactly one card is \
      refused and, on a terminal, can be edited again; what was written and cannot be saved stays in \
      a file that is named. Lines that nobody touched keep their octets, REV follows the change, and \
      without a change nothing is saved. Whoever edits the same person at the same time changes \
      other properties without harm; of one property the last one wins, and the journal has both.

      For an editor, what fits no ID is looked for as 'vcard find' does; --input takes IDs only.
      """)

  @Argument(
    help: ArgumentHelp(
      "The ID of a record, or words to find the person by.", valueName: "ID or query"))
  var words: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Take the card from this file instead of an editor; '-' is standard input.",
      valueName: "file"), completion: .file())
  var input: String?

  @Flag(
    name: [.long, .customLong("record")],
    help: "Edit the record of the ID by itself, also one that is linked.")
  var records = false

  @Option(
    help: ArgumentHelp(
      "Add what is new to this record of the person, by its ID or its source.",
      valueName: "ID or source"))
  var to: String?

  @Flag(name: .dryRun, help: "Show the cards that would be saved, and do nothing.")
  var dryRun = false

  @OptionGroup var options: BookCommandOptions

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    // Nobody else waits while somebody thinks.
    let task = try task(in: options.open(for: .reading, reporter), console)
    guard let input else {
      let editor = try CardEditor(console)
      return try editor.keepingText(console) {
        try change(task, editor: editor, reporter: reporter)
      }
    }
    try change(
      task, text: try InputFile.octets(of: input, atMost: .max), reporter: reporter)
  }

  /// Whom somebody edits, and as which card.
  private struct Editing {
    let person: UnifiedContact
    /// The record that new values go to.
    let place: RecordID
    let edit: CardEdit

    var isLinked: Bool { person.person.records.count > 1 }
  }

  private func task(in book: any AddressBook, _ console: Console) throws -> Editing {
    let person = UnifiedContact(try person(in: book, console), keys: .compositeName)
    let edit = CardEdit(person.card, decoding: try options.text.textDecoding)
    guard let to else {
      return Editing(person: person, place: person.person.records[0].id, edit: edit)
    }
    for record in person.person.records {
      if try record.id.rawValue == to || book.sourceName(of: record.id) == to {
        return Editing(person: person, place: record.id, edit: edit)
      }
    }
    throw CommandFailure(
      .usage, "\(person.person.callName) has no record \"\(to)\", nor one of such a source",
      suggestion: "take one of the IDs " + person.person.recordList)
  }

  /// Who is to be changed.
  private func person(in book: any AddressBook, _ console: Console) throws -> UnifiedRecord {
    if words.count == 1, let record = try book.record(RecordID(rawValue: words[0])) {
      let person = records ? nil : try book.person(of: record.id)
      return person ?? UnifiedRecord(alone: record)
    }
    let name = words.joined(separator: " ")
    // Without an editor nobody sees whom the words have found.
    guard input == nil, try !PeopleLookup.people(words, in: book).isEmpty else {
      throw BookError(.noSuchRecord, book.path.string, name)
    }
    let person = try PeopleLookup.person(words, in: book, console)
    if records, person.records.count > 1 { throw person.severalRecords }
    return person
  }

  /// Makes the change that somebody writes in an editor.
  private func change(_ task: Editing, editor: CardEditor, reporter: DiagnosticReporter) throws {
    var text = task.edit.text
    while true {
      text = try editor.edited(text)
      let (new, problem) = try reading(
        text, of: task, name: CardEditor.fileName, reporter: reporter)
      guard let problem else { return try save(new, of: task, reporter: reporter) }
      guard try editor.isToBeEditedAgain(reporter.console, because: problem) else {
        throw CardEditor.refusal(problem)
      }
    }
  }

  /// Makes the change that a text is.
  private func change(_ task: Editing, text: [UInt8], reporter: DiagnosticReporter) throws {
    let (new, problem) = try reading(text, of: task, name: input ?? "-", reporter: reporter)
    if let problem { throw CardEditor.refusal(problem) }
    try save(new, of: task, reporter: reporter)
  }

  /// Reads a text: the card, if it is not the one that it was, or why it is not to be taken.
  private func reading(
    _ text: [UInt8], of task: Editing, name: String, reporter: DiagnosticReporter
  ) throws -> (Card?, problem: String?) {
    if text == task.edit.text { return (nil, nil) }
    let reading = CardReading(
      text, decoding: try options.text.textDecoding, allowing: task.edit.known)
    try reporter.report(reading.diagnostics, in: name)
    if task.isLinked, let card = reading.card, card.version != task.person.card.version {
      return (nil, "the version of several records is changed in each, with --records")
    }
    return (reading.card, reading.problem)
  }

  /// What saves a card as it was edited.
  private func request(saving edited: Card, of task: Editing) throws -> SaveRequest {
    let now = Platform.secondsSince1970()
    if task.isLinked { return task.person.request(saving: edited, addingTo: task.place, now: now) }
    var request = SaveRequest("edit")
    let record = task.person.person.records[0]
    let decoding = try options.text.textDecoding
    if let card = task.edit.changed(edited, now: now, decoding: decoding) {
      request.update(record.id, to: card, from: record.card)
    }
    return request
  }

  /// Saves a card as it was edited, or shows what would become of each record.
  private func save(_ edited: Card?, of task: Editing, reporter: DiagnosticReporter) throws {
    let request = try edited.map { try self.request(saving: $0, of: task) } ?? SaveRequest()
    let changed = task.person.person.records.filter { request.updated[$0.id] != nil }
    guard let first = changed.first else { return reporter.console.tell("nothing was changed") }
    if dryRun {
      return try OutputFile.print { text in
        for card in changed.compactMap({ request.updated[$0.id] }) { text.append(wholeCard: card) }
      }
    }
    let book = try options.open(for: .writing, reporter)
    try book.refuseChange(
      of: changed.compactMap { try book.record($0.id) }, since: changed, "edit it again")
    _ = try book.save(request)
    let ids = changed.map(\.id.rawValue).joined(separator: ", ")
    let name = (request.updated[first.id] ?? first.card).callName
    reporter.console.tell("changed \(ids) \(name)")
  }
}
