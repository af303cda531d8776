internal import CVCard

/// Converts lines one by one from one version to another.
///
/// ```
/// line ─▶ converted ─▶ converted back: the same line? done.
///                      another? it is marked: X-VERSION, when the target says the same or only
///                      adds what it demands, else X-ORIGINAL with what it was
/// ```
/// So the way back gives the line that went in, whatever it was.
struct LineConverter: Directed, Sendable {
  let direction: Direction
  /// Whether what the target cannot say is carried.
  let carries: Bool

  /// Whether what is derived stays unmarked: nobody drops it on the way back.
  var dropsDerivedMarks: Bool { !carries && source != target && !to.isModern }

  var backward: LineConverter { LineConverter(direction: direction.reversed, carries: true) }

  /// What converts lines of a version to the source, and carries what the source cannot say.
  private func converter(from version: Version) -> LineConverter {
    LineConverter(direction: Direction(version, source), carries: true)
  }

  /// What a line of any version is in the target.
  private func handedOn(
    _ line: ConversionLine, of version: Version, _ losses: inout ConversionLosses
  ) -> ConversionLine? {
    guard version != target else { return withForeignOctets(line) }
    return LineConverter(direction: Direction(version, target), carries: carries)
      .convert(line, &losses)
  }

  // MARK: With marks

  /// Carries a line that is no property.
  func carried(_ property: Property, _ losses: inout ConversionLosses) -> ConversionLine? {
    losses.append(LineConverter.lostLines[carries ? 1 : 0], at: property.index)
    guard carries else { return nil }
    return ConversionLine(
      CardConverter.carriedLine, parameters: [LineParameter(.version, sourceMark)],
      .escaped(ConversionLine.escaped(property.text)), row: property.index)
  }

  /// What is told of a line that is no property: one that is left out, and one that is carried.
  private static let lostLines = [false, true].map { carries in
    var losses = ConversionLosses(areWanted: true, carries: carries)
    losses.append(
      .lossLine, row: 0, about: "the line is no property", carrier: "\(CardConverter.carriedLine)")
    return losses.all[0]
  }

  /// What carries a line that is a property here no more than there; its marks as the target writes them,
  /// but for those that a stranger wrote.
  private func handedOn(_ line: ConversionLine) -> ConversionLine {
    var line = line
    for index in line.parameters.indices where line.parameters[index].name == .version {
      let mark = line.parameters[index].value
      let version = CarriedValue.decoded(mark)
      if mark == backward.encoded(version) { line.parameters[index].value = encoded(version) }
    }
    return line
  }

  /// Converts a line; what the target cannot say is marked so that it comes back.
  ///
  /// What is left out is `nil`.
  func convert(_ line: ConversionLine, _ losses: inout ConversionLosses) -> ConversionLine? {
    if line.isCarriedLine { return handedOn(line) }
    if let restored = restored(line, &losses) { return restored }
    guard var converted = plainly(line, &losses) else { return nil }
    guard carries else { return converted }
    // Somebody else's parameters may have the names of our marks.
    let back = returned(converted)
    if let back, back.says(line) { return converted }
    if original(of: converted, back: converted.isMarked ? nil : back).says(line) {
      converted.append(.version, sourceMark)
    } else {
      let isWhole = back.map { !$0.hasValue(of: line) } ?? true
      let text = OriginalLine.text(line, of: source, isWhole: isWhole)
      converted.append(.original, encoded(text))
    }
    return converted
  }

  /// What becomes of a line of the target on the way back.
  private func returned(_ line: ConversionLine) -> ConversionLine? {
    var ignored = ConversionLosses.ignored
    let line = isToOld ? LineConverter.withoutOrder(line) : line
    return (line.isMarked ? backward.restored(line, &ignored) : nil)
      ?? backward.plainly(line, &ignored)
  }

  /// The number of the source as a parameter of ours holds it.
  var sourceMark: String {
    to.quotesParameters ? source.rawValue : LineConverter.words[source.index]
  }

  /// Numbers of versions as words of vCard 2.1.
  private static let words = Version.allCases.map {
    CarriedValue.encoded($0.rawValue, isWord: true)
  }

