import ContactMatching
import VCard

/// Telephone numbers and mailboxes, of each of which one writing stays.
///
/// ```
/// card 0  TEL;TYPE=home:0171 1234567           merged   TEL;TYPE=cell,home:+49 171 1234567
/// card 1  TEL;TYPE=cell:+49 171 1234567        dropped  0171 1234567, same-number
/// ```
/// The lines that write one get the key of the best of them, and are equal from then on. A number stays
/// that tells most: the country before none, an extension before none; of a mailbox the address
/// without a tag, then the one that most cards have. Of writings as good the base's stays.
extension ClusterMerge {
  /// One way to write a value.
  struct Writing {
    /// The first line that has it.
    let line: Int
    /// How many lines of the base have it.
    var linesOfBase = 0
    /// How many cards have it, and the last of them.
    var cards = 0
    var lastCard = -1
    /// The number, of a writing of TEL.
    var number: PhoneKey?
    /// Whether another writing may be the same number.
    var isShared = false
    /// The mailbox, of a writing of EMAIL.
    var mailbox: UInt64?
    /// What is reached; equal numbers are one.
    var reached: Int
    /// How good it is, compared from the first number on.
    var rank = (0, 0, 0)
  }

  /// Lines of one kind of a person, more of which are no person's and are compared as they are written.
  private static let mostWritings = 256

  mutating func uniteWritings() {
    uniteWritings(.tel)
    uniteWritings(.email)
  }

  private mutating func uniteWritings(_ known: KnownName) {
    findWritings(known)
    guard writings.count <= ClusterMerge.mostWritings else { return }
    if writings.count > 1 {
      if known == .tel { judgeNumbers() } else { judgeMailboxes() }
    }
    for index in writings.indices {
      let reached = writings[index].reached
      if writings[..<index].contains(where: { $0.reached == reached }) { continue }
      var best = index
      var isOne = writings[index].linesOfBase > 1
      for other in writings.indices.dropFirst(index + 1) where writings[other].reached == reached {
        isOne = true
        if writings[other].rank > writings[best].rank { best = other }
      }
      if isOne { unite(writings.filter { $0.reached == reached }, as: writings[best], known) }
    }
  }

  /// Finds the ways to write the values of a name, those of the base first.
  private mutating func findWritings(_ known: KnownName) {
    writings.removeAll(keepingCapacity: true)
    for place in ranges.indices {
      let card = inOrder(place)
      for index in ranges[card] where isWriting(index, of: known) {
        let key = lines[index].key
        var same = 0
        while same < writings.count, !places.equal(lines[writings[same].line].key, key) {
          same += 1
        }
        if same == writings.count {
          guard same <= ClusterMerge.mostWritings else { continue }
          writings.append(Writing(line: index, reached: -1 - same))
        }
        if card == base { writings[same].linesOfBase += 1 }
        if writings[same].lastCard != card { writings[same].cards += 1 }
        writings[same].lastCard = card
      }
    }
  }

  /// Whether a line writes a value of a name, and is neither done with nor made of others.
  private func isWriting(_ index: Int, of known: KnownName) -> Bool {
    lines[index].known == known && !lines[index].key.isEmpty
      && lines[index].traits.isDisjoint(with: [.isDone, .derived])
  }

  // MARK: What is reached

