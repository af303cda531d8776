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

    fileprivate static func += (tally: inout Tally, other: Tally) {
      tally.count += other.count
      tally.valueBytes += other.valueBytes
    }
  }

  /// Cards seen.
  public private(set) var cards = 0
  /// Octets of the cards as they stand in the input.
  public private(set) var bytes = 0
  /// Lines that are no property.
  public private(set) var malformedLines = 0
  /// Cards by the version that they follow.
  public var versions: [Version: Int] {
    Dictionary(uniqueKeysWithValues: zip(Version.allCases, byVersion)).filter { $0.value > 0 }
  }
  /// Cards by the program that wrote them (PRODID).
  public var programs: [String: Int] {
    var all = otherPrograms
    if lastProgramCount > 0 { all[lastProgram, default: 0] += lastProgramCount }
    return all
  }

  private var byVersion = Version.allCases.map { _ in 0 }
  /// The last PRODID with its parameters as it stood, when it is ASCII; a file seldom has many.
  private var lastProgramOctets: [UInt8] = []
  private var lastProgram = ""
  private var lastProgramCount = 0
  private var otherPrograms: [String: Int] = [:]

  /// Of the known names, by their number.
  private var known = [Tally](repeating: Tally(), count: KnownName.allCases.count)
  private var properties = NameTallies()
  /// Without those of `texts`.
  private var parameters = NameTallies()
  /// The parameters of properties as they stand, for a file has few that differ: taken apart when
  /// somebody asks.
  private var texts = ParameterTexts()
  /// Rows of the card that have to be looked at closely.
  private var left: [Int] = []

  /// Creates empty counts.
  public init() {}

  /// Properties by name, most frequent first; names in the order of their octets where counts are
  /// equal.
  public var propertyTallies: [(name: String, tally: Tally)] {
    var all = properties
    for name in KnownName.allCases {
      let tally = known[Int(name.rawValue)]
      guard tally.count > 0 else { continue }
      all.add(name.canonical, tally)
    }
    return all.sorted
  }
  /// Parameters by name, likewise.
  ///
  /// A parameter without its name counts as the TYPE, ENCODING or VALUE that it is.
  public var parameterTallies: [(name: String, tally: Tally)] {
    allParameters.sorted
  }

  private var allParameters: NameTallies {
    var all = parameters
    texts.forEach { CardStatistics.addParameters($0.span, false, times: $1, to: &all) }
    return all
  }

  /// Counts a card.
  ///
  /// - Complexity: O(*n*) in the octets of the card.
  public mutating func add(_ card: borrowing Card) {
    cards += 1
    bytes += card.byteCount
    byVersion[card.version.index] += 1
    countRows(card)
    for index in left.indices { countClosely(card, left[index]) }
  }

  /// Counts the rows of known names whose parameters are a known text; puts the others into `left`.
  private mutating func countRows(_ card: borrowing Card) {
    left.removeAll(keepingCapacity: true)
    let (bytes, rows) = (card.bytes.span, card.rows.span)
    // A fold of a canonical line is CR LF and one blank.
    let hasPlainFolds = card.isCanonical
    var counted: [Tally] = []
    swap(&counted, &known)
    defer { swap(&counted, &known) }
    var tallies = counted.mutableSpan
    for index in rows.indices {
      let row = rows[index]
      let name = row.name_number
      guard name > CardStatistics.lastEnvelope, name != CardStatistics.program,
        row.flags.isDisjoint(with: CardStatistics.irregular),
        row.valueStart == row.nameEnd + 1 || texts.count(bytes, row.parameterRange)
      else {
        if !row.isEnvelope { left.append(index) }
        continue
      }
      let octets = CardStatistics.valueBytes(bytes, row: row, hasPlainFolds: hasPlainFolds)
      tallies[Int(name)] += Tally(count: 1, valueBytes: octets)
    }
  }

  /// Adds what other cards hold.
  ///
  /// - Complexity: O(*n*) in the names that the other has seen.
  public mutating func add(_ other: CardStatistics) {
    cards += other.cards
    bytes += other.bytes
    malformedLines += other.malformedLines
    for index in byVersion.indices { byVersion[index] += other.byVersion[index] }
    for (program, count) in other.programs { otherPrograms[program, default: 0] += count }
    for index in known.indices { known[index] += other.known[index] }
    properties.add(other.properties)
    parameters.add(other.allParameters)
  }

  /// The last of the names that are none of properties.
  private static var lastEnvelope: UInt8 { KnownName.version.rawValue }
  private static var program: UInt8 { KnownName.prodid.rawValue }
  private static let irregular: Row.Flags = [.foldedHead, .quotesIgnored]
  /// Of rows with one of these, folds are counted octet by octet.
  private static let folded: Row.Flags = [.unindented, .base64, .nested]

  private mutating func countClosely(_ card: borrowing Card, _ index: Int) {
    let row = card.rows[index]
    let name = row.known
    if name == .malformed {
      malformedLines += 1
      return
    }
    let bytes = card.bytes.span
    let value = CardStatistics.valueBytes(bytes, row: row, hasPlainFolds: false)
    if row.flags.contains(.foldedHead) {
      addFolded(card.property(at: index), value)
      return
    }
    if name == .unknown {
      properties.add(
        bytes.extracting(Int(row.nameStart)..<Int(row.nameEnd)), Tally(count: 1, valueBytes: value))
    } else {
      known[Int(name.rawValue)] += Tally(count: 1, valueBytes: value)
    }
    if row.valueStart > row.nameEnd + 1 {
      let ignoresQuotes = row.flags.contains(.quotesIgnored)
      if ignoresQuotes || !texts.count(bytes, row.parameterRange) {
        CardStatistics.addParameters(
          bytes.extracting(row.parameterRange), ignoresQuotes, times: 1, to: &parameters)
      }
    }
    if name == .prodid { addProgram(card, index) }
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
        parameter.name,
        Tally(count: 1, valueBytes: parameter.values.reduce(0) { $0 + $1.utf8.count }))
    }
  }

  /// The octets of a value without its folds.
  private static func valueBytes(_ bytes: Span<UInt8>, row: Row, hasPlainFolds: Bool) -> Int {
    let range = row.valueRange
    guard row.folds > 0 else { return range.count }
    if hasPlainFolds, row.folds < .max, row.flags.isDisjoint(with: folded) {
      return range.count - 3 * Int(row.folds)
    }
    return unsafe bytes.extracting(range).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe Int(cvc_unfolded_count(base, buffer.count))
    }
  }

  /// Adds the parameters of a text, each so many times, to tallies.
  private static func addParameters(
    _ bytes: Span<UInt8>, _ ignoresQuotes: Bool, times: Int, to parameters: inout NameTallies
  ) {
    var index = 0
    while index < bytes.count {
      // At a semicolon.
      index += 1
      let range = Parameter.Scanner.nameRange(bytes, &index)
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
        Parameter.forEachNameless(bytes.extracting(range)) { kind, word in
          parameters.add(kind.rawValue, Tally(count: times, valueBytes: word.count * times))
        }
        continue
      }
      let name = bytes.extracting(range)
      index += 1
      let value = index
      var isQuoted = false
      while index < bytes.count, isQuoted || bytes[index] != UInt8(ascii: ";") {
        if bytes[index] == UInt8(ascii: "\""), !ignoresQuotes { isQuoted.toggle() }
        // An escaped semicolon separates nothing, as when the parameters are read.
        if bytes[index] == UInt8(ascii: "\\"), !isQuoted, index + 1 < bytes.count { index += 1 }
        index += 1
      }
      parameters.add(name, Tally(count: times, valueBytes: (index - value) * times))
    }
  }
}

