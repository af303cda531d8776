import Benchmark
import VCard

extension Curve {
  /// How cards are read; each curve says what it decides.
  public static var reading: [Curve] {
    [
      // Decides whether the reader is done: this is the work of `stats`, and nine times the speed
      // of evolution-data-server is asked for. The curve must stay straight: a bend is a copy that
      // grows with what was read.
      Curve("touch/typical", sizes: cards, prepare: SampleCards.typical, body: touch),

      // Decides whether the quotes and longer parameters of 4.0 need a way of their own: per octet
      // this must cost what `touch/typical` does.
      Curve("touch/typical40", sizes: cards, prepare: SampleCards.typical40, body: touch),

      // Decides where to look when `touch` is slow: what is missing here is spent on looking at
      // cards.
      Curve("next/typical", sizes: cards, prepare: SampleCards.typical) { book, count in
        try WrongCount.check(try CardLoop().read(book) { _ in }, is: count)
        return book.count
      },

      // Decides whether text should be decoded with the line instead of when it is asked for: as
      // long as this takes several times as long as `touch`, those who ask for a few values gain.
      Curve("text/typical", sizes: cards, prepare: SampleCards.typical) { book, count in
        var octets = 0
        let cards = try CardLoop().read(book) { card in
          for property in card.properties { octets += property.text.utf8.count }
        }
        blackHole(octets)
        try WrongCount.check(cards, is: count)
        return book.count
      },

      // Decides whether looking up one name needs an index in the card: what `find` and `sort` do
      // with every card must cost little more than `next`.
      Curve("name/typical", sizes: cards, prepare: SampleCards.typical) { book, count in
        var names = 0
        try CardLoop().read(book) { card in
          if let name = card.first(.fn)?.text, !name.isEmpty { names += 1 }
        }
        try WrongCount.check(names, is: count)
        return book.count
      },

      // Decides whether long folded values need a way of their own: per octet this must be several
      // times as fast as typical cards.
      Curve("touch/photos", sizes: [100, 1000], prepare: SampleCards.photos, body: touch),

      // Decides what the line-by-line way may cost, which takes the cards that are not ordinary.
      Curve("touch/messy", sizes: [1000, 10_000], prepare: SampleCards.messy, body: touch),

      // Decides the size of the pieces that the commands read: the smallest past which nothing
      // improves. The sizes are octets; the book is always the same.
      Curve(
        "pieces/typical", sizes: [4, 16, 64, 128, 256, 512, 1024].map { $0 * 1024 },
        prepare: { _ in SampleCards.typical(10_000) },
        body: { book, pieceSize in
          let cards = try CardLoop(pieceSize: pieceSize).read(book) { _ in }
          try WrongCount.check(cards, is: 10_000)
          return book.count
        }),
    ]
  }

  private static func touch(_ book: [UInt8], _ count: Int) throws -> Int {
    var statistics = CardStatistics()
    try CardLoop().read(book) { statistics.add($0) }
    try WrongCount.check(statistics.cards, is: count)
    return book.count
  }
}
