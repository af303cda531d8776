import TestSupport
import Testing
import VCard

@Suite("The registry of properties")
struct PropertyRegistryTests {
  @Test(
    "every name that has a number has a row, found by its spelling", arguments: KnownName.allCases)
  func rows(name: KnownName) throws {
    guard name != .unknown, name != .malformed else {
      #expect(PropertyRegistry.shared[name] == nil)
      return
    }
    let row = try #require(PropertyRegistry.shared[name])
    #expect(row.name == name)
    #expect(PropertyRegistry.named(name.canonical)?.name == name)
  }

  @Test("other programs' names for a property are found, and have no number of their own")
  func otherSpellings() throws {
    for spelling in ["X-MS-SPOUSE", "X-EVOLUTION-SPOUSE", "X-SPOUSESNAME", "X-WAB-SPOUSE_NAME"] {
      #expect(PropertyRegistry.named(spelling)?.name == .xSpouse)
      #expect(PropertyRegistry.relation(of: spelling) == "spouse")
    }
    #expect(PropertyRegistry.named("X-FOO") == nil)
  }

  @Test("who asks for what a person says gets the names of the lines that say it")
  func fields() {
    let names = PropertyRegistry.names(saying: [.emails, .dates])
    for name in [KnownName.email, .anniversary, .xABDate, .deathdate, .xAndroidCustom, .unknown] {
      #expect(names.contains(name))
    }
    #expect(!names.contains(.tel))
    #expect(!PropertyRegistry.names(saying: .emails).contains(.unknown))
  }
}

@Suite("One truth for services, numbers, years and media types")
struct SharedTruthTests {
  private func converted(_ line: String, to version: Version) throws -> String {
    let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate\r\n\(line)\r\nEND:VCARD\r\n"
    let card = try #require(try Reading(Array(text.utf8)).cards.first)
    var notes: [Diagnostic] = []
    var converter = CardConverter(to: version)
    var made = converter.converted(card, notes: &notes)
    if version == .version30 { ImporterPreset.all[0].apply(to: &made, notes: &notes) }
    var octets: [UInt8] = []
    CardWriter().write(made, into: &octets)
    return String(decoding: octets, as: UTF8.self)
  }

  @Test(
    "an account has the same URI in vCard 4.0 and for Apple's programs",
    arguments: [
      ("X-GTALK:kate@x.example", "xmpp:kate@x.example"), ("X-QQ:1234", "qq:1234"),
      ("X-AIM:kate", "aim:kate"), ("X-YAHOO:kate", "ymsgr:kate"), ("X-GADUGADU:12", "gg:12"),
      ("X-SIP:kate@x.example", "sip:kate@x.example"),
    ])
  func accounts(line: String, uri: String) throws {
    #expect(try converted(line, to: .version40).contains("IMPP;DERIVED=TRUE:\(uri)\r\n"))
    let name = line.prefix { $0 != ":" }
    let service = try #require(MessagingService.of(property: String(name))?.name)
    #expect(
      try converted(line, to: .version30)
        .contains("IMPP;X-SERVICE-TYPE=\(service);X-DERIVED=TRUE:\(uri)\r\n"))
  }

  @Test("services are told by their names, schemes and other words in any case")
  func services() {
    #expect(MessagingService.named("XMPP")?.name == "Jabber")
    #expect(MessagingService.named("gtalk")?.name == "GoogleTalk")
    #expect(MessagingService.named("Gadu-Gadu")?.name == "GaduGadu")
    #expect(MessagingService.named("sips")?.name == "SIP")
    #expect(MessagingService.of(list: "X-MESSAGING/IRC-ALL")?.name == "IRC")
    #expect(MessagingService.named("pigeon") == nil)
  }

  @Test(
    "RFC 3966 §3: a number, its extension, and what plain numbers have no place for",
    arguments: [
      ("tel:+1-201;ext=5", "+1-201 x5", []), ("TEL:+1", "+1", []),
      ("tel:+1;phone-context=x.example;EXT=5", "+1 x5", ["phone-context=x.example"]),
      ("tel:+1;ext=", "+1", ["ext="]), ("tel:+1 x2;ext=5", "+1 x2", ["ext=5"]),
    ])
  func numbers(uri: String, text: String, rest: [String]) throws {
    let number = try #require(TelURI(uri))
    #expect(number.text == text)
    #expect(number.rest == rest)
  }

  @Test("what is no tel: URI is none", arguments: ["+1", "tel", "tels:+1", "sip:+1", ""])
  func noNumbers(text: String) { #expect(TelURI(text) == nil) }

  @Test("1604, and the year that the parameter names, mean none")
  func years() throws {
    let date = try #require(PartialDate("1900-05-04"))
    #expect(date.withoutOmittedYear(named: []).year == 1900)
    #expect(date.withoutOmittedYear(named: ["1900"]).year == nil)
    #expect(try #require(PartialDate("1604-05-04")).withoutOmittedYear(named: []).year == nil)
  }
}
