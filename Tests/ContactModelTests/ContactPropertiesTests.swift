import ContactModel
import TestSupport
import Testing
import VCard

@Suite("Contact, its addresses, accounts, relations and dates")
struct ContactPropertiesTests {
  // MARK: Notes and pages

  @Test("has all notes, and the first one as the note")
  func notes() throws {
    let kate = try contact(#"NOTE:one\, two\nthree"#, "NOTE: ", "NOTE:four")
    #expect(kate.note == "one, two\nthree")
    #expect(kate.notes == ["one, two\nthree", "four"])
  }

  @Test("reads pages with the labels of TYPE and of groups")
  func pages() throws {
    let kate = try contact(
      "item1.URL;type=pref:http\\://a.example", "item1.X-ABLabel:_$!<HomePage>!$_",
      "URL;TYPE=WORK:https://b.example/?x=1,2;y", "URL:c.example")
    #expect(
      kate.urlAddresses.map(\.value) == [
        "http://a.example", "https://b.example/?x=1,2;y", "c.example",
      ])
    #expect(kate.urlAddresses.map(\.label) == [.homePage, .work, nil])
  }

  // MARK: Addresses

  private func address(_ line: String..., version: String = "3.0") throws -> PostalAddress {
    let text = ["BEGIN:VCARD", "VERSION:\(version)"] + line + ["END:VCARD", ""]
    return try #require(
      Contact(try card(text.joined(separator: "\n"))).postalAddresses.first?.value)
  }

  @Test(
    "takes the seven components of ADR, RFC 2426 §3.2.1, in every version",
    arguments: ["2.1", "3.0", "4.0"])
  func components(version: String) throws {
    let address = try address(
      "ADR:PO Box 1;Flat 2;3 High St;Brook;Kent;CT1 1AA;UK", version: version)
    #expect(address.postOfficeBox == "PO Box 1")
    #expect(address.extendedAddress == "Flat 2")
    #expect(address.street == "3 High St")
    #expect(address.city == "Brook")
    #expect(address.state == "Kent")
    #expect(address.postalCode == "CT1 1AA")
    #expect(address.country == "UK")
    #expect(address.isoCountryCode == nil)
  }

  @Test("keeps the lines of a street, and what stands between unescaped commas")
  func lists() throws {
    let address = try address(#"ADR:;;Building 6\nFloor 8\, left;Brook,Weir;;0165;Norway"#)
    #expect(address.street == "Building 6\nFloor 8, left")
    #expect(address.city == "Brook, Weir")
  }

  @Test("reads the country's code: CC (RFC 8605 §3.1), else X-ABADR of the group")
  func countryCode() throws {
    #expect(try address("ADR;CC=no:;;;Oslo;;;", version: "4.0").isoCountryCode == "NO")
    #expect(try address("item1.ADR:;;;Oslo;;;", "ITEM1.X-ABADR:no").isoCountryCode == "NO")
    #expect(try address("item1.ADR;CC=SE:;;;X;;;", "item1.X-ABADR:no").isoCountryCode == "SE")
    #expect(try address("item1.ADR:;;;Oslo;;;", "item2.X-ABADR:no").isoCountryCode == nil)
    #expect(try address("item1.ADR:;;;Oslo;;;", "item1.X-ABADR:nor").isoCountryCode == nil)
  }

  @Test("reads Apple's parts of an address from parameters and from the group")
  func appleParts() throws {
    let parameters = try address(
      "ADR;X-APPLE-SUBLOCALITY=Soho;X-APPLE-SUBADMINISTRATIVEAREA=\"Greater; London\":;;;London;;;")
    #expect(parameters.subLocality == "Soho")
    #expect(parameters.subAdministrativeArea == "Greater; London")
    let lines = try address(
      "item1.ADR:;;;London;;;", "item1.X-APPLE-SUBLOCALITY:Soho",
      "item1.X-APPLE-SUBADMINISTRATIVEAREA:Greater London")
    #expect(lines.subLocality == "Soho")
    #expect(lines.subAdministrativeArea == "Greater London")
  }

  @Test(
    "builds a street from the fine components of RFC 9554 §2.1 in the order of the country",
    arguments: [("DE", "Hauptstraße 12"), ("US", "12 Hauptstraße"), ("", "12 Hauptstraße")])
  func fineComponents(country: String, street: String) throws {
    let parameter = country.isEmpty ? "" : ";CC=\(country)"
    let address = try address(
      "ADR\(parameter):;;;Brook;;;;R1;A2;3;12;Hauptstraße;Tower;B5;Old Town;County;;",
      version: "4.0")
    #expect(address.street == street)
    #expect(address.extendedAddress == "Tower, 3, A2, R1, B5")
    #expect(address.subLocality == "Old Town")
    #expect(address.subAdministrativeArea == "County")
  }

  @Test("leaves the street that is there, and Google's eighth component, alone")
  func coarseComponents() throws {
    let fine = try address(
      "ADR:;;12 Main St;Brook;;;;;;;12;Main St;;;;;;", version: "4.0")
    #expect(fine.street == "12 Main St")
    #expect(fine.extendedAddress == nil)
    let google = try address(#"ADR:;;;Brook;;0164;Norway;12 Mill Lane\nBrook"#)
    #expect(google.street == nil)
    #expect(google.extendedAddress == nil)
  }

  @Test("takes LABEL for an address in one piece where there is no ADR, and for none beside one")
  func labels() throws {
    let alone = try contact(#"LABEL;TYPE=home:Kade 7\n2611 Delft"#)
    #expect(alone.postalAddresses.map(\.value.street) == ["Kade 7\n2611 Delft"])
    #expect(alone.postalAddresses.first?.label == .home)
    let beside = try contact("ADR;TYPE=home:;;Kade 7;Delft;;;", #"LABEL;TYPE=work:Other"#)
    #expect(beside.postalAddresses.map(\.value.city) == ["Delft"])
    let parameter = try address(#"ADR;LABEL="Kade 7\nDelft":;;;;;;"#, version: "4.0")
    #expect(parameter.street == "Kade 7\nDelft")
  }

  @Test("leaves out an address without any part")
  func emptyAddress() throws {
    #expect(try contact("ADR:;;;;;;", "ADR:", "ADR;TYPE=home: ; ;").postalAddresses.isEmpty)
  }

  // MARK: Relations

  @Test("reads every way to name a relative, each once")
  func relations() throws {
    let kate = try contact(
      "RELATED;TYPE=spouse;VALUE=text:Al", "X-SPOUSE:Al", "X-EVOLUTION-MANAGER:Bo",
      "X-KADDRESSBOOK-X-SpouseName:Cy", "item1.X-ABRELATEDNAMES:Di",
      "item1.X-ABLabel:_$!<YoungerSister>!$_", "item2.X-ABRELATEDNAMES:Ed",
      "item2.X-ABLabel:Bowling mate", "RELATED;TYPE=co-worker,pref;VALUE=text:Fay", "X-CHILD:Gus",
      "X-ASSISTANT: ", "RELATED;TYPE=friend:urn:uuid:00000000-0000-4000-8000-000000000001",
      "AGENT:BEGIN:VCARD\\nEND:VCARD\\n", version: "4.0")
    #expect(
      kate.contactRelations.map(\.value.name) == ["Al", "Bo", "Cy", "Di", "Ed", "Fay", "Gus"])
    #expect(
      kate.contactRelations.map(\.label) == [
        .spouse, .manager, .spouse, .youngerSister, ContactLabel(rawValue: "Bowling mate"),
        .colleague, .child,
      ])
  }

  @Test("reads what Android writes into columns of its own")
  func android() throws {
    let ann = try contact(
      #"X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ed\; Eddie;0;Uncle;;;;;;;;;;;;"#,
      "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Annie;1;;;;;;;;;;;;;",
      "X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2009-10-11;1;;;;;;;;;;;;;")
    #expect(ann.contactRelations.map(\.value.name) == ["Ed; Eddie"])
    #expect(ann.contactRelations.first?.label == .uncle)
    #expect(ann.nickname == "Annie")
    #expect(ann.dates.map(\.value.date) == [PartialDate(year: 2009, month: 10, day: 11)])
    #expect(ann.dates.first?.label == .anniversary)
  }

  @Test("reads the spouse and the anniversary of KAddressBook and Windows")
  func otherPrograms() throws {
    let kate = try contact(
      "X-KADDRESSBOOK-X-SpousesName:Al", "X-SPOUSESNAME:Bo", "X-WAB-SPOUSE_NAME:Cy",
      "X-WAB-WEDDING_ANNIVERSARY:20030621")
    #expect(kate.contactRelations.map(\.value.name) == ["Al", "Bo", "Cy"])
    #expect(kate.contactRelations.allSatisfy { $0.label == .spouse })
    #expect(kate.dates.map(\.label) == [.anniversary])
  }

  @Test("reads how letters get to an address as no label; RFC 2426 §3.2.1")
  func delivery() throws {
    let addresses = try contact(
      "ADR;TYPE=dom,work:;;a;;;;", "ADR;TYPE=dom:;;b;;;;", "ADR;TYPE=home,dom:;;c;;;;"
    ).postalAddresses
    #expect(addresses.map(\.label) == [.work, nil, .home])
  }

  // MARK: Accounts

  @Test(
    "reads accounts with social networks",
    arguments: [
      (
        "X-SOCIALPROFILE;type=twitter;x-user=kate;x-userid=7:http://twitter.com/kate",
        SocialProfile(
          urlString: "http://twitter.com/kate", username: "kate", userIdentifier: "7",
          service: "Twitter")
      ),
      (
        "X-SOCIALPROFILE;x-user=kate;type=Threema;type=pref:x-apple:kate",
        SocialProfile(username: "kate", service: "Threema")
      ),
      (
        "SOCIALPROFILE;SERVICE-TYPE=Mastodon;USERNAME=kate:https://s.example/@kate",
        SocialProfile(urlString: "https://s.example/@kate", username: "kate", service: "Mastodon")
      ),
      (
        "SOCIALPROFILE;SERVICE-TYPE=linkedin;VALUE=text:kate",
        SocialProfile(username: "kate", service: "LinkedIn")
      ),
      ("X-TWITTER:kate", SocialProfile(username: "kate", service: "Twitter")),
      ("X-GAMECENTER:kate", SocialProfile(username: "kate", service: "GameCenter")),
      (
        "X-SOCIALPROFILE;type=youtube:https://y.example/@kate",
        SocialProfile(urlString: "https://y.example/@kate", service: "YouTube")
      ),
      ("X-Mastodon:kate", SocialProfile(username: "kate", service: "Mastodon")),
      ("X-YouTube:kate", SocialProfile(username: "kate", service: "YouTube")),
      (
        "X-FACEBOOK:https://facebook.example/kate",
        SocialProfile(urlString: "https://facebook.example/kate", service: "Facebook")
      ),
    ])
  func profile(line: String, profile: SocialProfile) throws {
    #expect(try contact(line).socialProfiles.map(\.value) == [profile])
  }

  @Test("reads the accounts of KAddressBook and of Microsoft's programs, each of a list by itself")
  func moreAccounts() throws {
    let kate = try contact(
      "X-messaging/skype-All:kate\u{E000}bell", "X-messaging/xmpp-All:k@x.example",
      "X-messaging/aim-All:a", "X-messaging/icq-All:1", "X-messaging/msn-All:m",
      "X-messaging/yahoo-All:y", "X-messaging/gadu-All:2", "X-messaging/irc-All:i\u{E000}\u{E000} ",
      "X-MS-IMADDRESS:n@x.example", "X-KADDRESSBOOK-X-IMAddress:o@x.example",
      "X-SIP:sip:kate@x.example", "X-SAMETIME:s")
    #expect(
      kate.instantMessageAddresses.map { "\($0.value.service ?? "-") \($0.value.username)" } == [
        "Skype kate", "Skype bell", "Jabber k@x.example", "AIM a", "ICQ 1", "MSN m", "Yahoo y",
        "GaduGadu 2", "IRC i", "- n@x.example", "- o@x.example", "SIP kate@x.example",
        "Sametime s",
      ])
  }

  @Test("takes the address of a page in IMPP as a whole, of the service that parameters name")
  func messagePage() throws {
    let kate = try contact(
      "IMPP:https://wa.me/123", "IMPP;SERVICE-TYPE=WhatsApp:https://wa.me/456", version: "4.0")
    #expect(
      kate.instantMessageAddresses.map(\.value) == [
        InstantMessageAddress(username: "https://wa.me/123"),
        InstantMessageAddress(username: "https://wa.me/456", service: "WhatsApp"),
      ])
  }

  @Test("tells the service of a profile from its label")
  func profileLabel() throws {
    let kate = try contact(
      "X-SOCIALPROFILE;TYPE=home;TYPE=twitter:http://t.example", "X-TWITTER:kate", "X-TWITTER:kate")
    #expect(kate.socialProfiles.map(\.label) == [.home, nil])
    #expect(kate.socialProfiles.map(\.value.service) == ["Twitter", "Twitter"])
  }

  @Test(
    "reads accounts for instant messages, RFC 4770 and programs' own properties",
    arguments: [
      ("IMPP;X-SERVICE-TYPE=AIM;type=HOME:aim:kate", "kate", "AIM"),
      ("IMPP;X-SERVICE-TYPE=ICQ:aim:100200", "100200", "ICQ"),
      ("IMPP;X-SERVICE-TYPE=QQ:x-apple:100", "100", "QQ"),
      ("IMPP;TYPE=SKYPE:kate.b", "kate.b", "Skype"),
      ("IMPP;SERVICE-TYPE=Threema:x-apple:A1", "A1", "Threema"),
      ("IMPP:xmpp:kate@chat.example", "kate@chat.example", "Jabber"),
      ("IMPP:aim:goim?screenname=kate", "kate", "AIM"), ("IMPP:skype:kate?call", "kate", "Skype"),
      ("IMPP:ymsgr:sendim?kate", "kate", "Yahoo"),
      ("IMPP:sip:kate@x.example", "kate@x.example", "SIP"),
      ("X-GOOGLE-TALK:kate@x.example", "kate@x.example", "GoogleTalk"),
      ("X-MSN:kate@x.example", "kate@x.example", "MSN"), ("X-QQ:12", "12", "QQ"),
      ("X-GOOGLE TALK:kate", "kate", "GoogleTalk"),
      ("X-MATRIX:@k:x.example", "@k:x.example", "Matrix"),
    ])
  func message(line: String, username: String, service: String) throws {
    #expect(
      try contact(line).instantMessageAddresses.map(\.value) == [
        InstantMessageAddress(username: username, service: service)
      ])
  }

  @Test("makes one of an account that is given both ways, with the label that there is")
  func messageOnce() throws {
    let kate = try contact(
      "X-SKYPE-USERNAME:kate", "IMPP;TYPE=home;X-SERVICE-TYPE=Skype:skype:kate", "X-AIM:kate")
    #expect(kate.instantMessageAddresses.map(\.value.service) == ["Skype", "AIM"])
    #expect(kate.instantMessageAddresses.map(\.label) == [.home, nil])
  }

  // MARK: Dates

  @Test("reads days with their labels, each once however it is spelled")
  func dates() throws {
    let kate = try contact(
      "ANNIVERSARY:20030621", "X-ANNIVERSARY:2003-06-21", "X-KADDRESSBOOK-X-Anniversary:2003-06-21",
      "X-EVOLUTION-ANNIVERSARY:1998-08-08", "item1.X-ABDATE;X-APPLE-OMIT-YEAR=1604:1604-11-04",
      "item1.X-ABLabel:First kiss", "DEATHDATE:circa 2050",
      "ANNIVERSARY;CALSCALE=Hebrew:5763-09-21",
      version: "4.0")
    #expect(
      kate.dates.map(\.value.date) == [
        PartialDate(year: 2003, month: 6, day: 21), PartialDate(year: 1998, month: 8, day: 8),
        PartialDate(month: 11, day: 4), nil, nil,
      ])
    #expect(
      kate.dates.map(\.label) == [
        .anniversary, .anniversary, ContactLabel(rawValue: "First kiss"), .death, .anniversary,
      ])
    #expect(kate.dates[3].value.text == "circa 2050")
    #expect(kate.dates[4].value.calendar == "hebrew")
    #expect(kate.dates[4].value.text == "5763-09-21")
  }

  @Test("keeps a birthday of another calendar, and one that is no date, as text")
  func birthdays() throws {
    let both = try contact("BDAY;CALSCALE=chinese:1984-01-05", "BDAY:19840206", version: "4.0")
    #expect(both.birthday == PartialDate(year: 1984, month: 2, day: 6))
    #expect(both.nonGregorianBirthday == ContactDate(text: "1984-01-05", calendar: "chinese"))
    let apple = try contact("X-ALTBDAY;CALSCALE=chinese:00000101")
    #expect(apple.nonGregorianBirthday?.text == "00000101")
    #expect(apple.birthday == nil)
    let text = try contact("BDAY;VALUE=text:circa 1800", version: "4.0")
    #expect(text.birthday == nil)
    #expect(text.birthdayText == "circa 1800")
    #expect(try contact("BDAY:1980-02-03").birthdayText == nil)
  }

  @Test("prefers a birthday that is a date to words, wherever it stands; RFC 6350 §5.4")
  func birthdayWords() throws {
    let words = "BDAY;ALTID=1;VALUE=text:circa 1800"
    for lines in [[words, "BDAY;ALTID=1:18000101"], ["BDAY;ALTID=1:18000101", words]] {
      let kate = try contact(lines[0], lines[1], version: "4.0")
      #expect(kate.birthday == PartialDate(year: 1800, month: 1, day: 1))
      #expect(kate.birthdayText == nil)
    }
    let two = try contact("BDAY:x", "BDAY:y", "BDAY:1980-02-03", "BDAY:1981-02-03")
    #expect(two.birthday == PartialDate(year: 1980, month: 2, day: 3))
    #expect(try contact("BDAY:x", "BDAY:y").birthdayText == "x")
  }

  @Test("counts a birthday in words as one")
  func birthdayCount() throws {
    var statistics = ContactStatistics()
    statistics.add(try contact("FN:x", "BDAY;VALUE=text:circa 1800", version: "4.0"))
    #expect(statistics.having[.birthday] == 1)
  }

  @Test("takes the language of N before that of FN, and of FN that of the one that counts")
  func nameLanguage() throws {
    func language(_ lines: String...) throws -> String? {
      let text = ["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]
      return Contact(try card(text.joined(separator: "\n"))).nameLanguage
    }
    #expect(try language("FN;LANGUAGE=ja:x", "FN;PREF=1;LANGUAGE=vi:y") == "vi")
    #expect(try language("FN;LANGUAGE=ja:x", "FN;PREF=1:y", "LANGUAGE:de") == "de")
    #expect(try language("FN;LANGUAGE=ja:x", "N;LANGUAGE=hu:Bell;Kate;;;") == "hu")
    #expect(try language("N;LANGUAGE=hu:Bell;Kate;;;", "FN;LANGUAGE=ja:x") == "hu")
  }

  // MARK: Names

  @Test("adds the second surname of RFC 9554 §2.2 to the family name once")
  func secondSurname() throws {
    #expect(try contact("N:Gómez;Ana;;;;Ruiz;", version: "4.0").familyName == "Gómez Ruiz")
    #expect(try contact("N:Gómez Ruiz;Ana;;;;Ruiz;", version: "4.0").familyName == "Gómez Ruiz")
    #expect(try contact("N:Gómez,Ruiz;Ana;;;;Ruiz;", version: "4.0").familyName == "Gómez Ruiz")
    #expect(try contact("N:;Ana;;;;Ruiz;", version: "4.0").familyName == "Ruiz")
  }

  @Test("is equal when keys and values are")
  func equality() throws {
    let lines = ["N:Bell;Kate;;;", "EMAIL:a@x.example", "BDAY:1980-02-03"]
    let kate = try contact(lines[0], lines[1], lines[2])
    #expect(try kate == contact(lines[2], lines[1], lines[0]))
    #expect(try kate.hashValue == contact(lines[2], lines[1], lines[0]).hashValue)
    #expect(try kate != contact(lines[0], lines[1]))
    #expect(try kate != contact(lines[0], lines[1], lines[2], keys: .compositeName))
  }

  @Test("survives hostile text in every property")
  func hostile() throws {
    let long = String(repeating: "\u{301}a,;:\\n", count: 20_000)
    for name in [
      "ADR", "URL", "RELATED", "IMPP", "X-SOCIALPROFILE", "X-ABDATE", "NOTE", "BDAY", "N",
    ] {
      let kate = try contact(
        "item1.\(name);TYPE=\u{202E}x,\u{0}:\(long)", "item1.X-ABLabel:\(long)", version: "4.0")
      #expect(kate == kate.mutableCopy().contact)
    }
  }
}
