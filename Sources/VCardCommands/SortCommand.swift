public import ArgumentParser
import CardSorting
public import ContactModel
import ICU
import VCard

/// `vcard sort`: writes the cards in the order in which people look names up.
struct SortCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sort",
    abstract: "Sort cards by name, as a language sorts.",
    usage: "vcard sort [<file> …] [--locale <tag>] [--by <name>] [--reverse] "
      + "[--index] [--format <format>] [--memory <size>] [-o <file>]",
    discussion: """
      EXAMPLES:
        vcard sort contacts.vcf -o sorted.vcf
        vcard sort --index --locale ja phone.vcf cloud.vcf

      Names are compared by ICU's collation for the language, phonetic names before written ones. \
      Cards of equal names keep their order, and cards without a name come last.

      With --index no cards are written but the names, under the letters of an address book in the \
      language: A to Z, А to Я, あ to わ; what has no letter there stands under '#', the last.

      What does not fit into memory goes to temporary files in $TMPDIR, else /tmp, which need as \
      much room as the input and vanish with the command.
      """)

  @OptionGroup var cards: CardArguments

  @Option(
    help: ArgumentHelp(
      "The language, as in sv, de-u-co-phonebk or zh-u-co-stroke (default: that of $LC_ALL, "
        + "$LC_COLLATE or $LANG).",
      valueName: "tag"))
  var locale: String?

  @Option(help: ArgumentHelp("The name to sort by (default: family).", valueName: "name"))
  var by: NameSorter.Order?

  @Flag(help: "Sort backwards; cards of equal names keep their order.")
  var reverse = false

  @Flag(help: "Write the letters of an index, each with the names under it.")
  var index = false

  @Option(
    help: ArgumentHelp(
      "How --index is written: lines of text (the default) or JSON Lines.", valueName: "format"))
  var format: ListFormat?

  @Option(
    help: ArgumentHelp(
      "Keep so much of cards and sort keys in memory, as in 64K or 2G (default: 256M).",
      valueName: "size"))
  var memory = MemorySize.default

  @OptionGroup var output: OutputOption

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if format != nil, !index { throw ValidationError("--format is for --index") }
  }

  func run() throws {
    let (_, reporter) = try options.reporting.start()
    let sorter = try makeSorter(reporter)
    let input = try CardInput(cards.files, options, reporter: reporter)
    let output = try output.open(reading: input.files, mayBeRead: !index)
    var cards = CardSorter(ExternalSorter.Limits(memory: memory.bytes), backwards: reverse)
    if index {
      let sections = try SectionIndex(sorter)
      try input.readAll(SectionPieceMaker(sections, backwards: reverse)) { piece, _ in
        try cards.append(piece.result)
      }
      var list = SectionList(sections.labels, format ?? .text)
      try cards.forEach { try list.write($0, to: output.writer) }
      try list.finish(output.writer)
    } else {
      try input.readAll(SortPieceMaker(sorter, backwards: reverse)) { piece, _ in
        try cards.append(piece.result)
      }
      try cards.write(to: output.writer)
    }
    try output.commit()
  }

  private func makeSorter(_ reporter: DiagnosticReporter) throws -> NameSorter {
    let tag = try Preferences.current.language(for: .sorting, flag: locale, reporter)
    let order = Preferences.current.value(.sortBy, flag: by) ?? .family
    do {
      return try NameSorter(order, locale: tag)
    } catch {
      guard error.kind == .unknownLocale else { throw error }
      throw CommandFailure(
        .usage, "there is no language \"\(tag)\"",
        suggestion: "tags are those of BCP 47, such as sv or de-u-co-phonebk")
    }
  }
}

extension NameSorter.Order: ExpressibleByArgument {}
