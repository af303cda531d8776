internal import CVCard

/// Converts the ordinary lines of ordinary cards on their octets.
///
/// ```
/// row ─▶ what its name asks for ─┬─▶ octets of the line, a few of them changed
///                                ├─▶ LineConverter, for this line alone
///                                └─▶ Conversion, for the whole card
/// ```
/// Most lines say in both versions the same with the same octets, or nearly. Whatever depends on
/// other lines (labels, what is derived, what stands twice) sends the card the thorough way, which
/// gives the same lines; tests hold both against each other.
struct OrdinaryConversion: Sendable {
  /// What a name asks for.
  private enum Task: UInt8, Sendable {
    /// The line must be looked at by itself.
    case line
    /// It may matter to other lines, or they to it.
    case card
    /// The value stays.
    case text, list, uri, name, address, organisation, program
    case phone, email, identifier, day, moment, picture
    /// The value tells.
    case kind
    /// It may be some program's property that says what a standard one says.
    case unknown
  }

  private let source: Version
  private let target: Version
  private let carries: Bool
  private let converter: LineConverter
  private let tasks: [Task]
  private var scratch: [UInt8] = []
  private var parameters: [UInt8] = []
  private var losses: [ConversionLoss] = []

  /// Creates a converter of ordinary lines; `nil` where no line is ordinary.
  init?(from source: Version, to target: Version, carries: Bool) {
    guard source != .version21, target != .version21, source != target else { return nil }
    self.source = source
    self.target = target
    self.carries = carries
    converter = LineConverter(source: source, target: target, carries: carries)
    tasks = KnownName.allCases.map { OrdinaryConversion.task(for: $0, target) }
  }

  private static func task(for known: KnownName, _ target: Version) -> Task {
    guard let row = ConversionTable.shared[known] else {
      let name = known.canonical
      if known == .unknown { return .unknown }
      let isSource =
        DerivationTable.toModern[name] != nil
        || DerivationTable.phoneticNames.contains { $0.name == name }
      return isSource || CarriedName.carries(name) ? .card : .program
    }
    switch row.standing {
    case .all: break
    // The first two stand alone.
    case .before40 where known == .access || known == .mailer || known == .name: return .line
    // And so does what is said of every card.
    case .since40 where known == .kind && target != .version40: return .kind
    case .since40 where known == .lang && target != .version40: return .line
    default: return .card
    }
    switch known {
    case .n: return .name
    case .adr: return .address
    case .org: return .organisation
    case .email: return .email
    default: break
    }
    switch row.value {
    case .text: return .text
    case .list: return .list
    case .same: return known.isURI ? .uri : .program
    case .date: return .day
    case .timestamp: return .moment
    case .phone: return .phone
    case .identifier: return .identifier
    case .binary: return .picture
    case .components, .offset, .position, .agent, .related: return .line
    }
  }

  // MARK: Cards

  /// Appends a card; `false`, with nothing appended, when it must go the thorough way.
  mutating func convert(
    _ card: borrowing Card, into text: inout [UInt8], notes: inout [Diagnostic]
  ) -> Bool {
    let bytes = card.bytes.span
    guard Octets.areUTF8(bytes) else { return false }
    let start = text.count
    losses.removeAll(keepingCapacity: true)
    text.append(contentsOf: target == .version40 ? Self.begin40 : Self.begin30)
    var seen: UInt8 = 0
    for index in 0..<card.rows.count {
      let row = card.rows[index]
      if row.isEnvelope { continue }
      // Of these there is one: bits tell whether there were more.
      let bit: UInt8 =
        switch row.known {
        case .n: 1
        case .bday: 2
        case .rev: 4
        case .uid: 8
        case .prodid: 16
        default: 0
        }
      guard seen & bit == 0, row.known != .malformed else { return undo(start, &text) }
      seen |= bit
      if row.known == .fn { seen |= 32 }
      switch convert(row, index, bytes, into: &text) {
      case .done: break
      case .card: return undo(start, &text)
      case .line:
        let line = ConversionLine(card.property(at: index))
        converter.convert(line, &losses)?.write(Rules(target), into: &text)
      case .label:
        let line = ConversionLine(card.property(at: index))
        guard let lines = Conversion.splitLabel(line, converter, &losses) else {
          return undo(start, &text)
        }
        lines.address.write(Rules(target), into: &text)
        lines.label.write(Rules(target), into: &text)
      }
    }
    guard seen & 32 != 0, seen & 1 != 0 || target == .version40 else { return undo(start, &text) }
    text.append(contentsOf: Self.end)
    if !losses.isEmpty {
      Conversion.report(losses, carries: carries, card, into: &notes)
    }
    return true
  }

