import CardFormats
import ContactModel
import ContactSearch
import ContactStore
import Cutouts
import ICU
import Synchronization
import SystemPackage
package import VCard

/// Reads the cards of a command's inputs, one input after the other, and reports what is odd about
/// them.
///
/// Memory holds a few pieces of the input and a card a thread, whatever the size of the input.
package struct CardInput {
  /// The inputs, in order.
  package let files: [InputFile]
  /// How many of them are books: nobody tells what they are, but themselves.
  private let books: Int
  private let decoding: TextDecoding
  private let format: InputOptions.Format?
  private let table: CSVReader.Options
  private let threads: Int
  private let reporter: DiagnosticReporter
  private var console: Console { reporter.console }
  /// The first error ends the run.
  private let isStrict: Bool
  /// Which cards of a database are read.
  var query = BookQuery()
  /// Whether nothing is reported after the inputs; else whoever reports more sums up what was.
  private let endsReport: Bool

  /// Finds the inputs.
  ///
  /// Where no text is read, nobody has to know its charset, and nothing waits for that. Books come
  /// before the arguments, none of which then means no standard input.
  ///
  /// - Throws: A failure that ends with 66 when one of them cannot be read.
  init(
    _ arguments: [String], books: [String] = [], _ options: GlobalOptions,
    reporter: DiagnosticReporter, directories: InputFile.DirectoryRule = .expanded,
    readsText: Bool = true, endsReport: Bool = true
  ) throws {
    func resolve(_ arguments: [String]) throws -> [InputFile] {
      try InputFile.resolve(arguments, directories: directories, telling: reporter.console)
    }
    let bookFiles = books.isEmpty ? [] : try resolve(books)
    files = try bookFiles + (books.isEmpty || !arguments.isEmpty ? resolve(arguments) : [])
    self.books = bookFiles.count
    let decoding = try options.input.text.textDecoding
    self.decoding = readsText ? decoding : .builtin
    format = Preferences.current.value(.from, flag: options.input.from)
    table = try options.input.table.reading
    threads = options.threads.count
    isStrict = options.reporting.strict
    self.reporter = reporter
    self.endsReport = endsReport
  }

  /// What of a file is read.
  package enum Extent: Sendable {
    /// Whatever cards can be read.
    case asFarAsPossible
    /// A file of which a card had to be skipped, or that is a cutout or compressed, counts as one
    /// without a card.
    case wholeFiles
  }

  /// Reads every input and delivers what a worker makes of its cards, in the order of the input.
  ///
  /// What is odd about a piece is reported after the piece was delivered.
  ///
  /// - Parameters:
  ///   - worker: What is done to cards; each thread copies it.
  ///   - extent: What counts as a file with cards.
  ///   - start: Receives each file before it is read.
  ///   - end: Receives each file after its last card, unless it counts as one without a card.
  ///   - deliver: Receives what came of each piece of an input that holds a card; to the diagnostics
  ///     it may add its own.
  /// - Returns: What ends the run with 65, when some file held no card; all others were read.
  /// - Throws: What the closures and the worker throw, and what stops a strict run.
  package func read<Worker: CardWorker>(
    _ worker: Worker, _ extent: Extent = .asFarAsPossible,
    starting start: (InputFile) throws -> Void = { _ in },
    ending end: (InputFile) throws -> Void = { _ in },
    deliver: (inout CardPiece<Worker.Piece>, InputPlace) throws -> Void
  ) throws -> CommandFailure? {
    var failures: [CommandFailure] = []
    let progress = ProgressLine(.bytes, of: totalBytes, console: console)
    defer {
      progress.finish()
      if endsReport { reporter.finish() }
    }
    for (place, file) in files.enumerated() {
      do {
        try start(file)
        try read(
          file, as: place < books ? nil : format, worker: worker, extent: extent,
          progress: progress, deliver: deliver)
        try end(file)
      } catch let failure as NoCards {
        var failure = failure.failure
        if extent == .wholeFiles { failure.message += "; left as it is" }
        failures.append(failure)
      }
    }
    // One line each; the last ends the run.
    guard let last = failures.popLast() else { return nil }
    for failure in failures { console.say(.error, failure.message) }
    return last
  }

  /// Reads every input as ``read(_:_:starting:ending:deliver:)`` does, as far as possible.
  ///
  /// - Throws: Also what ends the run with 65, after all inputs were read, when one held no card.
  package func readAll<Worker: CardWorker>(
    _ worker: Worker, deliver: (inout CardPiece<Worker.Piece>, InputPlace) throws -> Void
  ) throws {
    if let failure = try read(worker, deliver: deliver) { throw failure }
  }

  /// Hands over every card with the name of its file, in the order of the input.
  package func forEachCard(_ body: (Card, _ file: String) throws -> Void) throws {
    try readAll(CardCollector()) { piece, place in
      for var card in piece.result {
        card.moveStart(by: piece.origin)
        try body(card, place.file)
      }
    }
  }

  /// Every card, in the order of the input.
  func cards() throws -> [Card] {
    var cards: [Card] = []
    try forEachCard { card, _ in cards.append(card) }
    return cards
  }

  private var totalBytes: Int? {
    var total = 0
    for file in files {
      guard let status = try? file.status, status.type == .regular else { return nil }
      total += Int(status.size)
    }
    return total
  }

  // MARK: One file

  private func read<Worker: CardWorker>(
    _ file: InputFile, as format: InputOptions.Format?, worker: Worker, extent: Extent,
    progress: ProgressLine, deliver: (inout CardPiece<Worker.Piece>, InputPlace) throws -> Void
  ) throws {
    if case .file(let path) = file, try BookKind.isDatabase(path) {
      guard extent == .asFarAsPossible else {
        throw NoCards(failure: CommandFailure(.data, "\(file.name): a database, and not a vCard"))
      }
      return try readBook(path, worker: worker, deliver: deliver)
    }
    let source = SharedSource(try ByteSource(file), progress)
    var damage: SharedSource.Damage?
    do {
      try source.begin()
    } catch let found as SharedSource.Damage {
      damage = found
    }
    if source.isCompressed, extent == .wholeFiles {
      throw NoCards(
        failure: CommandFailure(
          .data, "\(file.name): compressed with gzip, and would become plain text",
          suggestion: "write another file: vcard convert FILE.gz -o FILE"))
    }
    if let damage { throw NoCards(failure: damage.failure) }
    let format = source.format(format, named: file.name)
    if format != .vcard, extent == .wholeFiles {
      throw NoCards(
        failure: CommandFailure(.data, "\(file.name): \(format.title), and not a vCard"))
    }
    if format == .cutout {
      return try readCutout(source, file: file, worker: worker, deliver: deliver)
    }
    if let reader = format.documentReader(table, decoding) {
      return try read(source, with: reader, file: file, worker: worker, deliver: deliver)
    }
    var held: [Diagnostic] = []
    var cards = 0
    let pipeline = CardPipeline(threads: threads, decoding: decoding)
    let count: Int
    do {
      count = try pipeline.run(source.octets, worker) { piece in
        cards += piece.cards
        if piece.cards > 0 {
          try deliver(&piece, InputPlace(file: file.name, stop: stop(of: piece)))
        }
        // What is no vCard at all is told in one line, not line by line.
        if cards == 0, held.count + piece.diagnostics.count <= Self.mostHeldDiagnostics {
          held += piece.diagnostics
          return
        }
        try reporter.report(held, in: file.name)
        held = []
        try reporter.report(piece.diagnostics, in: file.name)
      }
    } catch let damage as SharedSource.Damage {
      // What came before it is good.
      try reporter.report(held, in: file.name)
      throw NoCards(failure: damage.failure)
    }
    if let remark = source.remark { console.say(.warning, "\(file.name): \(remark)") }
    if cards > 0, extent == .asFarAsPossible || count == cards { return }
    if cards > 0 {
      throw NoCards(failure: CommandFailure(.data, "\(file.name): a card in it had to be skipped"))
    }
    if count > 0 { try reporter.report(held, in: file.name) }
    let reason =
      if source.isEmpty {
        "the input is empty"
      } else if count > 0 {
        "every card in it had to be skipped"
      } else {
        "not a vCard: nothing in it starts with BEGIN:VCARD"
      }
    throw NoCards(failure: CommandFailure(.data, "\(file.name): \(reason)"))
  }

  /// Reads the records of an address book that is a database, in their order.
  private func readBook<Worker: CardWorker>(
    _ path: FilePath, worker: Worker,
    deliver: (inout CardPiece<Worker.Piece>, InputPlace) throws -> Void
  ) throws {
    var bookOptions = BookOptions(decoding: decoding)
    bookOptions.threads = threads
    // Who is best is told by name in the order in which they are shown.
    bookOptions.locale = try Preferences.current.language(for: .sorting, nil)
    guard let book = try openBook(path, options: bookOptions) as? any LinkedBook else {
      throw BookError(.changed, path.string, "another file came into its place")
    }
    try book.readCards(inQuestionFor: query, worker) { piece in
      try deliver(&piece, InputPlace(file: path.string, stop: stop(of: piece)))
      try reporter.report(piece.diagnostics, in: path.string)
    }
  }

  private func readCutout<Worker: CardWorker>(
    _ source: SharedSource, file: InputFile, worker: Worker,
    deliver: (inout CardPiece<Worker.Piece>, InputPlace) throws -> Void
  ) throws {
    let octets: [UInt8]
    do {
      octets = try source.rest(atMost: Cutout.Limits.bytes)
    } catch let damage as SharedSource.Damage {
      throw NoCards(failure: damage.failure)
    }
    let reading = try CutoutFile.parse(octets, named: file.name, decoding: decoding)
    for warning in reading.warnings { console.say(.warning, "\(file.name): \(warning)") }
    if let remark = source.remark { console.say(.warning, "\(file.name): \(remark)") }
    var worker = worker
    var found: [Diagnostic] = []
    try worker.process(reading.cutout.card(), found: &found)
    var result: Worker.Piece?
    try worker.finish(&result)
    guard let result else { return }
    var piece = CardPiece(result: result, diagnostics: found, cards: 1)
    try deliver(&piece, InputPlace(file: file.name, stop: stop(of: piece)))
    try reporter.report(piece.diagnostics, in: file.name)
  }

  /// Reads the cards of a document of another format, one after the other.
  private func read<Worker: CardWorker>(
    _ source: SharedSource, with reader: some CardDocumentReader, file: InputFile, worker: Worker,
    deliver: (inout CardPiece<Worker.Piece>, InputPlace) throws -> Void
  ) throws {
    var pieces = DocumentPieces(worker)
    var octets = [UInt8](repeating: 0, count: ByteSource.pieceSize)
    var reader = reader
    var isEnded = false
    while !isEnded {
      let count: Int
      do {
        count = try source.read(into: &octets)
      } catch let damage as SharedSource.Damage {
        // What came before it is good.
        try finish(&pieces, of: file, deliver: deliver)
        throw NoCards(failure: damage.failure)
      }
      isEnded = count == 0
      if isEnded { reader.finish() } else { reader.append(octets[..<count]) }
      while let entry = reader.next() {
        try pieces.take(entry)
        if pieces.isFull { try finish(&pieces, of: file, deliver: deliver) }
      }
    }
    try finish(&pieces, of: file, deliver: deliver)
    if let remark = source.remark { console.say(.warning, "\(file.name): \(remark)") }
    guard pieces.total == 0 else { return }
    throw NoCards(
      failure: CommandFailure(.data, "\(file.name): \(pieces.onlyReason ?? "nobody is in it")"))
  }

  private func finish<Worker: CardWorker>(
    _ pieces: inout DocumentPieces<Worker>, of file: InputFile,
    deliver: (inout CardPiece<Worker.Piece>, InputPlace) throws -> Void
  ) throws {
    guard var piece = try pieces.finish() else { return }
    if piece.cards > 0 {
      try deliver(&piece, InputPlace(file: file.name, stop: stop(of: piece)))
      pieces.storage = piece.result
    }
    try reporter.report(piece.diagnostics, in: file.name)
  }

  private func stop(of piece: CardPiece<some Sendable>) -> Int {
    guard isStrict, let stop = piece.diagnostics.first(where: { $0.severity == .error }) else {
      return .max
    }
    return stop.position.card - piece.origin.cards
  }

  /// The most diagnostics held back until it is known whether there is a card.
  private static let mostHeldDiagnostics = 1000

  private struct NoCards: Error { let failure: CommandFailure }
}

