import ContactMatching
import ContactModel
import TestSupport
import Testing

@Suite("Dedupe: pairs that need not be compared")
struct DedupeBoundsTests {
  /// Namesakes of all kinds, who often share one value of few: names in one word and in two, short
  /// numbers, days and months the other way round, mailboxes of many.
  private static func namesakes(_ count: Int, seed: UInt64) -> [[String]] {
    var numbers = SeededGenerator(seed: seed)
    func pick(_ texts: [String]) -> String { texts[numbers.below(texts.count)] }
    let names = [
      "N:Bell;Kate;;;", "N:Bell;Catherine;;;", "N:Bell;Kate;Anna;;", "N:Bell;K.;;;",
      "N:Bell;Kate;;;Jr.", "N:Bell;Kate;;;Sr.", "FN:Kate Bell", "FN:Bell Kate", "FN:Kate",
      "N:Dupont;Jean-Pierre;;;", "N:Dupont;Jeanpierre;;;", "N:Dupont;Jean;Pierre;;",
      "FN:Jean Pierre Dupont", "N:van der Berg;Jan;;;", "N:Vanderberg;Jan;;;",
      "N:Berg;Jan;van der;;", "N:García Márquez;Gabriel;;;", "N:García;Gabriel;;;",
      "N:Marquez;Gabriel José;;;", "FN:王小明", "N:王;小明;;;", "N:Wang;Xiaoming;;;",
      "FN:Park Ji Sung", "N:박;지성;;;", "N:Park;Ji-sung;;;", "N:Юрьев;Юрий;;;",
      "N:Yuriev;Yuri;;;", "FN:de la Cruz", "N:Cruz;de la;;;", "FN:Bell & Sons",
    ]
    return (0..<count).map { number in
      var card = [pick(names)]
      if numbers.below(3) == 0 {
        // Rare words, too.
        card[0] = card[0].replacing("Bell", with: "Bell\(pick(["aro", "eni", "oti", "uma"]))")
      }
      if numbers.below(2) == 0 {
        card.append(
          "EMAIL:"
            + pick([
              "kate@bell.example", "k.bell@mail.example", "info@works.example",
              "bell.family@mail.example", "bell.family@home.example", "kate@mail.example",
              "all@village.example", "all@village.example", "p\(number)@mail.example",
              "p\(number)@mail.example", "bell@home\(number).example",
            ]))
      }
      if numbers.below(2) == 0 {
        card.append(
          "TEL:"
            + pick([
              "+36 1 234567", "06 1 234567", "1234567", "+49 30 1234567", "030 1234567",
              "8 495 1234567", "+7 495 1234567", "+1 212 555 \(1000 + number)",
              "+1 212 555 \(1000 + number)",
            ]))
      }
      if numbers.below(3) == 0 {
        card.append("BDAY:" + pick(["19850412", "19851204", "--0412", "1985", "19900101"]))
      }
      if numbers.below(3) == 0 {
        card.append("ORG:" + pick(["Works", "Mills", "Firm \(number)"]))
      }
      return card
    }
  }

  private func split(_ cards: [[String]]) async throws -> SplitBook {
    var builder = CardFeatures.Builder()
    for card in cards { try builder.append(contact(card)) }
    return try await SplitBook.Builder(builder).build()
  }

  /// Statistics as of a book of another size; its words may be as common there as in this one.
  private func statistics(
    _ cards: [[String]], cardStep: Int, isScaled: Bool
  ) async throws -> BookStatistics {
    let own = try await split(cards).statistics(threads: 1)
    let lines = own.text.split(separator: "\n").map { line in
      var fields = line.split(separator: " ").map { String($0) }
      if fields[0] == "cards" { fields[1] = "\(cardStep)" }
      if isScaled, fields[0] == "word", let step = Int(fields[2]) {
        fields[2] = "\(max(0, step + cardStep - own.cardStep))"
      }
      return fields.joined(separator: " ")
    }
    return try BookStatistics(text: lines.joined(separator: "\n"))
  }

  /// Compares what is found with bounds and without; tells how many pairs were compared.
  private func expectSame(
    _ cards: [[String]], _ statistics: BookStatistics, _ weights: MatchWeights
  ) async throws -> (bounded: Int, all: Int) {
    let bounded = try await split(cards)
      .deduplicated(statistics, weights: weights, decisions: [], threads: 2, comparingAll: false)
    let all = try await split(cards)
      .deduplicated(statistics, weights: weights, decisions: [], threads: 2, comparingAll: true)
    #expect(bounded.clusters == all.clusters)
    #expect(bounded.reviews == all.reviews)
    #expect(bounded.reviewedClusters == all.reviewedClusters)
    #expect(bounded.skipped == all.skipped)
    return (bounded.comparedPairs, all.comparedPairs)
  }

  @Test(
    "Pairs that are left out would have been different, however large the book",
    arguments: [3, 9, 13, 17, 20, 23, 26, 33])
  func standard(cardStep: Int) async throws {
    let cards =
      Self.namesakes(isDebug ? 300 : 1500, seed: UInt64(cardStep))
      + damagedBook(people: isDebug ? 50 : 400, seed: UInt64(cardStep))
    for isScaled in [false, true] {
      let statistics = try await statistics(cards, cardStep: cardStep, isScaled: isScaled)
      let compared = try await expectSame(cards, statistics, .standard)
      #expect(!isScaled || cardStep < 20 || compared.bounded < compared.all * 9 / 10)
    }
  }

  @Test("Namesakes of a common name who share nothing are not compared in a large book")
  func namesakes() async throws {
    let cards = (0..<40).map { ["N:Smith;John;;;", "EMAIL:\(10_000 + $0)@mail\($0).example"] }
    let statistics = try await statistics(cards, cardStep: 23, isScaled: true)
    let compared = try await expectSame(cards, statistics, .standard)
    #expect(compared.bounded == 0)
    #expect(compared.all == 40 * 39 / 2)
  }

  /// A table of weights of which some are others; slopes may fall, and what speaks against may speak for.
  private func weights(seed: Int) throws -> MatchWeights {
    var numbers = SeededGenerator(seed: UInt64(seed))
    // So large that sums of them pass any bound, too.
    let isLarge = seed >= 8
    let review = isLarge ? numbers.below(600_000) : 0
    func text(_ hundredths: Int) -> String {
      let size = abs(hundredths)
      return "\(hundredths < 0 ? "-" : "")\(size / 100).\(size % 100 < 10 ? "0" : "")\(size % 100)"
    }
    let lines = MatchWeights.standard.text.split(separator: "\n").map { line in
      var fields = line.split(separator: " ").map { String($0) }
      if fields.count == 3, fields[0] == "threshold" { fields[2] = text(review) }
      guard fields.count == 6 else { return fields.joined(separator: " ") }
      for place in 2..<6 where numbers.below(3) == 0 {
        let most = isLarge ? 999_900 : place % 2 == 0 ? 600 : 80
        fields[place] = text(numbers.below(2 * most) - most)
      }
      return fields.joined(separator: " ")
    }
    return try MatchWeights(text: lines.joined(separator: "\n"))
  }

  @Test("They would have been whatever evidence weighs", arguments: 0..<8 * lawTimes)
  func otherWeights(seed: Int) async throws {
    let weights = try weights(seed: seed)
    #expect(weights != .standard)
    let cards = Self.namesakes(isDebug ? 200 : 800, seed: UInt64(100 + seed))
    for cardStep in [10, 16, 24, 40] {
      let statistics = try await statistics(cards, cardStep: cardStep, isScaled: seed % 2 == 0)
      _ = try await expectSame(cards, statistics, weights)
    }
  }
}
