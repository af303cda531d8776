/// How a date, a time or both are written: which parts are there, and in which style.
///
/// ``DateScanner`` finds it out; a version then says which spellings are its own.
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
  /// A month without its day (`--04`), which may stand alone but not before a time.
  static let monthOnly = DateForm(rawValue: 2048)

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
    return !contains(.time) || isDisjoint(with: [.reducedDate, .monthOnly])
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
}
