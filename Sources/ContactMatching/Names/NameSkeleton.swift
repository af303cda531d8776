/// The sound of a Latin name, roughly: consonants that languages write in several ways are one, and
/// vowels are left out except at the start.
///
/// `Stephen` and `Steven`, `Katherine` and `Catherine`, `Shcherbakov` and `Scherbakow` have the same.
/// It finds candidates; it proves nothing, for `Maria` and `Mario` have the same too.
enum NameSkeleton {
  /// Puts the skeleton of letters `a` to `z` in the place of what an array holds.
  ///
  /// - Complexity: O(*n*).
  static func replace(_ result: inout [UInt8], with word: Span<UInt8>) {
    result.removeAll(keepingCapacity: true)
    var index = 0
    func at(_ place: Int) -> UInt8 { place < word.count ? word[place] : 0 }
    while index < word.count {
      let (letter, next) = (word[index], at(index + 1))
      var sound: UInt8 = letter
      var length = 1
      switch letter {
      case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "o"), UInt8(ascii: "u"):
        sound = index == 0 ? UInt8(ascii: "a") : 0
      case UInt8(ascii: "i"):
        sound = index == 0 ? (isVowel(next) ? UInt8(ascii: "j") : UInt8(ascii: "a")) : 0
      case UInt8(ascii: "y"), UInt8(ascii: "j"):
        sound = index == 0 ? UInt8(ascii: "j") : 0
      case UInt8(ascii: "h"), UInt8(ascii: "w"):
        // At the start h is heard; w is v in half of the languages.
        sound = index == 0 ? letter == UInt8(ascii: "h") ? letter : UInt8(ascii: "f") : 0
        if letter == UInt8(ascii: "w"), index > 0,
          !isVowel(at(index - 1)) || index + 1 == word.count
        {
          sound = UInt8(ascii: "f")
        }
      case UInt8(ascii: "p") where next == UInt8(ascii: "h"):
        (sound, length) = (UInt8(ascii: "f"), 2)
      case UInt8(ascii: "v"): sound = UInt8(ascii: "f")
      case UInt8(ascii: "q"): sound = UInt8(ascii: "k")
      case UInt8(ascii: "k") where next == UInt8(ascii: "h"):
        (sound, length) = (UInt8(ascii: "k"), 2)
      case UInt8(ascii: "x"):
        add(UInt8(ascii: "k"), &result)
        sound = UInt8(ascii: "s")
      case UInt8(ascii: "z"):
        (sound, length) = (UInt8(ascii: "s"), next == UInt8(ascii: "h") ? 2 : 1)
      case UInt8(ascii: "s"):
        if next == UInt8(ascii: "c"), at(index + 2) == UInt8(ascii: "h") {
          length = 3
        } else if next == UInt8(ascii: "h"), at(index + 2) == UInt8(ascii: "c"),
          at(index + 3) == UInt8(ascii: "h")
        {
          length = 4
        } else if next == UInt8(ascii: "h") || next == UInt8(ascii: "z") {
          length = 2
        }
      case UInt8(ascii: "t"):
        if next == UInt8(ascii: "s"), at(index + 2) == UInt8(ascii: "c"),
          at(index + 3) == UInt8(ascii: "h")
        {
          (sound, length) = (UInt8(ascii: "c"), 4)
        } else if next == UInt8(ascii: "c"), at(index + 2) == UInt8(ascii: "h") {
          (sound, length) = (UInt8(ascii: "c"), 3)
        } else if next == UInt8(ascii: "s") || next == UInt8(ascii: "z") {
          (sound, length) = (UInt8(ascii: "s"), 2)
        }
      case UInt8(ascii: "c"):
        switch next {
        case UInt8(ascii: "h"):
          // Christine is Kristine.
          let isHard = at(index + 2) == UInt8(ascii: "r") || at(index + 2) == UInt8(ascii: "l")
          (sound, length) = (UInt8(ascii: isHard ? "k" : "c"), 2)
        case UInt8(ascii: "z"): length = 2
        case UInt8(ascii: "k"): (sound, length) = (UInt8(ascii: "k"), 2)
        case UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "y"): sound = UInt8(ascii: "s")
        default: sound = UInt8(ascii: "k")
        }
      case UInt8(ascii: "d"):
        if next == UInt8(ascii: "j")
          || next == UInt8(ascii: "z") && at(index + 2) == UInt8(ascii: "h")
        {
          (sound, length) = (UInt8(ascii: "d"), next == UInt8(ascii: "j") ? 2 : 3)
        } else if next == UInt8(ascii: "h") {
          length = 2
        }
      default:
        break
      }
      if sound != 0 { add(sound, &result) }
      index += length
    }
  }

  private static func add(_ sound: UInt8, _ result: inout [UInt8]) {
    if result.last != sound { result.append(sound) }
  }

  /// Whether a letter is one of the five vowels or `y`.
  static func isVowel(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"), UInt8(ascii: "y"):
      true
    default: false
    }
  }
}
