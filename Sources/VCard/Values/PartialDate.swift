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
    guard let scanner = DateScanner(text.utf8Span.span) else { return nil }
    self = scanner.date
  }

  /// Whether year, month and day are all there.
  public var isFullDate: Bool { year != nil && month != nil && day != nil }

  /// Whether any part of a time is there.
  package var hasTime: Bool { hour != nil || minute != nil || second != nil }

  /// Whether hour, minute and second are all there.
  var hasWholeTime: Bool { hour != nil && minute != nil && second != nil }

  /// Whether month and day are all that is there.
  var isDayOfNoYear: Bool { year == nil && month != nil && day != nil && !hasTime }

  /// Year, month and day in the basic or the extended format of ISO 8601; `nil` where no text says them.
  ///
  /// Whether a calendar has such a day is not looked at. RFC 6350 §4.3.1.
  package func dateText(isBasic: Bool) -> String? {
    let hyphen = isBasic ? "" : "-"
    let year = year.map { String($0, digits: 4) }
    return switch (year, month.map { String($0, digits: 2) }, day.map { String($0, digits: 2) }) {
    case (let year?, let month?, let day?): year + hyphen + month + hyphen + day
    // A basic form would be six digits, which might be read as a short date.
    case (let year?, let month?, nil): year + "-" + month
    case (let year?, nil, nil): year
    case (nil, let month?, let day?): "--" + month + day
    case (nil, let month?, nil): "--" + month
    case (nil, nil, let day?): "---" + day
    default: nil
    }
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
