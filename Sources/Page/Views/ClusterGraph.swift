import ContactDedupe
import ContactMatching
import ContactPages
import Foundation

/// What holds the cards of a cluster together: a ring of cards with a line for each two that were
/// compared, and the same as a table.
///
/// ```
///    0 ──+23.1── 1
///     ╲        ┆      dashed: the weakest link, at which the cluster would break first
///    +17.4   +9.8
///        ╲  ┆
///          2
/// ```
struct ClusterGraph: Sendable {
  /// Cards beyond which a ring is a tangle: then there is the table alone.
  static let mostCards = 12

  /// Units from the middle to the middle of a card, and from there to its edge.
  private static let (ring, card) = (90.0, 14)
  /// Units of a side of the picture.
  private static let side = 240

  /// The picture and the table.
  ///
  /// - Parameter entry: The cluster.
  /// - Returns: Both; nothing for two cards, whose evidence says it all.
  static func html(_ entry: DedupePlan.Entry) -> HTML {
    let links = entry.comparisons
    guard entry.cards.count > 2, let weakest = links.map(\.sum.tenths).min() else { return "" }
    var html: HTML = "<details open><summary>What holds them together</summary>\n"
    if entry.cards.count <= mostCards {
      html += picture(links, cards: entry.cards.count, weakest: weakest)
    }
    html += """
      <table class="log"><thead><tr><th scope="col">Card</th><th scope="col">Card</th>\
      <th scope="col" class="n">Bits</th></tr></thead><tbody>

      """
    for link in links {
      let (left, right) = (entry.cards[link.left].name, entry.cards[link.right].name)
      let mark: HTML = link.sum.tenths == weakest ? " <span class=\"dim\">weakest</span>" : ""
      html += """
        <tr><td>\(link.left) <bdi>\(left)</bdi></td><td>\(link.right) <bdi>\(right)</bdi>\(mark)</td>\
        <td class="n">\(EvidenceChart.signed(link.sum.tenths))</td></tr>

        """
    }
    html += "</tbody></table></details>\n"
    return html
  }

  private static func picture(
    _ links: [DedupePlan.Entry.Comparison], cards: Int, weakest: Int
  ) -> HTML {
    let places = (0..<cards).map { card -> (x: Int, y: Int) in
      let angle = 2 * Double.pi * Double(card) / Double(cards)
      return (
        side / 2 + Int((ring * sin(angle)).rounded()), side / 2 - Int((ring * cos(angle)).rounded())
      )
    }
    var html: HTML = """
      <svg class="graph" viewBox="0 0 \(side) \(side)" direction="ltr" role="img" \
      aria-label="\(cards) cards in a ring and the links between them; the table has the same">
      """
    for link in links {
      let (from, to) = (places[link.left], places[link.right])
      let kind: HTML = link.sum.tenths == weakest ? " class=\"weakest\"" : ""
      html += "<line\(kind) x1=\"\(from.x)\" y1=\"\(from.y)\" x2=\"\(to.x)\" y2=\"\(to.y)\"/>"
    }
    // Not in the middle, where lines of a ring cross.
    for link in links {
      let (from, to) = (places[link.left], places[link.right])
      let bits = EvidenceChart.signed(link.sum.tenths)
      html += """
        <text x="\((3 * from.x + 2 * to.x) / 5)" y="\((3 * from.y + 2 * to.y) / 5)">\(bits)</text>
        """
    }
    for (number, place) in places.enumerated() {
      html += """
        <circle cx="\(place.x)" cy="\(place.y)" r="\(card)"/>\
        <text x="\(place.x)" y="\(place.y)">\(number)</text>
        """
    }
    html += "</svg>\n"
    return html
  }
}
