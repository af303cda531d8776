/// A picture as octets for a terminal.
public struct TerminalPicture: Hashable, Sendable {
  /// What is written to the terminal at the place where the top left corner is to be.
  public let octets: [UInt8]
  /// Cells that it is wide.
  public let columns: Int
  /// Cells that it is high.
  public let rows: Int

  /// Pixels of a cell where nobody knows better: a cell is twice as high as wide in most fonts.
  public static let usualCell = PixelSize(width: 10, height: 20)

  /// Reads a picture so that it fits so many cells, and does not become larger.
  ///
  /// - Parameters:
  ///   - octets: A JPEG or PNG.
  ///   - columns: Cells that it may be wide.
  ///   - rows: Cells that it may be high.
  ///   - cell: Pixels of a cell.
  ///   - density: Pixels that are made for one of the terminal's, each way.
  /// - Returns: The pixels and the cells that they take.
  /// - Throws: Why the picture cannot be read.
  static func fitted(
    _ octets: [UInt8], columns: Int, rows: Int, cell: PixelSize, density: Int
  ) throws(ImageError) -> (bitmap: Bitmap, columns: Int, rows: Int) {
    let facts = PictureFacts(octets)
    guard facts.kind == .jpeg || facts.kind == .png else { throw .unsupported(facts.kind) }
    guard let size = facts.size, size.width > 0, size.height > 0 else { throw .damaged }
    let width = Double(facts.orientation.swapsSides ? size.height : size.width)
    let height = Double(facts.orientation.swapsSides ? size.width : size.height)
    let cellWidth = Double(min(max(cell.width, 1), 1000))
    let cellHeight = Double(min(max(cell.height, 1), 1000))
    // A terminal of more cells than these would be one of some metres.
    let columns = min(max(columns, 1), 1000)
    let rows = min(max(rows, 1), 1000)
    let scale = min(
      Double(columns) * cellWidth / width, Double(rows) * cellHeight / height, 1)
    let longest = max(width, height) * scale * Double(density)
    let bitmap = try Bitmap(
      reading: octets, maximumSide: max(1, Int(min(longest, Double(Codec.longestSide)))))
    return (
      bitmap, min(columns, max(1, Int((width * scale / cellWidth).rounded()))),
      min(rows, max(1, Int((height * scale / cellHeight).rounded())))
    )
  }
}
