import TestSupport
import Testing
import VCard

@Suite("Strings of octets with numbers")
struct OctetTableTests {
  @Test("Each has the number with which it came first, as a dictionary says", arguments: [1, 2, 3])
  func numbers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = OctetTable()
    var judge: [[UInt8]: Int] = [:]
    for _ in 0..<20_000 {
      // Few octets of few kinds, so that many come again, and lengths around those of a word.
      let string = (0..<Int.random(in: 0...17, using: &random)).map { place -> UInt8 in
        place < 9 ? 0 : UInt8.random(in: 0...3, using: &random)
      }
      let (number, isNew) = table.number(of: string.span)
      #expect(isNew == (judge[string] == nil))
      #expect(number == judge[string, default: judge.count])
      judge[string] = number
      #expect(Array(table.octets[table.range(number)]) == string)
    }
    #expect(table.count == judge.count)
  }
}
