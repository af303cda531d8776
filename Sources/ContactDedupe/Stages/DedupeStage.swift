import ContactMatching
import ContactModel
package import Files
package import SystemPackage
package import VCard

/// Reads inputs that can only be read as a whole, such as compressed ones: what this module cannot do.
package protocol WholeInputReader {
  /// Reads an input.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - options: How it is read.
  ///   - worker: What is done to cards.
  ///   - deliver: Receives what came of each piece, in the order of the input.
  /// - Throws: What `deliver` throws, and what stops the reading.
  func read<Worker: CardWorker>(
    _ name: String, _ options: DedupeJob.Options, _ worker: Worker,
    deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws
}

/// One task of a stage: it takes frames, gives frames, and reads and writes the files that it is told.
///
/// ```
/// driver ─▶ job, frames ─▶ a task ─▶ frames, info ─▶ driver, which deals the frames out to later tasks
/// ```
/// What it gives depends on the set of frames, never on their order; so tasks may be tried again, and
/// twice at a time.
package struct DedupeStage {
  /// The stages in their order.
  package enum Name: String, CaseIterable, Sendable {
    case features, settle, answers, values, table, keys, blocks, left, compare, components, star
    case extract, resolve, numbers, clusters, reviews, list, merge, digest, header
  }

  /// A file that another stage has written, or somebody, and tasks read.
  package enum File: String, CaseIterable, Sendable {
    case features, table, pairs, answers, numbers, decisions, statistics
  }

  /// What a task is told besides its frames.
  package struct Arguments: Sendable {
    package var task = 0
    /// The files that the task reads.
    package var files: [File: FilePath] = [:]
    /// The file that the task writes.
    package var output: FilePath?
    package var round: String?
    package var first = 0
    package var inputs: [Int] = []
    package var folder: String?

    package init() {}
  }

  /// What a task lacks that its stage takes.
  package struct Missing: Error {
    package let argument: String
  }

  let job: DedupeJob
  let arguments: Arguments
  let decoding: TextDecoding
  let options: MatchOptions
  let whole: any WholeInputReader
  /// A name as it stands in lists.
  let visible: (String) -> String
  private let next: () throws -> Frame?
  private let write: (Frame) throws -> Void

  /// Begins a task, whose first frame is the job.
  ///
  /// - Parameters:
  ///   - arguments: What it is told.
  ///   - decoding: How values are decoded that are not UTF-8, given the charset that the job names.
  ///   - whole: Reads inputs that can only be read as a whole.
  ///   - visible: A name as it stands in lists.
  ///   - next: Gives the next frame; `nil` at the end.
  ///   - write: Receives frames.
  /// - Throws: ``BlobError`` for no job, or one of another version.
  package init(
    _ arguments: Arguments, decoding: (String?) throws -> TextDecoding,
    whole: any WholeInputReader, visible: @escaping (String) -> String,
    next: @escaping () throws -> Frame?, write: @escaping (Frame) throws -> Void
  ) throws {
    guard let first = try next(), first.tag == .job else { throw BlobError.damaged }
    job = try DedupeJob(first.octets)
    options = MatchOptions(region: job.options.region.flatMap { PhoneRegion($0) })
    self.decoding = try decoding(job.options.charset)
    (self.arguments, self.whole, self.visible) = (arguments, whole, visible)
    (self.next, self.write) = (next, write)
  }

  /// Does the work of the task.
  ///
  /// - Parameter name: The stage.
  /// - Throws: ``BlobError``, ``DedupeError``, `FileError`, and ``Missing``.
  package func run(_ name: Name) async throws {
    var info = StageInfo(name.rawValue, task: arguments.task)
    switch name {
    case .features: try await takeFeatures(&info)
    case .settle: try settle(&info)
    case .answers: try answer(&info)
    case .values:
      let stage = try ValueStage(blobs([.values]), job: job.number, sink(.pairs))
      try give(.statistics, arguments.task, stage.statistics(ofPart: arguments.task))
      (info.pairs, info.skipped) = (stage.pairCount, .init(stage.skipped))
    case .table: try makeTable(&info)
    case .keys:
      try features().giveKeys(table(), job.weights(), KeyParts(job.parts), sink(.keys))
    case .blocks:
      let stage = try BlockStage(
        blobs([.keys]), job.weights(), job: job.number, sink(.pairs))
      (info.pairs, info.skipped) = (stage.pairCount, .init(stage.skipped))
    case .left: info.compared = try features().giveLefts(blobs([.pairs]), sink(.lefts))
    case .compare: try compare(&info)
    case .components: try findComponents(&info)
    case .star: try findStars(&info)
    case .extract: try extract(&info)
    case .resolve: try await resolve(&info)
    case .numbers: try number(&info)
    case .clusters: try writeClusters(&info)
    case .reviews: try writeReviews(&info)
    case .list: try writeList(&info)
    case .merge: try writeMerged(&info)
    case .digest: try digest(&info)
    case .header: try writeHeader(&info)
    }
    try give(.info, arguments.task, info.octetsOfDocument)
  }

  // MARK: Frames

  /// Gives a frame.
  func give(_ tag: Frame.Tag, _ part: Int, _ octets: [UInt8]) throws {
    try write(Frame(tag, part: part, octets))
  }

  /// Gives what a stage hands over.
  func sink(_ tag: Frame.Tag) -> BlobSink {
    let write = write
    return { part, octets in try write(Frame(tag, part: part, octets)) }
  }

  /// Goes through the frames of some kinds; those of others are none of this stage's.
  func forEachFrame(_ tags: [Frame.Tag], _ body: (Frame) throws -> Void) throws {
    while let frame = try next() {
      guard tags.contains(frame.tag) else { throw BlobError.damaged }
      try body(frame)
    }
  }

  /// The octets of all frames.
  func blobs(_ tags: [Frame.Tag]) throws -> [[UInt8]] {
    var blobs: [[UInt8]] = []
    try forEachFrame(tags) { blobs.append($0.octets) }
    return blobs
  }

  // MARK: Files

  /// A file that the task reads.
  func path(_ file: File) throws -> FilePath {
    guard let path = arguments.files[file] else {
      throw Missing(argument: "in \(file.rawValue)=FILE")
    }
    return path
  }

  /// The octets of a file that the task reads.
  func octets(_ file: File) throws -> [UInt8] {
    let file = try StoredFile(path(file), staysOpen: true)
    var octets: [UInt8] = []
    try file.forEachPiece(in: 0..<file.count) { octets += $0 }
    return octets
  }

  /// Writes the file of the task.
  func writeOutput(_ body: (BufferedWriter) throws -> Void) throws {
    guard let path = arguments.output else { throw Missing(argument: "out") }
    let file = try AtomicFile(replacing: path)
    try body(file.writer)
    try file.commit(synchronize: false)
  }

  /// A frame of the file of `features`.
  private func featuresFrame(_ tag: Frame.Tag) throws -> [UInt8] {
    var octets: [UInt8]?
    try Frame.forEach(in: path(.features)) { frame in
      guard frame.part == arguments.task else { throw BlobError.damaged }
      if frame.tag == tag { octets = frame.octets }
      return octets == nil
    }
    guard let octets else { throw BlobError.damaged }
    return octets
  }

  /// The features of the split.
  private func features() throws -> SplitFeatures {
    try SplitFeatures(featuresFrame(.features), split: arguments.task, job: job.number)
  }

  /// Where the cards of the split stand.
  func places() throws -> CardTable {
    var blob = try BlobReader(featuresFrame(.places), of: job.number)
    return try CardTable(&blob, decoding: decoding)
  }

  /// What is known of the whole book.
  func table() throws -> BookTable {
    try BookTable(MappedFile(path(.table)), job: job.number)
  }

  // MARK: Stages

  private func digest(_ info: inout StageInfo) throws {
    var digests: [String: String] = [:]
    for input in arguments.inputs {
      guard job.inputs.indices.contains(input) else { throw Missing(argument: "input") }
      digests["\(input)"] = try job.open(input).digest()
      _ = try job.open(input)
    }
    info.digests = digests
  }

  private func makeTable(_ info: inout StageInfo) throws {
    var given: BookStatistics?
    if job.statistics {
      let path = try path(.statistics)
      try job.check(statistics: path)
      let text = String(decoding: try octets(.statistics), as: UTF8.self)
      do {
        given = try BookStatistics(text: text)
      } catch {
        throw DedupeError.notStatistics(line: error.line)
      }
    }
    let octets = try BookTable.octets(
      of: blobs([.statistics]), job: job.number, cards: job.cards, given: given)
    try writeOutput { try $0.write(octets) }
    info.digest = SHA256.digest(of: octets.span).hexadecimal
    info.octets = octets.count
  }

  private func compare(_ info: inout StageInfo) throws {
    let stage = try CompareStage(features(), blobs([.lefts]), table(), job.weights())
    try writeOutput { writer in
      var blob = BlobWriter(of: job.number)
      blob.append(packed: arguments.task)
      for pair in stage.kept {
        pair.append(to: &blob)
        if blob.count >= BlobWriter.usualSize { try writer.write(blob.take()) }
      }
      try writer.write(blob.take())
    }
    var edges = EdgeBlobs(job.number, sink(.edges))
    for pair in stage.kept { try edges.add(pair.left, pair.right) }
    try edges.end()
    (info.kept, info.edges) = (stage.kept.count, stage.kept.count)
  }

  private func findComponents(_ info: inout StageInfo) throws {
    // Beyond, rounds of stars find them.
    guard job.cards <= UInt32.max else { throw DedupeError.tooManyCards(job.cards) }
    var stage = ComponentStage(cards: job.splits.map(\.cards))
    try forEachFrame([.edges]) { frame in
      try EdgeBlobs.forEach(frame.octets, job: job.number) { try stage.add($0, $1) }
    }
    info.edges = stage.edges
    var roots = EdgeBlobs(job.number, sink(.roots))
    let found = try stage.forEachCard { try roots.add($0, $1, to: Int($0 >> 32)) }
    try roots.end()
    (info.components, info.cards, info.largest) = (found.components, found.cards, found.largest)
  }

  private func findStars(_ info: inout StageInfo) throws {
    var stage = StarStage(parts: job.parts, job: job.number)
    var edges = EdgeBlobs(job.number, sink(.edges))
    switch arguments.round {
    case "first": try forEachFrame([.edges]) { try stage.first($0.octets, &edges) }
    case "large": try stage.large(blobs([.edges]), &edges)
    case "small": try stage.small(blobs([.edges]), &edges)
    case "last":
      var roots = EdgeBlobs(job.number, sink(.roots))
      try stage.last(blobs([.edges])) { try roots.add($0, $1, to: Int($0 >> 32)) }
      try roots.end()
    default: throw Missing(argument: "round")
    }
    try edges.end()
    info.edges = stage.edges
    info.hash = String(stage.hash, digits: 16, radix: 16)
  }
}

extension MappedFile: StatisticsOctets {}
