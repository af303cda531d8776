import ContactMerging
package import Files
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
    /// Whose values stand, as somebody has chosen: the card by its number.
    var taken: [ClusterMerge.Taken] = []

    /// Creates a cluster.
    public init(cards: [Int], line: Int? = nil) { (self.cards, self.line) = (cards, line) }

    /// Creates a cluster of which somebody may have chosen values.
    init(cards: [Int], line: Int? = nil, taken: [ClusterMerge.Taken]) {
      (self.cards, self.line, self.taken) = (cards, line, taken)
    }

    /// Whose values stand, by the places of the cards in the cluster.
    var takenPlaces: [ClusterMerge.Taken] {
      taken.compactMap { value in
        cards.firstIndex(of: value.card).map { ClusterMerge.Taken(value.name, of: $0) }
      }
    }

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
    /// The file that is replaced; `nil` for what is written to at once.
    package let file: AtomicFile?

    /// Describes an output.
    package init(name: String, path: FilePath, writer: BufferedWriter, file: AtomicFile?) {
      (self.name, self.path, self.writer, self.file) = (name, path, writer, file)
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
  ///   `FileError`.
  public func write(
    _ clusters: [Cluster], of plan: DedupePlan?, to path: FilePath, journal: FilePath? = nil
  ) async throws {
    let file = try AtomicFile(replacing: path)
    let output = Output(name: path.string, path: path, writer: file.writer, file: file)
    try await write(clusters, of: plan, to: output, journal: journal)
  }

  /// Merges into what may be no file; with it, or not at all, further files are put in their places.
  package func write(
    _ clusters: [Cluster], of plan: DedupePlan?, to output: Output, journal: FilePath?,
    and others: [AtomicFile] = []
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
    let (cards, texts) = (table, plan)
    try await OrderedTasks.forEach(count, threads: threads) {
      ClusterMerger(cards, texts)
    } _: { worker, batch in
      let start = batch * Self.batchSize
      return try ordered[start..<min(ordered.count, start + Self.batchSize)].map { cluster in
        (cluster.first, try worker.octets(of: cluster))
      }
    } deliver: { batch in
      for (first, octets) in batch { try merge.write(octets, before: first) }
    }
    try merge.finish()
    try table.checkInputs()
    try notes?.finish(
      output: output.name, at: output.path, digest: merge.digest, count: merge.count)
    if output.file == nil { try output.writer.flush() }
    // A journal of what was not written yet tells so; the other way round nothing could be undone.
    try AtomicFile.commit([notes?.file, output.file].compactMap(\.self) + others)
  }
}
