import ArgumentParser
package import ContactStore
import Files
package import SystemPackage
package import VCard

/// Which address book a command works on.
package struct BookArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The address book: a database (.sqlite, .db), a .vcf file or a folder of them "
        + "(default: $VCARD_BOOK, else that of 'vcard config', else "
        + "$XDG_DATA_HOME/vcard/book.sqlite, else ~/.local/share/vcard/book.sqlite).",
      valueName: "book"), completion: .file())
  var book: String?

  package init() {}

  /// Where the book is: as told, else as preferred, else the user's own.
  package func path() throws -> FilePath { try named() ?? Self.ownPath() }

  /// Where the book is that nobody told of: as preferred, else the user's own, if it is there.
  ///
  /// - Parameter advice: What to name instead.
  /// - Returns: The path.
  /// - Throws: A failure that ends with 64 when the user has no book.
  static func standard(orSaying advice: @autoclosure () -> String) throws -> FilePath {
    if let named = Preferences.current.book { return named }
    let path = try ownPath()
    guard (try? Stat(path)) != nil else {
      throw CommandFailure(
        .usage, "there is no address book \(path.string)", suggestion: advice())
    }
    return path
  }

  /// Where the book is that somebody named; `nil` for the user's own.
  func named() -> FilePath? {
    book.map { Platform.path($0) } ?? Preferences.current.book
  }

  /// The book that a user has without saying so.
  private static func ownPath() throws -> FilePath {
    if let path = Preferences.current.ownBook { return path }
    throw CommandFailure(
      .usage, "no address book is named", suggestion: "name one with --book, or in $VCARD_BOOK")
  }

  /// Opens the book; what is odd about it is reported.
  func open(
    for access: BookAccess, _ options: GlobalOptions, reporter: DiagnosticReporter,
    allowsMissing: Bool = false, progress: ProgressLine? = nil
  ) throws -> any AddressBook {
    try open(
      for: access, decoding: options.input.text.textDecoding, threads: options.threads.count,
      reporter: reporter, allowsMissing: allowsMissing, progress: progress)
  }

  /// Opens the book; what is odd about it is reported.
  ///
  /// For writing, the folder of a book that nobody named is made, unless `making` says that only a
  /// book that is there is opened.
  ///
  /// - Throws: ``BookError``, or an error of action `create` for the folder.
  package func open(
    for access: BookAccess, decoding: TextDecoding, threads: Int, reporter: DiagnosticReporter,
    making: Bool = true, allowsMissing: Bool = false, progress: ProgressLine? = nil
  ) throws -> any AddressBook {
    let path = try path()
    if access == .writing, making, named() == nil {
      try BookFolder.make(path.removingLastComponent())
    }
    var bookOptions = BookOptions(
      decoding: decoding, allowsMissing: allowsMissing,
      diagnose: { try reporter.report($1, in: $0.string) })
    bookOptions.threads = threads
    if let progress { bookOptions.advance = progress.advance }
    bookOptions.makesMissing = making
    bookOptions.makesWhenSaving = true
    // Whoever asks for no language, as cron does, leaves a book in the order that it has.
    let locale = try Preferences.current.language(for: .sorting, nil)
    bookOptions.locale = locale == "root" ? nil : locale
    bookOptions.now = Platform.secondsSince1970
    do {
      return try openBook(path, for: access, options: bookOptions)
    } catch {
      guard error.kind == .cannotRead, named() == nil, (try? Stat(path)) == nil else { throw error }
      var failure = CommandFailure(error)
      failure.suggestion = "'vcard import' and 'vcard book new' make it; --book names another"
      throw failure
    }
  }
}

extension BookArguments {
  /// Opens the book for a change, or to see what a change would do.
  ///
  /// A rehearsal takes a book that is not there for an empty one and makes nothing; what would keep the
  /// book from being made is told as it would be then.
  func open(
    rehearsing: Bool, decoding: TextDecoding, threads: Int, reporter: DiagnosticReporter,
    progress: ProgressLine? = nil
  ) throws -> any AddressBook {
    let path = try path()
    let isMissing = rehearsing && (try? Stat(path)) == nil
    // What cannot be made by its name says so when it is opened for writing.
    let opensForReading = rehearsing && (!isMissing || BookKind(named: path) != nil)
    // The folder of the user's own book is made as well.
    if isMissing, opensForReading, named() != nil { try BookFolder.checkPlace(of: path) }
    return try open(
      for: opensForReading ? .reading : .writing, decoding: decoding, threads: threads,
      reporter: reporter, allowsMissing: isMissing, progress: progress)
  }
}

