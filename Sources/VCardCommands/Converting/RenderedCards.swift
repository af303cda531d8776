import CardFormats
import VCard

/// Cards in a format, one after the other.
struct RenderedCards: Sendable {
  /// Where a card stands.
  struct Place: Sendable {
    /// Where it ends in the text, and the next one starts.
    var end: Int
    /// Its number and its first line, counted from the start of the piece that it was read from.
    var card: Int
    var line: Int
  }

  /// What is written, without what only the place in the whole input tells.
  fileprivate(set) var text: [UInt8] = []
  fileprivate(set) var places: [Place] = []
  /// The names of files by what cards say, if each becomes a file.
  fileprivate(set) var stems: [String?] = []

  /// Where a card stands in the text.
  func range(at index: Int) -> Range<Int> {
    (index > 0 ? places[index - 1].end : 0)..<places[index].end
  }

  fileprivate mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    stems.removeAll(keepingCapacity: true)
  }
}

/// Makes the octets of cards, on whatever thread.
struct CardRendering: CardWorker {
  private var renderer: CardRenderer
  private let dropsPhotos: Bool
  /// Whether pictures lose where they were taken.
  var stripsLocations = false
  private let namesCards: Bool
  private let isStrict: Bool
  private let isSilent: Bool
  private var cards = RenderedCards()
  /// What was found about the card at hand.
  private var notes: [Diagnostic] = []

  init(
    _ format: FormatOptions, dropsPhotos: Bool, namesCards: Bool, _ reporting: ReportingOptions,
    _ picture: QRWriter.Picture, _ table: CSVTable.Options
  ) {
    self.dropsPhotos = dropsPhotos
    self.namesCards = namesCards
    isStrict = reporting.strict
    isSilent = reporting.quiet && !reporting.strict
    renderer = format.renderer(isSilent: isSilent, isFolder: namesCards, picture, table)
  }

  mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) {
    if dropsPhotos || stripsLocations {
      var edited = copy card
      if dropsPhotos { edited.removeAll(.photo) }
      if stripsLocations { edited.stripLocations(notes: &notes) }
      render(edited)
    } else {
      render(card)
    }
    cards.places.append(
      RenderedCards.Place(end: cards.text.count, card: card.start.card, line: card.start.line))
    if namesCards { cards.stems.append(CardFileName.stem(of: copy card)) }
    guard !notes.isEmpty else { return }
    if isStrict {
      for index in notes.indices where notes[index].isLoss { notes[index].severity = .error }
    }
    // Otherwise nobody will see them.
    if !isSilent { found += notes }
    notes.removeAll(keepingCapacity: true)
  }

  private mutating func render(_ card: borrowing Card) {
    renderer.render(card, into: &cards.text, notes: &notes)
  }

  mutating func finish(_ piece: inout RenderedCards?) {
    var next = piece.take() ?? RenderedCards()
    next.removeAll()
    swap(&next, &cards)
    piece = next
  }
}

extension Diagnostic {
  /// Whether it says that a version cannot say something.
  fileprivate var isLoss: Bool { code.rawValue.utf8.starts(with: "loss-".utf8) }
}
