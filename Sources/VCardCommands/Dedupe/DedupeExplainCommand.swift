import ArgumentParser
import ContactDedupe
import ContactMatching
import ContactPages
import ContactStore
import Files
import ICU
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
      all are shown. --html writes one page that needs nothing else.
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

  @OptionGroup(title: "Options of every command") var reporting: ReportingOptions

  func validate() throws {
    if html != nil, output.file != nil { throw ValidationError("take either --html or -o") }
  }

  func run() throws {
    var written = WrittenFiles()
    written.add(html == nil ? "-o" : "--html", html ?? output.file)
    try written.check(inputs: [plan])
    let plan = try DedupePlan.open(plan)
    let output = try OutputFile(html ?? output.file)
    var wanted = Set(clusters)
    let all = wanted.isEmpty
    let page = EvidencePage(columns: output.columns)
    let web = EvidenceWebPage()
    if html != nil { try output.writer.append { web.begin(plan, &$0) } }
    var shown = 0
    var numbers: Set<Int> = []
    for line in 0..<plan.count {
      let entry = try plan.entry(line)
      guard numbers.insert(entry.cluster).inserted else { throw plan.repeated(line) }
      guard all || wanted.remove(entry.cluster) != nil else { continue }
      try output.writer.append { text in
        if html != nil {
          web.append(entry, to: &text)
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
    if html != nil { try output.writer.append { web.end(&$0) } }
    try output.commit()
  }
}

extension DedupePlan.Entry {
  /// What is said of two of the cards.
  struct Comparison {
    var left: Int
    var right: Int
    var rows: [Evidence]

    var sum: Bits { Bits(tenths: rows.reduce(0) { $0 + $1.tenths }) }
  }

  /// The evidence by the cards that it is about, in its order.
  var comparisons: [Comparison] {
    var comparisons: [Comparison] = []
    for row in evidence {
      let (left, right) = (row.cards?[0] ?? 0, row.cards?[1] ?? 1)
      if let last = comparisons.last, last.left == left, last.right == right {
        comparisons[comparisons.count - 1].rows.append(row)
      } else {
        comparisons.append(Comparison(left: left, right: right, rows: [row]))
      }
    }
    return comparisons
  }

  /// What the verdict means.
  var verdictText: String { isSame ? "one person" : "to review" }

  /// The lines of the merged card without the envelope.
  var mergedLines: [String] {
    merged.split(whereSeparator: \.isNewline).map(String.init)
  }

  /// What became of the values of the cards.
  var outcomeText: String {
    let reasons = Dictionary(grouping: dropped ?? [], by: \.reason).mapValues(\.count)
    let drops = reasons.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let kept = provenance.map { "\($0.count) lines on the merged card" } ?? ""
    return drops.isEmpty ? kept : "\(kept); not repeated: \(drops.joined(separator: ", "))"
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

/// Writes clusters as one page for a browser, without anything that it would have to load.
struct EvidenceWebPage {
  /// Bits that fill half of a bar's room.
  private static let fullBits = 30.0

  private static let css = """
    body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em;color:#222;background:#fff}
    section{border:1px solid #ccc;border-radius:6px;margin:1.5em 0;padding:0 1.2em 1em}
    h2{font-size:1.1em}h2 span{font-weight:normal;color:#666}
    table{border-collapse:collapse;width:100%}td,th{padding:.15em .6em;text-align:left;vertical-align:top}
    td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}tr.sum td{border-top:1px solid #888;font-weight:bold}
    .bar{width:14em;position:relative;height:1.1em;background:linear-gradient(#999,#999) center/1px 100% no-repeat}
    .bar i{position:absolute;top:.15em;bottom:.15em;display:block}.plus{left:50%;background:#2a7}.minus{right:50%;background:#c44}
    pre{background:#f5f5f5;padding:.6em;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
    bdi,td{unicode-bidi:isolate}
    @media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}section{border-color:#444}pre{background:#222}}
    """

  func begin(_ plan: DedupePlan, _ html: inout [UInt8]) {
    html.append(htmlHeadFor: "Duplicates", language: "en", .file(css: Self.css))
    html.append(
      """
      <h1>Duplicates</h1>
      <p>Bits are powers of two: ten say that something is 1024 times likelier on two cards of one person than on two cards of two people.</p>
      <ul>

      """)
    for input in plan.inputs {
      html.append("<li><bdi>")
      append(input.file, to: &html)
      html.append("</bdi>, \(input.cards) cards</li>\n")
    }
    html.append("</ul>\n")
  }

  func append(_ entry: DedupePlan.Entry, to html: inout [UInt8]) {
    html.append("<section id=\"c\(entry.cluster)\">\n<h2>Cluster \(entry.cluster) <span>")
    append(entry.verdictText, to: &html)
    html.append("</span></h2>\n<table>\n")
    for (place, card) in entry.cards.enumerated() {
      html.append("<tr><td class=\"n\">\(place)</td><td>")
      append(card.name.isEmpty ? "(no name)" : card.name, to: &html)
      html.append("</td><td>")
      append(card.file, to: &html)
      html.append("</td><td class=\"n\">")
      append(card.record.map { "record \($0)" } ?? "card \(card.card)", to: &html)
      html.append("</td></tr>\n")
    }
    html.append("</table>\n")
    for comparison in entry.comparisons {
      if entry.cards.count > 2 {
        html.append("<h3>Cards \(comparison.left) and \(comparison.right)</h3>\n")
      }
      html.append(
        "<table>\n<tr><th>Evidence</th><th>Level</th><th class=\"n\">Bits</th><th></th><th></th></tr>\n"
      )
      for row in comparison.rows {
        html.append("<tr><td>")
        append(row.kind, to: &html)
        html.append("</td><td>")
        append(row.level, to: &html)
        html.append("</td>")
        appendBits(Bits(tenths: row.tenths), to: &html)
        html.append("<td>")
        append(row.detail, to: &html)
        html.append("</td></tr>\n")
      }
      html.append("<tr class=\"sum\"><td>Sum</td><td></td>")
      appendBits(comparison.sum, to: &html)
      html.append("<td></td></tr>\n</table>\n")
    }
    html.append("<p>")
    append(entry.outcomeText, to: &html)
    html.append("</p>\n<pre>")
    for line in entry.mergedLines {
      append(line, to: &html)
      html.append("\n")
    }
    html.append("</pre>\n</section>\n")
  }

  func end(_ html: inout [UInt8]) { html.append("</body></html>\n") }

  private func appendBits(_ bits: Bits, to html: inout [UInt8]) {
    let share = min(abs(bits.value) / Self.fullBits, 1) * 50
    let tenths = Int((share * 10).rounded())
    html.append("<td class=\"n\">\(bits)</td><td><div class=\"bar\"><i class=\"")
    html.append(bits < .zero ? "minus" : "plus")
    html.append("\" style=\"width:\(tenths / 10).\(tenths % 10)%\"></i></div></td>")
  }

  /// Text of a file: what would act on the page is escaped, what would turn its letters round is
  /// shown as its code.
  private func append(_ text: String, to html: inout [UInt8]) {
    html.append(html: TerminalText.visible(text))
  }
}
