package import ContactStore
public import SystemPackage
import VCard

/// Writes the inputs with each cluster as one card.
public struct DedupeMerging: Sendable {
  /// A cluster to merge.
  public struct Cluster: Hashable, Sendable {
    /// The cards in the order in which they are merged.
    public let cards: [Int]
    /// The line of the plan that says what comes of them, where one does.
    public let line: Int?

    /// Creates a cluster.
    public init(cards: [Int], line: Int? = nil) { (self.cards, self.line) = (cards, line) }

    /// The card in whose place the merged one stands.
    public var first: Int { cards.min() ?? 0 }
  }

  private let table: CardTable
  private let digests: [String]
  private let threads: Int

  /// Clusters that a thread takes at once.
  private static let batchSize = 32

  /// Where merged cards go.
  package struct Output {
    /// What the journal calls the file.
    package let name: String
    /// Where it is.
    package let path: FilePath
    /// Writes to it.
    package let writer: BufferedWriter
    /// Puts it in its place.
    package let commit: () throws -> Void

    /// Describes an output.
    package init(
      name: String, path: FilePath, writer: BufferedWriter, commit: @escaping () throws -> Void
    ) {
      (self.name, self.path, self.writer, self.commit) = (name, path, writer, commit)
    }
  }

  /// Prepares to merge cards of some inputs.
  ///
  /// - Parameters:
  ///   - table: The cards.
  ///   - digests: The digests of the inputs.
  ///   - threads: How many threads work.
  public init(_ table: CardTable, digests: [String], threads: Int = 1) {
    (self.table, self.digests, self.threads) = (table, digests, threads)
  }

  /// Merges.
  ///
  /// - Parameters:
  ///   - clusters: What is merged; each card is in one of them at most.
  ///   - plan: What says what comes of them.
  ///   - path: The file that is written, or replaced; it may be one of the inputs.
  ///   - journal: The file for what is needed to restore the inputs.
  /// - Throws: ``DedupeError``: `changed` when an input has changed meanwhile; and
  ///   ``ContactStore/FileError``.
  public func write(
    _ clusters: [Cluster], of plan: DedupePlan?, to path: FilePath, journal: FilePath? = nil
  ) async throws {
    let file = try AtomicFile(replacing: path)
    let output = Output(
      name: path.string, path: path, writer: file.writer, commit: { try file.commit() })
    try await write(clusters, of: plan, to: output, journal: journal)
  }

  /// Merges into what may be no file.
  package func write(
    _ clusters: [Cluster], of plan: DedupePlan?, to output: Output, journal: FilePath?
  ) async throws {
    let place = FileIdentity(output.path)
    let replaced = table.inputs.firstIndex { input in
      place != nil && input.name != "-" && input.file.flatMap { FileIdentity($0.path) } == place
    }
    let notes = try journal.map {
      try JournalWriter($0, table, digests, replaced: replaced)
    }
    let ordered = clusters.sorted { $0.first < $1.first }
    var isMerged = [Bool](repeating: false, count: table.count)
    for cluster in ordered { for card in cluster.cards { isMerged[card] = true } }
    var merge = MergeOutput(table, isMerged, to: output.writer, journal: notes)
    let count = (ordered.count + Self.batchSize - 1) / Self.batchSize
    let (cards, texts) = (table, plan.map(PlannedTexts.init))
    try await OrderedTasks.forEach(count, threads: threads) {
      Worker(cards)
    } _: { worker, batch in
      let start = batch * Self.batchSize
      return try ordered[start..<min(ordered.count, start + Self.batchSize)].map { cluster in
        (cluster.first, try worker.merged(cluster, texts))
      }
    } deliver: { batch in
      for (first, octets) in batch { try merge.write(octets, before: first) }
    }
    try merge.finish()
    try table.checkInputs()
    try notes?.finish(
      output: output.name, at: output.path, digest: merge.digest, count: merge.count)
    // A journal of what was not written yet tells so; the other way round nothing could be undone.
    try notes?.commit()
    try output.commit()
  }

  /// What a thread works with.
  private struct Worker: Sendable {
    var reader: CardTable.Reader
    var merge = ClusterMerge()

    init(_ table: CardTable) { reader = CardTable.Reader(table) }

    /// The card that comes of a cluster, as it is written.
    mutating func merged(_ cluster: Cluster, _ texts: PlannedTexts?) throws -> [UInt8] {
      var cards: [Card] = []
      for card in cluster.cards { cards.append(try reader.card(card)) }
      merge.merge(cards, pictureSize: PictureRank.size)
      var octets: [UInt8] = []
      if let line = cluster.line, let text = try texts?.text(line), text != merge.referenceText {
        // Somebody has edited the plan.
        guard let edited = try texts?.card(text, cards, line) else { return [] }
        CardWriter().write(edited, into: &octets)
      } else {
        CardWriter().write(merge.card, into: &octets)
      }
      return octets
    }
  }
}

/// The merged cards as a plan has them.
private struct PlannedTexts: Sendable {
  private let plan: DedupePlan

  init(_ plan: DedupePlan) { self.plan = plan }

  func text(_ line: Int) throws -> String { try plan.entry(line).merged }

  /// The card of an edited text, with the pictures that it refers to.
  func card(_ text: String, _ sources: [Card], _ line: Int) throws -> Card {
    let reading = CardReading(Array(text.utf8), decoding: .builtin)
    guard let card = reading.card else {
      throw plan.damaged(line, "the merged card: \(reading.problem ?? "it does not read")")
    }
    guard let resolved = ClusterMerge.resolved(card, sources) else {
      throw plan.damaged(line, "the merged card refers to a line that no card has")
    }
    return resolved
  }
}
