package import Images

extension QRCode {
  /// The code as SVG, a unit a module.
  public var svg: [UInt8] {
    var path = ""
    for y in 0..<fullSide {
      var x = 0
      while x < fullSide {
        var end = x
        while end < fullSide, isDark(end, y) { end += 1 }
        if end > x { path += "M\(x) \(y)h\(end - x)v1H\(x)z" }
        x = max(end, x + 1)
      }
    }
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(fullSide) \(fullSide)" \
      width="\(fullSide * 8)" height="\(fullSide * 8)" shape-rendering="crispEdges">
      <rect width="\(fullSide)" height="\(fullSide)" fill="#fff"/>
      <path d="\(path)"/>
      </svg>

      """
    return Array(text.utf8)
  }

  /// The code as PNG, some pixels a module.
  ///
  /// - Throws: That there is no memory.
  package func png() throws(ImageError) -> [UInt8] { try bitmap.png() }

  private var bitmap: Bitmap {
    // No side is longer than bitmaps may be.
    let scale = min(8, 1000 / fullSide)
    let side = fullSide * scale
    var pixels: [UInt8] = []
    pixels.reserveCapacity(side * side * 4)
    for y in 0..<side {
      for x in 0..<side {
        let shade: UInt8 = isDark(x / scale, y / scale) ? 0 : 255
        pixels += [shade, shade, shade, 255]
      }
    }
    return Bitmap(width: side, height: side, pixels: pixels)
  }

  /// The code as text, two modules in each character.
  ///
  /// - Parameter isColored: Whether it tells a terminal to show it black on white, whatever colours
  ///   the terminal has; else dark modules are blocks.
  /// - Returns: Lines.
  public func text(isColored: Bool) -> [UInt8] {
    var lines: [UInt8] = []
    for y in stride(from: 0, to: fullSide, by: 2) {
      // The darkest and the lightest of 256 colours, which no theme changes.
      if isColored { lines += "\u{1B}[38;5;16m\u{1B}[48;5;231m".utf8 }
      for x in 0..<fullSide {
        let block =
          switch (isDark(x, y), isDark(x, y + 1)) {
          case (true, true): "\u{2588}"
          case (true, false): "\u{2580}"
          case (false, true): "\u{2584}"
          case (false, false): " "
          }
        lines += block.utf8
      }
      if isColored { lines += "\u{1B}[0m".utf8 }
      lines.append(0x0A)
    }
    return lines
  }
}
