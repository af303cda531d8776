import ContactModel
import Cutouts
import TestSupport
import Testing
import VCard

@Suite("Reading a cutout")
struct CutoutReadingTests {
  private static let schema = "\"schema\":\"vcard.cutout/1\""

  private func reading(_ json: String) throws(CutoutError) -> Cutout.Reading {
    try Cutout.read(Array(json.utf8), as: .json)
  }

  @Test("takes what a person has edited: blanks, any order, null, a byte order mark")
  func edited() throws {
    let json = """
      \u{FEFF}{ "schema" : "vcard.cutout/1",
        "lastName": "B\\u00e9ll \\ud83d\\ude00\\n", "firstName": null,
        "emails": [ " kate@home.example ", "" , "KATE@home.example"] }
      """
    let reading = try reading(json)
    #expect(reading.cutout.lastName == "Béll \u{1F600}")
    #expect(reading.cutout.firstName == nil)
    #expect(reading.cutout.emails == ["kate@home.example"])
    #expect(reading.warnings == ["2 emails are empty or there twice"])
  }

  @Test("keeps out what it does not know, and says so")
  func unknownKeys() throws {
    let json = """
      {"recordID":17,"firstName":"Kate","imagePath":"/a/b.png",\(Self.schema),
       "image":{"data":"iVBORw==","type":"image/png","path":"x"},"x":[{"a":[true,-1.5e3]},{}]}
      """
    let reading = try reading(json)
    #expect(
      reading.warnings == [
        "\"image.path\" is nothing that a cutout holds; left out",
        "\"recordID\" is nothing that a cutout holds; left out",
        "\"imagePath\" is nothing that a cutout holds; left out",
        "\"x\" is nothing that a cutout holds; left out",
      ])
    let written = String(decoding: reading.cutout.encoded(), as: UTF8.self)
    #expect(!written.contains("17") && !written.contains("/a/b"))
  }

  @Test("halves of surrogate pairs are read as U+FFFD and told, RFC 8259 §8.2")
  func halves() throws {
    let reading = try reading(
      #"{"firstName":"\ud83d\ude00\ud83d\u0041\udc00","lastName":"Bell \ud83d"}"#)
    #expect(reading.cutout.firstName == "\u{1F600}\u{FFFD}A\u{FFFD}")
    #expect(reading.cutout.lastName == "Bell \u{FFFD}")
    #expect(
      reading.warnings == [
        "line 1, column 27: half a surrogate pair is no character; read as U+FFFD, and 2 more so"
      ])
  }

  @Test(
    "refuses what is none and says why",
    arguments: [
      ("", "not a cutout: line 1, column 1: no JSON: it ends too soon"),
      ("hello", "not a cutout: line 1, column 1: no JSON: a value is missing"),
      ("{\n \"a\" 1}", "not a cutout: line 2, column 6: no JSON: a colon is missing"),
      ("{} x", "not a cutout: line 1, column 4: no JSON: something follows the value"),
      (
        "{\"a\":\"\u{1}\"}",
        "not a cutout: line 1, column 7: no JSON: a control character stands in a string"
      ),
      ("{\"a\":\"\\x\"}", "not a cutout: line 1, column 8: no JSON: there is no such escape"),
      ("{\"a\":NaN}", "not a cutout: line 1, column 6: no JSON: a value is missing"),
      (
        "{\"a\":01}",
        "not a cutout: line 1, column 7: no JSON: a comma or a closing brace is missing"
      ),
      ("[]", "not a cutout: it names no schema; \"vcard.cutout/1\" is wanted"),
      ("{}", "not a cutout: it names no schema; \"vcard.cutout/1\" is wanted"),
      ("{\"schema\":1}", "not a cutout: \"schema\" must be text"),
      (
        "{\"schema\":\"vcard.card/1\"}",
        "not a cutout: its schema is \"vcard.card/1\", not \"vcard.cutout/1\""
      ),
      (
        "{\"schema\":\"vcard.cutout/3\"}",
        "a cutout of schema \"vcard.cutout/3\", which is newer than this program; it knows \"vcard.cutout/2\""
      ),
      (
        "{\"schema\":\"vcard.cutout/0\"}",
        "not a cutout: its schema is \"vcard.cutout/0\", not \"vcard.cutout/1\""
      ),
      ("{\(schema)}", "not a cutout: it holds no name, no email and no picture"),
      ("{\(schema),\"firstName\":1}", "not a cutout: \"firstName\" must be text"),
      ("{\(schema),\"emails\":\"a@b\"}", "not a cutout: \"emails\" must be a list of texts"),
      ("{\(schema),\"emails\":[1]}", "not a cutout: \"emails\" must be a list of texts"),
      (
        "{\(schema),\"firstName\":\"a\",\"firstName\":\"b\"}",
        "not a cutout: \"firstName\" stands in it twice"
      ),
      (
        "{\(schema),\"image\":\"x\"}",
        "not a cutout: \"image\" must be an object of \"data\" and \"type\""
      ),
      (
        "{\(schema),\"image\":{\"type\":\"image/png\"}}",
        "not a cutout: \"image.data\" must be base64"
      ),
      ("{\(schema),\"image\":{\"data\":\"AAAA\"}}", "not a cutout: \"image.type\" must be text"),
      (
        "{\(schema),\"image\":{\"data\":\"A*AA\",\"type\":\"image/png\"}}",
        "not a cutout: \"image.data\" is not base64"
      ),
      (
        "{\(schema),\"image\":{\"data\":\"AAAA\",\"type\":\"text/html\"}}",
        "not a cutout: \"text/html\" is no type of a picture"
      ),
      (
        "{\(schema),\"image\":{\"data\":\"AAAA\",\"data\":\"AAAB\",\"type\":\"image/png\"}}",
        "not a cutout: \"image.data\" stands in it twice"
      ),
      (
        "{\(schema),\"image\":{\"data\":\"\",\"type\":\"image/png\"}}",
        "not a cutout: the data of a picture is empty"
      ),
    ])
  func refuses(json: String, message: String) {
    let error = #expect(throws: CutoutError.self) { try reading(json) }
    #expect(error?.description == message)
  }

  @Test("bounds depth and number of values")
  func hostile() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: CutoutError.self) { try reading("{\(Self.schema),\"x\":\(deep)") }
    let many = [String](repeating: "{}", count: 10_001).joined(separator: ",")
    #expect(throws: CutoutError.self) { try reading("{\(Self.schema),\"x\":[\(many)]}") }
  }

  @Test("refuses octets that are not UTF-8")
  func notUTF8() {
    let bytes = Array("{\(Self.schema),\"firstName\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    #expect(throws: CutoutError.self) { try Cutout.read(bytes, as: .json) }
  }

  @Test("warns of a picture that is not of its type")
  func wrongPicture() throws {
    let cutout = try Cutout(
      firstName: "K", image: Cutout.Image(type: "image/png", data: Samples.jpeg()))
    let reading = try Cutout.read(cutout.encoded())
    #expect(reading.warnings == ["image says that it is image/png and looks like image/jpeg"])
  }

  @Test("does not stop at any place of a cut or damaged input", arguments: Cutout.Format.allCases)
  func damaged(format: Cutout.Format) throws {
    let cutout = try Samples.detailed()
    let bytes = cutout.encoded(as: format)
    #expect(try Cutout.read(bytes).cutout == cutout)
    for length in 0..<bytes.count {
      _ = try? Cutout.read(Array(bytes[..<length]), as: format)
      _ = Cutout.Format.sniffed(bytes[..<length])
    }
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int.random(in: 0..<bytes.count, using: &generator)] =
          UInt8.random(in: 0...255, using: &generator)
      }
      guard let reading = try? Cutout.read(damaged, as: format) else { continue }
      #expect(try Cutout.read(reading.cutout.encoded()).cutout == reading.cutout)
      _ = reading.cutout.disclosures
    }
  }
}

