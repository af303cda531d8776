// What stands in one property and is looked for in another: messaging, relations, dates, labels.

/// Whom to reach by which service.
struct MessagingHandle {
  let service: MessagingService?
  let handle: String

  /// Reads IMPP, or X-AIM and its kin; `nil` when there is no plain handle.
  init?(_ property: Property) {
    let text = property.text
    guard property.known == .impp else {
      guard let service = MessagingService.of(property: property.canonicalName), !text.isEmpty
      else { return nil }
      self.service = service
      handle = text
      return
    }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let handle = String(text[text.utf8.index(after: colon)...])
    // `aim:goim?screenname=kate` is an action, and not a handle.
    guard !handle.isEmpty, !handle.utf8.contains(UInt8(ascii: "?")) else { return nil }
    self.handle = handle
    let declared = property.parameter("X-SERVICE-TYPE").first
    service = MessagingService.named(declared ?? String(text[..<colon]))
  }

  /// What tells two handles apart.
  var key: String { (service?.name ?? "") + ":" + handle.lowercased() }
}

/// How somebody is related, by name.
struct NamedRelation {
  let property: Property
  let name: String
  /// A label in Apple's spelling, such as `Spouse`, or somebody's own.
  let label: String

  /// X-ABRELATEDNAMES, whose group has a label, and X-SPOUSE and its kin.
  private static let names = PropertyRegistry.names {
    $0.relation != nil || $0.name == .xABRelatedNames
  }

  /// What tells two relations apart.
  var key: String { label.lowercased() + ":" + name }

  /// The relations of a card, in order.
  static func all(in card: Card) -> [NamedRelation] {
    let properties = card.properties(of: names)
    guard !properties.isEmpty else { return [] }
    let labels = GroupLabels(card)
    return properties.map { property in
      let relation = PropertyRegistry.shared[property.known]?.relation
      let label = relation.map(Relation.word) ?? labels[property.group]?.word ?? ""
      return NamedRelation(property: property, name: property.text, label: label)
    }.filter { !$0.name.isEmpty }
  }
}

/// A row of Android's contacts, as X-ANDROID-CUSTOM writes it: the media type, and fifteen columns of
/// text, of which the value, the number of its kind and the label of a kind of one's own come first.
struct AndroidRow {
  /// What the type of a row begins with.
  static let typePrefix: StaticString = "vnd.android.cursor.item/"

  /// The kinds of events, by Apple's labels.
  ///
  /// Android Developers, ContactsContract.CommonDataKinds.Event; 0 is a kind of one's own.
  static let events = ["anniversary": 1, "other": 2]
  /// The number of a birthday.
  static let birthday = 3

  private let columns: [String]

  /// Creates a row; one without a kind is of one's own, which only that has a label.
  init(_ type: String, _ value: String, kind: Int?, label: String = "") {
    columns = [
      "\(AndroidRow.typePrefix)\(type)", value, String(kind ?? 0), kind == nil ? label : "",
    ]
  }

  /// The columns without empty ones at the end, by which a row is known again.
  var key: String { AndroidRow.key(columns.joined(separator: ";")) }

  /// The same of a row that is in a card.
  static func key(_ text: String) -> String {
    let columns = text.utf8.reversed().drop { $0 == UInt8(ascii: ";") }
    return String(decoding: columns.reversed(), as: UTF8.self)
  }

  static let name = "X-ANDROID-CUSTOM"
  var value: ContentLine.Value {
    .structure((columns + [String](repeating: "", count: 16 - columns.count)).map { [$0] })
  }
}

extension ImporterPreset.Rule {
  // MARK: Dates and relations

  static let labelledAnniversary = Self(
    "labelled-anniversary", "X-ANNIVERSARY gets an X-ABDATE with the label Anniversary beside it.",
    source: "libasys/contactsplus#98; owncloud/contacts#564"
  ) { card, _ in
    let anniversaries = card.properties(named: .xAnniversary)
    guard !anniversaries.isEmpty else { return }
    let labels = GroupLabels(card)
    let days = card.properties(named: .xABDate)
    guard !days.contains(where: { labels[$0.group]?.key == "anniversary" }) else { return }
    var groups = card.freeGroups
    for property in anniversaries {
      guard let day = DayOfYear(property) else { continue }
      let (group, marks) = (groups.next(), day.year == nil ? [YearlessDate.mark] : [])
      card.appendDerived("X-ABDATE", .verbatim(day.text), marks, group: group)
      card.appendDerived(label: "Anniversary", group: group)
    }
  }

