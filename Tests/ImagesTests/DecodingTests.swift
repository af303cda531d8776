import Images
import TestSupport
import Testing

@Suite("Reading the pixels of JPEG and PNG")
struct DecodingTests {
  @Test("sees the colours that Pillow sees, upright: every kind of pixel, scan and turn")
  func judged() throws {
    let judged = try Judged.read()
    let names = try Judged.decoded
    #expect(names.count >= 28)
    for name in names {
      let expected = try #require(judged.pictures[name])
      let octets = try Pictures.bytes(name)
      let bitmap = try Bitmap(reading: octets, maximumSide: 1024)
      if max(expected.width, expected.height) <= 1024 {
        #expect(bitmap.width == expected.width && bitmap.height == expected.height, "\(name)")
      }
      #expect(Pictures.distance(Pictures.grid(bitmap), expected.grid) <= 3, "\(name)")
      // The mean of a field is that of the areas in it, however small it becomes.
      let side = max(expected.width, expected.height) / 2 & ~3
      let small = try Bitmap(reading: octets, maximumSide: max(side, 1))
      #expect(max(small.width, small.height) == max(side, 1), "\(name)")
      guard min(small.width, small.height) >= 16 else { continue }
      #expect(Pictures.distance(Pictures.grid(small), expected.grid) <= 12, "\(name), small")
    }
  }

  /// The average of areas as one would write it down first.
  private func slowlyAveraged(_ bitmap: Bitmap, side: Int) -> (width: Int, height: Int, [Double]) {
    let longest = Double(max(bitmap.width, bitmap.height))
    let width = max(1, Int((Double(bitmap.width) * Double(side) / longest).rounded()))
    let height = max(1, Int((Double(bitmap.height) * Double(side) / longest).rounded()))
    var values: [Double] = []
    for row in 0..<height {
      for column in 0..<width {
        let top = Double(row) * Double(bitmap.height) / Double(height)
        let bottom = Double(row + 1) * Double(bitmap.height) / Double(height)
        let left = Double(column) * Double(bitmap.width) / Double(width)
        let right = Double(column + 1) * Double(bitmap.width) / Double(width)
        var sums = [0.0, 0.0, 0.0, 0.0]
        for y in Int(top)..<min(bitmap.height, Int(bottom.rounded(.up))) {
          for x in Int(left)..<min(bitmap.width, Int(right.rounded(.up))) {
            let area =
              (min(bottom, Double(y + 1)) - max(top, Double(y)))
              * (min(right, Double(x + 1)) - max(left, Double(x)))
            let offset = (y * bitmap.width + x) * 4
            let weight = max(area, 0) * Double(bitmap.pixels[offset + 3])
            for channel in 0..<3 {
              sums[channel] += weight * Double(bitmap.pixels[offset + channel])
            }
            sums[3] += weight
          }
        }
        values += sums[..<3].map { sums[3] > 0 ? $0 / sums[3] : 0 }
        values.append(sums[3] / ((bottom - top) * (right - left)))
      }
    }
    return (width, height, values)
  }

  @Test(
    "averages areas, weighed by opacity, as the slow way does",
    arguments: [
      "plain.png", "translucent.png", "palette-transparent.png", "interlaced-rgba16.png",
      "interlaced-thin.png",
    ], [1, 2, 3, 7, 31, 50, 95])
  func areas(name: String, side: Int) throws {
    let octets = try Pictures.bytes(name)
    let whole = try Bitmap(reading: octets, maximumSide: 1024)
    let small = try Bitmap(reading: octets, maximumSide: side)
    guard side < max(whole.width, whole.height) else { return }
    let (width, height, values) = slowlyAveraged(whole, side: side)
    #expect(small.width == width && small.height == height)
    let farthest = zip(small.pixels, values).map { abs(Double($0) - $1) }.max() ?? 255
    #expect(farthest <= 0.51)
  }

