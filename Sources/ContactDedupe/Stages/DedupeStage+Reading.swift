import ContactMatching
import ContactModel
import Files
import Synchronization
import VCard

extension DedupeStage {
  /// Places of diagnostics that a task tells; how many there are it tells of all.
  private static let mostOddities = 1000

  /// Stage `features`: reads the cards of a split, and keeps what is compared of them.
  func takeFeatures(_ info: inout StageInfo) async throws {
    var settings = DedupeSettings()
    settings.options = options
    if job.decisions {
      let path = try path(.decisions)
      try job.check(decisions: path)
      settings.decisions = try Decisions(path)
    }
    let builder = DedupeInput.Builder(settings, decoding: decoding)
    (info.warnings, info.errors, info.oddities, info.ranges) = (0, 0, [], [])
    if job.table {
      try readRows(builder, &info)
    } else {
      try forEachFrame([]) { _ in }
      for (index, range) in try split.ranges.enumerated() {
        let end = try read(range, index, builder, &info)
        info.ranges?.append(end)
      }
    }
    let input = try builder.finish()
    info.cards = input.table.count
    let features = SplitFeatures(
      try await input.takeFeatures().build(), split: arguments.task, job: job.number)
    try writeOutput { writer in
      var places = BlobWriter(of: job.number)
      input.table.append(to: &places)
      try Frame(.places, part: arguments.task, places.take()).write(to: writer)
      try Frame(.features, part: arguments.task, features.octets()).write(to: writer)
    }
    try features.giveValues(KeyParts(job.parts), sink(.values))
    guard !input.identities.isEmpty else { return }
    var blob = BlobWriter(of: job.number)
    for placed in input.identities {
      blob.append(UInt64(arguments.task) << 32 | UInt64(placed.card))
      blob.append(counted: placed.identity.digest.utf8)
      blob.append(counted: (placed.identity.uid ?? "").utf8)
      blob.append(counted: placed.identity.name.utf8)
    }
    try give(.identities, 0, blob.take())
  }

  /// The split of the task.
  var split: DedupeJob.Split {
    get throws {
      guard job.splits.indices.contains(arguments.task) else { throw Missing(argument: "task") }
      return job.splits[arguments.task]
    }
  }

  private func read(
    _ range: DedupeJob.Range, _ index: Int, _ builder: DedupeInput.Builder,
    _ info: inout StageInfo
  ) throws -> StageInfo.Range {
    let input = job.inputs[range.input]
    let file = try job.open(range.input)
    var entry = CardTable.Input(name: input.file)
    entry.file = file
    try builder.begin(entry)
    var cards = 0
    func take(_ piece: inout CardPiece<CardScanner.Piece>, _ origin: PieceOrigin) throws {
      note(piece.diagnostics, index, range.start, &info)
      cards += piece.cards
      try builder.take(&piece.result, at: origin)
    }
    if input.whole {
      var seen = 0
      try whole.read(input.file, job.options, builder.worker) { piece in
        seen = max(seen, piece.origin.cards + piece.cards)
        try take(&piece, piece.origin)
        piece.diagnostics = []
      }
      guard file.isUnchanged else { throw DedupeError.changed(input.file) }
      return StageInfo.Range(
        cards: cards, seen: seen, lines: 0, isAtCut: true, isUndeclared: false)
    }
    let end = try readCards(in: range, of: file, builder.worker) {
      try take(&$0, PieceOrigin(bytes: range.start))
    }
    guard file.isUnchanged else { throw DedupeError.changed(input.file) }
    return StageInfo.Range(
      cards: cards, seen: end.cards, lines: end.lines,
      isAtCut: end.isAtCut || range.end == input.size, isUndeclared: end.isStopped)
  }

  /// Reads the cards of a range of a file.
  private func readCards<Worker: CardWorker>(
    in range: DedupeJob.Range, of file: StoredFile, _ worker: Worker,
    deliver: (inout CardPiece<Worker.Piece>) throws -> Void
  ) throws -> CardPartEnd {
    let octets = FileOctets(file, from: range.start, to: range.end)
    let source = OctetSource(read: { try octets.read(into: &$0, from: $1) })
    let isWhole = range.start == 0 && range.end == file.count
    return try CardPipeline(threads: 1, decoding: decoding).runPart(
      source, isWhole: isWhole, worker, deliver: deliver)
  }

