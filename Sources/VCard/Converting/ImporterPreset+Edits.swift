// What an importer refuses, misreads or drops.
extension ImporterPreset.Rule {
  // MARK: What the importer refuses

  static let photoSize = Self(
    "photo-size", "A PHOTO of more than 224 KB is left out, because iCloud refuses the card.",
    source: "Apple Support 103188, Limits for iCloud Contacts", lines: [.photo]
  ) { property, teller in
    let most = 224_000
    guard let octets = property.binary?.octets, octets.count > most else { return .keep }
    teller.tell(
      property, "PHOTO of \(octets.count) octets is left out: \(teller.importer) takes \(most)")
    return .remove
  }

  static let photoFormats = Self(
    "photo-formats", "A PHOTO that is no JPEG, BMP, PNG or GIF is set aside as X-PHOTO.",
    source: "Apple Support 103188, Limits for iCloud Contacts", lines: [.photo]
  ) { property, teller in
    guard let type = property.binary?.mediaType,
      !["image/jpeg", "image/bmp", "image/png", "image/gif"].contains(type)
    else { return .keep }
    return property.setAside(
      "\(teller.importer) takes no \(Quote.of(Array(type.utf8).span, marks: ""))", &teller)
  }

  static let onePhoto = Self(
    "one-photo", "All PHOTO but the first are set aside as X-PHOTO: a contact has one.",
    source: "Microsoft Learn, PidTagAttachmentContactPhoto Canonical Property",
    settingAside: .photo, after: 1)

  static let oneFormattedName = Self(
    "one-formatted-name",
    "All FN but the first are set aside as X-FN, because the last one is shown else.",
    source: "AOSP VCardEntry.addProperty", settingAside: .fn, after: 1)

  static let noLogoForPhoto = Self(
    "no-logo-for-photo",
    "LOGO is set aside as X-LOGO beside a PHOTO, because both are taken for photos.",
    source: "AOSP VCardEntry.addProperty", settingAside: .logo, after: 0, beside: .photo)

  /// Creates a rule that renames to `X-…` all of a name but the first so many; only in cards that have
  /// the other name, if one is given.
  private init(
    _ name: String, _ summary: String, source: String, settingAside property: KnownName,
    after count: Int, beside other: KnownName? = nil
  ) {
    self.init(name, summary, source: source) { card, teller in
      if let other, card.first(other) == nil { return }
      guard card.rows.count(where: { $0.known == property }) > count else { return }
      var found = 0
      card.edit([property]) { property in
        found += 1
        guard found > count else { return .keep }
        return property.setAside(
          count == 0
            ? "\(teller.importer) takes it for something else"
            : "\(teller.importer) takes only \(count)", &teller)
      }
    }
  }

  static let noSemicolonParameters = Self(
    "no-semicolon-parameters",
    """
    A parameter with a semicolon is left out, because the quotes around it are not heeded and the \
    value of the property comes out garbled.
    """,
    source: "stalwartlabs/stalwart#3265"
  ) { card, teller in
    card.edit(parametersWith: UInt8(ascii: ";")) { property in
      let bad = property.parameters.filter { parameter in
        parameter.values.contains { $0.utf8.contains(UInt8(ascii: ";")) }
      }
      guard !bad.isEmpty else { return .keep }
      return property.edited { line in
        line.parameters.removeAll { bad.contains($0) }
        for parameter in bad {
          teller.tell(
            property,
            """
            \(property.canonicalName) loses \(parameter.name)=\
            \(Quote.of(Array(parameter.values.joined(separator: ",").utf8).span)): \
            \(teller.importer) heeds no quotes around a semicolon
            """)
        }
      }
    }
  }

  // MARK: What the importer misreads

  static let embeddedPhotos = Self(
    "embedded-photos", "A PHOTO that is a `data:` URI becomes base64 with ENCODING=b.",
    source: "Astrotomic/laravel-vcard#13; kelseykm/vcard4#14; AOSP VCardEntry.addProperty",
    lines: [.photo]
  ) { property, _ in
    guard property.rules.base64Encoding != nil,
      let (type, octets) = DataURI.decode(property.text)
    else { return .keep }
    let parameters = property.parameters.filter { $0.name != "VALUE" && $0.name != "MEDIATYPE" }
    return .replace(
      ContentLine(
        group: property.group, property.name.spelling, parameters: parameters,
        .binary(mediaType: type, octets: octets)))
  }

