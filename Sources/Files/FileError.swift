public import SystemPackage

/// A file that could not be read, written or replaced, and why.
public struct FileError: Error, Hashable, Sendable {
  /// What was tried.
  public enum Action: Hashable, Sendable {
    /// Opening a file to read it, or listing a directory.
    case open
    /// Reading from a file that was open.
    case read
    /// Making a file, or opening one to write it.
    case create
    /// Writing to a file that was open, or putting it in its place.
    case write
    /// Removing a file.
    case remove
    /// Waiting for others who use a file.
    case lock
  }

  /// What was tried.
  public package(set) var action: Action
  /// The file, as people name it: a path or `standard output`.
  public package(set) var name: String
  /// Why it failed.
  public package(set) var errno: Errno
  /// Whether it is about a temporary file, for which `$TMPDIR` can name another folder.
  public package(set) var isTemporary: Bool

  /// Creates an error about a file with any name.
  package init(_ action: Action, _ name: String, _ errno: Errno, isTemporary: Bool = false) {
    self.action = action
    self.name = name
    self.errno = errno
    self.isTemporary = isTemporary
  }

  /// Creates an error about a file with a path.
  package init(_ action: Action, _ path: FilePath, _ errno: Errno) {
    self.init(action, path.string, errno)
  }
}

extension FileError: CustomStringConvertible {
  /// One line such as `cannot read a.vcf: No such file or directory`.
  ///
  /// It quotes the name as it is: escape it before it goes to a terminal.
  public var description: String {
    let verb =
      switch action {
      case .open, .read: "read"
      case .create: "create"
      case .write: "write"
      case .remove: "remove"
      case .lock: "lock"
      }
    return "cannot \(verb) \(name): \(errno)"
  }
}

extension FileError {
  /// Does what throws a bare `Errno`, and says which file it was about.
  package static func naming<Result>(
    _ action: Action, _ path: FilePath, _ call: () throws(Errno) -> Result
  ) throws(FileError) -> Result {
    do {
      return try call()
    } catch {
      throw FileError(action, path, error)
    }
  }
}
