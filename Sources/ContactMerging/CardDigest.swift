import ContactModel
import Files
public import VCard

/// By which a card is known again, however it is written.
///
/// What counts is what the card says: names and groups of properties without regard to case, their
/// parameters, their values as decoded. What does not count: folding and line ends, the order of
/// properties and parameters, transfer encodings and charsets, empty properties, comments. Nor do
/// VERSION, PRODID and REV, which say who wrote the card and when, nor what means something on one
/// device only. A UID counts, for two people may have nothing but the same name.
public struct CardDigest: Hashable, Sendable {
  private let digest: SHA256.Digest

  /// The octets of the SHA-256.
  package var octets: [UInt8] { digest.octets }

  /// Makes the digest of a card.
  ///
  /// - Complexity: O(*n* log *n*) in the properties, O(*n*) in the octets; decodes every value.
  public init(_ card: Card) {
    var lines: [[UInt8]] = []
    for property in card.properties {
      if let line = CardDigest.octets(property) { lines.append(line) }
    }
    lines.sort { $0.lexicographicallyPrecedes($1) }
    var hash = SHA256()
    for line in lines {
      var length: [UInt8] = []
      length.append(number: line.count)
      hash.update(length.span)
      hash.update(line.span)
    }
    digest = hash.digest
  }

  /// What of a property counts; `nil` when nothing does.
  private static func octets(_ property: Property) -> [UInt8]? {
    if property.isComment || DeviceLocal.isLocal(property) { return nil }
    var fields: [[UInt8]] = []
    func append(_ text: String) { fields.append(Array(text.utf8)) }
    if property.isMalformed {
      append(property.text)
      return joined(fields)
    }
    switch property.known {
    case .prodid, .rev, .profile: return nil
    default: break
    }
    var isBinary = false
    switch value(property) {
    case .text(let text):
      guard !text.isEmpty else { return nil }
      append(property.known == .uid ? text.lowercased() : text)
    case .list(let values):
      guard values.contains(where: { !$0.isEmpty }) else { return nil }
      for value in values { append(value) }
    case .structure(var components):
      // `ORG:A;` says what `ORG:A` says.
      while let last = components.last, last.joined().isEmpty { components.removeLast() }
      guard !components.isEmpty else { return nil }
      for component in components {
        append(String(component.count))
        for value in component { append(value) }
      }
    case .binary(let mediaType, let octets):
      isBinary = true
      append(mediaType)
      fields.append(octets)
    }
    append(property.canonicalName)
    append(property.group?.lowercased() ?? "")
    for parameter in parameters(property, isBinary) { append(parameter) }
    return joined(fields)
  }

  /// The value, octets being octets whether they stand in base64 or in a URI.
  private static func value(_ property: Property) -> PropertyValue {
    if property.isNestedCard { return .text(property.nestedCardText) }
    let value = property.value
    guard case .text(let text) = value, let (type, octets) = DataURI.decode(text) else {
      return value
    }
    return .binary(mediaType: type, octets: octets)
  }

  private static func parameters(_ property: Property, _ isBinary: Bool) -> [String] {
    let parameters = property.parameters
    if parameters.isEmpty { return [] }
    var values: [String: [String]] = [:]
    for parameter in parameters {
      switch parameter.name {
      case "ENCODING", "CHARSET": continue
      // The octets tell their type.
      case "TYPE" where isBinary, "MEDIATYPE" where isBinary, "VALUE" where isBinary: continue
      case "TYPE", "VALUE":
        values[parameter.name, default: []] += parameter.values.map { $0.lowercased() }
      default:
        if DeviceLocal.isLocal(parameter: parameter.name) { continue }
        values[parameter.name, default: []] += parameter.values
      }
    }
    return values.map { name, values in
      // One value, as most have, is in order.
      ([name] + (values.count > 1 ? Set(values).sorted() : values)).joined(separator: "\u{0}")
    }.sorted()
  }

  private static func joined(_ fields: [[UInt8]]) -> [UInt8] {
    var octets: [UInt8] = []
    for field in fields {
      octets.append(number: field.count)
      octets.append(contentsOf: field)
    }
    return octets
  }
}

extension CardDigest: CustomStringConvertible {
  /// SHA-256 in lower-case hexadecimal digits.
  public var description: String { digest.hexadecimal }
}
