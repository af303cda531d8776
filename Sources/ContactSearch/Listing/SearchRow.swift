internal import VCard

/// What a list shows of a contact, and how well the contact answers a query of one letter, as octets.
///
/// They are kept beside its ``SearchEntry``:
/// ```
/// letters    ``SearchLetters``
/// cells      ``RowCells``: name · organisation · emails · phones, as ``ListedTexts`` has them
/// ```
package enum SearchRow {
  /// Makes the row of a contact.
  ///
  /// - Parameters:
  ///   - letters: Those of its words.
  ///   - entry: The octets of an entry, of which the texts are looked at.
  /// - Returns: The octets of the row.
  static func octets(_ letters: SearchLetters, textsOf entry: Span<UInt8>) -> [UInt8] {
    var octets: [UInt8] = []
    letters.append(to: &octets)
    var texts = ListedTexts()
    guard texts.take(entry, startingAt: [0]) != nil else {
      preconditionFailure("an entry that was just made reads")
    }
    texts.appendRow(of: entry, to: &octets)
    return octets
  }

  /// How the contact answers a letter, by its number; `nil` where the entry tells.
  static func answer(
    _ letter: Int?, in row: Span<UInt8>, cells: inout Range<Int>
  ) -> SearchAnswer? {
    var place = 0
    let answer = SearchLetters.answer(letter, in: row, &place)
    cells = min(place, row.count)..<row.count
    return answer
  }
}
