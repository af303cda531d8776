import ContactMerging
package import Files
public import SystemPackage
public import VCard

/// A book that is a folder with one card a file, as khard, vdirsyncer and Radicale keep.
///
/// A record's identifier is its file's name; further cards in one file, which the format does not
/// foresee, are `name.vcf#2` and so on. Hidden files, `.tmp` files and everything that does not end in
/// `.vcf` are passed over. A request with several files is applied as one: a crash leaves the old
/// state or the new one, and whoever opens the book next tidies up.
///
/// A folder of such folders, as vdirsyncer has a root with collections, is one book: the collections
/// are its sources and go by the names of their folders, and a record's identifier is `work/a.vcf`.
/// Cards beside the collections are a source called `.`, the first one.
public final class VDirBook: AddressBook {
  /// The folder.
  public let path: FilePath
  private let options: BookOptions
  /// Of the folder and of each collection, while the book is open for writing.
  private let locks: [HeldLock]
  /// Whether there are collections.
  private let isRoot: Bool
  /// The source that the book is read of; `nil` for all of it.
  private let only: String?
  private var folders: [Folder] = []
  private var entries: [Entry] = []
  private var places: [String: Int] = [:]
  private var isScanned = false
  /// Told when a step of a save is done, for tests that look at what a crash would leave.
  package var onStep: ((FolderSaveStep) -> Void)?

  /// A lock that can be kept in an array.
  private final class HeldLock {
    private let lock: FileLock

    init(_ path: FilePath, wait: Bool) throws(FileError) { lock = try FileLock(path, wait: wait) }
  }

  /// A folder with cards, and the name of the source that it is.
  private struct Folder {
    let folder: VDirFolder
    let name: String

    /// The name of a file as the book has it.
    func path(_ file: FilePath.Component) -> FilePath {
      FilePath(root: nil, [folder.name, file].compactMap { $0 })
    }
  }

  /// A file of the book.
  private struct Entry {
    let name: FilePath
    /// The place of its folder.
    let folder: Int
    let id: String
    let stamp: FileStamp
    let cards: Int
  }

  /// Opens a book.
  ///
  /// A save that a crash interrupted is finished first.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - access: What the book is opened for.
  ///   - options: How it is read.
  /// - Throws: What keeps it from being opened.
  public init(
    _ path: FilePath, for access: BookAccess = .reading, options: BookOptions = BookOptions()
  ) throws(BookError) {
    self.path = path
    self.options = options
    only = nil
    var locks: [HeldLock] = []
    try VDirBook.prepare(path, for: access, options, &locks)
    let tree = try VDirBook.tree(path)
    isRoot = tree.isRoot
    // Whoever uses a collection as a book of its own locks it alone.
    for folder in tree.folders where folder.name != nil {
      try VDirBook.prepare(folder.path, for: access, options, &locks)
    }
    self.locks = locks
  }

  /// A book of one source, to be read.
  private init(_ book: VDirBook, only name: String) {
    path = book.path
    options = book.options.quiet
    locks = []
    isRoot = true
    only = name
  }

  /// The cards of a source as a book that can only be read.
  ///
  /// - Parameter name: The source.
  /// - Returns: The book, whose records have the identifiers that they have in this one; it is empty
  ///   when there is no such source.
  /// - Throws: ``BookError``.
  public func book(ofSource name: String) throws -> any AddressBook {
    VDirBook(self, only: try folder(named: name).map { folders[$0].name } ?? name)
  }

  private static func prepare(
    _ path: FilePath, for access: BookAccess, _ options: BookOptions, _ locks: inout [HeldLock]
  ) throws(BookError) {
    let isUnfinished = try BookError.translating { () throws(FileError) in
      try FolderTransaction.isUnfinished(in: path)
    }
    guard access == .writing || isUnfinished else { return }
    let held = try BookError.translating { () throws(FileError) in
      try HeldLock(path, wait: options.waitsForLock)
    }
    // What one may not write to is locked all the same, and fails when it is saved.
    if isUnfinished || VDirBook.isWritable(path) {
      try VDirBook.recover(path, options: options, access: access)
    }
    if access == .writing { locks.append(held) }
  }

  static func tree(_ path: FilePath) throws(BookError) -> VDirFolder.Tree {
    let tree = try BookError.naming(.open, path) { () throws(Errno) in try VDirFolder.tree(path) }
    if !tree.deeper.isEmpty, tree.folders.allSatisfy(\.files.isEmpty) {
      let books = VDirFolder.summary(of: tree.deeper)
      throw BookError(
        .notABook, path,
        "its cards are in folders further down; a book is "
          + (tree.deeper.count == 1 ? books : "each of \(books)"))
    }
    return tree
  }

