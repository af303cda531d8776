/// A property on its way from one version to another.
///
/// The value is unfolded UTF-8 in the escapes of vCard 3.0 and 4.0, which are the same, whatever
/// version it comes from; only base64 is octets. So what need not change is copied.
struct ConversionLine: Sendable {
  enum Value: Sendable {
    case escaped([UInt8])
    case binary(mediaType: String, octets: [UInt8])
  }

  /// What copies of a line share until one of them is changed: it goes from hand to hand more often.
  private final class Fields: @unchecked Sendable {
    var group: String?
    var name: String { didSet { known = ConversionLine.known(name) } }
    var known: KnownName
    var parameters: [LineParameter]
    var value: Value
    var isExact: Bool
    /// Nothing unless somebody has the line again and again.
    var findings: LineFindings?

    init(
      group: String?, name: String, known: KnownName, parameters: [LineParameter], value: Value,
      isExact: Bool = false
    ) {
      (self.group, self.name, self.known) = (group, name, known)
      (self.parameters, self.value, self.isExact) = (parameters, value, isExact)
    }
  }

  private var fields: Fields
  /// Its place in the card it comes from.
  var row: Int

  /// The fields of this line only, which is about to become another.
  private var own: Fields {
    mutating get {
      if isKnownUniquelyReferenced(&fields) {
        fields.findings = nil
      } else {
        fields = Fields(
          group: group, name: name, known: known, parameters: parameters, value: value,
          isExact: isExact)
      }
      return fields
    }
  }

  /// What is remembered of the line as it is; nothing before ``remember()``.
  var findings: LineFindings? { fields.findings }

  /// Has all copies of the line remember what somebody found out about one.
  func remember() { if fields.findings == nil { fields.findings = LineFindings() } }

  var group: String? {
    get { fields.group }
    set { own.group = newValue }
  }
  var name: String {
    get { fields.name }
    set { own.name = newValue }
  }
  var known: KnownName { fields.known }
  var parameters: [LineParameter] {
    get { fields.parameters }
    _modify {
      // Access to a field that lasts would make the runtime keep book of every other one.
      let own = own
      var parameters = own.parameters
      own.parameters = []
      defer { own.parameters = parameters }
      yield &parameters
    }
  }
  var value: Value {
    get { fields.value }
    set { own.value = newValue }
  }
  /// Whether names are written as they are, odd or not: the line stood so in a card.
  var isExact: Bool {
    get { fields.isExact }
    set { own.isExact = newValue }
  }

  init(
    group: String? = nil, _ name: String, parameters: [LineParameter] = [], _ value: Value,
    row: Int
  ) {
    fields = Fields(
      group: group, name: name, known: ConversionLine.known(name), parameters: parameters,
      value: value)
    self.row = row
  }

  /// The same line of another place in a card.
  func standing(in row: Int) -> ConversionLine {
    var line = self
    line.row = row
    return line
  }

  /// The number of a name.
  static func known(_ name: String) -> KnownName {
    KnownName.named(name.utf8Span.span)
  }

  // MARK: Reading

  /// Reads a property, which is well formed.
  init(_ property: Property) {
    var ignored = DecodingProblems()
    self.init(property, &ignored)
  }

  /// The same, with what of its value could not be decoded.
  init(_ property: Property, _ problems: inout DecodingProblems) {
    let known = property.known
    let value: Value
    if property.isNestedCard {
      value = .escaped(ConversionLine.escaped(property.nestedCardText))
    } else if property.isBase64 || known.mayBeBinary,
      case .binary(let type, let octets) = property.decodedValue(&problems)
    {
      value = .binary(mediaType: type, octets: octets)
    } else {
      let octets = property.decodedOctets(&problems)
      let isPlain = !property.rules.separatesWithinComponents
      // Unfolded, a URI of vCard 3.0 and 4.0 has no line ends, but those of quoted-printable.
      value = .escaped(
        !isPlain && known.isURI && !property.isQuotedPrintable
          ? octets
          : LineValues.escaped(octets, isPlain ? known.shape : .single, inURI: known.isURI))
    }
    var parameters = property.lineParameters
    if property.isNestedCard, !property.rules.nestsCards {
      // Only vCard 2.1 has them, but some programs write them in every version.
      parameters.append(LineParameter(.nested, property.version.rawValue))
    }
    fields = Fields(
      group: property.group, name: property.spelling, known: known, parameters: parameters,
      value: value)
    row = property.index
  }

  /// Text with backslashes.
  ///
  /// RFC 2426 §4, RFC 6350 §3.4.
  static func escaped(_ text: String) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(text.utf8.count + 8)
    ContentLine.escape(text.utf8Span.span, Rules(.version40), into: &octets)
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

  /// The date that the value says; `nil` where it says none.
  var dateText: DateText? {
    octets.contains(UInt8(ascii: "\\")) ? DateText(text) : DateText(octets.span)
  }

  /// Whether it says that its value is text.
  var saysText: Bool { has(has(.value) ? .value : .value.carried, "TEXT") }

  /// Whether it says that its value is a URI, in the words of any version.
  var saysURI: Bool { has(.value, "URI") || has(.value, "URL") }

  /// Whether the year of a date that the line says means none.
  func omitsYear(of date: PartialDate) -> Bool {
    let named = parameters.lazy.filter { $0.name == .omittedYear }.map(\.value)
    return date.year.map { YearlessDate.omits($0, named: named) } ?? false
  }

  // MARK: Comparing

  /// The name and the value as octets that are the same where both say the same.
  var identity: [UInt8] {
    if let identity = findings?.identity { return identity }
    var identity = Array(Property.Name.uppercased(name).utf8)
    switch value {
    case .binary(let type, let octets): identity += [0xFF] + type.utf8 + [0xFF] + octets
    case .escaped(let octets): identity += [0xFE] + plainValue(octets)
    }
    findings?.identity = identity
    return identity
  }

  /// Whether both values say the same, whatever is escaped in them without need.
  func hasValue(of other: ConversionLine) -> Bool {
    switch (value, other.value) {
    case (.binary(let type, let octets), .binary(let othersType, let others)):
      type == othersType && octets == others
    case (.escaped(let octets), .escaped(let others)):
      known.shape == other.known.shape
        && (octets == others
          || (octets.contains(UInt8(ascii: "\\")) || others.contains(UInt8(ascii: "\\")))
            && plainValue(octets) == other.plainValue(others))
    default: false
    }
  }

  /// A value without escapes; what separates in it stands after an octet that no text has.
  private func plainValue(_ octets: [UInt8]) -> [UInt8] {
    let splitsAtSemicolons = known.shape == .structure
    let splitsAtCommas =
      known.shape == .list || splitsAtSemicolons && !known.hasPlainComponents
    if known.shape == .single, !octets.contains(UInt8(ascii: "\\")) { return octets }
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

  /// Whether both are copies of one line, and neither was changed since.
  func isCopy(of other: ConversionLine) -> Bool { fields === other.fields }

  /// Whether both say the same: case of names and types and the order of parameters do not count.
  func says(_ other: ConversionLine) -> Bool {
    ConversionLine.isSameName(name, other.name)
      && ConversionLine.isSameName(group, other.group)
      && hasValue(of: other) && hasParameters(of: other)
  }

  static func isSameName(_ left: String?, _ right: String?) -> Bool {
    left == right || left.map(Property.Name.uppercased) == right.map(Property.Name.uppercased)
  }
}
