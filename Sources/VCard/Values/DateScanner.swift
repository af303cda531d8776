/// Reads a date, a time or both: what it says, and how it is written.
///
/// RFC 6350 §4.3, RFC 2425 §5.8.4; what is read of other spellings ``PartialDate`` tells.
struct DateScanner {
  /// Octets; no date is longer.
  static let most = 40
  /// Where it stands: without the blanks around it.
  let range: Range<Int>
  private(set) var date = PartialDate()
  private(set) var form: DateForm = []
  private var index: Int

  /// Reads UTF-8; `nil` when no form fits, or no calendar has such a day.
  ///
  /// - Complexity: O(*n*) in the octets; allocates nothing.
  init?(_ text: Span<UInt8>) {
    range = ValueSyntax.trimmed(text, text.indices)
    index = range.lowerBound
    guard 1...DateScanner.most ~= range.count,
      text[index] | 0x20 == UInt8(ascii: "t") || takeDate(text), takeTime(text), isPossible
    else { return nil }
  }

  private var isAtEnd: Bool { index == range.upperBound }

  private func isDigitAhead(_ text: Span<UInt8>) -> Bool {
    !isAtEnd && ValueSyntax.isDigit(text[index])
  }

  @inline(__always)
  private mutating func takes(
    _ text: Span<UInt8>, _ character: Unicode.Scalar, as style: DateForm = []
  ) -> Bool {
    guard !isAtEnd, text[index] == UInt8(truncatingIfNeeded: character.value) else { return false }
    index += 1
    form.formUnion(style)
    return true
  }

  /// Takes two digits; others after them fit nothing that may follow.
  @inline(__always)
  private mutating func number(_ text: Span<UInt8>) -> Int? {
    guard index + 1 < range.upperBound else { return nil }
    let (tens, ones) = (text[index] &- 0x30, text[index + 1] &- 0x30)
    guard tens < 10, ones < 10 else { return nil }
    index += 2
    return Int(tens * 10 + ones)
  }

  private mutating func takeDate(_ text: Span<UInt8>) -> Bool {
    if takes(text, "-", as: .truncatedDate) { return takeYearless(text) }
    guard let century = number(text), let year = number(text) else { return false }
    date.year = century * 100 + year
    let isBasic = isDigitAhead(text)
    guard isBasic || takes(text, "-") else {
      form.insert(.reducedDate)
      return true
    }
    date.month = number(text)
    guard date.month != nil else { return false }
    guard isBasic || takes(text, "-") else {
      form.insert(.reducedDate)
      return true
    }
    form.insert(isBasic ? .basicDate : .extendedDate)
    date.day = number(text)
    return date.day != nil
  }

  /// Takes a month, a day or both.
  private mutating func takeYearless(_ text: Span<UInt8>) -> Bool {
    guard takes(text, "-") else { return false }
    if !takes(text, "-") {
      date.month = number(text)
      guard date.month != nil else { return false }
      _ = takes(text, "-", as: .extendedTruncatedDate)
      guard isDigitAhead(text) else {
        form.insert(.monthOnly)
        return true
      }
    }
    date.day = number(text)
    return date.day != nil
  }

  /// Takes the time and its zone, if any part of a time is there.
  private mutating func takeTime(_ text: Span<UInt8>) -> Bool {
    if isAtEnd { return true }
    guard
      takes(text, "T") || takes(text, "t", as: .looseMarks)
        || takes(text, " ", as: .looseMarks)
    else { return false }
    form.insert(.time)
    if takes(text, "-", as: .truncatedTime) {
      if !takes(text, "-") {
        date.minute = number(text)
        guard date.minute != nil else { return false }
        if !isDigitAhead(text) { return takeRest(text) }
      }
      date.second = number(text)
      return date.second != nil && takeRest(text)
    }
    date.hour = number(text)
    guard date.hour != nil else { return false }
    let hasColon = takes(text, ":", as: .extendedTime)
    if hasColon || isDigitAhead(text) {
      date.minute = number(text)
      guard date.minute != nil else { return false }
      if takes(text, ":", as: .extendedTime) || !hasColon && isDigitAhead(text) {
        date.second = number(text)
        guard date.second != nil else { return false }
        form.insert(.wholeTime)
      }
    }
    return takeRest(text)
  }

  /// Takes a fraction and a zone.
  private mutating func takeRest(_ text: Span<UInt8>) -> Bool {
    if takes(text, ".", as: .fraction) || takes(text, ",", as: .fraction) {
      guard isDigitAhead(text) else { return false }
      while isDigitAhead(text) { index += 1 }
    }
    if isAtEnd { return true }
    if takes(text, "Z") || takes(text, "z", as: .looseMarks) {
      date.utcOffset = 0
      return isAtEnd
    }
    let isWest = text[index] == UInt8(ascii: "-")
    guard takes(text, "+") || takes(text, "-"), let hours = number(text) else { return false }
    _ = takes(text, ":", as: .extendedTime)
    guard let minutes = isDigitAhead(text) ? number(text) : 0, hours <= 23, minutes <= 59 else {
      return false
    }
    date.utcOffset = (hours * 60 + minutes) * (isWest ? -1 : 1)
    return isAtEnd
  }

  private var isPossible: Bool {
    1...12 ~= date.month ?? 1 && 0...23 ~= date.hour ?? 0 && 0...59 ~= date.minute ?? 0
      && 0...60 ~= date.second ?? 0
      && date.day.map { PartialDate.hasDay($0, month: date.month, year: date.year) } ?? true
  }
}
