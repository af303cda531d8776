import ContactMatching
import ContactStore
import VCard

/// Writes the inputs with each cluster as one card.
struct DedupeMerging {
  /// A cluster to merge.
  struct Cluster: Sendable {
    /// The cards in the order in which they are merged.
    var cards: [Int]
    /// The line of the plan that says what comes of them, where one does.
    var line: Int?

    /// The card in whose place the merged one stands.
    var first: Int { cards.min() ?? 0 }
  }

  let table: CardTable
  let digests: [String]
  let threads: Int

  /// Clusters that a thread takes at once.
  private static let batchSize = 32

  /// Merges.
  ///
  /// - Parameters:
  ///   - clusters: What is merged; each card is in one of them at most.
  ///   - plan: What says what comes of them.
  ///   - argument: Where the output goes.
  ///   - journal: Where goes what is needed to restore the inputs.
  ///   - rehearsing: Whether nothing is written.
  /// - Throws: A failure that ends with 75 when an input has changed meanwhile.
  func write(
    _ clusters: [Cluster], _ plan: PlanFile?, to argument: String, journal: String?,
    rehearsing: Bool
  ) async throws {
    if rehearsing { for place in [argument, journal] { try place.map(OutputFile.rehearse) } }
    let output = try OutputFile(rehearsing ? "/dev/null" : argument)
    let place = FileIdentity(Platform.path(argument))
    let replaced = table.inputs.firstIndex { input in
      place != nil && input.name != "-" && input.file.flatMap { FileIdentity($0.path) } == place
    }
    let notes =
      try rehearsing
      ? nil : journal.map { try JournalWriter($0, table, digests, replaced: replaced) }
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
    try notes?.finish(output: argument, digest: merge.digest, count: merge.count)
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
  private let plan: PlanFile

  init(_ plan: PlanFile) { self.plan = plan }

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
