import ContactMatching
import Testing

@Suite("Dedupe: verdicts")
struct DedupeVerdictTests {
  @Test("A name alone is never enough, however rare")
  func nameAlone() async throws {
    #expect(
      try await verdict(["N:Xylophagou;Quirinus;;;"], ["N:Xylophagou;Quirinus;;;"]) == .review)
  }

  @Test(
    "A name that fits and an own email are one person",
    arguments: [
      (["N:Smith;John;;;"], ["N:John;Smith;;;"]),
      (["N:Gates;William;;;"], ["N:Gates;Bill;;;"]),
      (["N:Müller;Jürgen;;;"], ["N:Mueller;Juergen;;;"]),
      (["N:García Márquez;María José;;;"], ["N:Garcia;Maria Jose;;;"]),
      (["N:Щербаков;Сергей;;;"], ["N:Shcherbakov;Sergei;;;"]),
      (["N:Smith;J.;;;"], ["N:Smith;John;;;"]),
      (["N:Meyers;Jonathan;;;"], ["N:Myers;Jonathon;;;"]),
      (["FN:Smith\\, John"], ["FN:Dr. John Smith"]),
      (["FN:王小明"], ["N:王;小明;;;"]),
    ])
  func fittingNames(_ left: [String], _ right: [String]) async throws {
    let email = ["EMAIL:me.myself7@example.com"]
    #expect(try await verdict(left + email, right + email) == .same)
  }

  @Test(
    "Names that do not fit are not one person's for an email",
    arguments: [
      (["N:Garcia;Maria;;;"], ["N:Garcia;Mario;;;"]),
      (["N:Martin;Paul;;;"], ["N:Martin;Paula;;;"]),
      (["N:Smith;Christian;;;"], ["N:Smith;Christina;;;"]),
      (["N:Smith;John;A.;;"], ["N:Smith;John;B.;;"]),
      (["N:Green;Alice;;;"], ["N:Green;Bob;;;"]),
      (["N:García López;José;;;"], ["N:García Pérez;José;;;"]),
      (["FN:张伟"], ["FN:张玮"]),
      (["FN:Alice Green"], ["FN:Alice Brown"]),
    ])
  func otherNames(_ left: [String], _ right: [String]) async throws {
    let email = ["EMAIL:shared77@example.com"]
    #expect(try await verdict(left + email, right + email) != .same)
  }

  @Test(
    "Generations, full given names and birthdays that differ are two people, whatever they share")
  func vetoes() async throws {
    let shared = [
      "EMAIL:hale@example.com", "EMAIL:hale2@example.com", "TEL:+1 212 555 0100", "ORG:Acme",
    ]
    let cases = [
      (["N:Hale;Robert;;;Sr."], ["N:Hale;Robert;;;Jr."]),
      (["N:Ford;Henry;;;II"], ["N:Ford;Henry;;;III"]),
      (["N:Hale;Alice;;;"], ["N:Hale;George;;;"]),
      (["N:Hale;Ada;;;", "BDAY:19800102"], ["N:Hale;Ada;;;", "BDAY:20020304"]),
    ]
    for (left, right) in cases {
      #expect(try await verdict(left + shared, right + shared) == .different, "\(left) \(right)")
    }
  }

  @Test("A family's telephone and mailbox join nobody: couples, brothers, twins")
  func household() async throws {
    let home = ["TEL:+44 20 7946 0123", "EMAIL:the.family.box@example.com"]
    let cards = [
      ["N:Baker;Tom;;;"] + home, ["N:Baker;Ann;;;"] + home, ["N:Baker;Timothy;;;"] + home,
      ["N:Baker;Maria;;;", "BDAY:20010203"] + home, ["N:Baker;Mario;;;", "BDAY:20010203"] + home,
    ]
    let found = try await deduplicated(cards)
    #expect(found.clusters.allSatisfy { $0.cards[0] >= cards.count })
  }

  @Test("A father and a son of one name, who share a telephone, are for a person to tell")
  func fatherAndSon() async throws {
    let left = ["N:Brun;Daniel;;;", "TEL:+33 1 23 45 67 89", "EMAIL:daniel.senior@example.com"]
    let right = ["N:Brun;Daniel;;;", "TEL:+33 1 23 45 67 89", "EMAIL:dbrun1999@example.com"]
    #expect(try await verdict(left, right) == .review)
    #expect(try await verdict(left, ["N:Brun;Daniel;;;Jr.", "TEL:+33 1 23 45 67 89"]) != .same)
  }

  @Test("A doctor's or an office's number and address join nobody")
  func switchboard() async throws {
    let names = [
      "Adams;Kim", "Baxter;Lou", "Carver;Max", "Dalton;Ned", "Ewing;Oda", "Foster;Pam",
      "Adams;Kimberly", "Gibbs;Quentin", "Howe;Rita", "Irons;Saul",
    ]
    let cards = names.map { ["N:\($0);;;", "TEL:+1 212 555 0199", "EMAIL:info@practice.example"] }
    let found = try await deduplicated(cards)
    #expect(!found.clusters.contains { $0.cards[0] < cards.count })
  }

  @Test("Two cards without a name are one person's only for an own email")
  func nameless() async throws {
    let email = "EMAIL:who.knows@example.com"
    #expect(try await verdict([email, "TEL:+1 212 555 0111"], [email]) == .same)
    #expect(try await verdict(["TEL:+1 212 555 0111"], ["TEL:+1 212 555 0111"]) != .same)
  }

  @Test("A name changed with a marriage needs more than an email")
  func marriage() async throws {
    let (maiden, married) = (["N:Schmidt;Anna;;;"], ["N:Weber;Anna;;;"])
    let email = ["EMAIL:anna.private@example.com"]
    let phone = ["TEL:+49 171 2345678"]
    #expect(try await verdict(maiden + email, married + email) == .review)
    #expect(try await verdict(maiden + email + phone, married + email + phone) == .same)
  }

  @Test("Of a name in two scripts the half that can be read decides, with an own email")
  func twoScripts() async throws {
    // As a family name it is read Ou, and by those who do not know that, Qu.
    let (han, latin) = (["N:区;雪峰;;;"], ["N:Qu;Xuefeng;;;"])
    let email = ["EMAIL:snowy.peak@example.com"]
    #expect(try await verdict(han + email, latin + email) == .same)
    let phone = ["TEL:+49 171 2345678"]
    #expect(try await verdict(han + phone, latin + phone) != .same)
    #expect(try await verdict(han + email, ["N:Qu;Jianguo;;;"] + email) != .same)
  }

  @Test("A short form with a telephone of its own needs more than a mailbox")
  func ownTelephones() async throws {
    let (left, right) = (["N:Gates;William;;;"], ["N:Gates;Bill;;;"])
    let (home, away) = (["TEL:+1 212 555 0100"], ["TEL:+1 425 555 0199"])
    let email = ["EMAIL:the.gates@example.com"]
    #expect(try await verdict(left + home + email, right + away + email) == .review)
    let both = email + ["EMAIL:william.g@example.org"]
    #expect(try await verdict(left + home + both, right + away + both) == .same)
  }

  @Test("Mailboxes go by their provider's rules")
  func mailboxes() async throws {
    let name = ["N:Okafor;Chidi;;;"]
    func same(_ left: String, _ right: String) async throws -> Bool {
      try await verdict(name + ["EMAIL:\(left)"], name + ["EMAIL:\(right)"]) == .same
    }
    #expect(try await same("chidi.okafor@gmail.com", "ChidiOkafor+shop@googlemail.com"))
    #expect(try await same("chidi+news@example.com", "CHIDI@example.com"))
    #expect(try await !same("chidi.okafor@example.com", "chidiokafor@example.com"))
  }

  @Test("What a person said is heard before any evidence")
  func decisions() async throws {
    let card = ["N:Smith;John;;;", "EMAIL:john.smith55@example.com"]
    let apart = try await deduplicated([card, card], decisions: [Decision(0, 1, isSame: false)])
    #expect(!apart.clusters.contains { $0.cards.contains(0) })
    #expect(!apart.reviews.contains { $0.left == 0 && $0.right == 1 })
    let other = ["N:Adams;Zoe;;;"]
    let together = try await deduplicated([card, other], decisions: [Decision(0, 1, isSame: true)])
    #expect(together.clusters.first?.cards == [0, 1])
  }
}
