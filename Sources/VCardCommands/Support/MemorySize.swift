import ArgumentParser

/// A number of octets as people write it: `4096`, `64K`, `2G`.
struct MemorySize: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
  /// Octets.
  var bytes: Int

  /// What is kept in memory unless something else is asked for: 256 MiB.
  static let `default` = MemorySize(bytes: 256 << 20)

  /// Creates a size.
  init(bytes: Int) { self.bytes = bytes }

  /// Reads a whole number and perhaps one of the letters K, M, G and T, powers of 1024.
  init?(argument: String) {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30, "T": 40]
    let shift = argument.last.flatMap { shifts[Character($0.uppercased())] }
    let digits = shift == nil ? argument[...] : argument.dropLast()
    guard let number = Int(digits), number > 0, digits.first != "+" else { return nil }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
    guard !isTooLarge else { return nil }
    self.bytes = bytes
  }

  /// The size as it would be written.
  var description: String {
    for (letter, shift) in [("T", 40), ("G", 30), ("M", 20), ("K", 10)]
    where bytes % (1 << shift) == 0 {
      return "\(bytes >> shift)\(letter)"
    }
    return "\(bytes)"
  }
}
