/// The charsets that were found out for the cards of an input, for whoever reads some of them again.
///
/// - Complexity: Holds an entry for each change.
package struct FoundCharsets: Sendable {
  private var starts: [Int] = []
  private var charsets: [UndeclaredCharset?] = []

  /// Creates a list of an input without cards.
  package init() {}

  /// Takes note of the next card.
  ///
  /// - Parameters:
  ///   - card: The card as it was read.
  ///   - number: Its number, larger than those before.
  package mutating func note(_ card: borrowing Card, number: Int) {
    note(card.foundCharset, number: number)
  }

  private mutating func note(_ charset: UndeclaredCharset?, number: Int) {
    if let last = charsets.last {
      // Where UTF-8 is read as such, a card that holds nothing else reads the same.
      guard charset != last, charset != nil || last?.readsUTF8 == false else { return }
    }
    starts.append(number)
    charsets.append(charset)
  }

  /// Takes note of further cards.
  ///
  /// - Parameters:
  ///   - next: What was noted of them.
  ///   - offset: What is added to their numbers.
  package mutating func append(_ next: FoundCharsets, offset: Int) {
    for (start, charset) in zip(next.starts, next.charsets) {
      note(charset, number: start + offset)
    }
  }

  /// Each change: the number of the first card, and the name of its charset, or `nil` for none.
  package var changes: [(start: Int, charset: String?)] {
    zip(starts, charsets).map { ($0, $1?.rawValue) }
  }

  /// Creates a list of changes.
  package init(_ changes: [(start: Int, charset: String?)]) {
    starts = changes.map(\.start)
    charsets = changes.map { $0.charset.map(UndeclaredCharset.init(rawValue:)) }
  }

  /// Decodes a card as it was when it was read first.
  ///
  /// - Complexity: O(log *n*) in the changes.
  package func decoding(_ decoding: TextDecoding, ofCard number: Int) -> TextDecoding {
    let next = starts.indices.firstPlace { starts[$0] > number }
    guard next > 0, let charset = charsets[next - 1] else { return decoding }
    return decoding.deciding(charset)
  }
}
