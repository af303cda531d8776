import ContactStore
import Files
import VCard

/// A list on standard output: a table, or one JSON object a line.
struct ListOutput {
  let format: ListFormat
  private let output: OutputFile
  private var table: Table

  init(_ format: ListFormat, _ table: Table) throws {
    self.format = format
    self.table = table
    output = try OutputFile()
  }

  /// Appends an entry.
  ///
  /// - Parameters:
  ///   - cells: The cells of its row.
  ///   - json: Appends its object, with the line end.
  /// - Throws: What keeps the output from being written.
  mutating func append(
    _ cells: @autoclosure () -> [String], json: (inout [UInt8]) -> Void
  ) throws {
    switch format {
    case .text: table.append(cells())
    case .jsonl: try output.writer.append(json)
    }
  }

  /// Appends a person.
  mutating func append(_ person: ListedPerson) throws {
    try append(person.cells) { person.appendJSON(to: &$0) }
  }

  /// Writes what is left.
  func finish() throws {
    if format == .text {
      try output.writer.append { table.render(into: &$0, maximumWidth: output.columns) }
    }
    try output.commit()
  }
}