  /// A text as a parameter of ours holds it.
  func encoded(_ text: String) -> String {
    CarriedValue.encoded(text, isWord: !to.quotesParameters)
  }

  /// The line that a mark says the card had in another version, in the target's.
  func restored(
    _ line: ConversionLine, _ losses: inout ConversionLosses
  ) -> ConversionLine? {
    if let found = line.original, found.version != source {
      return restored(line, found, &losses)
    }
    guard let mark = line.last(.version),
      let version = Version(rawValue: CarriedValue.decoded(mark)), version != source
    else { return nil }
    var present = line
    present.removeLast(.version)
    return handedOn(converter(from: version).original(of: present), of: version, &losses)
  }

  /// What a line of the target, without its X-VERSION, was in the source: the same, but for what vCard 4.0
  /// demands and vCard 2.1 does not.
  ///
  /// ```
  /// 4.0   N:Bell;Kate;;;    EMAIL;PREF=1:a@b.c          TZ;VALUE=utc-offset:-0500
  /// back  N:Bell;Kate;;;    EMAIL;INTERNET;PREF:a@b.c   TZ:-05:00
  /// 2.1   N:Bell;Kate       EMAIL;PREF:a@b.c            TZ:-0500
  /// ```
  /// It is the first of what it may have been that becomes the line. What becomes of the
  /// line on the way back is found out unless somebody knows it.
  func original(
    of present: ConversionLine, back: ConversionLine? = nil
  ) -> ConversionLine {
    guard isToModern, !from.quotesParameters else { return present }
    var ignored = ConversionLosses.ignored
    guard let back = back ?? backward.plainly(present, &ignored) else { return present }
    return LineValues.plainer(present, back).first { line in
      plainly(line, &ignored)?.says(present) == true
    } ?? present
  }

  /// The line that X-ORIGINAL holds, if it is still the one that stands there.
  func restored(
    _ line: ConversionLine, _ found: OriginalLine, _ losses: inout ConversionLosses
  ) -> ConversionLine? {
    var present = line
    present.removeLast(.original)
    var original = found.line
    let converter = converter(from: found.version)
    var ignored = ConversionLosses.ignored
    if !found.isWhole {
      guard let back = converter.backward.plainly(present, &ignored) else { return nil }
      original.value = back.value
    }
    guard let forward = converter.plainly(original, &ignored),
      (isToModern ? LineConverter.withoutOrder(forward) : forward).says(present)
    else {
      // A line that was changed since says what it says now.
      losses.append(
        .lossCarried, row: line.row,
        about: "\(line.name) was changed since it was converted from vCard "
          + "\(found.version.rawValue), and what it was")
      return convert(present, &losses)
    }
    if found.version == target { original.isExact = true }
    return handedOn(original, of: found.version, &losses)
  }

  /// A line without the TYPE=pref that one of several with X-PREF gets.
  static func withoutOrder(_ line: ConversionLine) -> ConversionLine {
    guard line.has(.pref.carried) else { return line }
    var line = line
    line.removeType("PREF")
    return line
  }

  // MARK: By the table

  /// Converts a line by the table alone.
  func plainly(_ line: ConversionLine, _ losses: inout ConversionLosses) -> ConversionLine? {
    var line = line
    let isCarried = takesName(&line, &losses)
    if line.name.isEmpty { return nil }
    let row = isCarried ? nil : PropertyRegistry.standard(line.known)
    takeParameters(&line, isDate: row?.change == .date, losses: &losses)
    if let row {
      takeValue(&line, rule: row.change, losses: &losses)
      if line.name.isEmpty { return nil }
      takeTypes(&line)
    }
    convertForeignOctets(&line)
    if !carries { line.remove(.nested) }
    if source != target { spellCleanly(&line, &losses) }
    return line
  }

