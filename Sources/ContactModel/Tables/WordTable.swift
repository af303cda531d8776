/// Words of many languages, a row a language with its tag first: `de|Name|Telefon`.
struct WordTable: Sendable {
  private var rows: [String: [String]] = [:]

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - columns: How many words a language has.
  ///   - text: The rows; English is among them.
  init(columns: Int, _ text: String) {
    for row in text.split(separator: "\n") {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      precondition(cells.count == columns + 1, "a language has each of the words")
      rows[cells[0]] = Array(cells[1...])
    }
  }

  /// The word of a column in a language, in English where the table lacks that.
  subscript(language: String, column: Int) -> String? {
    LabelNames.fallbacks(of: language).lazy.compactMap { rows[$0] }.first?[column]
  }
}
