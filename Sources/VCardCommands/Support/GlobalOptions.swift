package import ArgumentParser

/// The options that every command has.
///
/// A command that needs only some takes their groups instead.
package struct GlobalOptions: ParsableArguments {
  /// What the input is.
  @OptionGroup package var input: InputOptions
  /// What is reported, and how.
  @OptionGroup package var reporting: ReportingOptions
  /// How many threads work.
  @OptionGroup package var threads: ThreadOptions

  package init() {}
}

/// What the input is, where that is not to be found out.
package struct InputOptions: ParsableArguments {
  /// A format of input.
  package enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// vCard 2.1, 3.0 and 4.0, mixed.
    case vcard
    /// Portable cutouts of people.
    case cutout
    /// People in JSON: cards of `--to jsonl`, cutouts, objects with a name and more.
    case jsonl
    /// Cards as JSON, RFC 7095.
    case jcard
    /// Cards as XML, RFC 6351.
    case xcard
    /// Tables of comma-separated values, as Google, Outlook, Thunderbird and others write them.
    case csv
    /// Entries of a directory, as mail programs export address books.
    case ldif
    /// What telephones photograph: MECARD, BIZCARD, and KDDI's.
    case mecard
    /// JSContact, RFC 9553.
    case jscontact
    /// People on pages of the web: h-card and hCard.
    case hcard
  }

  @Option(
    help: ArgumentHelp("Take the input for this format, not look at it.", valueName: "format"))
  package var from: Format?

  @OptionGroup package var text: CharsetOption

  @OptionGroup package var table: TableOptions

  @Option(
    help: ArgumentHelp(
      "The country of phone numbers without one, two letters as in DE.", valueName: "cc"),
    transform: InputOptions.country)
  package var region: String?

  package init() {}

  private static func country(_ text: String) throws -> String {
    let letters = text.uppercased()
    guard letters.utf8.count == 2, letters.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw ValidationError("a country is two letters, as in DE")
    }
    return letters
  }
}

/// The charset of text that does not say it.
package struct CharsetOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The character set of 8-bit text that declares none (default: found out, and said), and of "
        + "tables that are written (default: UTF-8).",
      valueName: "name"))
  package var charset: String?

  package init() {}
}

/// What is reported, and how.
package struct ReportingOptions: ParsableArguments {
  @Flag(help: "Stop at the first error.")
  package var strict = false

  @Flag(name: .shortAndLong, help: "Print nothing but errors that stop the work.")
  package var quiet = false

  @Flag(name: .shortAndLong, help: "Say how things are done, too.")
  package var verbose = false

  @Option(help: ArgumentHelp("Colour diagnostics (default: auto).", valueName: "when"))
  package var color: TerminalChoice?

  @Option(help: ArgumentHelp("Show how far long work has come.", valueName: "when"))
  package var progress = TerminalChoice.auto

  @Option(help: ArgumentHelp("The form of diagnostics.", valueName: "form"))
  package var diagnostics = DiagnosticReporter.Format.text

  package init() {}

  package func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }

  /// The console that these options ask for.
  package var console: Console {
    Console(
      color: Preferences.current.color(flag: color), progress: progress,
      verbosity: quiet ? .quiet : verbose ? .verbose : .normal)
  }

  /// The console of a run, and a reporter on it that has counted nothing yet.
  ///
  /// - Returns: Both.
  /// - Throws: What ends a run whose preferences cannot be.
  package func start() throws -> (console: Console, reporter: DiagnosticReporter) {
    let console = console
    try Preferences.current.check(console, diagnostics)
    return (console, DiagnosticReporter(console: console, format: diagnostics, isStrict: strict))
  }
}

/// How many threads work.
package struct ThreadOptions: ParsableArguments {
  /// More than this would only cost memory.
  private static let maximum = 1024

  @Option(
    name: .customLong("threads"),
    help: ArgumentHelp("Work on so many threads (default: one a processor).", valueName: "n"))
  private var chosen: Int?

  package init() {}

  package func validate() throws {
    guard let chosen, !(1...Self.maximum).contains(chosen) else { return }
    throw ValidationError("--threads takes a number from 1 to \(Self.maximum)")
  }

  /// How many threads work, at least 1.
  package var count: Int { chosen ?? min(Platform.processorCount, Self.maximum) }
}

extension TerminalChoice: ExpressibleByArgument {}
extension DiagnosticReporter.Format: ExpressibleByArgument {}
