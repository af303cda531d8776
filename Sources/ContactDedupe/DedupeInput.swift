import ContactMatching
import ContactModel
import ContactStore
import Cutouts
import Synchronization
import SystemPackage
import VCard

/// The inputs of a run that reads its cards twice: once all of them, and then those that it is about.
final class DedupeInput {
  /// Where the cards are.
  let table: CardTable
  /// What is compared of them.
  private var features: DedupeFeatures.Book
  /// Cards that may be those of remembered answers.
  let identities: [CardIdentity.Placed]
  /// Keeps the cards of inputs that cannot be read from any place.
  private let spool: TemporaryFile?

  /// Files that stay open.
  private static let mostOpen = 64

  /// Reads the inputs.
  ///
  /// - Parameters:
  ///   - files: What the command was told to read.
  ///   - options: How.
  ///   - reporter: Told what is odd about the cards.
  ///   - console: Shows how far the reading has come.
  ///   - answers: Answers whose cards are to be found, if there are any.
  ///   - compares: Whether features are wanted.
  ///   - memory: How much of the features stays in memory.
  ///   - check: Receives each file before it is read.
  /// - Throws: A failure that ends with 65 when some file holds no card, and what reading throws.
  init(
    _ files: [String], _ options: GlobalOptions, reporter: DiagnosticReporter, console: Console,
    answers: DecisionBook? = nil, compares: Bool, memory: DedupeMemory = .unlimited,
    check: (CardTable.Input) throws -> Void = { _ in }
  ) throws {
    if files.isEmpty || files.contains("-") { try Self.storeStandardInput() }
    let input = try CardInput(files, options, reporter: reporter, console: console)
    let matchOptions = try options.input.matchOptions
    let spooling = SpoolSwitch()
    var reading = DedupeFeatures(options: matchOptions)
    let worker = CardScanner(
      features: compares ? reading.cut() : nil, names: answers.map(\.names) ?? [],
      uids: answers?.uids ?? [],
      spooling: spooling)
    let staysOpen = input.files.count <= Self.mostOpen
    var table = CardTable(decoding: try options.input.textDecoding)
    // It shares its words with those of the threads.
    var features = DedupeFeatures.Book(reading, memory: memory)
    var identities: [CardIdentity.Placed] = []
    var spool: TemporaryFile?
    var hash: ContentHash?
    func finishInput() {
      guard let done = hash else { return }
      table.inputs[table.inputs.count - 1].cardDigest = done.digest
      hash = nil
    }
    let failure = try input.read(
      worker,
      starting: { file in
        finishInput()
        var entry = CardTable.Input(name: file.name, first: table.count)
        entry.file = try Self.stored(file, staysOpen: staysOpen)
        let form = try entry.file.map { try Self.form(of: $0, options.input.from) } ?? .other
        entry.isSpooled = form != .plain
        entry.isVCard = form != .other
        try check(entry)
        spooling.isOn = entry.isSpooled
        if entry.isSpooled, spool == nil { spool = try TemporaryFile() }
        if entry.file == nil { hash = ContentHash() }
        table.inputs.append(entry)
      }
    ) { piece, _ in
      let base = table.count
      if let taken = piece.result.features.take() { try features.append(taken) }
      var start = piece.result.isSpooled ? spool?.count ?? 0 : 0
      for card in piece.result.cards {
        if !piece.result.isSpooled { start = card.start + piece.origin.bytes }
        table.append(
          start: start, length: card.length, number: card.number + piece.origin.cards,
          missingEnds: card.missingEnds, lacksBegin: card.lacksBegin)
        start += card.length
      }
      for placed in piece.result.identities {
        identities.append(
          CardIdentity.Placed(card: base + placed.card, identity: placed.identity))
      }
      if piece.result.isSpooled {
        try spool?.append(piece.result.octets)
        hash?.update(piece.result.octets)
      }
    }
    finishInput()
    if let failure { throw failure }
    try spool?.finishAppending()
    table.spool = spool?.readable
    self.table = table
    self.features = features
    self.identities = identities
    self.spool = spool
  }

  /// Gives away what is compared of the cards; none of it is kept.
  func takeFeatures() -> DedupeFeatures.Book {
    let taken = features
    features = DedupeFeatures.Book(DedupeFeatures(options: MatchOptions()), memory: .unlimited)
    return taken
  }

  /// The file of an input; `nil` for what is none, or changes while it is read, as a database may.
  private static func stored(_ file: InputFile, staysOpen: Bool) throws -> StoredFile? {
    switch file {
    case .standardInput: return try StoredFile(reading: .standardInput, name: "-")
    case .file(let path):
      guard try file.status.type == .regular, try !DatabaseBook.isDatabase(path) else { return nil }
      return try StoredFile(path, staysOpen: staysOpen)
    }
  }

  /// How cards stand in an input.
  private enum Form {
    /// As they are read.
    case plain
    /// In UTF-16.
    case wide
    /// In a cutout, compressed, or in what is no file.
    case other
  }

  /// How cards stand in a file, by the rules of what reads it.
  private static func form(of file: StoredFile, _ format: InputOptions.Format?) throws -> Form {
    var first = [UInt8](repeating: 0, count: 4096)
    first.removeLast(first.count - (try file.read(at: 0, into: &first)))
    if first.starts(with: [0x1F, 0x8B]) { return .other }
    if format.map({ $0 == .cutout }) ?? Cutout.looksLikeCutout(first) { return .other }
    return CardReader.readsAsUTF16(first.span) ? .wide : .plain
  }

  /// Puts all of standard input into a temporary file that takes its place.
  static func storeStandardInput() throws {
    let file = try TemporaryFile()
    var buffer = [UInt8](repeating: 0, count: ByteSource.pieceSize)
    while true {
      let count: Int
      do throws(Errno) {
        count = try SystemCalls.read(.standardInput, into: &buffer)
      } catch {
        throw FileError(.read, "standard input", error)
      }
      if count == 0 { break }
      try file.append(Array(buffer[..<count]))
    }
    try file.becomeStandardInput()
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
private struct CardScanner: CardWorker {
  struct Place: Sendable {
    let start: Int
    let length: Int
    let number: Int
    let missingEnds: Int
    let lacksBegin: Bool
  }

  struct Piece: Sendable {
    var cards: [Place] = []
    var features: DedupeFeatures?
    var identities: [CardIdentity.Placed] = []
    var isSpooled = false
    var octets: [UInt8] = []
  }

  /// What was compared of the cards since the last piece; it goes on with what it learned.
  private var features: DedupeFeatures?
  private let names: Set<String>?
  private let uids: Set<String>
  private let spooling: SpoolSwitch
  private var piece = Piece()

  init(features: DedupeFeatures?, names: Set<String>?, uids: Set<String>, spooling: SpoolSwitch) {
    self.features = features
    self.names = names
    self.uids = uids
    self.spooling = spooling
  }

  mutating func take(_ card: borrowing Card, found: inout [Diagnostic]) throws {
    let card = copy card
    let octets = card.octetsAsRead
    let place = piece.cards.count
    piece.cards.append(
      Place(
        start: card.start.byte, length: octets.count, number: card.start.card,
        missingEnds: card.missingEnds, lacksBegin: card.lacksBegin))
    try features?.append(card)
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

  mutating func finish(_ piece: inout Piece?) {
    self.piece.features = features?.cut()
    piece = self.piece
    self.piece = Piece()
  }
}
