extension ConversionLine {
  /// Appends the line as a version writes it, folded, with its line end.
  func write(_ rules: Rules, into text: inout [UInt8]) {
    if known == .agent, let nested = nestedLines(rules) {
      text.append(contentsOf: nested)
      return
    }
    guard case .escaped(let octets) = value, rules.separatesWithinComponents else {
      let line = contentValue.line(rules) { added in
        var head: [UInt8] = []
        writeHead(rules, isExact: isExact, added: added, to: &head)
        return head
      }
      text.append(contentsOf: line)
      return
    }
    let start = text.count
    writeHead(rules, isExact: isExact, to: &text)
    ConversionLine.append(octets, to: &text)
    Folding.endLine(from: start, in: &text)
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
    return head + [0x0D, 0x0A] + lines
  }

  /// Appends a value; what cannot stand in a line becomes what can.
  private static func append(_ octets: [UInt8], to line: inout [UInt8]) {
    guard octets.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
      return line.append(octets.span)
    }
    for octet in octets {
      switch octet {
      case 0x0A: line.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
      case 0x0D: break
      default: line.append(octet)
      }
    }
  }

  /// The value as octets, and as vCard 2.1 has it, which escapes otherwise.
  private var contentValue: ContentLine.Value {
    switch value {
    case .binary(let type, let octets): return .binary(mediaType: type, octets: octets)
    case .escaped(let octets):
      switch decoded {
      case .list(let values): return .list(values)
      case .structure(let components): return .structure(components.map(ConversionLine.literal))
      default:
        let name = has(.value) ? ParameterName.value : ParameterName.value.carried
        if known.isURI && !has(name, "TEXT") || has(name, "URL") && !text.utf8.contains(0x0A) {
          return ContentLine.Value(verbatim: text, of: known)
        }
        if known == .unknown || known.isVendors {
          // What stands between semicolons may be parts.
          return .structure(ValueText.components(octets, splitsAtCommas: false))
        }
        return .text(text)
      }
    }
  }

  /// vCard 2.1 has no values within a component: a comma is a comma.
  private static func literal(_ component: [String]) -> [String] {
    component.count > 1 ? [component.joined(separator: ",")] : component
  }
}
