import VCard

/// What `convert` does to a card: photos, format, and what is told about it.
struct CardConversion {
  private var photos: PhotoRule
  private var renderer: CardRenderer
  private let isStrict: Bool
  private let isSilent: Bool
  /// Cards so far.
  private(set) var cards = 0
  /// What was found about the card at hand.
  private var notes: [Diagnostic] = []

  init(_ renderer: CardRenderer, photos: PhotoRule, _ reporting: ReportingOptions) {
    self.renderer = renderer
    self.photos = photos
    isStrict = reporting.strict
    isSilent = reporting.quiet && !reporting.strict
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
    _ card: borrowing Card, of file: String, to sink: inout CardSink,
    found: inout [Diagnostic]
  ) throws {
    cards += 1
    notes.removeAll(keepingCapacity: true)
    if case .kept = photos {
      try sink.write(card, number: cards) {
        renderer.render(card, of: file, into: &$0, notes: &notes)
      }
    } else {
      var edited = copy card
      try photos.apply(to: &edited, number: cards, notes: &notes)
      try sink.write(edited, number: cards) {
        renderer.render(edited, of: file, into: &$0, notes: &notes)
      }
    }
    // Nobody will see them.
    guard !notes.isEmpty, !isSilent else { return }
    if isStrict {
      for index in notes.indices where notes[index].isLoss { notes[index].severity = .error }
    }
    found += notes
  }

  /// Puts the photos in their places.
  func commit(rehearsing: Bool, console: Console) throws {
    try photos.commit(rehearsing: rehearsing, console: console)
  }
}

extension Diagnostic {
  /// Whether it says that a version cannot say something.
  fileprivate var isLoss: Bool { code.rawValue.utf8.starts(with: "loss-".utf8) }
}
