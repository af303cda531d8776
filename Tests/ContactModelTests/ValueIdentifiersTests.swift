import ContactModel
import TestSupport
import Testing
import VCard

@Suite("ValueIdentifiers")
struct ValueIdentifiersTests {
  private func card(_ lines: String...) throws -> Card {
    try CardSamples.parsed(lines: ["FN:A"] + lines, version: "4.0")
  }

  private func phones(_ card: Card, _ identifiers: ValueIdentifiers = ValueIdentifiers())
    -> [String]
  {
    Contact(card, identifiers: identifiers).phoneNumbers.map(\.identifier)
  }

  @Test("stay when a value is corrected, in its place or by its label, again and back again")
  func corrected() throws {
    let first = try card("TEL;TYPE=home:1", "TEL;TYPE=work:2")
    let second = try card("TEL;TYPE=work:3", "TEL;TYPE=home:1", "TEL:9")
    let third = try card("TEL;TYPE=work:4", "TEL;TYPE=home:5", "TEL:9")
    let own = phones(first)
    var kept = ValueIdentifiers().following(from: first, to: second)
    #expect(phones(second, kept) == [own[1], own[0], phones(second)[2]])
    kept = kept.following(from: second, to: third)
    #expect(phones(third, kept) == [own[1], own[0], phones(second)[2]])
    #expect(ValueIdentifiers(octets: kept.octets) == kept)
    #expect(!kept.isEmpty)
    kept = kept.following(from: third, to: first)
    #expect(phones(first, kept) == own)
    #expect(kept.isEmpty)
    let relabeled = try card("TEL;TYPE=home:1", "TEL;TYPE=cell:7")
    #expect(phones(relabeled, kept.following(from: first, to: relabeled)) == own)
  }

  @Test("stay when an equal value goes, and no two values ever share one")
  func equal() throws {
    let both = try card("TEL;TYPE=home:1", "TEL;TYPE=work:1")
    let one = try card("TEL;TYPE=work:1")
    let again = try card("TEL;TYPE=work:1", "TEL;TYPE=cell:1", "TEL:1")
    let own = phones(both)
    var kept = ValueIdentifiers().following(from: both, to: one)
    #expect(phones(one, kept) == [own[1]])
    #expect(phones(one) == [own[0]])
    kept = kept.following(from: one, to: again)
    #expect(phones(again, kept)[0] == own[1])
    #expect(Set(phones(again, kept)).count == 3)
  }

  @Test("are those of the kind alone, and what is damaged is none")
  func kinds() throws {
    let before = try card("URL:https://a.example", "EMAIL:a@x.example")
    let after = try card("URL:https://b.example", "EMAIL:a@x.example")
    let kept = ValueIdentifiers().following(from: before, to: after)
    let (old, new) = (Contact(before), Contact(after, identifiers: kept))
    #expect(old.urlAddresses.map(\.identifier) == new.urlAddresses.map(\.identifier))
    #expect(old.emailAddresses.map(\.identifier) == new.emailAddresses.map(\.identifier))
    #expect(ValueIdentifiers(octets: [1, 2, 3]).isEmpty)
    #expect(ValueIdentifiers().following(from: before, to: before).isEmpty)
  }

  @Test("of each kind go over to the values that come in place of others")
  func allKinds() throws {
    func card(_ text: String) throws -> Card {
      try self.card(
        "EMAIL:\(text)@x.example", "TEL:1\(text)", "ADR:;;\(text);;;;",
        "URL:https://\(text).example",
        "RELATED;VALUE=text:\(text)", "SOCIALPROFILE;SERVICE-TYPE=Flickr;VALUE=text:\(text)",
        "IMPP:xmpp:\(text)@x.example", "ANNIVERSARY:200\(text)0101")
    }
    func identifiers(_ card: Card, _ identifiers: ValueIdentifiers = ValueIdentifiers())
      -> [[String]]
    {
      let contact = Contact(card, identifiers: identifiers)
      return [
        contact.emailAddresses.map(\.identifier), contact.phoneNumbers.map(\.identifier),
        contact.postalAddresses.map(\.identifier), contact.urlAddresses.map(\.identifier),
        contact.contactRelations.map(\.identifier), contact.socialProfiles.map(\.identifier),
        contact.instantMessageAddresses.map(\.identifier), contact.dates.map(\.identifier),
      ]
    }
    let (before, after) = (try card("1"), try card("2"))
    let kept = ValueIdentifiers().following(from: before, to: after)
    #expect(identifiers(before).map(\.count) == Array(repeating: 1, count: 8))
    #expect(zip(identifiers(before), identifiers(after)).allSatisfy { $0 != $1 })
    #expect(identifiers(after, kept) == identifiers(before))
    #expect(ValueIdentifiers(octets: kept.octets) == kept)
    #expect(kept.octets.count == 8 * 17)
  }

  @Test("a mutable contact keeps them, and finds values by them")
  func mutable() throws {
    var contact = Contact(try card("TEL;TYPE=home:1", "TEL;TYPE=work:1")).mutableCopy()
    let own = contact.phoneNumbers.map(\.identifier)
    contact.phoneNumbers[0] = contact.phoneNumbers[0].setting(value: "2")
    #expect(contact.phoneNumbers.map(\.identifier) == own)
    contact.phoneNumbers.remove(at: 0)
    #expect(contact.phoneNumbers.map(\.identifier) == [own[1]])
    contact.phoneNumbers.append(LabeledValue(value: "1"))
    contact.phoneNumbers.insert(LabeledValue(value: "1"), at: 0)
    #expect(Set(contact.phoneNumbers.map(\.identifier)).count == 3)
    #expect(contact.phoneNumbers.index(ofIdentifier: own[1]) == 1)
    #expect(contact.phoneNumbers.index(ofIdentifier: "none") == nil)
    contact.phoneNumbers.append(contact.phoneNumbers[1])
    #expect(Set(contact.phoneNumbers.map(\.identifier)).count == 4)
  }
}