  static let labelledRelations = Self(
    "labelled-relations",
    "X-SPOUSE and its kin get an X-ABRELATEDNAMES with a label beside them.",
    source: "libasys/contactsplus#98"
  ) { card, _ in
    let relations = NamedRelation.all(in: card)
    var known = Set(
      relations.filter { $0.property.known == .xABRelatedNames }.map(\.key))
    guard known.count < relations.count else { return }
    var groups = card.freeGroups
    for relation in relations where relation.property.known != .xABRelatedNames {
      guard known.insert(relation.key).inserted else { continue }
      let group = groups.next()
      card.appendDerived("X-ABRELATEDNAMES", .text(relation.name), group: group)
      card.appendDerived(label: relation.label, group: group)
    }
  }

  static let events = Self(
    "events", "X-ANNIVERSARY and X-ABDATE get an X-ANDROID-CUSTOM beside them.",
    source: """
      AOSP VCardEntry.AndroidCustomData; \
      Android Developers, ContactsContract.CommonDataKinds.Event
      """
  ) { card, _ in
    var rows: [AndroidRow] = []
    let days = card.properties(of: [.xAnniversary, .xABDate])
    guard !days.isEmpty else { return }
    let labels = GroupLabels(card)
    for property in days {
      guard let day = DayOfYear(property) else { continue }
      let label =
        property.known == .xAnniversary
        ? "Anniversary" : labels[property.group]?.word ?? "Other"
      let kind = AndroidRow.events[label.lowercased()]
      rows.append(AndroidRow("contact_event", day.androidText, kind: kind, label: label))
    }
    append(rows, to: &card)
  }

  static let relations = Self(
    "relations",
    "X-ABRELATEDNAMES, X-SPOUSE and their kin get an X-ANDROID-CUSTOM beside them.",
    source: """
      AOSP VCardEntry.AndroidCustomData; \
      Android Developers, ContactsContract.CommonDataKinds.Relation
      """
  ) { card, _ in
    let rows = NamedRelation.all(in: card).map { relation in
      let kind = Relation.labelled(relation.label.lowercased())?.android.first
      return AndroidRow("relation", relation.name, kind: kind, label: relation.label)
    }
    append(rows, to: &card)
  }

  private static func append(_ rows: [AndroidRow], to card: inout Card) {
    guard !rows.isEmpty else { return }
    var known = Set(card.properties(named: .xAndroidCustom).map { AndroidRow.key($0.text) })
    for row in rows where known.insert(row.key).inserted {
      card.appendDerived(AndroidRow.name, row.value)
    }
  }

  static let yearlessBirthday = Self(
    "yearless-birthday",
    "BDAY without a year becomes X-ANDROID-CUSTOM, because 1604 is taken for one.",
    source: """
      AOSP VCardEntry.BirthdayData; iBigQ/radicale-birthday-calendar#5; \
      Android Developers, ContactsContract.CommonDataKinds.Event
      """,
    lines: [.bday]
  ) { property, teller in
    guard !property.rules.hasYearlessDates, let day = DayOfYear(property), day.year == nil
    else { return .keep }
    teller.tell(
      property,
      """
      BDAY \(property.quotedText) becomes X-ANDROID-CUSTOM, which only \(teller.importer) reads: \
      it has no year
      """)
    let row = AndroidRow("contact_event", day.androidText, kind: AndroidRow.birthday)
    return .replace(ContentLine(AndroidRow.name, row.value))
  }

  // MARK: Messaging

  /// IMPP, and the properties that say the same; some have no number.
  private static let accounts = PropertyRegistry.names(saying: .messaging)

  static let messagingServices = Self(
    "messaging-services",
    """
    IMPP gets X-SERVICE-TYPE, by which the importer tells the service, and X-AIM and its kin get \
    an IMPP beside them.
    """,
    source: "mstilkerich/rcmcarddav doc/devdoc/IMPP.md; lucc/khard#105"
  ) { card, _ in
    card.edit([.impp]) { property in
      guard property.parameter("X-SERVICE-TYPE").isEmpty,
        let service = MessagingHandle(property)?.service
      else { return .keep }
      return property.edited { $0.parameters.append(Parameter("X-SERVICE-TYPE", service.name)) }
    }
    var known = Set(card.properties(named: .impp).compactMap { MessagingHandle($0)?.key })
    for property in card.properties(of: accounts) {
      guard property.known != .impp, let handle = MessagingHandle(property),
        let service = handle.service, let scheme = service.scheme
      else { continue }
      // RFC 3986 §2.1.
      let encoded = PercentCoding.encoded(handle.handle, keeping: "-._~@+:/")
      // An IMPP may say the handle as it is, or with the letters encoded that URIs do not have.
      let keys = [handle.key, service.name + ":" + encoded.lowercased()]
      guard known.isDisjoint(with: keys) else { continue }
      known.formUnion(keys)
      card.appendDerived(
        "IMPP", .init(verbatim: "\(scheme):\(encoded)", of: .impp),
        [Parameter("X-SERVICE-TYPE", service.name)] + types(of: property))
    }
  }

