import Foundation
import TestSupport
import Testing
import VCard

@Suite("Base64, RFC 4648 §4")
struct Base64Tests {
  @Test(
    "encodes and decodes the vectors of RFC 4648 §10",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == Array(encoded.utf8))
    #expect(Base64.decode(Array(encoded.utf8)) == Array(text.utf8))
  }

  @Test("decodes what it encodes, with line ends and blanks anywhere")
  func roundTrip() {
    var random = SeededGenerator(seed: 64)
    for count in 0..<300 {
      let octets = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      var text = Base64.encode(octets)
      #expect(text.count == (count + 2) / 3 * 4)
      #expect(Base64.decode(text) == octets)
      while text.last == UInt8(ascii: "=") { text.removeLast() }
      #expect(Base64.decode(text) == octets, "without padding")
      for _ in 0..<10 {
        let white = [" ", "\t", "\r\n", "\n ", "\r"].randomElement(using: &random) ?? ""
        text.insert(contentsOf: white.utf8, at: Int.random(in: 0...text.count, using: &random))
      }
      #expect(Base64.decode(text) == octets, "with white space")
    }
  }

  @Test("decodes the alphabet of URLs, RFC 4648 §5")
  func urlAlphabet() {
    #expect(Base64.decode(Array("-_-_".utf8)) == Base64.decode(Array("+/+/".utf8)))
  }

  @Test(
    "rejects what is none",
    arguments: ["Q", "QUJDR", "QUI:", "QU*D", "Zm9v.", "Zg==Zg==", "Zg=a", "é"])
  func none(text: String) { #expect(Base64.decode(Array(text.utf8)) == nil) }
}

@Suite("Base64 by each way that this processor knows")
struct Base64KernelTests {
  static let kernels = ByteKernel.allCases.filter(\.isAvailable)

  /// Octets by chance.
  private static func octets(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// Text with a fold after every so many digits.
  private static func folded(_ text: [UInt8], room: Int, width: Int) -> [UInt8] {
    var folded: [UInt8] = []
    for (index, digit) in text.enumerated() {
      if index >= room, (index - room) % width == 0 { folded += Array("\r\n ".utf8) }
      folded.append(digit)
    }
    return folded
  }

  @Test("octet by octet is always one of them, and so is the way that is taken")
  func available() {
    #expect(Self.kernels.contains(.plain))
    #expect(Self.kernels.contains(.best))
  }

  @Test("every length from 0 to 300, at every alignment, unfolded and folded", arguments: kernels)
  func lengths(kernel: ByteKernel) {
    var random = SeededGenerator(seed: 300)
    for count in 0...300 {
      let skipped = count % 32
      let padded = Self.octets(skipped + count, &random)
      let octets = Array(padded[skipped...])
      let text = SlowBase64.encode(octets)
      #expect(
        Base64.encode(padded.span.extracting(skipped..<padded.count), by: kernel) == text)
      for width in [1, 3, 16, 31, 32, 33, 64, 74, 76] {
        let room = (count + width) % (width + 1)
        let folded = Self.folded(text, room: room, width: width)
        var written: [UInt8] = [1, 2]
        Base64.append(octets.span, room: room, width: width, by: kernel, to: &written)
        #expect(written == [1, 2] + folded)
        let shifted = [UInt8](repeating: UInt8(ascii: "*"), count: skipped) + folded
        #expect(
          Base64.decode(shifted.span.extracting(skipped..<shifted.count), by: kernel) == octets)
      }
    }
  }

  @Test("a long text, whose digits are collected and packed in parts", arguments: kernels)
  func long(kernel: ByteKernel) {
    var random = SeededGenerator(seed: 3072)
    for count in [3071, 3072, 3073, 10_000] {
      let octets = Self.octets(count, &random)
      let text = SlowBase64.encode(octets)
      #expect(Base64.encode(octets.span, by: kernel) == text)
      #expect(Base64.decode(text.span, by: kernel) == octets)
      let folded = Self.folded(text, room: 41, width: 74)
      var written: [UInt8] = []
      Base64.append(octets.span, room: 41, width: 74, by: kernel, to: &written)
      #expect(written == folded)
      #expect(Base64.decode(folded.span, by: kernel) == octets)
    }
  }

  @Test("every octet at every place around the edges of blocks", arguments: kernels)
  func octetsAnywhere(kernel: ByteKernel) {
    var random = SeededGenerator(seed: 256)
    let digits = (0..<140).map { _ in
      SlowBase64.digits.randomElement(using: &random) ?? UInt8(ascii: "A")
    }
    for place in 0..<100 {
      for octet in UInt8.min...UInt8.max {
        var text = digits
        text[place] = octet
        #expect(
          Base64.decode(text.span, by: kernel) == SlowBase64.decode(text), "\(octet) at \(place)")
        let cut = text.span.extracting(0...place)
        #expect(
          Base64.decode(cut, by: kernel) == SlowBase64.decode(text[0...place]),
          "\(octet) at the end of \(place)")
      }
    }
  }

  @Test("seeded texts with folds, both alphabets, padding and what is foreign", arguments: kernels)
  func seeded(kernel: ByteKernel) {
    var random = SeededGenerator(seed: 4648)
    let irregular = Array("\r\n \t \r\n -_-_-_=\0é*".utf8)
    for turn in 0..<4000 {
      var text = (0..<Int.random(in: 0...700, using: &random)).map { _ in
        SlowBase64.digits.randomElement(using: &random) ?? UInt8(ascii: "A")
      }
      // Most have white space and the alphabet of URLs only, or they would all be none.
      let last = turn % 4 == 0 ? irregular.count : irregular.count - 5
      for _ in 0..<Int.random(in: 0...12, using: &random) where !text.isEmpty {
        let place = Int.random(in: 0..<text.count, using: &random)
        text.insert(irregular[Int.random(in: 0..<last, using: &random)], at: place)
      }
      #expect(Base64.decode(text.span, by: kernel) == SlowBase64.decode(text), "turn \(turn)")
    }
  }
}

