public import VCard

/// Reads cards as telephones photograph them: MECARD and BIZCARD, one after the other, and the lines
/// of KDDI's telephones.
///
/// ```
/// MECARD:N:Bell,Kate;TEL:+14085550000;EMAIL:kate@bell.example;;
/// BIZCARD:N:Kate;X:Bell;T:Baker;C:Bell Bakery;B:+14085550000;;
/// MEMORY:Baker⏎NAME1:Kate Bell⏎TEL1:+14085550000⏎
/// ```
/// NTT DOCOMO's description of MECARD; a backslash stands before what has a meaning. Fields that
/// nobody knows become properties whose names begin with `X-MECARD-`.
public struct MECARDReader: CardDocumentReader {
  /// The most octets of a card; no code holds more than 2,953, and some write the text elsewhere.
  private static let mostOctets = 1 << 20

  private var buffer: [UInt8] = []
  /// Up to where the buffer was looked through.
  private var searched = 0
  private var isFinished = false
  private var place = SourcePosition()
  private var cards = 0
  private let decoding: TextDecoding

  /// Creates a reader.
  ///
  /// - Parameter decoding: What text is that is no UTF-8.
  public init(decoding: TextDecoding = .builtin) { self.decoding = decoding }

  /// Whether octets begin a card of one of the forms.
  ///
  /// - Parameter octets: The first octets of the input; some hundred are enough.
  /// - Returns: Whether they do.
  public static func begins(_ octets: some Collection<UInt8>) -> Bool {
    var text = Array(octets.prefix(512))[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    return MECARDForm(text.drop(while: Octets.isSpace)) != nil
  }

  /// Takes further octets.
  public mutating func append(_ octets: ArraySlice<UInt8>) { buffer += octets }

  /// Tells that there are no more octets.
  public mutating func finish() { isFinished = true }

  /// The next card, or what is none; `nil` when more octets are needed, or at the end.
  public mutating func next() -> DocumentEntry? {
    skipSpace()
    guard let end = endOfCard() else { return nil }
    var octets = Array(buffer[..<end])
    place.card = cards
    let start = place
    cards += 1
    remove(end)
    let isTooLarge = octets.count > MECARDReader.mostOctets
    guard !isTooLarge, let form = MECARDForm(octets[...]) else {
      return .noCard(
        Diagnostic(
          severity: isTooLarge ? .error : .warning, code: .mecardValue, position: start,
          message: isTooLarge
            ? "the text is larger than any code; passed over"
            : "the text is no MECARD, BIZCARD or card of KDDI; passed over"))
    }
    var draft = MECARDDraft(at: start)
    if String(validating: octets, as: UTF8.self) == nil {
      // As a whole: an octet of a character may be a backslash (Shift_JIS).
      let charset = decoding.undeclared.name
      draft.tell("the text is not UTF-8; read as \(charset)")
      octets = decoding.convert(octets, charset: charset) ?? octets
    }
    let fields = form.fields(octets)
    for (name, value) in fields { draft.take(name, value, form) }
    var card = draft.card()
    card.stand(at: start)
    return .card(card, draft.diagnostics)
  }

  private mutating func skipSpace() {
    // Some end a card with more than two.
    func isPassedOver(_ octet: UInt8) -> Bool {
      Octets.isSpace(octet) || octet == UInt8(ascii: ";")
    }
    var count = buffer.prefix(while: isPassedOver).count
    if place.byte == 0, buffer.starts(with: [0xEF, 0xBB, 0xBF]) {
      count = 3 + buffer.dropFirst(3).prefix(while: isPassedOver).count
    }
    if count > 0 { remove(count) }
  }

  private mutating func remove(_ count: Int) {
    for octet in buffer[..<count] {
      place.column += 1
      if octet == 0x0A {
        place.line += 1
        place.column = 1
      }
    }
    place.byte += count
    buffer.removeFirst(count)
    searched = 0
  }

  /// Where the card at the start ends: after `;;`, before a line that begins another, after a blank
  /// line of KDDI's form, or at the end of all.
  private mutating func endOfCard() -> Int? {
    guard !buffer.isEmpty else { return nil }
    if buffer.count < MECARDForm.longestHead, !isFinished { return nil }
    let form = MECARDForm(buffer[...])
    var index = searched
    while index < buffer.count {
      // What tells how it goes on is still to come.
      if buffer.count - index < MECARDForm.longestHead + 2, !isFinished {
        searched = index
        return nil
      }
      let octet = buffer[index]
      if octet == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      index += 1
      if form == .kddi || form == nil {
        if octet == 0x0A, MECARDForm(buffer[index...]).map({ $0 != .kddi }) ?? false {
          return index
        }
        let isBlank =
          buffer[index...].starts(with: [0x0A]) || buffer[index...].starts(with: [0x0D, 0x0A])
        if octet == 0x0A, isBlank || form == nil { return index }
      } else if octet == UInt8(ascii: ";"), index == buffer.count || buffer[index] == octet {
        return min(index + 1, buffer.count)
      } else if octet == 0x0A {
        let next = buffer[index...].prefix(MECARDForm.mostBlanks).drop(while: Octets.isSpace)
        // What tells is still to come.
        if buffer.count < next.startIndex + MECARDForm.longestHead, !isFinished {
          searched = index - 1
          return nil
        }
        if MECARDForm(buffer[next.startIndex...]) != nil { return index }
      }
      if index > MECARDReader.mostOctets { return min(index, buffer.count) }
    }
    return isFinished ? buffer.count : nil
  }
}

/// How a text for codes is built.
enum MECARDForm: Hashable, Sendable {
  case mecard
  case bizcard
  case kddi

