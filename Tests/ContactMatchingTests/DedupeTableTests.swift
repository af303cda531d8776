import ContactMatching
import MatchTuning
import Testing

@Suite("Dedupe: tables and explanations")
struct DedupeTableTests {
  @Test("Statistics are the same when read back, and refuse what they are not")
  func statistics() async throws {
    let book = try await dedupeBook(damagedBook(people: 200, seed: 5))
    let statistics = try await book.statistics()
    #expect(try BookStatistics(text: statistics.text) == statistics)
    #expect(statistics.text == (try BookStatistics(text: statistics.text)).text)
    for text in ["", "nonsense\n", statistics.text + "word xyz\n", statistics.text + "word 1 99\n"]
    {
      #expect(throws: BookStatistics.FormatError.self) { try BookStatistics(text: text) }
    }
  }

  @Test("Weights are the same when read back")
  func weights() throws {
    #expect(try MatchWeights(text: MatchWeights.standard.text) == .standard)
  }

  @Test(
    "A table of weights names the line that is wrong",
    arguments: [
      ("threshold same 5\nthreshold review 1\nemail nonsense 1 0 1 0\n", 3),
      ("threshold same 5\nthreshold review x\n", 2),
      ("threshold same 1\nthreshold review 5\n", 3),
      ("email exact 1 2 3\n", 1), ("email exact 1 2 3 4.123\n", 1),
    ])
  func wrongWeights(_ text: String, _ line: Int) {
    let error = #expect(throws: MatchWeights.FormatError.self) { try MatchWeights(text: text) }
    #expect(error?.line == line)
  }

  @Test("Other weights make other verdicts")
  func otherWeights() async throws {
    let card = ["N:Smith;John;;;", "EMAIL:john.smith55@example.com"]
    let book = try await dedupeBook([card, card])
    let statistics = try await book.statistics()
    let weights = try MatchWeights(
      text: "threshold same 5\nthreshold review 1 # nothing reaches it but\nemail exact 0 0 2 0\n")
    let found = try await book.deduplicated(statistics: statistics, weights: weights)
    #expect(found.clusters.isEmpty)
    #expect(found.reviews.map(\.bits) == [Bits(tenths: 20)])
  }

  @Test("Explanations add up to the bits of their pairs")
  func explanations() async throws {
    let cards = damagedBook(people: 120, seed: 6)
    let book = try await dedupeBook(cards)
    let statistics = try await book.statistics()
    let found = try await book.deduplicated(statistics: statistics)
    let pairs = found.clusters.flatMap(\.links) + found.reviews
    #expect(!found.clusters.isEmpty)
    let explainer = PairExplainer(statistics: statistics)
    for pair in pairs {
      let evidence = try explainer.evidence(
        for: pair, contact(cards[pair.left]), contact(cards[pair.right]))
      #expect(evidence.reduce(.zero) { $0 + $1.bits } == pair.bits)
    }
  }

  @Test("Evidence quotes what the cards share")
  func details() async throws {
    let cards = [["N:Brun;Daniel;;;", "EMAIL:daniel.brun@example.com"]]
    let book = try await dedupeBook(cards + cards + strangers)
    let statistics = try await book.statistics()
    let found = try await book.deduplicated(statistics: statistics)
    let evidence = try PairExplainer(statistics: statistics)
      .evidence(for: found.clusters[0].links[0], contact(cards[0]), contact(cards[0]))
    #expect(evidence.first { $0.kind == .email }?.detail == "daniel.brun@example.com")
  }

  @Test("A verdict says why bits are not enough")
  func limits() async throws {
    let book = try await dedupeBook([
      ["N:Brun;Daniel;;;Sr.", "EMAIL:daniel.brun@example.com"],
      ["N:Brun;Daniel;;;Jr.", "EMAIL:daniel.brun@example.com"],
      ["N:Xylophagou;Quirinus;;;"], ["N:Xylophagou;Quirinus;;;"],
    ])
    var reasons: [[Int]: (verdict: Verdict, text: String)] = [:]
    try await book.forEachVerdict(statistics: book.statistics(), weights: .standard) {
      reasons[[$0, $1]] = ($2, $3)
    }
    #expect(reasons[[0, 1]]?.verdict == .different)
    #expect(reasons[[0, 1]]?.text.hasPrefix("generation ") == true)
    #expect(reasons[[2, 3]]?.verdict == .review)
    #expect(reasons[[2, 3]]?.text.hasPrefix("name-alone ") == true)
  }
}

@Suite("Dedupe: fitting")
struct DedupeFittingTests {
  @Test("Weights fitted without labels are a table, and the same for every order of the cards")
  func fitting() async throws {
    let cards = damagedBook(people: 600, seed: 21)
    let book = try await dedupeBook(cards + strangers)
    let statistics = try await book.statistics()
    let fitted = try await MatchWeights.standard.fitted(to: book, statistics: statistics)
    #expect(fitted != .standard)
    #expect(try MatchWeights(text: fitted.text) == fitted)
    #expect(
      (fitted.same, fitted.review) == (MatchWeights.standard.same, MatchWeights.standard.review))
    let turned = try await dedupeBook((cards + strangers).reversed())
    #expect(try await MatchWeights.standard.fitted(to: turned, statistics: statistics) == fitted)
    let found = try await book.deduplicated(statistics: statistics, weights: fitted)
    #expect(!found.clusters.isEmpty)
  }
}
