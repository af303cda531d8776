import ArgumentParser
import ContactStore
import SystemPackage
import VCard

/// `vcard book backup`: a copy of a book as it is now.
struct BookBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Write a copy of the book as it is now, while others may go on writing.",
    usage: "vcard book backup <file> [--force] [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book backup book-$(date +%F).sqlite
        vcard book backup --force /mnt/usb/book.sqlite --book ~/people.sqlite

      The copy is a book itself, with its journal, and appears whole or not at all. What another \
      database left beside a name (-wal, -shm, -journal) would become part of a copy of that name, so \
      it has to go too: --force removes it. A file or folder is backed up by copying it.
      """)

  @Argument(help: ArgumentHelp("The copy.", valueName: "file"), completion: .file())
  var file: String

  @Flag(name: .shortAndLong, help: "Replace a file that is there, and what belongs to it.")
  var force = false

  @OptionGroup var options: BookCommandOptions

  func run() throws {
    let (_, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let opened = try options.open(for: .reading, reporter)
    guard let book = opened as? any LinkedBook else {
      throw CommandFailure(
        .usage, "\(opened.path.string) is a \(opened.kind.rawValue) book: copy it to back it up")
    }
    do {
      try book.backUp(to: Platform.path(file), replacing: force)
    } catch let error as BookError {
      var failure = CommandFailure(error)
      switch error.kind {
      case .cannotCreate where !force: failure.message += "; nothing was written"
      case .inTheWay:
        failure.message += "; nothing was written"
        failure.suggestion = "--force replaces what is there"
      case .unsupported: failure.exitCode = .usage
      default: break
      }
      throw failure
    }
  }
}
