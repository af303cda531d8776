/// What the target cannot say, as far as anybody wants to know it.
struct ConversionLosses: Sendable {
  /// Nobody wants to know.
  static let ignored = ConversionLosses(areWanted: false, carries: false)

  /// Whether somebody wants to know; else what is appended is not even made.
  let areWanted: Bool
  /// Whether what the target cannot say is carried.
  let carries: Bool
  private(set) var all: [ConversionLoss] = []

  /// Appends one, and what of it is said where somebody wants to know.
  ///
  /// - Parameters:
  ///   - code: What kind of loss it is.
  ///   - row: The place of the line in its card.
  ///   - about: What it is, and why: the start of a sentence.
  ///   - carrier: Where it is carried, such as `X-KIND`; empty where it is nowhere.
  ///   - isKept: Whether the value stays where it is, although few understand it there.
  mutating func append(
    _ code: Diagnostic.Code, row: Int, about: @autoclosure () -> Message,
    carrier: @autoclosure () -> Message = "", isKept: Bool = false
  ) {
    guard areWanted else { return }
    let carrier = carries && !isKept ? carrier().text : ""
    let end =
      isKept ? "; kept as it is" : carrier.isEmpty ? "; left out" : "; carried as "
    let message: Message = "\(about())\(end)\(carrier)"
    all.append(ConversionLoss(code: code, row: row, message: message.text))
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
  func report(_ card: borrowing Card, into notes: inout [Diagnostic]) {
    guard !all.isEmpty else { return }
    var cursor = PlaceCursor(start: card.start, unit: card.unit)
    let bytes = card.bytes.span
    let isOrdered = zip(all, all.dropFirst()).allSatisfy { $0.row <= $1.row }
    let order =
      isOrdered ? Array(all.indices) : all.indices.sorted { (all[$0].row, $0) < (all[$1].row, $1) }
    for loss in order.lazy.map({ all[$0] }) {
      notes.append(
        Diagnostic(
          severity: .note, code: loss.code,
          position: cursor.place(of: Int(card.rows[loss.row].start), in: bytes),
          message: loss.message))
    }
  }
}
