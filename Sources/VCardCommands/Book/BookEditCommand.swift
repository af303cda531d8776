import ArgumentParser
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard book edit`: changes a card in an editor.
struct BookEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a person's card in an editor.",
    usage: "vcard book edit <ID or query> … [--book <book>] [--input <file>]",
    discussion: """
      EXAMPLES:
        vcard book edit 17
        vcard book edit 17 --input kate.vcf --dry-run

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

  @Flag(name: .dryRun, help: "Show the card that would be saved, and do nothing.")
  var dryRun = false

  @OptionGroup var options: BookCommandOptions

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    // Nobody else waits while somebody thinks.
    let record = try record(in: options.open(for: .reading, reporter), console)
    guard let input else {
      let editor = try CardEditor(console)
      return try editor.keepingText(console) {
        try change(record, editor: editor, reporter: reporter)
      }
    }
    try change(record, text: try read(input), reporter: reporter)
  }

  /// The record that is to be changed.
  private func record(in book: any AddressBook, _ console: Console) throws -> Record {
    if words.count == 1, let record = try book.record(RecordID(rawValue: words[0])) {
      return record
    }
    let name = words.joined(separator: " ")
    // Without an editor nobody sees whom the words have found.
    guard input == nil, try !PeopleLookup.people(words, in: book).isEmpty else {
      throw BookError(.noSuchRecord, book.path.string, name)
    }
    let person = try PeopleLookup.person(words, in: book, console)
    if person.records.count > 1 {
      throw CommandFailure(
        .found, "\(person.callName) has several records",
        suggestion: "take one of the IDs "
          + person.records.map(\.id.rawValue).joined(separator: ", "))
    }
    return person.records[0]
  }

  /// Makes the change that somebody writes in an editor.
  private func change(
    _ record: Record, editor: CardEditor, reporter: DiagnosticReporter
  ) throws {
    let edit = CardEdit(record.card, decoding: try options.text.textDecoding)
    var text = edit.text
    while true {
      text = try editor.edited(text)
      let (new, problem) = try reading(
        text, of: edit, name: CardEditor.fileName, reporter: reporter)
      guard let problem else {
        return try save(new, of: edit, to: record, reporter: reporter)
      }
      guard try editor.isToBeEditedAgain(reporter.console, because: problem) else {
        throw CardEditor.refusal(problem)
      }
    }
  }

  /// Makes the change that a text is.
  private func change(_ record: Record, text: [UInt8], reporter: DiagnosticReporter) throws {
    let edit = CardEdit(record.card, decoding: try options.text.textDecoding)
    let (new, problem) = try reading(text, of: edit, name: input ?? "-", reporter: reporter)
    if let problem { throw CardEditor.refusal(problem) }
    try save(new, of: edit, to: record, reporter: reporter)
  }

  /// Reads a text: the card, if it is not the one that it was, or why it is not to be taken.
  private func reading(
    _ text: [UInt8], of edit: CardEdit, name: String, reporter: DiagnosticReporter
  ) throws -> (Card?, problem: String?) {
    if text == edit.text { return (nil, nil) }
    let reading = CardReading(text, decoding: try options.text.textDecoding, allowing: edit.known)
    try reporter.report(reading.diagnostics, in: name)
    return (reading.card, reading.problem)
  }

  /// Saves a card as it was edited, or shows it.
  private func save(
    _ edited: Card?, of edit: CardEdit, to record: Record, reporter: DiagnosticReporter
  ) throws {
    guard let edited,
      let card = edit.changed(
        edited, now: Platform.secondsSince1970(), decoding: try options.text.textDecoding)
    else { return reporter.console.tell("nothing was changed") }
    if dryRun {
      let output = try OutputFile()
      try output.writer.append { $0.append(wholeCard: card) }
      return try output.commit()
    }
    let book = try options.open(for: .writing, reporter)
    if !book.capabilities.contains(.undo),
      try book.record(record.id)?.card.octetsAsRead != record.card.octetsAsRead
    {
      // The number may mean another card by now.
      throw BookError(.changed, book.path.string, "nothing was written; edit it again")
    }
    var request = SaveRequest()
    request.kind = "edit"
    request.update(record.id, to: card, from: record.card)
    _ = try book.save(request)
    reporter.console.tell("changed \(record.id) \(card.callName)")
  }

  private func read(_ name: String) throws -> [UInt8] {
    var octets: [UInt8] = []
    for file in try InputFile.resolve([name], directories: .refused) {
      var source = try ByteSource(file)
      while try source.withNextPiece({ octets.append($0) }) {}
    }
    return octets
  }
}
