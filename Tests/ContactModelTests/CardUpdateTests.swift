import ContactModel
import TestSupport
import Testing
import VCard

@Suite("Card.update(with:)")
struct CardUpdateTests {
  /// The lines of a card after a change, between VERSION and END, without their folds.
  private func update(
    _ lines: [String], _ change: (inout MutableContact) -> Void
  ) throws -> [String] {
    try update("3.0", lines, change)
  }

  private func update(
    _ version: String, _ lines: [String], _ change: (inout MutableContact) -> Void
  ) throws -> [String] {
    var card = try CardSamples.parsed(lines: lines, version: version)
    var copy = Contact(card).mutableCopy()
    change(&copy)
    try card.update(with: copy)
    return card.properties.map {
      String(decoding: $0.line, as: UTF8.self).replacing("=\r\n", with: "")
        .replacing("\r\n ", with: "").replacing("\r\n", with: "")
    }
  }

  // MARK: Names

  @Test("changes components of N and keeps those that a contact does not show")
  func name() throws {
    let lines = ["N;X-A=1:Bell;Kate;Philip,Paul;;;;III;x", "FN:Kate Bell"]
    #expect(
      try update("4.0", lines) { $0.givenName = "A;nn" }
        == [#"N;X-A=1:Bell;A\;nn;Philip,Paul;;;;III;x"#, "FN:Kate Bell"])
    #expect(
      try update("4.0", ["N:Gómez;Ana;;;;Ruiz;"]) { $0.familyName = "Gómez Ruiz Sanz" }.first
        == "N:Gómez Ruiz Sanz;Ana;;;;;")
  }

