import ArgumentParser
import ContactPages
import ContactStore
import VCard

/// `vcard book log`: the journal of a book.
struct BookLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List what was done to a book, the last change first.",
    usage: "vcard book log [--limit <n>] [--values] [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book log
        vcard book log --values --limit 1 --format jsonl

      'vcard undo' takes back the first of them that was not taken back yet. With --values a row is a \
      value that was changed: what was there before, and what came in its place. Who was added or \
      deleted has one row with the name.
      """)

  @Option(help: ArgumentHelp("List so many requests at most.", valueName: "n"))
  var limit = 20

  @Flag(help: "Show what was overwritten, property by property.")
  var values = false

  @OptionGroup var list: ListOptions

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit is a number of requests") }
  }

  func run() throws {
    let table = Table(
      values
        ? [
          .init("Number", .right), .init("What"), .init("ID"), .init("Property"), .init("Before"),
          .init("After"),
        ]
        : [
          .init("Number", .right), .init("Time"), .init("What"), .init("Added", .right),
          .init("Changed", .right), .init("Deleted", .right), .init(),
        ])
    try list.run(.undo, what: "journal", table: table) { book, list in
      for entry in try book.journal(limit: limit) {
        guard values else {
          try list.append([
            "\(entry.number)", entry.timeText, entry.kind, "\(entry.added)", "\(entry.updated)",
            "\(entry.deleted)", entry.isUndone ? "taken back" : "",
          ]) { json in
            BookLogCommand.append(entry, to: &json)
            json.append("}\n")
          }
          continue
        }
        var versions: [[UInt8]] = []
        try book.forEachVersion(in: entry) { version in
          switch list.format {
          case .text:
            for row in BookLogCommand.rows(of: version) {
              try list.append(["\(entry.number)", entry.kind, version.record.rawValue] + row) { _ in
              }
            }
          case .jsonl: versions.append(BookLogCommand.json(of: version))
          }
        }
        guard list.format == .jsonl else { continue }
        try list.append([]) { json in
          BookLogCommand.append(entry, to: &json)
          json.append(",\"changes\":[")
          json += versions.joined(separator: [UInt8(ascii: ",")])
          json.append("]}\n")
        }
      }
    }
  }

  /// Appends a request without the end of its object.
  private static func append(_ entry: JournalEntry, to json: inout [UInt8]) {
    json.append("{\"schema\":\"vcard.request/1\",\"number\":\(entry.number),\"time\":")
    json.append(jsonString: entry.timeText)
    json.append(",\"kind\":", jsonString: entry.kind)
    json.append(",\"added\":\(entry.added),\"updated\":\(entry.updated)")
    json.append(",\"deleted\":\(entry.deleted),\"undone\":\(entry.isUndone)")
  }

  private static func rows(of version: RecordVersion) -> [[String]] {
    guard version.before != nil, version.after != nil else {
      return [["", version.before?.callName ?? "", version.after?.callName ?? ""]]
    }
    return version.valueChanges.map { [$0.name, $0.before ?? "", $0.after ?? ""] }
  }

  private static func json(of version: RecordVersion) -> [UInt8] {
    var json: [UInt8] = []
    json.append("{\"record\":", jsonString: version.record.rawValue)
    json.append(",\"action\":\"\(version.action.rawValue)\",\"name\":")
    json.append(jsonString: (version.after ?? version.before)?.callName ?? "")
    json.append(",\"properties\":[")
    for (number, change) in version.valueChanges.enumerated() {
      json.append(number == 0 ? "{\"name\":" : ",{\"name\":", jsonString: change.name)
      for (key, text) in [("before", change.before), ("after", change.after)] {
        json.append(",\"\(key)\":", jsonString: text)
      }
      json.append("}")
    }
    json.append("]}")
    return json
  }
}
