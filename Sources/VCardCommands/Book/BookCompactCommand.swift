import ArgumentParser
import ContactStore
import SystemPackage
import VCard

/// `vcard book compact`: gives room back.
struct BookCompactCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Give the room of what was deleted back to the file system.",
    usage: "vcard book compact [--purge] [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book compact
        vcard book compact --purge --book people.sqlite

      Needs as much room as the book again while it works. The journal stays, so whatever could be \
      undone still can. --purge takes it out, too, and with it everything that was removed or \
      overwritten: nothing of that is left in the file, and nothing can be undone. On a terminal you \
      are asked first unless --force is given.
      """)

  @Flag(help: "Take out history and removed people for good.")
  var purge = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var force = false

  @OptionGroup var options: BookCommandOptions

  func run() throws {
    let (console, reporter) = try options.reporting.start()
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
    if purge {
      guard try force || isMeant(book, console) else { return }
      try book.purge()
    } else {
      try book.compact()
    }
    console.tell("\(path.string): \(before) bytes before, \(try book.details().octets) now")
  }

  private func isMeant(_ book: any LinkedBook, _ console: Console) throws -> Bool {
    guard var prompt = Prompt(console: console) else { return true }
    let question =
      "Nothing that was removed or changed in \(book.path.string) can be brought back then. Purge?"
    return try prompt.choice(question, among: ["yes", "no"]) == 0
  }
}
