public import VCard

/// What of a card a code says that telephones photograph: a vCard 3.0 of what matters.
///
/// Telephones read 3.0 best; some garble UTF-8 in 4.0 (soldair/simple-qrcode #260).
public struct CodeText: Hashable, Sendable {
  /// The card, its lines not folded.
  public let octets: [UInt8]
  /// The names of the properties of which some were left out, in the order of the card.
  public let leftOut: [String]

  /// What is there in every case, and what comes after it while there is room, in that order.
  private static let always: [KnownName] = [.n, .fn, .tel, .email]
  private static let whileItFits: [KnownName] = [.org, .title, .url, .adr, .bday, .note]

  /// Chooses what a code says.
  ///
  /// - Parameters:
  ///   - card: A card in version 3.0.
  ///   - limit: The most octets; what does not fit is left out, but for the name, telephones and
  ///     addresses of mail.
  /// - Complexity: O(*n*) in the octets of the card.
  public init(_ card: Card, limit: Int) {
    var chosen = Card(version: .version30)
    let writer = CardWriter(options: CardWriter.Options(folding: .never))
    func written(_ card: Card) -> [UInt8] {
      var octets: [UInt8] = []
      writer.write(card, into: &octets)
      return octets
    }
    let empty = written(chosen).count
    var size = empty
    var indices: Set<Int> = []
    for name in CodeText.always + CodeText.whileItFits {
      for property in card.properties(named: name) where !property.text.isEmpty {
        let line = CodeText.line(property)
        var alone = Card(version: .version30)
        alone.append(line)
        let more = written(alone).count - empty
        guard size + more <= limit || CodeText.always.contains(name) else { continue }
        chosen.append(line)
        size += more
        indices.insert(property.index)
      }
    }
    octets = written(chosen)
    var left = UniqueTexts()
    for property in card.properties where !indices.contains(property.index) {
      let name = property.canonicalName
      if !name.isEmpty, !property.text.isEmpty { left.insert(name) }
    }
    leftOut = left.texts
  }

  /// The line of a property without what no telephone asks for.
  private static func line(_ property: Property) -> ContentLine {
    // Where the year is none that must be said.
    let kept = ["TYPE", "VALUE", YearlessDate.parameter]
    var line = property.contentLine
    line.group = nil
    line.parameters.removeAll { !kept.contains($0.name) }
    return line
  }
}

extension Property {
  /// What the line says, to be written anew.
  var contentLine: ContentLine {
    ContentLine(self) { ContentLine.Value(decoded: $0, of: name.canonical) }
  }
}
