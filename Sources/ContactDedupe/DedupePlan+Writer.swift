import CardFormats
import ContactMatching
import ContactMerging
import ContactModel
import ContactStore
package import Files
import Images
public import SystemPackage
import VCard

extension DedupePlan {
  /// Writes what dedupe found as a plan: JSON Lines that people read, that ``DedupePlan`` reads
  /// and that is applied.
  public struct Writer: Sendable {
    /// Clusters that a thread takes at once.
    private static let batchSize = 32
    /// Octets that are reserved for a line of the plan.
    private static let usualLength = 2048

    /// What a thread works with.
    private struct Worker: Sendable {
      var reader: CardTable.Reader
      var merge = ClusterMerge()
      var cards: [Card] = []
      /// The texts of the cards; there may be more from before.
      var texts: [PersonTexts] = []
    }

    /// One line of the plan.
    private struct Item {
      var cluster: Int
      var isSame: Bool
      var cards: [Int]
      var links: [Pair]
    }

    private let table: CardTable
    private let engine: DedupeEngine
    /// The cluster of each card.
    private let numbers: [Int]
    /// The names of inputs that several have, as of a file that was given twice.
    private let sharedNames: Set<String>

    private let digests: [String]
    private let directory: RecordDirectory?
    /// The clusters that are written, by their numbers among all.
    private let open: [Int]

    /// Prepares a plan of what was found.
    public init(_ run: DedupeRun) {
      table = run.table
      digests = run.digests
      directory = run.directory
      open = run.open
      engine = run.engine
      numbers = engine.result.partition()
      let names = Dictionary(grouping: table.inputs, by: \.name)
      sharedNames = Set(names.filter { $0.value.count > 1 }.keys)
    }

    /// Lines of the plan.
    private var count: Int { open.count + engine.result.reviews.count }

    /// Whether nothing was found.
    public var isEmpty: Bool { count == 0 }

    private func item(_ index: Int, firstReview: Int) -> Item {
      let clusters = engine.result.clusters
      if index < open.count {
        let group = clusters[open[index]]
        return Item(
          cluster: numbers[group.cards[0]], isSame: true, cards: group.cards, links: group.links)
      }
      let review = engine.result.reviews[index - open.count]
      return Item(
        cluster: firstReview + index - open.count, isSame: false,
        cards: [review.left, review.right], links: [review])
    }

    /// Writes the plan.
    ///
    /// - Parameters:
    ///   - threads: How many threads work.
    ///   - writer: Receives the lines.
    /// - Throws: ``DedupeError/changed(_:)`` when an input has changed meanwhile.
    package func write(threads: Int, to writer: BufferedWriter) async throws {
      try writer.append { appendHeader(to: &$0) }
      let firstReview = (numbers.max() ?? -1) + 1
      let plan = self
      let count = count
      let batches = (count + Self.batchSize - 1) / Self.batchSize
      try await OrderedTasks.forEach(batches, threads: threads) {
        Worker(reader: CardTable.Reader(plan.table))
      } _: { worker, batch in
        var text: [UInt8] = []
        text.reserveCapacity(Self.batchSize * Self.usualLength)
        let start = batch * Self.batchSize
        for index in start..<min(count, start + Self.batchSize) {
          try plan.append(plan.item(index, firstReview: firstReview), &worker, to: &text)
        }
        return text
      } deliver: { text in
        try writer.write(text)
      }
    }

    /// Writes the plan to a file, which is replaced when all of it is written.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - threads: How many threads work.
    /// - Throws: ``DedupeError/changed(_:)`` when an input has changed meanwhile, and
    ///   `FileError`.
    public func write(to path: FilePath, threads: Int = 1) async throws {
      let file = try AtomicFile(replacing: path)
      try await write(threads: threads, to: file.writer)
      try table.checkInputs()
      try file.commit()
    }

