internal import VCard

/// Reads JSON, RFC 8259, strictly and with bounds.
///
/// Foundation's parser keeps the last of two equal keys and does not say so; who signs for what a
/// file says must not depend on which one counts. So this one shows every key.
package struct JSONScanner {
  private let bytes: [UInt8]
  private var index = 0
  private let mostValues: Int
  private var valuesLeft: Int
  private let nesting: Int
  private var isFirstMember = true
  /// Whether a half of a surrogate pair is read as U+FFFD; else it ends the document.
  package var mendsSurrogates = false
  /// How many halves were read so, and the offset of the first one.
  package private(set) var halves: (count: Int, first: Int)?

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: All octets of a document, or the first ones of it.
  ///   - values: The most values of any kind, those inside others counted too.
  ///   - nesting: How deep they may stand inside each other.
  package init(_ bytes: [UInt8], values: Int, nesting: Int) {
    self.bytes = bytes
    mostValues = values
    valuesLeft = values
    self.nesting = nesting
    // RFC 8259 §8.1 lets a reader pass over the byte order mark that some editors add.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// Reads a whole document.
  package mutating func document() throws(ParseFailure) -> DocumentNode {
    let node = try value(depth: 0)
    skipBlanks()
    guard index == bytes.count else { throw failure("something follows the value") }
    return node
  }

  // MARK: The first members of an object that may be cut

  package enum Member {
    /// A whole member; its value if that is text, and the first octet of it.
    case member(key: String, text: String?, first: UInt8)
    /// The octets end in a value of this key that starts so, or before that.
    case cut(key: String?, first: UInt8?)
    /// The object ends, or is none.
    case end
  }

  package mutating func entersObject() -> Bool {
    skipBlanks()
    return takes(UInt8(ascii: "{"))
  }

  package mutating func nextMember() -> Member {
    var name: String?
    var start: UInt8?
    do throws(ParseFailure) {
      skipBlanks()
      if takes(UInt8(ascii: "}")) { return .end }
      if !isFirstMember {
        try expect(UInt8(ascii: ","), "a comma")
        skipBlanks()
      }
      isFirstMember = false
      let key = try string()
      name = key
      skipBlanks()
      try expect(UInt8(ascii: ":"), "a colon")
      skipBlanks()
      guard let first = current else { return .cut(key: key, first: nil) }
      start = first
      if case .text(let text) = try value(depth: 1) {
        return .member(key: key, text: text, first: first)
      }
      return .member(key: key, text: nil, first: first)
    } catch {
      return error.isAtEnd ? .cut(key: name, first: start) : .end
    }
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(ParseFailure) -> DocumentNode {
    skipBlanks()
    guard depth < nesting else {
      throw failure("values stand inside each other more than \(nesting) deep")
    }
    guard valuesLeft > 0 else {
      throw failure("there are more than \(mostValues) values")
    }
    valuesLeft -= 1
    guard let current else { throw failure("a value is missing") }
    switch current {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"): return try word("true", .truth(true))
    case UInt8(ascii: "f"): return try word("false", .truth(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = index
      try number()
      return .number(String(decoding: bytes[start..<index], as: UTF8.self))
    default: throw failure("a value is missing")
    }
  }

  private mutating func object(depth: Int) throws(ParseFailure) -> DocumentNode {
    index += 1
    var members: [(key: String, value: DocumentNode)] = []
    skipBlanks()
    if takes(UInt8(ascii: "}")) { return .object([]) }
    while true {
      skipBlanks()
      let key = try string()
      skipBlanks()
      try expect(UInt8(ascii: ":"), "a colon")
      members.append((key, try value(depth: depth + 1)))
      skipBlanks()
      if takes(UInt8(ascii: "}")) { return .object(members) }
      try expect(UInt8(ascii: ","), "a comma or a closing brace")
    }
  }

  private mutating func list(depth: Int) throws(ParseFailure) -> DocumentNode {
    index += 1
    var values: [DocumentNode] = []
    skipBlanks()
    if takes(UInt8(ascii: "]")) { return .list([]) }
    while true {
      values.append(try value(depth: depth + 1))
      skipBlanks()
      if takes(UInt8(ascii: "]")) { return .list(values) }
      try expect(UInt8(ascii: ","), "a comma or a closing bracket")
    }
  }

  private mutating func word(
    _ word: String, _ node: DocumentNode
  ) throws(ParseFailure) -> DocumentNode {
    guard bytes[index...].starts(with: word.utf8) else {
      index = min(index + word.utf8.count, bytes.count)
      throw failure("a value is missing")
    }
    index += word.utf8.count
    return node
  }

  /// RFC 8259 §6; `NaN`, `+1`, `.5` and `01` are none.
  private mutating func number() throws(ParseFailure) {
    _ = takes(UInt8(ascii: "-"))
    if !takes(UInt8(ascii: "0")) { try digits() }
    if takes(UInt8(ascii: ".")) { try digits() }
    if takes(UInt8(ascii: "e")) || takes(UInt8(ascii: "E")) {
      if !takes(UInt8(ascii: "+")) { _ = takes(UInt8(ascii: "-")) }
      try digits()
    }
  }

  private mutating func digits() throws(ParseFailure) {
    let start = index
    while let octet = current, UInt8(ascii: "0")...UInt8(ascii: "9") ~= octet { index += 1 }
    guard index > start else { throw failure("a digit is missing") }
  }

  // MARK: Strings

  private mutating func string() throws(ParseFailure) -> String {
    let start = index
    try expect(UInt8(ascii: "\""), "a quotation mark")
    var text: [UInt8] = []
    var pending = index
    while let octet = current {
      switch octet {
      case UInt8(ascii: "\""):
        text.append(contentsOf: bytes[pending..<index])
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw ParseFailure(offset: start, reason: "this text is not UTF-8", isAtEnd: false)
        }
        return string
      case UInt8(ascii: "\\"):
        text.append(contentsOf: bytes[pending..<index])
        index += 1
        try escape(into: &text)
        pending = index
      case 0..<0x20: throw failure("a control character stands in a string")
      default: index += 1
      }
    }
    throw failure("a closing quotation mark is missing")
  }

  private mutating func escape(into text: inout [UInt8]) throws(ParseFailure) {
    guard let octet = current else { throw failure("an escape is cut") }
    index += 1
    switch octet {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(octet)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      text.append(contentsOf: String(try scalar()).utf8)
    default:
      index -= 1
      throw failure("there is no such escape")
    }
  }

  /// RFC 8259 §7: what is beyond the first plane is written as a pair of surrogates.
  private mutating func scalar() throws(ParseFailure) -> Unicode.Scalar {
    let start = index
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let end = index
    if unit < 0xDC00, takes(UInt8(ascii: "\\")), takes(UInt8(ascii: "u")) {
      let low = try hexadecimal()
      if 0xDC00..<0xE000 ~= low,
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
    }
    if mendsSurrogates {
      // What follows is read by itself.
      index = end
      halves = halves.map { ($0.count + 1, $0.first) } ?? (1, start - 2)
      return "\u{FFFD}"
    }
    throw ParseFailure(
      offset: start, reason: "half a surrogate pair is no character", isAtEnd: index >= bytes.count)
  }

  private mutating func hexadecimal() throws(ParseFailure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let octet = current else { throw failure("an escape is cut") }
      guard let digit = Octets.hexadecimalDigit(octet) else {
        throw failure("a hexadecimal digit is missing")
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  // MARK: Octets

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let octet = current, JSONScanner.isBlank(octet) { index += 1 }
  }

  /// What may stand between values, RFC 8259 §2.
  static func isBlank(_ octet: UInt8) -> Bool {
    octet == 0x20 || octet == 0x0A || octet == 0x0D || octet == 0x09
  }

  private mutating func takes(_ octet: UInt8) -> Bool {
    guard current == octet else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ octet: UInt8, _ what: String) throws(ParseFailure) {
    guard takes(octet) else { throw failure("\(what) is missing") }
  }

  private func failure(_ reason: String) -> ParseFailure {
    let isAtEnd = index >= bytes.count
    return ParseFailure(
      offset: index, reason: isAtEnd ? "it ends too soon" : reason, isAtEnd: isAtEnd)
  }
}
