import VCard

extension ClusterMerge {
  /// All lines but those of the envelope.
  private static let allNames = NameSet(
    KnownName.allCases.filter { $0 != .begin && $0 != .end && $0 != .version })

  // MARK: The base

  /// The card that stays as it is: of the newest version, so that nothing has to be said in an older
  /// one, and with the most lines.
  static func base(of cards: [Card]) -> Int {
    func rank(_ card: Card) -> (Version, Int) {
      var count = 0
      var next = 0
      while let found = card.nextLine(from: next, named: allNames) {
        if found.name != .malformed { count += 1 }
        next = found.index + 1
      }
      return (card.version, count)
    }
    var best = 0
    var highest = rank(cards[0])
    for index in cards.indices.dropFirst() {
      let next = rank(cards[index])
      if next > highest { (best, highest) = (index, next) }
    }
    return best
  }

  /// The card with its text in UTF-8.
  ///
  /// The lines of other cards are; beside them nobody could find out the charset of the rest.
  static func readable(_ card: Card) -> Card {
    guard card.undeclaredCharset != nil else { return card }
    var card = card
    card.replaceProperties { property in
      let octets = property.lineOctets
      let isReadable =
        property.readsUTF8
        ? String(validating: octets, as: UTF8.self) != nil : octets.allSatisfy { $0 < 0x80 }
      guard !isReadable, ConvertedRows.isReadable(property) else { return nil }
      return CarriedLine(property, staysOnCard: true).line
    }
    return card
  }

  mutating func indexBase(_ plain: inout PlainProperty) {
    let card = card
    var (next, row) = (0, 0)
    while let found = card.nextLine(from: next, named: ClusterMerge.allNames) {
      let place = Place(source: base, index: found.index, known: found.name)
      let line = line(
        of: card, place, origin: Origin(card: base, row: row), asWritten: false, plain: &plain)
      var entry = Entry(line: lines.count, slot: found.index)
      lines.append(line)
      traces.append(line.origin)
      if line.traits.contains(.hasGroup) {
        entry.group = card.property(at: found.index).group
        if let group = entry.group { groups.insert(group) }
      }
      entries.append(entry)
      indexEntry(entries.count - 1)
      next = found.index + 1
      row += 1
    }
  }

  /// Notes what values a line of the merged card has.
  mutating func indexEntry(_ entry: Int) {
    let line = lines[entries[entry].line]
    guard line.known != .malformed else { return }
    if line.traits.contains(.attendant) {
      let key = labelKey(line, in: entries[entry].group)
      places.insert(line.name.canonical, key, at: entry)
    } else if line.name.isList {
      for value in property(line).list {
        let key = key(ofItem: value)
        guard !key.isEmpty else { continue }
        valued.insert(line.name.compared)
        places.insert(line.name.compared, key, at: entry)
      }
    } else if line.key.isEmpty {
      // Others are not asked for, however many there are.
      if line.name.isUsuallyOne, !empty.contains(where: { $0.name == line.name.canonical }) {
        empty.append((line.name.canonical, entry))
      }
    } else {
      valued.insert(line.name.compared)
      places.insert(line.name.compared, line.key, at: entry)
    }
  }

  /// The key of one value of a list.
  mutating func key(ofItem text: String) -> MergePlaces.Key {
    let start = places.octets.count
    MergeKeyWriter.append(text: text.utf8.span, to: &places.octets)
    return start..<places.octets.count
  }

  /// The key of a label in a group.
  mutating func labelKey(_ line: Line, in group: String?) -> MergePlaces.Key {
    let start = places.octets.count
    places.octets.append(contentsOf: (group?.lowercased() ?? "").utf8)
    places.octets.append(MergeKeyWriter.separator)
    places.octets.append(contentsOf: Array(places.octets[line.key]))
    return start..<places.octets.count
  }

  // MARK: Lines of the cards

  /// The property as it would stand on the merged card.
  func property(_ line: Line) -> Property { sources[line.source].property(at: line.index) }

  /// The property as it was read.
  func propertyRead(_ line: Line) -> Property {
    guard let read = line.read else { return property(line) }
    return sources[read.source].property(at: read.index)
  }

  /// Where a line stands.
  struct Place {
    var source: Int
    var index: Int
    var known: KnownName
  }

  /// Takes in the lines of a card.
  mutating func addLines(of index: Int, _ plain: inout PlainProperty) {
    let card = sources[index]
    guard card.version == self.card.version else { return addConvertedLines(of: index, &plain) }
    var (next, row) = (0, 0)
    while let found = card.nextLine(from: next, named: ClusterMerge.allNames) {
      let place = Place(source: index, index: found.index, known: found.name)
      let origin = Origin(card: index, row: row)
      if ClusterMerge.isReadable(card, place) {
        let line = line(of: card, place, origin: origin, asWritten: true, plain: &plain)
        lines.append(line)
      } else {
        dropUnreadable(card, place: place, origin: origin)
      }
      next = found.index + 1
      row += 1
    }
  }

