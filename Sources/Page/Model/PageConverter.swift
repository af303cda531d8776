package import CardFormats
import Files
package import VCard

/// Converts what somebody pastes or chooses, by what `vcard convert` reads and writes cards with.
package struct PageConverter: Sendable {
  /// What cards become.
  package struct Target: Sendable {
    /// A word for forms and addresses, such as `vcard4`.
    package let name: String
    /// What it is called.
    package let title: String
    /// What files of it end with.
    package let fileExtension: String
    /// What stands around the cards.
    package let frame: DocumentFrame
    /// Makes what writes a card, and tells what the target cannot say.
    package let renderer: Renderer

    /// Appends a card.
    package typealias Render = (_ card: Card, inout [UInt8], inout [Diagnostic]) -> Void
    /// Makes what appends cards, for one thread.
    package typealias Renderer = @Sendable () -> Render

    /// Creates a target.
    package init(
      _ name: String, title: String, fileExtension: String,
      frame: DocumentFrame = DocumentFrame(), renderer: @escaping Renderer
    ) {
      (self.name, self.title, self.fileExtension) = (name, title, fileExtension)
      (self.frame, self.renderer) = (frame, renderer)
    }
  }

  /// A card before and after, line by line.
  struct Comparison: Sendable {
    let rows: [LineComparison.Row]
  }

  /// What became of a file.
  package struct Conversion: Sendable {
    let target: Target
    /// What was written: it may be as large as all the rest of the server.
    package let file: SentFile
    /// How many cards it holds.
    package let cards: Int
    /// The first of them.
    let shown: [Comparison]
    /// What was found, by code, in the order in which codes came.
    let findings: [Finding]
    /// What is wrong with the file, for people; it may quote it.
    package let notes: [String]
    /// Whether there is more than is written.
    let isCut: Bool
  }

  /// What one code told.
  struct Finding: Sendable {
    let code: Diagnostic.Code
    var count = 0
    /// The first of them.
    var examples: [Diagnostic] = []
  }

  /// What was told, by code.
  private struct Findings {
    private(set) var all: [Finding] = []
    private var places: [Diagnostic.Code: Int] = [:]

    mutating func add(_ found: [Diagnostic]) {
      for diagnostic in found {
        let place = places[diagnostic.code] ?? all.count
        if place == all.count {
          places[diagnostic.code] = place
          all.append(Finding(code: diagnostic.code))
        }
        all[place].count += 1
        if all[place].examples.count < PageConverter.mostExamples {
          all[place].examples.append(diagnostic)
        }
      }
    }
  }

  /// Cards of a file that are read.
  static let mostCards = ArrivalReader.mostCards
  /// Octets of a file after which no further card is written.
  static let mostOctets = 64 << 20
  /// Cards that are shown side by side.
  static let mostShown = 20
  /// Octets of a card that is shown so.
  private static let mostCompared = 1 << 20
  /// Octets that are written at once.
  private static let pieceSize = 256 << 10
  /// Diagnostics of a code that are shown.
  static let mostExamples = 5

  /// What cards may become.
  package let targets: [Target]
  /// Those of them that are tables.
  var tables: [Target] { targets.filter { $0.frame.table != nil } }
  private let reader: ArrivalReader

  /// Creates a converter.
  package init(_ targets: [Target], reader: ArrivalReader) {
    (self.targets, self.reader) = (targets, reader)
  }

  /// Converts the cards of a file.
  ///
  /// - Parameters:
  ///   - octets: The file.
  ///   - name: What it is called, of which only the end counts.
  ///   - target: What cards become.
  /// - Returns: What became of them; of a file without a card none.
  /// - Throws: `FileError` when there is no room for temporary files.
  /// - Complexity: O(*n*) in the octets, but for the cards that are shown; holds a card at a time beside
  ///   those.
  package func convert(
    _ octets: ArraySlice<UInt8>, named name: String, to target: Target
  ) throws -> Conversion {
    let render = target.renderer()
    let frame = target.frame
    var (cards, written, isCut) = (0, 0, false)
    var shown: [(before: [UInt8], after: [UInt8])] = []
    var findings = Findings()
    var notes: [String] = []
    let file = try SentFile { file in
      let spool = try frame.table.map { try TableSpool($0) }
      var text = spool == nil ? frame.head : []
      var failure: (any Error)?
      notes = reader.read(octets, name) { entry in
        switch entry {
        case .noCard(let problem): findings.add([problem])
        case .card(let card, var found):
          guard cards < Self.mostCards, written < Self.mostOctets else {
            isCut = true
            return false
          }
          if cards > 0 { text += frame.separator }
          let start = text.count
          render(card, &text, &found)
          findings.add(found)
          if shown.count < Self.mostShown, card.octetsAsRead.count <= Self.mostCompared {
            shown.append((card.octetsAsRead, Array(text[start...])))
          }
          (cards, written) = (cards + 1, written + text.count - start)
          do {
            if let spool {
              try spool.append(text.span)
            } else if text.count >= Self.pieceSize {
              try file.append(text)
            } else {
              return true
            }
            text.removeAll(keepingCapacity: true)
          } catch {
            failure = error
            return false
          }
        }
        return true
      }
      if let failure { throw failure }
      if let spool {
        // A row is as wide as the columns of all.
        let rows = try spool.write(to: file, most: Self.mostOctets)
        (cards, isCut) = (rows, isCut || rows < cards)
      } else {
        try file.append(text + frame.tail)
      }
    }
    return Conversion(
      target: target, file: file, cards: cards,
      shown: shown.map { before, after in
        let lines = frame.table.map { CSVTable.lines(of: after.span, $0) }
        return Comparison(rows: LineComparison(before, lines ?? after).rows)
      }, findings: findings.all, notes: notes, isCut: isCut)
  }
}

