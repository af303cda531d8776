import ContactModel
import Files
public import SystemPackage
import VCard

/// The changes of a book that is a file or a folder, as they happen, whoever makes them.
///
/// ```
/// the system tells ─▶ quiet for a moment ─▶ files that are others are read ─▶ cards that are others
/// ```
/// A change is found by comparing what is there with what was there before: several within a moment
/// are one, and one that was taken back by then is none. A record of a folder is the same by its
/// identifier, a card of a file by its UID, without one by its content. Changes are told within
/// a second; those by other machines on a shared file system within ten. The sequence ends when its
/// task is cancelled, and is to be gone through once.
public struct FileBookChanges: AsyncSequence {
  /// Changes come one after the other.
  public typealias Element = BookChange

  private let state: BookFiles
  private let watch: FolderWatch?

  /// Looks at a book; what happens from then on is told.
  ///
  /// - Parameters:
  ///   - path: The file or the folder.
  ///   - options: How it is read.
  /// - Throws: ``BookError``.
  /// - Complexity: Reads the book, and holds a digest and a name of each card.
  public init(_ path: FilePath, options: BookOptions = BookOptions()) throws {
    // Without it the book is still looked at, only later.
    watch = try? FolderWatch()
    state = try BookFiles(path, options.quiet, watch)
  }

  /// Goes through the changes.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var state: BookFiles
    private let watch: FolderWatch?
    private var waiting: [BookChange] = []
    private var count: Int64 = 0

    /// Looks at the events of the system a second.
    private static let looks = 5
    /// Looks after which the book is looked at although the system told nothing.
    private static let mostLooks = 50

    init(_ state: BookFiles, _ watch: FolderWatch?) {
      self.state = state
      self.watch = watch
    }

    /// The next change; `nil` when the task is cancelled.
    ///
    /// - Throws: ``BookError``.
    public mutating func next() async throws -> BookChange? {
      var (looks, isTold) = (0, false)
      while waiting.isEmpty {
        if Task.isCancelled { return nil }
        let isMore = (try? watch?.takeEvents()) ?? false
        // Whoever is writing has more to write.
        if isTold && !isMore || looks >= AsyncIterator.mostLooks {
          waiting = try state.changes(watch).reversed()
          (looks, isTold) = (0, false)
          continue
        }
        isTold = isTold || isMore
        looks += isTold ? AsyncIterator.mostLooks / AsyncIterator.looks : 1
        try? await Task.sleep(for: .seconds(1) / AsyncIterator.looks)
      }
      var change = waiting.removeLast()
      count += 1
      change.sequence = count
      return change
    }
  }

  /// Begins to go through the changes.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(state, watch) }
}

/// What the files of a book hold.
struct BookFiles {
  private let path: FilePath
  private let options: BookOptions
  private var files: [FilePath: File] = [:]
  private var records: [Key: Record] = [:]
  private var order: [Key] = []
  /// How many records are called the same.
  private var alike: [String: Int] = [:]
  /// Whether the book was read once.
  private var isBegun = false

  /// By which a record is the same as before.
  private struct Key: Hashable {
    var text: String
    /// How many before it are called the same.
    var number = 0
  }

  /// A file, and the cards that were read of it.
  private struct File {
    let stamp: FileStamp
    let cards: [Card]

    /// What is remembered of a card.
    struct Card {
      let number: Int
      let uid: String?
      let name: String
      let digest: Int
    }
  }

  private struct Record {
    let id: RecordID
    let name: String
    let source: String?
    let digest: Int
  }

  init(_ path: FilePath, _ options: BookOptions, _ watch: FolderWatch?) throws {
    self.path = path
    self.options = options
    try read(watch)
    isBegun = true
  }

  /// Looks again, and tells what is another than before.
  mutating func changes(_ watch: FolderWatch?) throws -> [BookChange] {
    let (before, oldOrder) = (records, order)
    let old = self
    do {
      try read(watch)
    } catch {
      // Whoever goes on is told what is another than now.
      self = old
      throw error
    }
    var changes: [BookChange] = []
    let time = options.now()
    func tell(_ action: BookChange.Action, _ record: Record) {
      changes.append(
        BookChange(
          sequence: 0, action: action, record: record.id, name: record.name, source: record.source,
          time: time))
    }
    for key in oldOrder where records[key] == nil {
      if let record = before[key] { tell(.deleted, record) }
    }
    for key in order {
      guard let record = records[key] else { continue }
      if let old = before[key] {
        if old.digest != record.digest { tell(.updated, record) }
      } else {
        tell(.added, record)
      }
    }
    return changes
  }

  private mutating func read(_ watch: FolderWatch?) throws {
    records.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    alike.removeAll(keepingCapacity: true)
    let before = files
    files = [:]
    let type = try BookError.naming(.open, path) { () throws(Errno) in
      try FileStamp.type(of: path)
    }
    if type == .directory {
      let book = try VDirBook(path, options: options)
      try watch.map { try VDirBook.watch(path, with: $0) }
      for file in try book.files() {
        for card in try cards(of: file.path, before) {
          note(
            card, Key(text: VDirBook.identifier(file.id, card.number).rawValue),
            VDirBook.identifier(file.id, card.number), file.source)
        }
      }
    } else {
      try watch.map { try VCFBook.watch(path, with: $0) }
      for card in try cards(of: path, before) {
        note(
          card, Key(text: card.uid ?? "\(card.digest)"), RecordID(rawValue: "\(card.number)"), nil)
      }
    }
  }

  private mutating func note(_ card: File.Card, _ key: Key, _ id: RecordID, _ source: String?) {
    var key = key
    key.number = alike[key.text, default: 0]
    alike[key.text] = key.number + 1
    records[key] = Record(id: id, name: card.name, source: source, digest: card.digest)
    order.append(key)
  }

  /// The cards of a file, which is only read when it is another than before.
  private mutating func cards(of path: FilePath, _ before: [FilePath: File]) throws -> [File.Card] {
    let stamp = try? FileStamp.ofFile(at: path)
    if let known = before[path], known.stamp == stamp {
      files[path] = known
      return known.cards
    }
    var cards: [File.Card] = []
    do {
      guard let file = try CardFile(path, options: options) else { return [] }
      defer { files[path] = File(stamp: file.stamp, cards: cards) }
      try file.forEachCard { number, card in
        let contact = Contact(card, keys: [.compositeName, .uid])
        cards.append(
          File.Card(
            number: number, uid: contact.uid, name: contact.compositeName ?? "",
            digest: card.octetsAsRead.hashValue))
      }
    } catch let error as BookError where error.kind == .notABook {
      // A card may come of it.
    } catch is BookError where isBegun {
      // A file that cannot be read for now has the cards that it had; the others go on.
      files[path] = before[path]
      return before[path]?.cards ?? []
    }
    return cards
  }
}

extension VDirBook {
  /// Watches a folder and its collections.
  fileprivate static func watch(_ path: FilePath, with watch: FolderWatch) throws {
    for folder in [path] + (try tree(path)).folders.map(\.path) { try? watch.add(folder) }
  }
}

extension VCFBook {
  /// Watches the folders in which a file gets another content or is replaced.
  fileprivate static func watch(_ path: FilePath, with watch: FolderWatch) throws {
    for file in [path, try? SystemCalls.resolve(path)].compactMap({ $0 }) {
      let folder = file.removingLastComponent()
      try? watch.add(folder.isEmpty ? "." : folder)
    }
  }
}
