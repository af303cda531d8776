/// Names of what pictures have in common.
public enum Picture {
  /// The format of a picture, told by its octets and not by what anybody says of it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// ITU-T T.81.
    case jpeg
    /// ISO/IEC 15948.
    case png
    /// GIF87a or GIF89a.
    case gif
    /// RFC 9649.
    case webp
    /// HEIF with HEVC in it, ISO/IEC 23008-12.
    case heic
    /// HEIF with AV1 in it.
    case avif
    /// A Windows bitmap.
    case bmp
    /// TIFF 6.0, which raw photos are, too.
    case tiff
    /// SVG, as text.
    case svg
    /// Anything else.
    case unknown

    /// Tells the format by the first octets.
    ///
    /// - Parameter octets: The picture; a thousand octets of it are enough.
    public init(sniffing octets: [UInt8]) {
      self = Kind.sniffed(octets)
    }

    /// The media type, such as `image/jpeg`; `nil` for what is not known.
    public var mediaType: String? {
      switch self {
      case .unknown: nil
      case .svg: "image/svg+xml"
      default: "image/\(rawValue)"
      }
    }

    private static func sniffed(_ octets: [UInt8]) -> Kind {
      if octets.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
      if octets.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
      if octets.starts(with: "GIF87a".utf8) || octets.starts(with: "GIF89a".utf8) { return .gif }
      if octets.starts(with: "RIFF".utf8), octets.holds("WEBP", at: 8) { return .webp }
      if octets.starts(with: "BM".utf8), octets.count >= 14 { return .bmp }
      if octets.starts(with: [0x49, 0x49, 0x2A, 0]) || octets.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
        return .tiff
      }
      if octets.holds("ftyp", at: 4) { return brand(octets) }
      return looksLikeSVG(octets) ? .svg : .unknown
    }

    /// ISO/IEC 14496-12 §4.3: the major brand, and those that it can be read as.
    private static func brand(_ octets: [UInt8]) -> Kind {
      let end = min(octets.bigEndian(at: 0, width: 4) ?? 0, octets.count, 256)
      for place in stride(from: 8, to: end, by: 4) {
        if octets.holds("avif", at: place) || octets.holds("avis", at: place) { return .avif }
        for brand in ["heic", "heix", "heim", "heis", "hevc", "hevx"]
        where octets.holds(brand, at: place) {
          return .heic
        }
      }
      // A plain `mif1` does not say what is in it.
      return octets.holds("mif1", at: 8) || octets.holds("msf1", at: 8) ? .heic : .unknown
    }

    private static func looksLikeSVG(_ octets: [UInt8]) -> Bool {
      let head = Array(octets.prefix(1024))
      let first = head.firstIndex { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
      guard let first, head[first] == UInt8(ascii: "<") else { return false }
      return head.indices.contains { head.holds("<svg", at: $0) }
    }
  }
}

/// A width and a height.
public struct PixelSize: Hashable, Sendable {
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// How a picture lies in its file, and so how it is to be turned to stand upright.
///
/// The values are those of Exif's Orientation, CIPA DC-008 §4.6.4.
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  /// Upright.
  case up = 1
  /// Upright, in a mirror.
  case upMirrored
  /// Upside down.
  case down
  /// Upside down, in a mirror.
  case downMirrored
  /// Rows are columns.
  case leftMirrored
  /// To be turned clockwise.
  case right
  /// Rows are columns, both from the other end.
  case rightMirrored
  /// To be turned anticlockwise.
  case left

  /// Whether rows become columns.
  public var swapsSides: Bool { rawValue >= 5 }
}
