package import SystemPackage

/// Files that are written out of sight and appear in a folder all at once.
///
/// ```
/// DIR/.vcard.k3x9.tmp/a.vcf  b.vcf  …     staged: only their owner sees them
/// DIR/a.vcf  b.vcf  …                     committed: renamed, each in one step
/// ```
/// Until ``commit(replacing:)`` the folder is as it was, and it is so again if the object goes
/// without that, or the process is interrupted (``TemporaryFiles/removeAll(telling:then:)``). A kill or a
/// loss of power at any moment leaves each file whole or absent. Memory does not grow with the
/// number of files before the commit, and with their names in it.
package final class StagedFolder {
  /// The folder.
  package let path: FilePath
  private let staging: FilePath
  private var isDone = false
  private var writer: BufferedWriter?

  /// Prepares to add files to a folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - makesFolder: Whether it is made if it is not there; its parent must be.
  /// - Throws: An error of action `create`.
  package init(_ path: FilePath, makesFolder: Bool) throws(FileError) {
    self.path = path
    staging = try FileError.naming(.create, path) { () throws(Errno) in
      try TemporaryFiles.createFolder(in: path, makesParent: makesFolder)
    }
  }

  deinit { discard() }

  /// Whether something of this name was in the folder before.
  package func hadFile(_ name: String) throws(FileError) -> Bool {
    let file = path.appending(name)
    do {
      _ = try Stat(file, followTargetSymlink: false)
      return true
    } catch Errno.noSuchFileOrDirectory {
      return false
    } catch {
      throw FileError(.create, file, error)
    }
  }

  /// Starts a file, to which the writer writes until ``close()``.
  ///
  /// - Parameter name: One part of a path.
  /// - Returns: `nil` when a file of this name has been staged already.
  /// - Throws: An error of action `create`.
  package func open(_ name: String) throws(FileError) -> BufferedWriter? {
    precondition(writer == nil, "one file is open at a time")
    guard let part = FilePath.Component(name), part.kind == .regular else {
      throw FileError(.create, name, .invalidArgument)
    }
    do throws(Errno) {
      let descriptor = try TemporaryFiles.create(
        inFolder: staging.appending(part),
        // The umask takes away from these, as for any new file.
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
      let opened = BufferedWriter(descriptor, name: path.appending(part).string)
      writer = opened
      return opened
    } catch {
      guard error != .fileExists else { return nil }
      throw FileError(.create, path.appending(part), error)
    }
  }

  /// Ends the file that was opened last.
  ///
  /// - Throws: An error of action `write`.
  package func close() throws(FileError) {
    guard let writer else { return }
    self.writer = nil
    do {
      try writer.flush()
    } catch {
      try? SystemCalls.close(writer.descriptor)
      throw error
    }
    do {
      // Network file systems tell some failed writes only here.
      try SystemCalls.close(writer.descriptor)
    } catch {
      throw FileError(.write, writer.name, error)
    }
  }

  /// Stages a file of these octets.
  ///
  /// - Returns: `false` when a file of this name has been staged already.
  /// - Throws: An error of action `create` or `write`.
  package func add(_ name: String, _ octets: [UInt8]) throws(FileError) -> Bool {
    guard let writer = try open(name) else { return false }
    try writer.write(octets)
    try close()
    return true
  }

  /// Puts all files in their places, their content being on the disk before the first moves.
  ///
  /// An interruption comes before the first or after the last.
  ///
  /// - Parameters:
  ///   - replacing: Whether a file that was there before is replaced; a folder never is, and of a
  ///     link the link is replaced, never what it leads to.
  ///   - rehearsing: Whether to find out only whether it can be done, and to discard the files.
  ///   - body: What has to be done, too, when the files are in their places; a rehearsal does it as well.
  /// - Returns: How many files there are.
  /// - Throws: An error of action `create` and `EEXIST` when one is there that must not be replaced, an
  ///   error of action `write`, and what `body` throws. None was moved then.
  @discardableResult
  package func commit(
    replacing: Bool, rehearsing: Bool = false, with body: () throws -> Void = {}
  ) throws -> Int {
    precondition(!isDone, "files are committed once")
    try close()
    let names = try FileError.naming(.write, path) { () throws(Errno) in
      try SystemCalls.entries(of: staging).sorted().map(\.name)
    }
    for name in names { try checkPlace(path.appending(name), replacing) }
    if rehearsing {
      try body()
      discard()
      return names.count
    }
    try FileError.naming(.write, path) { () throws(Errno) in
      try SystemCalls.synchronize(names.map { staging.appending($0) }, in: staging)
    }
    let placement = try TemporaryFiles.place(
      names.map {
        TemporaryFiles.Move(staging.appending($0), to: path.appending($0), replacing: replacing)
      })
    do {
      try FileError.naming(.write, path) { () throws(Errno) in
        try AtomicFile.synchronizeNames(in: path)
      }
      try body()
    } catch {
      TemporaryFiles.takeBack(placement)
      throw error
    }
    TemporaryFiles.settle(placement)
    isDone = true
    TemporaryFiles.removeFolder(staging, keepingParent: true)
    return names.count
  }

  /// Removes the files and leaves the folder as it was; does nothing after a commit.
  package func discard() {
    guard !isDone else { return }
    isDone = true
    // The content is thrown away, so an error about it says nothing.
    if let writer { try? SystemCalls.close(writer.descriptor) }
    writer = nil
    TemporaryFiles.removeFolder(staging)
  }

  private func checkPlace(_ file: FilePath, _ replacing: Bool) throws(FileError) {
    do throws(Errno) {
      let status = try Stat(file, followTargetSymlink: false)
      if status.type == .directory { throw .isDirectory }
      if !replacing { throw .fileExists }
    } catch {
      guard error != .noSuchFileOrDirectory else { return }
      throw FileError(.create, file, error)
    }
  }
}
