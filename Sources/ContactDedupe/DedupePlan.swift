import ContactMatching
import ContactMerging
import ContactStore
package import Files
public import SystemPackage
public import VCard

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What would be merged, and why, as it was written down.
///
/// A file of JSON Lines. Its lines are read when they are asked for.
public final class DedupePlan: Sendable {
  /// An input of the plan.
  public struct Input: Decodable, Hashable, Sendable {
    /// The file.
    public let file: String
    /// Its SHA-256, or that of its cards where it is no file, in hexadecimal digits.
    public let sha256: String
    /// How many cards it has.
    public let cards: Int
  }

  /// A cluster, or a pair to review.
  public struct Entry: Decodable, Hashable, Sendable {
    /// A card of it.
    public struct Card: Decodable, Hashable, Sendable {
      /// The file that it is in.
      public let file: String
      /// Its number in the file, from 0.
      public let card: Int
      /// The record that it is in an address book; `nil` where the plan is not of one.
      public let record: String?
      /// What it is called.
      public let name: String
    }

    /// What speaks for two of the cards being of one person, or against it.
    public struct Evidence: Decodable, Hashable, Sendable {
      /// What is compared.
      public let kind: String
      /// How well it agrees.
      public let level: String
      /// The weight, as a binary logarithm.
      public let bits: Double
      /// What was found, for people.
      public let detail: String
      /// Which two of the cards; the first two when it does not say.
      public let cards: [Int]?

      /// Tenths of a bit, so that sums are exact.
      package var tenths: Int { Bits(bits).tenths }
    }

    /// A value that is on the merged card already.
    public struct Drop: Decodable, Hashable, Sendable {
      /// The card and the line, as in `1/4`.
      public let from: String
      /// The property.
      public let name: String
      /// The value.
      public let value: String
      /// Why it is not repeated.
      public let reason: String
    }

    /// Its number in the plan.
    public let cluster: Int
    /// `same` or `review`.
    public let verdict: String
    /// The cards, in the order in which they are merged.
    public let cards: [Card]
    /// What speaks for it.
    public let evidence: [Evidence]
    /// The card that comes of them, with pictures as references.
    public let merged: String
    /// Where each line of the merged card comes from.
    public let provenance: [[String]]?
    /// What is not repeated on the merged card.
    public let dropped: [Drop]?

    /// Whether the cards are of one person, and not a pair to review.
    public var isSame: Bool { verdict == "same" }
  }

  /// A line of the plan without what is long.
  package struct Outline: Decodable {
    struct Card: Decodable {
      let file: String
      let card: Int
      /// Which of the inputs of this name it is in, counted among all from 0.
      let input: Int?
    }

    let cluster: Int
    let verdict: String
    let cards: [Card]
  }

  private struct Header: Decodable {
    struct Thresholds: Decodable {
      let same: Double
      let review: Double
    }

    let schema: String
    let inputs: [Input]
    let thresholds: Thresholds?
    let folder: String?
  }

  /// The name of the plan.
  public let name: String
  /// What it was made from.
  public let inputs: [Input]
  /// From how many bits on its verdicts are; those of the module where it does not say.
  package let thresholds: Thresholds
  /// The folder in which it was made.
  private let folder: String?
  /// The file, or the parts of a folder, with what people know them by.
  private let parts: [(name: String, reader: JSONLineReader)]
  private let lines: [(part: Int, number: Int, range: Range<Int>)]

  /// Opens a plan.
  ///
  /// - Parameter path: The file, or a folder of parts: the files in it that end in `.jsonl` are one plan,
  ///   in the order of the octets of their names.
  /// - Throws: ``DedupeError/notAPlan(_:)``, ``DedupeError/noInputs(_:)`` and
  ///   `FileError`.
  public convenience init(_ path: FilePath) throws {
    try self.init(path, named: path.string)
  }

  /// Opens a plan under the name that people know it by.
  package convenience init(_ path: FilePath, named name: String) throws {
    guard (try? Stat(path))?.type == .directory else {
      try self.init(StoredFile(path, staysOpen: true), named: name)
      return
    }
    let entries = try FileError.naming(.open, path) { () throws(Errno) in
      try SystemCalls.entries(of: path)
    }
    let names = entries.filter { $0.name.string.hasSuffix(".jsonl") }.sorted()
    try self.init(
      named: name,
      parts: names.map {
        (
          path.appending($0.name).string,
          JSONLineReader(
            try StoredFile(
              path.appending($0.name), staysOpen: names.count <= DedupeInput.mostOpen))
        )
      })
  }

  /// Opens a plan that is one file, under the name that people know it by.
  package convenience init(_ file: StoredFile, named name: String) throws {
    try self.init(named: name, parts: [(name, JSONLineReader(file))])
  }

