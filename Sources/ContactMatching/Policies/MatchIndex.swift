internal import ContactModel
public import ICU
public import VCard

/// What matching is told besides the cards.
public struct MatchOptions: Hashable, Sendable {
  /// The country of phone numbers that do not name one.
  public var region: PhoneRegion?

  /// Creates options.
  public init(region: PhoneRegion? = nil) { self.region = region }
}

/// A book prepared for the question who an incoming card is.
///
/// It holds the features that dedupe compares, not contacts: some 400 octets a card. It never changes,
/// and any number of threads may ask it.
public struct MatchIndex: Sendable {
  let book: MatchBook

  /// Prepares a book.
  ///
  /// - Parameters:
  ///   - people: The people of the book in its order.
  ///   - options: What matching is told besides.
  /// - Throws: `ICUError` when ICU's data are missing or memory runs out.
  public init(
    _ people: some Sequence<Person>, options: MatchOptions = MatchOptions()
  ) throws {
    var builder = Builder(options: options)
    for person in people { try builder.append(person) }
    self = try builder.build()
  }

  /// People in the book.
  public var count: Int { book.ids.count }

  fileprivate init(_ book: MatchBook) { self.book = book }
}

extension MatchIndex {
  /// Takes in the people of a book one after the other and keeps their features.
  ///
  /// Several threads may each fill a builder with a piece of a book; put together in the order of
  /// the book they make the same index as one.
  public struct Builder: Sendable {
    private let options: MatchOptions
    private var features: CardFeatures.Builder
    private var texts = PackedTexts()
    private var reading = PersonTexts()
    private var ids: [String] = []
    /// How many cards there are with those of each person.
    private var ends: [UInt32] = []

    /// Creates a builder.
    ///
    /// - Parameter options: What matching is told besides.
    public init(options: MatchOptions = MatchOptions()) {
      self.init(options, CardFeatures.Builder(options: options))
    }

    private init(_ options: MatchOptions, _ features: CardFeatures.Builder) {
      self.options = options
      self.features = features
    }

    /// People taken in so far.
    public var count: Int { ids.count }

    /// Takes in a person.
    ///
    /// - Parameter person: Whose contacts were read with ``ContactModel/Contact/Keys/matching``.
    /// - Throws: `ICUError` when memory runs out.
    public mutating func append(_ person: Person) throws(ICUError) {
      for contact in person.contacts {
        reading = PersonTexts(contact)
        try appendReading()
      }
      finish(person.id, person.contacts.count)
    }

    /// Takes in a person by the cards, most of which are read without making contacts of them.
    ///
    /// - Parameters:
    ///   - id: What the caller knows the person by.
    ///   - cards: The cards, all those that are linked.
    /// - Throws: `ICUError` when memory runs out.
    public mutating func append(id: String, _ cards: [Card]) throws(ICUError) {
      for card in cards {
        reading.read(card)
        try appendReading()
      }
      finish(id, cards.count)
    }

    private mutating func appendReading() throws(ICUError) {
      try features.append(reading.texts)
      texts.append(reading)
      reading.removeAll()
    }

    private mutating func finish(_ id: String, _ count: Int) {
      ids.append(id)
      ends.append(UInt32(texts.count))
    }

    /// Takes what was taken in so far out of the builder, which goes on with what it has learned.
    ///
    /// - Returns: A builder that may be appended to any other.
    public mutating func cut() -> Builder {
      var piece = Builder(options, features.cut())
      swap(&piece.texts, &texts)
      swap(&piece.ids, &ids)
      swap(&piece.ends, &ends)
      return piece
    }

    /// Takes in the people of another builder after those of this one.
    ///
    /// - Parameters:
    ///   - other: A builder with the same options, with a later piece of the book.
    ///   - others: What the caller knows its people by, where it was not known when they were taken in.
    public mutating func append(_ other: consuming Builder, ids others: [String]? = nil) {
      precondition(other.options == options, "the pieces of a book are read with the same options")
      precondition(others?.count ?? other.count == other.count, "each person has an identifier")
      let first = UInt32(texts.count)
      for end in other.ends { ends.append(first + end) }
      ids += others ?? other.ids
      texts.append(other.texts)
      features.append(other.features)
    }

    /// Makes people who were taken in by themselves one person each.
    ///
    /// - Parameter people: The places of those who are linked, from 0, each list in ascending order; the
    ///   first one's name and identifier are the person's.
    /// - Complexity: O(*n*) in the cards, if anybody is linked.
    public mutating func link(_ people: [[Int]]) {
      let linked = people.filter { $0.count > 1 }
      guard !linked.isEmpty else { return }
      var followers: [Int: [Int]] = [:]
      for group in linked { followers[group[0]] = Array(group[1...]) }
      let gone = Set(followers.values.joined())
      var order: [Int] = []
      var (ids, ends): ([String], [UInt32]) = ([], [])
      for person in self.ids.indices where !gone.contains(person) {
        for member in [person] + (followers[person] ?? []) {
          order += Int(member == 0 ? 0 : self.ends[member - 1])..<Int(self.ends[member])
        }
        ids.append(self.ids[person])
        ends.append(UInt32(order.count))
      }
      (self.ids, self.ends) = (ids, ends)
      features.reorder(order)
      texts = texts.reordered(order)
    }

