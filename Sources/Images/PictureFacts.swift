/// What the file of a picture says without its pixels: its size, how it lies, and what was written
/// into it besides.
///
/// JPEG, PNG, GIF and WebP are looked into.
public struct PictureFacts: Sendable {
  /// The format.
  public let kind: Picture.Kind
  /// The size as it lies in the file, before it is turned; `nil` when the file does not say it.
  public let size: PixelSize?
  /// How it lies.
  public private(set) var orientation = Orientation.up
  /// Whether it moves.
  public let isAnimated: Bool
  /// What was written into it besides, eight things of a kind at most, none twice.
  public private(set) var findings: [PictureFinding] = []

  /// Looks into a picture.
  ///
  /// - Parameter octets: The file, whole or not; nothing in it leads out of it.
  /// - Complexity: O(*n*) in the octets.
  public init(_ octets: [UInt8]) {
    self.init(octets, PictureParts(octets))
  }

  init(_ octets: [UInt8], _ parts: PictureParts) {
    kind = parts.kind
    size = parts.size
    isAnimated = parts.isAnimated
    var reader = FindingReader(octets: octets)
    for part in parts.parts { reader.read(part) }
    switch parts.extent {
    case .whole: break
    case .broken:
      reader.add(.unseen, "may hold more metadata; it could not be followed to its end")
    case .unknown:
      reader.add(
        .unseen, "may hold metadata; only JPEG, PNG, GIF and WebP are looked into")
    }
    orientation = reader.orientation ?? .up
    findings = reader.findings
  }

  /// Whether it was looked into as a whole.
  public var isWhollySeen: Bool { !findings.contains { $0.kind == .unseen } }
}

/// Looks into the parts that are not pixels.
private struct FindingReader {
  let octets: [UInt8]
  var findings: [PictureFinding] = []
  /// That of the first Exif that has one.
  var orientation: Orientation?

  /// So that many of one kind hide none of another.
  private static let mostOfAKind = 8

  init(octets: [UInt8]) { self.octets = octets }

  mutating func add(_ kind: PictureFinding.Kind, _ text: String) {
    let finding = PictureFinding(kind, text)
    let known = findings.count { $0.kind == kind }
    guard known < FindingReader.mostOfAKind, !findings.contains(finding) else { return }
    findings.append(finding)
  }

  mutating func read(_ part: PictureParts.Part) {
    switch part.role {
    case .picture: break
    case .orientation: readOrientation(part.content)
    case .exif:
      add(.exif, "Exif metadata")
      readOrientation(part.content)
      readExif(part.content)
    case .xmp:
      add(.xmp, "XMP metadata")
      if holds("GPSLatitude", part.content) { add(.location, "GPS position in XMP") }
    case .photoshop: add(.photoshop, "Photoshop or IPTC metadata")
    case .comment: add(.comment, "a comment")
    case .text(let keyword): add(.text, "text about it, \(keyword)")
    case .changeDate: add(.changeDate, "the time of its last change")
    case .preview: add(.preview, "a preview, which may show what was cut off")
    case .device: add(.serialNumber, "the number of a screen, in the colour profile")
    case .other: add(.other, "data of a program")
    case .trailing: add(.trailing, "\(part.range.count) bytes after its end")
    }
  }

  private func holds(_ word: String, _ range: Range<Int>) -> Bool {
    let word = Array(word.utf8)
    let octets = octets.span.extracting(range)
    guard octets.count >= word.count else { return false }
    for index in 0...octets.count - word.count where octets[index] == word[0] {
      var length = 1
      while length < word.count, octets[index + length] == word[length] { length += 1 }
      if length == word.count { return true }
    }
    return false
  }

  // MARK: Exif, CIPA DC-008 §4.6

  private mutating func readOrientation(_ range: Range<Int>) {
    guard orientation == nil, let tiff = TIFF(octets, range) else { return }
    for entry in tiff.directory(at: tiff.number(4, 4)).entries where entry.tag == 0x0112 {
      guard entry.type == 3, entry.count == 1, let value = tiff.number(entry.field, 2) else {
        continue
      }
      orientation = Orientation(rawValue: value)
      return
    }
  }

  private mutating func readExif(_ range: Range<Int>) {
    guard let tiff = TIFF(octets, range) else { return }
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
      case 0x010F, 0x0110: add(.camera, "the camera: \(tiff.text(entry))")
      case 0xA434: add(.camera, "the lens: \(tiff.text(entry))")
      case 0x013C: add(.camera, "the computer: \(tiff.text(entry))")
      case 0x0131: add(.program, "the program: \(tiff.text(entry))")
      case 0x0132, 0x9003, 0x9004: add(.date, "when it was taken: \(tiff.text(entry))")
      case 0x013B, 0xA430: add(.author, "who took it: \(tiff.text(entry))")
      case 0x8298: add(.rights, "whose it is: \(tiff.text(entry))")
      case 0xA431, 0xA435: add(.serialNumber, "a serial number: \(tiff.text(entry))")
      case 0xA420: add(.serialNumber, "a number of its own: \(tiff.text(entry))")
      case 0x010E, 0x9286: add(.description, "a description")
      default: break
      }
    }
    // A program that crops a photo may leave the preview as it was.
    if let next, next != 0 { add(.preview, "a preview, which may show what was cut off") }
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
      // Many cameras write the version of this directory (tag 0) and nothing else.
      if entries.contains(where: { $0.tag != 0 }) { add(.location, "GPS data") }
      return
    }
    let south = signs[1] == "S" ? "-" : ""
    let west = signs[3] == "W" ? "-" : ""
    add(.location, "GPS position \(south)\(latitude), \(west)\(longitude)")
  }
}
