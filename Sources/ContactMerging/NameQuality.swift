import ContactModel
import ContactSearch
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
  /// The words without case, marks and punctuation, each once, in the order of strings.
  private(set) var words: [String] = []

  /// Judges a name; `nil` for a text that is none.
  init?(_ name: String) {
    var text = name
    if name.utf8.contains(where: { $0 >= 0x80 }) {
      // It fails only when there is no memory left; the text then is judged as it is.
      if let composed = try? Normalizer.nfc.normalize(name) { text = composed }
    }
    var (letters, upper, lower) = (0, 0, 0)
    var (isEmpty, hasAt) = (true, false)
    var isAfterCapitalA = false
    // The word that is read: its letters while it is ASCII, and where it starts.
    var word: [UInt8] = []
    var isASCII = true
    var (start, place) = (0, 0)
    for scalar in text.unicodeScalars {
      let here = place
      place += UTF8.width(scalar)
      let isBlank =
        scalar.isASCII
        ? scalar == " " || 0x09...0x0D ~= scalar.value
        : scalar.isBlank && scalar != "\u{FEFF}"
      if !isBlank { isEmpty = false }
      if isBlank || scalar == "," {
        if isASCII { add(word) } else { add(text, start..<here) }
        word.removeAll(keepingCapacity: true)
        (isASCII, isAfterCapitalA, start) = (true, false, place)
        continue
      }
      if scalar.isASCII {
        isAfterCapitalA = false
        let octet = UInt8(truncatingIfNeeded: scalar.value)
        if octet == UInt8(ascii: "@") { hasAt = true }
        guard let folded = NameSpelling.folded(octet) else { continue }
        word.append(folded)
        if folded != octet { upper += 1 } else if folded >= UInt8(ascii: "a") { lower += 1 }
        if folded >= UInt8(ascii: "a") { letters += 1 }
        continue
      }
      isASCII = false
      let isAlphabetic = scalar.properties.isAlphabetic
      if isAlphabetic {
        letters += 1
        if script == nil { script = NameScript.beyondLatin(scalar) }
        if scalar.properties.isUppercase { upper += 1 }
        if scalar.properties.isLowercase { lower += 1 }
      }
      if scalar.properties.generalCategory == .nonspacingMark {
        marks += 1
      } else if 0xC0...0x24F ~= scalar.value || 0x1E00...0x1EFF ~= scalar.value, isAlphabetic {
        // Also letters that no mark makes: ø, ß, ł, ı.
        marks += 1
      }
      // What became of UTF-8 that was read as windows-1252.
      if scalar == "\u{FFFD}" || 0x80...0x9F ~= scalar.value { broken += 1 }
      if isAfterCapitalA, !isAlphabetic { broken += 1 }
      isAfterCapitalA = scalar == "\u{C3}" || scalar == "\u{C2}"
    }
    guard !isEmpty else { return nil }
    if isASCII { add(word) } else { add(text, start..<place) }
    if words.count > 1 {
      words.sort()
      words = words.indices.filter { $0 == 0 || words[$0] != words[$0 - 1] }.map { words[$0] }
    }
    isName = letters > 0 && !hasAt
    hasCase = upper + lower == 0 || upper > 0 && lower > 0
  }

  /// Adds the word that stands at some octets of a text, and is not ASCII.
  private mutating func add(_ text: String, _ place: Range<Int>) {
    let start = text.utf8.index(text.startIndex, offsetBy: place.lowerBound)
    let word = String(text[start..<text.utf8.index(start, offsetBy: place.count)])
    // In scripts in which marks are vowels they go from both names.
    let plain = (try? Normalizer.strippingMarks(word)) ?? word
    add((try? NameSpelling.folded(plain)) ?? "")
  }

  private mutating func add(_ word: [UInt8]) { add(String(decoding: word, as: UTF8.self)) }

  private mutating func add(_ word: String) {
    if !word.isEmpty { words.append(word) }
  }

  /// Whether it has all words of another name, and more.
  func saysMore(than other: NameQuality) -> Bool {
    guard words.count > other.words.count else { return false }
    var rest = words[...]
    for word in other.words {
      guard let place = rest.firstIndex(of: word) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
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

  /// What tells the better of two names, compared from the first number on.
  private typealias Rank = (Int, Int, Int, Int, Int)

  /// Adds a name and the number of cards that write it so.
  mutating func add(_ name: String, count: Int) {
    names.append(NameQuality(name).map { ($0, count) })
  }

  /// The number of the best name, from 0 in the order in which they were added.
  var best: Int? {
    var best: (index: Int, rank: Rank, quality: NameQuality)?
    for (index, name) in names.enumerated() {
      guard let name else { continue }
      let rank = rank(name.quality)
      if let before = best {
        guard
          rank > before.rank
            || rank == before.rank
              && name.quality.saysMore(than: before.quality)
        else { continue }
      }
      best = (index, rank, name.quality)
    }
    return best?.index
  }

  private func rank(_ name: NameQuality) -> Rank {
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
