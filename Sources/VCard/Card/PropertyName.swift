internal import CVCard

extension Property {
  /// The name of a property, such as `TEL`.
  ///
  /// It keeps the spelling and compares the canonical form: names do not tell upper from lower
  /// case. RFC 6350 §3.3.
  public struct Name: Sendable, Hashable, CustomStringConvertible {
    /// The name as it was written, such as `Tel`.
    public let spelling: String
    /// The name in upper case (ASCII letters only), such as `TEL`; all that `==` sees.
    public let canonical: String

    /// Creates a name, or `nil` when there is no letter, digit, hyphen or underscore in it or
    /// something else besides.
    ///
    /// - Parameter spelling: Letters, digits and hyphens by RFC 6350 §3.3. `_`, `/` and inner
    ///   blanks are taken too, because programs write them.
    public init?(_ spelling: String) {
      let octets = spelling.utf8
      guard !octets.isEmpty, octets.first != 0x20, octets.last != 0x20,
        octets.allSatisfy({ $0 == 0x20 || Octets.isLooseNameOctet($0) })
      else { return nil }
      self.init(unchecked: spelling)
    }

    init(unchecked spelling: String) {
      self.spelling = spelling
      canonical = Name.uppercased(spelling)
    }

    /// The canonical form.
    public var description: String { canonical }

    /// Whether both name the same property.
    public static func == (left: Name, right: Name) -> Bool { left.canonical == right.canonical }

    /// Feeds the canonical form.
    public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }

    static func uppercased(_ text: String) -> String {
      guard text.utf8.contains(where: { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else {
        return text
      }
      return String(decoding: text.utf8.map(Octets.upper), as: UTF8.self)
    }
  }
}

/// The properties that some standard or widespread program defines, by number.
///
/// A row of a card holds the number, so that asking for `TEL` compares two integers.
@frozen
public enum KnownName: UInt8, Sendable, CaseIterable {
  // The envelope, and lines that are no property.
  case unknown, malformed, begin, end, version, profile
  // RFC 2426 and RFC 6350.
  case source, name, kind, xml, fn, n, nickname, photo, bday, anniversary, gender, adr, label, tel
  case email, mailer, impp, lang, tz, geo, title, role, logo, agent, org, member, related
  case categories, note, prodid, rev, sortString, sound, uid, clientPIDMap, url, access, key
  case fburl, calAdrURI, calURI
  // RFC 6474, 6715, 2739, 8605, 9554, 9555.
  case birthplace, deathplace, deathdate, expertise, hobby, interest, orgDirectory, contactURI
  case capURI, created, gramGender, language, pronouns, socialProfile, jsprop
  // Programs' own.
  case xABLabel, xABDate, xABADR, xABUID, xABShowAs, xABRelatedNames, xSocialProfile
  case xPhoneticFirstName, xPhoneticMiddleName, xPhoneticLastName, xPhoneticOrg, xMaidenName
  case xAIM, xICQ, xJabber, xMSN, xYahoo, xSkype, xSkypeUsername, xGTalk, xGoogleTalk, xQQ
  case xGaduGadu, xGroupWise, xTwitter, xMatrix
  case xSpouse, xManager, xAssistant, xAnniversary, xGender, xChild, xAndroidCustom
  case xAddressBookServerKind, xAddressBookServerMember, xIRMCLUID, xEvolutionFileAs
  case xImagePath, xImageHash, xABCropRectangle, xEtag, xCouchDBUUID, xSyncURL
  case xAltBday, xThumbnail

  /// Whether a line of this name is a property of a card, VERSION being one.
  var isProperty: Bool { rawValue >= KnownName.version.rawValue }
}

extension KnownName {
  /// The names by their numbers.
  static let table = WordTable(
    allCases.filter { !$0.canonical.isEmpty }.map { ($0.canonical, $0.rawValue) },
    slots: Int(CVC_NAME_SLOTS))

  /// The number of a name without regard to case, or `unknown`.
  static func named(_ octets: Span<UInt8>) -> KnownName {
    guard let known = table.number(of: octets).flatMap(KnownName.init(rawValue:)),
      octets.count <= CVC_NAME_KEY_LENGTH || Octets.equal(octets, known.canonical.utf8Span.span)
    else { return .unknown }
    return known
  }
}
