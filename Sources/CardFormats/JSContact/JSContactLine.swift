internal import VCard

/// A property on its way to JSContact: what was not taken of it yet.
struct JSContactLine {
  let property: Property
  let known: KnownName
  let group: String?
  /// The parameters that were not taken, each name once.
  private(set) var parameters: [Parameter] = []
  let value: PropertyValue

  init(_ property: Property) {
    self.property = property
    known = property.known
    group = property.group
    value = property.value
    parameters = Parameter.gathered(
      property.parameters.filter { !$0.values.isEmpty }, keepsRepeats: true)
    guard case .text(let text) = value else { return }
    // VALUE goes where the value tells its type itself.
    _ = take("VALUE") { [known] in JSContactLine.isImplied($0, of: text, known) ? $0 : nil }
  }

  /// The value as one text.
  var text: String {
    switch value {
    case .text(let text): text
    case .list(let values): values.joined(separator: ",")
    case .structure: property.text
    case .binary(let mediaType, let octets): DataURI.encode(mediaType: mediaType, octets: octets)
    }
  }

  /// The components of a structure.
  var components: [[String]] {
    if case .structure(let components) = value { return components }
    return [[text]]
  }

  var isBare: Bool { parameters.isEmpty && group == nil }

  /// The member of an address that a place alone becomes; `nil` where none can say it.
  var placeKey: String? {
    guard !parameters.contains(where: { $0.name == "VALUE" }) else { return nil }
    if text.lowercased().hasPrefix("geo:") { return "coordinates" }
    return PropertyRegistry.shared[known]?.impliedType(of: text) == "text" ? "full" : nil
  }

  // MARK: Parameters

  /// Takes VALUE, if it says that the value is a text, as the value itself may say.
  ///
  /// A value that may be a URI is none only where VALUE says so.
  var isText: Bool {
    mutating get {
      if take("VALUE", as: { $0.lowercased() == "text" ? $0 : nil }) != nil { return true }
      return PropertyRegistry.shared[known]?.impliedType(of: text) == "text"
    }
  }

  /// The only value of a parameter.
  func parameter(_ name: String) -> String? {
    guard let values = parameters.first(where: { $0.name == name })?.values, values.count == 1
    else { return nil }
    return values[0]
  }

  /// Takes a parameter of one value.
  mutating func take(_ name: String) -> String? { take(name) { $0 } }

  /// Takes a parameter of one value if `transform` makes something of it.
  mutating func take<Value>(_ name: String, as transform: (String) -> Value?) -> Value? {
    guard let index = parameters.firstIndex(where: { $0.name == name }),
      parameters[index].values.count == 1, let value = transform(parameters[index].values[0])
    else { return nil }
    parameters.remove(at: index)
    return value
  }

  /// Takes the values of a parameter that have a word; the others stay.
  mutating func take(
    _ name: String, words: [(type: String, word: String)]
  ) -> [String] {
    guard !words.isEmpty, let index = parameters.firstIndex(where: { $0.name == name }) else {
      return []
    }
    var found: [String] = []
    parameters[index].values.removeAll { value in
      let value = value.lowercased()
      guard let word = words.first(where: { $0.type == value })?.word else { return false }
      if !found.contains(word) { found.append(word) }
      return true
    }
    if parameters[index].values.isEmpty { parameters.remove(at: index) }
    return found
  }

  /// Takes all values of a parameter.
  mutating func takeAll(_ name: String) -> [String] {
    guard let index = parameters.firstIndex(where: { $0.name == name }) else { return [] }
    return parameters.remove(at: index).values
  }

  /// Takes SORT-AS, a text for each component; it stays where it has more than so many.
  mutating func takeSorts(_ count: Int) -> [String] {
    guard let parameter = parameters.first(where: { $0.name == "SORT-AS" }) else { return [] }
    let sorts = parameter.values.flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard sorts.count <= count else { return [] }
    _ = takeAll("SORT-AS")
    return sorts
  }

  /// Whether a value of a property tells by itself that it has a type.
  static func isImplied(_ type: String, of text: String, _ known: KnownName) -> Bool {
    guard let row = PropertyRegistry.shared[known] else { return false }
    let type = type.lowercased()
    if row.name == .xABLabel { return type == "text" }
    if row.isDate { return type.hasPrefix("date") || type == "timestamp" }
    return type == row.impliedType(of: text)
  }

  /// What is left of the parameters, and the group, as a member of an object; `nil` when nothing is.
  ///
  /// RFC 9555 §2.15.2.
  func rest(keepsGroup: Bool) -> DocumentNode? {
    var object = NodeObject()
    if keepsGroup { object.append("group", group) }
    for parameter in parameters {
      object.append(
        parameter.name.lowercased(),
        parameter.values.count == 1
          ? .text(parameter.values[0]) : .list(parameter.values.map { .text($0) }))
    }
    return object.isEmpty ? nil : object.node
  }

  // MARK: jCard

  /// The property as jCard has it, RFC 7095 §3.3.
  var jCard: DocumentNode {
    var problems = DecodingProblems()
    return JCardWriter.node(TypedProperty(property, problems: &problems))
  }

  /// The group and parameters that an object tells; `nil` when some value is no text.
  ///
  /// RFC 7095 §3.3.1.
  static func parameters(_ object: NodeObject) -> (group: String?, parameters: [Parameter])? {
    var group: String?
    var parameters: [Parameter] = []
    for (key, value) in object.members {
      guard Property.Name(key) != nil else { return nil }
      switch value {
      case .text(let text):
        if key == "group" { group = text } else { parameters.append(Parameter(key, text)) }
      case .list(let nodes):
        let texts = nodes.compactMap(\.text)
        guard texts.count == nodes.count, !texts.isEmpty, key != "group" else { return nil }
        parameters.append(Parameter(key, texts))
      default: return nil
      }
    }
    return (group, parameters)
  }
}
