public import ContactStore
import VCard

/// Makes people of an address book one each: their records are merged, or linked.
public struct BookMerging: Sendable {
  /// How records of one person become one person of the book.
  public enum Way: Hashable, Sendable {
    /// Records of one source are merged, and what is left is linked.
    case bySource
    /// All records are linked and stay as they are.
    case linking
    /// All records are merged.
    case merging
    /// Those whose records are of several sources are linked, all others stay as they are.
    case linkingSources
  }

  /// What becomes of the book.
  public struct Outcome: Sendable {
    /// What is to be saved; it is refused when the book has changed since.
    public var request: SaveRequest
    /// Records that are merged with others.
    public let mergedRecords: Int
    /// Records that they become.
    public let keptRecords: Int
    /// Records that are linked with others.
    public let linkedRecords: Int
    /// The people that they become.
    public let linkedPeople: Int
    /// Clusters that stay as they are, for somebody said that records of them, or those that they are
    /// linked with, are different people.
    public let refused: Int
  }

  private let table: CardTable
  private let directory: RecordDirectory
  private let way: Way
  private let threads: Int

  /// Clusters that a thread takes at once.
  private static let batchSize = 32

  /// Prepares to merge.
  ///
  /// - Parameters:
  ///   - input: The cards of a book, as ``DedupeInput/init(_:_:decoding:comparing:)`` reads them.
  ///   - way: How records become one person.
  ///   - threads: How many threads work.
  public init(_ input: DedupeInput, _ way: Way = .bySource, threads: Int = 1) {
    guard let directory = input.directory else { preconditionFailure("the cards are of a book") }
    table = input.table
    self.directory = directory
    self.way = way
    self.threads = threads
  }

  /// Records of one person, and those of them that are merged.
  private struct Task: Sendable {
    var cluster: DedupeMerging.Cluster
    var merges: [DedupeMerging.Cluster]
    /// Whether the plan says what comes of all of them, and that is not what becomes of the book.
    var isLinked: Bool
  }

  /// Finds out what becomes of the book.
  ///
  /// - Parameters:
  ///   - clusters: Who is one person; each card is in one of them at most.
  ///   - plan: What says what comes of them.
  ///   - now: What REV becomes of each card that changes: seconds since 1970.
  /// - Returns: What is to be saved, and what it does.
  /// - Throws: ``DedupeError``: `changed` when what was read is not there any more, `editedLink` for a
  ///   merged card of a plan that was edited and does not come about.
  public func outcome(
    of clusters: [DedupeMerging.Cluster], _ plan: DedupePlan? = nil, now: Int64
  ) async throws -> Outcome {
    let tasks = clusters.sorted { $0.first < $1.first }.compactMap(task)
    var merge = PeopleMerge(directory, now: now)
    var refused = 0
    let count = (tasks.count + Self.batchSize - 1) / Self.batchSize
    let table = table
    try await OrderedTasks.forEach(count, threads: threads) {
      ClusterMerger(table, plan)
    } _: { worker, batch in
      let start = batch * Self.batchSize
      return try tasks[start..<min(tasks.count, start + Self.batchSize)].map { task in
        if task.isLinked, let line = task.cluster.line, let plan, try worker.isEdited(task.cluster)
        {
          throw plan.editedLink(line)
        }
        return (task.cluster.cards, try task.merges.map { try worker.merge($0) })
      }
    } deliver: { batch in
      for (cards, merges) in batch {
        if merge.canUnite(cards) { merge.unite(cards, merges) } else { refused += 1 }
      }
    }
    let (mergedRecords, keptRecords) = (merge.mergedRecords, merge.keptRecords)
    let (linkedRecords, linkedPeople) = (merge.linkedRecords, merge.linkedPeople)
    let request = try merge.finish { try table.card($0) }
    try table.checkInputs()
    return Outcome(
      request: request, mergedRecords: mergedRecords, keptRecords: keptRecords,
      linkedRecords: linkedRecords, linkedPeople: linkedPeople, refused: refused)
  }

  /// What is to be done about a cluster; `nil` for nothing.
  private func task(_ cluster: DedupeMerging.Cluster) -> Task? {
    // A plan of files may take a group for somebody.
    let cards = cluster.cards.filter { !directory.isGroup[$0] }
    guard cards.count > 1 else { return nil }
    var merges: [[Int]] = []
    switch way {
    case .linking: break
    case .linkingSources: if Set(cards.map { directory.sources[$0] }).count < 2 { return nil }
    case .merging: merges = [cards]
    case .bySource:
      merges = Dictionary(grouping: cards) { directory.sources[$0] }.values
        .filter { $0.count > 1 }
    }
    let isWhole = merges.count == 1 && merges[0] == cluster.cards
    return Task(
      cluster: DedupeMerging.Cluster(cards: cards, line: cluster.line),
      merges: merges.sorted { ($0.min() ?? 0) < ($1.min() ?? 0) }.map {
        DedupeMerging.Cluster(
          cards: $0, line: isWhole ? cluster.line : nil, taken: cluster.taken)
      }, isLinked: !isWhole && cards == cluster.cards)
  }
}

extension ClusterMerger {
  /// What becomes of records that are merged.
  fileprivate mutating func merge(
    _ cluster: DedupeMerging.Cluster
  ) throws -> PeopleMerge.Merge {
    var card = try card(of: cluster)
    let first = try self.card(cluster.first)
    card.keepUID(of: first)
    var octets: [UInt8] = []
    CardWriter().write(card, into: &octets)
    return PeopleMerge.Merge(
      cluster.cards.sorted(), card, isChanged: octets != first.octetsAsRead)
  }
}
