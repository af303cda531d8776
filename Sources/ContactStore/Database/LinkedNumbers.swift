/// Numbers that are joined in pairs, and so belong together.
struct LinkedNumbers {
  /// Each number leads towards a lower one of its set; the lowest to itself.
  private var leads: [Int64: Int64] = [:]

  /// Says that two numbers belong together.
  mutating func join(_ one: Int64, _ other: Int64) {
    let (left, right) = (lead(of: one), lead(of: other))
    leads[max(left, right)] = min(left, right)
  }

  private mutating func lead(of number: Int64) -> Int64 {
    var lead = number
    while let next = leads[lead], next != lead { lead = next }
    // Who asks again has a shorter way.
    leads[number] = lead
    leads[lead] = lead
    return lead
  }

  /// The sets, each in ascending order.
  mutating func sets() -> [[Int64]] {
    var sets: [Int64: [Int64]] = [:]
    for number in leads.keys.sorted() { sets[lead(of: number), default: []].append(number) }
    return sets.sorted { $0.key < $1.key }.map(\.value)
  }
}
