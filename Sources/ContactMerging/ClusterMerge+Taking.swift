import VCard

/// Whose value stands, where a person has one of something and the cards have several, as somebody has
/// chosen.
///
/// ```
/// card 0  BDAY:1985-04-12        merged, the rule        merged, taking BDAY of card 1
/// card 1  BDAY:1958-04-12        BDAY:1985-04-12         BDAY:1958-04-12
///                                X-ALSO-BDAY:1958-04-12  X-ALSO-BDAY:1985-04-12
/// ```
extension ClusterMerge {
  /// The line by which a card first says what a person has one of; `nil` where it does not.
  private mutating func value(_ name: MergeName, of card: Int) -> Int? {
    func isOne(_ index: Int) -> Bool {
      let line = lines[index]
      return line.name.compared == name.compared && line.name.isChosen(in: self.card.version)
        && !line.key.isEmpty && !line.traits.contains(.derived) && isCandidate(index)
    }
    for index in ranges[card] where isOne(index) {
      let line = card == base ? asIncoming(index) : index
      if isOne(line) { return line }
    }
    return nil
  }

  /// The line of which somebody has said that it stands; `nil` where nothing was said, or of no value.
  private mutating func value(_ name: MergeName, taken: [Taken]) -> Int? {
    guard let choice = taken.last(where: { names.name($0.name).compared == name.compared }),
      ranges.indices.contains(choice.card), let chosen = value(name, of: choice.card)
    else { return nil }
    // Of those who say the same, the one whose writing stands by the rule.
    for place in ranges.indices {
      if let line = value(name, of: inOrder(place)),
        places.equal(lines[line].key, lines[chosen].key)
      {
        return line
      }
    }
    return chosen
  }

  /// The card whose value of a name somebody has chosen.
  mutating func card(taking known: KnownName, _ taken: [Taken]) -> Int? {
    if taken.isEmpty { return nil }
    return value(names.name(known), taken: taken).map { lines[$0].origin.card }
  }

  /// Puts the chosen values into their places, of all properties that have no rule of their own.
  mutating func promoteOthers(_ taken: [Taken]) {
    var done = Set([KnownName.fn, .n, .photo].map { names.name($0).compared })
    for choice in taken {
      let name = names.name(choice.name)
      guard done.insert(name.compared).inserted, let line = value(name, taken: taken),
        lines[line].origin.card != base
      else { continue }
      promote(line) { $0.name.compared == name.compared && !$0.name.isConflict }
    }
  }

  /// A property that a person has one of, and of which the cards have several values.
  package struct Contest: Hashable, Sendable {
    /// One of the values.
    package struct Value: Hashable, Sendable {
      /// The cards that have it, from 0, in order.
      package var cards: [Int]
      /// The value for people.
      package var text: String
      /// Whether it is the one that stands; all others are kept beside it.
      package var stands: Bool
    }

    /// The name of the property in upper case, such as `BDAY`.
    package let name: String
    /// The values in the order of the cards.
    package var values: [Value]

    /// The card whose value stands.
    package var standing: Int { values.first { $0.stands }?.cards.first ?? 0 }
  }

  /// The properties of which somebody may choose the value that stands, names first.
  ///
  /// - Complexity: O(*n* *m*) in the lines of the cards and of the merged card.
  package mutating func contests() -> [Contest] {
    var (contests, asked): ([Contest], Set<Int>) = ([], [])
    for known in [KnownName.fn, .n] { contest(names.name(known), &asked, &contests) }
    for range in ranges {
      for index in range where lines[index].name.isChosen(in: card.version) {
        contest(lines[index].name, &asked, &contests)
      }
    }
    return contests
  }

  private mutating func contest(
    _ name: MergeName, _ asked: inout Set<Int>, _ contests: inout [Contest]
  ) {
    guard asked.insert(name.compared).inserted else { return }
    var found: [(line: Int, cards: [Int])] = []
    for card in ranges.indices {
      guard let line = value(name, of: card) else { continue }
      let key = lines[line].key
      if let same = found.firstIndex(where: { places.equal(lines[$0.line].key, key) }) {
        found[same].cards.append(card)
      } else {
        found.append((line, [card]))
      }
    }
    guard found.count > 1 else { return }
    let values = found.map { line, cards in
      let key = lines[line].key
      return Contest.Value(
        cards: cards, text: property(lines[line]).phrase,
        stands: entries.contains { entry in
          let other = lines[entry.line]
          return !entry.isConflict && !other.name.isConflict
            && other.name.compared == name.compared && places.equal(other.key, key)
        })
    }
    // Where several stand, or none, a card says the property more than once, and all is kept as it is.
    guard values.count(where: \.stands) == 1 else { return }
    contests.append(
      Contest(
        name: MergeName.compared(property(lines[found[0].line]).canonicalName), values: values))
  }
}

extension Property {
  /// The value as people say it, in one line.
  fileprivate var phrase: String {
    guard shape == .structure, embedded == nil else { return summary }
    return components.map { $0.joined(separator: " ") }.filter { !$0.isEmpty }
      .joined(separator: ", ")
  }
}