  private init(named name: String, parts: [(name: String, reader: JSONLineReader)]) throws {
    var header: Header?
    var lines: [(part: Int, number: Int, range: Range<Int>)] = []
    for (part, file) in parts.enumerated() {
      try file.reader.forEachLine { line, number, range in
        if header != nil { return lines.append((part, number, range)) }
        header = try? JSONDecoder().decode(Header.self, from: Data(line))
        guard header?.schema == "vcard.plan/1" else { throw DedupeError.notAPlan(name) }
      }
    }
    guard let header else { throw DedupeError.notAPlan(name) }
    // Nobody would know what an empty list means: a command without files reads standard input.
    guard !header.inputs.isEmpty else { throw DedupeError.noInputs(name) }
    self.name = name
    self.parts = parts
    self.lines = lines
    inputs = header.inputs
    folder = header.folder
    thresholds =
      header.thresholds.map { Thresholds(same: .init($0.same), review: .init($0.review)) }
      ?? Thresholds(.standard)
  }

  /// How many clusters and pairs to review it has.
  public var count: Int { lines.count }

  /// The line of a number from 0, whole.
  ///
  /// - Throws: ``DedupeError/damagedPlan(_:line:reason:)``.
  public func entry(_ index: Int) throws -> Entry {
    let entry = try decode(Entry.self, index)
    let known = entry.cards.indices
    let isSound = entry.evidence.allSatisfy { row in
      row.cards.map { $0.count == 2 && $0.allSatisfy(known.contains) } ?? true
    }
    guard isSound, Self.fits(entry.verdict, entry.cards.count) else { throw damaged(index) }
    return entry
  }

  /// What holds the cards of a line together, as its evidence says.
  func links(of group: Group) throws -> [Link] {
    Self.links(of: group, try entry(group.line))
  }

  /// What holds the cards of a line that was read together.
  static func links(of group: Group, _ entry: Entry) -> [Link] {
    var tenths: [[Int]: Int] = [:]
    for row in entry.evidence {
      tenths[(row.cards ?? [0, 1]).sorted(), default: 0] += row.tenths
    }
    return tenths.map { cards, tenths in
      Link(
        tenths: tenths, left: group.cards[cards[0]], right: group.cards[cards[1]])
    }
  }

  /// Whether somebody has changed the merged card of a line.
  func isEdited(_ group: Group, in table: CardTable) throws -> Bool {
    let merge = ClusterMerge(
      try group.cards.map { try table.card($0) }, pictureSize: PictureRank.size)
    return try entry(group.line).merged != merge.referenceText
  }

  /// The line of a number from 0, in short.
  package func outline(_ index: Int) throws -> Outline {
    let outline = try decode(Outline.self, index)
    guard Self.fits(outline.verdict, outline.cards.count) else { throw damaged(index) }
    return outline
  }

  /// Whether a verdict is one about so many cards: what is to review is a pair.
  private static func fits(_ verdict: String, _ cards: Int) -> Bool {
    verdict == "same" && cards > 1 || verdict == "review" && cards == 2
  }

  /// What is wrong with a line whose number another line has, too.
  package func repeated(_ index: Int) -> DedupeError {
    damaged(index, "another line has the same cluster number")
  }

  /// What is wrong with a line.
  func damaged(_ index: Int, _ reason: String = "not a line of a plan") -> DedupeError {
    .damagedPlan(partName(index), line: lines[index].number, reason: reason)
  }

  /// What is wrong with a line whose merged card was edited and is not what comes of it.
  func edited(_ index: Int) -> DedupeError {
    .editedCluster(partName(index), line: lines[index].number)
  }

  /// What is wrong with a line whose merged card was edited and does not come about.
  func editedLink(_ index: Int) -> DedupeError {
    .editedLink(partName(index), line: lines[index].number)
  }

  /// What the file of a line is called.
  private func partName(_ index: Int) -> String { parts[lines[index].part].name }

  private func decode<Line: Decodable>(_ type: Line.Type, _ index: Int) throws -> Line {
    let (part, _, range) = lines[index]
    let line = try parts[part].reader.line(at: range)
    guard let decoded = try? JSONDecoder().decode(type, from: Data(line)) else {
      throw damaged(index)
    }
    return decoded
  }

  // MARK: Inputs

  /// Where the inputs are: by their names from here, else from the folder in which the plan was made,
  /// else from the one that it stands in.
  package var places: [String] {
    let own = name == "-" ? nil : FilePath(name).removingLastComponent()
    let folders = [folder.map { FilePath($0) }, own].compactMap(\.self)
    return inputs.map { input in
      let named = FilePath(input.file)
      if input.file == "-" || named.isAbsolute || (try? Stat(named)) != nil { return input.file }
      let found = folders.lazy.map { $0.pushing(named) }.first { (try? Stat($0)) != nil }
      return found?.string ?? input.file
    }
  }

