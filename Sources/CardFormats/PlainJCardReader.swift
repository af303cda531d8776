package import VCard

/// Makes cards of jCards in which nothing is odd, straight from their octets.
///
/// What it makes is what a ``JCardReader`` makes; of a jCard in which something is odd it says that it
/// cannot.
package struct PlainJCardReader: Sendable {
  private var cursor = JSONCursor()
  private var lines = TypedLines()
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
    lines.removeAll()
    repeat {
      guard takeProperty(octets) else { return nil }
    } while cursor.takes(UInt8(ascii: ","))
    guard cursor.takes(UInt8(ascii: "]")), cursor.takes(UInt8(ascii: "]")) else { return nil }
    cursor.skipBlanks()
    return cursor.isAtEnd ? lines.card : nil
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
    let form: TypedProperty.Form?
    if let label = label(in: parameters) {
      cursor.go(to: end)
      key.become(start..<end, of: json.span, without: label.range)
      let key = key
      form = takeHead(key.span, label)
    } else {
      cursor.go(to: end)
      form = lines.append(head: json.span.extracting(start..<end), PlainJCardReader.head)?.form
    }
    guard let form, takeValues(form), cursor.takes(UInt8(ascii: "]")) else { return false }
    if form != .version { lines.endLine() }
    return true
  }

  /// Appends a head without the text of its label, which hardly any other has, and then that.
  private mutating func takeHead(
    _ head: Span<UInt8>, _ label: JSONCursor.Text
  ) -> TypedProperty.Form? {
    let start = lines.octets.count
    guard let head = lines.append(head: head, PlainJCardReader.head) else { return nil }
    said.removeAll(keepingCapacity: true)
    guard cursor.append(label, to: &said) else { return nil }
    let said = said
    return lines.insert(label: said.span, from: start) ? head.form : nil
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

  /// What a head says.
  private static func head(_ octets: [UInt8]) -> TypedProperty? {
    // Its comma ends it here.
    var scanner = JSONScanner(
      octets.dropLast() + [UInt8(ascii: "]")], values: octets.count, nesting: 4)
    return (try? scanner.document()).flatMap(JCardReader.head)
  }

  // MARK: Values

  private mutating func takeValues(_ form: TypedProperty.Form) -> Bool {
    switch form {
    case .version: return cursor.takes(word: "\"4.0\"")
    case .text, .verbatim, .unescaped, .date: return takeText(form)
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
      return lines.append(octets.span.extracting(text.range), form)
    }
    said.removeAll(keepingCapacity: true)
    guard cursor.append(text, to: &said) else { return false }
    let said = said
    return lines.append(said.span, form)
  }
}
