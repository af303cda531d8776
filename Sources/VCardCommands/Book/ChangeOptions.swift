import ArgumentParser
import ContactStore

/// What a command that changes a book is told.
struct ChangeOptions: ParsableArguments {
  @Flag(name: .dryRun, help: "Show what would be done, and do nothing.")
  var dryRun = false

  @OptionGroup var options: BookCommandOptions

  /// What the book is opened for.
  var access: BookAccess { dryRun ? .reading : .writing }

  /// What is told of a change, such as `would link` or `linked`.
  func did(_ verb: String, _ past: String) -> String { dryRun ? "would \(verb)" : past }

  /// Changes a database, or says what would be changed.
  ///
  /// - Parameters:
  ///   - capability: What the book must be able to do.
  ///   - what: What a book without that lacks, in the plural.
  ///   - names: The records that it is about, as ``PeopleLookup`` takes them; any record of a
  ///     person will do.
  ///   - plan: What is told of the change of those records, a line each, and the request; called again
  ///     when somebody else's change overtakes it.
  /// - Throws: Also what `plan` throws.
  func run(
    _ capability: BookCapabilities, what: String, on names: [String] = [],
    plan: (any LinkedBook, [RecordID]) throws -> (lines: [String], SaveRequest)
  ) throws {
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let book = try options.openDatabase(
      for: access, capability, what: what, reporter: reporter)
    let ids = try names.map { try PeopleLookup.id($0, in: book, console) }
    let (lines, _) = try book.carryOut(rehearsing: dryRun) { try plan(book, ids) }
    for line in lines { console.tell(line) }
  }
}