  private static func isWritable(_ path: FilePath) -> Bool {
    (try? SystemCalls.checkAccess(path, .write)) != nil
  }

  private static func recover(
    _ path: FilePath, options: BookOptions, access: BookAccess
  ) throws(BookError) {
    do {
      report(try FolderTransaction.recover(in: path), in: path, options)
    } catch let error as FolderTransactionError {
      throw BookError(error)
    } catch let error as FileError {
      throw BookError(
        access == .writing ? .cannotCreate : .cannotRead, path,
        "a save was interrupted, and finishing it failed: \(error.errno)")
    } catch {
      preconditionFailure("a recovery throws nothing but errors about files")
    }
  }

  private static func report(
    _ conflicts: [FolderTransaction.Conflict], in path: FilePath, _ options: BookOptions
  ) {
    for conflict in conflicts {
      // A warning stops nothing.
      try? options.diagnose(
        path.appending(conflict.name),
        Diagnostic(
          severity: .warning, code: .changedDuringSave, position: SourcePosition(),
          message: conflict.message))
    }
  }

  /// A folder.
  public var kind: BookKind { .folder }

  /// File names stay with their records; every card that is added gets a UID.
  ///
  /// Collections are sources.
  public var capabilities: BookCapabilities {
    isRoot ? options.capabilities(.folder).union(.sources) : SourceKind.folder.capabilities
  }

  // MARK: Reading

  /// Goes through all cards in the order of the bytes of their files' names.
  public func forEachRecord(_ body: (Record) throws -> Void) throws {
    try forEachFile { file, id in
      var cards = 0
      try file.forEachCard { number, card in
        cards = number + 1
        try body(
          Record(id: VDirBook.identifier(id, number), card: card, file: file.path))
      }
      return cards
    }
  }

  /// As many as the options say; a file of one card is read by one.
  public var threads: Int { options.threads }

  /// Hands the cards of each file to workers, in the order of the bytes of the files' names.
  public func readCards<Worker: CardWorker>(
    _ worker: Worker, deliver: (inout Worker.Piece, [RecordID]) throws -> Void
  ) throws {
    try forEachFile { file, id in
      var cards = 0
      try file.readCards(worker, threads: options.threads) { piece, numbers in
        cards = (numbers.last ?? -1) + 1
        try deliver(&piece, numbers.map { VDirBook.identifier(id, $0) })
      }
      return cards
    }
  }

  /// Goes through all files that hold cards.
  ///
  /// - Parameter body: Reads a file, whose identifier it gets, and tells how many cards there are.
  /// - Throws: ``BookError``, and what `body` throws.
  private func forEachFile(_ body: (CardFile, String) throws -> Int) throws {
    let isFirst = !isScanned
    var found: [Entry] = []
    let listed =
      try isFirst ? list() : entries.map { (name: $0.name, folder: $0.folder, id: $0.id) }
    for (name, folder, id) in listed {
      let place = path.pushing(name)
      guard let file = try CardFile(place, options: isFirst ? options : options.quiet) else {
        guard isFirst, (try? Stat(place, followTargetSymlink: false)) != nil else {
          throw VDirBook.gone(place)
        }
        try report(
          place, severity: .error, code: .notACard, message: "a link to nowhere; left alone")
        continue
      }
      var cards = 0
      do {
        cards = try body(file, id)
      } catch let error as BookError where error.kind == .notABook {
        if isFirst {
          try report(
            file.path, severity: .error, code: .notACard, message: "\(error.reason); left alone")
        }
      }
      guard isFirst else { continue }
      if cards > 1 {
        try report(
          file.path, severity: .warning, code: .severalCardsInFile,
          message: "\(cards) cards in a file of a folder; read as several people")
      }
      found.append(Entry(name: name, folder: folder, id: id, stamp: file.stamp, cards: cards))
    }
    if isFirst { adopt(found) }
  }

  private func adopt(_ found: [Entry]) {
    entries = found
    for index in found.indices { places[found[index].id] = index }
    isScanned = true
  }

  private func scan() throws {
    if !isScanned { try forEachRecord { _ in } }
  }

  /// How many cards there are.
  public func count() throws -> Int {
    try scan()
    return entries.reduce(0) { $0 + $1.cards }
  }

  /// The card of a file.
  public func record(_ id: RecordID) throws -> Record? {
    try scan()
    guard let (index, number) = place(id) else { return nil }
    let file = try open(entries[index].name)
    guard file.stamp == entries[index].stamp else {
      throw BookError(.changed, file.path, "try again")
    }
    guard let card = try file.card(number) else { return nil }
    return Record(id: id, card: card, file: file.path)
  }

