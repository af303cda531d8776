import ContactMatching
import Testing

@Suite("Names that fit")
struct NameFitTests {
  @Test(
    "whatever the case, marks, width, composition, apostrophes, hyphens, punctuation and order",
    arguments: [
      ("FN:Alice Smith", "FN:ALICE SMITH"), ("FN:Ｊｏｈｎ Ｓｍｉｔｈ", "FN:John Smith"),
      ("FN:José Núñez", "FN:Jose\u{301} Nun\u{303}ez"), ("FN:José Núñez", "FN:jose nunez"),
      ("FN:Jürgen Groß", "FN:JURGEN GROSS"), ("FN:Søren Åberg", "FN:Soren Aberg"),
      ("FN:Łukasz Wałęsa", "FN:Lukasz Walesa"), ("FN:Ştefan Ţepeş", "FN:Ștefan Țepeș"),
      ("FN:Ёлкин Пётр", "FN:Елкин Петр"), ("FN:Παπανδρέου", "FN:ΠΑΠΑΝΔΡΕΟΥ"),
      ("FN:Seán O'Brien", "FN:Sean OBrien"), ("FN:D’Angelo Russell", "FN:D'Angelo Russell"),
      ("FN:Jean-Pierre Lefèvre", "FN:Jean Pierre Lefevre"),
      ("FN:Smith‑Jones, Amy", "FN:Amy Smith-Jones"), ("FN:Smith, John", "FN:John Smith"),
      ("FN:SMITH John", "N:Smith;John;;;"), ("N:Taro;Yamada;;;", "N:Yamada;Taro;;;"),
      ("FN:J.R.R. Tolkien", "FN:J. R. R. Tolkien"), ("FN:Kovács János", "FN:János Kovács"),
      ("FN:مُحَمَّد عَلِيّ", "FN:محمد علي"), ("FN:שָׁלוֹם כֹּהֵן", "FN:שלום כהן"),
      ("FN:می‌خواهم", "FN:میخواهم"), ("FN:Mom ❤️", "FN:Mom"),
      ("N:Bell Smith;Kate;;;", "FN:Kate Bell-Smith"), ("N:Kate Bell;;;;", "N:Bell;Kate;;;"),
      ("FN:Jürgen Groß", "FN:Juergen Gross"), ("N:van der Berg;Jan;;;", "N:Berg;Jan;;;"),
      ("FN:Jan van der Berg", "FN:Jan Berg"), ("N:40;Person;;;", "N:Person;40;;;"),
      ("N:;Kate Bell;;;", "FN:Bell\\, Kate"),
    ])
  func same(left: String, right: String) throws {
    #expect(try fits(left, right))
    #expect(try nameLevel(left, right) == "exact")
  }

  @Test(
    "with a title, a form of address, a degree or an aside on one side",
    arguments: [
      ("FN:Dr. Angela Merkel", "FN:Angela Merkel"), ("FN:Prof. Dr. Hans Meier", "N:Meier;Hans;;;"),
      ("FN:Mr John Smith", "FN:John Smith"), ("N:Smith;John;;Mr.;MD", "FN:John Smith"),
      ("FN:John Smith\\, MD", "FN:John Smith"), ("FN:John Smith M.D.", "FN:Smith John"),
      ("FN:Martin King Jr.", "N:King;Martin;;;"), ("N:King;Martin;;;Jr.", "FN:Martin King"),
      ("N:King Jr.;Martin;;;", "FN:Martin King"), ("FN:King\\, Martin\\, Jr.", "FN:Martin King"),
      ("FN:Sra. Ana Ruiz", "FN:Ana Ruiz"), ("FN:Ruiz\\, Ana\\, Sra.", "FN:Ana Ruiz"),
      ("FN:Dott.ssa Anna Rossi", "FN:Anna Rossi"),
      ("FN:Robert (Bob) Hale", "FN:Robert Hale"),
      ("FN:William \"Bill\" Gates", "N:Gates;William;;;"),
      ("FN:田中さん", "FN:田中"), ("FN:田中 さん", "FN:田中"),
      ("N:Gaga;Lady;;;", "N:Lady;Gaga;;;"), ("N:Dre;Dr.;;;", "N:Dre;Dr.;;;"),
    ])
  func titles(left: String, right: String) throws {
    #expect(try fits(left, right))
  }

