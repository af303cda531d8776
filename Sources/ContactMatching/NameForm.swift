/// A name as it is compared: its words by number, and the ways in which it may be read.
///
/// ```
/// N:Kennedy;John;Fitzgerald      plain   {john kennedy} fitzgerald
///                                merged  {fitzgerald john kennedy}
/// FN:John Fitzgerald Kennedy     plain   {fitzgerald john kennedy}
///                                inner   {john kennedy} fitzgerald
///                                split   {fitzgerald john} kennedy
/// FN:Dr. Angela Merkel           plain   {angela merkel}
///                                whole   {angela dr merkel}
/// N:山田;太郎                     plain   {山田 太郎}
///                                joined  {山田太郎}   joined {太郎山田}
/// ```
/// The braces are the core, the given and family names, as a set; the middle names stand after it.
struct NameForm {
  /// How a reading came about, which says what it may be compared with.
  enum Kind: UInt8, Sendable {
    /// As the card divides the name, or undivided, less titles and suffixes.
    case plain
    /// With the words that were taken for titles or for an aside.
    case whole
    /// The middle names of N counted among the others.
    case merged
    /// The words that stand where an undivided name has its middle names, taken for such.
    case inner
    /// Further words of a given name, or the last words of an undivided one, taken for middle names;
    /// only where the other side has middle names that bear it out.
    case split
    /// Han, Kana or Hangul written as one word.
    case joined
  }

  struct Reading: Sendable {
    var kind: Kind
    /// Where its tokens start: the core in ascending order, then the middle names.
    var start: Int
    var coreCount: Int
    var middleCount: Int

    var core: Range<Int> { start..<start + coreCount }
    var middle: Range<Int> { start + coreCount..<start + coreCount + middleCount }
  }

  var tokens: [Token] = []
  var readings: [Reading] = []
  /// Where the given names stand, if the card has them apart.
  var given = 0..<0
  /// 0 for none; else as ``NameTitle/generation(_:)``.
  var generation: UInt8 = 0
  /// Whether it names a group.
  var isGroup = false

  var isNameless: Bool { readings.isEmpty }

  mutating func reset() {
    tokens.removeAll(keepingCapacity: true)
    readings.removeAll(keepingCapacity: true)
    given = 0..<0
    generation = 0
    isGroup = false
  }
}
