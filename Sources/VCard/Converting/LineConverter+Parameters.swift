// Parameters by the table.
extension LineConverter {
  func takeParameters(
    _ line: inout ConversionLine, isDate: Bool, losses: inout ConversionLosses
  ) {
    guard !line.parameters.isEmpty else { return }
    // All, once one of them is no longer as it was; in most lines none is.
    var kept: [LineParameter]?
    var fate = Fate.kept
    for index in line.parameters.indices {
      var parameter = line.parameters[index]
      let isCleaned = source != target && LineValues.clean(&parameter)
      if !parameter.isFurther {
        fate = self.fate(of: parameter, of: line, isDate: isDate, &losses)
      }
      if case .kept = fate, !isCleaned, kept == nil { continue }
      var others = kept ?? Array(line.parameters[..<index])
      kept = nil
      defer { kept = others }
      switch fate {
      case .leftOut: continue
      case .becomes(let other):
        // Only the first value counts.
        if !parameter.isFurther { others.append(other) }
        continue
      case .kept: break
      case .plain: parameter.value = encoded(parameter.value)
      case .carried:
        parameter.name = parameter.name.carried
        if isToOld { parameter.value = encoded(parameter.value) }
      case .restored:
        parameter.name = ParameterName(parameter.name.stem, parameter.name.depth - 1)
        if isToModern { parameter.value = CarriedValue.decoded(parameter.value) }
      }
      others.append(parameter)
    }
    if let kept { line.parameters = kept }
    // RFC 6350 §5.3: TYPE=pref is PREF=1, unless PREF says more.
    guard isToModern, line.hasType("pref") else { return }
    line.removeType("PREF")
    if !line.has(.pref) { line.append(.pref, "1") }
  }

  /// What becomes of a parameter.
  private enum Fate {
    case kept, leftOut
    /// Another one stands in its place.
    case becomes(LineParameter)
    /// It stands under its name, in words of vCard 2.1, which has neither quotes nor escapes.
    case plain
    /// It stands behind an `X-`, or without one again.
    case carried, restored
  }

  private func fate(
    of parameter: LineParameter, of line: ConversionLine, isDate: Bool,
    _ losses: inout ConversionLosses
  ) -> Fate {
    let name = parameter.name
    if name == .value {
      if let said = valueType(parameter.value, line.known) { return .becomes(said) }
      // The types of the standards are told by the property.
      let type = ValueType.named(parameter.value.utf8Span.span)
      if type == .unknown || type == .vendor {
        losses.append(
          .lossParameter, row: line.row,
          about: "VALUE of \(line.name) names a type that vCard \(target.rawValue) has not there")
      }
      return .leftOut
    }
    if name == .value.carried, !line.has(.value) {
      return .becomes(LineParameter(.value, parameter.value))
    }
    guard changesModernity else { return to.quotesParameters ? .kept : .plain }
    let row = name.stem.row
    let isSince = row?.standing == .since40
    let isBefore = row?.standing == .only30 || row?.standing == .program
    // How often it was carried already; a program's own name has an `X-` from the start.
    let depth = Int(name.depth) - (isBefore ? row?.prefixes ?? 0 : 0)
    if isBefore, depth < 0 || isDate && depth == 0 { return .kept }
    if isToOld ? isSince : isBefore {
      if depth == 0, name.stem == .pref, parameter.value == "1", line.known.mayBePreferred {
        return .becomes(LineParameter(.type, "pref"))
      }
      // Of a reference to a picture or a sound.
      if depth == 0, name.stem == .mediatype, line.known.mayBeBinary,
        !UniformText.isData(line.octets), let word = MediaType.typeWord(parameter.value)
      {
        return .becomes(LineParameter(.type, word))
      }
      // Both become properties.
      let isImplied = name == .label && line.known == .adr || name == .sortAs && line.known == .n
      if depth == 0, row?.isSilent == false, !isImplied {
        losses.append(
          name.stem == .pref ? .lossPreference : .lossParameter, row: line.row,
          about:
            "the parameter \(parameter.text) of \(line.name) is not in vCard \(target.rawValue)",
          carrier: parameter.name.depth == 0 && parameter.name.stem != .unknown
            ? "\(parameter.name.carried.text)" : "X-\(parameter.text)")
      }
      return carries ? .carried : depth > 0 ? .kept : .leftOut
    }
    if isToModern ? isSince : isBefore, depth > 0 { return .restored }
    return to.quotesParameters || name == .type ? .kept : .plain
  }

  /// What the target calls a value type: VALUE, or X-VALUE where it has no such type there.
  func valueType(_ spelling: String, _ known: KnownName) -> LineParameter? {
    let type = spelling.lowercased()
    let isAllowed: Bool
    if source == target {
      isAllowed = true
    } else if from.referenceType == "URL" {
      if type == "url" { return LineParameter(.value, "uri") }
      isAllowed = false
    } else if to.referenceType == "URL" {
      if type == "uri" { return LineParameter(.value, "URL") }
      isAllowed = RuleTable.of(target).types.contains(ValueType.named(type.utf8Span.span))
    } else {
      let rule = RuleTable.of(target)[known]
      let number = ValueType.named(type.utf8Span.span)
      let types = rule.standing == .standard ? rule.types : RuleTable.of(target).types
      // Readers of 3.0 know a reference to a phone or a key when they see VALUE=uri.
      isAllowed =
        number == .vendor || types.contains(number)
        || type == "uri" && (known == .tel || known == .key)
    }
    guard isAllowed || carries else { return nil }
    return LineParameter(isAllowed ? .value : .value.carried, spelling)
  }

  /// INTERNET says what every address of vCard 4.0 is.
  ///
  /// RFC 2426 §3.3.2, RFC 6350 §6.4.2.
  func takeTypes(_ line: inout ConversionLine) {
    guard line.known == .email else { return }
    let systems = line.parameters.compactMap { parameter -> UInt8? in
      guard parameter.name == .type else { return nil }
      return LineConverter.mailSystems.number(of: parameter.value.utf8Span.span)
    }
    if systems.isEmpty, isToOld {
      line.parameters.insert(LineParameter(.type, "INTERNET"), at: 0)
    } else if isToModern, systems.allSatisfy({ $0 == systems[0] }) {
      line.removeType("INTERNET")
    }
  }

  /// The systems that EMAIL may be of.
  ///
  /// vCard 2.1 §2.4.2.
  private static let mailSystems = WordTable(
    [
      "INTERNET", "X400", "AOL", "APPLELINK", "ATTMAIL", "CIS", "EWORLD", "IBMMAIL", "MCIMAIL",
      "POWERSHARE", "PRODIGY", "TLX",
    ].enumerated().map { ($1, UInt8($0 + 1)) })
}
