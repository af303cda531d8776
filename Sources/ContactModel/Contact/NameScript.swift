package import ICU

/// Questions about the script of a name.
package enum NameScript {
  /// The script of a letter that is not Latin; one for all with which Japanese is written.
  ///
  /// - Returns: `nil` for a Latin letter and for what has no script.
  package static func beyondLatin(_ letter: Unicode.Scalar) -> Script? {
    switch Script.of(letter) {
    case .latin, .common, .inherited, .unknown: nil
    case .hiragana, .katakana: .han
    case let script: script
    }
  }

  /// Whether all letters of a text are Han, Kana, Hangul or Bopomofo, and there is one.
  ///
  /// Such names are written family name first and without spaces.
  ///
  /// - Complexity: One look at the octets for text below U+1100; else a table look-up a scalar.
  package static func isEastAsian(_ text: String) -> Bool {
    // U+1100, the first Hangul letter, starts with E1 in UTF-8.
    areLetters(of: text, from: 0xE1) { eastAsian.contains($0) }
  }

  private static let eastAsian: [Script] = [.han, .hiragana, .katakana, .hangul, .bopomofo]

  /// Whether all letters of a text are Katakana, and there is one.
  static func isKatakana(_ text: String) -> Bool {
    areLetters(of: text, from: 0xE3) { $0 == .katakana }
  }

  /// Whether all letters of a text are of scripts whose UTF-8 starts with an octet or a greater one.
  private static func areLetters(
    of text: String, from octet: UInt8, _ areOf: (Script) -> Bool
  ) -> Bool {
    guard text.utf8.contains(where: { $0 >= octet }) else { return false }
    let scripts = text.unicodeScalars.lazy.map(Script.of)
      .filter { $0 != .common && $0 != .inherited }
    return scripts.allSatisfy(areOf) && scripts.first != nil
  }
}
