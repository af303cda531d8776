import ContactModel
internal import ICU
internal import VCard

/// The forms of a word in which it is looked up.
///
/// A typed word begins a word of a contact if a form of the one begins with a form of the other, in
/// the same family of forms:
/// ```
/// word       latin            romanized  loose    consonants       sorted      folded
/// Müller     muller mueller
/// Иванов                      ivanov …   ivanov                    key of ICU  иванов
/// محمود                       mhmwd      mhmvd    mhmud mhmvd mhmd  key of ICU  محمود
/// 張偉                        zhangwei … zangvei                   key of ICU  張偉 偉 张伟 伟
/// typed      as latin         as latin   loose    consonants       sorted      folded
/// ```
/// What is typed in another script is compared with words of that script by ICU's key and by its
/// letters, and with Latin words by its romanizations. Two words of two other scripts are never the
/// same.
struct SearchForm: Hashable, Sendable {
  /// A family of forms; forms of different families are never compared.
  enum Family: UInt8, CaseIterable, Sendable {
    /// Latin words in the 26 letters.
    case latin
    /// Other words in the 26 letters.
    case romanized
    /// The same with what differs by system brought together.
    case loose
    /// The same without short vowels, for scripts that write few.
    case longVowels
    /// The same without vowels.
    case consonants
    /// The same without letters that may be vowels.
    case bareConsonants
    /// Other words by ICU's key of primary strength.
    case sorted
    /// Other words as they are folded, those of Han also in simplified characters; and what such
    /// words, or those of Hangul, end with, since a given name may begin there.
    ///
    /// The key of a beginning is the beginning of the key except where a contraction is cut, as
    /// between a Thai vowel and the consonant that it is sorted after; there the letters decide.
    case folded
    /// The digits of a phone number from each of them on: what is typed is part of it.
    case digits
    /// A UID without punctuation.
    case identifier
  }

  var family: Family
  var octets: [UInt8]

  /// One of 64 bits that a form shares with all that begin as it does: where a word has none of the bits of
  /// what is typed, nothing of it is found.
  var mark: UInt64 {
    octets.first.map { 1 << ((UInt64($0) + 11 * UInt64(family.rawValue)) & 63) } ?? 0
  }
}

/// A form of a typed word.
struct SearchProbe: Hashable, Sendable {
  var form: SearchForm
  /// How far it is from what was typed: 0 the same script, 1 romanized, 2 romanized loosely or in
  /// all but short vowels, 3 in the consonants, 4 in the letters that can be nothing else.
  var distance: Int
  /// Whether it is too short to begin a word.
  var isWholeOnly = false

  /// How many distances there are.
  static let distances = 5
}

/// What ICU says of a word that is not ASCII, from which its forms are made.
///
/// It takes some 30 µs a word, and a hundred milliseconds to open the rules for Han; so it is kept with the
/// word in a ``SearchEntry``:
/// ```
/// how many spellings · each as a text · sort key · simplified     texts as there
/// ```
struct SpelledWord: Hashable, Sendable {
  /// The word in the letters `a` to `z` and digits, no two the same.
  var spellings: [[UInt8]]
  /// Its key of primary strength; empty where its Latin spellings say all.
  var sortKey: [UInt8] = []
  /// The word in simplified Han characters, where these are others.
  var simplified: [UInt8] = []

  init(spellings: [[UInt8]]) { self.spellings = spellings }

  /// Spellings that are read; of Hangul a word has 18.
  private static let mostSpellings = 64

  /// Reads what `append(to:)` has written; `nil` where the octets are something else.
  init?(_ octets: Span<UInt8>) {
    var place = 0
    var texts: [[UInt8]] = []
    guard let count = octets.packedNumber(&place), count <= SpelledWord.mostSpellings else {
      return nil
    }
    while place < octets.count, texts.count < count + 2 {
      guard let range = octets.counted(&place) else { return nil }
      texts.append([])
      texts[texts.count - 1].append(octets.extracting(range))
    }
    guard place == octets.count, texts.count == count + 2 else { return nil }
    simplified = texts.removeLast()
    sortKey = texts.removeLast()
    spellings = texts
  }

