// Every call into C, and so every `unsafe`, of this module.

private import CImage

/// libjpeg-turbo and libpng: octets become pixels, and pixels octets.
enum Codec {
  /// The longest side of a bitmap, in pixels.
  static let longestSide = Int(CIMAGE_LONGEST_BITMAP_SIDE)

  /// Reads a picture and makes it smaller, until no side is longer than told; it is not turned.
  ///
  /// - Parameters:
  ///   - octets: A JPEG or PNG.
  ///   - maximumSide: Pixels; what is more than ``longestSide`` counts as that.
  /// - Returns: The pixels as they lie.
  /// - Throws: What keeps it from being read.
  static func read(_ octets: [UInt8], maximumSide: Int) throws(ImageError) -> Bitmap {
    let kind = Picture.Kind(sniffing: octets)
    guard kind == .jpeg || kind == .png else { throw .unsupported(kind) }
    let side = Int32(min(max(maximumSide, 1), longestSide))
    var status = CIMAGE_OK
    let opened = unsafe octets.span.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      guard let start = buffer.baseAddress else { return nil }
      return unsafe kind == .jpeg
        ? cimage_read_jpeg(start, Int64(buffer.count), side, &status)
        : cimage_read_png(start, Int64(buffer.count), side, &status)
    }
    guard let pointer = unsafe opened else { throw error(status, kind) }
    defer { unsafe cimage_bitmap_close(pointer) }
    let width = unsafe Int(cimage_bitmap_width(pointer))
    let height = unsafe Int(cimage_bitmap_height(pointer))
    let pixels = unsafe UnsafeBufferPointer(
      start: cimage_bitmap_pixels(pointer), count: width * height * 4)
    let profile = unsafe UnsafeBufferPointer(
      start: cimage_bitmap_profile(pointer), count: Int(cimage_bitmap_profile_count(pointer)))
    return unsafe Bitmap(
      width: width, height: height, pixels: Array(pixels), profile: Array(profile),
      sourceSize: PixelSize(
        width: Int(cimage_bitmap_source_width(pointer)),
        height: Int(cimage_bitmap_source_height(pointer))))
  }

  /// Writes a baseline JPEG; how opaque the pixels are does not count.
  static func jpeg(_ bitmap: Bitmap, quality: Int) throws(ImageError) -> [UInt8] {
    try unsafe write(bitmap, .jpeg) { pixels, profile, status in
      unsafe cimage_write_jpeg(
        pixels, Int32(bitmap.width), Int32(bitmap.height), Int32(min(max(quality, 1), 100)),
        profile.baseAddress, Int64(profile.count), &status)
    }
  }

  /// Writes a PNG, with transparency where there is any.
  static func png(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    let hasAlpha = !bitmap.isOpaque
    return try unsafe write(bitmap, .png) { pixels, profile, status in
      unsafe cimage_write_png(
        pixels, Int32(bitmap.width), Int32(bitmap.height), hasAlpha, profile.baseAddress,
        Int64(profile.count), &status)
    }
  }

  private static func write(
    _ bitmap: Bitmap, _ kind: Picture.Kind,
    _ body: (UnsafePointer<UInt8>, UnsafeBufferPointer<UInt8>, inout Int32) -> OpaquePointer?
  ) throws(ImageError) -> [UInt8] {
    precondition(bitmap.pixels.count == bitmap.width * bitmap.height * 4, "four octets a pixel")
    var status = CIMAGE_OK
    let opened = unsafe bitmap.pixels.span.withUnsafeBufferPointer { pixels in
      unsafe bitmap.profile.span.withUnsafeBufferPointer { profile -> OpaquePointer? in
        guard let start = pixels.baseAddress else { return nil }
        return unsafe body(start, profile, &status)
      }
    }
    guard let pointer = unsafe opened else { throw error(status, kind) }
    defer { unsafe cimage_file_close(pointer) }
    return unsafe Array(
      UnsafeBufferPointer(
        start: cimage_file_octets(pointer), count: Int(cimage_file_count(pointer))))
  }

  private static func error(_ status: Int32, _ kind: Picture.Kind) -> ImageError {
    switch status {
    case CIMAGE_UNSUPPORTED: .unsupported(kind)
    case CIMAGE_TOO_LARGE: .tooLarge
    case CIMAGE_OUT_OF_MEMORY: .outOfMemory
    default: .damaged
    }
  }
}
