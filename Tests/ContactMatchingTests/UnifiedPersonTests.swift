import ContactMatching
import ContactModel
import Testing

@Suite("Person: linked contacts count as one")
struct UnifiedPersonTests {
  private func linked(_ contacts: [[String]]...) throws -> MatchIndex {
    try MatchIndex(
      contacts.enumerated().map { index, lines in
        Person(id: "p\(index)", contacts: try lines.map { try contact($0) })
      })
  }

  @Test("with all their emails and names")
  func union() throws {
    let book = try linked(
      [
        ["N:Bell;Kate;;;", "EMAIL:kate@home.example"],
        ["N:Smith;Kate;;;", "EMAIL:kate@work.example"],
      ],
      [["N:Bell;Kate;;;", "EMAIL:other@x.example"]])
    #expect(
      try book.match("N:Bell;Kate;;;", "EMAIL:kate@work.example", policy: .cutout).person == "p0")
    #expect(try book.match("N:Smith;Kate;;;", policy: .cutout).person == "p0")
    #expect(
      try book.match("N:Bell;Kate;;;", "EMAIL:kate@home.example", policy: .careful).person == "p0")
  }

  @Test("as one candidate, not two, under the name of the first")
  func once() throws {
    let book = try linked([["FN:Kate Bell"], ["FN:Kate Bell", "NICKNAME:x"]])
    let outcome = try book.match("FN:Bell Kate", policy: .cutout)
    #expect(outcome.verdict == .matched)
    #expect(outcome.candidates.count == 1)
    #expect(
      try linked([["N:Bell;Kate;;;"], ["FN:K B"]]).match("FN:K B", policy: .cutout)
        .candidates.first?.name == "Kate Bell")
  }

  @Test("with the middle name and the generation of either")
  func contradictions() throws {
    let book = try linked(
      [["N:Kennedy;John;;;"], ["N:Kennedy;John;Fitzgerald;;"]],
      [["N:Hale;Robert;;;"], ["N:Hale;Robert;;;Sr."]])
    #expect(try book.match("N:Kennedy;John;Francis;;", policy: .cutout).verdict == .unknown)
    #expect(try book.match("N:Kennedy;John;F.;;", policy: .cutout).person == "p0")
    #expect(try book.match("N:Hale;Robert;;;Jr.", policy: .cutout).verdict == .unknown)
    #expect(try book.match("N:Hale;Robert;;;", policy: .cutout).person == "p1")
  }

  @Test("agreeing in the birthday that any of them has")
  func birthday() throws {
    let book = try linked([
      ["N:Bell;Kate;;;", "BDAY:19800204"], ["N:Bell;Kate;;;", "BDAY:19800203"],
    ])
    let outcome = try book.match("N:Bell;Kate;;;", "BDAY:19800203", policy: .careful)
    #expect(outcome.verdict == .matched)
  }

  @Test("without contacts is nobody")
  func empty() throws {
    let book = try linked([])
    #expect(book.count == 1)
    #expect(try book.match("N:Bell;Kate;;;", policy: .careful).verdict == .unknown)
    #expect(try book.match("EMAIL:a@x.example", policy: .careful).verdict == .unknown)
  }
}
