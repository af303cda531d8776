// SORT-STRING and LABEL, which vCard 4.0 has as parameters.
extension Conversion {
  /// Finds what each N gets as SORT-AS, by its place.
  ///
  /// RFC 6350 §5.9 made SORT-STRING a parameter.
  mutating func takeSortStrings() -> [Int: String] {
    if has(.sortString) { read([.n, .sortString]) }
    var keys: [Int: String] = [:]
    var name: Int?
    var string: Int?
    for index in entries.indices where !entries[index].isDerived {
      guard let known = entries[index].line?.known, known == .n || known == .sortString,
        let line = entries[index].line
      else { continue }
      if known == .n {
        name = name ?? index
        if let own = line.first(.sortString), !line.has(.sortAs.carried) { keys[index] = own }
      } else if string == nil, !line.has(.version), Conversion.fitsParameter(line.text),
        line.text.utf8.first != 0x20, line.text.utf8.last != 0x20
      {
        string = index
      }
    }
    guard let name, let string, let line = entries[string].line, !line.octets.isEmpty,
      let target = entries[name].line, !target.has(.sortAs.carried), !target.has(.sortAs)
    else { return keys }
    if keys[name] == nil { keys[name] = line.text }
    if carries {
      var ignored = ConversionLosses.ignored
      entries[string].result = converter.convert(line, &ignored)
    } else {
      entries[string].line = nil
      entries[string].result = nil
    }
    return keys
  }

  /// Takes LABEL from ADR and SORT-AS from N where properties say them.
  mutating func splitModernParameters() {
    var carriedLabels: Set<String> = []
    var carriedSorts: Set<String> = []
    for entry in entries where !entry.isDerived && entry.line?.known == .unknown {
      guard let line = entry.line else { continue }
      switch Property.Name.uppercased(line.name) {
      case "X-LABEL" where entry.seen?.isPaired == true: carriedLabels.insert(line.text)
      case "X-SORT-STRING": carriedSorts.insert(line.text)
      default: break
      }
    }
    for index in entries.indices where !entries[index].isDerived {
      guard let name = entries[index].line?.known, name == .n || name == .adr,
        var line = entries[index].line
      else { continue }
      if name == .n, let sort = line.first(.sortAs),
        carriedSorts.contains(sort) || line.first(.sortString.carried) == sort
      {
        line.remove(.sortAs)
        entries[index].line = line
      }
      if name == .adr, let text = line.only(.label), !Conversion.hadLabel(line) {
        if !carriedLabels.contains(text) {
          guard let lines = Conversion.splitLabel(line, converter: converter, losses: &losses)
          else { continue }
          entries[index].result = lines.address
          entries[index].followers.append(lines.label)
        }
        line.remove(.label)
        entries[index].line = line
      }
    }
  }

  /// Whether an address had a label as a parameter in the version that its mark tells of.
  private static func hadLabel(_ line: ConversionLine) -> Bool {
    line.original.map { $0.line.has(.label) || $0.line.has(.label.carried) } ?? false
  }

  /// An address and its label as the properties of vCard 2.1 and 3.0.
  static func splitLabel(
    _ line: ConversionLine, converter: LineConverter, losses: inout ConversionLosses
  ) -> (address: ConversionLine, label: ConversionLine)? {
    guard let text = line.only(.label), fitsParameter(text), !line.has(.version),
      !hadLabel(line)
    else { return nil }
    var line = line
    line.remove(.label)
    guard let address = converter.convert(line, &losses) else { return nil }
    let label = ConversionLine(
      group: address.group, "LABEL", parameters: shared(address),
      .escaped(ConversionLine.escaped(text)), row: line.row)
    return (address, label)
  }
}