  /// Octets of the longest word that begins a card.
  static let longestHead = 8

  /// Blanks and line ends before a line that begins a card within another that never ends.
  static let mostBlanks = 256

  /// The form that octets begin; `nil` for any other text.
  init?(_ octets: ArraySlice<UInt8>) {
    let head = String(decoding: octets.prefix(MECARDForm.longestHead), as: UTF8.self).uppercased()
    if head.hasPrefix("MECARD:") {
      self = .mecard
    } else if head.hasPrefix("BIZCARD:") {
      self = .bizcard
    } else if head.hasPrefix("MEMORY:") || head.hasPrefix("NAME1:") {
      self = .kddi
    } else {
      return nil
    }
  }

  /// The fields of a card, their names in upper case and their values as they stand.
  func fields(_ octets: [UInt8]) -> [(name: String, value: [UInt8])] {
    var body = octets[...]
    if self != .kddi {
      body = body[(body.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? 0)...]
    }
    var fields: [(String, [UInt8])] = []
    let end = self == .kddi ? 0x0A : UInt8(ascii: ";")
    for field in ValueText.split(body, at: { $0 == end }) {
      var field = field.drop(while: Octets.isSpace)
      while let last = field.last, last == 0x0D || last == 0x0A { field.removeLast() }
      guard !field.isEmpty else { continue }
      guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else {
        fields.append(("", Array(field)))
        continue
      }
      fields.append(
        (
          String(decoding: field[..<colon], as: UTF8.self).trimmedBlanks.uppercased(),
          Array(field[(colon + 1)...])
        ))
    }
    return fields
  }

  /// What family and given name are shown by.
  static func shownName(of parts: [String]) -> String {
    // Where the family comes first no blank stands between.
    let isEastAsian = parts.contains { FormattedName.isEastAsian($0) }
    return (isEastAsian ? parts : parts.reversed()).filter { !$0.isEmpty }
      .joined(separator: isEastAsian ? "" : " ")
  }

  /// The text of a value: a backslash stands before any character.
  static func unescaped(_ octets: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var index = octets.startIndex
    while index < octets.endIndex {
      if octets[index] == UInt8(ascii: "\\"), index + 1 < octets.endIndex { index += 1 }
      text.append(octets[index])
      index += 1
    }
    return text
  }
}

/// Makes a card of fields.
private struct MECARDDraft {
  private let start: SourcePosition
  private(set) var diagnostics: [Diagnostic] = []
  private var lines: [ContentLine] = []
  private var name: [String]?
  private var reading: [String]?
  private var shownName: String?
  private var organisation: [String] = ["", ""]

  init(at start: SourcePosition) { self.start = start }

  mutating func tell(_ message: String) {
    diagnostics.append(
      Diagnostic(severity: .warning, code: .mecardValue, position: start, message: message))
  }

  private func text(_ octets: ArraySlice<UInt8>) -> String {
    String(decoding: MECARDForm.unescaped(octets), as: UTF8.self)
  }

  private func texts(_ octets: [UInt8]) -> [String] {
    ValueText.split(octets[...]) { $0 == UInt8(ascii: ",") }.map { text($0) }
  }

