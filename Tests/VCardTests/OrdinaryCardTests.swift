import TestSupport
import Testing
import VCard

/// What the reader does with ordinary cards is compared with a slow reader elsewhere, by the way
/// that this processor is best at; here the other ways are compared with it.
@Suite("Ordinary cards by each way that this processor knows")
struct OrdinaryCardTests {
  static let kernels = ByteKernel.allCases.filter(\.isAvailable)

  /// How many of these inputs are ordinary cards, by every way.
  private static func ordinaryCards(_ inputs: [[UInt8]], _ kernel: ByteKernel) -> Int {
    var count = 0
    for input in inputs {
      let expected = ByteKernel.best.ordinaryCard(input.span)
      #expect(
        kernel.ordinaryCard(input.span) == expected, "\(String(decoding: input, as: UTF8.self))")
      if !expected.isEmpty { count += 1 }
    }
    return count
  }

  @Test("lines of every length, with CR LF, LF and a CR of their own", arguments: kernels)
  func lengths(kernel: ByteKernel) {
    for lineEnd in ["\r\n", "\n", "\r", "\r\r\n", "\n\r"] {
      let inputs = (0...300).map { length in
        let value = String(repeating: "x", count: length)
        return Array(
          "BEGIN:VCARD\r\nNOTE:\(value)\(lineEnd)TEL;TYPE=a:1\r\n 2\r\nEND:VCARD\r\n".utf8)
      }
      let isOrdinary = lineEnd == "\r\n" || lineEnd == "\n"
      #expect(Self.ordinaryCards(inputs, kernel) == (isOrdinary ? inputs.count : 0))
    }
  }

  @Test("many lines in a block, and line ends at every place of one", arguments: kernels)
  func manyLines(kernel: ByteKernel) {
    let inputs = (0..<130).map { offset in
      let note = String(repeating: "y", count: offset)
      let short = String(repeating: "N:\n", count: 60)
      return Array("BEGIN:VCARD\nNOTE:\(note)\n\(short)END:VCARD\nBEGIN:".utf8)
    }
    #expect(Self.ordinaryCards(inputs, kernel) == inputs.count)
  }

  @Test("heads longer than a block, quotes, groups and names in any case", arguments: kernels)
  func heads(kernel: ByteKernel) {
    let inputs = (0..<150).map { length in
      let word = String(repeating: "w", count: length)
      return Array(
        """
        begin:vCard
        item1.Tel;LABEL="a;b:c.d,\(word)";type=home:1
        X-\(word).x-Mine;\(word)=\(word):2
        Sort-String;encoding=quoted-printable:a=
        b
        x-phonetic-first-name:3
        End:VCARD

        """.utf8)
    }
    // A name of 25 to 31 octets is left to the line-by-line way; this one is a group.
    #expect(Self.ordinaryCards(inputs, kernel) == inputs.count)
  }

  @Test("a card that is cut off at any octet is none yet", arguments: kernels)
  func cut(kernel: ByteKernel) {
    let card = Array(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nitem1.TEL;TYPE=a;X=\"b\":1\r\n 2\r\nEND:VCARD\r\n".utf8)
    let inputs = (1..<card.count).map { Array(card[..<$0]) }
    #expect(Self.ordinaryCards(inputs, kernel) == 0)
    #expect(Self.ordinaryCards([card], kernel) == 1)
  }

  @Test("seeded cards, whole and damaged", arguments: kernels)
  func seeded(kernel: ByteKernel) {
    var random = SeededGenerator(seed: 64)
    let octets = Array("\r\n\r\n:;.\"\\= \0aB".utf8)
    var whole = 0
    for _ in 0..<3000 {
      let card = CardGenerator(
        Version.allCases.randomElement(using: &random) ?? .version30
      ).card(using: &random).octets
      whole += Self.ordinaryCards([card], kernel)
      var damaged = card
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] =
          octets.randomElement(using: &random) ?? 0
      }
      _ = Self.ordinaryCards([damaged], kernel)
    }
    #expect(whole > 500)
  }
}
