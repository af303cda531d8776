/// What every kind and level of evidence weighs in dedupe, and from how many bits on cards are of
/// one person.
///
/// A weight has a base and a slope: bits for each bit of how rare the words that agree are, or, in
/// the rows `prior` and `common`, for each step of the size of the book or of how many cards have the
/// name. It has both twice, *alone*, and *beside* an email or phone number that the cards share and
/// few names have: two people who share these are of one household, so that their family name says
/// nothing more and the size of the book does not matter.
public struct MatchWeights: Hashable, Sendable {
  /// A weight in hundredths of a bit.
  package struct Weight: Hashable, Sendable {
    package var base: Int
    package var slope: Int

    package init(base: Int, slope: Int) { (self.base, self.slope) = (base, slope) }

    /// A weight in bits with at most two decimals.
    init(bits base: Double, _ slope: Double) {
      self.init(base: Int((base * 100).rounded()), slope: Int((slope * 100).rounded()))
    }
  }

  /// Bits from which on cards are of one person.
  public var same: Bits
  /// Bits from which on a person should look.
  public var review: Bits
  package var alone: [Weight]
  package var besideValue: [Weight]

  init(same: Bits, review: Bits, alone: [Weight], besideValue: [Weight]) {
    (self.same, self.review, self.alone, self.besideValue) = (same, review, alone, besideValue)
  }

  /// The weight of a feature.
  @inline(__always)
  func hundredths(_ feature: ComparisonLevel, _ value: Int, sharesValue: Bool) -> Int {
    let weight = sharesValue ? besideValue[feature.number] : alone[feature.number]
    return weight.base + weight.slope * value
  }

  /// The weight of a feature as it is reported.
  func bits(_ feature: ComparisonLevel, _ value: Int, sharesValue: Bool) -> Bits {
    Bits(tenths: MatchWeights.tenths(hundredths(feature, value, sharesValue: sharesValue)))
  }

  /// Hundredths rounded to tenths, each feature by itself, so that reports add up.
  @inline(__always)
  static func tenths(_ hundredths: Int) -> Int {
    hundredths >= 0 ? (hundredths + 5) / 10 : -((5 - hundredths) / 10)
  }

  /// The weight of a feature in tenths of a bit, where the cards share no value that few have.
  func tenths(alone feature: ComparisonLevel, _ value: Int) -> Int {
    MatchWeights.tenths(hundredths(feature, value, sharesValue: false))
  }

  /// The sum of a finding's evidence in tenths of a bit.
  @inline(__always)
  package func tenths(_ finding: PairFinding, cardStep: Int) -> Int {
    let sharesValue = finding.sharesValue
    var sum = 0
    finding.forEachLevel(cardStep: cardStep) { feature, value in
      sum += MatchWeights.tenths(hundredths(feature, value, sharesValue: sharesValue))
    }
    return sum
  }
}

// MARK: As text

extension MatchWeights {
  /// Why a text is no table of weights.
  public struct FormatError: Error, Hashable {
    /// The line, from 1.
    public let line: Int
  }

  /// Reads a table.
  ///
  /// Its lines are `kind level base slope base slope`, alone and beside, in bits with at most two
  /// decimals, and `threshold same` and `threshold review` with one number; `#` begins a comment.
  /// What the table leaves out weighs nothing.
  ///
  /// - Parameter text: The table.
  /// - Throws: ``FormatError`` for a line that is none of that, or a threshold that is missing.
  public init(text: String) throws(FormatError) {
    alone = [Weight](repeating: Weight(base: 0, slope: 0), count: ComparisonLevel.count)
    besideValue = alone
    var (same, review): (Int?, Int?)
    var number = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let content = line.prefix { $0 != UInt8(ascii: "#") }
      let fields = content.split(whereSeparator: { $0 <= 0x20 }).map {
        String(decoding: $0, as: UTF8.self)
      }
      if fields.isEmpty { continue }
      let numbers = fields.dropFirst(2).map(MatchWeights.hundredths)
      guard fields.count > 2, !numbers.contains(nil) else { throw FormatError(line: number) }
      let values = numbers.compactMap(\.self)
      if fields[0] == "threshold", values.count == 1 {
        switch fields[1] {
        case "same": same = values[0]
        case "review": review = values[0]
        default: throw FormatError(line: number)
        }
        continue
      }
      guard let feature = ComparisonLevel.named(fields[0], fields[1]), values.count == 4 else {
        throw FormatError(line: number)
      }
      alone[feature.number] = Weight(base: values[0], slope: values[1])
      besideValue[feature.number] = Weight(base: values[2], slope: values[3])
    }
    guard let same, let review, same >= review else { throw FormatError(line: number) }
    self.same = Bits(tenths: MatchWeights.tenths(same))
    self.review = Bits(tenths: MatchWeights.tenths(review))
  }

  /// The table as text, which ``init(text:)`` reads.
  public var text: String {
    var lines = [
      "# kind level, then bits: base and slope alone, base and slope beside a shared email or phone",
      "threshold same \(MatchWeights.decimal(same.tenths * 10))",
      "threshold review \(MatchWeights.decimal(review.tenths * 10))",
    ]
    for (number, feature) in ComparisonLevel.all.enumerated() {
      let (alone, besideValue) = (alone[number], besideValue[number])
      let numbers = [alone.base, alone.slope, besideValue.base, besideValue.slope]
      lines.append(
        "\(feature.kind.rawValue) \(feature.level.rawValue) "
          + numbers.map(MatchWeights.decimal).joined(separator: " "))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func decimal(_ hundredths: Int) -> String {
    let size = hundredths.magnitude
    let fraction = size % 100
    return "\(hundredths < 0 ? "-" : "")\(size / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }

  /// Hundredths of a number with at most two decimals; the magnitude is at most 10,000.
  private static func hundredths(_ text: String) -> Int? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = text.utf8.dropFirst(isNegative ? 1 : 0)
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let digits: (String) -> Bool = { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    guard 1...2 ~= parts.count, parts.allSatisfy(digits), let whole = Int(parts[0]),
      whole <= 10_000
    else { return nil }
    var fraction = 0
    if parts.count == 2 {
      guard parts[1].utf8.count <= 2, let value = Int(parts[1]) else { return nil }
      fraction = parts[1].utf8.count == 1 ? value * 10 : value
    }
    let size = whole * 100 + fraction
    return isNegative ? -size : size
  }
}
