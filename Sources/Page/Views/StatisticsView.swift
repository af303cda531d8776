import ContactModel
import ContactPages
import ContactStore
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
  /// What the people of the findings are called, by records.
  var names: [RecordID: String] = [:]
  /// What the plan that is reviewed takes for one person, by how many cards that is.
  var planned: [Int: Int] = [:]
  /// How strong that is.
  var bits: BitsHistogram?

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
      "Numbers, emails and addresses a record", "How many",
      statistics.values.enumerated().map { count, records in
        (name: count < BookStatistics.mostValues ? "\(count)" : "\(count) and more", count: records)
      })
    html += sizes("People of several records", "Records linked", statistics.linked)
    html += sizes("Clusters of the plan", "Cards of one person", planned)
    if let bits, bits.same + bits.review > 0 {
      html += "<section class=\"panel\"><h2>How strong the plan is</h2>\n\(bits.html)</section>\n"
    }
    html += labels(statistics)
    html += findings(statistics)
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

  /// How many people are so and so many.
  private func sizes(_ title: String, _ column: String, _ counts: [Int: Int]) -> HTML {
    table(
      title, column,
      counts.sorted { $0.key < $1.key }.map { (name: "\($0.key)", count: $0.value) },
      counting: "People")
  }

  /// The labels of values, in the reader's language.
  private func labels(_ statistics: BookStatistics) -> HTML {
    var counts: [String: Int] = [:]
    for (key, labels) in statistics.contacts.labels {
      let kind = key.localizedName(language) ?? ""
      for (label, count) in labels {
        counts["\(kind): \(label?.localizedName(language) ?? "—")", default: 0] += count
      }
    }
    return table("Labels", "Label", Self.sorted(counts), counting: "Values")
  }

  /// What is against the standards, and the people of whom that is so.
  private func findings(_ statistics: BookStatistics) -> HTML {
    var html: HTML = "<section class=\"panel\"><h2>What ‘vcard check’ finds</h2>\n"
    if statistics.findings.isEmpty { html += "<p>Nothing is against the standards.</p>\n" }
    for finding in statistics.findings {
      let entry = DiagnosticCatalogue.entry(for: finding.code)
      html += """
        <details class="finding"><summary>\(entry?.title ?? finding.code.rawValue) \
        <span class="dim">\(finding.severity.rawValue), \(finding.code.rawValue), \
        \(PeopleView.grouped(finding.count))×</span></summary>

        """
      if let entry { html += "<p>\(entry.rule)</p>\n" }
      html += "<ul>"
      for id in finding.examples {
        let name = names[id] ?? ""
        html += """
          <li><a href="/people/\(id.rawValue)"><bdi>\(name.isEmpty ? "(no name)" : name)</bdi></a></li>
          """
      }
      html += "</ul>\n"
      if finding.count > finding.examples.count {
        html += "<p>… and \(PeopleView.grouped(finding.count - finding.examples.count)) more.</p>\n"
      }
      html += "</details>\n"
    }
    html += "</section>\n"
    return html
  }

  private func table(
    _ title: String, _ column: String, _ counts: [(name: String, count: Int)],
    counting: String = "Records"
  ) -> HTML {
    guard let most = counts.map(\.count).max() else { return "" }
    var html: HTML = """
      <section class="panel"><h2>\(title)</h2><table class="evidence"><thead><tr>\
      <th scope="col">\(column)</th><th scope="col" class="plot"><span class="sr">Bar</span></th>\
      <th scope="col" class="n">\(counting)</th></tr></thead><tbody>

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