  static func isReadable(_ card: Card, _ place: Place) -> Bool {
    if place.known == .malformed { return false }
    return place.known != .unknown || !CarriedLine.isNoProperty(card.property(at: place.index))
  }

  mutating func dropUnreadable(_ card: Card, place: Place, origin: Origin) {
    var line = Line(
      origin: origin, source: place.source, index: place.index, known: place.known,
      name: names.name(of: card.property(at: place.index)))
    line.traits = .isDone
    lines.append(line)
    drop(lines.count - 1, .unreadable)
  }

  /// Looks at a line.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - place: Where the line stands.
  ///   - origin: Where it comes from.
  ///   - asWritten: Whether it is to stand on another card, where it may be something else.
  ///   - plain: Storage.
  /// - Returns: What the merge has to know of it.
  mutating func line(
    of card: Card, _ place: Place, origin: Origin, asWritten: Bool, plain: inout PlainProperty
  ) -> Line {
    var line = Line(
      origin: origin, source: place.source, index: place.index, known: place.known,
      name: names.name(place.known))
    if place.known == .malformed { return line }
    if place.known.isAttendant { line.traits.insert(.attendant) }
    if keys.isThorough { return lookThoroughly(line, card, asWritten: asWritten) }
    let start = places.octets.count
    if let bare = card.bareText(at: place.index) {
      line.traits.insert(.bare)
      line.text = bare
      let octets = card.octets
      if !keys.append(octets.span.extracting(bare), line.name.kind, to: &places.octets) {
        MergeKeyWriter.append(card.property(at: place.index), to: &places.octets)
      }
      line.key = start..<places.octets.count
      return line
    }
    return look(line, card: card, plain: &plain) ?? lookThoroughly(line, card, asWritten: asWritten)
  }

  /// Looks at a line that may be plain; `nil` when it is not.
  private mutating func look(
    _ line: Line, card: Card, plain: inout PlainProperty
  ) -> Line? {
    guard card.decode(at: line.index, into: &plain) else { return nil }
    var line = line
    let octets = card.octets
    if line.known == .unknown {
      line.name = names.name(String(decoding: plain.octets(plain.name, octets), as: UTF8.self))
    }
    guard !line.name.mayBeBinary else { return nil }
    line.traits.insert(.plain)
    if plain.group != nil { line.traits.insert(.hasGroup) }
    if !plain.parameters.isEmpty {
      line.traits.insert(.hasParameters)
      if plain.mayBeDerived, CarriedLine.isDerived(card.property(at: line.index)) {
        line.traits.insert(.derived)
      }
    }
    if line.name.isList { return line }
    let start = places.octets.count
    var isDone = false
    switch line.name.kind {
    case .parts, .address:
      keys.append(
        plain, of: octets.span, isAddress: line.name.kind == .address, to: &places.octets)
      isDone = true
    case .text, .email, .phone:
      let text = plain.strings[plain.values.lowerBound]
      let own = plain.octets
      isDone = keys.append(
        (text.isInCard ? octets : own).span.extracting(text.range), line.name.kind,
        to: &places.octets)
    case .other: break
    }
    if !isDone { MergeKeyWriter.append(card.property(at: line.index), to: &places.octets) }
    line.key = start..<places.octets.count
    return line
  }

  /// Looks at a line that is not plain.
  mutating func lookThoroughly(_ line: Line, _ card: Card, asWritten: Bool) -> Line {
    var line = line
    let read = card.property(at: line.index)
    var property = read
    if read.isNestedCard || read.isBase64 {
      line.traits.insert(.irregular)
      if asWritten {
        // What is compared is what would stand on the card, where that is something else.
        var scratch = Card(version: self.card.version)
        scratch.append(CarriedLine(read).line)
        for written in scratch.properties { property = written }
        line.read = (line.source, line.index)
        line.source = sources.count
        line.index = property.index
        sources.append(scratch)
      }
    }
    line.known = property.known
    line.name = names.name(of: property)
    if read.group != nil { line.traits.insert(.hasGroup) }
    if !read.parameters.isEmpty {
      line.traits.insert(.hasParameters)
      if CarriedLine.isDerived(read) { line.traits.insert(.derived) }
    }
    if line.name.isList { return line }
    let start = places.octets.count
    MergeKeyWriter.append(property, to: &places.octets)
    line.key = start..<places.octets.count
    return line
  }
}

extension PlainProperty {
  /// The octets of a string.
  func octets(_ string: Int, _ card: [UInt8]) -> ArraySlice<UInt8> {
    let text = strings[string]
    return text.isInCard ? card[text.range] : octets[text.range]
  }

  /// Whether a parameter may say that a program made the line: `DERIVED`, `X-DERIVED`.
  var mayBeDerived: Bool {
    for parameter in parameters {
      let length = strings[parameter.name].range.count
      if length == 7 || length == 9 { return true }
    }
    return false
  }
}