  @Test(
    "with a middle name on one side, or an initial of it",
    arguments: [
      ("N:Kennedy;John;Fitzgerald;;", "N:Kennedy;John;;;", "middle"),
      ("N:Kennedy;John;Fitzgerald;;", "N:Kennedy;John;F.;;", "initial"),
      ("N:Kennedy;John;Fitzgerald Francis;;", "N:Kennedy;John;F. F.;;", "initial"),
      ("N:Kennedy;John;Fitzgerald Francis;;", "N:Kennedy;John;Fitzgerald;;", "exact"),
      ("FN:John Fitzgerald Kennedy", "N:Kennedy;John;Fitzgerald;;", "exact"),
      ("FN:Kennedy John Fitzgerald", "N:Kennedy;John;Fitzgerald;;", "exact"),
      ("FN:Kennedy\\, John Fitzgerald", "N:Kennedy;John;Fitzgerald;;", "exact"),
      ("FN:John F. Kennedy", "N:Kennedy;John;Fitzgerald;;", "initial"),
      ("FN:Kennedy\\, John F.", "N:Kennedy;John;Fitzgerald;;", "initial"),
      ("FN:John Kennedy", "N:Kennedy;John;Fitzgerald;;", "middle"),
      ("FN:John Fitzgerald Kennedy", "FN:John Kennedy", "middle"),
      ("FN:John Fitzgerald Kennedy", "FN:John F. Kennedy", "initial"),
      ("FN:John Fitzgerald Kennedy", "N:Kennedy;John;;;", "middle"),
      ("N:Kennedy;John Fitzgerald;;;", "N:Kennedy;John;Fitzgerald;;", "exact"),
      ("N:Kennedy;John F.;;;", "N:Kennedy;John;Fitzgerald;;", "initial"),
      ("FN:Nguyễn Văn Đức", "N:Nguyễn;Đức;Văn;;", "exact"),
      ("N:Lefèvre;Jean-Pierre;;;", "N:Lefèvre;Jean;;;", "middle"),
      ("N:Ruiz;María José;;;", "N:Ruiz;María;;;", "middle"),
    ])
  func middle(left: String, right: String, level: String) throws {
    #expect(try fits(left, right))
    #expect(try nameLevel(left, right) == level)
    #expect(try nameLevel(right, left) == level)
  }

  @Test(
    "in Han, Kana and Hangul with and without spaces, in either order",
    arguments: [
      ("FN:山田太郎", "N:山田;太郎;;;"), ("FN:山田太郎", "FN:山田 太郎"), ("FN:王小明", "FN:小明 王"),
      ("FN:남궁민수", "N:남궁;민수;;;"), ("FN:김철수", "FN:김 철수"),
      ("FN:ﾔﾏﾀﾞﾀﾛｳ", "FN:やまだ たろう"), ("N:高橋健;太;;;", "N:高橋;健太;;;"),
      ("FN:山田太郎さん", "N:山田;太郎;;;"),
    ])
  func joined(left: String, right: String) throws {
    #expect(try fits(left, right))
    #expect(try nameLevel(left, right) == "exact")
  }

  @Test(
    "not when ICU sees another letter, or a word is missing or another",
    arguments: [
      ("FN:Cem Işık", "FN:Cem Eşik"), ("FN:Anna Mader", "FN:Anna Mäder-Kunz"),
      ("FN:Nguyễn Văn Đức", "FN:Nguyễn Văn Dũng"), ("FN:Nguyễn Thị Hạnh", "FN:Nguyễn Thị Hằng"),
      ("FN:José García López", "FN:José García Pérez"), ("FN:Thomas James", "FN:James Thomasson"),
      ("FN:J. Smith", "FN:Robert Smith"), ("FN:J. Smith", "FN:John Smith"),
      ("FN:Al Bundy", "FN:Alice Bundy"), ("FN:Bill Clinton", "FN:Hillary Clinton"),
      ("FN:محمد علي", "FN:محمود علي"), ("FN:张伟", "FN:张玮"), ("FN:李明", "FN:黎明"),
      ("FN:高橋健", "FN:高橋健太"), ("FN:김철수", "FN:김철호"), ("FN:Maria Garcia", "FN:Mario Garcia"),
      ("FN:Christian Smith", "FN:Christina Smith"), ("FN:Daniel Lee", "FN:Danielle Lee"),
      ("FN:Paul Martin", "FN:Paula Martin"), ("FN:Jan Kowalski", "FN:Jan Kowalska"),
      ("FN:John Smith", "FN:John Smithson"), ("FN:Anna Svensson", "FN:Anna Swenson-Berg"),
      ("FN:Alice Green", "FN:Bob Green"), ("FN:Alice Green", "FN:Alice Brown"),
      ("FN:IT-Support Acme", "FN:IT-Support Globex"), ("FN:Anna Schmidt", "FN:Anna Weber"),
      ("FN:Ivan Petrov", "FN:Ivana Petrova"), ("FN:Lady Gaga", "N:Gaga;Lady;;;"),
      ("FN:Владимир Путин", "FN:Vladimir Putin"), ("N:40;Person;;;", "N:41;Person;;;"),
      ("FN:Thomas James Brown", "FN:Thomas James"), ("N:Bell;Kate;;;", "N:Bell;;;;"),
    ])
  func different(left: String, right: String) throws {
    #expect(try !fits(left, right))
  }

