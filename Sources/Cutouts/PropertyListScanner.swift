import CardFormats
import VCard

/// Reads the part of XML that property lists are written in, with bounds.
///
/// There are no entities but the five of XML and characters by number, so nothing expands; a document
/// type is passed over.
struct PropertyListScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var valuesLeft = Cutout.Limits.values

  private enum Tag {
    case open(String)
    case close(String)
    case empty(String)
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// Reads a whole document.
  mutating func document() throws(ParseFailure) -> DocumentNode {
    if bytes.starts(with: "bplist".utf8) {
      throw failure("it is a binary property list, and one in XML is wanted")
    }
    guard case .open("plist") = try tag() else { throw failure("<plist> is missing") }
    let node = try value(try tag(), depth: 0)
    guard case .close("plist") = try tag() else { throw failure("</plist> is missing") }
    try skipMisc()
    guard index == bytes.count else { throw failure("something follows </plist>") }
    return node
  }

  private mutating func value(_ tag: Tag, depth: Int) throws(ParseFailure) -> DocumentNode {
    guard depth < Cutout.Limits.nesting else {
      throw failure("values stand inside each other more than \(Cutout.Limits.nesting) deep")
    }
    guard valuesLeft > 0 else {
      throw failure("there are more than \(Cutout.Limits.values) values")
    }
    valuesLeft -= 1
    switch tag {
    case .open("dict"): return try dictionary(depth: depth)
    case .open("array"):
      var values: [DocumentNode] = []
      while true {
        let next = try self.tag()
        if case .close("array") = next { return .list(values) }
        values.append(try value(next, depth: depth + 1))
      }
    case .open("string"): return .text(try text(closing: "string"))
    case .open("data"):
      guard let octets = Base64.decode(Array(try text(closing: "data").utf8)) else {
        throw failure("the data before this is not base64")
      }
      return .octets(octets)
    // Nothing that a cutout holds has a time of day.
    case .open("date"): return .text(String(try text(closing: "date").prefix { $0 != "T" }))
    case .open(let name):
      guard ["integer", "real"].contains(name) else {
        throw failure("a property list has no <\(name)> here")
      }
      return .number(try text(closing: name))
    case .empty("dict"): return .object([])
    case .empty("array"): return .list([])
    case .empty("string"): return .text("")
    case .empty("data"): return .octets([])
    case .empty("true"): return .truth(true)
    case .empty("false"): return .truth(false)
    case .empty(let name): throw failure("a property list has no <\(name)/>")
    case .close(let name): throw failure("</\(name)> does not belong here")
    }
  }

  private mutating func dictionary(depth: Int) throws(ParseFailure) -> DocumentNode {
    var members: [(key: String, value: DocumentNode)] = []
    while true {
      let next = try tag()
      if case .close("dict") = next { return .object(members) }
      let key: String
      switch next {
      case .open("key"): key = try text(closing: "key")
      case .empty("key"): key = ""
      default: throw failure("a <key> is missing")
      }
      members.append((key, try value(try tag(), depth: depth + 1)))
    }
  }

  // MARK: Text

  private mutating func text(closing name: String) throws(ParseFailure) -> String {
    let start = index
    var text: [UInt8] = []
    while true {
      guard let octet = current else { throw failure("</\(name)> is missing") }
      if octet == UInt8(ascii: "&") {
        try reference(into: &text)
      } else if octet != UInt8(ascii: "<") {
        let end = position(of: [UInt8(ascii: "<"), UInt8(ascii: "&")], from: index)
        text.append(contentsOf: bytes[index..<end])
        index = end
      } else if takes("<!--") {
        try skip(past: "-->")
      } else if takes("<![CDATA[") {
        let from = index
        try skip(past: "]]>")
        text.append(contentsOf: bytes[from..<index - 3])
      } else {
        guard case .close(name) = try tag() else { throw failure("</\(name)> is missing") }
        guard let string = String(validating: text, as: UTF8.self) else {
          throw ParseFailure(offset: start, reason: "this text is not UTF-8", isAtEnd: false)
        }
        return string
      }
    }
  }

  private mutating func reference(into text: inout [UInt8]) throws(ParseFailure) {
    let start = index
    let names: [(String, UInt8)] = [
      ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
      ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
    ]
    for (name, octet) in names where takes(name) {
      text.append(octet)
      return
    }
    guard takes("&#") else { throw failure("there is no such entity") }
    let radix: UInt32 = takes("x") ? 16 : 10
    var value: UInt32 = 0
    while let digit = current.flatMap(Octets.hexadecimalDigit), digit < radix {
      value = min(value * radix + UInt32(digit), 0x11_0000)
      index += 1
    }
    guard takes(";"), value > 0, let scalar = Unicode.Scalar(value) else {
      throw ParseFailure(offset: start, reason: "there is no such character", isAtEnd: false)
    }
    text.append(contentsOf: String(scalar).utf8)
  }

  // MARK: Markup

  /// The next tag; nothing but blanks, comments and the like may stand before it.
  private mutating func tag() throws(ParseFailure) -> Tag {
    try skipMisc()
    guard takes("<") else { throw failure("a tag is missing") }
    let closes = takes("/")
    let start = index
    while let octet = current, ValueSyntax.isLetter(octet) { index += 1 }
    guard index > start else { throw failure("the name of a tag is missing") }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    // Attributes, such as the version of <plist>, say nothing that matters here.
    let end = position(of: [UInt8(ascii: ">"), UInt8(ascii: "<")], from: index)
    guard end < bytes.count, bytes[end] == UInt8(ascii: ">") else {
      throw failure("a tag does not end")
    }
    let isEmpty = bytes[end - 1] == UInt8(ascii: "/")
    index = end + 1
    return closes ? .close(name) : isEmpty ? .empty(name) : .open(name)
  }

  private mutating func skipMisc() throws(ParseFailure) {
    while let octet = current {
      if octet == 0x20 || octet == 0x0A || octet == 0x0D || octet == 0x09 {
        index += 1
      } else if takes("<?") {
        try skip(past: "?>")
      } else if takes("<!--") {
        try skip(past: "-->")
      } else if takes("<!DOCTYPE") {
        let end = position(of: [UInt8(ascii: ">"), UInt8(ascii: "[")], from: index)
        guard end < bytes.count, bytes[end] == UInt8(ascii: ">") else {
          throw failure("a document type with declarations of its own is not read")
        }
        index = end + 1
      } else {
        return
      }
    }
  }

  // MARK: Octets

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func takes(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  private mutating func skip(past word: String) throws(ParseFailure) {
    while index < bytes.count {
      if takes(word) { return }
      index += 1
    }
    throw failure("\(word) is missing")
  }

  private func position(of octets: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex { octets.contains($0) } ?? bytes.count
  }

  private func failure(_ reason: String) -> ParseFailure {
    let isAtEnd = index >= bytes.count
    return ParseFailure(
      offset: index, reason: isAtEnd ? "it ends too soon" : reason, isAtEnd: isAtEnd)
  }
}
