import ContactModel
package import VCard

/// A property of one card as it would stand on another of the same version.
///
/// What a card says in another version is for `CardConverter` to tell. Its marks go with the line, so
/// that what they hold comes back from the other card, too.
struct CarriedLine {
  /// The line.
  var line: ContentLine
  /// Whether it only says something about the other line of its group: X-ABLabel, X-ABADR.
  let isAttendant: Bool
  /// Whether a program made it from other properties of the card.
  ///
  /// RFC 9554 §4.4.
  let isDerived: Bool

  /// The property as it is carried; `nil` for what is none, and for one that belongs to its card, its
  /// program or its device.
  init?(carrying property: Property) {
    guard ConvertedRows.isReadable(property), !CarriedLine.staysBehind(property) else { return nil }
    self.init(property)
  }

  /// The property as a line; of one that is malformed nothing can be said.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - staysOnCard: Whether it is to stand on the card that it is from, with all its parameters.
  init(_ property: Property, staysOnCard: Bool = false) {
    let parameters = CarriedLine.parameters(property, staysOnCard)
    isAttendant = property.known.isAttendant
    isDerived = parameters.contains { CarriedLine.derivedMarks.contains($0.name) }
    line = ContentLine(
      group: property.group, property.name.spelling, parameters: parameters, .text(""))
    if property.isNestedCard {
      // A card inside a card can be written as text from 3.0 on only. RFC 2426 §3.5.4.
      if property.rules.encodesWithQuotedPrintable { line.name = "X-\(property.canonicalName)" }
      line.value = .text(property.nestedCardText)
    } else if property.isBase64 || property.known.mayBeBinary,
      let binary = property.binary
    {
      line.value = .binary(mediaType: binary.mediaType, octets: binary.octets)
      line.removeMediaType(of: property.known)
    } else if property.isBase64 {
      // Octets that cannot be decoded are kept as the text they are.
      if !line.name.lowercased().hasPrefix("x-") { line.name = "X-\(line.name)" }
      line.value = .text(property.text)
    } else {
      switch property.shape {
      case .structure: line.value = .structure(property.components)
      case .list: line.value = .list(property.list)
      case .single: line.value = CarriedLine.single(property)
      }
    }
  }

  // MARK: What is carried

  /// Whether it is a line that cannot be read, or holds one of another version.
  static func isNoProperty(_ property: Property) -> Bool {
    if property.isMalformed { return !property.isComment }
    return property.known == .unknown && property.canonicalName == CardConverter.carriedLine
      && property.text.utf8.first != UInt8(ascii: "#")
  }

  /// Whether it belongs to its card, its program or its device, and not to the person.
  static func staysBehind(_ property: Property) -> Bool {
    guard property.known == .unknown else {
      return PropertyRegistry.shared[property.known]?.subject == .card
        || DeviceLocal.isLocal(property)
    }
    var name = property.canonicalName[...]
    if name == CardConverter.carriedLine { return true }
    // Conversion may have carried it.
    while name.hasPrefix("X-") { name.removeFirst(2) }
    let carried = PropertyRegistry.named(String(name))
    return carried?.subject == .card || carried?.name == .clientPIDMap
      || DeviceLocal.isLocal(property)
  }

  // MARK: Values

  private static func single(_ property: Property) -> ContentLine.Value {
    let type = property.parameter("VALUE").first?.lowercased()
    switch property.known {
    case .fn, .tel, .email, .title, .role, .note, .label, .mailer, .sortString, .name, .access,
      .agent, .xABLabel, .xABADR:
      return type == "uri"
        ? .init(verbatim: property.text, of: property.known) : .text(property.text)
    case .url, .source, .photo, .logo, .sound, .key, .fburl, .calURI, .calAdrURI, .capURI, .impp,
      .related, .member, .geo, .tz, .lang, .bday, .anniversary, .deathdate, .contactURI,
      .orgDirectory, .socialProfile, .xSocialProfile:
      return type == "text"
        ? .text(property.text) : .init(verbatim: property.text, of: property.known)
    default:
      // A program's own property may have parts with semicolons between them. To take it apart and
      // put it together again keeps those, and is as good for a text.
      return type == "uri"
        ? .init(verbatim: property.text, of: property.known) : .structure(property.components)
    }
  }

  // MARK: Parameters

  /// What says that a program made the line: RFC 9554 §4.4, and its name before 4.0.
  static let derivedMarks: Set<String> = ["DERIVED", "X-DERIVED"]

  /// How the line is written.
  private static let encodings: Set<String> = ["ENCODING", "CHARSET"]

  /// About the card that they stand on, or about how it was made; in older cards with `X-` in front.
  private static let cardParameters: Set<String> = [
    "PID", "PROP-ID", "JSCOMPS", "JSPTR", "AUTHOR", "AUTHOR-NAME", "CREATED",
  ]

  /// Sets of alternatives are numbered within a card, and so are preferences.
  ///
  /// RFC 6350 §5.3 and §5.4.
  static let preferences: Set<String> = ["PREF", "ALTID", "X-PREF", "X-ALTID"]

