internal import VCard

/// How the values of one kind are written as lines.
protocol LineSpelling {
  /// The values.
  associatedtype Value: ContactValue & Hashable

  /// The rules of the card's version.
  var rules: Rules { get }

  /// Makes a line say another value in its own way; `false` when it cannot.
  func rewrite(_ line: inout ContentLine, known: KnownName, from old: Value, to value: Value)
    throws(ContactUpdateError) -> Bool

  /// A new line that says a value, and its label where the name of the line does.
  func fresh(_ value: Value, label: ContactLabel?) throws(ContactUpdateError) -> ContentLine

  /// Whether the name of a line says its label.
  func isLabelFixed(_ known: KnownName, _ name: String) -> Bool

  /// The types that say a label in a line; `nil` when it takes an X-ABLabel.
  func types(_ label: ContactLabel, known: KnownName) -> [String]?

  /// Whether a type of a line says a label, and goes with it.
  func isLabel(_ type: String, _ line: ContentLine, known: KnownName) -> Bool
}

extension LineSpelling {
  func isLabelFixed(_ known: KnownName, _ name: String) -> Bool {
    known == .xAndroidCustom || ContactLabel.relation(of: name) != nil
      || ContactLabel.date(of: name) != nil
  }

  func isLabel(_ type: String, _ line: ContentLine, known: KnownName) -> Bool {
    ContactLabel(types: [type]) != nil
  }

  func types(_ label: ContactLabel, known: KnownName) -> [String]? {
    rules.types(ofPlace: label)
  }
}

extension Rules {
  /// Types in the case in which the version's programs write them: upper case in the older versions,
  /// lower case in vCard 4.0.
  fileprivate func types(_ words: String...) -> [String] {
    words.map { writesLowercaseTypes ? $0 : Property.Name($0)?.canonical ?? $0 }
  }

  /// The types for home and work.
  fileprivate func types(ofPlace label: ContactLabel) -> [String]? {
    label == .home || label == .work ? types(label.rawValue) : nil
  }

  /// The types of a phone.
  fileprivate func types(ofPhone label: ContactLabel) -> [String]? {
    switch label {
    case .mobile: types("cell")
    case .homeFax: types("home", "fax")
    case .workFax: types("work", "fax")
    case .otherFax: types("fax")
    case .pager: types("pager")
    // Apple's own types in vCard 3.0.
    case .main where !writesLowercaseTypes: types("main")
    case .iPhone where !writesLowercaseTypes && quotesParameters: types("iphone", "cell", "voice")
    default: types(ofPlace: label)
    }
  }
}

/// EMAIL, TEL and URL.
struct TextSpelling: LineSpelling {
  let known: KnownName
  let rules: Rules

  private func value(_ text: String) -> ContentLine.Value {
    known == .url ? .uri(text, rules) : .text(text)
  }

  func rewrite(
    _ line: inout ContentLine, known: KnownName, from old: String, to value: String
  ) -> Bool {
    line.value = self.value(value)
    // A number that is no `tel:` URI is text.
    if self.known == .tel { line.set("VALUE", nil) }
    return true
  }

  func fresh(_ value: String, label: ContactLabel?) -> ContentLine {
    var line = ContentLine(known.canonical, self.value(value))
    // RFC 2426 §3.3.2: the type of an address on the Internet, which vCard 4.0 has no other of.
    if known == .email, !rules.writesLowercaseTypes {
      line.addTypes(rules.types("internet"))
    }
    return line
  }

  func types(_ label: ContactLabel, known: KnownName) -> [String]? {
    known == .tel ? rules.types(ofPhone: label) : rules.types(ofPlace: label)
  }
}

/// RELATED, X-ABRELATEDNAMES and programs' own properties.
struct RelationSpelling: LineSpelling {
  let rules: Rules

  func rewrite(
    _ line: inout ContentLine, known: KnownName, from old: ContactRelation,
    to value: ContactRelation
  ) -> Bool {
    if known == .related { line.set("VALUE", "text") }
    line.value = .text(value.name)
    return true
  }

