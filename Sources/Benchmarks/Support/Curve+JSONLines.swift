import CardFormats

extension Curve {
  /// How cards are decoded and written as JSON Lines; each curve says what it decides.
  public static var jsonLines: [Curve] {
    [
      // Decides whether values go through String on their way to JSON or from octets to octets: a
      // String for every value bounds this at about 0.5 GB/s of input, whatever else is done.
      Curve("convert/typical", sizes: cards, prepare: SampleCards.typical, body: decode),

      // Decides whether a photo is decoded and encoded again, or passed on as the digits it came in.
      Curve("convert/photos", sizes: [100, 1000], prepare: SampleCards.photos, body: decode),

      // Decides whether quoted-printable needs a kernel in C, as base64 has.
      Curve("convert/messy", sizes: [1000, 10_000], prepare: SampleCards.messy, body: decode),
    ]
  }

  private static func decode(_ book: [UInt8], _ count: Int) throws -> Int {
    var writer = JSONLinesWriter(file: "sample.vcf")
    return try write(book, count: count) { card, json in writer.write(card, into: &json) }
  }
}
