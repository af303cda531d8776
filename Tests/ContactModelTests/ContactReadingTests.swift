import ContactModel
import TestSupport
import Testing
import VCard

@Suite("Contact, read from a card")
struct ContactReadingTests {
  @Test("takes the five parts of N, RFC 6350 §6.2.2")
  func nameParts() throws {
    let kate = try contact("N:Bell;Kate;Ann;Dr.;Jr.", "FN:Dr. Kate Ann Bell Jr.")
    #expect(kate.familyName == "Bell")
    #expect(kate.givenName == "Kate")
    #expect(kate.middleName == "Ann")
    #expect(kate.namePrefix == "Dr.")
    #expect(kate.nameSuffix == "Jr.")
    #expect(kate.formattedName == "Dr. Kate Ann Bell Jr.")
  }

  @Test("joins the values of a component with spaces")
  func listsInName() throws {
    let john = try contact("N:Stevenson;John;Philip,Paul;Dr.;Jr.,M.D.,A.C.P.", version: "4.0")
    #expect(john.middleName == "Philip Paul")
    #expect(john.nameSuffix == "Jr. M.D. A.C.P.")
  }

  @Test("reads escapes, folds, quoted-printable and charsets in N as the card decodes them")
  func encodedName() throws {
    #expect(try contact(#"N:Bell\, Smith;Kate\;Ann;;;"#).familyName == "Bell, Smith")
    #expect(try contact("N:Be\r\n ll;Ka\r\n te;;;").givenName == "Kate")
    let quoted = try contact(
      "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrgen;;;", version: "2.1")
    #expect(quoted.familyName == "Müller")
    #expect(quoted.givenName == "Jürgen")
  }

  @Test("has nil for what is empty or blank, and no blanks around what is not")
  func blanks() throws {
    let kate = try contact("N: Bell ;\u{3000}Kate\u{A0}; ;;", "FN:  ", "NICKNAME: , ")
    #expect(kate.familyName == "Bell")
    #expect(kate.givenName == "Kate")
    #expect(kate.middleName == nil)
    #expect(kate.namePrefix == nil)
    #expect(kate.formattedName == nil)
    #expect(kate.nickname == nil)
  }

  @Test("guesses nothing into the parts of N from FN")
  func formattedNameOnly() throws {
    let kate = try contact("FN:Kate Bell")
    #expect(kate.givenName == nil)
    #expect(kate.familyName == nil)
    #expect(kate.formattedName == "Kate Bell")
  }

  @Test("adds the generation of RFC 9554 §2.2 to the suffix once")
  func generation() throws {
    let added = try contact("N:Bell;Kate;;;;;III", version: "4.0")
    #expect(added.nameSuffix == "III")
    let repeated = try contact("N:Bell;Kate;;;Jr.;;Jr.", version: "4.0")
    #expect(repeated.nameSuffix == "Jr.")
    #expect(try contact("N:Gómez Ruiz;Ana;;;;Ruiz;", version: "4.0").familyName == "Gómez Ruiz")
  }

  @Test("takes the first filled FN, or the one that PREF prefers")
  func preferredFormattedName() throws {
    #expect(try contact("FN:", "FN:One", "FN:Two").formattedName == "One")
    let preferred = try contact("FN;PREF=2:One", "FN;PREF=1:Two", "FN:Three", version: "4.0")
    #expect(preferred.formattedName == "Two")
  }

  @Test("keeps the sound of a name apart: X-PHONETIC, PHONETIC, SOUND;X-IRMC-N")
  func phonetics() throws {
    let apple = try contact(
      "N:山田;太郎;;;", "X-PHONETIC-FIRST-NAME:たろう", "X-PHONETIC-LAST-NAME:やまだ")
    #expect(apple.phoneticGivenName == "たろう")
    #expect(apple.phoneticFamilyName == "やまだ")
    let standard = try contact(
      "N;ALTID=1:山田;太郎;;;", "N;ALTID=1;PHONETIC=script;SCRIPT=Hira:やまだ;たろう;;;",
      version: "4.0")
    #expect(standard.familyName == "山田")
    #expect(standard.phoneticFamilyName == "やまだ")
    let phone = try contact("N:山田;太郎", "SOUND;X-IRMC-N:ﾔﾏﾀﾞ;ﾀﾛｳ;;;", version: "2.1")
    #expect(phone.phoneticFamilyName == "ﾔﾏﾀﾞ")
    #expect(phone.phoneticGivenName == "ﾀﾛｳ")
  }

