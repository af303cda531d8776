import CardFormats
import ContactMatching
import ContactMerging
import ContactModel
import VCard

/// A line of a plan without its number, which may be known later.
///
/// ```
/// {"cluster":  12  ,"verdict":"same","cards":[…],"evidence":[…],"merged":"…",…}
/// └─ begin ──────┘ └─ append ─────────────────────────────────────────────────┘
/// ```
/// Briefly, lines go from stage to stage. The storage serves for the next line again.
struct PlanLine: Sendable {
  /// A card of the line.
  struct Item {
    let card: Card
    /// The input that it is in, counted from 0.
    let input: Int
    /// Its number there.
    let number: Int
    /// The record that it is in an address book.
    let record: String?
  }

  /// What holds two cards of the line together.
  struct Link {
    let pair: Pair
    /// The places of the cards in the line.
    let left: Int
    let right: Int
  }

  /// What inputs are called.
  struct InputNames: Sendable {
    private let names: [String]
    /// Those that several have, as of a file that was given twice.
    private let shared: Set<String>

    init(_ names: [String]) {
      self.names = names
      shared = Set(Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }.keys)
    }

    fileprivate var count: Int { names.count }

    fileprivate func append(_ input: Int, to json: inout [UInt8]) {
      json.append(jsonString: names[input])
      guard shared.contains(names[input]) else { return }
      json.append(literal: ",\"input\":")
      json.append(decimal: input)
    }
  }

  /// What every line says, and stands in a brief line as one octet: as JSON has it, no other is so low.
  ///
  /// Behind those of files stands the number of an input in place of its name.
  private enum Phrase: UInt8 {
    case same, review, file, nextFile, card, record, name, evidence, kind, nextKind, level
    case bits, detail, cards, merged, provenance, entry, nextEntry, origin, nextOrigin, dropped
    case from, nextFrom, property, value, reason, end

    var text: StaticString {
      switch self {
      case .same: ",\"verdict\":\"same\",\"cards\":["
      case .review: ",\"verdict\":\"review\",\"cards\":["
      case .file: "{\"file\":"
      case .nextFile: ",{\"file\":"
      case .card: ",\"card\":"
      case .record: ",\"record\":"
      case .name: ",\"name\":"
      case .evidence: "],\"evidence\":["
      case .kind: "{\"kind\":"
      case .nextKind: "]},{\"kind\":"
      case .level: ",\"level\":"
      case .bits: ",\"bits\":"
      case .detail: ",\"detail\":"
      case .cards: ",\"cards\":["
      case .merged: "],\"merged\":"
      case .provenance: ",\"provenance\":["
      case .entry: "["
      case .nextEntry: "],["
      case .origin: "\""
      case .nextOrigin: "\",\""
      case .dropped: "],\"dropped\":["
      case .from: "{\"from\":\""
      case .nextFrom: ",{\"from\":\""
      case .property: "\",\"name\":"
      case .value: ",\"value\":"
      case .reason: ",\"reason\":\""
      case .end: "]}\n"
      }
    }
  }

  private let isBrief: Bool
  private var merge = ClusterMerge()
  /// The texts of the cards; there may be more from before.
  private var texts: [PersonTexts] = []

  /// Prepares to write lines.
  ///
  /// - Parameter isBrief: Whether they are for ``expand(_:_:to:)``, three fifths as long.
  init(isBrief: Bool = false) { self.isBrief = isBrief }

  private func append(_ phrase: Phrase, to json: inout [UInt8]) {
    if isBrief { json.append(phrase.rawValue) } else { json.append(literal: phrase.text) }
  }

  /// Writes out the rest of a line that was written briefly.
  ///
  /// - Throws: ``BlobError`` when it was not.
  static func expand(
    _ brief: [UInt8], _ names: InputNames, to json: inout [UInt8]
  ) throws(BlobError) {
    var start = 0
    for place in brief.indices where brief[place] < UInt8(ascii: " ") {
      guard let phrase = Phrase(rawValue: brief[place]) else { throw .damaged }
      json.append(contentsOf: brief[start..<place])
      json.append(literal: phrase.text)
      start = place + 1
      guard phrase == .file || phrase == .nextFile else { continue }
      var input = 0
      while start < brief.count, input < names.count,
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= brief[start]
      {
        input = 10 * input + Int(brief[start] - UInt8(ascii: "0"))
        start += 1
      }
      guard input < names.count else { throw .damaged }
      names.append(input, to: &json)
    }
    guard start == brief.count else { throw .damaged }
  }

  /// Begins a line with its number.
  static func begin(_ cluster: Int, to json: inout [UInt8]) {
    json.append(literal: "{\"cluster\":")
    json.append(decimal: cluster)
  }

  /// Writes the rest of a line.
  ///
  /// - Parameters:
  ///   - isSame: Whether it is one person, and not a pair to review.
  ///   - items: The cards in their order.
  ///   - links: What holds them together, the strongest first.
  ///   - names: What inputs are called.
  ///   - json: Receives it.
  ///   - evidence: What speaks for a link.
  mutating func append(
    isSame: Bool, _ items: [Item], _ links: [Link], _ names: InputNames, to json: inout [UInt8],
    evidence: (Pair, PersonTexts, PersonTexts) -> [Evidence]
  ) {
    for (place, item) in items.enumerated() {
      if place == texts.count { texts.append(PersonTexts()) }
      texts[place].read(item.card)
    }
    append(isSame ? .same : .review, to: &json)
    for (place, item) in items.enumerated() {
      append(place == 0 ? .file : .nextFile, to: &json)
      if isBrief { json.append(decimal: item.input) } else { names.append(item.input, to: &json) }
      append(.card, to: &json)
      json.append(decimal: item.number)
      if let record = item.record {
        append(.record, to: &json)
        json.append(jsonString: record)
      }
      append(.name, to: &json)
      json.append(jsonString: texts[place].compositeName ?? "")
      json.append(literal: "}")
    }
    append(.evidence, to: &json)
    appendEvidence(links, to: &json, evidence)
    // A card may hold pictures.
    for place in items.indices { texts[place].removeAll() }
    merge(items.map(\.card))
    append(.merged, to: &json)
    var text: [UInt8] = []
    merge.appendReferenceText(to: &text)
    JSONText.append(utf8: text.span, to: &json)
    append(.bits, to: &json)
    json.append(links.last?.pair.bits ?? .zero)
    appendProvenance(merge, to: &json)
    append(.end, to: &json)
  }

  /// Merges cards, as a line does of which nothing else is wanted.
  mutating func merge(_ cards: [Card]) {
    merge.merge(cards, pictureSize: PictureRank.size)
  }

  /// What came of the cards that were merged last.
  var mergedCard: Card { merge.card }

  private func appendEvidence(
    _ links: [Link], to json: inout [UInt8],
    _ evidence: (Pair, PersonTexts, PersonTexts) -> [Evidence]
  ) {
    var isFirst = true
    for link in links {
      for row in evidence(link.pair, texts[link.left], texts[link.right]) {
        append(isFirst ? .kind : .nextKind, to: &json)
        isFirst = false
        json.append(jsonString: row.kind.rawValue)
        append(.level, to: &json)
        json.append(jsonString: row.level.rawValue)
        append(.bits, to: &json)
        json.append(row.bits)
        append(.detail, to: &json)
        json.append(jsonString: row.detail)
        append(.cards, to: &json)
        json.append(decimal: link.left)
        json.append(literal: ",")
        json.append(decimal: link.right)
      }
    }
    if !isFirst { json.append(literal: "]}") }
  }

  /// Writes where the lines of a merged card come from, and what did not get onto it.
  private func appendProvenance(_ merge: borrowing ClusterMerge, to json: inout [UInt8]) {
    append(.provenance, to: &json)
    for entry in 0..<merge.entryCount {
      append(entry == 0 ? .entry : .nextEntry, to: &json)
      var isFirst = true
      merge.forEachOrigin(of: entry) { origin in
        append(isFirst ? .origin : .nextOrigin, to: &json)
        isFirst = false
        json.append(origin)
      }
      if !isFirst { json.append(literal: "\"") }
    }
    if merge.entryCount > 0 { json.append(literal: "]") }
    append(.dropped, to: &json)
    var isFirst = true
    merge.forEachDrop { origin, name, text, parameters, reason in
      append(isFirst ? .from : .nextFrom, to: &json)
      isFirst = false
      json.append(origin)
      append(.property, to: &json)
      json.append(jsonString: name)
      append(.value, to: &json)
      JSONText.append(utf8: text, to: &json)
      append(.reason, to: &json)
      json.append(reason.rawValue)
      json.append(literal: "\"")
      if !parameters.isEmpty { appendParameters(parameters, to: &json) }
      json.append(literal: "}")
    }
  }

  private func appendParameters(_ parameters: [Parameter], to json: inout [UInt8]) {
    json.append(literal: ",\"parameters\":[")
    for (index, parameter) in parameters.enumerated() {
      json.append(literal: index == 0 ? "{\"name\":" : ",{\"name\":")
      json.append(jsonString: parameter.name)
      json.append(literal: ",\"values\":[")
      for (place, value) in parameter.values.enumerated() {
        if place > 0 { json.append(literal: ",") }
        json.append(jsonString: value)
      }
      json.append(literal: "]}")
    }
    json.append(literal: "]")
  }
}

