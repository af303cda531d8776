/// Questions about the letters of an address.
enum AddressLetters {
  /// Whether street, city or state have a letter of another script than Latin.
  static func hasOthersThanLatin(_ address: PostalAddress) -> Bool {
    for text in [
      address.street, address.city, address.state, address.subLocality,
      address.subAdministrativeArea, address.extendedAddress,
    ] {
      guard let text, text.utf8.contains(where: { $0 >= 0xCD }) else { continue }
      // U+0370 starts Greek; Latin goes on from U+1E00 to U+1EFF and has its ligatures at U+FB00
      // and its wide forms from U+FF21.
      for scalar in text.unicodeScalars where scalar.value >= 0x370 {
        switch scalar.value {
        case 0x1D00...0x1EFF, 0x2000...0x218F, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F,
          0xFB00...0xFB06, 0xFF21...0xFF5A:
          continue
        default: if scalar.properties.isAlphabetic { return true }
        }
      }
    }
    return false
  }

  /// The text in capitals as a country writes them.
  ///
  /// Turkish and Azerbaijani give `i` its dot; Greek capitals have no accent (UTS #35, el-Upper).
  static func upperCased(_ text: String, code: String?) -> String {
    switch code {
    case "TR", "AZ":
      var dotted = String.UnicodeScalarView()
      for scalar in text.unicodeScalars { dotted.append(scalar == "i" ? "İ" : scalar) }
      return String(dotted).uppercased()
    case "GR", "CY":
      var plain = String.UnicodeScalarView()
      for scalar in text.unicodeScalars where scalar.value != 0x301 {
        plain.append(greekLetters[scalar] ?? scalar)
      }
      return String(plain).uppercased()
    default: return text.uppercased()
    }
  }

  private static let greekLetters: [Unicode.Scalar: Unicode.Scalar] = [
    "ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ό": "ο", "ύ": "υ", "ώ": "ω", "ΐ": "ϊ", "ΰ": "ϋ",
    "Ά": "Α", "Έ": "Ε", "Ή": "Η", "Ί": "Ι", "Ό": "Ο", "Ύ": "Υ", "Ώ": "Ω",
  ]
}

/// Puts the lines of one address together.
struct AddressWriter {
  private(set) var parts: [PostalAddressFormatter.Part] = []
  let address: PostalAddress
  /// Who lives there, in the order in which it is written.
  let recipient: [String]
  let format: PostalAddressFormat
  let code: String?
  let upperCases: Bool
  let startsLarge: Bool

  /// Whether the address has a part that is not the country.
  var hasFields: Bool { address.places.contains { $0?.isEmpty == false } }

  mutating func writeCountry(_ country: String) {
    startLine()
    append(.country, country)
  }

  /// Writes a line as far as the address fills it.
  ///
  /// Between two parts stands the text that comes right before the second, so that no comma is left
  /// over from a part that is missing. A text at the start of a line goes with the part behind it,
  /// unless it is the name of a place.
  mutating func write(_ line: [PostalAddressFormat.Element]) {
    var isStarted = false
    var literal: String?
    var literalIsLeading = false
    var isPastField = false
    for element in line {
      switch element {
      case .literal(let text):
        if !isStarted, AddressWriter.isPlace(text) {
          startLine()
          append(.literal, text.trimmingBlanks)
          isStarted = true
          literal = line.count > 1 ? " " : nil
        } else {
          literal = text
          literalIsLeading = !isPastField
        }
      case .field(let field):
        isPastField = true
        let values = values(of: field)
        guard let first = values.first else {
          if literalIsLeading { literal = nil }
          continue
        }
        if !isStarted { startLine() }
        if let text = literal, isStarted || literalIsLeading,
          !AddressWriter.isPrefix(text, of: first.text) || isStarted
        {
          append(.literal, text)
        }
        for (index, value) in values.enumerated() {
          if index > 0 { append(.literal, "\n") }
          append(value.kind, value.text)
        }
        isStarted = true
        literal = nil
        literalIsLeading = false
      }
    }
  }

  private mutating func startLine() { if !parts.isEmpty { append(.literal, "\n") } }

  private mutating func append(_ kind: PostalAddressFormatter.Part.Kind, _ text: String) {
    parts.append(PostalAddressFormatter.Part(kind: kind, text: text))
  }

