package import ArgumentParser
import Files
import SystemPackage

/// The command that gives the manual pages.
package struct ManualCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Prints the manual page of a command.",
    discussion: """
      Examples:
        vcard manual sort | man -l -
        vcard manual --into /usr/local/share/man/man1
      """)

  @Argument(
    help: ArgumentHelp("The command; none for the tool as a whole.", valueName: "command"))
  private var words: [String] = []

  @Option(
    help: ArgumentHelp("Write the pages of all commands into this folder.", valueName: "folder"),
    completion: .directory)
  private var into: String?

  package init() {}

  package func validate() throws {
    if into != nil, !words.isEmpty {
      throw ValidationError("--into writes the pages of all commands; name none")
    }
  }

  package func run() throws { throw ManualRequest(words: words, folder: into) }
}

/// Thrown by ``ManualCommand``, which does not know the commands beside it, to ``Tool``, which does.
struct ManualRequest: Error {
  /// The words of the command that is wanted; none for the root.
  let words: [String]
  /// Where the pages of all commands are to go.
  let folder: String?

  /// Does what is asked with the pages of all commands, the root's first, and returns what goes to
  /// standard output.
  func carryOut(on pages: [ManualPage]) throws -> String {
    if let folder {
      try AtomicFile.commit(
        try pages.map { page in
          let file = try AtomicFile(replacing: Platform.path(folder).appending(page.name + ".1"))
          try file.writer.write(Array(page.source.utf8))
          try file.finishWriting()
          return file
        }, synchronize: false)
      return ""
    }
    let name = ([pages[0].name] + words).joined(separator: "-")
    guard let page = pages.first(where: { $0.name == name }) else {
      throw CommandFailure(
        .usage, "there is no command '\(words.joined(separator: " "))'",
        suggestion: "see '\(pages[0].name) --help'")
    }
    return page.source
  }
}
