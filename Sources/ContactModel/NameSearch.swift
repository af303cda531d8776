public import ICU

/// A search for contacts by the beginnings of words.
///
/// A contact is found if every word of the query begins some word of its name, nickname,
/// organisation or an email, in any order. Beginnings are compared as ICU does at primary strength
/// in the root locale with punctuation shifted away: case, marks, width and apostrophes do not
/// count. A search may be used by any number of threads.
public final class NameSearch: Sendable {
  /// A word of the query in the forms in which it is looked for.
  private struct Term: Sendable {
    /// The whole word, as it stands between spaces.
    var whole: SearchWord
    /// What it falls into at punctuation, if that is more than one piece.
    var pieces: [SearchWord]
  }

  private let words: SearchWords
  private let terms: [Term]

  /// Prepares a query.
  ///
  /// - Parameter query: Words with spaces between them.
  /// - Throws: ``ICU/ICUError`` when ICU's data are missing or memory runs out.
  public init(_ query: String) throws(ICUError) {
    let words = try SearchWords()
    var terms: [Term] = []
    for chunk in SearchWords.chunks(of: query) {
      guard let whole = try words.word(chunk) else { continue }
      var pieces: [SearchWord] = []
      for piece in SearchWords.pieces(of: chunk) {
        if let piece = try words.word(piece) { pieces.append(piece) }
      }
      terms.append(Term(whole: whole, pieces: pieces.count > 1 ? pieces : []))
    }
    self.words = words
    self.terms = terms
  }

  /// Whether the query has no word; it then finds nobody.
  public var isEmpty: Bool { terms.isEmpty }

  /// Tells whether a contact is found.
  ///
  /// - Parameter contact: A contact with the keys ``Contact/Keys/searching``.
  /// - Returns: `false` also when the query has no word.
  /// - Throws: ``ICU/ICUError`` when memory runs out.
  /// - Complexity: O(*n*) in the words of the contact, each of which ICU sees once.
  public func matches(_ contact: Contact) throws(ICUError) -> Bool {
    guard !terms.isEmpty else { return false }
    let found = try words.words(of: contact)
    return terms.allSatisfy { term in
      begins(term.whole, found)
        || !term.pieces.isEmpty && term.pieces.allSatisfy { begins($0, found) }
    }
  }

  private func begins(_ prefix: SearchWord, _ words: [SearchWord]) -> Bool {
    words.contains { $0.hasPrefix(prefix) }
  }
}

/// A word as it is searched.
struct SearchWord: Sendable {
  /// The ICU key of primary strength.
  let key: SortKey
  /// The word in NFKC with its case folded.
  let folded: String

  /// Whether a word begins with another.
  ///
  /// The key of a beginning is the beginning of the key except where a contraction is cut, as
  /// between a Thai vowel and the consonant that it is sorted after; there the letters decide.
  func hasPrefix(_ prefix: SearchWord) -> Bool {
    key.hasPrefix(prefix.key) || folded.utf8.starts(with: prefix.folded.utf8)
  }
}

/// Takes contacts and queries apart into words that can be searched.
final class SearchWords: Sendable {
  private let collator: Collator

  init() throws(ICUError) {
    collator = try Collator(locale: "root", strength: .primary, alternateShifted: true)
  }

  /// A word, or `nil` when there is nothing but punctuation in it.
  func word(_ text: String) throws(ICUError) -> SearchWord? {
    let key = try collator.sortKey(for: text)
    guard !key.bytes.isEmpty else { return nil }
    return SearchWord(key: key, folded: try Normalizer.nfkcCasefold.normalize(text))
  }

  /// All words of the texts by which a contact is found.
  func words(of contact: Contact) throws(ICUError) -> [SearchWord] {
    var texts: Set<String> = []
    func add(_ text: String?) {
      guard let text else { return }
      for chunk in SearchWords.chunks(of: text) {
        texts.insert(chunk)
        texts.formUnion(SearchWords.pieces(of: chunk))
      }
    }
    add(contact.compositeName)
    add(contact.formattedName)
    add(contact.namePrefix)
    add(contact.givenName)
    add(contact.middleName)
    add(contact.familyName)
    add(contact.nameSuffix)
    add(contact.previousFamilyName)
    add(contact.phoneticGivenName)
    add(contact.phoneticMiddleName)
    add(contact.phoneticFamilyName)
    for nickname in contact.nicknames { add(nickname) }
    add(contact.organizationName)
    add(contact.departmentName)
    add(contact.phoneticOrganizationName)
    for email in contact.emailAddresses { add(email.value) }
    var words: [SearchWord] = []
    words.reserveCapacity(texts.count)
    for text in texts {
      if let word = try word(text) { words.append(word) }
    }
    return words
  }

  /// The parts of a text between spaces.
  static func chunks(of text: String) -> [String] {
    text.unicodeScalars.split { $0.isBlank || $0.value < 0x20 }.map { String($0) }
  }

  /// The runs of letters, marks and digits in a text.
  static func pieces(of text: String) -> [String] {
    text.unicodeScalars.split { !isWordScalar($0) }.map { String($0) }
  }

  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
    case 0..<0x80: return false
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x3400...0x9FFF, 0xAC00...0xD7A3: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .connectorPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
      return false
    default: return true
    }
  }
}