/// Two texts line by line, with what both have at the same height.
///
/// ```
/// before        after
/// FN:Ann        FN:Ann       the same
/// TEL;HOME:1    TEL;TYPE=…   changed
///               REV:…        only after
/// ```
package struct LineComparison: Sendable {
  /// A line of either or both.
  package struct Row: Hashable, Sendable {
    package let before: String?
    package let after: String?
  }

  /// Products of numbers of lines up to which it is looked for what both have; beyond, all that is not
  /// at the start and the end of both counts as changed.
  private static let mostWork = 250_000

  package let rows: [Row]

  /// Compares two texts, whose folds are undone: RFC 6350 §3.2.
  ///
  /// - Complexity: O(*n* · *m*) in the lines between those that both begin and end with.
  package init(_ before: [UInt8], _ after: [UInt8]) {
    let (before, after) = (Self.lines(before), Self.lines(after))
    let start = zip(before, after).prefix { $0 == $1 }.count
    let rest = min(before.count, after.count) - start
    let end = zip(before.reversed(), after.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let old = Array(before[start..<before.count - end])
    let new = Array(after[start..<after.count - end])
    var rows = before[..<start].map { Row(before: $0, after: $0) }
    var (i, j) = (0, 0)
    func change(_ oldEnd: Int, _ newEnd: Int) {
      while i < oldEnd || j < newEnd {
        rows.append(Row(before: i < oldEnd ? old[i] : nil, after: j < newEnd ? new[j] : nil))
        i += i < oldEnd ? 1 : 0
        j += j < newEnd ? 1 : 0
      }
    }
    for (place, other) in Self.common(old, new) {
      change(place, other)
      rows.append(Row(before: old[i], after: new[j]))
      (i, j) = (i + 1, j + 1)
    }
    change(old.count, new.count)
    self.rows = rows + before.suffix(end).map { Row(before: $0, after: $0) }
  }

  /// The places of a longest common subsequence.
  private static func common(_ old: [String], _ new: [String]) -> [(Int, Int)] {
    guard !old.isEmpty, !new.isEmpty, old.count * new.count <= mostWork else { return [] }
    let width = new.count + 1
    var lengths = [Int](repeating: 0, count: (old.count + 1) * width)
    for i in old.indices.reversed() {
      for j in new.indices.reversed() {
        lengths[i * width + j] =
          old[i] == new[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var places: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      if old[i] == new[j] {
        places.append((i, j))
        (i, j) = (i + 1, j + 1)
      } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return places
  }

  private static func lines(_ octets: [UInt8]) -> [String] {
    var lines: [String] = []
    for var line in octets.split(separator: UInt8(ascii: "\n")) {
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      let text = String(decoding: line, as: UTF8.self)
      if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t"),
        !lines.isEmpty
      {
        lines[lines.count - 1] += text.dropFirst()
      } else {
        lines.append(text)
      }
    }
    return lines
  }
}
