internal import VCard

/// A birthday as it is compared: month and day, and the year if it is known.
struct DateKey: Hashable, Sendable, BitwiseCopyable {
  /// Year, month and day in one number, the year 0 where it is not known.
  let packed: UInt32

  private var year: UInt32 { packed >> 16 }
  private var month: UInt32 { packed >> 8 & 0xFF }
  private var day: UInt32 { packed & 0xFF }

  /// `nil` for a date without a month or a day, which says too little.
  init?(_ date: PartialDate) {
    guard let month = date.month, let day = date.day else { return nil }
    packed =
      UInt32(UInt16(clamping: date.year ?? 0)) << 16 | UInt32(UInt8(clamping: month)) << 8
      | UInt32(UInt8(clamping: day))
  }
}

extension DateKey: CustomStringConvertible {
  /// `1980-02-03`, or `--02-03` without a year.
  var description: String {
    let monthAndDay = "-\(String(month, digits: 2))-\(String(day, digits: 2))"
    return (year > 0 ? String(year, digits: 4) : "-") + monthAndDay
  }
}
