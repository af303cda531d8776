import ContactMerging
import ContactStore
package import VCard

/// A card as it is sent.
package struct OutgoingCard {
  /// The card.
  package let card: Card
  /// Its octets, UTF-8 with CRLF.
  package let octets: [UInt8]

  /// Makes a card ready to be sent.
  ///
  /// - Parameters:
  ///   - record: The card in the book.
  ///   - version: That in which the server has it; `nil` for a new one, which is sent in 3.0: every server
  ///     takes that.
  ///   - uid: The UID that it has on the server.
  ///   - members: UIDs that members have on the server, by those that they have in the book.
  package init(
    _ record: Card, version: Version?, uid: String?, members: [String: String] = [:]
  ) {
    var card = record
    let version = version == .version40 ? Version.version40 : .version30
    if card.version == version, !card.isSentAsRead {
      // What is not UTF-8 comes out as such from the other version.
      card = card.converted(to: version == .version30 ? .version40 : .version30)
    }
    card = card.converted(to: version)
    if let uid { card.setUID(uid) }
    if version == .version30 { card.sayGroupAsOthersDo() }
    card.renameMembers(members)
    self.init(ready: card)
  }

  /// A card that is as it is to be sent.
  init(ready card: Card) {
    var octets: [UInt8] = []
    CardWriter().write(card, into: &octets)
    self.octets = octets
    self.card = Card(resource: octets) ?? card
  }

  /// The same card in a form in which servers leave values whole of which they destroyed some; `nil`
  /// where there is no other form.
  ///
  /// Lists stand on a line for each value, a comma in a URI as `%2C`, octets in base64 with ENCODING:
  /// what Radicale 3.9.0 leaves whole.
  ///
  /// - Parameter lost: The properties of ``card`` that were not found there.
  /// - Returns: The card.
  package func guarded(_ lost: [Property]) -> OutgoingCard? {
    var edited = card
    var isOther = false
    for property in lost where !property.isMalformed {
      let lines = OutgoingCard.guarded(property)
      guard let first = lines.first else { continue }
      isOther = true
      edited.replace(lineAt: property.index, rawLine: first)
      for line in lines.dropFirst() { edited.append(rawLine: line) }
    }
    return isOther ? OutgoingCard(ready: edited) : nil
  }

  /// The lines that say what a property says without a comma that is no part of a value; none where it is
  /// such already.
  private static func guarded(_ property: Property) -> [[UInt8]] {
    var line = ContentLine(
      group: property.group, property.name.spelling, parameters: property.parameters, .text(""))
    if !property.isBase64, let (type, octets) = DataURI.decode(property.text) {
      line.parameters.removeAll { ["VALUE", "MEDIATYPE"].contains($0.name) }
      line.value = .binary(mediaType: type, octets: octets)
      // RFC 2426 §2.4.1; 4.0 has no such form, and every reader understands it.
      return [line.octets(for: Rules(.version30))]
    }
    let octets = Array(property.text.utf8)
    if property.shape == .list, property.list.count > 1 {
      return property.list.map { value in
        line.value = .list([value])
        return line.octets(for: property.rules)
      }
    }
    if octets.contains(UInt8(ascii: ",")), PropertyDefinition.isURI(octets.span) {
      line.value = .init(verbatim: property.text.replacing(",", with: "%2C"), of: property.known)
      return [line.octets(for: property.rules)]
    }
    return []
  }
}

extension Card {
  /// Whether all of it is UTF-8 that no line says to be something else.
  fileprivate var isSentAsRead: Bool {
    declaresVersion && undeclaredCharset == nil
      && !properties.contains { !$0.parameter("CHARSET").isEmpty }
  }

  /// Has a group's card of 3.0 say what it is and whom it has in one way only, the one that others change:
  /// members whom they take out would be there still.
  fileprivate mutating func sayGroupAsOthersDo() {
    let names = ["X-ADDRESSBOOKSERVER-KIND", "X-ADDRESSBOOKSERVER-MEMBER"]
    guard properties.contains(where: { $0.canonicalName == names[0] }) else { return }
    var (replaced, removed): ([Int: ContentLine], Set<Int>) = ([:], [])
    for property in properties {
      if ["X-KIND", "X-MEMBER"].contains(property.canonicalName) {
        removed.insert(property.index)
      } else if names.contains(property.canonicalName), !property.parameters.isEmpty {
        replaced[property.index] = ContentLine(
          property.canonicalName, .init(verbatim: property.text, of: property.known))
      }
    }
    edit(replaced: replaced, removed: removed, inserted: [:], appended: [])
  }
}
