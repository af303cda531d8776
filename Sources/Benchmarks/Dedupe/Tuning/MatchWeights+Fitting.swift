public import ContactMatching

extension MatchWeights {
  /// Pairs with a level, fewer of which leave its weight nearer to the given one than to what was
  /// seen.
  private static let trust = 50.0
  /// Hundredths of a bit; no weight that was fitted is larger.
  private static let largest = 1200.0

  /// Fits the weights to a book whose pairs nobody has labelled.
  ///
  /// Expectation and maximization as for the model of Fellegi and Sunter (1969; Winkler 1988): the
  /// weights say how likely each pair is of one person, the pairs so weighed say how often each level
  /// is seen among pairs of one person and of two, and that makes the next weights. Slopes,
  /// thresholds, vetoes, and what is seen too rarely stay as they are.
  ///
  /// - Parameters:
  ///   - book: The book.
  ///   - statistics: What is known of the whole book.
  ///   - rounds: How often; ten are enough for nearly all books.
  /// - Returns: The same whatever the order of the cards.
  /// - Throws: When the task is cancelled.
  /// - Complexity: O(*n*) in the candidate pairs, and a round O(*m*) in their distinct patterns.
  public func fitted(
    to book: CardFeatures, statistics: BookStatistics, rounds: Int = 10
  ) async throws -> MatchWeights {
    var counts: [Pattern: Int] = [:]
    try await book.forEachCandidate(statistics: statistics) { _, _, sharesValue, isVeto, features in
      guard !isVeto else { return }
      let pattern = Pattern(
        sharesValue: sharesValue, numbers: features.map { UInt8($0.0) },
        values: features.map { UInt8(clamping: $0.1) })
      counts[pattern, default: 0] += 1
    }
    // Sums of floating-point numbers depend on their order.
    let patterns = counts.sorted { $0.key < $1.key }
    var weights = self
    for _ in 0..<rounds {
      weights.fit(patterns, sharesValue: false, from: self)
      weights.fit(patterns, sharesValue: true, from: self)
    }
    return weights
  }

  /// What many pairs have in common.
  private struct Pattern: Hashable, Comparable {
    var sharesValue: Bool
    var numbers: [UInt8]
    var values: [UInt8]

    static func < (left: Pattern, right: Pattern) -> Bool {
      if left.sharesValue != right.sharesValue { return right.sharesValue }
      if left.numbers != right.numbers {
        return left.numbers.lexicographicallyPrecedes(right.numbers)
      }
      return left.values.lexicographicallyPrecedes(right.values)
    }
  }

  /// One round for one column of the table.
  private mutating func fit(
    _ patterns: [(key: Pattern, value: Int)], sharesValue: Bool, from given: MatchWeights
  ) {
    var column = sharesValue ? besideValue : alone
    let start = sharesValue ? given.besideValue : given.alone
    var (same, other) = (0.0, 0.0)
    var sames = [Double](repeating: 0, count: ComparisonLevel.count)
    var others = sames
    // How much the slope lifts a level among pairs of two people.
    var lifts = sames
    for (pattern, count) in patterns where pattern.sharesValue == sharesValue {
      var bits = 0
      for (number, value) in zip(pattern.numbers, pattern.values) {
        bits += column[Int(number)].base + column[Int(number)].slope * Int(value)
      }
      let likely = 1 / (1 + BinaryPower.of(-Double(bits) / 100))
      same += likely * Double(count)
      other += (1 - likely) * Double(count)
      for (number, value) in zip(pattern.numbers, pattern.values) {
        let number = Int(number)
        let rest = (1 - likely) * Double(count)
        sames[number] += likely * Double(count)
        others[number] += rest
        lifts[number] += rest * BinaryPower.of(Double(column[number].slope * Int(value)) / 100)
      }
    }
    guard same > 1, other > 1 else { return }
    for number in 1..<ComparisonLevel.count {
      let seen = sames[number] + others[number]
      guard seen > 1, column[number] != Weight(base: 0, slope: 0) else { continue }
      let lift = others[number] > 0 ? lifts[number] / others[number] : 1
      let ratio = (sames[number] + 0.5) / (same + 1) / ((others[number] + 0.5) / (other + 1))
      let found = 100 * (BinaryPower.logarithm(ratio) - BinaryPower.logarithm(lift))
      let trusted = seen / (seen + Self.trust)
      let base = trusted * found + (1 - trusted) * Double(start[number].base)
      column[number].base = Int(max(-Self.largest, min(Self.largest, base)).rounded())
    }
    if sharesValue { besideValue = column } else { alone = column }
  }
}

/// Powers of two and their logarithms without a mathematical library, whose last digits differ from
/// system to system.
enum BinaryPower {
  /// 2 to a power between -500 and 500.
  static func of(_ power: Double) -> Double {
    let power = max(-500, min(500, power))
    let whole = power.rounded(.down)
    // The series of exp; 2 to a fraction needs no more than sixteen terms.
    let fraction = (power - whole) * 0.693_147_180_559_945_3
    var (term, sum) = (1.0, 1.0)
    for index in 1...16 {
      term *= fraction / Double(index)
      sum += term
    }
    return Double(sign: .plus, exponent: Int(whole), significand: sum)
  }

  /// The logarithm to base 2 of a number above 0.
  static func logarithm(_ number: Double) -> Double {
    precondition(number > 0, "only numbers above zero have a logarithm")
    // The series of the area tangent in (m - 1) / (m + 1), at most a third.
    let ratio = (number.significand - 1) / (number.significand + 1)
    var (power, sum) = (ratio, 0.0)
    for index in 0..<18 {
      sum += power / Double(2 * index + 1)
      power *= ratio * ratio
    }
    return Double(number.exponent) + 2 * sum / 0.693_147_180_559_945_3
  }
}
