import ContactMerging
package import VCard

/// People of a book of whom each becomes one, in one request.
///
/// ```
/// source 1   a═b        a and b are merged: a gets the merged card, b goes
/// source 2   c          a and c are linked
/// linked     b─d        so is d, whom b was linked with
/// apart      b≠e        a is apart from e now
/// group      b, f       names a and f
/// ```
package struct PeopleMerge {
  /// Records that become one.
  package struct Merge: Sendable {
    /// Their places in ascending order; the first one stays.
    package let places: [Int]
    /// What comes of them.
    package let card: Card
    /// Whether the record that stays says something else by now.
    package let isChanged: Bool

    /// Describes a merge.
    package init(_ places: [Int], _ card: Card, isChanged: Bool) {
      (self.places, self.card, self.isChanged) = (places, card, isChanged)
    }
  }

  /// Records that became one, and one that goes for each but the first of a merge.
  package private(set) var mergedRecords = 0
  /// Records that they became.
  package private(set) var keptRecords = 0
  /// Records that were linked with others.
  package private(set) var linkedRecords = 0
  /// The people that they are.
  package private(set) var linkedPeople = 0

  private let directory: RecordDirectory
  private let now: Int64
  private var request = SaveRequest("dedupe")
  /// The records of people who are more than one, by the first.
  private var records: [Int: [Int]] = [:]
  /// Records that are different people from others, both ways.
  private var apart: [Int: Set<Int>] = [:]
  /// People that were made one with others so far, by the first record of each.
  private var touched: Set<Int> = []
  /// The record that stays for each that goes.
  private var kept: [Int: Int] = [:]
  /// The cards of records that stay.
  private var cards: [Int: Card] = [:]
  private var changed: Set<Int> = []

  /// Begins without merges.
  ///
  /// - Parameters:
  ///   - directory: The records.
  ///   - now: What REV becomes of each card that changes: seconds since 1970.
  package init(_ directory: RecordDirectory, now: Int64) {
    self.directory = directory
    self.now = now
    request.revision = directory.revision
    for (place, person) in directory.people.enumerated() where place != person {
      records[person, default: [person]].append(place)
    }
    for pair in directory.separations {
      apart[pair.left, default: []].insert(pair.right)
      apart[pair.right, default: []].insert(pair.left)
    }
  }

  /// The people whom records are, by their first records.
  private func people(_ cluster: [Int]) -> [Int] {
    Set(cluster.map { directory.people[$0] }).sorted()
  }

  private func records(of person: Int) -> [Int] { records[person] ?? [person] }

  /// Whether records can become one person: nobody said of any whom they are linked with that they are
  /// different people, and none of these became one with somebody else.
  package func canUnite(_ cluster: [Int]) -> Bool {
    let people = people(cluster)
    guard touched.isDisjoint(with: people) else { return false }
    if apart.isEmpty || people.count == 1 { return true }
    let all = people.flatMap { records(of: $0) }
    return all.allSatisfy { apart[$0]?.isDisjoint(with: all) ?? true }
  }

  /// Makes records one person.
  ///
  /// - Parameters:
  ///   - cluster: Their places.
  ///   - merges: Those of them that become one record.
  package mutating func unite(_ cluster: [Int], _ merges: [Merge]) {
    let people = people(cluster)
    touched.formUnion(people)
    for merge in merges {
      let first = merge.places[0]
      mergedRecords += merge.places.count
      keptRecords += 1
      for place in merge.places.dropFirst() { kept[place] = first }
      cards[first] = merge.card
      if merge.isChanged { changed.insert(first) }
    }
    guard directory.hasLinks else { return }
    // Who stays of a person is linked with one another whoever of them goes.
    let left = people.compactMap { person in
      records(of: person).first { kept[$0] == nil }
    }
    guard let first = left.first, left.count > 1 else { return }
    for other in left.dropFirst() {
      request.link(.match(.record(directory.ids[first]), .record(directory.ids[other])))
    }
    linkedPeople += 1
    linkedRecords += cluster.count(where: { kept[$0] == nil })
  }

  /// The request that does all of it.
  ///
  /// - Parameter card: The card of a record, for groups.
  /// - Returns: The request; it is empty when nothing would change.
  /// - Throws: What `card` throws.
  package consuming func finish(card: (Int) throws -> Card) throws -> SaveRequest {
    try keepMembers(card)
    for place in kept.keys.sorted() { request.delete(directory.ids[place]) }
    for place in changed.sorted() {
      guard var card = cards[place] else { continue }
      card.setRevision(now)
      request.update(directory.ids[place], to: card)
    }
    for pair in directory.separations {
      let (left, right) = (kept[pair.left] ?? pair.left, kept[pair.right] ?? pair.right)
      if left != right, left != pair.left || right != pair.right {
        request.link(.keepApart(directory.ids[left], directory.ids[right]))
      }
    }
    return request
  }

  /// Has groups name the records that stay where they named others.
  private mutating func keepMembers(_ card: (Int) throws -> Card) throws {
    if directory.members.isEmpty || cards.isEmpty { return }
    let named = Set(directory.members.values.joined())
    var places: [OctetText: [Int]] = [:]
    for (place, uid) in directory.uids.enumerated() {
      if let uid, named.contains(uid) { places[uid, default: []].append(place) }
    }
    for group in directory.members.keys.sorted() {
      var (new, old): ([String], [String]) = ([], [])
      for uid in directory.members[group] ?? [] {
        let all = (places[uid] ?? []).filter { $0 != group }
        let own = all.filter { directory.sources[$0] == directory.sources[group] }
        let found = own.isEmpty ? all : own
        let others = found.filter { cards[kept[$0] ?? $0] == nil }
        var isNamed = !others.isEmpty
        for place in Set(found.compactMap { cards[kept[$0] ?? $0] == nil ? nil : kept[$0] ?? $0 })
          .sorted()
        {
          let next = self.uid(of: place, or: uid)
          if GroupMembers.key(next) == uid { isNamed = true } else { new.append(next) }
        }
        if !found.isEmpty, !isNamed { old.append(uid.text) }
      }
      if new.isEmpty, old.isEmpty { continue }
      let before = try cards[group] ?? card(group)
      var after = before
      GroupMembers.remove(old, from: &after)
      GroupMembers.add(new, to: &after)
      guard !after.isIdentical(to: before) else { continue }
      cards[group] = after
      changed.insert(group)
    }
  }

  /// The UID by which a merged card is named; without one it gets that of a card that it comes of.
  private mutating func uid(of place: Int, or uid: OctetText) -> String {
    guard var card = cards[place] else { return uid.text }
    if let known = GroupMembers.uid(of: card) { return known }
    GroupMembers.setUID(uid.text, of: &card)
    cards[place] = card
    changed.insert(place)
    return uid.text
  }
}

extension Card {
  /// Has a merged card go by the UID of one of the cards that it comes of, whose record it gets; its own
  /// becomes the further one.
  ///
  /// RFC 6352 §6.3.2.1, `no-uid-conflict`: who is written over keeps their UID.
  package mutating func keepUID(of first: Card) {
    guard let old = GroupMembers.uid(of: first).map(GroupMembers.key),
      let mine = self.first(.uid), GroupMembers.key(mine.text) != old,
      let further = properties.first(where: {
        $0.canonicalName == "X-ALSO-UID" && GroupMembers.key($0.text) == old
      })
    else { return }
    replaceProperties { property in
      let (name, other): (String, Property)
      switch property.index {
      case mine.index: (name, other) = ("UID", further)
      case further.index: (name, other) = ("X-ALSO-UID", mine)
      default: return nil
      }
      return ContentLine(
        group: property.group, name, parameters: other.parameters, .text(other.text))
    }
  }
}