  @Test(
    "lets FN follow the name if it was what that gave, in its order, and else keeps it",
    arguments: [
      ("Kate Bell", "Ann Bell"), ("Bell Kate", "Bell Ann"), ("The Bell", "The Bell"),
    ])
  func formattedName(old: String, new: String) throws {
    #expect(
      try update(["FN;X-A=1:\(old)", "N:Bell;Kate;;;"]) { $0.givenName = "Ann" }
        == ["FN;X-A=1:\(new)", "N:Bell;Ann;;;"])
  }

  @Test("adds N after FN, and an FN where there must be one")
  func missingNames() throws {
    #expect(
      try update(["FN:Kate Bell", "UID:1"]) { $0.givenName = "Kate" }
        == ["FN:Kate Bell", "N:;Kate;;;", "UID:1"])
    #expect(
      try update(["UID:1"]) { $0.givenName = "Kate" } == ["UID:1", "N:;Kate;;;", "FN:Kate"])
  }

  @Test("drops how the old name sorted")
  func sorting() throws {
    #expect(
      try update(["N:van Berg;Al;;;", "FN:x", "SORT-STRING:Berg"]) { $0.familyName = "Bell" }
        == ["N:Bell;Al;;;", "FN:x"])
    #expect(
      try update("4.0", ["N;SORT-AS=Berg:van Berg;Al;;;", "FN:x"]) { $0.middleName = "B" }
        == ["N;SORT-AS=Berg:van Berg;Al;B;;", "FN:x"])
  }

  @Test("changes the sound of a name where it is written")
  func phonetics() throws {
    #expect(
      try update("4.0", ["N:山田;太郎;;;", "FN:山田太郎", "N;PHONETIC=script:やまだ;たろう;;;"]) {
        $0.phoneticGivenName = "じろう"
        $0.phoneticMiddleName = "x"
      } == [
        "N:山田;太郎;;;", "FN:山田太郎", "N;PHONETIC=script:やまだ;じろう;;;", "X-PHONETIC-MIDDLE-NAME:x",
      ])
  }

  @Test("keeps the units of ORG when only its name changes")
  func organization() throws {
    #expect(
      try update(["ORG:Acme;Sales;North"]) { $0.organizationName = "Bcme, Inc." }
        == [#"ORG:Bcme\, Inc.;Sales;North"#])
    #expect(
      try update(["ORG:Acme;Sales;North"]) { $0.departmentName = "East" } == ["ORG:Acme;East"])
    #expect(
      try update(["ORG:Acme", "ORG:Other"]) { $0.organizationName = nil } == [])
  }

  // MARK: Labelled values

  @Test("keeps group, parameters and place of a changed value")
  func changedValue() throws {
    let lines = [
      "UID:1", "item1.EMAIL;type=INTERNET;X-A=1;type=pref:a@x.example", "item1.X-ABLabel:Boat",
      "REV:1",
    ]
    #expect(
      try update(lines) {
        $0.emailAddresses[0] = $0.emailAddresses[0].setting(value: "b@x.example")
      }
        == [
          "UID:1", "item1.EMAIL;TYPE=INTERNET;X-A=1;TYPE=pref:b@x.example", "item1.X-ABLabel:Boat",
          "REV:1",
        ])
  }

  @Test("takes the lines of its group along when a value is removed")
  func removed() throws {
    let lines = [
      "item1.ADR:;;;Oslo;;;", "item1.X-ABADR:no", "item1.X-ABLabel:Boat", "item2.TEL:1",
      "item2.X-ABLabel:Car", "item2.X-NOTE:x",
    ]
    #expect(try update(lines) { $0.postalAddresses = [] } == Array(lines[3...]))
    #expect(try update(lines) { $0.phoneNumbers = [] } == Array(lines[..<3]) + Array(lines[4...]))
  }

  @Test(
    "writes a new value with its label as each version does",
    arguments: [
      ("2.1", ["TEL;CELL:1", "item1.TEL:2", "item1.X-ABLabel:Boat", "TEL;HOME;FAX:3"]),
      ("3.0", ["TEL;TYPE=CELL:1", "item1.TEL:2", "item1.X-ABLabel:Boat", "TEL;TYPE=HOME,FAX:3"]),
      ("4.0", ["TEL;TYPE=cell:1", "item1.TEL:2", "item1.X-ABLabel:Boat", "TEL;TYPE=home,fax:3"]),
    ])
  func added(version: String, lines: [String]) throws {
    #expect(
      try update(version, []) {
        $0.phoneNumbers = [
          LabeledValue(label: .mobile, value: "1"),
          LabeledValue(label: ContactLabel(rawValue: "Boat"), value: "2"),
          LabeledValue(label: .homeFax, value: "3"),
        ]
      } == lines)
  }

  @Test("puts a new value after the one before it and its label, in a group of its own")
  func insertedValue() throws {
    let lines = ["item1.TEL:1", "item1.X-ABLabel:Boat", "item2.X-OTHER:x", "TEL:3", "NOTE:x"]
    #expect(
      try update(lines) {
        $0.phoneNumbers.insert(LabeledValue(label: .manager, value: "2"), at: 1)
      } == [
        "item1.TEL:1", "item1.X-ABLabel:Boat", "item3.TEL:2", "item3.X-ABLabel:_$!<Manager>!$_",
        "item2.X-OTHER:x", "TEL:3", "NOTE:x",
      ])
  }

  @Test("rewrites only what says the label when that changes")
  func relabeled() throws {
    #expect(
      try update(["TEL;TYPE=HOME,VOICE;PREF=1:1"]) {
        $0.phoneNumbers[0] = $0.phoneNumbers[0].setting(label: .work)
      } == ["TEL;TYPE=WORK,VOICE;PREF=1:1"])
    #expect(
      try update(["item1.TEL:1", "item1.X-ABLabel:Boat"]) {
        $0.phoneNumbers[0] = $0.phoneNumbers[0].setting(label: .work)
      } == ["item1.TEL:1", "item1.X-ABLabel:_$!<Work>!$_"])
    #expect(
      try update(["item1.TEL;TYPE=home:1", "item1.X-ABLabel:Boat"]) {
        $0.phoneNumbers[0] = $0.phoneNumbers[0].setting(label: nil)
      } == ["item1.TEL:1"])
    #expect(
      try update("2.1", ["TEL;HOME;VOICE:1"]) {
        $0.phoneNumbers[0] = $0.phoneNumbers[0].setting(label: ContactLabel(rawValue: "Дача"))
      } == [
        "item1.TEL;VOICE:1",
        "item1.X-ABLabel;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=D0=94=D0=B0=D1=87=D0=B0",
      ])
  }

  @Test("gives a value a group of its own when others share its label")
  func sharedGroup() throws {
    #expect(
      try update(["item1.TEL:1", "item1.EMAIL:a@x", "item1.X-ABLabel:Boat"]) {
        $0.phoneNumbers[0] = $0.phoneNumbers[0].setting(label: ContactLabel(rawValue: "Car"))
      } == ["item2.TEL:1", "item2.X-ABLabel:Car", "item1.EMAIL:a@x", "item1.X-ABLabel:Boat"])
  }

  @Test("lets values that change places take each other's lines")
  func reordered() throws {
    #expect(
      try update(["TEL;X-A=1:1", "NOTE:x", "item1.TEL:2", "item1.X-ABLabel:Boat"]) {
        $0.phoneNumbers.reverse()
      } == ["item1.TEL:2", "NOTE:x", "TEL;X-A=1:1", "item1.X-ABLabel:Boat"])
  }

  // MARK: Addresses

  @Test("changes parts of ADR and what says the same once more")
  func address() throws {
    let lines = [
      "item1.ADR;TYPE=home,pref:;;Kade 7;Delft;;2611;NL;Kade 7", "item1.X-ABADR:nl",
      "LABEL;TYPE=home:Kade 7", "LABEL;TYPE=work:Other",
    ]
    #expect(
      try update(lines) {
        var address = $0.postalAddresses[0].value
        address.street = "Kade 8, rear"
        address.isoCountryCode = "BE"
        address.subLocality = "Noord"
        $0.postalAddresses[0] = $0.postalAddresses[0].setting(value: address)
      } == [
        #"item1.ADR;TYPE=home,pref;X-APPLE-SUBLOCALITY=Noord:;;Kade 8\, rear;Delft;;2611;NL"#,
        "item1.X-ABADR:be", "LABEL;TYPE=work:Other",
      ])
  }

  @Test("writes the country's code as each version does")
  func countryCode() throws {
    var address = PostalAddress()
    address.city = "Oslo"
    address.isoCountryCode = "no"
    let new = [LabeledValue(label: .home, value: address)]
    #expect(
      try update("4.0", []) { $0.postalAddresses = new } == ["ADR;TYPE=home;CC=NO:;;;Oslo;;;"])
    #expect(
      try update("3.0", []) { $0.postalAddresses = new }
        == ["item1.ADR;TYPE=HOME:;;;Oslo;;;", "item1.X-ABADR:no"])
  }

  @Test("changes an address in one piece where it stands")
  func label() throws {
    #expect(
      try update([#"LABEL;TYPE=home:Kade 7\nDelft"#]) {
        var address = $0.postalAddresses[0].value
        address.street = "Kade 8\nDelft"
        $0.postalAddresses[0] = $0.postalAddresses[0].setting(value: address)
      } == [#"LABEL;TYPE=home:Kade 8\nDelft"#])
    #expect(
      try update(["LABEL;TYPE=home:Kade 7"]) {
        var address = $0.postalAddresses[0].value
        address.city = "Delft"
        $0.postalAddresses[0] = $0.postalAddresses[0].setting(value: address)
      } == ["ADR;TYPE=home:;;Kade 7;Delft;;;"])
  }

  // MARK: Spellings

  @Test(
    "writes relations, dates and accounts as each version has them",
    arguments: [
      (
        "3.0",
        [
          "item1.X-ABRELATEDNAMES:Al", "item1.X-ABLabel:_$!<Spouse>!$_",
          "X-SOCIALPROFILE;TYPE=twitter;X-USER=kate:https://t.example/kate",
          "IMPP;TYPE=HOME;X-SERVICE-TYPE=Jabber:xmpp:kate@x.example", "item2.X-ABDATE:2008-06-14",
          "item2.X-ABLabel:_$!<Anniversary>!$_",
        ]
      ),
      (
        "4.0",
        [
          "RELATED;TYPE=spouse;VALUE=text:Al",
          "SOCIALPROFILE;SERVICE-TYPE=Twitter;USERNAME=kate:https://t.example/kate",
          "IMPP;TYPE=home;SERVICE-TYPE=Jabber:xmpp:kate@x.example", "ANNIVERSARY:20080614",
        ]
      ),
      (
        "2.1",
        [
          "item1.X-ABRELATEDNAMES:Al", "item1.X-ABLabel:_$!<Spouse>!$_",
          "X-SOCIALPROFILE;TYPE=twitter;X-USER=kate:https://t.example/kate",
          "X-JABBER;HOME:kate@x.example", "item2.X-ABDATE:2008-06-14",
          "item2.X-ABLabel:_$!<Anniversary>!$_",
        ]
      ),
    ])
  func spellings(version: String, lines: [String]) throws {
    #expect(
      try update(version, []) {
        $0.contactRelations = [LabeledValue(label: .spouse, value: ContactRelation(name: "Al"))]
        $0.socialProfiles = [
          LabeledValue(
            value: SocialProfile(
              urlString: "https://t.example/kate", username: "kate", service: "twitter"))
        ]
        $0.instantMessageAddresses = [
          LabeledValue(
            label: .home,
            value: InstantMessageAddress(username: "kate@x.example", service: "Jabber"))
        ]
        $0.dates = [
          LabeledValue(
            label: .anniversary, value: ContactDate(PartialDate(year: 2008, month: 6, day: 14)))
        ]
      } == lines)
  }

  @Test("writes a value once that the card gives in two ways, when it changes")
  func repeats() throws {
    #expect(
      try update(["X-JABBER:kate", "IMPP;X-SERVICE-TYPE=Jabber:xmpp:kate"]) {
        $0.instantMessageAddresses[0] = $0.instantMessageAddresses[0].setting(
          value: InstantMessageAddress(username: "ann", service: "Jabber"))
      } == ["X-JABBER:ann"])
    #expect(
      try update(["X-SPOUSE:Al", "X-EVOLUTION-SPOUSE:Al"]) { $0.contactRelations = [] } == [])
  }

  @Test("changes a relation whose property says its label into one that can say another")
  func fixedLabel() throws {
    #expect(
      try update(["X-SPOUSE:Al", "UID:1"]) {
        $0.contactRelations[0] = $0.contactRelations[0].setting(label: .partner)
      } == ["item1.X-ABRELATEDNAMES:Al", "item1.X-ABLabel:_$!<Partner>!$_", "UID:1"])
  }

  @Test("writes birthdays as each version has them")
  func birthdays() throws {
    let yearless = PartialDate(month: 2, day: 29)
    #expect(try update("4.0", []) { $0.birthday = yearless } == ["BDAY:--0229"])
    #expect(
      try update("3.0", []) { $0.birthday = yearless }
        == ["BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29"])
    #expect(
      try update("3.0", ["BDAY;X-APPLE-OMIT-YEAR=1604;X-A=1:1604-02-29"]) {
        $0.birthday?.year = 2000
      } == ["BDAY;X-A=1:2000-02-29"])
    #expect(
      try update("4.0", ["BDAY;VALUE=text:circa 1800"]) { $0.birthday = PartialDate(year: 1800) }
        == ["BDAY:1800"])
  }

  @Test(
    "refuses what a version cannot hold, and leaves the card as it was",
    arguments: [
      (PartialDate(year: 1985), "2.1", false), (PartialDate(year: 1985), "3.0", false),
      (PartialDate(year: 1985), "4.0", true),
      (PartialDate(year: 1604, month: 1, day: 1), "3.0", false),
      (PartialDate(year: 1985, month: 13, day: 1), "4.0", false),
    ])
  func refusal(date: PartialDate, version: String, holds: Bool) throws {
    var card = try card("BEGIN:VCARD\nVERSION:\(version)\nFN:x\nEND:VCARD\n")
    let before = card.properties.map { Array($0.line) }
    var copy = Contact(card).mutableCopy()
    copy.birthday = date
    copy.note = "x"
    do {
      try card.update(with: copy)
      #expect(holds)
      #expect(Contact(card).birthday == date)
    } catch {
      #expect(!holds)
      #expect(error.keys == .birthday)
      #expect(error.version.rawValue == version)
      #expect(error.description.contains("birthday"))
      #expect(card.properties.map { Array($0.line) } == before)
    }
  }

  @Test("says the type as each version does, and refuses a place before vCard 4.0")
  func types() throws {
    #expect(try update("4.0", []) { $0.contactType = .organization } == ["KIND:org"])
    #expect(
      try update("3.0", ["X-ABShowAs:COMPANY"]) { $0.contactType = .group }
        == ["X-ADDRESSBOOKSERVER-KIND:group"])
    #expect(throws: ContactUpdateError(keys: .contactType, version: .version30)) {
      try update("3.0", []) { $0.contactType = .location }
    }
  }

  @Test("leaves what changed on the card meanwhile, and writes what the contact changed")
  func meanwhile() throws {
    let read = try card("BEGIN:VCARD\nVERSION:3.0\nFN:x\nTITLE:a\nTEL:1\nEND:VCARD\n")
    var copy = Contact(read).mutableCopy()
    copy.phoneNumbers[0] = copy.phoneNumbers[0].setting(label: .work)
    var now = try card("BEGIN:VCARD\nVERSION:3.0\nFN:x\nTITLE:b\nNOTE:n\nTEL:1\nEND:VCARD\n")
    try now.update(with: copy)
    let contact = Contact(now)
    #expect(contact.jobTitle == "b")
    #expect(contact.note == "n")
    #expect(contact.phoneNumbers == [LabeledValue(label: .work, value: "1")])
  }

  @Test("changes only what was read, when few keys were")
  func fewKeys() throws {
    var card = try card("BEGIN:VCARD\nVERSION:3.0\nFN:Kate\nN:;Kate;;;\nTEL:1\nEND:VCARD\n")
    var copy = Contact(card, keys: .names).mutableCopy()
    copy.givenName = "Ann"
    try card.update(with: copy)
    #expect(Contact(card).formattedName == "Ann")
    #expect(Contact(card).phoneNumbers.map(\.value) == ["1"])
  }

  @Test("fills a new card")
  func newCard() throws {
    for version in Version.allCases {
      var card = Card(version: version)
      var copy = MutableContact()
      copy.givenName = "Kate"
      copy.familyName = "Bell"
      copy.note = "line\nline"
      copy.emailAddresses = [LabeledValue(label: .home, value: "kate@x.example")]
      try card.update(with: copy)
      let kate = Contact(card)
      #expect(kate.compositeName == "Kate Bell")
      #expect(kate.note == "line\nline")
      #expect(kate.emailAddresses == copy.emailAddresses)
    }
  }
}
