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
    guard text.utf8.contains(where: { $0 >= 0xE1 }) else { return false }
    var found = false
    for scalar in text.unicodeScalars {
      switch Script.of(scalar) {
      case .han, .hiragana, .katakana, .hangul, .bopomofo: found = true
      case .common, .inherited: break
      default: return false
      }
    }
    return found
  }
}
