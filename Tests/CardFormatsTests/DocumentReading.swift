import CardFormats
import VCard

/// What a reader of documents gives, in the form in which tests compare it.
enum DocumentReading {
  /// Reads octets in pieces.
  ///
  /// - Parameters:
  ///   - octets: The document.
  ///   - cuts: Where a piece ends and the next begins.
  ///   - reader: The reader.
  /// - Returns: The cards as they are written, and the diagnostics of each and of what is no card.
  static func read(
    _ octets: [UInt8], cutAt cuts: [Int] = [], with reader: some CardDocumentReader
  ) -> (cards: [String], diagnostics: [Diagnostic]) {
    var reader = reader
    var cards: [String] = []
    var found: [Diagnostic] = []
    var start = 0
    for end in cuts + [octets.count] {
      reader.append(octets[start..<end])
      start = end
      if end == octets.count { reader.finish() }
      while let entry = reader.next() {
        switch entry {
        case .card(let card, let diagnostics):
          cards.append(card.text)
          found += diagnostics
        case .noCard(let diagnostic): found.append(diagnostic)
        }
      }
    }
    return (cards, found)
  }

  /// What the properties of a card say, each decoded; types in lower case, and a line that is no
  /// property as conversions carry it.
  static func content(_ card: Card) -> [String] {
    card.properties.filter { !$0.isComment }.map { property in
      let parameters = property.parameters.filter {
        !["ENCODING", "CHARSET"].contains($0.name)
      }.map { parameter in
        let values = parameter.values.map { parameter.name == "TYPE" ? $0.lowercased() : $0 }
        return "\(parameter.name)=\(values)"
      }
      let name = property.isMalformed ? "X-VCARD-LINE" : property.canonicalName
      return "\(property.group ?? "") \(name) \(parameters) \(property.value)"
    }
  }
}
