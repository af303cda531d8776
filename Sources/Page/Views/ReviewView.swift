import ContactDedupe
import ContactPages
import VCard

/// The pairs of a plan, one at a time: the cards side by side, why they may be of one person, and the
/// answers.
struct ReviewView: Sendable {
  /// Where somebody is among the pairs.
  struct Place: Sendable {
    /// The pair, and its place among all, from 0.
    let pair: DedupePlan.Group
    let place: Int
    let count: Int
    /// How many are open.
    let open: Int
    /// What was answered; `nil` for nothing.
    let answer: Bool?
    /// Whether another answer has settled it.
    let isSettled: Bool
    /// The numbers of the pairs before and after it.
    let before: Int?
    let after: Int?
    /// What would be one person with it, where that is more than its two cards.
    let cluster: ReviewCluster?
    /// The number of the first cluster, and how many there are.
    let clusters: (first: Int?, count: Int)
    /// What comes of the two cards, by what was chosen so far.
    let merged: Review.Merged
    /// How much was answered so far, here and elsewhere.
    let answers: Int
  }

  let frame: PageFrame
  let page: ContactPage
  /// Whether the evidence is shown only when the answer is given.
  let isBlind: Bool
  /// Whether the plan can be carried out here.
  let canApply: Bool
  /// Whether the cards can be compared again.
  let canCompare: Bool

  /// The page of a pair.
  func response(
    _ place: Place, _ entry: DedupePlan.Entry, cards: [Card],
    _ thresholds: DedupePlan.Thresholds, status: String?
  ) -> PageResponse {
    let pages = cards.map { page.page(person: [$0], ContactPage.Notes()) }
    let table = CardsTable(
      pages, titles: entry.cards.map(\.title), language: frame.web.language)
    let cluster = place.pair.cluster
    var html: HTML = """
      <div class="decide" data-open="\(place.open)" data-answers="\(place.answers)">
      <h1>Pair \(place.place + 1) of \(place.count)</h1>
      <p class="progress"><progress max="\(place.count)" value="\(place.count - place.open)" \
      aria-label="Answered"></progress> <span id="open">\(place.open) open</span>\(answer(place))</p>

      """
    html += table.html
    html +=
      ContestsView(
        place.merged, language: frame.web.language, form: frame.isReadOnly ? nil : "answer"
      ).html
    html += answers(place)
    let chart = EvidenceChart(thresholds: thresholds)
    let opens: HTML = isBlind && place.answer == nil ? "" : " open"
    html += "<details id=\"why\"\(opens)><summary>Evidence</summary>\n"
    html += chart.html(entry)
    html += chart.legend
    if let cluster = place.cluster { html += ClusterGraph(cluster, isOfPair: true).html }
    html += "</details>\n"
    html += entry.mergedHTML(place.merged)
    html += clusters(place.clusters)
    html += applying
    html += "</div>\n"
    return frame.response("Pair \(cluster)", in: .review, status: status, html)
  }

  /// The page when there is nothing to ask.
  func done(
    count: Int, clusters: (first: Int?, count: Int), answers: Int, status: String?
  ) -> PageResponse {
    var html: HTML =
      "<section class=\"empty decide\" data-open=\"0\" data-answers=\"\(answers)\">"
    html += count == 0 ? "<h1>Nothing to review</h1>" : "<h1>Every pair is answered</h1>"
    html += """
      <p>\(count) \(count == 1 ? "pair" : "pairs") in this plan. ‘vcard dedupe apply’ carries it out \
      with your answers.</p>

      """
    html += self.clusters(clusters)
    html += applying
    if count > 0 {
      html += back
      html += "<p><a data-key=\"k\" href=\"/review?pair=last\">Look at them again</a></p>"
    }
    html += "</section>\n"
    return frame.response("Review", in: .review, status: status, html)
  }

  private func clusters(_ clusters: (first: Int?, count: Int)) -> HTML {
    var html = HTML()
    if let first = clusters.first {
      let words = clusters.count == 1 ? "The cluster" : "The \(clusters.count) clusters"
      html += """
        <p><a href="/review?cluster=\(first)">\(words)</a> that the plan takes for one \
        person\(clusters.count == 1 ? "" : " each")</p>

        """
    }
    if canCompare {
      html += "<p><a href=\"/review/threshold\">What another threshold would do</a></p>\n"
    }
    return html
  }

  private var applying: HTML {
    canApply
      ? "<p><a class=\"button\" href=\"/review/apply\">What the plan does with these answers</a></p>\n"
      : ""
  }

  private func answer(_ place: Place) -> HTML {
    if let isSame = place.answer {
      return " <strong class=\"answer\">Your answer: \(isSame ? "the same" : "different")</strong>"
    }
    return place.isSettled ? " <strong class=\"answer\">Settled by another answer</strong>" : ""
  }

  /// What moving on keeps.
  private var suffix: String { isBlind ? "&blind=1" : "" }

  private func answers(_ place: Place) -> HTML {
    var html: HTML = "<div class=\"answers\">"
    if !frame.isReadOnly {
      html += """
        <form method="post" action="/review" id="answer">\(frame.session)\
        <input type="hidden" name="pair" value="\(place.pair.cluster)">\
        <input type="hidden" name="blind" value="\(isBlind ? "1" : "")">\
        <button name="answer" value="same" data-key="y">Same <kbd>y</kbd></button>\
        <button name="answer" value="different" data-key="n">Two people <kbd>n</kbd></button>\
        <button name="answer" value="unsure" data-key="u">Unsure <kbd>u</kbd></button></form>
        """
      html += back
    }
    html += "<span class=\"moves\">"
    html += Self.moves("pair", before: place.before, after: place.after, suffix)
    let (flag, words) = isBlind ? ("", "Show evidence") : ("&blind=1", "Blind")
    html += """
      <a class="button" data-key="b" href="/review?pair=\(place.pair.cluster)\(flag)">\(words) \
      <kbd>b</kbd></a></span></div>

      """
    return html
  }

  /// The links to the pair or the cluster before and the one after.
  static func moves(
    _ what: String, before: Int?, after: Int?, _ suffix: String = ""
  ) -> HTML {
    var html = HTML()
    for (number, rel, key, word) in [
      (before, "prev", "k", "Previous"), (after, "next", "j", "Next"),
    ] {
      guard let number else { continue }
      html += """
        <a class="button" rel="\(rel)" data-key="\(key)" href="/review?\(what)=\(number)\(suffix)">\(word) \
        <kbd>\(key)</kbd></a>
        """
    }
    return html
  }

  private var back: HTML {
    if frame.isReadOnly { return "" }
    return """
      <form method="post" action="/review/back">\(frame.session)\
      <input type="hidden" name="blind" value="\(isBlind ? "1" : "")">\
      <button data-key="z">Take back <kbd>z</kbd></button></form>
      """
  }
}