  static let messagingProperties = Self(
    "messaging-properties",
    "IMPP gets X-AIM and its kin beside it, because only `sip:` is read of IMPP.",
    source: "AOSP VCardEntry.addProperty; AOSP VCardUtils.getPropertyNameForIm"
  ) { card, teller in
    guard card.first(.impp) != nil else { return }
    var known = Set(
      card.properties(of: accounts).compactMap { property -> String? in
        // X-SKYPE and X-GTALK are not read.
        let name = property.canonicalName
        guard MessagingService.of(property: name)?.properties.first == name else { return nil }
        return MessagingHandle(property)?.key
      })
    for property in card.properties(named: .impp) {
      let text = property.text
      if text.utf8.starts(with: "sip:".utf8) { continue }
      guard let handle = MessagingHandle(property), let service = handle.service,
        service.isAndroid, let name = service.properties.first
      else {
        teller.tell(
          property,
          "IMPP \(property.quotedText) is kept, but \(teller.importer) reads none of its service")
        continue
      }
      guard known.insert(handle.key).inserted else { continue }
      card.appendDerived(name, .text(handle.handle), types(of: property))
    }
  }

  static let messagingAddress = Self(
    "messaging-address",
    "The first IMPP, or X-AIM and its kin, gets an X-MS-IMADDRESS beside it.",
    source: "owncloud-archive/contacts#1044"
  ) { card, _ in
    guard card.first(named: "X-MS-IMADDRESS") == nil else { return }
    for property in card.properties(of: accounts) {
      guard let handle = MessagingHandle(property) else { continue }
      return card.appendDerived("X-MS-IMADDRESS", .text(handle.handle))
    }
  }

  /// TYPE of a property without what only IMPP has.
  private static func types(of property: Property) -> [Parameter] {
    let types = property.types.filter { $0 == "home" || $0 == "work" || $0 == "pref" }
    return types.isEmpty ? [] : [Parameter("TYPE", types)]
  }

  // MARK: Colleagues and labels

  static let colleagues = Self(
    "colleagues", "The manager and the assistant get X-MS-MANAGER and X-MS-ASSISTANT.",
    source: "[MS-OXVCARD] §2.1.3.9.8; [MS-OXVCARD] §2.1.3.9.9; [MS-OXVCARD] §3.2"
  ) { card, _ in
    let relations = NamedRelation.all(in: card)
    for label in ["Manager", "Assistant"] {
      let name = "X-MS-" + Property.Name.uppercased(label)
      // Outlook reads X-ASSISTANT itself.
      guard let relation = relations.first(where: { $0.label == label }),
        card.first(named: name) == nil, label != "Assistant" || card.first(.xAssistant) == nil
      else { continue }
      card.appendDerived(name, .text(relation.name), [Parameter("TYPE", "N")])
    }
  }

  static let typesFromLabels = Self(
    "types-from-labels",
    "TEL, EMAIL and ADR get a TYPE from X-ABLabel, because groups are not heeded.",
    source: """
      AOSP VCardUtils.getPhoneTypeFromStrings; you-apps/ConnectYou#349; \
      FossifyOrg/Contacts#187
      """
  ) { card, _ in
    guard card.first(.xABLabel) != nil else { return }
    let labels = GroupLabels(card)
    card.edit([.tel, .email, .adr]) { property in
      // What says nothing of the kind of address may stand there.
      guard Set(property.types).isSubset(of: ["pref", "internet", "voice"]),
        let label = labels[property.group], let type = androidType(of: label, property.known)
      else { return .keep }
      return property.edited { $0.parameters.append(Parameter("TYPE", type)) }
    }
  }

  /// The TYPE by which Android shows a label; `nil` when it shows the same without.
  private static func androidType(of label: AppleLabel, _ name: KnownName) -> String? {
    switch (label.key, name) {
    case ("home", _): "HOME"
    case ("work", _): "WORK"
    case ("mobile", .tel), ("mobile", .email): "CELL"
    case ("pager", .tel): "PAGER"
    case ("other", .email): nil
    case ("other", _): "OTHER"
    // Readers take a comma between quotation marks for the end of a type, too.
    default: "X-" + label.word.filter { $0 != "," }
    }
  }
}