  private func note(
    _ diagnostics: [Diagnostic], _ range: Int, _ start: Int, _ info: inout StageInfo
  ) {
    for diagnostic in diagnostics {
      switch diagnostic.severity {
      case .note: break
      case .warning: info.warnings? += 1
      case .error: info.errors? += 1
      }
      guard info.oddities?.count ?? 0 < Self.mostOddities else { continue }
      info.oddities?.append(
        StageInfo.Oddity(
          range: range, line: diagnostic.position.line, column: diagnostic.position.column,
          byte: diagnostic.position.byte + start, severity: "\(diagnostic.severity)",
          code: diagnostic.code.rawValue, message: diagnostic.message))
    }
  }

  // MARK: Rows

  /// Goes through the rows of the split.
  func forEachRow(
    _ tags: [Frame.Tag], _ body: (_ text: [UInt8]) throws -> Void,
    other: (Frame) throws -> Void = { _ in }
  ) throws {
    try forEachFrame([.rows] + tags) { frame in
      guard frame.tag == .rows else { return try other(frame) }
      var blob = BlobReader(frame.octets)
      while !blob.isAtEnd {
        _ = try blob.slice(Int(try blob.number32()))
        try body(Array(try blob.slice(Int(try blob.number32()))))
      }
    }
  }

  /// Reads the rows of the split, each of which is an input by itself.
  private func readRows(_ builder: DedupeInput.Builder, _ info: inout StageInfo) throws {
    var (cards, lines) = (0, 0)
    try forEachRow([]) { text in
      try builder.begin(CardTable.Input(name: ""))
      let octets = HeldOctets(text)
      let source = OctetSource(read: { octets.read(into: &$0, from: $1) })
      let end = try CardPipeline(threads: 1, decoding: decoding).runPart(
        source, isWhole: true, builder.worker
      ) {
        note($0.diagnostics, 0, 0, &info)
        cards += $0.cards
        try builder.take(&$0.result, at: PieceOrigin())
      }
      lines += end.lines
    }
    info.ranges = [
      StageInfo.Range(cards: cards, seen: cards, lines: lines, isAtCut: true, isUndeclared: false)
    ]
  }

  // MARK: Settling

  /// Stage `settle`: what was read of the splits is put together, or read again where a guess was wrong.
  func settle(_ info: inout StageInfo) throws {
    var found: [Int: StageInfo] = [:]
    try forEachFrame([.info]) { frame in
      let info = try StageInfo(frame.octets)
      if info.stage == Name.features.rawValue { found[info.task] = info }
    }
    var job = job
    var again: Set<Int> = []
    // Inputs that are read as a whole, from the split on that has their first octets.
    var undeclared: Set<Int> = []
    for (split, info) in found {
      for (range, end) in zip(job.splits[split].ranges, info.ranges ?? []) where end.isUndeclared {
        undeclared.insert(range.input)
      }
    }
    for split in job.splits.indices {
      guard let ranges = found[split]?.ranges, ranges.count == job.splits[split].ranges.count else {
        again.insert(split)
        continue
      }
      guard let last = job.splits[split].ranges.last, let end = ranges.last else { continue }
      if undeclared.contains(last.input) {
        while join(split, &job, &again) {}
      } else if !end.isAtCut {
        join(split, &job, &again)
      }
    }
    info.again = again.sorted()
    (info.cards, info.diagnostics) = (0, [])
    if again.isEmpty { try count(&job, found, &info) }
    try give(.job, 0, job.octets)
  }

  /// Lets the last range of a split go on with what comes next of its input.
  ///
  /// - Returns: Whether something comes next.
  @discardableResult
  private func join(
    _ split: Int, _ job: inout DedupeJob, _ again: inout Set<Int>
  ) -> Bool {
    guard let last = job.splits[split].ranges.last, last.end < job.inputs[last.input].size,
      let next = job.splits.indices.first(where: {
        $0 > split && job.splits[$0].ranges.first.map { $0.input == last.input } ?? false
      })
    else { return false }
    let taken = job.splits[next].ranges.removeFirst()
    job.splits[split].ranges[job.splits[split].ranges.count - 1].end = taken.end
    again.formUnion([split, next])
    return true
  }

