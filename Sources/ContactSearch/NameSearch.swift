public import ContactModel
public import ICU

/// A search for contacts by the beginnings of words.
///
/// A contact is found if every word of the query begins some word of its name, nickname,
/// organisation, an email, a category, a city or a note, or is part of a phone number in whatever
/// notation, or is its UID (eight letters and digits of its beginning are enough), in any order. Case, marks, width, apostrophes and punctuation do not
/// count; ä, ö, ü, ø and å are also ae, oe, ue, oe and aa. Words of other scripts are compared as
/// ICU does at primary strength in the root locale. Latin letters also find words of other scripts
/// by the usual romanizations (`ivanov` finds Иванов, `kim` finds 김, `chen` finds 陈), and the
/// other way round. Han and Hangul names in one piece are found by the given name as well, and
/// simplified and traditional Han characters find each other.
///
/// Of hostile contacts the first 1024 words of each text count, with 256 octets each, and 1024
/// nicknames and emails, and as many values of each other kind.
///
/// It takes contacts one by one; ``SearchIndex`` answers many queries over many contacts. Both find
/// the same. A search may be used by any number of threads.
public final class NameSearch: Sendable {
  private let spelling: SearchSpelling
  private let query: SearchQuery

  /// Prepares a query.
  ///
  /// - Parameters:
  ///   - query: Words with spaces between them; the first 32 count.
  ///   - fields: The fields that are searched.
  /// - Throws: `ICUError` when ICU's data are missing or memory runs out.
  public init(
    _ query: String, in fields: Set<SearchField> = SearchField.all
  ) throws(ICUError) {
    let spelling = try SearchSpelling()
    self.query = try SearchQuery(query, in: fields, spelling)
    self.spelling = spelling
  }

  /// Whether the query has no word; it then finds nobody.
  public var isEmpty: Bool { query.terms.isEmpty }

  /// Tells whether a contact is found.
  ///
  /// - Parameter contact: A contact with the keys `Contact.Keys.searching`.
  /// - Returns: `false` also when the query has no word.
  /// - Throws: `ICUError` when memory runs out.
  /// - Complexity: As ``rank(of:)-(Contact)``.
  public func matches(_ contact: Contact) throws(ICUError) -> Bool {
    try rank(of: contact) != nil
  }

  /// Tells how well a contact answers the query.
  ///
  /// - Parameter contact: A contact with the keys `Contact.Keys.searching`.
  /// - Returns: `nil` when it is not found.
  /// - Throws: `ICUError` when memory runs out.
  /// - Complexity: O(*n*) in the octets of the contact's words; ICU sees those that are not ASCII.
  public func rank(of contact: Contact) throws(ICUError) -> SearchRank? {
    try rank(of: [contact])
  }

  /// Tells how well a person answers the query who has several contacts: each word may stand in
  /// another of them.
  ///
  /// - Parameter contacts: Contacts with the keys `Contact.Keys.searching`.
  /// - Returns: `nil` when the person is not found.
  /// - Throws: `ICUError` when memory runs out.
  /// - Complexity: As ``rank(of:)-(Contact)``.
  public func rank(of contacts: [Contact]) throws(ICUError) -> SearchRank? {
    guard !isEmpty else { return nil }
    var matching = ContactMatching(query)
    for contact in contacts {
      try SearchText.forEach(in: contact) { (text, field, isShown) throws(ICUError) in
        guard query.concerns(field) else { return }
        try matching.add(text, field: field, isShown: isShown, spelling: spelling)
      }
    }
    return matching.rank
  }

  /// Tells how well a contact answers the query, with what was found out about others.
  ///
  /// - Parameters:
  ///   - contact: A contact with the keys `Contact.Keys.searching`.
  ///   - memory: What was found out; a thread has its own, and uses it for no other search.
  /// - Returns: What ``rank(of:)-(Contact)`` returns.
  /// - Throws: `ICUError` when memory runs out.
  package func rank(
    of contact: Contact, _ memory: inout SearchMemory
  ) throws(ICUError) -> SearchRank? {
    guard !isEmpty else { return nil }
    return try memory.rank(of: contact, query, spelling)
  }