/// The folder that a book is made in.
private enum BookFolder {
  /// Refuses a place in which no book can be made.
  static func checkPlace(of book: FilePath) throws(BookError) {
    let parent = book.removingLastComponent()
    let folder = parent.isEmpty ? "." : parent
    do throws(Errno) {
      guard try Stat(folder).type == .directory else { throw Errno.notDirectory }
      try SystemCalls.checkAccess(folder, .write)
    } catch {
      throw BookError(.cannotCreate, book.string, "\(error)")
    }
  }

  /// Makes a folder and those it stands in, which nobody else may look into.
  ///
  /// XDG Base Directory Specification: folders that are missing are made with permissions 0700.
  static func make(_ folder: FilePath) throws(FileError) {
    guard !folder.isEmpty, (try? Stat(folder)) == nil else { return }
    try make(folder.removingLastComponent())
    try FileError.naming(.create, folder) { () throws(Errno) in
      do throws(Errno) {
        try SystemCalls.makeDirectory(folder, permissions: .ownerReadWriteExecute)
      } catch Errno.fileExists {
        // Somebody else made it meanwhile.
      }
    }
  }
}

extension AddressBook {
  /// Refuses what a book of this kind cannot do.
  ///
  /// - Parameters:
  ///   - capability: What it must be able to do.
  ///   - what: What it lacks, in the plural.
  /// - Throws: A failure that ends with 64.
  func require(_ capability: BookCapabilities, _ what: String) throws {
    if !capabilities.contains(capability) { throw lacks(what) }
  }

  /// What tells somebody of what only a database has, in the plural.
  func lacks(_ what: String) -> CommandFailure {
    CommandFailure(
      .usage, "\(path.string) is a \(kind.rawValue) book and has no \(what)",
      suggestion: "a database book (NAME.sqlite) has; 'vcard import' fills one")
  }

  /// Refuses a source that the book cannot have; where nobody named one of several folders, says to
  /// which new people go.
  ///
  /// - Parameters:
  ///   - name: The name of the source, if somebody named one.
  ///   - console: Where it is said.
  /// - Throws: A failure that ends with 64, or with 66 for a folder that is not there, and ``BookError``
  ///   for a name that no source can have.
  func requireSource(_ name: String?, _ console: Console) throws {
    if let database = self as? any LinkedBook {
      // A source that is not there yet is made.
      if let name { try database.refuseUnnamable(name) }
    } else if let name {
      _ = try requiredRecords(ofSource: name)
    } else {
      let sources = try sources()
      guard sources.count > 1 else { return }
      console.say(
        .note, "new people go to the source \"\(sources[0].name)\"; --source names another")
    }
  }

  /// The records of a source.
  ///
  /// - Throws: A failure that ends with 64 when the book has no sources, with 66 when it has none of
  ///   that name.
  func requiredRecords(ofSource name: String) throws -> Set<RecordID> {
    try require(.sources, "sources")
    guard let records = try records(ofSource: name) else {
      throw CommandFailure.noSource(name, self)
    }
    return records
  }
}

extension CommandFailure {
  /// Creates the failure that an error of a book stands for.
  package init(_ error: BookError) {
    let exitCode: ExitCode =
      switch error.kind {
      case .cannotRead, .noSuchRecord: .noInput
      case .cannotCreate, .inTheWay: .cannotCreate
      case .inputOutput: .ioError
      case .changed: .changed
      case .notABook, .damaged, .unsupported: .data
      }
    self.init(
      exitCode, error.description,
      suggestion: error.kind == .noSuchRecord
        ? "'vcard book list' shows the IDs, 'vcard book list NAME' those of a name" : nil)
  }
}