/// Gathers the cards of a document into pieces.
private struct DocumentPieces<Worker: CardWorker> {
  private var worker: Worker
  private var found: [Diagnostic] = []
  private var cards = 0
  /// What is no card, before which nothing came: perhaps the input is nothing else.
  private var first: Diagnostic?
  /// Cards so far.
  private(set) var total = 0
  /// A piece that was delivered, whose storage may be used again.
  var storage: Worker.Piece?

  /// Cards of a piece.
  private static var size: Int { 512 }

  init(_ worker: Worker) { self.worker = worker }

  var isFull: Bool { cards + found.count >= Self.size }

  /// Why all that the input holds is no card, and where, unless that is its start.
  var onlyReason: String? {
    guard let first else { return nil }
    let (line, column) = (first.position.line, first.position.column)
    return (line == 1 && column == 1 ? "" : "line \(line), column \(column): ") + first.message
  }

  mutating func take(_ entry: DocumentEntry) throws {
    switch entry {
    case .card(let card, let diagnostics):
      found += first.take().map { [$0] } ?? []
      found += diagnostics
      try worker.process(card, found: &found)
      cards += 1
      total += 1
    case .noCard(let problem):
      if problem.position.card == 0 { return first = problem }
      found += first.take().map { [$0] } ?? []
      found.append(problem)
    }
  }

