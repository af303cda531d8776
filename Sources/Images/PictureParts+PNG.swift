extension PictureParts {
  /// Chunks that may be left out by the rules, but that say how pixels look, or hold some of them.
  ///
  /// ISO/IEC 15948:2004 §11.3 and its third edition: transparency, gamma and colours, animation.
  private static let shown: Set<String> = [
    "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs", "cICP", "mDCV", "cLLI",
    "acTL", "fcTL", "fdAT",
  ]

  /// ISO/IEC 15948 §5.3.
  mutating func walkPNG(_ octets: [UInt8]) {
    add(.picture, 0..<8)
    var index = 8
    while index < octets.count {
      let start = index + 8
      guard parts.count < PictureParts.mostParts, start <= octets.count,
        let length = octets.bigEndian(at: index, width: 4), length < 1 << 31,
        octets[index + 4..<start].allSatisfy(PictureParts.isLetter)
      else { return }
      let name = String(decoding: octets[index + 4..<start], as: UTF8.self)
      let end = start + length + 4
      let content = start..<min(start + length, octets.count)
      let range = index..<min(end, octets.count)
      addChunk(name, octets: octets, range: range, content: content)
      if end > octets.count {
        // What is cut off within its pixels is a picture still.
        if name == "IDAT" || name == "fdAT" { extent = .whole }
        return
      }
      index = end
      if name == "IEND" { break }
    }
    finish(octets, at: index)
  }

  private static func isLetter(_ octet: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= octet | 0x20
  }

  private mutating func addChunk(
    _ name: String, octets: [UInt8], range: Range<Int>, content: Range<Int>
  ) {
    switch name {
    case "IHDR":
      if size == nil, content.count >= 8,
        let width = octets.bigEndian(at: content.lowerBound, width: 4),
        let height = octets.bigEndian(at: content.lowerBound + 4, width: 4)
      {
        size = PixelSize(width: width, height: height)
      }
      add(.picture, range, content: content)
    case "eXIf":
      let (role, tiff) = PictureParts.exif(octets, content)
      add(role, range, content: tiff)
    case "tEXt", "zTXt", "iTXt":
      let key = octets[content].prefix(79).prefix { $0 != 0 }
      if key.elementsEqual("XML:com.adobe.xmp".utf8) {
        add(.xmp, range, content: content)
      } else {
        // ISO/IEC 15948 §11.3.4.2: keywords are ISO 8859-1.
        let keyword = String(String.UnicodeScalarView(key.map { Unicode.Scalar($0) }))
        add(.text(keyword: keyword), range, content: content)
      }
    case "tIME": add(.changeDate, range, content: content)
    default:
      if name == "acTL" { isAnimated = true }
      // §5.4: a capital first letter says that it cannot be shown without.
      let isCritical = name.utf8.first.map { $0 & 0x20 == 0 } ?? true
      let isShown = isCritical || PictureParts.shown.contains(name)
      add(isShown ? .picture : .other, range, content: content)
    }
  }
}

/// The checksum of PNG's chunks.
enum ChunkChecksum {
  /// CRC-32 of ISO 3309, bit by bit: what is summed has some thirty octets.
  static func of(_ octets: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for octet in octets {
      sum ^= UInt32(octet)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    return ~sum
  }
}
