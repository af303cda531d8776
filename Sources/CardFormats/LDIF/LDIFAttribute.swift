import VCard

/// An attribute of an entry of a directory, or several that say the same, and what they say of a
/// card: a row.
///
/// The names are those of inetOrgPerson (RFC 2798, RFC 4519, RFC 4524), of RFC 2739, and those that
/// Mozilla, KDE, SOGo, Evolution and The Bat! write.
struct LDIFAttribute: Sendable {
  /// What values mean.
  enum Meaning: Hashable, Sendable {
    /// A property each, of one text and one type or none.
    case text(String, type: String?)
    /// A component of the only property of a name and a type.
    case component(String, type: String?, Int)
    /// Lines of an address, with `$` between them.
    case addressLines(type: String)
    /// A part of BDAY: 0 the year, 1 the month, 2 the day.
    case birth(Int)
    /// A whole date.
    case date(String)
    /// Texts with commas between them.
    case list(String)
    /// A language, or several with their weights.
    case languages
    /// A URI, perhaps a blank, and what it is called.
    case labeledURI
    /// Octets of a media type.
    case octets(String, mediaType: String)
    /// The account of a service, by the scheme of its URI.
    case account(String)
    /// The name of the entry of a member.
    case member
    /// When the entry was changed.
    case revision
    /// What the entry is known by.
    case identifier
    /// What kind of thing the entry is about.
    case objectClass
    /// A property of vCard 4.0 as a line, which no other attribute can say.
    case carried
  }

  /// The names; the first is the one to write.
  let names: [String]
  let meaning: Meaning

  private init(_ names: String, _ meaning: Meaning) {
    self.names = names.split(separator: " ").map(String.init)
    self.meaning = meaning
  }

  static let all: [LDIFAttribute] = [
    .init("vcardProperty", .carried),
    .init("objectClass", .objectClass),
    .init("cn commonName displayName display-name", .text("FN", type: nil)),
    .init("sn surname", .component("N", type: nil, 0)),
    .init("givenName gn", .component("N", type: nil, 1)),
    .init("middleName", .component("N", type: nil, 2)),
    .init("personalTitle", .component("N", type: nil, 3)),
    .init("generationQualifier", .component("N", type: nil, 4)),
    .init("mozillaNickname xmozillanickname nickname", .text("NICKNAME", type: nil)),
    // The first address, the second, and all others.
    .init(
      "mail mozillaSecondEmail otherMailbox rfc822Mailbox xmozillasecondemail mailAlternateAddress",
      .text("EMAIL", type: nil)),
    .init("telephoneNumber workPhone", .text("TEL", type: "work")),
    .init("homePhone homeTelephoneNumber", .text("TEL", type: "home")),
    .init("mobile mobileTelephoneNumber cellPhone", .text("TEL", type: "cell")),
    .init("facsimileTelephoneNumber fax", .text("TEL", type: "fax")),
    .init("pager pagerTelephoneNumber pagerPhone", .text("TEL", type: "pager")),
    .init("postOfficeBox mozillaWorkPostOfficeBox", .component("ADR", type: "work", 0)),
    .init("mozillaWorkStreet2", .component("ADR", type: "work", 1)),
    .init("street streetAddress mozillaWorkStreet", .component("ADR", type: "work", 2)),
    .init("l locality localityName", .component("ADR", type: "work", 3)),
    .init("st stateOrProvinceName region", .component("ADR", type: "work", 4)),
    .init("postalCode zip", .component("ADR", type: "work", 5)),
    .init("c co countryName friendlyCountryName", .component("ADR", type: "work", 6)),
    .init("mozillaHomePostOfficeBox", .component("ADR", type: "home", 0)),
    .init("mozillaHomeStreet2", .component("ADR", type: "home", 1)),
    .init("mozillaHomeStreet homeStreet", .component("ADR", type: "home", 2)),
    .init("mozillaHomeLocalityName", .component("ADR", type: "home", 3)),
    .init("mozillaHomeState", .component("ADR", type: "home", 4)),
    .init("mozillaHomePostalCode", .component("ADR", type: "home", 5)),
    .init("mozillaHomeCountryName", .component("ADR", type: "home", 6)),
    .init("postalAddress", .addressLines(type: "work")),
    .init("homePostalAddress", .addressLines(type: "home")),
    .init("title", .text("TITLE", type: nil)),
    .init("businessRole", .text("ROLE", type: nil)),
    .init("o organizationName organization company", .component("ORG", type: nil, 0)),
    .init(
      "ou organizationalUnitName orgUnit department departmentNumber",
      .component("ORG", type: nil, 1)),
    .init("mozillaWorkUrl workUrl", .text("URL", type: "work")),
    .init("mozillaHomeUrl homeUrl", .text("URL", type: "home")),
    .init("labeledURI labeledURL", .labeledURI),
    .init("description notes comment", .text("NOTE", type: nil)),
    .init("jpegPhoto thumbnailPhoto photo", .octets("PHOTO", mediaType: "image/jpeg")),
    .init("audio", .octets("SOUND", mediaType: "audio/basic")),
    .init("userCertificate", .octets("KEY", mediaType: "application/pkix-cert")),
    .init("birthyear mozillaBirthYear", .birth(0)),
    .init("birthmonth mozillaBirthMonth", .birth(1)),
    .init("birthday mozillaBirthDay", .birth(2)),
    .init("xbatBirthday birthDate dateOfBirth", .date("BDAY")),
    .init("anniversary", .date("ANNIVERSARY")),
    .init("nsAIMid", .account("aim")),
    .init("nsICQid", .account("icq")),
    .init("nsMSNid", .account("msnim")),
    .init("nsYahooid", .account("ymsgr")),
    .init("mozillaCustom1 custom1", .text("X-CUSTOM1", type: nil)),
    .init("mozillaCustom2 custom2", .text("X-CUSTOM2", type: nil)),
    .init("mozillaCustom3 custom3", .text("X-CUSTOM3", type: nil)),
    .init("mozillaCustom4 custom4", .text("X-CUSTOM4", type: nil)),
    .init("mozillaUseHtmlMail xmozillausehtmlmail", .text("X-MOZILLA-HTML", type: nil)),
    .init("vcardCategories category", .list("CATEGORIES")),
    .init("preferredLanguage", .languages),
    .init("calCalURI", .text("CALURI", type: nil)),
    .init("calFBURL", .text("FBURL", type: nil)),
    .init("calCalAdrURI", .text("CALADRURI", type: nil)),
    .init("modifyTimestamp", .revision),
    .init("uid userid", .identifier),
    .init("member uniqueMember", .member),
  ]

