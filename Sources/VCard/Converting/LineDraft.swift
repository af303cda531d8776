/// A line on its way from one version to another, and the card that it becomes a part of.
struct LineDraft: ~Copyable {
  /// The card so far.
  var card = OctetBuffer()
  /// Lines that stay as they are and are not in ``card`` yet.
  private var run = 0..<0
  /// The parameters of the line as the target has them.
  var parameters = OctetBuffer()
  /// The text of the label of an address.
  var label = OctetBuffer()
  /// The value without folds and transfer encodings.
  var decoded: [UInt8] = []
  var spare: [UInt8] = []
  /// The value as the target has it, and in the escapes of vCard 2.1.
  var value = OctetBuffer()
  var plain = OctetBuffer()
  /// Whether the value is that of the card, and ``value`` holds nothing.
  var isKept = false
  /// Whether it is, but for folds.
  var isSame = false
  /// Where the base64 of a value starts in the card.
  var octetsStart = 0
  var said = LineParameters()
  /// How text of other charsets is read.
  var decoding = TextDecoding.builtin
  /// A line that is longer than a physical one.
  private var long = OctetBuffer()

  /// Starts a card, of which nothing is there.
  mutating func beginCard(_ decoding: TextDecoding) {
    self.decoding = decoding
    card.truncate()
    run = 0..<0
  }

  /// Gives back memory that only a long line or a large card needed.
  mutating func endCard() {
    let limit = 1 << 20
    card.release(over: limit)
    label.release(over: limit)
    value.release(over: limit)
    plain.release(over: limit)
    long.release(over: limit)
    if decoded.capacity > limit { decoded = [] }
    if spare.capacity > limit { spare = [] }
  }

  /// Starts a line.
  mutating func begin() {
    parameters.truncate()
    said = LineParameters()
  }

  /// Appends a parameter, its name in upper case.
  mutating func append(parameter name: Span<UInt8>, _ word: Span<UInt8>) {
    parameters.append(UInt8(ascii: ";"))
    for index in name.indices { parameters.append(Octets.upper(name[index])) }
    parameters.append(UInt8(ascii: "="))
    parameters.append(word)
  }

  mutating func append(parameter name: StaticString, _ word: Span<UInt8>) {
    name.withUTF8Buffer { unsafe append(parameter: $0.span, word) }
  }

  // MARK: The card

  /// Takes a line as it is.
  mutating func keep(_ line: Range<Int>, of bytes: Span<UInt8>) {
    if run.upperBound != line.lowerBound {
      flush(bytes)
      run = line
    } else {
      run = run.lowerBound..<line.upperBound
    }
  }

  /// Copies the lines that stay as they are.
  mutating func flush(_ bytes: Span<UInt8>) {
    card.append(bytes.extracting(run))
    run = 0..<0
  }

  /// Appends a line with its parameters and its value, folded where the target folds.
  mutating func write(_ row: Row, _ bytes: Span<UInt8>, _ rules: Rules) {
    let head = bytes.extracting(Int(row.start)..<Int(row.nameEnd))
    if isKept, row.folds == 0 {
      LineDraft.write(
        head, "", parameters, bytes.extracting(row.valueRange), rules, &card, &long)
    } else {
      if isKept {
        value.truncate()
        Unfolding.append(bytes, row.valueRange, to: &value)
      }
      value.withSpan { LineDraft.write(head, "", parameters, $0, rules, &card, &long) }
    }
  }

  /// Appends the line of the label of an address, with the parameters of the address.
  mutating func writeLabel(_ group: Span<UInt8>, _ rules: Rules) {
    label.withSpan { LineDraft.write(group, "LABEL", parameters, $0, rules, &card, &long) }
  }

  /// Appends a line that was looked at more closely.
  mutating func write(_ line: ConversionLine, _ rules: Rules) {
    var octets: [UInt8] = []
    line.write(rules, into: &octets)
    card.append(octets)
  }

  /// Appends a line, of whose group and name the first part may stand in the card.
  private static func write(
    _ head: Span<UInt8>, _ name: StaticString, _ parameters: borrowing OctetBuffer,
    _ value: Span<UInt8>, _ rules: Rules, _ card: inout OctetBuffer, _ long: inout OctetBuffer
  ) {
    let length =
      head.count + name.utf8CodeUnitCount + parameters.count + 1 + value.count
    guard rules.foldsAnywhere, length > Folding.width else {
      write(head, name, parameters, value, to: &card)
      card.append(0x0D)
      card.append(0x0A)
      return
    }
    long.truncate()
    write(head, name, parameters, value, to: &long)
    long.withSpan { Folding.append($0, to: &card) }
  }

  private static func write(
    _ head: Span<UInt8>, _ name: StaticString, _ parameters: borrowing OctetBuffer,
    _ value: Span<UInt8>, to text: inout OctetBuffer
  ) {
    text.append(head)
    if name.utf8CodeUnitCount > 0 { text.append(name) }
    if parameters.count > 0 { text.append(parameters) }
    text.append(UInt8(ascii: ":"))
    text.append(value)
  }
}

/// A draft whose memory is used for card after card.
final class CardDraft: @unchecked Sendable {
  var draft = LineDraft()
}

/// What the parameters of the line at hand say.
struct LineParameters {
  /// Whether it is preferred, and says so by TYPE.
  var isPreferred = false
  var hasPreferredType = false
  /// The system of an EMAIL: INTERNET, and others.
  var isInternet = false
  var isOfOtherSystem = false
  /// Whether VALUE says that a telephone is a URI.
  var isReference = false
  /// The words of TYPE that are none of these, and the media type of the last one.
  var types = 0
  var mediaType: [UInt8]?
  /// Whether there are others than TYPE, PREF and LANGUAGE.
  var hasOthers = false
  /// Where the name of a charset stands that is not UTF-8.
  var charset: Range<Int>?
  /// Where the text of a LABEL stands, without its quotes.
  var label: Range<Int>?
}
