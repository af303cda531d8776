package import SystemPackage

/// A file that is written beside the one it replaces, and takes its place in one step.
///
/// Until ``commit(synchronize:)`` the old file stays as it was, and can be read: so a file may be
/// rewritten while it is being read. If the object goes without that, or the process is
/// interrupted (``TemporaryFiles/removeAll(telling:then:)``), the new file is removed and the old one stays.
///
/// A symbolic link stays, and the file that it leads to is replaced. The permissions of the old file
/// are kept, and its owner and group where the system allows it; further hard links keep the old
/// content.
package final class AtomicFile {
  /// The file that is replaced, links followed.
  package let path: FilePath
  /// Writes to the new file.
  package let writer: BufferedWriter
  private let temporary: FilePath
  private var isOpen = true
  /// Its content may not be on the disk.
  private var isUnsynchronized = false
  /// A further name of the old file, and what it becomes with the commit.
  private var backup: TemporaryFiles.Move?

  /// Prepares to replace a file, or to make one that does not exist.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isPrivate: Whether a file that does not exist is made for its owner alone.
  /// - Throws: An error of action `create` when there is something at `path` that is not a regular
  ///   file or may not be written, or when no file can be made beside it.
  package init(replacing path: FilePath, isPrivate: Bool = false) throws(FileError) {
    let target = try FileError.naming(.create, path) { () throws(Errno) in
      // As open(2) has it; a file could be made beside what has no name, and never moved there.
      if path.isEmpty { throw .noSuchFileOrDirectory }
      return try Self.followingLinks(path)
    }
    let (temporary, descriptor) = try FileError.naming(.create, path) { () throws(Errno) in
      try Self.create(toReplace: target, isPrivate: isPrivate)
    }
    self.path = target
    self.temporary = temporary
    writer = BufferedWriter(descriptor, name: path.string)
  }

  deinit { discard() }

  /// The birth of the new file, which it keeps in its place; `nil` where the file system keeps none.
  package func birth() throws(FileError) -> FileBirth? {
    try FileError.naming(.write, path) { () throws(Errno) in try FileBirth(writer.descriptor) }
  }

  /// Puts the new file in the place of the old one.
  ///
  /// - Parameter synchronize: Whether to wait until content and name are on the disk. Without it a
  ///   loss of power soon afterwards can leave an empty file.
  /// - Throws: An error of action `write`; the old file is there still.
  package func commit(synchronize: Bool = true) throws(FileError) {
    try Self.commit([self], synchronize: synchronize)
  }

  /// Puts the new file in the place of the old one and goes on holding it locked.
  ///
  /// The new file is locked before it can be seen, so nobody else gets the lock in between.
  ///
  /// - Parameter lock: The lock on the old file, or on the directory if there was none.
  /// - Throws: An error of action `write` or `lock`; then the old lock is still held.
  package func commit(keeping lock: inout FileLock) throws(FileError) {
    let copy = try FileError.naming(.lock, path) { () throws(Errno) in
      try SystemCalls.open(temporary, .readWrite)
    }
    let new = FileLock(adopting: copy)
    try new.acquire(path)
    try commit()
    lock = new
  }

  /// Puts several new files in their places, all content being on the disk before the first moves.
  ///
  /// An interruption comes before the first or after the last; a loss of power can come between. When
  /// one cannot be moved, or what goes with them fails, all is as before (``TemporaryFiles/place(_:)``).
  ///
  /// - Parameters:
  ///   - files: The new files.
  ///   - synchronize: Whether to wait until content and names are on the disk.
  ///   - body: What has to be done, too, when the files are in their places.
  /// - Returns: What `body` returns.
  /// - Throws: An error of action `write`, and what `body` throws.
  package static func commit<Result>(
    _ files: [AtomicFile], synchronize: Bool = true, with body: () throws -> Result
  ) throws -> Result {
    for file in files where file.isOpen { try file.finish(synchronize: synchronize) }
    if synchronize { try self.synchronize(files.filter(\.isUnsynchronized)) }
    let moves =
      files.compactMap(\.backup) + files.map { TemporaryFiles.Move($0.temporary, to: $0.path) }
    let placement = try TemporaryFiles.place(moves)
    do {
      if synchronize { try synchronizeNames(of: moves.map(\.to)) }
      let result = try body()
      TemporaryFiles.settle(placement)
      return result
    } catch {
      TemporaryFiles.takeBack(placement)
      throw error
    }
  }

  /// Puts several new files in their places: all of them or none.
  package static func commit(
    _ files: [AtomicFile], synchronize: Bool = true
  ) throws(FileError) {
    do {
      try commit(files, synchronize: synchronize) {}
    } catch let error as FileError {
      throw error
    } catch {
      preconditionFailure("what is done besides throws nothing")
    }
  }

  /// Has the commit give the old file a second name beside its own, under which it stays.
  ///
  /// - Parameters:
  ///   - suffix: What follows its own name; it holds no slash.
  ///   - replacing: Whether something that has the name already is replaced.
  /// - Throws: An error of action `create`, with `EEXIST` when something has the name.
  package func keepOldFile(suffix: String, replacing: Bool) throws(FileError) {
    if let before = self.backup { TemporaryFiles.remove(before.from) }
    let backup = try Self.backup(of: path, suffix: suffix)
    self.backup = try FileError.naming(.create, backup) { () throws(Errno) in
      if !replacing, try Self.status(backup, followLinks: false) != nil { throw .fileExists }
      return TemporaryFiles.Move(
        try TemporaryFiles.link(path, beside: backup), to: backup, replacing: replacing)
    }
  }

  /// The name that ``keepOldFile(suffix:replacing:)`` gives the old file, links followed.
  ///
  /// - Throws: An error of action `create` when the links lead nowhere.
  package static func backup(
    ofReplaced path: FilePath, suffix: String
  ) throws(FileError) -> FilePath {
    let target = try FileError.naming(.create, path) { () throws(Errno) in
      try followingLinks(path)
    }
    return try backup(of: target, suffix: suffix)
  }

  private static func backup(
    of target: FilePath, suffix: String
  ) throws(FileError) -> FilePath {
    // Byte for byte: the name need not be UTF-8.
    let name = (target.lastComponent?.octets ?? []) + Array(suffix.utf8)
    guard let last = FilePath.Component(octets: name) else {
      throw FileError(.create, target, .invalidArgument)
    }
    return target.removingLastComponent().appending(last)
  }

  /// Removes the new file and leaves the old one; does nothing after a commit.
  package func discard() {
    close()
    TemporaryFiles.remove(temporary)
    if let backup { TemporaryFiles.remove(backup.from) }
  }

  /// Closes the new file, which is then waiting for ``commit(synchronize:)``.
  ///
  /// So many files can wait for one commit: none of them keeps a descriptor or a buffer.
  package func finishWriting() throws(FileError) {
    try finish(synchronize: false)
    isUnsynchronized = true
    writer.releaseBuffer()
  }

  /// Waits until the content of files that were closed before is on the disk.
  private static func synchronize(_ files: [AtomicFile]) throws(FileError) {
    for (directory, files) in Dictionary(grouping: files, by: { directory(of: $0.path) }) {
      try FileError.naming(.write, directory) { () throws(Errno) in
        try SystemCalls.synchronize(files.map(\.temporary), in: directory)
      }
    }
  }

  private func finish(synchronize: Bool) throws(FileError) {
    precondition(isOpen, "a file is committed once")
    try writer.flush()
    do {
      if synchronize { try SystemCalls.synchronize(writer.descriptor) }
      isOpen = false
      // Network file systems tell some failed writes only here.
      try SystemCalls.close(writer.descriptor)
    } catch {
      throw FileError(.write, writer.name, error)
    }
  }

  private func close() {
    guard isOpen else { return }
    isOpen = false
    // The content is thrown away, so an error about it says nothing.
    try? SystemCalls.close(writer.descriptor)
  }

  /// Follows symbolic links in the last part of a path, as opening it would; the end may not exist.
  package static func followingLinks(_ path: FilePath) throws(Errno) -> FilePath {
    var path = path
    // Linux gives up after 40 links, path_resolution(7).
    for _ in 0..<40 {
      guard try status(path, followLinks: false)?.type == .symbolicLink else { return path }
      path = directory(of: path).pushing(try SystemCalls.target(ofLink: path))
    }
    throw .tooManySymbolicLinkLevels
  }

  private static func create(
    toReplace target: FilePath, isPrivate: Bool
  ) throws(Errno) -> (path: FilePath, descriptor: FileDescriptor) {
    guard let old = try status(target, followLinks: true) else {
      // The umask takes away from these, as for any new file.
      return try TemporaryFiles.create(
        beside: target,
        permissions: isPrivate
          ? .ownerReadWrite : [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    }
    switch old.type {
    case .regular: break
    case .directory: throw .isDirectory
    default: throw .invalidArgument
    }
    // A rename would replace a file that its owner has made read-only; opening it would not.
    try SystemCalls.checkAccess(target, .write)
    let (path, descriptor) = try TemporaryFiles.create(
      beside: target, permissions: .ownerReadWrite)
    do {
      try keepAttributes(of: old, on: descriptor)
    } catch {
      try? SystemCalls.close(descriptor)
      TemporaryFiles.remove(path)
      throw error
    }
    return (path, descriptor)
  }

  package static func keepAttributes(
    of old: Stat, on descriptor: FileDescriptor
  ) throws(Errno) {
    let new = try Stat(descriptor)
    var permissions = old.permissions.intersection(.everyRight)
    if old.groupID != new.groupID {
      do {
        try SystemCalls.setOwner(nil, group: old.groupID, of: descriptor)
      } catch {
        // The file now belongs to another group, which gets no more than anybody.
        let others = FilePermissions(rawValue: (permissions.rawValue & 0o007) << 3)
        permissions.subtract(.groupReadWriteExecute)
        permissions.formUnion(old.permissions.intersection(others))
      }
    }
    if old.userID != new.userID {
      // Only root can give a file away; another's file that we may replace becomes ours.
      try? SystemCalls.setOwner(old.userID, group: nil, of: descriptor)
    }
    try SystemCalls.setPermissions(permissions, of: descriptor)
  }

  /// Waits until the names of files are on the disk.
  package static func synchronizeNames(of files: [FilePath]) throws(FileError) {
    for directory in Set(files.map(directory(of:))) {
      try FileError.naming(.write, directory) { () throws(Errno) in
        try synchronizeNames(in: directory)
      }
    }
  }

  package static func synchronizeNames(in directory: FilePath) throws(Errno) {
    do {
      let descriptor = try SystemCalls.open(directory, .readOnly, options: .directory)
      defer { try? SystemCalls.close(descriptor) }
      try SystemCalls.synchronize(descriptor)
    } catch Errno.invalidArgument, Errno.notSupported, Errno.permissionDenied {
      // Some file systems cannot, and a directory may be writable without being readable. The file
      // is in its place; only when its name reaches the disk is left to the system.
    }
  }

  package static func directory(of path: FilePath) -> FilePath {
    let directory = path.removingLastComponent()
    return directory.isEmpty ? "." : directory
  }

  private static func status(
    _ path: FilePath, followLinks: Bool
  ) throws(Errno) -> Stat? {
    do {
      return try Stat(path, followTargetSymlink: followLinks)
    } catch Errno.noSuchFileOrDirectory {
      return nil
    }
  }
}

extension FilePermissions {
  fileprivate static let everyRight = FilePermissions(rawValue: 0o777)
}
