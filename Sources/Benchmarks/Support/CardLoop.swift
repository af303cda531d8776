public import VCard

/// Reads a book as the commands do: in pieces, with the storage of one card.
public struct CardLoop {
  /// The size in octets of the pieces that the commands read.
  public static let pieceSize = 256 * 1024

  private let pieceSize: Int

  /// Creates a loop.
  ///
  /// - Parameter pieceSize: Octets that are appended at once.
  public init(pieceSize: Int = CardLoop.pieceSize) { self.pieceSize = pieceSize }

  /// Hands over every card.
  ///
  /// - Parameters:
  ///   - bytes: The book.
  ///   - body: Receives each card, which lasts until it returns.
  /// - Returns: How many cards there were.
  /// - Throws: What the reader throws.
  @discardableResult
  public func read(_ bytes: [UInt8], _ body: (borrowing Card) -> Void) throws(ReadError) -> Int {
    var reader = CardReader()
    var card = Card(version: .version30)
    var start = 0
    while start < bytes.count {
      let end = min(start + pieceSize, bytes.count)
      try reader.append(bytes.span.extracting(start..<end))
      start = end
      if start == bytes.count { reader.finish() }
      while reader.next(into: &card) == .card { body(card) }
    }
    return reader.cardCount
  }
}
