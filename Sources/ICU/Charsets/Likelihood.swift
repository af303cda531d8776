/// Logarithms of how likely it is what no table tells.
enum Likelihood {
  static let asciiLetter: Float = -3.2
  static let asciiOther: Float = -2.5
  /// A letter of the script that names of the language do not hold.
  static let otherLetter: Float = -9
  /// A letter of another script.
  static let otherScript: Float = -13
  static let mark: Float = -8
  static let punctuation: Float = -7
  static let symbol: Float = -11
  /// A sign in the middle of a word.
  static let symbolInside: Float = -13
  static let unassigned: Float = -14
  /// An ideograph beside an ASCII letter.
  static let mixedWord: Float = -4
  /// What is broken in damaged UTF-8.
  static let damage: Float = -11
}
