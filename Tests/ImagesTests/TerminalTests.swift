import Images
import TestSupport
import Testing
import VCard

@Suite("What a terminal can show")
struct TerminalGraphicsTests {
  @Test(
    "is told by its environment",
    arguments: [
      (["TERM": "xterm-kitty"], TerminalGraphics.kitty),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty),
      (["TERM": "xterm-ghostty"], .kitty),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .kitty),
      (["TERM": "foot"], .sixel), (["TERM": "foot-extra"], .sixel), (["TERM": "mlterm"], .sixel),
      (["TERM": "yaft-256color"], .sixel), (["TERM": "xterm-sixel"], .sixel),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .sixel),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "230805"], .sixel),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "211203"], .none),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "no"], .none),
      (["TERM": "xterm-256color"], .none), (["TERM": "footing"], .none),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .none),
      (["TERM": "dumb", "KITTY_WINDOW_ID": "1"], .none), ([:], .none),
      (["KITTY_WINDOW_ID": "1"], .none),
      (["TERM": "screen-256color", "KITTY_WINDOW_ID": "1"], .none),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux"], .none),
      (["TERM": "foot", "TMUX": "/x,1,0"], .none), (["TERM": "foot", "ZELLIJ": "0"], .none),
    ])
  func detects(environment: [String: String], graphics: TerminalGraphics) {
    #expect(TerminalGraphics.detect { environment[$0] } == graphics)
  }

  @Test("decides the picture, and none is one")
  func picture() throws {
    let octets = try Pictures.bytes("plain.png")
    #expect(try TerminalGraphics.none.picture(from: octets, columns: 9, rows: 9) == nil)
    #expect(
      try TerminalGraphics.kitty.picture(from: octets, columns: 9, rows: 9)
        == KittyPicture.make(from: octets, columns: 9, rows: 9))
    #expect(
      try TerminalGraphics.sixel.picture(from: octets, columns: 9, rows: 9)
        == SixelPicture.make(from: octets, columns: 9, rows: 9))
  }
}

@Suite("Pictures in kitty's protocol")
struct KittyPictureTests {
  /// Parses sequences back: the keys of the first, and the octets of all.
  private func parsed(_ octets: [UInt8]) throws -> (keys: [String: String], [UInt8], chunks: Int) {
    var rest = octets[...]
    var keys: [String: String] = [:]
    var text: [UInt8] = []
    var chunks = 0
    var more = true
    while !rest.isEmpty {
      try #require(more && rest.starts(with: "\u{1B}_G".utf8))
      let semicolon = try #require(rest.firstIndex(of: UInt8(ascii: ";")))
      let head = String(decoding: rest[(rest.startIndex + 3)..<semicolon], as: UTF8.self)
      var own: [String: String] = [:]
      for pair in head.split(separator: ",") {
        let parts = pair.split(separator: "=")
        own[String(parts[0])] = String(parts[1])
      }
      if chunks == 0 { keys = own } else { #expect(Set(own.keys) == ["m"]) }
      more = own["m"] == "1"
      let end = try #require(rest[semicolon...].firstIndex(of: 0x1B))
      let piece = rest[(semicolon + 1)..<end]
      #expect(piece.count <= 4096 && (!more || piece.count % 4 == 0))
      text += piece
      #expect(rest[end...].starts(with: "\u{1B}\\".utf8))
      rest = rest[(end + 2)...]
      chunks += 1
    }
    #expect(!more)
    return (keys, try #require(Base64.decode(text)), chunks)
  }

  @Test("are a PNG in pieces of 4096 digits, with a size in cells, and ask for no answer")
  func pieces() throws {
    let photo = try Pictures.bytes("large.jpg")
    let picture = try KittyPicture.make(from: photo, columns: 30, rows: 15)
    let (keys, png, chunks) = try parsed(picture.octets)
    #expect(
      keys == [
        "a": "T", "f": "100", "q": "2", "c": "\(picture.columns)", "r": "\(picture.rows)",
        "m": "1",
      ])
    #expect(chunks > 2)
    // 900 × 1200 upright: 15 rows of 20 are 300 pixels, and 225 of width some 22 columns of 10.
    #expect(picture.rows == 15 && [22, 23].contains(picture.columns))
    let bitmap = try Bitmap(reading: png, maximumSide: 1024)
    #expect(bitmap.height == 600 && bitmap.width == 450)
    let judged = try #require(Judged.read().pictures["large.jpg"])
    #expect(Pictures.distance(Pictures.grid(bitmap), judged.grid) <= 4)
    #expect(PictureFacts(png).findings.isEmpty)
  }

  @Test("are not made larger, and take one cell at least")
  func small() throws {
    let picture = try KittyPicture.make(
      from: Pictures.bytes("turned-6.jpg"), columns: 80, rows: 24)
    #expect(picture.columns == 3 && picture.rows == 2)
    let thin = try KittyPicture.make(
      from: Pictures.bytes("interlaced-thin.png"), columns: 1, rows: 1)
    #expect(thin.columns == 1 && thin.rows == 1)
    for cells in [Int.min, -1, 0, Int.max] {
      _ = try KittyPicture.make(
        from: Pictures.bytes("plain.jpg"), columns: cells, rows: cells,
        cell: PixelSize(width: cells, height: cells))
    }
    #expect(throws: ImageError.unsupported(.webp)) {
      try KittyPicture.make(from: Pictures.bytes("plain.webp"), columns: 9, rows: 9)
    }
    #expect(throws: ImageError.damaged) {
      try SixelPicture.make(from: [0xFF, 0xD8, 0xFF, 0xD9], columns: 9, rows: 9)
    }
  }
}

