import ContactModel
import ICU
import TestSupport
import Testing

@Suite("NameSorter")
struct NameSorterTests {
  private func sorted(
    _ lines: [String], _ order: NameSorter.Order = .family, locale: String = "root"
  ) throws -> [String] {
    let contacts = try lines.map { try contact($0, keys: .sorting) }
    return try NameSorter(order, locale: locale).sorted(contacts).map { $0.compositeName ?? "" }
  }

  @Test("sorts by family name, then by given name")
  func family() throws {
    let names = ["N:Bell;Kate;;;", "N:Abel;Zoe;;;", "N:Bellamy;Al;;;", "N:Bell;Al;;;"]
    #expect(try sorted(names) == ["Zoe Abel", "Al Bell", "Kate Bell", "Al Bellamy"])
  }

  @Test("sorts by given name, then by family name")
  func given() throws {
    let names = ["N:Bell;Kate;;;", "N:Abel;Zoe;;;", "N:Bell;Al;;;", "N:Aa;Alan;;;"]
    #expect(try sorted(names, .given) == ["Al Bell", "Alan Aa", "Kate Bell", "Zoe Abel"])
  }

  @Test("sorts by the name as it is shown")
  func display() throws {
    let names = ["N:Bell;Kate;;Dr.;", "N:Abel;Zoe;;;", "FN:Ann"]
    #expect(try sorted(names, .display) == ["Ann", "Dr. Kate Bell", "Zoe Abel"])
  }

  @Test(
    "uses the order of the locale",
    arguments: [
      ("sv", ["Zebra", "Åberg", "Ärlig", "Öberg"]), ("de", ["Åberg", "Ärlig", "Öberg", "Zebra"]),
    ])
  func locale(tag: String, order: [String]) throws {
    let names = ["N:Öberg;;;;", "N:Zebra;;;;", "N:Ärlig;;;;", "N:Åberg;;;;"]
    #expect(try sorted(names, locale: tag) == order)
  }

  @Test("lets the first field decide before it looks at marks of it and at the second")
  func fields() throws {
    // As one string, "Muller Zoe" and "Müller Al" would be ordered by the given name's letters.
    let names = ["N:Muller;Zoe;;;", "N:Müller;Al;;;", "N:Muller;Al;;;"]
    #expect(try sorted(names) == ["Al Muller", "Al Müller", "Zoe Muller"])
  }

  @Test("puts a name without a family name in its own place and the nameless last")
  func missing() throws {
    let names = ["NOTE:x", "N:Dee;Al;;;", "N:;Cher;;;", "FN:Bob", "N:Abel;Zoe;;;", "N:Ünal;X;;;"]
    #expect(try sorted(names) == ["Zoe Abel", "Bob", "Cher", "Al Dee", "X Ünal", ""])
  }

  @Test("sorts by SORT-AS, SORT-STRING or the sound of a name where the card has one")
  func sortAs() throws {
    let names = [
      "N:van der Harten;Rene;;;\r\nSORT-STRING:Harten", "N:Ibsen;Al;;;", "N:Gray;Al;;;",
    ]
    #expect(try sorted(names) == ["Al Gray", "Rene van der Harten", "Al Ibsen"])
    let kana = [
      "N:山田;太郎;;;\r\nX-PHONETIC-LAST-NAME:やまだ", "N:渡辺;健;;;\r\nX-PHONETIC-LAST-NAME:わたなべ",
      "N:阿部;一;;;\r\nX-PHONETIC-LAST-NAME:あべ",
    ]
    #expect(try sorted(kana, locale: "ja") == ["阿部一", "山田太郎", "渡辺健"])
  }

  @Test("sorts organisations by their names among the people")
  func organizations() throws {
    let names = ["N:Bell;Kate;;;", "ORG:Acme\r\nX-ABShowAs:COMPANY\r\nN:Zoe;X;;;", "N:Cole;A;;;"]
    #expect(try sorted(names) == ["Acme", "Kate Bell", "A Cole"])
  }

  @Test("keeps equal names in their order")
  func stable() throws {
    let contacts = try (0..<20).map { try contact("N:Bell;Kate;;;\r\nNICKNAME:\($0)") }
    let nicknames = try NameSorter().sorted(contacts).map { $0.nickname }
    #expect(nicknames == (0..<20).map { "\($0)" })
  }

  @Test(
    "compares two contacts as their keys stand, those without a name last",
    arguments: NameSorter.Order.allCases, ["root", "sv", "ja", "zh", "th"])
  func comparator(order: NameSorter.Order, locale: String) throws {
    let sorter = try NameSorter(order, locale: locale)
    let contacts = try [
      "N:Bell;Kate;;;", "N:Bell;;;;", "N:;Bell;;;", "FN:Kate Bell", "N:Öberg;Åke;;;", "NOTE:x",
      "N:山田;太郎;;;\r\nX-PHONETIC-LAST-NAME:やまだ", "N:山田;太郎;;;", "N:Иванов;Иван;;;", "ORG:Acme",
      "ORG:Acme\r\nX-ABShowAs:COMPANY", "N:เกษม;ดี;;;", "N:김;철수;;;", "N:bell;kate;;;", "FN:007",
      "N:Muller;Zoe;;;", "N:Müller;Al;;;", "NICKNAME:Kit", "EMAIL:k@home.example", "N:שלום;דוד;;;",
    ].map { try contact($0, keys: .sorting) }
    for first in contacts {
      for second in contacts {
        let (left, right) = (try sorter.sortKey(for: first), try sorter.sortKey(for: second))
        let relation = try sorter.compare(first, second)
        #expect(relation == (left < right ? .ascending : left > right ? .descending : .same))
      }
    }
    let sorted = try contacts.sorted { try sorter.compare($0, $1) == .ascending }
    #expect(
      sorted.map(\.compositeName) == (try sorter.sorted(contacts)).map(\.compositeName))
  }
}
