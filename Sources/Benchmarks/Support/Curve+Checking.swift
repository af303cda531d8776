import Benchmark
import VCard

extension Curve {
  /// How cards are checked; each curve says what it decides.
  public static var checking: [Curve] {
    [
      // Decides whether values without a finding are looked at more than once: this less
      // `Reading/next/typical` is what the rules cost.
      Curve("check/typical", sizes: cards, prepare: SampleCards.typical, body: check),

      // Decides whether the rules of 4.0, which has more of them, need a faster look at parameters.
      Curve("check/typical40", sizes: cards, prepare: SampleCards.typical40, body: check),

      // Decides whether the digits of a photo may be gone over a digit at a time.
      Curve("check/photos", sizes: [100, 1000], prepare: SampleCards.photos, body: check),
    ]
  }

  private static func check(_ book: [UInt8], _ count: Int) throws -> Int {
    var checker = CardChecker()
    var diagnostics: [Diagnostic] = []
    var found = 0
    let cards = try CardLoop().read(book) { card in
      checker.check(card, into: &diagnostics)
      found += diagnostics.count
      diagnostics.removeAll(keepingCapacity: true)
    }
    blackHole(found)
    try WrongCount.check(cards, is: count)
    return book.count
  }
}
