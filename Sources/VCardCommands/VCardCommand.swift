public import ArgumentParser
import CardDAV
import ContactDedupe
import ContactModel
import ContactStore
import Cutouts
import ICU
import Page
import VCard

/// The `vcard` command.
public struct VCardCommand: ParsableCommand {
  /// What ArgumentParser knows about the command.
  public static let configuration = CommandConfiguration(
    commandName: "vcard",
    abstract: "Read, write, convert and match contacts.",
    discussion: """
      EXAMPLES:
        vcard convert contacts.vcf --to jsonl
        vcard match phone.vcf --book contacts.vcf
      """,
    version: "0.1.0",
    subcommands: [
      ConvertCommand.self, CheckCommand.self, ExplainCommand.self, SortCommand.self,
      FindCommand.self, ShowCommand.self, MatchCommand.self,
      ImportCommand.self, ExportCommand.self, BookCommand.self, SyncCommand.self,
      UndoCommand.self, RedoCommand.self, ConfigCommand.self,
      DedupeCommand.self, ReviewCommand.self, ServeCommand.self,
      ShareCommand.self, ReceiveCommand.self,
      InspectCommand.self, StatsCommand.self,
      ManualCommand.self,
    ])

  /// Creates the command.
  public init() {}

  /// Runs the tool with the process's arguments; nothing runs after it.
  public static func runTool() async -> Never {
    await Tool.main(
      Self.self, arguments: ConvertCommand.readable(Array(CommandLine.arguments.dropFirst())),
      explaining: explain)
  }

  /// What the errors of other modules mean to people.
  private static let explain: Tool.Explanation = { error in
    switch error {
    case let error as BookError: CommandFailure(error)
    case let error as DedupeError: CommandFailure(error)
    case let error as CardAssignmentError: CommandFailure(error)
    case let error as ContactUpdateError: CommandFailure(.data, error.description)
    case let error as CutoutError: CommandFailure(.data, error.description)
    case let error as ICUError: CommandFailure(.software, error.description)
    case let error as PageError: CommandFailure(error)
    case let error as RemoteError: CommandFailure(error)
    case let error as ReadError: CommandFailure(.software, "internal error: \(error)")
    default: nil
    }
  }
}
