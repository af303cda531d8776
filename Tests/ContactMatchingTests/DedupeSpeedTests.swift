import ContactMatching
import ContactModel
import TestSupport
import Testing
import VCard

@Suite("Dedupe: fast ways and slow ones")
struct DedupeSpeedTests {
  /// The optimal string alignment distance by its definition.
  private func distance(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    var rows = [Array(0...right.count)]
    let (left, right) = (Array(left), Array(right))
    for row in 1..<left.count + 1 {
      rows.append([row])
      for column in 1..<right.count + 1 {
        let cost = left[row - 1] == right[column - 1] ? 0 : 1
        var value = min(
          rows[row - 1][column] + 1, rows[row][column - 1] + 1, rows[row - 1][column - 1] + cost)
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          value = min(value, rows[row - 2][column - 2] + 1)
        }
        rows[row].append(value)
      }
    }
    return rows[left.count][right.count]
  }

  @Test("Slips are counted as by the table of all beginnings", arguments: [3, 12, 70, 90])
  func slips(length: Int) {
    var random = SeededGenerator(seed: 51)
    for _ in 0..<(isDebug ? 300 : 5000) {
      var left: [UInt8] = []
      for _ in 0..<Int.random(in: 0...length, using: &random) {
        left.append(UInt8.random(in: 0x61...0x64, using: &random))
      }
      var right = left
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let place = Int.random(in: 0...right.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: right.insert(UInt8.random(in: 0x61...0x64, using: &random), at: place)
        case 1: if place < right.count { right.remove(at: place) }
        case 2: if place + 1 < right.count { right.swapAt(place, place + 1) }
        default: if place < right.count { right[place] = 0x65 }
        }
      }
      let expected = distance(left[...], right[...])
      for most in 1...5 {
        #expect(
          SlipDistance.between(left.span, right.span, atMost: most) == min(most, expected),
          "\(String(decoding: left, as: UTF8.self)) \(String(decoding: right, as: UTF8.self))")
      }
    }
  }

  /// Cards of all versions, and people who share what tells them.
  private func cards() throws -> [Card] {
    var random = SeededGenerator(seed: 52)
    var text: [UInt8] = []
    for version in Version.allCases {
      let generator = CardGenerator(version, .wild)
      for _ in 0..<(isDebug ? 50 : 500) { text += generator.card(using: &random).octets }
    }
    for card in damagedBook(people: 300, seed: 53) {
      text +=
        "BEGIN:VCARD\r\nVERSION:4.0\r\n\(card.joined(separator: "\r\n"))\r\nEND:VCARD\r\n".utf8
    }
    var reader = CardReader()
    try reader.append(text)
    reader.finish()
    var cards: [Card] = []
    while case .card(let card, _) = reader.next() { cards.append(card) }
    return cards
  }

  private func found(_ builder: consuming CardFeatures.Builder, threads: Int = 1) async throws
    -> (Deduplication, BookStatistics)
  {
    let book = try await builder.build(threads: threads)
    let statistics = try await book.statistics(threads: threads)
    return (try await book.deduplicated(statistics: statistics, threads: threads), statistics)
  }

  private func expectSame(
    _ left: (Deduplication, BookStatistics), _ right: (Deduplication, BookStatistics)
  ) {
    #expect(left.1 == right.1)
    #expect(left.0.clusters == right.0.clusters)
    #expect(left.0.reviews == right.0.reviews)
    #expect(left.0.comparedPairs == right.0.comparedPairs)
  }

  @Test("Cards are compared as the contacts that they are read into")
  func contacts() async throws {
    let cards = try cards()
    var (direct, slow) = (CardFeatures.Builder(), CardFeatures.Builder())
    for card in cards {
      try direct.append(card)
      try slow.append(Contact(thoroughly: card, keys: .matching))
    }
    let expected = try await found(slow)
    #expect(expected.0.clusters.count > 100)
    expectSame(try await found(direct), expected)
  }

  @Test("A builder that is cut goes on as a new one would")
  func cut() async throws {
    let cards = try cards()
    var (whole, together, apart) = (
      CardFeatures.Builder(), CardFeatures.Builder(), CardFeatures.Builder()
    )
    var (first, second) = (together.cut(), together.cut())
    for (number, start) in stride(from: 0, to: cards.count, by: 97).enumerated() {
      var other = CardFeatures.Builder()
      for card in cards[start..<min(start + 97, cards.count)] {
        try whole.append(card)
        try other.append(card)
        if number % 3 == 0 { try first.append(card) } else { try second.append(card) }
      }
      together.append(number % 3 == 0 ? first.cut() : second.cut())
      apart.append(other)
    }
    let expected = try await found(whole)
    expectSame(try await found(together, threads: 2), expected)
    expectSame(try await found(apart, threads: 3), expected)
  }
}