  /// A file that was read before.
  private func open(_ name: FilePath) throws(BookError) -> CardFile {
    let file = path.pushing(name)
    guard let opened = try CardFile(file, options: options.quiet) else {
      throw VDirBook.gone(file)
    }
    return opened
  }

  private static func gone(_ file: FilePath) -> BookError {
    BookError(.changed, file, "it is gone; try again")
  }

  /// The files that hold cards, where they are, and the identifiers of their first cards.
  private func list() throws(BookError) -> [(name: FilePath, folder: Int, id: String)] {
    let tree = try VDirBook.tree(path)
    for folder in tree.deeper {
      // A warning stops nothing.
      try? report(
        folder, severity: .warning, code: .folderPassedOver,
        message: "its cards are in folders further down; it is a book of its own")
    }
    for (folder, errno) in tree.unreadable {
      try? report(
        folder, severity: .warning, code: .folderPassedOver, message: "\(errno); passed over")
    }
    // Two names that are not UTF-8 may look the same.
    func unique(_ name: String, _ used: inout Set<String>) -> String {
      var name = name
      while !used.insert(name).inserted { name += "~" }
      return name
    }
    var names: Set<String> = []
    folders = tree.folders.map { Folder(folder: $0, name: unique($0.name?.string ?? ".", &names)) }
    if let only { folders.removeAll { $0.name != only } }
    var ids: Set<String> = []
    return folders.enumerated().flatMap { place, folder in
      let start = folder.folder.name == nil ? "" : "\(folder.name)/"
      return folder.folder.files.map { file in
        (folder.path(file), place, unique("\(start)\(file.string)", &ids))
      }
    }
  }

  static func identifier(_ id: String, _ number: Int) -> RecordID {
    RecordID(rawValue: number == 0 ? id : "\(id)#\(number + 1)")
  }

  private func place(_ id: RecordID) -> (entry: Int, card: Int)? {
    if let index = places[id.rawValue] { return entries[index].cards > 0 ? (index, 0) : nil }
    guard let mark = id.rawValue.utf8.lastIndex(of: UInt8(ascii: "#")),
      let index = places[String(id.rawValue[..<mark])],
      let number = Int(id.rawValue[id.rawValue.utf8.index(after: mark)...]),
      2...max(2, entries[index].cards) ~= number, number <= entries[index].cards
    else { return nil }
    return (index, number - 1)
  }

  private func report(
    _ file: FilePath, severity: Diagnostic.Severity, code: Diagnostic.Code, message: String
  ) throws {
    try options.diagnose(
      file,
      Diagnostic(
        severity: severity, code: code, position: SourcePosition(), message: message))
  }

  // MARK: Sources

  /// The files that hold cards, the identifiers of their first cards, and the sources they are in.
  func files() throws(BookError) -> [(path: FilePath, id: String, source: String?)] {
    try list().map { (path.pushing($0.name), $0.id, isRoot ? folders[$0.folder].name : nil) }
  }

  /// The collections, if there are any, and before them what is beside them.
  public func sources() throws -> [BookSource] {
    guard isRoot else { return [] }
    try scan()
    var counts = Array(repeating: 0, count: folders.count)
    for entry in entries { counts[entry.folder] += entry.cards }
    return zip(folders, counts).map { folder, count in
      BookSource(
        name: folder.name, kind: options.sourceKinds[folder.name] ?? .folder, count: count,
        title: folder.folder.title, color: folder.folder.color)
    }
  }

  /// The records of a collection.
  ///
  /// - Parameter name: The name of its folder, or the `displayname` that only one of them has.
  /// - Returns: The records; `nil` when there is no such collection.
  /// - Throws: ``BookError``.
  public func records(ofSource name: String) throws -> Set<RecordID>? {
    guard let place = try folder(named: name) else { return nil }
    return Set(
      entries.filter { $0.folder == place }.flatMap { entry in
        (0..<entry.cards).map { VDirBook.identifier(entry.id, $0) }
      })
  }

  /// The name of the collection that a record is in.
  public func sourceName(of id: RecordID) throws -> String? {
    guard isRoot else { return nil }
    try scan()
    return place(id).map { folders[entries[$0.entry].folder].name }
  }

  private func folder(named name: String) throws -> Int? {
    guard isRoot else { return nil }
    try scan()
    if let place = folders.firstIndex(where: { $0.name == name }) { return place }
    let titled = folders.indices.filter { folders[$0].folder.title == name }
    return titled.count == 1 ? titled[0] : nil
  }

