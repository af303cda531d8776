internal import VCard

extension PostalAddress {
  /// The address that a line ADR says.
  ///
  /// An ADR without components but with a LABEL is an address in one piece, kept as the street.
  init(_ line: borrowing ContactLine) {
    postOfficeBox = line.component(0, separator: ", ")
    extendedAddress = line.component(1, separator: ", ")
    street = line.component(2, separator: ", ")
    city = line.component(3, separator: ", ")
    state = line.component(4, separator: ", ")
    postalCode = line.component(5, separator: ", ")
    country = line.component(6, separator: ", ")
    if line.hasParameters {
      isoCountryCode = line.first("CC").flatMap(PostalAddress.countryCode)
      subLocality = line.first("X-APPLE-SUBLOCALITY")
      subAdministrativeArea = line.first("X-APPLE-SUBADMINISTRATIVEAREA")
    }
    // Google Contacts writes an eighth component, the address in one piece; RFC 9554 has eighteen.
    if line.componentCount > PostalAddress.componentsOfGoogle { takeFineParts(line) }
    if self == PostalAddress(), let label = line.first("LABEL") { street = label }
  }

  static let componentsOfGoogle = 8

  /// Takes the components that RFC 9554 §2.1 adds, where the others do not say them already.
  private mutating func takeFineParts(_ line: borrowing ContactLine) {
    let fine = (0..<18).map { line.component($0, separator: ", ") }
    if extendedAddress == nil {
      // Building, floor, apartment, room, block and landmark.
      extendedAddress = [12, 9, 8, 7, 13, 16].compactMap { fine[$0] }.joinedFilled(", ")
    }
    if street == nil {
      let number = fine[10]
      let name = [fine[11], fine[17]].compactMap(\.self).joinedFilled(" ")
      let isNumberFirst = PostalAddress.writesNumberFirst(isoCountryCode)
      street = (isNumberFirst ? [number, name] : [name, number]).compactMap(\.self)
        .joinedFilled(" ")
    }
    for part in PostalAddress.appleParts where self[keyPath: part.path] == nil {
      self[keyPath: part.path] = fine[part.component]
    }
  }

  /// Whether the number of a house stands before the street.
  ///
  /// By the addressing guides of the Universal Postal Union. Where the country is not known, the
  /// order is that of the components.
  private static func writesNumberFirst(_ country: String?) -> Bool {
    guard let country else { return true }
    return !streetFirst.contains(country)
  }

  private static let streetFirst: Set<String> = [
    "AD", "AL", "AR", "AT", "BA", "BE", "BG", "BO", "BR", "BY", "CH", "CL", "CO", "CR", "CU", "CY",
    "CZ", "DE", "DK", "DO", "EC", "EE", "ES", "FI", "FO", "GR", "GT", "HN", "HR", "HU", "ID", "IS",
    "IT", "KZ", "LI", "LT", "LV", "MD", "ME", "MK", "MX", "NI", "NL", "NO", "PA", "PE", "PL", "PT",
    "PY", "RO", "RS", "RU", "SE", "SI", "SK", "SM", "SV", "TR", "UA", "UY", "VA", "VE", "XK",
  ]

  /// Two letters in upper case; `nil` for anything else.
  package static func countryCode(_ text: String) -> String? {
    let letters = Array(text.trimmingBlanks.utf8)
    guard letters.count == 2, letters.allSatisfy(ValueSyntax.isLetter) else { return nil }
    return String(decoding: letters.map { $0 & 0xDF }, as: UTF8.self)
  }

  /// Takes what the other lines of its group say, by their names, where ADR does not say it itself.
  mutating func fill(_ parts: [String: String]) {
    if isoCountryCode == nil {
      isoCountryCode = parts[KnownName.xABADR.canonical].flatMap(PostalAddress.countryCode)
    }
    for part in PostalAddress.appleParts where self[keyPath: part.path] == nil {
      self[keyPath: part.path] = parts[part.name]
    }
  }

  /// The parts that are components of ADR, in their order.
  static let adrParts: [any WritableKeyPath<PostalAddress, String?> & Sendable] = [
    \.postOfficeBox, \.extendedAddress, \.street, \.city, \.state, \.postalCode, \.country,
  ]

  /// The parts that Apple's programs have, by the names of their parameters and lines, and the
  /// components of RFC 9554 §2.1 that say them.
  static let appleParts:
    [(name: String, path: any WritableKeyPath<PostalAddress, String?> & Sendable, component: Int)] =
      [
        ("X-APPLE-SUBLOCALITY", \.subLocality, 14),
        ("X-APPLE-SUBADMINISTRATIVEAREA", \.subAdministrativeArea, 15),
      ]
}
