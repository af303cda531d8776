// Pictures, sounds and keys.
extension LineConverter {
  /// Octets of a property that the standards have as text, or have not at all.
  func convertForeignOctets(_ line: inout ConversionLine) {
    if isToModern, case .binary(let type, let octets) = line.value {
      line.octets = Array(DataURI.encode(mediaType: type, octets: octets).utf8)
      if carries { line.append(ParameterName(.encoding, 1), "b") }
    } else if isToOld, line.has(ParameterName(.encoding, 1)), UniformText.isData(line.octets),
      let (type, octets) = DataURI.decode(line.text)
    {
      line.remove(ParameterName(.encoding, 1))
      line.value = .binary(mediaType: type, octets: octets)
    }
  }

  /// A line of the target that it had before, with octets as the target holds them, which may have been
  /// base64 there against the standard.
  func withForeignOctets(_ line: ConversionLine) -> ConversionLine {
    guard isToModern, case .binary = line.value else { return line }
    if case .binary? = PropertyRegistry.standard(line.known)?.change { return line }
    var line = line
    convertForeignOctets(&line)
    return line
  }

  func convertBinary(_ line: inout ConversionLine, _ losses: inout ConversionLosses) {
    let known = line.known
    if source != target, !line.has(.value, "TEXT"), line.octets.contains(UInt8(ascii: "\\")) {
      // In a `data:` URI that can be read, they mean nothing.
      let text = line.text
      if DataURI.decode(text) != nil { line.octets = Array(text.utf8) }
    }
    if isToModern {
      if case .binary(let type, let octets) = line.value {
        line.removeTypes { MediaType.named($0, known) != nil }
        line.octets = Array(DataURI.encode(mediaType: type, octets: octets).utf8)
      } else if UniformText.hasScheme(line.text),
        !UniformText.isData(line.octets) || DataURI.decode(line.text) != nil
      {
        if line.has(.value, "URI") { line.remove(.value) }
        guard !UniformText.isData(line.octets),
          let type = line.types.compactMap({ MediaType.named($0, known) }).first
        else { return }
        line.removeTypes { MediaType.named($0, known) != nil }
        line.append(.mediatype, type)
      } else {
        // A key may be text; what else is neither octets nor a reference is no more than that.
        line.set(.value, "text")
        LineValues.escapeSeparators(&line, semicolons: false)
      }
    } else if isToOld {
      if line.known != .key, !UniformText.hasScheme(line.text), line.saysText {
        line.remove(.value)
        line.remove(.value.carried)
        return
      }
      if UniformText.isData(line.octets) {
        let (text, name) = (line.text, line.name)
        let whole = DataURI.decode(text)
        guard let (type, octets) = whole ?? DataURI.decode(text, isLoose: true) else {
          return carryUnreadable(&line, &losses)
        }
        if whole == nil, !carries {
          losses.append(.lossValue, row: line.row, about: "\(name) holds what is not base64")
        }
        embed(octets, type, in: &line)
      } else if !line.has(.value), UniformText.hasScheme(line.text) {
        line.append(.value, to.referenceType)
      }
    } else if source != target, UniformText.isData(line.octets) {
      guard let (type, octets) = DataURI.decode(line.text) else {
        return carryUnreadable(&line, &losses)
      }
      // RFC 2426 §3.7.2: a key is octets or text, and no reference.
      if to.quotesParameters, !RuleTable.of(target)[known].types.contains(.uri) {
        embed(octets, type, in: &line)
      }
    }
  }

  private func carryUnreadable(_ line: inout ConversionLine, _ losses: inout ConversionLosses) {
    let name = line.name
    carry(&line, .lossValue, "\(name) is a data: URI that cannot be read", &losses)
  }

  /// Makes octets of what was a `data:` URI.
  private func embed(_ octets: [UInt8], _ type: String, in line: inout ConversionLine) {
    line.remove(.value)
    if MediaType.isWellFormed(type), type != MediaType.unknown {
      let word = MediaType.typeWord(type) ?? type
      if !line.types.contains(word.lowercased()) {
        line.append(.type, word)
      }
    }
    // As a reader finds it.
    let named = line.types.compactMap { MediaType.named($0, line.known) }.first
    line.value = .binary(
      mediaType: named ?? MediaType.sniffed(octets) ?? MediaType.unknown, octets: octets)
  }
}
