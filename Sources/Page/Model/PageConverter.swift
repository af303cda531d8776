package import VCard

/// Converts what somebody pastes or chooses, by what `vcard convert` writes cards with.
package struct PageConverter: Sendable {
  /// What cards become.
  package struct Target: Sendable {
    /// A word for forms and addresses, such as `vcard4`.
    package let name: String
    /// What it is called.
    package let title: String
    /// What files of it end with.
    package let fileExtension: String
    /// What stands before the first card, between two, and after the last.
    package let frame: (head: [UInt8], separator: [UInt8], tail: [UInt8])
    /// Makes what writes a card, and tells what the target cannot say.
    package let renderer: Renderer

    /// Appends a card.
    package typealias Render = (_ card: Card, inout [UInt8], inout [Diagnostic]) -> Void
    /// Makes what appends cards, for one thread.
    package typealias Renderer = @Sendable () -> Render

    /// Creates a target.
    package init(
      _ name: String, title: String, fileExtension: String,
      frame: (head: [UInt8], separator: [UInt8], tail: [UInt8]) = ([], [], []),
      renderer: @escaping Renderer
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
  struct Conversion: Sendable {
    let target: Target
    let octets: [UInt8]
    let cards: Int
    /// The first of them.
    let shown: [Comparison]
    /// What was found, by code, in the order in which codes came.
    let findings: [Finding]
    /// Whether there are more cards than are read.
    let isCut: Bool
  }

  /// What one code told.
  struct Finding: Sendable {
    let code: Diagnostic.Code
    var count = 0
    /// The first of them.
    var examples: [Diagnostic] = []
  }

  /// Cards of a file that are read.
  static let mostCards = 10_000
  /// Cards that are shown side by side.
  static let mostShown = 20
  /// Diagnostics of a code that are shown.
  static let mostExamples = 5

  /// What cards may become.
  package let targets: [Target]
  private let decoding: TextDecoding

  /// Creates a converter.
  package init(_ targets: [Target], decoding: TextDecoding) {
    (self.targets, self.decoding) = (targets, decoding)
  }

  /// Converts the cards of a file.
  ///
  /// - Parameters:
  ///   - octets: The file.
  ///   - target: What cards become.
  /// - Returns: What became of them; of a file without a card none.
  /// - Throws: `ReadError`.
  /// - Complexity: O(*n*) in the octets, but for the cards that are shown.
  func convert(_ octets: [UInt8], to target: Target) throws -> Conversion {
    var reader = CardReader(decoding: decoding)
    try reader.append(octets)
    reader.finish()
    let render = target.renderer()
    var text = target.frame.head
    var cards = 0
    var isCut = false
    var shown: [Comparison] = []
    var places: [Diagnostic.Code: Int] = [:]
    var findings: [Finding] = []
    func take(_ found: [Diagnostic]) {
      for diagnostic in found {
        let place = places[diagnostic.code] ?? findings.count
        if place == findings.count {
          places[diagnostic.code] = place
          findings.append(Finding(code: diagnostic.code))
        }
        findings[place].count += 1
        if findings[place].examples.count < Self.mostExamples {
          findings[place].examples.append(diagnostic)
        }
      }
    }
    while case .card(let card, let found) = reader.next() {
      guard cards < Self.mostCards else {
        isCut = true
        break
      }
      if cards > 0 { text += target.frame.separator }
      var notes = found
      let start = text.count
      render(card, &text, &notes)
      take(notes)
      if cards < Self.mostShown {
        let (before, after) = (card.octetsAsRead, Array(text[start...]))
        shown.append(Comparison(rows: LineComparison(before, after).rows))
      }
      cards += 1
    }
    if !isCut { take(reader.takeDiagnostics()) }
    text += target.frame.tail
    return Conversion(
      target: target, octets: text, cards: cards, shown: shown, findings: findings, isCut: isCut)
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
