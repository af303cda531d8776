import ContactModel
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("IdentityTexts")
struct IdentityTextsTests {
  /// All texts, so that a failure says which differs.
  private func values(_ texts: IdentityTexts) -> [String] {
    func text(_ place: Range<Int>?) -> String { place.map(texts.text) ?? "-" }
    return [
      "given \(text(texts.given))", "middle \(text(texts.middle))",
      "family \(text(texts.family))", "suffix \(text(texts.suffix))",
      "formatted \(text(texts.formatted))", "nicknames \(texts.nicknames.map(texts.text))",
      "organization \(text(texts.organization))", "emails \(texts.emails.map(texts.text))",
      "phones \(texts.phones.map(texts.text))", "uid \(text(texts.uid))",
      "birthday \(texts.birthday as Any)", "isOrganization \(texts.isOrganization)",
      "isGroup \(texts.isGroup)",
    ]
  }

  /// The texts of a contact by its own properties.
  private func values(_ contact: Contact) -> [String] {
    func text(_ value: String?) -> String { value ?? "-" }
    return [
      "given \(text(contact.givenName))", "middle \(text(contact.middleName))",
      "family \(text(contact.familyName))", "suffix \(text(contact.nameSuffix))",
      "formatted \(text(contact.formattedName))", "nicknames \(contact.nicknames)",
      "organization \(text(contact.organizationName))",
      "emails \(contact.emailAddresses.map(\.value))",
      "phones \(contact.phoneNumbers.map(\.value))", "uid \(text(contact.uid))",
      "birthday \(contact.birthday as Any)",
      "isOrganization \([.group, .organization].contains(contact.contactType))",
      "isGroup \(contact.contactType == .group)",
    ]
  }

  /// Reads every card of an input both ways, into storage that served for others.
  private func compare(_ input: [UInt8], _ texts: inout IdentityTexts) throws {
    var reader = CardReader()
    try reader.append(input)
    reader.finish()
    while case .card(let card, _) = reader.next() {
      let expected = values(Contact(thoroughly: card))
      texts.read(card)
      #expect(values(texts) == expected)
      texts.read(Contact(card, keys: IdentityTexts.keys))
      #expect(values(texts) == expected)
      try compare(card)
    }
  }

  /// Reads a card in both ways into what explanations are made of.
  private func compare(_ card: Card) throws {
    let contact = Contact(thoroughly: card)
    var read = PersonTexts()
    read.read(card)
    for texts in [read, PersonTexts(Contact(card, keys: IdentityTexts.keys))] {
      #expect(texts.compositeName == contact.compositeName)
      #expect(texts.givenName == contact.givenName)
      #expect(texts.middleName == contact.middleName)
      #expect(texts.familyName == contact.familyName)
      #expect(texts.nameSuffix == contact.nameSuffix)
      #expect(texts.organizationName == contact.organizationName)
      #expect(texts.birthday == contact.birthday)
      #expect(texts.emails == contact.emailAddresses.map(\.value))
      #expect(texts.phones == contact.phoneNumbers.map(\.value))
      #expect(texts.uid == contact.uid)
    }
  }

  @Test("What a card is called by is a contact's composite name, whatever FN says and its language")
  func compositeNames() throws {
    var random = SeededGenerator(seed: 44)
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    var texts = IdentityTexts()
    for _ in 0..<(isDebug ? 300 : 6000) {
      let words = [
        "", "Kate", "Ann", "Bell", "Ann Bell", "Käthe", "Юрий", "Ø", "王", "カタ", "Jr.", "Dr.",
      ]
      let parts = (0..<5).map { $0 == 0 || $0 == 1 ? pick(words + ["Bell", "Ann"]) : pick(words) }
      let orders = [
        [3, 1, 2, 0, 4], [1, 2, 0, 4], [1, 0], [0, 1], [3, 0, 1, 2, 4], [0, 2, 1],
      ]
      let order = orders.randomElement(using: &random) ?? []
      let written = order.map { parts[$0] }.filter { !$0.isEmpty }
        .joined(separator: pick([" ", " ", " ", "  ", "・", ""]))
      var lines = [
        "N\(pick(["", "", ";LANGUAGE=hu", ";LANGUAGE=vi", ";LANGUAGE=en"])):"
          + parts.joined(separator: ";"),
        "FN\(pick(["", "", ";LANGUAGE=hu", ";PREF=1"])):\(written)",
      ]
      if pick(["", "", "org"]) == "org" { lines.append("ORG:Bell Works") }
      lines.append(pick(["EMAIL:a@b.example", "TEL:1", "KIND:org", "X-ABShowAs:COMPANY"]))
      if pick(["", "", "vi"]) == "vi" { lines.append("LANGUAGE:vi") }
      let text = "BEGIN:VCARD\r\nVERSION:4.0\r\n\(lines.joined(separator: "\r\n"))\r\nEND:VCARD\r\n"
      try compare(Array(text.utf8), &texts)
    }
  }

