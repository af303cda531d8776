/// Some colours that stand for all of a picture.
///
/// The colours there are, if they are few; else boxes of the colours in space are cut in halves of
/// equally many pixels, the most spread of them first (Heckbert's median cut, 1982).
struct ColorPalette {
  struct Color: Hashable {
    var red: Int
    var green: Int
    var blue: Int

    subscript(axis: Int) -> Int {
      switch axis {
      case 0: red
      case 1: green
      default: blue
      }
    }
  }

  /// As a terminal shows them, of 0 to 255.
  let colors: [Color]
  /// The same of 0 to 100, as they are told to it.
  let percents: [Color]
  /// Whether they are all the colours that there are.
  let isExact: Bool

  init(_ bitmap: Bitmap, maximum: Int) {
    let exact = ColorPalette.distinct(bitmap, atMost: maximum)
    isExact = exact != nil
    let wanted = exact ?? ColorPalette.cut(bitmap, into: maximum)
    var percents: [Color] = []
    var seen: Set<Color> = []
    for color in wanted {
      let percent = Color(
        red: (color.red * 100 + 127) / 255, green: (color.green * 100 + 127) / 255,
        blue: (color.blue * 100 + 127) / 255)
      if seen.insert(percent).inserted { percents.append(percent) }
    }
    self.percents = percents
    colors = percents.map {
      Color(
        red: ($0.red * 255 + 50) / 100, green: ($0.green * 255 + 50) / 100,
        blue: ($0.blue * 255 + 50) / 100)
    }
  }

  private static func isShown(_ bitmap: Bitmap, _ offset: Int) -> Bool {
    bitmap.pixels[offset + 3] >= 128
  }

  private static func color(_ bitmap: Bitmap, _ offset: Int) -> Color {
    Color(
      red: Int(bitmap.pixels[offset]), green: Int(bitmap.pixels[offset + 1]),
      blue: Int(bitmap.pixels[offset + 2]))
  }

  private static func distinct(_ bitmap: Bitmap, atMost maximum: Int) -> [Color]? {
    var seen: Set<Color> = []
    var colors: [Color] = []
    for offset in stride(from: 0, to: bitmap.pixels.count, by: 4) where isShown(bitmap, offset) {
      let color = color(bitmap, offset)
      guard seen.insert(color).inserted else { continue }
      if colors.count == maximum { return nil }
      colors.append(color)
    }
    return colors
  }

  // MARK: Median cut

  /// Colours that agree in five bits a channel.
  private struct Bin {
    var sums = (red: 0, green: 0, blue: 0)
    var count = 0

    var mean: Color {
      Color(
        red: (sums.red + count / 2) / count, green: (sums.green + count / 2) / count,
        blue: (sums.blue + count / 2) / count)
    }
  }

  private struct Box {
    var bins: [(key: Int, color: Color, bin: Bin)]
    var axis = 0
    /// Pixels times the square of the longest side: how wrong one colour for all of them is.
    var spread = 0

    init(_ bins: [(key: Int, color: Color, bin: Bin)]) {
      self.bins = bins
      let pixels = bins.reduce(0) { $0 + $1.bin.count }
      for axis in 0..<3 {
        var least = 255
        var most = 0
        for bin in bins {
          least = min(least, bin.color[axis])
          most = max(most, bin.color[axis])
        }
        let spread = pixels * (most - least) * (most - least)
        if spread > self.spread {
          self.spread = spread
          self.axis = axis
        }
      }
    }

    var mean: Color {
      var sum = Bin()
      for (_, _, bin) in bins {
        sum.sums.red += bin.sums.red
        sum.sums.green += bin.sums.green
        sum.sums.blue += bin.sums.blue
        sum.count += bin.count
      }
      return sum.mean
    }

    func halves() -> (Box, Box) {
      let sorted = bins.sorted { ($0.color[axis], $0.key) < ($1.color[axis], $1.key) }
      let half = sorted.reduce(0) { $0 + $1.bin.count } / 2
      var place = 0
      var pixels = 0
      while place < sorted.count - 2, pixels + sorted[place].bin.count <= half {
        pixels += sorted[place].bin.count
        place += 1
      }
      place = max(1, place)
      return (Box(Array(sorted[..<place])), Box(Array(sorted[place...])))
    }
  }

  private static func key(_ color: Color) -> Int {
    (color.red >> 3) << 10 | (color.green >> 3) << 5 | color.blue >> 3
  }

