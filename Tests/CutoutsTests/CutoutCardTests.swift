import ContactModel
import Cutouts
import TestSupport
import Testing
import VCard

@Suite("Cutouts and cards")
struct CutoutCardTests {
  private func read(_ text: String) throws -> Card {
    var reader = CardReader()
    try reader.append(Array(text.utf8))
    reader.finish()
    guard case .card(let card, _) = reader.next() else { throw NoCard() }
    return card
  }
  private struct NoCard: Error {}

  @Test("an unknown person is built from first name, last name, emails and photo")
  func unknownPerson() throws {
    let photo = try Cutout.Image(type: "image/png", data: Samples.png())
    let cutout = try Cutout(
      compositeName: "Kate Bell", firstName: "Kate", lastName: "Bell; x",
      emails: ["k@x.example", "b@x.example"], image: photo)
    var bytes: [UInt8] = []
    CardWriter().write(cutout.card(version: .version30), into: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.hasPrefix(
        """
        BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Kate Bell\r\nN:Bell\\; x;Kate;;;\r\nEMAIL:k@x.example\r\n\
        EMAIL:b@x.example\r\nPHOTO;ENCODING=b;TYPE=PNG:
        """))
    #expect(try Cutout(read(text)) == cutout)
  }

  @Test("N stands where a version asks for it")
  func name() throws {
    let cutout = try Cutout(emails: ["k@x.example"])
    #expect(cutout.card().first(.n) == nil)
    #expect(cutout.card(version: .version30).first(.n)?.components.count == 5)
    #expect(cutout.card().first(.fn)?.text == "k@x.example")
  }

  @Test("a thumbnail without a photo becomes the photo")
  func thumbnailOnly() throws {
    let picture = try Cutout.Image(type: "image/png", data: Samples.png())
    let card = try Cutout(firstName: "K", thumbnail: picture).card()
    #expect(card.first(.photo)?.binary?.octets == picture.data)
  }

  @Test("nothing that means something on one device only gets into a cutout")
  func deviceLocal() throws {
    let card = try read(
      """
      BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Kate Bell\r\nN:Bell;Kate;;;\r\nUID:urn:uuid:1\r\nX-ABUID:abuid\r\n\
      X-IMAGE-PATH:/home/kate/p.png\r\nPHOTO;VALUE=uri:https://example.com/track\r\nREV:20200101T000000Z\r\n\
      X-ETAG:etag\r\nEMAIL;PID=1.1:k@x.example\r\nCATEGORIES:secret\r\nEND:VCARD\r\n
      """)
    let cutout = try Cutout(card)
    #expect(
      cutout
        == (try Cutout(
          compositeName: "Kate Bell", firstName: "Kate", lastName: "Bell", emails: ["k@x.example"]))
    )
    for format in Cutout.Format.allCases {
      let text = String(decoding: cutout.encoded(as: format), as: UTF8.self)
      for word in ["uuid", "abuid", "home/", "track", "2020", "etag", "1.1", "secret"] {
        #expect(!text.contains(word))
      }
    }
  }

  @Test("reading a card says what is left out of it")
  func warnings() throws {
    let text = """
      BEGIN:VCARD\r\nVERSION:3.0\r\nFN:K\r\nTEL:1\r\nROLE:x\r\nROLE:y\r\nCATEGORIES:x\r\nEND:VCARD\r\n\
      BEGIN:VCARD\r\nVERSION:3.0\r\nFN:L\r\nEND:VCARD\r\n
      """
    let reading = try Cutout.read(Array(text.utf8))
    #expect(
      reading.warnings == [
        "what a cutout does not hold is left out: ROLE, CATEGORIES",
        "only the first card is read; a cutout is one person",
      ])
    #expect(throws: CutoutError.self) { try Cutout.read([], as: .vcard) }
  }
}

@Suite("What a cutout gives away")
struct DisclosureTests {
  private func texts(_ data: [UInt8], type: String = "image/jpeg") throws -> [String] {
    try Cutout(firstName: "K", image: Cutout.Image(type: type, data: data)).disclosures
      .filter { $0.field == "image" }.map(\.text)
  }

