/// What two cards have to do with each other.
package struct PairFinding: Hashable, Sendable {
  /// How values agree of which a card may have several.
  package enum Shared: UInt8, Sendable, CaseIterable {
    /// One side has none.
    case missing
    /// One value at least is the same, and cards of so many names have it.
    case one, two, four, eight, many
    /// An office's address is the same.
    case role
    /// A further value is the same.
    case further
    /// Both sides have some, and none is the same.
    case different

    /// The level of a value that so many names share, see ``BookStatistics/sharing(ofNames:)``.
    init(sharing step: UInt8) {
      self = [.one, .two, .four, .eight, .many][min(4, Int(step))]
    }

    var isShared: Bool { self != .missing && self != .different }

    /// Whether two names at most have it.
    var isOfTwo: Bool { self == .one || self == .two }

    /// Whether a household has it at most.
    var isNarrow: Bool {
      switch self {
      case .one, .two, .four: true
      case .missing, .eight, .many, .role, .further, .different: false
      }
    }
  }

  /// How birthdays agree.
  package enum Birthday: UInt8, Sendable, CaseIterable {
    case none, exact
    /// The same day, and a year on one side only.
    case day
    /// Month and day swapped.
    case near
    case conflict

    /// How two birthdays agree that are as in ``CardFeatures/Row``.
    @inline(__always)
    init(_ left: UInt32, _ right: UInt32) {
      self = .conflict
      guard left != 0, right != 0 else {
        self = .none
        return
      }
      let (year, otherYear) = (left >> 16, right >> 16)
      if left & 0xFFFF == right & 0xFFFF {
        if year == otherYear {
          self = year == 0 ? .day : .exact
        } else if year == 0 || otherYear == 0 {
          self = .day
        }
        return
      }
      let (month, day) = (left >> 8 & 0xFF, left & 0xFF)
      let (otherMonth, otherDay) = (right >> 8 & 0xFF, right & 0xFF)
      if year == otherYear, year != 0, month == otherDay, day == otherMonth { self = .near }
    }
  }

  package var name = NameFinding()
  package var email = Shared.missing
  var furtherEmails = 0
  /// Whether each side has an email of its own that the other has not.
  package var haveOwnEmails = false
  /// Whether each side has a number of its own that the other has not.
  package var haveOwnPhones = false
  var sharesRole = false
  package var phone = Shared.missing
  var furtherPhones = 0
  package var organization = Shared.missing
  package var birthday = Birthday.none
  var sharesEmailName = false
  var sharesUID = false
  /// Whether some card of the book says which generation of this name it is.
  package var isGenerationKnown = false
  /// The step of how many cards have this full name.
  var nameStep = 0

  /// Whether the cards share what identifies a household at least, so that a family name says little
  /// more.
  package var sharesValue: Bool { email.isNarrow || phone.isNarrow }

  /// Whether something besides the name agrees.
  package var isConfirmed: Bool {
    email.isShared || phone.isShared || sharesUID || birthday == .exact || birthday == .day
      || organization.isShared
  }

  /// How many things besides the names agree that not half a town has.
  private var agreeing: Int {
    var count = furtherEmails + furtherPhones
    if email.isNarrow { count += 1 }
    if phone.isNarrow { count += 1 }
    if organization.isShared { count += 1 }
    if birthday == .exact { count += 1 }
    return count
  }

  /// Whether each side has an address or number of its own that the other has not: so have two people,
  /// and one who changed it.
  private var areApart: Bool { haveOwnEmails || haveOwnPhones }

  /// Whether what agrees tells one person from the others of a household and of an office, too: father
  /// and son may have one name and one telephone, twins a birthday and nearly a name.
  package var isFirm: Bool {
    if sharesUID { return true }
    if name.given == .missing, name.family == .missing {
      return email == .one && !haveOwnPhones && phone != .different
    }
    if email == .one { return isFirmByEmail }
    if name.generation == .oneSided || name.given == .other { return false }
    if agreeing > 1 {
      // Sisters and brothers have like names, and all of a family the family name.
      if name.given == .exact || name.given == .marked || name.given == .romanized {
        return phone == .one || !(haveOwnEmails && haveOwnPhones)
      }
      return !areApart && !name.areBothFormal
        && (phone == .one || name.given != .initial && (email.isOfTwo || phone.isOfTwo))
    }
    if email.isShared || phone.isShared { return isFirmAlone }
    if birthday == .exact { return name.hasPlainGiven && !(haveOwnEmails && haveOwnPhones) }
    return name.hasPlainGiven && !areApart
      && (organization.isShared || email != .different && phone != .different)
  }

  /// Whether an email that one name only has is firm: a child may have a parent's.
  private var isFirmByEmail: Bool {
    if name.hasPlainGiven { return true }
    // Anna and Anne, Michael and his son Thomas Michael.
    if name.areBothFormal, agreeing == 1 { return false }
    if name.given == .other, !phone.isShared { return false }
    // Bill's mailbox, and his son William's own telephone.
    if name.given == .nickname, phone == .different, agreeing == 1 { return false }
    return agreeing > 1 ? !(haveOwnEmails && haveOwnPhones) : !haveOwnEmails
  }

  /// Whether an email or a number is firm though nothing else agrees: nothing speaks against it.
  private var isFirmAlone: Bool {
    if name.given == .missing || name.areBothFormal { return false }
    if email.isShared {
      guard phone != .different, !areApart else { return false }
      switch email {
      case .two: return name.hasPlainGiven || name.given == .nickname && name.middle != .oneSided
      case .four: return name.hasPlainGiven && name.middle == .same || isWholeName
      default: return false
      }
    }
    // Father and son of one name have one telephone and an address each.
    guard !haveOwnPhones, email != .different || name.hasPlainGiven && !haveOwnEmails else {
      return false
    }
    switch phone {
    case .one:
      if name.given == .exact, isGenerationKnown {
        return name.generation == .same || name.middle == .same
      }
      return name.hasPlainGiven || name.middle != .oneSided
    case .two, .four:
      return name.hasPlainGiven && name.middle == .same || name.given == .similar && phone == .two
        || phone == .two && isWholeName && email != .different
    default: return false
    }
  }

  /// Whether given and family name are the same but for letters that some cannot write, and nobody of
  /// this name is known to have a father or son of the same.
  private var isWholeName: Bool {
    guard !isGenerationKnown, name.middle != .oneSided else { return false }
    switch (name.given, name.family) {
    case (.exact, .exact), (.exact, .marked), (.marked, .exact), (.marked, .marked),
      (.romanized, .romanized):
      return true
    default: return false
    }
  }

  /// Whether the names may be one person's, given what else agrees: a family name may have changed
  /// with a marriage, if the given name, an own email and one thing more are the same.
  package var mayBeOnePerson: Bool {
    if name.isCompatible { return true }
    // Kanji and Latin: nothing can be said of the names, but two households share no two emails.
    if name.given == .incomparable, name.family == .incomparable, name.generation != .different {
      return furtherEmails > 0 && phone != .different
    }
    // Of a name in two scripts one half cannot be compared, and the other is the same.
    if name.generation != .different, name.middle != .different {
      if name.hasPlainGiven, name.family == .incomparable { return email == .one }
      if name.given == .incomparable, name.family.isAgreeing {
        return email == .one && agreeing > 1
      }
    }
    guard name.given == .exact || name.given == .marked, name.middle != .different,
      name.generation == .none || name.generation == .same, !name.isSwapped
    else { return false }
    switch name.family {
    case .different, .unlike, .mixed: return email == .one && agreeing > 1
    default: return false
    }
  }

  /// Whether the cards are of two people, whatever they share.
  package var isVeto: Bool { name.isVeto || birthday == .conflict }

  /// Hands over each feature, and the bits of rarity or steps that it is seen with.
  @inline(__always)
  package func forEachLevel(cardStep: Int, _ body: (ComparisonLevel, Int) -> Void) {
    body(.prior, cardStep)
    body(.given(name.given), name.givenRarity)
    body(.family(name.family), name.familyRarity)
    if nameStep > 0 { body(.common, nameStep) }
    if name.isSwapped { body(.swapped, 0) }
    if name.middle != .none { body(.middle(name.middle), 0) }
    if name.generation != .none { body(.suffix(name.generation), 0) }
    if email != .missing { body(.email(email), 0) }
    if furtherEmails > 0 { body(.email(.further), 0) }
    if sharesRole { body(.email(.role), 0) }
    if phone != .missing { body(.phone(phone), 0) }
    if furtherPhones > 0 { body(.phone(.further), 0) }
    if organization != .missing { body(.organization(organization), 0) }
    if birthday != .none { body(.birthday(birthday), 0) }
    if sharesEmailName { body(.emailName, 0) }
    if sharesUID { body(.uid, 0) }
  }
}

