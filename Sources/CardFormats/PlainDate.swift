internal import VCard

/// Dates and moments of digits only, told by their octets.
enum PlainDate {
  /// Whether octets are a date of eight digits that is one in every year.
  static func isDate(_ text: Span<UInt8>) -> Bool { text.count == 8 && isDay(text, 4, 6) }

  /// Whether octets are a moment in UTC such as `20241206T080820Z`, of a day that every year has.
  static func isMoment(_ text: Span<UInt8>) -> Bool {
    text.count == 16 && text[8] == UInt8(ascii: "T") && text[15] == UInt8(ascii: "Z")
      && isDay(text, 4, 6) && isTime(text, 9, 11, 13)
  }

  /// Whether octets begin with a year and have at two places a month and a day that every year has.
  static func isDay(_ text: Span<UInt8>, _ month: Int, _ day: Int) -> Bool {
    number(text, 0) < 100 && number(text, 2) < 100
      && PartialDate.hasDayYearly(number(text, day), month: number(text, month))
  }

  /// Whether octets have at three places an hour, a minute and a second.
  static func isTime(_ text: Span<UInt8>, _ hour: Int, _ minute: Int, _ second: Int) -> Bool {
    number(text, hour) < 24 && number(text, minute) < 60 && number(text, second) < 60
  }

  /// The number of two digits; 100 where something else stands there.
  static func number(_ text: Span<UInt8>, _ index: Int) -> Int {
    let (tens, ones) = (text[index] &- 0x30, text[index + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(10 * tens + ones) : 100
  }
}
