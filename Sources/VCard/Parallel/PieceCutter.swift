/// Cuts a stream of octets into pieces that may be read by different threads.
///
/// ```
/// stream  …END:VCARD⏎ BEGIN:VCARD⏎ … END:VCARD⏎ BEGIN:VCARD⏎ VERS│ION:3.0⏎ …
///                     └────────── a piece ─────┘└───── carried ──┘ not read yet
/// ```
/// Pieces end where a card seems to start. Where none does, or where the stream makes us wait, they
/// end anywhere; what comes after such an end can only be read by the reader of what came before.
package struct PieceCutter: Sendable {
  struct Piece: Sendable {
    var number: Int
    /// The octets of the piece, and perhaps others after them.
    var octets: [UInt8]
    /// How many octets it has.
    var count: Int
    /// Whether a card seems to start where it starts, or nothing comes before it.
    var startsAtCut: Bool
    /// Whether a card seems to start where it ends.
    var endsAtCut: Bool
    /// Whether nothing comes after it.
    var isLast: Bool
  }

  /// Milliseconds that a stream may make us wait before what has arrived is read.
  private static let patience = 5

  private let source: OctetSource
  /// Octets that a piece has as a rule.
  private let size: Int
  /// Octets up to which a place for a cut is looked for.
  private let mostOctets: Int
  private var carried: [UInt8] = []
  private var isAtCut = true
  /// Whether the last piece has come, or the stream is broken.
  private(set) var isAtEnd = false
  /// What broke the stream.
  private var failure: (any Error)?
  private var returned: Piece?
  /// Pieces so far.
  private(set) var count = 0

  init(_ source: OctetSource, size: Int) {
    self.source = source
    self.size = size
    mostOctets = 4 * size
  }

  /// Lets the next call of ``next(reusing:)`` give a piece again.
  mutating func putBack(_ piece: consuming Piece) { returned = piece }

  /// The next piece; there must be one.
  ///
  /// - Parameters:
  ///   - spent: Storage that is used again; taken away.
  ///   - cutting: `false` for what one read gives; the next piece can then not be read by itself.
  /// - Returns: The piece.
  /// - Throws: What broke the stream, after a piece with what came before it.
  mutating func next(reusing spent: inout [UInt8], cutting: Bool = true) throws -> Piece {
    precondition(!isAtEnd, "the last piece comes last")
    if let piece = returned.take() { return piece }
    if let failure {
      isAtEnd = true
      throw failure
    }
    var octets: [UInt8] = []
    swap(&octets, &spent)
    octets.resize(to: max(size, carried.count + size / 2))
    if !cutting {
      let count = try source.read(&octets, 0)
      isAtEnd = count == 0
      return piece(octets, count, endsAtCut: false, isLast: isAtEnd)
    }
    var filled = 0
    if !carried.isEmpty {
      filled = carried.count
      octets.replaceSubrange(..<filled, with: carried)
      carried.removeAll(keepingCapacity: true)
    }
    // Nothing before it starts a card.
    var searched = 0
    while true {
      let isFull: Bool
      do {
        isFull = try fill(&octets, &filled)
      } catch {
        guard filled > 0 else {
          isAtEnd = true
          throw error
        }
        // First what came before it.
        failure = error
        isFull = false
      }
      guard isFull else {
        octets.removeLast(octets.count - filled)
        return piece(octets, filled, endsAtCut: false, isLast: isAtEnd)
      }
      let cut = PieceCutter.lastCardStart(octets.span, from: searched)
      if cut > 0 {
        carried.append(contentsOf: octets[cut...])
        octets.removeLast(octets.count - cut)
      }
      if cut > 0 || octets.count >= mostOctets {
        return piece(octets, octets.count, endsAtCut: cut > 0, isLast: false)
      }
      // Of a line BEGIN:VCARD, some of it may stand at the end.
      searched = max(0, octets.count - 16)
      octets.resize(to: octets.count + size)
    }
  }

  /// Fills a buffer from a place on; `false` when the stream ends or makes us wait.
  private mutating func fill(_ octets: inout [UInt8], _ filled: inout Int) throws -> Bool {
    while filled < octets.count {
      if filled > 0, try !source.hasMore(PieceCutter.patience) { return false }
      let count = try source.read(&octets, filled)
      filled += count
      if count == 0 {
        isAtEnd = true
        return false
      }
    }
    return true
  }

  private mutating func piece(
    _ octets: [UInt8], _ octetCount: Int, endsAtCut: Bool, isLast: Bool
  ) -> Piece {
    defer {
      count += 1
      isAtCut = endsAtCut
    }
    return Piece(
      number: count, octets: octets, count: octetCount, startsAtCut: isAtCut,
      endsAtCut: endsAtCut, isLast: isLast)
  }

  /// Where the last line `BEGIN:VCARD` starts that follows a line `END:VCARD`, with nothing but blank
  /// lines between them; 0 when none starts at `start` or later.
  ///
  /// It is a guess at the start of a card: such lines may also stand inside another card, or in a
  /// quoted-printable value.
  package static func lastCardStart(_ octets: Span<UInt8>, from start: Int) -> Int {
    let (begin, end): (StaticString, StaticString) = ("BEGIN:VCARD", "END:VCARD")
    let (beginLength, endLength) = (begin.utf8CodeUnitCount, end.utf8CodeUnitCount)
    var index = octets.count - beginLength
    let least = max(start, endLength + 1)
    while index >= least {
      defer { index -= 1 }
      // Most octets are settled by the first of these two.
      guard octets[index - 1] == 0x0A, octets[index] | 0x20 == UInt8(ascii: "b"),
        Octets.equal(octets.extracting(index..<index + beginLength), begin),
        index + beginLength == octets.count || Octets.isSpace(octets[index + beginLength])
      else { continue }
      var before = index - 1
      while before > 0, Octets.isSpace(octets[before - 1]) { before -= 1 }
      guard before >= endLength,
        Octets.equal(octets.extracting(before - endLength..<before), end),
        before == endLength || octets[before - endLength - 1] == 0x0A
      else { continue }
      return index
    }
    return 0
  }
}
