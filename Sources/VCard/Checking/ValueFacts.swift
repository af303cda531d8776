internal import CVCard

/// What a text holds that has a meaning of its own.
struct TextFacts: Sendable {
  /// Semicolons that separate, and one.
  var components = 1
  /// The first comma and semicolon without a backslash.
  var comma: Int?
  var semicolon: Int?
  /// The first backslash that starts no escape of RFC 2426 §4.
  var badEscape: Int?
  var control: Int?

  /// Counts the components; looks for the first of each only where a rule of the property says that
  /// it has a meaning, and there is one.
  init(_ octets: Span<UInt8>, _ rule: PropertyRule) {
    let marks = Octets.valueMarks(octets)
    components += Int(marks.semicolons)
    if marks.has_control != 0 || marks.is_odd != 0 || rule.escapesCommas && marks.commas > 0
      || rule.escapesSemicolons && marks.semicolons > 0
    {
      find(octets)
    }
  }

  /// Finds the first of each.
  private mutating func find(_ octets: Span<UInt8>) {
    var index = 0
    while index < octets.count {
      switch octets[index] {
      case UInt8(ascii: "\\"):
        if !TextFacts.startsEscape(octets, index) { badEscape = badEscape ?? index }
        index += 1
      case UInt8(ascii: ","): comma = comma ?? index
      case UInt8(ascii: ";"): semicolon = semicolon ?? index
      // Line ends are there where a line without a blank continued a value, or decoding made them.
      case 0x09, 0x0A, 0x0D: break
      case 0..<0x20, 0x7F: control = control ?? index
      default: break
      }
      index += 1
    }
  }

  /// Whether a backslash is the first octet of an escape of RFC 2426 §4.
  static func startsEscape(_ octets: Span<UInt8>, _ index: Int) -> Bool {
    guard index + 1 < octets.count else { return false }
    switch octets[index + 1] {
    case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "n"),
      UInt8(ascii: "N"):
      return true
    default: return false
    }
  }
}

/// What stands in a stretch of base64.
///
/// RFC 4648 §4.
struct Base64Facts: Sendable {
  /// Characters of the alphabet, without padding.
  var characters = 0
  /// Equals signs at the end.
  var padding = 0
  /// The first octet that is no part of base64; blanks and line ends do not count.
  var foreign: Int?

  private static let classes: [UInt8] = (0..<256).map { octet in
    switch UInt8(octet) {
    case 0x20, 0x09, 0x0A, 0x0D: 1
    case UInt8(ascii: "="): 2
    case let digit: Base64.isDigit(digit) ? 0 : 3
    }
  }

  init(_ octets: Span<UInt8>) {
    let classes = Base64Facts.classes.span
    var others = 0
    for index in 0..<octets.count {
      let kind = classes[Int(octets[index])]
      if kind == 0, padding == 0 { continue }
      if kind == 2, padding < 2 {
        padding += 1
      } else {
        others += 1
        if kind != 1, foreign == nil { foreign = index }
      }
    }
    characters = octets.count - padding - others
  }
}
