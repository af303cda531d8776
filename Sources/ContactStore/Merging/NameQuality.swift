import ContactModel
import ICU

/// How good a name looks, and what it says.
///
/// A letter with its marks is one, whether it is written as one character or as several.
struct NameQuality {
  /// Whether it has letters and is no address.
  private(set) var isName = false
  /// What became of letters that were read in another charset.
  private(set) var broken = 0
  private(set) var marks = 0
  private(set) var hasCase = false
  /// The first script of its letters that is not Latin.
  private(set) var script: Script?
  /// The words without case, marks and punctuation, in whatever order.
  private(set) var words: Set<String> = []

  /// Judges a name; `nil` for a text that is none.
  init?(_ name: String) {
    var text = name
    if name.utf8.contains(where: { $0 >= 0x80 }) {
      // It fails only when there is no memory left; the text then is judged as it is.
      if let composed = try? Normalizer.nfc.normalize(name) { text = composed }
    }
    var (letters, upper, lower) = (0, 0, 0)
    var (isEmpty, hasAt) = (true, false)
    var previous: Unicode.Scalar?
    var word = text.startIndex
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      defer { previous = scalar }
      let isBlank =
        scalar.isASCII
        ? scalar == " " || 0x09...0x0D ~= scalar.value : scalar.properties.isWhitespace
      if !isBlank { isEmpty = false }
      if isBlank || scalar == "," {
        addWord(text[word..<index])
        word = scalars.index(after: index)
        continue
      }
      if scalar.isASCII {
        let isUpper = 0x41...0x5A ~= scalar.value
        let isLower = 0x61...0x7A ~= scalar.value
        if isUpper { upper += 1 }
        if isLower { lower += 1 }
        if isUpper || isLower { letters += 1 }
        if scalar == "@" { hasAt = true }
        continue
      }
      let isAlphabetic = scalar.properties.isAlphabetic
      if isAlphabetic {
        letters += 1
        if script == nil { script = NameScript.beyondLatin(scalar) }
      }
      if scalar.properties.generalCategory == .nonspacingMark {
        marks += 1
      } else if 0xC0...0x24F ~= scalar.value || 0x1E00...0x1EFF ~= scalar.value, isAlphabetic {
        // Also letters that no mark makes: ø, ß, ł, ı.
        marks += 1
      }
      if scalar.properties.isUppercase { upper += 1 }
      if scalar.properties.isLowercase { lower += 1 }
      // What became of UTF-8 that was read as windows-1252.
      if scalar == "\u{FFFD}" || 0x80...0x9F ~= scalar.value { broken += 1 }
      if let previous, previous == "\u{C3}" || previous == "\u{C2}", !isAlphabetic { broken += 1 }
    }
    guard !isEmpty else { return nil }
    addWord(text[word...])
    isName = letters > 0 && !hasAt
    hasCase = upper + lower == 0 || upper > 0 && lower > 0
  }

  private mutating func addWord(_ word: Substring) {
    guard !word.isEmpty else { return }
    let folded = NameQuality.folded(String(word))
    if !folded.isEmpty { words.insert(folded) }
  }

  private static func folded(_ word: String) -> String {
    guard word.utf8.contains(where: { $0 >= 0x80 }) else {
      return (try? NameSpelling.folded(word)) ?? ""
    }
    // In scripts in which marks are vowels they go from both names.
    let plain = (try? Normalizer.strippingMarks(word)) ?? word
    return (try? NameSpelling.folded(plain)) ?? ""
  }
}

/// What several cards say that somebody is called.
///
/// ```
/// John Smith      2 cards   wins           山田太郎      1 card   wins, for the other is how it is
/// Johnny Smith    1 card                   Taro Yamada   1 card   written in another script
/// JOHN SMITH      1 card    a third one for John Smith
/// ```
/// A name goes before what is none, and one that is whole before one with broken letters; then the
/// script in which most cards have it, of as many the one that is not Latin; then what most cards say,
/// in whatever case and with or without marks. Of the ways to write that, and of what as many say, marks
/// win, then case, then who says all that the other says and more; else the first.
struct NameBallot {
  private var names: [(quality: NameQuality, count: Int)?] = []

  /// Adds a name and the number of cards that write it so.
  mutating func add(_ name: String, count: Int) {
    names.append(NameQuality(name).map { ($0, count) })
  }

  /// The number of the best name, from 0 in the order in which they were added.
  var best: Int? {
    var best: (index: Int, rank: MergeRank, words: Set<String>)?
    for (index, name) in names.enumerated() {
      guard let name else { continue }
      let rank = rank(name.quality)
      if let before = best {
        guard
          rank > before.rank
            || rank == before.rank && name.quality.words.isStrictSuperset(of: before.words)
        else { continue }
      }
      best = (index, rank, name.quality.words)
    }
    return best?.index
  }

  private func rank(_ name: NameQuality) -> MergeRank {
    var (ofScript, ofName) = (0, 0)
    for case .some(let other) in names where other.quality.isName {
      if other.quality.script == name.script { ofScript += other.count }
      if other.quality.words == name.words { ofName += other.count }
    }
    return (
      name.isName ? -name.broken : .min, ofScript * 2 + (name.script == nil ? 0 : 1), ofName,
      name.marks, name.hasCase ? 1 : 0
    )
  }
}

/// What tells the better of two lines, compared from the first number on.
typealias MergeRank = (Int, Int, Int, Int, Int)
