import VCard

extension Curve {
  /// How pictures become base64 and octets again; each curve says what it decides.
  public static var base64: [Curve] {
    // Octets: a thumbnail, a photo, and more than the second-level cache holds.
    let pictures = [3000, 30_000, 3_000_000]
    return [
      // Decides whether a table is enough or vector instructions pay: a card with a photo is nearly
      // all this, and glib decodes 1.5 GB/s.
      Curve(
        "decode/folded", sizes: pictures, prepare: { SampleCards.folded(text($0)) }, body: decode),

      // Decides what folds may cost: they are skipped where they stand, and joining the lines first
      // would have to be faster than the difference to `decode/folded`.
      Curve("decode/unfolded", sizes: pictures, prepare: text, body: decode),

      // Decides the same as `decode/folded` for writing, where a photo in JSON is nearly all this.
      Curve("encode", sizes: pictures, prepare: SampleCards.octets) { octets, size in
        for _ in 0..<repetitions(size) {
          try WrongCount.check(Base64.encode(octets).count, is: (size + 2) / 3 * 4)
        }
        return octets.count * repetitions(size)
      },
    ]
  }

  private static func text(_ size: Int) -> [UInt8] { Base64.encode(SampleCards.octets(size)) }

  private static func decode(_ text: [UInt8], _ size: Int) throws -> Int {
    for _ in 0..<repetitions(size) {
      try WrongCount.check(Base64.decode(text)?.count ?? 0, is: size)
    }
    return text.count * repetitions(size)
  }

  /// How often a size makes 3 MB, so that every point of a curve is the same work.
  private static func repetitions(_ size: Int) -> Int { 3_000_000 / size }
}
