import CardSorting
import TestSupport
import Testing

@Suite("CardSorter")
struct CardSorterTests {
  @Test(
    "what several threads make of texts comes in the order of a plain stable sort",
    arguments: [(1, 20_000), (2, 65_536), (2, 70_000), (5, 20_000), (2, 0)],
    [0, 100_000, 1_000_000_000])
  func threads(of work: (threads: Int, count: Int), memory: Int) throws {
    let keys = SeededKeys(work.count, seed: 3)
    var sorter = CardSorter(ExternalSorter.Limits(memory: memory), backwards: false)
    var builder = SortPieceBuilder()
    for (number, key) in keys.keys.enumerated() {
      builder.text += Array("\(number)".utf8)
      builder.keys += key
      builder.endRecord()
      if number % 700 == 699 { try sorter.append(builder.takePiece()) }
    }
    try sorter.append(builder.takePiece())
    var made: [UInt8] = []
    try sorter.forEach(threads: work.threads) { text, octets in
      octets.append(contentsOf: text.indices.map { text[$0] })
      octets.append(UInt8(ascii: ";"))
    } deliver: { octets in
      made += octets.indices.map { octets[$0] }
    }
    let expected = keys.order(backwards: false).map { "\($0);" }.joined()
    #expect(String(decoding: made, as: UTF8.self) == expected)
  }
}
