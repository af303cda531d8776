// Parameters by the table.
extension LineConverter {
  func takeParameters(
    _ line: inout ConversionLine, known: KnownName, losses: inout ConversionLosses
  ) {
    guard !line.parameters.isEmpty else { return }
    var kept: [Parameter] = []
    kept.reserveCapacity(line.parameters.count + 1)
    for var parameter in line.parameters {
      if source != target { LineValues.clean(&parameter) }
      if parameter.name == "VALUE" {
        if let type = parameter.values.first.map({ $0.lowercased() }),
          let said = valueType(type, line.known)
        {
          kept.append(Parameter(said.name, said.type ?? parameter.values[0]))
        } else if LineConverter.isForeign(parameter.values) {
          losses.append(
            .lossParameter, row: line.row,
            about: "VALUE of \(line.name) names a type that vCard \(target.rawValue) has not there")
        }
        continue
      }
      if parameter.name == "X-VALUE", !line.has("VALUE"), let type = parameter.values.first {
        kept.append(Parameter("VALUE", type))
        continue
      }
      guard isToModern || isToOld else {
        if !to.quotesParameters {
          parameter.values = parameter.values.map(CarriedValue.encodedPlainly)
        }
        kept.append(parameter)
        continue
      }
      let (stem, prefixes) = CarriedName.stem(parameter.name)
      let row = ParameterDefinition.named(stem)
      let since = row.flatMap { $0.standing == .since40 ? $0 : nil }
      let before = row.flatMap { $0.standing == .only30 || $0.standing == .program ? $0 : nil }
      // How often it was carried already; a program's own name has an `X-` from the start.
      let depth = prefixes - (before?.prefixes ?? 0)
      let isDate = PropertyRegistry.shared.standard(known)?.change == .date
      if before != nil, depth < 0 || isDate && depth == 0 {
        kept.append(parameter)
        continue
      }
      let isForeign = isToOld ? since != nil : isToModern && before != nil
      let isRestorable = isToModern ? since != nil : isToOld && before != nil
      if isForeign {
        if depth == 0, parameter.name == "PREF", parameter.values.first == "1",
          line.known.mayBePreferred
        {
          kept.append(Parameter("TYPE", "pref"))
          continue
        }
        if depth == 0, parameter.name == "MEDIATYPE", let word = mediaWord(parameter, line) {
          kept.append(Parameter("TYPE", word))
          continue
        }
        if depth == 0, let rule = since ?? before, !rule.isSilent, !isImplied(parameter, line) {
          losses.append(
            parameter.name == "PREF" ? .lossPreference : .lossParameter, row: line.row,
            about: "the parameter \(parameter.name) of \(line.name) is not in vCard "
              + target.rawValue,
            carrier: "X-\(parameter.name)")
        }
        if !carries {
          if depth > 0 { kept.append(parameter) }
          continue
        }
        parameter.name = "X-\(parameter.name)"
        if isToOld {
          parameter.values = parameter.values.map(encoded)
        }
      } else if isRestorable, depth > 0 {
        parameter.name = String(parameter.name.dropFirst(2))
        if isToModern { parameter.values = parameter.values.map(CarriedValue.decoded) }
      } else if !to.quotesParameters, parameter.name != "TYPE" {
        // vCard 2.1 has neither quotes nor escapes for them.
        parameter.values = parameter.values.map(CarriedValue.encodedPlainly)
      }
      kept.append(parameter)
    }
    line.parameters = kept
    if isToModern { preferModernly(&line) }
  }

  /// Whether no standard has a type of value; the others are told by the property.
  private static func isForeign(_ types: [String]) -> Bool {
    let octets = Array((types.first ?? "").lowercased().utf8)
    switch ValueType.named(octets.span, in: WordTable.valueTypes) {
    case .unknown, .vendor: return true
    default: return false
    }
  }

  /// TYPE=pref is PREF=1, unless PREF says more.
  ///
  /// RFC 6350 §5.3.
  func preferModernly(_ line: inout ConversionLine) {
    guard line.hasType("pref") else { return }
    line.removeTypes { $0.lowercased() == "pref" }
    if !line.has("PREF") { line.parameters.append(Parameter("PREF", "1")) }
  }

  /// Whether the target says it otherwise.
  func isImplied(_ parameter: Parameter, _ line: ConversionLine) -> Bool {
    switch parameter.name {
    // Both become properties.
    case "LABEL": line.known == .adr
    case "SORT-AS": line.known == .n
    default: false
    }
  }

  /// The word of TYPE that says the media type of a reference to a picture or a sound.
  func mediaWord(_ parameter: Parameter, _ line: ConversionLine) -> String? {
    guard line.known.mayBeBinary, !UniformText.isData(line.octets) else { return nil }
    return parameter.values.first.flatMap(MediaType.typeWord)
  }

  /// What the target calls a value type: VALUE, or X-VALUE where it has no such type there.
  func valueType(_ type: String, _ known: KnownName) -> (name: String, type: String?)? {
    if source == target { return ("VALUE", nil) }
    switch (from.referenceType, to.referenceType) {
    case ("URL", _):
      switch type {
      case "url": return ("VALUE", "uri")
      default: return carries ? ("X-VALUE", nil) : nil
      }
    case (_, "URL"):
      switch type {
      case "uri": return ("VALUE", "URL")
      case "url", "inline", "content-id", "cid": return ("VALUE", nil)
      default: return carries ? ("X-VALUE", nil) : nil
      }
    default: break
    }
    let rule = RuleTable.of(target)[known]
    let octets = Array(type.utf8)
    let number = ValueType.named(octets.span, in: WordTable.valueTypes)
    if number == .vendor { return ("VALUE", nil) }
    let isAllowed =
      rule.standing == .standard
      ? rule.types.contains(number) : RuleTable.of(target).types.contains(number)
    if isAllowed { return ("VALUE", nil) }
    // Readers of 3.0 know a reference to a phone or a key when they see VALUE=uri.
    if type == "uri", known == .tel || known == .key { return ("VALUE", nil) }
    return carries ? ("X-VALUE", nil) : nil
  }

  /// INTERNET says what every address of vCard 4.0 is.
  ///
  /// RFC 2426 §3.3.2, RFC 6350 §6.4.2.
  func takeTypes(_ line: inout ConversionLine) {
    guard line.known == .email else { return }
    if isToModern, Set(line.types).intersection(LineConverter.mailSystems).count == 1 {
      line.removeTypes { $0.lowercased() == "internet" }
    }
    if isToOld, !line.types.contains(where: LineConverter.mailSystems.contains) {
      line.parameters.insert(Parameter("TYPE", "INTERNET"), at: 0)
    }
  }

  /// The systems that EMAIL may be of.
  ///
  /// vCard 2.1 §2.4.2.
  static let mailSystems: Set<String> = [
    "internet", "x400", "aol", "applelink", "attmail", "cis", "eworld", "ibmmail", "mcimail",
    "powershare", "prodigy", "tlx",
  ]
}
