import ContactDedupe
import ContactModel
import Files
import Synchronization
import SystemPackage
import VCard

/// A driver of the stages in one process: what one on many machines does, with frames in memory.
final class StagedRun {
  /// What a driver decides.
  struct Plan {
    var splitSize = 1 << 30
    var parts = 1
    /// Whether components are found by rounds of stars.
    var stars = false
    /// Shuffles the frames that a task gets; they come as they were made otherwise.
    var shuffle: (inout [Frame]) -> Void = { _ in }
    /// Whether every task runs twice, the second attempt counting.
    var twice = false
    var decisions: FilePath?
    var statistics: FilePath?
    var options: DedupeJob.Options = {
      var options = DedupeJob.Options()
      options.plan = true
      return options
    }()
  }

  /// Inputs that can only be read as a whole are read by the package's own reader.
  struct WholeReader: WholeInputReader {
    func read<Worker: CardWorker>(
      _ name: String, _ options: DedupeJob.Options, _ worker: Worker,
      deliver: (inout CardPiece<Worker.Piece>) throws -> Void
    ) throws {
      let file = try StoredFile(FilePath(name), staysOpen: true)
      let place = Place()
      let source = OctetSource(read: { buffer, start in
        try place.next.withLock { place in
          var piece = [UInt8](repeating: 0, count: buffer.count - start)
          let count = try file.read(at: place, into: &piece)
          buffer.replaceSubrange(start..<start + count, with: piece[..<count])
          place += count
          return count
        }
      })
      _ = try CardPipeline(threads: 1, decoding: .icu()).run(source, worker, deliver: deliver)
    }
  }

  /// How far a file was read.
  private final class Place: Sendable {
    let next = Mutex(0)
  }

  private let plan: Plan
  private let work: FilePath
  private(set) var job: DedupeJob
  /// Frames that no stage has taken yet, by what they are and whom they are for.
  private var frames: [Frame.Tag: [Int: [Frame]]] = [:]
  private(set) var infos: [Frame] = []
  /// Octets of frames that went from stage to stage.
  private(set) var shuffled: [String: Int] = [:]
  private var attempts = 0

  init(_ job: DedupeJob, _ plan: Plan, in work: FilePath) {
    (self.job, self.plan, self.work) = (job, plan, work)
  }

  convenience init(
    _ files: [String], _ plan: Plan, in work: FilePath, whole: Set<String> = []
  ) throws {
    let job = try DedupeJob(
      files: files.map { ($0, whole.contains($0)) }, splitSize: plan.splitSize, parts: plan.parts,
      plan.options, decisions: plan.decisions, statistics: plan.statistics)
    self.init(job, plan, in: work)
  }

  /// Runs a task and keeps what it gives.
  @discardableResult
  private func run(
    _ name: DedupeStage.Name, _ task: Int = 0, _ input: [Frame] = [],
    _ arguments: (inout DedupeStage.Arguments) -> Void = { _ in }
  ) async throws -> StageInfo {
    var given: [Frame] = []
    for _ in 0..<(plan.twice ? 2 : 1) {
      var told = DedupeStage.Arguments()
      told.task = task
      arguments(&told)
      var rest = input
      plan.shuffle(&rest)
      rest.insert(Frame(.job, try job.octets), at: 0)
      var next = rest.makeIterator()
      given = []
      try await DedupeStage(
        told, decoding: { _ in .icu() }, whole: WholeReader(), visible: { $0 },
        next: { next.next() }, write: { given.append($0) }
      ).run(name)
    }
    guard let last = given.popLast(), last.tag == .info else { preconditionFailure("info is last") }
    infos.append(last)
    for frame in given {
      if frame.tag == .job {
        job = try DedupeJob(frame.octets)
        continue
      }
      frames[frame.tag, default: [:]][frame.part, default: []].append(frame)
      shuffled[name.rawValue, default: 0] += frame.octets.count
    }
    return try StageInfo(last.octets)
  }

  private func take(_ tag: Frame.Tag, _ part: Int) -> [Frame] {
    frames[tag]?.removeValue(forKey: part) ?? []
  }

  private func takeAll(_ tag: Frame.Tag) -> [Frame] {
    (frames.removeValue(forKey: tag) ?? [:]).sorted { $0.key < $1.key }.flatMap(\.value)
  }

  private func path(_ name: String) -> FilePath { work.appending(name) }