/// Compares cards of a book.
struct PairComparer: Sendable {
  let context: ComparisonRows
  private var names: CardNameComparer

  init(_ context: ComparisonRows) {
    self.context = context
    names = CardNameComparer(context)
  }

  /// Compares two cards; their order does not count.
  mutating func compare(_ left: Int, _ right: Int) -> PairFinding {
    // In the order of their contents: ties between words must not be broken by place.
    let rows = context.book.rows
    let isOrdered = rows[left].digest <= rows[right].digest
    let first = rows[isOrdered ? left : right]
    let second = rows[isOrdered ? right : left]
    var finding = PairFinding()
    finding.name = names.compare(first, second)
    finding.isGenerationKnown = first.isGenerationKnown || second.isGenerationKnown
    if finding.name.given.isAgreeing, finding.name.family.isAgreeing {
      finding.nameStep = Int(max(first.nameStep, second.nameStep))
    }
    compareEmails(first.emails, second.emails, finding: &finding)
    comparePhones(first.phones, second.phones, finding: &finding)
    if first.organization != 0, second.organization != 0 {
      finding.organization =
        first.organization == second.organization
        ? .init(sharing: first.organizationSharing) : .different
    }
    finding.birthday = .init(first.birthday, second.birthday)
    finding.sharesUID = first.uid != 0 && first.uid == second.uid
    return finding
  }

