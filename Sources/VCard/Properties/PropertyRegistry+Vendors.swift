// What programs write of their own, which RFC 2426 §3.8 and RFC 6350 §6.10 allow.
extension PropertyRegistry {
  private typealias Row = PropertyDefinition

  static let vendors: [PropertyDefinition] = [
    // Apple's Contacts, calendar server and iCloud.
    Row(vendor: .xABLabel, "X-ABLABEL"),
    Row(vendor: .xABDate, "X-ABDATE", says: .dates).valued(.date).becoming(
      .anniversary, .date, label: "anniversary"),
    Row(vendor: .xABADR, "X-ABADR"),
    Row(vendor: .xABUID, "X-ABUID", about: .device),
    Row(vendor: .xABShowAs, "X-ABSHOWAS", about: .personOnce, says: .kind).becoming(
      .kind, .word(["company": "org"])),
    Row(vendor: .xABRelatedNames, "X-ABRELATEDNAMES", says: .relations).becoming(
      .related, .labelledRelation),
    Row(vendor: .xSocialProfile, "X-SOCIALPROFILE", says: .profiles).becoming(
      .socialProfile, .profile),
    Row(vendor: .xPhoneticFirstName, "X-PHONETIC-FIRST-NAME").phonetic(1),
    Row(vendor: .xPhoneticMiddleName, "X-PHONETIC-MIDDLE-NAME").phonetic(2),
    Row(vendor: .xPhoneticLastName, "X-PHONETIC-LAST-NAME").phonetic(0),
    Row(vendor: .xPhoneticOrg, "X-PHONETIC-ORG").phonetic(),
    Row(vendor: .xMaidenName, "X-MAIDENNAME", about: .personOnce, says: .names),
    Row(vendor: .xAltBday, "X-ALTBDAY", says: .birthday),
    Row(vendor: .xThumbnail, "X-THUMBNAIL", about: .personOnce, says: .image),
    Row(
      vendor: .xAddressBookServerKind, "X-ADDRESSBOOKSERVER-KIND", about: .personOnce, says: .kind
    ).becoming(.kind, .word(["group": "group", "individual": "individual", "org": "org"])),
    Row(vendor: .xAddressBookServerMember, "X-ADDRESSBOOKSERVER-MEMBER").becoming(
      .member, .reference),
    Row(vendor: .xImagePath, "X-IMAGE-PATH", about: .device),
    Row(vendor: .xImageHash, "X-IMAGEHASH", about: .device),
    Row(vendor: .xABCropRectangle, "X-ABCROP-RECTANGLE"),

    Row(vendor: .xTwitter, "X-TWITTER", says: .profiles).becoming(
      .socialProfile, .text, Parameter("SERVICE-TYPE", "Twitter")),

    // Relations and dates of Evolution, KAddressBook, Outlook and the Windows Address Book.
    Row(
      vendor: .xSpouse, "X-SPOUSE", "X-EVOLUTION-SPOUSE", "X-KADDRESSBOOK-X-SPOUSESNAME",
      "X-KADDRESSBOOK-X-SPOUSENAME", "X-MS-SPOUSE", "X-SPOUSESNAME", "X-WAB-SPOUSE_NAME"
    ).relation("spouse"),
    Row(
      vendor: .xManager, "X-MANAGER", "X-EVOLUTION-MANAGER", "X-KADDRESSBOOK-X-MANAGERSNAME",
      "X-MS-MANAGER", "X-MANAGERSNAME"
    ).relation("manager"),
    Row(
      vendor: .xAssistant, "X-ASSISTANT", "X-EVOLUTION-ASSISTANT",
      "X-KADDRESSBOOK-X-ASSISTANTSNAME", "X-MS-ASSISTANT", "X-ASSISTANTSNAME"
    ).relation("assistant"),
    Row(vendor: .xChild, "X-CHILD", "X-MS-CHILD").relation("child"),
    Row(
      vendor: .xAnniversary, "X-ANNIVERSARY", "X-EVOLUTION-ANNIVERSARY",
      "X-KADDRESSBOOK-X-ANNIVERSARY", "X-MS-ANNIVERSARY", "X-WAB-WEDDING_ANNIVERSARY", says: .dates
    ).becoming(.anniversary, .date),
    Row(vendor: .xGender, "X-GENDER", "X-WAB-GENDER").becoming(
      .gender,
      .word([
        "f": "F", "female": "F", "m": "M", "male": "M", "o": "O", "other": "O", "n": "N",
        "none": "N", "u": "U", "unknown": "U", "1": "F", "2": "M",
      ])),
    Row(vendor: .xEvolutionFileAs, "X-EVOLUTION-FILE-AS", about: .personOnce),

    // Android's rows of what it has no property for.
    Row(vendor: .xAndroidCustom, "X-ANDROID-CUSTOM", says: [.nickname, .relations, .dates])
      .becoming(.nickname, .androidText(kind: "nickname"))
      .becoming(.anniversary, .androidEvent(type: "1"))
      .becoming(.bday, .androidEvent(type: "3"))
      .becoming(.related, .androidRelation),

    // What synchronisation leaves behind.
    Row(vendor: .xIRMCLUID, "X-IRMC-LUID", about: .device),
    Row(vendor: .xEtag, "X-ETAG", about: .device),
    Row(vendor: .xCouchDBUUID, "X-COUCHDB-UUID", about: .device),
    Row(vendor: .xSyncURL, "X-SYNC-URL", about: .device),
  ]

  /// Accounts, as Evolution, KAddressBook, Gajim, Outlook and Android write them; see ``MessagingService``.
  static let accounts: [PropertyDefinition] = {
    let names: [(KnownName, String)] = [
      (.xAIM, "X-AIM"), (.xICQ, "X-ICQ"), (.xJabber, "X-JABBER"), (.xMSN, "X-MSN"),
      (.xYahoo, "X-YAHOO"), (.xSkype, "X-SKYPE"), (.xSkypeUsername, "X-SKYPE-USERNAME"),
      (.xGTalk, "X-GTALK"), (.xGoogleTalk, "X-GOOGLE-TALK"), (.xQQ, "X-QQ"),
      (.xGaduGadu, "X-GADUGADU"), (.xGroupWise, "X-GROUPWISE"), (.xMatrix, "X-MATRIX"),
    ]
    return names.map { Row(vendor: $0, $1, says: .messaging) }
  }()
}
