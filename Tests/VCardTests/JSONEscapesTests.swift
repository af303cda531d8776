import Testing
import VCard

@Suite("Escapes of JSON")
struct JSONEscapesTests {
  /// At every place of texts whose ends and lengths fit no vector.
  @Test("The octet that no string holds as it is, is the one that a look at each finds")
  func mark() {
    for odd in [UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x00, 0x0A, 0x1F] {
      for count in 0..<50 {
        for place in 0...count {
          var octets = [UInt8](repeating: 0x20, count: count)
          octets.indices.forEach { octets[$0] = [0x20, 0x7F, 0x80, 0xFF, 0x21, 0x5B][$0 % 6] }
          if place < count { octets[place] = odd }
          for from in [0, count / 3, count] {
            let obvious = octets[from...].firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
            #expect(JSONEscapes.mark(in: octets, from: from, to: count) == obvious ?? count)
          }
        }
      }
    }
  }

  @Test("Nothing is looked for behind the end")
  func end() {
    let octets = Array("plain \" text".utf8)
    #expect(JSONEscapes.mark(in: octets, from: 0, to: 6) == 6)
    #expect(JSONEscapes.mark(in: octets, from: 0, to: 7) == 6)
    #expect(JSONEscapes.mark(in: octets, from: 7, to: 6) == 6)
  }
}
