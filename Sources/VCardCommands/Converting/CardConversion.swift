import CardFormats
import ContactStore
import VCard

/// What `convert` does to cards: photos, format, and where they go.
struct CardConversion {
  private let photos: PhotoRule
  private var rendering: CardRendering
  /// Whether a record begins with where its card stands.
  private let hasHeads: Bool
  private let isStrict: Bool
  private let stripsLocations: Bool
  /// What writes them, of the file at hand.
  private var heads: (file: String, writer: JSONLinesWriter)?
  private var rendered: RenderedCards?
  /// Cards so far.
  private(set) var cards = 0
  /// Those of them that the format has no room for.
  private(set) var omitted = 0

  /// Prepares a conversion.
  ///
  /// - Parameters:
  ///   - format: What is written.
  ///   - photos: What becomes of photos.
  ///   - stripsLocations: Whether pictures lose where they were taken.
  ///   - namesCards: Whether the cards go into files that are named by them.
  ///   - reporting: What is told.
  ///   - picture: What QR codes look like.
  ///   - table: How a table is written.
  init(
    _ format: FormatOptions, photos: PhotoRule, stripsLocations: Bool, namesCards: Bool,
    _ reporting: ReportingOptions, picture: QRWriter.Picture = .png,
    table: CSVTable.Options = CSVTable.Options()
  ) {
    self.photos = photos
    var dropsPhotos = false
    if case .dropped = photos { dropsPhotos = true }
    rendering = CardRendering(
      format, dropsPhotos: dropsPhotos, namesCards: namesCards, reporting, picture, table)
    self.stripsLocations = stripsLocations
    // Photos that become files lose it before they do.
    if case .extracted = photos {} else { rendering.stripsLocations = stripsLocations }
    hasHeads = format.format == .jsonl
    isStrict = reporting.strict
  }

  /// Converts every input.
  ///
  /// - Parameters:
  ///   - input: The inputs.
  ///   - extent: What counts as a file with cards.
  ///   - start: Receives each file before it is read.
  ///   - end: Receives each file after its last card, unless it counts as one without a card.
  ///   - sink: Where the cards of the file at hand go.
  /// - Returns: What ends the run with 65, when some file held no card; all others were read.
  /// - Throws: An error of the inputs, of the output or of the photos' files.
  mutating func convert(
    _ input: CardInput, _ extent: CardInput.Extent,
    starting start: (InputFile) throws -> Void = { _ in },
    ending end: (InputFile) throws -> Void = { _ in }, to sink: () throws -> CardSink
  ) throws -> CommandFailure? {
    guard case .extracted = photos else {
      return try input.read(rendering, extent, starting: start, ending: end) { piece, place in
        var count = piece.result.places.count
        while count > 0, piece.result.places[count - 1].card >= place.stop { count -= 1 }
        try write(piece.result, upTo: count, of: place.file, piece.origin, to: sink())
      }
    }
    // Files of photos are numbered in the order of the cards.
    return try input.read(CardCollector(), extent, starting: start, ending: end) { piece, place in
      for var card in piece.result where card.start.card < place.stop {
        card.moveStart(by: piece.origin)
        var found: [Diagnostic] = []
        try write(card, of: place.file, to: sink(), found: &found)
        piece.diagnostics += found
        if isStopped(by: found) { break }
      }
      piece.diagnostics.sort { $0.position.byte < $1.position.byte }
    }
  }

  /// Whether what was found about a card ends a strict run, which does not write that card.
  private func isStopped(by found: [Diagnostic]) -> Bool {
    isStrict && found.contains { $0.severity == .error }
  }

  /// Writes a card to where cards go.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - file: The file that it stands in.
  ///   - sink: Where it goes.
  ///   - found: Receives what is to be told about it.
  /// - Throws: An error of the output or of the photos' files.
  mutating func write(
    _ card: Card, of file: String, to sink: CardSink, found: inout [Diagnostic]
  ) throws {
    var edited = card
    if case .extracted(let extractor) = photos {
      if stripsLocations { edited.stripLocations(notes: &found) }
      try extractor.extract(from: &edited, cards + 1, &found)
    }
    rendering.process(edited, found: &found)
    rendering.finish(&rendered)
    guard let rendered, !isStopped(by: found) else { return }
    try write(rendered, upTo: 1, of: file, PieceOrigin(), to: sink)
  }

  private mutating func write(
    _ rendered: RenderedCards, upTo count: Int, of file: String, _ origin: PieceOrigin,
    to sink: CardSink
  ) throws {
    defer { cards += count }
    for index in 0..<count where rendered.range(at: index).isEmpty { omitted += 1 }
    guard hasHeads else { return try sink.write(rendered, upTo: count, number: cards + 1) }
    if file != heads?.file { heads = (file, JSONLinesWriter(file: file)) }
    for index in 0..<count {
      let place = rendered.places[index]
      try sink.append { text in
        heads?.writer.writeHead(
          card: place.card + origin.cards, line: place.line + origin.lines, into: &text)
        text.append(rendered.text.span.extracting(rendered.range(at: index)))
      }
    }
  }

  /// Puts the photos in their places, and with them, or not at all, the cards.
  func commit(rehearsing: Bool, console: Console, with body: () throws -> Void) throws {
    try photos.commit(rehearsing: rehearsing, console: console, with: body)
  }
}
