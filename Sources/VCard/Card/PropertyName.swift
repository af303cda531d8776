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
      guard Name.allows(Array(spelling.utf8)) else { return nil }
      self.init(unchecked: spelling)
    }

    init(unchecked spelling: String) {
      self.spelling = spelling
      canonical = Name.uppercased(spelling)
    }

    init(known: KnownName) {
      spelling = known.canonical
      canonical = spelling
    }

    /// The canonical form.
    public var description: String { canonical }

    /// Whether both name the same property.
    public static func == (left: Name, right: Name) -> Bool { left.canonical == right.canonical }

    /// Feeds the canonical form.
    public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }

    static func allows(_ octets: some Collection<UInt8>) -> Bool {
      guard let first = octets.first, first != 0x20 else { return false }
      var last = first
      for octet in octets {
        guard octet == 0x20 || Octets.isLooseNameOctet(octet) else { return false }
        last = octet
      }
      return last != 0x20
    }

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

/// Finds the number of a name by one hash of its first 24 octets.
struct NameTable: Sendable {
  /// Names longer than a key share their first 24 octets with no other name of the table.
  let slots: [cvc_name_slot]

  static let shared = NameTable()

  private init() {
    var slots = [cvc_name_slot](repeating: cvc_name_slot(), count: Int(CVC_NAME_SLOTS))
    for known in KnownName.allCases where !known.canonical.isEmpty {
      let octets = Array(known.canonical.utf8)
      let key = NameTable.key(octets.span)
      var index = cvc_name_index(key, octets.count)
      while slots[index].length != 0 { index = (index + 1) & (slots.count - 1) }
      slots[index] = cvc_name_slot(
        key: key, cases: cvc_key_cases(key), length: UInt8(octets.count), known: known.rawValue)
    }
    self.slots = slots
  }

  /// The first 24 octets in upper case, padded with zeros.
  static func key(_ octets: Span<UInt8>) -> cvc_name_key {
    unsafe octets.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else {
        return cvc_name_key(first: 0, second: 0, third: 0)
      }
      return unsafe cvc_make_name_key(base, min(buffer.count, Int(CVC_NAME_KEY_LENGTH)))
    }
  }

  /// The number of a name without regard to case, or `unknown`.
  func known(_ octets: Span<UInt8>) -> KnownName {
    let length = octets.count
    guard length > 0, length < 32 else { return .unknown }
    let key = NameTable.key(octets)
    var index = cvc_name_index(key, length)
    while slots[index].length != 0 {
      let slot = slots[index]
      if Int(slot.length) == length, slot.key.first == key.first, slot.key.second == key.second,
        slot.key.third == key.third
      {
        let known = KnownName(rawValue: slot.known) ?? .unknown
        guard length > 24 else { return known }
        let rest = Array(known.canonical.utf8)
        for place in 24..<length where octets[place] & 0xDF != rest[place] & 0xDF {
          return .unknown
        }
        return known
      }
      index = (index + 1) & (slots.count - 1)
    }
    return .unknown
  }
}
