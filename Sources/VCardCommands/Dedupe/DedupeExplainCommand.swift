import ArgumentParser
import ContactDedupe
import ContactMatching
import ContactPages
import ContactStore
import Files
import ICU
import Page
import VCard

/// `vcard dedupe explain`: shows a plan.
struct DedupeExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show why cards are one person: the evidence as a table that adds up.",
    usage: "vcard dedupe explain <plan> [<n> …] [--html <file>]",
    discussion: """
      EXAMPLES:
        vcard dedupe explain plan.jsonl 12
        vcard dedupe explain plan.jsonl --html plan.html

      Bits are powers of two: ten say that it is 1024 times likelier to see this on two cards of one \
      person than on two cards of two people. N is the number of a cluster in the plan; without one \
      all are shown. --html writes one page that needs nothing else, with the cards side by side, for up \
      to 2000 clusters; 'vcard review PLAN --web' shows more.
      """)

  @Argument(
    help: ArgumentHelp("The plan; '-' is standard input.", valueName: "plan"), completion: .file())
  var plan: String

  @Argument(help: ArgumentHelp("The numbers of clusters.", valueName: "n"))
  var clusters: [Int] = []

  @Option(
    help: ArgumentHelp("Write a page for a browser here, atomically.", valueName: "file"),
    completion: .file())
  var html: String?

  @OptionGroup var output: OutputOption

  @OptionGroup var words: WordOptions

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if html != nil, output.file != nil { throw ValidationError("take either --html or -o") }
  }

  func run() throws {
    var written = WrittenFiles()
    written.add(html == nil ? "-o" : "--html", html ?? output.file)
    try written.check(inputs: [plan])
    let (console, reporter) = try options.reporting.start()
    let plan = try DedupePlan.open(plan)
    let web = try html.map { _ in try file(of: plan, console, reporter) }
    let output = try OutputFile(html ?? output.file)
    var wanted = Set(clusters)
    let all = wanted.isEmpty
    let page = EvidencePage(columns: output.columns)
    try output.writer.append { try web?.begin(wanted, to: &$0) }
    var shown = 0
    var numbers: Set<Int> = []
    for line in 0..<plan.count {
      let entry = try plan.entry(line)
      guard numbers.insert(entry.cluster).inserted else { throw plan.repeated(line) }
      guard all || wanted.remove(entry.cluster) != nil else { continue }
      if web != nil, shown == EvidenceFile.mostClusters {
        console.say(
          .note,
          "the page has the first \(shown) clusters; 'vcard review PLAN --web' shows them all")
        wanted.removeAll()
        break
      }
      try output.writer.append { text in
        if let web {
          try web.append(entry, line: line, to: &text)
        } else {
          if shown > 0 { text.append("\n") }
          page.append(entry, to: &text)
        }
      }
      shown += 1
    }
    if let missing = wanted.min() {
      throw CommandFailure(.usage, "there is no cluster \(missing) in \(plan.name)")
    }
    try output.writer.append { web?.end(to: &$0) }
    try output.commit()
  }

  /// The page, with the cards where they are what the plan was made from.
  private func file(
    of plan: DedupePlan, _ console: Console, _ reporter: DiagnosticReporter
  ) throws -> EvidenceFile {
    let page = try words.page(.served, reporter)
    let cards: CardTable
    do {
      cards = try plan.readInputs(options, reporter: reporter).table
    } catch {
      console.say(.note, "the page has no cards side by side, for they cannot be read: \(error)")
      return try EvidenceFile(plan, page, cards: nil)
    }
    return try EvidenceFile(plan, page, cards: cards)
  }
}

/// Writes clusters for a terminal.
struct EvidencePage {
  /// Columns of the terminal; `nil` when nothing is to be cut.
  let columns: Int?

  func append(_ entry: DedupePlan.Entry, to text: inout [UInt8]) {
    text.append("cluster \(entry.cluster): \(entry.verdictText)\n")
    var cards = Table([.init("", .right), .init(), .init("", .right), .init()])
    for (place, card) in entry.cards.enumerated() {
      cards.append(["  \(place)", card.file, card.record ?? "\(card.card)", name(card)])
    }
    cards.render(into: &text, maximumWidth: columns)
    for comparison in entry.comparisons {
      text.append("\n")
      if entry.cards.count > 2 {
        text.append("  cards \(comparison.left) and \(comparison.right)\n")
      }
      var table = Table([.init("  evidence"), .init("level"), .init("bits", .right), .init("")])
      for row in comparison.rows {
        table.append(
          ["  \(row.kind)", row.level, "\(Bits(tenths: row.tenths))", row.detail])
      }
      table.append(["  sum", "", "\(comparison.sum)", ""])
      table.render(into: &text, maximumWidth: columns)
    }
    text.append("\n  ")
    text.append(visible: entry.outcomeText)
    text.append("\n")
    for line in entry.mergedLines {
      text.append("    ")
      let visible = TerminalText.visible(line)
      text.append(columns.map { DisplayWidth.truncated(visible, to: $0 - 4) } ?? visible)
      text.append("\n")
    }
  }

  private func name(_ card: DedupePlan.Entry.Card) -> String {
    card.name.isEmpty ? "(no name)" : card.name
  }
}
