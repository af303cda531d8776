import VCard

/// The order of day and month in dates of numbers, such as 4/12/1999.
public enum DateOrder: String, CaseIterable, Sendable {
  /// The day first.
  case dayFirst = "dmy"
  /// The month first, as in the United States.
  case monthFirst = "mdy"
}

/// Reads the dates of a table.
struct CSVDates {
  /// A date as it is written.
  enum Reading: Equatable {
    /// In the basic format of ISO 8601 (RFC 6350 §4.3).
    case date(String)
    /// Two numbers of which either may be the month.
    case open(Int, Int, year: Int)
  }

  /// The order that was told, or that some date of the table shows.
  private(set) var order: DateOrder?
  /// The order where nothing shows it.
  let likely: DateOrder

  init(told: DateOrder?, language: String) {
    order = told
    likely = language == "en" ? .monthFirst : .dayFirst
  }

  /// Takes note of a date of the table, whose parts may show their order.
  mutating func note(_ text: String) {
    guard order == nil,
      case .open(let first, let second, _)? = CSVDates.reading(text, settled: false)
    else { return }
    if first > 12, second <= 12 { order = .dayFirst }
    if second > 12, first <= 12 { order = .monthFirst }
  }

  /// A date in the basic format of ISO 8601; `isGuess` where nothing shows the order of its parts.
  func date(_ text: String) -> (date: String, isGuess: Bool)? {
    switch CSVDates.reading(text, settled: true) {
    case .date(let date): return (date, false)
    case .open(let first, let second, let year):
      let order = order ?? likely
      let (month, day) = order == .monthFirst ? (first, second) : (second, first)
      guard let date = CSVDates.whole(year, month, day) else { return nil }
      return (date, self.order == nil && first != second)
    case nil: return nil
    }
  }

  /// The date in the basic format of ISO 8601 (RFC 6350 §4.3.1).
  static func basic(_ date: PartialDate) -> String {
    var date = date
    // A year without its month says nothing of a day.
    if date.year != nil, date.month == nil { date.day = nil }
    return date.dateText(isBasic: true) ?? "--"
  }

  /// Whether a cell says that there is no date, as Outlook does.
  static func isNone(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      $0 == 0x30 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
  }

  /// Reads a date; where `settled`, parts above 12 say which of them the month is.
  private static func reading(_ text: String, settled: Bool) -> Reading? {
    if let date = DateText(text) { return iso(date).map(Reading.date) }
    let words = text.split { " ,\t".utf8.contains($0.asciiValue ?? 0) }.map(String.init)
    // A time of midnight says nothing.
    let midnights = ["12:00:00 AM", "00:00:00", "00:00", "0:00", "0:00:00"]
    if words.count > 1, midnights.contains(words.dropFirst().joined(separator: " ")) {
      return reading(words[0], settled: settled)
    }
    if words.count == 3 { return named(words).map(Reading.date) }
    let parts = text.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
    var numbers = parts.compactMap { Int($0) }
    guard numbers.count == 3, parts.count == 3, parts.allSatisfy({ $0.utf8.count <= 4 }) else {
      return nil
    }
    if parts[0].utf8.count == 4 {
      return whole(numbers[0], numbers[1], numbers[2]).map(Reading.date)
    }
    if parts[2].utf8.count <= 2 { numbers[2] += numbers[2] < 30 ? 2000 : 1900 }
    let (first, second, year) = (numbers[0], numbers[1], numbers[2])
    if text.contains(".") { return whole(year, second, first).map(Reading.date) }
    if settled, first > 12 || second > 12 {
      let (month, day) = first > 12 ? (second, first) : (first, second)
      return whole(year, month, day).map(Reading.date)
    }
    return .open(first, second, year: year)
  }

  private static func whole(_ year: Int, _ month: Int, _ day: Int) -> String? {
    // A day that no calendar has is none.
    let text = basic(PartialDate(year: year, month: month, day: day))
    return PartialDate(text) == nil ? nil : text
  }

  /// A date, a time or both in the forms of ISO 8601, in the basic one; `nil` where a time stands there that
  /// vCard 4.0 cannot say (RFC 6350 §4.3.4).
  static func iso(_ text: DateText) -> String? {
    let date = text.date
    let isReduced = date.day == nil && (date.year != nil || date.month != nil)
    let isDay = date.day != nil || isReduced
    let isMidnight = date.hour == 0 && (date.minute ?? 0) == 0 && (date.second ?? 0) == 0
    // Programs put midnight behind a date that they have no time of.
    if !date.hasTime || isDay && isMidnight { return basic(date) }
    let octets = text.basic()
    let hasFraction = octets.contains(UInt8(ascii: ".")) || octets.contains(UInt8(ascii: ","))
    return isReduced || hasFraction ? nil : String(decoding: octets, as: UTF8.self)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// `06 Jan 2020`, `January 6, 2020`.
  private static func named(_ words: [String]) -> String? {
    func month(_ word: String) -> Int? {
      months.firstIndex(of: String(word.lowercased().prefix(3))).map { $0 + 1 }
    }
    func day(_ word: String) -> Int? { Int(word.hasSuffix(".") ? String(word.dropLast()) : word) }
    guard words[2].utf8.count == 4, let year = Int(words[2]) else { return nil }
    if let month = month(words[1]), let day = day(words[0]) { return whole(year, month, day) }
    if let month = month(words[0]), let day = day(words[1]) { return whole(year, month, day) }
    return nil
  }
}
