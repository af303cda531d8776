import ContactModel
import VCard

/// A property of one card as it would stand on another, of any version.
///
/// What the other version cannot say goes under a name that begins with `X-`.
struct CarriedLine {
  /// The line.
  var line: ContentLine
  /// Whether it only says something about the other line of its group: X-ABLabel, X-ABADR.
  let isAttendant: Bool
  /// Whether a program made it from other properties of the card.
  ///
  /// RFC 9554 §4.7.
  let isDerived: Bool

  /// The line without what sets it above others of its name.
  var withoutPreference: ContentLine {
    var line = line
    line.parameters = line.parameters.compactMap { parameter in
      switch parameter.name {
      // Sets of alternatives are numbered within a card. RFC 6350 §5.4.
      case "PREF", "ALTID": return nil
      case "TYPE":
        var parameter = parameter
        parameter.values.removeAll { $0.lowercased() == "pref" }
        return parameter.values.isEmpty ? nil : parameter
      default: return parameter
      }
    }
    return line
  }
}

/// Carries properties from cards of one version to cards of another.
struct LineCarrier {
  let source: Rules
  let target: Rules

  private var isSame: Bool { source == target }
  /// Whether the names of properties and parameters are those of RFC 6350.
  private var isModern: Bool { target.version == .version40 }

  /// What becomes of a property.
  enum Result {
    case lines([CarriedLine])
    /// It belongs to its card, its program or its device.
    case kept
    /// It is no property, so there is nothing to say it with.
    case impossible
  }

  func carry(_ property: Property) -> Result {
    if property.isMalformed { return property.isComment ? .kept : .impossible }
    switch property.known {
    case .uid, .rev, .prodid, .profile, .clientPIDMap, .created: return .kept
    default: if DeviceLocal.isLocal(property) { return .kept }
    }
    let lines = lines(property)
    let isAttendant = property.known == .xABLabel || property.known == .xABADR
    let isDerived =
      (property.parameter("DERIVED") + property.parameter("X-DERIVED")).first?.lowercased()
      == "true"
    return .lines(
      lines.map { CarriedLine(line: $0, isAttendant: isAttendant, isDerived: isDerived) })
  }

  // MARK: Names

  private static let only40: Set<String> = [
    "KIND", "XML", "ANNIVERSARY", "GENDER", "LANG", "RELATED", "MEMBER", "BIRTHPLACE", "DEATHPLACE",
    "DEATHDATE", "EXPERTISE", "HOBBY", "INTEREST", "ORG-DIRECTORY", "CONTACT-URI", "GRAMGENDER",
    "LANGUAGE", "PRONOUNS", "SOCIALPROFILE", "JSPROP",
  ]
  private static let before40: Set<String> = [
    "AGENT", "CLASS", "MAILER", "NAME", "LABEL", "SORT-STRING",
  ]

  private func name(_ property: Property) -> String {
    let canonical = property.canonicalName
    let isForeign =
      isModern
      ? LineCarrier.before40.contains(canonical) : LineCarrier.only40.contains(canonical)
    // A card inside a card can be written as text in 3.0 only. RFC 2426 §3.5.4.
    let isNested = property.isNestedCard && target.encodesWithQuotedPrintable
    return isForeign && !isSame || isNested ? "X-\(canonical)" : property.name.spelling
  }

  /// The name of the property that a name of ours stands for: `X-KIND` for KIND.
  static func unprefixed(_ name: String) -> String {
    guard name.hasPrefix("X-") else { return name }
    let base = String(name.dropFirst(2))
    let isCarried =
      only40.contains(base) || before40.contains(base)
      || ["PHOTO", "LOGO", "SOUND", "KEY"].contains(base)
    return isCarried ? base : name
  }

  // MARK: Values

  private func lines(_ property: Property) -> [ContentLine] {
    var line = ContentLine(
      group: property.group, name(property), parameters: parameters(property), .text(""))
    if property.isNestedCard {
      line.value = .text(property.nestedCardText)
      return [line]
    }
    if property.isBase64 || LineCarrier.mayBeBinary(property.known), let binary = property.binary {
      line.value = .binary(mediaType: binary.mediaType, octets: binary.octets)
      line.parameters = LineCarrier.withoutMediaType(line.parameters, property.known)
      return [line]
    }
    if property.isBase64 {
      // Octets that cannot be decoded are kept as the text they are.
      line.name = LineCarrier.prefixed(line.name)
      line.value = .text(property.text)
      return [line]
    }
    switch property.shape {
    case .structure: return structure(property, line)
    case .list:
      line.value = .list(property.list)
      return [line]
    case .single: return [single(property, line)]
    }
  }

