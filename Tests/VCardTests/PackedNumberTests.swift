import Testing
import VCard

@Suite("Numbers in as many octets as they need")
struct PackedNumberTests {
  @Test("Each is read as it was written, in an octet for seven bits")
  func bothWays() {
    for shift in 0..<64 {
      for number in [UInt64(1) << shift - 1, 1 << shift, .max >> shift] {
        var octets: [UInt8] = [7]
        octets.append(packed: number)
        let bits = 64 - number.leadingZeroBitCount
        #expect(octets.count == 1 + max(1, (bits + 6) / 7), "\(number)")
        var place = 1
        #expect(octets.span.packedNumber(&place) == number)
        #expect(place == octets.count)
      }
    }
  }

  @Test("One that is cut off, or does not end, is none")
  func damaged() {
    for octets in [[], [0x80], [0xFF, 0xFF], [UInt8](repeating: 0x80, count: 20)] as [[UInt8]] {
      var place = 0
      #expect(octets.span.packedNumber(&place) == nil)
    }
  }
}