  /// Runs all stages.
  ///
  /// - Parameters:
  ///   - folder: Where relative names are found from.
  ///   - rows: The rows of each split, for a table.
  /// - Returns: The files of the plan in order, those of the list, and those of merged cards.
  /// - Throws: What a stage throws.
  func run(
    folder: String? = nil, rows: [[Frame]] = []
  ) async throws -> (plan: [FilePath], list: [FilePath], merged: [FilePath]) {
    var again = Array(job.splits.indices)
    var read: [Int: Frame] = [:]
    while !again.isEmpty {
      for split in again {
        let before = frames
        try await run(.features, split, rows.isEmpty ? [] : rows[split]) {
          $0.output = self.path("features-\(split)")
          $0.files[.decisions] = self.plan.decisions
        }
        read[split] = infos.removeLast()
        // Earlier attempts at the split do not count.
        kept[split] = added(since: before)
        frames = before
      }
      again = try await run(.settle, 0, Array(read.values)).again ?? []
    }
    for split in kept.values {
      for frame in split { frames[frame.tag, default: [:]][frame.part, default: []].append(frame) }
    }
    if plan.decisions != nil {
      try await run(.answers, 0, takeAll(.identities)) {
        $0.output = self.path("answers")
        $0.files[.decisions] = self.plan.decisions
      }
    }
    for part in 0..<job.parts { try await run(.values, part, take(.values, part)) }
    try await run(.table, 0, takeAll(.statistics)) {
      $0.output = self.path("table")
      $0.files[.statistics] = self.plan.statistics
    }
    let splits = job.splits.indices
    func files(_ split: Int) -> (inout DedupeStage.Arguments) -> Void {
      {
        $0.files[.features] = self.path("features-\(split)")
        $0.files[.table] = self.path("table")
        $0.files[.numbers] = self.path("numbers")
        $0.files[.pairs] = self.path("pairs-\(split)")
        $0.files[.answers] = self.path("answers")
      }
    }
    for split in splits { try await run(.keys, split, [], files(split)) }
    for part in 0..<job.parts { try await run(.blocks, part, take(.keys, part)) }
    for split in splits { try await run(.left, split, take(.pairs, split), files(split)) }
    for split in splits {
      try await run(.compare, split, take(.lefts, split)) {
        files(split)(&$0)
        $0.output = self.path("pairs-\(split)")
      }
    }
    if plan.stars { try await findStars() } else { try await run(.components, 0, takeAll(.edges)) }
    for split in splits {
      let input = take(.roots, split) + (rows.isEmpty ? [] : rows[split])
      try await run(.extract, split, input, files(split))
    }
    var counts: [Int: Int] = [:]
    for part in 0..<job.parts {
      let info = try await run(.resolve, part, take(.cards, part), files(0))
      for (part, count) in info.reviews ?? [:] {
        counts[Int(part) ?? 0, default: 0] += count
      }
    }
    try await run(.numbers, 0, takeAll(.gone)) { $0.output = self.path("numbers") }
    var plans = [path("part-0-header.jsonl")]
    if job.table == false {
      try await run(.digest) { $0.inputs = Array(self.job.inputs.indices) }
    }
    try await run(.header, 0, infos) {
      $0.output = plans[0]
      $0.folder = folder
    }
    for split in splits where job.plan {
      let out = path("part-1-\(split + 100_000).jsonl")
      plans.append(out)
      try await run(.clusters, split, take(.clusters, split)) {
        files(split)(&$0)
        $0.output = out
      }
    }
    // A group has two parts.
    var first = 0
    let parts = counts.keys.sorted()
    for (group, start) in stride(from: 0, to: parts.count, by: 2).enumerated() {
      let members = parts[start..<min(start + 2, parts.count)]
      let out = path("part-2-\(group + 100_000).jsonl")
      plans.append(out)
      let number = first
      try await run(.reviews, group, members.flatMap { take(.reviews, $0) }) {
        files(0)(&$0)
        $0.first = number
        $0.output = out
      }
      first += members.reduce(0) { $0 + (counts[$1] ?? 0) }
    }
    var (lists, merged): ([FilePath], [FilePath]) = ([], [])
    for split in splits {
      let out = path("list-\(split)")
      if !job.table { lists.append(out) }
      let members = take(.members, split)
      try await run(.list, split, members) {
        files(split)(&$0)
        $0.output = out
      }
      guard job.merged else { continue }
      merged.append(path("merged-\(split)"))
      let cards = take(.merged, split) + (rows.isEmpty ? [] : rows[split])
      try await run(.merge, split, members + cards) {
        files(split)(&$0)
        $0.output = merged[split]
      }
    }
    return (plans, lists, merged)
  }

  private var kept: [Int: [Frame]] = [:]

  private func added(since before: [Frame.Tag: [Int: [Frame]]]) -> [Frame] {
    frames.flatMap { tag, parts in
      parts.flatMap { part, frames in frames.dropFirst(before[tag]?[part]?.count ?? 0) }
    }
  }

  private func findStars() async throws {
    try await run(.star, 0, takeAll(.edges)) { $0.round = "first" }
    var before: (Int, UInt64)?
    while true {
      let input = frames.removeValue(forKey: .edges) ?? [:]
      var sum = (0, UInt64(0))
      for part in 0..<job.parts {
        let info = try await run(.star, part, input[part] ?? []) { $0.round = "large" }
        sum.0 += info.edges ?? 0
        sum.1 &+= UInt64(info.hash ?? "", radix: 16) ?? 0
      }
      if let before, before == sum {
        frames[.edges] = nil
        for part in 0..<job.parts {
          try await run(.star, part, input[part] ?? []) { $0.round = "last" }
        }
        return
      }
      before = sum
      let middle = frames.removeValue(forKey: .edges) ?? [:]
      for part in 0..<job.parts {
        try await run(.star, part, middle[part] ?? []) { $0.round = "small" }
      }
    }
  }

  /// What is left over when all stages have run.
  var leftOver: Int { frames.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.count } } }

  /// The rows of the list of all splits, from the frames of `list`.
  var tableFrames: [Frame] { takeAll(.table) }
}
