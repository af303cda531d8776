/// A property on its way from one version to another.
///
/// The value is unfolded UTF-8 in the escapes of vCard 3.0 and 4.0, which are the same, whatever
/// version it comes from; only base64 is octets. So what need not change is copied.
struct ConversionLine: Sendable {
  enum Value: Sendable {
    case escaped([UInt8])
    case binary(mediaType: String, octets: [UInt8])
  }

  var group: String?
  var name: String {
    didSet { known = ConversionLine.known(name) }
  }
  private(set) var known: KnownName
  var parameters: [Parameter]
  var value: Value
  /// Its place in the card it comes from.
  var row: Int
  /// Whether names are written as they are, odd or not: the line stood so in a card.
  var isExact = false

  init(
    group: String? = nil, _ name: String, parameters: [Parameter] = [], _ value: Value,
    row: Int
  ) {
    self.group = group
    self.name = name
    known = ConversionLine.known(name)
    self.parameters = parameters
    self.value = value
    self.row = row
  }

  /// The number of a name.
  static func known(_ name: String) -> KnownName {
    NameTable.shared.known(name.utf8Span.span)
  }

  // MARK: Reading

  /// Reads a property, which is well formed.
  init(_ property: Property) {
    let known = property.known
    var problems = DecodingProblems()
    let value: Value
    if property.isNestedCard {
      value = .escaped(ConversionLine.escaped(property.nestedCardText, commas: true))
    } else if property.isBase64 || known.mayBeBinary,
      case .binary(let type, let octets) = property.decodedValue(&problems)
    {
      value = .binary(mediaType: type, octets: octets)
    } else {
      value = .escaped(
        ConversionLine.escaped(
          property.decodedOctets(&problems), known: known, rules: property.rules,
          isQuotedPrintable: property.isQuotedPrintable))
    }
    var parameters = property.parameters
    parameters.removeAll { $0.name == "ENCODING" || $0.name == "CHARSET" }
    for index in parameters.indices { parameters[index].isNameless = false }
    if property.isNestedCard, !property.rules.nestsCards {
      // Only vCard 2.1 has them, but some programs write them in every version.
      parameters.append(Parameter("X-NESTED", property.version.rawValue))
    }
    self.init(
      group: property.group, property.name.spelling, parameters: parameters, value,
      row: property.index)
    self.known = known
  }

  /// Octets of any version in the escapes of 3.0 and 4.0.
  private static func escaped(
    _ octets: [UInt8], known: KnownName, rules: Rules, isQuotedPrintable: Bool
  ) -> [UInt8] {
    guard !rules.separatesWithinComponents else {
      return known.isURI && !isQuotedPrintable ? octets : withoutLineEnds(octets, known)
    }
    switch known.shape {
    case .structure:
      let components = ValueText.components(octets, splitsAtCommas: false)
      return join(components.map { $0.map { escaped($0, commas: true) } })
    case .list:
      let values = ValueText.list(octets, rules)
      return Array(values.map { escaped($0, commas: true) }.joined(separator: [0x2C]))
    case .single: return withoutLineEnds(octets, known)
    }
  }

  /// Line ends as `\n`; in a URI, where that means nothing, as blanks.
  ///
  /// A backslash before a line end is read as nothing.
  private static func withoutLineEnds(_ octets: [UInt8], _ known: KnownName) -> [UInt8] {
    guard octets.contains(where: Octets.isLineEnd) else { return octets }
    var text: [UInt8] = []
    var isEscaped = false
    for octet in ValueText.normalizedLineEnds(octets) {
      if octet == 0x0A {
        if isEscaped { text.removeLast() }
        text.append(contentsOf: known.isURI ? [0x20] : [UInt8(ascii: "\\"), UInt8(ascii: "n")])
      } else {
        text.append(octet)
      }
      isEscaped = octet == UInt8(ascii: "\\") && !isEscaped
    }
    return text
  }

  static func join(_ components: [[[UInt8]]]) -> [UInt8] {
    Array(components.map { Array($0.joined(separator: [0x2C])) }.joined(separator: [0x3B]))
  }