  private static let begin30 = Array("BEGIN:VCARD\r\nVERSION:3.0\r\n".utf8)
  private static let begin40 = Array("BEGIN:VCARD\r\nVERSION:4.0\r\n".utf8)
  private static let end = Array("END:VCARD\r\n".utf8)

  private func undo(_ start: Int, _ text: inout [UInt8]) -> Bool {
    text.removeLast(text.count - start)
    return false
  }

  // MARK: Lines

  /// What came of a line.
  private enum Outcome {
    case done, line, card
    /// It is an address with a label.
    case label
  }

  /// What no quick look can tell.
  private static let odd: Row.Flags = [
    .quotedPrintable, .foldedHead, .nested, .unindented, .quotesIgnored, .comment, .uncanonical,
  ]

  private mutating func convert(
    _ row: Row, _ index: Int, _ bytes: Span<UInt8>, into text: inout [UInt8]
  ) -> Outcome {
    var task = tasks[Int(row.known.rawValue)]
    if task == .card { return .card }
    if task == .unknown {
      guard OrdinaryConversion.isAlone(bytes, row) else { return .card }
      task = .program
    }
    if task == .kind {
      let isEverybody = Octets.equal(bytes.extracting(row.valueRange), "individual")
      guard isEverybody, row.nameEnd + 1 == row.valueStart else { return .card }
      return .line
    }
    // A fold may hide the name of a parameter that matters to other lines.
    if row.flags.contains(.foldedHead) { return .card }
    let outcome = takeParameters(bytes, row)
    guard case .done = outcome else {
      // What carries a label sends the card the thorough way, so there is none.
      return task == .address && target != .version40 && hasLabel ? .label : outcome
    }
    guard task != .line, row.flags.isDisjoint(with: OrdinaryConversion.odd),
      OrdinaryConversion.isPlainGroup(bytes, row)
    else { return .line }
    if task == .picture { return convertPicture(row, bytes, into: &text) }
    guard !hasOtherParameters, !row.flags.contains(.base64) else { return .line }
    let value = bytes.extracting(row.valueRange)
    let marks = OrdinaryConversion.marks(in: value)
    guard !marks.hasControl else { return .line }
    let isModern = target == .version40
    switch task {
    case .text:
      guard keepsText(value, marks, semicolons: !isModern) else { return .line }
    case .phone:
      guard keepsText(value, marks, semicolons: !isModern),
        !OrdinaryConversion.startsWithTel(value)
      else { return .line }
    case .email:
      guard keepsText(value, marks, semicolons: !isModern) else { return .line }
      if isModern {
        // Of another mail system, INTERNET says something.
        guard !hasMailSystem else { return .line }
        if !hasInternet {
          // Without INTERNET the way back would add it.
          guard !hasPref, !hasMailSystem, carries else { return .line }
          append("X-VERSION", source == .version30 ? "3.0" : "2.1")
        }
      } else {
        // With it, or with another system, the way back would change it.
        guard !hasMailSystem, !hasInternet else { return .line }
        parameters.insert(contentsOf: ";TYPE=INTERNET".utf8, at: 0)
      }
    case .list:
      guard !marks.hasBackslash || hasCleanEscapes(value), isModern || !marks.hasSemicolon else {
        return .line
      }
    case .uri:
      guard !marks.hasBackslash else { return .line }
    case .name, .address:
      let wanted = task == .name ? 4 : 6
      guard !marks.hasBackslash, marks.semicolons == wanted else { return .line }
    case .organisation:
      guard !marks.hasComma, !marks.hasBackslash || hasCleanEscapes(value) else { return .line }
    case .program:
      guard !marks.hasBackslash || hasCleanEscapes(value) else { return .line }
    case .identifier:
      guard !marks.hasBackslash, !marks.hasComma, row.folds == 0, isModern || !marks.hasSemicolon
      else { return .line }
      let isURI = OrdinaryConversion.hasScheme(value)
      if !isURI {
        guard isModern, value.count > 0 else { return .line }
        append("VALUE", "text")
      }
    case .day: return convertDay(row, bytes, value, into: &text)
    case .moment: return convertMoment(row, bytes, value, into: &text)
    case .line, .card, .unknown, .picture, .kind: return .line
    }
    if hasChangedParameters {
      appendHead(row, bytes, into: &scratch)
      Unfolding.append(bytes, row.valueRange, to: &scratch)
      finish(&text)
    } else {
      guard row.folds == 0 || OrdinaryConversion.hasPlainFolds(value) else { return .line }
      append(bytes.extracting(row.lineRange), to: &text)
    }
    return .done
  }

