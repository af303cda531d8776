import VCard

/// The heads of lines of a vCard 4.0 as another format writes them: each is made once, and remembered by
/// its octets.
///
/// ```
/// ADR;LABEL="1 High St";TYPE=home:   ["adr",{"label":▯,"type":"home"},"text",
///            └─ put in where the remembered head has its hole ┘
/// ```
struct PlainHeads: Sendable {
  private var memo = HeadMemo()
  /// A head without the text of its label.
  private var key: [UInt8] = []
  /// What a text of ``mark`` is written as.
  private let hole: [UInt8]

  /// What stands for the text of a label while a head is made; no head holds it.
  static let mark = "\u{1}"

  init(hole: [UInt8]) { self.hole = hole }

  /// Decodes a line and appends its head.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - index: The line.
  ///   - octets: The octets of the card.
  ///   - plain: Storage, which holds the value then.
  ///   - text: Where the head goes.
  ///   - label: Appends the text of a label; `false` where the format has not all its characters.
  ///   - head: Appends the head of a property without values; `false` where the format has none for it.
  /// - Returns: The type of the value; `nil` where the line must get a thorough look, and what was
  ///   appended is not whole.
  mutating func append(
    _ card: Card, at index: Int, _ octets: Span<UInt8>, _ plain: inout PlainProperty,
    to text: inout [UInt8], label: (Span<UInt8>, inout [UInt8]) -> Bool,
    head: (TypedProperty, inout [UInt8]) -> Bool
  ) -> ValueType? {
    let place = card.head(at: index)
    guard let hole = card.label(at: index) else {
      let key = octets.extracting(place)
      let known = memo.result(of: key)
      guard card.decode(at: index, into: &plain, isHeadKnown: known != nil) else { return nil }
      guard let known else { return make(key, plain, octets, &text, head)?.type }
      memo.append(known.lowerBound..<known.upperBound - 2, to: &text)
      return ValueType(rawValue: memo.octets[known.upperBound - 1])
    }
    key.become(place, of: octets, without: hole.textOfLabel)
    let key = key
    guard card.decode(at: index, into: &plain) else { return nil }
    guard let known = memo.result(of: key.span) else {
      let start = text.count
      guard let (type, split) = make(key.span, plain, octets, &text, head, isLabelled: true) else {
        return nil
      }
      let rest = Array(text[(start + split)...])
      text.removeLast(rest.count)
      guard PlainHeads.say(plain, octets, label, to: &text) else { return nil }
      text += rest
      return type
    }
    let end = known.upperBound - 2
    let split = known.lowerBound + Int(memo.octets[end])
    memo.append(known.lowerBound..<split, to: &text)
    guard PlainHeads.say(plain, octets, label, to: &text) else { return nil }
    memo.append(split..<end, to: &text)
    return ValueType(rawValue: memo.octets[end + 1])
  }

  private static func say(
    _ plain: borrowing PlainProperty, _ card: Span<UInt8>,
    _ label: (Span<UInt8>, inout [UInt8]) -> Bool, to text: inout [UInt8]
  ) -> Bool {
    guard let string = plain.label.map({ plain.strings[$0] }) else { return false }
    return label((string.isInCard ? card : plain.octets.span).extracting(string.range), &text)
  }

  /// Makes a head and remembers it, with the place of the text of a label and the number of the type.
  private mutating func make(
    _ key: Span<UInt8>, _ plain: borrowing PlainProperty, _ card: Span<UInt8>,
    _ text: inout [UInt8], _ head: (TypedProperty, inout [UInt8]) -> Bool,
    isLabelled: Bool = false
  ) -> (type: ValueType, split: Int)? {
    let own = plain.octets
    func string(_ index: Int, _ plain: borrowing PlainProperty) -> String {
      if isLabelled, index == plain.label { return PlainHeads.mark }
      let string = plain.strings[index]
      let octets = (string.isInCard ? card : own.span).extracting(string.range)
      return unsafe octets.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
    let definition = PropertyRegistry.shared[plain.known]
    var parameters: [Parameter] = []
    for parameter in plain.parameters {
      parameters.append(
        Parameter(string(parameter.name, plain), parameter.values.map { string($0, plain) }))
    }
    let (typed, _) = TypedProperty.head(
      plain.group.map { string($0, plain) },
      plain.known == .unknown ? string(plain.name, plain) : plain.known.canonical, definition,
      parameters)
    guard definition?.isPIDMap != true,
      let type = typed.type == TypedProperty.unknown ? .unknown : ValueType.named(typed.type),
      Octets.first(0x01, in: key, from: 0) == key.count
    else { return nil }
    let start = text.count
    guard head(typed, &text) else { return nil }
    var split = 0
    if isLabelled {
      guard let place = text[start...].firstRange(of: hole) else { return nil }
      split = place.lowerBound - start
      text.removeSubrange(place)
    }
    text.append(UInt8(clamping: split))
    text.append(type.rawValue)
    if split < UInt8.max { memo.store(text.span.extracting(start...), of: key) }
    text.removeLast(2)
    return (type, split)
  }
}
