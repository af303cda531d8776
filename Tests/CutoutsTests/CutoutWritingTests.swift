import Cutouts
import Testing
import VCard

@Suite("Writing a cutout")
struct CutoutWritingTests {
  private func text(_ cutout: Cutout) -> String {
    String(decoding: cutout.encoded(), as: UTF8.self)
  }

  @Test("is one JSON object with sorted keys and one line end")
  func form() throws {
    let photo = try Cutout.Image(type: "image/jpeg", data: [0xFF, 0xD8, 0xFF, 0xE0])
    let cutout = try Cutout(
      compositeName: "Kate Bell", firstName: "Kate", lastName: "Bell",
      emails: ["kate@home.example", "kate@work.example"], image: photo, thumbnail: photo)
    #expect(
      text(cutout) == """
        {"compositeName":"Kate Bell","emails":["kate@home.example","kate@work.example"],\
        "firstName":"Kate","image":{"data":"/9j/4A==","type":"image/jpeg"},"lastName":"Bell",\
        "schema":"vcard.cutout/1","thumbnail":{"data":"/9j/4A==","type":"image/jpeg"}}

        """)
  }

  @Test("leaves out what is absent")
  func absent() throws {
    #expect(
      text(try Cutout(firstName: "Kate"))
        == "{\"firstName\":\"Kate\",\"schema\":\"vcard.cutout/1\"}\n")
    #expect(
      text(try Cutout(compositeName: "  ", lastName: "", emails: [" "]))
        == "{\"schema\":\"vcard.cutout/1\"}\n")
  }

  @Test("escapes what RFC 8259 §7 asks for and nothing else")
  func escapes() throws {
    let cutout = try Cutout(firstName: "a\"b\\c/d é 山\u{1F600}\u{7F}")
    // DEL is a control character, and so a blank at the end of a name.
    #expect(text(cutout).hasPrefix("{\"firstName\":\"a\\\"b\\\\c/d é 山\u{1F600}\","))
  }

  @Test("makes one line of names and emails")
  func lines() throws {
    let cutout = try Cutout(
      compositeName: "\tKate\r\nBell\u{2028}x ", emails: ["a@b.example\nBcc: c@d.example"])
    #expect(cutout.compositeName == "Kate  Bell x")
    #expect(cutout.emails == ["a@b.example Bcc: c@d.example"])
  }

  @Test("tells no email twice, whatever its case")
  func repeated() throws {
    let cutout = try Cutout(emails: ["Kate@home.example", "kate@HOME.example", "k@x", "", "k@x"])
    #expect(cutout.emails == ["Kate@home.example", "k@x"])
  }

  @Test(
    "can be read again from every form",
    arguments: Cutout.Format.allCases, [Version.version21, .version30, .version40])
  func roundTrip(format: Cutout.Format, version: Version) throws {
    for cutout in [try Samples.full(), try Samples.detailed()] {
      let bytes = cutout.encoded(as: format, version: version)
      let reading = try Cutout.read(bytes)
      #expect(reading.cutout == cutout)
      #expect(reading.format == format)
      #expect(reading.warnings == [])
      #expect(reading.cutout.encoded(as: format, version: version) == bytes)
    }
  }

  @Test("lays a property list out as Apple's systems do")
  func propertyList() throws {
    let cutout = try Cutout(
      compositeName: "A & <B>", emails: ["a@b"],
      image: Cutout.Image(type: "image/png", data: [UInt8](repeating: 0, count: 60)))
    #expect(
      String(decoding: cutout.encoded(as: .propertyList), as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>compositeName</key>
        \t<string>A &amp; &lt;B&gt;</string>
        \t<key>emails</key>
        \t<array>
        \t\t<string>a@b</string>
        \t</array>
        \t<key>image</key>
        \t<dict>
        \t\t<key>data</key>
        \t\t<data>
        \t\tAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        \t\tAAAAAAAAAAAA
        \t\t</data>
        \t\t<key>type</key>
        \t\t<string>image/png</string>
        \t</dict>
        \t<key>schema</key>
        \t<string>vcard.cutout/1</string>
        </dict>
        </plist>

        """)
  }

  @Test("holds the selected fields and no others")
  func selection() throws {
    let cutout = try Samples.detailed()
    #expect(try cutout.selecting(.all) == cutout)
    #expect(try cutout.selecting(.usual) == Samples.full())
    let named = try cutout.selecting([.name, .thumbnail])
    #expect(named.emails == [] && named.image == nil)
    #expect(named.lastName == "Bell" && named.thumbnail == cutout.thumbnail)
    #expect(Cutout.Selection(field: "Email") == .email)
    #expect(Cutout.Selection(field: "fax") == nil)
    let all = Cutout.Selection.fieldNames.compactMap { Cutout.Selection(field: $0) }
    #expect(Cutout.Selection(all) == .all)
  }

  @Test("refuses what is past its limit, and pictures that are none")
  func limits() {
    #expect(throws: CutoutError.tooLarge("firstName", limit: "16384 bytes")) {
      try Cutout(firstName: String(repeating: "x", count: 16_385))
    }
    #expect(throws: CutoutError.tooLarge("emails", limit: "1000 emails")) {
      try Cutout(emails: (0...1000).map { "\($0)@x" })
    }
    #expect(throws: CutoutError.self) { try Cutout.Image(type: "text/html", data: [1]) }
    #expect(throws: CutoutError.self) { try Cutout.Image(type: "image/", data: [1]) }
    #expect(throws: CutoutError.self) { try Cutout.Image(type: "image/a b", data: [1]) }
    #expect(throws: CutoutError.self) { try Cutout.Image(type: "image/png", data: []) }
  }
}
