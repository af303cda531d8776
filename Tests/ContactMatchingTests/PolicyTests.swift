import ContactMatching
import Testing

@Suite("MatchPolicy.cutout: name, then email")
struct CutoutPolicyTests {
  @Test("matches the one person who fits by name, whatever else differs")
  func one() throws {
    let book = try book([
      ["N:Bell;Kate;;;", "EMAIL:kate@home.example", "BDAY:19800203"], ["N:Abel;Zoe;;;"],
    ])
    let outcome = try book.match(
      "N:Bell;Kate;;;", "EMAIL:other@x.example", "BDAY:19710203", policy: .cutout)
    #expect(outcome.verdict == .matched)
    #expect(outcome.person == "0")
    #expect(outcome.candidates.map(\.person) == ["0"])
  }

  @Test("narrows several by email to one")
  func narrowed() throws {
    let book = try book([
      ["N:Bell;Kate;;;", "EMAIL:kate@home.example"], ["N:Bell;Kate;;;", "EMAIL:kate@work.example"],
      ["N:Bell;Kate;;;"],
    ])
    let outcome = try book.match("N:Bell;Kate;;;", "EMAIL:KATE@Work.example", policy: .cutout)
    #expect(outcome.verdict == .matched)
    #expect(outcome.person == "1")
    #expect(Set(outcome.candidates.map(\.person)) == ["0", "1", "2"])
  }

  @Test("reports several without a shared email, and several with one")
  func ambiguous() throws {
    let book = try book([
      ["N:Bell;Kate;;;", "EMAIL:kate@home.example"], ["N:Bell;Kate;;;", "EMAIL:kate@home.example"],
      ["N:Bell;Kate;;;", "TEL:+1 408 555 0000"],
    ])
    for email in ["EMAIL:other@x.example", "EMAIL:kate@home.example", "NOTE:none"] {
      let outcome = try book.match(
        "N:Bell;Kate;;;", email, "TEL:+1 408 555 0000", policy: .cutout)
      #expect(outcome.verdict == .ambiguous)
      #expect(outcome.person == nil)
      #expect(Set(outcome.candidates.map(\.person)) == ["0", "1", "2"])
    }
  }

  @Test("knows nobody whose name does not fit, even with the same email")
  func unknown() throws {
    let book = try book([["N:Bell;Kate;;;", "EMAIL:kate@home.example"]])
    let outcome = try book.match("N:Bell;Al;;;", "EMAIL:kate@home.example", policy: .cutout)
    #expect(outcome.verdict == .unknown)
    #expect(outcome.candidates.isEmpty)
  }

  @Test("knows a person by a part of the name with the same email, and by neither alone")
  func part() throws {
    let book = try book([
      ["N:Bell;Kate;;;", "EMAIL:kate@home.example"], ["N:Bell;Al;;;", "EMAIL:al@home.example"],
    ])
    for part in ["FN:Kate", "N:;Kate;;;", "N:Bell;;;;"] {
      let known = try book.match(part, "EMAIL:Kate@Home.example", policy: .cutout)
      #expect(known.verdict == .matched, "\(part)")
      #expect(known.person == "0")
      #expect(try book.match(part, "EMAIL:other@x.example", policy: .cutout).verdict == .unknown)
      #expect(try book.match(part, policy: .cutout).verdict == .unknown)
    }
    let family = try book.match("N:Bell;;;;", "EMAIL:al@home.example", policy: .cutout)
    #expect(family.person == "1")
  }

  @Test("knows nobody in an empty book, and nobody without a name")
  func nobody() throws {
    #expect(try book([]).match("N:Bell;Kate;;;", policy: .cutout).verdict == .unknown)
    let nameless = try book([["EMAIL:kate@home.example"]])
    #expect(
      try nameless.match("EMAIL:kate@home.example", policy: .cutout).verdict == .unknown)
  }
}

@Suite("MatchPolicy.careful: a name alone proves nothing")
struct CarefulPolicyTests {
  private let kate = [
    "N:Bell;Kate;;;", "EMAIL:kate@home.example", "TEL:+1 408 555 0000", "BDAY:19800203",
    "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1",
  ]

  /// A book of so many others that its size counts as that of a book.
  private func large(_ people: [[String]]) throws -> MatchIndex { try book(people + strangers) }

  @Test(
    "matches one who fits by name if an email, a phone number, the birthday or the UID agrees",
    arguments: [
      "EMAIL:kate@HOME.example", "TEL:001-408-555-0000", "TEL:408 555 0000", "BDAY:1980-02-03",
      "UID:4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1",
    ])
  func confirmed(line: String) throws {
    let outcome = try large([kate, ["N:Abel;Zoe;;;"]])
      .match("FN:Kate Bell", line, policy: .careful)
    #expect(outcome.verdict == .matched)
    #expect(outcome.person == "0")
  }

