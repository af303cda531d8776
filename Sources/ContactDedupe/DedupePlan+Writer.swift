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
      var line = PlanLine()
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
    private let names: PlanLine.InputNames

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
      names = PlanLine.InputNames(table.inputs.map(\.name))
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
      PlanHeader(
        inputs: zip(table.inputs, digests).map { ($0.name, $1, $0.count) }, clusters: open.count,
        reviews: result.reviews.count, compared: result.comparedPairs, skipped: result.skipped,
        thresholds: engine.thresholds
      ).append(folder: (try? SystemCalls.resolve("."))?.string, to: &json)
    }

    private func append(
      _ item: Item, _ worker: inout Worker, to json: inout [UInt8]
    ) throws {
      var cards: [PlanLine.Item] = []
      for card in item.cards {
        cards.append(
          PlanLine.Item(
            card: try worker.reader.card(card), input: table.input(of: card),
            number: table.number(of: card), record: directory?.ids[card].rawValue))
      }
      let links = item.links.compactMap { link -> PlanLine.Link? in
        guard let left = item.cards.firstIndex(of: link.left),
          let right = item.cards.firstIndex(of: link.right)
        else { return nil }
        return PlanLine.Link(pair: link, left: left, right: right)
      }
      PlanLine.begin(item.cluster, to: &json)
      worker.line.append(
        isSame: item.isSame, cards, links, names, to: &json, evidence: engine.evidence)
    }
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
