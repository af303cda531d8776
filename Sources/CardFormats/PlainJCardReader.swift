package import VCard

/// Makes cards of jCards in which nothing is odd, straight from their octets.
///
/// ```
/// ["tel",{"type":["cell","home"]},"uri","tel:+1-408"]
/// └─ head ─────────────────────────────┘└─ value ──┘
/// TEL;VALUE=uri;TYPE=cell,home:tel:+1-408
/// ```
/// What a head becomes is remembered by its octets; a ``JCardReader`` says it once. What it makes is
/// what that makes; of a jCard in which something is odd it says that it cannot.
package struct PlainJCardReader: Sendable {
  private var memo = HeadMemo()
  private var cursor = JSONCursor()
  /// The lines without folds and line ends, and where each ends.
  private var lines: [UInt8] = []
  private var ends: [Int] = []
  /// A text whose escapes are undone.
  private var said: [UInt8] = []
  /// A head without the text of its label.
  private var key: [UInt8] = []

  /// Creates a reader.
  package init() {}

  /// Makes a vCard 4.0 of a jCard; `nil` where ``JCardReader/card(_:at:)`` must be asked.
  ///
  /// - Parameter octets: A value of JSON.
  /// - Returns: The card, of which nothing is to be told.
  /// - Complexity: O(*n*) in the octets.
  package mutating func card(_ octets: [UInt8]) -> Card? {
    cursor.start(octets)
    defer { cursor.start([]) }
    guard cursor.takes(UInt8(ascii: "[")), cursor.takes(word: "\"vcard\""),
      cursor.takes(UInt8(ascii: ",")), cursor.takes(UInt8(ascii: "[")), octets.isUTF8
    else { return nil }
    lines.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    repeat {
      guard takeProperty(octets) else { return nil }
    } while cursor.takes(UInt8(ascii: ","))
    guard cursor.takes(UInt8(ascii: "]")), cursor.takes(UInt8(ascii: "]")) else { return nil }
    cursor.skipBlanks()
    return cursor.isAtEnd ? Card(version: .version40, lines: lines.span, ends: ends) : nil
  }

  // MARK: Properties

  private mutating func takeProperty(_ json: [UInt8]) -> Bool {
    cursor.skipBlanks()
    let start = cursor.index
    guard cursor.takes(UInt8(ascii: "[")), cursor.text() != nil, cursor.takes(UInt8(ascii: ",")),
      let parameters = cursor.value(), cursor.takes(UInt8(ascii: ",")), cursor.text() != nil,
      cursor.takes(UInt8(ascii: ","))
    else { return false }
    let end = cursor.index
    let label = label(in: parameters)
    cursor.go(to: end)
    let form: TypedProperty.Form?
    if let label {
      // Hardly any other has the text of its label.
      key.removeAll(keepingCapacity: true)
      key += json[start..<label.range.lowerBound]
      key += json[label.range.upperBound..<end]
      let key = key
      form = takeHead(key.span, label)
    } else {
      form = takeHead(json.span.extracting(start..<end), nil)
    }
    guard let form, takeValues(form), cursor.takes(UInt8(ascii: "]")) else { return false }
    if form != .version { ends.append(lines.count) }
    return true
  }

  /// Appends what a head becomes, and the text of its label, which it does not hold.
  ///
  /// - Returns: How values are written after it; `nil` where it is odd.
  private mutating func takeHead(
    _ head: Span<UInt8>, _ label: JSONCursor.Text?
  ) -> TypedProperty.Form? {
    guard let known = memo.result(of: head) else {
      var octets: [UInt8] = []
      octets.append(head)
      guard let result = PlainJCardReader.result(octets) else { return nil }
      memo.store(result.span, of: head)
      return append(result[...], label)
    }
    if label != nil { return append(memo.octets[known], label) }
    memo.append(known.lowerBound..<known.upperBound - 2, to: &lines)
    return TypedProperty.Form(rawValue: memo.octets[known.upperBound - 1])
  }

  /// Appends a head; its last octets say where the text of the label goes, and the form.
  private mutating func append(
    _ result: ArraySlice<UInt8>, _ label: JSONCursor.Text?
  ) -> TypedProperty.Form? {
    let end = result.endIndex - 2
    let form = TypedProperty.Form(rawValue: result[end + 1])
    guard let label else {
      lines += result[..<end]
      return form
    }
    said.removeAll(keepingCapacity: true)
    guard result[end] > 0, cursor.append(label, to: &said), !said.isEmpty else { return nil }
    let place = result.startIndex + Int(result[end])
    lines += result[..<place]
    let said = said
    ContentLine.append(label: said.span, to: &lines)
    lines += result[place..<end]
    return form
  }

  /// The text of the label among parameters.
  private mutating func label(in parameters: Range<Int>) -> JSONCursor.Text? {
    let name = PlainJCardReader.label
    guard parameters.count > name.count + 2 else { return nil }
    var index = parameters.lowerBound
    // No string holds a quotation mark without a backslash before it.
    while index + name.count < parameters.upperBound {
      if cursor.octets[index] == name[0], cursor.isSame(index..<index + name.count, name) {
        cursor.go(to: index + name.count)
        return cursor.text()
      }
      index += 1
    }
    return nil
  }

  private static let label = Array("\"label\":".utf8)

  /// The line of a head up to its colon, where in it the text of a label goes (0 for none) and how values
  /// are written after it; `nil` where something is odd.
  private static func result(_ head: [UInt8]) -> [UInt8]? {
    // Its comma ends it here.
    var scanner = JSONScanner(
      head.dropLast() + [UInt8(ascii: "]")], values: head.count, nesting: 4)
    guard let node = try? scanner.document(), let property = JCardReader.head(node) else {
      return nil
    }
    if PropertyRegistry.named(property.name)?.name == .version {
      return [0, TypedProperty.Form.version.rawValue]
    }
    guard let form = property.form else { return nil }
    let line = property.headLine(in: .version40).head(for: Rules(.version40))
    let mark = Array(";LABEL=".utf8)
    let place = line.indices.first { line[$0...].starts(with: mark) }.map { $0 + mark.count } ?? 0
    // Nothing is quoted before it in which this could stand.
    guard place <= UInt8.max, !line[..<place].contains(UInt8(ascii: "\"")) else { return nil }
    return line + [UInt8(place), form.rawValue]
  }

  // MARK: Values

  private mutating func takeValues(_ form: TypedProperty.Form) -> Bool {
    switch form {
    case .version: return cursor.takes(word: "\"4.0\"")
    case .text, .verbatim, .untouched, .date: return takeText(form)
    case .list: return takeTexts(UInt8(ascii: ",")) { $0.takeText(.text) }
    case .structure:
      guard cursor.takes(UInt8(ascii: "[")) else { return takeText(.text) }
      return takeTexts(UInt8(ascii: ";")) { $0.takeComponent() }
        && cursor.takes(UInt8(ascii: "]"))
    }
  }

  private mutating func takeComponent() -> Bool {
    guard cursor.takes(UInt8(ascii: "[")) else { return takeText(.text) }
    return takeTexts(UInt8(ascii: ",")) { $0.takeText(.text) } && cursor.takes(UInt8(ascii: "]"))
  }

  /// Takes what stands between commas, and puts a separator between what it becomes.
  private mutating func takeTexts(
    _ separator: UInt8, _ take: (inout PlainJCardReader) -> Bool
  ) -> Bool {
    guard take(&self) else { return false }
    while cursor.takes(UInt8(ascii: ",")) {
      lines.append(separator)
      guard take(&self) else { return false }
    }
    return true
  }

  /// Takes a string and appends what it says to the line.
  private mutating func takeText(_ form: TypedProperty.Form) -> Bool {
    guard let text = cursor.text() else { return false }
    // A second reference for as long as they are read.
    let octets = cursor.octets
    guard text.hasEscapes else {
      return PlainJCardReader.append(octets.span.extracting(text.range), form, to: &lines)
    }
    said.removeAll(keepingCapacity: true)
    guard cursor.append(text, to: &said) else { return false }
    let said = said
    return PlainJCardReader.append(said.span, form, to: &lines)
  }

  private static func append(
    _ text: Span<UInt8>, _ form: TypedProperty.Form, to line: inout [UInt8]
  ) -> Bool {
    switch form {
    case .date: return DateText.appendBasic(text, to: &line)
    case .verbatim, .untouched:
      guard Octets.lineEnd(in: text, from: 0) == text.count,
        form == .untouched || !Octets.marks(text).hasBackslash
      else { return false }
      line.append(text)
    default: ContentLine.append(text: text, to: &line)
    }
    return true
  }
}
