/// Dates and times as texts.
package enum DateText {
  /// The basic format of ISO 8601, in which vCard 4.0 has it; `nil` for what is no date.
  ///
  /// RFC 6350 §4.3.
  ///
  /// - Parameters:
  ///   - text: A date, a time or both.
  ///   - isYearless: Whether its year means none.
  /// - Returns: The text.
  package static func basic(_ text: String, isYearless: Bool = false) -> String? {
    DateText.text(of: text) { $0.appendBasic(isYearless: isYearless, to: &$1) }
  }

  /// Appends a date of UTF-8 in the basic format, as ``basic(_:isYearless:)`` has it; `false` for what
  /// is no date.
  ///
  /// - Complexity: O(*n*) in the octets; allocates nothing.
  package static func appendBasic(_ text: Span<UInt8>, to octets: inout [UInt8]) -> Bool {
    guard let date = BasicDate(text) else { return false }
    date.appendBasic(isYearless: false, to: &octets)
    return true
  }

  /// Appends a date of UTF-8 in the extended format, as ``extendedParts(_:)`` has it; `false` for what
  /// is no date.
  ///
  /// - Complexity: O(*n*) in the octets; allocates nothing.
  package static func appendExtendedParts(_ text: Span<UInt8>, to octets: inout [UInt8]) -> Bool {
    guard let date = BasicDate(text) else { return false }
    date.appendExtendedParts(to: &octets)
    return true
  }

  private static func text(
    of text: String, _ append: (BasicDate, inout [UInt8]) -> Void
  ) -> String? {
    var text = text
    let octets = text.withUTF8 { buffer -> [UInt8]? in
      guard let date = unsafe BasicDate(buffer.span) else { return nil }
      var octets: [UInt8] = []
      append(date, &octets)
      return octets
    }
    return octets.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The extended format of ISO 8601, in which vCard 3.0 has it; `nil` for what is no whole date.
  ///
  /// RFC 2425 §5.8.4.
  package static func extended(_ text: String) -> String? {
    guard let date = PartialDate(text), date.isFullDate else { return nil }
    let octets = trimmed(text)
    let time = octets.firstIndex { $0 | 0x20 == UInt8(ascii: "t") || $0 == 0x20 }
    let digits = octets[..<(time ?? octets.endIndex)].filter(ValueSyntax.isDigit)
    guard digits.count == 8 else { return nil }
    var extended = digits
    extended.insert(UInt8(ascii: "-"), at: 6)
    extended.insert(UInt8(ascii: "-"), at: 4)
    guard let time else { return String(decoding: extended, as: UTF8.self) }
    extended.append(UInt8(ascii: "T"))
    let rest = Array(octets[(time + 1)...])
    let zone =
      rest.firstIndex { $0 | 0x20 == UInt8(ascii: "z") || $0 == 0x2B || $0 == 0x2D } ?? rest.count
    let clock = rest[..<zone].filter { $0 != UInt8(ascii: ":") }
    for (index, octet) in clock.enumerated() {
      if index == 2 && ValueSyntax.isDigit(octet) || index == 4 && ValueSyntax.isDigit(octet) {
        extended.append(UInt8(ascii: ":"))
      }
      extended.append(octet)
    }
    if zone < rest.count {
      if rest[zone] | 0x20 == UInt8(ascii: "z") {
        extended.append(UInt8(ascii: "Z"))
      } else {
        let offset = String(decoding: rest[zone...], as: UTF8.self)
        extended += Array((extendedOffset(offset) ?? offset).utf8)
      }
    }
    return String(decoding: extended, as: UTF8.self)
  }

  /// The extended format of ISO 8601 as far as it has one for the parts that are there, in which jCard
  /// has it; `nil` for what is no date.
  ///
  /// `--0412T2320` is `--04-12T23:20`. RFC 7095 §3.5.3 to §3.5.7.
  package static func extendedParts(_ text: String) -> String? {
    DateText.text(of: text) { $0.appendExtendedParts(to: &$1) }
  }

  private static func trimmed(_ text: String) -> [UInt8] {
    let octets = Array(text.utf8)
    let (first, last) = CardAssembler.trimmed(octets.span, from: 0, to: octets.count)
    return Array(octets[first..<last])
  }

  /// A day of no year as Apple's programs write it in vCard 3.0: in 1604.
  static func yearless(_ date: PartialDate) -> String {
    func two(_ number: Int?) -> String {
      let number = number ?? 0
      return number < 10 ? "0\(number)" : "\(number)"
    }
    return "\(YearlessDate.year)-\(two(date.month))-\(two(date.day))"
  }

  /// `-0500` for `-05:00`; `nil` for what is no offset from UTC.
  package static func basicOffset(_ text: String) -> String? {
    guard let (sign, hours, minutes) = offset(text) else { return nil }
    return sign + hours + minutes
  }

  /// `-05:00` for `-0500`; `nil` for what is no offset from UTC.
  package static func extendedOffset(_ text: String) -> String? {
    guard let (sign, hours, minutes) = offset(text) else { return nil }
    return minutes.isEmpty ? sign + hours + ":00" : "\(sign)\(hours):\(minutes)"
  }

  private static func offset(_ text: String) -> (sign: String, hours: String, minutes: String)? {
    let octets = trimmed(text)
    guard let sign = octets.first, sign == 0x2B || sign == 0x2D else { return nil }
    let digits = octets.dropFirst().filter { $0 != UInt8(ascii: ":") }
    let colons = octets.count - 1 - digits.count
    guard digits.allSatisfy(ValueSyntax.isDigit),
      digits.count == 4
        || digits.count == 2 && colons == 0,
      colons == 0 || colons == 1 && octets.count == 6 && octets[3] == UInt8(ascii: ":")
    else { return nil }
    return (
      String(decoding: [sign], as: UTF8.self), String(decoding: digits.prefix(2), as: UTF8.self),
      String(decoding: digits.dropFirst(2), as: UTF8.self)
    )
  }
}

/// A date, a time or both in the basic format; it holds the octets itself.
private struct BasicDate {
  private var octets = InlineArray<40, UInt8>(repeating: 0)
  private var count = 0
  /// Where the T of the time stands; ``count`` where there is none.
  private var time = 0
  private let isFull: Bool

  /// Takes what a date says; `nil` for what is none.
  init?(_ text: Span<UInt8>) {
    guard var scanner = DateScanner(text), let date = scanner.date() else { return nil }
    isFull = date.isFullDate
    var end = 0
    while end < scanner.count, scanner.octets[end] | 0x20 != UInt8(ascii: "t"),
      scanner.octets[end] != 0x20
    {
      end += 1
    }
    // `--04-12`
    let isDay = date.year == nil && date.month != nil && date.day != nil && end > 6
    for index in 0..<end {
      let octet = scanner.octets[index]
      if isFull ? octet == UInt8(ascii: "-") : isDay && index == 4 { continue }
      append(octet)
    }
    time = count
    guard end < scanner.count else { return }
    append(UInt8(ascii: "T"))
    for index in end + 1..<scanner.count where scanner.octets[index] != UInt8(ascii: ":") {
      let octet = scanner.octets[index]
      append(octet == UInt8(ascii: "z") ? UInt8(ascii: "Z") : octet)
    }
  }

  private mutating func append(_ octet: UInt8) {
    octets[count] = octet
    count += 1
  }

  func appendBasic(isYearless: Bool, to text: inout [UInt8]) {
    // `--` stands for the four digits of a year that means none.
    let isCut = isYearless && isFull
    if isCut { text += [0x2D, 0x2D] }
    for index in (isCut ? 4 : 0)..<count { text.append(octets[index]) }
  }

  func appendExtendedParts(to text: inout [UInt8]) {
    // `19850412` and `--0412`; the year and month have their hyphen already.
    let isYearless = time == 6 && octets[0] == 0x2D && octets[1] == 0x2D
    for index in 0..<time {
      if time == 8 && (index == 4 || index == 6) || isYearless && index == 4 { text.append(0x2D) }
      text.append(octets[index])
    }
    guard time < count else { return }
    text.append(octets[time])
    var digits = 0
    var isFraction = false
    for index in time + 1..<count {
      let octet = octets[index]
      let isSign = octet == 0x2B || octet == 0x2D
      if ValueSyntax.isDigit(octet), !isFraction, digits > 0, digits.isMultiple(of: 2) {
        text.append(UInt8(ascii: ":"))
      }
      digits = ValueSyntax.isDigit(octet) ? digits + 1 : isSign && index > time + 1 ? 0 : digits
      isFraction = !isSign && (isFraction || octet == 0x2E || octet == 0x2C)
      text.append(octet)
    }
  }
}