  static let unquotedTypes = Self(
    "unquoted-types",
    "`TYPE=\"HOME,VOICE\"` becomes one TYPE each, because quotes are shown or not split.",
    source: """
      nextcloud/contacts#2866; nextcloud/contacts#1107; nextcloud/server#25485; \
      libasys/contactsplus#109
      """
  ) { card, _ in
    card.edit(parametersWith: UInt8(ascii: "\"")) { property in
      guard property.hasQuotedType else { return .keep }
      return property.edited { line in
        line.parameters = line.parameters.flatMap { parameter in
          parameter.name == "TYPE" ? parameter.values.map { Parameter("TYPE", $0) } : [parameter]
        }
      }
    }
  }

  static let escapedNotes = Self(
    "escaped-notes",
    "A bare semicolon in NOTE gets its backslash, because the note ends there else.",
    source: "RFC 2426 §4; nextcloud/contacts#2346; owncloud-archive/apps#673", lines: [.note]
  ) { property, _ in
    guard var line = ContentLine(copying: property), case .verbatim(let raw) = line.value,
      ValueText.split(Array(raw.utf8)[...], at: { $0 == UInt8(ascii: ";") }).count > 1
    else { return .keep }
    line.value = .text(property.text)
    return .replace(line)
  }

  static let plainNumbers = Self(
    "plain-numbers", "`tel:` URIs become plain numbers, because only vCard 4.0 has them.",
    source: "RFC 2426 §3.3.1; nextcloud/contacts#1899; AOSP VCardEntry.addProperty", lines: [.tel]
  ) { property, teller in
    guard !property.rules.hasTelURIs else { return .keep }
    let uri = property.text
    // Some programs put a scheme before a URI that has one.
    var start = 0
    while TelURI.hasScheme(uri.utf8Span.span.extracting(droppingFirst: start + 4)) { start += 4 }
    guard let number = TelURI(String(Substring(uri.utf8.dropFirst(start)))), !number.number.isEmpty
    else { return .keep }
    return property.edited { line in
      line.parameters.removeAll { $0.name == "VALUE" }
      line.value = .text(number.text)
      for rest in number.rest where !rest.isEmpty {
        teller.tell(
          property,
          """
          TEL \(property.quotedText) loses \(Quote.of(Array(rest.utf8).span)): \
          \(teller.importer) takes plain numbers
          """)
      }
    }
  }

  static let capitalPref = Self(
    "capital-pref", "TYPE=pref is written in capitals, because it is not known else.",
    source: "AOSP VCardEntry.addProperty", lines: androidPreferred, parametersWith: "PREF"
  ) { property, _ in
    let types = property.parameter("TYPE")
    guard types.contains(where: { $0 != "PREF" && $0.lowercased() == "pref" }) else { return .keep }
    return property.edited { line in
      for index in line.parameters.indices where line.parameters[index].name == "TYPE" {
        line.parameters[index].values = line.parameters[index].values.map {
          $0.lowercased() == "pref" ? "PREF" : $0
        }
      }
    }
  }

  private static let androidPreferred = NameSet(
    [.tel, .org]
      + MessagingService.all.filter(\.isAndroid).compactMap(\.properties.first)
      .map(ConversionLine.known))

  static let noInternetType = Self(
    "no-internet-type",
    "EMAIL loses TYPE=internet, which is the default, and is shown as a label.",
    source: "RFC 2426 §3.3.2; AOSP VCardEntry.addProperty", lines: [.email],
    parametersWith: "INTERNET"
  ) { property, _ in
    guard property.types.contains("internet") else { return .keep }
    return property.edited { line in line.removeTypes { $0.lowercased() == "internet" } }
  }

