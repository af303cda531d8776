/// Finds out the charset of text that declares none.
package enum CharsetGuess {
  /// Percent.
  ///
  /// Below this ICU only guesses; measured on short address books in nine charsets.
  private static let leastConfidence = 30

  /// Octets beyond ASCII.
  ///
  /// One or two letters fit every charset alike.
  private static let leastOctets = 6

  /// The name of the charset; windows-1252 when nothing speaks clearly for another.
  package static func charset(of octets: [UInt8]) -> String {
    let lines = linesBeyondASCII(octets)
    guard lines.count(where: { $0 >= 0x80 }) >= leastOctets, var detector = try? CharsetDetector(),
      let matches = try? detector.detect(lines.span)
    else { return "windows-1252" }
    for match in matches where match.confidence >= leastConfidence {
      if isPlausible(match.name) { return match.name }
    }
    return "windows-1252"
  }

  /// The lines that tell something: those with octets beyond ASCII, without names and parameters.
  private static func linesBeyondASCII(_ octets: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    for line in octets.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    where line.contains(where: { $0 >= 0x80 }) {
      let value = line.drop { $0 != UInt8(ascii: ":") }.dropFirst()
      lines.append(contentsOf: value.isEmpty ? line : value)
      lines.append(0x0A)
    }
    return lines
  }

  /// UTF-16 and UTF-32 are told by the reader; EBCDIC never held a vCard.
  private static func isPlausible(_ name: String) -> Bool {
    !name.hasPrefix("UTF") && !name.hasPrefix("IBM")
  }
}
