extension ConversionLine {
  /// Appends the line as a version writes it, folded, with its line end.
  func write(_ rules: Rules, into text: inout [UInt8]) {
    guard let findings else { return writeAnew(rules, into: &text) }
    if let known = findings.octets, known.version == rules.version {
      text.append(known.octets.span)
      return
    }
    let start = text.count
    writeAnew(rules, into: &text)
    findings.octets = (rules.version, Array(text[start...]))
  }

  private func writeAnew(_ rules: Rules, into text: inout [UInt8]) {
    if known == .agent, let nested = nestedLines(rules) {
      text.append(contentsOf: nested)
      return
    }
    switch value {
    case .binary(let mediaType, let octets):
      let binary = ContentLine.Value.binary(mediaType: mediaType, octets: octets)
      text += binary.line(rules) { added in
        var head: [UInt8] = []
        writeHead(rules, isExact: isExact, added: added, to: &head)
        return head + [UInt8(ascii: ":")]
      }
    case .escaped(let octets) where rules.separatesWithinComponents:
      let start = text.count
      writeHead(rules, isExact: isExact, to: &text)
      text.append(UInt8(ascii: ":"))
      ConversionLine.append(octets, to: &text)
      Folding.endLine(from: start, in: &text)
    case .escaped(let octets): writePlainly(octets, rules, into: &text)
    }
  }

  /// The lines of a card within the card; `nil` where there is none, or the version has none.
  private func nestedLines(_ rules: Rules) -> [UInt8]? {
    guard rules.nestsCards || first(.nested) == rules.version.rawValue,
      let lines = NestedCard.lines(self.text)
    else { return nil }
    var line = self
    line.remove(.nested)
    var head: [UInt8] = []
    line.writeHead(rules, to: &head)
    return head + ":\r\n".utf8 + lines
  }

  /// Appends a value; what cannot stand in a line becomes what can.
  private static func append(_ octets: [UInt8], to line: inout [UInt8]) {
    guard octets.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
      return line.append(octets.span)
    }
    for octet in octets {
      switch octet {
      case 0x0A: line.append("\\n")
      case 0x0D: break
      default: line.append(octet)
      }
    }
  }

  /// Appends the line as vCard 2.1 has it, which escapes otherwise.
  private func writePlainly(_ octets: [UInt8], _ rules: Rules, into text: inout [UInt8]) {
    let type = has(.value) ? ParameterName.value : ParameterName.value.carried
    var plain: [UInt8] = []
    let form: RowRule.Plain
    if known.shape == .single,
      known.isURI && !has(type, "TEXT") || has(type, "URL") && !self.text.utf8.contains(0x0A)
    {
      form = .verbatim
      let raw =
        octets.contains(UInt8(ascii: "\\"))
        ? ValueText.octets(readAs: self.text, keepsLineFeeds: known.isURI) : octets
      plain = raw.map { Octets.isLineEnd($0) ? 0x20 : $0 }
    } else {
      form = RowRule.Plain(known)
      // Text in the place of a URI is read as one: `\n` is a backslash and a letter.
      let whole =
        known.isURI
        ? ConversionLine.escaped(self.text) : LineValues.escaped(octets, .single, inURI: false)
      let clean = LineValues.cleanEscapes(whole) ?? whole
      form.append(clean.span, to: &plain)
    }
    let start = text.count
    writeHead(rules, isExact: isExact, to: &text)
    form.endLine(plain.span, from: start, in: &text)
  }
}
