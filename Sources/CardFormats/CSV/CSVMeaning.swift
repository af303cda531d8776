import VCard

/// What a column of a table says of a person.
///
/// ```
/// TEL;home,fax     N.1           ADR;work.2       TEL#Car        *EMAIL.label
/// └┬┘ └──┬───┘     ┌┘└ the given ┌┘       └ the       └ label    └ belongs to the value of the
/// name types       name          address    street                 same number
/// ```
/// `X` is kept under the name of its column; what ends in `?` depends on the other columns.
public struct CSVMeaning: Hashable, Sendable {
  /// Which part of a property.
  enum Part: Hashable, Sendable {
    case whole
    case component(Int)
    case label, service, formatted
    case year, month, day
    /// Lines of a vCard.
    case lines
  }

  var property: String
  var types: [String] = []
  var label: String?
  var part = Part.whole
  /// Whether columns with one number say one value together.
  var isNumbered = false
  /// Whether it depends on the other columns.
  var isOpen = false

  /// A column that is kept under its name.
  static let kept = CSVMeaning(property: "X")

  private init(property: String) { self.property = property }

  /// Reads what a column means, such as `TEL;home,fax`.
  ///
  /// - Parameter text: The meaning.
  public init?(_ text: String) {
    var rest = Substring(text)
    if rest.hasPrefix("*") {
      isNumbered = true
      rest.removeFirst()
    }
    if rest.hasSuffix("?") {
      isOpen = true
      rest.removeLast()
    }
    if let dot = rest.lastIndex(of: "."), let part = Part(rest[rest.index(after: dot)...]) {
      self.part = part
      rest = rest[..<dot]
    }
    if let mark = rest.firstIndex(of: "#") {
      label = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: ";") {
      types = rest[rest.index(after: mark)...].split(separator: ",").map(String.init)
      rest = rest[..<mark]
    }
    property = rest.uppercased()
    guard property == "X" || Property.Name(property) != nil else { return nil }
    if case .component(let index) = part {
      guard index < (["N": 5, "ADR": 7, "ORG": 9, "PHONETIC": 3][property] ?? 0) else { return nil }
    }
  }

  /// Whether a table of people is known by it.
  var tells: Bool { property != "X" }

  /// Whether several columns say one value together.
  var isShared: Bool {
    if isNumbered { return true }
    switch part {
    case .component, .year, .month, .day: return true
    default: return false
    }
  }
}

extension CSVMeaning.Part {
  fileprivate init?(_ text: Substring) {
    switch text {
    case "label": self = .label
    case "service": self = .service
    case "formatted": self = .formatted
    case "value": self = .whole
    case "y": self = .year
    case "m": self = .month
    case "d": self = .day
    default:
      guard let number = Int(text), 0...9 ~= number else { return nil }
      self = .component(number)
    }
  }
}
