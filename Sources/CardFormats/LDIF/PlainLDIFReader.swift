import VCard

/// Makes cards of entries in which nothing is odd, straight from their octets.
///
/// What it makes is what an ``LDIFCard`` makes. What a name of an attribute means is asked for once and
/// remembered by its octets.
struct PlainLDIFReader: Sendable {
  /// What becomes of lines whose names have the same octets.
  private final class Attribute: Sendable {
    enum Use: Sendable {
      /// It has to be looked at, unless a carried line says it.
      case odd
      /// The entry has to be looked at.
      case other
      /// A line of vCard 4.0, and one that no attribute before it says.
      case carried, further
      case objectClass, text, list, component, birth, revision, identifier, language
      /// A text of which nothing is known.
      case unknown
    }

    let use: Use
    /// Its row where it has no options.
    let row: Int?
    /// What a line that says it begins with, and how its value is written.
    let head: [UInt8]
    let form: TypedProperty.Form
    /// The name of that line.
    let known: KnownName
    /// The row of the first of the components that are one line, and the number of this one.
    let block: Int
    let component: Int

    init(_ attribute: LDIFEntry.Attribute) {
      let row = LDIFAttribute.named(attribute.name)
      var line: ContentLine?
      var (use, component) = (Use.odd, 0)
      switch row.map({ LDIFAttribute.all[$0].meaning }) {
      case .text(let name, let type):
        use = .text
        line = ContentLine(
          name, parameters: type.map { [Parameter("TYPE", $0)] } ?? [],
          ContentLine.Value(decoded: "x", of: name))
      case .component(let name, let type, let index):
        (use, component) = (.component, index)
        line = ContentLine(
          name, parameters: type.map { [Parameter("TYPE", $0)] } ?? [], .structure([]))
      case .birth(let index):
        (use, component) = (.birth, index)
        line = ContentLine("BDAY", .verbatim(""))
      case .languages:
        (use, line) = (.language, ContentLine("LANG", ContentLine.Value(decoded: "x", of: "LANG")))
      case .list(let name): (use, line) = (.list, ContentLine(name, .list([])))
      case .revision: (use, line) = (.revision, ContentLine("REV", .verbatim("")))
      case .identifier: (use, line) = (.identifier, ContentLine("UID", .verbatim("")))
      case .objectClass:
        (use, line) = (.objectClass, LDIFCard.unknown(attribute.spelling))
      case .carried: use = .carried
      case nil:
        line = LDIFCard.unknown(attribute.spelling)
        let isNone = ["changetype", "control"].contains(attribute.name)
        use = isNone ? .other : line == nil ? .odd : .unknown
      default: break
      }
      if use == .carried {
        if attribute.options.contains(LDIFAttribute.further) { use = .further }
      } else if !attribute.options.isEmpty {
        use = use == .objectClass || use == .other ? .other : .odd
      }
      self.use = use
      self.row = attribute.options.isEmpty ? row : nil
      head = line?.head(for: Rules(.version40)) ?? []
      if case .verbatim? = line?.value { form = .verbatim } else { form = .text }
      known = line.flatMap { PropertyRegistry.named($0.name)?.name } ?? .unknown
      block = row.flatMap { LDIFAttribute.uses[$0] } ?? 0
      self.component = component
    }
  }

  /// What the class of an entry makes of it.
  private enum Class: Sendable {
    /// A person, or nothing.
    case person
    /// Something else.
    case other
    /// Nobody knows it, and it is kept.
    case unknown
  }

  private var lines = TypedLines()
  private var heads = LDIFHeads(carries: true)
  private var storage = PlainStorage()
  private var names = OctetTable()
  private var attributes: [Attribute] = []
  private var classNames = OctetTable()
  private var classes: [Class] = []
  private var scratch: [UInt8] = []
  /// The attributes of the lines at hand, and whether a carried line says what they say.
  private var uses: [(attribute: Int, isSaid: Bool)] = []
  /// The lines that are carried, and where each ends.
  private var carried: (octets: [UInt8], ends: [Int]) = ([], [])

  /// Names and classes that are remembered, and octets of the longest; files have some dozens.
  private static let (most, longest) = (4096, 256)
  /// Octets and lines of an entry; larger ones are looked at.
  private static let largest = (octets: 1 << 20, lines: 1000)

