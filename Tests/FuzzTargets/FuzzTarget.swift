import CardFormats
import Compression
import Cutouts
import Images
package import VCard

/// A law that does not hold, in words.
package struct LawBroken: Error, CustomStringConvertible {
  package let description: String
}

func hold(_ law: Bool, _ words: @autoclosure () -> String) throws(LawBroken) {
  if !law { throw LawBroken(description: words()) }
}

private func broken(_ words: String) -> LawBroken { LawBroken(description: words) }

/// What is tried with octets from strangers: a reader, and the laws that hold for what it gives.
///
/// `.ci/fuzz` has octets made up for it, and the tests try what was found.
package struct FuzzTarget: Sendable {
  /// Fixtures to begin with.
  package struct Seeds: Sendable {
    /// The folder of the fixtures; empty for all of them.
    package let folder: String
    /// What their names end with.
    package let suffixes: [String]

    init(_ folder: String, _ suffixes: String...) {
      (self.folder, self.suffixes) = (folder, suffixes)
    }
  }

  /// By which it is chosen.
  package let name: String
  package let seeds: Seeds
  /// A card as the octets of this target; `nil` where it takes no cards, or nothing writes them.
  package let document: (@Sendable (Card) -> [UInt8])?
  /// Tries octets; throws ``LawBroken``.
  package let attempt: @Sendable ([UInt8]) throws -> Void

  init(
    name: String, seeds: Seeds, document: (@Sendable (Card) -> [UInt8])? = nil,
    attempt: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    (self.name, self.seeds, self.document, self.attempt) = (name, seeds, document, attempt)
  }

  private static let cards = Seeds("cards", ".vcf")
  private static let json = Seeds("", ".json", ".jcard", ".jscontact")

  package static let all =
    [
      FuzzTarget(name: "reader", seeds: cards, document: { $0.octetsAsRead }, attempt: readsAlike),
      FuzzTarget(
        name: "convert", seeds: cards, document: { $0.octetsAsRead }, attempt: convertsThereAndBack),
      FuzzTarget(
        name: "jsonl", seeds: cards, document: { $0.octetsAsRead }, attempt: writesJSONLines),
      format("jcard", json, JSONPeopleReader(), JCardWriter()),
      format("xcard", Seeds("", ".xml"), XCardReader(), XCardWriter()),
      format("jscontact", json, JSONPeopleReader(), JSContactWriter()),
      format("ldif", Seeds("", ".ldif"), LDIFReader(), LDIFWriter()),
      format("mecard", Seeds("", ".mecard", ".txt"), MECARDReader(), nil as JCardWriter?),
      format("hcard", Seeds("", ".html"), HCardReader(), nil as JCardWriter?),
      format("csv", Seeds("", ".csv"), CSVReader(), nil as JCardWriter?),
      FuzzTarget(name: "cutout", seeds: Seeds("", ".json", ".plist"), attempt: readsCutouts),
      FuzzTarget(name: "image", seeds: Seeds("images", ".jpg", ".png"), attempt: looksAtPictures),
      FuzzTarget(name: "gzip", seeds: Seeds("fuzzing/gzip", ".gz"), attempt: inflates),
    ] + records

  // MARK: vCards

  /// All cards of octets that come in pieces, and what is told of them.
  private static func cards(
    _ octets: [UInt8], pieceSize: Int
  ) throws -> (cards: [Card], notes: [Diagnostic]) {
    var limits = CardReader.Limits()
    // So that inputs of a few kilobytes meet the limits, too.
    limits.bytesPerLine = 4096
    limits.propertiesPerCard = 64
    var reader = CardReader(limits: limits)
    var cards: [Card] = []
    var notes: [Diagnostic] = []
    var start = 0
    var isDone = false
    while !isDone {
      let end = min(octets.count, start + pieceSize)
      do {
        try reader.append(Array(octets[start..<end]))
      } catch {
        throw broken("the reader takes octets until it is told the end: \(error)")
      }
      start = end
      isDone = start == octets.count
      if isDone { reader.finish() }
      reading: while true {
        switch reader.next() {
        case .card(let card, let diagnostics):
          cards.append(card)
          notes += diagnostics
        case .needsInput, .end: break reading
        }
      }
      notes += reader.takeDiagnostics()
    }
    return (cards, notes)
  }

  /// Pieces read as the whole, and what was written reads as what was written.
  private static func readsAlike(_ octets: [UInt8]) throws {
    let whole = try cards(octets, pieceSize: max(1, octets.count))
    let size = 1 + Int(octets.first ?? 0) % 61
    let pieces = try cards(octets, pieceSize: size)
    try hold(
      whole.cards.map(\.octetsAsRead) == pieces.cards.map(\.octetsAsRead),
      "cards of pieces of \(size) octets are those of the whole")
    var checker = CardChecker()
    for card in whole.cards {
      var notes: [Diagnostic] = []
      checker.check(card, into: &notes)
      let text = written(card)
      guard let again = Card(reading: text) else {
        throw broken("what was written is a card")
      }
      try hold(written(again) == text, "what was written is written again alike")
    }
  }

  private static func written(_ card: Card) -> [UInt8] {
    var text: [UInt8] = []
    CardWriter().write(card, into: &text)
    return text
  }

  /// What comes back of another version comes back again, and the quick way comes to the thorough one.
  private static func convertsThereAndBack(_ octets: [UInt8]) throws {
    for card in try cards(octets, pieceSize: max(1, octets.count)).cards {
      for version in Version.allCases where version != card.version {
        var notes: [Diagnostic] = []
        var there = CardConverter(to: version)
        var back = CardConverter(to: card.version)
        var quick: [UInt8] = []
        var thorough: [UInt8] = []
        there.convert(card, into: &quick, notes: &notes)
        there.convertThoroughly(card, into: &thorough, notes: &notes)
        try hold(
          unfolded(quick) == unfolded(thorough), "to \(version): the quick way is the thorough one")
        guard let converted = Card(reading: quick) else {
          throw broken("to \(version): what was converted is a card")
        }
        // Control characters are taken out where a version cannot hold them, and told of; what stood
        // around them may say something else together.
        if card.octetsAsRead.contains(where: {
          $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) || $0 == 0x7F
        }) {
          continue
        }
        let first = back.converted(converted, notes: &notes)
        let second = back.converted(there.converted(first, notes: &notes), notes: &notes)
        try hold(
          unfolded(written(first)) == unfolded(written(second)),
          "by way of \(version): what came back comes back again")
      }
    }
  }

  /// Octets without folds, which may stand elsewhere.
  private static func unfolded(_ octets: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var index = 0
    while index < octets.count {
      if octets[index...].starts(with: [0x0D, 0x0A, 0x20]) {
        index += 3
      } else {
        text.append(octets[index])
        index += 1
      }
    }
    return text
  }

  private static func writesJSONLines(_ octets: [UInt8]) throws {
    var writer = JSONLinesWriter(file: "f.vcf")
    for card in try cards(octets, pieceSize: max(1, octets.count)).cards {
      var line: [UInt8] = []
      writer.write(card, into: &line)
      try hold(
        line.last == 0x0A && !line.dropLast().contains(0x0A), "a card is one line of JSON")
    }
  }

  // MARK: Other formats

  /// Pieces read as the whole; what is written of a card and read again is written alike.
  private static func format<
    Reader: CardDocumentReader & SendableMetatype, Writer: CardDocumentWriter & Sendable
  >(
    _ name: String, _ seeds: Seeds, _ reader: @autoclosure @escaping @Sendable () -> Reader,
    _ writer: Writer?
  ) -> FuzzTarget {
    var write: (@Sendable (Card) -> [UInt8])?
    if let writer {
      write = { card in
        var writer = writer
        return document(card, &writer)
      }
    }
    return FuzzTarget(name: name, seeds: seeds, document: write) { octets in
      let whole = documents(octets, pieceSize: max(1, octets.count), reader())
      let size = 1 + Int(octets.first ?? 0) % 61
      let pieces = documents(octets, pieceSize: size, reader())
      try hold(
        whole.map(\.octetsAsRead) == pieces.map(\.octetsAsRead),
        "cards of pieces of \(size) octets are those of the whole")
      guard var writer else { return }
      for card in whole {
        let first = document(card, &writer)
        guard let again = documents(first, pieceSize: first.count, reader()).first else { continue }
        let second = document(again, &writer)
        guard let third = documents(second, pieceSize: second.count, reader()).first else {
          throw broken("what was written of a card that was read is read again")
        }
        try hold(document(third, &writer) == second, "what was written is written again alike")
      }
    }
  }

  private static func documents(
    _ octets: [UInt8], pieceSize: Int, _ reader: some CardDocumentReader
  ) -> [Card] {
    var reader = reader
    var cards: [Card] = []
    var start = 0
    var isDone = false
    while !isDone {
      let end = min(octets.count, start + pieceSize)
      reader.append(octets[start..<end])
      start = end
      isDone = start == octets.count
      if isDone { reader.finish() }
      while let entry = reader.next() {
        if case .card(let card, _) = entry { cards.append(card) }
      }
    }
    return cards
  }

  private static func document(_ card: Card, _ writer: inout some CardDocumentWriter) -> [UInt8] {
    var notes: [Diagnostic] = []
    var converter = CardConverter(to: writer.version)
    var text = writer.frame.head
    writer.write(converter.converted(card, notes: &notes), into: &text, notes: &notes)
    return text + writer.frame.tail
  }

  // MARK: Others

  private static func readsCutouts(_ octets: [UInt8]) throws {
    guard let reading = try? Cutout.read(octets) else { return }
    guard let again = try? Cutout(json: reading.cutout.encoded()) else {
      throw broken("a cutout that was read is written and read again")
    }
    try hold(again == reading.cutout, "a cutout comes back as it was")
  }

  private static func looksAtPictures(_ octets: [UInt8]) {
    _ = PictureFacts(octets)
    _ = Metadata.removing(from: octets)
    _ = try? Thumbnail.make(from: octets)
  }

  private static func inflates(_ octets: [UInt8]) {
    guard var inflater = try? Inflater() else { return }
    var output = [UInt8](repeating: 0, count: 4096)
    var start = 0
    var made = 0
    while made < 1 << 20 {
      guard
        let progress = try? inflater.inflate(Array(octets[start...]).span, into: &output)
      else { return }
      start += progress.taken
      made += progress.made
      if progress.taken == 0, progress.made == 0 { break }
    }
    try? inflater.finish()
  }
}
