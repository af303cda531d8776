import Testing
import VCardCommands

@Suite("Table")
struct TableTests {
  private func render(_ table: Table, _ maximumWidth: Int? = nil) -> [String] {
    var output: [UInt8] = []
    table.render(into: &output, maximumWidth: maximumWidth)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
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