  /// Makes a card; `nil` where an ``LDIFCard`` must be asked.
  ///
  /// - Parameter entry: An entry.
  /// - Returns: The card, of which nothing is to be told but what is odd about the entry.
  /// - Complexity: O(*n*) in its octets.
  mutating func card(_ entry: LDIFEntry) -> Card? {
    guard entry.octets.count <= PlainLDIFReader.largest.octets,
      entry.lines.count <= PlainLDIFReader.largest.lines
    else { return nil }
    if !isKnownUniquelyReferenced(&storage) { storage = PlainStorage() }
    let storage = storage
    lines.removeAll()
    guard findUses(entry) else { return nil }
    let carrier = Card(version: .version40, lines: carried.octets.span, ends: carried.ends)
    guard carrier.lineCount == carried.ends.count + 3, findSaid(entry, carrier, &storage.plain)
    else { return nil }
    var named = LDIFNames()
    guard takeLines(entry, carrier, &named), named.name != nil else { return nil }
    for (index, line) in entry.lines.enumerated()
    where attributes[uses[index].attribute].use == .objectClass {
      let value = entry.octets.span.extracting(line.value)
      guard !uses[index].isSaid, takeClass(value, attributes[uses[index].attribute]) else {
        return nil
      }
    }
    guard takeName(entry, carrier, named, &storage.plain) else { return nil }
    return lines.card
  }

  /// Finds what becomes of the lines of an entry, and the lines that are carried.
  private mutating func findUses(_ entry: LDIFEntry) -> Bool {
    heads.start()
    if names.count > PlainLDIFReader.most {
      names = OctetTable()
      attributes = []
    }
    uses.removeAll(keepingCapacity: true)
    carried.octets.removeAll(keepingCapacity: true)
    carried.ends.removeAll(keepingCapacity: true)
    let octets = entry.octets.span
    for line in entry.lines {
      guard line.head.count <= PlainLDIFReader.longest else { return false }
      let found = names.number(of: octets.extracting(line.head))
      if found.isNew { attributes.append(Attribute(entry.attribute(line))) }
      uses.append((found.number, false))
      switch attributes[found.number].use {
      case .other: return false
      case .carried, .further:
        let value = octets.extracting(line.value)
        guard line.form != .reference, !value.isEmpty, !Octets.isBlank(value[0]),
          Octets.lineEnd(in: value, from: 0) == value.count, Octets.areUTF8(value)
        else { return false }
        carried.octets.append(value)
        carried.ends.append(carried.octets.count)
      default: break
      }
    }
    return true
  }

  /// Finds the lines that stand right before a carried one and say a part of it.
  private mutating func findSaid(
    _ entry: LDIFEntry, _ carrier: Card, _ plain: inout PlainProperty
  ) -> Bool {
    let source = carrier.octets
    let octets = entry.octets.span
    var pairs: [(row: Int, end: Int)] = []
    var values: [UInt8] = []
    // After BEGIN and VERSION.
    var index = 1
    for place in uses.indices {
      let use = attributes[uses[place].attribute].use
      guard use == .carried || use == .further else { continue }
      index += 1
      guard !carrier.isEnvelope(at: index),
        PlainLDIFReader.isOneLine(carrier, index, source.span)
      else { return false }
      guard let head = heads.decode(carrier, index, source.span, into: &plain),
        let saying = head.saying(plain, source.span)
      else {
        let property = carrier.property(at: index)
        guard !property.isMalformed, !property.isComment, !property.isBase64,
          !property.isQuotedPrintable, !property.isNestedCard
        else { return false }
        let pairs = LDIFPairs(property).pairs
        let said = max(0, place - pairs.count)..<place
        if use == .carried, LDIFCard.say(entry.lines[said].map(entry.attribute), pairs) {
          for index in said { uses[index].isSaid = true }
        } else if use == .carried, mustSettle(property.known) {
          return false
        }
        continue
      }
      if use == .further || saying == .nothing { continue }
      pairs.removeAll(keepingCapacity: true)
      values.removeAll(keepingCapacity: true)
      head.forEachPair(of: plain, source.span, &scratch) { row, value in
        values.append(value)
        pairs.append((row, values.count))
      }
      let first = place - pairs.count
      var start = 0
      let isSaid =
        first >= 0
        && pairs.indices.allSatisfy { number in
          let pair = pairs[number]
          defer { start = pair.end }
          return attributes[uses[first + number].attribute].row == pair.row
            && Octets.areSame(
              octets.extracting(entry.lines[first + number].value),
              values.span.extracting(start..<pair.end))
        }
      if isSaid {
        for index in first..<place { uses[index].isSaid = true }
      } else if mustSettle(carrier.name(at: index)) {
        return false
      }
    }
    return true
  }

  /// Whether there are attributes of a property that a card has once.
  private func mustSettle(_ known: KnownName) -> Bool {
    guard let use = LDIFAttribute.use(ofOnly: known) else { return false }
    return uses.contains { attributes[$0.attribute].row.map { LDIFAttribute.uses[$0] } == use }
  }

