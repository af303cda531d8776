import Files
import Testing

@Suite("SHA256")
struct SHA256Tests {
  @Test(
    "makes the digests of NIST's examples",
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func examples(text: String, times: Int, expected: String) {
    let digest = SHA256.digest(of: String(repeating: text, count: times).utf8.span)
    #expect(digest.hexadecimal == expected)
    let octets = stride(from: 0, to: 64, by: 2).map { expected.dropFirst($0).prefix(2) }
    #expect(digest.octets == octets.compactMap { UInt8($0, radix: 16) })
  }

  @Test("makes the same digest of pieces as of the whole, wherever it is cut")
  func pieces() {
    let octets = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for count in octets.indices {
      let whole = SHA256.digest(of: octets.span.extracting(..<count))
      for cut in 0...count {
        var hash = SHA256()
        hash.update(octets.span.extracting(..<cut))
        let first = hash.digest
        hash.update(octets.span.extracting(cut..<count))
        #expect(hash.digest == whole, "\(cut) of \(count)")
        #expect((first == whole) == (cut == count), "\(cut) of \(count)")
      }
    }
  }
}
