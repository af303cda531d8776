import ContactDedupe
import ContactStore
import Foundation
import Page
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("The views of the page, as they are without scripts", .serialized)
struct PageViewTests {
  private static let form = "Content-Type: application/x-www-form-urlencoded"

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  @Test("people come in the order of their names, in pages, by letters, by words and by source")
  func people() async throws {
    let names = (0..<250).map { number in
      let family = ["Ek", "Ås", "Ob"][number % 3]
      return CardSamples.card("P\(number) \(family)", "N:\(family);P\(number);;;")
    }
    let served = try await Served(names)
    let cookie = try await served.open()
    let first = try await served.send("GET /people", [cookie]).body
    #expect(first.components(separatedBy: "<li ").count == 101)
    #expect(first.contains("data-total=\"250\"") && first.contains("1–100 of 250"))
    let last = try await served.send("GET /people?from=200", [cookie]).body
    #expect(last.components(separatedBy: "<li ").count == 51 && last.contains("rel=\"prev\""))
    let letters = try await served.settled(
      "GET /api/sections", [cookie, Served.ours], while: "\"isIndexing\":true"
    ).body
    for label in ["A", "E", "O"] { #expect(letters.contains("\"label\":\"\(label)\"")) }
    let found = try await served.send("GET /people?q=p24%20ek", [cookie]).body
    #expect(found.contains("P24 Ek") && !found.contains("P25 Ås"))
    let none = try await served.send("GET /people?q=nobody", [cookie]).body
    #expect(none.contains("Nobody is found.") && !none.contains("<li "))
    let some = try await served.send("GET /api/people?from=240&limit=500", [cookie, Served.ours])
    #expect(some.body.components(separatedBy: "\"id\"").count == 11)
    for query in ["from=-1", "from=99999999999999999999", "from=x", "in=source-none", "in=group-x"]
    {
      #expect(try await served.send("GET /people?\(query)", [cookie]).status == 200, "\(query)")
    }
    await served.stop()
  }

  @Test("whoever searches finds what the book says now, also while it is read anew")
  func changed() async throws {
    let names = (1000..<2500).map { number in
      CardSamples.card("Ann\(number) Ek", "N:Ek;Ann\(number);;;", "ORG:Works \(number)")
    }
    let served = try await Served(names)
    let cookie = try await served.open()
    func found(_ query: String) async throws -> [String] {
      let page = try await served.settled(
        "GET /people?q=\(query)", [cookie], while: "being read"
      ).body
      return page.matches(of: /<bdi class="name">([^<]*)</).map { String($0.output.1) }
    }
    #expect(try await found("ann2007") == ["Ann2007 Ek"])
    let book = try DatabaseBook(served.folder.path("book.sqlite"), for: .writing)
    func id(_ name: String) throws -> RecordID {
      try #require(try book.people(from: 0, limit: .max).first { $0.name == name }).id
    }
    let (seven, eight) = (try id("Ann2007 Ek"), try id("Ann2008 Ek"))
    func save(_ change: (inout SaveRequest) throws -> Void) throws {
      var request = SaveRequest()
      try change(&request)
      _ = try book.save(request)
    }
    try save {
      $0.update(seven, to: try CardSamples.parsed(CardSamples.card("Zoe Ek", "N:Ek;Zoe;;;")))
    }
    #expect(try await found("ann2007") == [])
    #expect(try await found("zoe") == ["Zoe Ek"])
    try save { $0.add(try CardSamples.parsed(CardSamples.card("Zoe Dahl", "N:Dahl;Zoe;;;"))) }
    #expect(try await found("zoe").sorted() == ["Zoe Dahl", "Zoe Ek"])
    try save { $0.link(.join(.record(seven), .record(eight))) }
    // The company of the one finds the person that both are.
    #expect(try await found("2008") == ["Zoe Ek"])
    _ = try book.undo()
    #expect(try await found("2008") == ["Ann2008 Ek"])
    #expect(try await found("ann2008") == ["Ann2008 Ek"])
    try save { $0.delete(eight) }
    #expect(try await found("ann2008") == [])
    #expect(try await found("ann2009") == ["Ann2009 Ek"])
    let first = try await served.send("GET /people", [cookie]).body
    #expect(first.contains("data-total=\"1500\""))
    await served.stop()
  }

  @Test("the book tells what is known of how many, by which programs and in which scripts")
  func statistics() async throws {
    let formula = "=1<script>alert(1)</script>\u{202E}"
    let served = try await Served([
      CardSamples.card("Kate Bell", "TEL:1", "EMAIL:k@a.example", "PRODID:\(formula)"),
      CardSamples.card("Ole Ek", "TEL:2", "TEL:3"),
      CardSamples.card("Анна", version: "4.0"), CardSamples.card("Ann", version: "4.0"),
    ])
    let cookie = try await served.open()
    func page() async throws -> String {
      try await served.settled("GET /book", [cookie], while: "being counted").body
    }
    func rows(_ page: String) -> [String] {
      page.split(separator: "\n").filter { $0.hasPrefix("<tr><th scope=\"row\"") }.map(String.init)
    }
    let first = try await page()
    #expect(first.contains("Of 4 records"))
    #expect(!first.contains("<script>") && !first.contains("\u{202E}"))
    #expect(first.contains("&lt;script&gt;alert(1)"))
    // Somebody with two numbers is one who has a number.
    let half =
      "width=\"500\" height=\"12\"/></svg></td><td class=\"n\">2</td><td class=\"n\">50\u{202F}%"
    #expect(rows(first).filter { $0.contains(half) }.count == 1)
    #expect(rows(first).contains { $0.contains("<bdi>Cyrl</bdi>") && $0.contains("\"n\">1</td>") })
    #expect(rows(first).contains { $0.contains("<bdi>4.0</bdi>") && $0.contains("\"n\">2</td>") })
    // Two have two values and two have none; none of the three numbers has a label.
    for count in ["0", "2"] {
      #expect(rows(first).contains { $0.contains("<bdi>\(count)</bdi>") && $0.contains(">2</td>") })
    }
    #expect(rows(first).contains { $0.contains(": —</bdi>") && $0.contains("\"n\">3</td>") })
    // vCard 3.0 wants N (RFC 2426 §3.1.2), which two cards have not.
    #expect(first.contains("<a href=\"/people/1\"><bdi>Kate Bell</bdi></a>"))
    #expect(first.contains("missing-n, 2×"))
    // Each chart is a file, too, in which no cell is a formula.
    let links = first.matches(of: #/href="(/book/[a-z]+\.csv)" download/#).map { String($0.1) }
    #expect(
      links.map { $0.dropFirst(6).dropLast(4) } == [
        "known", "values", "labels", "versions", "programs", "scripts", "findings",
      ])
    for link in links {
      let file = try await served.send("GET \(link)", [cookie])
      #expect(file.status == 200 && file["content-type"] == "text/csv; charset=utf-8", "\(link)")
      #expect(file.body.split(separator: "\r\n").count > 1, "\(link)")
    }
    let versions = try await served.send("GET /book/versions.csv", [cookie]).body
    #expect(versions == "vCard,Records\r\n3.0,2\r\n4.0,2\r\n")
    #expect(
      try await served.send("GET /book/programs.csv", [cookie]).body
        == "Program,Records\r\n'\(formula),1\r\n")
    #expect(
      try await served.send("GET /book/findings.csv", [cookie]).body
        .contains("missing-n,warning,2\r\n"))
    for other in ["clusters", "strength", "x", "../known"] {
      #expect(try await served.send("GET /book/\(other).csv", [cookie]).status == 404, "\(other)")
    }
    let word = try Served.field(
      "session", of: try await served.send("GET /people/new", [cookie]).body)
    let body = "session=\(word)&was.given=&given=New"
    #expect(
      try await served.send("POST /people/new", [cookie, Served.ours, Self.form], body: body).status
        == 303)
    // Numbers of before are not shown as those of now.
    #expect(try await page().contains("Of 5 records"))
    await served.stop()
  }

  @Test(
    "what no field says is edited as lines; faults have places, untouched lines keep their octets")
  func lines() async throws {
    let card =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\nUID:u1\r\n"
      + "X-Folded:one\r\n  two\r\nitem1.TEL:1\r\nitem1.X-ABLabel:Boat\r\n"
      + "item2.X-SHED:</textarea><b>\r\nitem2.X-ABLabel:Parcels\r\nTZ:-05:00\r\nEND:VCARD\r\n"
    let served = try await Served([card])
    let cookie = try await served.open()
    let page = try await served.send("GET /people/1/edit", [cookie]).body
    let was =
      "X-Folded:one two\nitem2.X-SHED:</textarea><b>\nitem2.X-ABLabel:Parcels\nTZ:-05:00"
    let shown =
      "X-Folded:one two\nitem2.X-SHED:&lt;/textarea&gt;&lt;b&gt;\nitem2.X-ABLabel:Parcels"
    #expect(page.contains(shown) && !page.contains("X-ABLabel:Boat\n"))
    let word = try Served.field("session", of: page)
    func save(_ mine: String, was before: String? = nil) async throws -> Answer {
      try await served.send(
        "POST /people/1/edit", [cookie, Served.ours, Self.form],
        body: "session=\(word)&was.lines=\(Self.encoded(before ?? was))"
          + "&lines=\(Self.encoded(mine))")
    }
    func stored() throws -> String {
      let book = try DatabaseBook(served.folder.path("book.sqlite"), for: .reading)
      let record = try #require(try book.record(RecordID(rawValue: "1")))
      return String(decoding: record.card.octetsAsRead, as: UTF8.self)
    }
    #expect(try await save(was.replacing("\n", with: "\r\n")).status == 303)
    #expect(try stored() == card)
    let long = String(repeating: "long ", count: 30)
    let new = "X-Folded:one two\r\n\r\nX-NEW;A=b:c\\, d\r\nX-LONG:\(long)end\r\nTZ:-05:00"
    #expect(try await save(new).status == 303)
    let text = try stored()
    #expect(text.contains("X-Folded:one\r\n  two\r\n") && !text.contains("X-SHED"))
    #expect(text.contains("\r\nX-NEW;A=b:c\\, d\r\nX-LONG:long ") && text.contains("Boat"))
    #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    // Somebody has changed them since.
    let late = try await save("X-MINE:1")
    #expect(late.status == 409 && late.body.contains("They made it:"))
    let now = "X-Folded:one two\nTZ:-05:00\nX-NEW;A=b:c\\, d\nX-LONG:\(long)end"
    for (bad, line) in [
      ("X-A:1\n\nno colon here", 3), ("END:VCARD\nBEGIN:VCARD\nVERSION:3.0", 0), ("UID:mine", 1),
      ("BEGIN:VCARD", 0), ("VERSION:2.1", 0), ("X-A:1\n:b", 2),
    ] {
      let answer = try await save(bad, was: now)
      #expect(answer.status == 400 && answer.body.contains("id=\"lines-problem\""), "\(bad)")
      #expect(line == 0 || answer.body.contains("<li>Line \(line): "), "\(bad)")
      #expect(try stored() == text)
    }
    let body = "session=\(word)&was.given=&given=Ann&was.lines=&lines=X-TEA%3Agreen"
    let made = try await served.send(
      "POST /people/new", [cookie, Served.ours, Self.form], body: body)
    #expect(made.status == 303)
    let book = try DatabaseBook(served.folder.path("book.sqlite"), for: .reading)
    #expect(
      try book.record(RecordID(rawValue: "2"))?.card.properties.first {
        $0.canonicalName == "X-TEA"
      }?.text == "green")
    await served.stop()
  }

  @Test("labels and dates are in the reader's language, which the page says")
  func language() async throws {
    let served = try await Served(
      [CardSamples.card("Kate", "TEL;TYPE=cell:1", "BDAY:1978-01-20")], language: "de")
    let cookie = try await served.open()
    let page = try await served.send("GET /people/1", [cookie]).body
    #expect(page.contains("<html lang=\"de\"") && page.contains("Geburtstag"))
    #expect(page.contains("20. Januar 1978"))
    let form = try await served.send("GET /people/1/edit", [cookie]).body
    for word in ["Vorname", "Nachname", "Postleitzahl"] { #expect(form.contains(">\(word)<")) }
    #expect(form.contains("aria-label=\"Etikett\"") && !form.contains("Given name"))
    await served.stop()
    let right = try await Served(language: "ar")
    #expect(try await right.send("GET /people", [right.open()]).body.contains("dir=\"rtl\""))
    await right.stop()
  }

  @Test("an edit changes what was changed and nothing else, and undo brings the octets back")
  func edit() async throws {
    let card = CardSamples.card(
      "Kate Bell", "N:Bell;Kate;;;", "X-ODD;X=1:kept", "TEL;TYPE=home:1", "TEL;TYPE=work:2")
    let served = try await Served([card])
    let path = served.folder.path("book.sqlite")
    func octets() throws -> [UInt8] {
      try DatabaseBook(path).record(RecordID(rawValue: "1"))?.card.octetsAsRead ?? []
    }
    let before = try octets()
    let cookie = try await served.open()
    let page = try await served.send("GET /people/1/edit", [cookie]).body
    let session = try Served.field("session", of: page)
    let phone = try #require(page.firstMatch(of: /name="(phone\.[0-9a-f]{16}\.value)"/)?.output.1)
    let body =
      "session=\(session)&was.title=&title=Baker&was.\(phone)=1&\(phone)=%2B1%20415%20555"
      + "&was.birthday=&birthday=--01-20&was.given=Kate&given=Kate"
    let saved = try await served.send(
      "POST /people/1/edit", [cookie, Served.ours, Self.form], body: body)
    #expect(saved.status == 303 && saved["location"] == "/people/1?done=saved")
    let text = String(decoding: try octets(), as: UTF8.self)
    for line in ["X-ODD;X=1:kept", "TEL;TYPE=work:2", "TITLE:Baker", "TEL;TYPE=home:+1 415 555"] {
      #expect(text.contains(line), "\(line)")
    }
    let undo = try await served.send("GET /undo", [cookie]).body
    #expect(undo.contains("Baker"))
    let request = try Served.field("request", of: undo)
    let wrong = try await served.send(
      "POST /undo", [cookie, Served.ours, Self.form], body: "session=\(session)&request=0")
    #expect(wrong["location"] == "/book?done=other")
    _ = try await served.send(
      "POST /undo", [cookie, Served.ours, Self.form], body: "session=\(session)&request=\(request)")
    #expect(try octets() == before)
    await served.stop()
  }

  @Test("the parts of an address stand in the form as its country has them")
  func addresses() async throws {
    func order(_ country: String) async throws -> [String] {
      let served = try await Served([
        CardSamples.card("Kate Bell", "N:Bell;Kate;;;", "ADR:;;1 Mill Lane;Ayr;;12345;\(country)")
      ])
      let page = try await served.send("GET /people/1/edit", [served.open()]).body
      await served.stop()
      let parts = page.matches(of: /<label for="f-address\.[0-9a-f]{16}\.(\w+)">/)
      return parts.map { String($0.output.1) }
    }
    #expect(try await order("USA") == ["label", "street", "city", "state", "code", "country"])
    #expect(try await order("Germany") == ["label", "street", "code", "city", "state", "country"])
    #expect(try await order("Nowhere") == ["label", "street", "code", "city", "state", "country"])
  }

  @Test("a field that two change at once is asked about; others are joined")
  func conflict() async throws {
    let served = try await Served([CardSamples.card("Kate Bell", "N:Bell;Kate;;;", "TITLE:Baker")])
    let cookie = try await served.open()
    let session = try await Served.field(
      "session", of: served.send("GET /people/1/edit", [cookie]).body)
    let book = try DatabaseBook(served.folder.path("book.sqlite"), for: .writing)
    let record = try #require(try book.record(RecordID(rawValue: "1")))
    var request = SaveRequest()
    request.update(
      record.id,
      to: try CardSamples.parsed(
        CardSamples.card("Kate Bell", "N:Bell;Kate;;;", "TITLE:Cook", "NOTE:theirs")))
    _ = try book.save(request)
    func send(_ body: String) async throws -> Answer {
      try await served.send(
        "POST /people/1/edit", [cookie, Served.ours, Self.form], body: "session=\(session)&\(body)")
    }
    let mine = "title=Chef&was.nickname=&nickname=Kat"
    let asked = try await send("was.title=Baker&\(mine)")
    #expect(asked.status == 409)
    for word in ["“Baker”", "“Cook”", "“Chef”"] { #expect(asked.body.contains(word), "\(word)") }
    let card = try #require(try book.record(record.id)?.card)
    #expect(card.first(.title)?.text == "Cook" && card.first(.nickname) == nil)
    #expect(try await send("was.title=Cook&\(mine)").status == 303)
    let after = try #require(try book.record(record.id)?.card)
    #expect(after.first(.title)?.text == "Chef" && after.first(.nickname)?.text == "Kat")
    #expect(after.first(.note)?.text == "theirs")
    #expect(try await send("was.birthday=&birthday=yesterday").status == 400)
    await served.stop()
  }

  @Test("somebody new is added; who has no name is not")
  func new() async throws {
    let served = try await Served()
    let cookie = try await served.open()
    let session = try await Served.field(
      "session", of: served.send("GET /people/new", [cookie]).body)
    func send(_ body: String) async throws -> Answer {
      try await served.send(
        "POST /people/new", [cookie, Served.ours, Self.form], body: "session=\(session)&\(body)")
    }
    #expect(try await send("was.note=&note=x").status == 400)
    let name = Self.encoded("Zoë")
    let added = try await send(
      "was.given=&given=\(name)&was.email.new.value=&email.new.value=z%40z.example")
    #expect(added["location"] == "/people/2?done=saved")
    #expect(try await served.send("GET /people/2", [cookie]).body.contains("mailto:z@z.example"))
    await served.stop()
  }

  @Test("the history says when each value changed and by what, in the reader's language")
  func history() async throws {
    let served = try await Served(
      [CardSamples.card("Kate Bell", "N:Bell;Kate;;;", "BDAY:1978-01-20")], language: "de")
    let book = try DatabaseBook(served.folder.path("book.sqlite"), for: .writing)
    var request = SaveRequest()
    request.update(
      RecordID(rawValue: "1"),
      to: try CardSamples.parsed(
        CardSamples.card("Kate Bell", "N:Bell;Kate;;;", "BDAY:1979-01-20", "NOTE:<b>")))
    request.kind = "edit"
    _ = try book.save(request)
    let cookie = try await served.open()
    for path in ["/people/1/history", "/undo"] {
      let page = try await served.send("GET \(path)", [cookie]).body
      #expect(page.contains("<span lang=\"de\">Geburtstag</span> <small>BDAY</small>"), "\(path)")
      #expect(page.contains("1978-01-20</td><td dir=\"auto\">1979-01-20"), "\(path)")
      let time = /<time lang="de" datetime="\d{4}-\d\d-[^"]*Z">\d+\. \w+ \d{4} \d\d:\d\d</
      #expect(page.contains(time), "\(path)")
      #expect(page.contains("Changed") && page.contains("edit") && !page.contains("<b>"), "\(path)")
    }
    let newest = try book.newestChange()
    let entries = try book.entries(ofChanges: [99, newest, 1, newest])
    #expect(entries.count == 2 && entries[newest]?.kind == "edit" && entries[1]?.added == 1)
    #expect(try book.entries(ofChanges: []).isEmpty)
    await served.stop()
  }

  // MARK: Review

  /// A plan with three pairs to review.
  private func planned(_ folder: TemporaryDirectory) async throws -> (FilePath, FilePath) {
    var cards = ""
    for name in ["Zorvath", "Quillane", "Ummerto"] {
      for side in ["a", "b"] {
        cards += CardSamples.card(
          "Ann \(name)", "N:\(name);Ann;;;", "EMAIL:\(name)\(side)@\(side).example",
          "ORG:Works of \(name)", "TEL:+1 408 555 01\(side == "a" ? 1 : 2)\(name.utf8.count)")
      }
    }
    try folder.write(cards, to: "cards.vcf")
    let plan = folder.path("plan.jsonl")
    let run = try await DedupeRun(DedupeInput(reading: [folder.path("cards.vcf")]))
    try await DedupePlan.Writer(run).write(to: plan)
    return (plan, folder.path("answers.jsonl"))
  }

  private func review(_ plan: FilePath, _ answers: FilePath) throws -> Review {
    let plan = try DedupePlan(plan)
    return try Review(plan, plan.readInputs().table, Decisions(answers))
  }

  @Test("what does not work says so and that nothing was changed; the same is tried again")
  func fails() async throws {
    let folder = try TemporaryDirectory()
    let (plan, _) = try await planned(folder)
    let answers = folder.path("gone/answers.jsonl")
    let served = try await Served(review: review(plan, answers), in: folder)
    let cookie = try await served.open()
    let page = try await served.send("GET /review", [cookie]).body
    let session = try Served.field("session", of: page)
    let pair = try Served.field("pair", of: page)
    func answer() async throws -> Answer {
      try await served.send(
        "POST /review", [cookie, Served.ours, Self.form],
        body: "session=\(session)&pair=\(pair)&answer=same")
    }
    let failed = try await answer()
    #expect(failed.status == 500 && failed.body.contains("nothing was changed"))
    #expect(failed.body.contains("<a class=\"button\" href=\"\">Try again</a>"))
    #expect(failed.body.contains("<nav ") && !failed.body.contains("answers.jsonl"))
    #expect(try await served.send("GET /review", [cookie]).body.contains("3 open"))
    try folder.makeFolder("gone")
    #expect(try await answer().status == 303)
    #expect(try await served.send("GET /review", [cookie]).body.contains("2 open"))
    await served.stop()
  }

  @Test("an answer is in the file at once, is taken back after a restart, and is shared both ways")
  func reviews() async throws {
    let folder = try TemporaryDirectory()
    let (plan, answers) = try await planned(folder)
    let pairs = try review(plan, answers).pairs
    try #require(pairs.count == 3)
    func written() throws -> [String] {
      try folder.text("answers.jsonl").components(separatedBy: "\n").dropLast().map { line in
        String(line.split(separator: "\"")[7])
      }
    }
    let served = try await Served(review: review(plan, answers), in: folder)
    var cookie = try await served.open()
    var page = try await served.send("GET /review", [cookie]).body
    #expect(page.contains("Pair 1 of 3") && page.contains("3 open"))
    #expect(page.contains("<svg viewBox") && page.contains("Sum: enough in bits, but"))
    var session = try Served.field("session", of: page)
    func post(_ path: String, _ body: String, _ served: Served) async throws -> String? {
      try await served.send(
        "POST \(path)", [cookie, Served.ours, Self.form], body: "session=\(session)&\(body)"
      )["location"]
    }
    let first = pairs[0].cluster
    #expect(try await post("/review", "pair=\(first)&answer=same", served) == "/review?done=same")
    #expect(try written() == ["same"])
    #expect(try await post("/review", "pair=\(first)&answer=perhaps", served) == nil)
    #expect(try await served.send("GET /review", [cookie]).body.contains("Pair 2 of 3"))
    // Unsure leaves it open, and the next one comes.
    _ = try await post("/review", "pair=\(pairs[1].cluster)&answer=unsure", served)
    #expect(try await served.send("GET /review", [cookie]).body.contains("Pair 3 of 3"))
    // Blind: no evidence before the answer.
    let blind = try await served.send("GET /review?pair=\(pairs[2].cluster)&blind=1", [cookie]).body
    #expect(blind.contains("<details id=\"why\"><summary>"))
    // Somebody answers on a terminal.
    var other = try review(plan, answers)
    try other.answer(pairs[1], isSame: false)
    try other.save()
    page = try await served.send("GET /review", [cookie]).body
    #expect(page.contains("1 open") && page.contains("Pair 3 of 3"))
    await served.stop()
    let again = try await Served(review: review(plan, answers), in: folder)
    cookie = try await again.open()
    session = try await Served.field("session", of: again.send("GET /review", [cookie]).body)
    #expect(try await post("/review/back", "x=1", again)?.hasPrefix("/review?done=back") == true)
    #expect(try written() == ["same", "different", "open"])
    #expect(try other.refresh() && other.openPairs.count == 2)
    _ = try await post("/review/back", "x=1", again)
    #expect(try await post("/review/back", "x=1", again) == "/review?done=none")
    #expect(try review(plan, answers).openPairs.count == 3)
    await again.stop()
  }
}
