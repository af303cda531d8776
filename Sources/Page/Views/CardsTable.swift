import ContactPages
import VCard

/// Cards side by side: what they share once above all, then what differs.
///
/// What a card says, and by which words, is what its page says.
struct CardsTable: Sendable {
  /// A row: a label and what each card says under it.
  private struct Row {
    let label: String
    let cells: [[String]]
    var isShared: Bool { !cells[0].isEmpty && cells.allSatisfy { $0 == cells[0] } }
  }

  let language: String
  private let titles: [String]
  private var rows: [Row] = []

  /// Compares cards.
  ///
  /// - Parameters:
  ///   - pages: What is shown of each.
  ///   - titles: Where each is from.
  ///   - language: The language of labels.
  init(_ pages: [PersonPage], titles: [String], language: String) {
    (self.titles, self.language) = (titles, language)
    var labels: [String] = []
    var values: [[String: [[String]]]] = []
    for page in pages {
      var own: [String: [[String]]] = [:]
      func add(_ label: String, _ lines: [String]) {
        if !labels.contains(label) { labels.append(label) }
        own[label, default: []].append(lines)
      }
      for (number, line) in page.lines.enumerated() {
        add(number == 0 ? "Name" : "", line.words)
      }
      for row in page.rows { add(row.label, row.lines) }
      values.append(own)
    }
    // The name and what goes with it come first on every card.
    for label in labels.sorted(by: { Self.rank($0) < Self.rank($1) }) {
      let columns = values.map { $0[label] ?? [] }
      let shared = columns[0].filter { value in columns.allSatisfy { $0.contains(value) } }
      for value in shared { rows.append(Row(label: label, cells: pages.map { _ in value })) }
      let rest = columns.map { $0.filter { !shared.contains($0) } }
      for place in 0..<(rest.map(\.count).max() ?? 0) {
        rows.append(
          Row(label: label, cells: rest.map { $0.indices.contains(place) ? $0[place] : [] }))
      }
    }
  }

  private static func rank(_ label: String) -> Int { label == "Name" ? 0 : label.isEmpty ? 1 : 2 }

  /// The table.
  var html: HTML {
    var html: HTML = """
      <table class="cards"><caption class="sr">The cards side by side</caption><thead><tr>\
      <th scope="col"><span class="sr">What</span></th>
      """
    for title in titles { html += "<th scope=\"col\"><bdi>\(title)</bdi></th>" }
    html += "</tr></thead><tbody>\n"
    for row in rows {
      let kind = row.isShared ? "equal" : row.cells.contains(where: \.isEmpty) ? "one" : "differs"
      html += "<tr class=\"\(kind)\"><th scope=\"row\" lang=\"\(language)\">\(row.label)"
      if kind == "equal" { html += "<span class=\"sr\"> (the same)</span>" }
      html += "</th>"
      for cell in row.cells {
        html += "<td dir=\"auto\">"
        for (number, line) in cell.enumerated() {
          if number > 0 { html += "<br>" }
          html += "\(line)"
        }
        html += "</td>"
      }
      html += "</tr>\n"
    }
    html += "</tbody></table>\n"
    return html
  }
}
