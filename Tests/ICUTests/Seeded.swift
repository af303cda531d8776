/// SplitMix64: the same numbers for the same seed, on every machine.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Letters, marks, punctuation and spaces of the scripts that names are written in.
let nameScalars: [Unicode.Scalar] =
  Array("abcxyzABCXYZ .'-,019".unicodeScalars)
  + Array("åäöÅÄÖéèßæøłđñçığİ".unicodeScalars)
  + Array("\u{300}\u{301}\u{308}\u{30A}\u{323}\u{327}".unicodeScalars)
  + Array("абвЯЁйαβγΩώ".unicodeScalars) + Array("אבג\u{5B8}محمد".unicodeScalars)
  + Array("山田王李가각ㄱさサｻパ\u{3099}".unicodeScalars) + Array("👍\u{200D}\u{FE0F}𠮷".unicodeScalars)

extension Seeded {
  /// A string of up to so many scalars.
  mutating func name(upTo length: Int) -> String {
    var result = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...length, using: &self) {
      if let scalar = nameScalars.randomElement(using: &self) { result.append(scalar) }
    }
    return String(result)
  }

  /// Bytes of which some are not UTF-8.
  mutating func bytes(upTo length: Int) -> [UInt8] {
    var bytes = Array(name(upTo: length).utf8)
    for _ in 0..<Int.random(in: 0...3, using: &self) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &self)
      bytes[at] = UInt8.random(in: 0...255, using: &self)
    }
    return bytes
  }
}
