package import ICU

/// How words of names are written, for those who compare names.
package enum NameSpelling {
  /// A word without case, width, punctuation and blanks, or `nil` when nothing is left.
  package static func folded(_ word: String) throws(ICUError) -> String? {
    try SearchText.folded(word)
  }

  /// A letter of ASCII in lower case, a digit as it is; `nil` for anything else of ASCII, which is no
  /// part of a folded word.
  @inlinable
  package static func folded(_ octet: UInt8) -> UInt8? {
    switch octet {
    case 0x30...0x39, 0x61...0x7A: octet
    case 0x41...0x5A: octet | 0x20
    default: nil
    }
  }

  /// The spellings of a folded word in letters `a` to `z` and digits, the usual one first.
  ///
  /// - Returns: No two the same, none empty.
  package static func spellings(of word: String) throws(ICUError) -> [[UInt8]] {
    try Romanization.spellings(of: word, Romanization.Scripts(of: word), isTyped: true)
  }

  /// A word in simplified Han characters; the same where it has no others.
  package static func simplified(_ word: String) throws(ICUError) -> String {
    try Romanization.simplified(word)
  }
}