  /// Whether a reader of vCards takes a line for one by itself.
  private static func isOneLine(_ card: Card, _ index: Int, _ source: Span<UInt8>) -> Bool {
    // A card within a card goes on in further lines.
    let value = source.extracting(card.value(at: index))
    if card.name(at: index) == .agent
      || value.count >= 6 && Octets.equal(value.extracting(0..<6), "BEGIN:")
    {
      return false
    }
    // What has no name may go on in the line before.
    let name = card.nameRange(at: index)
    let range =
      card.name(at: index) == .unknown
      ? card.head(at: index).lowerBound..<name.upperBound : card.groupRange(at: index)
    return range.allSatisfy {
      Octets.isNameOctet(source[$0]) || source[$0] == UInt8(ascii: ".")
    }
  }

  // MARK: Lines

  /// Makes the lines that no carried one says.
  private mutating func takeLines(
    _ entry: LDIFEntry, _ carrier: Card, _ named: inout LDIFNames
  ) -> Bool {
    let octets = entry.octets.span
    var index = 1
    /// The first components of lines that were made.
    var blocks: [Int] = []
    /// The name that was made of an attribute.
    var shown: Range<Int>?
    for (place, line) in entry.lines.enumerated() {
      let attribute = attributes[uses[place].attribute]
      if attribute.use == .carried || attribute.use == .further {
        index += 1
        named.note(carrier.name(at: index), .line(index))
        lines.append(octets.extracting(line.value))
        lines.endLine()
        continue
      }
      if uses[place].isSaid || attribute.use == .objectClass || line.value.isEmpty { continue }
      let value = octets.extracting(line.value)
      guard line.form != .reference, PlainLDIFReader.isText(value) else { return false }
      switch attribute.use {
      case .carried, .further, .objectClass: continue
      case .odd, .other: return false
      case .component, .birth:
        if blocks.contains(attribute.block) { continue }
        blocks.append(attribute.block)
        let isTaken =
          attribute.use == .birth
          ? takeBirthday(entry, from: place, attribute) : takeBlock(entry, from: place, attribute)
        guard isTaken else { return false }
      case .text where attribute.known == .fn:
        if let shown {
          // Texts that look alike are the same.
          let first = octets.extracting(shown)
          if Octets.areSame(first, value) { continue }
          return false
        }
        shown = line.value
        fallthrough
      case .text, .unknown, .list, .revision, .identifier, .language:
        named.note(attribute.known, .value(line.value))
        guard takeValue(value, attribute) else { return false }
      }
    }
    return true
  }

  /// Whether a value is text that comes back from a line.
  private static func isText(_ value: Span<UInt8>) -> Bool {
    Octets.first(0, in: value, from: 0) == value.count
      && Octets.first(0x0D, in: value, from: 0) == value.count && Octets.areUTF8(value)
  }

  private mutating func takeValue(_ value: Span<UInt8>, _ attribute: Attribute) -> Bool {
    switch attribute.use {
    case .identifier:
      let colon = Octets.first(UInt8(ascii: ":"), in: value, from: 0)
      // What combines with a colon is one character with it.
      if colon + 1 < value.count, value[colon + 1] >= 0x80 { return false }
      let isURI = colon < value.count
      lines.append(isURI ? attribute.head : PlainLDIFReader.identifierHead)
      guard lines.append(value, isURI ? .verbatim : .text) else { return false }
    case .revision:
      guard value.count == 15 else { return false }
      scratch.removeAll(keepingCapacity: true)
      scratch.append(value.extracting(0..<8))
      scratch.append(UInt8(ascii: "T"))
      scratch.append(value.extracting(8..<15))
      let scratch = scratch
      guard PlainDate.isMoment(scratch.span) else { return false }
      lines.append(attribute.head)
      lines.append(scratch.span)
    case .language:
      // Several are lines of their own.
      for mark in [UInt8(ascii: ","), UInt8(ascii: ";")]
      where Octets.first(mark, in: value, from: 0) < value.count { return false }
      lines.append(attribute.head)
      guard lines.append(value, attribute.form) else { return false }
    case .list:
      lines.append(attribute.head)
      guard takeList(value) else { return false }
    default:
      lines.append(attribute.head)
      guard lines.append(value, attribute.form) else { return false }
    }
    lines.endLine()
    return true
  }

  private static let identifierHead = ContentLine(
    "UID", parameters: [Parameter("VALUE", "text")], .text("")
  ).head(for: Rules(.version40))