  private func append(_ octets: Span<UInt8>, to text: inout [UInt8]) {
    unsafe octets.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
  }

  /// Whether every line of a value holds something, and none but a line end and a blank before it.
  private static func hasPlainFolds(_ value: Span<UInt8>) -> Bool {
    var index = Octets.lineEnd(in: value, from: 0)
    while index < value.count {
      guard index + 3 < value.count, value[index] == 0x0D, value[index + 1] == 0x0A,
        value[index + 2] == 0x20, !Octets.isLineEnd(value[index + 3])
      else { return false }
      index = Octets.lineEnd(in: value, from: index + 3)
    }
    return true
  }

  /// Puts group, name and parameters at the start of a new line.
  private func appendHead(_ row: Row, _ bytes: Span<UInt8>, into line: inout [UInt8]) {
    line.removeAll(keepingCapacity: true)
    append(bytes.extracting(Int(row.start)..<Int(row.nameEnd)), to: &line)
    line.append(contentsOf: parameters)
    line.append(UInt8(ascii: ":"))
  }

  /// Appends the new line, folded where it must be.
  private func finish(_ text: inout [UInt8]) {
    if scratch.count <= Folding.width {
      text.append(contentsOf: scratch)
      text.append(contentsOf: Folding.lineEnd)
    } else {
      Folding.append(scratch.span, to: &text)
    }
  }

  // MARK: Names

  /// Whether a name without a number means nothing to other lines.
  private static func isAlone(_ bytes: Span<UInt8>, _ row: Row) -> Bool {
    let name = bytes.extracting(Int(row.nameStart)..<Int(row.nameEnd))
    var isClean = name.count > 0
    for index in 0..<name.count where !isNameOctet(name[index]) { isClean = false }
    guard isClean else { return false }
    guard name.count > 2, name[0] | 0x20 == UInt8(ascii: "x"), name[1] == UInt8(ascii: "-") else {
      return true
    }
    var octets: [UInt8] = []
    octets.reserveCapacity(name.count)
    for index in 0..<name.count {
      let octet = name[index]
      octets.append(UInt8(ascii: "a")...UInt8(ascii: "z") ~= octet ? octet & 0xDF : octet)
    }
    let text = String(decoding: octets, as: UTF8.self)
    return DerivationTable.toModern[text] == nil && text != CardConverter.carriedLine
      && !CarriedName.carries(text)
  }

