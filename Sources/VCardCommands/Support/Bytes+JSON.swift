import CardFormats

extension [UInt8] {
  /// Appends a JSON string in quotation marks, RFC 8259 §7, that is safe to print.
  package mutating func append(jsonString text: String) { JSONText.append(text, to: &self) }
}
