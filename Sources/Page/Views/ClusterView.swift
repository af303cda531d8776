import ContactDedupe
import ContactPages

/// What the plan takes for one person: the cards side by side, which values stand, what holds them
/// together, and what people said of them.
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
  /// How much was answered so far, here and elsewhere.
  let answers: Int

  /// The page of the cluster.
  ///
  /// - Parameters:
  ///   - entry: Its line of the plan.
  ///   - cluster: What is known of its cards.
  ///   - pages: What each card says; none where they are too many to stand side by side.
  ///   - merged: What comes of them.
  ///   - thresholds: From how many bits on cards are one person.
  ///   - status: What was just done.
  /// - Returns: The page.
  func response(
    _ entry: DedupePlan.Entry, _ cluster: ReviewCluster, pages: [PersonPage],
    _ merged: Review.Merged, _ thresholds: DedupePlan.Thresholds, status: String?
  ) -> PageResponse {
    let isParted = cluster.links.contains { $0.answer == false }
    var html: HTML = """
      <div class="decide" data-open="\(open)" data-answers="\(answers)"><h1>Cluster \(place + 1) of \(count)</h1>
      <p>\(entry.cards.count) cards that the plan takes for one person.</p>

      """
    if isParted {
      html += """
        <p><strong>Answers say that not all of them are.</strong> ‘vcard dedupe apply’ splits it where \
        it hangs by least, so that they are heeded.</p>

        """
    }
    let canChoose = !isParted && !frame.isReadOnly && !merged.contests.isEmpty
    html +=
      ContestsView(
        merged, language: frame.web.language, form: canChoose ? "values" : nil
      ).html
    if canChoose {
      html += """
        <form method="post" action="/review" id="values" class="buttons">\(frame.session)\
        <input type="hidden" name="cluster" value="\(entry.cluster)">\
        <button data-key="c">Let these stand <kbd>c</kbd></button></form>

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
    html += entry.mergedHTML(merged)
    html += "<div class=\"answers\"><a class=\"button\" href=\"/review\">To the pairs</a>"
    html += "<span class=\"moves\">"
    html += ReviewView.moves("cluster", before: before, after: after)
    html += "</span></div></div>\n"
    return frame.response("Cluster \(entry.cluster)", in: .review, status: status, html)
  }
}
