/// Which elements of a list became which of another.
///
/// Keys are tried one after the other: what one pairs is out of the question for the next.
package struct Pairing {
  /// The place in the new list of each element of the old one; `nil` for what has none.
  @usableFromInline package internal(set) var found: [Int?]
  @usableFromInline package internal(set) var isTaken: [Bool]

  /// Pairs nothing yet.
  ///
  /// - Parameters:
  ///   - oldCount: How many elements the old list has.
  ///   - newCount: How many the new one has.
  package init(_ oldCount: Int, _ newCount: Int) {
    found = Array(repeating: nil, count: oldCount)
    isTaken = Array(repeating: false, count: newCount)
  }

  /// The places in the new list of what was made of nothing, in their order.
  package var added: [Int] { isTaken.indices.filter { !isTaken[$0] } }

  /// Pairs what is equal at the starts of both lists, then what is at their ends: of equal elements of
  /// which one has changed, the others keep their places.
  ///
  /// - Parameter isEqual: Whether the element at a place of the old list is that at a place of the new one.
  /// - Complexity: O(*n*) in the elements.
  package mutating func pairEnds(_ isEqual: (Int, Int) -> Bool) {
    var (start, end) = (0, (old: found.count, new: isTaken.count))
    while start < min(end.old, end.new), isEqual(start, start) {
      pair(start, with: start)
      start += 1
    }
    while min(end.old, end.new) > start, isEqual(end.old - 1, end.new - 1) {
      end = (end.old - 1, end.new - 1)
      pair(end.old, with: end.new)
    }
  }

  /// Pairs what has no partner yet by a key, of equal ones the first with the first.
  ///
  /// - Parameters:
  ///   - old: The key of the element at a place of the old list; `nil` for none.
  ///   - new: That of an element of the new one.
  /// - Complexity: O(*n*) in the elements.
  @inlinable
  package mutating func pair<Key: Hashable>(_ old: (Int) -> Key?, _ new: (Int) -> Key?) {
    var places: [Key: [Int]] = [:]
    for place in isTaken.indices.reversed() where !isTaken[place] {
      if let key = new(place) { places[key, default: []].append(place) }
    }
    for number in found.indices where found[number] == nil {
      guard let key = old(number), let place = places[key]?.popLast() else { continue }
      pair(number, with: place)
    }
  }

  /// Pairs two elements, if neither has a partner.
  @inlinable
  package mutating func pair(_ number: Int, with place: Int) {
    guard found[number] == nil, !isTaken[place] else { return }
    found[number] = place
    isTaken[place] = true
  }
}
