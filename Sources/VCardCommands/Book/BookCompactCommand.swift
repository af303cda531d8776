import ArgumentParser
import ContactStore
import SystemPackage
import VCard

/// `vcard book compact`: gives room back.
struct BookCompactCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Give the room of what was deleted back to the file system.",
    usage: "vcard book compact [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book compact
        vcard book compact --book people.sqlite

      Needs as much room as the book again while it works. The journal stays, so whatever could be \
      undone still can.
      """)

  @OptionGroup var options: BookCommandOptions

  func run() throws {
    let (console, reporter) = options.reporting.start()
    defer { reporter.finish() }
    let path = try options.book.path()
    // A book that is not there has no room to give back, and is not made; what is no database has
    // nothing to be locked for.
    let isDatabase = (try? BookKind.isDatabase(path)) ?? false
    let access: BookAccess = isDatabase ? .writing : .reading
    let opened = try options.open(for: access, reporter)
    guard let book = opened as? any LinkedBook else {
      throw CommandFailure(
        .usage, "\(path.string) is a \(opened.kind.rawValue) book: there is nothing to compact")
    }
    let before = try book.details().octets
    try book.compact()
    console.tell("\(path.string): \(before) bytes before, \(try book.details().octets) now")
  }
}
