import ArgumentParser
import ContactStore
import SystemPackage
import VCard

/// `vcard book`: looks after an address book.
struct BookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "book",
    abstract: "Look after an address book: people, links, groups, sources, backups.",
    usage: "vcard book <what> [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book list kate
        vcard book edit 17

      The book is a database unless --book names a .vcf file or a folder; these have no links, \
      groups and no undo, and sources only where a folder holds folders with cards. People go by the \
      IDs that 'list' shows: a database never uses one again, a folder has the names of its files, a \
      file the places of its cards from 0.

      'vcard import' and 'vcard export' take cards in and give them out, 'vcard undo' takes back \
      the last change, and 'vcard redo' does it again.
      """,
    subcommands: [
      BookListCommand.self, BookShowCommand.self, BookBirthdaysCommand.self, BookNewCommand.self,
      BookEditCommand.self, BookSetCommand.self,
      BookRemoveCommand.self, BookMergeCommand.self, BookLinkCommand.self, BookUnlinkCommand.self,
      BookSplitCommand.self, BookMoveCommand.self, BookSourcesCommand.self, BookGroupsCommand.self,
      BookInfoCommand.self,
      BookLogCommand.self, BookWatchCommand.self, UndoCommand.self, RedoCommand.self,
      BookBackupCommand.self, BookCheckCommand.self, BookCompactCommand.self,
    ])
}

/// What every command of `vcard book` is told.
struct BookCommandOptions: ParsableArguments {
  @OptionGroup var book: BookArguments

  @OptionGroup var text: CharsetOption

  @OptionGroup(title: "Options of every command") var reporting: ReportingOptions

  @OptionGroup(title: "Options of every command") var threads: ThreadOptions

  /// Opens the book.
  ///
  /// - Parameters:
  ///   - access: What for.
  ///   - making: Whether a book that is not there is made, or for reading taken for the empty one that
  ///     would be; whoever changes what is in one has nothing to do in a new one.
  ///   - reporter: Is told what is odd about the book.
  ///   - progress: Counts the records that are read or looked at.
  /// - Returns: The book.
  /// - Throws: As ``BookArguments`` does.
  func open(
    for access: BookAccess, making: Bool = false, _ reporter: DiagnosticReporter,
    progress: ProgressLine? = nil
  ) throws -> any AddressBook {
    if making {
      return try book.open(
        rehearsing: access == .reading, decoding: text.textDecoding, threads: threads.count,
        reporter: reporter)
    }
    return try book.open(
      for: access, decoding: text.textDecoding, threads: threads.count, reporter: reporter,
      making: false, progress: progress)
  }

  /// Opens a book that can do what only a database can.
  ///
  /// - Throws: A failure that ends with 64 when it is none.
  func openDatabase(
    for access: BookAccess, making: Bool = false, _ capability: BookCapabilities, what: String,
    reporter: DiagnosticReporter
  ) throws -> any LinkedBook {
    // Told before the book is locked or made.
    let isNone = BookKind(named: try book.path()) == .file
    let opened =
      try isNone
      ? open(for: .reading, reporter) : open(for: access, making: making, reporter)
    try opened.require(capability, what)
    // A folder may have sources, too.
    guard let database = opened as? any LinkedBook else { throw opened.lacks(what) }
    return database
  }
}

extension Console {
  /// Says what was done, unless somebody asked for quiet.
  func tell(_ text: String) {
    if verbosity > .quiet { line(text) }
  }
}
