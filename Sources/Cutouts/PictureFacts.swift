/// What the segments of a picture say without its pixels: its size, and what was written into it
/// besides.
///
/// ```
/// JPEG  FFD8 │FFE1 length Exif··│FFEE …│FFC0 length height width │FFDA pixels
/// PNG   signature │length IHDR width height │length eXIf … │length tEXt … │IDAT pixels
///                                     └ TIFF: header │IFD0 → Exif IFD, GPS IFD │IFD1 preview
/// ```
/// Every offset comes from the file, so each is checked; nothing is followed twice.
struct PictureFacts {
  struct Finding: Hashable {
    let subject: Disclosure.Subject
    let text: String
  }

  private(set) var size: (width: Int, height: Int)?
  private(set) var findings: [Finding] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xFF, 0xD8]) {
      readJPEG()
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      readPNG()
    } else {
      add(.metadata, "may hold metadata; only JPEG and PNG are looked into")
    }
  }

  private mutating func add(_ subject: Disclosure.Subject, _ text: String) {
    let finding = Finding(subject: subject, text: text)
    if !findings.contains(finding), findings.count < 32 { findings.append(finding) }
  }

  // MARK: JPEG, ITU-T T.81 annex B

  private mutating func readJPEG() {
    var index = 2
    while index + 4 <= bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      // Fill octets may stand before a marker, and some markers stand alone.
      if marker == 0xFF || 0xD0...0xD7 ~= marker || marker == 0x01 {
        index += marker == 0xFF ? 1 : 2
        continue
      }
      // The pixels start here; what matters stands before them.
      guard marker != 0xDA, marker != 0xD9, let length = number(index + 2, 2), length >= 2
      else { return }
      let segment = index + 4..<min(index + 2 + length, bytes.count)
      guard segment.lowerBound <= segment.upperBound else { return }
      readSegment(marker, segment)
      index += 2 + length
    }
  }

  private mutating func readSegment(_ marker: UInt8, _ range: Range<Int>) {
    switch marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      guard size == nil, range.count >= 5, let height = number(range.lowerBound + 1, 2),
        let width = number(range.lowerBound + 3, 2)
      else { return }
      size = (width, height)
    case 0xE1 where starts(range, "Exif\u{0}\u{0}"):
      readTIFF(range.lowerBound + 6..<range.upperBound)
    case 0xE1 where starts(range, "http://ns.adobe.com/xap/1.0/"),
      0xE1 where starts(range, "http://ns.adobe.com/xmp/extension/"):
      add(.metadata, "XMP metadata")
    case 0xED where starts(range, "Photoshop 3.0"): add(.metadata, "Photoshop or IPTC metadata")
    case 0xFE: add(.metadata, "a comment")
    default: break
    }
  }

  // MARK: PNG, ISO/IEC 15948 §5.3

  private mutating func readPNG() {
    var index = 8
    while index + 8 <= bytes.count, let length = number(index, 4) {
      let start = index + 8
      guard start + length <= bytes.count else { return }
      let range = start..<start + length
      switch String(decoding: bytes[index + 4..<start], as: UTF8.self) {
      case "IHDR":
        if size == nil, length >= 8, let width = number(start, 4), let height = number(start + 4, 4)
        {
          size = (width, height)
        }
      case "eXIf": readTIFF(range)
      case "tEXt", "zTXt", "iTXt":
        let key = bytes[range].prefix(79).prefix { $0 != 0 }
        if key.elementsEqual("XML:com.adobe.xmp".utf8) {
          add(.metadata, "XMP metadata")
        } else {
          // ISO/IEC 15948 §11.3.4.2: keywords are ISO 8859-1.
          let keyword = String(String.UnicodeScalarView(key.map { Unicode.Scalar($0) }))
          add(.metadata, "text about it, \(keyword)")
        }
      case "tIME": add(.metadata, "the time of its last change")
      case "IEND": return
      default: break
      }
      index = start + length + 4
    }
  }

  // MARK: Exif, CIPA DC-008 §4.6, in TIFF 6.0 §2

  private mutating func readTIFF(_ range: Range<Int>) {
    add(.metadata, "Exif metadata")
    guard range.count >= 8 else { return }
    let isLittle = starts(range, "II")
    guard isLittle || starts(range, "MM") else { return }
    let tiff = TIFF(bytes: bytes, range: range, isLittleEndian: isLittle)
    let (entries, next) = tiff.directory(at: tiff.number(4, 4))
    var more: [TIFF.Entry] = []
    for entry in entries {
      switch entry.tag {
      case 0x8825: readLocation(tiff, tiff.directory(at: entry.value).entries)
      case 0x8769: more = tiff.directory(at: entry.value).entries
      default: break
      }
    }
    for entry in entries + more {
      switch entry.tag {
      case 0x010F, 0x0110: add(.metadata, "the camera: \(tiff.text(entry))")
      case 0x0131: add(.metadata, "the program: \(tiff.text(entry))")
      case 0x0132, 0x9003, 0x9004: add(.metadata, "when it was taken: \(tiff.text(entry))")
      case 0x013B, 0xA430: add(.metadata, "who took it: \(tiff.text(entry))")
      case 0x8298: add(.metadata, "whose it is: \(tiff.text(entry))")
      case 0xA431, 0xA435: add(.metadata, "a serial number: \(tiff.text(entry))")
      case 0x010E, 0x9286: add(.metadata, "a description")
      default: break
      }
    }
    // A program that crops a photo may leave the preview as it was.
    if let next, next != 0 { add(.metadata, "a preview, which may show what was cut off") }
  }

  private mutating func readLocation(_ tiff: TIFF, _ entries: [TIFF.Entry]) {
    var place: [UInt16: String] = [:]
    var signs: [UInt16: String] = [:]
    for entry in entries {
      switch entry.tag {
      case 1, 3: signs[entry.tag] = tiff.text(entry)
      case 2, 4: place[entry.tag] = tiff.degrees(entry)
      default: break
      }
    }
    guard let latitude = place[2], let longitude = place[4] else {
      if !entries.isEmpty { add(.location, "GPS data") }
      return
    }
    let south = signs[1] == "S" ? "-" : ""
    let west = signs[3] == "W" ? "-" : ""
    add(.location, "GPS position \(south)\(latitude), \(west)\(longitude)")
  }

  // MARK: Octets

  private func number(_ index: Int, _ width: Int) -> Int? {
    guard index >= 0, index + width <= bytes.count else { return nil }
    return bytes[index..<index + width].reduce(0) { $0 << 8 | Int($1) }
  }

  private func starts(_ range: Range<Int>, _ word: String) -> Bool {
    bytes[range].starts(with: word.utf8)
  }
}

