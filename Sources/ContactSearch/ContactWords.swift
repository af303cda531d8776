import ContactModel
package import ICU

/// The words of contacts as octets that begin alike where ``NameSearch`` takes one word for the
/// beginning of another; for indexes outside of memory.
package struct ContactWords: Sendable {
  /// The version of these rules: keys of another version are to be made again.
  package static let version = 6

  let spelling: SearchSpelling

  /// Opens what makes the keys.
  package init() throws(ICUError) { spelling = try SearchSpelling() }

  /// The keys of all forms of the words by which a contact is searched.
  package func keys(of entry: SearchEntry) throws(ICUError) -> [[UInt8]] {
    var words: Set<[UInt8]> = []
    var keys: [[UInt8]] = []
    try entry.forEachWord { (word) throws(ICUError) in
      let text = Array(entry.octets[word.text])
      guard words.insert(text).inserted else { return }
      if word.head.isPlain { return keys.append(ContactWords.key(.latin, text)) }
      for form in try spelling.forms(of: word, in: entry.octets.span) {
        keys.append(ContactWords.key(form.family, form.octets))
      }
    }
    return keys
  }

  /// The words of a query as beginnings of keys.
  ///
  /// - Parameters:
  ///   - query: Words with spaces between them.
  ///   - fields: The fields that are searched.
  /// - Returns: For each word the beginnings by which it is found: whomever ``NameSearch`` finds has
  ///   for each word a key with one of them. Of a word that falls into pieces only the longest piece
  ///   is told besides the whole.
  /// - Throws: `ICUError` when memory runs out.
  package func terms(
    of query: String, in fields: Set<SearchField> = SearchField.all
  ) throws(ICUError) -> [[[UInt8]]] {
    try SearchQuery(query, in: fields, spelling).terms.map { term in
      let piece = term.pieces.max { ContactWords.length($0) < ContactWords.length($1) }
      return (term.whole + (piece ?? [])).map { ContactWords.key($0.form.family, $0.form.octets) }
    }
  }

  private static func length(_ probes: [SearchProbe]) -> Int {
    probes.map(\.form.octets.count).min() ?? 0
  }

  private static func key(_ family: SearchForm.Family, _ octets: [UInt8]) -> [UInt8] {
    [family.rawValue] + octets
  }
}
