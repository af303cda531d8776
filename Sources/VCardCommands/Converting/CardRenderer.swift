import CardFormats
import ContactMerging
import VCard

/// Turns cards into the octets of a format.
struct CardRenderer: Sendable {
  private let format: CardFormat
  private let writer: CardWriter
  private let preset: ImporterPreset?
  private let losses: CardConverter.Losses
  /// Whether a card without a UID gets one.
  private let identifies: Bool
  private var converter: CardConverter?
  private lazy var lines = JSONLinesWriter(file: "")
  /// What writes the card once it is converted.
  private var document: (any CardDocumentWriter)?

  init(
    _ format: CardFormat, _ document: (any CardDocumentWriter)?, for preset: ImporterPreset?,
    writing options: CardWriter.Options,
    losses: CardConverter.Losses, notes: CardConverter.Notes, identifies: Bool
  ) {
    self.format = format
    self.document = document
    self.preset = preset
    self.losses = losses
    self.identifies = identifies
    writer = CardWriter(options: options)
    converter = (document?.version ?? format.version).map {
      CardConverter(to: $0, losses: losses, notes: notes)
    }
  }

  /// Appends a card; a line of JSON without its head, which tells where the card stands.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - text: Where it goes.
  ///   - notes: Receives what the format cannot say, and what could not be decoded cleanly.
  mutating func render(
    _ card: borrowing Card, into text: inout [UInt8], notes: inout [Diagnostic]
  ) {
    if identifies, card.first(.uid)?.text.isEmpty ?? true {
      renderAsIs((copy card).identified, into: &text, notes: &notes)
    } else {
      renderAsIs(card, into: &text, notes: &notes)
    }
  }

  private mutating func renderAsIs(
    _ card: borrowing Card, into text: inout [UInt8], notes: inout [Diagnostic]
  ) {
    if format == .jsonl {
      renderJSON(card, into: &text, notes: &notes)
    } else if document != nil {
      if let converted = converter?.converted(copy card, notes: &notes) {
        document?.write(converted, into: &text, notes: &notes)
      }
    } else if let preset {
      renderCard(card, for: preset, into: &text, notes: &notes)
    } else if converter == nil {
      writer.write(card, into: &text)
    } else if writer.options == CardWriter.Options() {
      converter?.convert(card, into: &text, notes: &notes)
    } else if let converted = converter?.converted(copy card, notes: &notes) {
      writer.write(converted, into: &text)
    }
  }

  private mutating func renderCard(
    _ card: borrowing Card, for preset: ImporterPreset, into text: inout [UInt8],
    notes: inout [Diagnostic]
  ) {
    var edited = converter?.converted(copy card, notes: &notes) ?? copy card
    // What was converted has no lines of the input any more; the start of the card has a place.
    let isAsRead = edited.version == card.version && card.declaresVersion
    preset.apply(
      to: &edited, notes: &notes, at: isAsRead ? nil : card.start, losses: losses)
    writer.write(edited, into: &text)
  }

  private mutating func renderJSON(
    _ card: borrowing Card, into json: inout [UInt8], notes: inout [Diagnostic]
  ) {
    var found: [(property: Property, problems: DecodingProblems)] = []
    lines.writeBody(copy card, into: &json) { found.append(($0, $1)) }
    if !found.isEmpty { notes += DecodingProblems.diagnostics(of: found) }
  }
}
