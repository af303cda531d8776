/// What every kind and level of evidence weighs.
///
/// Source: a synthetic book of 150,000 cards of 103,189 people from 28 languages, with households,
/// namesakes and damage of some thirty kinds; 71,305 pairs of its cards are of one person and
/// 1.125 × 10¹⁰ are not. A weight is log2(*m* / *u*): *m* of the pairs of one person have it, *u* of
/// the others. Names were measured over all pairs; the other kinds on top of the name, over the
/// pairs whose names fit (51,129 and 9,957), because namesakes are often relatives and share more
/// than strangers do. Where so little was seen that a rate would be chance, the row says what stands
/// in for it.
///
/// | Evidence | *m* | *u* |
/// |---|---|---|
/// | name exact | 0.629 | 6.1 × 10⁻⁷ |
/// | name middle | 0.0517 | 2.7 × 10⁻⁷ |
/// | name partial, abbreviated, given | 0.030, 0.031, 0.037 | 1.0 × 10⁻⁵, 1.0 × 10⁻⁴, 5.4 × 10⁻⁴ |
/// | name script | 0.033 | 0.30 |
/// | suffix exact | 0.0070 | 0.0056 |
/// | email exact | 0.55 | 0.0044 |
/// | phone exact, national | 0.316, 0.228 | 0.0068, 0.0051 |
enum EvidenceTable {
  static func bits(_ kind: Evidence.Kind, _ level: Evidence.Level) -> Bits {
    weights[Key(kind: kind, level: level)] ?? .zero
  }

  private struct Key: Hashable {
    var kind: Evidence.Kind
    var level: Evidence.Level
  }

  private static let weights: [Key: Bits] = Dictionary(
    uniqueKeysWithValues: rows.map { (Key(kind: $0.0, level: $0.1), Bits(tenths: $0.2)) })

  /// Kind, level, tenths of a bit.
  private static let rows: [(Evidence.Kind, Evidence.Level, Int)] = [
    (.name, .exact, 200),
    // The spaces of such names mean nothing; 1,762 and 208 pairs give 20.4.
    (.name, .joined, 200),
    // 24.8, from 14 pairs of two people, because few names have three words; held below exact, so
    // that an exact name ranks first.
    (.name, .initial, 190),
    (.name, .middle, 175),
    (.name, .partial, 115),
    (.name, .abbreviated, 82),
    (.name, .given, 61),
    (.name, .script, -32),
    (.name, .missing, 0),
    (.suffix, .exact, 3),
    (.email, .exact, 70),
    (.phone, .exact, 55),
    (.phone, .national, 55),
    // One in 72 × 365.25 days of birth, as many as one book's people were born on.
    (.birthday, .exact, 147),
    // One in 365.25 days of the year.
    (.birthday, .day, 85),
    // Assumed: one card in a hundred has a wrong birthday.
    (.birthday, .conflict, -66),
    // Assumed: one card in a million has the UID of another person's, for it was made of a copy.
    (.uid, .exact, 200),
  ]
}
