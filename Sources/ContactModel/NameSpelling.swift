package import ICU

/// How words of names are written, for those who compare names.
package enum NameSpelling {
  /// A word without case, width, punctuation and blanks, or `nil` when nothing is left.
  package static func folded(_ word: String) throws(ICUError) -> String? {
    try SearchText.folded(word)
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
