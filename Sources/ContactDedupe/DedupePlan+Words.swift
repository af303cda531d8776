package import ContactMatching
package import ContactMerging

extension DedupePlan {
  /// From how many bits on verdicts are.
  package struct Thresholds: Hashable, Sendable {
    /// Cards are of one person.
    package let same: Bits
    /// A person should look.
    package let review: Bits

    init(same: Bits, review: Bits) { (self.same, self.review) = (same, review) }

    init(_ weights: MatchWeights) { self.init(same: weights.same, review: weights.review) }
  }
}

extension Bits {
  /// A number of bits, to the tenth.
  init(_ bits: Double) { self.init(tenths: Int((min(max(bits, -1e6), 1e6) * 10).rounded())) }
}

extension DedupePlan.Entry.Card {
  /// Where it is from.
  package var title: String { "\(file), \(record.map { "record \($0)" } ?? "card \(card)")" }
}

extension Review.Merged {
  /// What becomes of one of the values that the cards have of something, in a word or two.
  package func outcome(
    of value: ClusterMerge.Contest.Value, in contest: ClusterMerge.Contest
  ) -> String {
    if !value.stands { return "is kept beside it" }
    return chosen.contains(contest.name) ? "stands, as chosen" : "stands"
  }
}

extension DedupePlan.Entry {
  /// What is said of two of the cards.
  package struct Comparison: Sendable {
    /// One of the cards, counted from 0 in the entry.
    package var left: Int
    /// The other one.
    package var right: Int
    /// What is said.
    package var rows: [Evidence]

    /// What it comes to.
    package var sum: Bits { Bits(tenths: rows.reduce(0) { $0 + $1.tenths }) }
  }

  /// The evidence by the cards that it is about, in its order.
  package var comparisons: [Comparison] {
    var comparisons: [Comparison] = []
    for row in evidence {
      let (left, right) = (row.cards?[0] ?? 0, row.cards?[1] ?? 1)
      if let last = comparisons.last, last.left == left, last.right == right {
        comparisons[comparisons.count - 1].rows.append(row)
      } else {
        comparisons.append(Comparison(left: left, right: right, rows: [row]))
      }
    }
    return comparisons
  }

  /// What the verdict means.
  package var verdictText: String { isSame ? "one person" : "to review" }

  /// The lines of the merged card without the envelope.
  package var mergedLines: [String] { Self.lines(of: merged) }

  static func lines(of card: String) -> [String] {
    card.split(whereSeparator: \.isNewline).map(String.init)
  }

  /// What became of the values of the cards.
  package var outcomeText: String {
    let reasons = Dictionary(grouping: dropped ?? [], by: \.reason).mapValues(\.count)
    let drops = reasons.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let kept = provenance.map { "\($0.count) lines on the merged card" } ?? ""
    return drops.isEmpty ? kept : "\(kept); not repeated: \(drops.joined(separator: ", "))"
  }
}
