import VCard

/// Questions about texts of cells, on their octets.
enum CSVText {
  /// Whether a text has no blank at its ends, nothing before it that keeps it from being taken for
  /// something else, and where it is one of several columns, nothing that separates values.
  static func isOrdinary(_ text: Span<UInt8>, isNumbered: Bool) -> Bool {
    guard !text.isEmpty, text[0] > 0x20, text[0] != UInt8(ascii: "'"), text[text.count - 1] > 0x20
    else { return false }
    let last = text[text.count - 1]
    if text[0] >= 0x80 || last >= 0x80, hasEdgeBlank(text) { return false }
    return !isNumbered || separator(in: text, from: 0) == text.count
  }

  /// Whether a text, which is not empty, begins or ends with white space.
  private static func hasEdgeBlank(_ text: Span<UInt8>) -> Bool {
    func length(at index: Int) -> Int { Octets.whiteSpaceLength(in: text, at: index) }
    return length(at: 0) > 0
      || text.indices.suffix(3).contains { $0 + length(at: $0) == text.count }
  }

  /// The place of three colons from an octet on, or the end.
  static func separator(in text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while true {
      index = Octets.first(UInt8(ascii: ":"), in: text, from: index)
      if index + 2 >= text.count { return text.count }
      if text[index + 1] == UInt8(ascii: ":"), text[index + 2] == UInt8(ascii: ":") { return index }
      index += 1
    }
  }

  /// Whether there is neither a blank of any kind nor an escape.
  static func isWord(_ text: Span<UInt8>) -> Bool {
    for index in text.indices {
      switch text[index] {
      case 0...0x20, 0x7F, UInt8(ascii: "\\"), 0xC2, 0xE1, 0xE2, 0xE3: return false
      default: break
      }
    }
    return true
  }

  /// Whether a number may be one of which a program for tables made 4.15E+09.
  static func mayBeDamaged(_ text: Span<UInt8>) -> Bool {
    for index in 1..<max(1, text.count) where text[index] == UInt8(ascii: "+") {
      if text[index - 1] | 0x20 == UInt8(ascii: "e") { return true }
    }
    return false
  }

  /// Whether a text is a date such as `1990-02-03`, since 1000, of a day that every year has.
  static func isDate(_ text: Span<UInt8>) -> Bool {
    text.count == 10 && text[4] == UInt8(ascii: "-") && text[7] == UInt8(ascii: "-")
      && text[0] != UInt8(ascii: "0") && PlainDate.isDay(text, 5, 8)
  }

  /// Whether a text is such a date without hyphens.
  static func isBasicDate(_ text: Span<UInt8>) -> Bool {
    PlainDate.isDate(text) && text[0] != UInt8(ascii: "0")
  }

  /// The date with hyphens.
  static func extended(_ date: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(10)
    for index in 0..<8 {
      if index == 4 || index == 6 { text.append(UInt8(ascii: "-")) }
      text.append(date[index])
    }
    return text
  }

  /// Where in a date with hyphens that stands what a column says of it.
  static func part(_ part: CSVMeaning.Part, of date: Span<UInt8>) -> Range<Int>? {
    switch part {
    case .whole: 0..<10
    case .year: 0..<4
    case .month: (date[5] == UInt8(ascii: "0") ? 6 : 5)..<7
    case .day: (date[8] == UInt8(ascii: "0") ? 9 : 8)..<10
    case .component, .label, .service, .formatted, .lines: nil
    }
  }

  /// Octets of their own.
  static func array(_ octets: Span<UInt8>) -> [UInt8] {
    var array: [UInt8] = []
    array.append(octets)
    return array
  }

  /// Whether `1990-02-03` is `19900203`.
  static func isDate(_ cell: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
    guard cell.count == 10, value.count == 8 else { return false }
    for index in 0..<8 {
      let octet = cell[index < 4 ? index : index < 6 ? index + 1 : index + 2]
      if octet != value[index] || !(0x30...0x39 ~= octet) { return false }
    }
    return cell[4] == UInt8(ascii: "-") && cell[7] == UInt8(ascii: "-")
  }

  /// Whether a cell is a number or a telephone number, blanks that do not break among them.
  static func isNumber(_ cell: Span<UInt8>) -> Bool {
    cell.indices.allSatisfy { index in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= cell[index]
        || " +-().,/#*;:\u{A0}".utf8.contains(cell[index])
    }
  }
}
