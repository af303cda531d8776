/// A property to be written: what the line says, without the octets that say it.
public struct ContentLine: Hashable, Sendable {
  /// A value to be written.
  public enum Value: Hashable, Sendable {
    /// One text; escaped as its version asks.
    case text(String)
    /// Texts with commas between them.
    case list([String])
    /// Components with semicolons between them, each of values with commas between them.
    case structure([[String]])
    /// A URI, date or other value in which nothing is escaped. Line ends in it become blanks.
    case verbatim(String)
    /// Octets; as base64 with ENCODING, or as a `data:` URI.
    case binary(mediaType: String, octets: [UInt8])
  }

  /// The group, such as `item1`.
  public var group: String?
  /// The name, such as `TEL`.
  public var name: String
  /// The parameters, in order.
  public var parameters: [Parameter]
  /// The value.
  public var value: Value

  /// Creates a line.
  public init(
    group: String? = nil, _ name: String, parameters: [Parameter] = [], _ value: Value
  ) {
    self.group = group
    self.name = name
    self.parameters = parameters
    self.value = value
  }

  /// The line in the syntax of a version, folded at 75 octets, with its line end.
  ///
  /// Whatever the strings hold, the line is one line: octets that a group, a name or a parameter
  /// cannot hold are left out, and control characters in a parameter's value become blanks. ENCODING
  /// and CHARSET say how this line is written, so those among ``parameters`` do not count; a
  /// parameter without values is none.
  public func octets(for rules: Rules) -> [UInt8] {
    let parameters = parameters.filter {
      !$0.values.isEmpty && $0.name != "ENCODING" && $0.name != "CHARSET"
    }
    var added: [Parameter] = []
    if case .binary(let mediaType, _) = value, rules.base64Encoding != nil {
      let type = MediaType.typeWord(mediaType) ?? mediaType
      // Octets of which nothing is known need no type to say so.
      if mediaType != MediaType.unknown,
        !parameters.contains(where: { $0.name == "TYPE" && $0.values.contains(type) })
      {
        added.append(Parameter("TYPE", type))
      }
    }
    return value.line(rules) { head(parameters + $0 + added, rules) }
  }

  /// What reading the line gives for a text; `nil` where it has several, or octets.
  package var text: String? {
    switch value {
    case .text(let text): text
    case .verbatim(let raw):
      ValueText.unescaped(
        Array(raw.utf8)[...], keepsLineFeeds: PropertyRegistry.named(name)?.form.isURI ?? false)
    case .list, .structure, .binary: nil
    }
  }

  /// The line up to its colon, without folds.
  package func head(for rules: Rules) -> [UInt8] { head(parameters, rules) }

