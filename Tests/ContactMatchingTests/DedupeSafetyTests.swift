import ContactMatching
import MatchTuning
import Testing

@Suite("Dedupe: people who are easily mistaken for each other")
struct DedupeSafetyTests {
  private static let landline = "TEL:+49 30 7654321"
  private static let mailbox = "EMAIL:meyer.family@example.com"

  @Test(
    "A couple's or a family's card is nobody's own",
    arguments: [
      "FN:Anna & Peter Meyer", "FN:Anna und Peter Meyer", "FN:Anna + Peter Meyer",
      "N:Meyer;Anna and Peter;;;", "N:Meyer;Anna & Peter;;;", "FN:Familie Meyer", "FN:Fam. Meyer",
      "FN:Ana y Pedro Meyer",
    ])
  func couple(_ name: String) async throws {
    let shared = [Self.mailbox, Self.landline]
    for one in ["N:Meyer;Anna;;;", "N:Meyer;Peter;;;", "FN:Anna Meyer", "N:Meyer;Ana;;;"] {
      #expect(try await verdict([name] + shared, [one] + shared) != .same, "\(one)")
    }
    #expect(try await verdict([name] + shared, [name] + shared) == .same)
  }

  @Test("A name with a word for and in it may be one person's")
  func andInName() async throws {
    let email = ["EMAIL:jose.ortega77@example.com"]
    #expect(
      try await verdict(["FN:José Ortega y Gasset"] + email, ["FN:José Ortega"] + email) == .same)
  }

  @Test(
    "Twins with nearly one name, one birthday, telephone and mailbox are for a person to tell",
    arguments: [("Anna", "Anne"), ("Julia", "Juliane"), ("Maria", "Mario"), ("Paul", "Paula")])
  func twins(_ left: String, _ right: String) async throws {
    let home = [Self.mailbox, Self.landline, "BDAY:20040506"]
    #expect(
      try await verdict(["N:Meyer;\(left);;;"] + home, ["N:Meyer;\(right);;;"] + home) != .same)
    let parents = [["N:Meyer;Karl;;;"] + home.dropLast()]
    #expect(
      try await verdict(["N:Meyer;\(left);;;"] + home, ["N:Meyer;\(right);;;"] + home, parents)
        != .same)
    #expect(
      try await verdict(
        ["N:Meyer;\(left);;;", "EMAIL:one.twin@example.com"] + home,
        ["N:Meyer;\(right);;;", "EMAIL:other.twin@example.com"] + home) != .same)
  }

  @Test("An initial may be any child's of a household")
  func initials() async throws {
    let home = [Self.mailbox, Self.landline]
    let cards = [
      ["N:Meyer;J.;;;"] + home, ["N:Meyer;Julia;;;"] + home, ["N:Meyer;Jonas;;;"] + home,
    ]
    let found = try await deduplicated(cards)
    #expect(!found.clusters.contains { $0.cards[0] < cards.count })
  }

  @Test("Namesakes of one company, each with a number and an address, are for a person to tell")
  func namesakes() async throws {
    let left = [
      "N:Krüger;Stefan;;;", "ORG:Nova Steel AG", "TEL:+49 40 555 1000",
      "EMAIL:stefan.krueger@nova.example", "TEL:+49 171 1111111",
    ]
    let right = [
      "N:Krüger;Stefan;;;", "ORG:Nova Steel AG", "TEL:+49 40 555 1000",
      "EMAIL:stefan.krueger2@nova.example", "TEL:+49 171 2222222",
    ]
    let colleagues = ["Ada Aal", "Ben Bux", "Cem Can", "Dora Dux", "Eva Erl", "Finn Fux"].map {
      ["FN:\($0)", "ORG:Nova Steel AG", "TEL:+49 40 555 1000"]
    }
    #expect(try await verdict(left, right, colleagues) == .review)
  }

  @Test("Where the book knows a Jr., a telephone does not tell which one a card is of")
  func generation() async throws {
    let name = "N:Brun;Daniel;;;"
    let phone = "TEL:+33 1 23 45 67 89"
    #expect(try await verdict([name, phone], [name, phone]) == .same)
    let junior = [name + "Jr.", "EMAIL:dbrun.junior@example.com"]
    #expect(try await verdict([name, phone], [name, phone], [junior]) == .review)
  }

  @Test("A name that is the same to the letter is one person's at a household's telephone")
  func household() async throws {
    let wife = ["N:Meyer;Helga;;;", Self.landline]
    let card = ["N:Meyer;Karl;;;", Self.landline]
    #expect(try await verdict(card, card, [wife]) == .same)
    #expect(
      try await verdict(
        card + ["EMAIL:karl.the.first@example.com"], card + ["EMAIL:karl.second@example.com"],
        [wife])
        == .review)
  }

  @Test("Offices of two companies are two")
  func offices() async throws {
    for name in ["Empfang", "Sales", "Support"] {
      #expect(
        try await verdict(
          ["FN:\(name)", "ORG:Acme", "TEL:+49 40 555 1000"],
          ["FN:\(name)", "ORG:Globex", "TEL:+49 40 777 2000"]) != .same)
    }
  }

  @Test(
    "Korean names are known again in Latin letters, in one piece and in two, in either order",
    arguments: [
      ("김철수", "Kim Chul-soo"), ("박지성", "Park Ji-sung"), ("박지성", "Park Ji Sung"),
      ("박지성", "Jisung Park"), ("최영희", "Young Hee Choi"), ("남궁민수", "Namgung Min-su"),
    ])
  func korean(_ left: String, _ right: String) async throws {
    let email = "EMAIL:one.of.us@example.com"
    #expect(try await verdict(["FN:\(left)", email], ["FN:\(right)", email]) == .same)
    #expect(try await verdict(["FN:\(right)", email], ["FN:\(left)", email]) == .same)
  }

  @Test("An East Asian name in one piece is the same as its parts, whichever field they stand in")
  func inOnePiece() async throws {
    let email = "EMAIL:one.of.us@example.com"
    for parts in ["N:山田;太郎;;;", "N:太郎;山田;;;"] {
      #expect(try await verdict(["FN:山田太郎", email], [parts, email]) == .same)
    }
  }

  @Test("How two names agree does not depend on which comes first")
  func order() async throws {
    let names = [
      "Kim Chul-soo", "김철수", "Park Ji Sung", "박지성", "山田太郎", "Yamada Taro", "山田 太郎",
      "María José García Márquez", "Garcia, Maria Jose", "José Luis Rodríguez Zapatero",
      "Jose Rodriguez", "Anna Schmidt-Müller", "Anna Schmidt", "Schmidt Anna", "J. Smith",
      "John Smith", "Smith", "John", "John Fitzgerald Kennedy", "John F. Kennedy", "Bob Hale",
      "Robert (Bob) Hale Jr.", "Hale, Robert", "Nguyễn Văn Đức", "Duc Van Nguyen", "Đức Nguyễn",
      "Сергей Щербаков", "Sergei Shcherbakov", "Jean-Pierre Lefèvre", "Jeanpierre Lefevre",
      "Anna & Peter Meyer", "Peter Meyer", "Thomas Michael Becker", "Michael Becker",
    ]
    for (place, left) in names.enumerated() {
      for right in names[place...] {
        var found: Set<String> = []
        // The digest decides which of two cards is looked at first.
        for digest in 0..<UInt64(6) {
          var builder = CardFeatures.Builder()
          try builder.append(contact(["FN:" + escaped(left)]), digest: digest)
          try builder.append(contact(["FN:" + escaped(right)]), digest: digest + 100)
          let book = try await builder.build()
          let statistics = try await book.statistics()
          found.insert(book.nameAgreement(0, 1, statistics: statistics).description)
          found.insert(book.nameAgreement(1, 0, statistics: statistics).description)
        }
        #expect(found.count == 1, "\(left) | \(right): \(found.sorted())")
      }
    }
  }

  private func escaped(_ text: String) -> String {
    text.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "\\,")
  }
}
