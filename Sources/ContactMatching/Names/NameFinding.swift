/// What two names have to do with each other.
package struct NameFinding: Hashable, Sendable {
  /// How the given names, or the family names, agree.
  package enum Level: UInt8, Sendable, CaseIterable {
    /// One side has none.
    case missing
    case exact, marked, romanized, nickname, similar, initial
    /// A further given name of one side is the first of the other.
    case other
    /// One side has more family names: a compound surname, or the second of two left out.
    case compound
    /// The scripts cannot be compared.
    case incomparable
    /// Family names of which one agrees and each side has another.
    case mixed
    case unlike, different

    init(_ agreement: WordAgreement) {
      self =
        switch agreement {
        case .different: .different
        case .unlike: .unlike
        case .incomparable: .incomparable
        case .initial: .initial
        case .similar: .similar
        case .nickname: .nickname
        case .romanized: .romanized
        case .marked: .marked
        case .exact: .exact
        }
    }

    /// How good it is, for choosing among ways to read two names.
    var rank: Int {
      switch self {
      case .exact: 10
      case .marked: 9
      case .romanized: 8
      case .nickname: 7
      case .compound: 6
      case .similar: 5
      case .initial: 3
      case .other: 3
      case .missing: 0
      case .incomparable: 0
      case .mixed: -2
      case .unlike: -3
      case .different: -6
      }
    }
  }

  /// How the middle names agree.
  package enum Middle: UInt8, Sendable, CaseIterable {
    case none, same, initial, oneSided, different
  }

  /// How generations agree, such as junior and senior.
  package enum Generation: UInt8, Sendable, CaseIterable {
    case none, same, oneSided, different
  }

  package var given = Level.missing
  package var family = Level.missing
  package var middle = Middle.none
  package var generation = Generation.none
  /// Whether given and family name stand in each other's place.
  package var isSwapped = false
  /// Whether the given names are two that parents give, such as Anna and Anne, and neither only the
  /// short form of the other.
  package var areBothFormal = false
  /// Bits that the agreeing words are worth by how rare they are.
  var givenRarity = 0
  var familyRarity = 0
}

extension NameFinding {
  /// Whether two cards with these names may be one person's, so that what else they share decides.
  ///
  /// This is the level that counts toward `same`.
  package var isCompatible: Bool {
    guard generation != .different, middle != .different else { return false }
    switch given {
    case .exact, .marked, .romanized, .nickname, .similar, .initial: break
    case .missing:
      return family == .missing || family.isAgreeing
    case .other: return family == .exact || family == .marked || family == .romanized
    case .compound, .incomparable, .mixed, .unlike, .different: return false
    }
    return family.isAgreeing || family == .missing
  }

  /// Whether one has only the given or the family name of the other, and nothing contradicts.
  var isPart: Bool {
    func isSame(_ level: Level) -> Bool { level == .exact || level == .marked }
    return generation != .different
      && (isSame(given) && family == .missing || given == .missing && isSame(family))
  }

  /// Whether the given names are one name, in whatever letters, and no short form or beginning of one.
  var hasPlainGiven: Bool {
    switch given {
    case .exact, .marked, .romanized, .similar: true
    default: false
    }
  }

  /// Whether the names alone say that these are two people: generations that differ, or two full
  /// given names that have nothing to do with each other.
  var isVeto: Bool { generation == .different || given == .different }
}

extension NameFinding.Level {
  /// Whether names of this level are the same name.
  var isAgreeing: Bool {
    switch self {
    case .exact, .marked, .romanized, .nickname, .similar, .initial, .compound: true
    case .missing, .other, .incomparable, .mixed, .unlike, .different: false
    }
  }
}
