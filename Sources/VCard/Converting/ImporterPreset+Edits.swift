extension ImporterPreset.Edit {
  // MARK: What the importer refuses

  /// Leaves out binary values of more octets than this.
  static func leaveOut(_ name: KnownName, beyondOctets most: Int) -> Self {
    Self { card, teller in
      card.edit([name]) { property in
        guard let octets = property.binary?.octets, octets.count > most else { return .keep }
        teller.tell(
          property,
          "\(name.canonical) of \(octets.count) octets is left out: \(teller.importer) takes \(most)"
        )
        return .remove
      }
    }
  }

  /// Renames a binary value to `X-…` unless its media type is one of these.
  static func setAsideMedia(_ name: KnownName, except types: Set<String>) -> Self {
    Self { card, teller in
      card.edit([name]) { property in
        guard let type = property.binary?.mediaType, !types.contains(type) else { return .keep }
        return renamed(
          property,
          reason: "\(teller.importer) takes no \(Quote.of(Array(type.utf8).span, marks: ""))",
          teller: &teller)
      }
    }
  }

  /// Renames to `X-…` all of a name but the first so many; only in cards that have the other
  /// name, if one is given.
  static func setAside(_ name: KnownName, after count: Int, beside other: KnownName?) -> Self {
    Self { card, teller in
      if let other, card.first(other) == nil { return }
      guard card.rows.count(where: { $0.known == name }) > count else { return }
      var found = 0
      card.edit([name]) { property in
        found += 1
        guard found > count else { return .keep }
        let reason =
          count == 0
          ? "\(teller.importer) takes it for something else"
          : "\(teller.importer) takes only \(count)"
        return renamed(property, reason: reason, teller: &teller)
      }
    }
  }

  private static func renamed(
    _ property: Property, reason: String, teller: inout Teller
  ) -> LineEdit {
    property.edited { line in
      let name = property.canonicalName
      line.name = "X-" + name
      teller.tell(property, "\(name) is set aside as X-\(name): \(reason)")
    }
  }

  /// Leaves out parameters with a semicolon in their values.
  static let leaveOutSemicolonParameters = Self { card, teller in
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

  /// Writes `data:` URIs of a name as base64.
  static func embed(_ name: KnownName) -> Self {
    Self { card, _ in
      guard card.rules.base64Encoding != nil else { return }
      card.edit([name]) { property in
        guard let (type, octets) = DataURI.decode(property.text) else { return .keep }
        let parameters = property.parameters.filter {
          $0.name != "VALUE" && $0.name != "MEDIATYPE"
        }
        return .replace(
          ContentLine(
            group: property.group, property.name.spelling, parameters: parameters,
            .binary(mediaType: type, octets: octets)))
      }
    }
  }

  /// Writes `TYPE="HOME,VOICE"` as `TYPE=HOME;TYPE=VOICE`.
  static let unquoteTypes = Self { card, _ in
    card.edit(parametersWith: UInt8(ascii: "\"")) { property in
      guard property.hasQuotedType else { return .keep }
      return property.edited { line in
        line.parameters = line.parameters.flatMap { parameter in
          parameter.name == "TYPE" ? parameter.values.map { Parameter("TYPE", $0) } : [parameter]
        }
      }
    }
  }

  /// Puts a backslash before the semicolons in the text of a name.
  static func escapeSemicolons(_ name: KnownName) -> Self {
    Self { card, _ in
      card.edit([name]) { property in
        guard property.shape == .single, var line = ContentLine(copying: property),
          case .verbatim(let raw) = line.value,
          ValueText.split(Array(raw.utf8)[...], at: { $0 == UInt8(ascii: ";") }).count > 1
        else { return .keep }
        line.value = .text(property.text)
        return .replace(line)
      }
    }
  }

  /// Writes `tel:` URIs as text.
  static let unwrapNumbers = Self { card, teller in
    guard !card.rules.hasTelURIs else { return }
    card.edit([.tel]) { property in
      let uri = property.text
      // Some programs put a scheme before a URI that has one.
      var start = 0
      while TelURI.hasScheme(uri.utf8Span.span.extracting(droppingFirst: start + 4)) { start += 4 }
      guard let number = TelURI(String(Substring(uri.utf8.dropFirst(start)))),
        !number.number.isEmpty
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
  }

  /// Writes `TYPE=pref` in capitals.
  static let capitalizePref = Self { card, _ in
    var names: NameSet = [.tel, .org]
    for service in MessagingService.all where service.isAndroid {
      for name in service.properties.prefix(1) { names.insert(ConversionLine.known(name)) }
    }
    card.edit(names, parametersWith: "PREF") { property in
      let types = property.parameter("TYPE")
      guard types.contains(where: { $0 != "PREF" && $0.lowercased() == "pref" }) else {
        return .keep
      }
      return property.edited { line in
        line.editTypes { $0 = $0.map { $0.lowercased() == "pref" ? "PREF" : $0 } }
      }
    }
  }

  /// Takes `TYPE=internet` away from EMAIL, where it says nothing.
  static let dropInternetType = Self { card, _ in
    card.edit([.email], parametersWith: "INTERNET") { property in
      guard property.types.contains("internet") else { return .keep }
      return property.edited { line in
        line.editTypes { $0.removeAll { $0.lowercased() == "internet" } }
        line.parameters.removeAll { $0.name == "TYPE" && $0.values.isEmpty }
      }
    }
  }

  /// Writes dates without a year as Apple does: `X-APPLE-OMIT-YEAR=1604:1604-05-04`.
  static let markOmittedYears = Self { card, _ in
    guard !card.rules.hasYearlessDates else { return }
    card.edit([.bday, .xABDate]) { property in
      guard let day = DayOfYear(property), day.year == nil, !day.isMarked else { return .keep }
      return property.edited { line in
        line.parameters.removeAll { $0.name == "VALUE" || $0.name == YearlessDate.parameter }
        line.parameters.append(YearlessDate.mark)
        line.value = .verbatim(day.text)
      }
    }
  }

  /// Writes dates of Apple's year without it: `--0504`; the one name becomes `X-…`.
  static func leaveOutOmittedYears(settingAside unread: KnownName?) -> Self {
    Self { card, teller in
      guard !card.rules.hasYearlessDates else { return }
      let mark = card.derivedMark.name
      card.edit([.bday, .xAnniversary, .xABDate]) { property in
        guard let day = DayOfYear(property), day.year == nil, day.isMarked,
          var line = ContentLine(copying: property)
        else { return .keep }
        let name = property.canonicalName
        line.parameters.removeAll { $0.name == "VALUE" || $0.name == YearlessDate.parameter }
        if property.parameter(YearlessDate.form).isEmpty {
          line.parameters.append(Parameter(YearlessDate.form, name))
        }
        line.value = .verbatim(day.yearless)
        let isSetAside = property.known == unread
        if isSetAside { line.name = "X-" + name }
        if property.parameter(mark).isEmpty {
          teller.tell(
            property,
            """
            \(name) \(Quote.of(Array(day.yearless.utf8).span)) has no year, for which \
            \(teller.importer) would show \(YearlessDate.year): \
            \(isSetAside ? "set aside as X-\(name)" : "written without one")
            """)
        }
        return .replace(line)
      }
    }
  }

  /// Gives a card without N the text of FN for a given name.
  static let completeName = Self { card, _ in
    let names = card.properties(named: .n)
    guard names.allSatisfy({ $0.components.allSatisfy { $0.allSatisfy(\.isEmpty) } }),
      let fn = card.first(.fn), !fn.isBlank, !card.isNoPerson
    else { return }
    let company = card.first(.org)?.components.first?.first
    guard company != fn.text else { return }
    let line = ContentLine(
      "N", parameters: [card.derivedMark], .structure([[], [fn.text], [], [], []]))
    if let name = names.first {
      card.replace(name, with: line)
    } else {
      card.insert(line, before: fn)
    }
  }

  // MARK: What the importer drops

  /// Tells of values of a name beyond the first so many.
  static func tellBeyond(_ name: KnownName, _ most: Int) -> Self {
    Self { card, teller in
      for property in card.properties(named: name).dropFirst(most) {
        teller.tell(
          property,
          """
          \(name.canonical) \(property.quotedText) is kept, but \(teller.importer) takes only \
          \(most) of them
          """)
      }
    }
  }

  /// Tells of numbers of a type beyond the first so many; the empty type is all that have none of
  /// the others.
  static func tellNumbersBeyond(_ most: [String: Int]) -> Self {
    Self { card, teller in
      var counts: [String: Int] = [:]
      let numbers = card.properties(named: .tel)
      guard numbers.count > 1 else { return }
      for property in numbers {
        let types = property.types
        // What has a place of its own elsewhere does not count here.
        let isElsewhere = types.contains {
          $0 == "fax" || $0 == "car" || $0 == "isdn" || $0 == "pcs"
        }
        guard !isElsewhere else { continue }
        let type = ["cell", "pager", "home", "work"].first { types.contains($0) } ?? ""
        counts[type, default: 0] += 1
        guard let limit = most[type], counts[type, default: 0] > limit else { continue }
        let kind = type.isEmpty ? "other" : type
        teller.tell(
          property,
          """
          TEL \(property.quotedText) is kept, but \(teller.importer) takes only \(limit) of the \
          \(kind) numbers
          """)
      }
    }
  }

  /// Tells of values that merging kept as `X-ALSO-…` beside others.
  static let tellFurtherValues = Self { card, teller in
    for property in card.properties(of: [.unknown]) {
      guard let name = FurtherValue.ofPerson(property)?.canonical else { continue }
      let value = property.isBase64 ? "" : " \(property.quotedText)"
      teller.tell(
        property,
        """
        \(name)\(value) is kept as \(FurtherValue.prefix)\(name), which \(teller.importer) \
        does not show
        """)
    }
  }

  /// Tells of a card that is a group.
  static let tellGroup = Self { card, teller in
    guard let kind = card.kindOfGroup else { return }
    teller.tell(
      kind, "the card is a group, of which \(teller.importer) makes a contact without its members")
  }
}

extension Property {
  /// Whether the value is nothing but blanks.
  fileprivate var isBlank: Bool { !text.utf8.contains { !Octets.isBlank($0) } }

  /// Whether TYPE has a quoted value that needs no quotes.
  fileprivate var hasQuotedType: Bool {
    let head = Unfolding.unfolded(bytes.span, row.parameterRange)
    let start = head.indices.first { index in
      head[index] == UInt8(ascii: ";")
        && Octets.equal(head.span.extracting(index..<head.count).extracting(first: 7), ";TYPE=\"")
    }
    guard start != nil else { return false }
    return parameter("TYPE").allSatisfy { type in
      !type.isEmpty
        && type.utf8.allSatisfy { octet in
          octet > 0x20 && octet != UInt8(ascii: ":") && octet != UInt8(ascii: ";")
            && octet != UInt8(ascii: ",") && octet != UInt8(ascii: "\\")
            && octet != UInt8(ascii: "\"")
        }
    }
  }
}

extension Card {
  /// The properties that say what the card is about.
  private var kinds: [Property] {
    properties(of: [.kind, .xAddressBookServerKind]) + [first(named: "X-KIND")].compactMap { $0 }
  }

  /// The property that says that the card is a group, if it is one.
  fileprivate var kindOfGroup: Property? { kinds.first { $0.text.lowercased() == "group" } }

  /// Whether the card says that it is about a company, a group or a thing.
  fileprivate var isNoPerson: Bool {
    first(.xABShowAs) != nil || kinds.contains { $0.text.lowercased() != "individual" }
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

  /// The date in the form of RFC 2426 §3.1.5, such as `2001-05-04`; in Apple's year, where it has none.
  var text: String {
    let date = PartialDate(year: year ?? YearlessDate.year, month: date.month, day: date.day)
    return date.dateText(isBasic: false) ?? ""
  }

  /// The same as Android writes it: `--05-04`, where it has no year.
  var androidText: String { year == nil ? "-" + text.dropFirst(4) : text }

  /// The day without a year, in the form of RFC 6350 §4.3.1, which Google writes.
  var yearless: String {
    PartialDate(month: date.month, day: date.day).dateText(isBasic: true) ?? ""
  }
}
