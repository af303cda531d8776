import Benchmark
import ICU

extension Curve {
  /// How names become sort keys; each curve says what it decides.
  public static var sorting: [Curve] {
    let names = [1000, 10_000, 100_000]
    return [
      // Decides whether keys are made for all names before they are sorted: a key must cost less
      // than the four comparisons by the collator that it saves.
      Curve("keys/root", sizes: names, prepare: SampleCards.names) { text, count in
        try keys(text, count, locale: "root")
      },

      // Decides whether a locale with rules of its own may cost more than the root.
      Curve("keys/sv", sizes: names, prepare: SampleCards.names) { text, count in
        try keys(text, count, locale: "sv")
      },
    ]
  }

  private static func keys(_ text: [UInt8], _ count: Int, locale: String) throws -> Int {
    let collator = try Collator(locale: locale)
    var keys: [UInt8] = []
    var octets = 0
    var made = 0
    var start = 0
    while start < text.count {
      var end = start
      while text[end] != 0x0A { end += 1 }
      try collator.appendSortKey(ofUTF8: text.span.extracting(start..<end), to: &keys)
      start = end + 1
      made += 1
      octets += keys.count
      keys.removeAll(keepingCapacity: true)
    }
    blackHole(octets)
    try WrongCount.check(made, is: count)
    return text.count
  }
}