  /// What came since the last time, if anything did.
  mutating func finish() throws -> CardPiece<Worker.Piece>? {
    try worker.finish(&storage)
    guard cards + found.count > 0, let result = storage.take() else { return nil }
    defer {
      found = []
      cards = 0
    }
    return CardPiece(result: result, diagnostics: found, cards: cards)
  }
}

/// Where a piece comes from.
package struct InputPlace: Sendable {
  /// The name of the input.
  package let file: String
  /// The number in the piece of the first card that does not count: in a strict run that with the
  /// first error.
  package let stop: Int
}

/// An input that several threads may ask for octets, one at a time.
private final class SharedSource: Sendable {
  /// What broke a compressed input, after what came before it was read.
  struct Damage: Error { let failure: CommandFailure }

  private struct State: ~Copyable {
    var source: ByteSource
    /// What was read to see what the input is.
    var first: [UInt8] = []
    var isEmpty = false
    /// How much of the input the progress shows.
    var reported = 0
  }

  private let state: Mutex<State>
  private let progress: ProgressLine
  /// So many octets tell what an input is.
  private static let lookSize = 4096

  init(_ source: consuming ByteSource, _ progress: ProgressLine) {
    state = Mutex(State(source: source))
    self.progress = progress
  }

  /// Reads the first octets.
  func begin() throws {
    var first = [UInt8](repeating: 0, count: SharedSource.lookSize)
    let count = try read(into: &first, from: 0)
    first.removeLast(first.count - count)
    state.withLock { state in
      state.first = first
      state.isEmpty = count == 0
    }
  }

