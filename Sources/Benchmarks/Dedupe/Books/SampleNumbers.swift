/// A source of numbers that are the same in every run: SplitMix64.
package struct SampleNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }
}

extension SampleNumbers {
  init(seed: UInt64) {
    self.init(state: seed &* 0x9FB2_1C65_1E98_DF25 &+ 0x632B_E59B_D9B4_E019)
  }

  /// Whether something happens that happens so many times in a thousand.
  mutating func happens(_ perMille: Int) -> Bool { number(0...999) < perMille }

  /// A place in a list by weights.
  mutating func place(_ weights: [Int]) -> Int {
    var rest = number(1...weights.reduce(0, +))
    for (place, weight) in weights.enumerated() {
      rest -= weight
      if rest <= 0 { return place }
    }
    return weights.count - 1
  }

  mutating func digits(_ count: Int) -> String {
    var text = ""
    for _ in 0..<count { text.append(Character(Unicode.Scalar(UInt8(48 + number(0...9))))) }
    return text
  }

  /// A place from the front of a list, as often as names are that frequent: the n-th with a weight
  /// of 1 / (n + 4).
  mutating func skewed(_ count: Int) -> Int {
    var place = 0
    // Rejection: the first four have the same weight here.
    while true {
      place = number(0...count - 1)
      if number(0...place + 3) < 4 { return place }
    }
  }
}