  /// Finds out which numbers are one; what is no number is one with nothing else.
  private mutating func judgeNumbers() {
    var areApart = true
    for index in writings.indices {
      guard
        let number = withText(of: lines[writings[index].line], sources, { Reached.number($0) })
      else { continue }
      writings[index].number = number
      for other in 0..<index {
        guard let before = writings[other].number, before.agreement(with: number) != nil else {
          continue
        }
        (writings[other].isShared, writings[index].isShared, areApart) = (true, true, false)
      }
    }
    if areApart { return }
    var (numbers, owners): ([PhoneKey], [Int]) = ([], [])
    for index in writings.indices where writings[index].isShared {
      guard let number = writings[index].number else { continue }
      let isUsual = withText(of: lines[writings[index].line], sources) { $0.isUsualNumber }
      writings[index].rank = (number.completeness, isUsual ? 1 : 0, 0)
      numbers.append(number)
      owners.append(index)
    }
    let first = PhoneKey.firstOfSame(numbers)
    var rest = Array(numbers.indices)
    while !rest.isEmpty {
      // Of those that are one, the best stays, and with it what it does not cover.
      guard
        let best = rest.max(by: { writings[owners[$0]].rank < writings[owners[$1]].rank })
      else { break }
      for place in rest where first[place] == first[best] && numbers[best].covers(numbers[place]) {
        writings[owners[place]].reached = owners[best]
      }
      rest.removeAll { writings[owners[$0]].reached >= 0 }
    }
  }

  /// Finds out which addresses are one mailbox; what is no address is one with nothing else.
  private mutating func judgeMailboxes() {
    var areApart = true
    for index in writings.indices {
      guard
        let mailbox = withText(
          of: lines[writings[index].line], sources, { Reached.mailbox($0, &scratch) })
      else { continue }
      writings[index].mailbox = mailbox.key
      writings[index].rank = (mailbox.isUntagged ? 1 : 0, writings[index].cards, 0)
      let same = writings[..<index].firstIndex { $0.mailbox == mailbox.key }
      writings[index].reached = same ?? index
      if same != nil { areApart = false }
    }
    if areApart { return }
    for index in writings.indices where isPreferred(writings[index]) { writings[index].rank.2 = 1 }
  }

  /// Whether a card sets a line with a writing above the others of its name.
  private func isPreferred(_ writing: Writing) -> Bool {
    let (known, key) = (lines[writing.line].known, lines[writing.line].key)
    return ranges.contains { range in
      range.contains { index in
        lines[index].traits.contains(.hasParameters) && isWriting(index, of: known)
          && places.equal(lines[index].key, key) && propertyRead(lines[index]).isPreferred
      }
    }
  }

  // MARK: One line of it

  /// Makes one line of the merged card of the lines that write one value.
  private mutating func unite(_ writings: [Writing], as best: Writing, _ known: KnownName) {
    let name = names.name(known).compared
    let key = lines[best.line].key
    let old = writings.filter { $0.line != best.line }.map { lines[$0.line].key }
    let own = entries.indices.filter { entry in
      let line = entries[entry].line
      return isWriting(line, of: known)
        && writings.contains { places.equal(lines[$0.line].key, lines[line].key) }
    }
    let good = own.first { places.equal(lines[entries[$0].line].key, key) }
    if !old.isEmpty { rename(old, to: key, name) }
    guard let stays = good ?? own.first else {
      if !old.isEmpty {
        append(best.line, Manner(losesPreference: valued.contains(name)))
        lines[best.line].traits.insert(.isDone)
      }
      return
    }
    groupMembers.removeAll()
    for entry in own where entry != stays { leaveOut(entry, for: stays) }
    if good == nil { replace(stays, with: best.line) }
  }

  /// Gives lines of some keys another one.
  private mutating func rename(_ old: [MergePlaces.Key], to key: MergePlaces.Key, _ name: Int) {
    for index in lines.indices where lines[index].name.compared == name {
      let own = lines[index].key
      guard !own.isEmpty, old.contains(where: { places.equal($0, own) }) else { continue }
      lines[index].key = key
      lines[index].traits.insert(.otherWriting)
    }
    for entry in entries.indices {
      let line = entries[entry].line
      // A line that has the place of the key, and not only its octets, was given it above.
      guard lines[line].key == key, lines[line].traits.contains(.otherWriting) else { continue }
      for key in old { places.remove(name, key, at: entry) }
      places.insert(name, key, at: entry)
    }
  }