@Suite("Pictures in sixels")
struct SixelPictureTests {
  /// What a terminal would have on its screen; -1 where nothing was drawn.
  private struct Screen {
    var width = 0
    var height = 0
    var pixels: [Int] = []
    var colors: [Int: [Int]] = [:]
  }

  /// An obvious reader of sixels: a character at a time.
  private func shown(_ octets: [UInt8]) throws -> Screen {
    let start = Array("\u{1B}P0;1;0q\"1;1;".utf8)
    try #require(octets.starts(with: start) && octets.suffix(2).elementsEqual("\u{1B}\\".utf8))
    var rest = octets.dropFirst(start.count).dropLast(2)
    func number() -> Int {
      var value = 0
      while let digit = rest.first, 0x30...0x39 ~= digit {
        value = value * 10 + Int(digit) - 0x30
        rest.removeFirst()
      }
      return value
    }
    var screen = Screen()
    screen.width = number()
    rest.removeFirst()
    screen.height = number()
    screen.pixels = [Int](repeating: -1, count: screen.width * screen.height)
    var x = 0
    var top = 0
    var color = -1
    while let character = rest.first {
      rest.removeFirst()
      switch character {
      case UInt8(ascii: "#"):
        color = number()
        guard rest.first == UInt8(ascii: ";") else { break }
        var values: [Int] = []
        while rest.first == UInt8(ascii: ";") {
          rest.removeFirst()
          values.append(number())
        }
        #expect(values.count == 4 && values[0] == 2 && values.allSatisfy { $0 <= 100 })
        screen.colors[color] = values.dropFirst().map { $0 * 255 / 100 }
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"):
        x = 0
        top += 6
      default:
        var count = 1
        var sixel = character
        if character == UInt8(ascii: "!") {
          count = number()
          sixel = rest.first ?? 0
          rest = rest.dropFirst()
        }
        try #require(0x3F...0x7E ~= sixel)
        for _ in 0..<count {
          for bit in 0..<6 where (sixel - 0x3F) >> UInt8(bit) & 1 == 1 {
            try #require(x < screen.width && top + bit < screen.height)
            #expect(screen.pixels[(top + bit) * screen.width + x] == -1)
            screen.pixels[(top + bit) * screen.width + x] = color
          }
          x += 1
        }
      }
    }
    return screen
  }

