/// Questions about the syntax of a value, by its octets.
///
/// Blanks around a value do not count: programs write them, and no reader minds.
package enum ValueSyntax {
  static func isDigit(_ octet: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= octet }

  package static func isLetter(_ octet: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= octet | 0x20
  }

  /// A range of octets without the blanks around it.
  static func trimmed(_ octets: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    trimmed(octets, range, of: Octets.isBlank)
  }

  /// The same of octets themselves.
  static func trimmed(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let range = trimmed(octets.span, 0..<octets.count)
    return octets.dropFirst(range.lowerBound).prefix(range.count)
  }

  /// The same of other octets around it.
  @inline(__always)
  static func trimmed(
    _ octets: Span<UInt8>, _ range: Range<Int>, of isLeftOut: (UInt8) -> Bool
  ) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isLeftOut(octets[start]) { start += 1 }
    while end > start, isLeftOut(octets[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The octets of the scheme that a URI starts with, without its colon; `nil` when none does.
  ///
  /// RFC 3986 §3.1.
  static func scheme(_ octets: Span<UInt8>) -> Int? {
    guard !octets.isEmpty, isLetter(octets[0]) else { return nil }
    for index in 1..<octets.count {
      switch octets[index] {
      case UInt8(ascii: ":"): return index
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): continue
      case let octet where isLetter(octet) || isDigit(octet): continue
      default: return nil
      }
    }
    return nil
  }

  /// The colon after a scheme that has a backslash between them: Google and old Apple programs
  /// write `http\://`.
  static func escapedScheme(_ octets: Span<UInt8>) -> Int? {
    guard let backslash = first(octets, UInt8(ascii: "\\")), backslash > 0,
      backslash + 1 < octets.count, octets[backslash + 1] == UInt8(ascii: ":"),
      isLetter(octets[0])
    else { return nil }
    for index in 1..<backslash where !isLetter(octets[index]) && !isDigit(octets[index]) {
      return nil
    }
    return backslash + 1
  }

  /// Whether octets are a language tag by their syntax.
  ///
  /// RFC 5646 §2.1.
  ///
  /// Subtags are looked at by length and alphabet; whether they are registered is not.
  static func isLanguageTag(_ octets: Span<UInt8>) -> Bool {
    var isFirst = true
    return isList(octets, separatedBy: UInt8(ascii: "-")) { subtag in
      let mayHaveDigits = !isFirst
      isFirst = false
      guard 1...8 ~= subtag.count,
        subtag.indices.allSatisfy({
          isLetter(subtag[$0]) || mayHaveDigits && isDigit(subtag[$0])
        })
      else { return false }
      // `x` and `i` start private and grandfathered tags, which have more subtags.
      return mayHaveDigits || subtag.count > 1
        || octets.count > 1 && (Octets.equal(subtag, "X") || Octets.equal(subtag, "I"))
    }
  }

  /// How an offset from UTC is written.
  enum OffsetForm: Sendable { case basic, extended, loose }

  /// The form of an offset from UTC, or `nil` when it is none.
  ///
  /// `-0500` and `-05` are basic (RFC 6350 §4.7), `-05:00` is extended (RFC 2426 §4), `Z` and `-5`
  /// are what programs write besides.
  static func utcOffset(_ octets: Span<UInt8>) -> OffsetForm? {
    if octets.count == 1 { return octets[0] | 0x20 == UInt8(ascii: "z") ? .loose : nil }
    guard octets.count >= 2, octets[0] == UInt8(ascii: "+") || octets[0] == UInt8(ascii: "-")
    else { return nil }
    var digits = 0
    var colon: Int?
    for index in 1..<octets.count {
      if octets[index] == UInt8(ascii: ":"), colon == nil {
        colon = index
      } else if isDigit(octets[index]) {
        digits += 1
      } else {
        return nil
      }
    }
    // `+530` and `-5` tell hours and minutes apart by guessing only.
    guard 2...4 ~= digits, digits != 3, colon == nil || colon == 3 && digits == 4 else {
      return 1...4 ~= digits ? .loose : nil
    }
    let hour = smallNumber(octets.extracting(1..<3)) ?? 0
    let minute = digits == 4 ? smallNumber(octets.extracting(octets.count - 2..<octets.count)) : 0
    guard hour <= 23, minute ?? 60 <= 59 else { return nil }
    return colon == nil ? .basic : .extended
  }

  /// Whether octets are a decimal number.
  ///
  /// RFC 6350 §4.6.
  static func isFloat(_ octets: Span<UInt8>) -> Bool {
    var (digits, points) = (0, 0)
    for index in octets.indices {
      switch octets[index] {
      case UInt8(ascii: "+") where index == 0, UInt8(ascii: "-") where index == 0: break
      case UInt8(ascii: ".") where points == 0: points += 1
      case let octet where isDigit(octet): digits += 1
      default: return false
      }
    }
    return digits > 0
  }

  /// Whether octets are a whole number.
  ///
  /// RFC 6350 §4.5.
  static func isInteger(_ octets: Span<UInt8>) -> Bool {
    isFloat(octets) && first(octets, UInt8(ascii: ".")) == nil
  }

  /// Whether all values of a list, with commas if no other separator is named, are what a question asks.
  ///
  /// RFC 6350 §4.5, §4.6.
  static func isList(
    _ octets: Span<UInt8>, separatedBy separator: UInt8 = UInt8(ascii: ","),
    of isOne: (Span<UInt8>) -> Bool
  ) -> Bool {
    var start = 0
    for index in 0...octets.count where index == octets.count || octets[index] == separator {
      guard isOne(octets.extracting(start..<index)) else { return false }
      start = index + 1
    }
    return true
  }

  /// Whether two decimal numbers stand with a separator, a character of ASCII, between them.
  static func arePair(_ octets: Span<UInt8>, _ separator: String) -> Bool {
    guard let octet = separator.utf8.first, let place = first(octets, octet) else { return false }
    let left = trimmed(octets, 0..<place)
    let right = trimmed(octets, place + 1..<octets.count)
    return isFloat(octets.extracting(left)) && isFloat(octets.extracting(right))
  }

  /// Whether the octets after `geo:` are coordinates.
  ///
  /// RFC 5870 §3.3.
  static func areGeoCoordinates(_ octets: Span<UInt8>) -> Bool {
    let end = first(octets, UInt8(ascii: ";")) ?? octets.count
    var numbers = 0
    let areNumbers = isList(octets.extracting(0..<end)) { octets in
      numbers += 1
      return isFloat(octets)
    }
    return areNumbers && 2...3 ~= numbers
  }

  /// The value of up to nine digits, or `nil` for anything else.
  static func smallNumber(_ octets: Span<UInt8>) -> Int? {
    guard 1...9 ~= octets.count else { return nil }
    var value = 0
    for index in 0..<octets.count {
      guard isDigit(octets[index]) else { return nil }
      value = value * 10 + Int(octets[index] - UInt8(ascii: "0"))
    }
    return value
  }

  /// Whether octets are a media type with a slash in it.
  ///
  /// RFC 6838 §4.2.
  static func isMediaType(_ octets: Span<UInt8>) -> Bool {
    var slashes = 0
    for index in 0..<octets.count {
      switch octets[index] {
      case UInt8(ascii: "/"):
        guard index > 0, index + 1 < octets.count else { return false }
        slashes += 1
      case UInt8(ascii: ";"): return slashes == 1
      case let octet where isLetter(octet) || isDigit(octet): continue
      case let octet where "!#$&-^_.+".utf8.contains(octet): continue
      default: return false
      }
    }
    return slashes == 1
  }

  /// Whether octets are one of some words, in any case.
  static func isAny(_ word: Span<UInt8>, of words: [StaticString]) -> Bool {
    words.contains { Octets.equal(word, $0) }
  }

  /// Whether octets are true or false.
  ///
  /// RFC 6350 §4.4.
  static func isBoolean(_ octets: Span<UInt8>) -> Bool { isAny(octets, of: ["TRUE", "FALSE"]) }

  static func first(_ octets: Span<UInt8>, _ wanted: UInt8) -> Int? {
    for index in 0..<octets.count where octets[index] == wanted { return index }
    return nil
  }
}