  @Test(
    "Cards made by chance are read as contacts are",
    arguments: Version.allCases, [CardGenerator.Kind.valid, .wild, .forged])
  func generated(version: Version, kind: CardGenerator.Kind) throws {
    var random = SeededGenerator(seed: 41)
    let generator = CardGenerator(version, kind)
    var texts = IdentityTexts()
    for _ in 0..<(isDebug ? 100 : 1000) * lawTimes {
      try compare(generator.card(using: &random).octets, &texts)
    }
  }

  @Test("Damaged cards are read as contacts are")
  func damaged() throws {
    var random = SeededGenerator(seed: 42)
    let samples = try Samples.small().map(\.bytes)
    var texts = IdentityTexts()
    for sample in samples { try compare(sample, &texts) }
    for _ in 0..<(isDebug ? 20 : 500) {
      try compare(Samples.damaged(of: samples, using: &random), &texts)
    }
  }

  @Test("The cards of many programs are read as contacts are", .enabled(if: !Corpus.files.isEmpty))
  func corpus() throws {
    var texts = IdentityTexts()
    for file in Corpus.files {
      try compare([UInt8](Data(contentsOf: URL(fileURLWithPath: file.string))), &texts)
    }
  }

  @Test(
    "Lines of names and values made by chance are read as contacts are", arguments: Version.allCases
  )
  func lines(version: Version) throws {
    var random = SeededGenerator(seed: 43)
    let heads = [
      "N", "FN", "NICKNAME", "ORG", "EMAIL", "TEL", "BDAY", "UID", "KIND", "X-ABShowAs",
      "item1.TEL",
      "FN;PREF=1", "FN;PREF=x", "N;PHONETIC=ipa", "N;LANGUAGE=ja", "BDAY;X-APPLE-OMIT-YEAR=1604",
      "BDAY;CALSCALE=chinese", "BDAY;VALUE=date", "EMAIL;TYPE=home", "TEL;VALUE=uri",
      "ORG;SORT-AS=x",
      "X-ADDRESSBOOKSERVER-KIND", "X-ANDROID-CUSTOM", "NICKNAME;TYPE=\"a,b\"", "n", "fn",
    ]
    let pieces = [
      "a", "Kate", "Bell", ";", ";", ";", ",", " ", "\t", "\\,", "\\n", "\\", "\u{A0}", "\u{3000}",
      "\u{FEFF}", "\u{85}", "\u{1680}", "é", "王", "\r\n ", "@", "x.example", "<", ">", "mailto:",
      "tel:", ";ext=5", "T", "+1 201", "1604-02-03", "1985", "--0412", "group", "ORG", "Company",
      "vnd.android.cursor.item/nickname;", "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1", "\u{2028}",
      "\u{1}",
    ]
    var texts = IdentityTexts()
    for _ in 0..<(isDebug ? 200 : 5000) {
      var text = "BEGIN:VCARD\r\nVERSION:\(version.rawValue)\r\n"
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        text += (heads.randomElement(using: &random) ?? "") + ":"
        for _ in 0..<Int.random(in: 0...7, using: &random) {
          text += pieces.randomElement(using: &random) ?? ""
        }
        text += "\r\n"
      }
      try compare(Array((text + "END:VCARD\r\n").utf8), &texts)
    }
  }
}
