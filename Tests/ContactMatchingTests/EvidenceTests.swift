import ContactMatching
import Testing

@Suite("Evidence")
struct EvidenceTests {
  private func only(_ incoming: [String], _ person: [String]) throws -> Candidate {
    let outcome = try book([person]).match(contact(incoming), policy: .careful)
    return try #require(outcome.candidates.first)
  }

  @Test("a comparison has a row for each way in which two cards can agree")
  func rows() {
    func count(_ kind: Evidence.Kind) -> Int { ComparisonLevel.all.count { $0.kind == kind } }
    #expect(count(.givenName) == NameFinding.Level.allCases.count)
    #expect(count(.familyName) == NameFinding.Level.allCases.count)
    #expect(count(.middleName) == NameFinding.Middle.allCases.count)
    #expect(count(.suffix) == NameFinding.Generation.allCases.count)
    #expect(count(.birthday) == PairFinding.Birthday.allCases.count)
    // What is missing on a side says nothing, and has none.
    for kind: Evidence.Kind in [.email, .phone, .organization] {
      #expect(count(kind) == PairFinding.Shared.allCases.count - 1)
    }
  }

  @Test("lists name, email, phone, birthday and UID with what people need to see, and adds up")
  func all() throws {
    let candidate = try only(
      [
        "N:Bell;Kate;;;", "EMAIL:x@y.example", "EMAIL:Kate@Home.example", "TEL:+1 408 555 0000",
        "BDAY:19800203", "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1",
      ],
      [
        "N:Bell;KATE;;;", "EMAIL:kate@home.example", "TEL:+14085550000", "BDAY:1980-02-03",
        "UID:{4FBE8971-0BC3-424C-9C26-36C3E1EFF6B1}",
      ])
    #expect(
      candidate.evidence.map { "\($0.kind.rawValue) \($0.level.rawValue): \($0.detail)" } == [
        "name exact: Kate Bell = KATE Bell",
        "email exact: Kate@Home.example ~ kate@home.example",
        "phone exact: +1 408 555 0000 ~ +14085550000", "birthday exact: 1980-02-03",
        "uid exact: urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1",
      ])
    #expect(candidate.name == "KATE Bell")
    #expect(candidate.bits == candidate.evidence.reduce(.zero) { $0 + $1.bits })
    #expect(candidate.evidence.allSatisfy { $0.bits > .zero })
  }

  @Test("says what contradicts, whatever else agrees")
  func conflict() throws {
    let candidate = try #require(
      try book([["N:Bell;Kate;;;", "BDAY:19800203"]])
        .match("N:Bell;Kate;;;", "BDAY:19800204", policy: .cutout).candidates.first)
    let evidence = try #require(candidate.evidence.last)
    #expect(evidence.kind == .birthday)
    #expect(evidence.level == .conflict)
    #expect(evidence.bits < .zero)
    #expect(evidence.detail == "1980-02-04 ~ 1980-02-03")
    #expect(evidence.label == "two birthdays")
  }

  @Test("has words for every level, so that no legend is needed")
  func labels() {
    let levels: [(Evidence.Kind, Evidence.Level, String)] = [
      (.email, .init(rawValue: "shared-2"), "two people share this email address"),
      (.phone, .exact, "a telephone number that nobody else has"),
      (.givenName, .nickname, "one given name is a short form of the other, or both of a third"),
      (.name, .exact, "the same name"), (.uid, .exact, "the same UUID"),
      (.init(rawValue: "aura"), .init(rawValue: "blue"), "aura blue"),
    ]
    for (kind, level, words) in levels { #expect(Evidence.label(kind, level) == words) }
  }

  @Test("has a level of its own for a number without its country and a day without its year")
  func levels() throws {
    let candidate = try only(
      ["N:Bell;Kate;;;", "TEL:030 123456", "BDAY:--0203"],
      ["N:Bell;Kate;;;", "TEL:+49 30 123456", "BDAY:19800203"])
    #expect(candidate.evidence.map(\.level) == [.exact, .exact, .day])
    #expect(candidate.evidence[1].detail == "030 123456 ~ +49 30 123456")
    #expect(candidate.evidence[2].detail == "--02-03 ~ 1980-02-03")
  }

  @Test("prefers the number and the day that agree best")
  func best() throws {
    let candidate = try only(
      ["N:Bell;Kate;;;", "TEL:030 123456", "TEL:+49 30 123456"],
      ["N:Bell;Kate;;;", "TEL:+49 30 123456"])
    #expect(candidate.evidence.map(\.detail) == ["Kate Bell = Kate Bell", "+49 30 123456"])
  }

  @Test("tells an exact name from an initial and from a missing middle name")
  func levelsOfNames() throws {
    let book = try book([
      ["N:Kennedy;John;;;"], ["N:Kennedy;John;F.;;"], ["N:Kennedy;John;Fitzgerald;;"],
    ])
    let outcome = try book.match("N:Kennedy;John;Fitzgerald;;", policy: .cutout)
    #expect(outcome.verdict == .ambiguous)
    let levels = outcome.candidates.map { "\($0.person) \($0.evidence[0].level.rawValue)" }
    #expect(levels.sorted() == ["0 middle", "1 initial", "2 exact"])
  }

  @Test("counts no date without a day, and no email without an address")
  func noEvidence() throws {
    let candidate = try only(
      ["N:Bell;Kate;;;", "BDAY:1980-02", "EMAIL:none", "TEL:110", "UID:17"],
      ["N:Bell;Kate;;;", "BDAY:1980-02", "EMAIL:none", "TEL:110", "UID:17"])
    #expect(candidate.evidence.map(\.kind) == [.name])
  }
}

@Suite("Bits")
struct BitsTests {
  @Test(
    "shows one decimal",
    arguments: [(214, "21.4"), (0, "0.0"), (-66, "-6.6"), (-3, "-0.3"), (200, "20.0")])
  func description(tenths: Int, text: String) {
    #expect(Bits(tenths: tenths).description == text)
    #expect("\(Bits(tenths: tenths).value)" == text)
  }
}
