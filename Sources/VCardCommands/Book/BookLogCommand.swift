import ArgumentParser
import ContactStore
import VCard

/// `vcard book log`: the journal of a book.
struct BookLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List what was done to a book, the last change first.",
    usage: "vcard book log [--limit <n>] [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book log
        vcard book log --limit 1 --format jsonl

      'vcard undo' takes back the first of them that was not taken back yet.
      """)

  @Option(help: ArgumentHelp("List so many requests at most.", valueName: "n"))
  var limit = 20

  @OptionGroup var list: ListOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit is a number of requests") }
  }

  func run() throws {
    let table = Table([
      .init("Number", .right), .init("Time"), .init("What"), .init("Added", .right),
      .init("Changed", .right), .init("Deleted", .right), .init(),
    ])
    try list.run(.undo, what: "journal", table: table) { book, list in
      for entry in try book.journal(limit: limit) {
        try list.append([
          "\(entry.number)", entry.timeText, entry.kind, "\(entry.added)", "\(entry.updated)",
          "\(entry.deleted)", entry.isUndone ? "taken back" : "",
        ]) { json in
          json.append("{\"schema\":\"vcard.request/1\",\"number\":\(entry.number),\"time\":")
          json.append(jsonString: entry.timeText)
          json.append(",\"kind\":")
          json.append(jsonString: entry.kind)
          json.append(",\"added\":\(entry.added),\"updated\":\(entry.updated)")
          json.append(",\"deleted\":\(entry.deleted),\"undone\":\(entry.isUndone)}\n")
        }
      }
    }
  }
}
