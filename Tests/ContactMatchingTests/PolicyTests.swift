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
    #expect(outcome.candidates.map(\.person) == ["1", "2", "0"])
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

  @Test(
    "matches one who fits by name if an email, a phone number, the birthday or the UID agrees",
    arguments: [
      "EMAIL:kate@HOME.example", "TEL:001-408-555-0000", "TEL:408 555 0000", "BDAY:1980-02-03",
      "BDAY:--0203", "UID:4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1",
    ])
  func confirmed(line: String) throws {
    let outcome = try book([kate, ["N:Abel;Zoe;;;"]]).match("FN:Kate Bell", line, policy: .careful)
    #expect(outcome.verdict == .matched)
    #expect(outcome.person == "0")
  }

  @Test(
    "calls one who fits by name ambiguous when nothing agrees, or when the birthday contradicts",
    arguments: [
      ["NOTE:x"], ["EMAIL:kate@work.example"], ["TEL:+1 408 555 0001"], ["UID:17"],
      ["EMAIL:kate@home.example", "BDAY:19800204"], ["TEL:4085550000", "BDAY:19790203"],
    ])
  func unconfirmed(lines: [String]) throws {
    let outcome = try book([kate]).match(contact(["N:Bell;Kate;;;"] + lines), policy: .careful)
    #expect(outcome.verdict == .ambiguous)
    #expect(outcome.person == nil)
    #expect(outcome.candidates.map(\.person) == ["0"])
  }

  @Test("matches the one of several for whom it holds")
  func several() throws {
    let book = try book([
      ["N:Bell;Kate;;;", "EMAIL:kate@work.example"], kate,
      ["N:Bell;Kate;;;", "TEL:+1 408 555 0000", "BDAY:19900203"],
    ])
    let outcome = try book.match(
      "N:Bell;Kate;;;", "TEL:+1 408 555 0000", "BDAY:19800203", policy: .careful)
    #expect(outcome.verdict == .matched)
    #expect(outcome.person == "1")
    #expect(outcome.candidates.count == 3)
  }

  @Test("calls several ambiguous when it holds for none or for two")
  func ambiguous() throws {
    let book = try book([kate, kate, ["N:Bell;Kate;;;"]])
    for line in ["NOTE:x", "EMAIL:kate@home.example"] {
      let outcome = try book.match("N:Bell;Kate;;;", line, policy: .careful)
      #expect(outcome.verdict == .ambiguous)
      #expect(outcome.candidates.count == 3)
    }
  }

  @Test(
    "asks about a compatible name that an email or a phone number leads to",
    arguments: [
      ("N:Bell;K.;;;", "abbreviated"), ("FN:Kate", "partial"), ("FN:Bell", "partial"),
      ("N:Smith;Kate;;;", "given"), ("N:Bell-Smith;Kate;;;", "partial"), ("FN:Кейт Белл", "script"),
      ("FN:kate@home.example", "missing"), ("NOTE:x", "missing"), ("FN:+1 408 555 0000", "missing"),
    ])
  func compatible(line: String, level: String) throws {
    for value in ["EMAIL:kate@home.example", "TEL:408-555-0000"] {
      let outcome = try book([["N:Abel;Zoe;;;"], kate]).match(line, value, policy: .careful)
      #expect(outcome.verdict == .ambiguous)
      #expect(outcome.candidates.map(\.person) == ["1"])
      #expect(outcome.candidates.first?.evidence.first?.level.rawValue == level)
    }
  }

  @Test("asks about a person of the book who has no name")
  func namelessPerson() throws {
    let book = try book([["EMAIL:kate@home.example"]])
    #expect(
      try book.match("FN:Kate Bell", "EMAIL:kate@home.example", policy: .careful).verdict
        == .ambiguous)
    #expect(try book.match("EMAIL:kate@home.example", policy: .careful).verdict == .ambiguous)
    #expect(try book.match("EMAIL:al@home.example", policy: .careful).verdict == .unknown)
  }

  @Test(
    "makes nobody of what only households share: a landline, an email, a surname",
    arguments: [
      "N:Bell;Al;;;", "N:Bell;Kay;;;", "FN:Al Bell", "N:Bell;A.;;;", "N:Bell;Mary;Ann;;",
    ])
  func household(line: String) throws {
    let outcome = try book([kate]).match(
      line, "EMAIL:kate@home.example", "TEL:+1 408 555 0000", policy: .careful)
    #expect(outcome.verdict == .unknown)
  }

  @Test("is not led by an email or phone number that more than a hundred people have")
  func mailbox() throws {
    let line = "EMAIL:info@acme.example"
    let people = (0..<101).map { ["N:Bell;Kate\($0);;;", line, "TEL:+1 408 555 0000"] }
    let few = try book(Array(people.prefix(100)))
    #expect(try few.match(line, policy: .careful).candidates.count == 100)
    let many = try book(people)
    #expect(try many.match(line, policy: .careful).verdict == .unknown)
    #expect(try many.match("TEL:4085550000", policy: .careful).verdict == .unknown)
    // By name it still counts.
    #expect(try many.match("N:Bell;Kate7;;;", line, policy: .careful).person == "7")
  }
}