  func fresh(_ value: ContactRelation, label: ContactLabel?) -> ContentLine {
    rules.hasRelated
      ? ContentLine("RELATED", parameters: [Parameter("VALUE", "text")], .text(value.name))
      : ContentLine("X-ABRELATEDNAMES", .text(value.name))
  }

  func types(_ label: ContactLabel, known: KnownName) -> [String]? {
    guard known == .related else { return nil }
    if label == .colleague { return ["co-worker"] }
    return ContactLabel.typesOfRelated.contains(label.rawValue) ? [label.rawValue] : nil
  }

  func isLabel(_ type: String, _ line: ContentLine, known: KnownName) -> Bool {
    known == .related ? type.asciiLowercased != "pref" : ContactLabel(types: [type]) != nil
  }
}

/// ANNIVERSARY, DEATHDATE, X-ABDATE and programs' own properties.
struct DateSpelling: LineSpelling {
  let rules: Rules
  let key: Contact.Keys
  /// The properties of which a card has one at most, and this one has it already.
  let taken: Set<KnownName>

  func rewrite(
    _ line: inout ContentLine, known: KnownName, from old: ContactDate, to value: ContactDate
  ) throws(ContactUpdateError) -> Bool {
    try set(value, on: &line)
    return true
  }

  func fresh(
    _ value: ContactDate, label: ContactLabel?
  ) throws(ContactUpdateError) -> ContentLine {
    var name = "X-ABDATE"
    if rules.hasKind {
      if label == .anniversary, !taken.contains(.anniversary) { name = "ANNIVERSARY" }
      if label == .death, !taken.contains(.deathdate) { name = "DEATHDATE" }
    }
    var line = ContentLine(name, .text(""))
    try set(value, on: &line)
    return line
  }

  /// Sets the value and what depends on it.
  func set(_ date: ContactDate, on line: inout ContentLine) throws(ContactUpdateError) {
    line.set(YearlessDate.parameter, nil)
    line.set("CALSCALE", date.calendar)
    guard let known = date.date else {
      line.set("VALUE", date.calendar == nil ? "text" : nil)
      line.value = .text(date.text)
      return
    }
    line.set("VALUE", nil)
    var said = known
    // RFC 2425 §5.8.4 has no date without a year; Apple's programs write one in 1604.
    if !rules.writesBasicDates, known.year == nil {
      said.year = YearlessDate.year
      line.set(YearlessDate.parameter, String(YearlessDate.year))
    }
    guard rules.writesBasicDates || said.isFullDate,
      let text = said.text(isBasic: rules.writesBasicDates)
    else { throw ContactUpdateError(keys: key, version: rules.version) }
    line.value = .verbatim(text)
  }
}

/// SOCIALPROFILE, X-SOCIALPROFILE and programs' own properties.
struct ProfileSpelling: LineSpelling {
  let rules: Rules

  func rewrite(
    _ line: inout ContentLine, known: KnownName, from old: SocialProfile, to value: SocialProfile
  ) -> Bool {
    guard known == .socialProfile || known == .xSocialProfile else { return false }
    set(value, from: old, on: &line, isStandard: known == .socialProfile)
    return true
  }

  func fresh(_ value: SocialProfile, label: ContactLabel?) -> ContentLine {
    var line = ContentLine(rules.hasServiceTypes ? "SOCIALPROFILE" : "X-SOCIALPROFILE", .text(""))
    set(value, from: SocialProfile(), on: &line, isStandard: rules.hasServiceTypes)
    return line
  }

