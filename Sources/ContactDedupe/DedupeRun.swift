public import ContactMatching
import ContactMerging
import ContactModel
import ContactStore
import VCard

/// One run of comparing: the cards, and who is who among them.
public struct DedupeRun: Sendable {
  /// The cards.
  public let table: CardTable
  /// The digests of the inputs.
  public let digests: [String]
  let engine: DedupeEngine
  /// What the book knows that the cards are of; `nil` for files.
  let directory: RecordDirectory?
  /// The clusters of which something is to be done, by their numbers among all.
  let open: [Int]
  /// What was answered, and the cards that answers may be about.
  private let answered: (book: Decisions, cards: [Int: CardIdentity])?

  /// How many people are more than one card, and how many cards they are.
  ///
  /// Of a book only those count of whom something is to be done.
  public var duplicates: (people: Int, cards: Int) {
    if directory == nil { return (result.clusters.count, result.clusters.cardCount) }
    return (open.count, open.reduce(0) { $0 + result.clusters[$1].cards.count })
  }

  /// Who is who.
  public var result: Deduplication { engine.result }

  /// What is known of the whole book, as a table that may be given back in
  /// ``DedupeSettings/statistics``.
  public var statistics: String { engine.statistics }

  /// Finds out who is who.
  ///
  /// - Parameters:
  ///   - input: The cards, which are compared once: what is compared of them is taken out.
  ///   - settings: How they are compared.
  /// - Throws: ``DedupeError``, `FileError` when there is no room for temporary files,
  ///   or when the task is cancelled.
  public init(_ input: DedupeInput, _ settings: DedupeSettings = DedupeSettings()) async throws {
    let table = input.table
    let answers = (settings.decisions?.answers(about: input.identities) ?? []) + input.answers
    answered = settings.decisions.map { book in
      (
        book,
        Dictionary(
          input.identities.map { ($0.card, $0.identity) }, uniquingKeysWith: { one, _ in one })
      )
    }
    async let digests = table.inputs.map { try $0.digest() }
    let merger = CardMerger(table)
    engine = try await DedupeEngine(input.takeFeatures(), settings, answers) {
      try merger.merged($0)
    }
    self.digests = try await digests
    self.table = table
    let directory = input.directory
    self.directory = directory
    let clusters = engine.result.clusters
    open = clusters.indices.filter { index in
      directory.map { !$0.areLinked(clusters[index].cards) } ?? true
    }
    try table.checkInputs()
  }

  /// What is merged, when all that is found is carried out.
  ///
  /// - Parameter includesReview: Whether the pairs to review count, as far as nothing contradicts.
  /// - Returns: The clusters in the order of their first cards.
  public func clusters(includingReview includesReview: Bool = false) -> [DedupeMerging.Cluster] {
    (includesReview ? result.reviewedClusters : result.clusters).compactMap { cluster in
      if directory?.areLinked(cluster.cards) == true { return nil }
      return DedupeMerging.Cluster(
        cards: cluster.cards,
        taken: answered?.book.taken(among: cluster.cards) { answered?.cards[$0] } ?? [])
    }
  }
}

extension RecordDirectory {
  /// Whether records are linked already, and no two of them are of one source.
  fileprivate func areLinked(_ places: [Int]) -> Bool {
    Set(places.map { people[$0] }).count == 1
      && Set(places.map { sources[$0] }).count == places.count
  }
}

/// Makes one card of some, for any thread.
private final class CardMerger: Sendable {
  private struct State {
    var reader: CardTable.Reader
    var merge = ClusterMerge()
  }

  private let table: CardTable
  private let states = StatePool<State>()

  init(_ table: CardTable) { self.table = table }

  /// The card that comes of some cards, or a card by itself, as it is compared.
  func merged(_ numbers: [Int]) throws -> Contact {
    var state = states.take() ?? State(reader: CardTable.Reader(table))
    defer { states.give(state) }
    var cards: [Card] = []
    for number in numbers { cards.append(try state.reader.card(number)) }
    if cards.count > 1 { state.merge.merge(cards) }
    return Contact(cards.count > 1 ? state.merge.card : cards[0], keys: DedupeFeatures.keys)
  }
}