  private static func isNameOctet(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func isPlainGroup(_ bytes: Span<UInt8>, _ row: Row) -> Bool {
    let (start, name) = (Int(row.start), Int(row.nameStart))
    guard name > start else { return true }
    for index in start..<name - 1 where !isNameOctet(bytes[index]) { return false }
    return name > start + 1
  }

  // MARK: Parameters

  private var hasPref = false
  private var hasTypePref = false
  private var hasInternet = false
  private var hasMailSystem = false
  private var hasChangedParameters = false
  /// Whether there are parameters that only a look at the line by itself understands.
  private var hasOtherParameters = false
  /// Whether LABEL is the only parameter that other lines may matter to.
  private var hasLabel = false
  /// The word of TYPE that names a media type, and how many words there are.
  private var mediaType = ""
  private var types = 0

  private mutating func append(_ name: StaticString, _ value: StaticString) {
    hasChangedParameters = true
    parameters.append(UInt8(ascii: ";"))
    name.withUTF8Buffer { unsafe parameters.append(contentsOf: $0) }
    parameters.append(UInt8(ascii: "="))
    value.withUTF8Buffer { unsafe parameters.append(contentsOf: $0) }
  }

  /// Reads TYPE, and PREF=1, into ``parameters`` as the target has them.
  private mutating func takeParameters(_ bytes: Span<UInt8>, _ row: Row) -> Outcome {
    hasPref = false
    hasTypePref = false
    hasInternet = false
    hasMailSystem = false
    hasChangedParameters = row.known == .email
    hasOtherParameters = false
    hasLabel = false
    mediaType = ""
    types = 0
    parameters.removeAll(keepingCapacity: true)
    var index = Int(row.nameEnd)
    let end = Int(row.valueStart) - 1
    while index < end {
      guard bytes[index] == UInt8(ascii: ";") else { return .line }
      let start = index + 1
      index = start
      while index < end, OrdinaryConversion.isNameOctet(bytes[index]) { index += 1 }
      let name = bytes.extracting(start..<index)
      guard index < end, bytes[index] == UInt8(ascii: "=") else {
        // Without a name, or odd.
        return mayMatter(bytes, start, end)
      }
      if name.count == 4, Octets.equal(name, "TYPE") {
        // The thorough way writes names in capitals.
        for place in 0..<4 where name[place] & 0x20 != 0 { hasChangedParameters = true }
        guard takeTypes(bytes, row.known, &index, end) else { return mayMatter(bytes, start, end) }
        continue
      }
      if target != .version40, name.count == 4, Octets.equal(name, "PREF") {
        guard index + 2 <= end, bytes[index + 1] == UInt8(ascii: "1"),
          index + 2 == end || bytes[index + 2] == UInt8(ascii: ";"), !hasPref,
          LineConverter.hasPreference(row.known)
        else { return .card }
        index += 2
        hasPref = true
        append("TYPE", "pref")
        continue
      }
      if isPictureParameter(name, bytes, row, &index, end) { continue }
      return mayMatter(bytes, start, end)
    }
    if hasPref {
      // TYPE=pref in vCard 4.0, and with properties that have no TYPE before, is to come back.
      guard LineConverter.hasPreference(row.known), target == .version40 || !hasTypePref else {
        return .line
      }
      if target == .version40 { append("PREF", "1") }
    }
    return .done
  }

  /// ENCODING=b of a picture.
  private mutating func isPictureParameter(
    _ name: Span<UInt8>, _ bytes: Span<UInt8>, _ row: Row, _ index: inout Int, _ end: Int
  ) -> Bool {
    guard target == .version40, row.flags.contains(.base64), name.count == 8,
      Octets.equal(name, "ENCODING"), index + 2 <= end,
      bytes[index + 1] | 0x20 == UInt8(ascii: "b"),
      index + 2 == end || bytes[index + 2] == UInt8(ascii: ";")
    else { return false }
    index += 2
    hasChangedParameters = true
    return true
  }

  /// Parameters whose meaning depends on other lines.
  private static let contextual: [StaticString] = [
    "DERIVED", "REPEATED", "PREF", "ALTID", "PROPERTY", "SORT-AS", "SORT-STRING", "PHONETIC",
  ]

  /// Whether a parameter that is not understood here matters to other lines.
  private mutating func mayMatter(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Outcome {
    hasOtherParameters = true
    var labels = 0
    defer { hasLabel = labels == 1 }
    var index = start
    while index < end {
      let word = index
      var first = index
      while index < end, OrdinaryConversion.isNameOctet(bytes[index]) { index += 1 }
      // With and without X-.
      while index - first > 2, bytes[first] | 0x20 == UInt8(ascii: "x"),
        bytes[first + 1] == UInt8(ascii: "-")
      {
        first += 2
      }
      let name = bytes.extracting(first..<index)
      let isFirst =
        index + 1 < end && bytes[index] == UInt8(ascii: "=")
        && bytes[index + 1] == UInt8(ascii: "1")
        && (index + 2 == end || bytes[index + 2] == UInt8(ascii: ";"))
      // PREF=1 depends on nothing, and is what most PREF are.
      if !(isFirst && first == word && index - first == 4 && Octets.equal(name, "PREF")) {
        for word in OrdinaryConversion.contextual where Octets.equal(name, word) {
          labels = 2
          return .card
        }
        if name.count == 5, Octets.equal(name, "LABEL") {
          guard first + 5 == index, index == start + 5 || bytes[first - 1] == UInt8(ascii: ";")
          else {
            labels = 2
            return .card
          }
          labels += 1
        }
      }
      while index < end, bytes[index] != UInt8(ascii: ";") { index += 1 }
      index += 1
    }
    return labels > 0 ? .card : .line
  }

  /// Copies the words of a TYPE that the target has.
  private mutating func takeTypes(
    _ bytes: Span<UInt8>, _ known: KnownName, _ index: inout Int, _ end: Int
  ) -> Bool {
    let start = parameters.count
    parameters.append(contentsOf: ";TYPE=".utf8)
    var count = 0
    repeat {
      index += 1
      let first = index
      while index < end, OrdinaryConversion.isNameOctet(bytes[index]) { index += 1 }
      guard index > first, index == end || bytes[index] == 0x2C || bytes[index] == 0x3B else {
        return false
      }
      let word = bytes.extracting(first..<index)
      if !keeps(word, known) { continue }
      if count > 0 { parameters.append(UInt8(ascii: ",")) }
      append(word, to: &parameters)
      count += 1
    } while index < end && bytes[index] == 0x2C
    if count == 0 { parameters.removeLast(parameters.count - start) }
    return true
  }

  /// Whether the target has a word of TYPE.
  private mutating func keeps(_ word: Span<UInt8>, _ known: KnownName) -> Bool {
    switch word.count {
    case 4 where Octets.equal(word, "PREF"):
      hasPref = true
      hasTypePref = true
      hasChangedParameters = true
      return false
    case 8 where known == .email && Octets.equal(word, "INTERNET"):
      hasInternet = true
      return target != .version40
    default: break
    }
    if known == .email, OrdinaryConversion.namesMailSystem(word) { hasMailSystem = true }
    guard target == .version40 else { return true }
    switch known {
    case .photo, .logo, .sound, .key:
      types += 1
      mediaType = OrdinaryConversion.mediaType(word, known)
      hasChangedParameters = true
      return mediaType.isEmpty
    default: return true
    }
  }

  private static func namesMailSystem(_ word: Span<UInt8>) -> Bool {
    // Words that do not begin like any of them are the usual ones.
    guard word.count > 2, word.count < 12 else { return false }
    if Octets.equal(word, "HOME") || Octets.equal(word, "WORK") || Octets.equal(word, "OTHER") {
      return false
    }
    var octets: [UInt8] = []
    for index in 0..<word.count { octets.append(word[index]) }
    return LineConverter.mailSystems.contains(String(decoding: octets, as: UTF8.self).lowercased())
  }

  /// The media type that has this word, and no other, for its word.
  private static func mediaType(_ word: Span<UInt8>, _ known: KnownName) -> String {
    switch known {
    case .photo, .logo:
      if Octets.equal(word, "JPEG") { return "image/jpeg" }
      if Octets.equal(word, "PNG") { return "image/png" }
      if Octets.equal(word, "GIF") { return "image/gif" }
    default: break
    }
    return ""
  }

  // MARK: Values

  /// What stands in a value.
  private struct Marks {
    var hasBackslash: Bool
    var hasComma: Bool
    var hasSemicolon: Bool
    /// NUL, or what no line of a card should hold.
    var hasControl: Bool
    /// Semicolons, escaped ones too.
    var semicolons: Int
  }

  private static func marks(in value: Span<UInt8>) -> Marks {
    unsafe value.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else {
        return Marks(
          hasBackslash: false, hasComma: false, hasSemicolon: false, hasControl: false,
          semicolons: 0)
      }
      var semicolons = 0
      let bits = unsafe cvc_value_marks(base, buffer.count, &semicolons)
      return Marks(
        hasBackslash: bits & 1 != 0, hasComma: bits & 2 != 0, hasSemicolon: semicolons > 0,
        hasControl: bits & 4 != 0, semicolons: semicolons)
    }
  }

  /// Whether a text needs no other octets.
  private func keepsText(_ value: Span<UInt8>, _ marks: Marks, semicolons: Bool) -> Bool {
    guard marks.hasBackslash || marks.hasComma || semicolons && marks.hasSemicolon else {
      return true
    }
    return isEscaped(value, commas: true, semicolons: semicolons)
  }

  private func hasCleanEscapes(_ value: Span<UInt8>) -> Bool {
    isEscaped(value, commas: false, semicolons: false)
  }

  /// Whether every escape is one of the standards', and every separator has one.
  ///
  /// A fold within an escape is left to others.
  private func isEscaped(_ value: Span<UInt8>, commas: Bool, semicolons: Bool) -> Bool {
    var index = 0
    while index < value.count {
      switch value[index] {
      case UInt8(ascii: "\\"):
        guard index + 1 < value.count else { return false }
        switch value[index + 1] {
        case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "n"),
          UInt8(ascii: "N"):
          index += 2
        default: return false
        }
      case UInt8(ascii: ",") where commas: return false
      case UInt8(ascii: ";") where semicolons: return false
      default: index += 1
      }
    }
    return true
  }

