/// Makes what says a card's properties in the terms of another version.
struct Deriver: Directed, Sendable {
  let direction: Direction

  /// A property that was made, and the place of the line after which it stands.
  typealias Made = (after: Int, line: ConversionLine)

  private var mark: LineParameter { to.derivedLineMark }

  /// Makes properties from lines of the source version.
  ///
  /// - Parameters:
  ///   - lines: The lines; `nil` for places to pass over.
  ///   - isRepeating: Whether lines that say the same make the same each.
  ///   - existing: Gives lines of the target, of which none is made again.
  /// - Returns: The properties, by the line they stand after.
  func derive(
    _ lines: [ConversionLine?], isRepeating: Bool = false, existing: () -> [ConversionLine]
  ) -> [Made] {
    guard isToModern || isToOld else { return [] }
    var made: [Made] = []
    var known = KnownLines(isRepeating: isRepeating)
    var groups = GroupNames(lines)
    for index in lines.indices {
      guard let name = lines[index]?.known, sources.contains(name), let line = lines[index],
        isSource(line)
      else { continue }
      let label = to.isModern ? line.group.flatMap { groups.labels[$0]?.key } : nil
      var isNew = false
      for (place, var new) in derived(from: line, beside: label, &groups).enumerated() {
        // Before vCard 4.0 the first tells of the others, such as its label.
        if to.isModern || place == 0 { isNew = known.insert(new, existing) }
        new.row = line.row
        if isNew { made.append((index, new)) }
      }
    }
    if to.isModern { derivePhoneticName(lines, &made, existing) }
    return made
  }

  /// What is made of a line beside a label; what gets a group of its own is made anew for each card.
  private func derived(
    from line: ConversionLine, beside label: String?, _ groups: inout GroupNames
  ) -> [ConversionLine] {
    if let made = line.findings?.made, made.direction == direction, made.label == label {
      return made.lines
    }
    let lines = to.isModern ? makeModern(line, label) : makeOld(line, &groups)
    if let findings = line.findings, lines.allSatisfy({ $0.group == nil }) {
      for new in lines { new.remember() }
      findings.made = (direction, label, lines)
    }
    return lines
  }

  /// Whether something may be made of a line, or of one that nobody read, in which no parameter asks
  /// for it.
  func mayMake(of line: ConversionLine?, _ unread: KnownName?) -> Bool {
    guard changesModernity, let name = unread ?? line?.known, sources.contains(name),
      line.map(isSource) ?? true
    else { return false }
    return switch name {
    case .adr: line?.has(.label) ?? false
    case .n: line.map { $0.has(.phonetic) || $0.has(.sortAs) } ?? false
    case .kind: line.map { Deriver.mayMake(ofKind: $0.octets.span) } ?? true
    case .unknown: line.map { WordTable.foreign.number(of: $0.name.utf8Span.span) != nil } ?? false
    default: true
    }
  }

  /// The kinds that something is made of before vCard 4.0, and what.
  private static let kinds: [(kind: StaticString, name: String, value: String)] = [
    ("org", "X-ABShowAs", "COMPANY"), ("group", "X-ADDRESSBOOKSERVER-KIND", "group"),
  ]

  /// Whether something may be made of KIND with a value as it stands in a card.
  static func mayMake(ofKind value: Span<UInt8>) -> Bool {
    kinds.contains { Octets.equal(value, $0.kind) } || !LineValues.isName(value)
  }

  private var sources: NameSet { to.isModern ? Deriver.oldSources : Deriver.modernSources }

  /// The names of lines that say something in other terms, before vCard 4.0 and in it.
  static let oldSources = phoneticNames.union(
    NameSet(Derivation.all.keys.map(ConversionLine.known)))
  private static let phoneticNames = NameSet(PropertyRegistry.phoneticNames.map(\.name))
  private static let modernSources: NameSet = [.kind, .member, .anniversary, .related, .adr, .n]

