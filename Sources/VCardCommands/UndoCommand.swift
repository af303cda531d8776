import ArgumentParser
import ContactStore
import SystemPackage
import VCard

/// `vcard undo`: takes back the last change of a book.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the last change of an address book, whole.",
    usage: "vcard undo [--book <book>] [--dry-run]",
    discussion: """
      EXAMPLES:
        vcard undo
        vcard undo --dry-run --book people.sqlite

      An import, an edit, a merge or whatever else was done in one go is taken back in one go: \
      cards, IDs, links and sources are what they were. Undo again to take back what was done \
      before. 'vcard book log' lists it all. Ends with 1 when there is nothing to take back.
      """)

  @Flag(
    name: [.customShort("n"), .long], help: "Say what would be taken back, and do nothing.")
  var dryRun = false

  @OptionGroup var options: BookCommandOptions

  func run() throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    defer { reporter.finish() }
    // A book that is not there is not made only to find nothing in it.
    let book = try options.openDatabase(
      for: dryRun ? .reading : .writing, .undo, "undo", reporter)
    if dryRun {
      guard let last = try book.undoable() else { throw nothing(in: book) }
      return console.tell("would take back \(last.summary)")
    }
    guard let entry = try book.undo() else { throw nothing(in: book) }
    console.tell("took back \(entry.summary)")
  }

  private func nothing(in book: DatabaseBook) -> CommandFailure {
    CommandFailure(.found, "\(book.path.string): there is nothing to take back")
  }
}

extension JournalEntry {
  /// What was done and when, such as `import of 2008-04-24T19:52:43Z: 12 added, 3 updated`.
  fileprivate var summary: String {
    let counts = [(added, "added"), (updated, "updated"), (deleted, "deleted")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let what = "\(kind) of \(timeText)"
    return counts.isEmpty ? what : "\(what): \(counts.joined(separator: ", "))"
  }
}
