internal import ContactModel

/// What people see of two cards' evidence.
enum EvidenceTexts {
  static func detail(
    _ kind: Evidence.Kind, level: Evidence.Level, isSwapped: Bool, left: PersonTexts,
    right: PersonTexts
  ) -> String {
    switch kind {
    case .givenName:
      return pair(
        left.givenName ?? left.compositeName,
        (isSwapped ? right.familyName : right.givenName) ?? right.compositeName)
    case .familyName:
      return pair(
        left.familyName ?? left.compositeName,
        (isSwapped ? right.givenName : right.familyName) ?? right.compositeName)
    case .middleName: return pair(left.middleName, right.middleName)
    case .suffix: return pair(left.nameSuffix, right.nameSuffix)
    case .organization:
      return pair(
        left.organizationName ?? left.compositeName,
        right.organizationName ?? right.compositeName)
    case .birthday: return pair(date(left), date(right))
    case .email: return values(left.emails, right.emails, level: level, areOne: areOneMailbox)
    case .emailName:
      return values(left.emails, right.emails, level: .init(rawValue: "different")) { _, _ in false
      }
    case .phone: return values(left.phones, right.phones, level: level, areOne: areOneNumber)
    case .uid: return left.uid ?? ""
    default: return ""
    }
  }

  /// Both names, as `Kate Bell = Kate Bell`.
  static func names(
    _ level: Evidence.Level, left: PersonTexts, right: PersonTexts
  ) -> String {
    let (first, second) = (left.compositeName ?? "", right.compositeName ?? "")
    if first.isEmpty || second.isEmpty { return first + second }
    return "\(first) \(level == .exact ? "=" : "~") \(second)"
  }

  /// Two texts side by side; where the cards do not divide their names, the whole names.
  private static func pair(_ first: String?, _ second: String?) -> String {
    switch (first, second) {
    case (nil, nil): return ""
    case (let first?, nil): return first
    case (nil, let second?): return second
    case (let first?, let second?): return first == second ? first : "\(first) ~ \(second)"
    }
  }

  private static func date(_ card: PersonTexts) -> String? {
    card.birthday.flatMap(DateKey.init).map { "\($0)" }
  }

  /// The values that are on both sides, in both forms where they are written in two; where none is,
  /// all of both.
  private static func values(
    _ first: [String], _ second: [String], level: Evidence.Level,
    areOne: (String, String) -> Bool
  ) -> String {
    guard level.rawValue != "different" else {
      return first.joined(separator: ", ") + " ~ " + second.joined(separator: ", ")
    }
    return first.compactMap { own in
      if second.contains(own) { return own }
      // One that is written alike on both sides is told already.
      return second.first { !first.contains($0) && areOne(own, $0) }.map { "\(own) ~ \($0)" }
    }.joined(separator: ", ")
  }

  private static func areOneMailbox(_ left: String, _ right: String) -> Bool {
    guard let left = try? EmailKey(left), let right = try? EmailKey(right) else { return false }
    return left == right
  }

  private static func areOneNumber(_ left: String, _ right: String) -> Bool {
    guard let left = PhoneKey(left), let right = PhoneKey(right) else { return false }
    return left.agreement(with: right) != nil
  }
}
