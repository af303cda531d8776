package import ContactMatching
import Files
package import SystemPackage
import VCard

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A deduplication in stages: what is read, in which splits, and all that must be the same in each stage.
///
/// A document of JSON, which every task gets first.
package struct DedupeJob: Codable, Sendable {
  /// A file, or the table whose rows are handed in.
  package struct Input: Codable, Hashable, Sendable {
    /// Its name as it was given.
    package var file: String
    /// Octets.
    package var size: Int
    /// When its content was changed last, in nanoseconds since 1970.
    package var modified: Int
    /// Whether it can only be read as a whole: it is compressed, in UTF-16 or in another format.
    package var whole: Bool
  }

  /// Octets of an input, and what was found there.
  package struct Range: Codable, Hashable, Sendable {
    package var input: Int
    package var start: Int
    package var end: Int
    /// Cards, once they were counted.
    package var cards: Int?
    /// The number in the input of the first card; those that were skipped are counted.
    package var first: Int?
    /// Line ends of the input before it.
    package var line: Int?
  }

  /// What a task reads.
  package struct Split: Codable, Hashable, Sendable {
    package var ranges: [Range]

    /// Cards, once they were counted.
    var cards: Int { ranges.reduce(0) { $0 + ($1.cards ?? 0) } }
  }

  /// Options of a job.
  package struct Options: Codable, Hashable, Sendable {
    /// The country of phone numbers that do not name one.
    package var region: String?
    /// The charset of values that are not UTF-8.
    package var charset: String?
    /// How inputs are read, whatever they look like.
    package var format: String?
    /// What evidence weighs, as a table.
    package var weights: String?
    /// Whether lines of clusters are made, besides those of reviews.
    package var plan = false
    /// Whether the inputs are written with each cluster as one card.
    package var merged = false

    package init() {}
  }

  package private(set) var schema = StageVersions.schema
  /// What blobs and files of the job bear.
  package private(set) var id = ""
  private var icu = StageVersions.icu
  private var letters = StageVersions.letters
  package private(set) var parts: Int
  package private(set) var options: Options
  package private(set) var plan: Bool
  package private(set) var merged: Bool
  /// Whether there are answers of people, and statistics that were given.
  package private(set) var decisions: Bool
  package private(set) var statistics: Bool
  private var decisionsDigest: String?
  private var statisticsDigest: String?
  /// Whether the cards are those of rows that are handed in.
  package private(set) var table: Bool
  /// Octets of a split, as a rule; 0 for a table.
  package private(set) var splitSize: Int
  package private(set) var inputs: [Input]
  package internal(set) var splits: [Split]

  /// Octets of a split, unless somebody says: some million cards; fewer where cores would be idle, but no
  /// fewer than a worker reads while it starts.
  private static let sizes = (usual: 256 << 20, least: 8 << 20)

  private init(
    _ inputs: [Input], _ splits: [Split], size: Int, parts: Int?, _ options: Options, isTable: Bool,
    decisions: FilePath?, statistics: FilePath?
  ) throws {
    (self.inputs, self.splits, self.options) = (inputs, splits, options)
    (splitSize, table) = (size, isTable)
    (plan, merged) = (options.plan, options.merged)
    self.parts = max(1, parts ?? splits.count)
    self.decisions = decisions != nil
    self.statistics = statistics != nil
    decisionsDigest = try decisions.map { try Self.digest(of: $0) }
    statisticsDigest = try statistics.map { try Self.digest(of: $0) }
    id = try Self.identity(of: self)
  }

  /// The octets of a split with which so many cores end at the same time, as far as they are equal.
  package static func splitSize(of total: Int, cores: Int) -> Int {
    let turns = max(1, (total + cores * sizes.usual - 1) / (cores * sizes.usual))
    return max(total / (cores * turns) + 1, sizes.least)
  }

  /// Plans the splits of files.
  ///
  /// - Parameters:
  ///   - files: Their names, and whether each can only be read as a whole.
  ///   - splitSize: Octets of a split, as a rule; without it, as many as `cores` want.
  ///   - cores: How many tasks run at once.
  ///   - parts: How many parts keys and components go to; as many as there are splits unless somebody says.
  ///   - options: The options.
  ///   - decisions: The file of people's answers.
  ///   - statistics: The file of a table of statistics.
  /// - Throws: `FileError`.
  package init(
    files: [(name: String, isWhole: Bool)], splitSize: Int? = nil, cores: Int = 1,
    parts: Int? = nil, _ options: Options, decisions: FilePath? = nil, statistics: FilePath? = nil
  ) throws {
    let inputs = try files.map { name, isWhole in
      let file = try StoredFile(FilePath(name), staysOpen: true)
      return Input(file: name, size: file.count, modified: file.modified, whole: isWhole)
    }
    let splitSize =
      splitSize ?? Self.splitSize(of: inputs.reduce(0) { $0 + $1.size }, cores: max(1, cores))
    var splits: [Split] = []
    var size = 0
    for (index, input) in inputs.enumerated() {
      let file = try StoredFile(FilePath(input.file), staysOpen: true)
      var cuts = [0]
      if !input.whole {
        var next = splitSize
        while next < file.count {
          let found = try Self.cardStart(in: file, from: next, within: splitSize / 2)
          if let cut = found, cut > cuts[cuts.count - 1] {
            cuts.append(cut)
          }
          next += splitSize
        }
      }
      cuts.append(file.count)
      for (start, end) in zip(cuts, cuts.dropFirst()) {
        let range = Range(input: index, start: start, end: end)
        if size > 0, size + end - start <= splitSize {
          splits[splits.count - 1].ranges.append(range)
          size += end - start
        } else {
          splits.append(Split(ranges: [range]))
          size = end - start
        }
      }
    }
    try self.init(
      inputs, splits, size: splitSize, parts: parts, options, isTable: false, decisions: decisions,
      statistics: statistics)
  }

  /// Plans a table whose rows are handed in.
  ///
  /// - Parameters:
  ///   - table: What it is called.
  ///   - splits: How many splits its rows stand in.
  ///   - parts: As for files.
  ///   - options: The options.
  ///   - decisions: The file of people's answers.
  ///   - statistics: The file of a table of statistics.
  /// - Throws: `FileError`.
  package init(
    table: String, splits: Int, parts: Int? = nil, _ options: Options, decisions: FilePath? = nil,
    statistics: FilePath? = nil
  ) throws {
    let input = Input(file: table, size: 0, modified: 0, whole: false)
    let split = Split(ranges: [Range(input: 0, start: 0, end: 0)])
    try self.init(
      [input], [Split](repeating: split, count: max(1, splits)), size: 0, parts: parts, options,
      isTable: true, decisions: decisions, statistics: statistics)
  }

  /// Where a card seems to start, shortly after a place; `nil` when none does in some megabytes.
  private static func cardStart(
    in file: StoredFile, from place: Int, within octets: Int
  ) throws -> Int? {
    var size = max(1 << 12, min(1 << 18, octets))
    while size <= 1 << 24 {
      var octets = [UInt8](repeating: 0, count: min(size, file.count - place))
      let count = try file.read(at: place, into: &octets)
      let found = PieceCutter.lastCardStart(octets.span.extracting(0..<count), from: 0)
      if found > 0 { return place + found }
      if count < size { return nil }
      size *= 8
    }
    return nil
  }

  private static func digest(of path: FilePath) throws -> String {
    try StoredFile(path, staysOpen: true).digest()
  }

  /// What is the same for the same job, whatever was found about its ranges.
  private static func identity(of job: DedupeJob) throws -> String {
    var job = job
    job.id = ""
    let splits = job.splits.count
    job.splits = []
    let octets = try job.octets + Array("\(splits)".utf8)
    return String(SHA256.digest(of: octets.span).hexadecimal.prefix(16))
  }

  /// The document.
  package var octets: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(self))
    }
  }

  /// Reads a document.
  ///
  /// - Throws: ``BlobError``; `ofAnotherJob` for one of another version of the program, of ICU or of the
  ///   form of words.
  package init(_ octets: [UInt8]) throws(BlobError) {
    guard let job = try? JSONDecoder().decode(DedupeJob.self, from: Data(octets)) else {
      throw .damaged
    }
    guard job.schema == StageVersions.schema, job.icu == StageVersions.icu,
      job.letters == StageVersions.letters, let identity = try? Self.identity(of: job),
      job.id == identity, job.parts > 0, !job.splits.isEmpty
    else { throw .ofAnotherJob }
    let isSound = job.splits.allSatisfy { split in
      split.ranges.allSatisfy {
        job.inputs.indices.contains($0.input) && 0...$0.end ~= $0.start
      }
    }
    guard isSound else { throw .damaged }
    self = job
  }

  /// The identity as a number.
  var number: UInt64 { UInt64(id, radix: 16) ?? 0 }

  /// Makes sure that a file of people's answers is that of the job.
  func check(decisions path: FilePath) throws {
    guard try Self.digest(of: path) == decisionsDigest else { throw BlobError.ofAnotherJob }
  }

  /// Makes sure that a table of statistics is that of the job.
  func check(statistics path: FilePath) throws {
    guard try Self.digest(of: path) == statisticsDigest else { throw BlobError.ofAnotherJob }
  }

  /// Opens an input that is what it was when the job was planned.
  ///
  /// - Throws: ``DedupeError/changed(_:)``, and `FileError`.
  func open(_ input: Int) throws -> StoredFile {
    let known = inputs[input]
    let file = try StoredFile(FilePath(known.file), staysOpen: true)
    guard file.count == known.size, file.modified == known.modified else {
      throw DedupeError.changed(known.file)
    }
    return file
  }

  /// What evidence weighs.
  ///
  /// - Throws: ``DedupeError/notWeights(line:)``.
  func weights() throws -> MatchWeights {
    guard let text = options.weights else { return .standard }
    do {
      return try MatchWeights(text: text)
    } catch {
      throw DedupeError.notWeights(line: error.line)
    }
  }

  /// Cards in all splits.
  var cards: Int { splits.reduce(0) { $0 + $1.cards } }
}
