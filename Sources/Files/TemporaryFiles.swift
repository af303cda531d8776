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
    /// What may be taken back, by its number, and the last number.
    var placements: [Int: [Placement.Done]] = [:]
    var placed = 0
    /// Folders in which what killed runs have left was removed.
    var swept: Set<FilePath> = []
    /// Changes that are just taking place elsewhere.
    var changing = 0
    /// Whether something stands that an interruption cannot take back.
    var isChanged = false
    /// Whether an interruption ends the process even so.
    var changesBitByBit = false
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
          sweep(beside: path, &noted)
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

  // MARK: Places

  /// A file on its way to its place.
  package struct Move {
    package let from: FilePath
    package let to: FilePath
    /// Whether it takes the place of what is there; else that is an error.
    package var replaces = true

    /// Describes a move.
    package init(_ from: FilePath, to: FilePath, replacing replaces: Bool = true) {
      (self.from, self.to, self.replaces) = (from, to, replaces)
    }
  }

  /// Files in the places they were made for, which can still be taken back.
  package struct Placement {
    fileprivate typealias Done = (move: Move, way: Way)

    /// How a file came to its place.
    fileprivate enum Way {
      /// Nothing was there.
      case new
      /// What was there has the hidden name now.
      case traded
      /// What was there is gone.
      case replaced
    }

    fileprivate let number: Int
  }

  /// Puts files in the places they were made for: all of them or, where one fails, none.
  ///
  /// ```
  /// .a.vcf.k3.tmp ⇄ a.vcf    .b.vcf.x9.tmp ⇄ b.vcf     the old files wait under the hidden names
  /// settle:   (removed)  a.vcf   (removed)  b.vcf
  /// takeBack: they trade places once more
  /// ```
  /// An interruption takes them back; a kill or a loss of power leaves them, and can come between two.
  /// Where a file system has no call by which two files trade their names, what was replaced is gone.
  ///
  /// - Returns: What ``settle(_:)`` or ``takeBack(_:)`` has to be called with.
  /// - Throws: What stood in the way.
  package static func place(_ moves: [Move]) throws(FileError) -> Placement {
    try noted.withLock { (noted) throws(FileError) in
      var done: [Placement.Done] = []
      done.reserveCapacity(moves.count)
      do throws(FileError) {
        for move in moves {
          let way = try FileError.naming(move.replaces ? .write : .create, move.to) {
            () throws(Errno) in try place(move)
          }
          done.append((move, way))
        }
      } catch {
        takeBack(done)
        throw error
      }
      noted.placed += 1
      noted.placements[noted.placed] = done
      return Placement(number: noted.placed)
    }
  }

  private static func place(_ move: Move) throws(Errno) -> Placement.Way {
    guard move.replaces else {
      try SystemCalls.move(move.from, toNew: move.to)
      return .new
    }
    do throws(Errno) {
      try SystemCalls.swap(move.from, with: move.to)
      return .traded
    } catch .noSuchFileOrDirectory {
      try SystemCalls.move(move.from, to: move.to)
      return .new
    } catch .notSupported {
      let isThere = try FileStamp.type(of: move.to) != nil
      try SystemCalls.move(move.from, to: move.to)
      return isThere ? .replaced : .new
    }
  }

  /// Leaves files in their places, and removes what they replaced.
  package static func settle(_ placement: Placement) {
    noted.withLock { noted in
      noted.isChanged = true
      for (move, way) in noted.placements.removeValue(forKey: placement.number) ?? [] {
        noted.files.remove(move.from)
        if way == .traded { remove(leftover: move.from) }
      }
    }
  }

  /// Makes all as it was before files were put in their places; they are half-written files again.
  package static func takeBack(_ placement: Placement) {
    noted.withLock { noted in
      takeBack(noted.placements.removeValue(forKey: placement.number) ?? [])
    }
  }

  private static func takeBack(_ moves: [Placement.Done]) {
    // Tried twice: what makes the first fail need not stay.
    for done in moves.reversed() { _ = (try? takeBack(done)) ?? (try? takeBack(done)) }
  }

  private static func takeBack(_ done: Placement.Done) throws(Errno) {
    switch done.way {
    case .new: try SystemCalls.move(done.move.to, to: done.move.from)
    case .traded: try SystemCalls.swap(done.move.from, with: done.move.to)
    case .replaced: break
    }
  }

  /// Gives a file one more name beside `target`, and notes it as one that is half-written.
  ///
  /// - Returns: The name.
  package static func link(_ file: FilePath, beside target: FilePath) throws(Errno) -> FilePath {
    let path = sibling(of: target)
    try noted.withLock { (noted) throws(Errno) in
      try SystemCalls.link(file, as: path)
      noted.files.insert(path)
    }
    return path
  }

  // MARK: Folders of them

  /// What folders are called of which nobody needs what a killed run has left.
  package static let stagingName = "vcard"

  /// Makes a folder for half-written files that only its owner can enter, and notes it.
  ///
  /// Its name begins with a dot and ends in `.tmp`, which readers of a vdir pass over.
  ///
  /// - Parameters:
  ///   - name: What its name begins with, after the dot.
  ///   - parent: The folder in which it stands.
  ///   - makesParent: Whether `parent` is to be made if it is not there.
  /// - Returns: The path of the new folder.
  /// - Throws: What stood in the way; nothing was made then.
  package static func createFolder(
    _ name: String = stagingName, in parent: FilePath, makesParent: Bool
  ) throws(Errno) -> FilePath {
    while true {
      let path = sibling(of: parent.appending(name))
      do {
        try noted.withLock { (noted) throws(Errno) in
          sweep(beside: path, &noted)
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

  /// Removes a noted folder with its files, and the folder that was made for it unless that is kept.
  package static func removeFolder(_ path: FilePath, keepingParent: Bool = false) {
    noted.withLock { noted in
      noted.held[path] = nil
      guard let isMade = noted.folders.removeValue(forKey: path) else { return }
      remove(folder: path, isMade && !keepingParent)
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
      if noted.files.remove(path) != nil { remove(leftover: path) }
    }
  }

  /// Removes a file that nobody needs, and tries that twice: what made it fail need not stay.
  private static func remove(leftover path: FilePath) {
    _ = (try? SystemCalls.remove(path)) ?? (try? SystemCalls.remove(path))
  }

  /// Begins a change that is done as a whole or not at all, such as the end of a transaction.
  ///
  /// An interruption waits for ``endChange(isDone:)``.
  package static func beginChange() { noted.withLock { $0.changing += 1 } }

  /// Ends a change.
  ///
  /// - Parameter isDone: Whether it stands; then an interruption has nothing to keep as it was.
  package static func endChange(isDone: Bool) {
    noted.withLock { noted in
      noted.changing -= 1
      if isDone { noted.isChanged = true }
    }
  }

  /// Has interruptions end the process although something was changed: what it does stands bit by bit.
  package static func changeBitByBit() { noted.withLock { $0.changesBitByBit = true } }

  /// Ends the process as ``removeAll(telling:then:)`` does, unless what it was to change is changed.
  ///
  /// A change that is just taking place is waited for, some seconds at most.
  ///
  /// - Parameters:
  ///   - evenIfChanged: Whether it ends all the same.
  ///   - tell: Receives each file that somebody may have written and that is left.
  ///   - exit: How the process ends; it runs while no file can be made or put in place.
  package static func interrupt(
    evenIfChanged: Bool, telling tell: (FilePath) -> Void, then exit: () -> Never
  ) {
    for _ in 0..<5000 {
      let leaves = noted.withLock { noted -> Bool? in
        if noted.isChanged, !noted.changesBitByBit, !evenIfChanged { return true }
        if noted.changing > 0 { return nil }
        removeAll(&noted, telling: tell, then: exit)
      }
      if leaves == true { return }
      SystemCalls.pause(milliseconds: 1)
    }
    removeAll(telling: tell, then: exit)
  }

  /// Removes all of them but the folders that are held, then ends the process.
  ///
  /// - Parameters:
  ///   - tell: Receives each file that somebody may have written and that is left.
  ///   - exit: How the process ends; it runs while no file can be made or put in place.
  package static func removeAll(
    telling tell: (FilePath) -> Void = { _ in }, then exit: () -> Never
  ) -> Never {
    noted.withLock { noted in removeAll(&noted, telling: tell, then: exit) }
  }

  private static func removeAll(
    _ noted: inout Noted, telling tell: (FilePath) -> Void, then exit: () -> Never
  ) -> Never {
    for moves in noted.placements.values { takeBack(moves) }
    for path in noted.files { try? SystemCalls.remove(path) }
    for (path, isMade) in noted.folders where noted.held[path] == nil {
      remove(folder: path, isMade)
    }
    for file in noted.held.values where (try? Stat(file)) != nil { tell(file) }
    exit()
  }

  // MARK: Names

  /// A name that is not in use, in the same directory, for only there a rename is one step.
  private static func sibling(of target: FilePath) -> FilePath {
    // NAME_MAX is 255 bytes; what the mark, the random part and the dots take is left free.
    let name = (target.lastComponent?.string ?? "").utf8.prefix(190)
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    let sibling =
      ".\(String(decoding: name, as: UTF8.self)).\(TemporaryFileMark.current).\(random).tmp"
    return target.removingLastComponent().appending(sibling)
  }

  /// Removes what a run that was killed has left beside `target`, once for each folder.
  ///
  /// What is still somebody's stays: of a process that runs, and what another machine or container
  /// made a day ago or less. What cannot be removed stays, hidden, and harms nobody.
  private static func sweep(beside target: FilePath, _ noted: inout Noted) {
    let folder = target.removingLastComponent()
    guard noted.swept.insert(folder).inserted else { return }
    let place = folder.isEmpty ? "." : folder
    for entry in (try? SystemCalls.entries(of: place)) ?? [] {
      guard let mark = TemporaryFileMark(ofFileNamed: entry.name) else { continue }
      let path = folder.appending(entry.name)
      guard mark.isAbandoned(path) else { continue }
      do throws(Errno) {
        try SystemCalls.remove(path)
      } catch {
        // In folders of other names is what somebody wrote.
        if entry.name.octets.starts(with: ".\(stagingName).".utf8) { remove(folder: path, false) }
      }
    }
  }
}
