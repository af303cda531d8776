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
/// The storage serves for the next line again.
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
    fileprivate let names: [String]
    /// Those that several have, as of a file that was given twice.
    fileprivate let shared: Set<String>

    init(_ names: [String]) {
      self.names = names
      shared = Set(Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }.keys)
    }
  }

  private var merge = ClusterMerge()
  /// The texts of the cards; there may be more from before.
  private var texts: [PersonTexts] = []

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
    json.append(literal: ",\"verdict\":")
    json.append(literal: isSame ? "\"same\"" : "\"review\"")
    json.append(literal: ",\"cards\":[")
    for (place, item) in items.enumerated() {
      json.append(literal: place == 0 ? "{\"file\":" : ",{\"file\":")
      let name = names.names[item.input]
      json.append(jsonString: name)
      if names.shared.contains(name) {
        json.append(literal: ",\"input\":")
        json.append(decimal: item.input)
      }
      json.append(literal: ",\"card\":")
      json.append(decimal: item.number)
      if let record = item.record {
        json.append(literal: ",\"record\":")
        json.append(jsonString: record)
      }
      json.append(literal: ",\"name\":")
      json.append(jsonString: texts[place].compositeName ?? "")
      json.append(literal: "}")
    }
    json.append(literal: "],\"evidence\":[")
    appendEvidence(links, to: &json, evidence)
    // A card may hold pictures.
    for place in items.indices { texts[place].removeAll() }
    merge(items.map(\.card))
    json.append(literal: "],\"merged\":")
    var text: [UInt8] = []
    merge.appendReferenceText(to: &text)
    JSONText.append(utf8: text.span, to: &json)
    json.append(literal: ",\"bits\":")
    json.append(links.last?.pair.bits ?? .zero)
    appendProvenance(merge, to: &json)
    json.append(literal: "]}\n")
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
        json.append(literal: isFirst ? "{\"kind\":" : ",{\"kind\":")
        isFirst = false
        json.append(jsonString: row.kind.rawValue)
        json.append(literal: ",\"level\":")
        json.append(jsonString: row.level.rawValue)
        json.append(literal: ",\"bits\":")
        json.append(row.bits)
        json.append(literal: ",\"detail\":")
        json.append(jsonString: row.detail)
        json.append(literal: ",\"cards\":[")
        json.append(decimal: link.left)
        json.append(literal: ",")
        json.append(decimal: link.right)
        json.append(literal: "]}")
      }
    }
  }

  /// Writes where the lines of a merged card come from, and what did not get onto it.
  private func appendProvenance(_ merge: borrowing ClusterMerge, to json: inout [UInt8]) {
    json.append(literal: ",\"provenance\":[")
    for entry in 0..<merge.entryCount {
      json.append(literal: entry == 0 ? "[" : ",[")
      var isFirst = true
      merge.forEachOrigin(of: entry) { origin in
        json.append(literal: isFirst ? "\"" : ",\"")
        isFirst = false
        json.append(origin)
        json.append(literal: "\"")
      }
      json.append(literal: "]")
    }
    json.append(literal: "],\"dropped\":[")
    var isFirst = true
    merge.forEachDrop { origin, name, text, parameters, reason in
      json.append(literal: isFirst ? "{\"from\":\"" : ",{\"from\":\"")
      isFirst = false
      json.append(origin)
      json.append(literal: "\",\"name\":")
      json.append(jsonString: name)
      json.append(literal: ",\"value\":")
      JSONText.append(utf8: text, to: &json)
      json.append(literal: ",\"reason\":\"")
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