  @Test("reads interlaced rows as it reads others, at any size", arguments: [96, 40, 9, 1])
  func interlaced(side: Int) throws {
    let plain = try Bitmap(reading: Pictures.bytes("plain.png"), maximumSide: side)
    let laced = try Bitmap(reading: Pictures.bytes("interlaced.png"), maximumSide: side)
    #expect(plain == laced)
  }

  @Test("turns as Exif says, and twice the opposite is none", arguments: Orientation.allCases)
  func turns(orientation: Orientation) throws {
    // What stands where: a picture of three by two with six colours.
    let pixels: [UInt8] = (1...6).flatMap { [$0, 0, 0, 255] }
    let turned = Bitmap(width: 3, height: 2, pixels: pixels).turned(orientation)
    let values = stride(from: 0, to: 24, by: 4).map { Int(turned.pixels[$0]) }
    let expected: [Orientation: [Int]] = [
      .up: [1, 2, 3, 4, 5, 6], .upMirrored: [3, 2, 1, 6, 5, 4], .down: [6, 5, 4, 3, 2, 1],
      .downMirrored: [4, 5, 6, 1, 2, 3], .leftMirrored: [1, 4, 2, 5, 3, 6],
      .right: [4, 1, 5, 2, 6, 3], .rightMirrored: [6, 3, 5, 2, 4, 1], .left: [3, 6, 2, 5, 1, 4],
    ]
    #expect(values == expected[orientation])
    #expect((turned.width == 2) == orientation.swapsSides)
    let opposite: Orientation =
      orientation == .right ? .left : orientation == .left ? .right : orientation
    #expect(turned.turned(opposite).pixels == pixels)
  }

  @Test("says of a JPEG with arithmetic coding or twelve bits that it is not read")
  func unusual() throws {
    let octets = try Pictures.bytes("plain.jpg")
    let frame = try #require(Pictures.place(of: [0xFF, 0xC0, 0, 17, 8], in: octets))
    for (offset, value) in [(1, 0xC9), (1, 0xC3), (4, 12)] as [(Int, UInt8)] {
      var changed = octets
      changed[frame + offset] = value
      #expect(throws: ImageError.unsupported(.jpeg), "\(value)") {
        try Bitmap(reading: changed, maximumSide: 96)
      }
    }
  }

  @Test("says of what is neither that it is not read")
  func unsupported() throws {
    for name in ["plain.webp", "loaded.gif", "plain.bmp", "plain.tiff"] {
      let octets = try Pictures.bytes(name)
      #expect(throws: ImageError.unsupported(Picture.Kind(sniffing: octets))) {
        try Bitmap(reading: octets, maximumSide: 96)
      }
    }
    #expect(throws: ImageError.unsupported(.unknown)) { try Bitmap(reading: [], maximumSide: 96) }
  }
}

@Suite("Pictures that ask for too much")
struct BombTests {
  private func withFrame(_ name: String, width: Int, height: Int) throws -> [UInt8] {
    var octets = try Pictures.bytes(name)
    for marker: UInt8 in [0xC0, 0xC2] {
      guard let place = Pictures.place(of: [0xFF, marker, 0, 17, 8], in: octets) else { continue }
      octets.replaceSubrange(
        place + 5..<place + 9, with: Pictures.bigEndian(height, 2) + Pictures.bigEndian(width, 2))
    }
    return octets
  }

  @Test("a JPEG of more than 100 million pixels is refused", arguments: ["plain", "progressive"])
  func tooManyPixels(name: String) throws {
    let octets = try withFrame("\(name).jpg", width: 65_000, height: 65_000)
    #expect(throws: ImageError.tooLarge) { try Thumbnail.make(from: octets) }
  }

  @Test("a JPEG with fewer bits than blocks is refused", arguments: ["plain", "progressive"])
  func tooFewBits(name: String) throws {
    let octets = try withFrame("\(name).jpg", width: 9000, height: 9000)
    #expect(throws: ImageError.damaged) { try Thumbnail.make(from: octets) }
  }

