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