  /// The names of lines at which it takes a look.
  var names: NameSet { to.isModern ? Deriver.oldNames : Deriver.modernNames }

  private static let oldNames = oldSources.union([.n, .xABLabel]).union(Derivation.names)
  private static let modernNames = modernSources.union(oldSources)
    .union([.label, .sortString, .agent, .xABLabel])

  /// Whether something may be made of a line: nobody made it, and no mark says that it stood in a card of the
  /// target version as it is, with all that was there beside it.
  private func isSource(_ line: ConversionLine) -> Bool {
    line.parameters.isEmpty
      || !line.isDerived(in: source)
        && ![ParameterName.version, .original].contains { name in
          guard let mark = line.last(name) else { return false }
          // The version stands first, each of its octets in three at most.
          let start = mark.utf8Span.span.extracting(first: 9)
          return PercentCoding.decoded(start).starts(with: target.rawValue.utf8)
        }
  }

  /// The lines that are there, by what they say.
  private struct KnownLines {
    let isRepeating: Bool
    private var existing: [ConversionLine]?
    /// Names that somebody asked for, and those that lines have.
    private var asked: [String] = []
    private var names: NameSet = []
    /// What lines say, and of which of it somebody knew before.
    private var said = OctetTable()
    private var wasSaid: [Bool] = []

    init(isRepeating: Bool) { self.isRepeating = isRepeating }

    /// Adds a line; `false` when it is there already, or another of which vCard 4.0 has one only.
    mutating func insert(_ line: ConversionLine, _ making: () -> [ConversionLine]) -> Bool {
      let (name, known) = (line.name, line.known)
      if !asked.contains(name) {
        asked.append(name)
        let existing = existing ?? making()
        self.existing = existing
        for other in existing
        where other.known == known
          && (known != .unknown || ConversionLine.isSameName(other.name, name))
        {
          add(other, wasThere: true)
        }
      }
      if RuleTable.once.contains(known), names.contains(known) { return false }
      let (number, isNew) = add(line, wasThere: false)
      return isNew || isRepeating && !wasSaid[number]
    }

    @discardableResult
    private mutating func add(
      _ line: ConversionLine, wasThere: Bool
    ) -> (number: Int, isNew: Bool) {
      if wasThere || !isRepeating { names.insert(line.known) }
      let place = said.number(of: line.identity.span)
      if place.isNew { wasSaid.append(wasThere) }
      return place
    }
  }

  // MARK: To vCard 4.0

  private func makeModern(_ line: ConversionLine, _ label: String?) -> [ConversionLine] {
    guard !line.has(.property),
      let rows = Derivation.all[Property.Name.uppercased(line.name)]
    else { return [] }
    let text = line.text
    guard !text.isEmpty else { return [] }
    return rows.compactMap { row in
      guard row.label == nil || row.label == label,
        let (octets, parameters) = said(row, line, text, label: label)
      else { return nil }
      let own = row.parameters.map { LineParameter($0.name, $0.values[0]) }
      return ConversionLine(
        row.name.canonical, parameters: own + parameters + [mark], .escaped(octets), row: line.row)
    }
  }

