/// How likely text is in a language that is written with letters.
///
/// ```
/// Ш е с т а к о в а       each letter after the one before, at its start and its end,
/// A a a a a a a a a       and capitals where names have them
/// ```
struct LetterModel: Sendable {
  /// The letters beyond ASCII that names hold.
  let letters: [Unicode.Scalar]
  /// Whether ASCII letters are letters of the language.
  let isLatin: Bool
  /// Octets of the table: see `LetterModel+Tables`.
  private let pairs: [UInt8]

  init(_ letters: String, _ pairs: StaticString) {
    self.init(letters, pairs, isLatin: false)
  }

  init(latin letters: String, _ pairs: StaticString) {
    self.init(letters, pairs, isLatin: true)
  }

  private init(_ letters: String, _ pairs: StaticString, isLatin: Bool) {
    self.letters = Array(letters.unicodeScalars)
    self.isLatin = isLatin
    self.pairs = pairs.withUTF8Buffer { octets in unsafe octets.filter { $0 != 0x0A } }
    let own = self.letters.count
    precondition(
      self.pairs.count == (isLatin ? 27 * own + own * (27 + own) : (1 + own) * (1 + own)),
      "a table has every pair")
  }

  /// Letters with the start and end of a word, which is 0; ASCII letters come first.
  var tokenCount: Int { (isLatin ? 27 : 1) + letters.count }

  /// The logarithm of how likely a token is after another, a row for each token before; 1 where what
  /// is before and after are both ASCII.
  var steps: [Float] {
    let count = tokenCount
    func step(_ octet: UInt8) -> Float { Float(Int(octet) - 0x30) / -2 }
    guard isLatin else { return pairs.map(step) }
    var steps = [Float](repeating: 1, count: count * count)
    let own = letters.count
    for row in 0..<27 {
      for column in 0..<own { steps[row * count + 27 + column] = step(pairs[row * own + column]) }
    }
    for row in 27..<count {
      for column in 0..<count {
        steps[row * count + column] = step(pairs[27 * own + (row - 27) * count + column])
      }
    }
    return steps
  }
}
