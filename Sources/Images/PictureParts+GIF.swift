extension PictureParts {
  /// GIF89a §§17–27.
  mutating func walkGIF(_ octets: [UInt8]) {
    guard octets.count >= 13, let width = octets.littleEndian(at: 6, width: 2),
      let height = octets.littleEndian(at: 8, width: 2)
    else { return }
    size = PixelSize(width: width, height: height)
    var index = 13 + PictureParts.paletteBytes(octets[10])
    guard index <= octets.count else { return }
    add(.picture, 0..<index)
    var pictures = 0
    while index < octets.count {
      guard parts.count < PictureParts.mostParts else { return }
      let start = index
      switch octets[index] {
      case 0x3B:
        add(.picture, start..<index + 1)
        return finish(octets, at: index + 1)
      case 0x2C:
        guard index + 11 <= octets.count else { return }
        // The descriptor, its palette, and how wide the first codes are.
        let data = index + 10 + PictureParts.paletteBytes(octets[index + 9]) + 1
        guard let end = PictureParts.endOfBlocks(octets, from: data) else { return }
        index = end
        add(.picture, start..<index)
        pictures += 1
        if pictures > 1 { isAnimated = true }
      case 0x21:
        guard index + 2 <= octets.count,
          let end = PictureParts.endOfBlocks(octets, from: index + 2)
        else { return }
        index = end
        addExtension(octets, start..<index)
      default: return
      }
    }
    // Only its last octet is missing.
    finish(octets, at: index)
  }

  private static func paletteBytes(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 * (2 << Int(flags & 7))
  }

  /// Blocks of a size and so many octets follow one another up to an empty one.
  private static func endOfBlocks(_ octets: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < octets.count {
      let size = Int(octets[index])
      index += 1 + size
      if size == 0 { return index }
    }
    return nil
  }

  private mutating func addExtension(_ octets: [UInt8], _ range: Range<Int>) {
    let start = range.lowerBound
    switch octets[start + 1] {
    // How long to wait, and a text that is drawn.
    case 0xF9, 0x01: add(.picture, range)
    case 0xFE: add(.comment, range)
    case 0xFF where octets.holds("\u{B}XMP DataXMP", at: start + 2): add(.xmp, range)
    case 0xFF where octets.holds("\u{B}NETSCAPE2.0", at: start + 2),
      0xFF where octets.holds("\u{B}ANIMEXTS1.0", at: start + 2):
      add(.picture, range)
    case 0xFF where octets.holds("\u{B}ICCRGBG1012", at: start + 2): add(.picture, range)
    default: add(.other, range)
    }
  }
}