  static let omittedYears = Self(
    "omitted-years",
    "A date without a year becomes one of the year 1604 with X-APPLE-OMIT-YEAR.",
    source: "lucc/khard#134; nextcloud/server#16086; nextcloud/server#24108",
    lines: [.bday, .xABDate]
  ) { property, _ in
    guard !property.rules.hasYearlessDates, let day = DayOfYear(property), day.year == nil,
      !day.isMarked
    else { return .keep }
    return property.edited { line in
      line.parameters.removeAll { $0.name == "VALUE" || $0.name == YearlessDate.parameter }
      line.parameters.append(YearlessDate.mark)
      line.value = .verbatim(day.text)
    }
  }

  static let shortOmittedYears = Self(
    "no-omitted-years",
    """
    A date of the year 1604 that means none is written without a year, as Google writes it, and \
    told of: the year is shown else.
    """,
    source: "mangstadt/ez-vcard#155; nextcloud/server#3084", settingAside: nil)

  static let noOmittedYears = Self(
    "no-omitted-years",
    """
    A BDAY of the year 1604 that means none is set aside as X-BDAY, other such dates lose the \
    year, and both are told of: a birthday has a year.
    """,
    source: "vCard 2.1 §2.2.4; Microsoft Learn, PidTagBirthday Canonical Property",
    settingAside: .bday)

  /// Creates a rule that writes dates of Apple's year without it: `--0504`; the one name becomes `X-…`.
  private init(
    _ name: String, _ summary: String, source: String, settingAside unread: KnownName?
  ) {
    self.init(name, summary, source: source, lines: [.bday, .xAnniversary, .xABDate]) {
      property, teller in
      guard !property.rules.hasYearlessDates, let day = DayOfYear(property), day.year == nil,
        day.isMarked
      else { return .keep }
      return property.edited { line in
        let name = property.canonicalName
        line.parameters.removeAll { $0.name == "VALUE" || $0.name == YearlessDate.parameter }
        if property.parameter(YearlessDate.form).isEmpty {
          line.parameters.append(Parameter(YearlessDate.form, name))
        }
        line.value = .verbatim(day.yearless)
        let isSetAside = property.known == unread
        if isSetAside { line.name = "X-" + name }
        guard property.parameter(property.rules.derivedName.text).isEmpty else { return }
        teller.tell(
          property,
          """
          \(name) \(Quote.of(Array(day.yearless.utf8).span)) has no year, for which \
          \(teller.importer) would show \(YearlessDate.year): \
          \(isSetAside ? "set aside as X-\(name)" : "written without one")
          """)
      }
    }
  }

  static let structuredName = Self(
    "structured-name",
    """
    A card without N, or with an empty one, gets FN for a given name; the company is shown in its \
    place else.
    """,
    source: "RFC 2426 §3.1.2; nextcloud/contacts#910; nextcloud/contacts#1083"
  ) { card, _ in
    let names = card.properties(named: .n)
    guard names.allSatisfy({ $0.components.allSatisfy { $0.allSatisfy(\.isEmpty) } }),
      let fn = card.first(.fn), fn.text.utf8.contains(where: { !Octets.isBlank($0) }),
      card.first(.xABShowAs) == nil,
      card.kinds.allSatisfy({ $0.text.lowercased() == "individual" })
    else { return }
    let company = card.first(.org)?.components.first?.first
    guard company != fn.text else { return }
    let line = ContentLine(
      "N", parameters: [card.rules.derivedMark], .structure([[], [fn.text], [], [], []]))
    if let name = names.first {
      card.replace(name, with: line)
    } else {
      card.insert(line, before: fn)
    }
  }

  // MARK: What the importer drops

  static let threeAddresses = Self(
    "three-addresses", "EMAIL beyond the third is told of: a contact has three.",
    source: "Microsoft Learn, PidLidEmail3EmailAddress Canonical Property"
  ) { card, teller in
    let most = 3
    for property in card.properties(named: .email).dropFirst(most) {
      teller.tell(
        property,
        "EMAIL \(property.quotedText) is kept, but \(teller.importer) takes only \(most) of them")
    }
  }

