import ArgumentParser
import CardDAV
import ContactPages
import ContactStore
import VCard

/// `vcard book sources check`: asks servers what they can do, and whether they let us.
struct BookSourcesCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Ask a server whether it lets us in, and what its collection can do.",
    usage: "vcard book sources check <name> [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book sources check home

      What the server says is kept: it decides in which version cards are sent, and what is told of an \
      edit that it cannot hold. Then it says how much has not been sent yet. Nothing is fetched or sent.
      """)

  @Argument(help: ArgumentHelp("The source.", valueName: "name"))
  var name: String

  @OptionGroup var secret: SecretOptions

  @OptionGroup var change: ChangeOptions

  func run() throws {
    let (console, reporter) = try change.options.reporting.start()
    defer { reporter.finish() }
    let book = try change.options.openServers(for: change.access, reporter)
    guard var server = try book.servers()[name] else {
      guard try book.records(ofSource: name) != nil else {
        throw CommandFailure.noSource(name, book)
      }
      throw CommandFailure(.usage, "the source \"\(name)\" is on no server")
    }
    let access = ServerAccess(secrets: try secret.finder(console))
    let (description, connection) = try access.description(of: server)
    server.learn(description, connection)
    if !change.dryRun {
      try book.updateServer(ofSource: name) { $0.learn(description, connection) }
    }
    console.line("\(name): \(server.summary)")
    let count = try book.unsentEdits(ofSource: name)
    if count > 0 {
      console.line("\(name): \(count.counted("edit has", "edits have")) not been sent")
    }
  }
}