  /// Reads the inputs of the plan again, files of vCards all of them.
  ///
  /// - Parameters:
  ///   - decoding: How values that are not UTF-8 become text.
  ///   - threads: How many threads read.
  /// - Returns: The cards, of which nothing is compared.
  /// - Throws: ``DedupeError/stale(_:)`` when one of them is another one by now, and
  ///   `FileError`.
  public func readInputs(
    decoding: TextDecoding = .builtin, threads: Int = 1
  ) throws -> DedupeInput {
    var next = 0
    let builder = DedupeInput.Builder(decoding: decoding, comparing: false)
    try builder.read(places.map { FilePath($0) }, threads: threads) { input in
      try check(input, at: next)
      next += 1
    }
    let input = try builder.finish()
    try check(input.table)
    return input
  }

  /// Makes sure that a file is still what the plan was made from, before it is read.
  ///
  /// - Throws: ``DedupeError/stale(_:)``.
  package func check(_ input: CardTable.Input, at index: Int) throws {
    guard inputs.indices.contains(index) else { throw DedupeError.stale(input.name) }
    guard input.file != nil else { return }
    guard try input.digest() == inputs[index].sha256 else { throw DedupeError.stale(input.name) }
  }

  /// Makes sure that the cards of a book are those that the plan was made from.
  ///
  /// - Throws: ``DedupeError/stale(_:)``, and ``DedupeError/notOfBook(_:book:)`` for a plan of other files.
  public func check(_ input: DedupeInput, of book: FilePath) throws {
    do {
      for (index, input) in input.table.inputs.enumerated() { try check(input, at: index) }
      try check(input.table)
    } catch DedupeError.stale {
      let isFolder = (try? Stat(book).type) == .directory
      let bookPlace = FileIdentity(book)
      let isOfBook = places.allSatisfy { place in
        let path = FilePath(place)
        if FileIdentity(path) == bookPlace { return true }
        let folder = path.removingLastComponent()
        return isFolder && FileIdentity(folder.isEmpty ? "." : folder) == bookPlace
      }
      guard isOfBook else { throw DedupeError.notOfBook(name, book: book.string) }
      throw DedupeError.stale(book.string)
    }
  }

  /// Makes sure that the cards are those that the plan was made from.
  ///
  /// - Throws: ``DedupeError/stale(_:)``.
  package func check(_ table: CardTable) throws {
    guard table.inputs.count == inputs.count else { throw DedupeError.stale(name) }
    for (input, planned) in zip(table.inputs, inputs) {
      guard input.count == planned.cards,
        try input.file != nil || input.digest() == planned.sha256
      else { throw DedupeError.stale(input.name) }
    }
  }

  /// The numbers, among all cards of the inputs, of the cards of each line.
  ///
  /// - Returns: The lines in the order of the plan.
  /// - Throws: ``DedupeError/damagedPlan(_:line:reason:)`` for a card that no input has, or that is in
  ///   two clusters, and for a number that two lines have.
  public func groups(in table: CardTable) throws -> [Group] {
    var byName: [String: [Int]] = [:]
    for (index, input) in inputs.enumerated() { byName[input.file, default: []].append(index) }
    var taken: Set<Int> = []
    var numbers: Set<Int> = []
    return try lines.indices.map { index in
      let outline = try outline(index)
      guard numbers.insert(outline.cluster).inserted else { throw repeated(index) }
      var cards: [Int] = []
      for named in outline.cards {
        var found: Int?
        for input in byName[named.file] ?? []
        where found == nil && (named.input ?? input) == input {
          found = table.card(named.card, of: input).flatMap { cards.contains($0) ? nil : $0 }
        }
        guard let found else { throw damaged(index, "no input has this card") }
        cards.append(found)
      }
      let isSame = outline.verdict == "same"
      if isSame {
        for card in cards where !taken.insert(card).inserted {
          throw damaged(index, "a card of it is in another cluster, too")
        }
      }
      return Group(line: index, cluster: outline.cluster, isSame: isSame, cards: cards)
    }
  }
}

extension DedupePlan {
  /// A line of a plan with the numbers of its cards.
  public struct Group: Hashable, Sendable {
    /// The line, from 0.
    public let line: Int
    /// The number of the cluster.
    public let cluster: Int
    /// Whether it is one person, and not a pair to review.
    public let isSame: Bool
    /// The cards in the order of the plan.
    public let cards: [Int]
  }

  /// Two cards of a cluster, and tenths of a bit for their being of one person.
  struct Link: Comparable {
    let tenths: Int
    let left: Int
    let right: Int

    /// The order of how strong they are; of two as strong, the one whose cards come first is stronger.
    static func < (one: Link, other: Link) -> Bool {
      (one.tenths, other.left, other.right) < (other.tenths, one.left, one.right)
    }
  }
}
