package import ContactDedupe
import ContactMatching
package import ContactPages
import VCard

/// The evidence of a plan as one file for a browser, which loads nothing and runs nothing.
///
/// Of a larger plan it has the first clusters, and says so: a browser takes minutes for more.
package struct EvidenceFile {
  /// Clusters of a file.
  package static let mostClusters = 2000

  private let plan: DedupePlan
  private let page: ContactPage
  private let web: WebPage
  private let cards: CardTable?
  private let groups: [DedupePlan.Group]
  private let chart: EvidenceChart

  /// Prepares a file.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - page: Writes what cards say.
  ///   - cards: The cards of the plan's inputs; `nil` where they are not what they were, or not there.
  /// - Throws: `DedupeError` for a plan that is damaged.
  package init(_ plan: DedupePlan, _ page: ContactPage, cards: CardTable?) throws {
    (self.plan, self.page, self.cards) = (plan, page, cards)
    web = WebPage(language: page.style.language)
    groups = try cards.map { try plan.groups(in: $0) } ?? []
    chart = EvidenceChart(thresholds: plan.thresholds)
  }

  private static let css = """
    .filter{border:0;padding:0;margin:1rem 0;display:flex;gap:1rem;flex-wrap:wrap}
    .cluster{background:var(--paper);border:1px solid var(--faint);border-radius:10px;padding:1rem 1.5rem;margin:1rem 0;content-visibility:auto;contain-intrinsic-size:auto 30rem}
    body:has(#only-same:checked) .is-review,body:has(#only-review:checked) .is-same{display:none}
    .histogram{inline-size:100%;block-size:8rem;display:block}.histogram .is-same{fill:var(--plus)}.histogram .is-review{fill:var(--mark)}
    main{max-inline-size:64rem}
    """

  /// Appends what stands before the first cluster: how many there are, and how strong.
  ///
  /// - Parameters:
  ///   - wanted: The clusters that are asked for; empty for all.
  ///   - octets: Receives it.
  /// - Throws: `DedupeError` for a plan that is damaged.
  package func begin(_ wanted: Set<Int>, to octets: inout [UInt8]) throws {
    let sheet = PageAssets.response("page.css").map { String(decoding: $0.body, as: UTF8.self) }
    octets.append(
      htmlHeadFor: "Duplicates", language: "en", .file(css: "\(sheet ?? "")\n\(Self.css)"))
    var same = 0
    var tenths: [(isSame: Bool, tenths: Int)] = []
    for line in 0..<plan.count {
      let entry = try plan.entry(line)
      guard wanted.isEmpty || wanted.contains(entry.cluster) else { continue }
      if entry.isSame { same += 1 }
      // A cluster holds as well as its weakest link.
      let weakest = entry.comparisons.map(\.sum.tenths).min() ?? 0
      tenths.append((entry.isSame, weakest))
    }
    let shown = min(tenths.count, Self.mostClusters)
    var html: HTML = "<main><h1>Duplicates</h1>\n<ul>"
    for input in plan.inputs { html += "<li><bdi>\(input.file)</bdi>, \(input.cards) cards</li>\n" }
    html += """
      </ul>
      <p>\(same) \(same == 1 ? "cluster is" : "clusters are") one person each; \(tenths.count - same) \
      \(tenths.count - same == 1 ? "pair is" : "pairs are") to review.</p>

      """
    if shown < tenths.count {
      html += """
        <p><strong>These are the first \(shown) of \(tenths.count). ‘vcard review PLAN --web’ shows them \
        all.</strong></p>

        """
    }
    if cards == nil {
      html += """
        <p><strong>The cards are not side by side here, for what the plan was made from has changed or \
        is not there.</strong></p>

        """
    }
    html += histogram(tenths)
    html += chart.legend
    html += """
      <fieldset class="filter"><legend class="sr">Show</legend>\
      <label><input type="radio" name="only" id="only-all" checked> All</label>\
      <label><input type="radio" name="only" id="only-same"> One person</label>\
      <label><input type="radio" name="only" id="only-review"> To review</label></fieldset>

      """
    octets += html.octets
  }

  /// How many clusters come to how many bits.
  private func histogram(_ tenths: [(isSame: Bool, tenths: Int)]) -> HTML {
    guard !tenths.isEmpty else { return "" }
    // The thresholds are in sight, and some room around.
    let marks = [plan.thresholds.same.tenths + 50, plan.thresholds.review.tenths - 50]
    let all = tenths.map(\.tenths) + marks
    let (low, high) = (all.min() ?? 0, all.max() ?? 0)
    // Bars of whole bits, two or more where they would be too many.
    let width = max(10, (high - low) / 40 / 10 * 10 + 10)
    func bar(_ tenths: Int) -> Int { Int((Double(tenths) / Double(width)).rounded(.down)) }
    var counts: [Int: (same: Int, review: Int)] = [:]
    for one in tenths {
      if one.isSame {
        counts[bar(one.tenths), default: (0, 0)].same += 1
      } else {
        counts[bar(one.tenths), default: (0, 0)].review += 1
      }
    }
    let most = counts.values.map { $0.same + $0.review }.max() ?? 1
    let bars = bar(high) - bar(low) + 1
    var html: HTML = """
      <h2>How strong they are</h2>
      <svg class="histogram" viewBox="0 0 \(bars * 10) 100" preserveAspectRatio="none" role="img" \
      aria-label="Clusters by the bits of their weakest link; the table has the numbers">
      """
    for (place, count) in counts.sorted(by: { $0.key < $1.key }) {
      let x = (place - bar(low)) * 10
      let (same, review) = (count.same * 100 / most, count.review * 100 / most)
      html += """
        <rect class="is-same" x="\(x)" y="\(100 - same)" width="9" height="\(same)"/>\
        <rect class="is-review" x="\(x)" y="\(100 - same - review)" width="9" height="\(review)"/>
        """
    }
    html += """
      </svg>
      <details><summary>As a table</summary><table class="log"><thead><tr><th scope="col">Bits from</th>\
      <th scope="col" class="n">One person</th><th scope="col" class="n">To review</th></tr></thead><tbody>

      """
    for (place, count) in counts.sorted(by: { $0.key < $1.key }) {
      html += """
        <tr><th scope="row">\(EvidenceChart.signed(place * width))</th><td class="n">\(count.same)</td>\
        <td class="n">\(count.review)</td></tr>

        """
    }
    html += "</tbody></table></details>\n"
    return html
  }

  /// Appends a cluster.
  ///
  /// - Parameters:
  ///   - entry: The cluster.
  ///   - line: Its line in the plan, from 0.
  ///   - merged: What comes of it; `nil` for what the plan says.
  ///   - octets: Receives it.
  /// - Throws: What keeps its cards from being read.
  package func append(
    _ entry: DedupePlan.Entry, line: Int, merged: Review.Merged? = nil, to octets: inout [UInt8]
  ) throws {
    let name = entry.cards.lazy.map(\.name).first { !$0.isEmpty } ?? "(no name)"
    let kind = entry.isSame ? "is-same" : "is-review"
    var html: HTML = """
      <section class="cluster \(kind)" id="c\(entry.cluster)">
      <h2>\(entry.cluster). <bdi>\(name)</bdi> <span class="dim">\(entry.verdictText)</span></h2>

      """
    let titles = entry.cards.enumerated().map { "\($0): \($1.title)" }
    if let cards {
      let pages = try groups[line].cards.map {
        page.page(person: [try cards.card($0)], ContactPage.Notes())
      }
      html += CardsTable(pages, titles: titles, language: web.language).html
    } else {
      html += "<ul>"
      for (title, card) in zip(titles, entry.cards) {
        html += "<li><bdi>\(title)</bdi>: <bdi>\(card.name)</bdi></li>\n"
      }
      html += "</ul>\n"
    }
    if entry.cards.count > 2 { html += ClusterGraph(ReviewCluster(entry)).html }
    html += chart.html(entry)
    if let merged { html += ContestsView(merged, language: web.language).html }
    html += entry.mergedHTML(merged)
    html += "</section>\n"
    octets += html.octets
  }

  /// Appends what stands after the last cluster.
  package func end(to octets: inout [UInt8]) {
    let html: HTML = "</main></body></html>\n"
    octets += html.octets
  }
}