    /// Prepares what was taken in.
    ///
    /// - Parameters:
    ///   - weights: What evidence weighs.
    ///   - threads: How many threads work.
    ///   - statistics: Gives what is known of the whole book, where these people are only some of it;
    ///     it is told which terms are looked for. Without it these are the whole book.
    /// - Returns: The index.
    /// - Throws: `ICUError` when ICU's data are missing or memory runs out, and what `statistics`
    ///   throws.
    public consuming func build(
      weights: MatchWeights = .standard, threads: Int = 1,
      statistics: ((BookTerms) throws -> BookStatistics)? = nil
    ) throws -> MatchIndex {
      let vocabulary = features.vocabulary
      // Cards are counted, and found, by what they say themselves; they are compared by what all cards
      // of a person say.
      let cards = try features.built(threads: threads)
      let known =
        try statistics?(BookTerms(cards)) ?? SplitBook(cards).counted(threads: threads)
      return MatchIndex(
        MatchBook(
          cards, vocabulary, options, weights, known, ids: ids, ends: ends, texts: texts,
          threads: threads))
    }
  }
}

/// What is kept of a book that will not change any more, and where to look in it.
///
/// ```
/// key ─▶ blocks[rule] ─▶ cards ─▶ owners ─▶ people
///                          └─▶ features, texts
/// ```
final class MatchBook: Sendable {
  let options: MatchOptions
  let weights: MatchWeights
  let features: CardFeatures
  let vocabulary: Vocabulary
  let statistics: BookStatistics
  /// Steps of the words, by their number.
  let wordSteps: [UInt8]
  let summaries: [CardSummary]
  /// The cards by their keys, a list a rule.
  let blocks: [KeyedCards]
  let ids: [String]
  let texts: PackedTexts
  /// How many cards there are with those of each person.
  private let ends: [UInt32]
  /// Whose each card is.
  let owners: [UInt32]

  fileprivate init(
    _ features: CardFeatures, _ vocabulary: Vocabulary, _ options: MatchOptions,
    _ weights: MatchWeights, _ statistics: BookStatistics, ids: [String], ends: [UInt32],
    texts: PackedTexts, threads: Int
  ) {
    self.statistics = statistics
    wordSteps = statistics.wordSteps.steps(of: features.lexicon.usualHashes, threads: threads)
    var summaries: [CardSummary] = []
    summaries.append(features)
    self.summaries = summaries
    var united = features
    united.unite(upTo: ends)
    blocks = OrderedTasks.map(0..<BlockingRule.allCases.count, threads: threads) { number in
      var keys = KeyedCards()
      for card in 0..<features.count {
        BlockingKeys.add(
          BlockingRule.allCases[number], card: card, as: card, book: features, keys: &keys)
      }
      keys.sort()
      return keys
    }
    var owners: [UInt32] = []
    owners.reserveCapacity(features.count)
    for (person, end) in ends.enumerated() {
      while owners.count < Int(end) { owners.append(UInt32(person)) }
    }
    self.owners = owners
    (self.features, self.vocabulary) = (united, vocabulary)
    (self.options, self.weights) = (options, weights)
    (self.ids, self.ends, self.texts) = (ids, ends, texts)
  }

  /// The cards of a person.
  func cards(of person: Int) -> Range<Int> {
    (person == 0 ? 0 : Int(ends[person - 1]))..<Int(ends[person])
  }
}

/// The texts of cards that people see in evidence, one after the other.
struct PackedTexts: Sendable {
  private var octets: [UInt8] = []
  private var ends: [Int] = []

  var count: Int { ends.count }

  subscript(card: Int) -> PersonTexts {
    PersonTexts(packed: octets[(card == 0 ? 0 : ends[card - 1])..<ends[card]])
  }

  mutating func append(_ texts: PersonTexts) {
    texts.pack(into: &octets)
    ends.append(octets.count)
  }

  func reordered(_ order: [Int]) -> PackedTexts {
    var texts = PackedTexts()
    texts.octets.reserveCapacity(octets.count)
    for card in order {
      texts.octets += octets[(card == 0 ? 0 : ends[card - 1])..<ends[card]]
      texts.ends.append(texts.octets.count)
    }
    return texts
  }

  mutating func append(_ other: PackedTexts) {
    let start = octets.count
    octets += other.octets
    for end in other.ends { ends.append(start + end) }
  }
}
