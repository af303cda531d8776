import CardFormats
import ContactStore
import Files
import Page
import SystemPackage
import VCard

/// Where converted cards go.
///
/// Nothing of a run is seen in files before its end, but for standard output and devices.
enum CardSink {
  /// One after the other to one output.
  case stream(OutputFile, CardStream)
  /// One after the other to a file that is replaced with others, in one commit.
  case replacement(AtomicFile)
  /// Each into a file of its own.
  case folder(CardFolder)
  /// Into numbered files, some cards each.
  case parts(CardParts)

  /// One after the other to one output, with what stands around them.
  static func stream(to output: OutputFile, _ frame: DocumentFrame) -> CardSink {
    .stream(output, CardStream(output.writer, frame))
  }

  /// Writes cards.
  ///
  /// - Parameters:
  ///   - cards: The cards.
  ///   - count: How many of them, from the first on.
  ///   - number: The number of the first from 1 in the run.
  /// - Throws: An error of the output; a failure that ends with 73 when a file was there before.
  func write(_ cards: borrowing RenderedCards, upTo count: Int, number: Int) throws {
    guard count > 0 else { return }
    switch self {
    case .stream(_, let stream): try stream.write(cards, upTo: count)
    case .replacement(let file):
      try file.writer.write(cards.text.span.extracting(0..<cards.places[count - 1].end))
    case .folder(let folder):
      for index in 0..<count where !cards.range(at: index).isEmpty {
        let stem = cards.stems[index] ?? CardFileName.stem(number: number + index)
        try folder.write(cards.text.span.extracting(cards.range(at: index)), named: stem)
      }
    case .parts(let parts):
      for index in 0..<count {
        try parts.write(cards.text.span.extracting(cards.range(at: index)))
      }
    }
  }

  /// Writes what `body` appends, where cards stand one after the other in one output.
  func append(_ body: (inout [UInt8]) -> Void) throws {
    switch self {
    case .stream(let output, _): try output.writer.append(body)
    case .replacement(let file): try file.writer.append(body)
    case .folder, .parts: preconditionFailure("records of one format only are files of their own")
    }
  }

  /// Writes what was seen at once anyhow, when the run is about to fail.
  func flush() throws {
    if case .stream(let output, _) = self { try output.flush() }
  }

  /// Puts the files in their places, or finds out only whether that can be done.
  func commit(rehearsing: Bool, console: Console) throws {
    switch self {
    case .stream(let output, let stream):
      try stream.finish()
      try output.commit()
    case .replacement: break
    case .folder(let folder): try folder.commit(rehearsing: rehearsing, console: console)
    case .parts(let parts): try parts.commit(rehearsing: rehearsing, console: console)
    }
  }
}

/// Cards in one output, with what stands around them.
final class CardStream {
  private let writer: BufferedWriter
  private let frame: DocumentFrame
  private var isEmpty = true
  /// The cards of a table, until all of its columns are known.
  private var rows: TableSpool?

  init(_ writer: BufferedWriter, _ frame: DocumentFrame) {
    self.writer = writer
    self.frame = frame
  }

  /// Writes cards, of which there is at least one.
  ///
  /// - Parameters:
  ///   - cards: The cards.
  ///   - count: How many of them, from the first on.
  /// - Throws: An error of the output.
  func write(_ cards: borrowing RenderedCards, upTo count: Int) throws {
    if let table = frame.table {
      for index in 0..<count {
        try spool(table).append(cards.text.span.extracting(cards.range(at: index)))
      }
      return
    }
    if isEmpty { try append(frame.head) }
    if frame.separator.isEmpty {
      try writer.write(cards.text.span.extracting(0..<cards.places[count - 1].end))
    } else {
      for index in 0..<count {
        if !isEmpty || index > 0 { try append(frame.separator) }
        try writer.write(cards.text.span.extracting(cards.range(at: index)))
      }
    }
    isEmpty = false
  }

  /// Writes a card.
  func write(_ card: Span<UInt8>) throws {
    if let table = frame.table { return try spool(table).append(card) }
    try append(isEmpty ? frame.head : frame.separator)
    try writer.write(card)
    isEmpty = false
  }

  /// Writes what stands after the last card; of no cards there is nothing.
  func finish() throws {
    try rows?.write(to: writer)
    rows = nil
    if !isEmpty { try append(frame.tail) }
  }

  private func spool(_ table: CSVTable.Options) throws -> TableSpool {
    let spool = try rows ?? TableSpool(table)
    rows = spool
    return spool
  }

  private func append(_ octets: [UInt8]) throws { try writer.append { $0 += octets } }
}