  /// Takes texts with commas between them, which have no blanks around them.
  private mutating func takeList(_ value: Span<UInt8>) -> Bool {
    var start = 0
    while true {
      let end = Octets.first(UInt8(ascii: ","), in: value, from: start)
      // What combines with a comma or a blank is one character with it.
      guard start < end, value[start] < 0x80, !Octets.isBlank(value[start]),
        !Octets.isBlank(value[end - 1])
      else { return false }
      if start > 0 { lines.append(UInt8(ascii: ",")) }
      guard lines.append(value.extracting(start..<end), .text) else { return false }
      if end == value.count { return true }
      start = end + 1
    }
  }

  /// Takes the lines from a place on that are components of one.
  private mutating func takeBlock(
    _ entry: LDIFEntry, from start: Int, _ attribute: Attribute
  ) -> Bool {
    let octets = entry.octets.span
    let isOrganisation = attribute.known == .org
    let width = LDIFAttribute.together(attribute.block).count
    var counts = 0
    lines.append(attribute.head)
    for component in 0..<width {
      if component > 0, !isOrganisation { lines.append(UInt8(ascii: ";")) }
      var count = 0
      for place in start..<entry.lines.count {
        let other = attributes[uses[place].attribute]
        guard other.use == .component, other.block == attribute.block,
          other.component == component, !uses[place].isSaid, !entry.lines[place].value.isEmpty
        else { continue }
        let value = octets.extracting(entry.lines[place].value)
        guard entry.lines[place].form != .reference, PlainLDIFReader.isText(value) else {
          return false
        }
        // A unit of an organisation is a component each.
        if isOrganisation, component > 0 {
          lines.append(UInt8(ascii: ";"))
        } else if count > 0 {
          lines.append(UInt8(ascii: ","))
        }
        guard lines.append(value, .text) else { return false }
        count += 1
      }
      // Another organisation is another line, and a country has a name and a code.
      if count > 1, isOrganisation && component == 0 || component == 6 { return false }
      counts += count
    }
    lines.endLine()
    return counts > 0
  }

  /// Takes the lines from a place on that are parts of the birthday.
  private mutating func takeBirthday(
    _ entry: LDIFEntry, from start: Int, _ attribute: Attribute
  ) -> Bool {
    let octets = entry.octets
    var parts: [Range<Int>?] = [nil, nil, nil]
    for place in start..<entry.lines.count {
      let other = attributes[uses[place].attribute]
      guard other.use == .birth, !uses[place].isSaid, !entry.lines[place].value.isEmpty else {
        continue
      }
      guard entry.lines[place].form != .reference, parts[other.component] == nil else {
        return false
      }
      parts[other.component] = entry.lines[place].value
    }
    guard let year = parts[0], let month = parts[1], let day = parts[2], year.count == 4,
      month.count <= 2, day.count <= 2
    else { return false }
    scratch.removeAll(keepingCapacity: true)
    for part in [year, month, day] {
      if part.count == 1 { scratch.append(UInt8(ascii: "0")) }
      scratch += octets[part]
    }
    let scratch = scratch
    guard CSVText.isBasicDate(scratch.span) else { return false }
    lines.append(attribute.head)
    lines.append(scratch.span)
    lines.endLine()
    return true
  }

  // MARK: Entries

  /// Takes the class of an entry; `false` where it makes no person of it.
  private mutating func takeClass(_ value: Span<UInt8>, _ attribute: Attribute) -> Bool {
    guard value.count <= PlainLDIFReader.longest, PlainLDIFReader.isText(value) else {
      return false
    }
    if classNames.count > PlainLDIFReader.most {
      classNames = OctetTable()
      classes = []
    }
    let found = classNames.number(of: value)
    if found.isNew {
      let name = String(decoding: CSVText.array(value), as: UTF8.self).lowercased()
      switch LDIFAttribute.kind(ofClass: name) {
      case "individual": classes.append(.person)
      case nil: classes.append(name == "top" ? .person : .unknown)
      default: classes.append(.other)
      }
    }
    switch classes[found.number] {
    case .person: return true
    case .other: return false
    case .unknown: return takeValue(value, attribute)
    }
  }

  /// Keeps the name of the entry, unless it is the one that any card like this gets.
  private mutating func takeName(
    _ entry: LDIFEntry, _ carrier: Card, _ named: LDIFNames, _ plain: inout PlainProperty
  ) -> Bool {
    guard let name = entry.name, !name.isEmpty else { return true }
    guard let own = named.derived(carrier, entry: entry.octets, &plain) else { return false }
    if own == name || named.hasSource { return true }
    guard name.isUTF8 else { return false }
    let uri = LDIFCard.source(
      String(decoding: name, as: UTF8.self), own: String(decoding: own, as: UTF8.self))
    if let uri { lines.append(ContentLine("SOURCE", .init(verbatim: uri, of: .source))) }
    return true
  }
}