  @Test("names, emails, pictures and their sizes")
  func plain() throws {
    let cutout = try Samples.full()
    #expect(
      cutout.disclosures.map(\.text) == [
        "name: Dr. Kate Bell", "first name: Kate", "last name: Bell",
        "2 emails: kate@home.example, kate@work.example",
        "photo: image/jpeg, \(Samples.jpeg().count) bytes, 640 × 480 pixels, no metadata",
        "thumbnail: image/png, \(Samples.png().count) bytes, 3 × 2 pixels, no metadata",
      ])
    #expect(!cutout.disclosures.contains { $0.isHidden })
  }

  @Test("where a JPEG was taken and with what, in both byte orders", arguments: [true, false])
  func location(isLittleEndian: Bool) throws {
    let exif = Samples.exif(isLittleEndian: isLittleEndian, hasPreview: true)
    let texts = try texts(Samples.jpeg(segments: [(0xE1, exif), (0xFE, [65])]))
    #expect(
      texts.dropFirst() == [
        "photo: Exif metadata", "photo: GPS position 37.3333, -122.0250",
        "photo: the camera: Box", "photo: a preview, which may show what was cut off",
        "photo: a comment",
      ])
  }

  @Test("metadata in PNG")
  func png() throws {
    let exif = Array(Samples.exif(isLittleEndian: true).dropFirst(6))
    let chunks: [(String, [UInt8])] = [
      ("tEXt", Array("Author\u{0}Kate".utf8)), ("iTXt", Array("XML:com.adobe.xmp\u{0}".utf8)),
      ("eXIf", exif), ("tIME", [1, 2, 3, 4, 5, 6, 7]),
    ]
    let texts = try texts(Samples.png(chunks: chunks), type: "image/png")
    #expect(texts.contains("photo: text about it, Author"))
    #expect(texts.contains("photo: XMP metadata"))
    #expect(texts.contains("photo: GPS position 37.3333, -122.0250"))
    #expect(texts.contains("photo: the time of its last change"))
  }

  @Test("says where it cannot look")
  func otherTypes() throws {
    let texts = try texts(Array("RIFF0000WEBP".utf8), type: "image/webp")
    #expect(
      texts.last == "photo: may hold more metadata; it could not be followed to its end")
    let heic = Array("\u{0}\u{0}\u{0}\u{18}ftypheic\u{0}\u{0}\u{0}\u{0}mif1heic".utf8)
    #expect(
      try self.texts(heic, type: "image/heic").last
        == "photo: may hold metadata; only JPEG, PNG, GIF and WebP are looked into")
  }

  @Test("no offset or length in a picture leads out of it")
  func hostile() throws {
    let jpeg = Samples.jpeg(segments: [(0xE1, Samples.exif(isLittleEndian: false))])
    for index in 0..<jpeg.count {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var damaged = jpeg
        damaged[index] = value
        _ = try texts(damaged)
        _ = try texts(Array(damaged[...index]))
      }
    }
    var png = Samples.png(chunks: [("eXIf", Array(Samples.exif(isLittleEndian: true).dropFirst(6)))]
    )
    for index in 0..<png.count {
      let kept = png[index]
      png[index] = 0xFF
      _ = try texts(png, type: "image/png")
      png[index] = kept
    }
  }
}

@Suite("The cutout of a unified person")
struct CutoutContactsTests {
  private func contact(_ lines: String...) throws -> Contact {
    Contact(try CardSamples.parsed(lines: lines), keys: .cutout)
  }

  @Test("has the emails of everyone linked, none twice, and the name of the first")
  func linked() throws {
    let photo = String(decoding: Base64.encode(Samples.png()), as: UTF8.self)
    let contacts = [
      try contact("FN:Dr. Kate Bell", "N:Bell;Kate;;Dr.;", "EMAIL:Kate@home.example"),
      try contact(
        "FN:K. Bell", "N:Bell;K.;;;", "EMAIL:k@work.example", "EMAIL:kate@HOME.example",
        "PHOTO;ENCODING=b;TYPE=PNG:\(photo)", "X-ABUID:1"),
    ]
    let cutout = try Cutout(contacts: contacts)
    #expect(cutout.firstName == "Kate" && cutout.lastName == "Bell")
    #expect(cutout.compositeName?.contains("Kate Bell") == true)
    #expect(cutout.emails == ["Kate@home.example", "k@work.example"])
    #expect(cutout.image == (try Cutout.Image(type: "image/png", data: Samples.png())))
    #expect(cutout.thumbnail == nil)
    let emails = try Cutout(contacts: contacts, selecting: .email)
    #expect(emails == (try Cutout(emails: cutout.emails)))
  }

  @Test("leaves out a photo that is none")
  func noPhoto() throws {
    let contact = try contact(
      "FN:K", "PHOTO;ENCODING=b:AAAA", "PHOTO;VALUE=uri:https://x.example/p")
    #expect(try Cutout(contacts: [contact]) == Cutout(compositeName: "K"))
    #expect(try Cutout(contacts: []).isAnonymous)
  }

  @Test("comes back from its own card with its thumbnail")
  func thumbnail() throws {
    let cutout = try Samples.full()
    let contact = Contact(cutout.card(version: .version30), keys: .cutout)
    #expect(try Cutout(contacts: [contact]).thumbnail == cutout.thumbnail)
    #expect(try Cutout(contacts: [contact]).image == cutout.image)
  }
}
