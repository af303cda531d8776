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
    bounded("mailto:" + encoded(address, keeping: "@+"))
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
    return bounded("https://www.openstreetmap.org/search?query=" + encoded(line, keeping: ""))
  }

  /// A page of the web; `nil` for what is none.
  static func page(_ address: String) -> String? {
    let start = address.prefix(8).lowercased()
    guard start.hasPrefix("http://") || start.hasPrefix("https://") else { return nil }
    return bounded(encoded(address, keeping: ":/?#[]@!$&'()*+,;=%"))
  }

  private static func bounded(_ target: String) -> String? {
    target.utf8.count <= longest ? target : nil
  }

  /// A text with all octets encoded but the unreserved ones and some more.
  ///
  /// RFC 3986 §2.3.
  private static func encoded(_ text: String, keeping kept: String) -> String {
    var octets: [UInt8] = []
    for octet in text.utf8 {
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        octets.append(octet)
      case _ where kept.utf8.contains(octet): octets.append(octet)
      default:
        octets.append(UInt8(ascii: "%"))
        octets.append(hexadecimal: UInt32(octet), digits: 2)
      }
    }
    return String(decoding: octets, as: UTF8.self)
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
