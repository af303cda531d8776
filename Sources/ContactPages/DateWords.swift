package import ContactModel
package import ICU
package import VCard

/// Writes dates, of which parts may be missing, in the words of a language.
package final class DateWords: Sendable {
  private let formatters: [GregorianDateFormatter.Parts: GregorianDateFormatter]

  /// Opens the formats of a language.
  ///
  /// - Parameter language: A BCP 47 tag.
  /// - Throws: `ICUError` when the tag is none.
  package init(_ language: String) throws(ICUError) {
    var formatters: [GregorianDateFormatter.Parts: GregorianDateFormatter] = [:]
    for parts in GregorianDateFormatter.Parts.allCases {
      formatters[parts] = try GregorianDateFormatter(parts, locale: language)
    }
    self.formatters = formatters
  }

  /// A date in words, with its time, if there is one, as 14:30:00; `nil` for one without any part.
  package func string(_ date: PartialDate) -> String? {
    let words = parts(of: date).flatMap { parts in
      try? formatters[parts]?.string(
        // 2000 is a leap year, so 29 February without a year stays what it is.
        year: date.year ?? 2000, month: date.month ?? 1, day: date.day ?? 1)
    }
    let both = [words, time(of: date)].compactMap(\.self)
    return both.isEmpty ? nil : both.joined(separator: " ")
  }

  /// A date of any calendar in words, else as it stands on the card.
  package func string(_ date: ContactDate) -> String {
    if let gregorian = date.date, let words = string(gregorian) { return words }
    guard let calendar = date.calendar else { return date.text }
    return "\(date.text) (\(calendar))"
  }

  private func parts(of date: PartialDate) -> GregorianDateFormatter.Parts? {
    switch (date.year != nil, date.month != nil, date.day != nil) {
    case (true, true, true): .yearMonthDay
    case (true, true, false): .yearMonth
    case (true, false, _): .year
    case (false, true, true): .monthDay
    case (false, true, false): .month
    case (false, false, true): .day
    case (false, false, false): nil
    }
  }

  /// The time, with its distance from UTC where there is one.
  ///
  /// Midnight with a whole date is how programs write a date that needs no time.
  private func time(of date: PartialDate) -> String? {
    guard let hour = date.hour else { return nil }
    if date.isFullDate, hour == 0, (date.minute ?? 0) == 0, (date.second ?? 0) == 0 { return nil }
    let numbers = [hour, date.minute ?? 0, date.second ?? 0].prefix(date.second == nil ? 2 : 3)
    let time = numbers.map { String($0, digits: 2) }.joined(separator: ":")
    guard let offset = date.utcOffset else { return time }
    let (hours, minutes) = abs(offset).quotientAndRemainder(dividingBy: 60)
    let sign = offset < 0 ? "-" : "+"
    return "\(time) UTC"
      + (offset == 0
        ? "" : "\(sign)\(String(hours, digits: 2)):\(String(minutes, digits: 2))")
  }
}
