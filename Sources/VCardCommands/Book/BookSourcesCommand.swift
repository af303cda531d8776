import ArgumentParser
import ContactPages
import ContactStore
import SystemPackage
import VCard

/// `vcard book sources`: where the records of a book come from.
struct BookSourcesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources",
    abstract: "List where records come from; add, look at or remove a source.",
    usage: "vcard book sources [add | check | default | remove] [<name>] [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book sources
        vcard book sources add home --carddav kate@example.org

      A record belongs to one source: 'local', what 'vcard import --source' said, or a collection on \
      a server, which 'vcard sync' brings to say the same. In a folder with \
      collections, as vdirsyncer keeps them, each folder is a source.
      """,
    subcommands: [
      BookSourcesListCommand.self, BookSourcesAddCommand.self, BookSourcesCheckCommand.self,
      BookSourcesDefaultCommand.self, BookSourcesRemoveCommand.self,
    ],
    defaultSubcommand: BookSourcesListCommand.self)
}

/// `vcard book sources list`.
struct BookSourcesListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the sources and how many records each has.",
    discussion: """
      EXAMPLES:
        vcard book sources
        vcard book sources list --format jsonl

      The sources of a folder are its collections, by the names of their folders; '.' is what lies \
      beside them. Titles are those of their files 'displayname'; JSON has the color of the file 'color', too.
      """)

  @OptionGroup var list: ListOptions

  func run() throws {
    let options = list.options
    let (_, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let book = try options.open(for: .reading, reporter)
    try book.require(.sources, "sources")
    let sources = try book.sources()
    let isTitled = sources.contains { $0.title != nil }
    var output = try ListOutput(
      list.format,
      Table(
        [.init("Source"), .init("Records", .right)] + (isTitled ? [Table.Column("Title")] : [])))
    for source in sources {
      let title = isTitled ? [source.title ?? ""] : []
      try output.append([source.name, "\(source.count)"] + title) { json in
        json.append("{\"schema\":\"vcard.source/1\",\"source\":", jsonString: source.name)
        json.append(",\"records\":\(source.count),\"kind\":", jsonString: source.kind.name)
        let server = source.server
        for (key, value) in [
          ("title", source.title), ("color", source.color), ("url", server?.url),
          ("user", server?.user),
        ] {
          if let value { json.append(",\"\(key)\":", jsonString: value) }
        }
        json.append("}\n")
      }
    }
    try output.finish()
  }
}

/// `vcard book sources remove`.
struct BookSourcesRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a source with all of its records.",
    discussion: """
      EXAMPLES:
        vcard book sources remove phone
        vcard book sources remove phone --dry-run

      People who have records of other sources stay with these. 'vcard undo' brings all of it back. \
      A collection of a folder is removed with its folder. On a server nothing is deleted; a source \
      with edits that its server was not told is refused with 1, unless --force is given, and what \
      'vcard undo' brings back is on no server.
      """)

  @Argument(help: ArgumentHelp("The source.", valueName: "name"))
  var name: String

  @Flag(name: .shortAndLong, help: "Remove edits, too, that the server was not told.")
  var force = false

  @OptionGroup var change: ChangeOptions

  func run() throws {
    let options = change.options
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let book = try options.openDatabase(
      for: change.access, .undo, what: "sources that can be removed", reporter: reporter)
    if !force, let database = book as? DatabaseBook, try database.servers()[name] != nil {
      let count = try database.unsentEdits(ofSource: name)
      guard count == 0 else {
        throw CommandFailure(
          .found,
          "\(name) has \(count == 1 ? "an edit" : "\(count) edits") that its server was not told",
          suggestion: "'vcard sync \(name)' sends; --force removes all the same")
      }
    }
    let count =
      try change.dryRun
      ? book.sources().first { $0.name == name }?.count : book.removeSource(named: name)
    guard let count else { throw CommandFailure.noSource(name, book) }
    let records = count == 1 ? "1 record" : "\(count) records"
    console.tell("\(change.did("remove", "removed")) \(name) with \(records)")
  }
}

extension CommandFailure {
  /// There is no such source.
  static func noSource(_ name: String, _ book: any AddressBook) -> CommandFailure {
    CommandFailure(
      .noInput, "\(book.path.string) has no source \"\(name)\"",
      suggestion: "'vcard book sources' lists them")
  }
}
