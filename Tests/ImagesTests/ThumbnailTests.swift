import Images
import TestSupport
import Testing

@Suite("Thumbnails")
struct ThumbnailTests {
  @Test("are as large as asked for at most, in proportion, and look like the photo")
  func sides() throws {
    let judged = try Judged.read()
    for (name, size) in [
      ("large.jpg", PixelSize(width: 240, height: 320)),
      ("large.png", PixelSize(width: 320, height: 229)),
    ] {
      let expected = try #require(judged.pictures[name])
      let thumbnail = try Thumbnail.make(from: Pictures.bytes(name))
      #expect(thumbnail.mediaType == "image/jpeg")
      #expect(thumbnail.size == size)
      let bitmap = try Bitmap(reading: thumbnail.octets, maximumSide: 1024)
      #expect(bitmap.width == size.width && bitmap.height == size.height)
      #expect(Pictures.distance(Pictures.grid(bitmap), expected.grid) <= 4, "\(name)")
      #expect(thumbnail.octets.count < 20_000)
    }
    let tiny = try Thumbnail.make(from: Pictures.bytes("large.jpg"), maximumSide: 1)
    #expect(tiny.size == PixelSize(width: 1, height: 1))
  }

  @Test("look the same to Pillow and to us")
  func judged() throws {
    for (name, expected) in try JudgedOutput.read() {
      let thumbnail = try? Thumbnail.make(from: Pictures.bytes(name))
      #expect(thumbnail?.mediaType == expected.thumbnail?.type, "\(name)")
      guard let thumbnail, let judged = expected.thumbnail else { continue }
      #expect(thumbnail.size == PixelSize(width: judged.width, height: judged.height), "\(name)")
      let bitmap = try Bitmap(reading: thumbnail.octets, maximumSide: 1024)
      #expect(Pictures.distance(Pictures.grid(bitmap), judged.grid) <= 2, "\(name)")
    }
  }

  @Test(
    "are cut to a square when that is wanted: the middle of what is wide, and above what is high")
  func square() throws {
    for (name, side, left, top) in [("large.jpg", 240, 0, 26), ("large.png", 229, 45, 0)] {
      let octets = try Pictures.bytes(name)
      let whole = try Bitmap(reading: octets, maximumSide: 320)
      let square = try Thumbnail.make(from: octets, maximumSide: 320, isSquare: true)
      #expect(square.size == PixelSize(width: side, height: side))
      let bitmap = try Bitmap(reading: square.octets, maximumSide: 320)
      for (x, y) in [(10, 10), (side - 10, 10), (10, side - 10), (side / 2, side / 2)] {
        for channel in 0..<3 {
          let seen = Int(bitmap.pixels[(y * side + x) * 4 + channel])
          let own = Int(whole.pixels[((y + top) * whole.width + x + left) * 4 + channel])
          #expect(abs(seen - own) < 24, "\(name) \(x) \(y)")
        }
      }
    }
    // What is square already and small stays its own.
    let small = try Thumbnail.make(
      from: Pictures.bytes("plain.png"), maximumSide: 40, isSquare: true)
    #expect(try Thumbnail.make(from: small.octets, isSquare: true).octets == small.octets)
  }

  @Test("are upright and hold no metadata")
  func upright() throws {
    for name in try Judged.decoded {
      let octets = try Pictures.bytes(name)
      let thumbnail = try Thumbnail.make(from: octets, maximumSide: 40)
      let facts = PictureFacts(thumbnail.octets)
      #expect(facts.findings.isEmpty && facts.orientation == .up, "\(name)")
      #expect(facts.size == thumbnail.size)
      #expect(facts.kind.mediaType == thumbnail.mediaType)
    }
  }

  @Test("are PNG where something shines through, and only there")
  func transparency() throws {
    for name in try Judged.decoded {
      let octets = try Pictures.bytes(name)
      let bitmap = try Bitmap(reading: octets, maximumSide: 20)
      let thumbnail = try Thumbnail.make(from: octets, maximumSide: 20)
      #expect((thumbnail.mediaType == "image/png") == !bitmap.isOpaque, "\(name)")
      guard !bitmap.isOpaque else { continue }
      // PNG loses nothing.
      #expect(try Bitmap(reading: thumbnail.octets, maximumSide: 20).pixels == bitmap.pixels)
    }
  }

  @Test("a small still picture is its own thumbnail, without its metadata")
  func own() throws {
    let plain = try Pictures.bytes("plain.jpg")
    #expect(try Thumbnail.make(from: plain).octets == plain)
    let gray = try Pictures.bytes("progressive.jpg")
    #expect(try Thumbnail.make(from: gray).octets == Metadata.removing(from: gray).octets)
    // Turned, or moving: not as it is.
    for name in ["turned-6.jpg", "moving.png"] {
      let octets = try Pictures.bytes(name)
      #expect(try Thumbnail.make(from: octets).octets != octets)
    }
    #expect(try Thumbnail.make(from: Pictures.bytes("turned-6.jpg")).size.height == 48)
  }

  @Test("keep a small profile of RGB")
  func profile() throws {
    let photo = try Bitmap(reading: Pictures.bytes("loaded.jpg"), maximumSide: 50)
    #expect(photo.profile.count > 128)
    let thumbnail = try Thumbnail.make(from: Pictures.bytes("loaded.jpg"), maximumSide: 50)
    #expect(try Bitmap(reading: thumbnail.octets, maximumSide: 50).profile == photo.profile)
    // One that says it is of other colours, or of another size, is none.
    let octets = try Pictures.bytes("loaded.jpg")
    let start = try #require(Pictures.place(of: Array("acsp".utf8), in: octets)) - 36
    for (offset, word) in [(16, "CMYK"), (36, "xxxx"), (0, "\u{0}\u{0}\u{0}\u{7}")] {
      var changed = octets
      changed.replaceSubrange(start + offset..<start + offset + 4, with: word.utf8)
      #expect(try Bitmap(reading: changed, maximumSide: 50).profile.isEmpty)
    }
  }
}
