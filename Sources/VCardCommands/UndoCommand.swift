import ArgumentParser
import ContactDedupe
import ContactPages
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard undo`: takes back the last change of a book.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the last change of an address book, or a merge by its journal, whole.",
    usage: "vcard undo [<journal>] [-o <file>] [--merged <file>] [--book <book>] [--dry-run]",
    discussion: """
      EXAMPLES:
        vcard undo
        vcard undo --dry-run --book people.sqlite
        vcard undo undo.jsonl -o original.vcf

      An import, an edit, a merge or whatever else was done in one go is taken back in one go: \
      cards, IDs, links and sources are what they were. Undo again to take back what was done \
      before; 'vcard redo' does it again. 'vcard book log' lists it all. Ends with 1 when there is nothing to take back.

      With the journal of 'vcard dedupe apply' or 'run', every card comes back byte for byte. A file \
      that was read and written is again what it was, byte for byte; the others that were read have \
      not changed. Where the merge wrote another file, all cards go there. With -o they go into that \
      file or, when it names a folder, into a file of it for each that was read. With 75 nothing is \
      done: the file has changed since. A journal that was copied or sent does not say by itself which \
      file is overwritten: --merged does.
      """)

  @Argument(
    help: ArgumentHelp("The journal of a merge.", valueName: "journal"), completion: .file())
  var journal: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Restore the cards of a journal to here.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("The file that the merge wrote is here now.", valueName: "file"),
    completion: .file())
  var merged: String?

  @Flag(name: .dryRun, help: "Say what would be taken back, and do nothing.")
  var dryRun = false

  @OptionGroup var options: BookCommandOptions

  func validate() throws {
    if journal == nil, output != nil { throw ValidationError("-o is for a journal") }
    if journal == nil, merged != nil { throw ValidationError("--merged is for a journal") }
    if journal != nil, options.book.book != nil {
      throw ValidationError("take either a journal or --book")
    }
  }

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    if let journal {
      var written = WrittenFiles()
      written.add("-o", output)
      try written.check(inputs: [journal])
      let journal = try DedupeJournal(
        Platform.path(journal), named: journal, merged: merged.map { Platform.path($0) })
      let restored = try restore(journal)
      return console.tell("\(dryRun ? "would restore" : "restored") \(restored)")
    }
    // A book that is not there is not made only to find nothing in it.
    let book = try options.openDatabase(
      for: dryRun ? .reading : .writing, .undo, what: "undo", reporter: reporter)
    if dryRun {
      guard let last = try book.undoable() else { throw nothing(in: book) }
      return console.tell("would take back \(last.summary)")
    }
    guard let entry = try book.undo() else { throw nothing(in: book) }
    console.tell("took back \(entry.summary)")
  }

  /// Restores what a journal is about.
  ///
  /// - Returns: What comes back, for people.
  private func restore(_ journal: DedupeJournal) throws -> String {
    guard let output else {
      try journal.restore(rehearsing: dryRun)
      let path = journal.mergedPath.string
      return journal.replacesInput ? "\(path) as it was" : "every card to \(path)"
    }
    let target = Platform.path(output)
    if (try? Stat(target).type) == .directory || output.hasSuffix("/") {
      try journal.restore(intoFolder: target, rehearsing: dryRun)
    } else if dryRun {
      try OutputFile.rehearse(output)
      try journal.forEachJoinedPiece { _ in }
    } else {
      let file = try OutputFile(output)
      try journal.forEachJoinedPiece { try file.writer.write($0) }
      try file.commit()
    }
    return "every card to \(output)"
  }

  private func nothing(in book: any LinkedBook) -> CommandFailure {
    CommandFailure(.found, "\(book.path.string): there is nothing to take back")
  }
}
