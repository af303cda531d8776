internal import ContactModel

/// The evidence for a person of a book and an incoming card as it is reported: all that the names say, in
/// this book, is one row.
struct MatchEvidence {
  let rows: [Evidence]

  init(
    _ own: PersonTexts, _ other: PersonTexts, _ finding: PairFinding, _ weights: MatchWeights,
    _ cardStep: Int
  ) {
    var names = Bits.zero
    var rows: [Evidence] = []
    finding.forEachLevel(cardStep: cardStep) { level, value in
      let bits = weights.bits(level, value, sharesValue: finding.sharesValue)
      let (kind, name) = (level.kind, level.level)
      switch kind {
      case .prior, .name, .nameOrder, .givenName, .middleName, .familyName: names += bits
      default:
        rows.append(
          Evidence(
            kind: kind, level: name, bits: bits,
            detail: EvidenceTexts.detail(
              kind, level: name, isSwapped: finding.name.isSwapped, left: own, right: other)))
      }
    }
    let level = finding.name.summary
    let detail = EvidenceTexts.names(level, left: own, right: other)
    self.rows = [Evidence(kind: .name, level: level, bits: names, detail: detail)] + rows
  }
}

extension NameFinding {
  /// How the names agree as a whole.
  var summary: Evidence.Level {
    if given == .missing, family == .missing { return .missing }
    if given == .different || generation == .different { return .conflict }
    if given == .incomparable || family == .incomparable { return .script }
    if given.isOneName, family.isOneName || family == .missing {
      switch middle {
      case .different: return .conflict
      case .initial: return .initial
      case .oneSided: return .middle
      case .none, .same:
        return given == .romanized || family == .romanized ? .romanized : .exact
      }
    }
    switch given {
    case .missing: return .partial
    case .nickname where family.isAgreeing: return .nickname
    case .initial where family.isAgreeing: return .abbreviated
    case .other: return .partial
    default: break
    }
    switch family {
    case .missing, .compound: return .partial
    case .mixed, .unlike, .different: return .given
    default: return .similar
    }
  }
}

extension NameFinding.Level {
  /// Whether it is one name in whatever letters.
  var isOneName: Bool { self == .exact || self == .marked || self == .romanized }
}

extension ComparisonRows {
  /// Whether two names are one: the same words, but for case, marks and their order; a middle name may be
  /// left out on one side or be an initial, a title or generation may be left out.
  ///
  /// Who has no name goes by the organisation.
  func namesFit(_ left: Int, _ right: Int, finding: NameFinding) -> Bool {
    let (first, second) = (book.rows[left], book.rows[right])
    if first.flags.contains(.isGroup) != second.flags.contains(.isGroup) { return false }
    guard let one = first.nameKey, let other = second.nameKey else { return false }
    if first.goesByOrganization || second.goesByOrganization { return one == other }
    guard finding.generation != .different, finding.middle != .different else { return false }
    switch finding.given {
    case .exact, .marked: break
    default: return false
    }
    switch finding.family {
    case .exact, .marked: return true
    // Names of one word have none.
    case .missing: return first.familyCount == 0 && second.familyCount == 0
    default: return false
    }
  }
}

extension CardFeatures.Row {
  /// Whether it has no word of a name, or is an organisation.
  fileprivate var goesByOrganization: Bool {
    givenCount == 0 && middleCount == 0 && familyCount == 0
      || organization != 0 && flags.contains(.isOrganization) && !flags.contains(.isGroup)
  }

  /// All words of the name written together, or the organisation; `nil` for neither.
  fileprivate var nameKey: UInt64? {
    let key = goesByOrganization ? organization : joined
    return key == 0 ? nil : key
  }
}
