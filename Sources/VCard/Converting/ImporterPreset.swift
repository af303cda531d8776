/// What one program that imports cards needs, so that it takes them whole.
///
/// ```
/// vcard convert --for android ─▶ converter (preset.version) ─▶ preset.apply ─▶ writer
///                                  loss-…                       importer-change
/// ```
/// A preset is data: a version, how lines are folded, and rules, each of which names the
/// documentation, the source code or the issue that shows its need. Nothing is in here that no
/// source tells.
public struct ImporterPreset: Sendable {
  /// One thing that the importer needs.
  public struct Rule: Sendable {
    /// A few words joined by hyphens, such as `plain-numbers`; unique within a preset.
    public let name: String
    /// What the rule does and why, in a sentence or two.
    public let summary: String
    /// What is changed.
    let edit: Edit
    /// Where the need is shown: pages, sections and issues, with semicolons between them.
    public let source: String
  }

  /// What follows `--for`, such as `apple`.
  public let name: String
  /// What the program is called in messages, such as `Google Contacts`.
  public let title: String
  /// The version that the importer reads best: the target when no other is asked for.
  public let version: Version
  /// Where it is shown that the importer reads this version best.
  public let versionSource: String
  /// Where it is shown that folds harm; `nil` when they do not.
  public private(set) var foldSource: String?
  /// Whether lines are folded; `false` where the importer cuts values off at folds.
  ///
  /// Base64 of vCard 2.1 has several lines either way: §2.1.5 asks for it.
  public var foldsLines: Bool { foldSource == nil }
  /// The most cards of a file; `nil` when no limit is known.
  ///
  /// Presets do not split: that is up to `--split` and `--split-every`.
  public let cardLimit: Int?
  /// Where the limit of cards is shown.
  public let cardLimitSource: String?
  /// Where it is shown that a card without a UID is refused or passed over; `nil` when it is not.
  public private(set) var uidSource: String?
  /// Whether a card without a UID is to get one before it is written.
  public var needsUID: Bool { uidSource != nil }
  /// The rules, in the order in which they are applied.
  public let rules: [Rule]

  /// All presets.
  public static let all: [ImporterPreset] = [apple, google, outlook, android, carddav]

  /// The preset of a name, without regard to case; `nil` when there is none.
  public static func named(_ name: String) -> ImporterPreset? {
    let name = name.lowercased()
    return all.first { $0.name == name }
  }

  /// Changes a card so that the importer takes it whole.
  ///
  /// Applying a preset twice gives the card that applying it once gives. What no rule is about
  /// stays as it is, octet for octet; what the importer drops is told by one note each, of the code
  /// `importer-change`. Lines that are added because a value stands elsewhere in a form that the
  /// importer does not read are marked `X-DERIVED=TRUE` (`DERIVED=TRUE` in 4.0, RFC 9554 §4.4).
  ///
  /// - Parameters:
  ///   - card: A card, as a rule of ``version``.
  ///   - notes: Receives the notes.
  ///   - place: Where the notes point; `nil` for the line that each is about. A card that was
  ///     converted has no lines of the input, so its start is a better place.
  ///   - losses: Whether the marks stay by which a way back knows what was added.
  /// - Complexity: O(*n* · *r*) in the octets of the card and the rules.
  public func apply(
    to card: inout Card, notes: inout [Diagnostic], at place: SourcePosition? = nil,
    losses: CardConverter.Losses = .kept
  ) {
    var teller = Teller(importer: title, card, place: place)
    for rule in rules { rule.edit.apply(&card, &teller) }
    if losses == .dropped { card.dropDerivedMarks() }
    notes += teller.notes
  }
}

extension ImporterPreset {
  /// A kind of change, with what it needs to know.
  struct Edit: Sendable {
    /// Changes a card, and tells of what the importer drops.
    let apply: @Sendable (_ card: inout Card, _ teller: inout Teller) -> Void
  }
}

extension ImporterPreset {
  private static let plainNumbers = Rule(
    name: "plain-numbers",
    summary: "`tel:` URIs become plain numbers, because only vCard 4.0 has them.",
    edit: .unwrapNumbers,
    source: "RFC 2426 §3.3.1; nextcloud/contacts#1899; AOSP VCardEntry.addProperty")

  private static let labelledAnniversary = Rule(
    name: "labelled-anniversary",
    summary: "X-ANNIVERSARY gets an X-ABDATE with the label Anniversary beside it.",
    edit: .labelAnniversary,
    source: "libasys/contactsplus#98; owncloud/contacts#564")

  private static let messagingServices = Rule(
    name: "messaging-services",
    summary: """
      IMPP gets X-SERVICE-TYPE, by which the importer tells the service, and X-AIM and its kin get \
      an IMPP beside them.
      """,
    edit: .nameMessagingServices,
    source: "mstilkerich/rcmcarddav doc/devdoc/IMPP.md; lucc/khard#105")

  private static let embeddedPhotos = Rule(
    name: "embedded-photos",
    summary: "A PHOTO that is a `data:` URI becomes base64 with ENCODING=b.",
    edit: .embed(.photo),
    source: "Astrotomic/laravel-vcard#13; kelseykm/vcard4#14; AOSP VCardEntry.addProperty")