  /// What fills a field.
  private func values(of field: PostalAddressFormat.Field) -> [PostalAddressFormatter.Part] {
    func part(
      _ kind: PostalAddressFormatter.Part.Kind, _ text: String?
    ) -> [PostalAddressFormatter.Part] {
      guard let text, !text.isEmpty else { return [] }
      let capital = upperCases && format.upperCased.contains(field)
      return [
        .init(kind: kind, text: capital ? AddressLetters.upperCased(text, code: code) : text)
      ]
    }
    switch field {
    case .recipient: return recipient.flatMap { part(.recipient, $0) }
    case .lines:
      let street = part(.street, address.street)
      let extended = part(.extendedAddress, address.extendedAddress)
      let box = part(.postOfficeBox, address.postOfficeBox.map(boxName))
      if startsLarge { return street + extended + box }
      let comesFirst = address.extendedAddress.map(isBeforeStreet) ?? false
      return comesFirst ? extended + street + box : street + extended + box
    case .subAdministrativeArea:
      return part(.subAdministrativeArea, address.subAdministrativeArea)
    case .city:
      return isWrittenByFormat(address.city) ? [] : part(.city, address.city)
    case .subLocality: return part(.subLocality, address.subLocality)
    case .state:
      return isWrittenByFormat(address.state) ? [] : part(.state, address.state)
    case .postalCode: return part(.postalCode, address.postalCode)
    }
  }

  /// Whether the name of a place stands in the format itself, such as `SINGAPORE`.
  private func isWrittenByFormat(_ place: String?) -> Bool {
    guard let place, place.utf8.count < 40 else { return false }
    let name = place.uppercased()
    for line in format.latin {
      for (index, element) in line.enumerated() {
        guard case .literal(let text) = element, text.trimmingBlanks == name else {
          continue
        }
        if AddressWriter.isPlace(text), index == 0 { return true }
        // `SAN JUAN PR 00901` stands only where the parts on both sides do.
        if name == "PR", address.city != nil, address.postalCode != nil { return true }
      }
    }
    return false
  }

  /// Whether what stands beside the street goes before it: `c/o` everywhere, flats and houses with a
  /// name in British addressing.
  private func isBeforeStreet(_ extended: String) -> Bool {
    if extended.prefix(3).lowercased() == "c/o" { return true }
    switch code {
    case "GB", "IE", "GG", "JE", "IM", "IN", "PK", "LK", "NG", "KE", "ZA", "MT", "CY": return true
    default: return false
    }
  }

  /// A post office box that is only a number, with the word that the post wants before it.
  private func boxName(_ box: String) -> String {
    guard box.utf8.allSatisfy({ $0 == 0x20 || (0x30...0x39).contains($0) }) else { return box }
    let word =
      switch code {
      case "DE", "AT", "LI": "Postfach"
      case "FR", "MC", "MA", "TN", "DZ", "SN", "CI": "BP"
      case "IT", "SM", "VA": "Casella postale"
      case "ES": "Apartado de correos"
      case "PT": "Apartado"
      case "NL", "BE", "SR": "Postbus"
      case "SE": "Box"
      case "NO", "DK": "Postboks"
      case "FI": "PL"
      case "BR": "Caixa Postal"
      case "RU", "BY", "KZ", "UA": "а/я"
      case "PL": "skr. poczt."
      case "CZ": "P. O. Box"
      case "JP" where startsLarge: "私書箱"
      case "CN" where startsLarge, "TW" where startsLarge: "信箱"
      case "KR" where startsLarge: "사서함"
      default: "PO Box"
      }
    return "\(word) \(box)"
  }

  /// Whether a text of a format is the name of a place and no prefix of a postal code.
  private static func isPlace(_ text: String) -> Bool {
    text.unicodeScalars.reduce(into: 0) { $0 += $1.properties.isAlphabetic ? 1 : 0 } >= 4
  }

  /// Whether a postal code has its country's prefix already, such as `SE-` or `〒`, or that of cars,
  /// `S-`, which went before.
  private static func isPrefix(_ text: String, of value: String) -> Bool {
    let mark = text.unicodeScalars.prefix { $0 != "-" && $0 != " " }
    guard !mark.isEmpty else { return false }
    let letters = value.utf8.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    if 1...3 ~= letters.count, value.utf8.dropFirst(letters.count).first == UInt8(ascii: "-") {
      return true
    }
    return value.uppercased().unicodeScalars.starts(with: mark)
  }
}