  /// Text with backslashes.
  ///
  /// RFC 2426 §4, RFC 6350 §3.4.
  static func escaped(_ text: String, commas: Bool = true) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(text.utf8.count + 8)
    var afterReturn = false
    for octet in text.utf8 {
      defer { afterReturn = octet == 0x0D }
      switch octet {
      case UInt8(ascii: ",") where !commas: octets.append(octet)
      case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "\\"):
        octets.append(UInt8(ascii: "\\"))
        octets.append(octet)
      case 0x0A where afterReturn: break
      case 0x0A, 0x0D:
        octets.append(UInt8(ascii: "\\"))
        octets.append(UInt8(ascii: "n"))
      default: octets.append(octet)
      }
    }
    return octets
  }

  // MARK: Looking

  /// The value as one text.
  var text: String {
    guard case .escaped(let octets) = value else { return "" }
    return ValueText.unescaped(octets[...], keepsLineFeeds: known.isURI)
  }

  /// The octets of a value that is no base64.
  var octets: [UInt8] {
    get {
      guard case .escaped(let octets) = value else { return [] }
      return octets
    }
    set { value = .escaped(newValue) }
  }

  /// What stands between semicolons, escapes and all.
  var components: [ArraySlice<UInt8>] {
    ValueText.split(octets[...]) { $0 == UInt8(ascii: ";") }
  }

  /// Whether it carries a line which was no property.
  var isCarriedLine: Bool {
    known == .unknown && Property.Name.uppercased(name) == CardConverter.carriedLine
  }

  func first(_ parameter: String) -> String? {
    for index in parameters.indices where parameters[index].name == parameter {
      return parameters[index].values.first
    }
    return nil
  }

  /// The value of a parameter that has one and stands once.
  func only(_ parameter: String) -> String? {
    var value: String?
    for candidate in parameters where candidate.name == parameter {
      guard value == nil, candidate.values.count == 1 else { return nil }
      value = candidate.values[0]
    }
    return value
  }

  /// Whether the year of a date that the line says means none.
  func omitsYear(of date: PartialDate) -> Bool {
    let named = parameters.lazy.filter { $0.name == YearlessDate.parameter }.flatMap(\.values)
    return date.year.map { YearlessDate.omits($0, named: named) } ?? false
  }

  func has(_ parameter: String) -> Bool { parameters.contains { $0.name == parameter } }

  mutating func remove(_ parameter: String) { parameters.removeAll { $0.name == parameter } }

  mutating func set(_ parameter: String, _ value: String) {
    remove(parameter)
    parameters.append(Parameter(parameter, value))
  }

  /// Whether it is of a type, which is ASCII.
  func hasType(_ type: StaticString) -> Bool {
    parameters.contains { parameter in
      parameter.name == "TYPE"
        && parameter.values.contains { Octets.equal($0.utf8Span.span, type) }
    }
  }

  /// The types in lower case.
  var types: [String] {
    parameters.flatMap { $0.name == "TYPE" ? $0.values.map { $0.lowercased() } : [] }
  }

  /// Removes types; a TYPE without any goes.
  mutating func removeTypes(_ isRemoved: (String) -> Bool) {
    guard parameters.contains(where: { $0.name == "TYPE" && $0.values.contains(where: isRemoved) })
    else { return }
    parameters = parameters.compactMap { parameter in
      guard parameter.name == "TYPE" else { return parameter }
      var parameter = parameter
      parameter.values.removeAll(where: isRemoved)
      return parameter.values.isEmpty ? nil : parameter
    }
  }

  /// Whether a program made it of other properties, and said so as the version says it.
  func isDerived(in version: Version) -> Bool {
    !parameters.isEmpty && first(Rules(version).derivedName)?.lowercased() == "true"
  }

  // MARK: Comparing

  /// The value, decoded by what the name says.
  var decoded: PropertyValue {
    switch value {
    case .binary(let type, let octets): return .binary(mediaType: type, octets: octets)
    case .escaped(let octets):
      switch known.shape {
      case .single: return .text(text)
      case .list: return .list(ValueText.list(octets, Rules(.version40)))
      case .structure:
        return .structure(
          ValueText.components(octets, splitsAtCommas: !known.hasPlainComponents))
      }
    }
  }

  /// Whether both values say the same, whatever is escaped in them without need.
  func hasValue(of other: ConversionLine) -> Bool {
    switch (value, other.value) {
    case (.binary(let type, let octets), .binary(let othersType, let others)):
      type == othersType && octets == others
    case (.escaped(let octets), .escaped(let others)):
      known.shape == other.known.shape
        && (octets == others || plainValue(octets) == other.plainValue(others))
    default: false
    }
  }

  /// A value without escapes; what separates in it stands after an octet that no text has.
  private func plainValue(_ octets: [UInt8]) -> [UInt8] {
    let splitsAtSemicolons = known.shape == .structure
    let splitsAtCommas =
      known.shape == .list || splitsAtSemicolons && !known.hasPlainComponents
    var plain: [UInt8] = []
    plain.reserveCapacity(octets.count + 16)
    let parts = ValueText.split(octets[...]) {
      $0 == UInt8(ascii: ";") && splitsAtSemicolons || $0 == UInt8(ascii: ",") && splitsAtCommas
    }
    for part in parts {
      ValueText.unescape(
        part.span, keepsLineFeeds: known.isURI && known.shape == .single, into: &plain)
      if part.endIndex < octets.endIndex { plain += [0xFF, octets[part.endIndex]] }
    }
    return plain
  }

  /// Whether both say the same: case of names and types and the order of parameters do not count.
  func says(_ other: ConversionLine) -> Bool {
    ConversionLine.isSameName(name, other.name)
      && ConversionLine.isSameName(group, other.group)
      && hasValue(of: other) && hasParameters(of: other)
  }

  private static func isSameName(_ left: String?, _ right: String?) -> Bool {
    left == right || left.map(Property.Name.uppercased) == right.map(Property.Name.uppercased)
  }

  func hasParameters(of other: ConversionLine) -> Bool {
    if parameters == other.parameters { return true }
    return ConversionLine.canonical(parameters) == ConversionLine.canonical(other.parameters)
  }

  /// Parameters by name, each name once; TYPE and VALUE in lower case, the types each once.
  static func canonical(_ parameters: [Parameter]) -> [Parameter] {
    var canonical: [Parameter] = []
    canonical.reserveCapacity(parameters.count)
    let order = parameters.indices.sorted {
      (parameters[$0].name, $0) < (parameters[$1].name, $1)
    }
    for index in order {
      var parameter = parameters[index]
      // RFC 2426 §5, RFC 6350 §3.3: their case means nothing.
      if parameter.name == "TYPE" || parameter.name == "VALUE" {
        for place in parameter.values.indices {
          parameter.values[place] = parameter.values[place].lowercased()
        }
      }
      if canonical.last?.name == parameter.name {
        canonical[canonical.count - 1].values += parameter.values
      } else {
        canonical.append(parameter)
      }
    }
    for index in canonical.indices where canonical[index].name == "TYPE" {
      if canonical[index].values.count > 1 {
        canonical[index].values = Set(canonical[index].values).sorted()
      }
    }
    return canonical
  }
}
