/// Pictures in sixels: columns of six pixels in one colour each.
///
/// The facts are those of DEC's VT330/VT340 programmer reference, volume 2, chapter 14.
/// ```
/// ESC P 0;1;0 q  "1;1;width;height  #0;2;r;g;b …  │#0 ??~~!14@ $ #3 … $ │-│ … │ ESC \
///                                    percents      │ a band of six rows    │
/// ```
public enum SixelPicture {
  /// Colours that every terminal with sixels has, or more.
  static let mostColors = 256

  /// Makes a picture of as many colours as it has, or 256 that suit it.
  ///
  /// What is more than half transparent is left as it is on the screen. Equal pictures give equal
  /// octets. Where the cursor is afterwards differs between terminals.
  ///
  /// - Parameters:
  ///   - octets: A JPEG or PNG.
  ///   - columns: Cells that it may be wide.
  ///   - rows: Cells that it may be high.
  ///   - cell: Pixels of a cell, where they are known.
  ///   - dithers: Whether the difference to the nearest colour is made up for by the pixels beside.
  /// - Returns: The octets, and the cells that they fill.
  /// - Throws: Why the picture cannot be read.
  public static func make(
    from octets: [UInt8], columns: Int, rows: Int, cell: PixelSize = TerminalPicture.usualCell,
    dithers: Bool = true
  ) throws(ImageError) -> TerminalPicture {
    let fitted = try TerminalPicture.fitted(
      octets, columns: columns, rows: rows, cell: cell, density: 1)
    return TerminalPicture(
      octets: encode(fitted.bitmap, dithers: dithers), columns: fitted.columns, rows: fitted.rows)
  }

  /// The sixels of a bitmap.
  package static func encode(_ bitmap: Bitmap, dithers: Bool = true) -> [UInt8] {
    let palette = ColorPalette(bitmap, maximum: mostColors)
    let indices = palette.indices(of: bitmap, dithers: dithers)
    var writer = SixelWriter(width: bitmap.width, height: bitmap.height)
    writer.start(palette, using: indices)
    for top in stride(from: 0, to: bitmap.height, by: 6) { writer.band(indices, from: top) }
    writer.octets.append(contentsOf: "\u{1B}\\".utf8)
    return writer.octets
  }
}

private struct SixelWriter {
  let width: Int
  let height: Int
  var octets: [UInt8] = []

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  mutating func start(_ palette: ColorPalette, using indices: [Int16]) {
    var used = [Bool](repeating: false, count: palette.colors.count)
    for index in indices where index >= 0 { used[Int(index)] = true }
    // The second number: pixels that are not set stay as they are.
    octets.append(contentsOf: "\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
    for (index, color) in palette.percents.enumerated() where used[index] {
      octets.append(contentsOf: "#\(index);2;\(color.red);\(color.green);\(color.blue)".utf8)
    }
  }

  /// Writes six rows: each of their colours in turn, from the left edge.
  mutating func band(_ indices: [Int16], from top: Int) {
    let bottom = min(top + 6, height)
    var masks: [Int16: [UInt8]] = [:]
    var order: [Int16] = []
    for y in top..<bottom {
      for x in 0..<width {
        let index = indices[y * width + x]
        guard index >= 0 else { continue }
        if masks[index] == nil {
          masks[index] = [UInt8](repeating: 0, count: width)
          order.append(index)
        }
        masks[index]?[x] |= 1 << UInt8(y - top)
      }
    }
    for (place, index) in order.sorted().enumerated() {
      guard let mask = masks[index] else { continue }
      if place > 0 { octets.append(UInt8(ascii: "$")) }
      octets.append(contentsOf: "#\(index)".utf8)
      row(mask)
    }
    if bottom < height { octets.append(UInt8(ascii: "-")) }
  }

  private mutating func row(_ mask: [UInt8]) {
    let end = (mask.lastIndex { $0 != 0 } ?? -1) + 1
    var start = 0
    while start < end {
      var next = start + 1
      while next < end, mask[next] == mask[start] { next += 1 }
      let character = mask[start] + 0x3F
      if next - start > 3 {
        octets.append(contentsOf: "!\(next - start)".utf8)
        octets.append(character)
      } else {
        for _ in start..<next { octets.append(character) }
      }
      start = next
    }
  }
}
