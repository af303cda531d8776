public import ContactMatching

extension CardFeatures {
  /// Hands over what candidate pairs have in common, as features by number.
  ///
  /// - Parameters:
  ///   - statistics: What is known of the whole book.
  ///   - body: Receives two cards, whether they are beside a shared value, whether they are of two
  ///     people whatever they share, and the features with their values.
  /// - Throws: What `body` throws.
  public func forEachCandidate(
    statistics: BookStatistics,
    _ body: (_ left: Int, _ right: Int, _ sharesValue: Bool, _ isVeto: Bool, [(Int, Int)]) throws ->
      Void
  ) async throws {
    try await forEachFinding(statistics: statistics) { left, right, finding in
      var features: [(Int, Int)] = []
      finding.forEachLevel(cardStep: statistics.cardStep) { features.append(($0.number, $1)) }
      try body(left, right, finding.sharesValue, finding.isVeto, features)
    }
  }

  /// Hands over what becomes of each candidate pair by itself, in few words, for those who look for
  /// rules that are wrong.
  ///
  /// - Parameters:
  ///   - statistics: What is known of the whole book.
  ///   - weights: What evidence weighs.
  ///   - body: Receives two cards, what becomes of them, and why.
  /// - Throws: What `body` throws.
  public func forEachVerdict(
    statistics: BookStatistics, weights: MatchWeights,
    _ body: (_ left: Int, _ right: Int, Verdict, _ reason: String) throws -> Void
  ) async throws {
    try await forEachFinding(statistics: statistics) { left, right, finding in
      let bits = Bits(tenths: weights.tenths(finding, cardStep: statistics.cardStep))
      let limits = weights.limits(finding, bits).map(\.rawValue).joined(separator: "+")
      let reason = limits.isEmpty ? bits < weights.same ? "bits" : "none" : limits
      try body(
        left, right, weights.verdict(finding, bits), "\(reason) \(finding.summary) bits \(bits)")
    }
  }

  /// The names of all features by number.
  public static var featureNames: [String] {
    ComparisonLevel.all.map { "\($0.kind.rawValue) \($0.level.rawValue)" }
  }

  /// How the names of two cards agree and whether that counts toward `same`, as text and answer.
  public func nameAgreement(
    _ left: Int, _ right: Int, statistics: BookStatistics
  ) -> (isCompatible: Bool, description: String) {
    let name = finding(left, right, statistics: statistics).name
    return (
      name.isCompatible,
      "given \(name.given) family \(name.family) middle \(name.middle) suffix \(name.generation)"
        + (name.isSwapped ? " swapped" : "")
    )
  }
}

extension PairFinding {
  /// What was found, in few words.
  fileprivate var summary: String {
    var words = [
      "given-\(name.given)", "family-\(name.family)", "middle-\(name.middle)",
      "suffix-\(name.generation)", "email-\(email)", "phone-\(phone)",
    ]
    if haveOwnEmails { words.append("own-emails") }
    if haveOwnPhones { words.append("own-phones") }
    if isGenerationKnown { words.append("known-generation") }
    if name.areBothFormal { words.append("both-formal") }
    words += ["org-\(organization)", "bday-\(birthday)"]
    return words.joined(separator: " ")
  }
}