  private static func startsWithTel(_ value: Span<UInt8>) -> Bool {
    value.count > 3 && Octets.equal(value.extracting(first: 4), "tel:")
  }

  /// Whether a value begins with a scheme.
  private static func hasScheme(_ value: Span<UInt8>) -> Bool {
    guard value.count > 2, value[0] | 0x20 >= UInt8(ascii: "a"),
      value[0] | 0x20 <= UInt8(ascii: "z")
    else { return false }
    for index in 0..<value.count {
      switch value[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        continue
      case UInt8(ascii: ":"): return index > 1 && index + 1 < value.count
      default: return false
      }
    }
    return false
  }

  private static func isDigit(_ octet: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= octet
  }

  /// A whole date without a time.
  private mutating func convertDay(
    _ row: Row, _ bytes: Span<UInt8>, _ value: Span<UInt8>, into text: inout [UInt8]
  ) -> Outcome {
    guard row.nameEnd + 1 == row.valueStart else { return .line }
    var digits = InlineArray<8, UInt8>(repeating: 0)
    let hasHyphens = target == .version40
    guard value.count == (hasHyphens ? 10 : 8) else { return .line }
    var count = 0
    for index in 0..<value.count {
      let octet = value[index]
      if hasHyphens, index == 4 || index == 7 {
        guard octet == UInt8(ascii: "-") else { return .line }
        continue
      }
      guard OrdinaryConversion.isDigit(octet) else { return .line }
      digits[count] = octet & 15
      count += 1
    }
    let month = digits[4] * 10 + digits[5]
    let day = digits[6] * 10 + digits[7]
    // 1604 means no year; the last days of months are for a slower look.
    let isOf1604 = digits[0] == 1 && digits[1] == 6 && digits[2] == 0 && digits[3] == 4
    guard 1...12 ~= month, 1...28 ~= day, !isOf1604 else { return .line }
    appendHead(row, bytes, into: &scratch)
    for index in 0..<8 {
      if !hasHyphens, index == 4 || index == 6 { scratch.append(UInt8(ascii: "-")) }
      scratch.append(digits[index] | 0x30)
    }
    finish(&text)
    return .done
  }

