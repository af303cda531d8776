import ContactModel
package import VCard

/// A card that two have changed at once, with the changes of both.
///
/// ```
/// base    N:Bell;Kate   TEL:1          TITLE:Baker   TITLE:Clerk
/// theirs  N:Bell;Kate   TEL:1  TEL:2   TITLE:Chef    TITLE:Clerk
/// mine    N:Bell;Cate   TEL:1          TITLE:Baker   TITLE:Owner
/// card    N:Bell;Cate   TEL:1  TEL:2   TITLE:Chef    TITLE:Owner
/// ```
/// What a card has once is replaced by the last writer; what stands there several times is compared
/// value by value, and each side's additions and removals are made. Who changed the version decides
/// in which one the card is: the others are converted to it first, so that what they say comes along.
///
/// Where both keep a writing of their own, as a server does that rewrites what it is sent, each side's
/// changes are those against its own base:
/// ```
/// base   NOTE:a            their base  NOTE:a, b   TEL:1
/// mine   NOTE:a   EMAIL:x  theirs      NOTE:a, b            TEL:2
/// card   NOTE:a, b   EMAIL:x   TEL:2
/// ```
/// What differs between the bases is nobody's change. An edit of a value beats its removal then.
package struct ThreeWayMerge {
  /// Whose value stays where both have changed a value of which a card has one.
  package enum Preference: Hashable, Sendable {
    case mine, theirs
  }

  /// The card with the changes of both.
  package private(set) var card: Card
  /// The names of properties of which both have changed the one value, each once; only where each has
  /// a base of its own.
  package private(set) var conflicts: [String] = []

  /// Merges two changes of a card.
  ///
  /// - Parameters:
  ///   - base: The card that both have changed.
  ///   - mine: The card of the last writer, who wins.
  ///   - theirs: That of the other.
  package init(base: Card, mine: Card, theirs: Card) {
    self.init(base, mine, theirs, nil, .mine)
  }

  /// Merges my changes of a card into another one that says the same in its own writing.
  ///
  /// - Parameters:
  ///   - base: What I have changed.
  ///   - mine: My card.
  ///   - theirs: Their card, whose writing stays where I have changed nothing.
  ///   - theirBase: What they have changed.
  ///   - preference: Who wins.
  package init(
    base: Card, mine: Card, into theirs: Card, of theirBase: Card, preferring preference: Preference
  ) {
    self.init(base, mine, theirs, theirBase, preference)
  }

  private init(
    _ base: Card, _ mine: Card, _ theirs: Card, _ theirBase: Card?, _ preference: Preference
  ) {
    let version = mine.version == base.version ? theirs.version : mine.version
    let declares = mine.declaresVersion || theirs.declaresVersion
    func converted(_ card: Card) -> Card {
      let isSo = card.version == version && (card.declaresVersion || !declares)
      return isSo ? card : card.converted(to: version)
    }
    let cards = (base: converted(base), mine: converted(mine), theirs: converted(theirs))
    card = cards.theirs
    var names = MergeName.Table()
    let lines = (
      base: names.lines(of: cards.base), theirs: names.lines(of: cards.theirs),
      mine: names.lines(
        of: cards.mine,
        renaming: ThreeWayMerge.renamedGroups(cards.base, mine: cards.mine, theirs: cards.theirs))
    )
    let singles = ThreeWayMerge.singles([lines.base, lines.mine, lines.theirs])
    let changes = (
      mine: Changes(
        from: lines.base, to: lines.mine, singles, areRespelled: mine.version != base.version),
      theirs: Changes(
        from: lines.base, to: lines.theirs, singles, areRespelled: theirs.version != base.version)
    )
    var edit = Edit(
      preference: preference,
      untouched: theirBase.map { Set(names.lines(of: converted($0)).map(\.octets)) })
    for (mine, theirs) in zip(changes.mine.fates, changes.theirs.fates) {
      edit.take(mine, over: theirs)
    }
    edit.add(changes.mine.added, to: changes.theirs.added, singles)
    card.edit(replacing: edit.replaced, removing: edit.removed, appending: edit.appended)
    conflicts = edit.conflicts
  }

  // MARK: Lines

  /// A property and what tells it from others.
  fileprivate struct Line {
    let property: Property
    /// The group that it is to stand in instead of its own.
    let newGroup: String?
    let octets: [UInt8]
    /// What it says, however it is written; `nil` for what is no property.
    let value: Value?
    /// What a card has one of at most, if the line may be such.
    let slot: Slot?

    init(_ property: Property, newGroup: String?, _ name: MergeName) {
      self.property = property
      self.newGroup = newGroup
      octets = property.lineOctets
      guard !property.isMalformed else {
        (value, slot) = (nil, nil)
        return
      }
      // A label is about the other line of its group.
      let isAttendant = property.known.isAttendant
      let group = isAttendant ? (newGroup ?? property.group)?.lowercased() : nil
      value = Value(name: name.canonical, group: group, key: ValueKey(property))
      let isSingle = isAttendant ? group != nil : name.isUsuallyOne || name.isOfCard
      slot = isSingle ? Slot(name: name.canonical, group: group) : nil
    }

    var copied: Card.Copied { Card.Copied(property, group: newGroup) }
  }

  fileprivate struct Value: Hashable {
    let name: Int
    let group: String?
    let key: ValueKey
  }

  fileprivate struct Slot: Hashable {
    let name: Int
    let group: String?
  }

  /// What every card has one of at most; alternatives in several languages are several.
  private static func singles(_ cards: [[Line]]) -> Set<Slot> {
    var singles: Set<Slot> = []
    var several: Set<Slot> = []
    for lines in cards {
      var there: Set<Slot> = []
      for slot in lines.compactMap(\.slot) {
        singles.insert(slot)
        if !there.insert(slot).inserted { several.insert(slot) }
      }
    }
    return singles.subtracting(several)
  }

  /// Names for groups that both have made since, where they are not the same lines.
  private static func renamedGroups(
    _ base: Card, mine: Card, theirs: Card
  ) -> [String: String] {
    func groups(_ card: Card) -> [String: Set<[UInt8]>] {
      var groups: [String: Set<[UInt8]>] = [:]
      for property in card.properties {
        guard let group = property.group?.lowercased() else { continue }
        groups[group, default: []].insert(property.lineOctets)
      }
      return groups
    }
    let groups = (base: groups(base), mine: groups(mine), theirs: groups(theirs))
    var taken = MergedGroups()
    for groups in [groups.base, groups.mine, groups.theirs] {
      for group in groups.keys { taken.insert(group) }
    }
    var renamed: [String: String] = [:]
    for (group, lines) in groups.mine.sorted(by: { $0.key < $1.key })
    where groups.base[group] == nil {
      guard let others = groups.theirs[group], others != lines else { continue }
      renamed[group] = taken.free(group)
    }
    return renamed
  }

  // MARK: Changes

  /// What became of the lines of a card in one that was made of it.
  private struct Changes {
    enum Fate {
      case kept(Line)
      /// It says the same in the words of another version.
      case respelled(Line)
      case changed(Line)
      case gone
    }

    /// One for each line of the card before.
    private(set) var fates: [Fate]
    /// The lines that have come besides.
    private(set) var added: [Line] = []

    /// - Parameters:
    ///   - base: The lines before.
    ///   - new: The lines now.
    ///   - singles: What there is one of at most.
    ///   - areRespelled: Whether the lines are of another version, so that they say the same in other
    ///     words.
    init(from base: [Line], to new: [Line], _ singles: Set<Slot>, areRespelled: Bool) {
      var pairing = Pairing(base.count, new.count)
      pairing.pair({ base[$0].octets }, { new[$0].octets })
      let same = pairing.found
      pairing.pair({ base[$0].value }, { new[$0].value })
      let equal = pairing.found
      func slot(_ line: Line) -> Slot? { line.slot.flatMap { singles.contains($0) ? $0 : nil } }
      pairing.pair({ slot(base[$0]) }, { slot(new[$0]) })
      fates = pairing.found.enumerated().map { index, place in
        guard let line = place.map({ new[$0] }) else { return .gone }
        if same[index] != nil { return .kept(line) }
        return areRespelled && equal[index] != nil ? .respelled(line) : .changed(line)
      }
      added = pairing.added.map { new[$0] }
    }
  }

  /// What is to be done to their card.
  private struct Edit {
    let preference: Preference
    /// The lines of their base, which they have not touched, where they have one of their own.
    let untouched: Set<[UInt8]>?
    var conflicts: [String] = []
    var replaced: [(Property, Card.Copied)] = []
    var removed: [Property] = []
    var appended: [Card.Copied] = []

    /// Whether they have changed a line that is another one than mine.
    private func isTheirs(_ line: Line) -> Bool { untouched?.contains(line.octets) == false }

    /// Whether their change of a value stays instead of mine, which is told.
    private mutating func isKept(_ line: Line, against mine: Line) -> Bool {
      guard isTheirs(line), mine.value != line.value || mine.value == nil else { return false }
      let name = line.property.canonicalName
      // REV and PRODID follow every change.
      if ![.rev, .prodid].contains(line.property.known), !conflicts.contains(name) {
        conflicts.append(name)
      }
      return preference == .theirs
    }

    /// Makes what I did to a line, whatever they did.
    mutating func take(_ mine: Changes.Fate, over theirs: Changes.Fate) {
      switch (mine, theirs) {
      case (.changed(let mine), .changed(let line)) where isKept(line, against: mine): break
      case (.gone, .changed(let line)) where isTheirs(line): break
      case (.kept, _), (.gone, .gone), (.respelled, .changed), (.respelled, .gone): break
      case (.respelled(let mine), .kept(let line)), (.respelled(let mine), .respelled(let line)),
        (.changed(let mine), .kept(let line)), (.changed(let mine), .respelled(let line)),
        (.changed(let mine), .changed(let line)):
        replace(line, with: mine)
      case (.changed(let mine), .gone): appended.append(mine.copied)
      case (.gone, .kept(let line)), (.gone, .respelled(let line)), (.gone, .changed(let line)):
        removed.append(line.property)
      }
    }

    private mutating func replace(_ line: Line, with mine: Line) {
      guard mine.octets != line.octets || mine.newGroup != nil else { return }
      replaced.append((line.property, mine.copied))
    }

    /// Adds what I added; what both did is done once.
    mutating func add(_ mine: [Line], to theirs: [Line], _ singles: Set<Slot>) {
      var values: [Value: [Line]] = [:]
      var slots: [Slot: Line] = [:]
      for line in theirs.reversed() {
        if let value = line.value { values[value, default: []].append(line) }
        if let slot = line.slot, singles.contains(slot) { slots[slot] = line }
      }
      var malformed: [[UInt8]: Int] = [:]
      for line in theirs where line.value == nil { malformed[line.octets, default: 0] += 1 }
      for line in mine {
        if let slot = line.slot, let other = slots[slot] {
          // What both say stays in their writing where they have one.
          if untouched != nil, other.value == line.value || isKept(other, against: line) {
            continue
          }
          replace(other, with: line)
        } else if let value = line.value, let other = values[value]?.popLast() {
          if untouched == nil { replace(other, with: line) }
        } else if line.value == nil, let count = malformed[line.octets], count > 0 {
          malformed[line.octets] = count - 1
        } else {
          appended.append(line.copied)
        }
      }
    }
  }
}

extension MergeName.Table {
  /// The lines of a card, in groups of other names.
  fileprivate mutating func lines(
    of card: Card, renaming groups: [String: String] = [:]
  ) -> [ThreeWayMerge.Line] {
    card.properties.map { property in
      ThreeWayMerge.Line(
        property, newGroup: property.group.flatMap { groups[$0.lowercased()] }, name(of: property))
    }
  }
}