  private static let unquotedTypes = Rule(
    name: "unquoted-types",
    summary: "`TYPE=\"HOME,VOICE\"` becomes one TYPE each, because quotes are shown or not split.",
    edit: .unquoteTypes,
    source: """
      nextcloud/contacts#2866; nextcloud/contacts#1107; nextcloud/server#25485; \
      libasys/contactsplus#109
      """)

  private static let furtherValues = Rule(
    name: "further-values",
    summary: "Values that merging kept as X-ALSO-… are told of: no importer shows them.",
    edit: .tellFurtherValues,
    source: "RFC 2426 §3.8; AOSP VCardEntry.addProperty")

  private static let completedName = Rule(
    name: "structured-name",
    summary: """
      A card without N, or with an empty one, gets FN for a given name; the company is shown in its \
      place else.
      """,
    edit: .completeName,
    source: "RFC 2426 §3.1.2; nextcloud/contacts#910; nextcloud/contacts#1083")

  static let apple = ImporterPreset(
    name: "apple", title: "Apple Contacts", version: .version30,
    versionSource: "Intermesh/groupoffice#1282; etesync/etesync-dav#70",
    cardLimit: 50_000,
    cardLimitSource: "Apple Support 103188, Limits for iCloud Contacts",
    rules: [
      plainNumbers,
      embeddedPhotos,
      Rule(
        name: "photo-formats",
        summary: "A PHOTO that is no JPEG, BMP, PNG or GIF is set aside as X-PHOTO.",
        edit: .setAsideMedia(
          .photo, except: ["image/jpeg", "image/bmp", "image/png", "image/gif"]),
        source: "Apple Support 103188, Limits for iCloud Contacts"),
      Rule(
        name: "photo-size",
        summary: "A PHOTO of more than 224 KB is left out, because iCloud refuses the card.",
        edit: .leaveOut(.photo, beyondOctets: 224_000),
        source: "Apple Support 103188, Limits for iCloud Contacts"),
      unquotedTypes,
      Rule(
        name: "no-semicolon-parameters",
        summary: """
          A parameter with a semicolon is left out, because the quotes around it are not heeded \
          and the value of the property comes out garbled.
          """,
        edit: .leaveOutSemicolonParameters,
        source: "stalwartlabs/stalwart#3265"),
      Rule(
        name: "escaped-notes",
        summary: "A bare semicolon in NOTE gets its backslash, because the note ends there else.",
        edit: .escapeSemicolons(.note),
        source: "RFC 2426 §4; nextcloud/contacts#2346; owncloud-archive/apps#673"),
      completedName,
      Rule(
        name: "omitted-years",
        summary: "A date without a year becomes one of the year 1604 with X-APPLE-OMIT-YEAR.",
        edit: .markOmittedYears,
        source: "lucc/khard#134; nextcloud/server#16086; nextcloud/server#24108"),
      labelledAnniversary,
      Rule(
        name: "labelled-relations",
        summary: "X-SPOUSE and its kin get an X-ABRELATEDNAMES with a label beside them.",
        edit: .labelRelations,
        source: "libasys/contactsplus#98"),
      messagingServices,
      furtherValues,
    ])

  static let google = ImporterPreset(
    name: "google", title: "Google Contacts", version: .version30,
    versionSource: "Google for Developers, Manage contacts with the CardDAV protocol",
    cardLimit: 3_000,
    cardLimitSource: "Google Contacts Help, Import contacts",
    rules: [
      plainNumbers,
      labelledAnniversary,
      Rule(
        name: "no-omitted-years",
        summary: """
          A date of the year 1604 that means none is written without a year, as Google writes it, \
          and told of: the year is shown else.
          """,
        edit: .leaveOutOmittedYears(settingAside: nil),
        source: "mangstadt/ez-vcard#155; nextcloud/server#3084"),
      messagingServices,
      Rule(
        name: "no-groups",
        summary: "A card that is a group is told of: it becomes a contact without its members.",
        edit: .tellGroup,
        source: "Gmail Help 183711, Import vCard files"),
      furtherValues,
    ])

