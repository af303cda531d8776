import VCard

/// What takes the place of the base's: what somebody has chosen, else the best name, the largest photo,
/// the newest REV.
extension ClusterMerge {
  /// The first line of a name that a card brings; of the base, as it would stand on another card.
  private mutating func first(
    _ known: KnownName, of card: Int, allowsDerived: Bool = true
  ) -> Int? {
    for index in ranges[card] {
      let line = lines[index]
      guard line.known == known, !line.traits.contains(.isDone),
        allowsDerived || !line.traits.contains(.derived)
      else { continue }
      guard card == base, line.traits.contains(.irregular) else { return index }
      let written = asIncoming(index)
      if lines[written].known == known { return written }
    }
    return nil
  }

  /// A line of the base as it would come from another card.
  mutating func asIncoming(_ index: Int) -> Int {
    guard lines[index].traits.contains(.irregular), lines[index].read == nil else { return index }
    let line = lookThoroughly(lines[index], sources[lines[index].source], asWritten: true)
    lines.append(line)
    return lines.count - 1
  }

  /// The card whose line of a name is better than those before it, the base's being the first.
  ///
  /// Lines are judged only where they differ.
  private mutating func best(
    _ known: KnownName, _ size: ([UInt8]) -> Int = { $0.count }
  ) -> Int? {
    var best: (card: Int, line: Int)?
    var highest: Int?
    for place in ranges.indices {
      let card = inOrder(place)
      guard let line = first(known, of: card), isCandidate(line) else { continue }
      guard let before = best else {
        best = (card, line)
        continue
      }
      if places.equal(lines[line].key, lines[before.line].key) { continue }
      let least = highest ?? rank(before.line, size)
      let new = rank(line, size)
      highest = least
      if new > least {
        best = (card, line)
        highest = new
      }
    }
    return best?.card
  }

  /// The card of a place in the order in which cards are asked: the base comes first.
  func inOrder(_ place: Int) -> Int { place == 0 ? base : place <= base ? place - 1 : place }

  /// Whether a line says anything.
  func isCandidate(_ index: Int) -> Bool {
    let line = lines[index]
    switch line.known {
    case .fn:
      return hasTextKey(line) || !line.key.isEmpty && NameQuality(property(line).text) != nil
    case .n: return hasParts(index)
    case .rev: return true
    default: return !line.key.isEmpty
    }
  }

  private func hasTextKey(_ line: Line) -> Bool {
    !keys.isThorough && !line.key.isEmpty
      && places.octets[line.key.lowerBound] == MergeKeyWriter.Tag.text
  }

  /// How good a line is.
  private func rank(_ index: Int, _ size: ([UInt8]) -> Int) -> Int {
    let property = property(lines[index])
    guard lines[index].known == .rev else { return property.binary.map { size($0.octets) } ?? 0 }
    // The digits of a time up to its seconds; fewer of them are less.
    var number = 0
    var count = 0
    for octet in property.text.utf8 where 0x30...0x39 ~= octet && count < 14 {
      number = number * 11 + Int(octet - 0x2F)
      count += 1
    }
    for _ in count..<14 { number *= 11 }
    return number
  }

  /// The card with the best FN or N; of those as good the base, else the first.
  ///
  /// Names are judged only where they differ.
  private mutating func bestName(_ known: KnownName) -> Int? {
    var names: [(card: Int, line: Int, count: Int)] = []
    for place in ranges.indices {
      let card = inOrder(place)
      guard let line = first(known, of: card, allowsDerived: false), isCandidate(line) else {
        continue
      }
      let same = names.firstIndex { places.equal(lines[$0.line].key, lines[line].key) }
      if let same { names[same].count += 1 } else { names.append((card, line, 1)) }
    }
    guard names.count > 1 else { return names.first?.card }
    let name = self.names.name(known).compared
    if lines.contains(where: { $0.name.isConflict && $0.name.compared == name }) {
      let decided = names.filter { !isSetBehind($0.line, known: known, name: name) }
      if !decided.isEmpty { names = decided }
    }
    var ballot = NameBallot()
    for name in names { ballot.add(nameText(lines[name.line]), count: name.count) }
    return ballot.best.map { names[$0].card }
  }

