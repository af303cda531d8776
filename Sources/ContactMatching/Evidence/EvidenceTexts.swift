internal import ContactModel

/// What people see of two cards' evidence.
struct EvidenceTexts {
  private let left: PersonTexts
  private let right: PersonTexts
  private let finding: PairFinding

  init(_ left: PersonTexts, _ right: PersonTexts, _ finding: PairFinding) {
    self.left = left
    self.right = right
    self.finding = finding
  }

  func detail(_ kind: Evidence.Kind, _ level: Evidence.Level) -> String {
    switch kind {
    case .givenName:
      return finding.name.isSwapped
        ? beside(left.givenName, right.familyName) : beside(left.givenName, right.givenName)
    case .familyName:
      return finding.name.isSwapped
        ? beside(left.familyName, right.givenName) : beside(left.familyName, right.familyName)
    case .middleName: return beside(left.middleName, right.middleName, orNames: false)
    case .suffix: return beside(left.nameSuffix, right.nameSuffix, orNames: false)
    case .organization: return beside(left.organizationName, right.organizationName)
    case .birthday: return beside(date(left), date(right), orNames: false)
    case .email: return values(left.emails, right.emails, level, areOne: Self.areOneMailbox)
    case .emailName:
      return values(left.emails, right.emails, .init(rawValue: "different")) { _, _ in false }
    case .phone: return values(left.phones, right.phones, level, areOne: Self.areOneNumber)
    case .uid: return left.uid ?? ""
    default: return ""
    }
  }

  /// Both names, as `Kate Bell = Kate Bell`.
  func names(_ level: Evidence.Level) -> String {
    let (first, second) = (left.compositeName ?? "", right.compositeName ?? "")
    if first.isEmpty || second.isEmpty { return first + second }
    return "\(first) \(level == .exact ? "=" : "~") \(second)"
  }

  /// Two texts side by side; where the cards do not divide their names, the whole names.
  private func beside(_ first: String?, _ second: String?, orNames: Bool = true) -> String {
    var (first, second) = (first, second)
    if orNames {
      first = first ?? left.compositeName
      second = second ?? right.compositeName
    }
    switch (first, second) {
    case (nil, nil): return ""
    case (let first?, nil): return first
    case (nil, let second?): return second
    case (let first?, let second?): return first == second ? first : "\(first) ~ \(second)"
    }
  }

  private func date(_ card: PersonTexts) -> String? {
    card.birthday.flatMap(DateKey.init).map { "\($0)" }
  }

  /// The values that are on both sides, in both forms where they are written in two; where none is,
  /// all of both.
  private func values(
    _ first: [String], _ second: [String], _ level: Evidence.Level,
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
