/// Writes a postal address as the country wants it on an envelope.
///
/// The order of the lines and what is upper-cased are those of the country of the address, for about
/// two hundred countries; the facts are those of Google's libaddressinput. Nothing of an address is
/// lost: what a country's format has no place for is put out all the same, a part of the city after
/// the street (before it, where addresses go from the state down), the state and its parts after the
/// city, a postal code last.
public struct PostalAddressFormatter: Hashable, Sendable {
  /// What an address is written for.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// Reading: the parts as they were written, and the country's name as it was written. What the
    /// country's format has itself is there too: the prefix of a postal code, as in `CH-8001`, and
    /// the name of a place in capitals, as `SINGAPORE`, which then stands for that part.
    case display
    /// The post: upper-cased as the country wants it, and the receiving country's name in capitals
    /// in the last line, unless the letter stays in the country of its sender.
    case mailing
  }

  /// In which letters an address is taken to be written.
  public enum Script: String, Hashable, Sendable, CaseIterable {
    /// The country's own when the address has a letter that is not Latin, else Latin.
    case automatic
    /// The country's own: in China, Japan, Korea and Taiwan from the prefecture down to the street.
    case local
    /// Latin, from the street up.
    case latin
  }

  /// What the address is written for.
  public var style: Style
  /// In which letters the address is taken to be written.
  public var script: Script
  /// The country of addresses that name none, or none that is known; an ISO 3166-1 code or a name.
  public var defaultCountry: String?
  /// The country from which letters are sent; an ISO 3166-1 code or a name.
  public var senderCountry: String?

  /// Creates a formatter.
  ///
  /// - Parameters:
  ///   - style: What the address is written for.
  ///   - script: In which letters the address is taken to be written.
  ///   - defaultCountry: The country of addresses that name none, or none that is known.
  ///   - senderCountry: The country from which letters are sent.
  public init(
    style: Style = .mailing, script: Script = .automatic, defaultCountry: String? = nil,
    senderCountry: String? = nil
  ) {
    self.style = style
    self.script = script
    self.defaultCountry = defaultCountry
    self.senderCountry = senderCountry
  }

  /// The codes of the countries whose format is known; all others get a generic one.
  public static var countryCodes: Set<String> { PostalAddressFormat.codes }

  /// The ISO 3166-1 code of a country that is written as a code of two or three letters, by its
  /// English name, by a name in a language of the country or by a common variant such as `UK`.
  public static func countryCode(of country: String) -> String? { CountryNames.code(of: country) }

  /// The lines of an address as its country wants them, with U+000A between them.
  public static func string(from address: PostalAddress, style: Style = .mailing) -> String {
    PostalAddressFormatter(style: style).string(from: address)
  }

  /// The lines of an address with U+000A between them; an empty text for an empty address.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - recipient: Who lives there, from the person up to the organisation, a line each: before the
  ///     address, or where the format of the country has them.
  /// - Returns: The lines.
  /// - Complexity: O(*n*) in the octets of the address.
  public func string(from address: PostalAddress, for recipient: [String] = []) -> String {
    attributedParts(from: address, for: recipient).reduce(into: "") { $0 += $1.text }
  }

  /// The parts of an address, which joined give ``string(from:for:)`` exactly.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - recipient: Who lives there, from the person up to the organisation, a line each.
  /// - Returns: The parts.
  public func attributedParts(from address: PostalAddress, for recipient: [String] = []) -> [Part] {
    let code = countryCode(of: address)
    let format = code.map(PostalAddressFormat.of) ?? .generic
    let isLocal =
      switch script {
      case .automatic: AddressLetters.hasOthersThanLatin(address)
      case .local: true
      case .latin: false
      }
    let lines = isLocal ? format.local : format.latin
    let isRecipientLast = PostalAddressFormat.has(.recipient, lines)
    var writer = AddressWriter(
      address: address, recipient: isRecipientLast ? recipient.reversed() : recipient,
      format: format, code: code, upperCases: style == .mailing,
      startsLarge: isLocal && format.isLargeToSmall)
    if !isRecipientLast || !writer.hasFields { writer.write([.field(.recipient)]) }
    // The name of a place that stands in the format is no address.
    if writer.hasFields { for line in lines { writer.write(line) } }
    if let country = countryLine(of: address, code) { writer.writeCountry(country) }
    return writer.parts
  }

  /// The country of an address: the code, else the name, else the caller's choice.
  private func countryCode(of address: PostalAddress) -> String? {
    if let code = address.isoCountryCode.flatMap(CountryNames.code) { return code }
    if let code = address.country.flatMap(CountryNames.code) { return code }
    // A country that is named and not known is not the caller's.
    guard address.country == nil else { return nil }
    return defaultCountry.flatMap(CountryNames.code)
  }

  private func countryLine(of address: PostalAddress, _ code: String?) -> String? {
    let sender = senderCountry.flatMap(CountryNames.code)
    switch style {
    case .display:
      if let country = address.country { return country }
      guard let code, sender != code, address.isoCountryCode != nil else { return nil }
      return CountryNames.englishName(of: code)
    case .mailing:
      guard code == nil || sender != code else { return nil }
      if let country = address.country {
        // A letter abroad says `GERMANY`, not `DE`, which its sender's post may not know.
        let isCode = country.utf8.count <= 3
        let name = isCode ? CountryNames.code(of: country).flatMap(CountryNames.englishName) : nil
        return AddressLetters.upperCased(name ?? country, code: nil)
      }
      guard let code, address.isoCountryCode != nil || sender != nil else { return nil }
      return CountryNames.englishName(of: code).map { AddressLetters.upperCased($0, code: nil) }
    }
  }
}

extension PostalAddressFormatter {
  /// A piece of a formatted address.
  public struct Part: Hashable, Sendable {
    /// What a piece is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// A line of who lives there.
      case recipient
      /// The post office box.
      case postOfficeBox
      /// What stands beside the street.
      case extendedAddress
      /// The street.
      case street
      /// A part of the city.
      case subLocality
      /// The city.
      case city
      /// A part of the state.
      case subAdministrativeArea
      /// The state.
      case state
      /// The postal code.
      case postalCode
      /// The country.
      case country
      /// What the formatter put between, such as a line end.
      case literal
    }

    /// What the piece is.
    public let kind: Kind
    /// The text, never empty.
    public let text: String

    /// Creates a piece.
    public init(kind: Kind, text: String) {
      self.kind = kind
      self.text = text
    }
  }
}
