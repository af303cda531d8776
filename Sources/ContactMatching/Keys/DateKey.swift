internal import VCard

/// A birthday as it is compared: month and day, and the year if it is known.
struct DateKey: Hashable, Sendable {
  /// 0 where it is not known.
  let year: UInt16
  let month: UInt8
  let day: UInt8

  /// `nil` for a date without a month or a day, which says too little.
  init?(_ date: PartialDate) {
    guard let month = date.month, let day = date.day else { return nil }
    year = UInt16(clamping: date.year ?? 0)
    self.month = UInt8(clamping: month)
    self.day = UInt8(clamping: day)
  }

  enum Agreement { case exact, day, conflict }

  func agreement(with other: DateKey) -> Agreement {
    guard month == other.month, day == other.day else { return .conflict }
    if year == other.year { return year == 0 ? .day : .exact }
    return year == 0 || other.year == 0 ? .day : .conflict
  }

  var sortNumber: Int { Int(year) << 16 | Int(month) << 8 | Int(day) }
}

extension DateKey: CustomStringConvertible {
  /// `1980-02-03`, or `--02-03` without a year.
  var description: String {
    let monthAndDay = "\(DateKey.padded(month))-\(DateKey.padded(day))"
    guard year > 0 else { return "--" + monthAndDay }
    let digits = String(year)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits + "-" + monthAndDay
  }

  private static func padded(_ number: UInt8) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
