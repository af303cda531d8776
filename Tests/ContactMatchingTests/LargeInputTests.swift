import ContactMatching
import Testing

/// Nothing here is timed; what grows with the square of these sizes would not end.
@Suite("Large cards and books")
struct LargeInputTests {
  @Test("with tens of thousands of emails and phone numbers on one card are matched")
  func values() throws {
    let emails = (0..<10_000).map { "EMAIL:a\($0)@x.example" }
    let phones = (0..<10_000).map { "TEL:+49 30 \(1_000_000 + $0)" }
    let book = try book([["N:Bell;Kate;;;"] + emails + phones, ["N:Bell;Kate;;;"]])
    let incoming = try contact(["FN:Kate Bell"] + emails + phones)
    let outcome = try book.match(incoming, policy: .careful)
    #expect(outcome.person == "0")
    // Sixty-four of each kind are looked at: who has more is a list.
    #expect(
      try book.match("EMAIL:a63@x.example", policy: .careful).candidates.map(\.person) == ["0"])
    #expect(try book.match("EMAIL:a64@x.example", policy: .careful).verdict == .unknown)
  }

  @Test("with one number or email again and again are matched")
  func repeated() throws {
    let lines = Array(repeating: ["EMAIL:a@x.example", "TEL:030 1234567"], count: 10_000)
    let card = ["N:Bell;Kate;;;"] + lines.flatMap(\.self)
    let outcome = try book([card]).match(contact(card), policy: .careful)
    #expect(outcome.person == "0")
    #expect(outcome.candidates.first?.evidence.count == 3)
  }

  @Test("with names of tens of thousands of words are compared by the first of them")
  func words() throws {
    let words = (0..<10_000).map { "w\($0)" }
    let name = words.joined(separator: " ")
    let backwards = words.reversed().joined(separator: " ")
    #expect(try fits("FN:\(name)", "FN:\(name)"))
    #expect(try !fits("FN:\(name)", "FN:\(backwards)"))
    #expect(try fits("N:Bell;Kate;\(name);;", "N:Bell;Kate;\(name);;"))
    #expect(try !fits("N:Bell;Kate;\(name);;", "N:Bell;Kate;\(backwards);;"))
    #expect(try !fits("FN:\(name)", "FN:\(name) x"))
    #expect(
      try fits(
        "FN:\(String(repeating: "山", count: 10_000))",
        "FN:\(String(repeating: "山 ", count: 10_000))") == false)
    #expect(
      try book([["N:Bell;\(name);;;", "EMAIL:a@x.example"]])
        .match("FN:\(backwards)", "EMAIL:a@x.example", policy: .careful).verdict == .unknown)
  }

  @Test(
    "with thousands of namesakes are all candidates by name, and by evidence the one who is meant")
  func namesakes() throws {
    let people = (0..<1000).map { ["N:Kim;Minsu;;;", "EMAIL:\($0 + 1000)@x.example"] }
    let outcome = try book(people.reversed()).match(
      "FN:Minsu Kim", "EMAIL:1007@x.example", policy: .careful)
    #expect(outcome.person == "992")
    // A name that a thousand have says nothing by itself.
    #expect(outcome.candidates.count == 1)
    let byName = try book(people.reversed()).match(
      "FN:Minsu Kim", "EMAIL:1007@x.example", policy: .cutout)
    #expect(byName.person == "992")
    #expect(byName.candidates.count == 1000)
  }
}
