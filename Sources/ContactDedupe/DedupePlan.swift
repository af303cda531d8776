import ContactMatching
import ContactStore
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A plan as it is read again.
final class PlanFile: Sendable {
  /// An input of the plan.
  struct Input: Decodable, Sendable {
    let file: String
    let sha256: String
    let cards: Int
  }

  /// A cluster, or a pair to review.
  struct Entry: Decodable {
    struct Card: Decodable {
      let file: String
      let card: Int
      let name: String
    }

    struct Evidence: Decodable {
      let kind: String
      let level: String
      let bits: Double
      let detail: String
      let cards: [Int]?

      /// Tenths of a bit, so that sums are exact.
      var tenths: Int { Int((min(max(bits, -1e6), 1e6) * 10).rounded()) }
    }

    struct Drop: Decodable {
      let from: String
      let name: String
      let value: String
      let reason: String
    }

    let cluster: Int
    let verdict: String
    let cards: [Card]
    let evidence: [Evidence]
    let merged: String
    let provenance: [[String]]?
    let dropped: [Drop]?

    var isSame: Bool { verdict == "same" }
  }

  /// A line of the plan without what is long.
  struct Outline: Decodable {
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
    let schema: String
    let inputs: [Input]
  }

  /// The name of the plan.
  let name: String
  /// What it was made from.
  let inputs: [Input]
  private let reader: JSONLineReader
  private let lines: [(number: Int, range: Range<Int>)]

  /// Opens a plan.
  ///
  /// - Parameter argument: The file; `-` is standard input.
  /// - Throws: A failure that ends with 65 when it is no plan.
  init(_ argument: String) throws {
    let file: StoredFile
    if argument == "-" {
      try DedupeInput.storeStandardInput()
      file = try StoredFile(reading: .standardInput, name: "-")
    } else {
      file = try StoredFile(Platform.path(argument), staysOpen: true)
    }
    let name = argument
    let reader = JSONLineReader(file)
    var header: Header?
    var lines: [(number: Int, range: Range<Int>)] = []
    try reader.forEachLine { line, number, range in
      if header != nil { return lines.append((number, range)) }
      header = try? JSONDecoder().decode(Header.self, from: Data(line))
      guard header?.schema == "vcard.plan/1" else {
        throw CommandFailure(
          .data, "\(name): not a plan", suggestion: "'vcard dedupe plan FILE -o PLAN' makes one")
      }
    }
    guard let header else {
      throw CommandFailure(
        .data, "\(name): not a plan", suggestion: "'vcard dedupe plan FILE -o PLAN' makes one")
    }
    // Nobody would know what an empty list means: a command without files reads standard input.
    guard !header.inputs.isEmpty else {
      throw CommandFailure(.data, "\(name): the plan names no input")
    }
    self.name = name
    self.reader = reader
    self.lines = lines
    inputs = header.inputs
  }

  /// How many clusters and pairs to review it has.
  var count: Int { lines.count }

  /// The line of a number from 0, whole.
  func entry(_ index: Int) throws -> Entry {
    let entry = try decode(Entry.self, index)
    let known = entry.cards.indices
    let isSound = entry.evidence.allSatisfy { row in
      row.cards.map { $0.count == 2 && $0.allSatisfy(known.contains) } ?? true
    }
    guard isSound, Self.fits(entry.verdict, entry.cards.count) else { throw damaged(index) }
    return entry
  }

  /// What holds the cards of a line together, as its evidence says.
  func links(of group: PlannedGroup) throws -> [PlannedLink] {
    var tenths: [[Int]: Int] = [:]
    for row in try entry(group.line).evidence {
      if let cards = row.cards { tenths[cards.sorted(), default: 0] += row.tenths }
    }
    return tenths.map { cards, tenths in
      PlannedLink(
        tenths: tenths, left: group.cards[cards[0]], right: group.cards[cards[1]])
    }
  }

  /// Whether somebody has changed the merged card of a line.
  func isEdited(_ group: PlannedGroup, in table: CardTable) throws -> Bool {
    let merge = ClusterMerge(
      try group.cards.map { try table.card($0) }, pictureSize: PictureRank.size)
    return try entry(group.line).merged != merge.referenceText
  }

  /// The line of a number from 0, in short.
  func outline(_ index: Int) throws -> Outline {
    let outline = try decode(Outline.self, index)
    guard Self.fits(outline.verdict, outline.cards.count) else { throw damaged(index) }
    return outline
  }

  /// Whether a verdict is one about so many cards: what is to review is a pair.
  private static func fits(_ verdict: String, _ cards: Int) -> Bool {
    verdict == "same" && cards > 1 || verdict == "review" && cards == 2
  }

  /// What is wrong with a line whose number another line has, too.
  func repeated(_ index: Int) -> CommandFailure {
    damaged(index, "another line has the same cluster number")
  }

  /// What is wrong with a line, which ends with 65.
  func damaged(_ index: Int, _ reason: String = "not a line of a plan") -> CommandFailure {
    CommandFailure(.data, "\(name):\(lines[index].number): \(reason)")
  }

  private func decode<Line: Decodable>(_ type: Line.Type, _ index: Int) throws -> Line {
    let line = try reader.line(at: lines[index].range)
    guard let decoded = try? JSONDecoder().decode(type, from: Data(line)) else {
      throw damaged(index)
    }
    return decoded
  }

  /// Reads the inputs of the plan again.
  ///
  /// - Throws: A failure that ends with 75 when one of them is another one by now.
  func readInputs(
    _ options: GlobalOptions, reporter: DiagnosticReporter, console: Console
  ) throws -> DedupeInput {
    var next = 0
    let inputs = inputs
    func stale(_ name: String) -> CommandFailure {
      CommandFailure(
        .changed, "\(name) is not what the plan was made from", suggestion: "make the plan again")
    }
    let read = try DedupeInput(
      inputs.map(\.file), options, reporter: reporter, console: console, compares: false
    ) { input in
      defer { next += 1 }
      guard next < inputs.count else { throw stale(input.name) }
      guard input.file != nil else { return }
      guard try input.digest() == inputs[next].sha256 else { throw stale(input.name) }
    }
    guard read.table.inputs.count == inputs.count else { throw stale(name) }
    for (input, planned) in zip(read.table.inputs, inputs) {
      guard input.count == planned.cards,
        try input.file != nil || input.digest() == planned.sha256
      else { throw stale(input.name) }
    }
    return read
  }

  /// The numbers, among all cards of the inputs, of the cards of each line.
  ///
  /// - Returns: The lines in the order of the plan.
  /// - Throws: A failure that ends with 65 for a card that no input has, or that is in two clusters,
  ///   and for a number that two lines have.
  func groups(in table: CardTable) throws -> [PlannedGroup] {
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
      return PlannedGroup(line: index, cluster: outline.cluster, isSame: isSame, cards: cards)
    }
  }
}

/// A line of a plan with the numbers of its cards.
struct PlannedGroup: Sendable {
  /// The line, from 0.
  var line: Int
  /// The number of the cluster.
  var cluster: Int
  /// Whether it is one person, and not a pair to review.
  var isSame: Bool
  /// The cards in the order of the plan.
  var cards: [Int]
}

/// Two cards of a cluster, and tenths of a bit for their being of one person.
struct PlannedLink: Comparable {
  let tenths: Int
  let left: Int
  let right: Int

  /// The order of how strong they are; of two as strong, the one whose cards come first is stronger.
  static func < (one: PlannedLink, other: PlannedLink) -> Bool {
    (one.tenths, other.left, other.right) < (other.tenths, one.left, one.right)
  }
}
