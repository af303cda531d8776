/// Something that the target cannot say.
struct ConversionLoss: Sendable {
  var code: Diagnostic.Code
  var row: Int
  /// What it is, and why: the start of a sentence.
  var about: String
  /// Where it is carried, such as `X-KIND`.
  var carrier: String
  /// Whether the value stays where it is, although few understand it there.
  var isKept = false

  /// A text of several, for which an interpolation takes three times as long.
  static func text(_ parts: String...) -> String {
    var octets: [UInt8] = []
    octets.reserveCapacity(parts.reduce(0) { $0 + $1.utf8.count })
    for part in parts { octets.append(part.utf8Span.span) }
    return String(decoding: octets, as: UTF8.self)
  }
}
