import ArgumentParser
import CardDAV
import ContactPages
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard book sources add`: makes a source of a collection on a server.
struct BookSourcesAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Make a source of a collection on a server.",
    usage: """
      vcard book sources add <name> --carddav <URL or mailbox> [--user <user>]
                             [--collection <collection>] [--book <book>]
      """,
    discussion: """
      EXAMPLES:
        vcard book sources add home --carddav kate@example.org
        vcard book sources add work --carddav https://dav.example.com/ --user kate --take local

      The collection is looked for as RFC 6764 has it: at the URL, in the DNS of the mailbox's domain, and \
      at /.well-known/carddav. Where there are several, --collection says which one by its name. Nothing is \
      fetched yet: 'vcard sync' does. 'man vcard-sync' says where the password comes from.
      """)

  @Argument(help: ArgumentHelp("What the source is to be called.", valueName: "name"))
  var name: String

  @Option(
    name: .customLong("carddav"),
    help: ArgumentHelp("Where the server or the collection is.", valueName: "URL or mailbox"))
  var place: String

  @Option(help: ArgumentHelp("Whose account it is.", valueName: "user"))
  var user: String?

  @Option(help: ArgumentHelp("Which of several, by its title or path.", valueName: "collection"))
  var collection: String?

  @Flag(help: "Send nothing to the server.")
  var readOnly = false

  @Option(help: ArgumentHelp("How the collection keeps groups.", valueName: "form"))
  var groups = GroupForm.cards

  @Option(help: ArgumentHelp("Have the records of another source move over.", valueName: "source"))
  var take: String?

  @Option(
    help: ArgumentHelp("Trust these certificates, not the system's.", valueName: "file"),
    completion: .file())
  var ca: String?

  @Option(
    help: ArgumentHelp(
      "Talk only to a server whose public key has this SHA-256, in hexadecimal or base64.",
      valueName: "SHA256"))
  var pin: String?

  @OptionGroup var secret: SecretOptions

  @OptionGroup var change: ChangeOptions

  func validate() throws {
    if let pin, Pin(pin) == nil {
      throw ValidationError("--pin is SHA-256 of a public key: 64 hexadecimal digits, or base64")
    }
  }

  func run() throws {
    let (console, reporter) = try change.options.reporting.start()
    defer { reporter.finish() }
    // Told before a book is made and a server is asked.
    let access = ServerAccess(secrets: try secret.finder(console))
    let place = try access.place(self.place)
    let book = try change.options.openServers(for: change.access, making: true, reporter)
    try book.refuseUnnamable(name)
    guard try book.records(ofSource: name) == nil else {
      throw CommandFailure(
        .cannotCreate, "\(book.path.string) has a source \"\(name)\"",
        suggestion: "'vcard book sources' lists them; '--take \(name)' moves its records over")
    }
    if let take, try book.records(ofSource: take) == nil {
      throw CommandFailure.noSource(take, book)
    }
    var server = SourceServer(url: "")
    server.user = user
    server.isReadOnly = readOnly
    server.groups = SourceServer.Groups(rawValue: groups.rawValue) ?? .cards
    server.authority = try ca.map { try CommandFailure.absolute($0) }
    server.pin = pin.flatMap { Pin($0) }?.text
    let (description, connection) = try Discovery.choose(
      collection, of: access.collections(at: place, server))
    server.learn(description, connection)
    // As the mailbox or the secret says.
    server.user = connection.user
    let taken = try book.servers().first { $0.value.url == server.url }
    if let (other, _) = taken {
      throw CommandFailure(.cannotCreate, "the source \"\(other)\" is that collection")
    }
    if !change.dryRun { try book.addSource(named: name, at: server, taking: take) }
    console.tell("\(change.did("add", "added")) \(name): \(server.summary)")
  }
}

/// How a collection keeps groups, as it is told.
enum GroupForm: String, CaseIterable, ExpressibleByArgument {
  case cards
  case categories
}

extension CommandFailure {
  /// A path that means the same file from everywhere.
  fileprivate static func absolute(_ argument: String) throws -> String {
    let path = Platform.path(argument)
    do {
      return try SystemCalls.resolve(path).string
    } catch {
      throw CommandFailure(.noInput, "cannot open \(argument): \(error)")
    }
  }
}
