import CardFormats
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
    var html = HTML()
    for table in tables(statistics) { html += table.html }
    if let bits, bits.same + bits.review > 0 {
      html += "<section class=\"panel\"><h2>How strong the plan is</h2>\n\(bits.html)"
      html += StatisticsTable.link("strength")
      html += "</section>\n"
    }
    html += findings(statistics)
    return html
  }

  /// The rows of a chart with their head, as a table of commas.
  ///
  /// - Parameter key: The name of the chart, as its link has it.
  /// - Returns: `nil` for a chart that there is not.
  func csv(_ key: String) -> [UInt8]? {
    guard case .counted(let statistics) = state else { return nil }
    var rows = tables(statistics).first { $0.key == key }?.cells
    if key == "strength" { rows = bits?.cells }
    if key == "findings" {
      rows =
        [["Code", "Severity", "Times"]]
        + statistics.findings.map { [$0.code.rawValue, $0.severity.rawValue, "\($0.count)"] }
    }
    guard let rows else { return nil }
    let writer = CSVCells()
    var octets: [UInt8] = []
    for row in rows { writer.append(row: row, to: &octets) }
    return octets
  }

  /// The charts, in their order.
  private func tables(_ statistics: BookStatistics) -> [StatisticsTable] {
    let (cards, contacts) = (statistics.cards, statistics.contacts)
    return [
      completeness(statistics),
      StatisticsTable(
        "values", "Numbers, emails and addresses a record", of: "How many",
        statistics.values.enumerated().map { count, records in
          .init(count < BookStatistics.mostValues ? "\(count)" : "\(count) and more", records)
        }),
      sizes("linked", "People of several records", "Records linked", statistics.linked),
      sizes("clusters", "Clusters of the plan", "Cards of one person", planned),
      StatisticsTable(
        "labels", "Labels", of: "Label", counting: "Values", sorting: labels(contacts)),
      StatisticsTable(
        "versions", "Versions", of: "vCard",
        cards.versions.map { .init($0.key.rawValue, $0.value) }.sorted { $0.name < $1.name }),
      StatisticsTable("programs", "Programs", of: "Program", sorting: cards.programs),
      StatisticsTable("scripts", "Scripts of names", of: "Script", sorting: contacts.scripts),
    ].filter { !$0.rows.isEmpty }
  }

  /// How many records have something, of all and of each source.
  private func completeness(_ statistics: BookStatistics) -> StatisticsTable {
    let all = statistics.cards.cards
    var table = StatisticsTable(
      "known", "What is known", of: "What",
      ContactStatistics.countedKeys.map { key in
        .init(
          key.localizedName(language) ?? "", statistics.contacts.having[key] ?? 0,
          statistics.sources.map { $0.contacts.having[key] ?? 0 })
      })
    table.language = language
    table.whole = all
    table.caption = "Of \(PeopleView.grouped(all)) records"
    table.further = statistics.sources.map(\.name)
    return table
  }

  /// How many people are so and so many.
  private func sizes(
    _ key: String, _ title: String, _ column: String, _ counts: [Int: Int]
  ) -> StatisticsTable {
    StatisticsTable(
      key, title, of: column, counting: "People",
      counts.sorted { $0.key < $1.key }.map { .init("\($0.key)", $0.value) })
  }

  /// The labels of values, in the reader's language.
  private func labels(_ contacts: ContactStatistics) -> [String: Int] {
    var counts: [String: Int] = [:]
    for (key, labels) in contacts.labels {
      let kind = key.localizedName(language) ?? ""
      for (label, count) in labels {
        counts["\(kind): \(label?.localizedName(language) ?? "—")", default: 0] += count
      }
    }
    return counts
  }

  /// What is against the standards, and the people of whom that is so.
  private func findings(_ statistics: BookStatistics) -> HTML {
    var html: HTML = "<section class=\"panel\"><h2>What ‘vcard check’ finds</h2>\n"
    html +=
      statistics.findings.isEmpty
      ? "<p>Nothing is against the standards.</p>\n" : StatisticsTable.link("findings")
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
}