/// The first line of a plan.
struct PlanHeader {
  /// The name, the digest and the number of cards of each input.
  let inputs: [(name: String, digest: String, cards: Int)]
  let clusters: Int
  let reviews: Int
  let compared: Int
  let skipped: [SkippedBlocks]
  let thresholds: DedupePlan.Thresholds

  /// Writes it.
  ///
  /// - Parameters:
  ///   - folder: Where a plan that is carried out elsewhere finds files with relative names from.
  ///   - json: Receives it.
  func append(folder: String?, to json: inout [UInt8]) {
    json.append("{\"schema\":\"vcard.plan/1\",\"inputs\":[")
    for (index, input) in inputs.enumerated() {
      json.append(index == 0 ? "{\"file\":" : ",{\"file\":")
      json.append(jsonString: input.name)
      json.append(",\"sha256\":")
      json.append(jsonString: input.digest)
      json.append(",\"cards\":\(input.cards)}")
    }
    json.append("],\"clusters\":\(clusters),\"reviews\":\(reviews)")
    json.append(",\"compared\":\(compared),\"skipped\":[")
    for (index, skipped) in skipped.enumerated() {
      json.append(index == 0 ? "{\"kind\":" : ",{\"kind\":")
      json.append(jsonString: skipped.kind)
      json.append(
        ",\"blocks\":\(skipped.blocks),\"largest\":\(skipped.largest),\"pairs\":\(skipped.pairs)}"
      )
    }
    json.append("],\"thresholds\":{\"same\":\(thresholds.same),\"review\":\(thresholds.review)}")
    let isRelative = inputs.contains { $0.name != "-" && !$0.name.hasPrefix("/") }
    if isRelative, let folder {
      json.append(",\"folder\":")
      json.append(jsonString: folder)
    }
    json.append("}\n")
  }
}

extension [UInt8] {
  /// Appends what is JSON already.
  fileprivate mutating func append(literal text: StaticString) {
    JSONText.append(literal: text, to: &self)
  }

  /// Appends a weight with one decimal.
  fileprivate mutating func append(_ bits: Bits) {
    if bits.tenths < 0 { append(UInt8(ascii: "-")) }
    let size = Int(bits.tenths.magnitude)
    append(decimal: size / 10)
    append(UInt8(ascii: "."))
    append(decimal: size % 10)
  }

  /// Appends card and line, such as `1/4`; only the card for what conversion made of several lines.
  fileprivate mutating func append(_ origin: ClusterMerge.Origin) {
    append(decimal: origin.card)
    guard let row = origin.row else { return }
    append(UInt8(ascii: "/"))
    append(decimal: row)
  }
}