  /// The value of what a row makes of a line with a text, and the parameters that come of the line; `nil`
  /// where nothing does.
  private func said(
    _ row: Derivation, _ line: ConversionLine, _ text: String, label: String?
  ) -> (octets: [UInt8], parameters: [LineParameter])? {
    let isText = LineParameter(.value, "text")
    var parameters: [LineParameter] = []
    switch row.making {
    case .uri(let scheme):
      for type in line.types where type == "home" || type == "work" {
        var type = LineParameter(.type, type)
        type.isFurther = !parameters.isEmpty
        parameters.append(type)
      }
      if line.hasType("pref") { parameters.append(LineParameter(.pref, "1")) }
      if scheme == "matrix", text.hasPrefix("@") {
        return (Array("matrix:u/\(UniformText.encoded(String(text.dropFirst())))".utf8), parameters)
      }
      let start = Array("\(scheme):".utf8)
      if Octets.equal(text.utf8Span.span.extracting(first: start.count), start.span) {
        return (Array(text.utf8), parameters)
      }
      return (start + UniformText.encoded(text).utf8, parameters)
    case .text: return (ConversionLine.escaped(text), [isText])
    case .labelledRelation:
      guard let relation = label.flatMap(Relation.labelled) else { return nil }
      return (ConversionLine.escaped(text), [LineParameter(.type, relation.type), isText])
    case .date:
      return line.dateText.map { ($0.basic(isYearless: line.omitsYear(of: $0.date)), []) }
    case .word(let words): return words[text.lowercased()].map { (Array($0.utf8), []) }
    case .reference:
      if UniformText.hasScheme(text) { return (Array(text.utf8), []) }
      return UUIDText.isUUID(text.utf8Span.span) ? (Array("urn:uuid:\(text)".utf8), []) : nil
    case .profile:
      if let service = line.types.first(where: { $0 != "pref" && $0 != "home" && $0 != "work" }) {
        parameters.append(LineParameter(.serviceType, SocialService.name(service) ?? service))
      }
      if let user = line.first(.user), !user.isEmpty {
        parameters.append(LineParameter(.username, user))
      }
      if UniformText.hasScheme(text) { return (Array(text.utf8), parameters) }
      return (ConversionLine.escaped(text), parameters + [isText])
    case .androidText(let kind):
      return Deriver.androidParts(line, kind).map { (ConversionLine.escaped($0.value), []) }
    case .androidEvent(let type):
      guard let parts = Deriver.androidParts(line, "contact_event"), parts.type == type else {
        return nil
      }
      return DateText.basic(parts.value).map { (Array($0.utf8), []) }
    case .androidRelation:
      guard let parts = Deriver.androidParts(line, "relation") else { return nil }
      if let relation = Int(parts.type).flatMap(Relation.android) {
        parameters.append(LineParameter(.type, relation.type))
      }
      return (ConversionLine.escaped(parts.value), parameters + [isText])
    case .agent: return Deriver.name(ofCard: text).map { ($0, [isText]) }
    }
  }

  /// What a row of Android's says: `vnd.android.cursor.item/nickname;Joe;1;…`.
  private static func androidParts(
    _ line: ConversionLine, _ kind: String
  ) -> (value: String, type: String)? {
    // No escape stands for any of these octets.
    let octets = line.octets.span
    let start = AndroidRow.typePrefix.utf8CodeUnitCount
    guard Octets.areSame(octets.extracting(first: start), AndroidRow.typePrefix),
      line.octets[start...].starts(with: "\(kind);".utf8)
    else { return nil }
    let parts = line.components
    guard parts.count > 2, !parts[1].isEmpty else { return nil }
    return (ValueText.unescaped(parts[1]), ValueText.unescaped(parts[2]))
  }

  /// The name of the person that a card is about, escaped.
  private static func name(ofCard text: String) -> [UInt8]? {
    guard Octets.equal(text.utf8Span.span.extracting(first: 6), "BEGIN:") else { return nil }
    guard let card = Card(reading: Array(text.utf8)) else { return nil }
    return FormattedName.octets { name in
      card.properties(named: name).map { ConversionLine($0) }
    }
  }

