import ContactMerging
import ContactStore
package import VCard

extension Card {
  /// The one card of a resource; `nil` when it holds none, or several.
  package init?(resource octets: [UInt8]) {
    let cards = CardReading.read(octets, .builtin, atMost: 2).cards
    guard cards.count == 1 else { return nil }
    self = cards[0]
  }

  /// A card that says nothing, in the version of this one.
  var emptied: Card { Card(version: version) }

  /// What groups and the book know the card by, in the place of what the server does.
  ///
  /// - Parameters:
  ///   - uid: The UID that it has in the book; `nil` for none.
  ///   - members: UIDs that members have in the book, by those that they have on the server.
  /// - Returns: The card.
  func inward(uid: String?, members: [String: String]) -> Card {
    var card = self
    if card.first(.uid)?.text != uid { card.setUID(uid) }
    card.renameMembers(members)
    return card
  }

  /// The card with those values of another one whole of which it has no more than what is before a comma.
  ///
  /// Radicale 3.9.0 cuts so what it is sent, and khard 0.22.0 what it edits: the library of both takes 4.0
  /// for 3.0. Nobody says a value so but they, if it is one of `data:` (RFC 2397 §2 asks for the comma).
  ///
  /// - Parameters:
  ///   - whole: What was there, or should be.
  ///   - isSure: Whether that is known of other values, too; else one of `data:` has to prove it.
  /// - Returns: The card; `nil` where nothing was cut.
  func mended(from whole: Card, isSure: Bool) -> Card? {
    let (its, mine) = (CardValues(whole), CardValues(self))
    let lost = its.missing(in: mine)
    if lost.isEmpty { return nil }
    let said = Set(mine.missing(in: its).map(\.index))
    var rests: [String: [Property]] = [:]
    for property in properties where property.shape == .list || said.contains(property.index) {
      if let key = property.keyOfRest { rests[key, default: []].append(property) }
    }
    var isSure = isSure
    var replaced: [(Property, Copied)] = []
    for value in lost {
      guard let key = value.keysOfRests.first(where: { rests[$0]?.isEmpty == false }),
        let rest = rests[key]?.popLast()
      else { continue }
      replaced.append((rest, Copied(value)))
      isSure = isSure || rest.isCutData
    }
    guard isSure, !replaced.isEmpty else { return nil }
    var card = self
    card.edit(replacing: replaced, removing: [], appending: [])
    return card
  }

  /// The card with lists in one line that another one has so, and this one with a line for each value.
  ///
  /// A server that cuts lists is sent them so, and what becomes of such a line is a change of the list.
  func rejoined(as own: Card) -> Card {
    let lists = own.properties.filter { $0.shape == .list && $0.list.count > 1 }
    if lists.isEmpty { return self }
    var parts: [String: [Property]] = [:]
    for property in properties where property.shape == .list {
      if let key = property.keyOfRest { parts[key, default: []].append(property) }
    }
    var replaced: [Int: ContentLine] = [:]
    var removed: Set<Int> = []
    for list in lists {
      let found = list.list.compactMap { parts[Property.key(list.canonicalName, $0)]?.popLast() }
      guard found.count > 1 || found.count < list.list.count, let first = found.first else {
        continue
      }
      replaced[first.index] = ContentLine(
        group: first.group, first.name.spelling, parameters: first.parameters,
        .list(found.map { $0.list[0] }))
      removed.formUnion(found.dropFirst().map(\.index))
    }
    var card = self
    card.edit(replaced: replaced, removed: removed, inserted: [:], appended: [])
    return card
  }
}

extension Property {
  /// Whether it is the beginning of a URI of `data:` that has no data.
  var isCutData: Bool {
    text.utf8.prefix(5).elementsEqual("data:".utf8) && !text.utf8.contains(UInt8(ascii: ","))
  }

  fileprivate static func key(_ name: String, _ rest: String) -> String { name + "\0" + rest }

  /// What it may be the rest of; `nil` for what nobody makes of a value by cutting it.
  fileprivate var keyOfRest: String? {
    if shape == .list { return list.count == 1 ? Property.key(canonicalName, list[0]) : nil }
    if isCutData { return Property.key(canonicalName, "data:") }
    let rest = text.replacing("\\", with: "")
    return PropertyDefinition.isURI(Array(rest.utf8).span) ? Property.key(canonicalName, rest) : nil
  }

  /// What may be left of it where it is cut at its first comma.
  fileprivate var keysOfRests: [String] {
    if shape == .list { return list.count > 1 ? [Property.key(canonicalName, list[0])] : [] }
    let rests = [",", "%2C"].compactMap { comma in
      text.firstRange(of: comma).map { String(text[..<$0.lowerBound]) }
    }
    return (["data:"] + rests).map { Property.key(canonicalName, $0) }
  }
}

/// What became of a card that was sent: what the server has of it, and what not.
struct Delivery {
  /// The properties that were sent and are not there.
  private(set) var missing: [Property]
  /// Properties that are there and were not sent: somebody else's, if the server did not make them.
  private(set) var foreign: [Property] = []
  /// What the server left of missing ones, or put into their places.
  private(set) var remains: [Property] = []

  /// Compares what was sent with what is there.
  ///
  /// - Complexity: O(*n*) in the octets of both.
  init(of sent: Card, found: Card) {
    let values = (sent: CardValues(sent), found: CardValues(found))
    missing = values.sent.missing(in: values.found)
    for property in values.found.missing(in: values.sent) {
      // What 3.0 asks for, and a server makes up.
      if [.fn, .n].contains(property.known), sent.first(property.known) == nil { continue }
      if missing.contains(where: { Delivery.isRemnant(property, of: $0) }) {
        remains.append(property)
      } else {
        foreign.append(property)
      }
    }
  }

  /// Whether a line may be what a server left of another one: its beginning, or anything in a place
  /// where there is room for one.
  ///
  /// Radicale 3.9.0 cuts a value at a bare comma.
  private static func isRemnant(_ rest: Property, of whole: Property) -> Bool {
    guard rest.canonicalName == whole.canonicalName else { return false }
    if PropertyRegistry.named(whole.canonicalName)?.isUsuallyOne == true { return true }
    return whole.text.utf8.starts(with: rest.text.utf8)
  }

  /// The card that is there without what the server left of values.
  func withoutRemains(_ found: Card) -> Card {
    var card = found
    card.edit(replacing: [], removing: remains, appending: [])
    return card
  }
}
