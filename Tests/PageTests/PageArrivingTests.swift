import CardFormats
import ContactStore
import Page
import TestSupport
import Testing
import VCard

@Suite("Cards that arrive on the page")
struct PageArrivingTests {
  private static func card(_ lines: String...) -> String {
    (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
  }

  /// A page with a session, and what a form brings along.
  private struct Open {
    let served: Served
    let cookie: String
    let session: String

    init(_ cards: [String], readOnly: Bool = false) async throws {
      served = try await Served(cards, readOnly: readOnly, arrivals: Served.reader)
      cookie = try await served.open()
      let page = try await served.send("GET /people/new", [cookie]).body
      session = page.firstMatch(of: /name="session" value="([0-9a-f]+)"/).map { String($0.1) } ?? ""
    }

    /// Has a file arrive, and gives the path of what arrived.
    func arrive(_ text: String) async throws -> String {
      let answer = try await served.send(
        form: [("name=session", session), ("name=file; filename=\"<b>.vcf\"", text)],
        to: "/arrivals", [cookie])
      #expect(answer.status == 303)
      return try #require(answer["location"])
    }

    func get(_ path: String) async throws -> Answer {
      var path = path
      while true {
        let answer = try await served.settled("GET \(path)", [cookie])
        guard answer.status == 303, let next = answer["location"] else { return answer }
        path = next
      }
    }

    func post(_ path: String, _ fields: String) async throws -> Answer {
      try await served.send(
        "POST \(path)",
        [cookie, Served.ours, "Content-Type: application/x-www-form-urlencoded"],
        body: "session=\(session)&\(fields)")
    }

    /// The cards of the book, as they are.
    func cards() throws -> [String] {
      let book = try DatabaseBook(served.folder.path("book.sqlite"), for: .reading)
      var cards: [String] = []
      try book.forEachRecord { cards.append(String(decoding: $0.card.octetsAsRead, as: UTF8.self)) }
      return cards
    }
  }

  private static let kate = card(
    "N:Bell;Kate;;;", "FN:Kate Bell", "EMAIL:kate@bell.example", "TEL:+1 408 555 0100",
    "BDAY:1985-04-12")

  @Test("who is in the book gets the values that are ticked, and undo takes them back")
  func adds() async throws {
    let page = try await Open([Self.kate])
    let before = try page.cards()
    let place = try await page.arrive(
      Self.card(
        "UID:theirs", "N:Bell;Kate;;;", "FN:Kate Bell", "EMAIL:KATE@bell.example",
        "item1.TEL:+44 20 7946 0000", "item1.X-ABLabel:Boat", "BDAY:1990-01-01",
        "NOTE:</td><script>alert(1)</script>\u{202E}"))
    let view = try await page.get(place)
    #expect(view.body.contains("This is Kate Bell") && view.body.contains("the same"))
    #expect(view.body.contains("says something else; both are kept"))
    #expect(!view.body.contains("<script>alert") && !view.body.contains("\u{202E}"))
    #expect(!view.body.contains("theirs"))
    let numbers = view.body.matches(
      of: /checked aria-labelledby="take take-(\d+)">.*\s*<th .*<small>(\w+)</
    ).map { (name: String($0.2), number: String($0.1)) }
    #expect(view.body.contains("<span lang=\"en\">Birthday</span> <small>BDAY</small>"))
    #expect(numbers.map(\.name) == ["TEL", "BDAY", "NOTE"])
    // The birthday is not taken.
    let fields = "do=add&person=1&take=\(numbers[0].number)&take=\(numbers[2].number)"
    let done = try await page.post("\(place)/1", fields)
    #expect(done.status == 303 && done["location"] == "/people/1?done=added")
    let after = try page.cards()
    #expect(after.count == 1 && after[0].contains("TEL:+44 20 7946 0000"))
    #expect(after[0].contains("X-ABLabel:Boat") && !after[0].contains("1990"))
    // The form that is sent once more changes nothing.
    #expect(try await page.post("\(place)/1", fields).status == 303)
    #expect(try page.cards() == after)
    _ = try DatabaseBook(page.served.folder.path("book.sqlite"), for: .writing).undo()
    #expect(try page.cards() == before)
    await page.served.stop()
  }

  @Test("who is unknown is created once, by a key or by a form that comes twice")
  func creates() async throws {
    let page = try await Open([Self.kate])
    let tom = Self.card("N:Ashdown;Tom;;;", "FN:Tom Ashdown", "EMAIL:tom@x.example")
    let place = try await page.arrive(tom)
    let view = try await page.get(place)
    #expect(view.body.contains("Nobody here is this") && view.body.contains("data-key=\"c\""))
    for _ in 0..<2 {
      let done = try await page.post("\(place)/1", "do=create")
      #expect(done["location"] == "/people/2?done=created")
    }
    #expect(try page.cards().count == 2)
    // The same card in another arrival is in the book.
    let again = try await page.arrive(tom)
    #expect(try await page.get(again).body.contains("This very card is in the book"))
    _ = try await page.post("\(again)/1", "do=create")
    #expect(try page.cards().count == 2)
    await page.served.stop()
  }

  @Test("who is taken for somebody of the book is created all the same where the reader says so")
  func createsNamesakes() async throws {
    let page = try await Open([Self.kate])
    let place = try await page.arrive(
      Self.card("N:Bell;Kate;;;", "FN:Kate Bell", "EMAIL:kate@bell.example", "TITLE:Judge"))
    #expect(try await page.get(place).body.contains("This is Kate Bell"))
    for _ in 0..<2 {
      let done = try await page.post("\(place)/1", "do=create")
      #expect(done["location"] == "/people/2?done=created")
    }
    let cards = try page.cards()
    #expect(cards.count == 2 && !cards[0].contains("Judge") && cards[1].contains("Judge"))
    await page.served.stop()
  }

  @Test("of many the sure ones are taken at once, and who may be several stays open")
  func many() async throws {
    let twin = Self.card("N:Young;Ann;;;", "FN:Ann Young", "EMAIL:ann@a.example", "ORG:Mill")
    let other = Self.card("N:Young;Ann;;;", "FN:Ann Young", "EMAIL:ann@b.example")
    let page = try await Open([Self.kate, twin, other])
    let place = try await page.arrive(
      Self.card("N:Bell;Kate;;;", "FN:Kate Bell", "EMAIL:kate@bell.example", "TITLE:Baker")
        + Self.card("N:Young;Ann;;;", "FN:Ann Young")
        + Self.card("N:<i>;Tom;;;", "FN:<i>Tom</i>"))
    let list = try await page.get(place)
    #expect(list.body.contains("In the book: 1. Not in it: 1. To be said by you: 1. Done: 0."))
    // Namesakes are told apart.
    #expect(list.body.contains("<bdi>Ann Young</bdi>, <bdi class=\"dim\">Mill</bdi>"))
    #expect(list.body.contains("May be ") && list.body.contains(" or <bdi>Ann Young</bdi>"))
    #expect(!list.body.contains("<i>Tom"))
    #expect(try await page.post(place, "do=sure").status == 303)
    let cards = try page.cards()
    #expect(cards.count == 4 && cards[0].contains("TITLE:Baker"))
    let after = try await page.get(place)
    #expect(after.body.contains("In the book: 0. Not in it: 0. To be said by you: 1. Done: 2."))
    #expect(try await page.post(place, "do=sure").status == 303)
    #expect(try page.cards() == cards)
    // One of them is said, and one undo takes all sure ones back.
    #expect(try await page.post("\(place)/2", "do=add&person=3").status == 303)
    #expect(try page.cards().count == 4)
    #expect(try await page.post("\(place)/3", "do=leave").status == 303)
    await page.served.stop()
  }

  @Test("of a file that becomes large no more is held than 32 MB, and the rest is told of")
  func large() async throws {
    let note = String(repeating: "x", count: 1 << 20)
    let reader = ArrivalReader { _, _, take in
      for number in 0..<40 {
        let text = Self.card("FN:P\(number)", "NOTE:\(note)")
        guard let card = try? CardSamples.parsed(text), take(.card(card, [])) else { break }
      }
      return []
    }
    let served = try await Served(arrivals: reader)
    let cookie = try await served.open()
    let form = try await served.send("GET /arrivals", [cookie]).body
    let word = try Served.field("session", of: form)
    let answer = try await served.send(
      form: [("name=session", word), ("name=file; filename=a", "x")], to: "/arrivals", [cookie])
    let page = try await served.settled("GET \(answer["location"] ?? "")", [cookie]).body
    #expect(page.contains("31 cards have arrived"))
    #expect(page.contains("more than 10000 cards or 32 MB of them: the first 31 are here"))
    await served.stop()
  }

  @Test("what is no card says so, and nothing arrives where nothing may be changed")
  func refuses() async throws {
    let page = try await Open([Self.kate])
    let file = ("name=file; filename=a", "no card")
    let answer = try await page.served.send(
      form: [("name=session", page.session), file], to: "/arrivals", [page.cookie])
    #expect(answer.status == 400 && answer.body.contains("no card &lt;/ul&gt;&lt;script&gt;"))
    #expect(
      try await page.served.send(
        form: [("name=session", page.session)], to: "/arrivals", [page.cookie]
      ).status == 400)
    #expect(
      try await page.served.send(
        form: [("name=session", "0"), file], to: "/arrivals", [page.cookie]
      )
      .status == 403)
    #expect(try await page.get("/arrivals/9").status == 404)
    #expect(try await page.get("/arrivals/1/1").status == 404)
    await page.served.stop()
    let quiet = try await Open([Self.kate], readOnly: true)
    #expect(try await quiet.get("/arrivals").status == 404)
    #expect(
      try await quiet.served.send(
        form: [("name=session", "0"), file], to: "/arrivals", [quiet.cookie]
      )
      .status == 403)
    #expect(try await !quiet.get("/people").body.contains("/arrivals"))
    await quiet.served.stop()
  }

  @Test("a cutout is shown as it leaves, with its code, and downloaded so")
  func shares() async throws {
    let long = String(repeating: "x", count: 3000)
    let page = try await Open([
      Self.card(
        "UID:secret-1", "N:Bell;Kate;;;", "FN:Kate <b>Bell</b>", "EMAIL:kate@bell.example",
        "NOTE:mine", "TEL:1"),
      Self.card("N:\(long);Tom;;;", "FN:Tom \(long)"),
    ])
    let view = try await page.get("/people/1/share")
    #expect(view.body.contains("<svg") && view.body.contains("kate@bell.example"))
    for hidden in ["secret-1", "mine", "<b>Bell"] { #expect(!view.body.contains(hidden)) }
    let file = try await page.get("/people/1/share/cutout.json")
    #expect(file["content-disposition"] == "attachment; filename=\"cutout.json\"")
    #expect(file.body.contains("\"vcard.cutout/1\"") && !file.body.contains("secret-1"))
    #expect(try await page.get("/people/2/share").body.contains("do not fit into a code"))
    #expect(try await page.get("/people/1/share/photo").status == 404)
    #expect(try await page.get("/people/9/share").status == 404)
    await page.served.stop()
  }

  @Test(
    "several who are chosen are shown before they are linked or merged, and exported as they are")
  func chooses() async throws {
    let evil = Self.card("N:<i>;Kate;;;", "FN:<i>Kate</i>", "TEL:2")
    let page = try await Open([Self.kate, evil, Self.card("N:Ito;Eva;;;", "FN:Eva Ito")])
    let before = try page.cards()
    let file = try await page.post("/people/chosen", "do=export&id=1&id=2&id=2&id=99")
    #expect(file.status == 200 && file.body == before[0] + before[1])
    let look = try await page.post("/people/chosen", "do=merge&id=1&id=2")
    #expect(look.status == 200 && look.body.contains("This is what the two become"))
    #expect(!look.body.contains("<i>Kate") && look.body.contains(" values of the second are added"))
    let many = try await page.post("/people/chosen", "do=link&id=1&id=2&id=3")
    #expect(many.body.contains("Link 3 people as one?"))
    #expect(try page.cards() == before)
    for fields in ["do=link&id=1", "do=merge&id=1&id=2&id=3", "do=linked&id=1&id=99", "do=x&id=1"] {
      #expect(try await page.post("/people/chosen", fields).status == 400, "\(fields)")
    }
    #expect(
      try await page.post("/people/chosen", "do=linked&id=1&id=3")["location"]
        == "/people/1?done=linked")
    #expect(try await page.get("/people/1").body.contains("One person of 2 linked records: 1, 3"))
    #expect(try await page.post("/people/chosen", "do=merged&id=1&id=2").status == 400)
    _ = try DatabaseBook(page.served.folder.path("book.sqlite"), for: .writing).undo()
    #expect(
      try await page.post("/people/chosen", "do=merged&id=1&id=2")["location"]
        == "/people/1?done=merged")
    #expect(try page.cards().count == 2)
    await page.served.stop()
  }

  @Test("a photo is put in as our own codec writes it, and taken away; what is none is refused")
  func photos() async throws {
    let page = try await Open([Self.kate])
    let before = try page.cards()
    func send(_ word: String, _ picture: [UInt8]) async throws -> Answer {
      let head = "Content-Disposition: form-data; name="
      var body = Array(
        "--X1\r\n\(head)session\r\n\r\n\(page.session)\r\n--X1\r\n\(head)do\r\n\r\n\(word)\r\n".utf8
      )
      body += "--X1\r\n\(head)photo; filename=a\r\n\r\n".utf8 + picture + "\r\n--X1--\r\n".utf8
      return try await page.served.send(
        "POST /people/1/photo",
        [page.cookie, Served.ours, "Content-Type: multipart/form-data; boundary=X1"], octets: body)
    }
    let picture = try Fixtures.bytes("images/loaded.jpg")
    #expect(try await send("set", picture)["location"] == "/people/1?done=saved")
    let after = try page.cards()[0]
    #expect(after.contains("PHOTO") && !after.contains("Exif"))
    #expect(try await page.get("/people/1").body.contains("href=\"/photo/1/original\" download"))
    let original = try await page.get("/photo/1/original")
    #expect(original["content-type"] == "image/jpeg")
    #expect(original["content-disposition"] == "attachment; filename=\"photo.jpg\"")
    #expect(try await page.get("/people/1/edit").body.contains("Take the photo away"))
    #expect(try await send("set", Array("<svg/>".utf8)).status == 400)
    #expect(try await send("set", []).status == 400)
    #expect(try page.cards()[0] == after)
    #expect(try await send("remove", [])["location"] == "/people/1?done=saved")
    #expect(try !page.cards()[0].contains("PHOTO"))
    let book = try DatabaseBook(page.served.folder.path("book.sqlite"), for: .writing)
    for _ in 0..<2 { _ = try book.undo() }
    #expect(try page.cards() == before)
    // Somebody new comes with theirs, or with none.
    func make(_ name: String, _ picture: [UInt8], file: String = "a") async throws -> Answer {
      let head = "Content-Disposition: form-data; name="
      var body: [UInt8] = []
      for (field, value) in [("session", page.session), ("was.given", ""), ("given", name)] {
        body += "--X1\r\n\(head)\(field)\r\n\r\n\(value)\r\n".utf8
      }
      body += "--X1\r\n\(head)photo; filename=\"\(file)\"\r\n\r\n".utf8 + picture
      return try await page.served.send(
        "POST /people/new",
        [page.cookie, Served.ours, "Content-Type: multipart/form-data; boundary=X1"],
        octets: body + "\r\n--X1--\r\n".utf8)
    }
    #expect(try await page.get("/people/new").body.contains("enctype=\"multipart/form-data\""))
    let refused = try await make("Mila", Array("<svg/>".utf8))
    #expect(refused.status == 400 && refused.body.contains("value=\"Mila\""))
    #expect(try page.cards() == before)
    #expect(try await make("Mila", picture).status == 303)
    #expect(try await make("Nora", [], file: "").status == 303)
    let cards = try page.cards()
    #expect(cards.count == 3 && cards[1].contains("PHOTO") && !cards[1].contains("Exif"))
    #expect(cards[2].contains("Nora") && !cards[2].contains("PHOTO"))
    await page.served.stop()
  }
}
