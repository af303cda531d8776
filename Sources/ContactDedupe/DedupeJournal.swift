import ContactStore
import Files
public import SystemPackage
import VCard

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A journal of a merge, by which every card comes back.
public struct DedupeJournal: Sendable {
  /// The lines of a journal; ``JournalWriter`` says what they mean.
  private struct Header: Decodable {
    struct Input: Decodable {
      let file: String
      let sha256: String
      let whole: Bool
      let cards: String?
      let ends: Int?
      let headless: Int?

      /// The digest of what comes back of it piece by piece.
      var digest: String? { whole ? sha256 : cards }

      /// More END than cards may stand inside each other.
      static let mostEnds = 1000

      var isSound: Bool {
        digest != nil && (0...Self.mostEnds).contains(ends ?? 0) && (headless ?? 0) >= 0
      }
    }

    let schema: String
    let replaced: Int?
    let inputs: [Input]
  }

  private struct Piece: Decodable {
    struct Output: Decodable {
      let file: String
      let octets: String?
      let sha256: String
      let bytes: Int
      let made: String?
    }

    let input: Int?
    let copy: [Int]?
    let data: String?
    let raw: String?
    let output: Output?
  }

  private let name: String
  private let reader: JSONLineReader
  private let inputs: [Header.Input]
  /// The input whose place the merged file took.
  private let replaced: Int?
  private let merged: StoredFile

  /// Opens a journal.
  ///
  /// A journal from elsewhere could name any file of which somebody knows what is in it, to have it
  /// overwritten. So only one that this user's merge wrote to where it is says itself what it is about.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - place: Where the file is that the merge wrote; `nil` when that is where it was written.
  /// - Throws: ``DedupeError``: when it is none, when it is a copy or somebody else's and no place is
  ///   given, and when the file that it is about has changed since; `FileError`.
  public init(_ journal: FilePath, merged place: FilePath? = nil) throws {
    try self.init(journal, named: journal.string, merged: place)
  }

  /// Opens a journal under the name that people know it by.
  package init(_ journal: FilePath, named name: String, merged place: FilePath?) throws {
    self.name = name
    let file = try StoredFile(journal, staysOpen: true)
    reader = JSONLineReader(file)
    var header: Header?
    var last: Piece.Output?
    try reader.forEachLine { line, number, _ in
      if header == nil {
        header = try? JSONDecoder().decode(Header.self, from: Data(line))
        guard header?.schema == "vcard.journal/1" else { throw DedupeError.notAJournal(name) }
      } else if line.starts(with: "{\"output\"".utf8) {
        last = try? JSONDecoder().decode(Piece.self, from: Data(line)).output
      }
    }
    guard let header else { throw DedupeError.notAJournal(name) }
    guard let last else { throw DedupeError.unfinishedJournal(name) }
    guard !header.inputs.isEmpty, header.inputs.allSatisfy(\.isSound),
      header.replaced.map(header.inputs.indices.contains) ?? true
    else { throw DedupeError.damagedJournal(name, line: nil) }
    inputs = header.inputs
    replaced = header.replaced
    let path: FilePath
    if let place {
      path = place
    } else if try file.birth().map({ !$0.isOwn || $0.text != last.made }) ?? true {
      throw DedupeError.foreignJournal(name, of: last.file)
    } else if let octets = last.octets {
      guard let read = Base64.decode(Array(octets.utf8)).flatMap(FilePath.init(octets:)) else {
        throw DedupeError.damagedJournal(name, line: nil)
      }
      path = read
    } else {
      path = FilePath(last.file)
    }
    do {
      merged = try StoredFile(path, staysOpen: true)
    } catch {
      throw DedupeError.noMergedFile("\(error)")
    }
    guard merged.count == last.bytes, try merged.digest() == last.sha256 else {
      throw DedupeError.changedSinceMerge(path.string)
    }
  }

  /// Where the file is that the merge wrote.
  public var mergedPath: FilePath { merged.path }

  /// Whether the merge took the place of one of its inputs.
  public var replacesInput: Bool { replaced != nil }

  /// Restores the inputs in the place of the file that the merge wrote.
  ///
  /// The file that it replaced comes back as it was; if it replaced none, all cards go there.
  ///
  /// - Parameter rehearsing: Whether nothing is written.
  /// - Throws: ``DedupeError`` for a damaged journal, and `FileError`.
  public func restore(rehearsing: Bool = false) throws {
    try write(to: merged.path, rehearsing) { write in
      if let replaced {
        try forEachPiece(of: replaced, write)
      } else {
        try forEachJoinedPiece(write)
      }
    }
  }

  /// Restores all inputs into one file.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``DedupeError`` for a damaged journal, and `FileError`.
  public func restore(toFile path: FilePath) throws {
    try write(to: path, false) { try forEachJoinedPiece($0) }
  }

