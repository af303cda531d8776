import Testing

/// Streams that other programs made, and what they hold.
struct GzipSample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let stream: [UInt8]
  let text: [UInt8]

  init(_ description: String, _ stream: String, _ text: some Collection<UInt8>) {
    testDescription = description
    self.stream = Gzip.bytes(stream)
    self.text = Array(text)
  }

  static let kate =
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\nEND:VCARD\r\n"

  /// Enough of the same kind for which codes of its own pay.
  static let numbers = (0..<60).map { number in
    let digits = String(10_000 + number * number % 9973).dropFirst()
    return "TEL;TYPE=\(["cell", "home", "work"][number % 3]):+1 415 555 \(digits)\r\n"
  }

  /// gzip 1.12, `gzip kate.vcf`: a name, a time, one block of fixed codes.
  static let named = GzipSample(
    "fixed codes, FNAME",
    """
    1F8B0808807A356600036B6174652E76636600737275F7F4B30A73760C72E1E50A730D0AF6F4F7B3
    32D633E0E5F2B3724ACDC9B1F64E2C49B5B6B6E6E572F3B302B11540A2BC5CAE7E2E305D00E6F5CF
    EC43000000
    """, kate.utf8)

  /// gzip 1.12, `gzip -9n`: one block of dynamic codes.
  static let dynamic = GzipSample(
    "dynamic codes",
    """
    1F8B08000000000002037D94B14A0441104473C17FD8DC64AAA6A7774631BCCCC060136339103C39
    30F1F76F0D84DB5B7993363C8AE2D52C8797A7E5EDF5F0FC7E3C9D1E1F3485DAD45A9BCAFAEEEF96
    BFF3C7F9EB7873D6D5F9E7FCFD79738EABF33FF0817025C2DD105E13E131109E9CBC8BE0DAB4B683
    CB22B822109E985C2309EE4D6B3BB81B76EE3E085E8DC96BA22DB1696D078FC0CEA307C19B31799B
    D196DCB4B683E78C9DCF46CF674EDE036D19BCD0819DAB983C57E9945C425B645CA83CA87355F47C
    1D09266F265B94B85065A7CE352779AE8E7F8B46255B5C70A116FE8A7621CF5D0B2577E07FEE860B
    7516EADC7321CFDD39F910D9520B2EB40A3B5FFF2DF2BCD6A4E4357E6DB9004AE95A7A44070000
    """, numbers.joined().utf8)

  /// zlib 1.2.13 at level 0: one stored block.
  static let stored = GzipSample(
    "stored",
    """
    1F8B0800000000000403014300BCFF424547494E3A56434152440D0A56455253494F4E3A332E300D
    0A4E3A42656C6C3B4B6174653B3B3B0D0A464E3A4B6174652042656C6C0D0A454E443A5643415244
    0D0AE6F5CFEC43000000
    """, kate.utf8)

  /// gzip 1.12, `gzip -n` of nothing.
  static let empty = GzipSample(
    "nothing", "1F8B080000000000000303000000000000000000", "".utf8)

  /// zlib 1.2.13, flushed with Z_SYNC_FLUSH after each part of the text.
  static let flushed = [
    GzipSample(
      "first part",
      """
      1F8B0800000000000203727275F7F4B30A73760C72E1E50A730D0AF6F4F7B332D633E0E5F2B3724A
      CDC9B1F64E2C49B5B6B6E6E572F3B302B11540A2BC5CAE7E2E305D00000000FFFF
      """, kate.utf8),
    GzipSample(
      "second part",
      """
      0A71F5B10E890C70B54D06CA58691B2A98189A2A989A9A2A1800019274467E6E2A9AB4212F170000
      00FFFF
      """, numbers[..<2].joined().utf8),
    GzipSample("the rest", "03002D9ABE0481000000", "".utf8),
  ]

  /// All of them that are whole, and members joined to one stream.
  static let all: [GzipSample] = {
    let single = [named, dynamic, stored, empty]
    let members = [empty, named, dynamic, empty, empty, stored]
    return single + [
      GzipSample("flushed parts", joining: flushed), GzipSample("six members", joining: members),
    ]
  }()

  private init(_ description: String, joining parts: [GzipSample]) {
    testDescription = description
    stream = parts.flatMap(\.stream)
    text = parts.flatMap(\.text)
  }
}
