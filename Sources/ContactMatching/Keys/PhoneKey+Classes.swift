// Which numbers of one person are one number.
extension PhoneKey {
  /// Numbers of one person, more of which are compared by their digits alone: nobody has so many, and
  /// to compare each with each would take hours.
  private static let mostCompared = 256

  /// How much is known of the number: its country, then what is dialled once it answers, then how
  /// much of it is written.
  package var completeness: Int {
    (country == 0 ? 0 : 512) + (ending == 0 ? 0 : 256) + Int(length)
  }

  /// Whether it says all that another number says which may be the same: no country and no extension
  /// goes with the other.
  package func covers(_ other: PhoneKey) -> Bool {
    agreement(with: other) != nil && (country != 0 || other.country == 0) && hasEnding(of: other)
  }

  /// Whether what is dialled once another number answers is known of it, too.
  package func hasEnding(of other: PhoneKey) -> Bool {
    ending == other.ending || other.ending == 0
  }

  /// Tells which numbers are one: those that agree with each other, and with the same others.
  ///
  /// ```
  /// 0171 1234567   +49 171 1234567   171 1234567                      all three are one
  /// 0171 1234567   +49 171 1234567   +43 171 1234567                  none is another: who knows
  ///                                                                   whose the first is
  /// ```
  /// ``agreement(with:)`` is not transitive, but this is: what is one with a second and the second with
  /// a third is one with the third.
  ///
  /// - Parameter numbers: The numbers of one person.
  /// - Returns: For each number the first one that is the same.
  /// - Complexity: O(*n*²), but O(*n*) beyond 256 numbers, of which only equal ones are the same.
  package static func firstOfSame(_ numbers: [PhoneKey]) -> [Int] {
    guard numbers.count <= mostCompared else {
      var first: [PhoneKey: Int] = [:]
      return numbers.enumerated().map { index, number in
        let place = first[number] ?? index
        first[number] = place
        return place
      }
    }
    let others = numbers.map { number in
      numbers.indices.filter { number.agreement(with: numbers[$0]) != nil }
    }
    return numbers.indices.map { index in
      others[index].first { others[$0] == others[index] } ?? index
    }
  }
}
