import CardDAV
import TestSupport
import Testing
import VCard

@Suite("Cards as they are sent")
struct OutgoingCardTests {
  private func lines(_ card: OutgoingCard?) -> [String] {
    card?.card.properties.map { String(decoding: $0.lineOctets, as: UTF8.self) } ?? []
  }

  @Test(
    "a new card is sent in 3.0, one that is there in its version, with the UID that it has there")
  func version() throws {
    let card = try CardSamples.parsed(
      lines: ["UID:1", "FN:Kate", "N:;Kate;;;", "KIND:group", "MEMBER:urn:uuid:a"], version: "4.0")
    let new = OutgoingCard(card, version: nil, uid: "1")
    #expect(new.card.version == .version30)
    #expect(
      lines(new) == [
        "UID:1", "FN:Kate", "N:;Kate;;;", "X-ADDRESSBOOKSERVER-KIND:group",
        "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:a",
      ])
    #expect(new.octets.starts(with: "BEGIN:VCARD\r\nVERSION:3.0\r\n".utf8))
    let known = OutgoingCard(card, version: .version40, uid: "2", members: ["a": "urn:uuid:b"])
    #expect(lines(known) == ["UID:2", "FN:Kate", "N:;Kate;;;", "KIND:group", "MEMBER:urn:uuid:b"])
    let old = try CardSamples.parsed(lines: ["N:Bell;Kate", "FN:Kate"], version: "2.1")
    #expect(OutgoingCard(old, version: .version21, uid: "3").card.version == .version30)
  }

  @Test("what is not UTF-8 is sent as UTF-8")
  func charset() throws {
    let octets = Array("BEGIN:VCARD\r\nVERSION:3.0\r\nFN;CHARSET=ISO-8859-1:Zo".utf8) + [0xEB]
    let card = try CardSamples.parsed(octets + Array("\r\nN:;Zo;;;\r\nEND:VCARD\r\n".utf8))
    let sent = OutgoingCard(card, version: nil, uid: nil)
    #expect(String(validating: sent.octets, as: UTF8.self) != nil)
    #expect(sent.card.first(.fn)?.text == "Zoë")
  }

  @Test("what a server destroyed stands in a form without commas that end a value")
  func guarded() throws {
    let card = try CardSamples.parsed(
      lines: [
        "UID:1", "FN:Kate", "NICKNAME;TYPE=home:a,b\\,c", "URL:http://x/a,b", "NOTE:a\\,b",
        "item1.PHOTO;VALUE=uri:data:image/png;base64,iVBORw0KGgo=",
      ])
    let sent = OutgoingCard(card, version: .version30, uid: nil)
    let lost = Array(sent.card.properties)
    #expect(
      lines(sent.guarded(lost)) == [
        "UID:1", "FN:Kate", "NICKNAME;TYPE=home:a", "URL:http://x/a%2Cb", "NOTE:a\\,b",
        "item1.PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=", "NICKNAME;TYPE=home:b\\,c",
      ])
    #expect(sent.guarded(lost.filter { $0.known == .note }) == nil)
    #expect(Card(resource: sent.octets + sent.octets) == nil)
    #expect(Card(resource: Array("nothing".utf8)) == nil)
  }
}
