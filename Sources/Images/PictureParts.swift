/// A picture's file cut into parts that follow each other without a gap.
///
/// ```
/// JPEG  FFD8 │FFE0 JFIF │FFE1 length Exif·· │FFE2 ICC │FFC0 … │FFDA … pixels … │FFD9 │ trailing
/// PNG   signature │length IHDR … crc │length eXIf … crc │length IDAT … │length IEND │ trailing
/// WebP  RIFF size WEBP │VP8X size flags │VP8 size pixels │EXIF size … │XMP  size … │ trailing
/// GIF   header, screen, palette │21 FE comment │21 F9 control │2C pixels │3B │ trailing
/// ```
/// Both what looks into a picture and what takes out metadata go by these parts. Every length comes
/// from the file, so each is checked, and nothing is followed twice.
struct PictureParts {
  struct Part {
    /// What a part is for.
    enum Role: Hashable {
      /// It is needed to show the picture, or nobody knows that it is not.
      case picture
      /// Exif that holds an orientation and nothing else, as we write it.
      case orientation
      case exif
      case xmp
      case photoshop
      case comment
      case text(keyword: String)
      case changeDate
      case preview
      /// A colour profile that numbers the device it is made for.
      case device
      case other
      case trailing
    }

    var role: Role
    /// With its head and whatever frames it.
    var range: Range<Int>
    /// What it holds; of Exif the TIFF structure.
    var content: Range<Int>
    /// What is left of a part that is not `picture`, if anything is.
    var replacement: [UInt8]?
  }

  /// How far the parts could be followed.
  enum Extent {
    /// To the end, or to where the pixels are cut off.
    case whole
    /// Up to something that is not what the format asks for.
    case broken
    /// Nobody here knows the format.
    case unknown
  }

  /// More than any honest file has; each costs some seventy octets, and a file can have one in three.
  static let mostParts = 1 << 18

  let kind: Picture.Kind
  var parts: [Part] = []
  var size: PixelSize?
  /// Whether it moves.
  var isAnimated = false
  var extent = Extent.broken

  init(_ octets: [UInt8]) {
    kind = Picture.Kind(sniffing: octets)
    switch kind {
    case .jpeg: walkJPEG(octets)
    case .png: walkPNG(octets)
    case .webp: walkWebP(octets)
    case .gif: walkGIF(octets)
    default: extent = .unknown
    }
  }

  mutating func add(
    _ role: Part.Role, _ range: Range<Int>, content: Range<Int>? = nil,
    replacement: [UInt8]? = nil
  ) {
    parts.append(
      Part(role: role, range: range, content: content ?? range, replacement: replacement))
  }

  /// Adds what stands after the end, and ends.
  mutating func finish(_ octets: [UInt8], at end: Int) {
    if end < octets.count { add(.trailing, end..<octets.count) }
    extent = .whole
  }

  /// The role of Exif, and where its TIFF structure is.
  ///
  /// Some programs put the head that JPEG needs into other files, too.
  static func exif(_ octets: [UInt8], _ content: Range<Int>) -> (Part.Role, Range<Int>) {
    var tiff = content
    if octets.holds(OrientationExif.head, in: tiff) { tiff = content.dropFirst(6) }
    return (OrientationExif.matches(octets[tiff]) ? .orientation : .exif, tiff)
  }
}

/// The smallest Exif that says how a picture lies.
enum OrientationExif {
  /// What stands before the TIFF structure in JPEG, CIPA DC-008 §4.7.2.
  static let head = "Exif\u{0}\u{0}"

  /// A TIFF structure with one directory of one entry, Orientation.
  static func tiff(_ orientation: Orientation) -> [UInt8] {
    [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1,
      0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0,
    ]
  }

  static func matches(_ octets: ArraySlice<UInt8>) -> Bool {
    Orientation.allCases.contains { octets.elementsEqual(tiff($0)) }
  }
}
