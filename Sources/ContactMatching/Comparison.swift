/// A person of the book held against an incoming card.
struct Comparison {
  var person: Int
  /// The name of the person that the level is about.
  var name: Int
  var nameLevel: Evidence.Level
  var sharesGeneration = false
  /// The emails of the incoming card that the person has.
  var emails: [Int] = []
  /// The phone number of the incoming card that the person has, and how.
  var phone: (own: Int, other: PhoneKey, agreement: PhoneKey.Agreement)?
  var birthday: (other: DateKey, agreement: DateKey.Agreement)?
  var sharesUID = false

  var sharesEmail: Bool { !emails.isEmpty }

  /// Whether something besides the name agrees, and nothing contradicts.
  var isConfirmed: Bool {
    if let birthday, birthday.agreement == .conflict { return false }
    return sharesEmail || phone != nil || birthday != nil || sharesUID
  }

  /// The kinds and levels of its evidence.
  var levels: [(Evidence.Kind, Evidence.Level)] {
    var levels: [(Evidence.Kind, Evidence.Level)] = [(.name, nameLevel)]
    if sharesGeneration { levels.append((.suffix, .exact)) }
    if sharesEmail { levels.append((.email, .exact)) }
    if let phone { levels.append((.phone, phone.agreement == .exact ? .exact : .national)) }
    switch birthday?.agreement {
    case .exact: levels.append((.birthday, .exact))
    case .day: levels.append((.birthday, .day))
    case .conflict: levels.append((.birthday, .conflict))
    case nil: break
    }
    if sharesUID { levels.append((.uid, .exact)) }
    return levels
  }

  var bits: Bits { levels.reduce(.zero) { $0 + EvidenceTable.bits($1.0, $1.1) } }
}
