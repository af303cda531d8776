import VCard

/// What becomes of the parameters of a line whose value is on the merged card already.
///
/// ```
/// there    TEL;TYPE=home:1                 TEL;TYPE=home,work;LANGUAGE=de:1
/// comes    TEL;TYPE=work;LANGUAGE=de;PREF=1:1     and a drop that holds PREF=1
/// ```
/// Types are united, and what is said of the value goes onto the line that lacks it. What that line
/// says otherwise, and what means something among the lines of one card only, such as a preference, is
/// told by the drop.
extension ClusterMerge {
  /// What a line there lacks of the parameters of another.
  private struct Lack {
    var types: [String] = []
    var parameters: [Parameter] = []
    /// What cannot be added.
    var rest: [Parameter] = []

    var isEmpty: Bool { types.isEmpty && parameters.isEmpty && rest.isEmpty }

    /// All of it.
    var all: [Parameter] {
      (types.isEmpty ? [] : [Parameter("TYPE", types)]) + parameters + rest
    }
  }

  /// Adds what the parameters of a line say to one of the lines that have its value.
  ///
  /// - Parameters:
  ///   - index: The line, whose value is there.
  ///   - there: Where it is first.
  ///   - mayChange: Whether the line there may be changed.
  ///   - keepsPreference: Whether what sets the line above others of its name goes over: it is of the
  ///     same card as those that stand there.
  /// - Returns: The parameters that are not there.
  mutating func unite(
    _ index: Int, with there: Int, mayChange: Bool = true, keepsPreference: Bool = false
  ) -> [Parameter] {
    let line = lines[index]
    guard line.traits.contains(.hasParameters) else { return [] }
    let property = propertyRead(line)
    let kept = lines[entries[there].line]
    if case .asItIs = entries[there].form, propertyRead(kept).line == property.line { return [] }
    var parameters = CarriedLine.telling(property)
    if line.traits.contains(.otherWriting) { parameters.removeAll { CarriedLine.isNotation($0) } }
    if parameters.isEmpty { return [] }
    let lack = lack(parameters, at: there, keepsPreference)
    if lack.isEmpty { return [] }
    // Where the base says the value twice, the other may have it all.
    for copy in places.all(line.name.compared, key: line.key, most: MergePlaces.mostCopies)
    where copy != there {
      if self.lack(parameters, at: copy, keepsPreference).isEmpty { return [] }
    }
    guard mayChange, !lack.types.isEmpty || !lack.parameters.isEmpty,
      !CarriedLine.isMarked(parameters), mayTakeParameters(there)
    else { return lack.all }
    var content = content(of: there).line
    if case .binary = content.value { return lack.all }
    if !lack.types.isEmpty {
      if let place = content.parameters.firstIndex(where: { $0.name == "TYPE" }) {
        content.parameters[place].values += lack.types
      } else {
        content.parameters.append(Parameter("TYPE", lack.types))
      }
    }
    content.parameters += lack.parameters
    rewrite(there, as: content)
    return lack.rest
  }

  /// Whether parameters may be added to a line: not if it says what it was in another version, or
  /// holds octets, which say by themselves what they are.
  private func mayTakeParameters(_ entry: Int) -> Bool {
    let line = lines[entries[entry].line]
    return line.known != .malformed && !line.traits.contains(.irregular)
      && !CarriedLine.isMarked(parameters(of: entry))
  }

  /// The parameters of a line of the merged card.
  private func parameters(of entry: Int) -> [Parameter] {
    if case .anew(let place) = entries[entry].form { return written[place].parameters }
    let line = lines[entries[entry].line]
    return line.traits.contains(.hasParameters) ? propertyRead(line).parameters : []
  }

  /// Parameters of a line that are compared each with each; no program writes so many.
  private static let mostParameters = 64

  private func lack(
    _ parameters: [Parameter], at entry: Int, _ keepsPreference: Bool
  ) -> Lack {
    let there = self.parameters(of: entry)
    guard max(parameters.count, there.count) <= ClusterMerge.mostParameters else {
      return Lack(rest: parameters)
    }
    var lack = Lack()
    for parameter in parameters {
      let same = there.filter { $0.name == parameter.name }
      if parameter.name == "TYPE" {
        var types = Set(same.flatMap(\.values).map { $0.lowercased() })
        for type in parameter.values where types.insert(type.lowercased()).inserted {
          if type.lowercased() == "pref", !keepsPreference {
            lack.rest.append(Parameter("TYPE", [type]))
          } else {
            lack.types.append(type)
          }
        }
      } else if same.contains(where: { $0.values == parameter.values }) {
        continue
      } else if same.isEmpty,
        CarriedLine.shared.contains(parameter.name) || keepsPreference && parameter.name == "PREF"
      {
        lack.parameters.append(parameter)
      } else {
        lack.rest.append(parameter)
      }
    }
    return lack
  }

  /// What of the parameters of a line does not go onto the merged card with it.
  func parametersLost(_ index: Int, _ content: ContentLine) -> [Parameter] {
    let line = lines[index]
    guard line.traits.contains(.hasParameters) else { return [] }
    if case .binary = content.value { return [] }
    var values: [String: Set<String>] = [:]
    for parameter in content.parameters {
      values[parameter.name, default: []].formUnion(parameter.values)
    }
    var lost: [Parameter] = []
    for parameter in CarriedLine.telling(propertyRead(line)) {
      let gone = parameter.values.filter { !(values[parameter.name]?.contains($0) ?? false) }
      if !gone.isEmpty { lost.append(Parameter(parameter.name, gone)) }
    }
    return lost
  }
}

extension CarriedLine {
  /// Whether a parameter says how the value is written, which the value itself tells.
  static func isNotation(_ parameter: Parameter) -> Bool {
    ["VALUE", "MEDIATYPE", "X-VALUE"].contains(parameter.name)
  }

  /// Whether a parameter says of octets what they tell by themselves.
  static func tellsOctets(_ parameter: Parameter) -> Bool {
    ["VALUE", "MEDIATYPE", "TYPE"].contains(parameter.name)
  }

  /// The parameters that say something, and not only how the line is written.
  static func telling(_ property: Property) -> [Parameter] {
    let holdsOctets = property.isBase64 || property.embedded != nil
    return spelled(property.parameters) { parameter in
      holdsOctets && tellsOctets(parameter)
        || derivedMarks.contains(parameter.name)
          && parameter.values.first?.lowercased() != "true"
    }
  }

  /// What says something about a value wherever it stands.
  ///
  /// RFC 6350 §5 and §6.3.1, RFC 6715 §3, RFC 8605 §3.1, RFC 9554 §4.
  static let shared: Set<String> = [
    "LANGUAGE", "SORT-AS", "LABEL", "GEO", "TZ", "CC", "LEVEL", "SERVICE-TYPE", "USERNAME",
    "X-SERVICE-TYPE",
  ]
}
