/// What stands before a degree or an office behind a name, by the reader's language.
enum SuffixComma {
  /// The comma and the space of a language, or `nil` where a space is enough.
  ///
  /// From the pattern of long, referring, formal names in CLDR 42 (`{surname}, {suffix}`), and where
  /// its later test data differ, from those: they have no comma in German and one in English,
  /// Spanish, Vietnamese and Arabic.
  static func of(language: String?) -> String? {
    switch LanguageTag.primary(language) {
    case "ar": "، "
    case "bg", "cs", "en", "es", "et", "hi", "hr", "is", "pt", "ro", "ru", "sk", "sl", "sq", "sr",
      "tr", "vi":
      ", "
    default: nil
    }
  }
}

/// The suffixes that tell a son from his father, before which no comma stands.
enum GenerationSuffix {
  /// Cuts a suffix behind its leading generations: `Jr MD` into `Jr` and `MD`.
  static func split(_ suffix: String) -> (generation: String?, rest: String?) {
    let octets = suffix.utf8
    var end = octets.startIndex
    var restStart = octets.startIndex
    while restStart < octets.endIndex {
      let wordEnd =
        octets[restStart...].firstIndex { $0 == 0x20 || $0 == UInt8(ascii: ",") }
        ?? octets.endIndex
      guard isGeneration(suffix[restStart..<wordEnd]) else { break }
      end = wordEnd
      restStart =
        octets[wordEnd...].firstIndex { $0 != 0x20 && $0 != UInt8(ascii: ",") } ?? octets.endIndex
    }
    let rest = suffix[restStart...]
    return (
      end == octets.startIndex ? nil : String(suffix[..<end]), rest.isEmpty ? nil : String(rest)
    )
  }

  /// Whether a word is a generation, with or without a full stop and in any case.
  private static func isGeneration(_ word: Substring) -> Bool {
    // The longest word below has twelve octets; longer text need not be copied.
    guard word.utf8.count <= 14 else { return false }
    var text = word.lowercased()
    if text.utf8.last == UInt8(ascii: ".") { text.removeLast() }
    return words.contains(text)
  }

  private static let words: Set<String> = [
    "jr", "sr", "jnr", "snr", "junior", "senior", "ii", "iii", "iv", "v", "vi", "vii", "viii",
    "2nd", "3rd", "4th", "5th", "fils", "père", "filho", "neto", "sobrinho", "júnior", "sênior",
    "hijo", "padre", "ifj", "id", "ml", "st", "мл", "ст", "الابن", "الأب",
  ]
}

/// Keeps a text that is written from right to left apart from the text around it.
enum BidiIsolate {
  private static let start: Unicode.Scalar = "\u{2068}"
  private static let end: Unicode.Scalar = "\u{2069}"

  /// The parts between isolates, when one of them has a letter or a mark of direction.
  static func isolating(_ parts: [ContactFormatter.Part]) -> [ContactFormatter.Part] {
    var needed = false
    var depth = 0
    var missingStarts = 0
    for part in parts {
      for scalar in part.text.unicodeScalars {
        switch scalar.value {
        case 0x2066...0x2068:
          depth += 1
          needed = true
        case 0x2069:
          needed = true
          if depth > 0 { depth -= 1 } else { missingStarts += 1 }
        case let value: if !needed { needed = isRightToLeft(value) }
        }
      }
    }
    guard needed else { return parts }
    return [.init(kind: .literal, text: text(start, 1 + missingStarts))] + parts
      + [.init(kind: .literal, text: text(end, 1 + depth))]
  }

  private static func text(_ scalar: Unicode.Scalar, _ count: Int) -> String {
    String(repeating: String(Character(scalar)), count: count)
  }

  /// Whether a character is of a right-to-left script, or sets the direction of others.
  ///
  /// The ranges whose unassigned code points have the bidirectional class R or AL (UAX #44, table of
  /// DerivedBidiClass), and the marks, embeddings and overrides of UAX #9.
  private static func isRightToLeft(_ value: UInt32) -> Bool {
    switch value {
    case 0x0590...0x08FF, 0x200F, 0x202A...0x202E, 0xFB1D...0xFDFF, 0xFE70...0xFEFF,
      0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