  static let numbersByType = Self(
    "numbers-by-type",
    """
    Numbers beyond the second of home and work, and beyond the first of any other type, are told \
    of.
    """,
    source: "[MS-OXVCARD] TEL (RFC 2426 §3.3.1)"
  ) { card, teller in
    var counts: [String: Int] = [:]
    let properties = card.properties(named: .tel)
    guard properties.count > 1 else { return }
    for property in properties {
      let types = property.types
      // What has a place of its own elsewhere does not count here.
      guard !types.contains(where: { ["fax", "car", "isdn", "pcs"].contains($0) }),
        let (type, limit) = numbers.first(where: { $0.0.isEmpty || types.contains($0.0) })
      else { continue }
      counts[type, default: 0] += 1
      guard counts[type, default: 0] > limit else { continue }
      teller.tell(
        property,
        """
        TEL \(property.quotedText) is kept, but \(teller.importer) takes only \(limit) of the \
        \(type.isEmpty ? "other" : type) numbers
        """)
    }
  }

  /// The most numbers of each type; the last is for all that have none of the others.
  private static let numbers = [("cell", 1), ("pager", 1), ("home", 2), ("work", 2), ("", 1)]

  static let furtherValues = Self(
    "further-values",
    "Values that merging kept as X-ALSO-… are told of: no importer shows them.",
    source: "RFC 2426 §3.8; AOSP VCardEntry.addProperty"
  ) { card, teller in
    for property in card.properties(of: [.unknown]) {
      guard let name = FurtherValue.ofPerson(property)?.canonical else { continue }
      let value = property.isBase64 ? "" : " \(property.quotedText)"
      teller.tell(
        property,
        """
        \(name)\(value) is kept as \(FurtherValue.prefix)\(name), which \(teller.importer) does \
        not show
        """)
    }
  }

  static let noGroups = Self(
    "no-groups",
    "A card that is a group is told of: it becomes a contact without its members.",
    source: "Gmail Help 183711, Import vCard files"
  ) { card, teller in
    guard let kind = card.kinds.first(where: { $0.text.lowercased() == "group" }) else { return }
    teller.tell(
      kind, "the card is a group, of which \(teller.importer) makes a contact without its members")
  }
}

extension Property {
  /// The line with an `X-` before its name, which is told of.
  fileprivate func setAside(_ reason: String, _ teller: inout Teller) -> LineEdit {
    edited { line in
      let name = canonicalName
      line.name = "X-" + name
      teller.tell(self, "\(name) is set aside as X-\(name): \(reason)")
    }
  }

  /// Whether TYPE has a quoted value that needs no quotes.
  fileprivate var hasQuotedType: Bool {
    let head = Unfolding.unfolded(bytes.span, row.parameterRange)
    let isQuoted = head.indices.contains { index in
      Octets.equal(head.span.extracting(index..<head.count).extracting(first: 7), ";TYPE=\"")
    }
    return isQuoted
      && parameter("TYPE").allSatisfy { type in
        !type.isEmpty && type.utf8.allSatisfy { $0 > 0x20 && !":;,\\\"".utf8.contains($0) }
      }
  }
}

extension Card {
  /// The properties that say that the card is about a person, a company, a group or a thing.
  fileprivate var kinds: [Property] {
    properties(of: [.kind, .xAddressBookServerKind]) + [first(named: "X-KIND")].compactMap { $0 }
  }
}

/// A day of the year, and perhaps a year.
struct DayOfYear {
  /// Without a year that means none, and without a time.
  private let date: PartialDate
  /// Whether a year stands there that means none.
  let isMarked: Bool
  /// The year; `nil` when there is none, or one that Apple writes for none.
  var year: Int? { date.year }

  /// Creates a day; `nil` when the value is none, or has a time.
  init?(_ property: Property) {
    guard let read = PartialDate(property.text), read.month != nil, read.day != nil, !read.hasTime
    else { return nil }
    date = read.withoutOmittedYear(named: property.parameter(YearlessDate.parameter))
    isMarked = date.year != read.year
  }

  /// The date, such as `2001-05-04`; in Apple's year, where it has none.
  var text: String { DateText.day(date) }

  /// The same as Android writes it: `--05-04`, where it has no year.
  var androidText: String { year == nil ? "-" + text.dropFirst(4) : text }

  /// The day without a year, in the form of RFC 6350 §4.3.1, which Google writes.
  var yearless: String {
    PartialDate(month: date.month, day: date.day).dateText(isBasic: true) ?? ""
  }
}
