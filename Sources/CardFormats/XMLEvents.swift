private import CExpat

/// What a document in XML is made of, as its octets come.
///
/// libexpat reads it. There is no DOCTYPE, so that no entity grows and nothing is fetched; elements
/// are 64 deep at most, and a tag or a comment has 1 MiB.
@safe final class XMLEvents {
  /// One of them.
  enum Event {
    case start(name: String, attributes: [(name: String, value: String)], Place)
    case end
    case text(String)
  }

  /// Where an element starts: line and column from 1, octets from 0; no place for those whose names
  /// do not hold `vcard`.
  struct Place {
    var line = 1
    var column = 1
    var byte = 0
  }

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
  /// What came of the last octets, and how much of it was handed out.
  private var events: [UInt8] = []
  private var next = 0
  /// Why the document cannot be read on.
  private(set) var failure: String?

  init() {
    guard let parser = unsafe cexpat_create(Int32(XMLEvents.depth), Int64(XMLEvents.longestTag))
    else { preconditionFailure("there is memory for a parser") }
    unsafe self.parser = parser
  }

  deinit { unsafe cexpat_free(parser) }

  func append(_ octets: ArraySlice<UInt8>) {
    if index > 0 {
      input.removeFirst(index)
      index = 0
    }
    input += octets
  }

  func finish() { isEnded = true }

  /// Where the parser stands.
  var place: Place {
    var (line, column, byte): (Int64, Int64, Int64) = (0, 0, 0)
    unsafe cexpat_place(parser, &line, &column, &byte)
    return Place(line: Int(line), column: Int(column) + 1, byte: Int(max(0, byte)))
  }

  /// What comes next; `nil` when more octets are needed, at the end, and where ``failure`` says why.
  func event() -> Event? {
    while next == events.count {
      guard failure == nil, parse() else { return nil }
    }
    switch Int(events[next]) {
    case CEXPAT_START:
      next += 1
      let place = Place(line: number64(), column: number64() + 1, byte: number64())
      let count = number32()
      let name = text()
      var attributes: [(name: String, value: String)] = []
      for _ in 0..<count { attributes.append((text(), text())) }
      return .start(name: name, attributes: attributes, place)
    case CEXPAT_TEXT:
      next += 1
      return .text(text())
    default:
      next += 1
      return .end
    }
  }

  /// Parses further octets; `false` when there are none.
  private func parse() -> Bool {
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
    unsafe events = Array(UnsafeBufferPointer(start: octets, count: Int(made)))
    next = 0
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

  // MARK: Numbers and texts

  private func number32() -> Int {
    defer { next += 4 }
    return Int(unsafe events.span.bytes.unsafeLoadUnaligned(fromByteOffset: next, as: UInt32.self))
  }

  private func number64() -> Int {
    defer { next += 8 }
    return Int(unsafe events.span.bytes.unsafeLoadUnaligned(fromByteOffset: next, as: Int64.self))
  }

  private func text() -> String {
    let count = number32()
    defer { next += count }
    return String(decoding: events[next..<next + count], as: UTF8.self)
  }
}
