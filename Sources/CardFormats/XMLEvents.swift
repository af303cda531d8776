private import CExpat
import VCard

/// Reads documents in XML, as their octets come.
///
/// libexpat reads them. There is no DOCTYPE, so that no entity grows and nothing is fetched; elements
/// are 64 deep at most, a tag or a comment has 1 MiB, and an element `vcard` as much as a card.
@safe package final class XMLEvents {
  /// How deep elements may stand inside each other.
  static let depth = 64
  /// Octets of a tag or a comment.
  static let longestTag = 1 << 20
  /// Octets that the parser takes at once, so that what comes of them is bounded, too.
  private static let pieceSize = 1 << 16

  private let parser: OpaquePointer
  /// What was not parsed yet.
  private var input: [UInt8] = []
  private var index = 0
  private var isEnded = false
  private var isFinished = false
  /// Why the document cannot be read on.
  package private(set) var failure: String?

  package init() {
    let limits = CardReader.Limits()
    guard
      let parser = unsafe cexpat_create(
        Int32(XMLEvents.depth), Int64(XMLEvents.longestTag), Int64(limits.bytesPerCard),
        Int64(limits.propertiesPerCard))
    else { preconditionFailure("there is memory for a parser") }
    unsafe self.parser = parser
  }

  deinit { unsafe cexpat_free(parser) }

  package func append(_ octets: ArraySlice<UInt8>) {
    if index > 0 {
      input.removeFirst(index)
      index = 0
    }
    input += octets
  }

  package func finish() { isEnded = true }

  /// Where the parser stands.
  var place: XMLTape.Place {
    var (line, column, byte): (Int64, Int64, Int64) = (0, 0, 0)
    unsafe cexpat_place(parser, &line, &column, &byte)
    return XMLTape.Place(line: Int(line), column: Int(column) + 1, byte: Int(max(0, byte)))
  }

  /// Appends what further octets are made of; `false` when more are needed, at the end, and where
  /// ``failure`` says why.
  package func parse(into tape: inout XMLTape) -> Bool {
    guard failure == nil else { return false }
    let count = min(XMLEvents.pieceSize, input.count - index)
    let isLast = isEnded && index + count == input.count
    guard count > 0 || isLast && !isFinished else { return false }
    isFinished = isLast
    let code = unsafe input[index..<index + count].withUnsafeBufferPointer {
      unsafe cexpat_parse(parser, $0.baseAddress, Int32(count), isLast ? 1 : 0)
    }
    index += count
    var made: Int64 = 0
    let octets = unsafe cexpat_events(parser, &made)
    unsafe tape.octets.append(contentsOf: UnsafeBufferPointer(start: octets, count: Int(made)))
    if code != 0 { failure = XMLEvents.reason(code) }
    return true
  }

  private static func reason(_ code: Int32) -> String {
    switch Int(code) {
    case CEXPAT_DOCTYPE: "it has a DOCTYPE, which is never needed and may hide anything"
    case CEXPAT_DEPTH: "its elements are more than \(depth) deep"
    case CEXPAT_TAG: "a tag or a comment has more than \(longestTag) bytes"
    case CEXPAT_MEMORY: "there is not enough memory"
    default: unsafe String(cString: cexpat_reason(code))
    }
  }
}

/// What a document in XML is made of, and how far that was read.
///
/// ```
/// <tel><text>1</text></tel>  →  start tel start text text 1 end end
/// ```
/// Each begins with an octet below ``XMLTape/firstOfText``, which no text of XML can hold. An element
/// `vcard` is there as a whole, or its start alone where the document cannot be read on.
package struct XMLTape {
  /// Where an element `vcard` starts: line and column from 1, octets from 0.
  package struct Place {
    var line = 1
    var column = 1
    var byte = 0
  }

  package static var start: UInt8 { UInt8(CEXPAT_START) }
  package static var text: UInt8 { UInt8(CEXPAT_TEXT) }
  package static var end: UInt8 { UInt8(CEXPAT_END) }
  /// The element that ends here was too large, and is empty.
  static var large: UInt8 { UInt8(CEXPAT_LARGE) }
  /// No octet of a text is below it.
  static var firstOfText: UInt8 { 0x09 }

  var octets: [UInt8] = []
  var index = 0

  package init() {}

  init(octets: [UInt8]) { self.octets = octets }

  /// What comes next; `nil` at the end.
  package var next: UInt8? { index < octets.count ? octets[index] : nil }

  /// Takes what comes next, and gives its text.
  mutating func takeText() -> String {
    let start = index + 1
    skip()
    return String(decoding: octets[start..<index], as: UTF8.self)
  }

  /// Takes what comes next, and appends its text.
  package mutating func takeText(into text: inout [UInt8]) {
    let start = index + 1
    skip()
    text += octets[start..<index]
  }

  /// Forgets what was taken.
  package mutating func dropTaken() {
    octets.removeFirst(index)
    index = 0
  }

  /// Takes what comes next.
  package mutating func skip() {
    repeat { index += 1 } while index < octets.count && octets[index] >= XMLTape.firstOfText
  }

  /// Takes the start of an element, and its place where that is known.
  package mutating func takeStart(_ namespaces: inout XMLNamespaces) -> (element: XMLElement, Place)
  {
    let name = takeText()
    var place = Place()
    var attributes: [(name: String, value: String)] = []
    while let next {
      if next == UInt8(CEXPAT_PLACE) {
        place = Place(line: takeNumber(), column: takeNumber() + 1, byte: takeNumber())
      } else if next == UInt8(CEXPAT_NAME) {
        attributes.append((takeText(), takeText()))
      } else {
        break
      }
    }
    let namespace = namespaces.enter(name, attributes)
    return (XMLElement(name: name, attributes: attributes, namespace: namespace), place)
  }

  /// Takes an octet and the digits after it.
  private mutating func takeNumber() -> Int {
    var number = 0
    index += 1
    while let next, next >= UInt8(ascii: "0") {
      number = 10 * number + Int(next - UInt8(ascii: "0"))
      index += 1
    }
    return number
  }

  /// Takes an element, which is there as a whole.
  mutating func takeElement(_ namespaces: inout XMLNamespaces) -> XMLElement {
    var (element, _) = takeStart(&namespaces)
    while let next, next != XMLTape.end {
      if next == XMLTape.start {
        element.content.append(.element(takeElement(&namespaces)))
      } else {
        element.content.append(.text(takeText()))
      }
    }
    index += 1
    namespaces.leave()
    return element
  }
}
