/// Where a person lives or gets letters, in the parts that an envelope has lines for.
///
/// The names are those of Apple's Contacts framework. An address that a card has only in one piece, as
/// a LABEL without ADR (RFC 2426 §3.2.2) or an ADR without components (RFC 6350 §6.3.1), is its
/// ``street`` with a line end between its lines: nothing is guessed from it. Beside an ADR a LABEL is
/// how that is printed, and no further address. Every part is `nil` rather than empty, and has
/// no white space around it. Several lines of one part are kept with U+000A between them.
public struct PostalAddress: Hashable, Sendable {
  /// The post office box, such as `PO Box 12` or `12`: the first component of ADR.
  public var postOfficeBox: String?
  /// What stands beside the street, such as an apartment or `c/o`: the second component of ADR.
  public var extendedAddress: String?
  /// The street and the number in it, in the order of the country: the third component of ADR.
  public var street: String?
  /// A part of the city, such as a neighbourhood or a ward.
  public var subLocality: String?
  /// The city, town or village: the fourth component of ADR.
  public var city: String?
  /// A part of the state, such as a county.
  public var subAdministrativeArea: String?
  /// The state, province, prefecture or region: the fifth component of ADR.
  public var state: String?
  /// The postal code: the sixth component of ADR.
  public var postalCode: String?
  /// The name of the country as it was written: the seventh component of ADR.
  public var country: String?
  /// The ISO 3166-1 code of the country, two upper-case letters.
  ///
  /// CC of ADR (RFC 8605 §3.1) or Apple's X-ABADR.
  public var isoCountryCode: String?

  /// Creates an empty address.
  public init() {}

  /// Whether no part is there.
  public var isEmpty: Bool { self == PostalAddress() }

  /// The parts but for the country, from the post office box up.
  package var places: [String?] {
    [
      postOfficeBox, extendedAddress, street, subLocality, city, subAdministrativeArea, state,
      postalCode,
    ]
  }
}

extension PostalAddress: ContactValue {
  /// Feeds all parts.
  public func combine(into hasher: inout StableHasher) {
    for part in places + [country, isoCountryCode] { hasher.combine(part ?? "") }
  }
}
