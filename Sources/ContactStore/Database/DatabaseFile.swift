import Files
import Synchronization
import SystemPackage

/// A database file that SQLite has open in this process, or is about to open.
///
/// POSIX locks belong to a process, and closing any descriptor of a file gives back all of the locks
/// that the process has on it (fcntl(2)); SQLite would go on believing that it holds them, and others
/// would write at the same time (https://sqlite.org/howtocorrupt.html, 2.2). So nobody closes a
/// descriptor of such a file beside SQLite: each connection keeps one of these objects, and while there
/// is one, the file is not looked into. Nor is it taken for another: a connection may be gone before its
/// object is, and the file removed, but while it is held open, no new file gets its inode.
final class DatabaseFile: Sendable {
  /// By which a file is known under all of its names.
  struct Identity: Hashable, Sendable {
    private let device: DeviceID
    private let inode: Inode

    init(_ status: Stat) {
      device = status.deviceID
      inode = status.inode
    }
  }

  private struct Use {
    var objects = 0
    /// What holds it open, and was opened before it was known what file it is.
    var descriptors: [FileDescriptor] = []
  }

  private static let uses = Mutex<[Identity: Use]>([:])

  /// The absolute path without links, as SQLite takes it.
  let path: String
  let identity: Identity

  /// Notes that SQLite is going to open a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - makes: Whether it is made when it is not there, so that only its owner may read it; SQLite
  ///     gives the files beside it the same permissions.
  /// - Throws: ``BookError``, also for a path that is not UTF-8.
  init(_ path: FilePath, making makes: Bool) throws(BookError) {
    let action: FileError.Action = makes ? .create : .open
    let place = try BookError.naming(action, path) { () throws(Errno) in
      try DatabaseFile.resolve(path)
    }
    self.path = try DatabaseFile.text(of: place, named: path, makes ? .cannotCreate : .cannotRead)
    identity = try BookError.naming(action, path) { () throws(Errno) in
      try DatabaseFile.uses.withLock { (uses) throws(Errno) in
        if makes { try DatabaseFile.make(place) }
        var identity = Identity(try Stat(place))
        // What cannot be opened SQLite cannot open either, and says why.
        if uses[identity] == nil,
          let descriptor = try? SystemCalls.open(place, .readOnly, options: .nonBlocking)
        {
          if let status = try? Stat(descriptor) { identity = Identity(status) }
          uses[identity, default: Use()].descriptors.append(descriptor)
        }
        uses[identity, default: Use()].objects += 1
        return identity
      }
    }
  }

  deinit {
    DatabaseFile.uses.withLock { uses in
      guard var use = uses[identity] else { return }
      use.objects -= 1
      if use.objects == 0 {
        for descriptor in use.descriptors { try? SystemCalls.close(descriptor) }
      }
      uses[identity] = use.objects == 0 ? nil : use
    }
  }

  /// Whether the path still leads to the file.
  var isInPlace: Bool {
    (try? Stat(FilePath(path))).map(Identity.init) == identity
  }

  /// Its size in octets.
  func size() throws(Errno) -> Int64 { try Stat(FilePath(path)).size }

  /// Whether a file begins as databases do, or is one that SQLite has open.
  ///
  /// SQLite file format §1.2: the first 16 octets.
  static func hasHeader(_ path: FilePath) throws(Errno) -> Bool {
    try uses.withLock { (uses) throws(Errno) in
      if uses[Identity(try Stat(path))] != nil { return true }
      let descriptor = try SystemCalls.open(path, .readOnly, options: .nonBlocking)
      // The name may have come to stand for another file meanwhile.
      if let status = try? Stat(descriptor), uses[Identity(status)] != nil {
        uses[Identity(status)]?.descriptors.append(descriptor)
        return true
      }
      defer { try? SystemCalls.close(descriptor) }
      var start = [UInt8](repeating: 0, count: 16)
      _ = try SystemCalls.read(descriptor, at: 0, into: &start)
      return start.elementsEqual("SQLite format 3\u{0}".utf8)
    }
  }

  /// A path as SQLite takes it.
  ///
  /// - Parameters:
  ///   - path: An absolute path: a relative one could begin as a URI does.
  ///   - name: What people call it.
  ///   - kind: What it means that SQLite takes no such path.
  /// - Returns: The path.
  /// - Throws: ``BookError`` for a path that is not UTF-8.
  static func text(
    of path: FilePath, named name: FilePath, _ kind: BookError.Kind
  ) throws(BookError) -> String {
    let text = path.string
    guard FilePath(text) == path else {
      throw BookError(kind, name, "its path is not UTF-8, and SQLite takes no other")
    }
    return text
  }

  /// The absolute path of a file that need not be there, without links.
  static func resolve(_ path: FilePath) throws(Errno) -> FilePath {
    let target = try AtomicFile.followingLinks(path)
    guard let name = target.lastComponent else { throw .isDirectory }
    return try SystemCalls.resolve(AtomicFile.directory(of: target)).appending(name)
  }

  /// Refuses a place in which no file can be made.
  static func checkPlace(_ path: FilePath) throws(BookError) {
    let place = try BookError.naming(.create, path) { () throws(Errno) in
      let place = try resolve(path)
      try SystemCalls.checkAccess(place.removingLastComponent(), .write)
      return place
    }
    _ = try text(of: place, named: path, .cannotCreate)
  }

  private static func make(_ path: FilePath) throws(Errno) {
    do throws(Errno) {
      let file = try SystemCalls.open(
        path, .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
      // Nobody of this process has it open: they wait for us before they do.
      try SystemCalls.close(file)
    } catch Errno.fileExists {
      // It is opened as it is.
    }
  }
}