@Suite("Reading a property list")
struct PropertyListTests {
  private func reading(_ body: String) throws(CutoutError) -> Cutout.Reading {
    try Cutout.read(Array("<plist>\(body)</plist>".utf8), as: .propertyList)
  }

  @Test("takes references, sections, comments and values that it does not know")
  func accepts() throws {
    let reading = try reading(
      """
      <!-- c --><dict><key>schema</key><string>vcard.cutout/1</string>
      <key>first<!-- x -->Name</key><string>K&#x61;te &amp; <![CDATA[<Co>]]></string>
      <key>emails</key><array/><key>n</key><integer>4</integer><key>t</key><true/></dict>
      """)
    #expect(reading.cutout.firstName == "Kate & <Co>")
    #expect(reading.warnings.count == 2)
  }

  @Test(
    "refuses what is none",
    arguments: [
      "", "<dict>", "<dict></array>", "<dict><string>x</string></dict>", "<dict/><dict/>",
      "<dict><key>a</key></dict>", "<dict><key>a</key><string>&no;</string></dict>",
      "<dict><key>a</key><string>&#0;</string></dict>", "<dict><key>a</key><data>***</data></dict>",
      "<dict><key>a</key><what>x</what></dict>", "<dict><key>a</key><string>x</data></dict>",
      String(repeating: "<array>", count: 100_000),
    ])
  func refuses(body: String) {
    #expect(throws: CutoutError.self) { try reading(body) }
  }