  /// Tells how well a person answers the query of whose cards there are entries.
  ///
  /// - Parameters:
  ///   - entries: The octets of ``SearchEntry`` of each card, one after the other.
  ///   - starts: Where each begins.
  ///   - memory: As for ``rank(of:_:)``.
  /// - Returns: What ``rank(of:)-([Contact])`` says of the cards.
  /// - Throws: `ICUError` when memory runs out.
  /// - Complexity: O(*n*) in the octets; ICU sees each word once of which nothing is kept.
  package func rank(
    ofEntries entries: Span<UInt8>, startingAt starts: [Int], _ memory: inout SearchMemory
  ) throws(ICUError) -> SearchAnswer {
    guard !isEmpty else { return .notFound }
    return try memory.rank(of: entries, startingAt: starts, query, spelling)
  }

  /// Whether rows tell who is found, so that nearly no entry need be looked at.
  package var isToldByRows: Bool { query.letter != nil }

  /// Tells how well a contact answers the query of which there is a row.
  ///
  /// - Parameters:
  ///   - row: The octets of a ``SearchRow``.
  ///   - cells: Receives where its cells stand, ``RowCells``.
  /// - Returns: What ``rank(of:)-(Contact)`` says of the contact; `nil` where its entry tells.
  /// - Complexity: O(1).
  package func rank(ofRow row: Span<UInt8>, cells: inout Range<Int>) -> SearchAnswer? {
    SearchRow.answer(query.letter, in: row, cells: &cells)
  }

  /// Tells the best rank that a contact of a composite name can have, whatever else it says.
  ///
  /// - Parameters:
  ///   - name: The composite name.
  ///   - memory: As for ``rank(of:_:)``.
  /// - Returns: `nil` where the name alone does not tell.
  /// - Throws: `ICUError` when memory runs out.
  package func bestRank(
    ofName name: String, _ memory: inout SearchMemory
  ) throws(ICUError) -> SearchRank? {
    guard !isEmpty else { return nil }
    return try memory.bestRank(ofName: name, query, spelling)
  }

  /// One contact on its way through a query.
  private struct ContactMatching {
    private let query: SearchQuery
    private var wholes: [TermMatch]
    private var pieces: [[TermMatch]]
    /// The words of the name so far.
    private var names: Set<String> = []
    private var shownWords = 0

    init(_ query: SearchQuery) {
      self.query = query
      wholes = query.terms.map { _ in .none }
      pieces = query.terms.map { $0.pieces.map { _ in .none } }
    }

    mutating func add(
      _ text: String, field: SearchField, isShown: Bool, spelling: SearchSpelling
    ) throws(ICUError) {
      let octets = Array(text.utf8)
      try SearchText.forEachChunk(in: octets.span) { (range) throws(ICUError) in
        let chunk = String(decoding: octets[range], as: UTF8.self)
        for (number, word) in try SearchText.words(of: chunk).enumerated() {
          var place = names.count
          if field == .name {
            guard names.insert(word).inserted else { continue }
            if isShown, number == 0 { shownWords += 1 }
          } else {
            place = TermMatch.lastPlace
          }
          add(try spelling.forms(of: word), field: field, place: place)
        }
      }
    }

    private mutating func add(_ forms: [SearchForm], field: SearchField, place: Int) {
      for (index, term) in query.terms.enumerated() {
        wholes[index] = min(wholes[index], TermMatch(term.whole, forms, field, place))
        for (number, piece) in term.pieces.enumerated() {
          let match = TermMatch(piece, forms, field, place)
          pieces[index][number] = min(pieces[index][number], match)
        }
      }
    }

    var rank: SearchRank? {
      var sum = SearchRank.Sum()
      for index in query.terms.indices {
        let match = min(wholes[index], TermMatch.combined(pieces[index]))
        if match == .none { return nil }
        sum.add(match)
      }
      return sum.rank(shownWords: shownWords)
    }
  }
}
