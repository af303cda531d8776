import Files

extension [UInt8] {
  /// Appends the UTF-8 form of a text.
  package mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends an integer in decimal digits; allocates nothing.
  package mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = count
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      append(UInt8(ascii: "0") + UInt8(digit))
      rest = quotient
    } while rest > 0
    self[start...].reverse()
  }

  /// Appends an integer in upper-case hexadecimal digits.
  package mutating func append(hexadecimal value: UInt32, digits: Int = 1) {
    let text = String(value, radix: 16, uppercase: true)
    let padding = Swift.max(0, digits - text.utf8.count)
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: padding))
    append(text)
  }
}
