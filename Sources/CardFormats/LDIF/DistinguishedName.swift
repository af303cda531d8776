import VCard

/// Names of entries of a directory, and what names them on cards.
///
/// ```
/// cn=Kate Bell,mail=kate@bell.example     RFC 4514
/// ldap:///cn=Kate%20Bell,mail=…           RFC 4516, the URI that a card can hold
/// ```
enum DistinguishedName {
  private static let scheme = "ldap:///"
  /// The name of an entry of which nothing is known that could name it.
  static let nameless = "cn=unnamed"

  /// The name that the entry of a card has, where the name that the card is shown by may not count.
  static func derived(of card: Card, heedingName: Bool = true) -> String {
    let texts = [heedingName ? card.first(.fn) : nil, card.first(.email), card.first(.uid)]
      .map { Array(($0?.text ?? "").utf8) }
    return String(
      decoding: derived(name: texts[0], address: texts[1], identifier: texts[2]), as: UTF8.self)
  }

  /// The name that an entry has by what its card says, as Thunderbird makes it: all in UTF-8, and empty
  /// for what is not there.
  ///
  /// - Parameters:
  ///   - name: The name that it is shown by.
  ///   - address: The first address of mail.
  ///   - identifier: What the entry is known by; it counts where there is neither.
  /// - Returns: The name.
  static func derived(name: [UInt8], address: [UInt8], identifier: [UInt8]) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(name.count + address.count + 16)
    if !name.isEmpty { append("cn=", name, to: &octets) }
    if !address.isEmpty { append(octets.isEmpty ? "mail=" : ",mail=", address, to: &octets) }
    if octets.isEmpty, !identifier.isEmpty { append("uid=", identifier, to: &octets) }
    return octets.isEmpty ? Array(nameless.utf8) : octets
  }

  /// A value of a part of a name.
  static func escaped(_ value: String) -> String {
    var octets: [UInt8] = []
    append("", Array(value.utf8), to: &octets)
    return String(decoding: octets, as: UTF8.self)
  }

  /// Appends a part of a name.
  ///
  /// RFC 4514 §2.4.
  private static func append(
    _ attribute: StaticString, _ value: [UInt8], to octets: inout [UInt8]
  ) {
    attribute.withUTF8Buffer { unsafe octets.append(contentsOf: $0) }
    for (index, octet) in value.enumerated() {
      switch octet {
      case UInt8(ascii: "\""), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
        UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"):
        octets += [UInt8(ascii: "\\"), octet]
      case 0x20 where index == 0 || index == value.count - 1,
        UInt8(ascii: "#") where index == 0:
        octets += [UInt8(ascii: "\\"), octet]
      case 0..<0x20, 0x7F:
        octets += [
          UInt8(ascii: "\\"), Octets.hexadecimal(octet >> 4), Octets.hexadecimal(octet & 15),
        ]
      default: octets.append(octet)
      }
    }
  }

  /// The only part of a name, its attribute in lower case; `nil` when there are several parts.
  static func onlyPart(_ name: String) -> (attribute: String, value: String)? {
    guard let equals = name.firstIndex(of: "=") else { return nil }
    var value: [UInt8] = []
    var octets = Array(name[equals...].utf8.dropFirst())[...]
    while let octet = octets.popFirst() {
      if octet == UInt8(ascii: ",") || octet == UInt8(ascii: "+") { return nil }
      guard octet == UInt8(ascii: "\\"), let next = octets.popFirst() else {
        value.append(octet)
        continue
      }
      // RFC 4514 §3: a backslash stands before two hexadecimal digits or the character itself.
      if let high = Octets.hexadecimalDigit(next),
        let low = octets.first.flatMap(Octets.hexadecimalDigit)
      {
        octets.removeFirst()
        value.append(high << 4 | low)
      } else {
        value.append(next)
      }
    }
    return (name[..<equals].lowercased(), String(decoding: value, as: UTF8.self))
  }

  /// The URI of a name that only a directory knows.
  static func uri(_ name: String) -> String {
    // RFC 3986 §2.3 and what names hold everywhere.
    scheme + PercentCoding.encoded(name, keeping: "-._~=,+@")
  }

  /// The name that a URI holds; `nil` when it is another.
  static func name(_ uri: String) -> String? {
    guard uri.utf8.count > scheme.utf8.count, uri.lowercased().hasPrefix(scheme) else { return nil }
    let name = uri.utf8.dropFirst(scheme.utf8.count)
    return String(validating: PercentCoding.decoded(name.span), as: UTF8.self)
  }

  /// The URI of a member of a group, by its name.
  static func member(_ name: String) -> String {
    if let (attribute, value) = onlyPart(name) {
      if attribute == "uid", value.contains(":") { return value }
      if attribute == "mail" { return "mailto:" + value }
    }
    return uri(name)
  }

  /// The name of a member of a group, by its URI: the way back of ``member(_:)``.
  static func name(ofMember uri: String) -> String {
    if let name = name(uri) { return name }
    if uri.hasPrefix("mailto:") { return "mail=" + escaped(String(uri.dropFirst(7))) }
    return "uid=" + escaped(uri)
  }
}

/// Where the texts stand that name an entry: in it, or in a line of its card.
struct LDIFNames {
  enum Text {
    case value(Range<Int>)
    case line(Int)
  }

  private(set) var name: Text?
  private var address: Text?
  private var identifier: Text?
  private(set) var hasSource = false

  mutating func note(_ known: KnownName, _ text: Text) {
    switch known {
    case .fn: name = name ?? text
    case .email: address = address ?? text
    case .uid: identifier = identifier ?? text
    case .source: hasSource = true
    default: break
    }
  }

  /// The name that the entry has by them; `nil` where a line has to be looked at.
  func derived(_ card: Card, entry: [UInt8] = [], _ plain: inout PlainProperty) -> [UInt8]? {
    let source = card.octets
    var texts: [[UInt8]] = []
    for text in [name, address, identifier] {
      var octets: [UInt8] = []
      switch text {
      case .value(let range): octets = Array(entry[range])
      case .line(let index):
        guard card.decode(at: index, into: &plain), plain.shape == .single else { return nil }
        plain.append(plain.values.lowerBound, of: source.span, to: &octets)
      case nil: break
      }
      texts.append(octets)
    }
    return DistinguishedName.derived(name: texts[0], address: texts[1], identifier: texts[2])
  }
}
