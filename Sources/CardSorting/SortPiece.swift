package import ContactModel
import ICU
package import VCard

/// Some of the cards to sort, those that follow each other in the input.
package struct SortPiece: Sendable {
  /// What is written of each card, one after the other in the order of the keys.
  ///
  /// Whoever merges pieces then goes through each of them from its start to its end.
  package var text: [UInt8] = []
  /// The keys of the cards in their order, with the places of the cards in ``text``.
  package var records = SortedRecords()

  /// Creates a piece of no cards.
  package init() {}
}

/// Collects texts and keys, and sorts them into a piece.
package struct SortPieceBuilder: Sendable {
  /// The texts so far; what is appended belongs to the next record.
  package var text: [UInt8] = []
  /// The keys so far; what is appended belongs to the next record.
  package var keys: [UInt8] = []

  private var order: KeyOrder
  private var textEnds: [Int] = []
  private var keyEnds: [UInt32] = []

  /// Creates a builder without records.
  ///
  /// - Parameter backwards: Whether the greatest key comes first.
  package init(backwards: Bool = false) { order = KeyOrder(backwards: backwards) }

  /// Makes a record of what was appended to ``text`` and ``keys`` since the last one.
  package mutating func endRecord() {
    textEnds.append(text.count)
    keyEnds.append(UInt32(keys.count))
  }

  /// Makes a piece of the records so far, and forgets them.
  ///
  /// Its storage is kept by whoever merges pieces, so none is used again.
  package mutating func takePiece() -> SortPiece {
    order.sort(keys, ends: keyEnds)
    let piece = piece(order.indices)
    text.removeAll(keepingCapacity: true)
    textEnds.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    keyEnds.removeAll(keepingCapacity: true)
    return piece
  }

  /// The piece of the records in some order.
  private func piece(_ indices: [UInt32]) -> SortPiece {
    var room = 0
    var offset = 0
    for index in indices {
      let place = TextPlace(offset: offset, count: textRange(Int(index)).count)
      room += SortedRecords.size(place, keyRange(Int(index)).count)
      offset += place.count
    }
    var piece = SortPiece()
    piece.records = SortedRecords(capacity: room)
    let (texts, keys) = (text.span, keys.span)
    piece.text.append(addingCapacity: text.count) { output in
      for index in indices {
        let range = textRange(Int(index))
        let place = TextPlace(offset: output.count, count: range.count)
        piece.records.append(place, key: keys.extracting(keyRange(Int(index))))
        output.append(texts.extracting(range))
      }
    }
    return piece
  }

  /// Where the text of a record stands, by its number.
  private func textRange(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : textEnds[index - 1])..<textEnds[index]
  }

  /// Where its key stands.
  private func keyRange(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(keyEnds[index - 1]))..<Int(keyEnds[index])
  }
}

/// Makes pieces: takes cards, and sorts them when there are enough.
///
/// Copies share nothing that changes, so that each thread may have one.
package struct SortPieceMaker: CardWorker {
  private var keyWriter: NameKeyWriter
  private let writer = CardWriter()
  private var builder: SortPieceBuilder

  /// Creates a maker.
  ///
  /// - Parameters:
  ///   - sorter: What names are sorted by.
  ///   - backwards: Whether the last name comes first.
  package init(_ sorter: NameSorter, backwards: Bool) {
    keyWriter = NameKeyWriter(sorter)
    builder = SortPieceBuilder(backwards: backwards)
  }

  /// Takes a card.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - found: Nothing is added: what matters to sorting is never odd.
  /// - Throws: `ICUError` when memory runs out.
  package mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    writer.write(card, into: &builder.text)
    try keyWriter.append(for: card, to: &builder.keys)
    builder.endRecord()
  }

  /// Makes a piece of the cards taken since the last one.
  package mutating func finish(_ piece: inout SortPiece?) {
    piece = nil
    piece = builder.takePiece()
  }
}
