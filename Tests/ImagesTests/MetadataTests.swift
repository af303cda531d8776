import Images
import TestSupport
import Testing

@Suite("What the file of a picture says")
struct PictureFactsTests {
  @Test(
    "its format by its octets",
    arguments: [
      ("plain.jpg", Picture.Kind.jpeg), ("plain.png", .png), ("plain.webp", .webp),
      ("loaded.gif", .gif), ("plain.bmp", .bmp), ("plain.tiff", .tiff),
    ])
  func kinds(name: String, kind: Picture.Kind) throws {
    let octets = try Pictures.bytes(name)
    #expect(Picture.Kind(sniffing: octets) == kind)
    #expect(Picture.Kind(sniffing: Array(octets.prefix(2))) == .unknown)
  }

  @Test(
    "its format where there is no file of it",
    arguments: [
      ("\u{0}\u{0}\u{0}\u{18}ftypheic\u{0}\u{0}\u{0}\u{0}mif1heic", Picture.Kind.heic),
      ("\u{0}\u{0}\u{0}\u{1C}ftypmif1\u{0}\u{0}\u{0}\u{0}mif1avifmiaf", .avif),
      ("\u{0}\u{0}\u{0}\u{18}ftypmp42\u{0}\u{0}\u{0}\u{0}mp42isom", .unknown),
      ("\u{FEFF} <?xml version=\"1.0\"?><svg xmlns=\"x\">", .svg), ("<html><p>", .unknown),
      ("", .unknown), ("RIFF0000WAVE", .unknown), ("<svg", .svg), ("<sv", .unknown),
    ])
  func otherKinds(text: String, kind: Picture.Kind) {
    #expect(Picture.Kind(sniffing: Array(text.utf8)) == kind)
  }

  @Test("its size, and how it lies")
  func sizes() throws {
    let judged = try Judged.read()
    for (name, expected) in judged.pictures
    where !name.hasSuffix(".bmp") && !name.hasSuffix(".tiff") {
      let facts = PictureFacts(try Pictures.bytes(name))
      let size = try #require(facts.size, "\(name)")
      var sides = [size.width, size.height]
      if facts.orientation.swapsSides { sides.reverse() }
      #expect(sides == [expected.width, expected.height], "\(name)")
    }
    for orientation in Orientation.allCases {
      let octets = try Pictures.bytes("turned-\(orientation.rawValue).jpg")
      #expect(PictureFacts(octets).orientation == orientation)
    }
    #expect(PictureFacts(try Pictures.bytes("moving.png")).isAnimated)
    #expect(PictureFacts(try Pictures.bytes("moving.gif")).isAnimated)
    #expect(!PictureFacts(try Pictures.bytes("loaded.png")).isAnimated)
  }

  @Test("what a telephone wrote into a JPEG")
  func jpeg() throws {
    let facts = PictureFacts(try Pictures.bytes("loaded.jpg"))
    #expect(
      facts.findings.map(\.text) == [
        "a preview, which may show what was cut off", "Exif metadata",
        "GPS position 37.3333, -122.0250", "the camera: Invented Cameras", "the camera: Box 3",
        "the program: Box OS 1.2", "when it was taken: 2019:07:14 11:12:13",
        "who took it: Kate Bell", "a serial number: SN-0042-INVENTED", "the lens: Lens 50",
        "XMP metadata", "GPS position in XMP", "data of a program", "Photoshop or IPTC metadata",
        "a comment", facts.findings.last?.text,
      ])
    #expect(facts.findings.last?.kind == .trailing)
    #expect(
      PictureFinding.names(of: facts.findings) == [
        "GPS position", "serial number", "camera", "author", "date", "program", "preview",
        "XMP metadata", "Photoshop or IPTC metadata", "comment", "data of programs",
        "data after the picture",
      ])
  }

  @Test("what stands in the chunks of a PNG and a WebP, and the blocks of a GIF")
  func others() throws {
    func kinds(_ name: String) throws -> Set<PictureFinding.Kind> {
      Set(PictureFacts(try Pictures.bytes(name)).findings.map(\.kind))
    }
    let exif: Set<PictureFinding.Kind> = [
      .exif, .location, .camera, .program, .date, .author, .serialNumber,
    ]
    #expect(
      try kinds("loaded.png")
        == exif.union([.text, .xmp, .changeDate, .other, .trailing]))
    #expect(try kinds("loaded.webp") == exif.union([.xmp]))
    #expect(try kinds("loaded.gif") == [.xmp, .location, .comment, .trailing])
    #expect(try kinds("plain.tiff") == [.unseen])
    for name in ["plain.jpg", "plain.png", "plain.webp", "palette.png", "rgb16.png"] {
      #expect(try kinds(name) == [], "\(name)")
    }
  }
}