  static let outlook = ImporterPreset(
    name: "outlook", title: "Outlook", version: .version21,
    versionSource: """
      FolkerKinzel/VCards#13; ProtonMail/proton-contacts#191; Dolibarr/dolibarr#31958; \
      mixerp/MixERP.Net.VCards#12
      """,
    foldSource: "jeroendesloovere/vcard#95; jeroendesloovere/vcard#157",
    cardLimit: 1,
    cardLimitSource: "Sperry Software, VCard Limitations",
    rules: [
      plainNumbers,
      Rule(
        name: "one-photo",
        summary: "All PHOTO but the first are set aside as X-PHOTO: a contact has one.",
        edit: .setAside(.photo, after: 1, beside: nil),
        source: "Microsoft Learn, PidTagAttachmentContactPhoto Canonical Property"),
      Rule(
        name: "numbers-by-type",
        summary: """
          Numbers beyond the second of home and work, and beyond the first of any other type, are \
          told of.
          """,
        edit: .tellNumbersBeyond(["home": 2, "work": 2, "cell": 1, "pager": 1, "": 1]),
        source: "[MS-OXVCARD] TEL (RFC 2426 §3.3.1)"),
      Rule(
        name: "three-addresses",
        summary: "EMAIL beyond the third is told of: a contact has three.",
        edit: .tellBeyond(.email, 3),
        source: "Microsoft Learn, PidLidEmail3EmailAddress Canonical Property"),
      Rule(
        name: "messaging-address",
        summary: "The first IMPP, or X-AIM and its kin, gets an X-MS-IMADDRESS beside it.",
        edit: .addMessagingAddress,
        source: "owncloud-archive/contacts#1044"),
      Rule(
        name: "no-omitted-years",
        summary: """
          A BDAY of the year 1604 that means none is set aside as X-BDAY, other such dates lose \
          the year, and both are told of: a birthday has a year.
          """,
        edit: .leaveOutOmittedYears(settingAside: .bday),
        source: "vCard 2.1 §2.2.4; Microsoft Learn, PidTagBirthday Canonical Property"),
      Rule(
        name: "colleagues",
        summary: "The manager and the assistant get X-MS-MANAGER and X-MS-ASSISTANT.",
        edit: .addColleagues,
        source: "[MS-OXVCARD] §2.1.3.9.8; [MS-OXVCARD] §2.1.3.9.9; [MS-OXVCARD] §3.2"),
      furtherValues,
    ])

  static let android = ImporterPreset(
    name: "android", title: "Android", version: .version30,
    versionSource: "GrapheneOS/os-issue-tracker#977; Divested-Mobile/DivestOS-Build#202",
    foldSource: "jeroendesloovere/vcard#206",
    cardLimit: nil, cardLimitSource: nil,
    rules: [
      plainNumbers,
      embeddedPhotos,
      unquotedTypes,
      Rule(
        name: "one-formatted-name",
        summary: "All FN but the first are set aside as X-FN, because the last one is shown else.",
        edit: .setAside(.fn, after: 1, beside: nil),
        source: "AOSP VCardEntry.addProperty"),
      Rule(
        name: "no-logo-for-photo",
        summary: "LOGO is set aside as X-LOGO beside a PHOTO, because both are taken for photos.",
        edit: .setAside(.logo, after: 0, beside: .photo),
        source: "AOSP VCardEntry.addProperty"),
      Rule(
        name: "no-internet-type",
        summary: "EMAIL loses TYPE=internet, which is the default, and is shown as a label.",
        edit: .dropInternetType,
        source: "RFC 2426 §3.3.2; AOSP VCardEntry.addProperty"),
      Rule(
        name: "types-from-labels",
        summary: "TEL, EMAIL and ADR get a TYPE from X-ABLabel, because groups are not heeded.",
        edit: .typeFromLabel,
        source: """
          AOSP VCardUtils.getPhoneTypeFromStrings; you-apps/ConnectYou#349; \
          FossifyOrg/Contacts#187
          """),
      Rule(
        name: "messaging-properties",
        summary: "IMPP gets X-AIM and its kin beside it, because only `sip:` is read of IMPP.",
        edit: .addMessagingProperties,
        source: "AOSP VCardEntry.addProperty; AOSP VCardUtils.getPropertyNameForIm"),
      Rule(
        name: "yearless-birthday",
        summary: "BDAY without a year becomes X-ANDROID-CUSTOM, because 1604 is taken for one.",
        edit: .moveYearlessBirthday,
        source: """
          AOSP VCardEntry.BirthdayData; iBigQ/radicale-birthday-calendar#5; \
          Android Developers, ContactsContract.CommonDataKinds.Event
          """),
      Rule(
        name: "events",
        summary: "X-ANNIVERSARY and X-ABDATE get an X-ANDROID-CUSTOM beside them.",
        edit: .addAndroidEvents,
        source: """
          AOSP VCardEntry.AndroidCustomData; \
          Android Developers, ContactsContract.CommonDataKinds.Event
          """),
      Rule(
        name: "relations",
        summary: "X-ABRELATEDNAMES, X-SPOUSE and their kin get an X-ANDROID-CUSTOM beside them.",
        edit: .addAndroidRelations,
        source: """
          AOSP VCardEntry.AndroidCustomData; \
          Android Developers, ContactsContract.CommonDataKinds.Relation
          """),
      Rule(
        name: "capital-pref",
        summary: "TYPE=pref is written in capitals, because it is not known else.",
        edit: .capitalizePref,
        source: "AOSP VCardEntry.addProperty"),
      furtherValues,
    ])

  static let carddav = ImporterPreset(
    name: "carddav", title: "CardDAV", version: .version30,
    versionSource: "RFC 6352 §6.2.2 and §10.4: text/vcard of version 3.0 is what every server has",
    cardLimit: 1,
    cardLimitSource: "RFC 6352 §5.1, Address Object Resources",
    uidSource: "RFC 6352 §5.1; sabre-io/dav#343; lucc/khard#288",
    rules: [plainNumbers, embeddedPhotos, unquotedTypes, completedName])
}
