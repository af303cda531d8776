/// The features of a book's cards, of which some may stand outside memory.
///
/// ```
/// memory   lexicon │ summaries of all cards │ the last piece, or all cards while they are few
/// spill    piece 0 │ piece 1 │ piece 2 …    features of cards one after the other
/// ```
/// Whoever looks at all cards goes from piece to piece; whoever compares cards has those of two
/// pieces at a time. What comes of it is the same as of a book in one piece.
public struct SplitBook: Sendable {
  /// Cards one after the other.
  struct Piece: Sendable {
    /// The number of the first card.
    var first: Int
    var count: Int
    var place: Place
  }

  enum Place: Sendable {
    case memory(CardFeatures)
    case spilled(SpilledCards)
  }

  private(set) var pieces: [Piece]
  let lexicon: NameLexicon
  private(set) var summaries: [CardSummary] = []
  let memory: DedupeMemory
  /// Cards in the book.
  public let count: Int

  /// Distinct words in the names of the cards.
  public var wordCount: Int { lexicon.count }

  /// Whether features stand outside memory.
  public var isSpilled: Bool { pieces.count > 1 }

  /// Makes a book of one that is in memory.
  init(_ book: CardFeatures, _ memory: DedupeMemory = .unlimited) throws {
    try self.init(
      [Piece(first: 0, count: book.count, place: .memory(book))], book.lexicon, memory)
  }

  private init(_ pieces: [Piece], _ lexicon: NameLexicon, _ memory: DedupeMemory) throws {
    self.pieces = pieces
    self.lexicon = lexicon
    self.memory = memory
    count = pieces.reduce(0) { $0 + $1.count }
    for number in pieces.indices { summaries.append(try piece(number)) }
  }

  /// The cards of a piece.
  func piece(_ number: Int) throws -> CardFeatures {
    switch pieces[number].place {
    case .memory(let book): return book
    case .spilled(let cards): return try cards.read(lexicon)
    }
  }

  /// Gives away the only piece.
  mutating func takeOnlyPiece() throws -> CardFeatures {
    precondition(pieces.count == 1, "the book is in one piece")
    let book = try piece(0)
    pieces = []
    return book
  }

  /// Forgets what is only needed to make blocks, but for the digests of the cards.
  mutating func forgetSummaries() -> [UInt64] {
    defer { summaries = [] }
    return summaries.map(\.digest)
  }

  /// Goes through the blocks of two cards and more, in the order of their keys.
  ///
  /// - Parameters:
  ///   - add: Adds the keys of a card of a piece, given its number in the piece and in the book.
  ///   - body: Receives a key and the cards that have it.
  /// - Throws: What `body` and reading back throw.
  func forEachBlock(
    adding add: (Int, Int, CardFeatures, inout KeyedCards) -> Void,
    body: (UInt64, ArraySlice<UInt32>) throws -> Void
  ) throws {
    // Twelve octets a key, twice while they are sorted. More keys are taken in several rounds.
    let most = max(1, memory.keys / 24)
    var (part, parts) = (0, 1)
    while part < parts {
      var keys = KeyedCards(part: part, of: parts)
      keys.reserveCapacity(min(count / parts, most))
      var isWhole = true
      for number in pieces.indices where isWhole {
        let book = try piece(number)
        let first = pieces[number].first
        for card in 0..<book.count {
          add(card, first + card, book, &keys)
          // A single key may have any number of cards.
          if keys.count > most, parts < Self.mostRounds {
            isWhole = false
            break
          }
        }
      }
      guard isWhole else {
        // The parts before stay what they were.
        (part, parts) = (part * 2, parts * 2)
        continue
      }
      keys.sort()
      try keys.forEachBlock { try body($0, keys.cards[$1]) }
      part += 1
    }
  }

  /// Rounds through all features for one kind of keys.
  private static let mostRounds = 1 << 12
}

extension SplitBook {
  /// Takes in cards one after the other, and spills their features when they are many.
  public struct Builder: Sendable {
    private var last: CardFeatures.Builder
    private var pieces: [Piece] = []
    private let memory: DedupeMemory

    /// Creates a builder that begins with the cards of another.
    ///
    /// - Parameters:
    ///   - builder: The first piece of the book.
    ///   - memory: How much stays in memory.
    public init(_ builder: CardFeatures.Builder, memory: DedupeMemory = .unlimited) {
      last = builder
      self.memory = memory
    }

    /// Creates a builder.
    ///
    /// - Parameters:
    ///   - options: What matching is told besides the cards.
    ///   - memory: How much stays in memory.
    public init(options: MatchOptions = MatchOptions(), memory: DedupeMemory = .unlimited) {
      last = CardFeatures.Builder(options: options)
      self.memory = memory
    }

    /// Takes in the cards of a builder with the same options, after those of this one.
    ///
    /// - Parameter other: A later piece of the book.
    /// - Throws: What spilling throws.
    public mutating func append(_ other: consuming CardFeatures.Builder) throws {
      last.append(other)
      guard memory.spill != nil,
        last.book.octets > (pieces.isEmpty ? memory.cards : memory.piece)
      else { return }
      try spill(last.takeCards())
    }

    /// Spills cards, cut to pieces.
    private mutating func spill(_ book: CardFeatures) throws {
      guard let spill = memory.spill, book.count > 0 else { return }
      let cuts = min(book.count, (book.octets + memory.piece - 1) / memory.piece)
      for cut in 0..<cuts {
        let range = book.count * cut / cuts..<book.count * (cut + 1) / cuts
        var piece = CardFeatures()
        piece.append(range, of: book)
        pieces.append(
          Piece(
            first: pieces.last.map { $0.first + $0.count } ?? 0, count: range.count,
            place: .spilled(try SpilledCards(piece, to: spill))))
      }
    }

    /// Prepares what was taken in without spilling.
    ///
    /// - Returns: The cards.
    /// - Throws: `ICUError` when ICU's data are missing or memory runs out.
    package consuming func buildWhole() async throws -> CardFeatures {
      precondition(pieces.isEmpty, "nothing was spilled")
      return try last.built()
    }

    /// Prepares what was taken in.
    ///
    /// - Parameter threads: How many threads find out how words are spelled.
    /// - Returns: The book.
    /// - Throws: `ICUError` when ICU's data are missing or memory runs out, and what spilling
    ///   throws.
    public consuming func build(threads: Int = 1) async throws -> SplitBook {
      let book = try last.built(threads: threads)
      guard !pieces.isEmpty else { return try SplitBook(book, memory) }
      try spill(book)
      return try SplitBook(pieces, book.lexicon, memory)
    }
  }
}