  /// Whether a card keeps the name of a line as a further one beside its own: an earlier merge has
  /// decided that, and knew cards that may not be here.
  private func isSetBehind(_ line: Int, known: KnownName, name: Int) -> Bool {
    ranges.contains { range in
      var (isBehind, isOwn) = (false, false)
      for index in range where lines[index].name.compared == name {
        guard places.equal(lines[index].key, lines[line].key) else { continue }
        if lines[index].name.isConflict { isBehind = true } else { isOwn = true }
      }
      return isBehind && !isOwn && range.contains { lines[$0].known == known }
    }
  }

  /// The name of a line FN or N for reading.
  private func nameText(_ line: Line) -> String {
    if line.known == .n { return ClusterMerge.parts(property(line)) }
    guard hasTextKey(line) else { return property(line).text }
    // The key is the text behind a tag.
    return String(
      decoding: places.octets[line.key.lowerBound + 1..<line.key.upperBound], as: UTF8.self)
  }

  /// Whether a line N has parts that say something.
  private func hasParts(_ index: Int) -> Bool {
    let line = lines[index]
    guard !keys.isThorough, places.octets[line.key].first == MergeKeyWriter.Tag.parts else {
      return NameQuality(ClusterMerge.parts(property(line))) != nil
    }
    var separators = 0
    for octet in places.octets[line.key].dropFirst() {
      if octet == MergeKeyWriter.separator {
        separators += 1
        if separators == 5 { return false }
      } else if octet != UInt8(ascii: ",") {
        return true
      }
    }
    return false
  }

  private static func parts(_ property: Property) -> String {
    property.components.prefix(5).map { $0.joined(separator: " ") }.joined(separator: " ")
  }

  mutating func promoteName(_ taken: [Taken]) {
    let display = card(taking: .fn, taken) ?? bestName(.fn)
    if let display, display != base { promote(.fn, display) }
    // The parts of the name that is shown, where its card has them.
    let card = display.flatMap { card in
      ranges[card].contains { isName($0) && hasParts($0) } ? card : nil
    }
    if let card = self.card(taking: .n, taken) ?? card ?? bestName(.n), card != base {
      promote(.n, card)
    }
  }

  private func isName(_ index: Int) -> Bool {
    lines[index].known == .n && !lines[index].traits.contains(.isDone)
  }

  mutating func promotePhoto(_ taken: [Taken], _ size: ([UInt8]) -> Int) {
    if let card = card(taking: .photo, taken) ?? best(.photo, size), card != base {
      promote(.photo, card)
    }
  }

  mutating func promoteRevision() {
    if let card = best(.rev), card != base { promote(.rev, card) }
  }

  /// Puts the first line of a name into the place of the base's, which is then one of those that
  /// come in.
  private mutating func promote(_ known: KnownName, _ card: Int) {
    guard let new = first(known, of: card) else { return }
    promote(new) { $0.known == known }
  }

  /// Puts a line into the place of the first of the base that is like it.
  mutating func promote(_ new: Int, over isLike: (Line) -> Bool) {
    guard let entry = entries.firstIndex(where: { isLike(lines[$0.line]) }) else {
      lines[new].traits.insert(.isDone)
      return append(new, Manner())
    }
    let old = entries[entry]
    places.remove(lines[old.line].name.compared, lines[old.line].key, at: entry)
    empty.removeAll { $0.name == lines[old.line].name.canonical && $0.entry == entry }
    let displaced = asIncoming(old.line)
    put(new, at: entry)
    indexEntry(entry)
    decide(displaced, keepsGroup: false)
  }
}