  private func set(
    _ value: SocialProfile, from old: SocialProfile, on line: inout ContentLine, isStandard: Bool
  ) {
    if value.service != old.service {
      line.set("X-SERVICE-TYPE", nil)
      line.set("X-SERVICE", nil)
      line.set("SERVICE-TYPE", isStandard ? value.service : nil)
      if !isStandard {
        line.removeTypes(where: AccountText.mayBeService)
        if let service = value.service {
          if ProfileSpelling.isType(service) {
            line.addTypes([service.asciiLowercased])
          } else {
            line.set("X-SERVICE-TYPE", service)
          }
        }
      }
    }
    line.set(isStandard ? "USERNAME" : "X-USER", value.username)
    line.set(isStandard ? "X-USER" : "USERNAME", nil)
    line.set("X-USERID", value.userIdentifier)
    line.set("VALUE", nil)
    if let url = value.urlString {
      line.value = .uri(url, rules)
    } else if isStandard, let username = value.username {
      // RFC 9554 §2.5
      line.set("VALUE", "text")
      line.value = .text(username)
    } else {
      line.value = .uri("\(AccountText.schemeOfNone):\(value.username ?? "")", rules)
    }
  }

  /// Whether a service can be a type, and is read as itself from there.
  private static func isType(_ service: String) -> Bool {
    AccountText.mayBeService(service)
      && SocialProfile.canonicalService(service.asciiLowercased) == service
      && service.utf8.allSatisfy {
        ValueSyntax.isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      }
  }

  func isLabelFixed(_ known: KnownName, _ name: String) -> Bool {
    known == .xTwitter || known == .unknown
  }

  func types(_ label: ContactLabel, known: KnownName) -> [String]? {
    known == .socialProfile ? rules.types(ofPlace: label) : nil
  }

  func isLabel(_ type: String, _ line: ContentLine, known: KnownName) -> Bool {
    known == .socialProfile ? ContactLabel(types: [type]) != nil : AccountText.isPlace(type)
  }
}

/// IMPP and programs' own properties.
struct MessageSpelling: LineSpelling {
  let rules: Rules

  func rewrite(
    _ line: inout ContentLine, known: KnownName, from old: InstantMessageAddress,
    to value: InstantMessageAddress
  ) -> Bool {
    let known = Known(known, line)
    guard known.isStandard else {
      guard old.service == value.service, !known.isList else { return false }
      let text = [known.prefix + value.username, value.username].first {
        InstantMessageAddress(account: $0, service: value.service) == value
      }
      guard let text else { return false }
      line.value = .text(text)
      return true
    }
    if old.service == value.service {
      // The line keeps its scheme, and with it or its parameters the service.
      let parameter = MessageSpelling.serviceParameters.flatMap(line.values(of:))
        .compactMap(\.filled).first
      let type = line.values(of: "TYPE").first(where: InstantMessageAddress.isService)
      let text = known.prefix + value.username
      if InstantMessageAddress(uri: text, service: parameter, type: type) == value {
        line.value = .uri(text, rules)
        return true
      }
    }
    line.removeTypes { InstantMessageAddress.canonicalService($0) == old.service }
    let name =
      MessageSpelling.serviceParameters.first { !line.values(of: $0).isEmpty } ?? parameterName
    for other in MessageSpelling.serviceParameters where other != name {
      line.set(other, nil)
    }
    line.set(name, value.service)
    line.value = self.value(value)
    return true
  }

  func fresh(_ value: InstantMessageAddress, label: ContactLabel?) -> ContentLine {
    // vCard 2.1 is older than IMPP.
    if rules.encodesWithQuotedPrintable, let service = value.service,
      let name = MessagingService.named(service)?.properties.first
    {
      return ContentLine(name, .text(value.username))
    }
    var line = ContentLine("IMPP", self.value(value))
    line.set(parameterName, value.service)
    return line
  }

  /// RFC 9554 §4.9 gives IMPP the parameter that Apple's programs had an X- for.
  private var parameterName: String { rules.hasServiceTypes ? "SERVICE-TYPE" : "X-SERVICE-TYPE" }

