import ContactDedupe
import ContactMatching
import ContactPages

/// What speaks for two cards being of one person, and against it: a table whose bars begin where those
/// before them end, so that one sees how they add up and on which side of the thresholds they come out.
///
/// ```
/// prior            ▓▓▓▓▓▓▓│         −6.8
/// the same name    ▓▓▓▓▓▓▓│▓▓▓      +9.3
/// sum                     │▓▓┊▓     +2.5
///                         0  same
/// ```
struct EvidenceChart: Sendable {
  let thresholds: DedupePlan.Thresholds

  /// Tenths of a bit that are shown beyond the ends of the bars.
  private static let margin = 10
  /// Units of the height of a bar's picture.
  private static let height = 20

  /// The tables of a line of a plan.
  func html(_ entry: DedupePlan.Entry) -> HTML {
    var html = HTML()
    for comparison in entry.comparisons {
      let caption =
        entry.cards.count > 2
        ? "Cards \(comparison.left) and \(comparison.right)" : "Why they may be one person"
      html += self.html(comparison, isSame: entry.isSame, caption: caption)
    }
    return html
  }

  /// The table of two cards.
  ///
  /// - Parameters:
  ///   - comparison: What is said of them.
  ///   - isSame: Whether the plan takes them for one person.
  ///   - caption: What the table is called.
  /// - Returns: The table.
  private func html(
    _ comparison: DedupePlan.Entry.Comparison, isSame: Bool, caption: String
  ) -> HTML {
    var sum = 0
    var ends: [(from: Int, to: Int)] = []
    for row in comparison.rows {
      ends.append((sum, sum + row.tenths))
      sum += row.tenths
    }
    let marks = [0, thresholds.same.tenths, thresholds.review.tenths]
    let all = marks + ends.flatMap { [$0.from, $0.to] }
    let (low, high) = ((all.min() ?? 0) - Self.margin, (all.max() ?? 0) + Self.margin)
    var html: HTML = """
      <table class="evidence"><caption>\(caption)</caption>
      <thead><tr><th scope="col">Evidence</th><th scope="col" class="plot">\
      <span class="sr">Bar</span></th><th scope="col" class="n">Bits</th></tr></thead><tbody>

      """
    for (row, end) in zip(comparison.rows, ends) {
      let label = Evidence.label(.init(rawValue: row.kind), .init(rawValue: row.level))
      html += "<tr><th scope=\"row\"><span class=\"label\">\(label)</span>"
      if !row.detail.isEmpty { html += "<bdi class=\"detail\">\(row.detail)</bdi>" }
      html += "</th><td class=\"plot\">"
      html += plot(end.from, end.to, low...high, isSum: false)
      html += "</td><td class=\"n\">\(Self.signed(row.tenths))</td></tr>\n"
    }
    html +=
      "<tr class=\"sum\"><th scope=\"row\">Sum: \(verdict(of: sum, isSame: isSame))</th><td class=\"plot\">"
    html += plot(0, sum, low...high, isSum: true)
    html += "</td><td class=\"n\">\(Self.signed(sum))</td></tr>\n</tbody></table>\n"
    return html
  }

  /// What lines and colours mean.
  var legend: HTML {
    """
    <p class="legend"><span class="key plus">for one person</span> <span class="key minus">against \
    it</span> <span class="key zero">0</span> <span class="key same">one person from \
    \(Self.signed(thresholds.same.tenths)) on</span> <span class="key review">to review from \
    \(Self.signed(thresholds.review.tenths)) on</span> Bits are powers of two: ten say that something \
    is 1024 times likelier on two cards of one person than on two cards of two people.</p>

    """
  }

  private func verdict(of tenths: Int, isSame: Bool) -> String {
    if tenths >= thresholds.same.tenths {
      return isSame
        ? "enough for one person"
        : "enough in bits, but a name, and what a household or a firm shares, never decide alone"
    }
    return tenths >= thresholds.review.tenths ? "to review" : "less than to review"
  }

  private func plot(_ from: Int, _ to: Int, _ range: ClosedRange<Int>, isSum: Bool) -> HTML {
    let width = range.upperBound - range.lowerBound
    let (left, right) = (min(from, to) - range.lowerBound, max(from, to) - range.lowerBound)
    var html: HTML = """
      <svg viewBox="0 0 \(width) \(Self.height)" preserveAspectRatio="none" aria-hidden="true">
      """
    for (mark, name) in [
      (thresholds.review.tenths, "review"), (thresholds.same.tenths, "same"), (0, "zero"),
    ] where name == "zero" || mark != 0 {
      let x = mark - range.lowerBound
      html += """
        <line class="\(name)" x1="\(x)" x2="\(x)" y1="0" y2="\(Self.height)"/>
        """
    }
    let kind = (isSum ? "total " : "") + (to < from ? "minus" : "plus")
    html += """
      <rect class="\(kind)" x="\(left)" y="4" width="\(right - left)" height="\(Self.height - 8)"/></svg>
      """
    return html
  }

  /// A number of bits with its sign, as print has it.
  static func signed(_ tenths: Int) -> String {
    let text = "\(Bits(tenths: abs(tenths)))"
    return tenths < 0 ? "−\(text)" : tenths > 0 ? "+\(text)" : text
  }
}

extension DedupePlan.Entry {
  /// The card that comes of the cards, to be opened.
  ///
  /// - Parameter merged: What it is with what was answered; `nil` for what the plan says.
  /// - Returns: What can be opened.
  func mergedHTML(_ merged: Review.Merged?) -> HTML {
    var html: HTML = "<details><summary>The card that comes of them</summary>"
    if !outcomeText.isEmpty { html += "<p>\(outcomeText)</p>" }
    html += "<pre>"
    for line in merged?.lines ?? mergedLines { html += "\(line)\n" }
    html += "</pre></details>\n"
    return html
  }
}
