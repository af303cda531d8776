import ContactMatching
import ContactModel
import Foundation
import Testing

@Suite("What changes no outcome")
struct IndependenceTests {
  private static let people = [
    ["N:Bell;Kate;;;", "EMAIL:kate@home.example"], ["N:Bell;Kate;;;", "TEL:+1 408 555 0000"],
    ["N:Işık;İlker;;;"], ["N:ISIK;ILKER;;;"], ["FN:Kate Bell", "BDAY:19800203"],
  ]
  private static let incoming = [
    ["FN:KATE BELL", "EMAIL:KATE@HOME.EXAMPLE"], ["FN:kate bell"], ["FN:ilker isik"],
    ["FN:İLKER IŞIK"], ["FN:Kate Bell", "TEL:408 555 0000", "BDAY:19800204"],
  ]

  /// What the outcomes look like, without places in the book.
  private static func outcomes(_ book: MatchIndex, _ cards: [[String]]) throws -> [String] {
    try cards.flatMap { lines in
      try MatchPolicy.allCases.map { policy in
        let outcome = try book.match(contact(lines), policy: policy)
        let candidates = outcome.candidates.map {
          "\($0.person) \($0.name) \($0.bits) \($0.evidence.map(\.detail))"
        }
        return "\(outcome.verdict) \(outcome.person ?? "-") \(candidates)"
      }
    }
  }

  @Test("device-local identifiers, on either side, swapped or taken away")
  func deviceLocal() throws {
    func marked(_ cards: [[String]], _ shift: Int) -> [[String]] {
      cards.enumerated().map { index, lines in
        let number = (index + shift) % 3
        return lines.map { $0.replacingOccurrences(of: "EMAIL:", with: "EMAIL;PID=\(number).1:") }
          + [
            "X-ABUID:\(number):ABPerson", "X-IRMC-LUID:\(number)", "UID:\(number):ABPerson",
            "CLIENTPIDMAP:1;urn:uuid:3df403f4-5924-4bb7-b077-3c711d9eb34b", "X-ETAG:\(number)",
            "X-IMAGE-PATH:/var/\(number).jpg", "PHOTO:file:///var/\(number).jpg",
            "X-COUCHDB-UUID:\(number)", "SOURCE:https://dav.example/\(number).vcf",
            "REV:2020010\(number + 1)T000000Z",
          ]
      }
    }
    let plain = try Self.outcomes(book(Self.people), Self.incoming)
    for shift in 0..<3 {
      let book = try book(marked(Self.people, shift))
      #expect(try Self.outcomes(book, marked(Self.incoming, 2 * shift)) == plain)
    }
  }

  @Test("the place of people in the book, as far as they differ")
  func order() throws {
    let people = Self.people.enumerated().map { ($0, $1) }
    func index(_ people: [(Int, [String])]) throws -> MatchIndex {
      try MatchIndex(people.map { Person(id: "\($0)", contacts: [try contact($1)]) })
    }
    let forth = try Self.outcomes(index(people), Self.incoming)
    #expect(try Self.outcomes(index(people.reversed()), Self.incoming) == forth)
  }

  @Test("people who are alike in everything stand in the order of the book")
  func twins() throws {
    let book = try book([["FN:Al"], ["FN:Kate Bell"], ["FN:Kate Bell"], ["FN:Kate Bell"]])
    let outcome = try book.match("FN:Kate Bell", policy: .cutout)
    #expect(outcome.candidates.map(\.person) == ["1", "2", "3"])
    #expect(outcome.candidates.map(\.position) == [1, 2, 3])
  }

  @Test("the pieces in which a book is taken in")
  func pieces() throws {
    let people = try Self.people.enumerated().map {
      Person(id: "\($0)", contacts: [try contact($1)])
    }
    let whole = try Self.outcomes(MatchIndex(people), Self.incoming)
    for cut in 0...people.count {
      var first = MatchIndex.Builder()
      for person in people[..<cut] { try first.append(person) }
      var second = MatchIndex.Builder()
      for person in people[cut...] { try second.append(person) }
      first.append(second)
      #expect(first.count == people.count)
      #expect(try Self.outcomes(first.build(), Self.incoming) == whole)
    }
  }

  @Test("asking from several threads at once")
  func threads() async throws {
    let book = try book(Self.people)
    let alone = try Self.outcomes(book, Self.incoming)
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { try Self.outcomes(book, Self.incoming) } }
      for try await together in group { #expect(together == alone) }
    }
  }

  @Test("the locale of the machine")
  func locale() async throws {
    // Processes of their own, because ICU looks at the environment once.
    await #expect(processExitsWith: .success) { try Self.checkNames(in: "tr_TR.UTF-8") }
    await #expect(processExitsWith: .success) { try Self.checkNames(in: "sv_SE.UTF-8") }
    await #expect(processExitsWith: .success) { try Self.checkNames(in: "C") }
  }

  private static func checkNames(in locale: String) throws {
    unsafe setenv("LC_ALL", locale, 1)
    unsafe setlocale(LC_ALL, "")
    let names = [
      ("FN:İLKER AYDIN", "FN:i\u{307}lker aydin", true), ("FN:Öberg Zoe", "FN:Oberg Zoe", true),
      ("FN:Aagaard Al", "FN:Ågaard Al", false), ("FN:Muller", "FN:Müller", true),
    ]
    for (left, right, isSame) in names { #expect(try fits(left, right) == isSame) }
  }
}