@Suite("Pictures full of one kind of metadata")
struct CrowdedPictureTests {
  @Test("do not hide another kind, and lose all of it")
  func crowded() throws {
    let octets = try Pictures.bytes("loaded.png")
    var crowd: [UInt8] = []
    for number in 0..<500 { crowd += Pictures.chunk("tEXt", Array("Key\(number)\u{0}x".utf8)) }
    // Behind the signature and IHDR.
    let crowded: [UInt8] = octets[..<33] + crowd + octets[33...]
    let facts = PictureFacts(crowded)
    #expect(facts.findings.contains { $0.text == "GPS position 37.3333, -122.0250" })
    #expect(facts.findings.count { $0.kind == .text } == 8)
    #expect(Metadata.removing(from: crowded).octets == Metadata.removing(from: octets).octets)
  }
}

@Suite("Taking metadata out of pictures")
struct MetadataTests {
  @Test("leaves nothing that is looked for, and every pixel, profile and turn")
  func removes() throws {
    for name in Pictures.looked {
      let octets = try Pictures.bytes(name)
      let removal = Metadata.removing(from: octets)
      #expect(!removal.isUntouched, "\(name)")
      #expect(removal.removed == PictureFacts(octets).findings, "\(name)")
      let facts = PictureFacts(removal.octets)
      #expect(facts.findings.isEmpty, "\(name): \(facts.findings)")
      #expect(facts.orientation == PictureFacts(octets).orientation, "\(name)")
      #expect(facts.size == PictureFacts(octets).size)
      let again = Metadata.removing(from: removal.octets)
      #expect(again.octets == removal.octets && again.removed.isEmpty, "\(name)")
      for secret in ["Kate", "INVENTED", "GPSLatitude", "drawn", "moving picture", "follows"] {
        #expect(Pictures.place(of: Array(secret.utf8), in: removal.octets) == nil, "\(name)")
      }
      guard name.hasSuffix(".jpg") || name.hasSuffix(".png") else { continue }
      #expect(
        try Bitmap(reading: removal.octets, maximumSide: 1024)
          == Bitmap(reading: octets, maximumSide: 1024), "\(name)")
    }
  }

  @Test("keeps the octets of the scan as they are")
  func scan() throws {
    for name in ["loaded.jpg", "progressive.jpg", "large.jpg"] {
      let octets = try Pictures.bytes(name)
      let left = Metadata.removing(from: octets).octets
      // From the first table to the end of the picture; previews stand before and behind.
      let tables: [UInt8] = [0xFF, 0xDB]
      let start = try #require(Pictures.place(of: tables, in: left))
      #expect(Pictures.place(of: Array(left[start...]), in: octets) != nil, "\(name)")
    }
  }

  @Test("gives back what holds none as it was")
  func nothingToDo() throws {
    for name in [
      "plain.jpg", "gray.jpg", "plain.png", "palette-transparent.png", "rgb16.png", "moving.png",
      "plain.webp",
    ] {
      let octets = try Pictures.bytes(name)
      let removal = Metadata.removing(from: octets)
      #expect(removal.octets == octets && removal.removed.isEmpty && !removal.isUntouched)
    }
  }

  @Test("leaves what it does not know or cannot follow, and says so")
  func untouched() throws {
    var broken = try Pictures.bytes("loaded.jpg")
    broken[3] = 0xD8
    let heic = Array("\u{0}\u{0}\u{0}\u{18}ftypheic\u{0}\u{0}\u{0}\u{0}mif1heic".utf8)
    let files = [
      broken, heic, try Pictures.bytes("plain.tiff"), [], Array("RIFF0000WEBP".utf8),
      Array(try Pictures.bytes("loaded.webp").dropLast(20)),
    ]
    for octets in files {
      let removal = Metadata.removing(from: octets)
      #expect(removal.isUntouched && removal.octets == octets && removal.removed.isEmpty)
      #expect(!PictureFacts(octets).isWhollySeen)
    }
  }

  @Test(
    "passes over what is no marker, as decoders do, and leaves no metadata because of it",
    arguments: [[0], [0xFF, 0], [0x4B, 0x61, 0x74, 0x65], [0xFF, 0xFF, 0, 7]] as [[UInt8]])
  func noMarker(junk: [UInt8]) throws {
    let octets = try Pictures.bytes("loaded.jpg")
    // Behind the last piece of metadata, before the profile.
    let place = try #require(Pictures.place(of: Array("drawn for a test".utf8), in: octets)) + 16
    let changed: [UInt8] = octets[..<place] + junk + octets[place...]
    #expect(Metadata.removing(from: changed).octets == Metadata.removing(from: octets).octets)
  }

  @Test(
    "takes the number of a screen out of a profile, and no colour", arguments: ["mmod", "meta"])
  func device(tag: String) throws {
    let octets = try Pictures.bytes("loaded.jpg")
    let start = try #require(Pictures.place(of: Array("acsp".utf8), in: octets)) - 36
    // The text of the copyright gets another name: it is to be read as that of a screen.
    let place = try #require(Pictures.place(of: Array("cprt".utf8), in: octets, from: start))
    var changed = octets
    changed.replaceSubrange(place..<place + 4, with: tag.utf8)
    let removal = Metadata.removing(from: changed)
    #expect(removal.removed.contains { $0.text.contains("number of a screen") })
    let plain = Metadata.removing(from: octets).octets
    #expect(removal.octets.count == plain.count && removal.octets != plain)
    let bitmap = try Bitmap(reading: removal.octets, maximumSide: 96)
    #expect(bitmap.pixels == (try Bitmap(reading: octets, maximumSide: 96)).pixels)
    #expect(bitmap.profile == (try Bitmap(reading: changed, maximumSide: 96)).profile)
    #expect(Metadata.removing(from: removal.octets).removed.isEmpty)
  }

  @Test("keeps how a picture lies, in each format that can say it")
  func orientation() throws {
    for (name, orientation) in [
      ("loaded.jpg", Orientation.right), ("loaded.png", .down), ("loaded.webp", .right),
    ] {
      let left = Metadata.removing(from: try Pictures.bytes(name)).octets
      #expect(PictureFacts(left).orientation == orientation, "\(name)")
      #expect(Pictures.place(of: [0x88, 0x25], in: left) == nil)
    }
    // Upright: no Exif is needed.
    let upright = Metadata.removing(from: try Pictures.bytes("progressive.jpg")).octets
    #expect(Pictures.place(of: Array("Exif".utf8), in: upright) == nil)
    // The checksum of the chunk is right: Exif of a PNG that libpng would refuse is of no use.
    let png = Metadata.removing(from: try Pictures.bytes("loaded.png")).octets
    let place = try #require(Pictures.place(of: Array("eXIf".utf8), in: png))
    let body = Array(png[place..<place + 30])
    #expect(
      Array(png[place + 30..<place + 34]) == Pictures.bigEndian(Int(Pictures.crc32(body)), 4))
  }

  @Test("keeps a WebP's head right: its size, and flags of what is in it")
  func webp() throws {
    let left = Metadata.removing(from: try Pictures.bytes("loaded.webp")).octets
    let size = left[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(size == left.count - 8)
    #expect(left[20] & 0x04 == 0 && left[20] & 0x08 != 0)
    var upright = try Pictures.bytes("loaded.webp")
    // The tag of the orientation becomes another.
    let entry = try #require(
      Pictures.place(of: [0x12, 0x01, 3, 0, 1, 0, 0, 0], in: upright)
        ?? Pictures.place(of: [0x01, 0x12, 0, 3, 0, 0, 0, 1], in: upright))
    upright[entry] = 0x77
    #expect(Metadata.removing(from: upright).octets[20] & 0x0C == 0)
  }

  @Test("gives what Pillow has opened and found clean, octet for octet")
  func judged() throws {
    let outputs = try JudgedOutput.read()
    #expect(outputs.count >= 33)
    for (name, expected) in outputs {
      let left = Metadata.removing(from: try Pictures.bytes(name)).octets
      #expect(left.count == expected.count, "\(name)")
      #expect(Int(Pictures.crc32(left)) == expected.checksum, "\(name)")
    }
  }

  @Test("cut at every place, nothing that was followed keeps a secret, and no pixel is lost")
  func cut() throws {
    for name in Pictures.looked {
      let octets = try Pictures.bytes(name)
      for length in 0..<octets.count {
        _ = try check(Array(octets[..<length]), "\(name) \(length)", decodes: length % 16 == 0)
      }
    }
  }

  @Test("damaged at random, the same holds", arguments: 1...4)
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let files = try Pictures.looked.map(Pictures.bytes)
    var followed = 0
    for turn in 0..<3000 {
      guard let file = files.randomElement(using: &random),
        let other = files.randomElement(using: &random)
      else { continue }
      let octets = Mutation.damaged(file, other, using: &random)
      followed += try check(octets, "seed \(seed), \(turn)", decodes: turn % 4 == 0) ? 1 : 0
    }
    #expect(followed > 0)
  }

  /// Holds a removal to its laws; whether the picture could be followed.
  private func check(_ octets: [UInt8], _ name: String, decodes: Bool) throws -> Bool {
    let removal = Metadata.removing(from: octets)
    if removal.isUntouched {
      #expect(removal.octets == octets, "\(name)")
      return false
    }
    let facts = PictureFacts(removal.octets)
    #expect(facts.findings.isEmpty, "\(name): \(facts.findings)")
    #expect(Metadata.removing(from: removal.octets).octets == removal.octets, "\(name)")
    guard decodes, facts.kind == .jpeg || facts.kind == .png else { return true }
    let before = try? Bitmap(reading: octets, maximumSide: 48)
    guard let before else { return true }
    let after = try Bitmap(reading: removal.octets, maximumSide: 48)
    #expect(after == before, "\(name)")
    return true
  }
}
