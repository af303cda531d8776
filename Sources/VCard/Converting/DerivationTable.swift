/// What a property of one version says in the terms of the other: a row of ``DerivationTable``.
///
/// The property itself stays where it is, or is carried; what comes beside it is marked as derived
/// (RFC 9554 §4.4) and goes again on the way back.
struct Derivation: Sendable {
  /// How the value of the new property is made.
  enum Making: Sendable {
    /// A URI of the scheme with the value in it.
    case uri(scheme: String)
    /// The value, with VALUE=text.
    case text
    /// A date in the form of the target.
    case date
    /// One of the words, when the value is one of them.
    case word([String: String])
    /// A URI of a card: as it is, or `urn:uuid:` before a UUID.
    case reference
    /// The TYPE names the service, X-USER the user.
    case profile
    /// The person that a card within the card is about.
    case agent
    /// The second part of Android's rows of this kind.
    case androidText(kind: String)
    /// The second part as a date, where the third is this type of event.
    case androidEvent(type: String)
    /// The second part, with the relation that the third one says.
    case androidRelation
  }

  /// Names in upper case.
  let from: [String]
  /// The label that must stand in the group, in lower case; `nil` for none.
  var label: String?
  let name: KnownName
  var parameters: [Parameter] = []
  let making: Making
  /// Whether the target holds it once only, so that one there already is enough.
  var isSingle = false
  /// Who writes it, and where the target has it.
  let source: String
}

/// The rows from vCard 2.1 and 3.0 to 4.0, and back.
enum DerivationTable {
  /// The rows for a property, by its name in upper case.
  static let toModern: [String: [Derivation]] = {
    var rows: [String: [Derivation]] = [:]
    for row in rowsToModern { for name in row.from { rows[name, default: []].append(row) } }
    return rows
  }()

  private static func messaging(_ names: [String], _ scheme: String) -> Derivation {
    Derivation(
      from: names, name: .impp, making: .uri(scheme: scheme),
      source: "Evolution, KAddressBook and Gajim write the X- property; RFC 6350 §6.4.3")
  }

  private static func relation(_ names: [String], _ type: String) -> Derivation {
    Derivation(
      from: names, name: .related, parameters: [Parameter("TYPE", type)], making: .text,
      source: "Evolution, KAddressBook and Outlook write the X- property; RFC 6350 §6.6.6")
  }

  private static func relatedName(_ label: String, _ type: String) -> Derivation {
    Derivation(
      from: ["X-ABRELATEDNAMES"], label: label, name: .related,
      parameters: [Parameter("TYPE", type)], making: .text,
      source: "Apple's Contacts writes it with X-ABLabel; RFC 6350 §6.6.6")
  }

  private static func service(_ name: String, _ service: String) -> Derivation {
    Derivation(
      from: [name], name: .socialProfile, parameters: [Parameter("SERVICE-TYPE", service)],
      making: .text, source: "Evolution writes the X- property; RFC 9554 §3.5")
  }

