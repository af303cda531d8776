private import VCard

/// Pictures in kitty's graphics protocol, which Ghostty and WezTerm speak as well.
///
/// The facts are those of kitty's page "Terminal graphics protocol".
public enum KittyPicture {
  /// Octets of base64 that one sequence may hold.
  static let chunkBytes = 4096

  /// Makes a picture that is sent as a PNG and scaled by the terminal to whole cells.
  ///
  /// The terminal is told not to answer. It leaves the cursor behind the bottom right corner.
  ///
  /// - Parameters:
  ///   - octets: A JPEG or PNG.
  ///   - columns: Cells that it may be wide.
  ///   - rows: Cells that it may be high.
  ///   - cell: Pixels of a cell, where they are known.
  /// - Returns: The octets, and the cells that they fill.
  /// - Throws: Why the picture cannot be read.
  public static func make(
    from octets: [UInt8], columns: Int, rows: Int, cell: PixelSize = TerminalPicture.usualCell
  ) throws(ImageError) -> TerminalPicture {
    // Twice as dense, for screens on which what is called a pixel are four.
    let fitted = try TerminalPicture.fitted(
      octets, columns: columns, rows: rows, cell: cell, density: 2)
    let text = Base64.encode(try Codec.png(fitted.bitmap))
    var written: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: chunkBytes) {
      let end = min(start + chunkBytes, text.count)
      written.append(contentsOf: "\u{1B}_G".utf8)
      // Transmit and display, a PNG, say nothing.
      if start == 0 {
        written.append(
          contentsOf: "a=T,f=100,q=2,c=\(fitted.columns),r=\(fitted.rows),".utf8)
      }
      written.append(contentsOf: "m=\(end < text.count ? 1 : 0);".utf8)
      written.append(contentsOf: text[start..<end])
      written.append(contentsOf: "\u{1B}\\".utf8)
    }
    return TerminalPicture(octets: written, columns: fitted.columns, rows: fitted.rows)
  }
}
