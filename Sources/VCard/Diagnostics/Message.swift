/// What a diagnostic says, put together on octets: a String takes three times as long.
struct Message: ExpressibleByStringInterpolation, Sendable {
  /// The whole.
  let text: String

  /// What stands in a literal.
  init(stringLiteral text: String) { self.text = text }

  /// What stands in a literal and between its parts.
  init(stringInterpolation parts: StringInterpolation) {
    text = String(decoding: parts.octets, as: UTF8.self)
  }

  /// One after the other.
  static func + (left: Message, right: Message) -> Message { "\(left)\(right)" }

  /// The parts of a literal, one after the other.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var octets: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      octets.reserveCapacity(literalCapacity + 24 * interpolationCount)
    }

    mutating func appendLiteral(_ text: String) { octets.append(text.utf8Span.span) }
    mutating func appendInterpolation(_ text: String) { octets.append(text.utf8Span.span) }
    mutating func appendInterpolation(_ message: Message) { appendLiteral(message.text) }
    mutating func appendInterpolation(_ number: some BinaryInteger) { appendLiteral("\(number)") }
  }
}
