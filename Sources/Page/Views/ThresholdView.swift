import ContactDedupe
import ContactMatching
import ContactPages

/// What of a plan would be another way if cards were of one person from another number of bits on.
struct ThresholdView: Sendable {
  /// How far the engine has come.
  enum State: Sendable {
    /// Nothing was asked yet.
    case unasked
    /// The cards are being compared.
    case comparing
    case done(ThresholdTrial)
    /// The plan was made in another way than this page can repeat.
    case otherPlan
    /// The cards cannot be compared.
    case failed
    /// There are too many for somebody who waits.
    case tooMany
  }

  let frame: PageFrame
  let thresholds: DedupePlan.Thresholds
  /// How many cards there are.
  let cards: Int
  /// What is asked about.
  let same: Bits
  let state: State
  /// How strong the plan is; `nil` while it is being read.
  let bits: BitsHistogram?
  /// What a card is called, by its number among all.
  let name: @Sendable (Int) -> String

  /// Bits beyond the plan's threshold that can be chosen.
  private static let mostBeyond = 200
  /// Tenths of a bit between two places of the slider.
  private static let step = 5
  /// Clusters that are listed; the rest is told as a number.
  static let mostListed = 50

  /// The page.
  var response: PageResponse {
    let (low, high) = (thresholds.review.tenths, thresholds.same.tenths + Self.mostBeyond)
    var html: HTML = """
      <section class="panel"><h1>Another threshold</h1>
      <p>The plan takes cards for one person from \(EvidenceChart.signed(thresholds.same.tenths)) bits on. \
      Here the engine compares the \(PeopleView.grouped(cards)) cards again with another number; nothing is \
      changed.</p>
      <form action="/review/threshold" class="threshold"><label for="same">One person from</label> \
      <input id="same" type="range" name="same" min="\(low)" max="\(high)" step="\(Self.step)" \
      value="\(same.tenths)" aria-describedby="same-bits"> \
      <output id="same-bits" for="same" data-tenths>\(EvidenceChart.signed(same.tenths))</output> bits on \
      <button>Compare</button> <a class="button" data-key="Escape" href="/review">Back <kbd>Esc</kbd></a></form>

      """
    html += told
    html += "</section>\n"
    if let bits, bits.same + bits.review > 0 {
      html += "<section class=\"panel\"><h2>How strong the plan is</h2>\n\(bits.html)</section>\n"
    }
    let status: PageResponse.Status = if case .otherPlan = state { .conflict } else { .ok }
    return frame.response("Another threshold", in: .review, as: status, html)
  }

  private var told: HTML {
    switch state {
    case .unasked: ""
    case .comparing:
      """
      <p data-again>The cards are being compared: this takes some seconds. \
      <a href="/review/threshold?same=\(same.tenths)">Look again</a></p>

      """
    case .otherPlan:
      """
      <p role="alert">Compared again at its own threshold, these cards do not come to this plan: it was \
      made with other weights, statistics or options. ‘vcard dedupe plan --weights’ tells what another \
      threshold does.</p>

      """
    case .failed:
      "<p role=\"alert\">The cards cannot be compared: what the plan was made from has changed.</p>\n"
    case .tooMany:
      """
      <p role="alert">More than \(PeopleView.grouped(ThresholdTrial.mostCards)) cards take too long to \
      wait for. ‘vcard dedupe plan --weights’ compares them with \
      <a href="/review/weights?same=\(same.tenths)">these weights</a>.</p>

      """
    case .done(let trial): result(trial)
    }
  }

  private func result(_ trial: ThresholdTrial) -> HTML {
    let column = "From \(EvidenceChart.signed(trial.same.tenths)) bits on"
    var html: HTML = """
      <table class="log"><thead><tr><th scope="col">What</th><th scope="col" class="n">Plan</th>\
      <th scope="col" class="n">\(column)</th></tr></thead><tbody>

      """
    let (before, after) = (trial.plan, trial.trial)
    for (what, old, new) in [
      ("People of several cards", before.clusters, after.clusters),
      ("Cards that they are", before.cards, after.cards),
      ("Pairs to review", before.reviews, after.reviews),
    ] {
      html += """
        <tr><th scope="row">\(what)</th><td class="n">\(PeopleView.grouped(old))</td>\
        <td class="n">\(PeopleView.grouped(new))</td></tr>

        """
    }
    html += "</tbody></table>\n"
    if trial.parted.isEmpty, trial.made.isEmpty {
      html += "<p>Nobody would be somebody else.</p>\n"
    }
    html += """
      <p>\(Self.counted(trial.joinedPairs, "pair")) to review would be one person.</p>

      """
    html += list("No longer one person", trial.parted)
    html += list("One person then", trial.made)
    html += """
      <p><a href="/review/weights?same=\(trial.same.tenths)">The weights with this threshold</a>, for \
      ‘vcard dedupe plan --weights’, which makes such a plan.</p>

      """
    return html
  }

  private func list(_ title: String, _ clusters: [[Int]]) -> HTML {
    if clusters.isEmpty { return "" }
    var html: HTML = "<h2>\(title): \(PeopleView.grouped(clusters.count))</h2>\n<ul class=\"told\">"
    for cards in clusters.prefix(Self.mostListed) {
      var names: [String] = []
      for card in cards {
        let name = name(card)
        if !names.contains(name) { names.append(name) }
      }
      html += "<li>"
      for (place, name) in names.enumerated() {
        if place > 0 { html += ", " }
        html += "<bdi>\(name.isEmpty ? "(no name)" : name)</bdi>"
      }
      html += " <span class=\"dim\">\(Self.counted(cards.count, "card"))</span></li>\n"
    }
    html += "</ul>\n"
    if clusters.count > Self.mostListed {
      html += "<p>… and \(PeopleView.grouped(clusters.count - Self.mostListed)) more.</p>\n"
    }
    return html
  }

  private static func counted(_ count: Int, _ what: String) -> String {
    "\(PeopleView.grouped(count)) \(what)\(count == 1 ? "" : "s")"
  }
}