  private func value(_ address: InstantMessageAddress) -> ContentLine.Value {
    let scheme = address.service.flatMap { MessagingService.named($0)?.scheme }
    let none = "\(AccountText.schemeOfNone):\(address.username)"
    // The first that is read as the account; the address of a page stands for itself.
    let texts = [scheme.map { "\($0):\(address.username)" }, none, address.username]
    let text = texts.compactMap(\.self).first {
      InstantMessageAddress(uri: $0, service: address.service, type: nil) == address
    }
    return .uri(text ?? none, rules)
  }

  private static let serviceParameters = ["SERVICE-TYPE", "X-SERVICE-TYPE", "X-SERVICE"]

  /// What is known of a line that is to say another account.
  private struct Known {
    let isStandard: Bool
    /// Whether the line may say several accounts.
    let isList: Bool
    /// The scheme before the account, with its colon; empty when there is none.
    let prefix: String

    init(_ known: KnownName, _ line: ContentLine) {
      isStandard = known == .impp
      let name = Property.Name(line.name)?.canonical ?? ""
      isList = MessagingService.of(list: name) != nil
      let text = (line.text ?? "").trimmingBlanks
      if let (_, rest) = URIText.split(text), rest.filled != nil, !rest.hasPrefix("//"),
        isStandard || InstantMessageAddress(account: text, service: nil)?.username != text
      {
        // A mark may combine with the colon to one character.
        prefix = String(decoding: text.utf8.dropLast(rest.utf8.count), as: UTF8.self)
      } else {
        prefix = ""
      }
    }
  }

  func isLabel(_ type: String, _ line: ContentLine, known: KnownName) -> Bool {
    ContactLabel(types: [type]) != nil && MessagingService.named(type) == nil
  }
}

/// ADR, or LABEL without one.
struct AddressSpelling: LineSpelling {
  let rules: Rules
  /// Whether addresses are in one piece, as LABEL has them.
  let isInOnePiece: Bool

  func rewrite(
    _ line: inout ContentLine, known: KnownName, from old: PostalAddress, to value: PostalAddress
  ) -> Bool {
    guard known == .adr else {
      // A LABEL becomes an ADR in its place, unless it stays one.
      let fresh = fresh(value, label: nil)
      if !isInOnePiece { line.name = fresh.name }
      line.value = fresh.value
      for parameter in fresh.parameters { line.set(parameter.name, parameter.values.first) }
      return true
    }
    guard case .structure(var components) = line.value else { return false }
    if components.count == PostalAddress.componentsOfGoogle { components.removeLast() }
    while components.count < 7 { components.append([]) }
    // An address in one piece may become one of parts.
    if components.allSatisfy({ $0.allSatisfy { $0.filled == nil } }) {
      components[2] = old.street.map { [$0] } ?? []
    }
    // RFC 9554 §2.1: these say the same once more, in finer parts.
    let finer = [1: [7, 8, 9, 12, 13, 16], 2: [10, 11, 17]]
    for (index, path) in PostalAddress.adrParts.enumerated()
    where value[keyPath: path] != old[keyPath: path] {
      components[index] = value[keyPath: path].map { [$0] } ?? []
      for part in finer[index] ?? [] where part < components.count { components[part] = [] }
    }
    line.set("LABEL", nil)
    line.set("JSCOMPS", nil)
    for (name, path, index) in PostalAddress.appleParts
    where value[keyPath: path] != old[keyPath: path] {
      if index < components.count { components[index] = [] }
      line.set(name, value[keyPath: path])
    }
    if value.isoCountryCode != old.isoCountryCode, !line.values(of: "CC").isEmpty {
      line.set("CC", value.isoCountryCode)
    }
    line.value = .structure(components)
    return true
  }

  func fresh(_ value: PostalAddress, label: ContactLabel?) -> ContentLine {
    if isInOnePiece { return ContentLine("LABEL", .text(value.street ?? "")) }
    let parts = PostalAddress.adrParts.map { value[keyPath: $0] }
    var line = ContentLine("ADR", .structure(parts.map { $0.map { [$0] } ?? [] }))
    for part in PostalAddress.appleParts { line.set(part.name, value[keyPath: part.path]) }
    return line
  }
}
