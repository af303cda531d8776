/// A date, a time or both, any part of which may be left out.
///
/// `--0412` is 12 April of no year. RFC 6350 §4.3.
public struct PartialDate: Hashable, Sendable {
  /// The year, 0 to 9999.
  public var year: Int?
  /// The month, 1 to 12.
  public var month: Int?
  /// The day of the month, from 1.
  public var day: Int?
  /// The hour, 0 to 23.
  public var hour: Int?
  /// The minute, 0 to 59.
  public var minute: Int?
  /// The second, 0 to 60.
  public var second: Int?
  /// Minutes east of UTC; 0 for `Z`.
  public var utcOffset: Int?

  /// Creates a date.
  public init(year: Int? = nil, month: Int? = nil, day: Int? = nil) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads a date that may leave parts out, with or without a time.
  ///
  /// `--0412` is 12 April of no year. RFC 6350 §4.3.1 to §4.3.4; the extended forms of RFC 2426
  /// §3.1.5 are read too, and both in every version. A date that no calendar has, such as
  /// `0000-00-00` or 30 February, is none.
  ///
  /// It is `nil` when no form fits; the caller keeps the text.
  ///
  /// - Parameter text: The value after unescaping.
  /// - Complexity: O(*n*) in the octets of `text`; allocates nothing.
  public init?(_ text: String) {
    var text = text
    let date = text.withUTF8 { buffer -> PartialDate? in
      guard var scanner = unsafe DateScanner(buffer.span) else { return nil }
      return scanner.date()
    }
    guard let date else { return nil }
    self = date
  }

  /// Whether year, month and day are all there.
  public var isFullDate: Bool { year != nil && month != nil && day != nil }

  /// Whether any part of a time is there.
  package var hasTime: Bool { hour != nil || minute != nil || second != nil }

  /// Whether month and day are all that is there.
  var isDayOfNoYear: Bool { year == nil && month != nil && day != nil && !hasTime }
}

/// Reads the parts of a date; it holds the octets itself.
struct DateScanner {
  /// Octets.
  ///
  /// No date is longer.
  private static let room = 40

  /// The text without the blanks around it, of so many octets.
  private(set) var octets = InlineArray<40, UInt8>(repeating: 0)
  private(set) var count = 0
  private var index = 0

  /// Takes UTF-8 without the blanks around it; `nil` when it is too long for a date, or empty.
  init?(_ text: Span<UInt8>) {
    var last = 0
    for place in text.indices {
      let octet = text[place]
      let isBlank = Octets.isBlank(octet)
      if isBlank, count == 0 { continue }
      guard count < DateScanner.room else {
        if isBlank { continue }
        return nil
      }
      octets[count] = octet
      count += 1
      if !isBlank { last = count }
    }
    count = last
    if count == 0 { return nil }
  }

  private var isAtEnd: Bool { index == count }
  private func digitsAhead() -> Int {
    var end = index
    while end < count, ValueSyntax.isDigit(octets[end]) { end += 1 }
    return end - index
  }
  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    guard index < count, octets[index] == UInt8(truncatingIfNeeded: character.value) else {
      return false
    }
    index += 1
    return true
  }
  private mutating func number(_ digits: Int) -> Int? {
    guard digitsAhead() >= digits else { return nil }
    var value = 0
    for _ in 0..<digits {
      value = value * 10 + Int(octets[index] - UInt8(ascii: "0"))
      index += 1
    }
    return value
  }

  mutating func date() -> PartialDate? {
    var date = PartialDate()
    if !(octets[0] | 0x20 == UInt8(ascii: "t")) {
      guard takeDate(&date) else { return nil }
    }
    if !isAtEnd {
      guard takes("T") || takes("t") || takes(" "), takeTime(&date) else { return nil }
    }
    guard isAtEnd, isPossible(date) else { return nil }
    return date
  }

  private mutating func takeDate(_ date: inout PartialDate) -> Bool {
    if takes("-") {
      guard takes("-") else { return false }
      if takes("-") {
        date.day = number(2)
        return date.day != nil
      }
      date.month = number(2)
      guard date.month != nil else { return false }
      _ = takes("-")
      if digitsAhead() > 0 {
        guard digitsAhead() == 2 else { return false }
        date.day = number(2)
      }
      return true
    }
    switch digitsAhead() {
    case 8:
      date.year = number(4)
      date.month = number(2)
      date.day = number(2)
      return true
    case 4:
      date.year = number(4)
      guard takes("-") else { return true }
      guard digitsAhead() == 2 else { return false }
      date.month = number(2)
      guard takes("-") else { return true }
      guard digitsAhead() == 2 else { return false }
      date.day = number(2)
      return true
    default: return false
    }
  }

  private mutating func takeTime(_ date: inout PartialDate) -> Bool {
    if takes("-") {
      if takes("-") {
        date.second = number(2)
        return date.second != nil
      }
      date.minute = number(2)
      guard date.minute != nil else { return false }
      if digitsAhead() >= 2 { date.second = number(2) }
    } else {
      date.hour = number(2)
      guard date.hour != nil else { return false }
      let hasColon = takes(":")
      if hasColon || digitsAhead() >= 2 {
        date.minute = number(2)
        guard date.minute != nil else { return false }
        if takes(":") || !hasColon && digitsAhead() >= 2 {
          date.second = number(2)
          guard date.second != nil else { return false }
        }
      }
    }
    if takes(".") || takes(",") {
      guard digitsAhead() > 0 else { return false }
      index += digitsAhead()
    }
    return takeZone(&date)
  }

  private mutating func takeZone(_ date: inout PartialDate) -> Bool {
    if isAtEnd { return true }
    if takes("Z") || takes("z") {
      date.utcOffset = 0
      return true
    }
    let isWest = octets[index] == UInt8(ascii: "-")
    guard takes("+") || takes("-"), let hours = number(2) else { return false }
    _ = takes(":")
    var minutes = 0
    if digitsAhead() > 0 {
      guard let rest = number(2) else { return false }
      minutes = rest
    }
    guard hours <= 23, minutes <= 59 else { return false }
    date.utcOffset = (hours * 60 + minutes) * (isWest ? -1 : 1)
    return true
  }

  private func isPossible(_ date: PartialDate) -> Bool {
    if let month = date.month, !(1...12 ~= month) { return false }
    if let day = date.day, !PartialDate.hasDay(day, month: date.month, year: date.year) {
      return false
    }
    if let hour = date.hour, hour > 23 { return false }
    if let minute = date.minute, minute > 59 { return false }
    if let second = date.second, second > 60 { return false }
    return true
  }
}

extension PartialDate {
  /// Whether there is such a day, as far as month and year are known.
  package static func hasDay(_ day: Int, month: Int?, year: Int?) -> Bool {
    let last: Int
    switch month {
    case 4, 6, 9, 11: last = 30
    case 2:
      let isLeap = year.map { $0 % 4 == 0 && ($0 % 100 != 0 || $0 % 400 == 0) } ?? true
      last = isLeap ? 29 : 28
    default: last = 31
    }
    return 1...last ~= day
  }

  /// Whether every year has such a day.
  package static func hasDayYearly(_ day: Int, month: Int) -> Bool {
    1...12 ~= month && hasDay(day, month: month, year: 1)
  }
}