  /// Puts a better writing in the place of what an entry says.
  private mutating func replace(_ entry: Int, with new: Int) {
    let old = entries[entry].line
    put(new, at: entry, losesPreference: true)
    dropWriting(old, for: entry)
  }

  /// Drops a line whose value an entry says in another writing.
  private mutating func dropWriting(_ line: Int, for entry: Int) {
    traces.add(lines[line].origin, to: entry)
    drop(
      line, reason(forEqual: line), parameters: unite(line, with: entry, keepsPreference: true))
  }

  /// Takes a line of the base off the merged card, whose value another one has.
  private mutating func leaveOut(_ entry: Int, for other: Int) {
    let line = entries[entry].line
    places.remove(lines[line].name.compared, lines[line].key, at: entry)
    dropWriting(line, for: other)
    entries[entry].isLeftOut = true
    guard let group = entries[entry].group else { return }
    moveLabels(of: group, to: other)
  }

  /// Takes the labels of a group, of which the value goes, to the value that stays.
  private mutating func moveLabels(of group: String, to other: Int) {
    let group = group.lowercased()
    if groupMembers.isEmpty {
      for index in entries.indices {
        guard let group = entries[index].group?.lowercased() else { continue }
        groupMembers[group, default: []].append(index)
      }
    }
    var labels: [Int] = []
    for index in groupMembers[group] ?? [] where !entries[index].isLeftOut {
      // Another value of the group keeps them.
      guard lines[entries[index].line].traits.contains(.attendant) else { return }
      labels.append(index)
    }
    guard !labels.isEmpty else { return }
    guard let name = entries[other].group else {
      var moved = content(of: other)
      let name = entries[labels[0]].group ?? group
      moved.move(to: name)
      entries[other].group = name
      groupMembers[group, default: []].append(other)
      rewrite(other, as: moved.line)
      return
    }
    if name.lowercased() == group { return }
    groupMembers[group] = nil
    groupMembers[name.lowercased(), default: []] += labels
    for label in labels {
      let line = entries[label].line
      places.remove(
        lines[line].name.canonical, labelKey(lines[line], in: entries[label].group), at: label)
      if isLabeled(other, line) {
        entries[label].isLeftOut = true
        continue
      }
      var moved = content(of: label).line
      moved.group = name
      entries[label].group = name
      rewrite(label, as: moved)
      indexEntry(label)
    }
  }

  /// Why a line goes whose value is there.
  func reason(forEqual index: Int) -> Reason {
    let line = lines[index]
    guard line.traits.contains(.otherWriting) else { return .equal }
    return line.name.isCompared(as: .tel) ? .sameNumber : .sameMailbox
  }
}

extension Property {
  /// Whether it is set above the others of its name.
  ///
  /// RFC 2426 §3.3.2, RFC 6350 §5.3.
  fileprivate var isPreferred: Bool {
    types.contains("pref") || parameter("PREF").first == "1"
  }
}

/// Hands over the value of a line in UTF-8.
private func withText<Result>(
  of line: ClusterMerge.Line, _ sources: [Card], _ body: (Span<UInt8>) -> Result
) -> Result {
  guard let place = line.text else {
    return body(sources[line.source].property(at: line.index).text.utf8.span)
  }
  let octets = sources[line.source].octets
  return body(octets.span.extracting(place))
}

extension Span<UInt8> {
  /// Whether a number is written as the most usual: international, and without a trunk prefix, which
  /// is no part of such a number; `00` is dialled in some countries only.
  fileprivate var isUsualNumber: Bool {
    var hasPlus = false
    for index in indices {
      switch self[index] {
      case UInt8(ascii: "+"): hasPlus = true
      case UInt8(ascii: "(") where index + 2 < count:
        if self[index + 1] == UInt8(ascii: "0"), self[index + 2] == UInt8(ascii: ")") {
          return false
        }
      default: break
      }
    }
    return hasPlus
  }
}
