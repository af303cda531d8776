import Synchronization
import SystemPackage

/// The half-written files of this process, so that an interruption can remove them.
///
/// Making, renaming and removing one happens under one lock; whoever ends the process takes that
/// lock and keeps it, so no file appears or is put in place afterwards.
package enum TemporaryFiles {
  private static let paths = Mutex<Set<FilePath>>([])

  /// Makes an empty file beside `target` that only its owner can open so far, and notes it.
  ///
  /// Its name begins with a dot and ends in `.tmp`, which readers of a vdir pass over.
  static func create(
    beside target: FilePath, permissions: FilePermissions
  ) throws(Errno) -> (path: FilePath, descriptor: FileDescriptor) {
    while true {
      let path = sibling(of: target)
      do {
        let descriptor = try paths.withLock { (noted) throws(Errno) in
          let descriptor = try SystemCalls.open(
            path, .writeOnly, options: [.create, .exclusiveCreate], permissions: permissions)
          noted.insert(path)
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
    try paths.withLock { (noted) throws(FileError) in
      for move in moves {
        try FileError.naming(.write, move.to) { () throws(Errno) in
          try SystemCalls.move(move.from, to: move.to)
        }
        noted.remove(move.from)
      }
    }
  }

  /// Removes one.
  static func remove(_ path: FilePath) {
    paths.withLock { noted in
      // Should it be gone already, then there is nothing left to remove.
      if noted.remove(path) != nil { try? SystemCalls.remove(path) }
    }
  }

  /// Removes all of them, then ends the process.
  ///
  /// - Parameter exit: How the process ends; it runs while no file can be made or put in place.
  package static func removeAll(then exit: () -> Never) -> Never {
    paths.withLock { noted in
      for path in noted { try? SystemCalls.remove(path) }
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