  /// Apple's phonetic names are another N of the same person.
  ///
  /// RFC 9554 §4.6 and §4.8.
  private func derivePhoneticName(
    _ lines: [ConversionLine?], _ made: inout [Made], _ existing: () -> [ConversionLine]
  ) {
    var components: [[UInt8]] = []
    var last = -1
    for index in lines.indices {
      guard let known = lines[index]?.known, Deriver.phoneticNames.contains(known),
        let component = PropertyRegistry.shared[known]?.phoneticComponent,
        let line = lines[index], isSource(line)
      else { continue }
      if last < 0 { components = [[UInt8]](repeating: [], count: 5) }
      components[component] = ConversionLine.escaped(line.text)
      last = index
    }
    guard last >= 0 else { return }
    let existing = existing()
    let names = existing.filter { $0.known == .n }
    guard components.contains(where: { !$0.isEmpty }),
      names.count == 1 || existing.isEmpty
    else { return }
    let value = Array(components.joined(separator: [UInt8(ascii: ";")]))
    // RFC 6350 §5.4: the ALTID of the name whose alternative it is.
    let name = names.first ?? lines.lazy.compactMap(\.self).first { $0.known == .n }
    let own = name?.first(.altid) ?? name?.first(.altid.carried).map(CarriedValue.decoded)
    let parameters = [
      LineParameter(.altid, own ?? CardConverter.repeatedID), LineParameter(.phonetic, "script"),
      mark,
    ]
    let line = ConversionLine(
      "N", parameters: parameters, .escaped(value), row: lines[last]?.row ?? 0)
    made.append((last, line))
  }

  // MARK: To vCard 2.1 and 3.0

  private func makeOld(_ line: ConversionLine, _ groups: inout GroupNames) -> [ConversionLine] {
    func new(_ name: String, _ octets: [UInt8], group: String? = nil) -> ConversionLine {
      ConversionLine(group: group, name, parameters: [mark], .escaped(octets), row: line.row)
    }
    switch line.known {
    case .kind:
      let text = line.text
      return Deriver.kinds.filter { Octets.equal(text.utf8Span.span, $0.kind) }
        .map { new($0.name, Array($0.value.utf8)) }
    case .member: return [new("X-ADDRESSBOOKSERVER-MEMBER", Array(line.text.utf8))]
    case .anniversary:
      guard !line.has(.value, "TEXT"), let said = line.dateText, said.date.month != nil,
        said.date.day != nil,
        let text = said.date.year == nil ? Array(DateText.day(said.date).utf8) : said.extended
      else { return [] }
      let unlabelled = line.group.flatMap { groups.labels.has($0) ? nil : $0 }
      let group = unlabelled ?? groups.free.next()
      var day = new("X-ABDATE", text, group: group)
      if said.date.year == nil { day.append(.omittedYear, String(YearlessDate.year)) }
      return [day, new("X-ABLabel", Array("_$!<Anniversary>!$_".utf8), group: group)]
    case .related:
      guard line.has(.value, "TEXT"), !line.text.isEmpty else { return [] }
      let label = line.types.lazy.compactMap { Relation.typed($0)?.word }.first
      let group = groups.free.next()
      return [
        new("X-ABRELATEDNAMES", ConversionLine.escaped(line.text), group: group),
        new("X-ABLabel", Array("_$!<\(label ?? "Other")>!$_".utf8), group: group),
      ]
    case .adr:
      // A comma without quotes makes several values of one label.
      let label = line.parameters.indices.first {
        let first = line.parameters[$0]
        return first.name == .label && !first.isFurther && line.endOfParameter(at: $0) > $0 + 1
      }
      guard let label else { return [] }
      let values = line.parameters[label..<line.endOfParameter(at: label)].map(\.value)
      var made = new("LABEL", ConversionLine.escaped(values.joined(separator: ",")))
      made.parameters.insert(contentsOf: line.parameters.filter { $0.name == .type }, at: 0)
      return [made]
    case .n:
      if line.has(.phonetic) {
        let components = line.components
        return PropertyRegistry.phoneticNames.compactMap { name, index in
          guard index < components.count, !components[index].isEmpty else { return nil }
          return new(name.canonical, Array(components[index]))
        }
      }
      guard let sort = line.first(.sortAs), !sort.isEmpty else { return [] }
      return [new("SORT-STRING", ConversionLine.escaped(sort))]
    default: return []
    }
  }
}
