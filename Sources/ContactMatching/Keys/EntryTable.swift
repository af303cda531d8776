extension Span where Element == UInt8 {
  /// A hash of the octets that differs from run to run, so that no input can be made to collide.
  ///
  /// Nothing that is seen outside may depend on it.
  func hashed() -> UInt64 {
    var hasher = Hasher()
    hasher.combine(count)
    var index = 0
    while index < count {
      var word: UInt64 = 0
      let end = Swift.min(index + 8, count)
      while index < end {
        word = word << 8 | UInt64(self[index])
        index += 1
      }
      hasher.combine(word)
    }
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// Whether the octets are those of a part of an array.
  func equals(_ octets: [UInt8], _ start: Int, _ count: Int) -> Bool {
    guard self.count == count else { return false }
    let other = octets.span
    for index in 0..<count where self[index] != other[start + index] { return false }
    return true
  }
}

/// Finds entries by their hash: open addressing over the numbers of the entries.
///
/// ```
/// slots   │ h0 1 │ 0 │ h2 3 │ h1 2 │ …     half a hash and an entry's number + 1; 0 is free
/// ```
/// A look-up that finds nothing touches one place of memory, nearly always.
struct EntryTable: Sendable {
  private var slots: [UInt64] = [UInt64](repeating: 0, count: 64)
  /// Entries in the table.
  private(set) var count = 0

  private static func start(_ hash: UInt64, _ mask: Int) -> Int {
    // The half that the slots keep, so that they can be placed again without their entries.
    Int(truncatingIfNeeded: hash >> 32) & mask
  }

  /// The entry of a hash for which `matches` says yes.
  @inline(__always)
  func find(_ hash: UInt64, where matches: (Int) -> Bool) -> Int? {
    let mask = slots.count - 1
    var slot = EntryTable.start(hash, mask)
    while slots[slot] != 0 {
      if (slots[slot] ^ hash) >> 32 == 0 {
        let entry = Int(slots[slot] & 0xFFFF_FFFF) - 1
        if matches(entry) { return entry }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds an entry that is not there yet and returns its number: they count up from 0.
  mutating func add(_ hash: UInt64) -> Int {
    // Half full at most, so that runs of taken slots stay short.
    if count * 2 >= slots.count { grow() }
    count += 1
    place(hash & 0xFFFF_FFFF_0000_0000 | UInt64(count))
    return count - 1
  }

  private mutating func place(_ content: UInt64) {
    let mask = slots.count - 1
    var slot = EntryTable.start(content, mask)
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = content
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 4)
    for content in old where content != 0 { place(content) }
  }
}

/// Numbers by short texts, which stand in the table themselves: one touch of memory a look-up.
///
/// ```
/// slots   │ "Bell" 4 → 17 │ free │ "Kate" 4 → 3 │ …
/// ```
struct ShortTextTable: Sendable {
  /// A text of up to 15 octets and its length, which is never 0, in 16.
  struct Key: Equatable {
    fileprivate var low: UInt64 = 0
    fileprivate var high: UInt64 = 0

    /// `nil` for a text that is empty or longer.
    init?(_ text: Span<UInt8>) {
      guard 1...15 ~= text.count else { return nil }
      for index in 0..<Swift.min(8, text.count) { low |= UInt64(text[index]) << (8 * index) }
      var index = 8
      while index < text.count {
        high |= UInt64(text[index]) << (8 * (index - 8))
        index += 1
      }
      high |= UInt64(text.count) << 56
    }

    fileprivate init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

    /// A hash that differs from run to run, so that no input can be made to collide.
    fileprivate var hash: Int {
      let secrets = ShortTextTable.secrets
      let first = (low ^ secrets.0).multipliedFullWidth(by: high ^ secrets.1)
      let second = (first.high ^ secrets.2).multipliedFullWidth(by: first.low ^ secrets.1)
      return Int(truncatingIfNeeded: second.high ^ second.low)
    }
  }

  /// Other numbers in every run.
  private static let secrets = (
    UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max)
  )

  private struct Slot: Sendable {
    var low: UInt64 = 0
    /// 0 where the slot is free.
    var high: UInt64 = 0
    var number: UInt32 = 0
  }

  private var slots = [Slot](repeating: Slot(), count: 64)
  private var count = 0

  /// The number of a text.
  func find(_ key: Key) -> UInt32? {
    let mask = slots.count - 1
    var index = key.hash & mask
    while slots[index].high != 0 {
      if slots[index].low == key.low, slots[index].high == key.high { return slots[index].number }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Adds a text that is not there yet.
  mutating func add(_ key: Key, _ number: UInt32) {
    // Half full at most, so that runs of taken slots stay short.
    if count * 2 >= slots.count {
      let old = slots
      slots = [Slot](repeating: Slot(), count: old.count * 4)
      for slot in old where slot.high != 0 { place(slot) }
    }
    count += 1
    place(Slot(low: key.low, high: key.high, number: number))
  }

  private mutating func place(_ slot: Slot) {
    let mask = slots.count - 1
    var index = Key(low: slot.low, high: slot.high).hash & mask
    while slots[index].high != 0 { index = (index + 1) & mask }
    slots[index] = slot
  }
}
