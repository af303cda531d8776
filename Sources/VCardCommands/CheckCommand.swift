import ArgumentParser
import VCard

/// `vcard check`: says what in cards is against their standards.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong with cards, and where.",
    usage: "vcard check [<file> …] [--for <program>] [--strict] [--diagnostics <form>]",
    discussion: """
      EXAMPLES:
        vcard check contacts.vcf
        vcard check --diagnostics jsonl phone/ 2>&1 | jq -r .code | sort | uniq -c
        vcard check contacts.vcf --for outlook

      Each card is checked by the rules of its own version. The exit code is 1 when there was a \
      warning or an error, and 0 when there were notes at most. 'vcard explain <code>' says what a \
      code means.

      With --for, it is also a warning what that program refuses, misreads or drops of a card as it \
      stands; 'convert --for' changes what can be changed.
      """)

  @OptionGroup var cards: CardArguments

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Also say why this program will not import the cards as they are.", valueName: "program"))
  var importer: ImporterName?

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    let (console, reporter) = try options.reporting.start()
    let input = try CardInput(cards.files, options, reporter: reporter)
    var count = 0
    var inFile = 0
    let failure = try input.read(
      Checking(for: importer?.preset), starting: { _ in inFile = 0 },
      ending: { file in
        guard let warning = importer?.preset.warning(of: inFile) else { return }
        try reporter.report(
          Diagnostic(
            severity: .warning, code: .importerChange, position: SourcePosition(),
            message: warning),
          in: file.name)
      },
      deliver: { piece, _ in
        count += piece.cards
        inFile += piece.cards
      })
    if let failure { throw failure }
    let counts = reporter.counts
    console.explain(
      "checked \(count) cards: errors \(counts.errors), warnings \(counts.warnings), "
        + "notes \(counts.notes)")
    if counts.errors + counts.warnings > 0 { throw ExitCode.found }
  }
}

/// Finds what is wrong with cards, which is all that comes of them.
private struct Checking: CardWorker {
  private var checker = CardChecker()
  private var importer: ImporterChecker?

  init(for preset: ImporterPreset?) { importer = preset.map { ImporterChecker($0) } }

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) {
    checker.check(card, into: &found)
    importer?.check(card, into: &found)
  }

  func finish(_ piece: inout Void?) { piece = () }
}
