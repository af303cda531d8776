import ContactModel
import TestSupport
import Testing
import VCard

@Suite("Contact.newPersonLines")
struct NewPersonTests {
  private func text(_ lines: [ContentLine]) -> String {
    var card = Card(version: .version30)
    for line in lines { card.append(line) }
    return card.properties.map { String(decoding: $0.line, as: UTF8.self) }.joined()
  }

  @Test("writes each email once, in the order told, and orders a name by its script")
  func parts() {
    let lines = Contact.newPersonLines(
      givenName: "太郎", familyName: "山田", compositeName: "x",
      emails: ["a@x.example", " A@X.example", "b@x.example", ""])
    #expect(
      text(lines) == "FN:山田太郎\r\nN:山田;太郎;;;\r\nEMAIL:a@x.example\r\nEMAIL:b@x.example\r\n")
  }

  @Test("calls whom has neither first nor last name by the name in one piece, else by an email")
  func formattedName() {
    let named = Contact.newPersonLines(
      givenName: nil, familyName: " ", compositeName: "Kate Bell", emails: [])
    #expect(text(named) == "FN:Kate Bell\r\nN:;;;;\r\n")
    let nameless = Contact.newPersonLines(
      givenName: nil, familyName: nil, compositeName: nil, emails: ["kate@x.example"])
    #expect(text(nameless) == "FN:kate@x.example\r\nN:;;;;\r\nEMAIL:kate@x.example\r\n")
  }

  @Test("can be read back as the same names and emails")
  func roundTrip() {
    var card = Card(version: .version40)
    let lines = Contact.newPersonLines(
      givenName: "Kate, Ann", familyName: "Bell; Smith", compositeName: nil,
      emails: ["kate@work.example"])
    for line in lines { card.append(line) }
    let read = Contact(card)
    #expect(read.familyName == "Bell; Smith")
    #expect(read.givenName == "Kate, Ann")
    #expect(read.emailAddresses.map(\.value) == ["kate@work.example"])
  }
}
