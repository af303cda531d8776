import CardFormats
import Compression
import Cutouts
package import Page
package import VCard

extension ArrivalReader {
  /// Reads what `vcard receive` and `vcard convert` read, from memory.
  package static func forCommands(_ decoding: TextDecoding) -> ArrivalReader {
    ArrivalReader { octets, name, take in
      do {
        return try read(octets, name, decoding, take)
      } catch {
        return ["\(error)"]
      }
    }
  }

  private static func read(
    _ octets: ArraySlice<UInt8>, _ name: String, _ decoding: TextDecoding, _ take: Taking
  ) throws -> [String] {
    var pieces = try ArrivalPieces(octets)
    let first = try pieces.next()
    let name = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    let format = InputOptions.Format.sniffed(Array(first.prefix(4096)), named: name)
    guard format == .cutout else {
      let reader =
        format.documentReader(CSVReader.Options(), decoding) ?? VCardDocument(decoding)
      try read(&pieces, first, reader, take)
      return []
    }
    var whole = Array(first)
    while whole.count <= Cutout.Limits.bytes {
      let piece = try pieces.next()
      if piece.isEmpty { break }
      whole += piece
    }
    let reading = try Cutout.read(whole, decoding: decoding)
    _ = take(.card(reading.cutout.card(), []))
    return reading.warnings
  }

  private static func read(
    _ pieces: inout ArrivalPieces, _ first: ArraySlice<UInt8>, _ reader: some CardDocumentReader,
    _ take: Taking
  ) throws {
    var (reader, piece) = (reader, first)
    while true {
      if piece.isEmpty { reader.finish() } else { reader.append(piece) }
      while let entry = reader.next() {
        guard take(entry) else { return }
      }
      if piece.isEmpty { return }
      piece = try pieces.next()
    }
  }
}

/// vCards as a document like those of other formats.
private struct VCardDocument: CardDocumentReader {
  private var reader: CardReader
  /// What was odd behind the last card.
  private var rest: ArraySlice<Diagnostic> = []

  init(_ decoding: TextDecoding) { reader = CardReader(decoding: decoding) }

  mutating func append(_ octets: ArraySlice<UInt8>) {
    // A reader takes input until it is told that there is no more.
    try? reader.append(octets.span)
  }

  mutating func finish() { reader.finish() }

  mutating func next() -> DocumentEntry? {
    switch reader.next() {
    case .card(let card, let found): return .card(card, found)
    case .needsInput: return nil
    case .end:
      rest += reader.takeDiagnostics()
      return rest.popFirst().map { .noCard($0) }
    }
  }
}

/// The octets of a file piece by piece, inflated where they are compressed with gzip.
private struct ArrivalPieces: ~Copyable {
  /// More than is taken.
  private struct TooMuch: Error, CustomStringConvertible {
    var description: String { "more than \(ArrivalReader.mostOctets >> 20) MB are in this" }
  }

  /// Octets.
  private static let size = 64 << 10

  /// What is left.
  private var octets: ArraySlice<UInt8>
  private let isCompressed: Bool
  private var inflater: Inflater
  private var total = 0

  init(_ octets: ArraySlice<UInt8>) throws {
    self.octets = octets
    isCompressed = octets.starts(with: [0x1F, 0x8B])
    inflater = try Inflater()
  }

  /// The next ones, of which none are empty but the last.
  ///
  /// - Throws: What is wrong with a compressed file, after what came before it; and where it is too
  ///   large.
  mutating func next() throws -> ArraySlice<UInt8> {
    guard isCompressed else {
      let piece = octets.prefix(Self.size)
      octets = octets.dropFirst(piece.count)
      return piece
    }
    var piece = [UInt8](repeating: 0, count: Self.size)
    var made = 0
    while made < piece.count {
      do {
        let rest = octets
        let progress = try inflater.inflate(rest.span, into: &piece, from: made)
        octets = rest.dropFirst(progress.taken)
        made += progress.made
        if progress.taken == 0, progress.made == 0 { break }
      } catch {
        // It throws again when there is nothing before it.
        if made == 0 { throw error }
        break
      }
    }
    if made == 0 { try inflater.finish() }
    total += made
    guard total <= ArrivalReader.mostOctets else { throw TooMuch() }
    return piece[..<made]
  }
}
