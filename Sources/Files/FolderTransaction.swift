package import SystemPackage

/// A step of a save that is done, for tests that look at what a crash would leave.
package enum FolderSaveStep: Hashable, Sendable {
  /// The new files stand in the folder under hidden names.
  case staged
  /// The record of what is to be done is on the disk.
  case recorded
  /// So many operations are done.
  case applied(Int)
  /// The record is gone.
  case finished
}

/// What is wrong with a save of several files of a folder that another run has to look at.
package enum FolderTransactionError: Error {
  /// It is recorded, and will be finished by whoever opens the folder next; why it is not done yet.
  case unfinished(FilePath, Errno)
  /// The file that has the name of a record is none.
  case notARecord(FilePath)
}

/// Changes of several files of a folder that happen together or not at all, whatever interrupts them.
///
/// ```
/// 1 staged     .vcard-save-0.tmp  .vcard-save-1.tmp  …     all content, on the disk
/// 2 recorded   .vcard-save: add 0 a.vcf · replace 1 b.vcf · remove c.vcf     this is the moment
/// 3 applied    a.vcf  b.vcf                                renamed, removed
/// 4 finished   (no record)
/// ```
/// Up to 2 the folder is as it was, and what was staged is rubbish; from 2 on the change has happened,
/// and whoever next takes the lock finishes it. Other programs pass over hidden files. A file that
/// another program changed between 2 and 3 wins: what was to replace it gets a name of its own.
///
/// Files may also be in folders of the folder, of the same file system: their names are then such as
/// `work/a.vcf`. What is staged and the record stand in the folder itself.
package struct FolderTransaction {
  /// What becomes of a file.
  package enum Operation: Hashable {
    /// The staged file becomes one of this name; it is not there before.
    case add(staged: Int, name: FilePath)
    /// The staged file takes the place of one whose content has this digest.
    case replace(staged: Int, name: FilePath, old: String)
    /// The file goes; its content has this digest.
    case remove(name: FilePath, old: String)

    /// The name of the file in the folder.
    fileprivate var name: FilePath {
      switch self {
      case .add(_, let name), .replace(_, let name, _), .remove(let name, _): name
      }
    }
  }

  /// A file that another program had changed, and what came of it.
  package struct Conflict: Hashable {
    package let name: String
    package let message: String
  }

  private let folder: FilePath
  private var staged: [FilePath] = []
  private var operations: [Operation] = []
  /// Folders of the folder in which something can be done.
  private var checked: Set<FilePath> = []

  package init(in folder: FilePath) { self.folder = folder }

  // MARK: Staging

  /// Writes what is to be a new file.
  package mutating func add(
    _ name: FilePath, _ write: (BufferedWriter) throws -> Void
  ) throws {
    try check(name)
    let number = try stage(like: nil, write)
    operations.append(.add(staged: number, name: name))
  }

  /// Writes what is to take the place of a file.
  package mutating func replace(
    _ name: FilePath, _ write: (BufferedWriter) throws -> Void
  ) throws {
    try check(name)
    let path = folder.pushing(name)
    let (status, old) = try FolderTransaction.state(of: path)
    let number = try stage(like: status, write)
    operations.append(.replace(staged: number, name: name, old: old))
  }

  /// Notes that a file is to go.
  package mutating func remove(_ name: FilePath) throws {
    try check(name)
    let (_, old) = try FolderTransaction.state(of: folder.pushing(name))
    operations.append(.remove(name: name, old: old))
  }

  /// Refuses a file in a folder that may not be written to, or into which nothing can be renamed.
  private mutating func check(_ name: FilePath) throws(FileError) {
    let place = FolderTransaction.place(of: name, in: folder)
    guard place != folder, checked.insert(place).inserted else { return }
    try FileError.naming(.create, place) { () throws(Errno) in
      try SystemCalls.checkAccess(place, .write)
      // rename(2): not from one file system to another.
      guard try Stat(place).deviceID == Stat(folder).deviceID else {
        throw .improperLink
      }
    }
  }

  /// The folder that a file is in.
  private static func place(of name: FilePath, in folder: FilePath) -> FilePath {
    let parent = name.removingLastComponent()
    return parent.isEmpty ? folder : folder.pushing(parent)
  }

  private mutating func stage(
    like status: Stat?, _ write: (BufferedWriter) throws -> Void
  ) throws -> Int {
    let number = staged.count
    let base = folder.appending("\(FolderTransaction.title)-\(number)")
    let (path, descriptor) = try FileError.naming(.create, folder) { () throws(Errno) in
      // Contacts are nobody else's business, whatever the umask.
      try TemporaryFiles.create(beside: base, permissions: .ownerReadWrite)
    }
    staged.append(path)
    defer { try? SystemCalls.close(descriptor) }
    if let status {
      try FileError.naming(.create, folder) { () throws(Errno) in
        try AtomicFile.keepAttributes(of: status, on: descriptor)
      }
    }
    let writer = BufferedWriter(descriptor, name: folder.string)
    try write(writer)
    try writer.flush()
    return number
  }

  /// The status of a file, and the digest of its content.
  ///
  /// - Throws: An error of action `create` for what may not be replaced.
  private static func state(of path: FilePath) throws(FileError) -> (Stat, digest: String) {
    try FileError.naming(.create, path) { () throws(Errno) in
      let status = try Stat(path, followTargetSymlink: false)
      // To replace the link would cut it off from its file, and the file may be in another folder.
      guard status.type != .symbolicLink else { throw .tooManySymbolicLinkLevels }
      guard status.type == .regular else { throw .invalidArgument }
      // A rename would replace a file that its owner has made read-only; opening it would not.
      try SystemCalls.checkAccess(path, .write)
      return (status, try digest(of: path))
    }
  }

  private static func digest(of path: FilePath) throws(Errno) -> String {
    let descriptor = try SystemCalls.open(path, .readOnly)
    defer { try? SystemCalls.close(descriptor) }
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = try SystemCalls.read(descriptor, into: &buffer)
      if count == 0 { return hash.digest.hexadecimal }
      hash.update(buffer.span.extracting(..<count))
    }
  }

  // MARK: Committing

  /// Makes the changes.
  ///
  /// - Parameter onStep: Told of each step that is done.
  /// - Returns: What another program had changed meanwhile.
  /// - Throws: ``FileError`` when nothing was changed; ``FolderTransactionError`` when the changes are recorded,
  ///   and will be finished by whoever opens the folder next.
  package func commit(onStep: ((FolderSaveStep) -> Void)?) throws -> [Conflict] {
    let moves = staged.enumerated().map { TemporaryFiles.Move($1, to: stagedPath($0)) }
    let placement = try TemporaryFiles.place(moves)
    do throws(FileError) {
      try FileError.naming(.write, folder) { () throws(Errno) in
        try SystemCalls.synchronize(moves.map(\.to), in: folder)
        try AtomicFile.synchronizeNames(in: folder)
      }
      onStep?(.staged)
      TemporaryFiles.beginChange()
      var isRecorded = false
      defer { TemporaryFiles.endChange(isDone: isRecorded) }
      try writeRecord()
      isRecorded = true
      TemporaryFiles.settle(placement)
    } catch {
      takeBack(placement)
      throw error
    }
    onStep?(.recorded)
    var conflicts: [Conflict] = []
    do throws(FileError) {
      // Twice: what is done is passed over, and what made the first fail need not stay.
      if (try? FolderTransaction.apply(operations, in: folder, &conflicts, onStep: onStep)) == nil {
        try FolderTransaction.apply(operations, in: folder, &conflicts, onStep: onStep)
      }
      return conflicts
    } catch {
      throw FolderTransactionError.unfinished(folder, error.errno)
    }
  }

  /// Removes what was staged after it failed to be recorded.
  private func takeBack(_ placement: TemporaryFiles.Placement) {
    // The record may stand there although it could not be made sure that it will.
    let record = FolderTransaction.record(in: folder)
    if let recorded = try? FolderTransaction.readRecord(in: folder), recorded == operations,
      (try? SystemCalls.remove(record)) == nil
    {
      return TemporaryFiles.settle(placement)
    }
    TemporaryFiles.takeBack(placement)
    discard()
  }

  /// Removes what was staged, when there will be no commit.
  package func discard() {
    for path in staged { TemporaryFiles.remove(path) }
  }

  private func writeRecord() throws(FileError) {
    var bytes = Array("\(FolderTransaction.recordTitle)\u{0}".utf8)
    func append(_ text: String) { bytes.append(contentsOf: text.utf8 + [0]) }
    func append(_ name: FilePath) { bytes.append(contentsOf: name.octets + [0]) }
    for operation in operations {
      switch operation {
      case .add(let number, let name):
        append("add")
        append(String(number))
        append(name)
      case .replace(let number, let name, let old):
        append("replace")
        append(String(number))
        append(name)
        append(old)
      case .remove(let name, let old):
        append("remove")
        append(name)
        append(old)
      }
    }
    append("end")
    let file = try AtomicFile(replacing: FolderTransaction.record(in: folder))
    try file.writer.write(bytes)
    try file.commit()
  }

  private func stagedPath(_ number: Int) -> FilePath {
    FolderTransaction.staged(number, in: folder)
  }

  // MARK: Names

  /// The start of the names of everything that belongs to a save, after a dot.
  private static let title = "vcard-save"
  private static let recordTitle = "vcard-save 1"

  private static func record(in folder: FilePath) -> FilePath { folder.appending(".\(title)") }

  /// Hidden, and with an end that readers of a vdir know for that of something unfinished.
  private static func staged(_ number: Int, in folder: FilePath) -> FilePath {
    folder.appending(".\(title)-\(number).tmp")
  }

  private static func isStaged(_ name: FilePath.Component) -> Bool {
    let octets = name.octets
    guard octets.first == UInt8(ascii: "."), octets.suffix(4).elementsEqual(".tmp".utf8) else {
      return false
    }
    return octets.drop { $0 == UInt8(ascii: ".") }.starts(with: title.utf8)
  }

  // MARK: Applying

  /// Whether a save in a folder was recorded and not finished.
  package static func isUnfinished(in folder: FilePath) throws(FileError) -> Bool {
    try FileError.naming(.open, folder) { () throws(Errno) in
      try FileStamp.type(of: record(in: folder)) != nil
    }
  }

  /// Finishes what was recorded and removes what was not.
  ///
  /// - Precondition: The folder is locked.
  package static func recover(in folder: FilePath) throws -> [Conflict] {
    var conflicts: [Conflict] = []
    if try isUnfinished(in: folder) {
      try apply(try readRecord(in: folder), in: folder, &conflicts, onStep: nil)
    }
    let entries = try FileError.naming(.open, folder) { () throws(Errno) in
      try SystemCalls.entries(of: folder)
    }
    for entry in entries where isStaged(entry.name) {
      try FileError.naming(.remove, folder) { () throws(Errno) in
        try SystemCalls.remove(folder.appending(entry.name))
      }
    }
    return conflicts
  }

  private static func readRecord(in folder: FilePath) throws -> [Operation] {
    let path = record(in: folder)
    let bytes = try FileError.naming(.open, path) { () throws(Errno) in try contents(of: path) }
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false).makeIterator()
    func damaged() -> FolderTransactionError { .notARecord(path) }
    func text() throws(FolderTransactionError) -> String {
      guard let field = fields.next() else { throw damaged() }
      return String(decoding: field, as: UTF8.self)
    }
    func number() throws(FolderTransactionError) -> Int {
      guard let number = Int(try text()), number >= 0 else { throw damaged() }
      return number
    }
    func name() throws(FolderTransactionError) -> FilePath {
      guard let field = fields.next(), let name = FilePath(octets: Array(field)), name.isRelative,
        1...2 ~= name.components.count, name.components.allSatisfy({ $0.kind == .regular })
      else { throw damaged() }
      return name
    }
    guard try text() == recordTitle else { throw damaged() }
    var operations: [Operation] = []
    while true {
      switch try text() {
      case "add": operations.append(.add(staged: try number(), name: try name()))
      case "replace":
        operations.append(.replace(staged: try number(), name: try name(), old: try text()))
      case "remove": operations.append(.remove(name: try name(), old: try text()))
      case "end": return operations
      default: throw damaged()
      }
    }
  }

  private static func contents(of path: FilePath) throws(Errno) -> [UInt8] {
    let descriptor = try SystemCalls.open(path, .readOnly)
    defer { try? SystemCalls.close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = try SystemCalls.read(descriptor, into: &buffer)
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  private static func apply(
    _ operations: [Operation], in folder: FilePath, _ conflicts: inout [Conflict],
    onStep: ((FolderSaveStep) -> Void)?
  ) throws(FileError) {
    for (index, operation) in operations.enumerated() {
      let conflict = try FileError.naming(.write, folder) { () throws(Errno) in
        try apply(operation, in: folder)
      }
      if let conflict { conflicts.append(conflict) }
      onStep?(.applied(index + 1))
    }
    let places = Set(operations.map { place(of: $0.name, in: folder) }).union([folder])
    try FileError.naming(.write, folder) { () throws(Errno) in
      for place in places where try FileStamp.type(of: place) != nil {
        try AtomicFile.synchronizeNames(in: place)
      }
      do throws(Errno) {
        try SystemCalls.remove(record(in: folder))
      } catch .noSuchFileOrDirectory {
        // It went before something else failed.
      }
    }
    // Should a loss of power bring the record back, there is nothing left of it to be done.
    try? AtomicFile.synchronizeNames(in: folder)
    onStep?(.finished)
  }

  /// Does one operation, unless it has been done.
  private static func apply(
    _ operation: Operation, in folder: FilePath
  ) throws(Errno) -> Conflict? {
    switch operation {
    case .add(let number, let name):
      let source = staged(number, in: folder)
      guard try FileStamp.type(of: source) != nil else { return nil }
      let (target, isGone) = try place(for: name, in: folder)
      try SystemCalls.move(source, to: folder.pushing(target))
      return target == name
        ? nil
        : Conflict(
          name: name.string,
          message: "another program \(isGone ? "took its folder away" : "made it"); "
            + "the card is in \(target.string)")
    case .replace(let number, let name, let old):
      let source = staged(number, in: folder)
      guard try FileStamp.type(of: source) != nil else { return nil }
      if try currentDigest(folder.pushing(name)) == old {
        try SystemCalls.move(source, to: folder.pushing(name))
        return nil
      }
      let (target, _) = try place(for: name, in: folder)
      try SystemCalls.move(source, to: folder.pushing(target))
      return Conflict(
        name: name.string,
        message: "another program changed it during a save; what was saved is in \(target.string)")
    case .remove(let name, let old):
      let current = try currentDigest(folder.pushing(name))
      if current == old {
        try SystemCalls.remove(folder.pushing(name))
      } else if current != nil {
        return Conflict(
          name: name.string, message: "another program changed it during a save; it is kept")
      }
      return nil
    }
  }

  /// A free name for a file; one in the folder itself, where the folder of the name is gone.
  private static func place(
    for name: FilePath, in folder: FilePath
  ) throws(Errno) -> (FilePath, isGone: Bool) {
    if try FileStamp.type(of: place(of: name, in: folder)) != nil {
      return (try free(name, in: folder), false)
    }
    guard let last = name.lastComponent else { throw .invalidArgument }
    return (try free(FilePath(root: nil, [last]), in: folder), true)
  }

  private static func currentDigest(_ path: FilePath) throws(Errno) -> String? {
    guard try FileStamp.type(of: path) != nil else { return nil }
    return try digest(of: path)
  }

  /// A name that no file of the folder has: this one, else one with a number.
  package static func free(
    _ name: FilePath, in folder: FilePath, besides taken: Set<String> = []
  ) throws(Errno) -> FilePath {
    var candidate = name
    var number = 2
    while try isTaken(candidate, in: folder) || taken.contains(candidate.string.lowercased()) {
      let next = "\(name.stem ?? "")-\(number).\(name.extension ?? "vcf")"
      guard let component = FilePath.Component(octets: Array(next.utf8)) else { throw .fileExists }
      candidate = name.removingLastComponent().appending(component)
      number += 1
    }
    return candidate
  }

  private static func isTaken(_ name: FilePath, in folder: FilePath) throws(Errno) -> Bool {
    do throws(Errno) {
      // A link that leads nowhere is a name in use, too.
      _ = try Stat(folder.pushing(name), followTargetSymlink: false)
      return true
    } catch {
      guard error == .noSuchFileOrDirectory else { throw error }
      return false
    }
  }
}
