import Foundation
import TestSupport
import Testing

@Suite("vcard book set, book new of options, redo")
struct BookSetTests {
  private static let card =
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\nNOTE:folded\r\n  where"
    + " nobody else would\r\nitem1.TEL:+1 415 555 0100\r\nitem1.X-ABLabel:Pier\r\n"
    + "TITLE:Baker\r\nREV:2001-01-01T00:00:00Z\r\nEND:VCARD\r\n"

  /// A book of a kind with Kate Bell, and what she goes by.
  private func makeBook(_ name: String = "book.sqlite") async throws -> (
    book: BookRunner, id: String
  ) {
    let book = try BookRunner(name)
    if name == "folder" { try book.folder.makeFolder(name) }
    let id = try await book.output(["book", "new"], input: BookSetTests.card)
    return (book, id.trimmingCharacters(in: .newlines))
  }

  @Test(
    "several values are set in one change, the other octets stay, and REV follows",
    arguments: ["book.sqlite", "book.vcf", "folder"])
  func sets(name: String) async throws {
    let (book, id) = try await makeBook(name)
    let before = try await book.export()
    let rehearsed = try await book(["book", "set", id, "title=Chef", "--dry-run"])
    #expect(rehearsed.outputText.contains("\r\nTITLE:Chef\r\n"), "\(rehearsed.errorText)")
    #expect(try await book.export() == before)
    let outcome = try await book([
      "book", "set", id, "tel:Pier=+1 415 555 0199", "phone:home+=+1 408 555 0100", "job=",
      "title=",
      "email+=kate@bellbakery.example", "bday=1978-01-20", "nickname+=Katie,Kit", "X-Skype=kate",
    ])
    #expect(outcome.ending == .exit(64))
    #expect(outcome.errorText.contains("there is no field \"job\""))
    #expect(try await book.export() == before)
    let done = try await book([
      "book", "set", id, "tel:Pier=+1 415 555 0199", "phone:home+=+1 408 555 0100", "title=",
      "email+=kate@bellbakery.example", "bday=1978-01-20", "nickname+=Katie,Kit", "X-Skype=kate",
    ])
    #expect(done.ending == .exit(0), "\(done.errorText)")
    #expect(done.errorText == "changed \(id) Kate Bell\n")
    let after = try await book.output(["export"])
    #expect(after.contains("NOTE:folded\r\n  where nobody else would\r\n"))
    #expect(after.contains("item1.TEL:+1 415 555 0199\r\nitem1.X-ABLabel:Pier\r\n"))
    for line in [
      "TEL;TYPE=HOME:+1 408 555 0100", "EMAIL;TYPE=INTERNET:kate@bellbakery.example",
      "BDAY:1978-01-20", "NICKNAME:Katie,Kit", "X-SKYPE:kate",
    ] {
      #expect(after.contains("\r\n\(line)\r\n"), "\(line)\n\(after)")
    }
    #expect(!after.contains("TITLE"))
    #expect(!after.contains("REV:2001"))
    #expect(after.contains("\r\nREV:20"))
    #expect(
      try await book(["book", "set", id, "bday=19780120"]).errorText == "nothing was changed\n")
    guard name == "book.sqlite" else { return }
    #expect(try await book(["undo"]).ending == .exit(0))
    #expect(try await book.export() == before)
  }

  @Test("the name in one piece, by parts and as vCard has it; FN and N say the same")
  func names() async throws {
    let (book, id) = try await makeBook()
    func set(_ name: String) async throws -> [String] {
      _ = try await book.output(["book", "set", id, name])
      return try await book.output(["export"]).components(separatedBy: "\r\n")
        .filter { $0.hasPrefix("N:") || $0.hasPrefix("FN:") }
    }
    #expect(
      try await set("name=Dr. Jan van der Berg Jr.")
        == ["N:van der Berg;Jan;;Dr.;Jr.", "FN:Dr. Jan van der Berg Jr."])
    #expect(try await set("family=Smit") == ["N:Smit;Jan;;Dr.;Jr.", "FN:Dr. Jan Smit Jr."])
    #expect(try await set("N=Bell;Kate;Ann") == ["N:Bell;Kate;Ann;;", "FN:Kate Ann Bell"])
    #expect(try await set("fn=Bell, Kate") == ["N:Bell;Kate;;;", "FN:Kate Bell"])
    #expect(try await set("name=王小明") == ["N:王;小明;;;", "FN:王小明"])
  }

  @Test(
    "what cannot be set is told, and nothing is changed",
    arguments: [
      ("birthday=soon", 65, "is not a date"), ("tel-=12", 1, "there is no tel \"12\""),
      ("tle=x", 64, "did you mean 'tel'?"), ("title:home=x", 64, "title has no label"),
      ("rev=2001", 64, "follows by itself"), ("version=4.0", 64, "follows by itself"),
      ("city=Rome", 64, "is no value of a card"), ("uid+=urn:x:1", 0, "changed"),
      ("birthday+=1978-01-20", 64, "at most"), ("email+=", 64, "wants a value"),
      ("url=bellbakery", 65, "'vcard explain bad-uri'"), ("photo=none.jpg", 66, "none.jpg"),
      ("note=\u{1B}[2J", 65, "control character"), ("group=Bakers", 64, "group+=NAME"),
      ("group+=Bakers", 66, "no group \"Bakers\""), ("=x", 64, "is not NAME=VALUE"),
    ])
  func refused(assignment: String, ending: Int32, message: String) async throws {
    let (book, id) = try await makeBook()
    let outcome = try await book(["book", "set", id, assignment])
    #expect(outcome.ending == .exit(ending), "\(outcome.errorText)")
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    #expect(!outcome.errorText.contains("\u{1B}"))
    if ending != 0 { #expect(try await book.output(["export"]) == BookSetTests.card) }
  }

  @Test("a photo is a file or a URL, and no other file; values are taken away one by one")
  func photosAndRemoval() async throws {
    let (book, _) = try await makeBook()
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    try book.folder.write(png, to: "kate.png")
    let file = book.folder.argument("kate.png")
    _ = try await book.output([
      "book", "set", "kate", "bell", "photo=\(file)", "category=a,b,c", "email=k@a.example",
    ])
    #expect(try await book.output(["export"]).contains("PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo="))
    _ = try await book.output([
      "book", "set", "kate", "photo=https://a.example/k.png", "category-=b", "tel-=+1(415)5550100",
      "email-=K@A.example",
    ])
    let after = try await book.output(["export"])
    #expect(after.contains("PHOTO;VALUE=uri:https://a.example/k.png\r\n"))
    #expect(after.contains("CATEGORIES:a,c\r\n"))
    for gone in ["TEL", "Pier", "EMAIL"] { #expect(!after.contains(gone)) }
    let text = try book.folder.write("no picture", to: "kate.txt")
    let refused = try await book(["book", "set", "1", "photo=\(text)"])
    #expect(refused.ending == .exit(65))
    #expect(refused.errorText.contains("is no picture"))
  }

  @Test("groups are joined and left in the same change; a card without a UID gets one")
  func groups() async throws {
    let (book, id) = try await makeBook()
    _ = try await book.output(["book", "groups", "new", "Bakers"])
    _ = try await book.output(["book", "groups", "new", "Rowing"])
    let before = try await book.export()
    _ = try await book.output(["book", "set", id, "group+=Bakers", "group+=Rowing", "title=Chef"])
    for group in ["Bakers", "Rowing"] {
      #expect(try await book.output(["book", "groups", "show", group]).contains("Kate Bell"))
    }
    #expect(try await book(["undo"]).ending == .exit(0))
    #expect(try await book.export() == before)
    #expect(try await book(["book", "redo"]).ending == .exit(0))
    _ = try await book.output(["book", "set", id, "group-=Bakers"])
    #expect(try await !book.output(["book", "groups", "show", "Bakers"]).contains("Kate"))
    #expect(try await book(["book", "set", "2", "group+=Bakers"]).ending == .exit(64))
    let (file, _) = try await makeBook("book.vcf")
    #expect(try await file(["book", "set", "0", "group+=Bakers"]).ending == .exit(64))
  }

  @Test("book new makes a person of options, with labels and groups, and nobody of nothing")
  func new() async throws {
    let book = try BookRunner()
    _ = try await book.output(["book", "groups", "new", "Bakers"])
    let person = [
      "book", "new", "--name", "Kate Bell", "--email", "work:kate@bellbakery.example", "--email",
      "kate@home.example", "--tel", "Pier:+1 415 555 0100", "--phone", "tel:+1-2", "--organization",
      "Bell Bakery;Cakes", "--birthday=--01-20", "--set", "role=Owner", "--group", "Bakers",
    ]
    #expect(try await book(person + ["--dry-run"]).errorText == "would add Kate Bell\n")
    #expect(try await book.output(person) == "2\n")
    let card = try await book.output(["book", "show", "2", "--format", "vcf"])
    for line in [
      "N:Bell;Kate;;;", "FN:Kate Bell", "EMAIL;TYPE=work:kate@bellbakery.example",
      "EMAIL:kate@home.example", "item1.TEL:+1 415 555 0100", "item1.X-ABLabel:Pier", "TEL:+1-2",
      "ORG:Bell Bakery;Cakes", "BDAY:--0120", "ROLE:Owner",
    ] {
      #expect(card.contains("\r\n\(line)\r\n"), "\(line)\n\(card)")
    }
    #expect(card.contains("\r\nUID:urn:uuid:"))
    #expect(try await book.output(["book", "groups", "show", "Bakers"]).contains("Kate Bell"))
    let unnamed = try await book.output(["book", "new", "--email", "ada@x.example"])
    let shown = try await book.output([
      "book", "show", unnamed.trimmingCharacters(in: .newlines), "--format", "vcf",
    ])
    #expect(shown.contains("\r\nFN:ada@x.example\r\n"))
    for (wrong, ending) in [
      (["--note", "x"], Int32(64)), (["--birthday", "soon"], 65), (["--set", "nothing"], 64),
      (["--name", "A", "--group", "Nobody"], 66), (["kate.vcf", "--name", "A"], 64),
    ] {
      #expect(try await book(["book", "new"] + wrong).ending == .exit(ending), "\(wrong)")
    }
  }

  @Test("several undos are done again by as many redos, until something else is changed")
  func redo() async throws {
    let (book, id) = try await makeBook()
    #expect(try await book(["redo"]).ending == .exit(1))
    var states = [try await book.export()]
    for title in ["Chef", "Owner", "Nobody"] {
      _ = try await book.output(["book", "set", id, "title=\(title)"])
      states.append(try await book.export())
    }
    for state in states.dropLast().reversed() {
      #expect(try await book(["undo"]).ending == .exit(0))
      #expect(try await book.export() == state)
    }
    let rehearsed = try await book(["redo", "--dry-run"])
    #expect(rehearsed.errorText.hasPrefix("would do again set of "))
    #expect(try await book.export() == states[0])
    for state in states.dropFirst() {
      let outcome = try await book(["redo"])
      #expect(outcome.errorText.hasPrefix("did again set of "), "\(outcome.errorText)")
      #expect(try await book.export() == state)
    }
    #expect(try await book(["redo"]).ending == .exit(1))
    #expect(try await book(["undo"]).ending == .exit(0))
    _ = try await book.output(["book", "set", id, "role=Owner"])
    let ended = try await book(["redo"])
    #expect(ended.ending == .exit(1))
    #expect(ended.errorText.contains("any other change in between ends it"))
    let file = try await makeBook("book.vcf").book
    #expect(try await file(["redo"]).ending == .exit(64))
  }

  @Test("log --values shows what each change overwrote, also of an undo, and hides nothing hostile")
  func logValues() async throws {
    let (book, _) = try await makeBook()
    _ = try await book.output(["book", "set", "1", "title=Chef", "tel:Pier=", "role=a\u{202E}b"])
    let table = try await book.output(["book", "log", "--values", "--limit", "1"])
    let rows = table.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(rows[0] == "Number What ID Property Before After")
    #expect(rows.contains("2 set 1 TITLE Baker Chef"))
    #expect(rows.contains("2 set 1 TEL +1 415 555 0100"))
    #expect(rows.contains { $0.hasPrefix("2 set 1 ROLE a\\u{202E}b") }, "\(table)")
    #expect(!table.contains("REV"))
    #expect(try await book(["undo"]).ending == .exit(0))
    let json = try await book.output(["book", "log", "--values", "--format", "jsonl"])
    let lines = json.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].contains(#"{"name":"TITLE","before":"Chef","after":"Baker"}"#))
    #expect(
      lines[0].contains(#"{"record":"1","action":"update","name":"Kate Bell","properties":["#))
    #expect(lines[1].contains(#"{"name":"TEL","before":"+1 415 555 0100","after":null}"#))
    #expect(lines[2].contains(#""action":"add","name":"Kate Bell""#))
    let plain = try await book.output(["book", "log", "--format", "jsonl"])
    #expect(!plain.contains("changes"))
  }

  @Test("fields go by everyday words and by vCard's names, everywhere")
  func words() async throws {
    let (book, _) = try await makeBook()
    for word in ["phone", "tel", "TEL"] {
      #expect(try await book.output(["find", "415", "--field", word]).contains("Kate Bell"))
      #expect(
        try await book.output(["share", "kate", "--fields", word])
          .contains("\"value\":\"+1 415 555 0100\""))
    }
    #expect(try await book(["find", "kate", "--field", "job"]).ending == .exit(64))
  }

  @Test("of whom nothing would be shared no cutout is made, and no number stands for a name")
  func nothingShared() async throws {
    let book = try BookRunner("book.vcf")
    _ = try await book.add("Kate")
    _ = try await book.output(
      ["book", "new"],
      input: "BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:\r\nTEL:+1 415 555 0100\r\nEND:VCARD\r\n")
    let file = book.folder.argument("out")
    for more in [["0", "--fields", "phone"], ["1"], ["1", "--format", "vcard"]] {
      let outcome = try await book(["share", "-o", file, "--id"] + more)
      #expect(outcome.ending == .exit(65), "\(more) \(outcome.errorText)")
      #expect(outcome.errorText.contains("nothing of what would be shared"))
      #expect(try book.folder.names() == ["book.vcf"])
    }
  }

  @Test("to leave a group that one is not in ends with 1, and changes nothing else either")
  func leavesNoGroup() async throws {
    let (book, id) = try await makeBook()
    _ = try await book.output(["book", "groups", "new", "Friends"])
    let before = try await book.export()
    for member in [[], ["UID=urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"]] {
      let outcome = try await book(
        ["book", "set", id] + member + ["title=Chef", "group-=Friends"])
      #expect(outcome.ending == .exit(1))
      #expect(outcome.errorText.contains("Kate Bell is not in Friends; nothing was changed"))
      #expect(try await book.export() == before)
    }
  }

  @Test("a file without end, and standard input, are no photo")
  func boundsFiles() async throws {
    let (book, id) = try await makeBook("book.vcf")
    let endless = try await book(["book", "set", id, "photo=/dev/zero"])
    #expect(endless.ending == .exit(65))
    #expect(endless.errorText.contains("/dev/zero has more than 67108864 bytes"))
    #expect(try await book(["book", "set", id, "photo=-"]).ending == .exit(64))
  }
}
