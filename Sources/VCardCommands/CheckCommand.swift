import ArgumentParser
import VCard

/// `vcard check`: says what in cards is against their standards.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong with cards, and where.",
    usage: "vcard check [<file> …] [--strict] [--diagnostics <form>]",
    discussion: """
      EXAMPLES:
        vcard check contacts.vcf
        vcard check --diagnostics jsonl phone/ 2>&1 | jq -r .code | sort | uniq -c

      Each card is checked by the rules of its own version. The exit code is 1 when there was a \
      warning or an error, and 0 when there were notes at most. 'vcard explain <code>' says what a \
      code means.
      """)

  @OptionGroup var cards: CardArguments

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    let (console, reporter) = options.reporting.start()
    let input = try CardInput(cards.files, options, reporter: reporter)
    var count = 0
    try input.readAll(Checking()) { piece, _ in count += piece.cards }
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

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) {
    checker.check(card, into: &found)
  }

  func finish(_ piece: inout Void?) { piece = () }
}