  /// Appends it.
  func append(to octets: inout [UInt8]) {
    octets.append(packed: UInt64(spellings.count))
    for text in spellings + [sortKey, simplified] { octets.append(counted: text.span) }
  }
}

/// Makes the forms of words.
final class SearchSpelling: Sendable {
  /// Consonants, fewer of which are the beginning of too many names, but may be a whole one.
  private static let fewestBeginning = 3
  /// Letters, fewer of which are not looked for loosely, since half of all names begin with them.
  private static let fewestLoose = 2
  /// Letters typed, fewer of which are not looked for by their consonants.
  private static let fewestTyped = 3

  private let collator: Collator

  init() throws(ICUError) {
    collator = try Collator(locale: "root", strength: .primary, alternateShifted: true)
  }

  /// The forms of a contact's word.
  ///
  /// - Parameter word: A folded word, ``SearchText/folded(_:)``.
  /// - Returns: One at least, no two the same.
  /// - Throws: `ICUError` when ICU's data are missing or memory runs out.
  func forms(of word: String) throws(ICUError) -> [SearchForm] {
    if SearchCode.isCode(word.utf8.span) { return SearchCode.forms(of: word) }
    if word.utf8.allSatisfy({ $0 < 0x80 }) {
      return [SearchForm(family: .latin, octets: Array(word.utf8))]
    }
    return SearchSpelling.forms(of: word, try spelled(word))
  }

  /// The forms of a word of an entry: what is not kept or does not read there is spelled anew.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - octets: Octets with the entry in them.
  /// - Returns: What ``forms(of:)`` says of the text.
  /// - Throws: As that.
  func forms(
    of word: SearchEntry.Word, in octets: Span<UInt8>
  ) throws(ICUError) -> [SearchForm] {
    var text: [UInt8] = []
    text.append(octets.extracting(word.text))
    let string = String(decoding: text, as: UTF8.self)
    let head = MemoryLayout<UInt64>.size
    guard word.spelled.count > head,
      let spelled = SpelledWord(octets.extracting(word.spelled.dropFirst(head)))
    else { return try forms(of: string) }
    return SearchSpelling.forms(of: string, spelled)
  }

  /// Whether a word of an entry can have one of the forms of these marks.
  @inline(__always)
  static func canHave(
    _ marks: UInt64, _ word: SearchEntry.Word, in octets: Span<UInt8>
  ) -> Bool {
    guard word.spelled.count > MemoryLayout<UInt64>.size else { return true }
    return octets.number(at: word.spelled.lowerBound, as: UInt64.self) & marks != 0
  }

  /// What ICU says of a folded word that is not ASCII.
  func spelled(_ word: String) throws(ICUError) -> SpelledWord {
    let scripts = Romanization.Scripts(of: word)
    var spelled = SpelledWord(spellings: try Romanization.spellings(of: word, scripts))
    if scripts == .latin, !spelled.spellings.isEmpty { return spelled }
    spelled.sortKey = try collator.sortKey(for: word).bytes
    if scripts.contains(.han), scripts.isSubset(of: [.han, .hangul, .kana]) {
      let simplified = try Romanization.simplified(word)
      if simplified != word { spelled.simplified = Array(simplified.utf8) }
    }
    return spelled
  }

