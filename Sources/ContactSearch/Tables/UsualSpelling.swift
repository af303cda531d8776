/// How names of India and Armenia are spelt, beside what ICU has (ISO 15919 and BGN/PCGN without
/// their marks).
enum UsualSpelling {
  /// चन्द्र is candra to scholars and Chandra to all others, Խաչատրյան xac'atryan and Khachatryan;
  /// in Tamil ச is also s, and k, t and p are voiced between vowels and after n and m: முருகன் is
  /// murukan and Murugan, கணேஷ் Ganesh.
  ///
  /// - Parameters:
  ///   - spelling: What ICU has.
  ///   - isTamil: Whether the word is Tamil.
  /// - Returns: Spellings, some perhaps twice.
  static func of(_ spelling: [UInt8], isTamil: Bool) -> [[UInt8]] {
    let usual = spelling.flatMap { octet in
      switch octet {
      case UInt8(ascii: "c"): Array("ch".utf8)
      case UInt8(ascii: "x"): Array("kh".utf8)
      default: [octet]
      }
    }
    guard isTamil else { return usual == spelling ? [] : [usual] }
    let hissed = spelling.map { $0 == UInt8(ascii: "c") ? UInt8(ascii: "s") : $0 }
    return [usual, hissed].flatMap { [$0, voiced($0, isFirst: false), voiced($0, isFirst: true)] }
  }

  /// A romanized word as it is spoken in the north of India.
  ///
  /// It is without a short a at the end or between a vowel with one consonant and another consonant,
  /// and has g between n and h. चोपड़ा is copaṛā and Chopra, राजकुमार rājakumāra and Rajkumar, सिंह
  /// siṁha and Singh.
  static func spoken(_ marked: String) -> String {
    var scalars = Array(marked.unicodeScalars)
    if scalars.count > 2, scalars.last == "a" { scalars.removeLast() }
    var index = scalars.count - 2
    while index > 1 {
      if scalars[index] == "a", !isVowel(scalars[index + 1]), !isVowel(scalars[index - 1]) {
        // An aspirate is two letters.
        let before = scalars[index - 1] == "h" && index > 2 ? index - 3 : index - 2
        if isVowel(scalars[before]) {
          scalars.remove(at: index)
          index -= 1
        }
      }
      index -= 1
    }
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if scalar == "h", index > 0, "nṁṃ".unicodeScalars.contains(scalars[index - 1]) {
        result.append("g")
      }
      result.append(scalar)
    }
    return String(result)
  }

  /// A word with the Gurmukhi sign for n that ICU knows for the other, which it leaves out: ਸਿੰਘ is
  /// Singh.
  static func withPlainNasal(_ word: String) -> String {
    let (tippi, bindi): (Unicode.Scalar, Unicode.Scalar) = ("\u{A70}", "\u{A02}")
    guard word.unicodeScalars.contains(tippi) else { return word }
    return String(String.UnicodeScalarView(word.unicodeScalars.map { $0 == tippi ? bindi : $0 }))
  }

  private static func isVowel(_ scalar: Unicode.Scalar) -> Bool {
    "aāiīuūeēoōæ".unicodeScalars.contains(scalar)
  }

  /// The spelling with k, t and p voiced that stand single between vowels or after n and m.
  private static func voiced(_ spelling: [UInt8], isFirst: Bool) -> [UInt8] {
    var result = spelling
    for index in spelling.indices {
      let next = index + 1 < spelling.count ? spelling[index + 1] : 0
      if index == 0 {
        guard isFirst else { continue }
      } else {
        let before = spelling[index - 1]
        let isVoicing =
          LooseSpelling.isVowel(before) || before == UInt8(ascii: "n")
          || before == UInt8(ascii: "m")
        guard isVoicing, next != spelling[index] else { continue }
      }
      switch spelling[index] {
      case UInt8(ascii: "k"): result[index] = UInt8(ascii: "g")
      case UInt8(ascii: "t"): result[index] = UInt8(ascii: "d")
      case UInt8(ascii: "p"): result[index] = UInt8(ascii: "b")
      default: break
      }
    }
    return result
  }
}