  private static let rowsToModern: [Derivation] = [
    messaging(["X-AIM"], "aim"), messaging(["X-GADUGADU"], "gg"), messaging(["X-ICQ"], "icq"),
    messaging(["X-JABBER", "X-GTALK", "X-GOOGLE-TALK", "X-GOOGLE TALK"], "xmpp"),
    messaging(["X-MSN"], "msnim"), messaging(["X-SKYPE", "X-SKYPE-USERNAME"], "skype"),
    messaging(["X-YAHOO"], "ymsgr"), messaging(["X-MATRIX"], "matrix"),
    service("X-TWITTER", "Twitter"),
    Derivation(
      from: ["X-SOCIALPROFILE"], name: .socialProfile, making: .profile,
      source: "Apple's Contacts writes it; RFC 9554 §3.5, §4.9 and §4.10"),
    Derivation(
      from: [
        "X-ANNIVERSARY", "X-EVOLUTION-ANNIVERSARY", "X-KADDRESSBOOK-X-ANNIVERSARY",
        "X-MS-ANNIVERSARY",
      ],
      name: .anniversary, making: .date, isSingle: true,
      source: "Evolution, KAddressBook and Outlook write the X- property; RFC 6350 §6.2.6"),
    Derivation(
      from: ["X-ABDATE"], label: "anniversary", name: .anniversary, making: .date, isSingle: true,
      source: "Apple's Contacts writes it with X-ABLabel; RFC 6350 §6.2.6"),
    relation(
      ["X-SPOUSE", "X-EVOLUTION-SPOUSE", "X-KADDRESSBOOK-X-SPOUSESNAME", "X-MS-SPOUSE"], "spouse"),
    relation(["X-CHILD", "X-MS-CHILD"], "child"),
    // RFC 6350 has no type for either; x-names are what it leaves.
    relation(
      ["X-MANAGER", "X-EVOLUTION-MANAGER", "X-KADDRESSBOOK-X-MANAGERSNAME", "X-MS-MANAGER"],
      "x-manager"),
    relation(
      [
        "X-ASSISTANT", "X-EVOLUTION-ASSISTANT", "X-KADDRESSBOOK-X-ASSISTANTSNAME",
        "X-MS-ASSISTANT",
      ],
      "x-assistant"),
    relatedName("spouse", "spouse"), relatedName("partner", "sweetheart"),
    relatedName("child", "child"), relatedName("son", "child"), relatedName("daughter", "child"),
    relatedName("friend", "friend"), relatedName("parent", "parent"),
    relatedName("mother", "parent"), relatedName("father", "parent"),
    relatedName("brother", "sibling"), relatedName("sister", "sibling"),
    relatedName("sibling", "sibling"), relatedName("manager", "x-manager"),
    relatedName("assistant", "x-assistant"),
    Derivation(
      from: ["X-GENDER", "X-WAB-GENDER"], name: .gender,
      making: .word([
        "f": "F", "female": "F", "m": "M", "male": "M", "o": "O", "other": "O", "n": "N",
        "none": "N", "u": "U", "unknown": "U", "1": "F", "2": "M",
      ]),
      isSingle: true, source: "Evolution and the Windows Address Book write it; RFC 6350 §6.2.7"),
    Derivation(
      from: ["X-ABSHOWAS"], name: .kind, making: .word(["company": "org"]), isSingle: true,
      source: "Apple's Contacts writes it; RFC 6350 §6.1.4"),
    Derivation(
      from: ["X-ADDRESSBOOKSERVER-KIND"], name: .kind,
      making: .word(["group": "group", "individual": "individual", "org": "org"]), isSingle: true,
      source: "Apple's server writes it; RFC 6350 §6.1.4"),
    Derivation(
      from: ["X-ADDRESSBOOKSERVER-MEMBER"], name: .member, making: .reference,
      source: "Apple's server writes it; RFC 6350 §6.6.5"),
    Derivation(
      from: ["X-ANDROID-CUSTOM"], name: .nickname, making: .androidText(kind: "nickname"),
      source: "Android's contacts write it; RFC 6350 §6.2.3"),
    Derivation(
      from: ["X-ANDROID-CUSTOM"], name: .anniversary, making: .androidEvent(type: "1"),
      isSingle: true, source: "Android's contacts write it; RFC 6350 §6.2.6"),
    Derivation(
      from: ["X-ANDROID-CUSTOM"], name: .bday, making: .androidEvent(type: "3"), isSingle: true,
      source: "Android's contacts write it; RFC 6350 §6.2.5"),
    Derivation(
      from: ["X-ANDROID-CUSTOM"], name: .related, making: .androidRelation,
      source: "Android's contacts write it; RFC 6350 §6.6.6"),
    Derivation(
      from: ["AGENT"], name: .related, parameters: [Parameter("TYPE", "agent")], making: .agent,
      source: "RFC 2426 §3.5.4, RFC 6350 §6.6.6"),
  ]

  /// The label of Apple's related names for a type of RELATED.
  static let relatedLabels: [String: String] = [
    "spouse": "Spouse", "child": "Child", "friend": "Friend", "parent": "Parent",
    "sibling": "Sibling", "sweetheart": "Partner", "x-manager": "Manager",
    "x-assistant": "Assistant",
  ]

  /// The types of RELATED for the numbers of Android's relations.
  ///
  /// Android Developers, ContactsContract.CommonDataKinds.Relation.
  static let androidRelations: [String: String] = [
    "1": "x-assistant", "2": "sibling", "3": "child", "4": "sweetheart", "5": "parent",
    "6": "friend", "7": "x-manager", "8": "parent", "9": "parent", "10": "sweetheart", "12": "kin",
    "13": "sibling", "14": "spouse",
  ]

  /// The names of Apple's phonetic properties, with the component of N that each is the sound of.
  static let phoneticNames: [(name: String, component: Int)] = [
    ("X-PHONETIC-FIRST-NAME", 1), ("X-PHONETIC-MIDDLE-NAME", 2), ("X-PHONETIC-LAST-NAME", 0),
  ]
}