  @Test("a progressive JPEG whose coefficients would not fit is refused before there is room")
  func coefficients() throws {
    var octets = try withFrame("progressive.jpg", width: 9990, height: 9990)
    // Enough octets for so many blocks.
    octets.insert(contentsOf: [UInt8](repeating: 0, count: 1 << 20), at: octets.count - 2)
    // 4:4:4: three coefficients of two octets a pixel.
    let frame = try #require(Pictures.place(of: [0xFF, 0xC2, 0, 17, 8], in: octets))
    octets[frame + 11] = 0x11
    #expect(throws: ImageError.tooLarge) { try Thumbnail.make(from: octets) }
  }

  @Test("a JPEG of more than a hundred scans is refused")
  func scans() throws {
    let octets = try Pictures.bytes("progressive.jpg")
    // The last scan, from its tables on, again and again.
    let last = try #require(
      octets.indices.last { octets[$0...].starts(with: [0xFF, 0xDA]) })
    let scan = Array(octets[last..<octets.count - 2])
    var many = Array(octets.dropLast(2))
    for _ in 0..<100 { many += scan }
    #expect(throws: ImageError.tooLarge) { try Thumbnail.make(from: many + [0xFF, 0xD9]) }
    // A few more than usual are read.
    let few: [UInt8] = octets[..<(octets.count - 2)] + scan + scan + [0xFF, 0xD9]
    #expect(try Thumbnail.make(from: few).size == PixelSize(width: 96, height: 72))
  }

  @Test(
    "a PNG of too many pixels is refused, also with too long a side",
    arguments: [(60_000, 60_000), (70_000, 1), (1, 70_000), (0x7FFF_FFFF, 0x7FFF_FFFF)])
  func png(width: Int, height: Int) {
    let header = Pictures.bigEndian(width, 4) + Pictures.bigEndian(height, 4) + [8, 2, 0, 0, 0]
    let octets: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Pictures.chunk("IHDR", header)
      + Pictures.chunk("IDAT", [0x78, 0x9C]) + Pictures.chunk("IEND", [])
    #expect(throws: ImageError.tooLarge) { try Thumbnail.make(from: octets) }
  }

  @Test("a PNG whose sides are none is damaged")
  func noSides() {
    let header = Pictures.bigEndian(0, 4) + Pictures.bigEndian(5, 4) + [8, 2, 0, 0, 0]
    let octets: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Pictures.chunk("IHDR", header)
    #expect(throws: ImageError.damaged) { try Thumbnail.make(from: octets) }
  }

  @Test("cut at every place, a picture gives pixels of its size or an error")
  func cut() throws {
    var made = 0
    for name in Pictures.small {
      let octets = try Pictures.bytes(name)
      for length in 0..<octets.count {
        guard let bitmap = try? Bitmap(reading: Array(octets[..<length]), maximumSide: 24) else {
          continue
        }
        made += 1
        #expect(max(bitmap.width, bitmap.height) == 24, "\(name) \(length)")
      }
    }
    // A picture that lacks only what marks its end is whole.
    #expect(made > 0)
  }

  @Test("damaged at random, a picture gives pixels or an error", arguments: 1...4)
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let files = try Pictures.small.map(Pictures.bytes)
    var made = 0
    for _ in 0..<1500 {
      guard var octets = files.randomElement(using: &random) else { continue }
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        octets[Int.random(in: 0..<octets.count, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      guard let thumbnail = try? Thumbnail.make(from: octets, maximumSide: 32) else { continue }
      made += 1
      let again = try Bitmap(reading: thumbnail.octets, maximumSide: 64)
      #expect(again.width == thumbnail.size.width && again.height == thumbnail.size.height)
    }
    #expect(made > 0)
  }

  @Test("a JPEG that lacks only its last marker is whole, and one that lacks pixels is not")
  func endings() throws {
    let octets = try Pictures.bytes("plain.jpg")
    #expect(
      try Bitmap(reading: Array(octets.dropLast(2)), maximumSide: 96)
        == Bitmap(reading: octets, maximumSide: 96))
    #expect(throws: ImageError.damaged) {
      try Bitmap(reading: Array(octets.dropLast(300)), maximumSide: 96)
    }
  }
}