  /// Takes out what no grammar allows: signs in names, control characters, escapes that are none.
  func spellCleanly(_ line: inout ConversionLine, _ losses: inout ConversionLosses) {
    if line.saysURI, let type = line.first(.value), UniformText.isData(line.octets),
      !line.octets.contains(UInt8(ascii: ","))
    {
      // What says that it is a URI, and is none that anybody could read.
      line.remove(.value)
      if carries { line.append(.value.carried, type.lowercased()) }
    }
    if !LineValues.isName(line.name) { line.name = LineValues.cleanName(line.name) }
    if let group = line.group, !LineValues.isName(group) {
      line.group = LineValues.cleanName(group)
    }
    guard case .escaped(let octets) = line.value else { return }
    let marks = Octets.valueMarks(octets.span)
    if marks.has_backslash != 0 {
      if line.known.isURI {
        line.octets = ValueText.octets(readAs: line.text, keepsLineFeeds: true)
      } else if let clean = LineValues.cleanEscapes(octets) {
        line.octets = clean
      }
    }
    // Other control characters harm nobody; this one ends the text for programs in C.
    guard marks.has_nul != 0 else { return }
    line.octets.removeAll { $0 == 0 }
    losses.append(
      .lossValue, row: line.row,
      about: "\(line.name) holds NUL, at which some readers stop", carrier: "X-ORIGINAL")
  }

  /// Changes the name as the target has it, to none when the line is left out; says whether it is carried,
  /// so that its value stays as it is.
  func takesName(_ line: inout ConversionLine, _ losses: inout ConversionLosses) -> Bool {
    guard source != target else { return false }
    if let property = line.first(.property),
      let row = PropertyRegistry.standard(ConversionLine.known(property)),
      LineConverter.mayCarry(line.name, row), isToModern || row.standing != .since40WithNamesake
    {
      line.remove(.property)
      line.name = row.spelling
      if row.name == .socialProfile { Namesake.removeService(&line) }
      // Only what readers of the namesake want in its form has changed.
      return row.standing != .since40WithNamesake
    }
    let (known, depth) = CarriedName.known(line)
    guard let row = PropertyRegistry.standard(known) else { return false }
    let isForeign: Bool
    let isRestorable: Bool
    // Some programs write them in vCard 2.1, whose readers take anything.
    let isNews = isToOld || !from.quotesParameters && !to.isModern && depth == 0
    switch row.standing {
    case .all, .vendor, .envelope: return false
    case .only30: (isForeign, isRestorable) = (!to.hasProfile, to.hasProfile)
    case .before40:
      // `X-CLASS` of a program carries nothing, and stays what it is.
      isForeign = isToModern && depth == 0
      isRestorable = isToOld
    case .since40: (isForeign, isRestorable) = (isNews, isToModern)
    case .since40WithNamesake:
      guard depth == 0 else { return false }
      (isForeign, isRestorable) = (isNews, false)
    }
    if isForeign {
      // Nothing needs to come back.
      if depth > 0, !carries { return false }
      let isAgent = row.change == .agent
      // A reference to an agent, and the agent that somebody is, are said otherwise.
      if depth == 0, isAgent && takesAgent(&line) || row.change == .related && takesRelated(&line) {
        return true
      }
      // KIND says what every card is without it.
      let isImplied = line.known == .kind && line.text.lowercased() == "individual"
      if depth == 0, !row.isSilent, !isImplied {
        losses.append(
          isAgent ? .lossAgent : row.name == .label ? .lossLabel : .lossProperty, row: line.row,
          about: isAgent
            ? "vCard 4.0 holds no card within a card"
            : "\(row.spelling) is not in vCard \(target.rawValue)",
          carrier: "X-\(row.spelling)")
      }
      if depth == 0, !carries {
        line.name = ""
        return true
      }
      if row.standing == .since40WithNamesake {
        // The namesake's readers want its form.
        if row.change == .date { convertDate(&line, &losses, isNamesake: true) }
        if row.name == .socialProfile { Namesake.addService(&line) }
        line.append(.property, row.spelling)
      }
      line.name = "X-\(line.name)"
      return true
    }
    guard isRestorable, depth > 0 else { return false }
    line.name = String(line.name.dropFirst(2))
    // `X-X-KIND` was `X-KIND`, which is no KIND yet.
    return depth > 1
  }

  /// Whether a name is one under which a property is carried.
  private static func mayCarry(_ name: String, _ row: PropertyDefinition) -> Bool {
    let carrier = "X-\(row.spelling)"
    let name = Property.Name.uppercased(name)
    return name == carrier || row.change == .date && name == "\(carrier)-TEXT"
  }
}
