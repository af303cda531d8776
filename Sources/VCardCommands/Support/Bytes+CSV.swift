import ContactStore
import VCard

extension [UInt8] {
  /// Appends one field of a CSV line, in quotation marks where RFC 4180 §2 needs them.
  ///
  /// Space at either end is quoted too, for many readers trim it otherwise.
  ///
  /// - Parameters:
  ///   - bytes: The field; bytes that are not UTF-8 stay as they are.
  ///   - separator: The byte between fields; the caller writes it.
  ///   - guardingFormulas: Whether a field that a spreadsheet would run as a formula gets an
  ///     apostrophe in front. It changes the data (`+1 408…` too), so it is for tables that people
  ///     open, not for exchange.
  package mutating func append(
    csvField bytes: Span<UInt8>, separator: UInt8 = UInt8(ascii: ","),
    guardingFormulas: Bool = false
  ) {
    let quote = UInt8(ascii: "\"")
    let isFormula =
      switch bytes.isEmpty ? 0 : bytes[0] {
      case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
        guardingFormulas
      default: false
      }
    var needsQuotes = false
    for index in bytes.indices {
      switch bytes[index] {
      case quote, separator, 0x0A, 0x0D: needsQuotes = true
      case 0x20, 0x09: needsQuotes = needsQuotes || index == 0 || index == bytes.count - 1
      default: break
      }
    }
    if needsQuotes { append(quote) }
    if isFormula { append(UInt8(ascii: "'")) }
    if needsQuotes {
      for index in bytes.indices {
        append(bytes[index])
        if bytes[index] == quote { append(quote) }
      }
      append(quote)
    } else {
      append(bytes)
    }
  }

  /// Appends one field of a CSV line, in quotation marks where RFC 4180 §2 needs them.
  package mutating func append(
    csvField text: String, separator: UInt8 = UInt8(ascii: ","), guardingFormulas: Bool = false
  ) {
    append(csvField: text.utf8.span, separator: separator, guardingFormulas: guardingFormulas)
  }
}
