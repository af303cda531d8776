import ArgumentParser
import ContactStore

/// What a command that lists something of a book is told.
struct ListOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A table, or one JSON object a line.", valueName: "format"))
  var format = ListFormat.text

  @OptionGroup var options: BookCommandOptions

  /// Lists something of a database.
  ///
  /// - Parameters:
  ///   - capability: What the book must be able to do.
  ///   - what: What a book without that lacks, in the plural.
  ///   - table: What the list is as text.
  ///   - fill: Appends the entries.
  /// - Throws: Also what `fill` throws.
  func run(
    _ capability: BookCapabilities, what: String, table: Table,
    fill: (any LinkedBook, inout ListOutput) throws -> Void
  ) throws {
    let (_, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let book = try options.openDatabase(
      for: .reading, capability, what: what, reporter: reporter)
    var list = try ListOutput(format, table)
    try fill(book, &list)
    try list.finish()
  }
}