  /// Notes how many cards and lines come before each range.
  private func count(
    _ job: inout DedupeJob, _ found: [Int: StageInfo], _ info: inout StageInfo
  ) throws {
    var firsts = [Int](repeating: 0, count: job.inputs.count)
    var lines = firsts
    var cards = firsts
    for split in job.splits.indices {
      for index in job.splits[split].ranges.indices {
        guard let end = found[split]?.ranges?[index] else { continue }
        let input = job.splits[split].ranges[index].input
        job.splits[split].ranges[index].cards = end.cards
        job.splits[split].ranges[index].first = firsts[input]
        job.splits[split].ranges[index].line = lines[input]
        firsts[input] += end.seen
        lines[input] += end.lines
        cards[input] += end.cards
      }
      for odd in found[split]?.oddities ?? []
      where info.diagnostics?.count ?? 0 < Self.mostOddities
        && job.splits[split].ranges.indices.contains(odd.range)
      {
        let range = job.splits[split].ranges[odd.range]
        info.diagnostics?.append(
          "\(visible(job.inputs[range.input].file)):\((range.line ?? 0) + odd.line):\(odd.column): "
            + "\(odd.severity): [\(odd.code)] \(visible(odd.message)) (byte \(odd.byte))")
      }
    }
    info.warnings = found.values.reduce(0) { $0 + ($1.warnings ?? 0) }
    info.errors = found.values.reduce(0) { $0 + ($1.errors ?? 0) }
    info.cards = job.cards
    if let none = cards.firstIndex(of: 0), !job.table {
      throw DedupeError.noCards(job.inputs[none].file)
    }
  }

  // MARK: Answers

  /// Stage `answers`: what people said of cards, which are known again by what they say.
  func answer(_ info: inout StageInfo) throws {
    let path = try path(.decisions)
    try job.check(decisions: path)
    var known: [(card: UInt64, identity: CardIdentity)] = []
    try forEachFrame([.identities]) { frame in
      var blob = try BlobReader(frame.octets, of: job.number)
      while !blob.isAtEnd {
        let card = try blob.number64()
        let texts = try (0..<3).map { _ in String(decoding: try blob.counted(), as: UTF8.self) }
        known.append(
          (
            card,
            CardIdentity(
              digest: texts[0], uid: texts[1].isEmpty ? nil : texts[1], name: texts[2])
          ))
      }
    }
    known.sort { $0.card < $1.card }
    let answers = try Decisions(path).answers(
      about: known.enumerated().map { CardIdentity.Placed(card: $0, identity: $1.identity) })
    var edges = EdgeBlobs(job.number, sink(.edges))
    var blob = BlobWriter(of: job.number)
    for answer in answers {
      let (left, right) = (known[answer.left].card, known[answer.right].card)
      StoredAnswer(left: left, right: right, isSame: answer.isSame).append(to: &blob)
      if answer.isSame { try edges.add(left, right) }
    }
    try edges.end()
    try writeOutput { try $0.write(blob.take()) }
    info.answers = answers.count
    info.edges = answers.count(where: \.isSame)
  }
}

/// What somebody said of two cards, by their numbers in the whole book.
struct StoredAnswer: Comparable {
  let left: UInt64
  let right: UInt64
  let isSame: Bool

  static func < (one: StoredAnswer, other: StoredAnswer) -> Bool {
    (one.left, one.right) < (other.left, other.right)
  }

  func append(to blob: inout BlobWriter) {
    blob.append(card: left)
    blob.append(card: right)
    blob.append(isSame ? 1 : 0 as UInt8)
  }
}

extension StoredAnswer {
  init(_ blob: inout BlobReader) throws(BlobError) {
    (left, right) = (try blob.card(), try blob.card())
    isSame = try blob.octet() == 1
  }
}

/// Octets that are read once, from the first to the last.
private final class HeldOctets: Sendable {
  private let octets: [UInt8]
  private let count = Mutex(0)

  init(_ octets: [UInt8]) { self.octets = octets }

  func read(into buffer: inout [UInt8], from start: Int) -> Int {
    count.withLock { count in
      let size = min(buffer.count - start, octets.count - count)
      buffer.replaceSubrange(start..<start + size, with: octets[count..<count + size])
      count += size
      return size
    }
  }
}
