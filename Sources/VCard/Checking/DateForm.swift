/// How a date, a time or both are written: which parts are there, and in which style.
///
/// It takes what ``PartialDate`` takes, and remembers the spelling besides; a version then says
/// which spellings are its own.
struct DateForm: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  /// Year, month and day, without hyphens.
  static let basicDate = DateForm(rawValue: 1)
  /// Year, month and day, with hyphens.
  static let extendedDate = DateForm(rawValue: 2)
  /// A year, or a year and a month.
  static let reducedDate = DateForm(rawValue: 4)
  /// A date without its year, as `--0412` or `---12`.
  static let truncatedDate = DateForm(rawValue: 8)
  /// A date without its year that has a hyphen too many for the basic format: `--04-12`.
  static let extendedTruncatedDate = DateForm(rawValue: 16)
  /// Any time.
  static let time = DateForm(rawValue: 32)
  /// Hour, minute and second.
  static let wholeTime = DateForm(rawValue: 64)
  /// A time without its hour, as `T-2200`.
  static let truncatedTime = DateForm(rawValue: 128)
  /// Colons in the time or in the zone.
  static let extendedTime = DateForm(rawValue: 256)
  /// A decimal fraction.
  static let fraction = DateForm(rawValue: 512)
  /// A lower-case `t` or `z`, or a blank instead of the `T`.
  static let looseMarks = DateForm(rawValue: 1024)

  /// Whether vCard 4.0 writes a date-and-or-time so.
  ///
  /// RFC 6350 §4.3.4.
  var isDateAndOrTime40: Bool {
    guard
      isDisjoint(with: [
        .extendedDate, .extendedTruncatedDate, .extendedTime, .fraction, .looseMarks,
      ])
    else { return false }
    // With a time the date is one without reduced accuracy: date-noreduc.
    return !contains(.time) || isDisjoint(with: [.reducedDate]) && !isMonthOnly
  }

  /// Whether vCard 4.0 writes a timestamp so: everything, in the basic format.
  ///
  /// RFC 6350 §4.3.5.
  var isTimestamp40: Bool { self == [.basicDate, .time, .wholeTime] }

  /// Whether vCard 3.0 writes a date or date-time so.
  ///
  /// RFC 2425 §5.8.4 has both formats, and nothing left out.
  var isDateOrDateTime30: Bool {
    guard !isDisjoint(with: [.basicDate, .extendedDate]), isDisjoint(with: .looseMarks) else {
      return false
    }
    return !contains(.time) || contains(.wholeTime)
  }

  /// A month without its day (`--04`), which may stand alone but not before a time.
  static let monthOnly = DateForm(rawValue: 2048)
  private var isMonthOnly: Bool { contains(.monthOnly) }

  /// Finds out the form of a value, or `nil` when it is no date and no time.
  ///
  /// - Complexity: O(1): no date is longer than 40 octets. Allocates nothing.
  static func of(_ octets: Span<UInt8>) -> DateForm? {
    var scanner = DateFormScanner(octets)
    return scanner.form(octets)
  }
}

private struct DateFormScanner {
  private var index: Int
  private let end: Int
  private var form: DateForm = []
  private var year: Int?
  private var month: Int?
  private var day: Int?

  init(_ octets: Span<UInt8>) {
    var (start, end) = (0, octets.count)
    while start < end, Octets.isBlank(octets[start]) { start += 1 }
    while end > start, Octets.isBlank(octets[end - 1]) { end -= 1 }
    index = start
    self.end = end
  }

  private func digits(_ octets: Span<UInt8>) -> Int {
    var place = index
    while place < end, place - index < 9, ValueSyntax.isDigit(octets[place]) {
      place += 1
    }
    return place - index
  }

  private mutating func takes(_ octets: Span<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard index < end, octets[index] == UInt8(truncatingIfNeeded: character.value) else {
      return false
    }
    index += 1
    return true
  }

  private mutating func number(_ octets: Span<UInt8>, _ count: Int) -> Int? {
    guard digits(octets) >= count else { return nil }
    var value = 0
    for _ in 0..<count {
      value = value * 10 + Int(octets[index] - UInt8(ascii: "0"))
      index += 1
    }
    return value
  }

