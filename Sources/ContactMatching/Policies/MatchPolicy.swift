/// By which rule cards are said to be one person.
///
/// The rules are small functions from what the engine finds to a verdict, in this file: ``cutout`` and
/// ``careful`` say who of a book an incoming card is, `MatchWeights.verdict` whether two cards of
/// a book are one person's.
public enum MatchPolicy: String, Hashable, Sendable, CaseIterable {
  /// The evidence of the whole book: exactly one person is the same, and no other comes near.
  case careful
  /// The rule for cutouts: name, then email.
  ///
  /// One person who fits by name is matched; of several, the one who shares an email. Where nobody
  /// fits, the one who shares an email and has the only name there is: Kate is Kate Bell.
  case cutout
}

/// What was found about a person of the book and an incoming card.
struct PersonFinding {
  /// The person's place in the book.
  var person: Int
  /// The card of the person that agrees best.
  var card: Int
  var finding: PairFinding
  var bits: Bits
  var verdict: Verdict
  /// Whether some name of the person is the card's, and none contradicts it.
  var fitsByName: Bool
  /// Whether one says only the given or the family name of the other.
  var fitsInPart: Bool

  var sharesEmail: Bool { finding.email.isShared || finding.sharesRole }
}

extension MatchPolicy {
  /// Who an incoming card is, by the places of people among the findings.
  struct Decision {
    var verdict: Outcome.Verdict
    /// Who it is; `nil` unless matched.
    var match: Int?
    /// Who comes into question.
    var candidates: [Int]
  }

  func decision(_ findings: [PersonFinding]) -> Decision {
    switch self {
    case .careful: MatchPolicy.careful(findings)
    case .cutout: MatchPolicy.cutout(findings)
    }
  }

  /// One fits by name: matched; of several those that share an email.
  ///
  /// Of these one is left: matched; else ambiguous. None fits: those that share an email and whose name
  /// is a part of the other; nobody does: unknown.
  private static func cutout(_ findings: [PersonFinding]) -> Decision {
    var fitting = findings.indices.filter { findings[$0].fitsByName }
    if fitting.isEmpty {
      fitting = findings.indices.filter { findings[$0].fitsInPart && findings[$0].sharesEmail }
    }
    let left = fitting.count == 1 ? fitting : fitting.filter { findings[$0].sharesEmail }
    if left.count == 1 {
      return Decision(verdict: .matched, match: left[0], candidates: fitting)
    }
    return Decision(verdict: fitting.isEmpty ? .unknown : .ambiguous, candidates: fitting)
  }

  /// Exactly one person is `same` and no other comes near: matched.
  ///
  /// Otherwise one or more `same` or `review`: ambiguous. Else unknown.
  private static func careful(_ findings: [PersonFinding]) -> Decision {
    let candidates = findings.indices.filter { findings[$0].verdict != .different }
    let same = candidates.filter { findings[$0].verdict == .same }
    if same.count == 1, let best = same.first,
      !candidates.contains(where: { $0 != best && findings[$0].comesNear(findings[best]) })
    {
      return Decision(verdict: .matched, match: best, candidates: candidates)
    }
    return Decision(
      verdict: candidates.isEmpty ? .unknown : .ambiguous, candidates: candidates)
  }
}

extension PersonFinding {
  /// Bits that another person must stay behind.
  private static let nearness = Bits(tenths: 30)

  /// Whether another person comes near one who is the same: by more than the name alone.
  fileprivate func comesNear(_ best: PersonFinding) -> Bool {
    finding.isConfirmed && bits + Self.nearness > best.bits
  }
}

extension MatchWeights {
  /// Whether two cards of a book are one person's: a name alone is never enough, and neither are bits
  /// where names do not fit.
  package func verdict(_ finding: PairFinding, _ bits: Bits) -> Verdict {
    if finding.isVeto || bits < review { return .different }
    return bits >= same && finding.isConfirmed && finding.isFirm
      && finding.mayBeOnePerson ? .same : .review
  }
}
