import ContactMatching
import ContactModel
public import ContactStore
package import Files
import Synchronization
public import SystemPackage
public import VCard

/// The cards of some inputs, and what is compared of them.
///
/// The cards stay where they are and are read again when they are needed. Those that were handed over
/// one by one, and those that cannot be read again from where they stand, are in a temporary file.
public final class DedupeInput {
  /// Where the cards are.
  public let table: CardTable
  /// What is compared of them.
  private var features: DedupeFeatures.Book
  /// Cards that may be those of remembered answers.
  let identities: [CardIdentity.Placed]
  /// What the book knows that the cards are of; `nil` for files.
  package let directory: RecordDirectory?
  /// Files that stay open.
  package static let mostOpen = 64

  fileprivate init(
    _ table: CardTable, _ features: DedupeFeatures.Book, _ identities: [CardIdentity.Placed],
    _ directory: RecordDirectory?
  ) {
    self.table = table
    self.features = features
    self.identities = identities
    self.directory = directory
  }

  /// Reads files of vCards, one after the other.
  ///
  /// - Parameters:
  ///   - paths: The files, not compressed.
  ///   - settings: How the cards are compared.
  ///   - decoding: How values that are not UTF-8 become text.
  ///   - comparing: Whether the cards are to be compared, and not only found again.
  /// - Throws: ``DedupeError/noCards(_:)``, and `FileError`.
  public init(
    reading paths: [FilePath], _ settings: DedupeSettings = DedupeSettings(),
    decoding: TextDecoding = .builtin, comparing: Bool = true
  ) throws {
    let builder = Builder(settings, decoding: decoding, comparing: comparing)
    try builder.read(paths, threads: settings.threads)
    let read = try builder.finish()
    table = read.table
    features = read.features
    identities = read.identities
    directory = nil
  }

  /// Reads an address book.
  ///
  /// Groups are nobody, records that are linked are one person, and those are two of whom somebody said
  /// so.
  ///
  /// - Parameters:
  ///   - book: The book.
  ///   - settings: How the cards are compared.
  ///   - decoding: How values that are not UTF-8 become text.
  ///   - comparing: Whether the cards are to be compared, and not only found again.
  /// - Throws: `BookError`, and `FileError`.
  public init(
    _ book: any AddressBook, _ settings: DedupeSettings = DedupeSettings(),
    decoding: TextDecoding = .builtin, comparing: Bool = true
  ) throws {
    let directory = try RecordDirectory(book)
    let builder = Builder(settings, decoding: decoding, comparing: comparing, leavingGroups: true)
    if let database = book as? any LinkedBook {
      try builder.beginInput(named: book.path.string)
      try database.readCards(inQuestionFor: BookQuery(), builder.worker) { piece in
        try builder.take(&piece.result, at: piece.origin)
      }
    } else if directory.files.isEmpty {
      try builder.beginInput(named: book.path.string)
    } else {
      try builder.read(directory.files, threads: book.threads)
    }
    let read = try builder.finish()
    guard read.table.count == directory.ids.count, try book.revision() == directory.revision else {
      throw BookError(.changed, book.path.string, "try again")
    }
    table = read.table
    features = read.features
    identities = read.identities
    self.directory = directory
  }

  /// What the book knows of who is who.
  var answers: [DedupeAnswer] { directory?.answers ?? [] }

  /// Gives away what is compared of the cards; none of it is kept.
  func takeFeatures() -> DedupeFeatures.Book {
    let taken = features
    features = DedupeFeatures.Book(DedupeFeatures(options: MatchOptions()), memory: .unlimited)
    return taken
  }

  /// Takes in cards, one input after the other.
  public final class Builder {
    private var table: CardTable
    private var features: DedupeFeatures.Book
    private var identities: [CardIdentity.Placed] = []
    /// Keeps the cards of inputs that cannot be read from any place.
    private var spool: TemporaryFile?
    /// The digest of the cards of what is no file.
    private var hash: SHA256?
    private let spooling: SpoolSwitch
    private let decoding: TextDecoding
    /// Notes what is handed over card by card.
    private var scanner: CardScanner
    /// Cards that it has noted.
    private var waiting = 0

    /// Cards that are handed over at once.
    private static let batchSize = 1024

    /// Begins without inputs.
    ///
    /// - Parameters:
    ///   - settings: How the cards are compared.
    ///   - decoding: How values that are not UTF-8 become text.
    ///   - comparing: Whether the cards are to be compared, and not only found again.
    public convenience init(
      _ settings: DedupeSettings = DedupeSettings(), decoding: TextDecoding = .builtin,
      comparing: Bool = true
    ) {
      self.init(settings, decoding: decoding, comparing: comparing, leavingGroups: false)
    }

