/// A weight of evidence: the base-2 logarithm of a likelihood ratio.
///
/// How much likelier something is to be seen on two cards of one person than on two cards of two
/// people: ten bits are 1024 times, minus three an eighth. Weights of independent evidence add up,
/// and as they are whole tenths the sums are exact.
public struct Bits: Hashable, Sendable {
  /// Tenths of a bit.
  public let tenths: Int

  /// Creates a weight.
  public init(tenths: Int) { self.tenths = tenths }

  /// The weight as a number, for formats that have no other.
  public var value: Double { Double(tenths) / 10 }
}

extension Bits: Comparable, AdditiveArithmetic {
  /// No evidence either way.
  public static let zero = Bits(tenths: 0)

  /// Tells whether one weight is less than another.
  public static func < (left: Bits, right: Bits) -> Bool { left.tenths < right.tenths }

  /// Adds the weights of independent evidence.
  public static func + (left: Bits, right: Bits) -> Bits {
    Bits(tenths: left.tenths + right.tenths)
  }

  /// Takes evidence back.
  public static func - (left: Bits, right: Bits) -> Bits {
    Bits(tenths: left.tenths - right.tenths)
  }
}

extension Bits: CustomStringConvertible {
  /// The weight with one decimal, such as `21.4` or `-3.0`.
  public var description: String {
    let size = tenths.magnitude
    return "\(tenths < 0 ? "-" : "")\(size / 10).\(size % 10)"
  }
}