  /// The line up to its colon.
  ///
  /// - Parameters:
  ///   - parameters: The parameters.
  ///   - rules: Of the version to write for.
  /// - Returns: Group, name, parameters and colon.
  func head(_ parameters: [Parameter], _ rules: Rules) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(Folding.width)
    ContentLine.append(group: group, to: &line)
    ContentLine.append(name: name, to: &line)
    for parameter in parameters {
      if parameter.name == "TYPE", rules.allowsNamelessParameters {
        for type in parameter.values { ContentLine.append(type: type, rules, to: &line) }
        continue
      }
      ContentLine.append(parameter: parameter.name, to: &line)
      let isLabel = parameter.name == "LABEL"
      for (index, value) in parameter.values.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        ContentLine.appendParameterValue(
          value.utf8.span, rules, isLabel: isLabel,
          isOneOfLabels: isLabel && parameter.values.count > 1, to: &line)
      }
    }
    line.append(UInt8(ascii: ":"))
    return line
  }

  /// Appends a group with its dot.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - isExact: Whether it is written as it is, because it was read so.
  ///   - line: Where it goes.
  static func append(group: String?, isExact: Bool = false, to line: inout [UInt8]) {
    guard let group else { return }
    if isExact, group.utf8.first != 0x20, group.utf8.allSatisfy(mayStandBeforeColon) {
      line.append(contentsOf: group.utf8)
      line.append(UInt8(ascii: "."))
      return
    }
    let octets = group.utf8.filter { Octets.isLooseNameOctet($0) || $0 == 0x2E }.drop { $0 == 0x2E }
    line.append(contentsOf: octets)
    if !octets.isEmpty { line.append(UInt8(ascii: ".")) }
  }

  /// Appends the semicolon, the name and the equals sign of a parameter.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - isExact: Whether it is written as it is, because it was read so.
  ///   - line: Where they go.
  static func append(parameter name: String, isExact: Bool = false, to line: inout [UInt8]) {
    line.append(UInt8(ascii: ";"))
    if isExact, name.utf8.first != 0x20, name.utf8.last != 0x20,
      name.utf8.allSatisfy({ mayStandBeforeColon($0) && $0 != UInt8(ascii: "=") })
    {
      line.append(contentsOf: name.utf8)
    } else if !isAppended(name, to: &line) {
      for octet in name.utf8 where Octets.isLooseNameOctet(octet) { line.append(octet) }
    }
    line.append(UInt8(ascii: "="))
  }

  /// What ends no group and no parameter, nor a line.
  private static func mayStandBeforeColon(_ octet: UInt8) -> Bool {
    octet >= 0x20 && octet != 0x7F && octet != UInt8(ascii: ":") && octet != UInt8(ascii: ";")
      && octet != UInt8(ascii: "\"")
  }

  /// Appends a name of nothing else; `false`, with nothing appended, for any other.
  private static func isAppended(_ name: String, to line: inout [UInt8]) -> Bool {
    let octets = name.utf8Span.span
    for index in octets.indices where !Octets.isLooseNameOctet(octets[index]) { return false }
    line.append(octets)
    return true
  }

  /// Appends a name; blanks stay inside of names like `X-GOOGLE TALK`.
  static func append(name: String, to line: inout [UInt8]) {
    if isAppended(name, to: &line) { return }
    var octets = name.utf8.filter { Octets.isLooseNameOctet($0) || $0 == 0x20 }
    octets.removeFirst(octets.prefix { $0 == 0x20 }.count)
    while octets.last == 0x20 { octets.removeLast() }
    if !CardAssembler.isName(octets.span) { octets.removeAll { $0 == 0x20 } }
    line.append(contentsOf: octets)
  }

  /// Appends a type of vCard 2.1: a word of its own where the standard knows it.
  ///
  /// vCard 2.1 §2.1.2.
  static func append(type: String, _ rules: Rules, to line: inout [UInt8]) {
    line.append(UInt8(ascii: ";"))
    if Parameter.typeWords.number(of: type.utf8Span.span) != nil {
      line.append(contentsOf: type.utf8)
    } else {
      line.append(contentsOf: "TYPE=".utf8)
      appendParameterValue(type.utf8.span, rules, to: &line)
    }
  }

  /// Quotes and encodes a parameter value as its version can.
  ///
  /// RFC 6350 §3.3 and RFC 6868 §3.1; vCard 2.1 §2.1.2 escapes by a backslash, and has no quotes, but
  /// readers know them, and only between them blanks at the ends are of the value.
  /// In LABEL a backslash escapes in every version, as in the example of RFC 6350 §6.3.1, and a
  /// comma separates labels only after quotes.
  package static func appendParameterValue(
    _ value: Span<UInt8>, _ rules: Rules, isLabel: Bool = false, isOneOfLabels: Bool = false,
    to line: inout [UInt8]
  ) {
    let signs = signs(value)
    let hasBlankEnd = hasBlankEnd(value)
    // Most are words.
    if signs == .none, !hasBlankEnd, !isOneOfLabels { return line.append(value) }
    let isQuoted =
      hasBlankEnd || (rules.quotesParameters && (isOneOfLabels || signs == .meaning))
    if isQuoted { line.append(UInt8(ascii: "\"")) }
    var start = 0
    for index in value.indices {
      let octet = value[index]
      switch octet {
      case UInt8(ascii: "^"), UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: break
      case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ","):
        if isQuoted { continue }
      case 0x09, 0x20...: continue
      default: break
      }
      line.append(value.extracting(start..<index))
      start = index + 1
      switch octet {
      case 0x0A where index > 0 && value[index - 1] == 0x0D: break
      case 0x0A, 0x0D:
        if rules.decodesCircumflex {
          line.append(contentsOf: "^n".utf8)
        } else if isLabel {
          line.append(contentsOf: "\\n".utf8)
        } else {
          line.append(0x20)
        }
      case 0..<0x20, 0x7F: line.append(0x20)
      case UInt8(ascii: "^") where rules.decodesCircumflex: line.append(contentsOf: "^^".utf8)
      case UInt8(ascii: "\"") where rules.decodesCircumflex: line.append(contentsOf: "^'".utf8)
      case UInt8(ascii: "\\") where isLabel: line.append(contentsOf: [octet, octet])
      // A quotation mark of its own stands between two quotes.
      case UInt8(ascii: "\"") where isQuoted: line.append(contentsOf: "\"\\\"\"".utf8)
      default:
        if !isQuoted, octet != UInt8(ascii: "^") { line.append(UInt8(ascii: "\\")) }
        line.append(octet)
      }
    }
    line.append(value.extracting(start..<value.count))
    if isQuoted { line.append(UInt8(ascii: "\"")) }
  }

  private static func hasBlankEnd(_ value: Span<UInt8>) -> Bool {
    !value.isEmpty && (Octets.isBlank(value[0]) || Octets.isBlank(value[value.count - 1]))
  }

  /// What a value holds that may not stand in every parameter as it is.
  private enum Signs {
    case none, control
    /// What has a meaning in a parameter.
    case meaning
  }

  private static func signs(_ value: Span<UInt8>) -> Signs {
    var signs = Signs.none
    for index in value.indices {
      switch value[index] {
      case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "\\"), 0x0D, 0x0A,
        // Some readers know RFC 6868 between quotes only.
        UInt8(ascii: "^"), UInt8(ascii: "\""):
        return .meaning
      case 0..<0x09, 0x0B..<0x20, 0x7F: signs = .control
      default: break
      }
    }
    return signs
  }

  // MARK: Octets of vCard 4.0

  /// The line without folds and line end.
  package var unfoldedOctets: [UInt8] {
    let octets = octets(for: Rules(.version40))
    return Unfolding.unfolded(octets.span, 0..<octets.count)
  }

  /// Appends a text as a value, or a part of one.
  package static func append(text: Span<UInt8>, to line: inout [UInt8]) {
    escape(text, Rules(.version40), into: &line)
  }

  /// Appends the value of a LABEL.
  package static func append(label: Span<UInt8>, to line: inout [UInt8]) {
    appendParameterValue(label, Rules(.version40), isLabel: true, to: &line)
  }

  /// Appends a text as a version escapes it.
  ///
  /// - Parameters:
  ///   - text: The text, in UTF-8.
  ///   - rules: Of the version.
  ///   - escapesCommas: Whether commas separate, whatever the version.
  ///   - encoded: Where it goes.
  package static func escape(
    _ text: Span<UInt8>, _ rules: Rules, escapesCommas: Bool = false, into encoded: inout [UInt8]
  ) {
    var start = 0
    for index in text.indices {
      let octet = text[index]
      switch octet {
      case UInt8(ascii: ";"), UInt8(ascii: "\\"), 0x0D, 0x0A: break
      case UInt8(ascii: ",") where rules.separatesWithinComponents || escapesCommas: break
      default: continue
      }
      encoded.append(text.extracting(start..<index))
      start = index + 1
      if !Octets.isLineEnd(octet) {
        encoded.append(UInt8(ascii: "\\"))
        encoded.append(octet)
      } else if octet == 0x0D || index == 0 || text[index - 1] != 0x0D {
        encoded.append(
          contentsOf: rules.encodesWithQuotedPrintable ? Folding.lineEnd : [UInt8]("\\n".utf8))
      }
    }
    encoded.append(text.extracting(start..<text.count))
  }
}

