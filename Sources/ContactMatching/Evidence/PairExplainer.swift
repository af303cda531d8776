public import ContactModel

/// Explains pairs that a deduplication has found, with cards at hand for the texts.
public struct PairExplainer: Sendable {
  private let cardStep: Int
  private let weights: MatchWeights

  /// Prepares to explain what a deduplication has found.
  ///
  /// - Parameters:
  ///   - statistics: The table that the deduplication was made with.
  ///   - weights: The weights that it was made with.
  public init(statistics: BookStatistics, weights: MatchWeights = .standard) {
    cardStep = statistics.cardStep
    self.weights = weights
  }

  /// Why a pair has its bits.
  ///
  /// - Parameters:
  ///   - pair: What a deduplication has found.
  ///   - first: The card that comes first, read with ``ContactModel/Contact/Keys/matching``, for the
  ///     texts that people see.
  ///   - second: The other.
  /// - Returns: The evidence in a fixed order; its bits add up to those of the pair.
  public func evidence(for pair: Pair, _ first: Contact, _ second: Contact) -> [Evidence] {
    evidence(for: pair, PersonTexts(first), PersonTexts(second))
  }

  /// Why a pair has its bits, by the texts of both cards.
  package func evidence(
    for pair: Pair, _ first: PersonTexts, _ second: PersonTexts
  ) -> [Evidence] {
    let finding = pair.packed.finding
    var evidence: [Evidence] = []
    evidence.reserveCapacity(12)
    finding.forEachLevel(cardStep: cardStep) { feature, value in
      let (kind, level) = (feature.kind, feature.level)
      evidence.append(
        Evidence(
          kind: kind, level: level,
          bits: weights.bits(feature, value, sharesValue: finding.sharesValue),
          detail: EvidenceTexts.detail(
            kind, level: level, isSwapped: finding.name.isSwapped, left: first, right: second)))
    }
    return evidence
  }
}
