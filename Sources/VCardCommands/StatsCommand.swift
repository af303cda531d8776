import ArgumentParser
import CardFormats
import ContactStore
import VCard

/// `vcard stats`: counts what cards hold.
struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count cards, versions, properties, parameters and the programs that wrote them.",
    usage: "vcard stats [<file> …] [--format <format>]",
    discussion: """
      EXAMPLES:
        vcard stats contacts.vcf
        vcard stats --format jsonl phone/ | jq '.properties.TEL.count'

      Bytes are those of the values as they stand in the cards, without folds.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case jsonl
  }

  @Argument(help: ArgumentHelp("vCard files or folders; '-' is standard input.", valueName: "file"))
  var files: [String] = []

  @Option(help: ArgumentHelp("The form of the answer.", valueName: "format"))
  var format = Format.text

  @Option(name: .shortAndLong, help: ArgumentHelp("Write here, atomically.", valueName: "file"))
  var output: String?

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    let input = try CardInput(files, options, reporter: reporter, console: console)
    let output = try OutputFile(output)
    var statistics = CardStatistics()
    try input.readAll(Counting()) { piece, _ in statistics.add(piece.result) }
    try output.writer.append { text in
      switch format {
      case .text: statistics.appendText(to: &text, columns: output.columns)
      case .jsonl: statistics.appendJSON(to: &text)
      }
    }
    try output.commit()
  }
}

/// Counts what cards hold.
private struct Counting: CardWorker {
  private var statistics = CardStatistics()

  mutating func take(_ card: borrowing Card, found: inout [Diagnostic]) { statistics.add(card) }

  mutating func finish(_ piece: inout CardStatistics?) {
    piece = statistics
    statistics = CardStatistics()
  }
}

extension CardStatistics {
  /// Programs and versions by count, then by name.
  private static func sorted(_ counts: [String: Int]) -> [(name: String, count: Int)] {
    counts.map { (name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  private var versionCounts: [(name: String, count: Int)] {
    Version.allCases.compactMap { version in
      versions[version].map { (name: version.rawValue, count: $0) }
    }
  }

  fileprivate func appendText(to text: inout [UInt8], columns: Int?) {
    var summary = Table([.init("", .left), .init("", .right)])
    summary.append(["cards", "\(cards)"])
    summary.append(["bytes", "\(bytes)"])
    for version in versionCounts { summary.append(["vCard \(version.name)", "\(version.count)"]) }
    if malformedLines > 0 { summary.append(["malformed lines", "\(malformedLines)"]) }
    summary.render(into: &text, maximumWidth: columns)
    for (title, tallies) in [("property", propertyTallies), ("parameter", parameterTallies)]
    where !tallies.isEmpty {
      text.append("\n")
      var table = Table([.init(title, .left), .init("count", .right), .init("bytes", .right)])
      for (name, tally) in tallies {
        table.append([name, "\(tally.count)", "\(tally.valueBytes)"])
      }
      table.render(into: &text, maximumWidth: columns)
    }
    guard !programs.isEmpty else { return }
    text.append("\n")
    var table = Table([.init("program", .left), .init("cards", .right)])
    for (name, count) in Self.sorted(programs) { table.append([name, "\(count)"]) }
    table.render(into: &text, maximumWidth: columns)
  }

  fileprivate func appendJSON(to json: inout [UInt8]) {
    json.append("{\"schema\":\"vcard.stats/1\",\"cards\":\(cards),\"bytes\":\(bytes)")
    json.append(",\"malformedLines\":\(malformedLines),\"versions\":")
    Self.appendCounts(versionCounts, to: &json)
    for (title, tallies) in [("properties", propertyTallies), ("parameters", parameterTallies)] {
      json.append(",\"\(title)\":{")
      for (index, (name, tally)) in tallies.enumerated() {
        if index > 0 { json.append(",") }
        JSONText.append(name, to: &json)
        json.append(":{\"count\":\(tally.count),\"bytes\":\(tally.valueBytes)}")
      }
      json.append("}")
    }
    json.append(",\"programs\":")
    Self.appendCounts(Self.sorted(programs), to: &json)
    json.append("}\n")
  }

  private static func appendCounts(
    _ counts: [(name: String, count: Int)], to json: inout [UInt8]
  ) {
    json.append("{")
    for (index, (name, count)) in counts.enumerated() {
      if index > 0 { json.append(",") }
      JSONText.append(name, to: &json)
      json.append(":\(count)")
    }
    json.append("}")
  }
}