  private func write(
    to path: FilePath, _ rehearsing: Bool, _ body: (([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let file = try AtomicFile(replacing: path)
    try body { octets in
      if !rehearsing { try file.writer.write(octets) }
    }
    if !rehearsing { try file.commit() }
  }

  /// Restores all inputs into a folder, a file each.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is made if it is not there.
  ///   - rehearsing: Whether nothing is written.
  /// - Throws: ``DedupeError``: for a damaged journal and a file that is there; `FileError`.
  public func restore(intoFolder folder: FilePath, rehearsing: Bool = false) throws {
    var names: [String] = []
    var known: Set<String> = []
    for (index, input) in inputs.enumerated() {
      var name = FilePath(input.file).lastComponent?.string ?? "cards.vcf"
      if input.file == "-" { name = "cards.vcf" }
      if !input.whole, name.lowercased().hasSuffix(".gz") { name.removeLast(3) }
      // The cards of a database or a cutout come back as cards.
      if !input.whole, !name.lowercased().hasSuffix(".vcf") { name += ".vcf" }
      var (free, number) = (name, index)
      while !known.insert(free).inserted {
        free = "\(number)-\(name)"
        number += 1
      }
      names.append(free)
    }
    let staged = try StagedFolder(folder, makesFolder: true)
    var writer: BufferedWriter?
    try forEachPiece { input in
      try staged.close()
      writer = try staged.open(names[input])
    } body: { octets, _ in
      try writer?.write(octets)
    }
    try staged.close()
    do {
      try staged.commit(replacing: false, rehearsing: rehearsing)
    } catch let error as FileError where error.action == .create && error.errno == .fileExists {
      throw DedupeError.exists(error.name)
    }
  }

  /// Goes through the octets of all inputs as one file, in which each card starts and ends.
  ///
  /// - Throws: ``DedupeError`` for a damaged journal, and what `body` throws.
  package func forEachJoinedPiece(_ body: ([UInt8]) throws -> Void) throws {
    var last: UInt8 = 0x0A
    var offset = 0
    var headless: Int?
    try forEachPiece { input in
      offset = 0
      headless = nil
      guard input > 0 else { return }
      headless = inputs[input].headless
      if last != 0x0A, last != 0x0D { try body([0x0D, 0x0A]) }
      for _ in 0..<(inputs[input - 1].ends ?? 0) { try body(Array("END:VCARD\r\n".utf8)) }
      last = 0x0A
    } body: { octets, _ in
      var octets = octets
      let end = offset + octets.count
      if let place = headless, (offset..<end).contains(place) {
        octets.insert(contentsOf: "BEGIN:VCARD\r\n".utf8, at: place - offset)
        headless = nil
      }
      offset = end
      try body(octets)
      last = octets.last ?? last
    }
  }

  /// Goes through all octets of an input, and checks them and all others against their digests.
  private func forEachPiece(of wanted: Int, _ body: ([UInt8]) throws -> Void) throws {
    let isWhole = inputs[wanted].whole
    try forEachPiece { _ in
    } body: { octets, input in
      if isWhole, input == wanted { try body(octets) }
    }
    if isWhole { return }
    var hash = SHA256()
    try reader.forEachLine { line, number, _ in
      guard number > 1, line.starts(with: "{\"raw\"".utf8) else { return }
      guard let raw = try decode(line, number).raw, let octets = Base64.decode(Array(raw.utf8))
      else { throw notALine(number) }
      hash.update(octets.span)
      try body(octets)
    }
    guard hash.digest.hexadecimal == inputs[wanted].sha256 else {
      throw DedupeError.damagedJournal(name, line: nil)
    }
  }

  private func notALine(_ number: Int) -> DedupeError { .damagedJournal(name, line: number) }

  private func decode(_ line: [UInt8], _ number: Int) throws -> Piece {
    guard let piece = try? JSONDecoder().decode(Piece.self, from: Data(line)) else {
      throw notALine(number)
    }
    return piece
  }

  /// Goes through the octets of the inputs in order, and checks each input against its digest.
  ///
  /// - Parameters:
  ///   - begin: Receives each input before its octets.
  ///   - body: Receives octets and the input that they belong to.
  /// - Throws: ``DedupeError`` for a damaged journal, and what the closures throw.
  private func forEachPiece(
    _ begin: (Int) throws -> Void, body: ([UInt8], Int) throws -> Void
  ) throws {
    var current = -1
    var hash = SHA256()
    func advance(to next: Int) throws {
      while current < next {
        if current >= 0, hash.digest.hexadecimal != inputs[current].digest {
          throw DedupeError.damagedJournal(name, line: nil)
        }
        hash = SHA256()
        current += 1
        if inputs.indices.contains(current) { try begin(current) }
      }
    }
    var isHeader = true
    try reader.forEachLine { line, number, _ in
      if isHeader {
        isHeader = false
        return
      }
      let piece = try decode(line, number)
      if piece.output != nil || piece.raw != nil { return }
      guard let input = piece.input, inputs.indices.contains(input), input >= current else {
        throw notALine(number)
      }
      try advance(to: input)
      if let copy = piece.copy, copy.count == 2, copy[0] >= 0, copy[1] >= 0,
        copy[0] <= merged.count, copy[1] <= merged.count - copy[0]
      {
        try merged.forEachPiece(in: copy[0]..<copy[0] + copy[1]) { octets in
          hash.update(octets.span)
          try body(octets, input)
        }
      } else if let data = piece.data, let octets = Base64.decode(Array(data.utf8)) {
        hash.update(octets.span)
        try body(octets, input)
      } else {
        throw notALine(number)
      }
    }
    try advance(to: inputs.count)
  }
}
