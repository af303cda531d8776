internal import VCard

/// The line of a card that is being read into a contact.
///
/// Nearly all lines are plain: their strings stand in the card, and are taken from there. The others
/// are decoded as ``VCard/Property`` does it; the answers are the same either way.
/// ```
/// card ─▶ line ─┬─ plain ───▶ PlainProperty, whose storage serves for all lines
///               └─ odd ─────▶ Property
/// ```
struct ContactLine: ~Copyable {
  let card: Card
  /// Its place in the card's table.
  private(set) var index = 0
  /// The number of its name.
  private(set) var known = KnownName.unknown

  private let isThorough: Bool
  private var plain = PlainProperty()
  private var irregular: Property?
  private var irregularParameters: [Parameter] = []
  private var irregularComponents: [[String]] = []

  /// Creates a look at the lines of a card; a thorough one takes no line for plain.
  init(_ card: Card, isThorough: Bool) {
    self.card = card
    self.isThorough = isThorough
  }

  /// Goes to a line.
  mutating func move(to index: Int, named known: KnownName) {
    self.index = index
    self.known = known
    if !isThorough, card.decode(at: index, into: &plain) {
      if irregular != nil { irregular = nil }
      return
    }
    let property = card.property(at: index)
    irregular = property
    irregularParameters = property.parameters
    irregularComponents = property.shape == .structure ? property.components : []
  }

  /// The line as a property of the card.
  var property: Property { irregular ?? card.property(at: index) }

  /// The name in upper case.
  var name: String {
    if let irregular { return irregular.canonicalName }
    return known == .unknown ? string(plain.name) : known.canonical
  }

  /// The group in lower case.
  var group: String? {
    if let irregular { return irregular.group?.asciiLowercased }
    return plain.group.map { string($0).asciiLowercased }
  }

  // MARK: Parameters

  var hasParameters: Bool {
    irregular != nil ? !irregularParameters.isEmpty : !plain.parameters.isEmpty
  }

  /// The values of a parameter, of all its occurrences.
  ///
  /// - Parameter name: The name in upper case.
  /// - Returns: The values in order.
  func parameter(_ name: StaticString) -> [String] {
    guard irregular == nil else {
      let name = name.description
      return irregularParameters.flatMap { $0.name == name ? $0.values : [] }
    }
    var values: [String] = []
    for parameter in plain.parameters where isString(parameter.name, name) {
      for value in parameter.values { values.append(string(value)) }
    }
    return values
  }

  /// The first filled value of a parameter, without blanks around it.
  ///
  /// - Parameter name: The name in upper case.
  /// - Returns: `nil` when there is none.
  func first(_ name: StaticString) -> String? {
    guard hasParameters else { return nil }
    for value in parameter(name) {
      if let value = value.filled { return value }
    }
    return nil
  }

  /// The label that the types say.
  var label: ContactLabel? {
    hasParameters ? ContactLabel(types: parameter("TYPE")) : nil
  }

  // MARK: The value

  /// The value as one text without blanks around it; `nil` when that is empty.
  var text: String? {
    if let irregular { return irregular.text.filled }
    switch plain.shape {
    case .single: return string(plain.values.lowerBound).filled
    case .list, .structure: return card.property(at: index).text.filled
    }
  }

  /// The filled values of a list.
  var list: [String] {
    if let irregular { return irregular.list.compactMap(\.filled) }
    return plain.values.compactMap { string($0).filled }
  }

  /// How many components a structured value has.
  var componentCount: Int {
    irregular != nil ? irregularComponents.count : plain.componentEnds.count
  }

  /// A component of a structured value; its filled values with a separator between them.
  ///
  /// - Parameters:
  ///   - index: Which one; one that is not there is empty.
  ///   - separator: What stands between its values.
  /// - Returns: `nil` when it is empty.
  func component(_ index: Int, separator: String = " ") -> String? {
    guard index < componentCount else { return nil }
    if irregular != nil { return irregularComponents[index].joinedFilled(separator) }
    let first = plain.values.lowerBound
    let start = index > 0 ? plain.componentEnds[index - 1] : 0
    let end = plain.componentEnds[index]
    switch end - start {
    case 0: return nil
    case 1: return string(first + start).filled
    default: return (first + start..<first + end).map { string($0) }.joinedFilled(separator)
    }
  }

  /// The values of a component.
  func values(of index: Int) -> [String] {
    guard index < componentCount else { return [] }
    if irregular != nil { return irregularComponents[index] }
    let first = plain.values.lowerBound
    let start = index > 0 ? plain.componentEnds[index - 1] : 0
    return (first + start..<first + plain.componentEnds[index]).map { string($0) }
  }

  // MARK: Strings

  private func string(_ number: Int) -> String {
    let place = plain.strings[number]
    return place.isInCard
      ? String(decoding: card.octets[place.range], as: UTF8.self)
      : String(decoding: plain.octets[place.range], as: UTF8.self)
  }

  private func isString(_ number: Int, _ word: StaticString) -> Bool {
    let place = plain.strings[number]
    guard place.range.count == word.utf8CodeUnitCount else { return false }
    let octets = place.isInCard ? card.octets : plain.octets
    return octets[place.range].elementsEqual(word.description.utf8)
  }
}

extension String {
  /// The text without blanks around it, or `nil` when that is empty.
  var filled: String? {
    let text = trimmingBlanks
    return text.isEmpty ? nil : text
  }
}

extension [String] {
  /// The filled texts with a separator between them, or `nil` when there is none.
  func joinedFilled(_ separator: String) -> String? {
    if count == 1 { return self[0].filled }
    let words = compactMap(\.filled)
    return words.isEmpty ? nil : words.joined(separator: separator)
  }
}