  @Test("reads how a name sorts: SORT-AS (RFC 6350 §5.9) and SORT-STRING (RFC 2426 §3.6.5)")
  func sortAs() throws {
    let current = try contact(
      #"N;SORT-AS="Harten,Rene":van der Harten;Rene;;;"#, version: "4.0")
    #expect(current.sortAsFamilyName == "Harten")
    #expect(current.sortAsGivenName == "Rene")
    let old = try contact("N:van der Harten;Rene;;;", "SORT-STRING:Harten")
    #expect(old.sortAsFamilyName == "Harten")
    #expect(old.sortAsGivenName == nil)
  }

  @Test("knows the language of a name: LANGUAGE of N, of FN, of the card (RFC 9554 §3.3)")
  func language() throws {
    #expect(try contact("N;LANGUAGE=hu:Kovács;János;;;").nameLanguage == "hu")
    #expect(try contact("FN;LANGUAGE=vi:Nguyễn Văn Đức").nameLanguage == "vi")
    #expect(try contact("FN:Kovács", "LANGUAGE:hu", version: "4.0").nameLanguage == "hu")
    #expect(try contact("FN:Kovács").nameLanguage == nil)
  }

  @Test("reads organisation, department and title")
  func organization() throws {
    let kate = try contact("ORG:Acme, Inc.;Sales;North", "TITLE:Head", "ORG:Other")
    #expect(kate.organizationName == "Acme, Inc.")
    #expect(kate.departmentName == "Sales, North")
    #expect(kate.jobTitle == "Head")
    #expect(try contact("ORG:Apple Inc.;").organizationName == "Apple Inc.")
  }

  @Test(
    "tells people from organisations and groups",
    arguments: [
      ("X-ABShowAs:COMPANY", ContactType.organization), ("KIND:org", .organization),
      ("KIND:GROUP", .group), ("X-ADDRESSBOOKSERVER-KIND:group", .group),
      ("KIND:individual", .person), ("KIND:location", .location), ("NOTE:nothing", .person),
    ])
  func type(line: String, type: ContactType) throws {
    #expect(try contact("FN:Acme", line).contactType == type)
  }

  @Test(
    "reads the address out of what programs write as EMAIL",
    arguments: [
      ("kate@home.example", "kate@home.example"), (" kate@home.example ", "kate@home.example"),
      ("mailto:kate@home.example", "kate@home.example"),
      ("MAILTO:kate@home.example?subject=x", "kate@home.example"),
      (#""Bell\, Kate" <kate@home.example>"#, "kate@home.example"),
      ("kate@home.example;", "kate@home.example"),
    ])
  func email(written: String, read: String) throws {
    #expect(try contact("EMAIL:\(written)").emailAddresses.map(\.value) == [read])
  }

  @Test(
    "keeps a phone number as written and reads a tel: URI, RFC 3966 §3",
    arguments: [
      ("+1 (408) 555-0000", "+1 (408) 555-0000"), ("tel:+1-201-555-0123", "+1-201-555-0123"),
      ("TEL:+1-201-555-0123;ext=12", "+1-201-555-0123 x12"), ("p1234p5678w9", "p1234p5678w9"),
    ])
  func phone(written: String, read: String) throws {
    #expect(try contact("TEL:\(written)").phoneNumbers.map(\.value) == [read])
  }

  @Test("leaves out emails and phone numbers that are empty")
  func emptyValues() throws {
    let empty = try contact("EMAIL;TYPE=home:", "TEL: ", "EMAIL:mailto:")
    #expect(empty.emailAddresses.isEmpty)
    #expect(empty.phoneNumbers.isEmpty)
  }

  @Test(
    "reads a birthday, without a year where there is none",
    arguments: [
      ("BDAY:1980-02-03", PartialDate(year: 1980, month: 2, day: 3)),
      ("BDAY:19800203", PartialDate(year: 1980, month: 2, day: 3)),
      ("BDAY:--0203", PartialDate(month: 2, day: 3)),
      ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29", PartialDate(month: 2, day: 29)),
      ("BDAY;VALUE=date:1604-02-03", PartialDate(month: 2, day: 3)),
      ("BDAY;X-APPLE-OMIT-YEAR=1900:1900-02-03", PartialDate(month: 2, day: 3)),
    ])
  func birthday(line: String, date: PartialDate) throws {
    #expect(try contact(line).birthday == date)
  }

  @Test(
    "has no birthday for what is no date, and the card keeps the text",
    arguments: ["BDAY:circa 1800", "BDAY:0000-00-00", "BDAY;CALSCALE=chinese:1984-01-05"])
  func noBirthday(line: String) throws {
    let read = try card("BEGIN:VCARD\nVERSION:4.0\nFN:x\n\(line)\nEND:VCARD\n")
    #expect(Contact(read).birthday == nil)
    let value = line.drop { $0 != ":" }.dropFirst()
    #expect(read.first(.bday)?.text == String(value))
  }

  @Test("decodes a photo when it is asked for: base64, a data: URI, or what declares nothing")
  func photo() throws {
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
    for line in [
      "PHOTO;ENCODING=b;TYPE=PNG:\(png)", "PHOTO:data:image/png;base64,\(png)", "PHOTO:\(png)",
    ] {
      let kate = try contact(line)
      #expect(kate.isImageAvailable)
      #expect(kate.image?.mediaType == "image/png")
      #expect(kate.image?.octets.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
      #expect(kate.thumbnail == nil)
    }
  }

  @Test("takes a link to a photo for no photo")
  func linkedPhoto() throws {
    let kate = try contact("PHOTO;VALUE=uri:https://example.org/kate.jpg")
    #expect(!kate.isImageAvailable)
    #expect(kate.image == nil)
  }

  @Test("tells a thumbnail from the photo")
  func thumbnail() throws {
    let kate = try contact(
      "PHOTO;ENCODING=b;TYPE=JPEG,thumbnail:/9j/4AAQSkZJRg==",
      "PHOTO;ENCODING=b;TYPE=GIF:R0lGODdhAQABAA==")
    #expect(kate.image?.mediaType == "image/gif")
    #expect(kate.thumbnail?.mediaType == "image/jpeg")
    #expect(
      try contact("X-THUMBNAIL;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRg==").thumbnail?.mediaType
        == "image/jpeg")
  }

  @Test("reads the same from a card fed whole and from one with every line folded")
  func folded() throws {
    let lines = [
      "N:Бэлл;Кейт;;;", "FN:Кейт Бэлл", "item1.EMAIL;TYPE=home:kate@home.example",
      "item1.X-ABLabel:Дача", "BDAY:1980-02-03", "ORG:Acme;Sales",
    ]
    let plain = try contact(lines[0], lines[1], lines[2], lines[3], lines[4], lines[5])
    let cut = lines.map { line -> String in
      var folded = ""
      for (index, scalar) in line.unicodeScalars.enumerated() {
        if index > 0, index % 3 == 0 { folded += "\r\n " }
        folded.unicodeScalars.append(scalar)
      }
      return folded
    }
    let same = try contact(cut[0], cut[1], cut[2], cut[3], cut[4], cut[5])
    #expect(same.familyName == plain.familyName)
    #expect(same.formattedName == plain.formattedName)
    #expect(same.emailAddresses == plain.emailAddresses)
    #expect(same.birthday == plain.birthday)
    #expect(same.organizationName == plain.organizationName)
    #expect(plain.emailAddresses.first?.label == ContactLabel(rawValue: "Дача"))
  }
}
