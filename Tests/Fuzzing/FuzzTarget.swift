import CardFormats
import Compression
import Cutouts
import Images
import VCard

#if canImport(Glibc)
  import Glibc
#endif

/// Ends the process when a law does not hold; an optimised build would leave its words out.
private func hold(_ law: Bool, _ words: @autoclosure () -> String) {
  if !law { broken(words()) }
}

private func broken(_ words: String) -> Never {
  let line = Array("law broken: \(words)\n".utf8)
  _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  abort()
}

/// What is tried with octets from strangers: a reader, and the laws that hold for what it gives.
///
/// A law that does not hold ends the process, and libFuzzer keeps the octets.
struct FuzzTarget: Sendable {
  /// By which the environment variable `FUZZ_TARGET` chooses it.
  let name: String
  /// Tries octets.
  let attempt: @Sendable ([UInt8]) -> Void

  static let all = [
    FuzzTarget(name: "reader", attempt: readsAlike),
    FuzzTarget(name: "convert", attempt: convertsThereAndBack),
    FuzzTarget(name: "jsonl", attempt: writesJSONLines),
    format("jcard", JSONPeopleReader(), JCardWriter()),
    format("xcard", XCardReader(), XCardWriter()),
    format("jscontact", JSONPeopleReader(), JSContactWriter()),
    format("ldif", LDIFReader(), LDIFWriter()),
    format("mecard", MECARDReader(), nil as JCardWriter?),
    format("hcard", HCardReader(), nil as JCardWriter?),
    format("csv", CSVReader(), nil as JCardWriter?),
    FuzzTarget(name: "cutout", attempt: readsCutouts),
    FuzzTarget(name: "image", attempt: looksAtPictures),
    FuzzTarget(name: "gzip", attempt: inflates),
  ]

  // MARK: vCards

  /// All cards of octets that come in pieces, and what is told of them.
  private static func cards(
    _ octets: [UInt8], pieceSize: Int
  ) -> (cards: [Card], notes: [Diagnostic]) {
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
        broken("the reader takes octets until it is told the end: \(error)")
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
  private static func readsAlike(_ octets: [UInt8]) {
    let whole = cards(octets, pieceSize: max(1, octets.count))
    let size = 1 + Int(octets.first ?? 0) % 61
    let pieces = cards(octets, pieceSize: size)
    hold(
      whole.cards.map(\.octetsAsRead) == pieces.cards.map(\.octetsAsRead),
      "cards of pieces of \(size) octets are those of the whole")
    var checker = CardChecker()
    for card in whole.cards {
      var notes: [Diagnostic] = []
      checker.check(card, into: &notes)
      let text = written(card)
      guard let again = Card(reading: text) else {
        broken("what was written is a card")
      }
      hold(written(again) == text, "what was written is written again alike")
    }
  }

  private static func written(_ card: Card) -> [UInt8] {
    var text: [UInt8] = []
    CardWriter().write(card, into: &text)
    return text
  }

  /// What comes back of another version comes back again, and the quick way comes to the thorough one.
  private static func convertsThereAndBack(_ octets: [UInt8]) {
    for card in cards(octets, pieceSize: max(1, octets.count)).cards {
      for version in Version.allCases where version != card.version {
        var notes: [Diagnostic] = []
        var there = CardConverter(to: version)
        var back = CardConverter(to: card.version)
        var quick: [UInt8] = []
        var thorough: [UInt8] = []
        there.convert(card, into: &quick, notes: &notes)
        there.convertThoroughly(card, into: &thorough, notes: &notes)
        hold(
          unfolded(quick) == unfolded(thorough), "to \(version): the quick way is the thorough one")
        guard let converted = Card(reading: quick) else {
          broken("to \(version): what was converted is a card")
        }
        let first = back.converted(converted, notes: &notes)
        let second = back.converted(there.converted(first, notes: &notes), notes: &notes)
        hold(
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

  private static func writesJSONLines(_ octets: [UInt8]) {
    var writer = JSONLinesWriter(file: "f.vcf")
    for card in cards(octets, pieceSize: max(1, octets.count)).cards {
      var line: [UInt8] = []
      writer.write(card, into: &line)
      hold(
        line.last == 0x0A && !line.dropLast().contains(0x0A), "a card is one line of JSON")
    }
  }

  // MARK: Other formats

  /// Pieces read as the whole; what is written of a card and read again is written alike.
  private static func format<
    Reader: CardDocumentReader & SendableMetatype, Writer: CardDocumentWriter & SendableMetatype
  >(
    _ name: String, _ reader: @autoclosure @escaping @Sendable () -> Reader,
    _ writer: @autoclosure @escaping @Sendable () -> Writer?
  ) -> FuzzTarget {
    FuzzTarget(name: name) { octets in
      let whole = documents(octets, pieceSize: max(1, octets.count), reader())
      let size = 1 + Int(octets.first ?? 0) % 61
      let pieces = documents(octets, pieceSize: size, reader())
      hold(
        whole.map(\.octetsAsRead) == pieces.map(\.octetsAsRead),
        "cards of pieces of \(size) octets are those of the whole")
      guard var writer = writer() else { return }
      for card in whole {
        let first = document(card, &writer)
        guard let again = documents(first, pieceSize: first.count, reader()).first else { continue }
        let second = document(again, &writer)
        guard let third = documents(second, pieceSize: second.count, reader()).first else {
          broken("what was written of a card that was read is read again")
        }
        hold(document(third, &writer) == second, "what was written is written again alike")
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

  private static func readsCutouts(_ octets: [UInt8]) {
    guard let reading = try? Cutout.read(octets) else { return }
    guard let again = try? Cutout(json: reading.cutout.encoded()) else {
      broken("a cutout that was read is written and read again")
    }
    hold(again == reading.cutout, "a cutout comes back as it was")
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
