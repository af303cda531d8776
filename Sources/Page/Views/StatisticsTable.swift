import ContactPages

/// How often something is so: a chart whose bars say the same as its numbers, and its rows as cells.
///
/// ```
/// Of 150,000 records
/// What                    Records  Share   phone   work
/// Telephone  ▓▓▓▓▓▓▓▓     120,000   80 %  70,000  50,000
/// ```
struct StatisticsTable: Sendable {
  /// What is counted, how often it is so, and how often in each further column.
  struct Row: Sendable {
    let name: String
    let count: Int
    let further: [Int]

    init(_ name: String, _ count: Int, _ further: [Int] = []) {
      (self.name, self.count, self.further) = (name, count, further)
    }
  }

  /// Its name in addresses.
  let key: String
  /// The heads of the rows, and of what is counted.
  private let (column, counting): (String, String)
  private let title: String
  let rows: [Row]
  /// The language of the names; `nil` where strangers gave some.
  var language: String?
  /// What all bars are parts of, which are told as shares then; else the greatest bar is the whole.
  var whole: Int?
  var caption: String?
  /// The heads of the further columns.
  var further: [String] = []

  /// Rows that are shown; the rest is told as a number.
  private static let mostRows = 30

  /// Prepares a table.
  ///
  /// - Parameters:
  ///   - key: Its name in addresses.
  ///   - title: Its heading.
  ///   - column: The head of the rows.
  ///   - counting: The head of the counts.
  ///   - rows: The rows, in their order.
  init(
    _ key: String, _ title: String, of column: String, counting: String = "Records", _ rows: [Row]
  ) {
    (self.key, self.title, self.column, self.counting) = (key, title, column, counting)
    self.rows = rows
  }

  /// Prepares a table of which the greatest count comes first, equal ones by name.
  init(
    _ key: String, _ title: String, of column: String, counting: String = "Records",
    sorting counts: [String: Int]
  ) {
    self.init(
      key, title, of: column, counting: counting,
      counts.map { Row($0.key, $0.value) }
        .sorted { ($1.count, $0.name) < ($0.count, $1.name) })
  }

  /// All rows with the heads before them.
  var cells: [[String]] {
    [[column, counting] + further]
      + rows.map { row in [row.name, "\(row.count)"] + row.further.map { "\($0)" } }
  }

  /// Where the rows are a file of commas.
  static func link(_ key: String) -> HTML {
    "<p><a href=\"/book/\(key).csv\" download>As CSV<span class=\"sr\">: \(key)</span></a></p>\n"
  }

  /// The chart.
  var html: HTML {
    let most = whole ?? rows.map(\.count).max() ?? 0
    var html: HTML = """
      <section class="panel"><h2 id="\(key)">\(title)</h2>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="\(key)"><table class="evidence">
      """
    if let caption { html += "<caption>\(caption)</caption>" }
    html += """
      <thead><tr><th scope="col">\(column)</th>\
      <th scope="col" class="plot"><span class="sr">Bar</span></th><th scope="col" class="n">\(counting)</th>
      """
    if whole != nil { html += "<th scope=\"col\" class=\"n\">Share</th>" }
    for name in further { html += "<th scope=\"col\" class=\"n\"><bdi>\(name)</bdi></th>" }
    html += "</tr></thead><tbody>\n"
    for row in rows.prefix(Self.mostRows) {
      html += language.map { "<tr><th scope=\"row\" lang=\"\($0)\">" } ?? "<tr><th scope=\"row\">"
      html += """
        <bdi>\(row.name)</bdi></th>\
        <td class="plot"><svg viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">\
        <rect class="total plus" x="0" y="4" width="\(row.count * 1000 / max(most, 1))" height="12"/></svg>\
        </td><td class="n">\(PeopleView.grouped(row.count))</td>
        """
      if whole != nil { html += "<td class=\"n\">\(Self.share(row.count, of: most))</td>" }
      for count in row.further { html += "<td class=\"n\">\(PeopleView.grouped(count))</td>" }
      html += "</tr>\n"
    }
    html += "</tbody></table></div>\n"
    if rows.count > Self.mostRows { html += "<p>… and \(rows.count - Self.mostRows) more.</p>\n" }
    html += Self.link(key)
    html += "</section>\n"
    return html
  }

  /// Whole per cents, rounded down: only all are 100 %.
  private static func share(_ count: Int, of whole: Int) -> String {
    "\(count * 100 / max(whole, 1))\u{202F}%"
  }
}
