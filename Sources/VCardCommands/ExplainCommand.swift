import ArgumentParser
import ContactPages
import ContactStore
import Files
import ICU
import VCard

/// `vcard explain`: says what the codes of diagnostics mean.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say what the code of a diagnostic means.",
    usage: "vcard explain [<code> …]",
    discussion: """
      EXAMPLES:
        vcard explain bad-uri
        vcard explain | grep error

      Without a code all of them are listed.
      """)

  @Argument(
    help: ArgumentHelp("Codes, as diagnostics have them in brackets.", valueName: "code"),
    completion: .list(DiagnosticCatalogue.entries.map(\.code.rawValue)))
  var codes: [String] = []

  @OptionGroup var output: OutputOption

  @OptionGroup(title: "Options of every command") var reporting: ReportingOptions

  func run() throws {
    let entries = try codes.map(ExplainCommand.entry)
    let output = try output.open(reading: [])
    let columns = output.columns
    try output.writer.append { text in
      if entries.isEmpty { ExplainCommand.appendList(to: &text, columns: columns) }
      for (index, entry) in entries.enumerated() {
        if index > 0 { text.append("\n") }
        ExplainCommand.append(entry, to: &text, columns: columns)
      }
    }
    try output.commit()
  }

  private static func entry(named name: String) throws -> DiagnosticCatalogue.Entry {
    // What was copied from a diagnostic may have its brackets.
    let word = name.lowercased().filter { $0 != "[" && $0 != "]" }
    if let entry = DiagnosticCatalogue.entry(for: Diagnostic.Code(rawValue: word)) { return entry }
    let near = DiagnosticCatalogue.codes(like: word).map(\.rawValue)
    let list = near.dropLast().joined(separator: ", ") + (near.count > 1 ? " or " : "")
    throw CommandFailure(
      .usage, "there is no code \"\(name)\"",
      suggestion: near.last.map { "did you mean \(list)\($0)?" }
        ?? "'vcard explain' lists all codes")
  }

  private static func appendList(to text: inout [UInt8], columns: Int?) {
    var table = Table([.init("code"), .init("severity"), .init("meaning")])
    for entry in DiagnosticCatalogue.entries {
      table.append([entry.code.rawValue, entry.severity.rawValue, entry.title])
    }
    table.render(into: &text, maximumWidth: columns)
  }

  private static func append(
    _ entry: DiagnosticCatalogue.Entry, to text: inout [UInt8], columns: Int?
  ) {
    let width = min(columns ?? widest, widest)
    text.append("\(entry.code.rawValue) (\(entry.severity.rawValue)): \(entry.title)\n\n")
    append(wrapped: entry.rule, to: &text, width: width)
    text.append("\n")
    append(wrapped: entry.sections.joined(separator: ", "), to: &text, width: width)
    for (title, example) in [("Bad", entry.bad), ("Good", entry.good)] {
      text.append("\n\(title):\n")
      for line in example.visibleText.split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast(example.visibleText.hasSuffix("\n") ? 1 : 0)
      {
        text.append(line.isEmpty ? "\n" : "  \(line)\n")
      }
    }
  }

  /// The columns of the widest line; longer ones are hard to read.
  private static let widest = 80

  private static func append(wrapped paragraph: String, to text: inout [UInt8], width: Int) {
    var column = 0
    for word in paragraph.split(separator: " ") {
      let length = DisplayWidth.of(String(word))
      if column > 0, column + 1 + length > width {
        text.append("\n")
        column = 0
      }
      text.append(column == 0 ? "  " : " ")
      text.append(String(word))
      column += (column == 0 ? 2 : 1) + length
    }
    text.append("\n")
  }
}
