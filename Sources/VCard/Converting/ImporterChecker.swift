/// Says what of a card one program that imports cards does not take as it stands.
///
/// It knows no rule of its own: whatever a rule of the ``ImporterPreset`` would tell or change is
/// what the program refuses, misreads or drops.
///
/// ```
/// card ─▶ of the preset's version? ─▶ each rule, upon the card as it is ─▶ what it tells, else where
///              │ no: loss-…                                                it changes something
///              └─▶ converter ─▶ each rule
/// ```
/// A checker keeps its converter from card to card, so one for many cards is best.
public struct ImporterChecker: Sendable {
  /// The program.
  public let preset: ImporterPreset
  private var converter: CardConverter

  /// Creates a checker.
  ///
  /// - Parameter preset: The program.
  public init(_ preset: ImporterPreset) {
    self.preset = preset
    converter = CardConverter(to: preset.version)
  }

  /// Checks a card.
  ///
  /// That the program reads another version best, and what that version cannot say, are notes; what
  /// it does not take are warnings of the code `importer-change`.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - found: Receives what is to be told, in the order of the rules.
  /// - Complexity: O(*n* · *r*) in the octets of the card and the rules of the preset.
  public mutating func check(_ card: borrowing Card, into found: inout [Diagnostic]) {
    let isOfVersion = card.version == preset.version && card.declaresVersion
    if !isOfVersion {
      found.append(
        Diagnostic(
          severity: .note, code: .importerChange, position: card.start,
          message: """
            \(preset.title) reads vCard \(preset.version) best, and this is \(card.version)
            """))
    }
    if preset.needsUID, card.first(.uid)?.text.isEmpty ?? true {
      warn("\(preset.title) passes over a card without a UID", at: card.start, &found)
    }
    let converted = converter.converted(card, notes: &found)
    let place = isOfVersion ? nil : card.start
    if isOfVersion, !preset.foldsLines, let folded = converted.firstFolded {
      warn("\(preset.title) cuts values off where lines are folded", at: folded, &found)
    }
    for rule in preset.rules {
      var edited = converted
      var teller = Teller(importer: preset.title, converted, place: place)
      rule.apply(&edited, &teller)
      for note in teller.notes { warn(note.message, at: note.position, &found) }
      guard teller.notes.isEmpty, let change = converted.firstDifference(from: edited) else {
        continue
      }
      var summary = rule.summary
      if summary.hasSuffix(".") { summary.removeLast() }
      warn(
        "'convert --for \(preset.name)' changes this for \(preset.title): \(summary)",
        at: place ?? change, &found)
    }
  }

  private func warn(
    _ message: String, at position: SourcePosition, _ found: inout [Diagnostic]
  ) {
    found.append(
      Diagnostic(severity: .warning, code: .importerChange, position: position, message: message))
  }
}

extension Card {
  /// Where the first folded line starts, but for base64 and quoted-printable, which vCard 2.1 folds
  /// in ways of their own.
  fileprivate var firstFolded: SourcePosition? {
    let index = rows.firstIndex {
      $0.folds > 0 && $0.flags.isDisjoint(with: [.base64, .quotedPrintable])
    }
    return index.map { property(at: $0).position }
  }

  /// Where the first line starts that another card does not have in the same place; the start of the
  /// card, where there is more in the other one.
  fileprivate func firstDifference(from other: Card) -> SourcePosition? {
    guard octets != other.octets || rows.count != other.rows.count else { return nil }
    let index = rows.indices.first { index in
      !other.rows.indices.contains(index)
        || octets[rows[index].lineRange] != other.octets[other.rows[index].lineRange]
    }
    guard let index, !rows[index].isEnvelope else { return start }
    return property(at: index).position
  }
}
