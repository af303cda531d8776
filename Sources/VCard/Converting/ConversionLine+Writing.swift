extension ConversionLine {
  /// Appends the line as a version writes it, folded, with its line end.
  func write(_ rules: Rules, into text: inout [UInt8]) {
    // RFC 6350 §5.7: a media type may have parameters of its own, so some readers take what comes
    // after it for one.
    let types = parameters.filter { $0.name == "MEDIATYPE" }
    if !types.isEmpty, parameters.last?.name != "MEDIATYPE" {
      var line = self
      line.remove("MEDIATYPE")
      line.parameters += types
      return line.write(rules, into: &text)
    }
    if known == .agent, let nested = nestedLines(rules) {
      text.append(contentsOf: nested)
      return
    }
    guard rules.separatesWithinComponents else {
      text.append(contentsOf: contentLine.octets(for: rules, addsMediaType: false))
      return
    }
    switch value {
    case .binary(let type, let octets):
      let line = ContentLine(
        group: group, name, parameters: parameters, .binary(mediaType: type, octets: octets))
      text.append(contentsOf: line.octets(for: rules, addsMediaType: false))
    case .escaped(let octets):
      var line = ContentLine(group: group, name, parameters: parameters, .text(""))
        .head(parameters, rules, isExact: isExact)
      ConversionLine.append(octets, to: &line)
      Folding.append(line.span, to: &text)
    }
  }

  /// The lines of a card within the card; `nil` where there is none, or the version has none.
  private func nestedLines(_ rules: Rules) -> [UInt8]? {
    guard rules.nestsCards || first("X-NESTED") == rules.version.rawValue,
      let lines = NestedCard.lines(self.text)
    else { return nil }
    var line = self
    line.remove("X-NESTED")
    let content = ContentLine(group: group, name, .text(""))
    return content.head(line.parameters, rules) + [0x0D, 0x0A] + lines
  }

  /// Appends a value; what cannot stand in a line becomes what can.
  private static func append(_ octets: [UInt8], to line: inout [UInt8]) {
    guard octets.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
      line.append(contentsOf: octets)
      return
    }
    for octet in octets {
      switch octet {
      case 0x0A: line.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
      case 0x0D: break
      default: line.append(octet)
      }
    }
  }

  /// The line for vCard 2.1, which escapes otherwise.
  private var contentLine: ContentLine {
    let value: ContentLine.Value
    switch self.value {
    case .binary(let type, let octets): value = .binary(mediaType: type, octets: octets)
    case .escaped(let octets):
      switch decoded {
      case .list(let values): value = .list(values)
      case .structure(let components): value = .structure(components.map(ConversionLine.literal))
      default:
        let type = (first("VALUE") ?? first("X-VALUE"))?.lowercased()
        if known.isURI && type != "text" || type == "url" && !text.utf8.contains(0x0A) {
          value = .verbatim(text)
        } else if known == .unknown || known.isVendors {
          // What stands between semicolons may be parts.
          value = .structure(ValueText.components(octets, splitsAtCommas: false))
        } else {
          value = .text(text)
        }
      }
    }
    return ContentLine(group: group, name, parameters: parameters, value)
  }

  /// vCard 2.1 has no values within a component: a comma is a comma.
  private static func literal(_ component: [String]) -> [String] {
    component.count > 1 ? [component.joined(separator: ",")] : component
  }
}
