internal import CVCard

/// What the values of lines are made of.
enum LineValues {
  /// Gives unescaped separators in a text their backslash.
  ///
  /// RFC 2426 §4 wants it for commas and semicolons, RFC 6350 §3.4 for commas.
  static func escapeSeparators(
    _ line: inout ConversionLine, semicolons: Bool, commas: Bool = true
  ) {
    let marks = Octets.valueMarks(line.octets.span)
    guard commas && marks.commas > 0 || semicolons && marks.semicolons > 0 else { return }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(line.octets.count + Int(marks.commas + marks.semicolons))
    appendEscaped(line.octets.span, semicolons: semicolons, commas: commas, to: &escaped)
    line.octets = escaped
  }

  /// Appends a value with the backslashes that its separators lack.
  static func appendEscaped<Sink: OctetSink & ~Copyable>(
    _ octets: Span<UInt8>, semicolons: Bool, commas: Bool, to escaped: inout Sink
  ) {
    var (start, index) = (0, 0)
    while index < octets.count {
      switch octets[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: ",") where commas, UInt8(ascii: ";") where semicolons:
        escaped.append(octets.extracting(start..<index))
        escaped.append(UInt8(ascii: "\\"))
        start = index
      default: break
      }
      index += 1
    }
    escaped.append(octets.extracting(start..<octets.count))
  }

  /// Appends a value of vCard 2.1 in the escapes of vCard 3.0 and 4.0, which are the same.
  ///
  /// It has no folds and transfer encodings. In a text all backslashes stay that stand before no line end,
  /// for nobody knows what they mean. Of parts each is a text of its own, in which a comma separates nothing.
  /// In a URI `\n` means nothing: a line end is a blank.
  static func appendEscaped<Sink: OctetSink & ~Copyable>(
    plain octets: Span<UInt8>, _ shape: ValueShape, inURI isURI: Bool, to escaped: inout Sink
  ) {
    var (start, index) = (0, 0)
    // Copies what stays before a place, and puts something there.
    func put(_ text: StaticString, droppingTo next: Int, to escaped: inout Sink) {
      escaped.append(octets.extracting(start..<index))
      text.withUTF8Buffer { unsafe escaped.append($0.span) }
      (start, index) = (next, next)
    }
    while index < octets.count {
      switch octets[index] {
      case 0x0A, 0x0D:
        let next = CardAssembler.afterLineEnd(octets, at: index)
        put(isURI ? " " : "\\n", droppingTo: next, to: &escaped)
      case UInt8(ascii: "\\"):
        switch index + 1 < octets.count ? octets[index + 1] : 0 {
        // Before a line end it is read as nothing.
        case 0x0A, 0x0D: put("", droppingTo: index + 1, to: &escaped)
        case UInt8(ascii: "N") where shape != .single:
          put("\\n", droppingTo: index + 2, to: &escaped)
        case UInt8(ascii: ":") where shape != .single, UInt8(ascii: "\"") where shape != .single,
          UInt8(ascii: "'") where shape != .single:
          put("", droppingTo: index + 1, to: &escaped)
          index += 1
        case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "n"): index += 2
        case _ where shape == .single: index += 2
        default:
          put("\\\\", droppingTo: index + 1, to: &escaped)
          if index < octets.count { index += 1 }
        }
      case UInt8(ascii: ",") where shape == .structure:
        put("\\,", droppingTo: index + 1, to: &escaped)
      case UInt8(ascii: ";") where shape == .list: put(",", droppingTo: index + 1, to: &escaped)
      default: index += 1
      }
    }
    escaped.append(octets.extracting(start..<octets.count))
  }

  /// The same of octets.
  static func escaped(_ octets: [UInt8], _ shape: ValueShape, inURI isURI: Bool) -> [UInt8] {
    // Most texts stay as they are.
    guard shape != .single || octets.contains(where: Octets.isLineEnd) else { return octets }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(octets.count + 8)
    appendEscaped(plain: octets.span, shape, inURI: isURI, to: &escaped)
    return escaped
  }

  /// Whether a text is a name: letters, digits and hyphens.
  ///
  /// RFC 6350 §3.3.
  static func isName(_ text: String) -> Bool {
    isName(text.utf8Span.span)
  }

  /// The same of octets.
  static func isName(_ octets: Span<UInt8>) -> Bool {
    !octets.isEmpty && Octets.nameEnd(octets, from: 0, to: octets.count) == octets.count
  }

  /// Takes out of a parameter what none may hold.
  ///
  /// RFC 6350 §3.3, RFC 6868 §3.
  ///
  /// - Returns: Whether there was any.
  static func clean(_ parameter: inout LineParameter) -> Bool {
    let hasOddName = parameter.name.stem == .unknown && !isName(parameter.text)
    if hasOddName { parameter = LineParameter(cleanName(parameter.text), parameter.value) }
    func isControl(_ octet: UInt8) -> Bool {
      octet < 0x20 && octet != 0x0A && octet != 0x09 || octet == 0x7F
    }
    guard parameter.value.utf8.contains(where: isControl) else { return hasOddName }
    parameter.value = String(
      decoding: parameter.value.utf8.filter { !isControl($0) }, as: UTF8.self)
    return true
  }

  /// A name with hyphens for what no name may hold.
  static func cleanName(_ text: String) -> String {
    let octets = cleanName(text.utf8Span.span)
    return octets.isEmpty ? "X" : String(decoding: octets, as: UTF8.self)
  }

  /// The same of octets; empty when they are.
  static func cleanName(_ name: Span<UInt8>) -> [UInt8] {
    var octets: [UInt8] = []
    for index in name.indices where name[index] & 0xC0 != 0x80 {
      octets.append(Octets.isNameOctet(name[index]) ? name[index] : UInt8(ascii: "-"))
    }
    return octets
  }

  /// Octets with none but the escapes of the standards; `nil` when there are no others.
  ///
  /// RFC 2426 §4 and RFC 6350 §3.4 have `\\`, `\\,`, `\\;` and `\\n`. A backslash before anything else
  /// is read as itself, but before a colon or a quotation mark, where programs put one without need.
  static func cleanEscapes(_ octets: [UInt8]) -> [UInt8]? {
    let span = octets.span
    guard Octets.valueMarks(span).is_odd != 0 else { return nil }
    let backslash = UInt8(ascii: "\\")
    var clean: [UInt8] = []
    var (start, index) = (0, 0)
    while true {
      index = Octets.first(backslash, in: span, from: index)
      guard index < span.count else { break }
      if TextFacts.startsEscape(span, index) {
        index += 2
        continue
      }
      clean.append(span.extracting(start..<index))
      switch index + 1 < span.count ? span[index + 1] : 0 {
      case UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "'"): break
      default: clean += [backslash, backslash]
      }
      index += 1
      start = index
    }
    clean.append(span.extracting(start..<span.count))
    return clean
  }

  /// What a line of vCard 4.0 may have been in vCard 2.1, the likeliest first, without what cannot be.
  ///
  /// What becomes of it on the way back has all that the way adds.
  static func plainer(_ present: ConversionLine, _ back: ConversionLine) -> [ConversionLine] {
    var lines: [ConversionLine] = []
    if back.known.fewestComponents > 1 {
      // The components but for empty ones at the end.
      let components = back.components
      let last = components.lastIndex { !$0.isEmpty } ?? 0
      var short = back
      short.octets = Array(components[...last].joined(separator: [UInt8(ascii: ";")]))
      if short.octets != back.octets { lines.append(short) }
    }
    // RFC 6350 §6.4.2 and §5.7: no INTERNET, and MEDIATYPE for VALUE=URL.
    var bare = back
    if back.known == .email { bare.removeType("INTERNET") }
    if !present.has(.value) { bare.remove(.value) }
    if !bare.hasParameters(of: back) { lines.append(bare) }
    // RFC 6350 §4.3: the value may have been in this form, and may have said what it is.
    var same = present
    same.remove(.value)
    if let type = present.first(.value.carried) {
      same.remove(.value.carried)
      same.append(.value, type)
    }
    if !same.hasParameters(of: present) { lines.append(same) }
    return lines
  }
}