  /// `YYYY-MM-DDTHH:MM:SSZ` and `YYYYMMDDTHHMMSSZ`.
  private mutating func convertMoment(
    _ row: Row, _ bytes: Span<UInt8>, _ value: Span<UInt8>, into text: inout [UInt8]
  ) -> Outcome {
    guard row.nameEnd + 1 == row.valueStart else { return .line }
    let form: StaticString =
      target == .version40 ? "0000-00-00T00:00:00Z" : "00000000T000000Z"
    guard value.count == form.utf8CodeUnitCount else { return .line }
    appendHead(row, bytes, into: &scratch)
    var count = 0
    for index in 0..<value.count {
      let octet = value[index]
      let wanted = form.withUTF8Buffer { unsafe $0[index] }
      if wanted == UInt8(ascii: "0") {
        guard OrdinaryConversion.isDigit(octet) else { return .line }
        count += 1
        // Months, days, hours, minutes and seconds that exist, without a look at their last ones.
        switch count {
        case 5 where octet > UInt8(ascii: "1"), 7 where octet > UInt8(ascii: "2"),
          9 where octet > UInt8(ascii: "1"), 11 where octet > UInt8(ascii: "5"),
          13 where octet > UInt8(ascii: "5"):
          return .line
        default: break
        }
        if target != .version40 {
          switch count {
          case 5, 7: scratch.append(UInt8(ascii: "-"))
          case 11, 13: scratch.append(UInt8(ascii: ":"))
          default: break
          }
        }
        scratch.append(octet)
      } else {
        guard octet == wanted else { return .line }
        if octet == UInt8(ascii: "T") || octet == UInt8(ascii: "Z") { scratch.append(octet) }
      }
    }
    let offset = value.count == 20 ? 5 : 4
    let hasMonth = value[offset] != 0x30 || value[offset + 1] != 0x30
    let second = value[offset + 1]
    let dayPlace = value.count == 20 ? 8 : 6
    let hasDay = value[dayPlace] != 0x30 || value[dayPlace + 1] != 0x30
    guard hasMonth, hasDay, value[offset] == 0x30 || second <= UInt8(ascii: "2") else {
      return .line
    }
    finish(&text)
    return .done
  }

  // MARK: Pictures

  /// ENCODING=b with a type by its word becomes a `data:` URI of the same digits.
  private mutating func convertPicture(
    _ row: Row, _ bytes: Span<UInt8>, into text: inout [UInt8]
  ) -> Outcome {
    guard target == .version40, row.flags.contains(.base64), types == 1, !mediaType.isEmpty,
      !hasPref
    else { return .line }
    appendHead(row, bytes, into: &scratch)
    scratch.append(contentsOf: "data:\(mediaType);base64,".utf8)
    let start = scratch.count
    Unfolding.append(bytes, row.valueRange, to: &scratch)
    guard OrdinaryConversion.isCanonicalBase64(scratch.span.extracting(start..<scratch.count))
    else { return .line }
    Folding.append(scratch.span, to: &text)
    return .done
  }

  /// Whether digits of base64 are what would be written anew.
  private static func isCanonicalBase64(_ digits: Span<UInt8>) -> Bool {
    guard digits.count > 0, digits.count & 3 == 0 else { return false }
    return unsafe digits.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      return unsafe cvc_is_canonical_base64(base, buffer.count) != 0
    }
  }
}