    fileprivate init(
      _ settings: DedupeSettings, decoding: TextDecoding, comparing: Bool, leavingGroups: Bool
    ) {
      let spooling = SpoolSwitch()
      self.spooling = spooling
      var reading = DedupeFeatures(options: settings.options)
      scanner = CardScanner(
        features: comparing ? reading.cut() : nil, names: settings.decisions.map(\.names) ?? [],
        uids: settings.decisions?.uids ?? [], leavesGroups: leavingGroups, spooling: spooling)
      // It shares its words with those of the threads.
      features = DedupeFeatures.Book(
        reading, memory: comparing ? settings.memory.memory : .unlimited)
      table = CardTable(decoding: decoding)
      self.decoding = decoding
    }

    /// Notes cards on a thread; each has a copy.
    package var worker: CardScanner { scanner }

    /// Begins an input whose cards are handed over one by one.
    ///
    /// - Parameter name: What the plan calls it.
    /// - Throws: `FileError` when there is no room for cards.
    public func beginInput(named name: String) throws {
      var input = CardTable.Input(name: name)
      input.isSpooled = true
      input.isVCard = false
      try begin(input)
    }

    /// Begins an input; where its cards are read again is told by it.
    package func begin(_ input: CardTable.Input) throws {
      try endInput()
      var input = input
      input.first = table.count
      spooling.isOn = input.isSpooled
      if input.isSpooled, spool == nil { spool = try TemporaryFile() }
      if input.file == nil { hash = SHA256() }
      table.inputs.append(input)
    }

    /// Takes in the next card of the input that was begun last.
    ///
    /// - Throws: `FileError` when there is no room for it.
    public func append(_ card: Card) throws {
      precondition(table.inputs.last?.isSpooled == true, "an input was begun, for cards one by one")
      let number = table.inputs[table.inputs.count - 1].count + waiting
      try scanner.take(card, number: number)
      waiting += 1
      if waiting == Self.batchSize { try flush() }
    }

    private func flush() throws {
      guard waiting > 0 else { return }
      waiting = 0
      var piece: CardScanner.Piece?
      scanner.finish(&piece)
      if var piece { try take(&piece, at: PieceOrigin()) }
    }

    /// Takes in what a thread has noted of the input that was begun last.
    package func take(_ piece: inout CardScanner.Piece, at origin: PieceOrigin) throws {
      let base = table.count
      if let taken = piece.features.take() { try features.append(taken) }
      var start = piece.isSpooled ? spool?.count ?? 0 : 0
      table.note(piece.charsets)
      for card in piece.cards {
        if !piece.isSpooled { start = card.start + origin.bytes }
        table.append(
          start: start, length: card.length, number: card.number + origin.cards,
          missingEnds: card.missingEnds, lacksBegin: card.lacksBegin)
        start += card.length
      }
      for placed in piece.identities {
        identities.append(
          CardIdentity.Placed(card: base + placed.card, identity: placed.identity))
      }
      if piece.isSpooled {
        try spool?.append(piece.octets)
        hash?.update(piece.octets.span)
      }
    }

    private func endInput() throws {
      try flush()
      guard let done = hash else { return }
      table.inputs[table.inputs.count - 1].cardDigest = done.digest.hexadecimal
      hash = nil
    }

    /// Ends the last input.
    ///
    /// - Throws: `FileError` when there is no room for the cards.
    public func finish() throws -> DedupeInput {
      try endInput()
      try spool?.finishAppending()
      table.spool = spool?.readable
      return DedupeInput(table, features, identities, nil)
    }

    /// Reads files of vCards, one after the other.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - threads: How many threads read.
    ///   - check: Receives each file before it is read.
    /// - Throws: ``DedupeError/noCards(_:)``, and `FileError`.
    func read(
      _ paths: [FilePath], threads: Int, check: (CardTable.Input) throws -> Void = { _ in }
    ) throws {
      let pipeline = CardPipeline(threads: threads, decoding: decoding)
      for path in paths {
        let file = try StoredFile(path, staysOpen: paths.count <= DedupeInput.mostOpen)
        var input = CardTable.Input(name: path.string)
        input.file = file
        input.isSpooled = try file.isUTF16()
        try check(input)
        try begin(input)
        let octets = FileOctets(file)
        let source = OctetSource(read: { try octets.read(into: &$0, from: $1) })
        _ = try pipeline.run(source, worker) { piece in
          try take(&piece.result, at: piece.origin)
        }
        if table.inputs.last?.count == 0 {
          throw DedupeError.noCards(path.string)
        }
      }
    }
  }
}

