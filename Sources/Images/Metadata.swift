/// What cameras and programs write into a picture besides its pixels.
public enum Metadata {
  /// A picture without metadata.
  public struct Removal: Hashable, Sendable {
    /// The file that is left; the one that was given when nothing had to go.
    public let octets: [UInt8]
    /// What is no longer in it.
    public let removed: [PictureFinding]
    /// Whether the picture was left as it was because it cannot be looked into: its format is not
    /// known here, or it is damaged.
    public let isUntouched: Bool

    /// A few words for people about a picture that was left as it was; `nil` for any other.
    public var leftover: String? {
      guard isUntouched else { return nil }
      let facts = PictureFacts(octets)
      let reason =
        [.jpeg, .png, .gif, .webp].contains(facts.kind)
        ? "it is damaged" : "only JPEG, PNG, GIF and WebP are looked into"
      let seen = facts.findings.filter { $0.kind != .unseen }
      let what =
        seen.isEmpty
        ? "may hold metadata"
        : "holds \(PictureFinding.names(of: seen).joined(separator: ", "))"
      return "\(what) and is left as it is, for \(reason)"
    }
  }

  /// Takes out of a JPEG, PNG, GIF or WebP what is not needed to show it, without touching a pixel.
  ///
  /// What says how pixels look stays: colour profile, gamma, transparency, resolution, animation. If
  /// Exif says that the picture is to be turned, new Exif says that and nothing else. Go: Exif, XMP,
  /// IPTC, comments, texts, times, previews, what programs add, and what follows the picture's end,
  /// such as a film or a depth map.
  ///
  /// - Parameter octets: The file.
  /// - Returns: The file without them. A second removal finds nothing.
  /// - Complexity: O(*n*) in the octets.
  public static func removing(from octets: [UInt8]) -> Removal {
    let parts = PictureParts(octets)
    let facts = PictureFacts(octets, parts)
    guard parts.extent == .whole else {
      return Removal(octets: octets, removed: [], isUntouched: true)
    }
    let drops = parts.parts.contains { $0.role != .picture && $0.role != .orientation }
    guard drops else { return Removal(octets: octets, removed: [], isUntouched: false) }
    var writer = PartWriter(octets: octets, parts: parts)
    if facts.orientation != .up { writer.orientation = facts.orientation }
    return Removal(octets: writer.written(), removed: facts.findings, isUntouched: false)
  }
}

/// Puts the parts that stay together again.
private struct PartWriter {
  let octets: [UInt8]
  let parts: PictureParts
  var orientation: Orientation?

  init(octets: [UInt8], parts: PictureParts) {
    self.octets = octets
    self.parts = parts
  }

  func written() -> [UInt8] {
    var kept: [ArraySlice<UInt8>] = []
    for part in parts.parts {
      if part.role == .picture {
        kept.append(octets[part.range])
      } else if let replacement = part.replacement {
        kept.append(replacement[...])
      }
    }
    switch parts.kind {
    case .jpeg: addJPEGOrientation(&kept)
    case .png: addPNGOrientation(&kept)
    case .webp: return finishedWebP(kept)
    default: break
    }
    return joined(kept)
  }

  private func joined(_ kept: [ArraySlice<UInt8>]) -> [UInt8] {
    var written: [UInt8] = []
    written.reserveCapacity(kept.reduce(0) { $0 + $1.count })
    for slice in kept { written.append(contentsOf: slice) }
    return written
  }

  private func addJPEGOrientation(_ kept: inout [ArraySlice<UInt8>]) {
    guard let orientation else { return }
    let content = Array(OrientationExif.head.utf8) + OrientationExif.tiff(orientation)
    let segment = [0xFF, 0xE1] + [UInt8].bigEndian(content.count + 2, width: 2) + content
    // ITU-T T.871 §10.1: JFIF comes first.
    let hasJFIF = kept.count > 1 && kept[1].starts(with: [0xFF, 0xE0])
    kept.insert(segment[...], at: hasJFIF ? 2 : 1)
  }

  private func addPNGOrientation(_ kept: inout [ArraySlice<UInt8>]) {
    guard let orientation, kept.count >= 2 else { return }
    let body = Array("eXIf".utf8) + OrientationExif.tiff(orientation)
    let chunk =
      [UInt8].bigEndian(body.count - 4, width: 4) + body
      + .bigEndian(Int(ChunkChecksum.of(body)), width: 4)
    // After the signature and IHDR.
    kept.insert(chunk[...], at: 2)
  }

  /// The size of a WebP stands in its head, and what it holds in flags of VP8X.
  private func finishedWebP(_ kept: [ArraySlice<UInt8>]) -> [UInt8] {
    var written = joined(kept)
    if let orientation {
      let tiff = OrientationExif.tiff(orientation)
      // RFC 9649 §2.3: what was last may lack its octet of fill.
      if written.count % 2 != 0 { written.append(0) }
      written += Array("EXIF".utf8) + .littleEndian(tiff.count, width: 4) + tiff
    }
    written.replaceSubrange(4..<8, with: [UInt8].littleEndian(written.count - 8, width: 4))
    if written.holds("VP8X", at: 12), written.count > 20 {
      written[20] &= ~PictureParts.webPXMPFlag
      if orientation == nil { written[20] &= ~PictureParts.webPExifFlag }
    }
    return written
  }
}
