/// What is done to cards, on whatever thread; each thread has a copy of its own.
///
/// Places in the cards and diagnostics that it sees are counted from the start of a piece of the
/// input; ``CardPiece/origin`` tells where that is, once it is known.
public protocol CardWorker: Sendable {
  /// What comes of the cards of a piece of the input.
  associatedtype Piece: Sendable

  /// Takes a card.
  ///
  /// - Parameters:
  ///   - card: The card; its storage is used again for the next one.
  ///   - found: What was odd about the card and the text before it; what is added is sorted in by
  ///     its place.
  /// - Throws: What stops the run.
  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws

  /// Takes the cards of one person, for whom there are several.
  ///
  /// Unless a worker says otherwise, it takes them one after the other.
  ///
  /// - Parameters:
  ///   - cards: The cards in their order.
  ///   - found: As for ``process(_:found:)``.
  /// - Throws: What stops the run.
  mutating func process(person cards: [Card], found: inout [Diagnostic]) throws

  /// Gives what came of the cards since the last call, and begins anew.
  ///
  /// - Parameter piece: Holds a piece that was delivered, if there is one, whose storage may be used
  ///   again; receives what came of the cards.
  /// - Throws: What stops the run.
  mutating func finish(_ piece: inout Piece?) throws
}

extension CardWorker {
  /// Takes the cards one after the other.
  public mutating func process(person cards: [Card], found: inout [Diagnostic]) throws {
    for card in cards { try process(card, found: &found) }
  }
}

/// What came of a piece of the input, in the order of the input.
public struct CardPiece<Result: Sendable>: Sendable {
  /// What the worker made of it.
  public var result: Result
  /// What was odd, with its place in the whole input.
  public var diagnostics: [Diagnostic]
  /// Cards that the worker took.
  public let cards: Int
  /// Where the places that the worker saw are counted from.
  public let origin: PieceOrigin

  /// Creates a piece.
  public init(
    result: Result, diagnostics: [Diagnostic], cards: Int, origin: PieceOrigin = PieceOrigin()
  ) {
    self.result = result
    self.diagnostics = diagnostics
    self.cards = cards
    self.origin = origin
  }
}

/// Where a piece of the input starts; pieces start with a line.
public struct PieceOrigin: Hashable, Sendable {
  /// Octets before it.
  public internal(set) var bytes = 0
  /// Lines before it.
  public internal(set) var lines = 0
  /// Cards before it, those that were skipped counted too.
  public internal(set) var cards = 0

  /// Creates the start of the input.
  public init() {}

  /// Creates a place before which there are so many cards, in what is no file.
  package init(cards: Int) { self.cards = cards }

  /// Creates a place before which there are so many octets, and cards are counted from.
  package init(bytes: Int) { self.bytes = bytes }

  /// The place in the whole input of a place in the piece.
  public func place(_ position: SourcePosition) -> SourcePosition {
    SourcePosition(
      byte: position.byte + bytes, card: position.card + cards, line: position.line + lines,
      column: position.column)
  }

  mutating func advance(by end: SourcePosition) {
    bytes += end.byte
    cards += end.card
    lines += end.line - 1
  }
}

/// Where octets come from; it is asked by one thread at a time, not always the same.
public struct OctetSource: Sendable {
  /// Reads octets into a buffer from a place on, as many as there are, waiting for at least one.
  ///
  /// It does not change the size of the buffer. It returns how many were read; 0 at the end.
  let read: @Sendable (_ buffer: inout [UInt8], _ start: Int) throws -> Int
  /// Whether reading would not have to wait, or not for longer than so many milliseconds.
  let hasMore: @Sendable (_ milliseconds: Int) throws -> Bool

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - read: Reads octets into a buffer from a place on, as many as there are, waiting for at least
  ///     one, without changing the size of the buffer. Returns how many; 0 at the end.
  ///   - hasMore: Tells whether reading would wait for no longer than so many milliseconds.
  public init(
    read: @escaping @Sendable (_ buffer: inout [UInt8], _ start: Int) throws -> Int,
    hasMore: @escaping @Sendable (_ milliseconds: Int) throws -> Bool = { _ in true }
  ) {
    self.read = read
    self.hasMore = hasMore
  }
}