  private static let byName: [String: Int] = {
    var rows: [String: Int] = [:]
    for (row, attribute) in all.enumerated() {
      for name in attribute.names { rows[name.lowercased()] = row }
    }
    return rows
  }()

  private static let byMeaning: [Meaning: Int] = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.meaning, $0) })

  /// The row of a name in lower case.
  static func named(_ name: String) -> Int? { byName[name] }

  /// The row of a meaning.
  static func row(_ meaning: Meaning) -> Int? { byMeaning[meaning] }

  /// The row of an address of mail.
  static let address = row(.text("EMAIL", type: nil)) ?? 0

  /// For each row the one that is taken with it, where an entry may say it once; `nil` for the others.
  static let uses: [Int?] = all.map { attribute in
    switch attribute.meaning {
    case .component(let name, let type, _): row(.component(name, type: type, 0))
    case .birth: row(.birth(0))
    // Thunderbird takes the last of several.
    case .text("FN", _), .revision, .identifier: row(attribute.meaning)
    default: nil
    }
  }

  /// The row by which ``uses`` names those that say a property that a card has once; `nil` for the others.
  static func use(ofOnly known: KnownName) -> Int? {
    switch known {
    case .n: row(.component("N", type: nil, 0))
    case .bday: row(.birth(0))
    case .uid: row(.identifier)
    case .rev: row(.revision)
    default: nil
    }
  }

  /// The rows of the components that a row is one of, in their order, or the row alone.
  static func together(_ row: Int) -> [Int] {
    guard let use = uses[row] else { return [row] }
    return all.indices.filter { uses[$0] == use }
  }

  /// The option of what is carried where no attribute before it says a part of it.
  static let further = "further"

  /// What begins the names of properties that keep attributes of which nothing is known.
  static let unknownPrefix = "X-LDIF-"
  /// Such a property whose attribute has a name that no property can have; its X-NAME tells it.
  static let nameless = "X-LDIF-ATTRIBUTE"

  /// The class of entries, and the kind of card that they make.
  ///
  /// RFC 4519 §3, RFC 6350 §6.1.4.
  static func kind(ofClass name: String) -> String? {
    switch name {
    case "groupofnames", "groupofuniquenames", "groupofmembers", "posixgroup", "mailgroup",
      "rfc822mailgroup":
      "group"
    case "organization", "organizationalunit": "org"
    case "locality", "room": "location"
    case "device": "device"
    case "applicationprocess": "application"
    case "person", "organizationalperson", "inetorgperson", "mozillaabpersonalpha",
      "evolutionperson", "pilotperson":
      "individual"
    default: nil
    }
  }

  /// The classes of an entry that is written for a kind of card.
  static func classes(ofKind kind: String) -> [String] {
    switch kind {
    case "group": ["top", "groupOfNames"]
    case "org": ["top", "organization"]
    case "location": ["top", "room"]
    case "device": ["top", "device"]
    case "application": ["top", "applicationProcess"]
    default:
      ["top", "person", "organizationalPerson", "inetOrgPerson", "mozillaAbPersonAlpha"]
    }
  }
}
