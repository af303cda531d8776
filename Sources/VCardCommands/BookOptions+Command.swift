import ArgumentParser
package import ContactStore
import SystemPackage
import VCard

/// Which address book a command works on.
struct BookArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The address book: a .vcf file or a folder of them (default: $VCARD_BOOK).",
      valueName: "book"))
  var book: String?

  /// Where the book is: as told, else `$VCARD_BOOK`, else the user's own.
  func path() throws -> FilePath {
    if let book { return Platform.path(book) }
    if let named = Platform.environment("VCARD_BOOK"), !named.isEmpty { return FilePath(named) }
    if let data = Platform.environment("XDG_DATA_HOME"), !data.isEmpty {
      return FilePath(data).appending("vcard/book.sqlite")
    }
    guard let home = Platform.environment("HOME"), !home.isEmpty else {
      throw CommandFailure(
        .usage, "no address book is named", suggestion: "name one with --book, or in $VCARD_BOOK")
    }
    return FilePath(home).appending(".local/share/vcard/book.sqlite")
  }

  /// Opens the book; what is odd about it is reported.
  func open(
    for access: BookAccess, _ options: GlobalOptions, reporter: DiagnosticReporter
  ) throws -> any AddressBook {
    var bookOptions = BookOptions(
      decoding: try options.input.textDecoding,
      diagnose: { file, diagnostic in
        // A book is not the input: what is odd about it does not end a strict run.
        try? reporter.report(diagnostic, in: file.string)
      })
    bookOptions.threads = options.threads.count
    return try openBook(path(), for: access, options: bookOptions)
  }
}

extension CommandFailure {
  /// Creates the failure that an error of a book stands for.
  package init(_ error: BookError) {
    let exitCode: ExitCode =
      switch error.kind {
      case .cannotRead, .noSuchRecord: .noInput
      case .cannotCreate: .cannotCreate
      case .inputOutput: .ioError
      case .changed: .changed
      case .notABook, .unsupported: .data
      }
    self.init(exitCode, error.description)
  }
}