extension StoredFile {
  /// Whether a file is in UTF-16, of which cards cannot be read again by where they stand.
  package func isUTF16() throws -> Bool {
    let first = try firstOctets()
    return CardReader.readsAsUTF16(first.span)
  }

  /// So many octets as tell what a file is.
  package func firstOctets() throws(FileError) -> [UInt8] {
    var first = [UInt8](repeating: 0, count: 4096)
    first.removeLast(first.count - (try read(at: 0, into: &first)))
    return first
  }
}

/// The octets of a file for several threads, one at a time.
final class FileOctets: Sendable {
  private let file: StoredFile
  /// Where those start that are not read yet.
  private let count: Mutex<Int>
  private let end: Int

  /// Begins to read a file, or some octets of it.
  init(_ file: StoredFile, from start: Int = 0, to end: Int = .max) {
    self.file = file
    count = Mutex(start)
    self.end = end
  }

  /// Reads octets into a buffer from a place on, as many as there are.
  func read(into buffer: inout [UInt8], from start: Int) throws -> Int {
    try count.withLock { count in
      var piece = [UInt8](repeating: 0, count: min(buffer.count - start, end - count))
      let size = try file.read(at: count, into: &piece)
      buffer.replaceSubrange(start..<start + size, with: piece[..<size])
      count += size
      return size
    }
  }
}

/// Tells the threads that read whether the octets of cards are to be kept.
private final class SpoolSwitch: Sendable {
  private let state = Atomic(false)

  var isOn: Bool {
    get { state.load(ordering: .relaxed) }
    set { state.store(newValue, ordering: .relaxed) }
  }
}

/// Notes where cards stand, and what is compared of them.
package struct CardScanner: CardWorker {
  struct Place: Sendable {
    let start: Int
    let length: Int
    let number: Int
    let missingEnds: Int
    let lacksBegin: Bool
  }

  /// What was noted of the cards of a piece of an input.
  package struct Piece: Sendable {
    var cards: [Place] = []
    /// The charsets that were found out, by the places of cards in `cards`.
    var charsets = FoundCharsets()
    var features: DedupeFeatures?
    var identities: [CardIdentity.Placed] = []
    var isSpooled = false
    var octets: [UInt8] = []
  }

  /// What was compared of the cards since the last piece; it goes on with what it learned.
  private var features: DedupeFeatures?
  private let names: Set<String>?
  private let uids: Set<String>
  /// Whether groups are not compared with anybody.
  private let leavesGroups: Bool
  private let spooling: SpoolSwitch
  private var piece = Piece()

  fileprivate init(
    features: DedupeFeatures?, names: Set<String>?, uids: Set<String>, leavesGroups: Bool,
    spooling: SpoolSwitch
  ) {
    self.features = features
    self.names = names
    self.uids = uids
    self.leavesGroups = leavesGroups
    self.spooling = spooling
  }

  /// Notes a card.
  package mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    try take(card, number: card.start.card)
  }

  /// Notes a card by its number in the input.
  mutating func take(_ card: borrowing Card, number: Int) throws {
    let card = copy card
    let octets = card.octetsAsRead
    let place = piece.cards.count
    piece.charsets.note(card, number: place)
    piece.cards.append(
      Place(
        start: card.start.byte, length: octets.count, number: number,
        missingEnds: card.missingEnds, lacksBegin: card.lacksBegin))
    if leavesGroups, card.isGroup {
      try features?.append(Card(version: card.version))
    } else {
      try features?.append(card)
    }
    if names?.isEmpty != true || !uids.isEmpty, isWanted(card) {
      piece.identities.append(
        CardIdentity.Placed(card: place, identity: CardIdentity(card)))
    }
    if spooling.isOn {
      piece.isSpooled = true
      piece.octets += octets
    }
  }

  /// Whether a card may be one that somebody answered about.
  private func isWanted(_ card: Card) -> Bool {
    // Without a name only the digest can tell.
    guard let names else { return true }
    if let uid = CardIdentity.uid(of: card), uids.contains(uid) { return true }
    return names.contains(CardIdentity.name(of: card))
  }

  /// Gives what was noted since the last call.
  package mutating func finish(_ piece: inout Piece?) {
    self.piece.features = features?.cut()
    piece = self.piece
    self.piece = Piece()
  }
}

extension RecordDirectory {
  /// What the book knows: who is linked is one person, who is apart is two.
  fileprivate var answers: [DedupeAnswer] {
    var answers: [DedupeAnswer] = []
    for (place, person) in people.enumerated() where place != person {
      answers.append(
        DedupeAnswer(left: min(place, person), right: max(place, person), isSame: true))
    }
    for pair in separations {
      answers.append(DedupeAnswer(left: pair.left, right: pair.right, isSame: false))
    }
    return answers
  }
}
