import ContactMerging
import TestSupport
import Testing
import VCard

@Suite("The digest of a card")
struct CardDigestTests {
  private func digest(_ lines: String..., version: String = "3.0") throws -> CardDigest {
    CardDigest(
      try CardSamples.parsed(
        (["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""])
          .joined(separator: "\r\n")))
  }

  @Test("is the same however the card is written")
  func same() throws {
    let card = try digest(
      "FN:Kate Bell", "N:Bell;Kate;;;", "item1.EMAIL;TYPE=home,pref;X-A=b:k@x", "item1.X-ABLabel:l",
      "NOTE:a é", "UID:urn:uuid:AB", "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A==")
    #expect(
      try card
        == digest(
          "NOTE:a ", " é", "uid:URN:UUID:ab", "ITEM1.email;x-a=b;TYPE=PREF;TYPE=Home:k@x",
          "REV:20200101T000000Z", "PRODID:me", "X-ABUID:1", "item1.X-ABLabel;PID=1:l",
          "N:Bell;Kate",
          "#comment", "TITLE:", "ADR:;;;;;;", "FN:Kate Bell", "PHOTO;TYPE=jpg;ENCODING=B:/9j/",
          " 4A==",
          "X-IMAGE-PATH:/a"))
    #expect(
      try card
        == digest(
          "FN:Kate Bell", "N:Bell;Kate;;;", "item1.EMAIL;TYPE=home;TYPE=pref;X-A=b:k@x",
          "item1.X-ABLabel:l", "NOTE:a é", "UID:urn:uuid:ab",
          "PHOTO:data:image/jpeg;base64,/9j/4A==",
          version: "4.0"))
    #expect(card.description.utf8.count == 64)
  }

  @Test(
    "is another one for whatever the card says else",
    arguments: [
      ["FN:kate bell", "EMAIL:k@x"], ["FN:Kate Bell"], ["FN:Kate Bell", "EMAIL:k@y"],
      ["FN:Kate Bell", "EMAIL;TYPE=home:k@x"], ["FN:Kate Bell", "EMAIL:k@x", "EMAIL:k@x"],
      ["FN:Kate Bell", "EMAIL:k@x", "X-A:0"], ["FN:Kate Bell", "a.EMAIL:k@x"],
      ["FN:Kate Bell", "EMAIL:k@x", "UID:1"], ["FN:Kate Bell", "EMAIL:k@x", "no property"],
      ["FN:Kate Bell", "NOTE:k@x"], ["FN:Kate Bell", "EMAIL:k@x", "ORG:A,B"],
      ["FN:Kate Bell", "EMAIL:k@x", "ORG:A;B"],
    ])
  func different(lines: [String]) throws {
    let text = ["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", ""]
    let other = CardDigest(try CardSamples.parsed(text.joined(separator: "\r\n")))
    #expect(try digest("FN:Kate Bell", "EMAIL:k@x") != other)
    #expect(try digest("FN:Kate Bell", "EMAIL:k@x", "ORG:A\\;B") != other)
  }
}
