/// The name of a parameter that conversion knows by number, and how often `X-` stands before it.
///
/// ```
/// VALUE  .value, 0      X-VALUE  .value, 1      X-APPLE-OMIT-YEAR  .omittedYear, 1
/// ```
struct ParameterName: Hashable, Sendable {
  var stem: KnownParameter
  var depth: UInt16

  init(_ stem: KnownParameter, _ depth: UInt16 = 0) {
    self.stem = stem
    self.depth = depth
  }

  /// Reads a name in any case; the stem of one that nobody knows is `unknown`.
  init(_ name: Span<UInt8>) {
    let start = CarriedName.stemStart(name)
    let number = KnownParameter.stems.number(of: name.extracting(start..<name.count))
    let isKnown = number != nil && start / 2 < Int(UInt16.max)
    stem = isKnown ? number.flatMap(KnownParameter.init) ?? .unknown : .unknown
    depth = isKnown ? UInt16(start / 2) : 0
  }

  /// The name in upper case; empty for one that nobody knows.
  var text: String {
    switch depth {
    case 0: stem.spelling
    case 1: KnownParameter.carriedSpellings[Int(stem.rawValue)]
    default: String(repeating: "X-", count: Int(depth)) + stem.spelling
    }
  }

  static var type: ParameterName { ParameterName(.type) }
  static var value: ParameterName { ParameterName(.value) }
  static var pref: ParameterName { ParameterName(.pref) }
  static var altid: ParameterName { ParameterName(.altid) }
  static var label: ParameterName { ParameterName(.label) }
  static var sortAs: ParameterName { ParameterName(.sortAs) }
  static var sortString: ParameterName { ParameterName(.sortString) }
  static var mediatype: ParameterName { ParameterName(.mediatype) }
  static var phonetic: ParameterName { ParameterName(.phonetic) }
  static var serviceType: ParameterName { ParameterName(.serviceType) }
  static var username: ParameterName { ParameterName(.username) }
  static var omittedYear: ParameterName { ParameterName(.omittedYear, 1) }
  // Those by which conversion, and a preset, know their lines again.
  static var version: ParameterName { ParameterName(.version, 1) }
  static var original: ParameterName { ParameterName(.original, 1) }
  static var property: ParameterName { ParameterName(.property, 1) }
  static var nested: ParameterName { ParameterName(.nested, 1) }
  static var repeated: ParameterName { ParameterName(.repeated, 1) }
  static var paired: ParameterName { ParameterName(.paired, 1) }
  static var user: ParameterName { ParameterName(.user, 1) }

  /// The name under which another is carried.
  var carried: ParameterName { ParameterName(stem, depth + 1) }
}

/// A value of a parameter of a line that is converted; each further value of it stands after it.
struct LineParameter: Equatable, Sendable {
  var name: ParameterName
  /// Whether it is a value more of the parameter before it.
  var isFurther = false
  /// The name in upper case, of one that nobody knows.
  private(set) var spelling = ""
  var value: String

  init(_ name: ParameterName, _ value: String) {
    self.name = name
    self.value = value
  }

  init(_ name: Span<UInt8>, spelling: @autoclosure () -> String, _ value: String) {
    self.name = ParameterName(name)
    self.value = value
    if self.name.stem == .unknown { self.spelling = spelling() }
  }

  init(_ name: String, _ value: String) {
    self.init(name.utf8Span.span, spelling: Property.Name.uppercased(name), value)
  }

  /// The name in upper case.
  var text: String { name.stem == .unknown ? spelling : name.text }

  /// Appends the semicolon, the name, as it is if it was read so, and the equals sign.
  func appendName(isExact: Bool, to line: inout [UInt8]) {
    guard name.stem != .unknown, name.depth < 2 else {
      return ContentLine.append(parameter: text, isExact: isExact, to: &line)
    }
    // Ours, and names all of them.
    let head = KnownParameter.heads[2 * Int(name.stem.rawValue) + Int(name.depth)]
    line.append(head.span)
  }
}

extension KnownParameter {
  /// The name as it is written, without `X-`.
  fileprivate var spelling: String { KnownParameter.spellings[Int(rawValue)] }

  /// The name between a semicolon and an equals sign, and after it the one under which it is carried.
  fileprivate static let heads = allCases.flatMap { parameter in
    ["", "X-"].map { Array(";\($0)\(parameter.spelling)=".utf8) }
  }

  fileprivate static let carriedSpellings = spellings.map { "X-" + $0 }
  private static let spellings = allCases.map { parameter in
    parameter.row?.name ?? marks[parameter] ?? ""
  }

  /// All that conversion looks at, by the names.
  static let stems = WordTable(
    allCases.filter { !$0.spelling.isEmpty }.map { ($0.spelling, $0.rawValue) })

  /// Those that no standard has.
  private static let marks: [KnownParameter: String] = [
    .version: "VERSION", .original: "ORIGINAL", .property: "PROPERTY", .nested: "NESTED",
    .repeated: "REPEATED", .paired: "PAIRED", .user: "USER",
  ]
}

extension Property {
  /// The parameters without those that say how the value is written.
  var lineParameters: [LineParameter] {
    var parameters: [LineParameter] = []
    var isLeftOut = false
    forEachParameter { piece, octets in
      func text(_ octets: ArraySlice<UInt8>) -> String { self.text(undeclaredSlice: octets) }
      switch piece {
      case .further:
        guard !isLeftOut else { return }
        var parameter = parameters.last ?? LineParameter(ParameterName(.unknown), "")
        parameter.value = text(octets)
        parameter.isFurther = true
        parameters.append(parameter)
      case .nameless(let kind):
        isLeftOut = kind == .encoding
        guard !isLeftOut else { return }
        parameters.append(LineParameter(kind == .type ? .type : .value, text(octets)))
      case .named(let name):
        let parameter = LineParameter(
          name.span, spelling: Property.Name.uppercased(text(name)), text(octets))
        isLeftOut =
          parameter.name == ParameterName(.encoding) || parameter.name == ParameterName(.charset)
        if !isLeftOut { parameters.append(parameter) }
      }
    }
    return parameters
  }
}
