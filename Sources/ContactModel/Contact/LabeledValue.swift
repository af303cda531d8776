import VCard

/// A value with what it is for, and an identifier by which it is known again.
public struct LabeledValue<Value: ContactValue>: Sendable {
  /// What the value is for; `nil` when the card does not say.
  public let label: ContactLabel?
  /// The value.
  public let value: Value
  /// How many equal values of the same property come before this one.
  let rank: Int32
  /// Which value of the contact it was when that was read, from 1; 0 for one that was made.
  let origin: Int32
  /// The number that it is known by, where that is not its own; 0 for its own.
  let kept: UInt64

  /// Creates a value that stands on no card yet.
  public init(label: ContactLabel? = nil, value: Value) {
    self.init(label: label, value: value, rank: 0, origin: 0)
  }

  init(label: ContactLabel?, value: Value, rank: Int, origin: Int, kept: UInt64 = 0) {
    self.label = label
    self.value = value
    self.rank = Int32(clamping: rank)
    self.origin = Int32(clamping: origin)
    self.kept = kept
  }

  /// Sixteen hexadecimal digits, the same as long as the value is, wherever it stands on the card.
  ///
  /// It tells apart the emails or the phone numbers of one contact, and means nothing beyond them. By
  /// itself it is made of the value and of how many equal ones come before it. In a mutable contact it
  /// stays when the value is corrected and when an equal one goes, and so it does in a book that keeps
  /// ``ValueIdentifiers``.
  public var identifier: String { String(number, digits: 16, radix: 16) }

  /// The number behind ``identifier``.
  var number: UInt64 {
    if kept != 0 { return kept }
    var hasher = StableHasher()
    value.combine(into: &hasher)
    hasher.combine(UInt64(rank))
    return hasher.value
  }

  /// The same value, known by another number; 0 for its own.
  func identified(by number: UInt64) -> LabeledValue {
    LabeledValue(label: label, value: value, rank: Int(rank), origin: Int(origin), kept: number)
  }

  /// The same value for something else; when a contact is written back, it keeps its line.
  public func setting(label: ContactLabel?) -> LabeledValue {
    LabeledValue(label: label, value: value, rank: Int(rank), origin: Int(origin), kept: kept)
  }

  /// Another value for the same thing; when a contact is written back, it takes over the line.
  ///
  /// The identifier stays: it is the same value, corrected.
  public func setting(value: Value) -> LabeledValue {
    LabeledValue(label: label, value: value, rank: 0, origin: Int(origin), kept: number)
  }
}

extension Collection {
  /// The place of the value with an identifier, which may be another one after every change.
  ///
  /// - Parameter identifier: What ``LabeledValue/identifier`` told.
  /// - Returns: The index; `nil` when no value has it.
  /// - Complexity: O(*n*) in the octets of the values.
  public func index<Value>(
    ofIdentifier identifier: String
  ) -> Index? where Element == LabeledValue<Value> {
    firstIndex { $0.identifier == identifier }
  }
}

/// Labelled values are equal when label and value are.
extension LabeledValue: Equatable where Value: Equatable {
  /// Whether label and value are equal.
  public static func == (left: LabeledValue, right: LabeledValue) -> Bool {
    left.value == right.value && left.label == right.label
  }
}

extension LabeledValue: Hashable where Value: Hashable {
  /// Feeds label and value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(label)
    hasher.combine(value)
  }
}

/// What can be a value with a label.
public protocol ContactValue: Sendable {
  /// Feeds what makes the value the same value.
  func combine(into hasher: inout StableHasher)
}

extension String: ContactValue {
  /// Feeds the octets of the text.
  public func combine(into hasher: inout StableHasher) { hasher.combine(self) }
}
