import Testing
import VCardCommands

@Suite("Table and DisplayWidth")
struct TableTests {
  private func render(_ table: Table, _ maximumWidth: Int? = nil) -> [String] {
    var output: [UInt8] = []
    table.render(into: &output, maximumWidth: maximumWidth)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(
    "counts columns, not characters or bytes",
    arguments: [
      ("", 0), ("Kate", 4), ("é", 1), ("e\u{301}", 1), ("山田", 4), ("ｶﾅ", 2), ("한글", 4),
      ("👩‍👧‍👦", 2), ("❤️", 2), ("❤", 1), ("🇩🇪", 2), ("עברית", 5), ("Ａ", 2),
    ])
  func counts(text: String, columns: Int) {
    #expect(DisplayWidth.standard.columns(text) == columns)
  }

  @Test("cuts text to a width without splitting what is one character")
  func truncates() {
    let width = DisplayWidth.standard
    #expect(width.truncated("Kate Bell", to: 9) == "Kate Bell")
    #expect(width.truncated("Kate Bell", to: 8) == "Kate Be…")
    #expect(width.truncated("山田太郎", to: 6) == "山田…")
    #expect(width.truncated("山田太郎", to: 5) == "山田…")
    #expect(width.truncated("👩‍👧‍👦👩‍👧‍👦", to: 3) == "👩‍👧‍👦…")
    #expect(width.truncated("ab", to: 1) == "…")
    #expect(width.truncated("ab", to: 0) == "")
  }

  @Test("takes another measure of scalars")
  func takesMeasure() {
    let width = DisplayWidth { $0 == "§" ? 2 : 1 }
    #expect(width.columns("§a") == 3)
  }

  @Test("aligns columns by what they take on a terminal, with nothing after the last text")
  func aligns() {
    var table = Table([.init("name"), .init("cards", .right), .init()])
    table.append(["山田", "7", ""])
    table.append(["Kate Bell", "1234", "x"])
    #expect(render(table) == ["name       cards", "山田           7", "Kate Bell   1234  x"])
  }

  @Test("has no line above the rows when no column has a title")
  func hasNoTitles() {
    var table = Table([.init(), .init()])
    table.append(["a", "b"])
    #expect(render(table) == ["a  b"])
  }

  @Test("makes cells safe to print, and keeps each row on its line")
  func escapes() {
    var table = Table([.init(), .init()])
    table.append(["a\u{1B}[2Jb\nc", "x"])
    #expect(render(table) == ["a\\u{1B}[2Jb\\nc  x"])
  }

  @Test("cuts the widest cells on the left to fit, and never those that are numbers")
  func fits() {
    var table = Table([.init(), .init("", .right), .init()])
    table.append(["a long, long name", "12345678901234", "another one"])
    #expect(render(table, 40) == ["a long, lo…  12345678901234  another one"])
    #expect(render(table, 20) == ["a long,…  12345678901234  another…"])
  }
}
