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

  @Test("makes a person of first name, last name and emails, and of nothing else")
  func names() throws {
    let kate = try contact(
      "N:Bell;Kate;Ann;Dr.;Jr.", "FN:Dr. Kate Ann Bell Jr.", "EMAIL;TYPE=home:kate@home.example",
      "item1.EMAIL:kate@boat.example", "item1.X-ABLabel:Boat", "EMAIL:kate@x.example",
      "TEL:+1 408 555 0000", "X-ABUID:7:ABPerson", "UID:7", "NOTE:secret")
    #expect(
      text(kate.newPersonLines()) == """
        FN:Kate Bell\r\nN:Bell;Kate;;;\r\nEMAIL;TYPE=home:kate@home.example\r\n\
        item1.EMAIL:kate@boat.example\r\nitem1.X-ABLabel:Boat\r\nEMAIL:kate@x.example\r\n
        """)
  }

  @Test("keeps the one name of a card without first and last name")
  func formattedName() throws {
    #expect(text(try contact("FN:Kate Bell").newPersonLines()) == "FN:Kate Bell\r\nN:;;;;\r\n")
    #expect(text(try contact("N:Bell;;;;").newPersonLines()) == "FN:Bell\r\nN:Bell;;;;\r\n")
  }

  @Test("keeps an organisation one")
  func organization() throws {
    let acme = try contact("ORG:Acme", "X-ABShowAs:COMPANY", "EMAIL:info@acme.example")
    #expect(
      text(acme.newPersonLines()) == """
        FN:Acme\r\nN:;;;;\r\nORG:Acme\r\nX-ABShowAs:COMPANY\r\nEMAIL:info@acme.example\r\n
        """)
  }

  @Test("writes each email once, in the order told, and orders a name by its script")
  func parts() {
    let lines = Contact.newPersonLines(
      givenName: "太郎", familyName: "山田", compositeName: "x",
      emails: ["a@x.example", " A@X.example", "b@x.example", ""])
    #expect(
      text(lines) == "FN:山田太郎\r\nN:山田;太郎;;;\r\nEMAIL:a@x.example\r\nEMAIL:b@x.example\r\n")
  }

  @Test("can be read back as the same names and emails")
  func roundTrip() throws {
    let kate = try contact(#"N:Bell\; Smith;Kate\, Ann;;;"#, "EMAIL;TYPE=work:kate@work.example")
    var card = Card(version: .version40)
    for line in kate.newPersonLines() { card.append(line) }
    let read = Contact(card)
    #expect(read.familyName == kate.familyName)
    #expect(read.givenName == kate.givenName)
    #expect(read.emailAddresses == kate.emailAddresses)
  }
}