@Suite("Folding of base64, RFC 6350 §3.2")
struct Base64FoldingTests {
  @Test("a line with octets is folded as if it had been written first and folded then")
  func lines() {
    var random = SeededGenerator(seed: 75)
    for count in 0...200 {
      let octets = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      // Heads of every length up to two lines; a fold may not split a character in them.
      for name in ["PHOTO", "X-" + String(repeating: "A", count: count % 150)] {
        for version in Version.allCases {
          let line = ContentLine(
            name, parameters: [Parameter("X-P", String(repeating: "é", count: count % 50))],
            .binary(mediaType: "image/png", octets: octets))
          let written = line.octets(for: Rules(version))
          let text = String(decoding: written, as: UTF8.self)
          var lines = text.components(separatedBy: "\r\n")
          #expect(lines.popLast() == "")
          if version == .version21 { #expect(lines.popLast() == "") }
          #expect(lines.allSatisfy { $0.utf8.count <= 75 })
          // No line ends before it is full, but for a character of two octets.
          #expect(lines.dropLast().allSatisfy { $0.utf8.count >= 74 })
          #expect(lines.dropFirst().allSatisfy { $0.utf8.first == 0x20 })
          let whole = text.replacing("\r\n ", with: "")
          let encoded = String(decoding: SlowBase64.encode(octets), as: UTF8.self)
          #expect(
            whole.hasSuffix((version == .version40 ? "base64," : ":") + encoded + "\r\n")
              || version == .version21 && whole.hasSuffix(":" + encoded + "\r\n\r\n"))
        }
      }
    }
  }
}