/// How often each text of parameters was seen, as long as there are not too many.
private struct ParameterTexts: Sendable {
  /// The octets of a text, padded with zeros, how many, and how often it was seen; 0 for none.
  private struct Slot: Sendable {
    var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
    var length = 0
    var times = 0

    var hash: Int {
      var hash =
        words.0 &+ words.1 &* 0x9E37_79B9_7F4A_7C15 &+ words.2 &* 0xC2B2_AE3D_27D4_EB4F
      hash =
        hash &+ words.3 &* 0xFF51_AFD7_ED55_8CCD &+ words.4 &* 0xC4CE_B9FE_1A85_EC53 &+ words.5
      hash = ((hash &+ UInt64(length)) ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
      return Int(truncatingIfNeeded: hash >> 40)
    }

    func holds(_ other: Slot) -> Bool {
      // One comparison of all, for they differ seldom.
      var difference = words.0 ^ other.words.0 | words.1 ^ other.words.1
      difference |= words.2 ^ other.words.2 | words.3 ^ other.words.3
      difference |= words.4 ^ other.words.4 | words.5 ^ other.words.5
      return difference == 0 && length == other.length
    }

    mutating func fill(_ bytes: Span<UInt8>, _ range: Range<Int>) {
      (length, times) = (range.count, 1)
      if range.lowerBound + ParameterTexts.longest <= bytes.count {
        unsafe bytes.extracting(range.lowerBound..<range.lowerBound + ParameterTexts.longest)
          .withUnsafeBytes { octets in
            words.0 = unsafe Slot.word(octets, start: 0, length: length)
            if length > 8 { words.1 = unsafe Slot.word(octets, start: 8, length: length) }
            if length > 16 { words.2 = unsafe Slot.word(octets, start: 16, length: length) }
            if length > 24 { words.3 = unsafe Slot.word(octets, start: 24, length: length) }
            if length > 32 { words.4 = unsafe Slot.word(octets, start: 32, length: length) }
            if length > 40 { words.5 = unsafe Slot.word(octets, start: 40, length: length) }
          }
      } else {
        unsafe withUnsafeMutableBytes(of: &words) { words in
          for index in range { unsafe words[index - range.lowerBound] = bytes[index] }
        }
      }
    }

    /// Eight octets from a place on, those of the text.
    @inline(__always)
    private static func word(
      _ octets: UnsafeRawBufferPointer, start: Int, length: Int
    ) -> UInt64 {
      let word = unsafe octets.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      let count = length - start
      return count >= 8 ? word : word & (1 << UInt64(8 * count) &- 1)
    }
  }

