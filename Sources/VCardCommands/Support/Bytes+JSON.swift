import CardFormats
import ContactPages

extension [UInt8] {
  /// Appends a JSON string in quotation marks, RFC 8259 §7, that is safe to print.
  package mutating func append(jsonString text: String) { JSONText.append(text, to: &self) }

  /// Appends what stands before a JSON string, and the string; `null` for none.
  mutating func append(_ head: String, jsonString text: String?) {
    append(head)
    if let text { append(jsonString: text) } else { append("null") }
  }

  /// Appends what stands before an array of JSON strings, and the array.
  mutating func append(_ head: String, jsonStrings texts: [String]) {
    append(head + "[")
    for (index, text) in texts.enumerated() {
      if index > 0 { append(",") }
      append(jsonString: text)
    }
    append("]")
  }
}
