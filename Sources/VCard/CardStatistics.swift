internal import CVCard

/// Counts what cards hold: versions, properties, parameters, programs.
///
/// It touches every octet of every value once and allocates only for names it has not seen.
public struct CardStatistics: Sendable {
  /// How often something was seen, and how many octets of value it had.
  public struct Tally: Hashable, Sendable {
    /// How often.
    public var count = 0
    /// Octets of the values as they stand in the cards, without folds.
    public var valueBytes = 0
  }

  /// Cards seen.
  public private(set) var cards = 0
  /// Octets of the cards as they stand in the input.
  public private(set) var bytes = 0
  /// Lines that are no property.
  public private(set) var malformedLines = 0
  /// Cards by the version that they follow.
  public var versions: [Version: Int] {
    var all: [Version: Int] = [:]
    if cards21 > 0 { all[.version21] = cards21 }
    if cards30 > 0 { all[.version30] = cards30 }
    if cards40 > 0 { all[.version40] = cards40 }
    return all
  }
  /// Cards by the program that wrote them (PRODID).
  public var programs: [String: Int] {
    var all = otherPrograms
    if lastProgramCount > 0 { all[lastProgram, default: 0] += lastProgramCount }
    return all
  }

  private var cards21 = 0
  private var cards30 = 0
  private var cards40 = 0
  /// The last PRODID with its parameters as it stood, when it is ASCII; a file seldom has many.
  private var lastProgramOctets: [UInt8] = []
  private var lastProgram = ""
  private var lastProgramCount = 0
  private var otherPrograms: [String: Int] = [:]

  /// Of the known names, by their number.
  private var known = [Tally](repeating: Tally(), count: KnownName.allCases.count)
  private var properties = NameTallies()
  private var parameters = NameTallies()

  /// Creates empty counts.
  public init() {}

  /// Properties by name, most frequent first; names in the order of their octets where counts are
  /// equal.
  public var propertyTallies: [(name: String, tally: Tally)] {
    var all = properties
    for name in KnownName.allCases where known[Int(name.rawValue)].count > 0 {
      all.add(name.canonical, known[Int(name.rawValue)])
    }
    return all.sorted
  }
  /// Parameters by name, likewise.
  ///
  /// A parameter without its name counts as the TYPE, ENCODING or VALUE that it is.
  public var parameterTallies: [(name: String, tally: Tally)] { parameters.sorted }

  /// Counts a card.
  ///
  /// - Complexity: O(*n*) in the octets of the card.
  public mutating func add(_ card: borrowing Card) {
    cards += 1
    bytes += card.byteCount
    switch card.version {
    case .version21: cards21 += 1
    case .version30: cards30 += 1
    case .version40: cards40 += 1
    }
    let bytes = card.bytes.span
    // A fold of a canonical line is CR LF and one blank.
    let hasPlainFolds = card.isCanonical
    for index in card.rows.indices {
      let row = card.rows[index]
      let name = row.known
      if row.isEnvelope { continue }
      if name == .malformed {
        malformedLines += 1
        continue
      }
      let value =
        row.folds == 0
          || hasPlainFolds && row.folds < .max
            && row.flags.isDisjoint(with: [.unindented, .base64, .foldedHead, .nested])
        ? row.valueRange.count - 3 * Int(row.folds) : CardStatistics.valueBytes(bytes, row)
      if row.flags.contains(.foldedHead) {
        addFolded(card.property(at: index), value)
        continue
      }
      if name == .unknown {
        properties.add(bytes.extracting(Int(row.nameStart)..<Int(row.nameEnd)), value)
      } else {
        var known = known.mutableSpan
        known[Int(name.rawValue)].count += 1
        known[Int(name.rawValue)].valueBytes += value
      }
      if row.valueStart > row.nameEnd + 1 {
        addParameters(bytes.extracting(row.parameterRange), row.flags.contains(.quotesIgnored))
      }
      if name == .prodid { addProgram(card, index) }
    }
  }

  private mutating func addProgram(_ card: borrowing Card, _ index: Int) {
    let row = card.rows[index]
    // The parameters, too: they may declare a charset.
    let octets = card.bytes.span.extracting(Int(row.nameEnd)..<Int(row.valueEnd))
    if !lastProgramOctets.isEmpty, Octets.areSame(octets, lastProgramOctets.span) {
      lastProgramCount += 1
      return
    }
    if lastProgramCount > 0 { otherPrograms[lastProgram, default: 0] += lastProgramCount }
    lastProgram = card.property(at: index).text
    lastProgramCount = 1
    // Octets beyond ASCII may mean something else in the next card: its charset is its own.
    lastProgramOctets = []
    if Octets.areASCII(octets) {
      lastProgramOctets = Array(card.bytes[Int(row.nameEnd)..<Int(row.valueEnd)])
    }
  }

  private mutating func addFolded(_ property: Property, _ value: Int) {
    properties.add(property.canonicalName, Tally(count: 1, valueBytes: value))
    for parameter in property.parameters {
      parameters.add(
        Array(parameter.name.utf8).span, parameter.values.reduce(0) { $0 + $1.utf8.count })
    }
  }

  /// The octets of a value without its folds.
  private static func valueBytes(_ bytes: Span<UInt8>, _ row: Row) -> Int {
    guard row.folds > 0 else { return row.valueRange.count }
    var count = row.valueRange.count
    let value = bytes.extracting(row.valueRange)
    var index = Octets.lineEnd(in: value, from: 0)
    while index < value.count {
      while index < value.count, Octets.isLineEnd(value[index]) {
        index += 1
        count -= 1
      }
      if index < value.count, Octets.isBlank(value[index]) {
        index += 1
        count -= 1
      }
      index = Octets.lineEnd(in: value, from: index)
    }
    return count
  }

