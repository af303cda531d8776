import ContactModel
import Cutouts
import TestSupport
import Testing
import VCard

@Suite("A cutout with more in it")
struct CutoutDetailsTests {
  private func reading(_ json: String) throws(CutoutError) -> Cutout.Reading {
    try Cutout.read(Array("{\"schema\":\"vcard.cutout/2\",\(json)}".utf8), as: .json)
  }

  @Test("is the second schema, with labels in plain words")
  func form() throws {
    let text = String(
      decoding: try Samples.detailed().selecting([
        .phone, .address, .organization, .birthday, .url, .note,
      ]).encoded(), as: UTF8.self)
    #expect(
      text == #"""
        {"addresses":[{"label":"home","value":{"city":"Springfield","country":"United States",\#
        "countryCode":"US","postalCode":"62701","region":"IL",\#
        "street":"1 Main St, rear\nc/o Gull; Ltd"}},\#
        {"label":"work","value":{"street":"Harbour 3\n20095 Hamburg"}},\#
        {"label":"dacha","value":{"extendedAddress":"Flat 3","postOfficeBox":"12",\#
        "subAdministrativeArea":"Greater London","subLocality":"Soho"}}],"birthday":"--02-03",\#
        "department":"Sales","jobTitle":"Baker, <first>",\#
        "note":"likes tea\n\n  and, \"scones\"; \\n","organization":"Gull & Sons; \\Bakers\\",\#
        "phones":[{"label":"mobile","value":"+1 555 0100"},{"value":"555-0199"},\#
        {"label":"work fax","value":"+1 555 0101"},\#
        {"label":"boat; \"Gull\"","value":"+1 555 0102;ext=3"}],"schema":"vcard.cutout/2",\#
        "urls":[{"label":"homepage","value":"https://kate.example/a,b;c?d=\"e\""},\#
        {"value":"kate.example"}]}

        """#)
  }

  @Test("the card of one has the properties that programs know")
  func card() throws {
    let card = try Samples.detailed().card()
    var bytes: [UInt8] = []
    CardWriter().write(card, into: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    for line in [
      "TEL;TYPE=cell:+1 555 0100", "BDAY:--0203", "ORG:Gull & Sons\\; \\\\Bakers\\\\;Sales",
      "TITLE:Baker\\, <first>", "NOTE:likes tea\\n\\n  and\\, \"scones\"\\; \\\\n",
    ] {
      #expect(text.contains("\r\n\(line)\r\n"), "\(text)")
    }
    #expect(Contact(card).postalAddresses.count == 3)
  }

  @Test("a value alone, an address in one piece and one with its label beside its parts are read")
  func lenient() throws {
    let details = try reading(
      """
      "phones":["+1 555 0100",{"value":"1","label":"WORK"}],"birthday":"19800203",\
      "addresses":["1 Main St\\nSpringfield",{"label":"home","city":"X","x":1}]
      """)
    #expect(details.warnings == ["\"addresses.x\" is nothing that a cutout holds; left out"])
    let cutout = details.cutout
    #expect(cutout.details.phones.map(\.label) == [nil, .work])
    #expect(cutout.details.addresses.map(\.value.street) == ["1 Main St\nSpringfield", nil])
    #expect(cutout.details.addresses.last?.label == .home)
    #expect(cutout.details.birthday == PartialDate(year: 1980, month: 2, day: 3))
    #expect(cutout.displayName == "+1 555 0100")
  }

  @Test("the first schema has none of it")
  func firstSchema() throws {
    let json = #"{"schema":"vcard.cutout/1","firstName":"K","note":"x"}"#
    let reading = try Cutout.read(Array(json.utf8))
    #expect(reading.cutout.details.isEmpty)
    #expect(reading.warnings == ["\"note\" is nothing that a cutout holds; left out"])
  }

  @Test(
    "refuses what is none and says why",
    arguments: [
      (
        "\"birthday\":\"soon\"", "\"birthday\" must be a date such as \"1980-02-03\" or \"--02-03\""
      ),
      ("\"phones\":\"1\"", "\"phones\" must be a list"),
      (
        "\"phones\":[{\"label\":\"x\"}]",
        "\"phones\" must be a list of texts, or of objects of \"label\" and \"value\""
      ),
      ("\"urls\":[{\"label\":1,\"value\":\"x\"}]", "\"label\" must be text"),
      ("\"addresses\":[{\"city\":[]}]", "\"city\" must be text"),
      ("\"urls\":[{\"value\":\"x\",\"value\":\"x\"}]", "\"urls.value\" stands in it twice"),
      ("\"note\":{}", "\"note\" must be text"),
    ])
  func refuses(json: String, message: String) {
    let error = #expect(throws: CutoutError.self) { try reading(json) }
    #expect(error?.description == "not a cutout: \(message)")
  }

  @Test("texts are of one line but in notes and addresses, and each value is there once")
  func cleaned() throws {
    var details = Cutout.Details()
    details.phones = [
      LabeledValue(label: ContactLabel(rawValue: "a\u{1B}b\nc"), value: " +1 (555)\t0100\r\n"),
      LabeledValue(label: .home, value: "+1-555-0100"), LabeledValue(value: "\n"),
    ]
    details.urls = [LabeledValue(value: "https://a.example\nBcc: x")]
    details.note = "\r\na\u{7}\r\nb\rc\u{2028}d\n"
    var address = PostalAddress()
    address.isoCountryCode = "usa"
    details.addresses = [LabeledValue(value: address)]
    address.isoCountryCode = "us"
    details.addresses.append(LabeledValue(value: address))
    details.birthday = PartialDate(year: 1980, month: 14, day: 3)
    let clean = try Cutout(details: details).details
    #expect(clean.phones.map(\.value) == ["+1 (555) 0100"])
    #expect(clean.phones.first?.label?.rawValue == "a b c")
    #expect(clean.urls.map(\.value) == ["https://a.example Bcc: x"])
    #expect(clean.note == "a \nb\nc\nd")
    #expect(clean.addresses.map(\.value.isoCountryCode) == ["US"])
    #expect(clean.birthday == nil)
  }

  @Test("every value has its limit, and as much as that can be read again")
  func limits() throws {
    var details = Cutout.Details()
    details.note = String(repeating: "x", count: Cutout.Limits.noteBytes + 1)
    #expect(throws: CutoutError.tooLarge("note", limit: "1048576 bytes")) {
      try Cutout(details: details)
    }
    details.note = nil
    details.jobTitle = String(repeating: "x", count: 16_385)
    #expect(throws: CutoutError.tooLarge("jobTitle", limit: "16384 bytes")) {
      try Cutout(details: details)
    }
    details.jobTitle = nil
    var address = PostalAddress()
    for path in [
      \PostalAddress.postOfficeBox, \.extendedAddress, \.street, \.subLocality, \.city,
      \.subAdministrativeArea, \.state, \.postalCode, \.country,
    ] as [WritableKeyPath<PostalAddress, String?>] { address[keyPath: path] = "x" }
    address.isoCountryCode = "US"
    for number in 0..<250 {
      let text = LabeledValue(label: .home, value: String(number))
      details.phones.append(text)
      details.urls.append(text)
      address.street = String(number)
      details.addresses.append(LabeledValue(label: .home, value: address))
    }
    let cutout = try Cutout(
      compositeName: "K", emails: (0..<1000).map { "\($0)@x" }, details: details)
    for format in Cutout.Format.allCases {
      #expect(try Cutout.read(cutout.encoded(as: format)).cutout == cutout)
    }
    details.phones.append(LabeledValue(value: "250"))
    #expect(throws: CutoutError.tooLarge("phones", limit: "250 of them")) {
      try Cutout(details: details)
    }
  }

  @Test("whatever the texts are, a card of version 4.0 gives them back")
  func anyText() throws {
    var generator = SeededGenerator(seed: 5)
    let pieces = [
      "a", "B", "1", " ", "\n", "\r", "\t", ",", ";", ":", "\\", "\"", "=", "<", "&", "tel:", "^n",
      "é",
      "\u{301}", "\u{A0}", "\u{200B}", "\u{FEFF}", "home", "pref", "_$!<Home>!$_", "item1.",
      "mailto:",
    ]
    func text() -> String {
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
    }
    for _ in 0..<150 {
      var details = Cutout.Details()
      details.phones = [LabeledValue(label: ContactLabel(rawValue: text()), value: text())]
      details.urls = [LabeledValue(label: ContactLabel(rawValue: text()), value: text())]
      var address = PostalAddress()
      address.street = text()
      address.city = text()
      address.subLocality = text()
      details.addresses = [LabeledValue(label: ContactLabel(rawValue: text()), value: address)]
      details.organization = text()
      details.department = text()
      details.jobTitle = text()
      details.note = text()
      let cutout = try Cutout(compositeName: "K", details: details)
      #expect(try Cutout(cutout.card()) == cutout, "\(details)")
      #expect(try Cutout(json: cutout.encoded()) == cutout)
    }
  }

  @Test("the details of a unified person are those of all records, each once")
  func linked() throws {
    func contact(_ lines: String...) throws -> Contact {
      Contact(try CardSamples.parsed(lines: lines), keys: .cutout)
    }
    let contacts = [
      try contact("FN:K", "TEL;TYPE=CELL:+1 555 0100", "NOTE:a", "URL:https://k.example"),
      try contact(
        "FN:K", "TEL:+1 (555) 0100", "TEL;TYPE=WORK:2", "NOTE:a", "NOTE:b", "ORG:Gull;Sales",
        "TITLE:Baker", "BDAY:1980-02-03", "ADR;TYPE=HOME:;;1 Main St;Town;;;", "UID:x"),
    ]
    #expect(try Cutout(contacts: contacts).details.isEmpty)
    let details = try Cutout(contacts: contacts, selecting: .all).details
    #expect(details.phones.map(\.value) == ["+1 555 0100", "2"])
    #expect(details.phones.map(\.label) == [.mobile, .work])
    #expect(details.note == "a\n\nb")
    #expect(details.organization == "Gull" && details.department == "Sales")
    #expect(details.jobTitle == "Baker" && details.birthday?.year == 1980)
    #expect(details.addresses.map(\.value.city) == ["Town"])
    #expect(details.urls.map(\.value) == ["https://k.example"])
  }

  @Test("an email or a number is called a name only where such are told")
  func nameless() throws {
    func contact(_ lines: String...) throws -> Contact {
      Contact(try CardSamples.parsed(lines: lines), keys: .cutout)
    }
    let phone = try contact("N:;;;;", "FN:", "TEL:+1 555 0100")
    #expect(try Cutout(contacts: [phone]).compositeName == nil)
    #expect(
      try Cutout(contacts: [phone], selecting: [.name, .phone]).compositeName == "+1 555 0100")
    #expect(try Cutout(contacts: [phone, contact("FN:K")]).compositeName == "K")
    let email = try contact("FN:", "EMAIL:k@x.example", "TEL:1")
    #expect(try Cutout(contacts: [email]).compositeName == "k@x.example")
    #expect(try Cutout(contacts: [email], selecting: .name).compositeName == nil)
    #expect(
      try Cutout(contacts: [contact("FN:", "ORG:Gull", "TEL:1")]).compositeName == "Gull")
  }

  @Test("what it gives away is told")
  func disclosures() throws {
    let texts = try Samples.detailed().disclosures.filter {
      ![.name, .email, .picture].contains($0.subject)
    }
    #expect(
      texts.map(\.text) == [
        "4 phones: +1 555 0100 (mobile), 555-0199, +1 555 0101 (work fax), "
          + "+1 555 0102;ext=3 (boat; \"Gull\")",
        "3 addresses: 1 Main St, rear, c/o Gull; Ltd, Springfield, IL, 62701, United States (home), "
          + "Harbour 3, 20095 Hamburg (work), 12, Flat 3, Soho, Greater London (dacha)",
        "organization: Gull & Sons; \\Bakers\\", "department: Sales", "job title: Baker, <first>",
        "birthday: --02-03",
        "2 web pages: https://kate.example/a,b;c?d=\"e\" (homepage), kate.example",
        "note: likes tea   and, \"scones\"; \\n",
      ])
  }
}
