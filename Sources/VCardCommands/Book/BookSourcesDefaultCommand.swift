import ArgumentParser
import ContactPages
import ContactStore
import Files
import VCard

/// `vcard book sources default`.
struct BookSourcesDefaultCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "default",
    abstract: "Say which source new people get into of whom nobody says where they belong.",
    discussion: """
      EXAMPLES:
        vcard book sources default home
        vcard book sources default

      Without a name it says which one it is: 'local' until somebody chose.
      """)

  @Argument(help: ArgumentHelp("The source.", valueName: "name"))
  var name: String?

  @OptionGroup var options: BookCommandOptions

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let book = try options.openDatabase(
      for: name == nil ? .reading : .writing, .undo, what: "sources that can be chosen",
      reporter: reporter)
    if let name {
      guard try book.setDefaultSource(name) else { throw CommandFailure.noSource(name, book) }
      return console.tell("new people go to \(name)")
    }
    let source = try book.defaultSource()
    try OutputFile.print { line in
      line.append(visible: source)
      line.append(UInt8(ascii: "\n"))
    }
  }
}
