import Synchronization
package import SystemPackage

/// The half-written files of this process, so that an interruption can remove them.
///
/// Making, renaming and removing one happens under one lock; whoever ends the process takes that
/// lock and keeps it, so no file appears or is put in place afterwards.
package enum TemporaryFiles {
  private struct Noted {
    var files: Set<FilePath> = []
    /// Folders with nothing but half-written files in them, and whether the folder that each stands
    /// in was made for it.
    var folders: [FilePath: Bool] = [:]
    /// Folders that an interruption leaves, and the file in each that somebody may have written.
    var held: [FilePath: FilePath] = [:]
  }

  private static let noted = Mutex(Noted())

  /// Makes an empty file beside `target` that only its owner can open so far, and notes it.
  ///
  /// Its name begins with a dot and ends in `.tmp`, which readers of a vdir pass over.
  package static func create(
    beside target: FilePath, permissions: FilePermissions
  ) throws(Errno) -> (path: FilePath, descriptor: FileDescriptor) {
    while true {
      let path = sibling(of: target)
      do {
        let descriptor = try noted.withLock { (noted) throws(Errno) in
          let descriptor = try SystemCalls.open(
            path, .writeOnly, options: [.create, .exclusiveCreate], permissions: permissions)
          noted.files.insert(path)
          return descriptor
        }
        return (path, descriptor)
      } catch Errno.fileExists {
        continue
      }
    }
  }

  /// Makes a file in a noted folder; after an interruption none appears there any more.
  package static func create(
    inFolder path: FilePath, permissions: FilePermissions
  ) throws(Errno) -> FileDescriptor {
    try noted.withLock { (_) throws(Errno) in
      try SystemCalls.open(
        path, .writeOnly, options: [.create, .exclusiveCreate], permissions: permissions)
    }
  }

  /// Puts files in the places they were made for, one after the other, with no interruption between.
  package static func move(_ moves: [(from: FilePath, to: FilePath)]) throws(FileError) {
    try noted.withLock { (noted) throws(FileError) in
      for move in moves {
        try FileError.naming(.write, move.to) { () throws(Errno) in
          try SystemCalls.move(move.from, to: move.to)
        }
        noted.files.remove(move.from)
      }
    }
  }

  /// Puts a file in the place that it was made for, with no interruption after the first change.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - target: Its place.
  ///   - replacing: Whether what is there is replaced; else an error of action `create` is thrown.
  ///   - companions: Files that belong to what was there, and are removed.
  /// - Throws: ``FileError``.
  package static func move(
    _ file: FilePath, to target: FilePath, replacing: Bool, removing companions: [FilePath]
  ) throws(FileError) {
    try noted.withLock { (noted) throws(FileError) in
      for companion in companions {
        try FileError.naming(.remove, companion) { () throws(Errno) in
          do throws(Errno) {
            try SystemCalls.remove(companion)
          } catch Errno.noSuchFileOrDirectory {
            // Whoever used it has removed it.
          }
        }
      }
      try FileError.naming(replacing ? .write : .create, target) { () throws(Errno) in
        try replacing
          ? SystemCalls.move(file, to: target) : SystemCalls.move(file, toNew: target)
      }
      noted.files.remove(file)
    }
  }

  /// Gives a file one more name, which in one step takes the place of what has it.
  package static func link(_ file: FilePath, replacing target: FilePath) throws(Errno) {
    let path = sibling(of: target)
    try noted.withLock { (_) throws(Errno) in
      try SystemCalls.link(file, as: path)
      do throws(Errno) {
        try SystemCalls.move(path, to: target)
        // Of two names of one file, rename(2) leaves both.
        try? SystemCalls.remove(path)
      } catch {
        try? SystemCalls.remove(path)
        throw error
      }
    }
  }

  // MARK: Folders of them

  /// Makes a folder for half-written files that only its owner can enter, and notes it.
  ///
  /// Its name begins with a dot and ends in `.tmp`, which readers of a vdir pass over.
  ///
  /// - Parameters:
  ///   - parent: The folder in which it stands.
  ///   - makesParent: Whether `parent` is to be made if it is not there.
  /// - Returns: The path of the new folder.
  /// - Throws: What stood in the way; nothing was made then.
  package static func createFolder(
    in parent: FilePath, makesParent: Bool
  ) throws(Errno) -> FilePath {
    while true {
      let path = sibling(of: parent.appending("vcard"))
      do {
        try noted.withLock { (noted) throws(Errno) in
          let isMade = makesParent ? try make(parent) : false
          do throws(Errno) {
            try SystemCalls.makeDirectory(path, permissions: .ownerReadWriteExecute)
          } catch {
            if isMade { try? SystemCalls.removeDirectory(parent) }
            throw error
          }
          noted.folders[path] = isMade
        }
        return path
      } catch Errno.fileExists {
        continue
      }
    }
  }

  /// Makes a folder; `false` when it was there before.
  private static func make(_ folder: FilePath) throws(Errno) -> Bool {
    do {
      // The umask takes away from these, as for any new folder.
      try SystemCalls.makeDirectory(folder, permissions: FilePermissions(rawValue: 0o777))
      return true
    } catch Errno.fileExists {
      guard try Stat(folder).type == .directory else { throw .notDirectory }
      return false
    }
  }

  /// Moves files out of a noted folder, with no interruption between, and removes it.
  package static func move(
    _ names: [FilePath.Component], from folder: FilePath, to parent: FilePath
  )
    throws(FileError)
  {
    try noted.withLock { (noted) throws(FileError) in
      for name in names {
        let target = parent.appending(name)
        try FileError.naming(.write, target) { () throws(Errno) in
          try SystemCalls.move(folder.appending(name), to: target)
        }
      }
      noted.folders[folder] = nil
      // Its files are where they belong; a hidden folder that stays does no harm.
      try? SystemCalls.removeDirectory(folder)
    }
  }

  /// Has an interruption leave a noted folder, for what somebody writes there is nowhere else.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - file: The file in it that they write.
  package static func hold(_ path: FilePath, for file: FilePath) {
    noted.withLock { $0.held[path] = file }
  }

  /// Has an interruption remove a folder again that ``hold(_:for:)`` was called for.
  package static func release(_ path: FilePath) {
    noted.withLock { $0.held[path] = nil }
  }

  /// Removes a noted folder with its files, and the folder that was made for it.
  package static func removeFolder(_ path: FilePath) {
    noted.withLock { noted in
      noted.held[path] = nil
      guard let isMade = noted.folders.removeValue(forKey: path) else { return }
      remove(folder: path, isMade)
    }
  }

  private static func remove(folder: FilePath, _ isMade: Bool) {
    // What cannot be removed stays, hidden: there is nobody left to tell.
    for entry in (try? SystemCalls.entries(of: folder)) ?? [] {
      try? SystemCalls.remove(folder.appending(entry.name))
    }
    try? SystemCalls.removeDirectory(folder)
    if isMade { try? SystemCalls.removeDirectory(folder.removingLastComponent()) }
  }

  // MARK: Removing

  /// Removes one.
  package static func remove(_ path: FilePath) {
    noted.withLock { noted in
      // Should it be gone already, then there is nothing left to remove.
      if noted.files.remove(path) != nil { try? SystemCalls.remove(path) }
    }
  }

  /// Removes all of them but the folders that are held, then ends the process.
  ///
  /// - Parameters:
  ///   - tell: Receives each file that somebody may have written and that is left.
  ///   - exit: How the process ends; it runs while no file can be made or put in place.
  package static func removeAll(
    telling tell: (FilePath) -> Void = { _ in }, then exit: () -> Never
  ) -> Never {
    noted.withLock { noted in
      for path in noted.files { try? SystemCalls.remove(path) }
      for (path, isMade) in noted.folders where noted.held[path] == nil {
        remove(folder: path, isMade)
      }
      for file in noted.held.values where (try? Stat(file)) != nil { tell(file) }
      exit()
    }
  }

  /// A name that is not in use, in the same directory, for only there a rename is one step.
  private static func sibling(of target: FilePath) -> FilePath {
    // NAME_MAX is 255 bytes; what the random part and the dots take is left free.
    let name = (target.lastComponent?.string ?? "").utf8.prefix(200)
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    let sibling = ".\(String(decoding: name, as: UTF8.self)).\(random).tmp"
    return target.removingLastComponent().appending(sibling)
  }
}
