import VCard

/// The lines of a card, its envelope and VERSION among them, as parts of its octets.
struct CardLines {
  /// A line.
  struct Line {
    /// What it says, without folds and line ends: two lines are the same when they say the same.
    var key: [UInt8]
    /// Its octets, and those of empty lines after it.
    let octets: ArraySlice<UInt8>
    /// Its number among the properties; `nil` for BEGIN, VERSION and END.
    let property: Int?
  }

  /// All lines, which together are all octets of the card.
  private(set) var lines: [Line] = []

  /// What the lines say.
  var keys: [[UInt8]] { lines.map(\.key) }

  /// Takes a card apart that was read and not edited since.
  init(_ card: Card) {
    let octets = card.octetsAsRead
    var starts: [(place: Int, property: Property?)] = []
    var end = 0
    for property in card.properties {
      starts += CardLines.starts(in: octets[end..<max(end, property.line.startIndex)])
      starts.append((property.line.startIndex, property))
      end = property.line.endIndex
    }
    starts += CardLines.starts(in: octets[end...])
    var number = 0
    for (index, start) in starts.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1].place : octets.count
      // What stands before the first line goes with it.
      let line = octets[(index == 0 ? 0 : start.place)..<next]
      // Blanks and a byte order mark mean nothing there.
      let key = start.property?.lineOctets ?? line.filter { $0 > 0x20 && $0 < 0x80 }
      lines.append(Line(key: key, octets: line, property: start.property.map { _ in number }))
      if start.property != nil { number += 1 }
    }
  }

  /// Where lines start in what stands around properties: not at an empty line, nor where one goes on.
  private static func starts(in octets: ArraySlice<UInt8>) -> [(place: Int, property: Property?)] {
    var starts: [(place: Int, property: Property?)] = []
    var isStart = true
    for place in octets.indices {
      let isEnd = octets[place] == 0x0A || octets[place] == 0x0D
      let goesOn = octets[place] == 0x20 || octets[place] == 0x09
      if isStart, !isEnd, !goesOn { starts.append((place, nil)) }
      isStart = isEnd
    }
    return starts
  }

  /// Has properties say what those of another card do, as far as both have them.
  mutating func say(what properties: [Property]) {
    for index in lines.indices {
      if let number = lines[index].property, properties.indices.contains(number) {
        lines[index].key = properties[number].lineOctets
      }
    }
  }
}