  var isCompressed: Bool { state.withLock { $0.source.isCompressed } }

  /// Whether ``begin()`` found nothing.
  var isEmpty: Bool { state.withLock { $0.isEmpty } }

  var remark: String? { state.withLock { $0.source.remark } }

  /// What the input is, of which only the first octets were read, by their look unless somebody says.
  ///
  /// A vCard is a cutout only where somebody says so: it may be any card.
  func format(_ told: InputOptions.Format?, named name: String) -> InputOptions.Format {
    let first = state.withLock { $0.first }
    if told == .cutout, JSONPeopleReader.begins(first) { return .jsonl }
    return told ?? .sniffed(first, named: name)
  }

  var octets: OctetSource {
    OctetSource(
      read: { try self.read(into: &$0, from: $1) },
      hasMore: { milliseconds in
        self.state.withLock { !$0.first.isEmpty || $0.source.hasMore(within: milliseconds) }
      })
  }

  /// All octets that were not read yet, but not many more than a limit.
  func rest(atMost limit: Int) throws -> [UInt8] {
    var octets: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: ByteSource.pieceSize)
    while octets.count <= limit {
      let count = try read(into: &piece, from: 0)
      if count == 0 { break }
      octets += piece[..<count]
    }
    return octets
  }

  func read(into buffer: inout [UInt8], from start: Int = 0) throws -> Int {
    try state.withLock { state in
      if !state.first.isEmpty {
        let count = min(state.first.count, buffer.count - start)
        buffer.replaceSubrange(start..<start + count, with: state.first[..<count])
        state.first.removeFirst(count)
        return count
      }
      do {
        let count = try state.source.read(into: &buffer, from: start)
        progress.advance(by: state.source.consumed - state.reported)
        state.reported = state.source.consumed
        return count
      } catch let failure as CommandFailure {
        throw Damage(failure: failure)
      }
    }
  }
}

