import VCard

/// Lines of a vCard 4.0 that are made on octets.
///
/// ```
/// ["tel",{"type":["cell","home"]},"uri","tel:+1-408"]
/// └─ head ─────────────────────────────┘└─ value ──┘
/// TEL;VALUE=uri;TYPE=cell,home:tel:+1-408
/// ```
/// What the head of a property of another format becomes a ``TypedProperty`` says once; it is remembered
/// by its octets.
struct TypedLines: Sendable {
  /// What the head of a property says of its values.
  struct Head {
    let form: TypedProperty.Form
    /// The number of the name of the property.
    let known: Int
  }

  private var memo = HeadMemo()
  /// Without folds and line ends.
  private(set) var octets: [UInt8] = []
  /// Where each line ends.
  private var ends: [Int] = []

  /// The card that the lines are.
  var card: Card { Card(version: .version40, lines: octets.span, ends: ends) }

  /// Begins another card.
  mutating func removeAll() {
    octets.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  mutating func endLine() { ends.append(octets.count) }

  /// Takes back what there is of a line from a place on.
  mutating func removeLine(from start: Int) { octets.removeLast(octets.count - start) }

  mutating func append(_ octet: UInt8) { octets.append(octet) }

  mutating func append(_ octets: [UInt8]) { self.octets.append(octets.span) }
  mutating func append(_ octets: Span<UInt8>) { self.octets.append(octets) }

  /// Appends a whole line.
  mutating func append(_ line: ContentLine) {
    octets += line.unfoldedOctets
    endLine()
  }

  // MARK: Heads

  /// Appends what a head becomes; `nil` where something is odd.
  ///
  /// The version of a card has no line.
  ///
  /// - Parameters:
  ///   - head: The octets of a property before its values.
  ///   - property: What they say, without values; `nil` where there is something to tell.
  /// - Returns: What it says of the values.
  mutating func append(
    head: Span<UInt8>, _ property: ([UInt8]) -> TypedProperty?
  ) -> Head? {
    if let known = memo.result(of: head) {
      // The last octets are the numbers.
      let end = known.upperBound - 2
      memo.append(known.lowerBound..<end, to: &octets)
      return TypedProperty.Form(rawValue: memo.octets[end]).map {
        Head(form: $0, known: Int(memo.octets[end + 1]))
      }
    }
    var said: [UInt8] = []
    said.append(head)
    guard let property = property(said) else { return nil }
    let known = PropertyRegistry.named(property.name)?.name ?? .unknown
    let isVersion = known == .version
    guard let form = isVersion ? .version : property.form else { return nil }
    let line = isVersion ? [] : property.headLine(in: .version40).head(for: Rules(.version40))
    octets += line
    let result = line + [form.rawValue, known.rawValue]
    memo.store(result.span, of: head)
    return Head(form: form, known: Int(known.rawValue))
  }

  /// Puts the text of a label into the head that starts at a place, where it has an empty one.
  ///
  /// Hardly any two heads have the same. It is `false` where the place cannot be told.
  mutating func insert(label: Span<UInt8>, from start: Int) -> Bool {
    let name: StaticString = ";LABEL="
    var place = start + name.utf8CodeUnitCount
    while place <= octets.count,
      !Octets.areSame(octets.span.extracting(place - name.utf8CodeUnitCount..<place), name)
    {
      // Where something is quoted this could stand in it.
      if octets[place - 1] == UInt8(ascii: "\"") { return false }
      place += 1
    }
    guard place <= octets.count, !label.isEmpty else { return false }
    let rest = Array(octets[place...])
    octets.removeLast(rest.count)
    ContentLine.append(label: label, to: &octets)
    octets += rest
    return true
  }

  // MARK: Values

  /// Appends a text as a value or a part of one; `false` where it must be looked at.
  mutating func append(_ text: Span<UInt8>, _ form: TypedProperty.Form) -> Bool {
    switch form {
    case .date: return DateText(text)?.appendBasic(to: &octets) != nil
    case .verbatim, .unescaped:
      guard Octets.lineEnd(in: text, from: 0) == text.count,
        form == .unescaped || !Octets.marks(text).hasBackslash
      else { return false }
      octets.append(text)
    default: ContentLine.append(text: text, to: &octets)
    }
    return true
  }
}