extension ContentLine.Value {
  /// A text without escapes, such as a URI, but for backslashes that would be read as such.
  ///
  /// - Parameters:
  ///   - text: What it decodes to.
  ///   - name: Of the property, which says whether that is a URI always.
  package init(verbatim text: String, of name: KnownName) {
    let octets = ValueText.octets(readAs: text, keepsLineFeeds: name.isURI)
    self = .verbatim(String(decoding: octets, as: UTF8.self))
  }

  /// A line with the value, folded, with its line end.
  ///
  /// - Parameters:
  ///   - rules: Of the version to write for.
  ///   - head: The line up to its colon, with some parameters more, which say how the value is written.
  /// - Returns: The octets.
  func line(_ rules: Rules, head: ([Parameter]) -> [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    var form = RowRule.Plain.text
    func append(_ values: [String], escapesCommas: Bool = false) {
      for (index, value) in values.enumerated() {
        if index > 0 { encoded.append(UInt8(ascii: ",")) }
        ContentLine.escape(value.utf8.span, rules, escapesCommas: escapesCommas, into: &encoded)
      }
    }
    switch self {
    case .text(let text): ContentLine.escape(text.utf8.span, rules, into: &encoded)
    case .list(let values): append(values, escapesCommas: true)
    case .structure(let components):
      for (index, values) in components.enumerated() {
        if index > 0 { encoded.append(UInt8(ascii: ";")) }
        append(values)
      }
    case .verbatim(let text):
      form = .verbatim
      for octet in text.utf8 { encoded.append(Octets.isLineEnd(octet) ? 0x20 : octet) }
    case .binary(let mediaType, let octets):
      let line =
        rules.base64Encoding.map { head([Parameter("ENCODING", $0)]) }
        ?? head([]) + DataURI.head(mediaType).utf8
      var written: [UInt8] = []
      written.reserveCapacity(2 * line.count + octets.count + octets.count / 2 + 8)
      Folding.append(line.span, base64: octets, to: &written)
      // vCard 2.1 §2.1.5: base64 is folded, and a blank line ends it.
      if !rules.foldsAnywhere { written.append(contentsOf: Folding.lineEnd) }
      return written
    }
    var line = head([])
    if rules.encodesWithQuotedPrintable {
      // Before the colon it may say that the value is encoded.
      line.removeLast()
      form.endLine(encoded.span, from: 0, in: &line)
    } else {
      line.append(contentsOf: encoded)
      Folding.endLine(from: 0, in: &line)
    }
    return line
  }
}

/// Folds lines.
package enum Folding {
  /// Octets of a physical line without its line end.
  ///
  /// RFC 2425 §5.8.1, RFC 6350 §3.2.
  package static let width = 75
  static let lineEnd: [UInt8] = [0x0D, 0x0A]
  private static let fold: [UInt8] = [0x0D, 0x0A, 0x20]

  /// Appends a line, folded and with its line end.
  ///
  /// No fold splits a UTF-8 sequence.
  ///
  /// - Parameters:
  ///   - line: The line without folds.
  ///   - keepsEscapes: Whether no fold may split `=41` either.
  ///   - width: Octets of the longest physical line, without its line end.
  ///   - text: Where it goes.
  static func append<Sink: OctetSink & ~Copyable>(
    _ line: Span<UInt8>, keepsEscapes: Bool = false, width: Int = width, to text: inout Sink
  ) {
    _ = append(openLine: line, keepsEscapes: keepsEscapes, width: width, to: &text)
    text.append(lineEnd.span)
  }

  /// Ends a line, whose octets are the last of a text, and folds it.
  ///
  /// - Parameters:
  ///   - start: Where the line starts.
  ///   - text: What it stands in.
  package static func endLine(from start: Int, in text: inout [UInt8]) {
    if text.count - start > width {
      let line = Array(text[start...])
      text.removeLast(line.count)
      _ = append(openLine: line.span, to: &text)
    }
    text.append(contentsOf: lineEnd)
  }

  /// Appends a line that ends in base64, folded and with its line end.
  ///
  /// - Parameters:
  ///   - line: The line without folds, up to its base64.
  ///   - octets: What its base64 says.
  ///   - text: Where it goes.
  static func append(_ line: Span<UInt8>, base64 octets: [UInt8], to text: inout [UInt8]) {
    let room = append(openLine: line, to: &text)
    Base64.append(octets.span, room: room, width: width - 1, to: &text)
    text.append(contentsOf: lineEnd)
  }

  /// Appends the start of a line, folded; gives the octets that its last physical line still takes.
  private static func append<Sink: OctetSink & ~Copyable>(
    openLine line: Span<UInt8>, keepsEscapes: Bool = false, width: Int = width,
    to text: inout Sink
  ) -> Int {
    var index = 0
    var room = width
    while line.count - index > room {
      var end = index + room
      // A character, and an escape before it, is cut in its last six octets or not at all.
      let least = max(index, end - 6)
      while end > least, line[end] & 0xC0 == 0x80 || keepsEscapes && splitsEscape(line, end) {
        end -= 1
      }
      if end == least {
        // What is no quoted-printable stays in one line; octets that are no UTF-8 have no boundary.
        if keepsEscapes { break }
        end = index + room
      }
      text.append(line.extracting(index..<end))
      text.append(fold.span)
      index = end
      room = width - 1
    }
    text.append(line.extracting(index..<line.count))
    return room - (line.count - index)
  }

  private static func splitsEscape(_ line: Span<UInt8>, _ index: Int) -> Bool {
    let equals = UInt8(ascii: "=")
    return line[index - 1] == equals || index > 1 && line[index - 2] == equals
  }
}

extension ContentLine {
  /// Creates a line that says what a property says.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - text: Gives the value of one that is a single text.
  package init(_ property: Property, text: (String) -> Value) {
    let value: Value =
      switch property.value {
      case .text(let said): text(said)
      case .list(let values): .list(values)
      case .structure(let components): .structure(components)
      case .binary(let mediaType, let octets): .binary(mediaType: mediaType, octets: octets)
      }
    self.init(
      group: property.group, property.name.spelling, parameters: property.parameters, value)
  }

