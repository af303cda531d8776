import Files
internal import SystemPackage

/// Why a book could not be read or changed.
public struct BookError: Error, Hashable, Sendable {
  /// What to do about it.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The book is not there, is of the wrong kind of file, or may not be read.
    case cannotRead
    /// The book cannot be made, or may not be changed.
    case cannotCreate
    /// What is to be made is there already, or something that would become part of it, and nobody said
    /// that it may be replaced.
    case inTheWay
    /// Reading or writing failed on the way; the book is as it was, unless the reason says otherwise.
    case inputOutput
    /// Somebody else changed the book after it was read; read it again.
    case changed
    /// The file is there and holds no cards, but something else.
    case notABook
    /// The file is a book that is damaged; it stays as it is.
    case damaged
    /// This program does not do that with such a book.
    case unsupported
    /// The book has no record of that identifier.
    case noSuchRecord
  }

  /// What to do about it.
  public var kind: Kind
  /// The book or the file in it, as people name it.
  public var name: String
  /// What is wrong, for people.
  public var reason: String

  /// Creates an error.
  public init(_ kind: Kind, _ name: String, _ reason: String) {
    self.kind = kind
    self.name = name
    self.reason = reason
  }

  init(_ kind: Kind, _ path: FilePath, _ reason: String) { self.init(kind, path.string, reason) }

  init(_ error: FileError) {
    let kind: Kind
    switch (error.action, error.errno) {
    case (_, .noSpace), (_, .diskQuotaExceeded): kind = .inputOutput
    case (.open, _): kind = .cannotRead
    case (.create, .fileExists): kind = .inTheWay
    case (.create, _): kind = .cannotCreate
    // Whoever takes a lock wants to write.
    case (.lock, .noSuchFileOrDirectory), (.lock, .notDirectory), (.lock, .permissionDenied),
      (.lock, .readOnlyFileSystem):
      kind = .cannotCreate
    case (.read, _), (.write, _), (.remove, _), (.lock, _): kind = .inputOutput
    }
    let isBusy = error.action == .lock && error.errno == .wouldBlock
    self.init(kind, error.name, isBusy ? "another process is using it" : "\(error.errno)")
  }

  init(_ error: FolderTransactionError) {
    switch error {
    case .unfinished(let folder, let errno):
      self.init(
        .inputOutput, folder,
        "\(errno); what was saved will be there when the folder is opened next")
    case .notARecord(let path):
      self.init(.notABook, path, "it is not the record of a save; look at it, then remove it")
    }
  }

  /// Does what throws a ``FileError``, and gives it the meaning it has for a book.
  static func translating<Result: ~Copyable>(
    _ call: () throws(FileError) -> Result
  ) throws(BookError) -> Result {
    do throws(FileError) {
      return try call()
    } catch {
      throw BookError(error)
    }
  }

  /// Does what throws a bare `Errno`, and gives it the meaning it has for the file of a book.
  static func naming<Result>(
    _ action: FileError.Action, _ path: FilePath, _ call: () throws(Errno) -> Result
  ) throws(BookError) -> Result {
    do throws(Errno) {
      return try call()
    } catch {
      throw BookError(FileError(action, path, error))
    }
  }
}

extension BookError: CustomStringConvertible {
  /// One line such as `cannot read a.vcf: No such file or directory`.
  ///
  /// It quotes the name as it is: escape it before it goes to a terminal.
  public var description: String {
    switch kind {
    case .cannotRead: "cannot read \(name): \(reason)"
    case .cannotCreate, .inTheWay: "cannot write \(name): \(reason)"
    case .inputOutput: "reading or writing \(name) failed: \(reason)"
    case .changed: "\(name) has changed since it was read; \(reason)"
    case .notABook: "\(name) is not an address book: \(reason)"
    case .damaged: "\(name) is damaged: \(reason); restore it from a backup"
    case .unsupported: "\(name): \(reason)"
    case .noSuchRecord: "\(name) has no record \(reason)"
    }
  }
}
