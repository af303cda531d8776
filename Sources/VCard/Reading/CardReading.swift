/// A text that is to be just one card.
package struct CardReading {
  /// The card; `nil` when the text is not to be taken for one.
  package let card: Card?
  /// What is odd about the text that was not so before.
  package let diagnostics: [Diagnostic]
  /// Why the text is not to be taken, in one line.
  package let problem: String?

  /// Reads a text.
  ///
  /// Whatever its reader is not sure of keeps it from being taken: who writes a card by hand and
  /// forgets its end wants to be told, not guessed at.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - decoding: How what is not UTF-8 becomes text.
  ///   - known: How often what was odd before, and so is nobody's fault now.
  package init(
    _ text: [UInt8], decoding: TextDecoding, allowing known: [Diagnostic.Code: Int] = [:]
  ) {
    let (cards, found) = CardReading.read(text, decoding)
    var left = known
    diagnostics = found.filter { diagnostic in
      guard let count = left[diagnostic.code], count > 0 else { return true }
      left[diagnostic.code] = count - 1
      return false
    }
    let fault = diagnostics.first { $0.severity != .note }
    problem =
      if cards.isEmpty {
        "it holds no card"
      } else if cards.count > 1 {
        "it holds \(cards.count) cards"
      } else if let fault {
        "line \(fault.position.line): \(fault.message)"
      } else {
        nil
      }
    card = problem == nil ? cards.first : nil
  }

  /// The cards of a text, and what is odd about it, as far as it is read.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - decoding: How what is not UTF-8 becomes text.
  ///   - most: Cards after which no more are read: many small ones take more memory than the text.
  /// - Returns: The cards, and what is odd about them and the text before them.
  package static func read(
    _ text: [UInt8], _ decoding: TextDecoding, atMost most: Int = .max
  ) -> (cards: [Card], found: [Diagnostic]) {
    var reader = CardReader(decoding: decoding)
    reader.append(piece: text.span)
    reader.finish()
    var cards: [Card] = []
    var found: [Diagnostic] = []
    while cards.count < most, case .card(let card, let diagnostics) = reader.next() {
      cards.append(card)
      found += diagnostics
    }
    return (cards, found + reader.takeDiagnostics())
  }
}
