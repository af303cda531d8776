/// What the target cannot say, as far as anybody wants to know it.
struct ConversionLosses: Sendable {
  /// Whether somebody does; else what is appended is not even made.
  let areWanted: Bool
  private(set) var all: [ConversionLoss] = []

  /// Appends one, and what of it is said where somebody wants to know.
  mutating func append(
    _ code: Diagnostic.Code, row: Int, about: @autoclosure () -> String,
    carrier: @autoclosure () -> String = "", isKept: Bool = false
  ) {
    guard areWanted else { return }
    all.append(
      ConversionLoss(code: code, row: row, about: about(), carrier: carrier(), isKept: isKept))
  }

  /// Appends what is known of another line for one that stands there.
  mutating func append(_ loss: ConversionLoss, at row: Int) {
    guard areWanted else { return }
    all.append(loss)
    all[all.count - 1].row = row
  }

  /// Removes what was appended since there were so many.
  mutating func removeAll(after count: Int) { all.removeLast(all.count - count) }

  /// Tells of them in the order of their places in a card.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - carries: Whether what the target cannot say is carried.
  ///   - notes: Receives a note for each.
  func report(_ card: borrowing Card, carries: Bool, into notes: inout [Diagnostic]) {
    guard !all.isEmpty else { return }
    var cursor = PlaceCursor(start: card.start, unit: card.unit)
    let bytes = card.bytes.span
    for index in all.indices.sorted(by: { (all[$0].row, $0) < (all[$1].row, $1) }) {
      let loss = all[index]
      let (end, carrier) =
        loss.isKept
        ? ("; kept as it is", "")
        : carries && !loss.carrier.isEmpty ? ("; carried as ", loss.carrier) : ("; left out", "")
      notes.append(
        Diagnostic(
          severity: .note, code: loss.code,
          position: cursor.place(of: Int(card.rows[loss.row].start), in: bytes),
          message: ConversionLoss.text(loss.about, end, carrier)))
    }
  }
}
