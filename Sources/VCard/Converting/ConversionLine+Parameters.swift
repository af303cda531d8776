// The parameters of a line on its way.
extension ConversionLine {
  /// Where the values of the parameter end that begins at a place.
  func endOfParameter(at index: Int) -> Int {
    var end = index + 1
    while end < parameters.count, parameters[end].isFurther { end += 1 }
    return end
  }

  private func index(of name: ParameterName) -> Int? {
    parameters.indices.first { parameters[$0].name == name }
  }

  /// The first value of a parameter.
  func first(_ name: ParameterName) -> String? { index(of: name).map { parameters[$0].value } }

  /// The last value of a parameter: of our marks, which are appended, ours, whatever a stranger wrote
  /// before.
  func last(_ name: ParameterName) -> String? {
    parameters.last { $0.name == name }?.value
  }

  /// Removes the last value of a parameter.
  mutating func removeLast(_ name: ParameterName) {
    if let index = parameters.lastIndex(where: { $0.name == name }) { parameters.remove(at: index) }
  }

  /// The value of a parameter that has one and stands once.
  func only(_ name: ParameterName) -> String? {
    let found = parameters.filter { $0.name == name }
    return found.count == 1 ? found[0].value : nil
  }

  func has(_ name: ParameterName) -> Bool { index(of: name) != nil }

  /// Whether the first value of a parameter is a word, which is ASCII, in any case.
  func has(_ name: ParameterName, _ word: StaticString) -> Bool {
    index(of: name).map { Octets.equal(parameters[$0].value.utf8Span.span, word) } ?? false
  }

  mutating func remove(_ name: ParameterName) {
    if has(name) { parameters.removeAll { $0.name == name } }
  }

  /// Removes a parameter where it has one value and no other.
  mutating func remove(_ name: ParameterName, of value: String) {
    for index in parameters.indices.reversed()
    where parameters[index].name == name && parameters[index].value == value
      && !parameters[index].isFurther && endOfParameter(at: index) == index + 1
    {
      parameters.remove(at: index)
    }
  }

  mutating func append(_ name: ParameterName, _ value: String) {
    parameters.append(LineParameter(name, value))
  }

  mutating func set(_ name: ParameterName, _ value: String) {
    remove(name)
    append(name, value)
  }

  /// Whether it is of a type, which is ASCII.
  func hasType(_ type: StaticString) -> Bool {
    parameters.indices.contains {
      parameters[$0].name == .type && Octets.equal(parameters[$0].value.utf8Span.span, type)
    }
  }

  /// The types in lower case.
  var types: [String] {
    parameters.indices.lazy.filter { parameters[$0].name == .type }.map {
      parameters[$0].value.lowercased()
    }
  }

  /// Removes a type, which is ASCII.
  mutating func removeType(_ type: StaticString) {
    removeTypes { Octets.equal($0.utf8Span.span, type) }
  }

  /// Removes types; a TYPE without any goes.
  mutating func removeTypes(_ isRemoved: (String) -> Bool) {
    for index in parameters.indices.reversed()
    where parameters[index].name == .type && isRemoved(parameters[index].value) {
      let removed = parameters.remove(at: index)
      // The value after it is the first one now.
      if !removed.isFurther, index < parameters.count { parameters[index].isFurther = false }
    }
  }

  /// Whether a program made it of other properties, and said so as the version says it.
  func isDerived(in version: Version) -> Bool { has(Rules(version).derivedName, "TRUE") }

  // MARK: Comparing

  func hasParameters(of other: ConversionLine) -> Bool {
    parameters == other.parameters
      || ConversionLine.canonical(parameters) == ConversionLine.canonical(other.parameters)
  }

  /// Parameters by name, each name once; TYPE and VALUE in lower case, the types each once.
  static func canonical(_ parameters: [LineParameter]) -> [Parameter] {
    var canonical: [Parameter] = []
    let order = parameters.indices.map { (name: parameters[$0].text, index: $0) }
      .sorted { $0 < $1 }
    for (name, index) in order {
      // RFC 2426 §5, RFC 6350 §3.3: their case means nothing.
      let isWord = name == "TYPE" || name == "VALUE"
      let value = parameters[index].value
      if canonical.last?.name != name { canonical.append(Parameter(unchecked: name, [])) }
      canonical[canonical.count - 1].values.append(isWord ? value.lowercased() : value)
    }
    for index in canonical.indices
    where canonical[index].name == "TYPE" && canonical[index].values.count > 1 {
      canonical[index].values = Set(canonical[index].values).sorted()
    }
    return canonical
  }

  // MARK: Writing

  /// Appends group, name and parameters, and some more of one value each, as a version writes them.
  ///
  /// What is exact has the group and the names of parameters that were read, odd or not; unless the order is
  /// kept, MEDIATYPE is the last.
  func writeHead(
    _ rules: Rules, isExact: Bool = false, keepsOrder: Bool = false, added: [Parameter] = [],
    to line: inout [UInt8]
  ) {
    ContentLine.append(group: group, isExact: isExact, to: &line)
    ContentLine.append(name: name, to: &line)
    let parameters = parameters
    // RFC 6350 §5.7: a media type may have parameters of its own, so some readers take what comes
    // after it for one.
    let isMoved = !keepsOrder && parameters.last?.name != .mediatype && has(.mediatype)
    for index in parameters.indices where !isMoved || parameters[index].name != .mediatype {
      ConversionLine.write(parameters, index, rules, isExact: isExact, to: &line)
    }
    for index in parameters.indices where isMoved && parameters[index].name == .mediatype {
      ConversionLine.write(parameters, index, rules, isExact: isExact, to: &line)
    }
    for parameter in added {
      ContentLine.append(parameter: parameter.name, to: &line)
      line.append(contentsOf: parameter.values[0].utf8)
    }
  }

  private static func write(
    _ parameters: [LineParameter], _ index: Int, _ rules: Rules, isExact: Bool,
    to line: inout [UInt8]
  ) {
    let parameter = parameters[index]
    if parameter.name == .type, rules.allowsNamelessParameters {
      return ContentLine.append(type: parameter.value, rules, to: &line)
    }
    if parameter.isFurther {
      line.append(UInt8(ascii: ","))
    } else {
      parameter.appendName(isExact: isExact, to: &line)
    }
    let isLabel = parameter.name == .label
    let isOne =
      parameter.isFurther || index + 1 < parameters.count && parameters[index + 1].isFurther
    ContentLine.appendParameterValue(
      parameter.value.utf8Span.span, rules, isLabel: isLabel, isOneOfLabels: isLabel && isOne,
      to: &line)
  }
}
