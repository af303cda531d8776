import ContactMatching
import Testing

@Suite("NameDivision")
struct NameDivisionTests {
  @Test(
    "takes a name in one piece apart as matching does, and keeps its letters",
    arguments: [
      ("Kate Bell", "|Kate||Bell|"), ("Kate", "|Kate|||"), ("", "||||"), ("Dr.", "|Dr.|||"),
      ("Kate Ann Bell", "|Kate|Ann|Bell|"), ("Bell, Kate Ann", "|Kate|Ann|Bell|"),
      ("Dr. Jan van der Berg Jr.", "Dr.|Jan||van der Berg|Jr."),
      ("John Smith, M.D.", "|John||Smith|M.D."),
      ("Anne-Marie Bell-Smith", "|Anne-Marie||Bell-Smith|"),
      ("William \"Bill\" Gates", "|William||Gates|"), ("王小明", "|小明||王|"), ("歐陽小明", "|小明||歐陽|"),
      ("山田 太郎", "|太郎||山田|"), ("김민수", "|민수||김|"), ("Mom ❤️", "|Mom|||"),
      ("J. R. R. Tolkien", "|J.|R. R.|Tolkien|"),
      ("Иван Петрович Сидоров", "|Иван|Петрович|Сидоров|"),
    ])
  func divides(name: String, parts: String) throws {
    let division = try NameDivision(name)
    #expect(
      [division.prefix, division.given, division.middle, division.family, division.suffix]
        .joined(separator: "|") == parts)
  }
}
