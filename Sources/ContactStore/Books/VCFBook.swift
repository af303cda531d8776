import Files
public import SystemPackage
public import VCard

/// A book of one `.vcf` file.
///
/// A record's identifier is the number of its card from 0. Saving writes a new file and puts it in
/// the place of the old one in one step: cards that are not changed, and whatever stands between
/// them, go out byte for byte, and cards that are added come last. A symbolic link stays, and the
/// permissions of the file are kept.
public final class VCFBook: AddressBook {
  /// The file.
  public let path: FilePath
  private let options: BookOptions
  /// The file as it was opened last; `nil` when it is to be opened again, for it was replaced.
  private var opened: CardFile??
  private var lock: FileLock?
  /// Told when a step of a save is done, for tests that look at what a crash would leave.
  package var onStep: ((SaveStep) -> Void)?

  /// A step of a save that is done.
  package enum SaveStep: Hashable, Sendable {
    /// The new file stands beside the old one.
    case written
    /// It has taken its place.
    case replaced
  }

  /// Opens a book.
  ///
  /// - Parameters:
  ///   - path: The file; for writing it need not be there.
  ///   - access: What the book is opened for.
  ///   - options: How it is read.
  /// - Throws: What keeps it from being opened.
  public init(
    _ path: FilePath, for access: BookAccess = .reading, options: BookOptions = BookOptions()
  ) throws(BookError) {
    self.path = path
    self.options = options
    if access == .writing {
      lock = try BookError.translating { () throws(FileError) in
        try FileLock(path, wait: options.waitsForLock)
      }
    }
    let file = try CardFile(path, options: options)
    if file == nil, access == .reading, !options.allowsMissing {
      throw BookError(.cannotRead, path, "\(Errno.noSuchFileOrDirectory)")
    }
    opened = .some(file)
  }

  /// The file; `nil` when there is none.
  private func file() throws(BookError) -> CardFile? {
    if let opened { return opened }
    // Only now: what cannot be read after a save does not make the save fail.
    let file = try CardFile(path, options: options.quiet)
    opened = .some(file)
    return file
  }

  /// One file.
  public var kind: BookKind { .file }

  /// Nothing besides: the numbers of cards change when others before them are deleted.
  public var capabilities: BookCapabilities { SourceKind.file.capabilities }

  /// Goes through all cards in the order of the file.
  public func forEachRecord(_ body: (Record) throws -> Void) throws {
    try file()?.forEachCard { number, card in
      try body(Record(id: RecordID(rawValue: String(number)), card: card, file: path))
    }
  }

  /// As many as the options say.
  public var threads: Int { options.threads }

  /// Hands all cards to workers on several threads.
  public func readCards<Worker: CardWorker>(
    _ worker: Worker, deliver: (inout Worker.Piece, [RecordID]) throws -> Void
  ) throws {
    try file()?.readCards(worker, threads: options.threads) { piece, numbers in
      try deliver(&piece, numbers.map { RecordID(rawValue: String($0)) })
    }
  }

  /// How many cards there are.
  public func count() throws -> Int {
    try file()?.scan()
    return try file()?.extents.count ?? 0
  }

  /// The card of a number.
  public func record(_ id: RecordID) throws -> Record? {
    guard let number = VCFBook.number(id), let card = try file()?.card(number) else { return nil }
    return Record(id: id, card: card, file: path)
  }

  private static func number(_ id: RecordID) -> Int? {
    guard let number = Int(id.rawValue), String(number) == id.rawValue, number >= 0 else {
      return nil
    }
    return number
  }

  /// Applies a request in one atomic replacement of the file.
  public func save(_ request: SaveRequest) throws -> [RecordID] {
    guard lock != nil else {
      throw BookError(.cannotCreate, path, "the book was opened for reading only")
    }
    try refuseUnsupported(request)
    guard !request.isEmpty else { return [] }
    try file()?.scan()
    var edits: [Int: CardFile.Edit] = [:]
    for (id, card) in request.updated { edits[try existing(id)] = .replaced(card) }
    for id in request.deleted { edits[try existing(id)] = .removed }
    let stamp = try BookError.naming(.open, path) { () throws(Errno) in
      try FileStamp.ofFile(at: path)
    }
    guard try stamp == file()?.stamp else {
      throw BookError(.changed, path, "nothing was written")
    }
    let next = (try file()?.cardCount ?? 0) - request.deleted.count
    let output = try BookError.translating { () throws(FileError) in
      try AtomicFile(replacing: path)
    }
    do {
      try write(edits, request.added, to: output)
    } catch let error as FileError {
      throw BookError(error)
    }
    onStep?(.written)
    try commit(output)
    onStep?(.replaced)
    opened = nil
    return request.added.indices.map { RecordID(rawValue: String(next + $0)) }
  }

  private func existing(_ id: RecordID) throws(BookError) -> Int {
    guard let number = VCFBook.number(id), try file()?.extent(number) != nil else {
      throw BookError(.noSuchRecord, path, id.rawValue)
    }
    return number
  }

  private func write(
    _ edits: [Int: CardFile.Edit], _ added: [Card], to output: AtomicFile
  ) throws {
    guard let file = try file() else {
      // Contacts are nobody else's business, whatever the umask.
      try FileError.naming(.create, path) { () throws(Errno) in
        try SystemCalls.setPermissions(.ownerReadWrite, of: output.writer.descriptor)
      }
      for card in added { try CardFile.write(card, to: output.writer) }
      return
    }
    try file.write(edits, adding: added, to: output.writer)
  }

  private func commit(_ output: AtomicFile) throws(BookError) {
    guard var held = lock.take() else { return }
    do throws(FileError) {
      try output.commit(keeping: &held)
      lock = consume held
    } catch {
      lock = consume held
      throw BookError(error)
    }
  }
}

extension BookOptions {
  /// The same without telling again what is odd.
  var quiet: BookOptions {
    var options = self
    options.diagnose = { _, _ in }
    return options
  }
}
