/// A value with what it is for, and an identifier by which it is known again.
public struct LabeledValue<Value: ContactValue>: Sendable {
  /// What the value is for; `nil` when the card does not say.
  public let label: ContactLabel?
  /// The value.
  public let value: Value
  /// How many equal values of the same property come before this one.
  let rank: Int

  /// Sixteen hexadecimal digits, the same as long as the value is, wherever it stands on the card.
  ///
  /// It is made of the value and of how many equal ones come before it, so it tells apart the emails
  /// or the phone numbers of one contact, and means nothing beyond them.
  public var identifier: String {
    var hasher = StableHasher()
    value.combine(into: &hasher)
    hasher.combine(UInt64(rank))
    let digits = String(hasher.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension LabeledValue: Equatable where Value: Equatable {}

extension LabeledValue: Hashable where Value: Hashable {}

/// What can be a value with a label.
public protocol ContactValue: Sendable {
  /// Feeds what makes the value the same value.
  func combine(into hasher: inout StableHasher)
}

extension String: ContactValue {
  /// Feeds the octets of the text.
  public func combine(into hasher: inout StableHasher) { hasher.combine(self) }
}
