internal import CVCard

/// One content line of a card: where its parts stand in the card's buffer.
///
/// ```
/// item1.TEL;TYPE=cell:+1 408⏎ 555⏎
/// ^     ^  ^          ^          ^^
/// start │  nameEnd    valueStart │end
///       nameStart                valueEnd
/// ```
/// The parameters stand from `nameEnd` to `valueStart - 1`, the colon. Folds stand in the buffer as
/// they were read; `folds` says how many line ends lie inside.
typealias Row = cvc_row

extension Row {
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    /// The value is quoted-printable by its parameters.
    static let quotedPrintable = Flags(rawValue: 1)
    /// The value is base64 by its parameters.
    static let base64 = Flags(rawValue: 2)
    /// A line end stands before the colon.
    static let foldedHead = Flags(rawValue: 4)
    /// The value is a whole card, from its BEGIN to its END.
    ///
    /// vCard 2.1 §2.4.2.
    static let nested = Flags(rawValue: 8)
    /// Some line of the value starts without a blank.
    static let unindented = Flags(rawValue: 16)
    /// Some line is longer than 75 octets, or some line end is not CRLF.
    static let uncanonical = Flags(rawValue: 32)
    /// A quotation mark is never closed, so the colon was found without heeding quotes.
    static let quotesIgnored = Flags(rawValue: 64)
    /// The line starts with `#`, as some programs write comments.
    static let comment = Flags(rawValue: 128)
  }

  static let none = Row()

  var start: UInt32 {
    get { line_start }
    set { line_start = newValue }
  }
  var end: UInt32 {
    get { line_end }
    set { line_end = newValue }
  }
  /// Line ends within the line; 65,535 means that many or more.
  var folds: UInt16 {
    get { fold_count }
    set { fold_count = newValue }
  }
  var nameStart: UInt32 {
    get { name_start }
    set { name_start = newValue }
  }
  var nameEnd: UInt32 {
    get { name_end }
    set { name_end = newValue }
  }
  var valueStart: UInt32 {
    get { value_start }
    set { value_start = newValue }
  }
  var valueEnd: UInt32 {
    get { value_end }
    set { value_end = newValue }
  }
  var flags: Flags {
    get { Flags(rawValue: flag_bits) }
    set { flag_bits = newValue.rawValue }
  }
  var known: KnownName {
    get { KnownName(rawValue: name_number) ?? .unknown }
    set { name_number = newValue.rawValue }
  }

  var isEnvelope: Bool { known == .begin || known == .end || known == .version }
  var parameterRange: Range<Int> {
    Int(nameEnd)..<max(Int(nameEnd), Int(valueStart) - 1)
  }
  var valueRange: Range<Int> { Int(valueStart)..<Int(valueEnd) }
  var lineRange: Range<Int> { Int(start)..<Int(end) }

  /// Makes it a line that is no property, and a comment where it starts as one; `bytes` are those
  /// that its places are counted in.
  mutating func keepAsText(_ bytes: Span<UInt8>) {
    valueStart = start
    nameStart = start
    nameEnd = start
    known = .malformed
    flags.subtract([.quotedPrintable, .base64, .quotesIgnored])
    if start < end, bytes[Int(start)] == UInt8(ascii: "#") { flags.insert(.comment) }
  }

  mutating func addFold() {
    if folds < .max { folds += 1 }
  }

  func isSame(as other: Row) -> Bool {
    start == other.start && nameStart == other.nameStart && nameEnd == other.nameEnd
      && valueStart == other.valueStart && valueEnd == other.valueEnd && end == other.end
      && folds == other.folds && flags == other.flags && known == other.known
  }

  /// All that the row says.
  var numbers: [Int] {
    [start, nameStart, nameEnd, valueStart, valueEnd, end].map { Int($0) }
      + [Int(folds), Int(flag_bits), Int(name_number)]
  }
}

extension Row {
  /// Whether a word, ASCII letters and hyphens in upper case, may stand in the parameters, in any
  /// case.
  func mayHave(_ word: StaticString, in bytes: Span<UInt8>) -> Bool {
    guard !parameterRange.isEmpty else { return false }
    // A fold may stand in the word.
    if flags.contains(.foldedHead) { return true }
    let (first, length) = (unsafe word.utf8Start.pointee | 0x20, word.utf8CodeUnitCount)
    var index = parameterRange.lowerBound
    while index + length <= parameterRange.upperBound {
      // Most octets are settled by the first of these two.
      if bytes[index] | 0x20 == first, Octets.equal(bytes.extracting(index..<index + length), word)
      {
        return true
      }
      index += 1
    }
    return false
  }
}