/// A folder with one card a file (vdir).
final class CardFolder {
  private let folder: StagedFolder
  private let suffix: String
  private let frame: DocumentFrame
  private let replacesFiles: Bool
  private var names = NumberedNames()

  init(
    _ folder: StagedFolder, suffix: String, _ frame: DocumentFrame, replacesFiles: Bool
  ) {
    self.folder = folder
    self.suffix = suffix
    self.frame = frame
    self.replacesFiles = replacesFiles
  }

  func write(_ card: Span<UInt8>, named stem: String) throws {
    let text = frame.document(of: card)
    _ = try names.firstFree(stem, suffix: suffix) { name in
      if !replacesFiles { try folder.refuseOldFile(name) }
      return try folder.add(name, text)
    }
  }

  func commit(rehearsing: Bool, console: Console) throws {
    try folder.commit(
      "files", replacing: replacesFiles, rehearsing: rehearsing, console: console)
  }
}

/// Numbered files beside the one that `-o` names, each of so many cards or octets at most.
final class CardParts {
  private let folder: StagedFolder
  private let stem: String
  private let suffix: String
  private let limit: PartLimit
  private let replacesFiles: Bool
  private let frame: DocumentFrame
  private var part: CardStream?
  private var parts = 0
  /// Cards or octets in the part at hand, whichever the limit counts.
  private var filled = 0

  /// Prepares to write parts.
  ///
  /// - Parameters:
  ///   - output: `OUT.vcf` gives `OUT-001.vcf`, `OUT-002.vcf`, ….
  ///   - limit: What a part holds.
  ///   - frame: What stands around the cards of a part.
  ///   - replacesFiles: Whether files that are there already are replaced.
  /// - Throws: An error of action `create`.
  init(_ output: FilePath, limit: PartLimit, _ frame: DocumentFrame, replacesFiles: Bool) throws {
    guard let name = output.lastComponent, name.kind == .regular else {
      throw FileError(.create, output, .isDirectory)
    }
    let parent = output.removingLastComponent()
    folder = try StagedFolder(parent.isEmpty ? "." : parent, makesFolder: false)
    stem = name.stem
    suffix = name.extension.map { ".\($0)" } ?? ""
    self.limit = limit
    self.frame = frame
    self.replacesFiles = replacesFiles
  }

  func write(_ card: Span<UInt8>) throws {
    let size = limit.unit == .cards ? 1 : card.count
    // A card that is larger than a part is a part of its own: no card is cut.
    if part == nil || filled > 0 && filled + size > limit.count { try startPart() }
    try part?.write(card)
    filled += size
  }

  private func startPart() throws {
    try part?.finish()
    try folder.close()
    parts += 1
    filled = 0
    let name = self.name(of: parts)
    if !replacesFiles { try folder.refuseOldFile(name) }
    part = try folder.open(name).map { CardStream($0, frame) }
    if limit.unit == .octets { filled = frame.head.count + frame.tail.count }
  }

  private func name(of part: Int) -> String { "\(stem)-\(String(part, digits: 3))\(suffix)" }

  func commit(rehearsing: Bool, console: Console) throws {
    try part?.finish()
    part = nil
    let next = name(of: parts + 1)
    let hasOlder = try folder.hadFile(next)
    try folder.commit(
      "files", replacing: replacesFiles, rehearsing: rehearsing, console: console)
    if hasOlder {
      console.say(
        .warning,
        "\(folder.path.appending(next)) was there before and is not part of this output")
    }
  }
}

/// How much a part of a split output holds.
struct PartLimit: Hashable, Sendable {
  enum Unit: Sendable { case cards, octets }

  let count: Int
  let unit: Unit

  /// Reads `500` as cards, `500k`, `5M` and `1G` as octets; a `B` may follow.
  ///
  /// A thousand octets are a `k`: then a part is never larger than one who counts in 1024 allows.
  init?(_ text: String) {
    var digits = text.utf8[...]
    if digits.last == UInt8(ascii: "B") || digits.last == UInt8(ascii: "b") { digits.removeLast() }
    let hasB = digits.count < text.utf8.count
    var factor = 1
    switch digits.last {
    case UInt8(ascii: "k"), UInt8(ascii: "K"): factor = 1_000
    case UInt8(ascii: "m"), UInt8(ascii: "M"): factor = 1_000_000
    case UInt8(ascii: "g"), UInt8(ascii: "G"): factor = 1_000_000_000
    default: break
    }
    if factor > 1 { digits.removeLast() }
    guard let first = digits.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first,
      let number = Int(Substring(digits)), number > 0
    else { return nil }
    let (count, overflows) = number.multipliedReportingOverflow(by: factor)
    guard !overflows else { return nil }
    self.count = count
    unit = factor > 1 || hasB ? .octets : .cards
  }
}
