import ContactStore
import SystemPackage
import VCard

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A journal of `dedupe apply` or `run`, by which every card comes back.
struct UndoJournal {
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
  /// - Parameters:
  ///   - argument: The journal.
  ///   - place: Where the file is that the merge wrote; `nil` when that is where it was written.
  /// - Throws: A failure that ends with 65 when it is none, with 75 when the file that it is about
  ///   has changed since.
  init(_ argument: String, merged place: String?) throws {
    name = argument
    let file = try StoredFile(Platform.path(argument), staysOpen: true)
    reader = JSONLineReader(file)
    var header: Header?
    var last: Piece.Output?
    let none = CommandFailure(
      .data, "\(argument): not a journal",
      suggestion: "'vcard dedupe apply PLAN -o OUT --journal FILE' writes one")
    try reader.forEachLine { line, number, _ in
      if header == nil {
        header = try? JSONDecoder().decode(Header.self, from: Data(line))
        guard header?.schema == "vcard.journal/1" else { throw none }
      } else if line.starts(with: "{\"output\"".utf8) {
        last = try? JSONDecoder().decode(Piece.self, from: Data(line)).output
      }
    }
    guard let header else { throw none }
    guard let last else { throw CommandFailure(.data, "\(argument): the journal has no end") }
    guard !header.inputs.isEmpty, header.inputs.allSatisfy(\.isSound),
      header.replaced.map(header.inputs.indices.contains) ?? true
    else { throw Self.damaged(argument) }
    inputs = header.inputs
    replaced = header.replaced
    let path: FilePath
    if let place {
      path = Platform.path(place)
    } else if let octets = last.octets {
      guard let read = Base64.decode(Array(octets.utf8)).flatMap(FilePath.init(octets:)) else {
        throw Self.damaged(argument)
      }
      path = read
    } else {
      path = FilePath(last.file)
    }
    do {
      merged = try StoredFile(path, staysOpen: true)
    } catch {
      var failure = CommandFailure(error)
      failure.suggestion = "--merged FILE says where the file is that the merge wrote"
      throw failure
    }
    guard merged.count == last.bytes, try merged.digest() == last.sha256 else {
      throw CommandFailure(
        .changed, "\(path.string) has changed since the journal was written",
        suggestion: "what would come back is no more what was there; nothing was done")
    }
  }

  private static func damaged(_ name: String) -> CommandFailure {
    CommandFailure(.data, "\(name): the journal is damaged", suggestion: "nothing was restored")
  }

  /// Restores the inputs.
  ///
  /// - Parameters:
  ///   - target: A folder for a file each, another name for all in one file. With `nil`, the file that
  ///     the merge replaced comes back in its place; if it replaced none, all go there.
  ///   - rehearsing: Whether nothing is written.
  /// - Returns: What comes back, for people.
  /// - Throws: A failure that ends with 65 for a damaged journal.
  func restore(to target: String?, rehearsing: Bool) throws -> String {
    if let target {
      let type = try? Stat(Platform.path(target)).type
      if type == .directory || target.hasSuffix("/") {
        try restore(intoFolder: Platform.path(target), rehearsing: rehearsing)
      } else if rehearsing {
        try OutputFile.rehearse(target)
        try forEachJoinedPiece { _ in }
      } else {
        let file = try OutputFile(target)
        try forEachJoinedPiece { try file.writer.write($0) }
        try file.commit()
      }
      return "every card to \(target)"
    }
    let file = try AtomicFile(replacing: merged.path)
    func write(_ octets: [UInt8]) throws { if !rehearsing { try file.writer.write(octets) } }
    if let replaced {
      try forEachPiece(of: replaced, write)
    } else {
      try forEachJoinedPiece(write)
    }
    if !rehearsing { try file.commit() }
    return replaced == nil
      ? "every card to \(merged.path.string)" : "\(merged.path.string) as it was"
  }

  private func restore(intoFolder folder: FilePath, rehearsing: Bool) throws {
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
    } catch {
      guard error.action == .create, error.errno == .fileExists else { throw error }
      throw CommandFailure(
        .cannotCreate, "\(error.name) exists already, and nothing was written",
        suggestion: "name another folder")
    }
  }

  /// Goes through the octets of all inputs as one file, in which each card starts and ends.
  private func forEachJoinedPiece(_ body: ([UInt8]) throws -> Void) throws {
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
    var hash = ContentHash()
    try reader.forEachLine { line, number, _ in
      guard number > 1, line.starts(with: "{\"raw\"".utf8) else { return }
      guard let raw = try decode(line, number).raw, let octets = Base64.decode(Array(raw.utf8))
      else { throw notALine(number) }
      hash.update(octets)
      try body(octets)
    }
    guard hash.digest == inputs[wanted].sha256 else { throw Self.damaged(name) }
  }

  private func notALine(_ number: Int) -> CommandFailure {
    CommandFailure(.data, "\(name):\(number): not a line of a journal")
  }

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
  /// - Throws: A failure that ends with 65 for a damaged journal, and what the closures throw.
  private func forEachPiece(
    _ begin: (Int) throws -> Void, body: ([UInt8], Int) throws -> Void
  ) throws {
    var current = -1
    var hash = ContentHash()
    func advance(to next: Int) throws {
      while current < next {
        if current >= 0, hash.digest != inputs[current].digest { throw Self.damaged(name) }
        hash = ContentHash()
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
          hash.update(octets)
          try body(octets, input)
        }
      } else if let data = piece.data, let octets = Base64.decode(Array(data.utf8)) {
        hash.update(octets)
        try body(octets, input)
      } else {
        throw notALine(number)
      }
    }
    try advance(to: inputs.count)
  }
}
