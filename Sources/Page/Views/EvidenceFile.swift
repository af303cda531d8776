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
    let bits = try BitsHistogram(plan, wanted)
    let (same, review) = (bits.same, bits.review)
    let shown = min(same + review, Self.mostClusters)
    var html: HTML = "<main><h1>Duplicates</h1>\n<ul>"
    for input in plan.inputs { html += "<li><bdi>\(input.file)</bdi>, \(input.cards) cards</li>\n" }
    html += """
      </ul>
      <p>\(same) \(same == 1 ? "cluster is" : "clusters are") one person each; \(review) \
      \(review == 1 ? "pair is" : "pairs are") to review.</p>

      """
    if shown < same + review {
      html += """
        <p><strong>These are the first \(shown) of \(same + review). ‘vcard review PLAN --web’ shows them \
        all.</strong></p>

        """
    }
    if cards == nil {
      html += """
        <p><strong>The cards are not side by side here, for what the plan was made from has changed or \
        is not there.</strong></p>

        """
    }
    if same + review > 0 { html += "<h2>How strong they are</h2>\n" }
    html += bits.html
    html += chart.legend
    html += """
      <fieldset class="filter"><legend class="sr">Show</legend>\
      <label><input type="radio" name="only" id="only-all" checked> All</label>\
      <label><input type="radio" name="only" id="only-same"> One person</label>\
      <label><input type="radio" name="only" id="only-review"> To review</label></fieldset>

      """
    octets += html.octets
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
