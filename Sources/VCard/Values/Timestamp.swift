/// A moment, as REV has it.
package enum Timestamp {
  /// The text of a moment in UTC: `2008-04-24T19:52:43Z`, or `20080424T195243Z` in vCard 4.0.
  ///
  /// RFC 2426 §3.6.4, RFC 6350 §6.7.4. Years are those of the Gregorian calendar, from 0 to 9999.
  ///
  /// - Parameters:
  ///   - seconds: Seconds since the start of 1970 without leap seconds.
  ///   - rules: Of the version to write for.
  /// - Returns: The text.
  package static func text(_ seconds: Int64, _ rules: Rules) -> String {
    // -62167219200 is the start of year 0, 253402300799 the end of 9999.
    let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let days = Int(seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400)
    let time = Int(seconds) - days * 86400
    // Days since 1 March of year 0, so that a leap day is the last of its year; an era is 400 years.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = [(year, 4), (month, 2), (day, 2)].map { String($0, digits: $1) }
    let clock = [time / 3600, time / 60 % 60, time % 60].map { String($0, digits: 2) }
    let (hyphen, colon) = rules.writesBasicDates ? ("", "") : ("-", ":")
    return "\(date.joined(separator: hyphen))T\(clock.joined(separator: colon))Z"
  }
}