/// A look at the directories of a TIFF structure.
private struct TIFF {
  struct Entry {
    let tag: UInt16
    let type: Int
    let count: Int
    /// The value, or its offset where it does not fit.
    let value: Int
    /// Where the value field stands.
    let field: Int
  }

  let bytes: [UInt8]
  let range: Range<Int>
  let isLittleEndian: Bool

  /// An entry of any honest directory is one of some dozens.
  private static let maximumEntries = 512

  func number(_ offset: Int, _ width: Int) -> Int? {
    guard offset >= 0, offset <= range.count - width else { return nil }
    let octets = bytes[range.lowerBound + offset..<range.lowerBound + offset + width]
    return isLittleEndian
      ? octets.reversed().reduce(0) { $0 << 8 | Int($1) }
      : octets.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The entries of a directory, and where the next one is.
  func directory(at offset: Int?) -> (entries: [Entry], next: Int?) {
    guard let offset, let count = number(offset, 2), count <= TIFF.maximumEntries else {
      return ([], nil)
    }
    var entries: [Entry] = []
    for index in 0..<count {
      let start = offset + 2 + 12 * index
      guard let tag = number(start, 2), let type = number(start + 2, 2),
        let length = number(start + 4, 4), let value = number(start + 8, 4)
      else { return (entries, nil) }
      entries.append(
        Entry(
          tag: UInt16(truncatingIfNeeded: tag), type: type, count: length, value: value,
          field: start + 8))
    }
    return (entries, number(offset + 2 + 12 * count, 4))
  }

  /// The text of an entry, as far as it fits a line.
  func text(_ entry: Entry) -> String {
    guard entry.type == 2 || entry.type == 7 else { return "" }
    let start = entry.count <= 4 ? entry.field : entry.value
    let length = min(entry.count, 64)
    guard start >= 0, start <= range.count, length <= range.count - start else { return "" }
    let octets = bytes[range.lowerBound + start..<range.lowerBound + start + length]
    var text = String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Degrees, minutes and seconds as degrees with four decimals, which are eleven metres.
  func degrees(_ entry: Entry) -> String? {
    guard entry.type == 5, entry.count == 3 else { return nil }
    var total = 0.0
    for (index, scale) in [1.0, 60.0, 3600.0].enumerated() {
      guard let above = number(entry.value + 8 * index, 4),
        let below = number(entry.value + 8 * index + 4, 4), below != 0
      else { return nil }
      total += Double(above) / Double(below) / scale
    }
    guard total.isFinite, total <= 360 else { return nil }
    let tenThousandths = Int((total * 10_000).rounded())
    let decimals = String(10_000 + tenThousandths % 10_000).dropFirst()
    return "\(tenThousandths / 10_000).\(decimals)"
  }
}