  private func compareEmails(
    _ lefts: Range<Int>, _ rights: Range<Int>, finding: inout PairFinding
  ) {
    guard !lefts.isEmpty, !rights.isEmpty else { return }
    var best: UInt8?
    var count = 0
    var hasPersonal = (false, false)
    // Up to 64 values a card are read.
    var shared: (UInt64, UInt64) = (0, 0)
    for index in lefts {
      let left = context.book.emails[index]
      if left.kind == .person { hasPersonal.0 = true }
      for other in rights {
        let right = context.book.emails[other]
        if right.kind == .person { hasPersonal.1 = true }
        if left.mailbox == right.mailbox {
          shared.0 |= 1 &<< UInt64(index - lefts.lowerBound)
          shared.1 |= 1 &<< UInt64(other - rights.lowerBound)
          if left.kind == .role {
            finding.sharesRole = true
          } else {
            count += 1
            best = min(best ?? .max, left.sharing)
          }
        } else if left.local != 0, left.local == right.local {
          finding.sharesEmailName = true
        }
      }
    }
    if let best {
      finding.email = .init(sharing: best)
      finding.furtherEmails = count - 1
      finding.sharesEmailName = false
    } else if hasPersonal.0, hasPersonal.1 {
      finding.email = .different
    }
    finding.haveOwnEmails =
      hasPersonal.0 && hasPersonal.1 && hasOwnEmail(lefts, shared.0)
      && hasOwnEmail(rights, shared.1)
  }

  /// Whether some mailbox besides the shared ones is a person's that one name only has.
  private func hasOwnEmail(_ range: Range<Int>, _ shared: UInt64) -> Bool {
    range.contains {
      shared & 1 &<< UInt64($0 - range.lowerBound) == 0
        && context.book.emails[$0].kind == .person && context.book.emails[$0].sharing == 0
    }
  }

  private func comparePhones(
    _ lefts: Range<Int>, _ rights: Range<Int>, finding: inout PairFinding
  ) {
    guard !lefts.isEmpty, !rights.isEmpty else { return }
    var best: UInt8?
    var count = 0
    var shared: (UInt64, UInt64) = (0, 0)
    for index in lefts {
      let phone = context.book.phones[index]
      for other in rights {
        let right = context.book.phones[other].key
        guard phone.key.blockingKey == right.blockingKey, phone.key.agreement(with: right) != nil
        else { continue }
        shared.1 |= 1 &<< UInt64(other - rights.lowerBound)
        if shared.0 & 1 &<< UInt64(index - lefts.lowerBound) == 0 {
          shared.0 |= 1 &<< UInt64(index - lefts.lowerBound)
          count += 1
          best = min(best ?? .max, phone.sharing)
        }
      }
    }
    if let best {
      finding.phone = .init(sharing: best)
      finding.furtherPhones = count - 1
    } else {
      finding.phone = .different
    }
    finding.haveOwnPhones = hasOwnPhone(lefts, shared.0) && hasOwnPhone(rights, shared.1)
  }

  /// Whether some number besides the shared ones is one that one name only has.
  private func hasOwnPhone(_ range: Range<Int>, _ shared: UInt64) -> Bool {
    range.contains {
      shared & 1 &<< UInt64($0 - range.lowerBound) == 0 && context.book.phones[$0].sharing == 0
    }
  }
}
