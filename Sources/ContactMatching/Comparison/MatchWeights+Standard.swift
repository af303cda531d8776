extension MatchWeights {
  /// The weights that are used unless others are given: those that stand beside the levels.
  public static let standard = MatchWeights(
    same: Bits(tenths: 17), review: Bits(tenths: 0), alone: ComparisonLevel.all.map(\.row.alone),
    besideValue: ComparisonLevel.all.map(\.row.besideValue))
}
