import ContactModel
import TestSupport
import Testing
import VCard

@Suite("Card.update(with:), what lines keep")
struct CardUpdateLinesTests {
  private typealias Message = InstantMessageAddress

  /// The lines of a card after a change, between VERSION and END, without their folds.
  private func update(
    _ lines: [String], version: String = "3.0", keys: Contact.Keys = .all,
    _ change: (inout MutableContact) -> Void
  ) throws -> [String] {
    var card = try CardSamples.parsed(lines: lines, version: version)
    var copy = Contact(card, keys: keys).mutableCopy()
    change(&copy)
    try card.update(with: copy)
    return card.properties.map {
      String(decoding: $0.line, as: UTF8.self).replacing("\r\n ", with: "")
        .replacing("\r\n", with: "")
    }
  }

  // MARK: Accounts

  @Test(
    "keeps scheme and parameters of IMPP while the service stays",
    arguments: [
      ("IMPP:sip:kate@x.example", "IMPP:sip:ann"), ("IMPP:tel:+1", "IMPP:tel:ann"),
      ("IMPP:threema:A1", "IMPP:threema:ann"), ("IMPP:threema:\u{301}A1", "IMPP:threema:ann"),
      ("IMPP;TYPE=Threema:a", "IMPP;TYPE=Threema:ann"),
      ("IMPP;X-SERVICE-TYPE=GoogleTalk:xmpp:k@g", "IMPP;X-SERVICE-TYPE=GoogleTalk:xmpp:ann"),
      ("IMPP;SERVICE-TYPE=QQ:x-apple:1", "IMPP;SERVICE-TYPE=QQ:x-apple:ann"),
      ("IMPP:SKYPE:kate?call", "IMPP:SKYPE:ann"), ("IMPP:https://wa.me/1", "IMPP:ann"),
      ("X-SIP:sip:kate@x.example", "X-SIP:sip:ann"), ("X-AIM:kate", "X-AIM:ann"),
    ])
  func scheme(line: String, expected: String) throws {
    #expect(
      try update([line], version: "4.0") {
        let old = $0.instantMessageAddresses[0]
        $0.instantMessageAddresses[0] = old.setting(
          value: Message(username: "ann", service: old.value.service))
      } == [expected])
  }

  @Test("writes an account that no scheme can carry as a whole")
  func page() throws {
    #expect(
      try update([]) {
        $0.instantMessageAddresses = [
          LabeledValue(value: Message(username: "//wa.me", service: "WhatsApp")),
          LabeledValue(value: Message(username: "a?b", service: "Jabber")),
        ]
      } == ["IMPP;X-SERVICE-TYPE=WhatsApp://wa.me", "IMPP;X-SERVICE-TYPE=Jabber:x-apple:a?b"])
  }

  @Test("gives the accounts of one line lines of their own when one changes, and else keeps it")
  func accountList() throws {
    let lines = ["UID:1", "X-messaging/aim-All:a\u{E000}b", "X-AIM:c", "REV:1"]
    #expect(
      try update(lines) {
        $0.instantMessageAddresses[1] = $0.instantMessageAddresses[1].setting(
          value: Message(username: "d", service: "AIM"))
      } == [
        "UID:1", "IMPP;X-SERVICE-TYPE=AIM:aim:a", "IMPP;X-SERVICE-TYPE=AIM:aim:d", "X-AIM:c",
        "REV:1",
      ])
    #expect(
      try update(lines) { $0.instantMessageAddresses.remove(at: 2) } == [
        lines[0], lines[1], lines[3],
      ])
    #expect(
      try update(lines) { $0.instantMessageAddresses.remove(at: 0) } == [
        "UID:1", "IMPP;X-SERVICE-TYPE=AIM:aim:b", "X-AIM:c", "REV:1",
      ])
    #expect(
      try update(["X-messaging/aim-All:a\u{E000}b", "X-AIM:a"]) {
        $0.instantMessageAddresses.remove(at: 0)
      } == ["IMPP;X-SERVICE-TYPE=AIM:aim:b"])
  }

  // MARK: Octets

  @Test(
    "leaves the octets of a value when its label changes",
    arguments: [
      ("TEL;VALUE=uri;TYPE=home:tel:+1;ext=5", "TEL;TYPE=work;VALUE=uri:tel:+1;ext=5"),
      ("TEL;TYPE=home:1,2", "TEL;TYPE=work:1,2"),
      ("ADR;TYPE=home:;;a\\,b,c", "ADR;TYPE=work:;;a\\,b,c"),
    ])
  func octets(line: String, expected: String) throws {
    #expect(
      try update([line], version: "4.0") {
        for index in $0.phoneNumbers.indices {
          $0.phoneNumbers[index] = $0.phoneNumbers[index].setting(label: .work)
        }
        for index in $0.postalAddresses.indices {
          $0.postalAddresses[index] = $0.postalAddresses[index].setting(label: .work)
        }
      } == [expected])
  }

  @Test("leaves the escapes of a text that VALUE says to be one")
  func escapes() throws {
    #expect(
      try update([#"RELATED;TYPE=friend;VALUE=text:Bell\, Al"#], version: "4.0") {
        $0.contactRelations[0] = $0.contactRelations[0].setting(label: .spouse)
      } == [#"RELATED;TYPE=spouse;VALUE=text:Bell\, Al"#])
    #expect(
      try update([#"SOCIALPROFILE;TYPE=home;VALUE=text:a\,b"#], version: "4.0") {
        $0.socialProfiles[0] = $0.socialProfiles[0].setting(label: .work)
      } == [#"SOCIALPROFILE;TYPE=work;VALUE=text:a\,b"#])
  }

  @Test("changes a part of SOUND between its semicolons")
  func sound() throws {
    #expect(
      try update(["N:a;b;;;", "FN:b a", "SOUND;X-IRMC-N:ka;ki;;;"], version: "2.1") {
        $0.phoneticGivenName = "k;u"
        $0.phoneticFamilyName = "ko"
      } == ["N:a;b;;;", "FN:b a", #"SOUND;TYPE=X-IRMC-N:ko;k\;u;;;"#])
  }

  @Test("removes how a name sounds wherever the card says it")
  func noSound() throws {
    let lines = ["SOUND;X-IRMC-N:ka;ki;;;", "X-PHONETIC-FIRST-NAME:ko"]
    for lines in [lines, lines.reversed()] {
      #expect(
        try update(lines, version: "2.1") { $0.phoneticGivenName = nil } == [
          "SOUND;TYPE=X-IRMC-N:ka;;;;"
        ])
    }
  }

  // MARK: Groups

  @Test("removes the label of a group when the last line leaves it")
  func groups() throws {
    let lines = ["item1.TEL:1", "item1.EMAIL:a@x", "item1.X-ABLabel:Boat"]
    #expect(
      try update(lines) {
        $0.phoneNumbers[0] = $0.phoneNumbers[0].setting(label: .work)
        $0.emailAddresses[0] = $0.emailAddresses[0].setting(label: .home)
      } == ["item1.TEL:1", "EMAIL;TYPE=HOME:a@x", "item1.X-ABLabel:_$!<Work>!$_"])
    #expect(
      try update(lines) {
        $0.phoneNumbers = []
        $0.emailAddresses[0] = $0.emailAddresses[0].setting(label: .home)
      } == ["EMAIL;TYPE=HOME:a@x"])
    #expect(
      try update(["item1.X-SPOUSE:Al", "item1.X-CHILD:Bo", "item1.X-ABLabel:"]) {
        $0.contactRelations[0] = $0.contactRelations[0].setting(label: .partner)
        $0.contactRelations[1] = $0.contactRelations[1].setting(label: .partner)
      } == [
        "item2.X-ABRELATEDNAMES:Al", "item2.X-ABLabel:_$!<Partner>!$_",
        "item3.X-ABRELATEDNAMES:Bo", "item3.X-ABLabel:_$!<Partner>!$_",
      ])
  }

  // MARK: Names

  @Test("drops the order of the old components, and how the old organisation sorted")
  func order() throws {
    #expect(
      try update(["N;JSCOMPS=\"s, ;1;0\":Bell;Kate;;;", "FN:x"], version: "4.0") {
        $0.namePrefix = "Dr."
      } == ["N:Bell;Kate;;Dr.;", "FN:x"])
    #expect(
      try update(["ORG;SORT-AS=Acme:The Acme;Sales"], version: "4.0") {
        $0.organizationName = "Bcme"
      } == ["ORG:Bcme;Sales"])
    #expect(
      try update(["ORG;SORT-AS=Acme:The Acme;Sales"], version: "4.0") { $0.departmentName = "East" }
        == ["ORG;SORT-AS=Acme:The Acme;East"])
  }

  @Test("takes the organisation of the card for FN when the contact was not read with it")
  func follower() throws {
    let lines = ["FN:Acme", "N:;;;;", "ORG:Acme"]
    #expect(
      try update(lines, keys: .names) { $0.namePrefix = "Dr." }.first == "FN:Acme")
  }

  @Test("rewrites only the nicknames' lines that change, and adds to the last")
  func nicknames() throws {
    let lines = ["NICKNAME;LANGUAGE=en:a,b", "NOTE:x", "NICKNAME;TYPE=work:c"]
    #expect(
      try update(lines) { $0.nicknames.append("d") } == [
        lines[0], lines[1], "NICKNAME;TYPE=work:c,d",
      ])
    #expect(
      try update(lines) { $0.nicknames[0] = "d" } == [
        "NICKNAME;LANGUAGE=en:d,b", lines[1], lines[2],
      ])
    #expect(try update(lines) { $0.nicknames.removeLast() } == [lines[0], lines[1]])
    #expect(try update(lines) { $0.nicknames = [] } == [lines[1]])
    #expect(
      try update(lines) { $0.nicknames = ["x", "y", "z", "w"] } == [
        "NICKNAME;LANGUAGE=en:x,y", lines[1], "NICKNAME;TYPE=work:z,w",
      ])
    let android = "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Annie;1;;;;;;;;;;;;;"
    #expect(try update([android]) { $0.nicknames.append("b") } == ["NICKNAME:Annie,b"])
    #expect(
      try update([android, "NICKNAME:a"]) { $0.nicknames[1] = "b" } == [android, "NICKNAME:b"])
  }

  // MARK: Which line is whose

  @Test("gives a value of another contact no line of a value that stays")
  func foreign() throws {
    let other = try contact("EMAIL;TYPE=home:z@x")
    #expect(
      try update(["EMAIL;X-A=1:a@x", "EMAIL;X-B=1:b@x"]) {
        $0.emailAddresses.insert(other.emailAddresses[0], at: 0)
      } == ["EMAIL;TYPE=HOME,INTERNET:z@x", "EMAIL;X-A=1:a@x", "EMAIL;X-B=1:b@x"])
  }

  // MARK: Addresses

  @Test("keeps the LABEL of each address that stays, and lets it follow label and place")
  func addressLabels() throws {
    let lines = [
      "ADR;TYPE=home:;;a;;;;", "LABEL;TYPE=home,pref:A", "ADR;TYPE=home:;;b;;;;",
      "LABEL;TYPE=home:B",
    ]
    #expect(
      try update(lines) {
        var address = $0.postalAddresses[0].value
        address.street = "c"
        $0.postalAddresses[0] = $0.postalAddresses[0].setting(value: address)
      } == ["ADR;TYPE=home:;;c;;;;", lines[2], lines[3]])
    #expect(
      try update(lines) {
        $0.postalAddresses[0] = $0.postalAddresses[0].setting(label: .work)
      } == ["ADR;TYPE=WORK:;;a;;;;", "LABEL;TYPE=WORK,pref:A", lines[2], lines[3]])
    #expect(
      try update(lines) { $0.postalAddresses.reverse() } == [
        lines[2], lines[3], lines[0], lines[1],
      ]
    )
    #expect(try update(lines) { $0.postalAddresses = [] } == [])
  }

  @Test("turns LABEL into ADR in its place, with its parameters")
  func conversion() throws {
    #expect(
      try update(["item1.LABEL;X-A=1:A", "item1.X-ABLabel:Boat", "UID:1", "LABEL;TYPE=home:B"]) {
        var address = $0.postalAddresses[1].value
        address.city = "Delft"
        $0.postalAddresses[1] = $0.postalAddresses[1].setting(value: address)
      } == [
        "item1.ADR;X-A=1:;;A;;;;", "item1.X-ABLabel:Boat", "UID:1", "ADR;TYPE=home:;;B;Delft;;;",
      ])
  }

  // MARK: The rest

  @Test("changes the type in its place")
  func types() throws {
    #expect(
      try update(["KIND;X-A=1:org", "UID:1"], version: "4.0") { $0.contactType = .group }
        == ["KIND;X-A=1:group", "UID:1"])
    #expect(
      try update(["KIND;X-A=1:org", "UID:1"], version: "4.0") { $0.contactType = .person }
        == ["KIND;X-A=1:individual", "UID:1"])
    #expect(
      try update(["X-ABShowAs:COMPANY", "UID:1"]) { $0.contactType = .person } == ["UID:1"])
    #expect(
      try update(["X-ABShowAs:COMPANY", "UID:1"]) { $0.contactType = .group }
        == ["X-ADDRESSBOOKSERVER-KIND:group", "UID:1"])
  }

  @Test("writes a birthday of an unnamed calendar so that it is no birthday of this one")
  func calendar() throws {
    #expect(
      try update(["BDAY;CALSCALE=chinese:1984-01-05"], version: "4.0") {
        $0.nonGregorianBirthday = ContactDate(text: "1985-01-05", calendar: "")
      } == ["X-ALTBDAY:1985-01-05"])
  }

  @Test("adds many values to a card in the order in which they were set")
  func many() throws {
    let numbers = (0..<3_000).map { LabeledValue(value: "\($0)") }
    let lines = try update(["FN:x", "TEL:0", "UID:1"]) { $0.phoneNumbers = numbers }
    #expect(lines == ["FN:x"] + numbers.map { "TEL:\($0.value)" } + ["UID:1"])
  }
}
