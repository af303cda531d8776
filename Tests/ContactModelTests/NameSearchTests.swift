import ContactModel
import Testing

@Suite("NameSearch")
struct NameSearchTests {
  private let kate = """
    N:O'Brien-Bell;Kate;Zoë;Dr.;\r\nNICKNAME:Katie\r\nORG:Société Générale\r\n\
    EMAIL:k.bell+news@mail.example
    """

  @Test(
    "finds a contact if every word begins a word of name, nickname, organisation or email",
    arguments: [
      "kate", "ka", "KATE bell", "bell kat", "obrien", "o'b", "O’Brien", "zoe", "dr", "katie",
      "societe", "gen soc", "k.bell", "k.bell+news@mail.example", "mail.ex", "news",
      "O'Brien-Bell", "bell obr", "ｋａｔｅ",
    ])
  func found(query: String) throws {
    #expect(try NameSearch(query).matches(contact(kate)))
  }

  @Test(
    "finds nobody when a word begins none",
    arguments: ["ate", "kate smith", "ell", "katex", "kate kate2", "", "  ", "-"])
  func notFound(query: String) throws {
    #expect(try !NameSearch(query).matches(contact(kate)))
  }

  @Test(
    "compares as ICU does at primary strength, in every script",
    arguments: [
      ("FN:Jürgen Groß", "jurgen gross"), ("FN:Søren Østergård", "soren ostergard"),
      ("FN:Ёлкин Пётр", "елк петр"), ("FN:Παπανδρέου", "παπανδρεου"),
      ("FN:ﾔﾏﾀﾞ ﾀﾛｳ", "やまだ"), ("N:山田;太郎;;;", "太郎"), ("N:山田;太郎;;;", "山田太"),
      ("FN:김철수", "김처"), ("FN:شَاهِد", "شاهد"), ("FN:เกษม ดี", "เ"), ("FN:เกษม ดี", "เก"),
      ("FN:Łukasz", "luk"), ("FN:Æsir", "a"), ("FN:José", "jose\u{301}"),
    ])
  func scripts(line: String, query: String) throws {
    #expect(try NameSearch(query).matches(contact(line)))
  }

  @Test(
    "does not take other letters for the same", arguments: [("FN:Йод", "иод"), ("FN:Ñandú", "m")])
  func differentLetters(line: String, query: String) throws {
    #expect(try !NameSearch(query).matches(contact(line)))
  }

  @Test("knows a query without a word")
  func empty() throws {
    #expect(try NameSearch(" -. ").isEmpty)
    #expect(try !NameSearch("x").isEmpty)
  }
}