    private func appendHeader(to json: inout [UInt8]) {
      let result = engine.result
      json.append("{\"schema\":\"vcard.plan/1\",\"inputs\":[")
      for (index, (input, digest)) in zip(table.inputs, digests).enumerated() {
        json.append(index == 0 ? "{\"file\":" : ",{\"file\":")
        json.append(jsonString: input.name)
        json.append(",\"sha256\":")
        json.append(jsonString: digest)
        json.append(",\"cards\":\(input.count)}")
      }
      json.append("],\"clusters\":\(open.count),\"reviews\":\(result.reviews.count)")
      json.append(",\"compared\":\(result.comparedPairs),\"skipped\":[")
      for (index, skipped) in result.skipped.enumerated() {
        json.append(index == 0 ? "{\"kind\":" : ",{\"kind\":")
        json.append(jsonString: skipped.kind)
        json.append(
          ",\"blocks\":\(skipped.blocks),\"largest\":\(skipped.largest),\"pairs\":\(skipped.pairs)}"
        )
      }
      json.append("]")
      // A plan that is carried out elsewhere finds its files from here.
      let isRelative = table.inputs.contains { $0.name != "-" && !$0.name.hasPrefix("/") }
      if isRelative, let folder = try? SystemCalls.resolve(".") {
        json.append(",\"folder\":")
        json.append(jsonString: folder.string)
      }
      json.append("}\n")
    }

    private func append(
      _ item: Item, _ worker: inout Worker, to json: inout [UInt8]
    ) throws {
      worker.cards.removeAll(keepingCapacity: true)
      for (place, card) in item.cards.enumerated() {
        let read = try worker.reader.card(card)
        if place == worker.texts.count { worker.texts.append(PersonTexts()) }
        worker.texts[place].read(read)
        worker.cards.append(read)
      }
      json.append(literal: "{\"cluster\":")
      json.append(decimal: item.cluster)
      json.append(literal: ",\"verdict\":")
      json.append(literal: item.isSame ? "\"same\"" : "\"review\"")
      json.append(literal: ",\"cards\":[")
      for (place, card) in item.cards.enumerated() {
        json.append(literal: place == 0 ? "{\"file\":" : ",{\"file\":")
        let input = table.input(of: card)
        let name = table.inputs[input].name
        json.append(jsonString: name)
        if sharedNames.contains(name) {
          json.append(literal: ",\"input\":")
          json.append(decimal: input)
        }
        json.append(literal: ",\"card\":")
        json.append(decimal: table.number(of: card))
        if let directory {
          json.append(literal: ",\"record\":")
          json.append(jsonString: directory.ids[card].rawValue)
        }
        json.append(literal: ",\"name\":")
        json.append(jsonString: worker.texts[place].compositeName ?? "")
        json.append(literal: "}")
      }
      json.append(literal: "],\"evidence\":[")
      appendEvidence(item, worker, to: &json)
      // A card may hold pictures.
      for place in item.cards.indices { worker.texts[place].removeAll() }
      worker.merge.merge(worker.cards, pictureSize: PictureRank.size)
      json.append(literal: "],\"merged\":")
      var text: [UInt8] = []
      worker.merge.appendReferenceText(to: &text)
      JSONText.append(utf8: text.span, to: &json)
      json.append(literal: ",\"bits\":")
      json.append(item.links.last?.bits ?? .zero)
      appendProvenance(worker.merge, to: &json)
      json.append(literal: "]}\n")
    }

    private func appendEvidence(_ item: Item, _ worker: Worker, to json: inout [UInt8]) {
      var isFirst = true
      for link in item.links {
        guard let left = item.cards.firstIndex(of: link.left),
          let right = item.cards.firstIndex(of: link.right)
        else { continue }
        for row in engine.evidence(for: link, worker.texts[left], worker.texts[right]) {
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
          json.append(decimal: left)
          json.append(literal: ",")
          json.append(decimal: right)
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

/// By which the best of several pictures is chosen.
enum PictureRank {
  /// The pixels of a picture, then its octets.
  static func size(_ octets: [UInt8]) -> Int {
    let pixels = PictureFacts(octets).size.map {
      $0.width.multipliedReportingOverflow(by: $0.height)
    }
    guard let pixels, !pixels.overflow else { return min(octets.count, 0xFFFF_FFFF) }
    return min(pixels.partialValue, 0x3FFF_FFFF) << 32 | min(octets.count, 0xFFFF_FFFF)
  }
}
