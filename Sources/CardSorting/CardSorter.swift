package import Files

/// Puts the cards of pieces in order and writes them, in a memory that is told beforehand.
///
/// Texts and keys stay in memory while they fit. Then the texts go to a temporary file, and the keys
/// when they alone do not fit.
package struct CardSorter: ~Copyable {
  private let memory: Int
  private var texts = CardTexts()
  private var sorter: ExternalSorter

  /// Creates a sorter of no cards.
  ///
  /// - Parameters:
  ///   - limits: What it may hold; `memory` is that of texts and keys together.
  ///   - backwards: Whether the last name comes first; the pieces are made for the same.
  package init(_ limits: ExternalSorter.Limits, backwards: Bool) {
    memory = limits.memory
    sorter = ExternalSorter(limits, backwards: backwards)
  }

  /// Takes over a piece; pieces come in the order of the input.
  ///
  /// - Throws: A failure that ends with 74 when the disk is full, with 73 when there is no place for
  ///   temporary files.
  package mutating func append(_ piece: consuming SortPiece) throws {
    let base = texts.count
    try texts.append(piece.text)
    try sorter.append(piece.records, base: base)
    if texts.memory > 0, texts.memory + sorter.memory > memory { try texts.moveToFile() }
  }

  /// Writes all cards in order.
  package consuming func write(to writer: BufferedWriter) throws {
    try forEach { try writer.write($0) }
  }

  /// Hands over the texts of all cards in order.
  package consuming func forEach(_ body: (Span<UInt8>) throws -> Void) throws {
    try texts.forEach(by: sorter, body)
  }

  /// Hands over what several threads make of the texts of all cards, in order.
  ///
  /// - Parameters:
  ///   - threads: How many threads work, while texts are in memory.
  ///   - make: Appends what is made of a text.
  ///   - deliver: Receives what was made of some texts after the others.
  /// - Throws: What `deliver` throws; a failure that ends with 74 when a file cannot be read.
  package consuming func forEach(
    threads: Int, _ make: @Sendable (Span<UInt8>, inout [UInt8]) -> Void,
    deliver: (Span<UInt8>) throws -> Void
  ) throws {
    try texts.forEach(by: sorter, threads: threads, make, deliver: deliver)
  }
}