  private static func prefixed(_ name: String) -> String {
    name.lowercased().hasPrefix("x-") ? name : "X-\(name)"
  }

  private static func mayBeBinary(_ known: KnownName) -> Bool {
    switch known {
    case .photo, .logo, .sound, .key: true
    default: false
    }
  }

  /// What `ContentLine` says by itself about octets.
  private static func withoutMediaType(_ parameters: [Parameter], _ known: KnownName) -> [Parameter]
  {
    parameters.compactMap { parameter in
      switch parameter.name {
      case "VALUE", "MEDIATYPE", "X-MEDIATYPE": return nil
      case "TYPE":
        var parameter = parameter
        parameter.values.removeAll { MediaType.named($0, known) != nil }
        return parameter.values.isEmpty ? nil : parameter
      default: return parameter
      }
    }
  }

  /// RFC 9554 §2 gives N and ADR components that older cards have no place for.
  private func structure(_ property: Property, _ line: ContentLine) -> [ContentLine] {
    var line = line
    let components = property.components
    line.value = .structure(components)
    let limit: Int
    switch property.known {
    case .n: limit = 5
    case .adr: limit = 7
    default: return [line]
    }
    guard !isSame, !isModern, components.count > limit else { return [line] }
    var whole = line
    line.value = .structure(Array(components.prefix(limit)))
    guard components.dropFirst(limit).contains(where: { !$0.joined().isEmpty }) else {
      return [line]
    }
    whole.name = LineCarrier.prefixed(whole.name)
    return [line, whole]
  }

  private func single(_ property: Property, _ line: ContentLine) -> ContentLine {
    var line = line
    let type = property.parameter("VALUE").first?.lowercased()
    if !isSame, type != "text" {
      switch property.known {
      case .bday, .anniversary, .deathdate: return date(property, line)
      case .geo: return geo(property, line)
      default: break
      }
    }
    switch property.known {
    case .fn, .tel, .email, .title, .role, .note, .label, .mailer, .sortString, .name, .access,
      .agent, .xABLabel, .xABADR:
      line.value = type == "uri" ? .verbatim(property.text) : .text(property.text)
    case .url, .source, .photo, .logo, .sound, .key, .fburl, .calURI, .calAdrURI, .capURI, .impp,
      .related, .member, .geo, .tz, .lang, .bday, .anniversary, .deathdate, .contactURI,
      .orgDirectory, .socialProfile, .xSocialProfile:
      line.value = type == "text" ? .text(property.text) : .verbatim(property.text)
    default:
      // A program's own property may have parts with semicolons between them. To take it apart and
      // put it together again keeps those, and is as good for a text.
      line.value = type == "uri" ? .verbatim(property.text) : .structure(property.components)
    }
    return line
  }

  private func date(_ property: Property, _ line: ContentLine) -> ContentLine {
    var line = line
    let text = property.text
    let omitted = property.parameter("X-APPLE-OMIT-YEAR").first
    line.parameters.removeAll { $0.name == "X-APPLE-OMIT-YEAR" || $0.name == "VALUE" }
    guard var date = PartialDate(text) else {
      if target.writesBasicDates {
        line.parameters.append(Parameter("VALUE", "text"))
      } else {
        line.name = "\(LineCarrier.prefixed(line.name))-TEXT"
      }
      line.value = .text(text)
      return line
    }
    // Apple's programs write 1604 where there is no year.
    if let year = date.year, omitted.flatMap({ Int($0) }) == year || year == 1604 {
      date.year = nil
    }
    if target.writesBasicDates {
      line.value = .verbatim(date.basicText ?? text)
    } else if let extended = date.extendedText {
      if date.year == nil { line.parameters.append(Parameter("X-APPLE-OMIT-YEAR", "1604")) }
      line.value = .verbatim(extended)
    } else {
      line.name = "\(LineCarrier.prefixed(line.name))-TEXT"
      line.value = .text(text)
    }
    return line
  }

