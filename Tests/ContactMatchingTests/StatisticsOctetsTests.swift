import ContactMatching
import TestSupport
import Testing

/// Octets at hand.
private struct HeldOctets: StatisticsOctets {
  let octets: [UInt8]
  var count: Int { octets.count }
  func octet(at place: Int) -> UInt8 { octets[place] }
  func number(at place: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(octets[place + $1]) << UInt64(8 * $1) }
  }
}

@Suite("BookStatistics as octets that are looked up where they stand")
struct StatisticsOctetsTests {
  private func table(_ words: Int, seed: UInt64) async throws -> BookStatistics {
    var numbers = SeededGenerator(seed: seed)
    var text = try await dedupeBook([]).statistics().text + "cards 17\n"
    for kind in ["word", "name", "value"] {
      for _ in 0..<words {
        text += "\(kind) \(String(numbers.next() as UInt64, radix: 16)) \(1 + numbers.below(30))\n"
      }
    }
    return try BookStatistics(text: text)
  }

  @Test("says what the table says that it was made of", arguments: [0, 1, 2, 7, 8, 9, 100, 5000])
  func round(words: Int) async throws {
    let table = try await table(words, seed: UInt64(words))
    let read = try BookStatistics(HeldOctets(octets: table.octets))
    #expect(read == table && read.text == table.text && read.octets == table.octets)
    let shifted = try BookStatistics(HeldOctets(octets: [1, 2, 3] + table.octets), at: 3)
    #expect(shifted.text == table.text)
  }

  @Test("decides about a book as the table does")
  func decides() async throws {
    let book = try await dedupeBook(damagedBook(people: 300, seed: 5))
    let table = try await book.statistics()
    let read = try BookStatistics(HeldOctets(octets: table.octets))
    let (one, other) = (
      try await book.deduplicated(statistics: table), try await book.deduplicated(statistics: read)
    )
    #expect(one.clusters == other.clusters && one.reviews == other.reviews)
    #expect(!one.clusters.isEmpty)
  }

  @Test("takes nothing that is cut off, and looks nowhere else in what is damaged")
  func damaged() async throws {
    let octets = try await table(40, seed: 9).octets
    for count in 0..<octets.count {
      #expect(throws: BlobError.self) {
        try BookStatistics(HeldOctets(octets: Array(octets[..<count])))
      }
    }
    var numbers = SeededGenerator(seed: 4)
    for _ in 0..<2000 {
      var damaged = octets
      damaged[numbers.below(damaged.count)] = UInt8(numbers.below(256))
      let read = try? BookStatistics(HeldOctets(octets: damaged))
      _ = read?.text
    }
  }
}
