import ContactMerging
import ContactStore
import VCard

/// A card as it is shown to who edits it, and what their text makes of it.
///
/// Lines are shown without folds and with LF. Those that nobody touched go back with the octets that
/// they had, folds and line ends included.
struct CardEdit {
  /// What is shown.
  let text: [UInt8]
  /// How often what is odd about it before anybody has touched it.
  let known: [Diagnostic.Code: Int]

  private let base: Card
  /// The lines of the card, with what they say as they are shown.
  private let lines: CardLines
  /// What the lines say that are shown.
  private let shownKeys: [[UInt8]]

  init(_ card: Card, decoding: TextDecoding) {
    let octets = card.octetsAsRead
    // Without edits, so that lines are where they stand in the octets.
    let (read, foundBefore) = CardReading.read(octets, decoding)
    let base = read.first ?? card
    var text: [UInt8] = []
    CardWriter(options: CardWriter.Options(lineEnd: .lf, folding: .never)).write(base, into: &text)
    var (shown, found) = CardReading.read(text, decoding)
    if shown.count != 1 || Array(shown[0].properties).count != Array(base.properties).count {
      // Some odd cards are not the same without their folds.
      text = octets
      (shown, found) = ([base], foundBefore)
    }
    self.text = text
    self.base = base
    // A text from a file may have the folds of the card.
    known = CardEdit.counts(found).merging(CardEdit.counts(foundBefore)) { max($0, $1) }
    var lines = CardLines(base)
    lines.say(what: Array(shown[0].properties))
    self.lines = lines
    shownKeys = CardLines(shown[0]).keys
  }

  private static func counts(_ found: [Diagnostic]) -> [Diagnostic.Code: Int] {
    found.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
  }

  /// The card with the changes, and REV.
  ///
  /// - Parameters:
  ///   - edited: The card that the edited text is.
  ///   - now: Seconds since 1970.
  ///   - decoding: How what is not UTF-8 becomes text.
  /// - Returns: The card; `nil` when nothing has changed.
  func changed(_ edited: Card, now: Int64, decoding: TextDecoding) -> Card? {
    let new = CardLines(edited)
    if new.keys == shownKeys { return nil }
    let folded = self.folded(edited, decoding)
    // Lines as they were are not always what they are in a card of another version.
    var card =
      keepingLines(of: edited, new, folded: folded?.properties.map(\.line), decoding: decoding)
      ?? folded ?? edited
    card.setRevision(now)
    return card
  }

  /// The edited card with the octets that its old lines had; `nil` when those no longer say the same.
  private func keepingLines(
    of edited: Card, _ new: CardLines, folded: [ArraySlice<UInt8>]?, decoding: TextDecoding
  ) -> Card? {
    var places: [[UInt8]: [Int]] = [:]
    for (place, line) in lines.lines.enumerated().reversed() {
      places[line.key, default: []].append(place)
    }
    let old = Array(base.properties)
    var text: [UInt8] = []
    // What the properties are to say; `nil` for a new one.
    var expected: [[UInt8]?] = []
    for line in new.lines {
      if let last = text.last, last != 0x0A, last != 0x0D { text += base.lineEnd }
      let place = places[line.key]?.popLast()
      if let number = line.property {
        let before = place.flatMap { lines.lines[$0].property }
        expected.append(before.map { old[$0].lineOctets })
        text += place.map { lines.lines[$0].octets } ?? folded?[number] ?? ended(line.octets)[...]
      } else {
        text += place.map { lines.lines[$0].octets } ?? (line.key + base.lineEnd)[...]
      }
    }
    let (cards, _) = CardReading.read(text, decoding)
    guard cards.count == 1, cards[0].version == edited.version else { return nil }
    let properties = Array(cards[0].properties)
    guard properties.count == expected.count else { return nil }
    for (property, expected) in zip(properties, expected) {
      if let expected, property.lineOctets != expected { return nil }
    }
    return cards[0]
  }

  /// A card with lines that are folded and end as those of the card that was; `nil` when it is not the
  /// same then.
  private func folded(_ card: Card, _ decoding: TextDecoding) -> Card? {
    var text: [UInt8] = []
    CardWriter(options: CardWriter.Options(lineEnd: .lf)).write(card, into: &text)
    let (cards, _) = CardReading.read(ended(text[...]), decoding)
    guard cards.count == 1, Array(cards[0].properties).count == Array(card.properties).count
    else { return nil }
    return cards[0]
  }

  /// Lines with the line ends that the card has.
  private func ended(_ lines: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var last: UInt8 = 0
    for octet in lines {
      if octet == 0x0D || octet == 0x0A && last != 0x0D {
        text += base.lineEnd
      } else if octet != 0x0A {
        text.append(octet)
      }
      last = octet
    }
    return text
  }
}
