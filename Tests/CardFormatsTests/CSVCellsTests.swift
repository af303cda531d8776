import CardFormats
import Testing

@Suite("Cells of a table")
struct CSVCellsTests {
  private func text(_ cells: CSVCells, _ row: [String]) -> String {
    var octets: [UInt8] = []
    cells.append(row: row, to: &octets)
    return String(decoding: octets, as: UTF8.self)
  }

  @Test(
    "a cell is quoted where RFC 4180 §2 needs it, or its ends are blank",
    arguments: [
      ("", ""), ("Kate", "Kate"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("\"", "\"\"\"\""),
      ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), (" a", "\" a\""), ("a ", "\"a \""),
      ("a b", "a b"), ("=1+1", "=1+1"), ("+1 408", "+1 408"), ("a;b", "a;b"),
    ])
  func quotes(cell: String, expected: String) {
    #expect(text(CSVCells(guarded: .none), [cell]) == expected + "\r\n")
  }

  @Test(
    "what a spreadsheet would run gets an apostrophe; telephone numbers stay what they are",
    arguments: [
      ("=1+1", "'=1+1"), ("+1 408", "+1 408"), ("+a", "'+a"), ("-1", "-1"), ("-cmd", "'-cmd"),
      ("@x", "'@x"), ("\tx", "'\tx"), ("=a,b", "\"'=a,b\""), ("a=b", "a=b"), ("", ""),
    ])
  func guardsFormulas(cell: String, expected: String) {
    #expect(text(CSVCells(), [cell]) == expected + "\r\n")
  }

  @Test("another delimiter separates, and is what is quoted then")
  func separates() {
    #expect(text(CSVCells(delimiter: UInt8(ascii: ";")), ["a;b", "a,b"]) == "\"a;b\";a,b\r\n")
  }
}
