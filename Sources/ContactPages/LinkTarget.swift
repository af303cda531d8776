import VCard

/// Where values of a person lead, as terminals follow links.
///
/// A target is a URI of ASCII letters, digits and punctuation: whatever a card says of others is
/// percent-encoded (RFC 3986 §2.1), so it ends no sequence of the terminal and begins none.
package enum LinkTarget {
  /// Octets.
  ///
  /// Terminals leave out what is longer.
  private static let longest = 2000

  /// A letter to an address.
  ///
  /// RFC 6068.
  static func mail(_ address: String) -> String? {
    bounded("mailto:" + PercentCoding.encoded(address, keeping: "-._~@+"))
  }

  /// A call of a number, up to what is no number any more; `nil` for what has no digit, and for what
  /// is no number but a service, with `*` or `#`: dialled, it does something at once.
  ///
  /// RFC 3966.
  static func phone(_ number: String) -> String? {
    var digits = ""
    for scalar in number.unicodeScalars {
      if let digit = scalar.properties.numericType == .decimal
        ? Character(scalar).wholeNumberValue : nil
      {
        digits += "\(digit)"
      } else if scalar == "+", digits.isEmpty {
        digits = "+"
      } else if scalar == "*" || scalar == "#" {
        return nil
      } else if scalar.properties.isAlphabetic || ",;/".unicodeScalars.contains(scalar) {
        break
      }
    }
    return digits.contains { $0.isNumber } ? bounded("tel:" + digits) : nil
  }

  /// An address on a map.
  static func map(_ address: String) -> String? {
    let line = address.split(whereSeparator: \.isNewline).joined(separator: ", ")
    if line.isEmpty { return nil }
    return bounded("https://www.openstreetmap.org/search?query=" + PercentCoding.encoded(line))
  }

  /// A page of the web; `nil` for what is none.
  static func page(_ address: String) -> String? {
    let start = address.prefix(8).lowercased()
    guard start.hasPrefix("http://") || start.hasPrefix("https://") else { return nil }
    return bounded(PercentCoding.encoded(address, keeping: "-._~:/?#[]@!$&'()*+,;=%"))
  }

  private static func bounded(_ target: String) -> String? {
    target.utf8.count <= longest ? target : nil
  }

  /// Appends text that leads somewhere, in an OSC 8 sequence.
  ///
  /// - Parameters:
  ///   - target: Where it leads; `nil` for text that leads nowhere.
  ///   - text: Receives the sequence.
  ///   - body: Appends the text.
  static func append(_ target: String?, to text: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
    guard let target else { return body(&text) }
    text.append("\u{1B}]8;;\(target)\u{1B}\\")
    body(&text)
    text.append("\u{1B}]8;;\u{1B}\\")
  }
}
