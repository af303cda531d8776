/// The words that ENCODING takes.
///
/// vCard 2.1 §2.1.5, RFC 2426 §2.4.1 and, as programs spell them all the same, RFC 2047 §4.
enum EncodingWord: Sendable {
  case b, base64, q, quotedPrintable, sevenBit, eightBit

  init?(_ word: Span<UInt8>) {
    switch word.count {
    case 1 where word[0] | 0x20 == UInt8(ascii: "b"): self = .b
    case 1 where word[0] | 0x20 == UInt8(ascii: "q"): self = .q
    case 4 where Octets.equal(word, "7BIT"): self = .sevenBit
    case 4 where Octets.equal(word, "8BIT"): self = .eightBit
    case 6 where Octets.equal(word, "BASE64"): self = .base64
    case 16 where Octets.equal(word, "QUOTED-PRINTABLE"): self = .quotedPrintable
    default: return nil
    }
  }
}
