import VCard

/// Which values stand on the merged card, and where.
///
/// ```
/// octets  │1kate bell│4bell␟kate│2kate@x.example│        keys, one after the other
/// places   fn → 0     n → 1      email → 2
/// ```
/// A person's card has a dozen values, among which to look is quicker than to hash; of cards with
/// more there is a dictionary besides.
struct MergePlaces: Sendable {
  /// A key: where it stands among the octets; nothing is the key of what says nothing.
  typealias Key = Range<Int>

  private struct Place {
    var name: Int
    var key: Key
    var entry: Int
  }

  private struct Name: Hashable {
    var name: Int
    var key: String
  }

  /// Numbers of the places of one name and key, in their order; some may be gone.
  private struct Copies {
    var numbers: [Int] = []
    var gone = 0
  }

  /// The octets of the keys.
  var octets: [UInt8] = []
  private var places: [Place] = []
  /// The places by name and key, once there are many.
  private var table: [Name: Copies] = [:]
  /// The places by entry, besides.
  private var byEntry: [Int: [Int]] = [:]

  /// Values.
  ///
  /// About so many are found in a dictionary as quickly as by looking at each.
  private static let mostSearched = 64

  /// Copies of one value that are looked at for a label or a parameter.
  static let mostCopies = 64

  /// Forgets all.
  mutating func removeAll() {
    octets.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    if !table.isEmpty { table.removeAll() }
    if !byEntry.isEmpty { byEntry.removeAll() }
  }

  /// Notes where a value stands.
  mutating func insert(_ name: Int, _ key: Key, at entry: Int) {
    places.append(Place(name: name, key: key, entry: entry))
    if places.count == MergePlaces.mostSearched {
      for index in places.indices { enter(index) }
    } else if places.count > MergePlaces.mostSearched {
      enter(places.count - 1)
    }
  }

  private mutating func enter(_ number: Int) {
    let place = places[number]
    table[Name(name: place.name, key: text(place.key)), default: Copies()].numbers.append(number)
    byEntry[place.entry, default: []].append(number)
  }

  /// Forgets that a value stands at an entry.
  ///
  /// - Complexity: O(1) over all, however many copies go.
  mutating func remove(_ name: Int, _ key: Key, at entry: Int) {
    let isSearched = places.count < MergePlaces.mostSearched
    for number in isSearched ? Array(places.indices) : byEntry[entry] ?? []
    where places[number].entry == entry && places[number].name == name
      && equal(places[number].key, key)
    {
      places[number].entry = -1
      if isSearched { continue }
      let row = Name(name: name, key: text(key))
      table[row]?.gone += 1
      if let copies = table[row], copies.gone > copies.numbers.count / 2 {
        table[row] = Copies(numbers: copies.numbers.filter { places[$0].entry >= 0 })
      }
    }
  }

  /// Where a value stands first.
  func first(_ name: Int, _ key: Key) -> Int? { all(name, key: key, most: 1).first }

  /// Where a value stands, as often as it does but no oftener than so many times.
  func all(_ name: Int, key: Key, most: Int) -> [Int] {
    var found: [Int] = []
    guard places.count >= MergePlaces.mostSearched else {
      for place in places where place.name == name && place.entry >= 0 && equal(place.key, key) {
        found.append(place.entry)
        if found.count == most { break }
      }
      return found
    }
    for number in table[Name(name: name, key: text(key))]?.numbers ?? []
    where places[number].entry >= 0 {
      found.append(places[number].entry)
      if found.count == most { break }
    }
    return found
  }

  private func text(_ key: Key) -> String { String(decoding: octets[key], as: UTF8.self) }

  /// Whether two keys are one, by canonical equivalence as strings are.
  func equal(_ left: Key, _ right: Key) -> Bool {
    let (one, other) = (octets.span.extracting(left), octets.span.extracting(right))
    if Octets.areSame(one, other) { return true }
    guard !Octets.areASCII(one), !Octets.areASCII(other) else { return false }
    return text(left) == text(right)
  }
}
