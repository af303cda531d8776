extension PictureParts {
  /// The flags of VP8X that tell of Exif and XMP, RFC 9649 §2.7.
  static let webPExifFlag: UInt8 = 0x08
  static let webPXMPFlag: UInt8 = 0x04

  /// RFC 9649 §2.3: RIFF, in which a chunk of an odd size has an octet more.
  mutating func walkWebP(_ octets: [UInt8]) {
    guard let size = octets.littleEndian(at: 4, width: 4), size >= 4, size + 8 <= octets.count
    else { return }
    let end = size + 8
    add(.picture, 0..<12)
    var index = 12
    while index < end {
      guard parts.count < PictureParts.mostParts, index + 8 <= end,
        let length = octets.littleEndian(at: index + 4, width: 4), index + 8 + length <= end
      else { return }
      let content = index + 8..<index + 8 + length
      // The last octet of fill is missing in some files.
      let next = min(content.upperBound + length % 2, end)
      addChunk(
        String(decoding: octets[index..<index + 4], as: UTF8.self), octets: octets,
        range: index..<next, content: content)
      index = next
    }
    finish(octets, at: end)
  }

  private mutating func addChunk(
    _ name: String, octets: [UInt8], range: Range<Int>, content: Range<Int>
  ) {
    let start = content.lowerBound
    switch name {
    case "VP8X":
      if content.count >= 10, let width = octets.littleEndian(at: start + 4, width: 3),
        let height = octets.littleEndian(at: start + 7, width: 3)
      {
        size = PixelSize(width: width + 1, height: height + 1)
      }
      add(.picture, range, content: content)
    case "VP8 ":
      // RFC 6386 §9.1: three octets, a start code, and two sides of fourteen bits.
      if size == nil, content.count >= 10, let width = octets.littleEndian(at: start + 6, width: 2),
        let height = octets.littleEndian(at: start + 8, width: 2)
      {
        size = PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
      }
      add(.picture, range, content: content)
    case "VP8L":
      // RFC 9649 §3.4: a signature, and twice fourteen bits.
      if size == nil, content.count >= 5, let bits = octets.littleEndian(at: start + 1, width: 4) {
        size = PixelSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
      }
      add(.picture, range, content: content)
    case "ANIM":
      isAnimated = true
      add(.picture, range, content: content)
    case "ALPH", "ANMF": add(.picture, range, content: content)
    case "ICCP":
      let left = ColorProfile.withoutDevice(Array(octets[content]))
      // It is as long as before, and so is what frames it.
      add(
        left == nil ? .picture : .device, range, content: content,
        replacement: left.map {
          Array(octets[range.lowerBound..<start]) + $0
            + octets[content.upperBound..<range.upperBound]
        })
    case "EXIF":
      let (role, tiff) = PictureParts.exif(octets, content)
      add(role, range, content: tiff)
    case "XMP ": add(.xmp, range, content: content)
    default: add(.other, range, content: content)
    }
  }
}
