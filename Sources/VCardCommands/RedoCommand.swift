import ArgumentParser
import ContactPages
import ContactStore
import SystemPackage

/// `vcard redo` and `vcard book redo`: does again what `vcard undo` took back.
struct RedoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Do again what undo took back from an address book.",
    usage: "vcard redo [--book <book>] [--dry-run]",
    discussion: """
      EXAMPLES:
        vcard redo
        vcard redo --dry-run --book people.sqlite

      After several undos, several redos go the same way back: the change that was taken back last \
      comes first. Any other change of the book ends what can be done again. What comes back are \
      the same cards, IDs, links and sources. Ends with 1 when there is nothing to do again.
      """)

  @OptionGroup var change: ChangeOptions

  func run() throws {
    let (console, reporter) = try change.options.reporting.start()
    defer { reporter.finish() }
    let book = try change.options.openDatabase(
      for: change.access, .undo, what: "redo", reporter: reporter)
    guard let entry = try change.dryRun ? book.redoable() : book.redo() else {
      throw CommandFailure(
        .found, "\(book.path.string): there is nothing to do again",
        suggestion: "redo follows undo, and any other change in between ends it")
    }
    console.tell("\(change.did("do", "did")) again \(entry.summary)")
  }
}
