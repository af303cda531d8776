package import ContactMatching

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a task tells the driver, as a document of JSON; each stage tells some of it.
package struct StageInfo: Codable, Sendable {
  /// Something odd about a card, with its place in a range of a split.
  package struct Oddity: Codable, Sendable {
    package var range: Int
    /// From 1, from the start of the range on.
    package var line: Int
    package var column: Int
    /// In the input, from 0.
    package var byte: Int
    package var severity: String
    package var code: String
    package var message: String
  }

  /// How a range of a split was read.
  package struct Range: Codable, Sendable {
    package var cards: Int
    /// Cards with those that were skipped.
    package var seen: Int
    package var lines: Int
    /// Whether its reader stood between two cards at its end.
    package var isAtCut: Bool
    /// Whether it has text whose charset only the whole input tells.
    package var isUndeclared: Bool
  }

  /// Blocks that were too large to compare all their cards.
  package struct Skipped: Codable, Sendable {
    package var kind: String
    package var blocks: Int
    package var largest: Int
    package var pairs: Int
  }

  package var stage: String
  package var task = 0
  package var cards: Int?
  package var ranges: [Range]?
  package var warnings: Int?
  package var errors: Int?
  package var oddities: [Oddity]?
  package var diagnostics: [String]?
  package var again: [Int]?
  package var answers: Int?
  package var pairs: Int?
  package var skipped: [Skipped]?
  package var digest: String?
  package var octets: Int?
  package var compared: Int?
  package var kept: Int?
  package var edges: Int?
  package var hash: String?
  package var components: Int?
  package var largest: Int?
  package var clusters: Int?
  package var duplicates: Int?
  /// How many reviews there are in each part of them.
  package var reviews: [String: Int]?
  package var lines: Int?
  /// The SHA-256 of inputs, by their numbers.
  package var digests: [String: String]?

  init(_ stage: String, task: Int) { (self.stage, self.task) = (stage, task) }

  var octetsOfDocument: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(self))
    }
  }

  package init(_ octets: [UInt8]) throws(BlobError) {
    guard let info = try? JSONDecoder().decode(StageInfo.self, from: Data(octets)) else {
      throw .damaged
    }
    self = info
  }
}

extension [StageInfo.Skipped] {
  init(_ blocks: [SkippedBlocks]) {
    self = blocks.filter { $0.blocks > 0 }.map {
      StageInfo.Skipped(
        kind: $0.kind, blocks: $0.blocks, largest: $0.largest, pairs: $0.pairs)
    }
  }
}
