import ICU

/// How good a name looks: marks, then case, then length win.
///
/// A letter with its marks is one, whether it is written as one character or as several.
struct NameQuality {
  private var isName = false
  /// What became of letters that were read in another charset.
  private var broken = 0
  private var marks = 0
  private var hasCase = false
  private var length = 0

  /// Judges a name; `nil` for a text that is none.
  init?(_ name: String) {
    var text = ValueKey.normalized(name)
    guard !text.isEmpty else { return nil }
    // It fails only when there is no memory left; the text then is judged as it is.
    if let composed = try? Normalizer.nfc.normalize(text) { text = composed }
    var letters = 0
    var upper = 0
    var lower = 0
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      length += 1
      if scalar.isASCII {
        let isUpper = 0x41...0x5A ~= scalar.value
        let isLower = 0x61...0x7A ~= scalar.value
        if isUpper { upper += 1 }
        if isLower { lower += 1 }
        if isUpper || isLower { letters += 1 }
        continue
      }
      if scalar.properties.isAlphabetic { letters += 1 }
      if scalar.properties.generalCategory == .nonspacingMark {
        marks += 1
      } else if 0xC0...0x24F ~= scalar.value || 0x1E00...0x1EFF ~= scalar.value,
        scalar.properties.isAlphabetic
      {
        // Also letters that no mark makes: ø, ß, ł, ı.
        marks += 1
      }
      if scalar.properties.isUppercase { upper += 1 }
      if scalar.properties.isLowercase { lower += 1 }
      // What became of UTF-8 that was read as windows-1252.
      if scalar == "\u{FFFD}" || 0x80...0x9F ~= scalar.value { broken += 1 }
      if let previous, previous == "\u{C3}" || previous == "\u{C2}", !scalar.properties.isAlphabetic
      {
        broken += 1
      }
    }
    isName = letters > 0 && !text.utf8.contains(UInt8(ascii: "@"))
    hasCase = upper + lower == 0 || upper > 0 && lower > 0
  }

  /// Judges a name that is normalized; `nil` when it is not ASCII, or empty.
  init?(ascii octets: Span<UInt8>) {
    guard !octets.isEmpty else { return nil }
    var (upper, lower, hasAt) = (false, false, false)
    for index in octets.indices {
      switch octets[index] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): upper = true
      case UInt8(ascii: "a")...UInt8(ascii: "z"): lower = true
      case UInt8(ascii: "@"): hasAt = true
      case 0x80...: return nil
      default: break
      }
    }
    isName = (upper || lower) && !hasAt
    hasCase = upper == lower
    length = octets.count
  }

  /// What is compared, from the first on.
  var rank: MergeRank { (isName ? 1 : 0, -broken, marks, hasCase ? 1 : 0, length) }
}

/// What tells the better of two lines, compared from the first number on.
typealias MergeRank = (Int, Int, Int, Int, Int)
