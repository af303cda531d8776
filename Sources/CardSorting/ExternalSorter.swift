package import Files

/// Puts any number of sort keys in order, in a memory that is told beforehand.
///
/// ```
/// pieces   sorted where they were made, in memory
///   │ merged when they fill the memory
/// runs     sorted, each a temporary file
///   │ merged when there are many of one level, into a run of the next
///   ▼
/// merged   once more, runs and pieces together, as they are read
/// ```
/// Equal keys stay in the order in which they came: pieces and runs stand in that order at all
/// times, and only neighbours are merged.
package struct ExternalSorter: ~Copyable {
  /// How much an ``ExternalSorter`` holds and opens.
  package struct Limits: Hashable, Sendable {
    /// Octets of records in memory past which they go to a file.
    package var memory: Int
    /// Runs that are merged at a time, and so files that are open.
    package var runs: Int
    /// Octets that are read from a run at a time.
    package var buffer: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - memory: Octets of records in memory.
    ///   - runs: Runs that are merged at a time; 2 at least.
    ///   - buffer: Octets read from a run at a time; by default what `memory` allows for.
    package init(memory: Int, runs: Int = 64, buffer: Int? = nil) {
      self.memory = max(0, memory)
      self.runs = max(2, runs)
      self.buffer = buffer ?? min(max(memory / (4 * self.runs), 4096), 256 * 1024)
    }
  }

  /// A sorted file.
  private struct Run {
    var file: TemporaryFile
    /// How often its records were merged.
    var level: Int
  }

  private let limits: Limits
  private let isBackwards: Bool
  private var pieces: [RecordCursor] = []
  private var runs: [Run] = []

  /// Octets of records in memory.
  package private(set) var memory = 0

  /// Files that were written so far.
  package private(set) var runCount = 0

  /// Creates a sorter of no keys.
  package init(_ limits: Limits, backwards: Bool = false) {
    self.limits = limits
    isBackwards = backwards
  }

  /// Takes over a sorted piece.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - base: What the offsets of their texts count from.
  /// - Throws: A failure that ends with 74 when the disk is full.
  package mutating func append(
    _ records: SortedRecords, base: Int = 0
  ) throws(FileError) {
    guard !records.octets.isEmpty else { return }
    memory += records.octets.count
    pieces.append(RecordCursor(records, base: base))
    guard memory > limits.memory else { return }
    memory = 0
    runs.append(Run(file: try written(takePieces()), level: 0))
    while runs.count >= limits.runs,
      runs[runs.count - limits.runs].level == runs[runs.count - 1].level
    {
      try mergeLast(limits.runs)
    }
  }

  /// Hands over the places of all texts in the order of their keys.
  package consuming func forEachPlace(
    _ body: (TextPlace) throws -> Void
  ) throws {
    var merger = try merged()
    while true {
      let places = try merger.next(ExternalSorter.placesAtOnce)
      for place in places { try body(place) }
      if places.count < ExternalSorter.placesAtOnce { return }
    }
  }

  private static let placesAtOnce = 1024

  /// The places of all texts in the order of their keys, to be asked for.
  consuming func merged() throws(FileError) -> RecordMerger {
    while runs.count > limits.runs { try mergeLast(min(limits.runs, runs.count - limits.runs + 1)) }
    let sources = runs.map { RecordCursor($0.file, bufferSize: limits.buffer) } + takePieces()
    return try RecordMerger(consume sources, backwards: isBackwards)
  }

  /// Takes the pieces out, so that whoever merges them can free each when it has been read.
  private mutating func takePieces() -> [RecordCursor] {
    let taken = pieces
    pieces = []
    return taken
  }

  /// Makes one run of the last ones.
  private mutating func mergeLast(_ count: Int) throws(FileError) {
    let last = runs.suffix(count)
    let level = (last.first?.level ?? 0) + 1
    let sources = last.map { RecordCursor($0.file, bufferSize: limits.buffer) }
    runs.removeLast(count)
    runs.append(Run(file: try written(sources), level: level))
  }

  /// Merges sources into a file.
  private mutating func written(
    _ sources: consuming [RecordCursor]
  ) throws(FileError) -> TemporaryFile {
    let file = try TemporaryFile()
    runCount += 1
    var merger = try RecordMerger(consume sources, backwards: isBackwards)
    var records = SortedRecords()
    while try merger.next() {
      merger.appendRecord(to: &records)
      guard records.octets.count >= ExternalSorter.writeSize else { continue }
      try file.append(records.octets)
      records.removeAll()
    }
    try file.append(records.octets)
    try file.finishAppending()
    return file
  }

  /// Octets that are written at a time.
  private static let writeSize = 256 * 1024
}
