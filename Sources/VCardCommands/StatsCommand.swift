import ArgumentParser
import ContactModel
import ContactPages
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

  @OptionGroup var cards: CardArguments

  @Flag(help: "Count people and what is known of them, too.")
  var people = false

  @Option(help: ArgumentHelp("The form of the answer.", valueName: "format"))
  var format = ListFormat.text

  @OptionGroup var output: OutputOption

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    let (_, reporter) = try options.reporting.start()
    let input = try CardInput(cards.files, options, reporter: reporter)
    let output = try output.open(reading: input.files)
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
    Counts.append(
      ("program", "cards"), counts: Counts.sorted(programs), to: &text, maximumWidth: columns)
  }

  /// Appends an object without its end, so that more may follow.
  fileprivate func appendJSON(to json: inout [UInt8]) {
    json.append("{\"schema\":\"vcard.stats/1\",\"cards\":\(cards),\"bytes\":\(bytes)")
    json.append(",\"malformedLines\":\(malformedLines),\"versions\":")
    Counts.append(versionCounts, to: &json)
    for (title, tallies) in [("properties", propertyTallies), ("parameters", parameterTallies)] {
      json.append(",\"\(title)\":")
      Counts.append(tallies, to: &json) { tally, json in
        json.append("{\"count\":\(tally.count),\"bytes\":\(tally.valueBytes)}")
      }
    }
    json.append(",\"programs\":")
    Counts.append(Counts.sorted(programs), to: &json)
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
    return Counts.sorted(counts)
  }

  fileprivate func appendText(to text: inout [UInt8], columns: Int?) {
    Counts.append(("", ""), counts: kinds.filter { $0.count > 0 }, to: &text, maximumWidth: columns)
    let known = Self.countedKeys.compactMap { key in
      having[key].map { (name: key.localizedName("en") ?? "", count: $0) }
    }
    Counts.append(("known of", "contacts"), counts: known, to: &text, maximumWidth: columns)
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
    Counts.append(
      ("script", "names"), counts: Counts.sorted(scripts), to: &text, maximumWidth: columns)
  }

  /// Appends an object; labels of values without one are under the empty key.
  fileprivate func appendJSON(to json: inout [UInt8]) {
    json.append("{")
    for kind in kinds { json.append("\"\(kind.name)\":\(kind.count),") }
    json.append("\"having\":")
    Counts.append(
      Self.countedKeys.map { (name: Self.name($0), count: having[$0] ?? 0) }, to: &json)
    json.append(",\"labels\":")
    let labelled = Self.countedKeys.filter { labels[$0] != nil }
    Counts.append(labelled.map { (Self.name($0), labels(of: $0)) }, to: &json) { labels, json in
      Counts.append(labels, to: &json)
    }
    json.append(",\"scripts\":")
    Counts.append(Counts.sorted(scripts), to: &json)
    json.append("}")
  }
}

/// Counts by name, as they are written.
private enum Counts {
  /// The greatest count first, equal ones by name.
  static func sorted(_ counts: [String: Int]) -> [(name: String, count: Int)] {
    counts.map { (name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// Appends an empty line and a table.
  static func append(
    _ titles: (String, String), counts: [(name: String, count: Int)], to text: inout [UInt8],
    maximumWidth: Int?
  ) {
    text.append("\n")
    var table = Table([.init(titles.0, .left), .init(titles.1, .right)])
    for (name, count) in counts { table.append([name, "\(count)"]) }
    table.render(into: &text, maximumWidth: maximumWidth)
  }

  /// Appends an object of numbers.
  static func append(_ counts: [(name: String, count: Int)], to json: inout [UInt8]) {
    append(counts, to: &json) { count, json in json.append("\(count)") }
  }

  /// Appends an object of whatever `body` appends of a value.
  static func append<Value>(
    _ members: [(String, Value)], to json: inout [UInt8], _ body: (Value, inout [UInt8]) -> Void
  ) {
    json.append("{")
    for (index, (name, value)) in members.enumerated() {
      if index > 0 { json.append(",") }
      json.append(jsonString: name)
      json.append(":")
      body(value, &json)
    }
    json.append("}")
  }
}
