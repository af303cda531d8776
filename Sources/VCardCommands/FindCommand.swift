import ArgumentParser
import CardFormats
import ContactModel
import ContactStore
import ICU
import VCard

/// `vcard find`: the people whose names hold all words of a query.
struct FindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Find people by the beginnings of their names.",
    usage: "vcard find <query> [<file> …] [--format <format>]",
    discussion: """
      EXAMPLES:
        vcard find 'kate be' contacts.vcf
        vcard find nunez --book ~/contacts --format vcf

      Every word of the query begins a word of the name, a nickname, the organisation or an email, \
      in any order; case, marks and punctuation do not count. Ends with 1 when nobody is found.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case jsonl
    case vcf
  }

  @Argument(help: ArgumentHelp("The words to find.", valueName: "query"))
  var query: String

  @Argument(help: ArgumentHelp("vCard files or folders; '-' is standard input.", valueName: "file"))
  var files: [String] = []

  @Option(help: ArgumentHelp("Look in this address book.", valueName: "book"))
  var book: String?

  @Option(help: ArgumentHelp("What to write: a table, JSON Lines or cards.", valueName: "format"))
  var format = Format.text

  @Option(name: .shortAndLong, help: ArgumentHelp("Write here, atomically.", valueName: "file"))
  var output: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if book != nil, !files.isEmpty {
      throw ValidationError("take either files or --book")
    }
  }

  func run() throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    let search = try NameSearch(query)
    if search.isEmpty {
      throw CommandFailure(.usage, "the query \"\(query)\" holds no word")
    }
    let input = try CardInput(
      book.map { [$0] } ?? files, options.input, reporter: reporter, console: console)
    let output = try OutputFile(output)
    var found = 0
    var table = Table([.init(), .init(), .init(), .init()])
    let writer = CardWriter()
    try input.forEachCard { card, file in
      let contact = Contact(copy card, keys: [.searching, .phoneNumbers])
      guard try search.matches(contact) else { return }
      found += 1
      switch format {
      case .text: table.append(Self.row(contact))
      case .jsonl:
        try output.writer.append { JSONLinesWriter(file: file).write(card, into: &$0) }
      case .vcf: try output.writer.append { writer.write(card, into: &$0) }
      }
    }
    if format == .text {
      try output.writer.append { table.render(into: &$0, maximumWidth: output.columns) }
    }
    try output.commit()
    if found == 0 { throw ExitCode.found }
  }

  private static func row(_ contact: Contact) -> [String] {
    let name = contact.compositeName ?? ""
    let organization = contact.organizationName ?? ""
    return [
      name, organization == name ? "" : organization,
      contact.emailAddresses.map(\.value).joined(separator: ", "),
      contact.phoneNumbers.map(\.value).joined(separator: ", "),
    ]
  }
}