  // MARK: Saving

  /// Applies a request; all of its files change, or none.
  public func save(_ request: SaveRequest) throws -> [RecordID] {
    guard !locks.isEmpty else {
      throw BookError(.cannotCreate, path, "the book was opened for reading only")
    }
    try refuseUnsupported(request)
    guard !request.isEmpty else { return [] }
    try scan()
    var named: [String: Int] = [:]
    for source in Set(request.addedSources.values) {
      guard let folder = try folder(named: source) else {
        let names = folders.map(\.name).joined(separator: ", ")
        throw BookError(
          .unsupported, path, "it has no folder \"\(source)\", but \(names)")
      }
      named[source] = folder
    }
    let added = request.added.enumerated().map { place, card in
      (card, folders[request.addedSources[place].flatMap { named[$0] } ?? 0])
    }
    try options.refuseOverfull(request, in: self) { added[$0].1.name }
    var edits: [Int: [Int: CardFile.Edit]] = [:]
    for (id, card) in request.updated {
      let (entry, number) = try existing(id)
      edits[entry, default: [:]][number] = .replaced(card)
    }
    for id in request.deleted {
      let (entry, number) = try existing(id)
      edits[entry, default: [:]][number] = .removed
    }
    do {
      return try save(edits, adding: added)
    } catch let error as FolderTransactionError {
      throw BookError(error)
    } catch let error as FileError {
      throw BookError(error)
    }
  }

  private func existing(_ id: RecordID) throws(BookError) -> (entry: Int, card: Int) {
    guard let place = place(id) else { throw BookError(.noSuchRecord, path, id.rawValue) }
    return place
  }

  private func save(
    _ edits: [Int: [Int: CardFile.Edit]], adding added: [(Card, Folder)]
  ) throws -> [RecordID] {
    try FileError.naming(.create, path) { () throws(Errno) in
      try SystemCalls.checkAccess(path, .write)
    }
    var transaction = FolderTransaction(in: path)
    let names: [FilePath]
    do {
      for index in edits.keys.sorted() {
        try stage(edits[index] ?? [:], of: entries[index], &transaction)
      }
      names = try stage(added, &transaction)
    } catch {
      transaction.discard()
      throw error
    }
    // From here on what was read is not what is there.
    isScanned = false
    entries = []
    places = [:]
    VDirBook.report(try transaction.commit(onStep: onStep), in: path, options)
    return names.map { RecordID(rawValue: $0.string) }
  }

  private func stage(
    _ edits: [Int: CardFile.Edit], of entry: Entry, _ transaction: inout FolderTransaction
  ) throws {
    let file = try open(entry.name)
    guard file.stamp == entry.stamp else {
      throw BookError(.changed, file.path, "nothing was written")
    }
    try file.scan()
    let removed = edits.values.filter { if case .removed = $0 { true } else { false } }.count
    if removed == file.extents.count { return try transaction.remove(entry.name) }
    try transaction.replace(entry.name) { try file.write(edits, adding: [], to: $0) }
  }

  private func stage(
    _ added: [(Card, Folder)], _ transaction: inout FolderTransaction
  ) throws -> [FilePath] {
    var taken: Set<String> = []
    return try added.map { card, folder in
      // khard and vdirsyncer pass over a card without one.
      let card = card.identified { NewUID.make() }
      let wanted = folder.path(try VDirBook.name(for: card))
      let name = try FileError.naming(.create, path) { () throws(Errno) in
        try FolderTransaction.free(wanted, in: path, besides: taken)
      }
      // Some file systems do not tell upper from lower case.
      taken.insert(name.string.lowercased())
      try transaction.add(name) { try CardFile.write(card, to: $0) }
      return name
    }
  }

  /// The name that a new card's file would like: its UID where that makes a file name anywhere, else
  /// a digest of the card.
  private static func name(for card: Card) throws(BookError) -> FilePath.Component {
    var name = UUIDText.withoutScheme(card.first(.uid)?.text ?? "")
    if !isSafe(name) {
      var bytes: [UInt8] = []
      CardWriter().write(card, into: &bytes)
      name = String(SHA256.digest(of: bytes.span).hexadecimal.prefix(32))
    }
    guard let component = FilePath.Component(octets: Array("\(name).vcf".utf8)) else {
      preconditionFailure("a safe name is one that a file can have")
    }
    return component
  }

  private static func isSafe(_ name: String) -> Bool {
    guard 1...128 ~= name.utf8.count, name.utf8.first != UInt8(ascii: ".") else { return false }
    return name.utf8.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_.@+=".utf8.contains(octet)
      }
    }
  }
}
