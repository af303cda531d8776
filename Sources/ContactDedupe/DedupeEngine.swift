import ContactMatching
import ContactModel
import VCard

/// What is compared of the cards, taken in one after the other.
struct DedupeFeatures: Sendable {
  /// What of a card is looked at.
  static let keys: Contact.Keys = .matching

  private var builder: CardFeatures.Builder

  /// Begins without cards.
  init(options: MatchOptions) { builder = CardFeatures.Builder(options: options) }

  private init(_ builder: CardFeatures.Builder) { self.builder = builder }

  /// Takes in a card.
  mutating func append(_ card: borrowing Card) throws { try builder.append(card) }

  /// Takes out what was taken in so far; what was learned of words stays.
  mutating func cut() -> DedupeFeatures { DedupeFeatures(builder.cut()) }

  /// The features of all pieces of the input, in its order.
  struct Book: Sendable {
    fileprivate var builder: SplitBook.Builder

    /// Begins without cards.
    ///
    /// - Parameters:
    ///   - features: Those that the pieces are cut from, without cards.
    ///   - memory: How much stays in memory.
    init(_ features: DedupeFeatures, memory: DedupeMemory) {
      builder = SplitBook.Builder(features.builder, memory: memory)
    }

    /// Takes in the cards of a later piece of the input.
    ///
    /// - Throws: `FileError` when the disk is full.
    mutating func append(_ other: consuming DedupeFeatures) throws {
      try builder.append(other.builder)
    }

    /// The features themselves, all of which are in memory.
    consuming func build() async throws -> CardFeatures { try await builder.buildWhole() }
  }
}

/// What finds out which cards are of one person, as this module sees it.
///
/// All that this module and the commands know of `ContactMatching`'s deduplication stands in this file.
struct DedupeEngine: Sendable {
  /// Who is who.
  let result: Deduplication
  /// The bits from which on cards are of one person, and from which on a person should look.
  let thresholds: DedupePlan.Thresholds
  private let explainer: PairExplainer
  private let table: BookStatistics

  /// What is known of the whole book, as a table that may be given back.
  var statistics: String { table.text }

  /// Finds out who is who.
  ///
  /// - Parameters:
  ///   - features: What is compared of the cards.
  ///   - settings: How the cards are compared.
  ///   - answers: What people said.
  ///   - merged: The card that comes of some cards, or a card by itself.
  /// - Throws: ``DedupeError``, `FileError` when there is no room for temporary files,
  ///   or when the task is cancelled.
  init(
    _ features: consuming DedupeFeatures.Book, _ settings: DedupeSettings,
    _ answers: [DedupeAnswer], merged: @escaping @Sendable ([Int]) throws -> Contact
  ) async throws {
    var weights = MatchWeights.standard
    if let text = settings.weights {
      do {
        weights = try MatchWeights(text: text)
      } catch {
        throw DedupeError.notWeights(line: error.line)
      }
    }
    var given: BookStatistics?
    if let text = settings.statistics {
      do {
        given = try BookStatistics(text: text)
      } catch {
        throw DedupeError.notStatistics(line: error.line)
      }
    }
    let book = try await features.builder.build(threads: settings.threads)
    try settings.memory.check(cards: book.count, words: book.wordCount)
    if let given {
      table = given
    } else {
      table = try await book.statistics(threads: settings.threads)
    }
    let decisions = answers.map { Decision($0.left, $0.right, isSame: $0.isSame) }
    let found = try await (consume book).deduplicated(
      statistics: table, weights: weights, decisions: decisions, threads: settings.threads)
    let refiner = ClusterRefiner(options: settings.options, statistics: table, weights: weights)
    result = try await refiner.refined(
      found, decisions: decisions, threads: settings.threads, merged: merged)
    explainer = PairExplainer(statistics: table, weights: weights)
    thresholds = DedupePlan.Thresholds(weights)
  }

  /// What speaks for two cards being of one person and against it; the bits add up.
  func evidence(for link: Pair, _ left: PersonTexts, _ right: PersonTexts) -> [Evidence] {
    result.jointEvidence[link] ?? explainer.evidence(for: link, left, right)
  }
}
