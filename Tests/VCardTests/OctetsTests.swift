import TestSupport
import Testing
import VCard

@Suite("Octets")
struct OctetsTests {
  private func plainly(_ octets: [UInt8], from start: Int) -> Int {
    octets[start...].firstIndex { !(0x20...0x7E).contains($0) } ?? octets.count
  }

  @Test("The first one that is not printable ASCII is found at any place, whichever it is")
  func unprintable() {
    for count in 1...18 {
      for (place, octet, rest) in (0..<count).flatMap({ place in
        (0...255 as ClosedRange<UInt8>).flatMap { octet in
          [0x20, 0x61, 0x7E].map { (place, octet, $0 as UInt8) }
        }
      }) {
        var octets = [UInt8](repeating: rest, count: count)
        octets[place] = octet
        let found = Octets.firstUnprintable(in: octets.span, from: 0)
        guard found == plainly(octets, from: 0) else {
          Issue.record("\(octets) is printable up to \(found)")
          return
        }
      }
    }
  }

  @Test("It is found as by looking at one after the other, from each place on")
  func seeded() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let octets = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        let most: ClosedRange<UInt8> = Bool.random(using: &random) ? 0x20...0x7E : 0...255
        return UInt8.random(in: most, using: &random)
      }
      for start in 0...octets.count {
        #expect(
          Octets.firstUnprintable(in: octets.span, from: start) == plainly(octets, from: start))
      }
    }
  }
}
