import VCard

/// Makes lines of properties of xCard in which nothing is odd, straight from the octets of an
/// ``XMLTape``.
///
/// What it makes is what an ``XCardReader`` makes of their elements.
struct PlainXCardReader: Sendable {
  var lines = TypedLines()
  /// What the lines of the group begin with.
  private var group: [UInt8] = []
  /// A head without the text of its label.
  private var key: [UInt8] = []
  private let componentNames = XCardWriter.componentNames

  private typealias Tape = Span<UInt8>

  /// Begins another card.
  mutating func start() {
    lines.removeAll()
    group = []
  }

  /// Enters a group of a name, or leaves it.
  mutating func enter(_ name: String?) {
    let line = ContentLine(group: name, "X", .text(""))
    // Without the name and the colon.
    group = line.head(for: Rules(.version40)).dropLast(2)
  }

  /// Takes the property that starts at an index; `false` where it must be looked at as an element.
  ///
  /// - Parameters:
  ///   - tape: What there is; no namespace is declared in it but that of xCard.
  ///   - index: Where the property starts, and then where it ends.
  /// - Returns: Whether there is a line of it.
  /// - Complexity: O(*n*) in its octets.
  mutating func takeProperty(_ tape: Span<UInt8>, _ index: inout Int) -> Bool {
    let start = lines.octets.count
    var place = index
    guard takeLine(tape, &place) else {
      lines.removeLine(from: start)
      return false
    }
    lines.endLine()
    index = place
    return true
  }

  private mutating func takeLine(_ tape: Tape, _ place: inout Int) -> Bool {
    let (start, lineStart) = (place, lines.octets.count)
    var label = 0..<0
    guard PlainXCardReader.takeName(tape, &place) != nil,
      PlainXCardReader.skipBlanks(tape, &place),
      var name = PlainXCardReader.takeName(tape, &place)
    else { return false }
    if name.count == 10, Octets.areSame(tape.extracting(name), "parameters") {
      guard PlainXCardReader.takeParameters(tape, &place, &label),
        PlainXCardReader.skipBlanks(tape, &place),
        let next = PlainXCardReader.takeName(tape, &place)
      else { return false }
      name = next
    }
    if !group.isEmpty { lines.append(group) }
    if label.isEmpty {
      guard let head = lines.append(head: tape.extracting(start..<place), XCardReader.head) else {
        return false
      }
      return takeValues(tape, &place, name, head)
    }
    key.become(start..<place, of: tape, without: label.lowerBound - 1..<label.upperBound)
    let key = key
    guard let head = lines.append(head: key.span, XCardReader.head),
      lines.insert(label: tape.extracting(label), from: lineStart)
    else { return false }
    return takeValues(tape, &place, name, head)
  }

  /// Takes what stands in `<parameters>` and its end; gives where the text of the label stands.
  private static func takeParameters(
    _ tape: Tape, _ place: inout Int, _ label: inout Range<Int>
  ) -> Bool {
    var depth = 1
    while depth > 0 {
      switch tape[place] {
      case XMLTape.start:
        guard let name = takeName(tape, &place) else { return false }
        depth += 1
        guard depth == 2, name.count == 5, Octets.areSame(tape.extracting(name), "label"),
          tape[place] == XMLTape.start, let type = takeName(tape, &place)
        else { continue }
        depth += 1
        guard tape[place] == XMLTape.text, Octets.areSame(tape.extracting(type), "text") else {
          continue
        }
        // There is one, and it has one.
        guard label.isEmpty else { return false }
        label = takeText(tape, &place)
        guard tape[place] == XMLTape.end, tape[place + 1] == XMLTape.end else { return false }
      case XMLTape.end:
        depth -= 1
        place += 1
      case XMLTape.text: _ = takeText(tape, &place)
      default: return false
      }
    }
    return true
  }

  // MARK: Values

  /// Takes values from the name of the first one on, and the end of the property.
  private mutating func takeValues(
    _ tape: Tape, _ place: inout Int, _ first: Range<Int>, _ head: TypedLines.Head
  ) -> Bool {
    let known = componentNames[head.form == .structure ? head.known : 0]
    let names = known.span
    var name = first
    var component = 0
    while true {
      if !names.isEmpty {
        var next = component
        while !Octets.areSame(tape.extracting(name), names[next].span) {
          next += 1
          if next == names.count { return false }
        }
        for _ in component..<next { lines.append(UInt8(ascii: ";")) }
        if next == component, name != first { lines.append(UInt8(ascii: ",")) }
        component = next
      } else if name != first {
        guard head.form == .list || head.form == .structure,
          Octets.areSame(tape.extracting(name), tape.extracting(first))
        else { return false }
        lines.append(UInt8(ascii: head.form == .list ? "," : ";"))
      }
      guard takeValue(tape, &place, head.form), PlainXCardReader.skipBlanks(tape, &place) else {
        return false
      }
      if tape[place] == XMLTape.end {
        place += 1
        return true
      }
      guard let next = PlainXCardReader.takeName(tape, &place) else { return false }
      name = next
    }
  }

  /// Takes the text of a value and its end.
  private mutating func takeValue(
    _ tape: Tape, _ place: inout Int, _ form: TypedProperty.Form
  ) -> Bool {
    var text = place..<place
    if tape[place] == XMLTape.text { text = PlainXCardReader.takeText(tape, &place) }
    guard tape[place] == XMLTape.end else { return false }
    place += 1
    // What is no text has no blanks around it.
    if form != .text, form != .unescaped, !text.isEmpty,
      PlainXCardReader.isBlank(tape[text.lowerBound])
        || PlainXCardReader.isBlank(tape[text.upperBound - 1])
    {
      return false
    }
    return lines.append(tape.extracting(text), form)
  }

  // MARK: Octets

  /// XML has no other blanks.
  private static func isBlank(_ octet: UInt8) -> Bool {
    octet <= 0x20 && octet >= XMLTape.firstOfText
  }

  /// Takes the start of an element without attributes and gives its name; `nil` for anything else.
  private static func takeName(_ tape: Tape, _ place: inout Int) -> Range<Int>? {
    guard tape[place] == XMLTape.start else { return nil }
    let name = takeText(tape, &place)
    return tape[place] <= XMLTape.end ? name : nil
  }

  private static func takeText(_ tape: Tape, _ place: inout Int) -> Range<Int> {
    place += 1
    let start = place
    while tape[place] >= XMLTape.firstOfText { place += 1 }
    return start..<place
  }

  /// Goes past text between elements; `false` where it is more than blanks.
  private static func skipBlanks(_ tape: Tape, _ place: inout Int) -> Bool {
    guard tape[place] == XMLTape.text else { return true }
    place += 1
    while isBlank(tape[place]) { place += 1 }
    return tape[place] < XMLTape.firstOfText
  }
}
