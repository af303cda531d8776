import ContactModel
import TestSupport
import Testing
import VCard

@Suite("CardAssignment")
struct CardAssignmentTests {
  private func lines(_ lines: [String], _ assignments: String..., version: String = "4.0") throws
    -> [String]
  {
    var card = try CardSamples.parsed(lines: lines, version: version)
    for assignment in assignments {
      try CardAssignment(assignment).apply(to: &card) { ["", $0, "", "", ""] }
    }
    return card.properties.map { String(decoding: $0.lineOctets, as: UTF8.self) }
  }

  @Test(
    "reads a name, a label, what to do, and the value",
    arguments: [
      ("tel=1", "phone", nil, "=", "1"), ("TEL:home+=a=b", "phone", "home", "+=", "a=b"),
      ("note=", "note", nil, "=", ""), ("adr:Büro-=;;x", "address", "Büro", "-=", ";;x"),
      ("org= a ", "organization", nil, "=", "a"), ("role=x", nil, nil, "=", "x"),
      ("X-a+=b", nil, nil, "+=", "b"),
    ] as [(String, String?, String?, String, String)])
  func reads(text: String, field: String?, label: String?, sign: String, value: String) throws {
    let assignment = try CardAssignment(text)
    #expect(assignment.field?.rawValue == field)
    #expect(assignment.label?.rawValue == label)
    #expect(assignment.operation.rawValue == sign)
    #expect(assignment.value == value)
  }

  @Test("every word names one field, also those that vCard has for it")
  func words() {
    for field in ContactField.allCases { #expect(ContactField(word: field.rawValue) == field) }
    #expect(ContactField(word: "Org") == .organization)
    #expect(ContactField(word: "CATEGORIES") == .category)
    #expect(ContactField(word: "") == nil)
    #expect(ContactField.words.contains("bday"))
  }

  @Test("with a label only its values count, and the one that is corrected keeps its line")
  func labels() throws {
    let old = ["TEL;TYPE=home;PREF=1:1", "TEL;TYPE=work:2", "TEL;TYPE=home:3", "FN:A"]
    #expect(
      try lines(old, "tel:home=4") == ["TEL;TYPE=home;PREF=1:4", "TEL;TYPE=work:2", "FN:A"])
    #expect(try lines(old, "tel:home=3") == ["TEL;TYPE=work:2", "TEL;TYPE=home:3", "FN:A"])
    #expect(try lines(old, "tel:home=") == ["TEL;TYPE=work:2", "FN:A"])
    #expect(try lines(old, "tel=") == ["FN:A"])
    #expect(try lines(old, "tel:work+=3").count == 5)
    #expect(try lines(old, "tel+=3") == old)
    #expect(try lines(old, "tel-=3").count == 3)
    #expect(throws: CardAssignmentError.self) { try lines(old, "tel:work-=3") }
  }

  @Test(
    "the value that is set is the only one, of the line that a contact shows",
    arguments: [
      (["ORG:A", "item1.ORG:B", "item1.X-ABLabel:x"], "org=Z", ["ORG:Z"]),
      (["ORG:A", "ORG:B"], "org=A", ["ORG:A"]), (["ORG:A", "ORG:B"], "org=", []),
      (["ORG:", "ORG:B"], "org=Z", ["ORG:Z"]), (["ORG:", "ORG:"], "org=Z", ["ORG:Z"]),
      (["BDAY:19780120", "BDAY:19790120"], "bday=1980-01-20", ["BDAY:19800120"]),
      (["FN:A", "N:;A;;;", "FN:B", "N:;B;;;"], "name=C", ["FN:C", "N:;C;;;"]),
      (["TITLE:A", "TITLE:B"], "title=C", ["TITLE:C"]),
    ] as [([String], String, [String])])
  func onlyOne(old: [String], assignment: String, new: [String]) throws {
    #expect(try lines(old, assignment) == new)
  }

  @Test("values are what the registry says of their property")
  func shapes() throws {
    #expect(
      try lines([], "categories=a,b\\,c", "categories+=b,d") == [#"CATEGORIES:a,b\,c,b,d"#])
    #expect(try lines([], "org=A;B", "note=x;y,z") == [#"ORG:A;B"#, #"NOTE:x\;y\,z"#])
    #expect(try lines([], "geo=geo:1,2", "gender=F;x") == ["GEO:geo:1,2", "GENDER:F;x"])
    #expect(
      try lines(["TITLE:a", "TITLE;PREF=1:b"], "title=c", "title+=d", "title-=c") == ["TITLE:d"])
    #expect(
      try lines([], "address:home=;;Main St 1;Rome;;00100;Italy", version: "3.0")
        == ["ADR;TYPE=HOME:;;Main St 1;Rome;;00100;Italy"])
    #expect(try lines([], "address=Main St 1") == ["ADR:;;Main St 1;;;;"])
    let others = try lines([], "date:anniversary=2001-02-03", "relation:spouse=Bo")
    #expect(others.count == 2 && others[0] == "ANNIVERSARY:20010203")
    #expect(others[1].hasPrefix("RELATED;") && others[1].hasSuffix(":Bo"))
    #expect(
      try lines(["FN:A"], "photo=https://a.example/b") == ["FN:A", "PHOTO:https://a.example/b"])
  }
}