  /// Octets of the longest text.
  private static let longest = 48
  /// Texts that the table takes, half of its slots, whose number is a power of two.
  private static let most = 512

  private var slots: [Slot] = []
  private var used = 0

  /// Counts a text; `false` when the table cannot take it.
  mutating func count(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count <= ParameterTexts.longest else { return false }
    if slots.isEmpty { slots = [Slot](repeating: Slot(), count: 2 * ParameterTexts.most) }
    var text = Slot()
    text.fill(bytes, range)
    let (index, isThere) = ParameterTexts.place(of: text, in: slots.span)
    if isThere {
      slots[index].times += 1
      return true
    }
    guard used < ParameterTexts.most else { return false }
    slots[index] = text
    used += 1
    return true
  }

  /// Where a text stands among the slots, or belongs, and whether it is there.
  private static func place(of text: Slot, in slots: Span<Slot>) -> (index: Int, isThere: Bool) {
    let mask = slots.count - 1
    var index = text.hash & mask
    while slots[index].times > 0 {
      if slots[index].holds(text) { return (index, true) }
      index = (index + 1) & mask
    }
    return (index, false)
  }

  /// Hands over every text and how often it was seen.
  func forEach(_ body: (_ text: [UInt8], _ times: Int) -> Void) {
    for slot in slots where slot.times > 0 {
      var text: [UInt8] = []
      let words = slot.words
      for word in [words.0, words.1, words.2, words.3, words.4, words.5] {
        for place in 0..<8 { text.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * place))) }
      }
      text.removeLast(text.count - slot.length)
      body(text, slot.times)
    }
  }
}

/// Tallies by name without regard to case.
private struct NameTallies: Sendable {
  private var names = OctetTable()
  /// By the numbers of the names.
  private var tallies: [CardStatistics.Tally] = []
  private var scratch: [UInt8] = []

  mutating func add(_ name: Span<UInt8>, _ tally: CardStatistics.Tally) {
    var upper: [UInt8] = []
    swap(&upper, &scratch)
    defer { swap(&upper, &scratch) }
    upper.removeAll(keepingCapacity: true)
    for index in name.indices { upper.append(Octets.upper(name[index])) }
    let (number, isNew) = names.number(of: upper.span)
    if isNew { tallies.append(CardStatistics.Tally()) }
    tallies[number] += tally
  }

  mutating func add(_ name: String, _ tally: CardStatistics.Tally) {
    add(name.utf8Span.span, tally)
  }

  mutating func add(_ other: NameTallies) {
    for (name, tally) in other.sorted { add(name, tally) }
  }

  var sorted: [(name: String, tally: CardStatistics.Tally)] {
    var all: [String: CardStatistics.Tally] = [:]
    for number in tallies.indices {
      let name = String(decoding: names.octets[names.range(number)], as: UTF8.self)
      all[name, default: CardStatistics.Tally()] += tallies[number]
    }
    return all.map { (name: $0.key, tally: $0.value) }.sorted {
      ($1.tally.count, $0.name) < ($0.tally.count, $1.name)
    }
  }
}