  @Test("expands no entities and reads no binary form")
  func entities() {
    let bomb = "<!DOCTYPE plist [<!ENTITY a \"x\">]><plist><dict/></plist>"
    for text in [bomb, "bplist00\u{1}"] {
      #expect(throws: CutoutError.self) { try Cutout.read(Array(text.utf8), as: .propertyList) }
    }
  }
}

@Suite("Telling cutouts from other input")
struct CutoutSniffingTests {
  @Test("knows its own forms wherever the prefix is cut behind the first key")
  func own() throws {
    let cutout = try Samples.detailed()
    let json = cutout.encoded()
    for length in 18..<json.count { #expect(Cutout.Format.sniffed(json[..<length]) == .json) }
    let list = cutout.encoded(as: .propertyList)
    for length in 230..<list.count {
      #expect(Cutout.Format.sniffed(list[..<length]) == .propertyList)
    }
    #expect(Cutout.Format.sniffed(Array("  {\"schema\" : \"vcard.cutout/9\"".utf8)) == .json)
    #expect(Cutout.Format.sniffed(Array("{\"x\":[1],\"emails\":[\"a".utf8)) == .json)
  }

  @Test(
    "does not take others for a cutout",
    arguments: [
      "", "{", "{}", "[\"vcard\",[[\"version\"", "BEGIN:VCARD\r\n", "name,emails\r\n",
      "{\"schema\":\"vcard.card/1\",\"file\":\"a\"", "{\"@type\":\"Card\",\"emails\":{\"e1\":{",
      "{\"emails\":{\"e1\":{\"address\":", "{\"name\":1}", "<?xml version=\"1.0\"?><vcards>",
      "<plist><dict><key>CFBundleName</key>", "{\"schema\":1,\"firstName\":\"x\"}",
    ])
  func others(text: String) { #expect(Cutout.Format.sniffed(Array(text.utf8)) == nil) }
}

@Suite("Reading a dictionary without a schema")
struct PlainDictionaryTests {
  @Test("JSON with the known keys is a cutout of either schema")
  func json() throws {
    let picture = Base64.encode(Samples.png())
    let text = """
      {"recordID":17,"firstName":"Kate","emails":["k@x.example"],"phones":["+1 555 0100"],
       "image":"\(String(decoding: picture, as: UTF8.self))"}
      """
    #expect(Cutout.Format.sniffed(Array(text.utf8)) == .json)
    let reading = try Cutout.read(Array(text.utf8))
    #expect(reading.warnings == ["\"recordID\" is nothing that a cutout holds; left out"])
    #expect(reading.cutout.details.phones.map(\.value) == ["+1 555 0100"])
    #expect(reading.cutout.image == (try Cutout.Image(type: "image/png", data: Samples.png())))
  }

  @Test("so is a property list, with its own dates and data")
  func propertyList() throws {
    let picture = String(decoding: Base64.encode(Samples.png()), as: UTF8.self)
    let text = """
      <?xml version="1.0"?><plist version="1.0"><dict><key>ID</key><integer>7</integer>
      <key>compositeName</key><string>Kate Bell</string><key>birthday</key>
      <date>1980-02-03T00:00:00Z</date><key>thumbnail</key><data>\(picture)</data></dict></plist>
      """
    #expect(Cutout.Format.sniffed(Array(text.utf8)) == .propertyList)
    let cutout = try Cutout.read(Array(text.utf8)).cutout
    #expect(cutout.compositeName == "Kate Bell")
    #expect(cutout.details.birthday == PartialDate(year: 1980, month: 2, day: 3))
    #expect(cutout.thumbnail?.type == "image/png")
  }

  @Test(
    "is refused when it says nobody, and its pictures are none",
    arguments: [
      ("{\"note\":\"x\"}", "it names no schema; \"vcard.cutout/1\" is wanted"),
      ("{\"firstName\":\"K\",\"image\":\"AAAA\"}", "\"image\" is no picture"),
      ("{\"firstName\":\"K\",\"image\":\"*\"}", "\"image\" is not base64"),
      ("{\"firstName\":\"K\",\"emails\":\"a\"}", "\"emails\" must be a list of texts"),
    ])
  func refuses(json: String, message: String) {
    let error = #expect(throws: CutoutError.self) { try Cutout.read(Array(json.utf8)) }
    #expect(error?.description == "not a cutout: \(message)")
  }
}
