/// A small copy of a picture: upright, and with no metadata but a colour profile.
public struct Thumbnail: Hashable, Sendable {
  /// `image/jpeg`; `image/png` where something shines through, or where a small PNG is its own.
  public let mediaType: String
  /// The file.
  public let octets: [UInt8]
  /// The size.
  public let size: PixelSize

  /// The longest side, in pixels.
  ///
  /// The thumbnails of Apple's Contacts framework are that large or smaller, so a person who came
  /// from elsewhere looks as sharp in a list as one's own; as a JPEG that is some 15 KB.
  public static let defaultSide = 320

  /// What a JPEG loses, of 1 to 100: at 80, faces of this size show nothing of it.
  static let quality = 80

  /// Bytes of a picture that may be its own thumbnail: 32 KiB, what a rather detailed one takes.
  private static let mostOwnBytes = 32 << 10

  /// Makes a small copy of a JPEG or PNG.
  ///
  /// It is turned as Exif says. Of CMYK, gray, palettes and 16 bits a channel 8 bits of RGB are
  /// made. A profile of RGB of up to 4 KiB comes along, for without it the colours of most
  /// telephones' photos go pale; a larger one, such as a printer's, is dropped. Of an animation it is
  /// the first picture. A picture that is small already is its own thumbnail as it is, CMYK and any
  /// profile included, but without its metadata.
  ///
  /// - Parameters:
  ///   - octets: The file.
  ///   - maximumSide: Pixels that no side exceeds, 1 to 1,024; nothing is made larger.
  ///   - isSquare: Whether it is cut to a square, after it was made smaller: of what is wide the
  ///     middle is left, and of what is high a little more above than below.
  ///   - isOwnKept: Whether a picture that is small already may be its own thumbnail; otherwise every
  ///     octet is of our codec.
  /// - Returns: The small copy.
  /// - Throws: Why there is none; ``ImageError/unsupported(_:)`` for what is neither JPEG nor PNG.
  /// - Complexity: O(*n*) in the octets and pixels; memory grows with `maximumSide`, not with the
  ///   pixels, but for a JPEG in several scans.
  public static func make(
    from octets: [UInt8], maximumSide: Int = defaultSide, isSquare: Bool = false,
    isOwnKept: Bool = true
  ) throws(ImageError) -> Thumbnail {
    let whole = try Bitmap(reading: octets, maximumSide: maximumSide)
    let bitmap = isSquare ? whole.squared : whole
    let size = PixelSize(width: bitmap.width, height: bitmap.height)
    if isOwnKept, size == bitmap.sourceSize, let own = own(octets, size) { return own }
    if bitmap.isOpaque {
      let file = try Codec.jpeg(bitmap, quality: quality)
      return Thumbnail(mediaType: "image/jpeg", octets: file, size: size)
    }
    return Thumbnail(mediaType: "image/png", octets: try Codec.png(bitmap), size: size)
  }

  /// The picture itself, if it is small, upright, still and without metadata.
  private static func own(_ octets: [UInt8], _ size: PixelSize) -> Thumbnail? {
    guard octets.count <= mostOwnBytes else { return nil }
    let removal = Metadata.removing(from: octets)
    let facts = PictureFacts(removal.octets)
    guard !removal.isUntouched, facts.orientation == .up, !facts.isAnimated,
      let type = facts.kind.mediaType
    else { return nil }
    return Thumbnail(mediaType: type, octets: removal.octets, size: size)
  }
}
