/// Cards that wait until it is found out in what charset their text is.
///
/// ```
/// read     card  CARD  card  CARD  …        CARD: holds text that is not UTF-8 and declares nothing
///                └─ held: many such octets, or many others, or the end ─┘▶ found out ▶ handed out
/// ```
/// What is held is bounded, so a stretch of a long input is found out at a time; what was found for
/// the one before speaks for the same again.
struct HeldCards: Sendable {
  /// Octets beyond ASCII that declare no charset.
  ///
  /// Any charset is told by a hundredth of them; more tell where programs appended others.
  private static let enough = 256 * 1024
  /// Octets of cards.
  ///
  /// Of an input in which hardly any text is odd, no more is held.
  private static let mostHeld = 8 << 20

  fileprivate struct Entry: Sendable {
    var card: Card
    var diagnostics: [Diagnostic]
    /// The index of its text in that of all, and of the first rows with text that is not UTF-8, and
    /// that never was.
    var text: (index: Int, irregular: Int?, foreign: Int?)?
  }

  private var entries: [Entry] = []
  /// How many of them were handed out.
  private var given = 0
  private var text = UndeclaredText()
  private var undeclaredOctets = 0
  private var octets = 0
  /// Charsets that values declare, UTF-8 apart, and how often.
  private var declared: [String: Int] = [:]
  /// The charset that was found out last.
  private var found: UndeclaredCharset?

  /// Whether cards are being gathered.
  private(set) var isGathering = false

  /// Cards that wait.
  var count: Int { entries.count - given }

  /// Whether enough were gathered.
  var isFull: Bool { undeclaredOctets >= HeldCards.enough || octets >= HeldCards.mostHeld }

  /// What was found out, for a reader that reads on.
  var withoutCards: HeldCards {
    var memory = HeldCards()
    memory.found = found
    memory.declared = declared
    return memory
  }

  /// Takes over what cards declare that another reader has read, which found nothing out.
  mutating func remember(_ other: HeldCards) {
    declared.merge(other.declared) { $0 + $1 }
  }

  /// Whether a card, which none waits before, has to wait; it is then taken.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - diagnostics: Gives what was odd about it, once it is taken.
  /// - Returns: Whether it was taken.
  mutating func takesFirst(_ card: borrowing Card, _ diagnostics: () -> [Diagnostic]) -> Bool {
    guard card.mayHoldUndeclaredText else { return false }
    let text = card.undeclaredText(declaring: &declared)
    guard text.irregular != nil else { return false }
    isGathering = true
    self.text.charsetBefore = found?.name
    add(copy card, own: text, diagnostics: diagnostics())
    return true
  }

  /// Takes a card that comes after one that waits.
  mutating func append(_ card: Card, _ diagnostics: [Diagnostic]) {
    add(card, own: card.undeclaredText(declaring: &declared), diagnostics: diagnostics)
  }

  private mutating func add(
    _ card: Card, own: (values: [[UInt8]], irregular: Int?, foreign: Int?),
    diagnostics: [Diagnostic]
  ) {
    text.expect(of: card)
    octets += card.byteCount
    var entry = Entry(card: card, diagnostics: diagnostics)
    if !own.values.isEmpty {
      entry.text = (text.cards.count, own.irregular, own.foreign)
      text.cards.append(own.values)
      if own.irregular != nil {
        undeclaredOctets += own.values.reduce(0) { $0 + $1.count { $0 >= 0x80 } }
      }
    }
    entries.append(entry)
  }

  /// Finds out the charsets; from now on the cards are handed out.
  mutating func decide(_ decoding: TextDecoding) {
    isGathering = false
    var gathered = UndeclaredText()
    swap(&gathered, &text)
    (undeclaredOctets, octets) = (0, 0)
    gathered.charsets = declared
    var runs = decoding.runs(of: gathered)[...]
    var run = runs.first
    var decided = decoding
    for index in entries.indices {
      guard let text = entries[index].text else { continue }
      while let next = runs.first, next.start <= text.index {
        runs.removeFirst()
        run = next
        decided = decoding.deciding(next.charset)
      }
      guard let charset = run?.charset, text.foreign != nil || !charset.readsUTF8 else { continue }
      entries[index].card.decide(decided)
      guard let row = charset.readsUTF8 ? text.foreign : text.irregular else { continue }
      if charset.name != found?.name { entries[index].announce(charset.name, at: row) }
      found = charset
    }
  }

  /// Hands out the next card that waits, with what was odd about it; there must be one.
  mutating func next(into card: inout Card) -> [Diagnostic] {
    precondition(count > 0, "a card that was held is handed out")
    swap(&card, &entries[given].card)
    let diagnostics = entries[given].diagnostics
    given += 1
    if given == entries.count {
      entries.removeAll(keepingCapacity: true)
      given = 0
    }
    return diagnostics
  }
}

extension HeldCards.Entry {
  /// Tells, where the first of a run stands, in what charset it is read.
  fileprivate mutating func announce(_ charset: String, at row: Int) {
    let position = card.property(at: row).valuePosition
    let place = diagnostics.firstIndex { $0.position.byte > position.byte }
    diagnostics.insert(
      Diagnostic(
        severity: .note, code: .foundCharset, position: position,
        message: "read as \(charset) (found out); --charset changes it"),
      at: place ?? diagnostics.endIndex)
  }
}
