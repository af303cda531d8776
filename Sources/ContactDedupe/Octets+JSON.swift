import CardFormats

extension [UInt8] {
  /// Appends the UTF-8 form of a text.
  mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends a number in decimal digits.
  mutating func append(decimal number: Int) { JSONText.append(number, to: &self) }

  /// Appends a string in quotation marks, RFC 8259 §7, that is safe to print.
  mutating func append(jsonString text: String) { JSONText.append(text, to: &self) }
}