@Suite("DataURI, RFC 2397")
struct DataURITests {
  @Test("decodes base64 and percent-encoding")
  func decodes() {
    func expect(_ uri: String, _ type: String, _ octets: [UInt8]) {
      let decoded = DataURI.decode(uri)
      #expect(decoded?.mediaType == type, "\(uri)")
      #expect(decoded?.octets == octets, "\(uri)")
    }
    expect("data:image/png;base64,QUJD", "image/png", [65, 66, 67])
    expect("DATA:image/png;BASE64,QUJD", "image/png", [65, 66, 67])
    expect("data:image/png;base64,QQ%3D%3D", "image/png", [65])
    expect("data:text/plain;charset=utf-8;base64,QUJD", "text/plain", [65, 66, 67])
    expect("data:,a%20b%2c", "text/plain", Array("a b,".utf8))
    expect("data:text/html,%3Cp%3E%zz%", "text/html", Array("<p>%zz%".utf8))
    expect("data:a/b,%+1", "a/b", Array("%+1".utf8))
    expect("data:;base64,", "text/plain", [])
  }

  @Test(
    "is none without a comma, without the scheme, or with broken base64",
    arguments: [
      "", "data:", "data:image/png;base64", "http://a/b,c", "data:image/png;base64,Q", "dat:,a",
    ])
  func none(uri: String) { #expect(DataURI.decode(uri) == nil) }

  @Test("encodes as base64; what is no media type would end it, and becomes octet-stream")
  func encodes() {
    #expect(
      DataURI.encode(mediaType: "image/png", octets: [65, 66, 67]) == "data:image/png;base64,QUJD")
    for type in [
      "", "image", "image/", "/png", "image/png,", "a/b;c", "a/b/c", "image/p ng", "é/a",
    ] {
      #expect(
        DataURI.encode(mediaType: type, octets: []) == "data:application/octet-stream;base64,")
    }
  }
}

@Suite("MediaType")
struct MediaTypeTests {
  @Test("knows the TYPE words of RFC 2426 §3.1.4 and vCard 2.1 §2.2.4.2, in any case")
  func words() {
    #expect(MediaType.named("JPEG", .photo) == "image/jpeg")
    #expect(MediaType.named("jpg", .logo) == "image/jpeg")
    #expect(MediaType.named("Gif", .unknown) == "image/gif")
    #expect(MediaType.named("WAVE", .sound) == "audio/wav")
    #expect(MediaType.named("PGP", .key) == "application/pgp-keys")
    #expect(MediaType.named("X509", .key) == "application/x-x509-user-cert")
    #expect(MediaType.named("image/PNG", .photo) == "image/png")
    #expect(MediaType.named("application/vnd.x+y", .tel) == "application/vnd.x+y")
  }

  @Test("a photo is no sound, and HOME is no media type")
  func others() {
    #expect(MediaType.named("WAVE", .photo) == nil)
    #expect(MediaType.named("JPEG", .sound) == nil)
    #expect(MediaType.named("HOME", .photo) == nil)
    #expect(MediaType.named("a/b,c", .photo) == nil)
    #expect(MediaType.named("/", .photo) == nil)
  }

  @Test("tells a type by the first octets")
  func sniffed() {
    #expect(MediaType.sniffed([0xFF, 0xD8, 0xFF, 0xE0]) == "image/jpeg")
    #expect(MediaType.sniffed([0x89] + Array("PNG\r\n".utf8)) == "image/png")
    #expect(MediaType.sniffed(Array("GIF89a".utf8)) == "image/gif")
    #expect(MediaType.sniffed(Array("BM1234".utf8)) == "image/bmp")
    #expect(MediaType.sniffed([0x49, 0x49, 0x2A, 0]) == "image/tiff")
    #expect(MediaType.sniffed([0x4D, 0x4D, 0, 0x2A]) == "image/tiff")
    #expect(MediaType.sniffed(Array("RIFF1234WEBP".utf8)) == "image/webp")
    #expect(MediaType.sniffed(Array("RIFF1234WAVE".utf8)) == "audio/wav")
    #expect(MediaType.sniffed(Array("OggS".utf8)) == "audio/ogg")
    #expect(MediaType.sniffed(Array("ID3".utf8)) == "audio/mpeg")
    for other in ["", "B", "BM", "RIFF", "RIFF1234AVI ", "text"] {
      #expect(MediaType.sniffed(Array(other.utf8)) == nil)
    }
  }
}