  @Test(
    "not with two middle names, and not with two generations",
    arguments: [
      ("N:Smith;John;A.;;", "N:Smith;John;B.;;"), ("N:Smith;John;Adam;;", "N:Smith;John;Bert;;"),
      ("FN:John A. Smith", "FN:John B. Smith"),
      ("N:Schmidt;Anna;Maria;;", "N:Schmidt;Maria;Anna;;"),
      ("N:Smith;John;A.;;", "N:Smith;John;Bert;;"), ("FN:Robert Hale Sr.", "FN:Robert Hale Jr."),
      ("N:Ford;Henry;;;II", "N:Ford;Henry;;;III"), ("FN:Henry Ford II", "N:Ford;Henry;;;III"),
      ("N:Hale Sr.;Robert;;;", "N:Hale;Robert;;;Jr."), ("N:Ford;Henry;;;Jr.", "N:Ford;Henry;;;III"),
      ("N:Ford;Henry;;;V", "N:Ford;Henry;;;VI"),
    ])
  func contradictions(left: String, right: String) throws {
    #expect(try !fits(left, right))
  }

  @Test("with the same generation, and that is evidence")
  func generation() throws {
    let outcome = try book([["N:Hale;Robert;;;Jr."]]).match("FN:Robert Hale II", policy: .cutout)
    #expect(outcome.verdict == .matched)
    #expect(outcome.candidates.first?.evidence.map(\.kind.rawValue) == ["name", "suffix"])
  }

  @Test("hears in FN the generation and the middle name that N leaves out, as a cutout does")
  func formattedName() throws {
    let book = try book([
      ["N:Hale;Robert;;;Sr."], ["N:Hale;Robert;;;Jr."], ["N:Kennedy;John;Francis;;"],
      ["N:Kennedy;John;Fitzgerald;;"],
    ])
    #expect(
      try book.match("N:Hale;Robert;;;", "FN:Robert Hale Jr.", policy: .cutout).person == "1")
    #expect(
      try book.match("N:Kennedy;John;;;", "FN:John Fitzgerald Kennedy", policy: .cutout).person
        == "3")
    #expect(
      try book.match("N:Kennedy;John;;;", "FN:Dr. Kennedy\\, John F.", policy: .cutout)
        .candidates.count == 2)
    // What stands elsewhere, or beside another name, says nothing.
    for name in ["FN:John Kennedy Fitzgerald", "FN:Fitzgerald Kennedy Smith Jr.", "FN:Acme Inc."] {
      #expect(
        try book.match("N:Kennedy;John;;;", name, policy: .cutout).verdict == .ambiguous)
    }
  }

  @Test("where N has words, FN does not count")
  func nameFirst() throws {
    #expect(
      try book([["N:Bell;Kate;;;", "FN:Something Else"]]).match("FN:Kate Bell", policy: .cutout)
        .verdict == .matched)
    #expect(
      try book([["N:?;.;;;", "FN:Kate Bell"]]).match("N:Bell;Kate;;;", policy: .cutout).verdict
        == .matched)
  }

  @Test("by nickname or organisation where there is no other name")
  func otherNames() throws {
    let book = try book([
      ["NICKNAME:Kit"], ["ORG:Acme GmbH;Sales"], ["N:Bell;Kate;;;", "ORG:Globex", "KIND:org"],
    ])
    #expect(try book.match("FN:kit", policy: .cutout).person == "0")
    #expect(try book.match("ORG:ACME GmbH", "KIND:org", policy: .cutout).person == "1")
    #expect(try book.match("FN:Globex", policy: .cutout).person == "2")
    #expect(try book.match("FN:Kate Bell", policy: .cutout).verdict == .unknown)
  }

  @Test("never between a group and a person")
  func groups() throws {
    let book = try book([["FN:Family", "KIND:group"], ["FN:Friends"]])
    #expect(try book.match("FN:Family", policy: .cutout).verdict == .unknown)
    #expect(try book.match("FN:Family", "KIND:group", policy: .cutout).person == "0")
    #expect(try book.match("FN:Friends", "KIND:group", policy: .cutout).verdict == .unknown)
  }
}
