import ContactMatching
import Files
import SystemPackage

/// The numbers of clusters in a book whose cards stand in splits: how many first cards come before each.
///
/// ```
/// job │ splits │ clusters │ of each split: cards before it, where its marks start │
///     64 cards: marks of those that are no first cards, how many of them come before │ …
/// ```
/// Two bits a card, looked up where they stand.
struct ClusterNumbers {
  private let file: MappedFile
  private let splits: Int
  /// All clusters, single cards counted.
  let count: Int

  private static let headSize = 24

  /// Finds the numbers in a file that ``write(_:_:to:)`` wrote.
  init(_ path: FilePath, of job: DedupeJob) throws {
    file = try MappedFile(path)
    guard file.count >= Self.headSize else { throw BlobError.damaged }
    guard file.number(at: 0) == job.number else { throw BlobError.ofAnotherJob }
    splits = Int(clamping: file.number(at: 8))
    count = Int(clamping: file.number(at: 16))
    guard splits == job.splits.count, file.count >= Self.headSize + 16 * splits else {
      throw BlobError.damaged
    }
  }

  /// The number of the cluster that begins with a card.
  func number(ofFirst card: UInt64) throws(BlobError) -> Int {
    let (split, place) = (Int(card >> 32), Int(card & 0xFFFF_FFFF))
    guard split < splits else { throw .damaged }
    let head = Self.headSize + 16 * split
    let before = Int(clamping: file.number(at: head))
    let word = Int(clamping: file.number(at: head + 8)) + 16 * (place / 64)
    guard word >= 0, word <= file.count - 16 else { throw .damaged }
    let marks = file.number(at: word) & (1 << UInt64(place % 64) - 1)
    return before + place - Int(clamping: file.number(at: word + 8)) - marks.nonzeroBitCount
  }

  /// Writes the numbers.
  ///
  /// - Parameters:
  ///   - marks: The marks of each split's cards, 64 to a number.
  ///   - job: The job, which knows how many cards there are.
  ///   - writer: Receives the octets.
  /// - Returns: How many clusters there are.
  /// - Throws: `FileError` when the disk is full.
  static func write(
    _ marks: [[UInt64]], _ job: DedupeJob, to writer: BufferedWriter
  ) throws -> Int {
    let gone = marks.reduce(0) { $0 + $1.reduce(0) { $0 + $1.nonzeroBitCount } }
    var blob = BlobWriter(of: job.number)
    blob.append(UInt64(marks.count))
    blob.append(UInt64(job.cards - gone))
    var (before, place) = (0, headSize + 16 * marks.count)
    for (split, marks) in zip(job.splits, marks) {
      blob.append(UInt64(before))
      blob.append(UInt64(place))
      before += split.cards
      place += 16 * marks.count
    }
    try writer.write(blob.take())
    var rank = 0
    for marks in marks {
      for mark in marks {
        blob.append(mark)
        blob.append(UInt64(rank))
        rank += mark.nonzeroBitCount
      }
      try writer.write(blob.take())
    }
    return job.cards - gone
  }
}
