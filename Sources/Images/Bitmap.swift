/// Pixels of four octets each: red, green, blue and how opaque they are, not multiplied.
package struct Bitmap: Hashable, Sendable {
  /// Pixels.
  package var width: Int
  /// Pixels.
  package var height: Int
  /// Four octets a pixel, the top row first.
  package var pixels: [UInt8]
  /// The colour profile, ICC.1, of RGB; empty when there is none, which means sRGB.
  package var profile: [UInt8]
  /// How large the picture is that it was made of.
  package var sourceSize: PixelSize

  /// Creates a bitmap.
  package init(
    width: Int, height: Int, pixels: [UInt8], profile: [UInt8] = [], sourceSize: PixelSize? = nil
  ) {
    precondition(pixels.count == width * height * 4, "four octets a pixel")
    self.width = width
    self.height = height
    self.pixels = pixels
    self.profile = profile
    self.sourceSize = sourceSize ?? PixelSize(width: width, height: height)
  }

  /// Reads a JPEG or PNG, makes it smaller by the average of areas and turns it upright.
  ///
  /// - Parameters:
  ///   - octets: The file.
  ///   - maximumSide: Pixels that no side exceeds, 1,024 at most; nothing is made larger.
  /// - Throws: What keeps it from being read.
  /// - Complexity: O(*n*) in the octets and pixels. Memory grows with `maximumSide` and one row, for
  ///   a JPEG in several scans also with its pixels: up to 256 MiB.
  package init(reading octets: [UInt8], maximumSide: Int) throws(ImageError) {
    let bitmap = try Codec.read(octets, maximumSide: maximumSide)
    self = bitmap.turned(PictureFacts(octets).orientation)
    if let profile = ColorProfile.withoutDevice(profile) { self.profile = profile }
  }

  /// The bitmap as PNG.
  ///
  /// - Throws: That there is no memory.
  package func png() throws(ImageError) -> [UInt8] { try Codec.png(self) }

  /// Whether nothing shines through.
  package var isOpaque: Bool {
    !stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] != 255 }
  }

  /// The largest square of the bitmap: of what is wide its middle, and of what is high as much as
  /// leaves a third of the rest above, for there heads are.
  var squared: Bitmap {
    guard width != height else { return self }
    let side = min(width, height)
    var square = self
    (square.width, square.height) = (side, side)
    square.pixels = []
    square.pixels.reserveCapacity(side * side * 4)
    for y in 0..<side {
      let start = (((height - side) / 3 + y) * width + (width - side) / 2) * 4
      square.pixels += pixels[start..<start + side * 4]
    }
    return square
  }

  /// The bitmap upright, given how it lies.
  package func turned(_ orientation: Orientation) -> Bitmap {
    guard orientation != .up else { return self }
    var turned = self
    if orientation.swapsSides {
      turned.width = height
      turned.height = width
      turned.sourceSize = PixelSize(width: sourceSize.height, height: sourceSize.width)
    }
    for y in 0..<turned.height {
      for x in 0..<turned.width {
        // Where the pixel lies that is to be at x, y.
        let (column, row) =
          switch orientation {
          case .up: (x, y)
          case .upMirrored: (width - 1 - x, y)
          case .down: (width - 1 - x, height - 1 - y)
          case .downMirrored: (x, height - 1 - y)
          case .leftMirrored: (y, x)
          case .right: (y, height - 1 - x)
          case .rightMirrored: (width - 1 - y, height - 1 - x)
          case .left: (width - 1 - y, x)
          }
        let from = (row * width + column) * 4
        let to = (y * turned.width + x) * 4
        for channel in 0..<4 { turned.pixels[to + channel] = pixels[from + channel] }
      }
    }
    return turned
  }
}
