import ContactDedupe
import ContactMatching
import ContactPages

/// How many clusters of a plan come to how many bits: bars with the thresholds among them, and a table of
/// the same.
struct BitsHistogram: Sendable {
  /// A cluster, or a pair to review.
  private struct Entry {
    let isSame: Bool
    /// It holds as well as its weakest link.
    let tenths: Int
  }

  /// Units of a bar and the room behind it.
  private static let step = 10
  /// Bars that are drawn at most, but for those of the ends.
  private static let mostBars = 40
  /// Tenths of a bit around the thresholds that are in sight.
  private static let margin = 50

  /// How many are one person each, and how many are to review.
  let (same, review): (Int, Int)
  private let thresholds: DedupePlan.Thresholds
  /// Tenths of a bit of a bar.
  private let width: Int
  /// The numbers of the first and the last bar.
  private let bars: ClosedRange<Int>
  private let counts: [Int: (same: Int, review: Int)]

  /// Counts the lines of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - wanted: The clusters that are asked for; empty for all.
  /// - Throws: `DedupeError` for a plan that is damaged.
  /// - Complexity: O(*n*) in the octets of the plan.
  init(_ plan: DedupePlan, _ wanted: Set<Int> = []) throws {
    var entries: [Entry] = []
    for line in 0..<plan.count {
      let entry = try plan.entry(line)
      guard wanted.isEmpty || wanted.contains(entry.cluster) else { continue }
      entries.append(
        Entry(isSame: entry.isSame, tenths: entry.comparisons.map(\.sum.tenths).min() ?? 0))
    }
    thresholds = plan.thresholds
    let marks = [
      plan.thresholds.same.tenths + Self.margin, plan.thresholds.review.tenths - Self.margin,
    ]
    let all = entries.map(\.tenths) + marks
    let (low, high) = (all.min() ?? 0, all.max() ?? 0)
    // Bars of whole bits, two or more where they would be too many.
    let width = max(10, (high - low) / Self.mostBars / 10 * 10 + 10)
    func bar(_ tenths: Int) -> Int { Int((Double(tenths) / Double(width)).rounded(.down)) }
    var counts: [Int: (same: Int, review: Int)] = [:]
    for entry in entries {
      var count = counts[bar(entry.tenths)] ?? (0, 0)
      if entry.isSame { count.same += 1 } else { count.review += 1 }
      counts[bar(entry.tenths)] = count
    }
    let same = entries.count { $0.isSame }
    (self.same, review) = (same, entries.count - same)
    (self.width, bars, self.counts) = (width, bar(low)...bar(high), counts)
  }

  /// The bars from the lowest on, as rows with their head, for programs that count with them.
  var cells: [[String]] {
    [["Bits from", "One person", "To review"]]
      + counts.sorted { $0.key < $1.key }.map { place, count in
        ["\(Bits(tenths: place * width))", "\(count.same)", "\(count.review)"]
      }
  }

  /// The bars and the table; nothing for a plan without clusters.
  var html: HTML {
    guard !counts.isEmpty else { return "" }
    let most = counts.values.map { $0.same + $0.review }.max() ?? 1
    var html: HTML = """
      <svg class="histogram" viewBox="0 0 \(bars.count * Self.step) 100" preserveAspectRatio="none" role="img" \
      aria-label="Clusters by the bits of their weakest link; the table has the numbers">
      """
    let sorted = counts.sorted { $0.key < $1.key }
    for (place, count) in sorted {
      let x = (place - bars.lowerBound) * Self.step
      let (same, review) = (count.same * 100 / most, count.review * 100 / most)
      html += """
        <rect class="is-same" x="\(x)" y="\(100 - same)" width="9" height="\(same)"/>\
        <rect class="is-review" x="\(x)" y="\(100 - same - review)" width="9" height="\(review)"/>
        """
    }
    for (tenths, name) in [
      (thresholds.review.tenths, "review"), (thresholds.same.tenths, "same"),
    ] {
      let x = (tenths - bars.lowerBound * width) * Self.step / width
      html += "<line class=\"\(name)\" x1=\"\(x)\" x2=\"\(x)\" y1=\"0\" y2=\"100\"/>"
    }
    html += """
      </svg>
      <p class="axis"><span>\(EvidenceChart.signed(bars.lowerBound * width)) bits</span>\
      <span>\(EvidenceChart.signed((bars.upperBound + 1) * width)) bits</span></p>
      <p class="legend"><span class="key plus">one person</span> <span class="key mark">to review</span> \
      <span class="key same">one person from \(EvidenceChart.signed(thresholds.same.tenths)) on</span> \
      <span class="key review">to review from \(EvidenceChart.signed(thresholds.review.tenths)) on</span></p>
      <details><summary>As a table</summary><table class="log"><thead><tr><th scope="col">Bits from</th>\
      <th scope="col" class="n">One person</th><th scope="col" class="n">To review</th></tr></thead><tbody>

      """
    for (place, count) in sorted {
      html += """
        <tr><th scope="row">\(EvidenceChart.signed(place * width))</th><td class="n">\(count.same)</td>\
        <td class="n">\(count.review)</td></tr>

        """
    }
    html += "</tbody></table></details>\n"
    return html
  }
}