  private mutating func addParameters(_ bytes: Span<UInt8>, _ ignoresQuotes: Bool) {
    var index = 0
    while index < bytes.count {
      // At a semicolon.
      index += 1
      while index < bytes.count, Octets.isBlank(bytes[index]) { index += 1 }
      let start = index
      while index < bytes.count, bytes[index] != UInt8(ascii: "="),
        bytes[index] != UInt8(ascii: ";")
      {
        index += 1
      }
      var end = index
      while end > start, Octets.isBlank(bytes[end - 1]) { end -= 1 }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
        if start < end { addNameless(bytes.extracting(start..<end)) }
        continue
      }
      let name = bytes.extracting(start..<end)
      index += 1
      let value = index
      var isQuoted = false
      while index < bytes.count, isQuoted || bytes[index] != UInt8(ascii: ";") {
        if bytes[index] == UInt8(ascii: "\""), !ignoresQuotes { isQuoted.toggle() }
        // An escaped semicolon separates nothing, as when the parameters are read.
        if bytes[index] == UInt8(ascii: "\\"), !isQuoted, index + 1 < bytes.count { index += 1 }
        index += 1
      }
      parameters.add(name, index - value)
    }
  }

  private mutating func addNameless(_ word: Span<UInt8>) {
    let name: StaticString =
      switch Parameter.kind(ofNameless: word) {
      case .encoding: "ENCODING"
      case .value: "VALUE"
      case .type: "TYPE"
      }
    name.withUTF8Buffer { parameters.add(unsafe $0.span, word.count) }
  }
}

/// Tallies by name without regard to case; open addressing over the first 24 octets of the name.
private struct NameTallies: Sendable {
  private struct Slot: Sendable {
    var key: cvc_name_key
    var name: String
    var length: Int
    var tally: CardStatistics.Tally
  }

  private var slots: [Slot] = []
  /// Indices into `slots`, -1 where there is none; its size is a power of two.
  private var table = [Int32](repeating: -1, count: 256)
  /// The slot of the name that came last: TYPE stands often and mostly after TYPE.
  private var last = 0
  /// Names longer than the key tells apart.
  private var long: [String: CardStatistics.Tally] = [:]

  mutating func add(_ name: Span<UInt8>, _ bytes: Int) {
    guard name.count <= 24 else { return addLong(name, bytes) }
    let key = unsafe name.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else {
        return cvc_name_key(first: 0, second: 0, third: 0)
      }
      return unsafe cvc_make_name_key(base, buffer.count)
    }
    if last < slots.count, slots[last].key.first == key.first,
      slots[last].key.second == key.second, slots[last].key.third == key.third,
      slots[last].length == name.count
    {
      count(last, bytes)
      return
    }
    var index = NameTallies.hash(key) & (table.count - 1)
    while table[index] >= 0 {
      let place = Int(table[index])
      if slots[place].key.first == key.first, slots[place].key.second == key.second,
        slots[place].key.third == key.third, slots[place].length == name.count
      {
        count(place, bytes)
        last = place
        return
      }
      index = (index + 1) & (table.count - 1)
    }
    table[index] = Int32(truncatingIfNeeded: slots.count)
    slots.append(
      Slot(
        key: key, name: NameTallies.text(name), length: name.count,
        tally: CardStatistics.Tally(count: 1, valueBytes: bytes)))
    if slots.count * 2 > table.count { grow() }
  }

  private mutating func count(_ place: Int, _ bytes: Int) {
    var slots = slots.mutableSpan
    slots[place].tally.count += 1
    slots[place].tally.valueBytes += bytes
  }

  private mutating func addLong(_ name: Span<UInt8>, _ bytes: Int) {
    add(NameTallies.text(name), CardStatistics.Tally(count: 1, valueBytes: bytes))
  }

  /// Adds a tally to that of a name in upper case.
  mutating func add(_ name: String, _ tally: CardStatistics.Tally) {
    long[name, default: CardStatistics.Tally()].count += tally.count
    long[name, default: CardStatistics.Tally()].valueBytes += tally.valueBytes
  }

  private mutating func grow() {
    table = [Int32](repeating: -1, count: table.count * 2)
    for place in slots.indices {
      var index = NameTallies.hash(slots[place].key) & (table.count - 1)
      while table[index] >= 0 { index = (index + 1) & (table.count - 1) }
      table[index] = Int32(truncatingIfNeeded: place)
    }
  }

  private static func hash(_ key: cvc_name_key) -> Int {
    var hash = key.first ^ (key.second &* 0x9E37_79B9_7F4A_7C15)
    hash ^= key.third &* 0xC2B2_AE3D_27D4_EB4F
    hash = (hash ^ (hash >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return Int(truncatingIfNeeded: hash >> 33)
  }

  private static func text(_ name: Span<UInt8>) -> String {
    var octets: [UInt8] = []
    for index in 0..<name.count { octets.append(name[index]) }
    return Property.Name.uppercased(String(decoding: octets, as: UTF8.self))
  }

  var sorted: [(name: String, tally: CardStatistics.Tally)] {
    var all = long
    for slot in slots {
      all[slot.name, default: CardStatistics.Tally()].count += slot.tally.count
      all[slot.name, default: CardStatistics.Tally()].valueBytes += slot.tally.valueBytes
    }
    return all.map { (name: $0.key, tally: $0.value) }.sorted {
      ($1.tally.count, $0.name) < ($0.tally.count, $1.name)
    }
  }
}