  @Test(
    "calls one who fits by name ambiguous when nothing agrees",
    arguments: [["NOTE:x"], ["EMAIL:kate@work.example"], ["TEL:+1 408 555 0001"], ["UID:17"]])
  func unconfirmed(lines: [String]) throws {
    let outcome = try large([kate]).match(contact(["N:Bell;Kate;;;"] + lines), policy: .careful)
    #expect(outcome.verdict == .ambiguous)
    #expect(outcome.person == nil)
    #expect(outcome.candidates.map(\.person) == ["0"])
  }

  @Test(
    "knows nobody of another birthday or another generation, whatever else agrees",
    arguments: [
      ["N:Bell;Kate;;;", "EMAIL:kate@home.example", "BDAY:19800204"],
      ["N:Bell;Kate;;;", "TEL:4085550000", "BDAY:19790203"],
    ])
  func contradicted(lines: [String]) throws {
    #expect(try large([kate]).match(contact(lines), policy: .careful).verdict == .unknown)
    let senior = try large([["N:Hale;Robert;;;Sr.", "EMAIL:hale@home.example"]])
    #expect(
      try senior.match("N:Hale;Robert;;;Jr.", "EMAIL:hale@home.example", policy: .careful).verdict
        == .unknown)
  }

  @Test("matches the one of several whom the evidence tells from the others")
  func several() throws {
    let book = try large([
      ["N:Bell;Kate;;;", "EMAIL:kate@work.example"], kate,
      ["N:Bell;Kate;;;", "TEL:+1 408 555 0009", "BDAY:19900203"],
    ])
    let outcome = try book.match(
      "N:Bell;Kate;;;", "TEL:+1 408 555 0000", "EMAIL:kate@home.example", "BDAY:19800203",
      policy: .careful)
    #expect(outcome.verdict == .matched)
    #expect(outcome.person == "1")
  }

  @Test("asks when two are as likely")
  func ambiguous() throws {
    let book = try large([kate, kate, ["N:Bell;Kate;;;"]])
    for line in ["NOTE:x", "EMAIL:kate@home.example"] {
      let outcome = try book.match("N:Bell;Kate;;;", line, policy: .careful)
      #expect(outcome.verdict == .ambiguous)
      #expect(outcome.candidates.map(\.person).filter { $0 != "2" }.sorted() == ["0", "1"])
    }
  }

  @Test(
    "knows a person by other forms of the name where email and number agree",
    arguments: [
      ("N:Bell;K.;;;", "abbreviated"), ("N:Bell;Katherine;;;", "nickname"),
      ("N:Bell-Smith;Kate;;;", "partial"), ("N:Kate;Bell;;;", "exact"),
      ("N:Smith;Kate;;;", "given"),
    ])
  func forms(line: String, level: String) throws {
    let outcome = try large([kate]).match(
      line, "EMAIL:kate@home.example", "TEL:408-555-0000", policy: .careful)
    #expect(outcome.person == "0")
    #expect(outcome.candidates.first?.evidence.first?.level.rawValue == level)
  }

  @Test("asks about a person of the book who has no name, and a card that has none")
  func namelessPerson() throws {
    let book = try large([["EMAIL:kate@home.example"]])
    #expect(
      try book.match("FN:Kate Bell", "EMAIL:kate@home.example", policy: .careful)
        .candidates.map(\.person) == ["0"])
    #expect(
      try book.match("EMAIL:kate@home.example", policy: .careful).candidates.map(\.person) == ["0"])
    #expect(try book.match("EMAIL:al@home.example", policy: .careful).verdict == .unknown)
  }

  @Test(
    "makes nobody of what only households share: a landline, an email, a surname",
    arguments: ["N:Bell;Al;;;", "FN:Al Bell", "N:Bell;A.;;;", "N:Bell;Mary;Ann;;"])
  func household(line: String) throws {
    let outcome = try large([kate]).match(
      line, "EMAIL:kate@home.example", "TEL:+1 408 555 0000", policy: .careful)
    #expect(outcome.verdict == .unknown)
  }

  @Test("is not led to anybody by the mailbox and the number of an office")
  func mailbox() throws {
    let line = "EMAIL:info@acme.example"
    let people = (0..<101).map { number in
      [
        "N:\(strangerNames[number].family);\(strangerNames[number].given);;;", line,
        "TEL:+1 408 555 0000",
      ]
    }
    let many = try book(people)
    #expect(try many.match(line, policy: .careful).person == nil)
    #expect(try many.match("TEL:4085550000", policy: .careful).person == nil)
    let seven = strangerNames[7]
    // Beside the name it still counts.
    #expect(
      try many.match("N:\(seven.family);\(seven.given);;;", line, policy: .careful)
        .candidates.contains { $0.person == "7" })
  }
}
