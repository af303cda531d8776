import ContactModel
import ICU
import TestSupport
import Testing

@Suite("SectionIndex")
struct SectionIndexTests {
  /// The recorded sections: the tag, the letters, the letter of each name.
  struct Judged: CustomTestStringConvertible {
    var locale: String
    var letters: [String]
    var found: [String]

    var testDescription: String { locale }
  }

  private static func lines(_ path: String) throws -> [[String]] {
    try Fixtures.bytes(path).split(separator: 0x0A).map { line in
      line.split(separator: 0x09).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  static let judged: [Judged] = {
    let rows = (try? lines("sections/sections.tsv")) ?? []
    return rows.dropFirst().map { line in
      Judged(
        locale: line[0], letters: line[1].split(separator: " ").map(String.init),
        found: line[2].split(separator: " ").map(String.init))
    }
  }()

  static let recordedVersion = try? lines("sections/sections.tsv").first?[1]

  private static func people() throws -> [Contact] {
    try Fixtures.bytes("sections/names.txt").split(separator: 0x0A).map {
      try contact("FN:\(String(decoding: $0, as: UTF8.self))")
    }
  }

  @Test(
    "puts names under the letters that PyICU gave",
    .enabled(if: ICULibrary.version == recordedVersion), arguments: judged)
  func judge(judged: Judged) throws {
    let index = try SectionIndex(NameSorter(locale: judged.locale))
    #expect(index.labels == judged.letters + ["#"])
    let people = try Self.people()
    #expect(people.count == judged.found.count)
    for (person, label) in zip(people, judged.found) {
      let found = index.labels[try index.section(for: person)]
      #expect(found == label, "\(person.compositeName ?? "")")
    }
  }

  @Test("the fixture was read")
  func fixture() { #expect(Self.judged.count > 25) }

  @Test(
    "never goes down in the order of the sorter, but for #, and for Han beside Latin in Pinyin",
    arguments: judged.map(\.locale), NameSorter.Order.allCases)
  func law(locale: String, order: NameSorter.Order) throws {
    let sorter = try NameSorter(order, locale: locale)
    let index = try SectionIndex(sorter)
    var random = SeededGenerator(seed: 7)
    let names = try Fixtures.bytes("sections/names.txt").split(separator: 0x0A).map {
      String(decoding: $0, as: UTF8.self)
    }
    var people: [Contact] = []
    for _ in 0..<600 {
      let family = names.randomElement(using: &random) ?? ""
      let given = names.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<5, using: &random) {
      case 0: people.append(try contact("N:;\(given);;;"))
      case 1: people.append(try contact("ORG:\(family)", "X-ABShowAs:COMPANY"))
      case 2: people.append(try contact("N:\(given);x;;;", "X-PHONETIC-LAST-NAME:\(family)"))
      default: people.append(try contact("N:\(family);\(given);;;"))
      }
    }
    people.append(try contact("NOTE:nobody"))
    let others = index.labels.count - 1
    let sections = try sorter.sorted(people).map { try index.section(for: $0) }
    #expect(sections.last == others)
    let lettered = sections.filter { $0 != others }
    #expect(lettered.count > 50)
    if locale == "zh" {
      // Twice from A to Z: the Han characters, then the Latin letters.
      let descents = zip(lettered, lettered.dropFirst()).count { $0 > $1 }
      #expect(descents <= 1)
    } else {
      #expect(lettered == lettered.sorted())
    }
  }

  private func label(
    _ lines: String, _ order: NameSorter.Order = .family, locale: String = "en"
  ) throws -> String {
    let index = try SectionIndex(NameSorter(order, locale: locale))
    return index.labels[try index.section(for: contact(lines))]
  }

  @Test("follows what names are sorted by: order, sound, organisation")
  func sorting() throws {
    #expect(try label("N:Bell;Kate;;;") == "B")
    #expect(try label("N:Bell;Kate;;;", .given) == "K")
    #expect(try label("N:Bell;Kate;;Dr.;", .display) == "D")
    #expect(try label("N:Zoe;X;;;\r\nORG:Acme\r\nX-ABShowAs:COMPANY") == "A")
    #expect(try label("N:van der Harten;Rene;;;\r\nSORT-STRING:Harten") == "H")
    #expect(try label("N:山田;太郎;;;\r\nX-PHONETIC-LAST-NAME:やまだ", locale: "ja") == "や")
    #expect(try label("N:山田;太郎;;;", locale: "ja") == "#")
    #expect(try label("N:陈;伟;;;", locale: "zh") == "C")
    #expect(try label("N:陈;伟;;;") == "#")
  }

  @Test("puts under # what has no letter, and who has no name")
  func others() throws {
    for lines in ["FN:007", "FN:😀", "FN:(x)", "NOTE:x", "FN:'"] {
      #expect(try label(lines) == "#", "\(lines)")
    }
  }

  @Test("refuses what is no language")
  func unknown() {
    #expect(throws: ICUError.self) { try SectionIndex(NameSorter(locale: "12345")) }
  }
}
