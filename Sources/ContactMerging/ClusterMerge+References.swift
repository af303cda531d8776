package import VCard

extension ClusterMerge {
  /// The merged card as text in which pictures, sounds and the like are references to the cards that
  /// hold them: `PHOTO;VALUE=uri:cid:1/4` is the line 4 of card 1, both from 0.
  ///
  /// RFC 2392 has the scheme. So a plan of many photos is small.
  package var referenceText: String {
    var text: [UInt8] = []
    appendReferenceText(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends ``referenceText``.
  package func appendReferenceText(to text: inout [UInt8]) {
    CardWriter().write(mayEmbed ? referring : card, into: &text)
  }

  /// Whether some line may hold octets.
  private var mayEmbed: Bool {
    entries.contains { entry in
      let line = lines[entry.line]
      guard line.text != nil || line.traits.contains(.plain) else { return true }
      let octets = sources[line.source].octets
      let value = line.text.map { octets[$0] } ?? property(line).rawValue
      // Of `data:`.
      return value.first { $0 > 0x20 }.map { $0 | 0x20 == UInt8(ascii: "d") } ?? false
    }
  }

  /// The merged card with references.
  private var referring: Card {
    var card = card
    var index = -1
    card.replaceProperties { property in
      index += 1
      guard !property.isMalformed, property.embedded != nil,
        let origin = traces[index].first, let row = origin.row
      else { return nil }
      let parameters = CarriedLine.spelled(property.parameters, without: CarriedLine.tellsOctets)
      return ContentLine(
        group: property.group, property.name.spelling,
        parameters: parameters + [Parameter("VALUE", "uri")],
        .verbatim("cid:\(origin.card)/\(row)"))
    }
    return card
  }

  /// A card with the pictures and the like that it refers to in other cards.
  ///
  /// - Parameters:
  ///   - card: The card, with references as ``referenceText`` has them.
  ///   - sources: The cards that the references count.
  /// - Returns: The card; `nil` when a reference leads nowhere.
  package static func resolved(_ card: Card, _ sources: [Card]) -> Card? {
    var card = card
    var isWhole = true
    card.replaceProperties { property in
      guard !property.isMalformed,
        property.rawValue.first(where: { $0 > 0x20 }) == UInt8(ascii: "c"),
        let reference = Reference(property.rawText)
      else { return nil }
      guard sources.indices.contains(reference.card),
        let binary = sources[reference.card].properties.dropFirst(reference.row)
          .first(where: { _ in true })?.embedded
      else {
        isWhole = false
        return nil
      }
      var parameters = property.parameters
      parameters.removeAll { $0.name == "VALUE" }
      return ContentLine(
        group: property.group, property.name.spelling, parameters: parameters,
        .binary(mediaType: binary.mediaType, octets: binary.octets))
    }
    return isWhole ? card : nil
  }

  private struct Reference {
    let card: Int
    let row: Int

    init?(_ text: String) {
      guard text.hasPrefix("cid:") else { return nil }
      let parts = text.dropFirst(4).split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let card = Self.number(parts[0]), let row = Self.number(parts[1])
      else { return nil }
      (self.card, self.row) = (card, row)
    }

    /// A number of digits; one too large to count is that of no card and no line.
    private static func number(_ digits: Substring) -> Int? {
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      return Int(digits) ?? .max
    }
  }
}

extension Property {
  /// The octets that stand in the line itself, in base64 or in a `data:` URI, and their type.
  var embedded: (mediaType: String, octets: [UInt8])? {
    if isMalformed || isNestedCard { return nil }
    if isBase64 { return binary }
    guard let first = rawValue.first(where: { $0 > 0x20 }),
      first | 0x20 == UInt8(ascii: "d"), rawText.lowercased().hasPrefix("data:")
    else { return nil }
    return DataURI.decode(text).map { (mediaType: $0.0, octets: $0.1) }
  }

  /// The value without folds and blanks around it.
  fileprivate var rawText: String {
    MergeKeyWriter.normalized(String(decoding: rawValue, as: UTF8.self))
  }
}