  private static func cut(_ bitmap: Bitmap, into maximum: Int) -> [Color] {
    var bins = [Bin](repeating: Bin(), count: 1 << 15)
    for offset in stride(from: 0, to: bitmap.pixels.count, by: 4) where isShown(bitmap, offset) {
      let color = color(bitmap, offset)
      let key = key(color)
      bins[key].sums.red += color.red
      bins[key].sums.green += color.green
      bins[key].sums.blue += color.blue
      bins[key].count += 1
    }
    let filled = bins.enumerated().filter { $0.element.count > 0 }
    var boxes = [Box(filled.map { ($0.offset, $0.element.mean, $0.element) })]
    while boxes.count < maximum {
      var widest: Int?
      for (place, box) in boxes.enumerated() where box.spread > 0 {
        if box.spread > widest.map({ boxes[$0].spread }) ?? 0 { widest = place }
      }
      guard let widest else { break }
      let (low, high) = boxes[widest].halves()
      boxes[widest] = low
      boxes.append(high)
    }
    return boxes.map(\.mean)
  }

  // MARK: Pixels

  /// The colour of every pixel by its index; -1 for one that is not shown.
  ///
  /// - Complexity: O(*n*) in the pixels, and in the colours for each colour that is looked for: with
  ///   dithering, that of nearly every pixel.
  func indices(of bitmap: Bitmap, dithers: Bool) -> [Int16] {
    var indices = [Int16](repeating: -1, count: bitmap.width * bitmap.height)
    guard !colors.isEmpty else { return indices }
    var search = NearestColor(colors)
    // Where each has its own colour, nothing is to be made up for.
    var diffusion = dithers && !isExact ? ErrorDiffusion(width: bitmap.width) : nil
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let place = y * bitmap.width + x
        guard ColorPalette.isShown(bitmap, place * 4) else { continue }
        let color = ColorPalette.color(bitmap, place * 4)
        let wanted = diffusion?.adjusted(color, x: x) ?? color
        let index = search.index(of: wanted)
        indices[place] = Int16(index)
        diffusion?.spread(from: wanted, to: colors[index], x: x)
      }
      diffusion?.endRow()
    }
    return indices
  }
}

/// Finds the nearest of some colours, and remembers it.
private struct NearestColor {
  private let colors: [ColorPalette.Color]
  private var known: [ColorPalette.Color: Int] = [:]

  init(_ colors: [ColorPalette.Color]) { self.colors = colors }

  mutating func index(of color: ColorPalette.Color) -> Int {
    if let index = known[color] { return index }
    var best = 0
    var least = Int.max
    for (index, candidate) in colors.enumerated() {
      let red = candidate.red - color.red
      let green = candidate.green - color.green
      let blue = candidate.blue - color.blue
      let distance = red * red + green * green + blue * blue
      if distance < least {
        least = distance
        best = index
      }
    }
    known[color] = best
    return best
  }
}

/// Passes on what a pixel's colour is wrong by: 7/16 to the right, 3/16, 5/16 and 1/16 below.
///
/// Floyd and Steinberg, 1976.
private struct ErrorDiffusion {
  private let width: Int
  /// Sixteenths of this row and the next, three a pixel, with a pixel more on each side.
  private var current: [Int]
  private var next: [Int]

  init(width: Int) {
    self.width = width
    current = [Int](repeating: 0, count: (width + 2) * 3)
    next = current
  }

  func adjusted(_ color: ColorPalette.Color, x: Int) -> ColorPalette.Color {
    let place = (x + 1) * 3
    func value(_ axis: Int) -> Int {
      // Half of the error of a colour out of reach is enough; more of it would run over the picture.
      let error = min(max(current[place + axis] / 16, -64), 64)
      return min(max(color[axis] + error, 0), 255)
    }
    return ColorPalette.Color(red: value(0), green: value(1), blue: value(2))
  }

  mutating func spread(
    from wanted: ColorPalette.Color, to shown: ColorPalette.Color, x: Int
  ) {
    let place = (x + 1) * 3
    for axis in 0..<3 {
      let error = wanted[axis] - shown[axis]
      current[place + 3 + axis] += error * 7
      next[place - 3 + axis] += error * 3
      next[place + axis] += error * 5
      next[place + 3 + axis] += error
    }
  }

  mutating func endRow() {
    current = next
    next = [Int](repeating: 0, count: (width + 2) * 3)
  }
}
