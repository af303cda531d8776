import ContactDedupe
import ContactPages

/// A cluster of three or more cards: the cards side by side, what holds them together, and what people
/// said of them.
struct ClusterView: Sendable {
  let frame: PageFrame
  /// Its place among the clusters, from 0, and how many there are.
  let place: Int
  let count: Int
  /// The numbers of the clusters before and after it.
  let before: Int?
  let after: Int?
  /// How many pairs are open.
  let open: Int

  /// The page of the cluster.
  ///
  /// - Parameters:
  ///   - entry: Its line of the plan.
  ///   - cluster: What is known of its cards.
  ///   - pages: What each card says; none where they are too many to stand side by side.
  ///   - thresholds: From how many bits on cards are one person.
  /// - Returns: The page.
  func response(
    _ entry: DedupePlan.Entry, _ cluster: ReviewCluster, pages: [PersonPage],
    _ thresholds: DedupePlan.Thresholds
  ) -> PageResponse {
    var html: HTML = """
      <div class="decide" data-open="\(open)"><h1>Cluster \(place + 1) of \(count)</h1>
      <p>\(entry.cards.count) cards that the plan takes for one person.</p>

      """
    if cluster.links.contains(where: { $0.answer == false }) {
      html += """
        <p><strong>Answers say that not all of them are.</strong> ‘vcard dedupe apply’ splits it where \
        it hangs by least, so that they are heeded.</p>

        """
    }
    html += ClusterGraph(cluster).html
    if !pages.isEmpty {
      let titles = entry.cards.enumerated().map { "\($0): \($1.title)" }
      html += """
        <div class="scroll wide" role="region" aria-label="The cards" tabindex="0">

        """
      html += CardsTable(pages, titles: titles, language: frame.web.language).html
      html += "</div>\n"
    }
    let chart = EvidenceChart(thresholds: thresholds)
    html += "<details><summary>Evidence</summary>\n"
    html += chart.html(entry)
    html += chart.legend
    html += "</details>\n"
    html += entry.mergedHTML
    html += "<div class=\"answers\"><a class=\"button\" href=\"/review\">To the pairs</a>"
    html += "<span class=\"moves\">"
    html += ReviewView.moves("cluster", before: before, after: after)
    html += "</span></div></div>\n"
    return frame.response("Cluster \(entry.cluster)", in: .review, html)
  }
}
