import Foundation
import Images
import TestSupport

/// What Pillow sees in the pictures of Fixtures/images.
struct Judged: Decodable {
  struct Picture: Decodable {
    /// Upright.
    let width: Int
    let height: Int
    /// Means of 4 × 4 fields: red, green, blue and how opaque.
    let grid: [[Int]]
  }

  let pictures: [String: Picture]

  static func read() throws -> Judged {
    try JSONDecoder().decode(Judged.self, from: Data(Fixtures.bytes("images/judged.json")))
  }

  /// The files that are decoded here.
  static var decoded: [String] {
    get throws {
      try read().pictures.keys.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }.sorted()
    }
  }
}

/// What Pillow says of what `vcard share` makes of the pictures of Fixtures/images.
struct JudgedOutput: Decodable {
  struct Thumbnail: Decodable {
    let type: String
    let width: Int
    let height: Int
    let grid: [[Int]]
  }

  /// The length and CRC-32 of the picture without its metadata.
  let count: Int
  let checksum: Int
  let thumbnail: Thumbnail?

  static func read() throws -> [String: JudgedOutput] {
    try JSONDecoder().decode(
      [String: JudgedOutput].self, from: Data(Fixtures.bytes("images/outputs.json")))
  }
}

/// Pictures of Fixtures/images and what is made of them.
enum Pictures {
  static func bytes(_ name: String) throws -> [UInt8] { try Fixtures.bytes("images/\(name)") }

  /// The JPEG and PNG files that are small enough to be damaged thousands of times.
  static let small = [
    "loaded.jpg", "progressive.jpg", "cmyk.jpg", "gray.jpg", "turned-7.jpg", "plain.png",
    "translucent.png", "palette-transparent.png", "gray-alpha.png", "moving.png", "bits.png",
    "interlaced-thin.png", "gray16.png",
  ]

  /// Everything that is looked into.
  static let looked = small + ["loaded.png", "loaded.webp", "loaded.gif", "moving.gif"]

  /// The mean colours of 4 × 4 fields, as draw.py takes them.
  static func grid(_ bitmap: Bitmap) -> [[Int]] {
    var fields: [[Int]] = []
    for row in 0..<4 {
      for column in 0..<4 {
        var sums = [0.0, 0.0, 0.0, 0.0]
        var count = 0.0
        let top = row * bitmap.height / 4
        let left = column * bitmap.width / 4
        for y in top..<max((row + 1) * bitmap.height / 4, top + 1) {
          for x in left..<max((column + 1) * bitmap.width / 4, left + 1) {
            let offset = (y * bitmap.width + x) * 4
            let opacity = Double(bitmap.pixels[offset + 3])
            for channel in 0..<3 {
              sums[channel] += Double(bitmap.pixels[offset + channel]) * opacity
            }
            sums[3] += opacity
            count += 1
          }
        }
        let opacity = sums[3]
        var field = sums[..<3].map { opacity > 0 ? Int(($0 / opacity).rounded()) : 0 }
        field.append(Int((opacity / count).rounded()))
        fields.append(field)
      }
    }
    return fields
  }

  /// How far the farthest of two grids' numbers are apart.
  static func distance(_ one: [[Int]], _ other: [[Int]]) -> Int {
    zip(one.joined(), other.joined()).map { abs($0 - $1) }.max() ?? 255
  }

  /// CRC-32 as zlib's, for chunks that are put together here.
  static func crc32(_ octets: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for octet in octets {
      sum ^= UInt32(octet)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    return ~sum
  }

  static func bigEndian(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return bigEndian(content.count, 4) + body + bigEndian(Int(crc32(body)), 4)
  }

  /// Where some octets stand first.
  static func place(of word: [UInt8], in octets: [UInt8], from start: Int = 0) -> Int? {
    guard octets.count >= word.count, start <= octets.count - word.count else { return nil }
    return (start...octets.count - word.count).first { octets[$0...].starts(with: word) }
  }
}