extension CharsetOption {
  /// How values that are not UTF-8 become text, by `--charset` and by ICU.
  package var textDecoding: TextDecoding {
    get throws {
      if let charset, !CharsetConverter.knows(charset) {
        throw CommandFailure(
          .usage, "there is no charset \"\(charset)\"",
          suggestion: "names are those of IANA, such as windows-1251 or Shift_JIS")
      }
      // Units of two octets and four are no 8-bit text, and tell themselves.
      let isWide = try charset.map { charset in
        let name = try CharsetConverter(charset: charset).name
        return name.hasPrefix("UTF-16") || name.hasPrefix("UTF-32")
      }
      return TextDecoding.icu(undeclared: isWide == true ? nil : charset)
    }
  }

  /// The charset of tables that are written; `nil` for UTF-8.
  var tableCharset: CSVCharset? {
    get throws {
      _ = try textDecoding
      guard let charset else { return nil }
      let name = try CharsetConverter(charset: charset).name
      if name == "UTF-8" { return nil }
      // Nothing says which octet of a unit comes first but the mark; the order is that of Windows.
      let isAlwaysMarked = name == "UTF-16" || name == "UTF-32"
      let encoder = TableEncoder(try CharsetConverter(charset: isAlwaysMarked ? name + "LE" : name))
      return CSVCharset(name, isAlwaysMarked: isAlwaysMarked) { encoder.encode($0) }
    }
  }
}

/// A converter that several threads use, one at a time.
private final class TableEncoder: Sendable {
  private let converter: Mutex<CharsetConverter>

  init(_ converter: consuming sending CharsetConverter) { self.converter = Mutex(converter) }

  func encode(_ text: String) -> (octets: [UInt8], lost: Int) {
    converter.withLock { converter in
      do {
        let (bytes, substitutions) = try converter.encode(text)
        return (bytes, substitutions)
      } catch {
        return (Array(text.utf8), text.unicodeScalars.count)
      }
    }
  }
}