  /// The forms of a folded word that is not ASCII.
  static func forms(of word: String, _ spelled: SpelledWord) -> [SearchForm] {
    var forms: [SearchForm] = []
    func add(_ family: SearchForm.Family, _ octets: [UInt8]) {
      let form = SearchForm(family: family, octets: octets)
      if !octets.isEmpty, !forms.contains(form) { forms.append(form) }
    }
    let scripts = Romanization.Scripts(of: word)
    if scripts.isSubset(of: .latin) {
      for spelling in spelled.spellings { add(.latin, spelling) }
      if !forms.isEmpty, scripts == .latin { return forms }
    } else {
      for spelling in spelled.spellings {
        add(.romanized, spelling)
        add(.loose, LooseSpelling.of(spelling))
        if scripts.contains(.other), !scripts.contains(.indic) {
          add(.longVowels, ConsonantSpelling.of(spelling, .long))
          add(.consonants, ConsonantSpelling.of(spelling, .kept))
          add(.bareConsonants, ConsonantSpelling.of(spelling, .dropped))
        }
      }
    }
    add(.sorted, spelled.sortKey)
    add(.folded, Array(word.utf8))
    if scripts.isSubset(of: [.han, .hangul, .kana]), !scripts.isSubset(of: .kana) {
      for ending in endings(of: word) { add(.folded, Array(ending.utf8)) }
      add(.folded, spelled.simplified)
      let simplified = String(decoding: spelled.simplified, as: UTF8.self)
      for ending in endings(of: simplified) { add(.folded, Array(ending.utf8)) }
    }
    return forms
  }

  /// What a word ends with from each of its first characters on but the first of all.
  private static func endings(of word: String) -> [String] {
    let scalars = word.unicodeScalars
    return (1..<Romanization.mostSyllables).compactMap { start in
      let rest = scalars.dropFirst(start)
      return rest.isEmpty ? nil : String(rest)
    }
  }

  /// The forms in which a typed word is looked up, the nearest first.
  ///
  /// - Parameter word: A folded word, ``SearchText/folded(_:)``.
  /// - Returns: No two the same.
  /// - Throws: `ICUError` when ICU's data are missing or memory runs out.
  func probes(of word: String) throws(ICUError) -> [SearchProbe] {
    var probes: [SearchProbe] = []
    func add(
      _ family: SearchForm.Family, _ octets: [UInt8], distance: Int, isWholeOnly: Bool = false
    ) {
      let form = SearchForm(family: family, octets: octets)
      if !octets.isEmpty, !probes.contains(where: { $0.form == form }) {
        probes.append(SearchProbe(form: form, distance: distance, isWholeOnly: isWholeOnly))
      }
    }
    let isASCII = word.utf8.allSatisfy { $0 < 0x80 }
    let scripts = isASCII ? .latin : Romanization.Scripts(of: word)
    let spellings =
      isASCII ? [Array(word.utf8)] : try Romanization.spellings(of: word, scripts, isTyped: true)
    if scripts != .latin || spellings.isEmpty {
      add(.sorted, try collator.sortKey(for: word).bytes, distance: 0)
      add(.folded, Array(word.utf8), distance: 0)
      if scripts.contains(.han) {
        add(.folded, Array(try Romanization.simplified(word).utf8), distance: 1)
      }
    }
    guard scripts.isSubset(of: .latin) else {
      for spelling in spellings { add(.latin, spelling, distance: 1) }
      return probes
    }
    for spelling in spellings { add(.latin, spelling, distance: 0) }
    for spelling in spellings { add(.romanized, spelling, distance: 1) }
    for spelling in spellings {
      for guttural in "ch".utf8 {
        let loose = LooseSpelling.of(spelling, guttural: guttural)
        if loose.count >= SearchSpelling.fewestLoose { add(.loose, loose, distance: 2) }
        guard spelling.count >= SearchSpelling.fewestTyped else { continue }
        let long = ConsonantSpelling.of(spelling, .typedLong, guttural: guttural)
        let bare = ConsonantSpelling.of(spelling, .typed, guttural: guttural)
        let isWholeOnly = bare.count < SearchSpelling.fewestBeginning
        add(.longVowels, long, distance: 2, isWholeOnly: isWholeOnly)
        add(.consonants, bare, distance: 3, isWholeOnly: isWholeOnly)
        add(.bareConsonants, bare, distance: 4, isWholeOnly: isWholeOnly)
      }
    }
    return probes
  }
}
