import ContactDedupe
import ContactMatching
import ContactPages
import Foundation

/// What holds the cards of a cluster together: a ring of cards with a line for each two of which
/// something is known, of many cards a square of squares, and the same as a table.
///
/// ```
///    0 ──+23.1── 1
///     ╲        ┆      dashed: the weakest link, at which the cluster would break first
///    +17.4   ≠        = and ≠ are what somebody said: one person, two people
///        ╲  ┆
///          2
/// ```
struct ClusterGraph: Sendable {
  /// Cards beyond which a ring is a tangle.
  static let mostInRing = 12

  /// Units from the middle to the middle of a card, and from there to its edge.
  private static let (radius, card) = (90.0, 14)
  /// Units of a side of the picture.
  private static let side = 240
  /// Units of a side of the square of two cards.
  private static let square = 10

  private let cluster: ReviewCluster
  /// Whether it is what would be one person with a pair that is asked about, whose cards come first.
  private let isOfPair: Bool
  private let weakest: Bits?

  /// Prepares the graph of a cluster.
  ///
  /// - Parameters:
  ///   - cluster: The cluster.
  ///   - isOfPair: Whether its first two cards are a pair that is asked about.
  init(_ cluster: ReviewCluster, isOfPair: Bool = false) {
    (self.cluster, self.isOfPair, weakest) = (cluster, isOfPair, cluster.weakest)
  }

  /// The picture and the table.
  var html: HTML {
    let (cards, count) = (cluster.cards, cluster.count)
    var html: HTML = "<details open><summary>What holds them together</summary>\n"
    if isOfPair {
      html += """
        <p>If these two are one person, \(count) cards are, by the plan and the answers so far.</p>

        """
    }
    if cards.isEmpty {
      html += "<p>\(count) cards are too many to be drawn here.</p></details>\n"
      return html
    }
    html += count <= Self.mostInRing ? ring : squares
    html += "<ul class=\"told\">"
    for (place, card) in cards.enumerated() {
      html += "<li>\(place): <bdi>\(card.name)</bdi> <bdi class=\"dim\">\(card.title)</bdi></li>\n"
    }
    html += """
      </ul><table class="log"><thead><tr><th scope="col">Card</th><th scope="col">Card</th>\
      <th scope="col" class="n">Bits</th></tr></thead><tbody>

      """
    for link in cluster.links {
      let (left, right) = (cards[link.left].name, cards[link.right].name)
      html += "<tr><td>\(link.left) <bdi>\(left)</bdi></td><td>\(link.right) <bdi>\(right)</bdi>"
      for word in words(link) { html += " <span class=\"dim\">\(word)</span>" }
      html += "</td><td class=\"n\">"
      if let bits = link.bits { html += "\(EvidenceChart.signed(bits.tenths))" }
      html += "</td></tr>\n"
    }
    html += "</tbody></table></details>\n"
    return html
  }

  /// Whether the cluster would break first here.
  private func isWeakest(_ link: ReviewCluster.Link) -> Bool {
    link.isPlanned && link.answer == nil && link.bits == weakest
  }

  /// What is said of a link besides its bits.
  private func words(_ link: ReviewCluster.Link) -> [String] {
    var words: [String] = []
    if isOfPair, link.left == 0, link.right == 1 { words.append("this pair") }
    switch link.answer {
    case true?: words.append("answer: one person")
    case false?: words.append("answer: two people")
    case nil: if !link.isPlanned { words.append("to review") }
    }
    if isWeakest(link) { words.append("weakest") }
    return words
  }

  /// How a link is drawn.
  private func kind(_ link: ReviewCluster.Link) -> HTML {
    switch link.answer {
    case true?: " class=\"yes\""
    case false?: " class=\"no\""
    case nil: isWeakest(link) ? " class=\"weakest\"" : link.isPlanned ? "" : " class=\"open\""
    }
  }

  /// A row and a column a card, and a square where they meet.
  private var squares: HTML {
    let (count, square) = (cluster.count, Self.square)
    let side = (count + 2) * square
    var html: HTML = """
      <svg class="graph squares" viewBox="0 0 \(side) \(side)" direction="ltr" role="img" \
      aria-label="\(count) cards as rows and columns, and squares of those that are linked; the table has \
      the same">
      """
    for card in 0..<count {
      let (near, far) = (square / 2, side - square / 2)
      let place = (card + 1) * square + square / 2
      for (x, y) in [(near, place), (place, near), (far, place), (place, far)] {
        html += "<text x=\"\(x)\" y=\"\(y)\">\(card)</text>"
      }
      let edge = (card + 1) * square
      html += """
        <rect class="self" x="\(edge)" y="\(edge)" width="\(square)" height="\(square)"/>
        """
    }
    for link in cluster.links {
      for (row, column) in [(link.left, link.right), (link.right, link.left)] {
        html += """
          <rect\(kind(link)) x="\((column + 1) * square)" y="\((row + 1) * square)" \
          width="\(square)" height="\(square)"/>
          """
      }
    }
    html += "</svg>\n"
    return html
  }

  private var ring: HTML {
    let (side, count) = (Self.side, cluster.count)
    let places = (0..<count).map { card -> (x: Int, y: Int) in
      let angle = 2 * Double.pi * Double(card) / Double(count)
      let (x, y) = (Self.radius * sin(angle), Self.radius * cos(angle))
      return (side / 2 + Int(x.rounded()), side / 2 - Int(y.rounded()))
    }
    var html: HTML = """
      <svg class="graph" viewBox="0 0 \(side) \(side)" direction="ltr" role="img" \
      aria-label="\(count) cards in a ring and the links between them; the table has the same">
      """
    for link in cluster.links {
      let (from, to) = (places[link.left], places[link.right])
      html += "<line\(kind(link)) x1=\"\(from.x)\" y1=\"\(from.y)\" x2=\"\(to.x)\" y2=\"\(to.y)\"/>"
    }
    // Not in the middle, where lines of a ring cross.
    for link in cluster.links {
      let (from, to) = (places[link.left], places[link.right])
      let sign = link.answer.map { $0 ? "=" : "≠" }
      let bits = link.bits.map { EvidenceChart.signed($0.tenths) }
      let text = [sign, bits].compactMap(\.self).joined(separator: " ")
      html += """
        <text x="\((3 * from.x + 2 * to.x) / 5)" y="\((3 * from.y + 2 * to.y) / 5)">\(text)</text>
        """
    }
    for (number, place) in places.enumerated() {
      let kind: HTML = isOfPair && number < 2 ? " class=\"asked\"" : ""
      html += """
        <circle\(kind) cx="\(place.x)" cy="\(place.y)" r="\(Self.card)"/>\
        <text x="\(place.x)" y="\(place.y)">\(number)</text>
        """
    }
    html += "</svg>\n"
    return html
  }
}
