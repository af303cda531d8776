import ContactModel
import TestSupport
import Testing

@Suite("ContactLabel")
struct ContactLabelTests {
  @Test(
    "reads every spelling of a known label as the same",
    arguments: [
      ("_$!<Home>!$_", "home"), ("HOME", "home"), ("Home", "home"), ("_$!<Work>!$_", "work"),
      ("_$!<HomeFAX>!$_", "home fax"), ("_$!<Mobile>!$_", "mobile"), ("iphone", "iPhone"),
      ("_$!<HomePage>!$_", "homepage"), ("_$!<Anniversary>!$_", "anniversary"),
      (#"_$!\<Anniversary\>!$_"#, "anniversary"), (#"_$!<Work\>!$_"#, "work"),
    ])
  func known(written: String, label: String) {
    #expect(ContactLabel(written)?.rawValue == label)
  }

  @Test(
    "keeps a label of the owner's own, and the word of an unknown neutral one",
    arguments: [
      ("Дача", "Дача"), ("Boss' desk", "Boss' desk"), ("_$!<Goddaughter>!$_", "Goddaughter"),
    ])
  func custom(written: String, label: String) {
    #expect(ContactLabel(written)?.rawValue == label)
  }

  @Test("is none when it is empty", arguments: ["", "  ", "_$!<>!$_"])
  func empty(written: String) {
    #expect(ContactLabel(written) == nil)
  }
}

@Suite("LabeledValue")
struct LabeledValueTests {
  @Test(
    "has the label that TYPE says",
    arguments: [
      ("TYPE=HOME,VOICE", "home"), ("TYPE=work", "work"), ("TYPE=CELL", "mobile"),
      ("TYPE=IPHONE;TYPE=CELL;TYPE=VOICE", "iPhone"), ("TYPE=FAX,WORK", "work fax"),
      ("TYPE=home;TYPE=fax", "home fax"), ("TYPE=FAX", "other fax"), ("TYPE=pref,main", "main"),
      ("TYPE=\"HOME,VOICE\"", "home"), ("TYPE=WhatsApp", "WhatsApp"), ("TYPE=费", "费"),
    ])
  func type(parameters: String, label: String) throws {
    #expect(
      try contact("TEL;\(parameters):+1 408 555 0000").phoneNumbers.first?.label?.rawValue == label)
  }

  @Test("has none when no TYPE says what the value is for")
  func noLabel() throws {
    #expect(try contact("TEL;TYPE=pref,voice:1").phoneNumbers.first?.label == nil)
    #expect(try contact("EMAIL;TYPE=INTERNET:a@b.example").emailAddresses.first?.label == nil)
    #expect(try contact("EMAIL:a@b.example").emailAddresses.first?.label == nil)
  }

  @Test("reads `_$!<Home>!$_`, TYPE=home and X-ABLabel of its group as one label")
  func sameLabel() throws {
    let kate = try contact(
      "EMAIL;TYPE=home:a@x.example", "item1.EMAIL:b@x.example", "item1.X-ABLabel:_$!<Home>!$_",
      "X-ABLABEL:nowhere", "ITEM2.EMAIL;TYPE=work:c@x.example", "item2.X-ABLabel:Home",
      "item3.EMAIL;TYPE=home:d@x.example", "item3.X-ABLabel:")
    #expect(kate.emailAddresses.map(\.label) == [.home, .home, .home, .home])
  }

  @Test("finds the label of a group before and after the value, and takes the first of two")
  func groupLabel() throws {
    let kate = try contact(
      "item1.X-ABLabel:Boat", "item1.TEL:1", "item2.TEL;TYPE=home:2", "item2.X-ABLabel:Attic",
      "item2.X-ABLabel:Cellar")
    #expect(kate.phoneNumbers.map { $0.label?.rawValue } == ["Boat", "Attic"])
  }

  @Test("has an identifier that stays when values are added, removed and reordered")
  func stableIdentifier() throws {
    let before = try contact("EMAIL:a@x.example", "EMAIL:b@x.example")
    let after = try contact("EMAIL:c@x.example", "EMAIL;TYPE=work:b@x.example")
    #expect(before.emailAddresses[1].identifier == after.emailAddresses[1].identifier)
    #expect(before.emailAddresses[0].identifier != after.emailAddresses[0].identifier)
    #expect(before.emailAddresses[0].identifier.utf8.count == 16)
  }

  @Test("has an identifier of its own for each of many equal values")
  func equalValues() throws {
    for count in [3, 40] {
      let lines = Array(repeating: "TEL:+1 408 555 0000", count: count).joined(separator: "\r\n")
      let identifiers = try contact(lines).phoneNumbers.map(\.identifier)
      #expect(identifiers.count == count)
      #expect(Set(identifiers).count == count)
    }
  }
}
