import ArgumentParser
import CardFormats
import ContactModel
import ContactStore
import Files
import VCard

/// `vcard stats`: counts what cards hold.
struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count cards, versions, properties, parameters and the programs that wrote them.",
    usage: "vcard stats [<file> …] [--people] [--format <format>]",
    discussion: """
      EXAMPLES:
        vcard stats contacts.vcf
        vcard stats --format jsonl phone/ | jq '.properties.TEL.count'

      Bytes are those of the values as they stand in the cards, without folds. --people also tells \
      who the cards are about: people, organisations and groups, what is known of them, the labels \
      of their values and the scripts of their names.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case jsonl
  }

  @Argument(help: ArgumentHelp("vCard files or folders; '-' is standard input.", valueName: "file"))
  var files: [String] = []

  @Flag(help: "Count people and what is known of them, too.")
  var people = false

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
    var statistics = Counting.Piece(people: people ? ContactStatistics() : nil)
    try input.readAll(Counting(people: people)) { piece, _ in statistics.add(piece.result) }
    try output.writer.append { text in
      switch format {
      case .text:
        statistics.cards.appendText(to: &text, columns: output.columns)
        statistics.people?.appendText(to: &text, columns: output.columns)
      case .jsonl:
        statistics.cards.appendJSON(to: &text)
        if let people = statistics.people {
          text.append(",\"people\":")
          people.appendJSON(to: &text)
        }
        text.append("}\n")
      }
    }
    try output.commit()
  }
}

/// Counts what cards hold.
private struct Counting: CardWorker {
  struct Piece: Sendable {
    var cards = CardStatistics()
    /// `nil` where people are not counted.
    var people: ContactStatistics?

    mutating func add(_ other: Piece) {
      cards.add(other.cards)
      if let people = other.people { self.people?.add(people) }
    }
  }

  private let countsPeople: Bool
  private var piece: Piece

  init(people: Bool) {
    countsPeople = people
    piece = Piece(people: people ? ContactStatistics() : nil)
  }

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) {
    piece.cards.add(card)
    if countsPeople { piece.people?.add(Contact(copy card, keys: ContactStatistics.keys)) }
  }

  mutating func finish(_ piece: inout Piece?) {
    piece = self.piece
    self.piece = Piece(people: countsPeople ? ContactStatistics() : nil)
  }
}

extension CardStatistics {
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
    for (name, count) in CountsJSON.sorted(programs) { table.append([name, "\(count)"]) }
    table.render(into: &text, maximumWidth: columns)
  }

  /// Appends an object without its end, so that more may follow.
  fileprivate func appendJSON(to json: inout [UInt8]) {
    json.append("{\"schema\":\"vcard.stats/1\",\"cards\":\(cards),\"bytes\":\(bytes)")
    json.append(",\"malformedLines\":\(malformedLines),\"versions\":")
    CountsJSON.append(versionCounts, to: &json)
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
    CountsJSON.append(CountsJSON.sorted(programs), to: &json)
  }
}

extension ContactStatistics {
  /// The kinds of contacts, of which no row is left out but those of none.
  private var kinds: [(name: String, count: Int)] {
    [
      ("people", people), ("organizations", organizations), ("groups", groups),
      ("others", others), ("nameless", nameless),
    ]
  }

  /// The name of a key in the output.
  private static func name(_ key: Contact.Keys) -> String {
    switch key {
    case .emailAddresses: "emailAddresses"
    case .phoneNumbers: "phoneNumbers"
    case .postalAddresses: "postalAddresses"
    case .urlAddresses: "urlAddresses"
    case .organization: "organization"
    case .birthday: "birthday"
    case .dates: "dates"
    case .relations: "relations"
    case .socialProfiles: "socialProfiles"
    case .instantMessageAddresses: "instantMessageAddresses"
    case .nickname: "nickname"
    case .notes: "notes"
    case .image: "image"
    default: preconditionFailure("every counted key has a name")
    }
  }

  private func labels(of key: Contact.Keys) -> [(name: String, count: Int)] {
    var counts: [String: Int] = [:]
    for (label, count) in labels[key] ?? [:] { counts[label?.rawValue ?? "", default: 0] += count }
    return CountsJSON.sorted(counts)
  }

  fileprivate func appendText(to text: inout [UInt8], columns: Int?) {
    text.append("\n")
    var summary = Table([.init("", .left), .init("", .right)])
    for kind in kinds where kind.count > 0 { summary.append([kind.name, "\(kind.count)"]) }
    summary.render(into: &text, maximumWidth: columns)
    text.append("\n")
    var table = Table([.init("known of", .left), .init("contacts", .right)])
    for key in Self.countedKeys {
      if let count = having[key] { table.append([key.localizedName("en") ?? "", "\(count)"]) }
    }
    table.render(into: &text, maximumWidth: columns)
    let labelled = Self.countedKeys.filter { labels[$0] != nil }
    if !labelled.isEmpty {
      text.append("\n")
      var table = Table([.init("value", .left), .init("label", .left), .init("count", .right)])
      for key in labelled {
        for (label, count) in labels(of: key) {
          table.append([key.localizedName("en") ?? "", label.isEmpty ? "-" : label, "\(count)"])
        }
      }
      table.render(into: &text, maximumWidth: columns)
    }
    guard !scripts.isEmpty else { return }
    text.append("\n")
    var names = Table([.init("script", .left), .init("names", .right)])
    for (script, count) in CountsJSON.sorted(scripts) { names.append([script, "\(count)"]) }
    names.render(into: &text, maximumWidth: columns)
  }

  /// Appends an object; labels of values without one are under the empty key.
  fileprivate func appendJSON(to json: inout [UInt8]) {
    json.append("{")
    for kind in kinds { json.append("\"\(kind.name)\":\(kind.count),") }
    json.append("\"having\":")
    CountsJSON.append(
      Self.countedKeys.map { (name: Self.name($0), count: having[$0] ?? 0) }, to: &json)
    json.append(",\"labels\":{")
    let labelled = Self.countedKeys.filter { labels[$0] != nil }
    for (index, key) in labelled.enumerated() {
      if index > 0 { json.append(",") }
      JSONText.append(Self.name(key), to: &json)
      json.append(":")
      CountsJSON.append(labels(of: key), to: &json)
    }
    json.append("},\"scripts\":")
    CountsJSON.append(CountsJSON.sorted(scripts), to: &json)
    json.append("}")
  }
}

/// Counts by name, as JSON has them.
private enum CountsJSON {
  /// The greatest count first, equal ones by name.
  static func sorted(_ counts: [String: Int]) -> [(name: String, count: Int)] {
    counts.map { (name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  static func append(_ counts: [(name: String, count: Int)], to json: inout [UInt8]) {
    json.append("{")
    for (index, (name, count)) in counts.enumerated() {
      if index > 0 { json.append(",") }
      JSONText.append(name, to: &json)
      json.append(":\(count)")
    }
    json.append("}")
  }
}
