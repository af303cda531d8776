import SystemPackage
import TestSupport
import Testing

@Suite("vcard book birthdays")
struct BookBirthdaysTests {
  private func makeBook() async throws -> BookRunner {
    let book = try BookRunner()
    var cards = ""
    for (name, birthday) in [
      ("Eve", "1999-12-31"), ("Leap", "2004-02-29"), ("Ann", "--0101"), ("Nobody", "1980-05"),
      ("Ben", "1980-01-01"), ("Late", "2030-06-01"), ("Text", "spring"),
    ] {
      cards +=
        "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:\(name)\r\nBDAY:\(birthday)\r\nEND:VCARD\r\n"
    }
    let path = try book.folder.write(cards, to: "in.vcf").string
    _ = try await book.output(["import", "--quiet", path])
    return book
  }

  private func rows(_ book: BookRunner, _ arguments: [String]) async throws -> [[String]] {
    try await book.output(["book", "birthdays"] + arguments).split(separator: "\n").dropFirst()
      .map { $0.split(separator: " ").map(String.init) }
  }

  @Test("lists a year from a day on, with the age that people reach")
  func year() async throws {
    let book = try await makeBook()
    let year = try await rows(book, ["--from", "2026-12-31"]).map { $0.joined(separator: " ") }
    #expect(
      year == [
        "2026-12-31 today 27 Eve", "2027-01-01 1 Ann", "2027-01-01 1 47 Ben",
        "2027-02-28 59 23 Leap", "2027-06-01 152 Late",
      ])
    #expect(try await rows(book, ["--from", "2027-03-01"]).last?.last == "Leap")
    #expect(try await rows(book, ["--from", "2027-03-01"]).last?.first == "2028-02-29")
    #expect(try await rows(book, []).count == 5)
  }

  @Test("--days ends the list, and JSON Lines tell all of it")
  func days() async throws {
    let book = try await makeBook()
    let from = ["--from", "2026-12-31", "--days"]
    #expect(try await rows(book, from + ["1"]).count == 1)
    #expect(try await rows(book, from + ["2"]).count == 3)
    let all = ["book", "birthdays", "--format", "jsonl"] + from + ["2"]
    let lines: [Substring] = try await book.output(all)
      .split(separator: "\n").map { $0.dropFirst(#"{"schema":"vcard.birthday/1","#.count) }
    let expected: [Substring] = [
      #""person":"1","name":"Eve","birthday":"1999-12-31","date":"2026-12-31","days":0,"age":27}"#,
      #""person":"3","name":"Ann","birthday":"--01-01","date":"2027-01-01","days":1,"age":null}"#,
      #""person":"5","name":"Ben","birthday":"1980-01-01","date":"2027-01-01","days":1,"age":47}"#,
    ]
    #expect(lines == expected)
    for wrong in [["--days", "0"], ["--from", "2027"], ["--from", "x"]] {
      #expect(try await book(["book", "birthdays"] + wrong).ending == .exit(64))
    }
  }
}