  /// RFC 2426 §3.4.2 has two numbers, RFC 6350 §6.5.2 a URI.
  private func geo(_ property: Property, _ line: ContentLine) -> ContentLine {
    var line = line
    let text = property.text
    line.value = .verbatim(text)
    if isModern {
      let parts = text.utf8.split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }
      guard !text.lowercased().hasPrefix("geo:"), parts.count == 2 else { return line }
      let numbers = parts.map { String(decoding: $0, as: UTF8.self) }
      line.value = .verbatim("geo:\(numbers[0]),\(numbers[1])")
    } else if text.lowercased().hasPrefix("geo:") {
      let numbers = text.utf8.dropFirst(4).prefix { $0 != UInt8(ascii: ";") }
        .split(separator: UInt8(ascii: ","))
      guard numbers.count >= 2 else { return line }
      let pair = numbers.prefix(2).map { String(decoding: $0, as: UTF8.self) }
      line.value = .verbatim("\(pair[0]);\(pair[1])")
    }
    return line
  }

  // MARK: Parameters

  /// What RFC 6350 and its extensions define and older versions do not know.
  private static let parametersOf40: Set<String> = [
    "ALTID", "SORT-AS", "CALSCALE", "GEO", "TZ", "LABEL", "LEVEL", "INDEX", "MEDIATYPE", "CC",
    "SERVICE-TYPE", "USERNAME", "PHONETIC", "SCRIPT",
  ]
  /// About the card that they stand on, or about how it was made.
  private static let dropped: Set<String> = [
    "ENCODING", "CHARSET", "PROP-ID", "JSCOMPS", "JSPTR", "DERIVED", "X-DERIVED", "AUTHOR",
    "AUTHOR-NAME", "CREATED",
  ]

  private func parameters(_ property: Property) -> [Parameter] {
    var parameters: [Parameter] = []
    for var parameter in property.parameters {
      if LineCarrier.dropped.contains(parameter.name)
        || DeviceLocal.isLocal(parameter: parameter.name)
      {
        continue
      }
      parameter.isNameless = false
      if !isSame {
        guard let carried = carried(parameter, property.known) else { continue }
        parameter = carried
      }
      parameters.append(parameter)
    }
    return isSame ? parameters : convertingPreference(parameters)
  }

  private func carried(_ parameter: Parameter, _ known: KnownName) -> Parameter? {
    var parameter = parameter
    switch parameter.name {
    case "VALUE":
      return value(parameter)
    case "TYPE" where isModern:
      parameter.values = parameter.values.map { $0.lowercased() }
      // It says what every address is. RFC 6350 §6.4.2.
      if known == .email { parameter.values.removeAll { $0 == "internet" } }
      return parameter.values.isEmpty ? nil : parameter
    case let name where !isModern && LineCarrier.parametersOf40.contains(name):
      parameter.name = "X-\(name)"
      return parameter
    default: return parameter
    }
  }

  private func value(_ parameter: Parameter) -> Parameter? {
    switch parameter.values.first?.lowercased() {
    case "uri", "url", "cid", "content-id":
      return Parameter("VALUE", target.allowsNamelessParameters ? "URL" : "uri")
    case "text": return target.allowsNamelessParameters ? nil : Parameter("VALUE", "text")
    // The names of types differ from version to version, and each property has one of its own.
    default: return nil
    }
  }

  /// TYPE=pref and PREF=1 say the same.
  ///
  /// RFC 6350 §5.3.
  private func convertingPreference(_ parameters: [Parameter]) -> [Parameter] {
    var isPreferred = false
    var kept: [Parameter] = []
    for var parameter in parameters {
      if parameter.name == "PREF" {
        if isModern {
          kept.append(parameter)
        } else if parameter.values.first == "1" {
          isPreferred = true
        }
        continue
      }
      if parameter.name == "TYPE" {
        let others = parameter.values.filter { $0.lowercased() != "pref" }
        if others.count < parameter.values.count { isPreferred = true }
        guard !others.isEmpty else { continue }
        parameter.values = others
      }
      kept.append(parameter)
    }
    guard isPreferred else { return kept }
    if !isModern {
      kept.append(Parameter("TYPE", "pref"))
    } else if !kept.contains(where: { $0.name == "PREF" }) {
      kept.append(Parameter("PREF", "1"))
    }
    return kept
  }
}
