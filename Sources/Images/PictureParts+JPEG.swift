extension PictureParts {
  /// ITU-T T.81 annex B.
  mutating func walkJPEG(_ octets: [UInt8]) {
    add(.picture, 0..<2)
    var index = 2
    while true {
      let start = index
      guard index < octets.count, parts.count < PictureParts.mostParts else { return }
      // What is no marker is passed over, as decoders do; it must not keep what stands before it.
      if octets[index] != 0xFF {
        while index < octets.count, octets[index] != 0xFF { index += 1 }
        add(.other, start..<index)
        continue
      }
      // B.1.1.2: fill octets may stand before a marker.
      while index < octets.count, octets[index] == 0xFF { index += 1 }
      guard index < octets.count else { return }
      let marker = octets[index]
      index += 1
      switch marker {
      case 0xD9:
        add(.picture, start..<index)
        return finish(octets, at: index)
      // These stand alone.
      case 0x01, 0xD0...0xD7: add(.picture, start..<index)
      case 0x00: add(.other, start..<index)
      case 0xD8: return
      default:
        guard let length = octets.bigEndian(at: index, width: 2), length >= 2 else { return }
        let content = index + 2..<max(index + 2, min(index + length, octets.count))
        let isCut = index + length > octets.count
        index = content.upperBound
        if marker == 0xDA, !isCut { index = PictureParts.endOfScan(octets, from: index) }
        addSegment(marker, octets: octets, range: start..<index, content: content)
        if isCut { return }
        // What is cut off within its pixels is a picture still.
        if marker == 0xDA, index == octets.count { return finish(octets, at: index) }
      }
    }
  }

  /// Where the next marker is that does not belong to the scan.
  private static func endOfScan(_ octets: [UInt8], from start: Int) -> Int {
    let octets = octets.span
    var index = start
    while index + 1 < octets.count {
      if octets[index] == 0xFF {
        switch octets[index + 1] {
        // B.1.1.5: a stuffed zero. B.2.1: restarts.
        case 0x00, 0xD0...0xD7: index += 2
        case 0xFF: index += 1
        default: return index
        }
      } else {
        index += 1
      }
    }
    return octets.count
  }

  private mutating func addSegment(
    _ marker: UInt8, octets: [UInt8], range: Range<Int>, content: Range<Int>
  ) {
    func starts(_ word: String) -> Bool { octets.holds(word, in: content) }
    switch marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      if size == nil, content.count >= 5,
        let height = octets.bigEndian(at: content.lowerBound + 1, width: 2),
        let width = octets.bigEndian(at: content.lowerBound + 3, width: 2)
      {
        size = PixelSize(width: width, height: height)
      }
      add(.picture, range, content: content)
    case 0xE0 where starts("JFIF\u{0}") && content.count >= 12:
      addJFIF(octets, range: range, content: content)
    case 0xE0 where starts("JFXX\u{0}"), 0xE2 where starts("MPF\u{0}"):
      add(.preview, range, content: content)
    case 0xE1 where starts(OrientationExif.head):
      let (role, tiff) = PictureParts.exif(octets, content)
      add(role, range, content: tiff)
    case 0xE1 where starts("http://ns.adobe.com/xap/1.0/"),
      0xE1 where starts("http://ns.adobe.com/xmp/extension/"):
      add(.xmp, range, content: content)
    case 0xE2 where starts("ICC_PROFILE\u{0}"):
      // A number and how many there are stand before the profile.
      let head = octets[range.lowerBound..<min(content.lowerBound + 14, content.upperBound)]
      let left = ColorProfile.withoutDevice(Array(octets[content.dropFirst(14)]))
      add(
        left == nil ? .picture : .device, range, content: content,
        replacement: left.map { Array(head) + $0 })
    case 0xED where starts("Photoshop 3.0"): add(.photoshop, range, content: content)
    // It says whether colours are as they are or have been turned into others.
    case 0xEE where starts("Adobe") && content.count >= 12:
      let kept = octets[content.prefix(12)]
      add(
        content.count == 12 ? .picture : .other, range, content: content,
        replacement: content.count == 12 ? nil : [0xFF, 0xEE, 0, 14] + kept)
    case 0xE0...0xEF: add(.other, range, content: content)
    case 0xFE: add(.comment, range, content: content)
    default: add(.picture, range, content: content)
    }
  }

  /// ITU-T T.871 §10.1: a small picture may stand behind its fourteen octets.
  private mutating func addJFIF(_ octets: [UInt8], range: Range<Int>, content: Range<Int>) {
    let hasPreview = octets[content.dropFirst(12).prefix(2)].contains { $0 != 0 }
    let isPlain = content.count == 14 && !hasPreview
    add(
      isPlain ? .picture : hasPreview ? .preview : .other, range, content: content,
      replacement: isPlain ? nil : [0xFF, 0xE0, 0, 16] + octets[content.prefix(12)] + [0, 0])
  }
}
