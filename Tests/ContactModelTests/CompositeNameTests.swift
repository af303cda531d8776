import ContactModel
import TestSupport
import Testing

@Suite("Contact.compositeName")
struct CompositeNameTests {
  @Test(
    "puts the parts of N in the order that script and language ask for",
    arguments: [
      ("N:Bell;Kate;Ann;Dr.;Jr.", "Dr. Kate Ann Bell Jr."),
      ("N:Bell;;;;", "Bell"), ("N:;Kate;;;", "Kate"), ("N:;;Ann;;", "Ann"),
      ("N:山田;太郎;;;", "山田太郎"), ("N:王;小明;;;", "王小明"), ("N:김;철수;;;", "김철수"),
      ("N:ヤマダ;タロウ;;;", "ヤマダタロウ"), ("N:山田;太郎;;;様", "山田太郎様"),
      ("N:山田;太郎;;Dr.;", "Dr. 山田太郎"), ("N:Smith;太郎;;;", "太郎 Smith"),
      ("N:Ｓｍｉｔｈ;John;;;", "John Ｓｍｉｔｈ"),
      ("N;LANGUAGE=hu:Kovács;János;Béla;dr.;", "dr. Kovács János Béla"),
      ("N;LANGUAGE=hu-HU:Kovács;János;;;", "Kovács János"),
      ("N;LANGUAGE=vi:Nguyễn;Đức;Văn;;", "Nguyễn Văn Đức"),
      ("N;LANGUAGE=de:Kovács;János;;;", "János Kovács"),
      ("N:Иванов;Пётр;;;", "Пётр Иванов"), ("N:علي;محمد;;;", "محمد علي"),
    ])
  func order(line: String, name: String) throws {
    #expect(try contact(line, "FN:Something Else").compositeName == name)
  }

  @Test("takes an order and a language that it is told before those of the card")
  func told() throws {
    let kate = try contact("N:Bell;Kate;Ann;Dr.;Jr.")
    #expect(kate.compositeName(.familyNameFirst) == "Dr. Bell Kate Ann Jr.")
    #expect(kate.compositeName(.automatic, language: "hu") == "Dr. Bell Kate Ann Jr.")
    #expect(kate.compositeName(.automatic, language: "vi") == "Dr. Bell Ann Kate Jr.")
    #expect(kate.compositeName(.givenNameFirst, language: "hu") == "Dr. Kate Ann Bell Jr.")
    #expect(try contact("N:山田;太郎;;;").compositeName(.givenNameFirst) == "太郎山田")
    #expect(try contact("FN:Kate Bell").compositeName(.familyNameFirst) == "Kate Bell")
  }

  @Test("falls back from N to FN, nickname, organisation, email and phone number")
  func fallbacks() throws {
    let lines = [
      "N:Bell;Kate;;;", "FN:Katie", "NICKNAME:K,Kay", "ORG:Acme", "EMAIL:kate@x.example",
      "TEL:+1 408 555 0000",
    ]
    let names = ["Kate Bell", "Katie", "K", "Acme", "kate@x.example", "+1 408 555 0000"]
    for start in lines.indices {
      let rest = lines[start...].joined(separator: "\r\n")
      #expect(try contact(rest).compositeName == names[start])
    }
    #expect(try contact("NOTE:nobody").compositeName == nil)
  }

  @Test("takes FN before a title that stands alone in N")
  func titleAlone() throws {
    #expect(try contact("N:;;;Dr.;", "FN:Kate Bell").compositeName == "Kate Bell")
    #expect(try contact("N:;;;Dr.;").compositeName == "Dr.")
  }

  @Test("calls an organisation by its own name")
  func organization() throws {
    let acme = try contact("N:Bell;Kate;;;", "ORG:Acme;Sales", "X-ABShowAs:COMPANY")
    #expect(acme.compositeName == "Acme")
  }
}