  mutating func take(_ field: String, _ octets: [UInt8], _ form: MECARDForm) {
    let value = text(octets[...])
    guard !value.isEmpty else { return }
    if form == .bizcard, takeBusiness(field, value) { return }
    switch field {
    case "N", "NAME1":
      let parts = texts(octets)
      if parts.count > 1 {
        name = [parts[0], parts[1...].joined(separator: ",")].map { String($0.trimmedBlanks) }
      } else {
        shownName = value
      }
    case "SOUND", "NAME2": reading = texts(octets).map { String($0.trimmedBlanks) }
    case "TEL", "TEL1", "TEL2", "TEL3": add("TEL", .text(value))
    case "TEL-AV": add("TEL", .text(value), type: "video")
    case "EMAIL", "MAIL", "MAIL1", "MAIL2", "MAIL3": add("EMAIL", .text(value))
    case "NOTE", "MEMO", "MEMORY": add("NOTE", .text(value))
    case "URL": add("URL", .init(verbatim: value, of: .url))
    case "NICKNAME": add("NICKNAME", .list([value]))
    case "TITLE", "TIL": add("TITLE", .text(value))
    case "ORG", "CO": organisation[0] = value
    case "DIV": organisation[1] = value
    case "ADR", "ADD": addAddress(texts(octets), value)
    case "BDAY": addBirthday(value)
    default: keep(field, value)
    }
  }

  /// Takes a field of BIZCARD.
  private mutating func takeBusiness(_ field: String, _ value: String) -> Bool {
    switch field {
    case "N": name = [name?[0] ?? "", value]
    case "X": name = [value, name?[1] ?? ""]
    case "T": add("TITLE", .text(value))
    case "C": organisation[0] = value
    case "A": addAddress([value], value)
    case "B": add("TEL", .text(value), type: "work")
    case "M": add("TEL", .text(value), type: "cell")
    case "F": add("TEL", .text(value), type: "fax")
    case "E": add("EMAIL", .text(value))
    default: return false
    }
    return true
  }

  private mutating func add(_ name: String, _ value: ContentLine.Value, type: String? = nil) {
    let parameters = type.map { [Parameter("TYPE", $0)] } ?? []
    lines.append(ContentLine(name, parameters: parameters, value))
  }

  private mutating func keep(_ field: String, _ value: String) {
    if field.isEmpty { tell("a field has no name; kept as a note") }
    let isName = !field.isEmpty && field.utf8.allSatisfy(Octets.isNameOctet)
    add(
      isName ? "X-MECARD-\(field)" : "NOTE",
      .text(isName || field.isEmpty ? value : "\(field):\(value)"))
  }

  private mutating func addAddress(_ parts: [String], _ value: String) {
    // Seven fields stand as in vCard; fewer are a text with commas in it.
    let components = parts.map { part in
      let part = String(part.trimmedBlanks)
      return part.isEmpty ? [] : [part]
    }
    add("ADR", .structure(parts.count == 7 ? components : [[], [], [value], [], [], [], []]))
  }

  private mutating func addBirthday(_ value: String) {
    guard let date = PartialDate(value), let text = LDIFDate.text(date) else {
      tell("BDAY is no date; kept as text")
      lines.append(ContentLine("BDAY", parameters: [Parameter("VALUE", "text")], .text(value)))
      return
    }
    add("BDAY", .verbatim(text))
  }

  func card() -> Card {
    var card = Card(version: .version40)
    var names: [ContentLine] = []
    let organisation = organisation[1].isEmpty ? [self.organisation[0]] : self.organisation
    let parts = name ?? []
    let whole = MECARDForm.shownName(of: parts)
    let shown = [shownName ?? "", whole, organisation[0], "MECARD"].first { !$0.isEmpty }
    names.append(ContentLine("FN", .text(shown ?? "")))
    let alternatives = reading != nil && name != nil ? [Parameter("ALTID", "1")] : []
    if let name {
      names.append(
        ContentLine("N", parameters: alternatives, .structure(MECARDDraft.components(name))))
    }
    if let reading {
      names.append(
        ContentLine(
          "N",
          parameters: alternatives + PhoneticScript.parameters(of: reading.joined()),
          .structure(MECARDDraft.components(reading))))
    }
    if organisation != [""] {
      names.append(
        ContentLine("ORG", .structure(organisation.map { $0.isEmpty ? [] : [$0] })))
    }
    for line in names + lines { card.append(line) }
    return card
  }

  private static func components(_ parts: [String]) -> [[String]] {
    (parts + ["", "", "", "", ""]).prefix(5).map { $0.isEmpty ? [] : [$0] }
  }
}
