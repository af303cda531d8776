/// The cards of a text, of octets or of a file that fits into memory.
///
/// ```swift
/// for card in CardSequence(text) { print(card.version, card.first(.fn)?.text ?? "") }
/// ```
/// What is odd goes to `diagnose`: what stands in and before a card, before the card comes out; what
/// follows the last card, at the end. A stream, or a file of any size, is an ``AsyncCardSequence`` or
/// goes through a ``CardPipeline``.
///
/// - Complexity: O(*n*) in the octets; while one iterates, the octets and one card are held.
public struct CardSequence: Sequence, Sendable {
  /// Receives what was odd, when anything was.
  public typealias Diagnose = @Sendable ([Diagnostic]) -> Void

  private let octets: [UInt8]
  private let reader: CardReader
  private let diagnose: Diagnose

  /// Creates the sequence of the cards of octets: an array, a slice, Foundation's `Data`.
  ///
  /// - Parameters:
  ///   - octets: The octets.
  ///   - reader: A reader of nothing yet, with limits and charsets of one's own.
  ///   - diagnose: Receives what was odd.
  public init(
    _ octets: some Sequence<UInt8>, reader: CardReader = CardReader(),
    diagnose: @escaping Diagnose = { _ in }
  ) {
    self.octets = Array(octets)
    self.reader = reader
    self.diagnose = diagnose
  }

  /// Creates the sequence of the cards of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - reader: A reader of nothing yet, with limits and charsets of one's own.
  ///   - diagnose: Receives what was odd.
  public init(
    _ text: String, reader: CardReader = CardReader(), diagnose: @escaping Diagnose = { _ in }
  ) {
    self.init(text.utf8, reader: reader, diagnose: diagnose)
  }

  /// Reads a file whole and creates the sequence of its cards.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - reader: A reader of nothing yet, with limits and charsets of one's own.
  ///   - diagnose: Receives what was odd.
  /// - Throws: Why the file cannot be read.
  public init(
    contentsOf path: String, reader: CardReader = CardReader(),
    diagnose: @escaping Diagnose = { _ in }
  ) throws(FileReadError) {
    let file = try OpenFile(path)
    var octets: [UInt8] = []
    while let piece = try file.piece() { octets += piece }
    self.init(octets, reader: reader, diagnose: diagnose)
  }

  /// Starts with the first card.
  public func makeIterator() -> Iterator {
    Iterator(octets: octets, reader: reader, diagnose: diagnose)
  }

  /// Goes from card to card.
  public struct Iterator: IteratorProtocol {
    /// Octets that are given to the reader at once, which copies them.
    private static let pieceSize = 64 << 10

    fileprivate let octets: [UInt8]
    fileprivate var reader: CardReader
    fileprivate let diagnose: Diagnose
    fileprivate var place = 0

    /// The next card; `nil` at the end.
    public mutating func next() -> Card? {
      while true {
        if let card = reader.next(diagnose) { return card }
        if reader.isFinished { return nil }
        if place == octets.count {
          reader.finish()
        } else {
          let octets = octets
          let end = Swift.min(place + Iterator.pieceSize, octets.count)
          reader.append(piece: octets.span.extracting(place..<end))
          place = end
        }
      }
    }
  }
}

/// The cards of a stream of octets, each as soon as it is whole.
///
/// ```swift
/// for try await card in try FilePieces("contacts.vcf").cards() { … }
/// ```
/// The pieces make no difference to the cards, and memory is that of one card and one piece. It ends
/// with the stream, or throws what the stream throws.
public struct AsyncCardSequence<Pieces: AsyncSequence>: AsyncSequence
where Pieces.Element: Sequence<UInt8> {
  /// What the stream throws.
  public typealias Failure = Pieces.Failure

  fileprivate let pieces: Pieces
  fileprivate let reader: CardReader
  fileprivate let diagnose: CardSequence.Diagnose

  /// Starts with the first card.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pieces: pieces.makeAsyncIterator(), reader: reader, diagnose: diagnose)
  }

  /// Goes from card to card.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var pieces: Pieces.AsyncIterator
    fileprivate var reader: CardReader
    fileprivate let diagnose: CardSequence.Diagnose

    /// The next card; `nil` at the end.
    public mutating func next() async throws(Failure) -> Card? {
      try await next(isolation: #isolation)
    }

    /// The next card; `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Card? {
      while true {
        if let card = reader.next(diagnose) { return card }
        if reader.isFinished { return nil }
        if let piece = try await pieces.next(isolation: actor) {
          let octets = Array(piece)
          reader.append(piece: octets.span)
        } else {
          reader.finish()
        }
      }
    }
  }
}

extension AsyncSequence where Element: Sequence<UInt8> {
  /// The cards of a stream whose pieces are arrays, slices, `Data` or the like.
  ///
  /// - Parameters:
  ///   - reader: A reader of nothing yet, with limits and charsets of one's own.
  ///   - diagnose: Receives what was odd.
  /// - Returns: The cards, in the order of the stream.
  public func cards(
    reader: CardReader = CardReader(), diagnose: @escaping CardSequence.Diagnose = { _ in }
  ) -> AsyncCardSequence<Self> {
    AsyncCardSequence(pieces: self, reader: reader, diagnose: diagnose)
  }
}

extension AsyncSequence where Element == UInt8 {
  /// The cards of a stream that hands out one octet at a time, as a file handle of Foundation does.
  ///
  /// - Parameters:
  ///   - reader: A reader of nothing yet, with limits and charsets of one's own.
  ///   - diagnose: Receives what was odd.
  /// - Returns: The cards, in the order of the stream.
  public func cards(
    reader: CardReader = CardReader(), diagnose: @escaping CardSequence.Diagnose = { _ in }
  ) -> AsyncCardSequence<OctetLines<Self>> {
    OctetLines(octets: self).cards(reader: reader, diagnose: diagnose)
  }
}

/// Octets a line at a time, so that whoever waits for a card need not wait for the next.
public struct OctetLines<Octets: AsyncSequence>: AsyncSequence where Octets.Element == UInt8 {
  /// What the stream throws.
  public typealias Failure = Octets.Failure

  fileprivate let octets: Octets

  /// Starts with the first line.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(octets: octets.makeAsyncIterator())
  }

  /// Goes from line to line.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// Octets after which a line is cut, which makes no difference to whoever reads cards.
    private static var longest: Int { 64 << 10 }

    fileprivate var octets: Octets.AsyncIterator

    /// The next line with its line feed, or a part of it; `nil` at the end.
    public mutating func next() async throws(Failure) -> [UInt8]? {
      try await next(isolation: #isolation)
    }

    /// The next line with its line feed, or a part of it; `nil` at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> [UInt8]? {
      var line: [UInt8] = []
      while let octet = try await octets.next(isolation: actor) {
        line.append(octet)
        if octet == UInt8(ascii: "\n") || line.count == AsyncIterator.longest { break }
      }
      return line.isEmpty ? nil : line
    }
  }
}

extension CardReader {
  /// The next whole card; `nil` when there must be more input first, or at the end.
  fileprivate mutating func next(_ diagnose: CardSequence.Diagnose) -> Card? {
    var card = Card(decoding: decoding)
    let progress = next(into: &card)
    let found = progress == .needsInput ? [] : takeDiagnostics()
    if !found.isEmpty { diagnose(found) }
    return progress == .card ? card : nil
  }

  /// Appends a piece of input that is not at its end.
  mutating func append(piece: Span<UInt8>) {
    do {
      try append(piece)
    } catch {
      preconditionFailure("a reader that was not told of the end takes input")
    }
  }
}