  mutating func form(_ octets: Span<UInt8>) -> DateForm? {
    guard index < end, end - index <= 40 else { return nil }
    if octets[index] | 0x20 != UInt8(ascii: "t") {
      guard takesDate(octets) else { return nil }
    }
    if index < end {
      if takes(octets, "t") || takes(octets, " ") {
        form.insert(.looseMarks)
      } else if !takes(octets, "T") {
        return nil
      }
      form.insert(.time)
      guard takesTime(octets) else { return nil }
    }
    guard index == end, isPossibleDate else { return nil }
    return form
  }

  private mutating func takesDate(_ octets: Span<UInt8>) -> Bool {
    if takes(octets, "-") {
      guard takes(octets, "-") else { return false }
      form.insert(.truncatedDate)
      if takes(octets, "-") {
        day = number(octets, 2)
        return day != nil
      }
      month = number(octets, 2)
      guard month != nil else { return false }
      let hasHyphen = takes(octets, "-")
      if hasHyphen { form.insert(.extendedTruncatedDate) }
      guard digits(octets) > 0 else {
        form.insert(.monthOnly)
        return true
      }
      guard digits(octets) == 2 else { return false }
      day = number(octets, 2)
      return true
    }
    switch digits(octets) {
    case 8:
      year = number(octets, 4)
      month = number(octets, 2)
      day = number(octets, 2)
      form.insert(.basicDate)
      return true
    case 4:
      year = number(octets, 4)
      guard takes(octets, "-") else {
        form.insert(.reducedDate)
        return true
      }
      guard digits(octets) == 2 else { return false }
      month = number(octets, 2)
      guard takes(octets, "-") else {
        form.insert(.reducedDate)
        return true
      }
      guard digits(octets) == 2 else { return false }
      day = number(octets, 2)
      form.insert(.extendedDate)
      return true
    default: return false
    }
  }

  private mutating func takesTime(_ octets: Span<UInt8>) -> Bool {
    if takes(octets, "-") {
      form.insert(.truncatedTime)
      if takes(octets, "-") {
        guard let second = number(octets, 2) else { return false }
        return second <= 60 && takesRest(octets)
      }
      guard let minute = number(octets, 2), minute <= 59 else { return false }
      if digits(octets) >= 2 {
        guard let second = number(octets, 2), second <= 60 else { return false }
      }
      return takesRest(octets)
    }
    guard let hour = number(octets, 2), hour <= 23 else { return false }
    let hasColon = takes(octets, ":")
    if hasColon { form.insert(.extendedTime) }
    if hasColon || digits(octets) >= 2 {
      guard let minute = number(octets, 2), minute <= 59 else { return false }
      if takes(octets, ":") {
        form.insert(.extendedTime)
        guard let second = number(octets, 2), second <= 60 else { return false }
        form.insert(.wholeTime)
      } else if !hasColon, digits(octets) >= 2 {
        guard let second = number(octets, 2), second <= 60 else { return false }
        form.insert(.wholeTime)
      }
    }
    return takesRest(octets)
  }

  private mutating func takesRest(_ octets: Span<UInt8>) -> Bool {
    if takes(octets, ".") || takes(octets, ",") {
      form.insert(.fraction)
      guard digits(octets) > 0 else { return false }
      while digits(octets) > 0 { index += digits(octets) }
    }
    if index == end { return true }
    if takes(octets, "Z") { return true }
    if takes(octets, "z") {
      form.insert(.looseMarks)
      return true
    }
    guard takes(octets, "+") || takes(octets, "-"), let hours = number(octets, 2), hours <= 23
    else { return false }
    if takes(octets, ":") { form.insert(.extendedTime) }
    guard digits(octets) > 0 else { return true }
    guard let minutes = number(octets, 2) else { return false }
    return minutes <= 59
  }

  private var isPossibleDate: Bool {
    if let month, !(1...12 ~= month) { return false }
    return day.map { PartialDate.hasDay($0, month: month, year: year) } ?? true
  }
}
