import CardFormats
import TestSupport
import Testing
import VCard

/// What holds for every format that says all of a card.
enum FormatLaws {
  /// The card of octets.
  static func card(_ octets: [UInt8]) -> Card {
    guard let card = Card(reading: octets) else {
      preconditionFailure("the octets hold a card")
    }
    return card
  }

  /// Writes generated cards and reads them back, and reads damaged documents without a trap.
  ///
  /// - Parameters:
  ///   - write: Writes a card of vCard 4.0 into an empty document.
  ///   - read: Reads the card of a document; `nil` where there is none.
  /// - Throws: What `write` throws.
  static func hold(
    write: (Card, inout [UInt8]) throws -> Void, read: ([UInt8]) -> Card?
  ) throws {
    var random = SeededGenerator(seed: 7095)
    var documents: [[UInt8]] = []
    for round in 0..<400 {
      let kind: CardGenerator.Kind = round.isMultiple(of: 2) ? .valid : .wild
      let generated = CardGenerator(.version40, kind).card(using: &random)
      let card = card(generated.octets)
      var document: [UInt8] = []
      try write(card, &document)
      documents.append(document)
      guard let back = read(document) else {
        Issue.record("no card: \(generated.text)")
        continue
      }
      // What the document says is said again.
      var again: [UInt8] = []
      try write(back, &again)
      #expect(
        again == document,
        "\(String(decoding: document, as: UTF8.self))\n\(String(decoding: again, as: UTF8.self))")
      guard kind == .valid else { continue }
      let (old, new) = (content(card), content(back))
      #expect(old == new, "\(generated.text)")
    }
    for round in 0..<10_000 {
      let damaged = Mutation.damaged(
        documents[round % documents.count], documents[(round * 7) % documents.count],
        using: &random)
      if let card = read(damaged) {
        var document: [UInt8] = []
        try write(card, &document)
      }
    }
  }

  /// What the lines of a card say, however they are written.
  static func content(_ card: Card) -> [String] {
    let properties = card.properties.filter { property in
      !property.isComment && property.canonicalName != "X-VCARD-LINE"
    }
    return properties.map { property in
      var values = "\(property.value)"
      if let definition = PropertyRegistry.named(property.canonicalName),
        definition.defaultType(in: .version40).map({ $0.contains("date") || $0 == "timestamp" })
          == true
      {
        values = DateText.basic(property.text) ?? property.text
      }
      if case .structure(let components) = property.value {
        values =
          "\(components.reversed().drop { $0.joined().isEmpty }.map { $0 == [""] ? [] : $0 })"
      }
      let parameters = property.parameters.filter { !["VALUE", "ENCODING"].contains($0.name) }
      let words = Set(
        parameters.flatMap { parameter in
          // RFC 6350 §5.6: types are words in whatever case.
          parameter.values.map { value in
            "\(parameter.name)=\(parameter.name == "TYPE" ? value.lowercased() : value)"
          }
        })
      return "\(property.group ?? "").\(property.canonicalName) \(words.sorted()) \(values)"
    }
  }
}
