import Synchronization
import SystemPackage

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
  }

  private static let noted = Mutex(Noted())

  /// Makes an empty file beside `target` that only its owner can open so far, and notes it.
  ///
  /// Its name begins with a dot and ends in `.tmp`, which readers of a vdir pass over.
  static func create(
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

  /// Puts files in the places they were made for, one after the other, with no interruption between.
  static func move(_ moves: [(from: FilePath, to: FilePath)]) throws(FileError) {
    try noted.withLock { (noted) throws(FileError) in
      for move in moves {
        try FileError.naming(.write, move.to) { () throws(Errno) in
          try SystemCalls.move(move.from, to: move.to)
        }
        noted.files.remove(move.from)
      }
    }
  }

  /// Gives a file one more name, which in one step takes the place of what has it.
  static func link(_ file: FilePath, replacing target: FilePath) throws(Errno) {
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
  static func createFolder(
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
  static func move(_ names: [FilePath.Component], from folder: FilePath, to parent: FilePath)
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

  /// Removes a noted folder with its files, and the folder that was made for it.
  static func removeFolder(_ path: FilePath) {
    noted.withLock { noted in
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
  static func remove(_ path: FilePath) {
    noted.withLock { noted in
      // Should it be gone already, then there is nothing left to remove.
      if noted.files.remove(path) != nil { try? SystemCalls.remove(path) }
    }
  }

  /// Removes all of them, then ends the process.
  ///
  /// - Parameter exit: How the process ends; it runs while no file can be made or put in place.
  package static func removeAll(then exit: () -> Never) -> Never {
    noted.withLock { noted in
      for path in noted.files { try? SystemCalls.remove(path) }
      for (path, isMade) in noted.folders { remove(folder: path, isMade) }
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
