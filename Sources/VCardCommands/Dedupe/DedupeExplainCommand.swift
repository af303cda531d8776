import ArgumentParser
import ContactDedupe
import ContactMatching
import ContactMerging
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
    usage:
      "vcard dedupe explain <plan> [<n> …] [--html <file>] [--decisions <file> | --book <book>]",
    discussion: """
      EXAMPLES:
        vcard dedupe explain plan.jsonl 12
        vcard dedupe explain plan.jsonl --html plan.html

      Bits are powers of two: ten say that it is 1024 times likelier to see this on two cards of one \
      person than on two cards of two people. N is the number of a cluster in the plan; without one \
      all are shown. --html writes one page that needs nothing else, with the cards side by side, for up \
      to 2000 clusters; 'vcard review PLAN --web' shows more. With --decisions or --book the merged card is \
      the one that 'apply' writes with those answers, and the values that were chosen are named.
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

  @OptionGroup var remembered: DecisionOptions

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if html != nil, output.file != nil { throw ValidationError("take either --html or -o") }
  }

  func run() throws {
    var written = WrittenFiles()
    written.add(html == nil ? "-o" : "--html", html ?? output.file)
    try written.check(inputs: [plan] + remembered.files)
    let (console, reporter) = try options.reporting.start()
    let plan = try DedupePlan.open(plan)
    let answers = try remembered.open(tellingOn: console)
    var review: Review?
    if answers != nil || html != nil {
      review = try self.review(of: plan, answers, console, reporter)
    }
    let web = try html.map { _ in
      try EvidenceFile(plan, words.page(.served, reporter), cards: review?.table)
    }
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
      let merged = try review?.merged(line: line)
      try output.writer.append { text in
        if let web {
          try web.append(entry, line: line, merged: merged, to: &text)
        } else {
          if shown > 0 { text.append("\n") }
          page.append(entry, merged: merged, to: &text)
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

  /// The cards of the plan with what was answered; `nil` for a page that can do without, where the cards
  /// are not what the plan was made from.
  private func review(
    of plan: DedupePlan, _ answers: Decisions?, _ console: Console, _ reporter: DiagnosticReporter
  ) throws -> Review? {
    let cards: CardTable
    do {
      cards = try plan.readInputs(options, reporter: reporter).table
    } catch  where answers == nil {
      console.say(.note, "the page has no cards side by side, for they cannot be read: \(error)")
      return nil
    }
    return try Review(plan, cards, answers ?? Decisions())
  }
}

/// Writes clusters for a terminal.
struct EvidencePage {
  /// Columns of the terminal; `nil` when nothing is to be cut.
  let columns: Int?

  /// Appends a cluster.
  ///
  /// - Parameters:
  ///   - entry: The cluster.
  ///   - merged: What comes of it with what was answered; `nil` for what the plan says.
  ///   - text: Receives it.
  func append(_ entry: DedupePlan.Entry, merged: Review.Merged?, to text: inout [UInt8]) {
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
    if let merged {
      for contest in merged.contests {
        for value in contest.values {
          let outcome = merged.outcome(of: value, in: contest)
          text.append("  ")
          text.append(visible: "\(contest.name) \(outcome): \(value.text)")
          text.append("\n")
        }
      }
    }
    for line in merged?.lines ?? entry.mergedLines {
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