  /// How far what is shown is from what was meant: at most, and on average over fields of 4 × 4.
  private func error(_ screen: Screen, _ bitmap: Bitmap) throws -> (most: Int, mean: Double) {
    try #require(screen.width == bitmap.width && screen.height == bitmap.height)
    var most = 0
    var fields: [Int: [Int]] = [:]
    for place in screen.pixels.indices {
      let isShown = bitmap.pixels[place * 4 + 3] >= 128
      try #require(isShown == (screen.pixels[place] >= 0))
      guard isShown else { continue }
      let color = try #require(screen.colors[screen.pixels[place]])
      let field = place / bitmap.width / 4 * 10_000 + place % bitmap.width / 4
      for channel in 0..<3 {
        let difference = color[channel] - Int(bitmap.pixels[place * 4 + channel])
        most = max(most, abs(difference))
        fields[field * 3 + channel, default: []].append(difference)
      }
    }
    let means = fields.values.map { abs(Double($0.reduce(0, +)) / Double($0.count)) }
    return (most, means.isEmpty ? 0 : means.reduce(0, +) / Double(means.count))
  }

  @Test("show the picture, with its own colours where they are few", arguments: [true, false])
  func few(dithers: Bool) throws {
    for name in ["palette.png", "palette-transparent.png", "bits.png", "gray16.png"] {
      let bitmap = try Bitmap(reading: Pictures.bytes(name), maximumSide: 1024)
      let screen = try shown(SixelPicture.encode(bitmap, dithers: dithers))
      // Percents are steps of two and a half.
      #expect(try error(screen, bitmap).most <= 3, "\(name)")
    }
  }

  @Test(
    "show the picture, with 256 colours that suit it where it has more",
    arguments: ["plain.jpg", "translucent.png", "cmyk.jpg", "loaded.jpg"], [true, false])
  func many(name: String, dithers: Bool) throws {
    let bitmap = try Bitmap(reading: Pictures.bytes(name), maximumSide: 1024)
    let screen = try shown(SixelPicture.encode(bitmap, dithers: dithers))
    #expect(screen.colors.count <= 256 && screen.colors.keys.allSatisfy { 0..<256 ~= $0 })
    let (most, mean) = try error(screen, bitmap)
    #expect(most <= 40, "\(most)")
    #expect(mean <= (dithers ? 2.5 : 6), "\(mean)")
  }

  @Test("dithered, are nearer to the picture from afar")
  func dithering() throws {
    let bitmap = try Bitmap(reading: Pictures.bytes("large.png"), maximumSide: 320)
    let plain = try error(shown(SixelPicture.encode(bitmap, dithers: false)), bitmap)
    let dithered = try error(shown(SixelPicture.encode(bitmap, dithers: true)), bitmap)
    #expect(dithered.mean < plain.mean)
  }

  @Test("of pixels by chance show them within what 256 colours allow", arguments: 1...3)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for (width, height) in [(1, 1), (7, 5), (40, 13), (64, 64)] {
      var bitmap = Bitmap(
        width: width, height: height, pixels: [UInt8](repeating: 0, count: width * height * 4))
      for index in bitmap.pixels.indices {
        bitmap.pixels[index] = UInt8.random(in: 0...255, using: &random)
      }
      let screen = try shown(SixelPicture.encode(bitmap, dithers: false))
      #expect(try error(screen, bitmap).most <= 128)
    }
  }

  @Test("of nothing but transparency draw nothing")
  func transparent() throws {
    let bitmap = Bitmap(width: 9, height: 13, pixels: [UInt8](repeating: 0, count: 9 * 13 * 4))
    let screen = try shown(SixelPicture.encode(bitmap))
    #expect(screen.colors.isEmpty && screen.pixels.allSatisfy { $0 == -1 })
  }

  @Test("fit so many cells, upright")
  func cells() throws {
    let picture = try SixelPicture.make(from: Pictures.bytes("large.jpg"), columns: 16, rows: 8)
    let screen = try shown(picture.octets)
    #expect(screen.width == 120 && screen.height == 160)
    #expect(picture.columns == 12 && picture.rows == 8)
  }
}
