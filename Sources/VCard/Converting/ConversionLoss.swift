/// Something that the target cannot say.
struct ConversionLoss: Sendable {
  var code: Diagnostic.Code
  var row: Int
  /// What it is, why, and what becomes of it.
  var message: String

  /// A text of several, for which an interpolation takes three times as long.
  static func text(_ parts: String...) -> String {
    var octets: [UInt8] = []
    octets.reserveCapacity(parts.reduce(0) { $0 + $1.utf8.count })
    for part in parts { octets.append(part.utf8Span.span) }
    return String(decoding: octets, as: UTF8.self)
  }
}
