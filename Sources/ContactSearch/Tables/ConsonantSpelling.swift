/// The consonants of a Latin spelling, for scripts that write few vowels or all of them: Mohammed,
/// Muhammad and mhmd are one, as are Rajkumar and rajakumara.
enum ConsonantSpelling {
  /// What is done with w and y inside a word, which in Arabic and Hebrew may be vowels.
  enum Semivowels {
    /// y is a vowel, w a v.
    case typed
    /// Both are vowels.
    case dropped
    /// Both are consonants, w a v; and kh is two letters, as in Cohen.
    case kept
    /// Both are long vowels, w an u, y an i.
    case long
    /// So are what people write for these: Mahmoud is mhmud.
    case typedLong
  }

  /// Leaves the vowels out; one at the start stays, as `a` whichever it is.
  ///
  /// - Parameters:
  ///   - spelling: A Latin spelling.
  ///   - semivowels: What is done with w and y inside.
  ///   - guttural: What ch stands for: h in Hebrew, c in Hindi.
  /// - Returns: Letters of ASCII.
  static func of(
    _ spelling: [UInt8], _ semivowels: Semivowels, guttural: UInt8 = UInt8(ascii: "c")
  ) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < spelling.count {
      var octet = spelling[index]
      var width = 1
      let isFirst = index == 0
      if index + 1 < spelling.count {
        switch (octet, spelling[index + 1]) {
        case (UInt8(ascii: "s"), UInt8(ascii: "h")), (UInt8(ascii: "t"), UInt8(ascii: "h")),
          (UInt8(ascii: "d"), UInt8(ascii: "h")), (UInt8(ascii: "g"), UInt8(ascii: "h")),
          (UInt8(ascii: "b"), UInt8(ascii: "h")):
          width = 2
        case (UInt8(ascii: "k"), UInt8(ascii: "h")) where semivowels != .kept:
          octet = UInt8(ascii: "h")
          width = 2
        case (UInt8(ascii: "c"), UInt8(ascii: "h")):
          octet = guttural
          width = 2
        case (UInt8(ascii: "p"), UInt8(ascii: "h")):
          octet = UInt8(ascii: "f")
          width = 2
        case (UInt8(ascii: "t"), UInt8(ascii: "z")), (UInt8(ascii: "t"), UInt8(ascii: "s")):
          octet = UInt8(ascii: "z")
          width = 2
        case (let first, let second) where first == second: width = 2
        case (UInt8(ascii: "c"), _): octet = UInt8(ascii: "k")
        default: break
        }
      }
      index += width
      switch octet {
      case UInt8(ascii: "q"): octet = UInt8(ascii: "k")
      // Hebrew has one letter for b and v, and one for p and f.
      case UInt8(ascii: "b"): octet = UInt8(ascii: "v")
      case UInt8(ascii: "p"): octet = UInt8(ascii: "f")
      case UInt8(ascii: "y") where !isFirst && (semivowels == .typed || semivowels == .dropped):
        continue
      case UInt8(ascii: "y") where !isFirst && semivowels != .kept:
        octet = UInt8(ascii: "i")
        if result.last == octet { continue }
      case UInt8(ascii: "w"):
        if !isFirst, semivowels == .dropped { continue }
        octet = UInt8(ascii: !isFirst && semivowels == .long ? "u" : "v")
      case UInt8(ascii: "h") where index == spelling.count && !isFirst: continue
      case let letter where LooseSpelling.isVowel(letter):
        if isFirst {
          octet = UInt8(ascii: "a")
        } else {
          guard semivowels == .long || semivowels == .typedLong,
            let long = longVowel(letter, isDouble: width == 2), result.last != long
          else { continue }
          octet = long
        }
      default: break
      }
      result.append(octet)
    }
    return result
  }

  /// The long vowel that a Latin one may stand for.
  private static func longVowel(_ letter: UInt8, isDouble: Bool) -> UInt8? {
    switch letter {
    case UInt8(ascii: "o"), UInt8(ascii: "u"): UInt8(ascii: "u")
    case UInt8(ascii: "i"): letter
    case UInt8(ascii: "e") where isDouble: UInt8(ascii: "i")
    default: nil
    }
  }
}
