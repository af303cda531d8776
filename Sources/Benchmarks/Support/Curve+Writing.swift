import Benchmark
import VCard

extension Curve {
  /// How cards are written in their own version; each curve says what it decides.
  public static var writing: [Curve] {
    [
      // Decides whether `convert --to same` is done: 350/55 times the speed of
      // evolution-data-server is asked for. Nearly all of it must be reading, for a canonical card
      // is one copy.
      Curve("convert/canonical", sizes: cards, prepare: SampleCards.typical, body: convert),

      // Decides whether folding anew needs a vector kernel: every line of these ends in LF or is
      // too long, so none is copied as it stands.
      Curve("convert/refolded", sizes: cards, prepare: SampleCards.unfolded, body: convert),

      // Decides what the rules of 2.1 may cost, where lines are kept and only their ends change.
      Curve("convert/messy", sizes: [1000, 10_000], prepare: SampleCards.messy, body: convert),

      // Decides whether an edit may append to the buffer of its card, or must build the card anew.
      Curve("edit/canonical", sizes: [1000, 10_000], prepare: SampleCards.typical) { book, count in
        let line = ContentLine("X-EDITED", .text("yes"))
        return try write(book, count: count) { card, text in
          var edited = copy card
          edited.append(line)
          CardWriter().write(edited, into: &text)
        }
      },
    ]
  }

  private static func convert(_ book: [UInt8], _ count: Int) throws -> Int {
    try write(book, count: count) { card, text in CardWriter().write(card, into: &text) }
  }

  /// Writes every card of a book as an output does that takes pieces.
  static func write(
    _ book: [UInt8], count: Int, body: (borrowing Card, inout [UInt8]) -> Void
  ) throws -> Int {
    var text: [UInt8] = []
    // Growing it would weigh on small books, and an output grows it once.
    text.reserveCapacity(2 * CardLoop.pieceSize)
    var written = 0
    let cards = try CardLoop().read(book) { card in
      body(card, &text)
      if text.count >= CardLoop.pieceSize {
        written += text.count
        text.removeAll(keepingCapacity: true)
      }
    }
    blackHole(written + text.count)
    try WrongCount.check(cards, is: count)
    return book.count
  }
}
