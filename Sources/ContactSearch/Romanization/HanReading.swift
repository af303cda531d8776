import ContactModel
internal import ICU
internal import Synchronization

/// How single Han characters are read and simplified, each asked of ICU once.
///
/// ICU takes 30 µs for a name; nearly all characters have one reading, whatever stands beside them.
/// All threads share what was found out.
final class HanReading: Sendable {
  /// Characters that are remembered; past that all are forgotten.
  ///
  /// Names have some thousands.
  private static let mostCharacters = 32_768

  /// Words whose first character is read in a way of its own before the second, by the rules of
  /// `Han-Latin/Names` and `Han-Latin` in ICU 72: the family names Linghu, Moqi, Tantai and Zhangsun,
  /// and places.
  private static let pairs: [Unicode.Scalar: Unicode.Scalar] = [
    "令": "狐", "万": "俟", "澹": "台", "长": "孙", "藏": "文", "重": "庆", "沈": "阳", "秘": "鲁",
  ]
  /// A character with one reading, to stand before another.
  private static let neighbor = "一"

  private struct Known {
    /// The readings of characters at the start of a word; empty where ICU has not one syllable.
    var first: [Unicode.Scalar: [UInt8]] = [:]
    /// Those of characters further on: family names are read in a way of their own at the start.
    var further: [Unicode.Scalar: [UInt8]] = [:]
    var simplified: [Unicode.Scalar: Unicode.Scalar] = [:]
  }

  private let known = Mutex(Known())

  /// The syllables of a word of Han characters only.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - read: Writes a text in Latin letters with spaces between the syllables, by ICU's rules.
  /// - Returns: What `read` has for the whole word, without what is no letter of ASCII; `nil` where
  ///   that takes the whole word.
  /// - Throws: What `read` throws.
  func syllables(
    of word: String, _ read: (String) throws(ICUError) -> String
  ) throws(ICUError) -> [[UInt8]]? {
    var result: [[UInt8]] = []
    var before: Unicode.Scalar?
    for scalar in word.unicodeScalars {
      if let before, HanReading.pairs[before] == scalar { return nil }
      guard let syllable = try reading(of: scalar, isFirst: before == nil, read) else { return nil }
      result.append(syllable)
      before = scalar
    }
    return result
  }

  /// The reading of a character, `nil` where it is not one syllable.
  private func reading(
    of scalar: Unicode.Scalar, isFirst: Bool, _ read: (String) throws(ICUError) -> String
  ) throws(ICUError) -> [UInt8]? {
    let remembered = known.withLock { isFirst ? $0.first[scalar] : $0.further[scalar] }
    if let remembered { return remembered.isEmpty ? nil : remembered }
    let text = try read(isFirst ? String(scalar) : HanReading.neighbor + String(scalar))
    let parts = text.unicodeScalars.split { $0.isBlank }
    var reading: [UInt8] = []
    if parts.count == (isFirst ? 1 : 2), let last = parts.last,
      last.allSatisfy({ $0.isASCII })
    {
      reading = String(last).utf8.compactMap(SearchText.asciiFolded)
    }
    known.withLock { known in
      if isFirst {
        if known.first.count >= HanReading.mostCharacters { known.first = [:] }
        known.first[scalar] = reading
      } else {
        if known.further.count >= HanReading.mostCharacters { known.further = [:] }
        known.further[scalar] = reading
      }
    }
    return reading.isEmpty ? nil : reading
  }

  /// A word in simplified characters, character by character.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - simplify: Writes a text in simplified characters, by ICU's rules.
  /// - Returns: As many characters as the word has.
  /// - Throws: What `simplify` throws.
  func simplified(
    _ word: String, _ simplify: (String) throws(ICUError) -> String
  ) throws(ICUError) -> String {
    var result = String.UnicodeScalarView()
    for scalar in word.unicodeScalars { result.append(try simplified(scalar, simplify)) }
    return String(result)
  }

  private func simplified(
    _ scalar: Unicode.Scalar, _ simplify: (String) throws(ICUError) -> String
  ) throws(ICUError) -> Unicode.Scalar {
    guard scalar.value >= 0x3400 else { return scalar }
    if let remembered = known.withLock({ $0.simplified[scalar] }) { return remembered }
    let scalars = try simplify(String(scalar)).unicodeScalars
    let simple = scalars.count == 1 ? scalars.first ?? scalar : scalar
    known.withLock { known in
      if known.simplified.count >= HanReading.mostCharacters { known.simplified = [:] }
      known.simplified[scalar] = simple
    }
    return simple
  }
}
