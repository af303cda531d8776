package import ContactModel
package import VCard

/// Some of the cards to sort, those that follow each other in the input.
package struct SortPiece: Sendable {
  /// What is written of each card, one after the other in the order of the keys.
  ///
  /// Whoever merges pieces then goes through each of them from its start to its end.
  package var text: [UInt8] = []
  /// The keys of the cards in their order, with the places of the cards in ``text``.
  package var records = SortedRecords()
}

/// Makes pieces: takes cards, and sorts them when there are enough.
///
/// Copies share nothing that changes, so that each thread may have one.
package struct SortPieceMaker: CardWorker {
  private var keyWriter: NameKeyWriter
  private let writer = CardWriter()
  private var order: KeyOrder
  private var text: [UInt8] = []
  private var textEnds: [Int] = []
  private var keys: [UInt8] = []
  private var keyEnds: [Int] = []

  /// Creates a maker.
  ///
  /// - Parameters:
  ///   - sorter: What names are sorted by.
  ///   - backwards: Whether the last name comes first.
  package init(_ sorter: NameSorter, backwards: Bool) {
    keyWriter = NameKeyWriter(sorter)
    order = KeyOrder(backwards: backwards)
  }

  /// Takes a card.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - found: Nothing is added: what matters to sorting is never odd.
  /// - Throws: ``ICU/ICUError`` when memory runs out.
  package mutating func take(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    writer.write(card, into: &text)
    textEnds.append(text.count)
    try keyWriter.append(for: card, to: &keys)
    keyEnds.append(keys.count)
  }

  /// Makes a piece of the cards taken since the last one.
  ///
  /// Its storage is kept by whoever merges pieces, so none is used again.
  package mutating func finish(_ piece: inout SortPiece?) {
    piece = nil
    piece = takePiece()
  }

  private mutating func takePiece() -> SortPiece {
    var room = 0
    order.sort(keys, ends: keyEnds)
    var offset = 0
    for index in order.indices {
      let place = TextPlace(offset: offset, count: textRange(index).count)
      room += SortedRecords.size(place, keyRange(index).count)
      offset += place.count
    }
    var piece = SortPiece()
    piece.records = SortedRecords(capacity: room)
    piece.text.reserveCapacity(text.count)
    for index in order.indices {
      let range = textRange(index)
      let place = TextPlace(offset: piece.text.count, count: range.count)
      piece.records.append(place, key: keys[keyRange(index)])
      piece.text.append(contentsOf: text[range])
    }
    text.removeAll(keepingCapacity: true)
    textEnds.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    keyEnds.removeAll(keepingCapacity: true)
    return piece
  }

  /// Where the text of a card stands, by the number of the card.
  private func textRange(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : textEnds[index - 1])..<textEnds[index]
  }

  /// Where its key stands.
  private func keyRange(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : keyEnds[index - 1])..<keyEnds[index]
  }
}
