private import Synchronization

/// A way of writing dates of the Gregorian calendar in a language.
///
/// Opening one reads the patterns of the language and costs a millisecond: keep it. It may be used
/// by any number of threads, one of which writes at a time.
public final class GregorianDateFormatter: Sendable {
  /// The parts of a date that are shown.
  public enum Parts: String, Hashable, Sendable, CaseIterable {
    /// `12 April 1978`.
    case yearMonthDay = "yMMMMd"
    /// `April 1978`.
    case yearMonth = "yMMMM"
    /// `1978`.
    case year = "y"
    /// `12 April`.
    case monthDay = "MMMMd"
    /// `April`.
    case month = "LLLL"
    /// `12`.
    case day = "d"
  }

  private let handle: Mutex<DateFormatHandle>

  /// Opens a formatter.
  ///
  /// - Parameters:
  ///   - parts: What of a date is shown; the language has its own order and words between.
  ///   - locale: A BCP 47 tag, an ICU locale ID or a POSIX name. A language that ICU does not know is
  ///     served as the root locale has it.
  /// - Throws: ``ICUError`` of kind ``ICUError/Kind/unknownLocale`` when the name is not well-formed.
  public init(_ parts: Parts, locale: String) throws(ICUError) {
    handle = Mutex(try DateFormatHandle(locale: locale, skeleton: parts.rawValue))
  }

  /// Writes a date.
  ///
  /// - Parameters:
  ///   - year: The year, 0 to 9999, as ISO 8601 counts: 0 is the one before 1, and written as 0. What
  ///     is not shown may be anything.
  ///   - month: The month, 1 to 12.
  ///   - day: The day of the month, from 1.
  /// - Returns: The date in words and digits of the language.
  /// - Throws: ``ICUError`` when memory runs out.
  public func string(year: Int, month: Int, day: Int) throws(ICUError) -> String {
    let numbers = (Int32(clamping: year), Int32(clamping: month), Int32(clamping: day))
    return try handle.withLock { (handle) throws(ICUError) in
      try handle.format(year: numbers.0, month: numbers.1, day: numbers.2)
    }
  }
}
