internal import VCard

/// Cuts a stream of JSON into its elements: values that stand one after the other, as in JSON Lines,
/// or the members of an array, at whatever length.
///
/// ```
/// {"name":"Kate"}⏎{"name":"Hank"}      [ {"name":"Kate"}, {"name":"Hank"} ]
/// └──────────────┘└──────────────┘       └──────────────┘  └─────────────┘
/// ```
/// An array that begins with a text, as a jCard does, is an element itself.
///
/// It knows no more of JSON than where a value ends; whether it is one is for a ``JSONScanner`` to
/// say. Memory holds one element.
package struct JSONElements {
  /// One value.
  package struct Element {
    /// Its octets; none where it was larger than the limit.
    package let octets: [UInt8]
    /// The octets before it, from 0.
    package let byte: Int
    /// Where it starts, from 1.
    package let line: Int
    /// Octets, from 1.
    package let column: Int
    /// Whether it was larger than the limit.
    package let isTooLarge: Bool
  }

  /// Octets of an element: as many as of a card.
  package static let mostOctets = 256 << 20

  private let limit: Int
  private var input: [UInt8] = []
  private var index = 0
  /// Octets that were dropped from the input.
  private var dropped = 0
  private var line = 1
  /// The octets before the line.
  private var lineStart = 0
  /// Whether the members of an array are the elements; `nil` before the first octet that counts.
  private var isInArray: Bool?
  private var isEnded = false
  private var element: Open?

  /// An element whose end was not found yet.
  private struct Open {
    var start: Int
    var byte: Int
    var line: Int
    var column: Int
    /// Brackets that are open.
    var depth = 0
    var isInString = false
    var isEscaped = false
    var isTooLarge = false
    /// Whether it is an array of which nothing has come yet, and perhaps no element, but some of them.
    var isUndecided = false
  }

  /// Creates a cutter.
  ///
  /// - Parameter limit: The most octets of an element.
  package init(limit: Int = mostOctets) { self.limit = limit }

  /// Whether octets begin JSON: an object or an array, and not a text in which a brace comes first.
  package static func begins(_ octets: some Collection<UInt8>) -> Bool {
    let rest = octets.drop { JSONScanner.isBlank($0) || $0 >= 0x80 }
    let next = rest.dropFirst().first { !JSONScanner.isBlank($0) }
    switch rest.first {
    case UInt8(ascii: "{"): return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
    case UInt8(ascii: "["):
      return [UInt8](#"[{"]"#.utf8).contains { $0 == next }
    default: return false
    }
  }

  /// Takes further octets of the stream.
  package mutating func append(_ octets: some Collection<UInt8>) {
    // What was read before goes, but for an element that goes on.
    let kept = element.map { $0.isTooLarge ? index : $0.start } ?? index
    if kept > 0 {
      input.removeFirst(kept)
      index -= kept
      dropped += kept
      element?.start -= kept
    }
    input.append(contentsOf: octets)
  }

  /// Where an array that no bracket closes ends, from 1; `nil` before that, and for any other end.
  package private(set) var cut: (byte: Int, line: Int, column: Int)?

  /// Tells that there are no more octets.
  package mutating func finish() { isEnded = true }

  /// The next element; `nil` when more octets are needed, or at the end.
  package mutating func next() -> Element? {
    while index < input.count {
      if element == nil, !startsElement() { continue }
      if endsElement() { return taken() }
    }
    // An array that is cut before its first value holds nothing; a value that is cut is for a scanner
    // to complain of.
    guard isEnded, element == nil || element?.isUndecided == true else {
      isInArray = isEnded ? false : isInArray
      return isEnded ? taken() : nil
    }
    if element != nil || isInArray == true {
      cut = (dropped + index, line, dropped + index - lineStart + 1)
    }
    element = nil
    return nil
  }

  // MARK: Octets

  private mutating func advance() {
    if input[index] == 0x0A {
      line += 1
      lineStart = dropped + index + 1
    }
    index += 1
  }

  /// Whether an element starts at the octet at hand; else it is passed over.
  private mutating func startsElement() -> Bool {
    let octet = input[index]
    let isMark = octet >= 0x80 && isInArray == nil
    // RFC 7464 puts U+001E before each value.
    if JSONScanner.isBlank(octet) || isMark || octet == 0x1E {
      advance()
      return false
    }
    if isInArray != true {
      isInArray = false
    } else {
      if octet == UInt8(ascii: "]") { isInArray = false }
      if octet == UInt8(ascii: "]") || octet == UInt8(ascii: ",") {
        advance()
        return false
      }
    }
    element = Open(
      start: index, byte: dropped + index, line: line, column: dropped + index - lineStart + 1)
    element?.isUndecided = isInArray == false && octet == UInt8(ascii: "[")
    return true
  }

  /// Goes on to the end of the element; `false` when that was not found yet.
  private mutating func endsElement() -> Bool {
    guard var open = element else { return false }
    var isArray = false
    defer { element = isArray ? nil : open }
    while index < input.count {
      let octet = input[index]
      if open.isUndecided, open.depth > 0 {
        let isBlank = JSONScanner.isBlank(octet)
        if octet != UInt8(ascii: "\""), !isBlank || index - open.start >= limit {
          isInArray = true
          isArray = true
          return false
        }
        open.isUndecided = isBlank
      }
      if !open.isTooLarge, index - open.start >= limit {
        open.isTooLarge = true
        open.start = index
      }
      if open.isInString {
        if open.isEscaped {
          open.isEscaped = false
        } else if case let end = endOfPlainText(open), end > index {
          index = end
          continue
        } else if octet == UInt8(ascii: "\\") {
          open.isEscaped = true
        } else if octet == UInt8(ascii: "\"") {
          open.isInString = false
          advance()
          if open.depth == 0 { return true }
          continue
        }
        advance()
        continue
      }
      switch octet {
      case UInt8(ascii: "\""): open.isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if open.depth == 0 {
          // The end of the array that a number or a word stands in, unless it is all there is.
          if index == open.start { advance() }
          return true
        }
        open.depth -= 1
        if open.depth == 0 {
          advance()
          return true
        }
      case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
        if open.depth == 0 {
          if index == open.start { advance() }
          return true
        }
      default: break
      }
      advance()
    }
    return false
  }

  /// Where octets of a string end, up to the limit, that are neither its end, an escape nor a control
  /// character.
  private func endOfPlainText(_ open: Open) -> Int {
    let last = open.isTooLarge ? input.count : min(input.count, open.start + limit)
    return JSONEscapes.mark(in: input, from: index, to: max(index, last))
  }

  private mutating func taken() -> Element? {
    guard let open = element else { return nil }
    element = nil
    return Element(
      octets: open.isTooLarge ? [] : Array(input[open.start..<index]), byte: open.byte,
      line: open.line, column: open.column, isTooLarge: open.isTooLarge)
  }
}
