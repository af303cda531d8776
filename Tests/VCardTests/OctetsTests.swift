import CVCard
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

  @Test("The marks of a value are those of one octet after the other, whatever stands after it")
  func marks() {
    var random = SeededGenerator(seed: 27)
    let signs = Array("ab,;\\nN:\r\n\t\u{1}\u{7F}\0é".utf8)
    for round in 0..<20_000 {
      let octets = (0..<Int.random(in: 1...80, using: &random)).map { _ in
        Int.random(in: 0...3, using: &random) < round % 4
          ? UInt8(ascii: "x") : signs[Int.random(in: 0..<signs.count, using: &random)]
      }
      let value = octets[..<Int.random(in: 0...octets.count, using: &random)]
      unsafe octets.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        #expect(unsafe Marks(cvc_value_marks(base, value.count, buffer.count)) == Marks(value))
        #expect(
          unsafe Marks(cvc_value_marks_plain(base, value.count, buffer.count)) == Marks(value))
      }
    }
  }

  @Test(
    "Whether octets are ASCII, or UTF-8, is what the standard library says of texts of any length")
  func encodings() {
    var random = SeededGenerator(seed: 31)
    let characters = ["a", "é", "€", "😀"].map { Array($0.utf8) }
    for round in 0..<20_000 {
      var octets = [UInt8](
        repeating: UInt8(ascii: "x"), count: Int.random(in: 0...200, using: &random))
      for _ in 0..<round % 4 {
        let place = Int.random(in: 0...octets.count, using: &random)
        octets.insert(contentsOf: characters[Int.random(in: 0..<4, using: &random)], at: place)
      }
      if round % 3 == 0, !octets.isEmpty {
        octets[Int.random(in: octets.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      #expect(Octets.areASCII(octets.span) == octets.allSatisfy { $0 < 0x80 })
      #expect(Octets.areUTF8(octets.span) == (String(validating: octets, as: UTF8.self) != nil))
    }
  }

  /// What stands in a value, told by one octet after the other.
  private struct Marks: Equatable {
    var (commas, semicolons) = (0, 0)
    var (hasBackslash, isOdd, hasNUL, hasControl) = (false, false, false, false)

    init(_ marks: cvc_marks) {
      (commas, semicolons) = (Int(marks.commas), Int(marks.semicolons))
      (hasBackslash, isOdd) = (marks.has_backslash != 0, marks.is_odd != 0)
      (hasNUL, hasControl) = (marks.has_nul != 0, marks.has_control != 0)
    }

    init(_ value: ArraySlice<UInt8>) {
      var rest = value
      while let octet = rest.popFirst() {
        switch octet {
        case UInt8(ascii: "\\"):
          hasBackslash = true
          if let next = rest.first, "\\,;nN".utf8.contains(next) {
            rest.removeFirst()
          } else {
            isOdd = true
          }
        case UInt8(ascii: ","): commas += 1
        case UInt8(ascii: ";"): semicolons += 1
        case 0x09, 0x0A, 0x0D: break
        case 0..<0x20, 0x7F:
          hasControl = true
          if octet == 0 { hasNUL = true }
        default: break
        }
      }
    }
  }
}
