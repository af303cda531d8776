import ContactStore
import VCard

extension [UInt8] {
  /// Appends text as the content of an HTML element or a quoted attribute.
  ///
  /// Controls that HTML does not allow, and bytes that are not UTF-8, become U+FFFD.
  package mutating func append(html bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      let (scalar, length) = bytes.scalar(at: index)
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"": append("&quot;")
      case "'": append("&#39;")
      case "\t", "\n", "\r": append(bytes[index])
      case let scalar? where scalar.properties.generalCategory != .control:
        append(bytes.extracting(index..<index + length))
      default: append("\u{FFFD}")
      }
      index += length
    }
  }

  /// Appends text as the content of an HTML element or a quoted attribute.
  package mutating func append(html text: String) { append(html: text.utf8.span) }
}
