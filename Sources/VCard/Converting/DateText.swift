/// A date, a time or both as a text: its octets in the basic format of ISO 8601, in which vCard 4.0 has
/// it, held by the value itself.
///
/// RFC 6350 §4.3.
package struct DateText {
  /// What it says.
  package let date: PartialDate
  private var octets = InlineArray<40, UInt8>(repeating: 0)
  private var count = 0
  /// Where the T of the time stands; ``count`` where there is none.
  private var time = 0
  /// Where the fraction of the last part of the time stands, with its point.
  private var fraction = 0..<0

  /// Reads UTF-8 in the basic or the extended format; `nil` for what is no date.
  ///
  /// - Complexity: O(*n*) in the octets; allocates nothing.
  package init?(_ text: Span<UInt8>) {
    guard let scanner = DateScanner(text) else { return nil }
    date = scanner.date
    let text = text.extracting(scanner.range)
    let isFull = date.isFullDate
    var end = 0
    while end < text.count, text[end] | 0x20 != UInt8(ascii: "t"), text[end] != 0x20 { end += 1 }
    // `--04-12`
    let isDay = date.year == nil && date.month != nil && date.day != nil && end > 6
    for index in 0..<end {
      let octet = text[index]
      if isFull ? octet == UInt8(ascii: "-") : isDay && index == 4 { continue }
      append(octet)
    }
    time = count
    guard end < text.count else { return }
    append(UInt8(ascii: "T"))
    for index in end + 1..<text.count where text[index] != UInt8(ascii: ":") {
      let octet = text[index]
      if octet == UInt8(ascii: ".") || octet == UInt8(ascii: ",") {
        fraction = count..<count + 1
      } else if fraction.upperBound == count, ValueSyntax.isDigit(octet) {
        fraction = fraction.lowerBound..<count + 1
      }
      append(octet == UInt8(ascii: "z") ? UInt8(ascii: "Z") : octet)
    }
  }

  /// Takes the fraction of a second, a minute or an hour, which vCard 4.0 has not; `false` where there is
  /// none.
  mutating func dropFraction() -> Bool {
    if fraction.isEmpty { return false }
    for index in fraction.upperBound..<count { octets[index - fraction.count] = octets[index] }
    count -= fraction.count
    fraction = 0..<0
    return true
  }

  private mutating func append(_ octet: UInt8) {
    octets[count] = octet
    count += 1
  }

  /// Appends it in the basic format; its year may mean none.
  package func appendBasic(isYearless: Bool = false, to text: inout [UInt8]) {
    // `--` stands for the four digits of a year that means none.
    let isCut = isYearless && date.isFullDate
    if isCut { text += [0x2D, 0x2D] }
    for index in (isCut ? 4 : 0)..<count { text.append(octets[index]) }
  }

  /// Appends it in the extended format, as far as that has one for the parts that are there.
  ///
  /// The hours of an offset from UTC get their minutes where the zone is to be whole.
  package func appendExtended(isZoneWhole: Bool = false, to text: inout [UInt8]) {
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
    if isZoneWhole, date.utcOffset != nil, ValueSyntax.isDigit(octets[count - 1]), digits == 2 {
      text += [UInt8(ascii: ":"), UInt8(ascii: "0"), UInt8(ascii: "0")]
    }
  }

  /// The octets in the basic format.
  package func basic(isYearless: Bool = false) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    appendBasic(isYearless: isYearless, to: &text)
    return text
  }

  /// The octets in the extended format, in which vCard 3.0 has it; `nil` for what is no whole date.
  ///
  /// RFC 2425 §5.8.4.
  package var extended: [UInt8]? {
    guard date.isFullDate else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(count + 8)
    appendExtended(isZoneWhole: true, to: &text)
    return text
  }

  // MARK: Of texts

  /// Reads a text, as ``init(_:)`` reads its octets.
  package init?(_ text: String) { self.init(text.utf8Span.span) }

  /// The basic format of a date, a time or both; `nil` for what is none.
  package static func basic(_ text: String) -> String? {
    DateText(text).map { String(decoding: $0.basic(), as: UTF8.self) }
  }

  /// The extended format as far as it has one for the parts that are there, in which jCard has it;
  /// `nil` for what is no date.
  ///
  /// `--0412T2320` is `--04-12T23:20`. RFC 7095 §3.5.3 to §3.5.7.
  package static func extendedParts(_ text: String) -> String? {
    DateText(text).map { date in
      var octets: [UInt8] = []
      date.appendExtended(to: &octets)
      return String(decoding: octets, as: UTF8.self)
    }
  }

  /// The day of a date as Apple's programs write it in vCard 3.0: of 1604, where it has no year.
  ///
  /// RFC 2426 §3.1.5.
  static func day(_ date: PartialDate) -> String {
    let day = PartialDate(year: date.year ?? YearlessDate.year, month: date.month, day: date.day)
    return day.dateText(isBasic: false) ?? ""
  }

  /// An offset from UTC in the basic format, such as `-0500`, or in the extended one, such as `-05:00`;
  /// `nil` for what is none.
  package static func offset(_ text: String, isBasic: Bool) -> String? {
    let octets = Array(text.utf8)
    let range = CardAssembler.trimmed(octets.span, octets.indices)
    let form = ValueSyntax.utcOffset(octets.span.extracting(range))
    guard form == .basic || form == .extended else { return nil }
    var offset = octets[range].filter { $0 != UInt8(ascii: ":") }
    if !isBasic { offset.insert(contentsOf: (offset.count > 3 ? ":" : ":00").utf8, at: 3) }
    return String(decoding: offset, as: UTF8.self)
  }
}