  /// What puts the line among others of its name when it is converted.
  static let places: Set<String> = ["X-PROPERTY", "X-REPEATED"]

  /// Whether a program says that it made the line from others.
  static func isDerived(_ property: Property) -> Bool {
    property.parameters.contains {
      derivedMarks.contains($0.name) && $0.values.first?.lowercased() == "true"
    }
  }

  private static func parameters(_ property: Property, _ staysOnCard: Bool) -> [Parameter] {
    let parameters = property.parameters
    let isMarked = isMarked(parameters)
    return spelled(parameters) { parameter in
      if staysOnCard { return false }
      if derivedMarks.contains(parameter.name) {
        return parameter.values.first?.lowercased() != "true"
      }
      return !isMarked && isLocal(parameter.name)
    }
  }

  /// Parameters but for some, and for those that say how the line is written; each has its name.
  static func spelled(
    _ parameters: [Parameter], without isGone: (Parameter) -> Bool
  ) -> [Parameter] {
    parameters.compactMap { parameter in
      if encodings.contains(parameter.name) || isGone(parameter) { return nil }
      var parameter = parameter
      parameter.isNameless = false
      return parameter
    }
  }

  /// Whether a mark says what the line was in another version, and counts on the parameters that
  /// stand there.
  static func isMarked(_ parameters: [Parameter]) -> Bool {
    parameters.contains { $0.name == "X-ORIGINAL" }
  }

  /// Whether a parameter stays behind.
  static func isLocal(_ name: String) -> Bool {
    let own = name.hasPrefix("X-") ? String(name.dropFirst(2)) : name
    return cardParameters.contains(own) || DeviceLocal.isLocal(parameter: name)
  }

  /// Whether the line changes on its way to another card even of the same version.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - losesPreference: Whether what sets it above others of its name goes.
  /// - Returns: `true` when parameters stay behind; `false` for a marked line, which would not come
  ///   back.
  static func changes(_ property: Property, losesPreference: Bool) -> Bool {
    let parameters = property.parameters
    guard !parameters.isEmpty, !isMarked(parameters) else { return false }
    return parameters.contains { parameter in
      isLocal(parameter.name)
        || losesPreference
          && (preferences.contains(parameter.name)
            || parameter.name == "TYPE" && parameter.values.contains { $0.lowercased() == "pref" })
    }
  }

  /// The line without what sets it above others of its name.
  var withoutPreference: ContentLine {
    var line = line
    line.parameters.removeAll { CarriedLine.preferences.contains($0.name) }
    line.removeTypes { $0.lowercased() == "pref" }
    return line
  }

  // MARK: Changes

  /// Makes it a value that is kept beside the one of the person's card.
  mutating func contradict(_ name: String) {
    line = withoutPreference
    // It is not to take the place of the property.
    line.parameters.removeAll { CarriedLine.places.contains($0.name) }
    line.name = FurtherValue.prefix + name
    line.group = nil
  }

  /// Leaves only some of the values of a list, so that it is no more what it was in another version.
  mutating func keep(_ values: [String]) {
    line.value = .list(values)
    line.parameters.removeAll { $0.name == "X-ORIGINAL" }
  }

  /// Puts the line into a group, also where a mark says what it was in another version.
  mutating func move(to group: String) {
    defer { line.group = group }
    guard let old = line.group, old != group else { return }
    for index in line.parameters.indices where line.parameters[index].name == "X-ORIGINAL" {
      line.parameters[index].values = line.parameters[index].values.map { mark in
        guard let blank = mark.firstIndex(of: " ") else { return mark }
        let (version, rest) = (mark[...blank], mark[blank...].dropFirst())
        // vCard 2.1 has no dots in the values of parameters.
        for dot in [".", "%2E"] where rest.hasPrefix(old + dot) {
          return version + group + rest.dropFirst(old.count)
        }
        return mark
      }
    }
  }
}

extension KnownName {
  /// Whether a line of this name only says something about the other line of its group.
  package var isAttendant: Bool { self == .xABLabel || self == .xABADR }
}

extension Card {
  /// The card as a version says it, with what that cannot say under names of their own.
  package func converted(to version: Version) -> Card {
    var converter = CardConverter(to: version, notes: .omitted)
    var notes: [Diagnostic] = []
    return converter.converted(self, notes: &notes)
  }

  /// The card as another version says it, so that its lines can be carried to a card of that version.
  ///
  /// What does not go over is left behind first, for the marks of the converter hold whole lines.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - losses: Receives what the converter has to say.
  ///   - isThere: Whether the other card has values of what a property says, which then loses what sets
  ///     it above others of its name.
  /// - Returns: The converted card.
  func converted(
    to version: Version, losses: inout [Diagnostic], where isThere: (Property) -> Bool
  ) -> Card {
    var card = self
    card.replaceProperties { property in
      guard !property.isMalformed, !property.isNestedCard else { return nil }
      let isThere = isThere(property)
      guard CarriedLine.changes(property, losesPreference: isThere),
        let line = CarriedLine(carrying: property)
      else { return nil }
      return isThere ? line.withoutPreference : line.line
    }
    var converter = CardConverter(to: version)
    return converter.converted(card, notes: &losses)
  }
}
