internal import ContactMatching

/// Why a pair is not `same` though its bits suffice, or `different` whatever its bits.
public enum PairLimit: String, Hashable, Sendable, CaseIterable {
  /// Two generations: Jr. and Sr.
  case generation
  /// Two full given names that have nothing to do with each other.
  case givenNames = "given-names"
  /// Two birthdays.
  case birthday
  /// Nothing but the name agrees.
  case nameAlone = "name-alone"
  /// What agrees may be a household's.
  case household
  /// The names do not fit well enough.
  case names
}

extension MatchWeights {
  func limits(_ finding: PairFinding, _ bits: Bits) -> [PairLimit] {
    var limits: [PairLimit] = []
    if finding.name.generation == .different { limits.append(.generation) }
    if finding.name.given == .different { limits.append(.givenNames) }
    if finding.birthday == .conflict { limits.append(.birthday) }
    guard limits.isEmpty, bits >= same else { return limits }
    if !finding.isConfirmed {
      limits.append(.nameAlone)
    } else if !finding.mayBeOnePerson {
      limits.append(.names)
    } else if !finding.isFirm {
      limits.append(.household)
    }
    return limits
  }
}
