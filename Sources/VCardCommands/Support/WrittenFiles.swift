import ContactStore
import Files
import SystemPackage

/// The files that a command writes beside those that it reads.
struct WrittenFiles {
  /// By which two outputs are told apart, whether or not they are there.
  private enum Place: Hashable {
    /// A regular file.
    case file(FileIdentity)
    /// What is made in a folder.
    case new(FileIdentity, FilePath.Component)
    /// What is no regular file, or stands in no folder.
    case named(FilePath)

    init(_ path: FilePath) {
      if let status = try? Stat(path) {
        self = status.type == .regular ? .file(FileIdentity(status)) : .named(path)
        return
      }
      let target = (try? AtomicFile.followingLinks(path)) ?? path
      let folder = target.removingLastComponent()
      if let name = target.lastComponent, let identity = FileIdentity(folder.isEmpty ? "." : folder)
      {
        self = .new(identity, name)
      } else {
        self = .named(path)
      }
    }
  }

  private var written: [(option: String, path: FilePath, mayBeRead: Bool)] = []

  /// Notes where an option writes; `nil` and `-` are no file.
  ///
  /// - Parameters:
  ///   - option: The option, as people write it.
  ///   - argument: What it names.
  ///   - mayBeRead: Whether it may take the place of what is read.
  mutating func add(_ option: String, _ argument: String?, mayBeRead: Bool = false) {
    guard let argument, argument != "-" else { return }
    written.append((option, Platform.path(argument), mayBeRead))
  }

  /// Makes sure that no two options write one file, and that none writes what is read, nor any
  /// address book.
  ///
  /// - Parameter inputs: What is read.
  /// - Throws: A failure that ends with 64.
  func check(inputs: [String]) throws {
    try check(inputs.filter { $0 != "-" }.map { ($0, Platform.path($0)) })
  }

  /// Makes sure of the same with what is read, of which a book may be a folder.
  func check(_ inputs: [InputFile]) throws {
    try check(
      inputs.map { input in
        switch input {
        case .standardInput: ("standard input", "/dev/stdin")
        case .file(let path): (path.string, path)
        }
      })
  }

  /// Makes sure of the same with the paths of what is read, each with what people call it.
  func check(_ inputs: [(name: String, path: FilePath)]) throws {
    var known: [Place: String] = [:]
    var kept: [Place: String] = [:]
    for (option, path, mayBeRead) in written {
      let place = Place(path)
      if let other = known.updateValue(option, forKey: place) {
        throw CommandFailure(.usage, "\(other) and \(option) name the same file")
      }
      // What is no regular file keeps what is written to it apart, as a terminal does.
      if case .named = place { continue }
      if case .file = place, try BookKind.isDatabase(path) {
        throw CommandFailure(
          .usage, "\(option) would overwrite \(path.string), which is an address book",
          suggestion: "name another file")
      }
      if !mayBeRead { kept[place] = option }
    }
    guard !kept.isEmpty else { return }
    // Answers and the like may be read that are not there yet.
    for (name, path) in inputs.flatMap({ [$0] + Self.files(in: $0.path) }) {
      guard let option = kept[Place(path)] else { continue }
      throw CommandFailure(
        .usage, "\(option) would overwrite \(name), which is read",
        suggestion: "name another file")
    }
  }

  /// The files of a folder that cards are read from; none for what is no folder.
  private static func files(in path: FilePath) -> [(name: String, path: FilePath)] {
    let folders = (try? VDirFolder.tree(path))?.folders ?? []
    return folders.flatMap { folder in
      folder.files.map { folder.path.appending($0) }.map { ($0.string, $0) }
    }
  }
}
