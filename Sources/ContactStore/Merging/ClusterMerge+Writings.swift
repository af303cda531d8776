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
  /// One way to write a value, and the lines that have it.
  private struct Writing {
    var lines: [Int]
    /// What is reached; equal numbers are one.
    var reached = 0
    /// How good it is, compared from the first number on.
    var rank = (0, 0, 0)
  }

  /// Lines of one kind of a person, more of which are no person's and are compared as they are written.
  private static let mostWritings = 256

  mutating func uniteWritings() {
    for known in [KnownName.tel, .email] {
      let name = names.name(known).compared
      var writings = writings(known)
      guard writings.count > 1 || writings.contains(where: { linesOfBase($0) > 1 }),
        writings.count <= ClusterMerge.mostWritings
      else { continue }
      if known == .tel { judgeNumbers(&writings) } else { judgeMailboxes(&writings) }
      var places: [Int: Int] = [:]
      var classes: [[Int]] = []
      for (index, writing) in writings.enumerated() {
        if let place = places[writing.reached] {
          classes[place].append(index)
        } else {
          places[writing.reached] = classes.count
          classes.append([index])
        }
      }
      for members in classes {
        guard let best = ClusterMerge.best(members, writings),
          members.count > 1 || linesOfBase(writings[best]) > 1
        else { continue }
        unite(members.map { writings[$0] }, as: writings[best], name)
      }
    }
  }

  /// How many lines of the base have a writing.
  private func linesOfBase(_ writing: Writing) -> Int {
    writing.lines.count { ranges[base].contains($0) }
  }

  /// The best writing, the first of those as good.
  private static func best(_ members: [Int], _ writings: [Writing]) -> Int? {
    guard var best = members.first else { return nil }
    for member in members where writings[member].rank > writings[best].rank { best = member }
    return best
  }

  /// The ways to write the values of a name, those of the base first.
  private func writings(_ known: KnownName) -> [Writing] {
    var writings: [Writing] = []
    for place in ranges.indices {
      for index in ranges[inOrder(place)] {
        let line = lines[index]
        guard line.known == known, !line.key.isEmpty, !line.traits.contains(.isDone),
          !line.traits.contains(.derived)
        else { continue }
        if let same = writings.firstIndex(where: { isWritten($0, as: line) }) {
          writings[same].lines.append(index)
        } else if writings.count <= ClusterMerge.mostWritings {
          writings.append(Writing(lines: [index]))
        }
      }
    }
    return writings
  }

  private func isWritten(_ writing: Writing, as line: Line) -> Bool {
    places.equal(lines[writing.lines[0]].key, line.key)
  }

  // MARK: What is reached

  private func judgeNumbers(_ writings: inout [Writing]) {
    var (numbers, owners): ([PhoneKey], [Int]) = ([], [])
    for index in writings.indices {
      // What is no number is one with nothing else.
      writings[index].reached = -1 - index
      let property = property(lines[writings[index].lines[0]])
      guard let number = Reached.number(property) else { continue }
      // A trunk prefix is no part of an international number, and `00` is dialled in some countries.
      let text = property.text
      let hasTrunkPrefix = text.utf8.contains(UInt8(ascii: "(")) && text.contains("(0)")
      let isUsual = text.utf8.contains(UInt8(ascii: "+")) && !hasTrunkPrefix
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

  private func judgeMailboxes(_ writings: inout [Writing]) {
    var mailboxes: [(key: UInt64, writing: Int)] = []
    for index in writings.indices {
      let own = writings[index].lines.map { lines[$0] }
      writings[index].reached = -1 - index
      guard let mailbox = Reached.mailbox(property(own[0])) else { continue }
      // The lines of a card stand together.
      let cards = 1 + zip(own, own.dropFirst()).count { $0.origin.card != $1.origin.card }
      let isPreferred = own.contains {
        $0.traits.contains(.hasParameters) && propertyRead($0).isPreferred
      }
      writings[index].rank = (mailbox.isUntagged ? 1 : 0, cards, isPreferred ? 1 : 0)
      if let same = mailboxes.first(where: { $0.key == mailbox.key }) {
        writings[index].reached = same.writing
      } else {
        writings[index].reached = index
        mailboxes.append((mailbox.key, index))
      }
    }
  }

  // MARK: One line of it

  /// Makes one line of the merged card of the lines that write one value.
  private mutating func unite(_ writings: [Writing], as best: Writing, _ name: Int) {
    let key = lines[best.lines[0]].key
    var old: [MergePlaces.Key] = []
    for writing in writings where writing.lines[0] != best.lines[0] {
      old.append(lines[writing.lines[0]].key)
    }
    if !old.isEmpty { rename(old, to: key, name) }
    let own = entries.indices.filter { entry in
      writings.contains { $0.lines.contains(entries[entry].line) }
    }
    guard let first = own.first else {
      if !old.isEmpty {
        append(best.lines[0], Manner(losesPreference: valued.contains(name)))
        lines[best.lines[0]].traits.insert(.isDone)
      }
      return
    }
    let stays = own.first { best.lines.contains(entries[$0].line) } ?? first
    for entry in own where entry != stays { leaveOut(entry, for: stays) }
    if !best.lines.contains(entries[stays].line) { replace(stays, with: best.lines[0]) }
  }

  /// Gives lines of some keys another one.
  private mutating func rename(_ old: [MergePlaces.Key], to key: MergePlaces.Key, _ name: Int) {
    var renamed: Set<Int> = []
    for index in lines.indices where lines[index].name.compared == name {
      let own = lines[index].key
      guard !own.isEmpty, old.contains(where: { places.equal($0, own) }) else { continue }
      lines[index].key = key
      lines[index].traits.insert(.otherWriting)
      renamed.insert(index)
    }
    for entry in entries.indices where renamed.contains(entries[entry].line) {
      for key in old { places.remove(name, key, at: entry) }
      places.insert(name, key, at: entry)
    }
  }

  /// Puts a better writing in the place of what an entry says.
  private mutating func replace(_ entry: Int, with new: Int) {
    let old = entries[entry]
    lines[new].traits.insert(.isDone)
    var group = old.group
    if group == nil, lines[new].traits.contains(.hasGroup) {
      group = propertyRead(lines[new]).group.map { groups.free($0, of: lines[new].origin.card) }
    }
    set(entry, to: new, Manner(group: group, losesPreference: true))
    traces.replace(entry, with: lines[new].origin)
    note(new, at: entry)
    traces.add(lines[old.line].origin, to: entry)
    drop(
      old.line, reason(forEqual: old.line),
      parameters: unite(old.line, with: entry, keepsPreference: true))
  }

  /// Takes a line of the base off the merged card, whose value another one has.
  private mutating func leaveOut(_ entry: Int, for other: Int) {
    let line = entries[entry].line
    places.remove(lines[line].name.compared, lines[line].key, at: entry)
    traces.add(lines[line].origin, to: other)
    drop(
      line, reason(forEqual: line), parameters: unite(line, with: other, keepsPreference: true))
    entries[entry].isLeftOut = true
    guard let group = entries[entry].group else { return }
    moveLabels(of: group, to: other)
  }

  /// Takes the labels of a group, of which the value goes, to the value that stays.
  private mutating func moveLabels(of group: String, to other: Int) {
    let group = group.lowercased()
    var labels: [Int] = []
    for index in entries.indices
    where !entries[index].isLeftOut && entries[index].group?.lowercased() == group {
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
      rewrite(other, as: moved.line)
      return
    }
    if name.lowercased() == group { return }
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
      learn(label)
    }
  }

  /// Why a line goes whose value is there.
  func reason(forEqual index: Int) -> Reason {
    let line = lines[index]
    guard line.traits.contains(.otherWriting) else { return .equal }
    return line.name.compared == names.name(.tel).compared ? .sameNumber : .sameMailbox
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
