import CardFormats
import ContactStore
import Dispatch
import Foundation
import Page
import Synchronization
import TestSupport
import Testing
import VCard

@Suite("Converting on the page")
struct PageConvertTests {
  private static let type = "Content-Type: multipart/form-data; boundary=X1"

  private static func converter() -> PageConverter {
    PageConverter(
      [
        PageConverter.Target("vcard4", title: "vCard 4.0", fileExtension: "vcf") {
          var converter = CardConverter(to: .version40)
          return { converter.convert($0, into: &$1, notes: &$2) }
        }
      ], reader: Served.reader)
  }

  private static func card(_ lines: String...) -> String {
    (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
  }

  @Test(
    "a file is shown before and after, and downloaded as the converter writes it; names are inert")
  func converts() async throws {
    let served = try await Served(readOnly: true, converter: Self.converter())
    let cookie = try await served.open()
    let page = try await served.send("GET /convert", [cookie]).body
    let session = try Served.field("session", of: page)
    let hostile = Self.card(
      "N:<script>;Ann;;;", "FN:<script>alert(1)</script>\u{202E}", "TEL;TYPE=home:1",
      "SORT-STRING:</code><img onerror=x>")
    func send(_ fields: (String, String)..., type: String = Self.type) async throws -> Answer {
      let parts = fields.map { (name: $0.0, value: $0.1) }
      let body =
        parts.map { "--X1\r\nContent-Disposition: form-data; \($0.name)\r\n\r\n\($0.value)\r\n" }
        .joined() + "--X1--\r\n"
      return try await served.send("POST /convert", [cookie, Served.ours, type], body: body)
    }
    let file = ("name=file; filename=\"<b>.vcf\"", hostile)
    let answer = try await send(("name=session", session), ("name=target", "vcard4"), file)
    #expect(answer.status == 200 && answer.body.contains("1 card as vCard 4.0"))
    for bad in ["<script>alert", "</code><img", "<b>.vcf", "\u{202E}"] {
      #expect(!answer.body.contains(bad), "\(bad)")
    }
    #expect(answer.body.contains("TEL;TYPE=home:1"))
    let download = try await served.send("GET /convert/1", [cookie])
    var expected: [UInt8] = []
    var notes: [Diagnostic] = []
    var converter = CardConverter(to: .version40)
    converter.convert(try CardSamples.parsed(hostile), into: &expected, notes: &notes)
    #expect(download.body == String(decoding: expected, as: UTF8.self))
    #expect(
      download["content-disposition"] == "attachment; filename=\"contacts-vcard4.vcf\"")
    // What is wrong says so, keeps what was pasted, and replaces nothing.
    let pasted = ("name=text", "no card </textarea>")
    let refused = try await send(("name=session", session), ("name=target", "vcard4"), pasted)
    #expect(refused.status == 400 && refused.body.contains("no card &lt;/textarea&gt;"))
    #expect(refused.body.contains("no card &lt;/ul&gt;") && !refused.body.contains("</ul><script>"))
    #expect(try await send(("name=session", session), ("name=target", "<i>"), file).status == 400)
    #expect(try await served.send("GET /convert/1", [cookie]).status == 200)
    #expect(try await served.send("GET /convert/2", [cookie]).status == 404)
    // The form is of another session, or of none.
    #expect(try await send(("name=session", "0"), ("name=target", "vcard4"), file).status == 403)
    #expect(try await send(("name=target", "vcard4"), file).status == 403)
    #expect(
      try await send(("name=session", session), type: "Content-Type: multipart/form-data").status
        == 403)
    #expect(
      try await served.send("POST /convert", [Served.ours, Self.type], body: "x").status == 401)
    #expect(try await served.send("POST /convert", [cookie, Self.type], body: "x").status == 403)
    await served.stop()
  }

  /// A target that waits until the test lets it go on.
  private struct Gate {
    let begun: AsyncStream<Void>
    let converter: PageConverter
    private let gate = DispatchSemaphore(value: 0)
    private let counts = Counts()

    /// How many have begun and are not over: now, and at most.
    private final class Counts: Sendable {
      let inside = Mutex((now: 0, most: 0))
    }

    init() {
      let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
      self.begun = begun
      let (gate, counts) = (gate, counts)
      converter = PageConverter(
        [
          PageConverter.Target("slow", title: "Slow", fileExtension: "txt") {
            counts.inside.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            hasBegun.yield()
            let isLate = gate.wait(timeout: .now() + 60) == .timedOut
            counts.inside.withLock { $0.now -= 1 }
            return { _, text, _ in text += Array((isLate ? "late" : "in time").utf8) }
          }
        ], reader: Served.reader)
    }

    func open() { gate.signal() }
    var most: Int { counts.inside.withLock { $0.most } }
  }

  @Test("two files are converted at once and others wait; other requests are answered meanwhile")
  func answersMeanwhile() async throws {
    let gate = Gate()
    let served = try await Served(readOnly: true, converter: gate.converter)
    let cookie = try await served.open()
    let page = try await served.send("GET /convert", [cookie]).body
    let session = try Served.field("session", of: page)
    @Sendable func convert() async throws -> Bool {
      try await served.send(
        form: [
          ("name=session", session), ("name=target", "slow"), ("name=text", Self.card("FN:Ann")),
        ], to: "/convert", [cookie]
      ).body.contains("1 card as Slow")
    }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<3 { group.addTask { try await convert() } }
      var begun = gate.begun.makeAsyncIterator()
      for _ in 0..<2 { _ = await begun.next(isolation: nil) }
      let meanwhile = try await served.send("GET /people", [cookie])
      #expect(meanwhile.status == 200)
      for _ in 0..<3 {
        gate.open()
        let isConverted = try await group.next()
        #expect(isConverted == true)
      }
    }
    #expect(gate.most == 2)
    #expect(try await served.send("GET /convert/3", [cookie]).body == "in time")
    await served.stop()
  }

  /// A form with a card of somebody and so many octets of notes.
  private static func upload(_ name: String, _ octets: Int, _ session: String) -> [UInt8] {
    let note = String(repeating: "x", count: octets)
    let fields = [
      ("name=session", session), ("name=target", "vcard4"),
      ("name=file; filename=a.vcf", card("FN:\(name)", "NOTE:\(note)")),
    ]
    let parts = fields.map { "--X1\r\nContent-Disposition: form-data; \($0)\r\n\r\n\($1)\r\n" }
    return Array((parts.joined() + "--X1--\r\n").utf8)
  }

  @Test(
    "of large files one comes in at a time, and others wait for it; who goes away waits no more")
  func largeFiles() async throws {
    let served = try await Served(readOnly: true, converter: Self.converter())
    let cookie = try await served.open()
    let page = try await served.send("GET /convert", [cookie]).body
    let session = try Served.field("session", of: page)
    /// Sends the head of a request and what comes first of a file, and gives the rest.
    func begin(_ name: String, _ octets: Int) throws -> (RawConnection, [UInt8]) {
      let connection = try RawConnection(served.host, served.port)
      let body = Self.upload(name, octets, session)
      let head = [
        "POST /convert HTTP/1.1", "Host: \(served.authority)", cookie, Served.ours, Self.type,
        "Content-Length: \(body.count)", "", "",
      ]
      try connection.send(Array(head.joined(separator: "\r\n").utf8) + body.prefix(1000))
      return (connection, Array(body.dropFirst(1000)))
    }
    let (first, rest) = try begin("First", 900 << 10)
    try first.send(Array(rest.dropLast(1000)))
    let others = [try begin("Second", 900 << 10), try begin("Third", 300 << 10)]
    // Nobody reads them yet, and so nobody waits here until they are sent.
    let sending = others.map { connection, rest in
      BackgroundResult { try? connection.send(rest) }
    }
    // Its connection ends with this line.
    _ = try begin("Gone", 900 << 10)
    // A small one is converted meanwhile, and pages are seen.
    let (small, all) = try begin("Small", 1000)
    try small.send(all)
    #expect(await small.answer().body.contains("FN:Small"))
    #expect(try await served.send("GET /people", [cookie]).status == 200)
    try first.send(Array(rest.suffix(1000)))
    #expect(await first.answer().body.contains("FN:First"))
    for (connection, _) in others {
      let answer = await connection.answer()
      #expect(answer.status == 200 && !answer.body.contains("FN:First"))
    }
    for one in sending { _ = await one.value }
    let last = try await served.send("GET /convert/4", [cookie])
    #expect(last.status == 200 && !last.body.contains("FN:First"))
    await served.stop()
  }

  private static let csv = PageConverter.Target(
    "csv", title: "CSV", fileExtension: "csv", frame: DocumentFrame(table: CSVTable.Options())
  ) {
    var writer = CSVWriter(CSVTable.Options(), losses: .kept)
    return { writer.write($0, into: &$1, notes: &$2) }
  }

  @Test("a table has the columns that all of its cards need, and people who are chosen become one")
  func table() async throws {
    let target = Self.csv
    let converter = PageConverter([target], reader: Served.reader)
    let evil = Self.card("FN:=HYPERLINK(1)", "TEL:1")
    let served = try await Served([evil, Self.card("FN:Eva", "TEL:2")], converter: converter)
    let cookie = try await served.open()
    let page = try await served.send("GET /people", [cookie]).body
    #expect(page.contains("value=\"table\""))
    let session = try Served.field("session", of: page)
    func converted(_ cards: String, _ number: Int) async throws -> String {
      let view = try await served.send(
        form: [("name=session", session), ("name=target", "csv"), ("name=text", cards)],
        to: "/convert", [cookie])
      #expect(view.body.contains("id=\"converted\""))
      let file = try await served.send("GET /convert/\(number)", [cookie])
      #expect(file["content-length"] == "\(file.body.utf8.count)")
      return file.body
    }
    let lines = try await converted(
      Self.card("FN:Ann", "X-ODD:kept", "TEL:1") + Self.card("FN:Eva", "TEL:2", "TEL:3"), 1
    ).split(separator: "\r\n")
    #expect(lines.count == 3)
    #expect(lines[0].contains("Phone 2 - Value") && !lines[2].contains("kept"))
    var record: [UInt8] = []
    var notes: [Diagnostic] = []
    target.renderer()(try CardSamples.parsed(Self.card("FN:Ann", "TEL:1")), &record, &notes)
    let shown = String(decoding: CSVTable.lines(of: record.span, .init()), as: UTF8.self)
    #expect(shown.contains("Phone 1 - Value: 1\n") && !shown.contains("Phone 2"))
    let file = try await served.send(
      "POST /people/chosen",
      [cookie, Served.ours, "Content-Type: application/x-www-form-urlencoded"],
      body: "session=\(session)&do=table&id=1")
    #expect(file["content-disposition"] == "attachment; filename=\"contacts.csv\"")
    #expect(try await file.body == converted(evil, 2))
    #expect(file.body.contains("'=HYPERLINK") && !file.body.contains("Eva"))
    await served.stop()
  }

  @Test("everybody whom the list shows becomes a table, in its order, however many they are")
  func everybody() async throws {
    let target = Self.csv
    let converter = PageConverter([target], reader: Served.reader)
    let note = String(repeating: "long ", count: 100)
    let cards = (0..<1300).map { number in
      let family = ["Ek", "Ås", "Ob"][number % 3] + "\(number % 7)"
      return Self.card(
        "FN:P\(number) \(family)", "N:\(family);P\(number);;;", "NOTE:\(note)",
        number == 1299 ? "TEL:1\r\nTEL:2\r\nTEL:3" : "TEL:1")
    }
    let served = try await Served(cards, readOnly: true, converter: converter)
    let cookie = try await served.open()
    let page = try await served.send("GET /people", [cookie]).body
    #expect(page.contains("<a href=\"/people/table?\">All of them as CSV</a>"))
    func rows(_ query: String) async throws -> [String] {
      let file = try await served.settled(
        "GET /people/table?\(query)", [cookie], while: "try again in a moment")
      #expect(file["content-disposition"] == "attachment; filename=\"contacts.csv\"")
      #expect(file["content-length"] == "\(file.body.utf8.count)")
      return file.body.split(separator: "\r\n").map(String.init)
    }
    let all = try await rows("")
    #expect(all.count == 1301 && all[0].contains("Phone 3 - Value"))
    let book = try DatabaseBook(served.folder.path("book.sqlite"), for: .reading)
    for (row, person) in zip(all.dropFirst(), try book.people(from: 0, limit: .max)) {
      #expect(row.contains(person.name.prefix { $0 != " " } + ","), "\(person.name)")
    }
    #expect(try await rows("q=p129%20ob").count == 4)
    #expect(try await rows("in=source-none").count <= 1)
    #expect(try await served.send("GET /people/table").status == 401)
    // The next request of a connection is answered after the file.
    let connection = try RawConnection(served.host, served.port)
    for path in ["/people/table", "/people/1"] {
      let head = ["GET \(path) HTTP/1.1", "Host: \(served.authority)", cookie, "", ""]
      try connection.send(Array(head.joined(separator: "\r\n").utf8))
      #expect(await connection.answer().status == 200)
    }
    await served.stop()
    let plain = try await Served()
    let open = try await plain.open()
    #expect(try await plain.send("GET /people/table", [open]).status == 404)
    #expect(!(try await plain.send("GET /people", [open]).body.contains("as CSV")))
    await plain.stop()
  }

  @Test("lines that both have stand at one height, and no line is lost")
  func aligns() {
    func rows(_ before: String, _ after: String) -> [String] {
      LineComparison(Array(before.utf8), Array(after.utf8)).rows
        .map { "\($0.before ?? "-")|\($0.after ?? "-")" }
    }
    #expect(rows("a\r\nb\r\nc", "a\nx\nc") == ["a|a", "b|x", "c|c"])
    #expect(rows("a\nb\nc\nd", "b\nd\ne") == ["a|-", "b|b", "c|-", "d|d", "-|e"])
    #expect(rows("a\r\n b\r\n\tc", "abc") == ["abc|abc"])
    #expect(rows("", "a") == ["-|a"])
    var chance = SeededGenerator(seed: 20)
    for _ in 0..<200 {
      func text() -> [String] {
        (0..<Int.random(in: 0...12, using: &chance)).map { _ in
          ["a", "b", "c", "d"].randomElement(using: &chance) ?? ""
        }
      }
      let (old, new) = (text(), text())
      let rows = LineComparison(
        Array(old.joined(separator: "\n").utf8), Array(new.joined(separator: "\n").utf8)
      ).rows
      #expect(rows.compactMap(\.before) == old && rows.compactMap(\.after) == new)
    }
  }
}
