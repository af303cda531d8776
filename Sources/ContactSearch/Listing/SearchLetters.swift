import ContactModel
internal import VCard

/// How well a contact answers each query of one letter, as octets: half of a book has a word that begins
/// with the letter, and whoever has these need not look at the words.
///
/// Of `x`, which is looked for as `ks` too, the words tell.
///
/// ```
/// words of the name, 255 at most · which letters begin a word: from `a` on a bit each, packed
/// · the cost of each of them        ``TermMatch/cost``
/// ```
/// A further bit says that the words tell, and not these.
struct SearchLetters {
  private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
  private static let untold: UInt64 = 1 << UInt64(letters.count)

  /// How far forms are from a letter that is typed, those of families that are looked for by one.
  private static let distances: [SearchForm.Family: Int] = [.latin: 0, .romanized: 1]

  /// The number of the letter that a query consists of.
  ///
  /// - Parameters:
  ///   - lists: All that is looked for.
  ///   - fields: Where.
  /// - Returns: The number; `nil` for other queries.
  static func letter(_ lists: [[SearchProbe]], in fields: Set<SearchField>) -> Int? {
    guard lists.count == 1, let letter = lists[0].first?.form.octets.first,
      letters.contains(letter),
      SearchField.allCases.allSatisfy({ !has($0) || fields.contains($0) }),
      Set(lists[0].map(\.form.family)) == Set(distances.keys),
      lists[0].allSatisfy({
        $0.form.octets == [letter] && $0.distance == distances[$0.form.family] && !$0.isWholeOnly
      })
    else { return nil }
    return Int(letter - letters.lowerBound)
  }

  /// Whether words of a field are looked for by a letter.
  private static func has(_ field: SearchField) -> Bool { field != .phone && field != .uid }

  private var shown = 0
  private var costs = [UInt8](repeating: .max, count: letters.count)
  /// Whether there are words that are not taken in.
  private var isUntold = false

  /// Takes in a form of a word.
  mutating func add(_ family: SearchForm.Family, _ form: Span<UInt8>, _ field: SearchField) {
    guard !form.isEmpty, SearchLetters.letters.contains(form[0]), SearchLetters.has(field),
      let distance = SearchLetters.distances[family]
    else { return }
    let match = TermMatch(field, place: 0, isWhole: form.count == 1, distance: distance)
    let letter = Int(form[0] - SearchLetters.letters.lowerBound)
    costs[letter] = min(costs[letter], UInt8(match.cost))
  }

  /// Takes in a word of the name that people see.
  mutating func addShown() { shown += 1 }

  /// Takes in a word whose forms nobody has asked for.
  mutating func addUntold() { isUntold = true }

  /// Appends the octets.
  func append(to octets: inout [UInt8]) {
    octets.append(UInt8(clamping: shown))
    guard !isUntold else { return octets.append(packed: SearchLetters.untold) }
    let found = costs.indices.filter { costs[$0] != .max }
    octets.append(packed: found.reduce(0) { $0 | 1 << UInt64($1) })
    for letter in found { octets.append(costs[letter]) }
  }

  /// Tells how a contact answers a letter.
  ///
  /// - Parameters:
  ///   - letter: The number of the letter; `nil` only goes past the octets.
  ///   - octets: Those of a row.
  ///   - place: Where they begin; receives where they end.
  /// - Returns: The answer; `nil` where the words tell.
  static func answer(
    _ letter: Int?, in octets: Span<UInt8>, _ place: inout Int
  ) -> SearchAnswer? {
    guard place < octets.count else { return .unreadable }
    let shown = Int(octets[place])
    place += 1
    guard let mask = octets.packedNumber(&place), mask <= untold else { return .unreadable }
    let start = place
    place += (mask & ~untold).nonzeroBitCount
    guard place <= octets.count else { return .unreadable }
    guard let letter, mask & untold == 0 else { return nil }
    let bit: UInt64 = 1 << UInt64(letter)
    guard mask & bit != 0 else { return .notFound }
    var sum = SearchRank.Sum()
    sum.add(TermMatch(cost: Int(octets[start + (mask & (bit - 1)).nonzeroBitCount])))
    return .found(sum.rank(shownWords: shown))
  }
}