  /// Removes types; a TYPE without any goes.
  package mutating func removeTypes(where isRemoved: (String) -> Bool) {
    for index in parameters.indices where parameters[index].name == "TYPE" {
      parameters[index].values.removeAll(where: isRemoved)
    }
    parameters.removeAll { $0.name == "TYPE" && $0.values.isEmpty }
  }

  /// Removes what a line says by itself of octets.
  ///
  /// - Parameter name: The property, of whose octets a type may name the media type.
  package mutating func removeMediaType(of name: KnownName) {
    parameters.removeAll { $0.name == "VALUE" || $0.name == "MEDIATYPE" }
    removeTypes { MediaType.named($0, name) != nil }
  }
}

extension ContentLine.Value {
  /// The value that a property of a name decodes to a text again.
  ///
  /// - Parameters:
  ///   - text: What it decodes to.
  ///   - name: The name in upper case, which says whether separators get a backslash.
  package init(decoded text: String, of name: String) {
    let definition = PropertyRegistry.named(name)
    let isText =
      switch definition?.form.change {
      case .text, .list, .components, nil: true
      default: false
      }
    // What is no text has no escapes, unless it holds what a line cannot hold else.
    let isPlain = text.utf8.allSatisfy { $0 != UInt8(ascii: "\\") && !Octets.isLineEnd($0) }
    self =
      if let definition, definition.form.isURI {
        ContentLine.Value(verbatim: text, of: definition.name)
      } else {
        !isText && isPlain ? .verbatim(text) : .text(text)
      }
  }
}
