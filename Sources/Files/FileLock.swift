package import SystemPackage

/// An advisory lock that keeps other processes of this tool from changing the same book.
///
/// It lies on the file itself, or on the directory for a book that is one. For a file that does not
/// exist yet it lies on the directory where it would be. The system gives it back when the process
/// ends, however it ends.
package struct FileLock: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Takes the lock.
  ///
  /// - Parameters:
  ///   - path: The book.
  ///   - wait: Whether to wait while another holds it.
  /// - Throws: An error of action `lock`; `wouldBlock` when another holds it and nobody waits.
  package init(_ path: FilePath, wait: Bool = true) throws(FileError) {
    while true {
      let candidate = try Self.opening(path)
      let lock = FileLock(adopting: candidate.descriptor)
      try lock.acquire(path, wait: wait)
      // While we waited, the one before us may have put a new file in this place, or made the
      // first one; then what we locked is not what others will lock.
      if try lock.isStillCurrent(path, madeFor: candidate.directory) {
        self = lock
        return
      }
    }
  }

  init(adopting descriptor: FileDescriptor) { self.descriptor = descriptor }

  // Closing gives the lock back, but not while a process that is just being started has the
  // descriptor, too. An error could only be that it is closed already.
  deinit {
    try? SystemCalls.unlock(descriptor)
    try? SystemCalls.close(descriptor)
  }

  borrowing func acquire(_ path: FilePath, wait: Bool = true) throws(FileError) {
    let taken = try FileError.naming(.lock, path) { () throws(Errno) in
      try SystemCalls.lock(descriptor, exclusive: true, wait: wait)
    }
    guard taken else { throw FileError(.lock, path, .wouldBlock) }
  }

  /// Opens the file, or its directory if there is no file.
  private static func opening(
    _ path: FilePath
  ) throws(FileError) -> (descriptor: FileDescriptor, directory: FilePath?) {
    do {
      return (try open(path), nil)
    } catch Errno.noSuchFileOrDirectory {
      let parent = path.removingLastComponent()
      let directory = parent.isEmpty ? "." : parent
      return try FileError.naming(.lock, path) { () throws(Errno) in
        (try SystemCalls.open(directory, .readOnly, options: .directory), directory)
      }
    } catch {
      throw FileError(.lock, path, error)
    }
  }

  private static func open(_ path: FilePath) throws(Errno) -> FileDescriptor {
    do throws(Errno) {
      // flock(2): NFS locks a file only for those who opened it to write.
      return try SystemCalls.open(path, .readWrite, options: .nonBlocking)
    } catch Errno.isDirectory, Errno.permissionDenied, Errno.readOnlyFileSystem {
      return try SystemCalls.open(path, .readOnly, options: .nonBlocking)
    }
  }

  private borrowing func isStillCurrent(
    _ path: FilePath, madeFor directory: FilePath?
  ) throws(FileError) -> Bool {
    try FileError.naming(.lock, path) { () throws(Errno) in
      let locked = try Stat(descriptor)
      do throws(Errno) {
        let current = try Stat(path)
        return current.inode == locked.inode && current.deviceID == locked.deviceID
      } catch Errno.noSuchFileOrDirectory {
        return directory != nil
      }
    }
  }
}
