/// Converts cards from one version to another without losing anything.
///
/// ```
/// rows ─▶ lines ─▶ by the table, one by one ─▶ what depends on others ─▶ what is derived ─▶ octets
///                  LineConverter               LABEL, SORT-STRING, PREF   Deriver
/// ```
/// What the target cannot say is carried in a form that comes back, and told by a note: properties
/// and parameters as `X-NAME`, a line that fits in part only with X-ORIGINAL, which holds what it
/// was. Converting there and back gives the card that went in, up to folds, the order of parameters,
/// the case of names and the places of what is derived; a line that somebody changed in between says
/// what it says now.
public struct CardConverter: Sendable {
  /// What becomes of what the target cannot say.
  public enum Losses: Hashable, Sendable {
    /// It is carried under names that begin with `X-`, from which the way back restores it.
    case kept
    /// It is left out.
    case dropped
  }

  /// Whether what the version cannot say is told.
  public enum Notes: Hashable, Sendable {
    /// A note for each.
    case told
    /// No notes, which take time to write.
    case omitted
  }

  /// The version of what comes out.
  public let version: Version
  /// What becomes of what the version cannot say.
  public let losses: Losses
  /// Whether what the version cannot say is told.
  public let notes: Notes

  /// The ALTID of ours: by it vCard 4.0 holds several of what it has once only.
  static let repeatedID = "vcard"
  /// The property that carries a line which is none.
  package static let carriedLine = "X-VCARD-LINE"

  private let writer = CardWriter()
  /// By the version of the card; `nil` before the first of it.
  private var rows = [RowConverter?](repeating: nil, count: Version.allCases.count)
  /// Of this converter alone: a copy makes one of its own.
  private var scratch = CardDraft()

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - version: The version of what comes out.
  ///   - losses: What becomes of what the version cannot say.
  ///   - notes: Whether it is told.
  public init(to version: Version, losses: Losses = .kept, notes: Notes = .told) {
    self.version = version
    self.losses = losses
    self.notes = notes
  }

  /// What converts cards of a version by their rows; `nil` where lines of the same vCard 4.0 may matter to
  /// each other.
  private mutating func rows(of source: Version) -> RowConverter? {
    if let made = rows[source.index] { return made }
    guard source != version || !Rules(version).isModern else { return nil }
    let made = RowConverter(
      Direction(source, version), carries: losses == .kept, tellsLosses: notes == .told)
    rows[source.index] = made
    return made
  }

  /// Appends a card as the version says it, with CRLF and lines of at most 75 octets.
  ///
  /// A card that declares this version already keeps the octets of its values.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - text: Where it goes.
  ///   - notes: Receives a note of a code `loss-…` for each value that the version cannot say, in
  ///     the order of their places, when they are to be told.
  /// - Complexity: O(*n*) in the octets of the card.
  public mutating func convert(
    _ card: borrowing Card, into text: inout [UInt8], notes: inout [Diagnostic]
  ) {
    if card.version == version, card.declaresVersion {
      writer.write(card, into: &text)
      return
    }
    if !isKnownUniquelyReferenced(&scratch) { scratch = CardDraft() }
    scratch.draft.beginMemory(card)
    guard let rows = rows(of: card.version) else {
      return convert(card, LinesAlone(), scratch.draft.memo, into: &text, notes: &notes)
    }
    if rows.convert(card, &scratch.draft, into: &text, notes: &notes) { return }
    let alone = rows.linesAlone(of: card, &scratch.draft)
    convert(card, alone, scratch.draft.memo, into: &text, notes: &notes)
  }

  /// Converts a card by looking at all of its lines the thorough way; what
  /// ``convert(_:into:notes:)`` must come to.
  package mutating func convertThoroughly(
    _ card: borrowing Card, into text: inout [UInt8], notes: inout [Diagnostic]
  ) {
    convert(card, LinesAlone(), nil, into: &text, notes: &notes)
  }

  /// Converts a card by looking at all of its lines but those that are converted already.
  @inline(never)
  private func convert(
    _ card: borrowing Card, _ alone: LinesAlone, _ memo: LineMemo?, into text: inout [UInt8],
    notes: inout [Diagnostic]
  ) {
    let carries = losses == .kept
    var conversion = Conversion(
      card, to: version, alone: alone, memo: memo, carries: carries,
      tellsLosses: self.notes == .told)
    conversion.run()
    conversion.writeWhole(into: &text)
    conversion.losses.report(card, into: &notes)
  }

  /// The card as the version says it.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - notes: Receives what ``convert(_:into:notes:)`` tells.
  /// - Returns: A card that stands where the other one stood.
  /// - Complexity: O(*n*) in the octets of the card.
  public mutating func converted(
    _ card: borrowing Card, notes: inout [Diagnostic]
  ) -> Card {
    if card.version == version, card.declaresVersion { return copy card }
    var text: [UInt8] = []
    convert(card, into: &text, notes: &notes)
    return card.reread(text)
  }
}
