import ArgumentParser
import ContactPages
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard book watch`: each change of a book as it comes.
struct BookWatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print each change of a book as a JSON line as it comes, whoever makes it.",
    usage: "vcard book watch [--since <n>] [--limit <n>] [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book watch
        vcard book watch --limit 1 --book ~/contacts && notify-send 'contacts have changed'

      'change' is 'added', 'updated', 'deleted', or in a database 'linked': the record is one person \
      with others than before. A database numbers its changes in 'sequence', also those that nobody \
      watched; --since begins after such a number, with 0 at the beginning. A file or a folder is \
      compared with what it was: a card of a file is the same by its UID, a record of a folder by its \
      ID. Ctrl-C ends it.
      """)

  @Option(help: ArgumentHelp("Begin after the change of this number.", valueName: "n"))
  var since: Int64?

  @Option(help: ArgumentHelp("End after so many changes.", valueName: "n"))
  var limit: Int?

  @OptionGroup var options: BookCommandOptions

  func validate() throws {
    if let since, since < 0 { throw ValidationError("--since is the number of a change, or 0") }
    if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 on") }
  }

  func run() async throws {
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let book = try options.open(for: .reading, reporter)
    if let database = book as? any LinkedBook {
      let changes = database.changes(after: try since ?? database.newestChange())
      return try await tell(changes, of: book.path.string, console)
    }
    if since != nil { try book.require(.undo, "numbers of changes") }
    let changes = try FileBookChanges(
      book.path, options: BookOptions(decoding: options.text.textDecoding))
    try await tell(changes, of: book.path.string, console)
  }

  private func tell<Changes: AsyncSequence>(
    _ changes: Changes, of book: String, _ console: Console
  ) async throws where Changes.Element == BookChange {
    let output = try OutputFile()
    console.explain("watching \(book)")
    var left = limit ?? .max
    for try await change in changes {
      try output.writer.append { change.appendJSON(to: &$0) }
      try output.flush()
      left -= 1
      if left == 0 { break }
    }
    try output.commit()
  }
}

extension BookChange {
  fileprivate func appendJSON(to json: inout [UInt8]) {
    json.append("{\"schema\":\"vcard.change/1\",\"change\":\"\(word)\",\"record\":")
    json.append(jsonString: record.rawValue)
    json.append(",\"name\":", jsonString: name)
    if let source { json.append(",\"source\":", jsonString: source) }
    json.append(",\"time\":", jsonString: timeText)
    json.append(",\"sequence\":\(sequence)}\n")
  }

  private var word: String {
    switch action {
    case .added: "added"
    case .updated: "updated"
    case .deleted: "deleted"
    case .linked: "linked"
    }
  }
}
