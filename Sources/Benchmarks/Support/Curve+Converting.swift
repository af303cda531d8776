import Benchmark
import VCard

extension Curve {
  /// How cards are converted to another version; each curve says what it decides.
  public static var converting: [Curve] {
    [
      // Decides whether ordinary lines may go through the table one by one: 150 MB/s are asked for,
      // two and a half times what calcard needs to write what it has read.
      Curve("convert/3.0-4.0", sizes: cards, prepare: SampleCards.typical) { book, count in
        try convert(book, count, to: .version40)
      },

      // Decides whether the digits of a photo may be decoded and encoded anew, or must be copied:
      // 600 MB/s are asked for.
      Curve("convert/photos", sizes: [100, 1000], prepare: SampleCards.photos) { book, count in
        try convert(book, count, to: .version40)
      },

      // Decides what the thorough way may cost, by which all lines of 2.1 go.
      Curve("convert/2.1-4.0", sizes: [1000, 10_000], prepare: SampleCards.messy) { book, count in
        try convert(book, count, to: .version40)
      },
    ]
  }

  private static func convert(_ book: [UInt8], _ count: Int, to version: Version) throws -> Int {
    var converter = CardConverter(to: version)
    var notes: [Diagnostic] = []
    return try write(book, count: count) { card, text in
      converter.convert(card, into: &text, notes: &notes)
      notes.removeAll(keepingCapacity: true)
    }
  }
}
