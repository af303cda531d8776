import ContactModel
import ContactPages
import VCard

/// What the records of a book hold: each chart is a table whose bars say the same as its numbers.
struct StatisticsView: Sendable {
  /// How far counting has come.
  enum State: Sendable {
    case counting
    case counted(BookStatistics)
    /// The book could not be read to its end.
    case failed
  }

  let state: State
  let language: String

  /// Rows of a table that are shown; the rest is told as a number.
  private static let mostRows = 30

  var html: HTML {
    let statistics: BookStatistics
    switch state {
    case .counted(let counted): statistics = counted
    case .counting:
      return """
        <section class="panel"><h2>What is known</h2><p>The records are being counted: this takes a \
        second or so. <a href="/book">Look again</a></p></section>

        """
    case .failed:
      return """
        <section class="panel"><h2>What is known</h2><p role="alert">The records could not be counted; \
        nothing was changed. ‘vcard book check’ says what is wrong.</p></section>

        """
    }
    guard statistics.cards.cards > 0 else { return "" }
    var html = completeness(statistics)
    html += table(
      "Versions", "vCard",
      statistics.cards.versions.map { (name: $0.key.rawValue, count: $0.value) }
        .sorted { $0.name < $1.name })
    html += table("Programs", "Program", Self.sorted(statistics.cards.programs))
    html += table("Scripts of names", "Script", Self.sorted(statistics.contacts.scripts))
    return html
  }

  /// How many records have something, of all and of each source.
  private func completeness(_ statistics: BookStatistics) -> HTML {
    let all = statistics.cards.cards
    var html: HTML = """
      <section class="panel"><h2 id="known">What is known</h2>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="known">\
      <table class="evidence"><caption>Of \(PeopleView.grouped(all)) records</caption><thead><tr>\
      <th scope="col">What</th><th scope="col" class="plot"><span class="sr">Bar</span></th>\
      <th scope="col" class="n">Records</th><th scope="col" class="n">Share</th>
      """
    for source in statistics.sources {
      html += "<th scope=\"col\" class=\"n\"><bdi>\(source.name)</bdi></th>"
    }
    html += "</tr></thead><tbody>\n"
    for key in ContactStatistics.countedKeys {
      let count = statistics.contacts.having[key] ?? 0
      html += "<tr><th scope=\"row\" lang=\"\(language)\">\(key.localizedName(language) ?? "")</th>"
      html += Self.cells(count, of: all)
      html += "<td class=\"n\">\(Self.share(count, of: all))</td>"
      for source in statistics.sources {
        html += "<td class=\"n\">\(PeopleView.grouped(source.contacts.having[key] ?? 0))</td>"
      }
      html += "</tr>\n"
    }
    html += "</tbody></table></div></section>\n"
    return html
  }

  private func table(
    _ title: String, _ column: String, _ counts: [(name: String, count: Int)]
  ) -> HTML {
    guard let most = counts.map(\.count).max() else { return "" }
    var html: HTML = """
      <section class="panel"><h2>\(title)</h2><table class="evidence"><thead><tr>\
      <th scope="col">\(column)</th><th scope="col" class="plot"><span class="sr">Bar</span></th>\
      <th scope="col" class="n">Records</th></tr></thead><tbody>

      """
    for (name, count) in counts.prefix(Self.mostRows) {
      html += "<tr><th scope=\"row\"><bdi>\(name)</bdi></th>"
      html += Self.cells(count, of: most)
      html += "</tr>\n"
    }
    html += "</tbody></table>\n"
    if counts.count > Self.mostRows { html += "<p>… and \(counts.count - Self.mostRows) more.</p>" }
    html += "</section>\n"
    return html
  }

  /// A bar and its number.
  private static func cells(_ count: Int, of whole: Int) -> HTML {
    """
    <td class="plot"><svg viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">\
    <rect class="total plus" x="0" y="4" width="\(count * 1000 / max(whole, 1))" height="12"/></svg></td>\
    <td class="n">\(PeopleView.grouped(count))</td>
    """
  }

  /// Whole per cents, rounded down: only all are 100 %.
  private static func share(_ count: Int, of whole: Int) -> String {
    "\(count * 100 / max(whole, 1))\u{202F}%"
  }

  /// The greatest count first, equal ones by name.
  private static func sorted(_ counts: [String: Int]) -> [(name: String, count: Int)] {
    counts.map { (name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
