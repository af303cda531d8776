import ContactMatching
import ContactStore
import Files
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("A book that is a folder")
struct VDirBookTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeFolder("book")
  }

  private func write(_ name: String, _ text: String) throws {
    try directory.write(text, to: "book/\(name)")
  }

  private func open(
    for access: BookAccess = .writing,
    _ diagnose: @escaping (FilePath, Diagnostic) -> Void = { _, _ in }
  ) throws -> any AddressBook {
    try openBook(
      directory.path("book"), for: access, options: BookOptions(diagnose: diagnose))
  }

  private func text(_ name: String) throws -> String { try directory.text("book/\(name)") }

  // MARK: Reading

  @Test("lists its files by the bytes of their names, and passes over others")
  func lists() throws {
    for name in ["b.vcf", "B.VCF", "a.vcf", "é.vcf", ".hidden.vcf", "c.vcf.tmp", "notes.txt"] {
      try write(name, CardSamples.card(name))
    }
    try directory.makeFolder("book/folder.vcf")
    let book = try open(for: .reading)
    #expect(book.kind == .folder)
    #expect(book.capabilities.contains(.lastingIdentifiers))
    #expect(try BookSamples.identifiers(book) == ["B.VCF", "a.vcf", "b.vcf", "é.vcf"])
    #expect(try book.count() == 4)
    #expect(try book.record(RecordID(rawValue: "é.vcf"))?.card.first(.fn)?.text == "é.vcf")
    #expect(try book.record(RecordID(rawValue: ".hidden.vcf")) == nil)
    #expect(try book.record(RecordID(rawValue: "../book/a.vcf")) == nil)
  }

  @Test("reads several cards in a file, and says so")
  func severalCards() throws {
    try write("a.vcf", CardSamples.card("A") + CardSamples.card("B") + CardSamples.card("C"))
    try write("b.vcf", CardSamples.card("D"))
    var codes: [String] = []
    let book = try open(for: .reading) {
      codes.append("\($0.lastComponent?.string ?? "") \($1.code.rawValue)")
    }
    #expect(try BookSamples.identifiers(book) == ["a.vcf", "a.vcf#2", "a.vcf#3", "b.vcf"])
    #expect(codes == ["a.vcf several-cards-in-file"])
    #expect(try book.record(RecordID(rawValue: "a.vcf#2"))?.card.first(.fn)?.text == "B")
    for id in ["a.vcf#1", "a.vcf#4", "a.vcf#0", "a.vcf#", "b.vcf#2", "#2"] {
      #expect(try book.record(RecordID(rawValue: id)) == nil)
    }
  }

  @Test("leaves alone a link to nowhere, and says so")
  func linkToNowhere() throws {
    try write("b.vcf", CardSamples.card("B"))
    try directory.makeLink("book/a.vcf", to: "nowhere")
    var codes: [String] = []
    let book = try open { codes.append("\($0.lastComponent?.string ?? "") \($1.code.rawValue)") }
    #expect(try BookSamples.names(book) == ["B"])
    #expect(codes == ["a.vcf not-a-card"])
    _ = try book.save(BookSamples.request(add: ["C"]))
    #expect(try BookSamples.names(book).sorted() == ["B", "C"])
  }

  @Test("leaves alone what is called a card and is none")
  func notACard() throws {
    try write("a.vcf", "{}")
    try write("b.vcf", CardSamples.card("B"))
    try write("empty.vcf", "")
    var codes: [String] = []
    let book = try open { codes.append("\($0.lastComponent?.string ?? "") \($1.code.rawValue)") }
    #expect(try BookSamples.names(book) == ["B"])
    #expect(codes == ["a.vcf text-between-cards", "a.vcf not-a-card"])
    #expect(try book.record(RecordID(rawValue: "a.vcf")) == nil)
    #expect(try book.record(RecordID(rawValue: "empty.vcf")) == nil)
    _ = try book.save(BookSamples.request(add: ["C"]))
    #expect(try text("a.vcf") == "{}")
  }

  @Test("tells names apart that are not UTF-8")
  func oddNames() throws {
    for (byte, name) in [(UInt8(0xE4), "A"), (UInt8(0xF6), "B")] {
      let path = directory.path("book").appending(TestSystem.name([byte] + Array(".vcf".utf8)))
      try directory.write(CardSamples.card(name), to: "x")
      try SystemCalls.move(directory.path("x"), to: path)
    }
    let book = try open()
    let ids = try BookSamples.identifiers(book)
    #expect(ids == ["\u{FFFD}.vcf", "\u{FFFD}.vcf~"])
    #expect(try book.record(RecordID(rawValue: ids[1]))?.card.first(.fn)?.text == "B")
    _ = try book.save(BookSamples.request(update: [ids[1]: "X"]))
    #expect(try BookSamples.names(book) == ["A", "X"])
    #expect(try directory.names(in: "book").count == 2)
  }

  // MARK: Saving

  @Test("names a new card's file for its UID where that is safe, else for its content")
  func names() throws {
    let book = try open()
    var request = SaveRequest()
    let uuid = "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"
    for uid in ["urn:uuid:\(uuid)", "abc@example.com", "../../etc/passwd", ".hidden", "a b"] {
      request.add(try CardSamples.parsed(CardSamples.card("A", "UID:\(uid)")))
    }
    let ids = try book.save(request).map(\.rawValue)
    #expect(Array(ids[..<2]) == ["\(uuid).vcf", "abc@example.com.vcf"])
    for id in ids[2...] {
      #expect(id.utf8.count == 36)
      #expect(id.utf8.dropLast(4).allSatisfy { "0123456789abcdef".utf8.contains($0) })
    }
    #expect(try Set(directory.names(in: "book")) == Set(ids))
    #expect(try Set(BookSamples.identifiers(book)) == Set(ids))
    #expect(
      try Stat(directory.path("book/abc@example.com.vcf")).permissions.rawValue & 0o777 == 0o600)
  }

  @Test("gives a new card without a UID one, by which others find it; an import the same again")
  func identified() throws {
    let book = try open()
    var request = SaveRequest()
    let card = try CardSamples.parsed(CardSamples.card("A", "NOTE:x"))
    for _ in 0..<2 { request.add(card) }
    let ids = try book.save(request)
    let uids = try ids.map { try #require(try book.record($0)).card.first(.uid)?.text ?? "" }
    #expect(Set(uids).count == 2)
    for (id, uid) in zip(ids, uids) { #expect(uid == "urn:uuid:\(id.rawValue.dropLast(4))") }
    var importer = Importer(policy: .careful, now: 0)
    importer.ambiguous = .always(.new)
    let other = try CardSamples.parsed(CardSamples.card("B", "NOTE:y"))
    let plan = try importer.plan([other, other], for: book)
    let added = try book.save(plan.request)
    #expect(added.count == 1)
    let again = try importer.plan([other], for: book)
    #expect(again.items.map(\.fate) == [.matched(added[0], by: .uid)])
    #expect(again.request.isEmpty)
  }

  @Test("overwrites nothing: a name in use gets a number")
  func collisions() throws {
    try write("k.vcf", CardSamples.card("old"))
    try directory.makeLink("book/k-2.vcf", to: "nowhere")
    let book = try open { _, _ in }
    try SystemCalls.remove(directory.path("book/k-2.vcf"))
    try directory.makeLink("book/k-2.txt", to: "nowhere")
    var request = SaveRequest()
    for name in ["A", "B"] { request.add(try CardSamples.parsed(CardSamples.card(name, "UID:k"))) }
    request.add(try CardSamples.parsed(CardSamples.card("C", "UID:K")))
    #expect(try book.save(request).map(\.rawValue) == ["k-2.vcf", "k-3.vcf", "K.vcf"])
    #expect(try text("k.vcf") == CardSamples.card("old"))
    #expect(try text("k-3.vcf") == CardSamples.card("B", "UID:k"))
  }

  @Test("changes, adds and deletes together; permissions and other files stay")
  func changes() throws {
    for name in ["a", "b", "c"] { try write("\(name).vcf", CardSamples.card(name)) }
    try write(".Radicale.props", "{}")
    try TestSystem.setPermissions(0o640, of: directory.path("book/b.vcf"))
    let before = try Stat(directory.path("book/c.vcf")).inode
    let book = try open()
    let ids = try book.save(
      BookSamples.request(add: ["new"], update: ["b.vcf": "B"], delete: ["a.vcf"]))
    #expect(try BookSamples.names(book).sorted() == ["B", "c", "new"])
    #expect(
      try Set(directory.names(in: "book")) == [
        ".Radicale.props", "b.vcf", "c.vcf", ids[0].rawValue,
      ])
    #expect(try Stat(directory.path("book/b.vcf")).permissions.rawValue & 0o777 == 0o640)
    #expect(try Stat(directory.path("book/c.vcf")).inode == before)
  }

  @Test(
    "rewrites a file of several cards but for what does not change, and removes it with its last")
  func partsOfFiles() throws {
    let first = "begin:vcard\nFN:A\nend:vcard\n\n"
    try write("a.vcf", first + CardSamples.card("B"))
    let book = try open()
    _ = try book.save(BookSamples.request(update: ["a.vcf#2": "X"]))
    #expect(try text("a.vcf") == first + CardSamples.card("X"))
    _ = try book.save(BookSamples.request(delete: ["a.vcf#2"]))
    #expect(try text("a.vcf") == first)
    _ = try book.save(BookSamples.request(delete: ["a.vcf"]))
    #expect(try directory.names(in: "book") == [])
    #expect(try book.count() == 0)
  }

  @Test("knows when somebody else changed or removed a file, and changes nothing")
  func changedMeanwhile() throws {
    try write("a.vcf", CardSamples.card("A"))
    try write("b.vcf", CardSamples.card("B"))
    let book = try open()
    #expect(try book.count() == 2)
    try write("b.vcf", CardSamples.card("somebody else's"))
    let error = #expect(throws: BookError.self) {
      try book.save(BookSamples.request(add: ["C"], update: ["a.vcf": "X", "b.vcf": "X"]))
    }
    #expect(error?.kind == .changed)
    #expect(try directory.names(in: "book") == ["a.vcf", "b.vcf"])
    #expect(try text("a.vcf") == CardSamples.card("A"))
    #expect(throws: BookError.self) { try book.record(RecordID(rawValue: "b.vcf")) }
    try SystemCalls.remove(directory.path("book/a.vcf"))
    #expect(throws: BookError.self) { try book.save(BookSamples.request(update: ["a.vcf": "X"])) }
  }

  @Test("refuses to replace a link and a file that is read-only")
  func refuses() throws {
    try directory.write(CardSamples.card("A"), to: "real.vcf")
    try directory.makeLink("book/a.vcf", to: "../real.vcf")
    let book = try open()
    #expect(try BookSamples.names(book) == ["A"])
    let error = #expect(throws: BookError.self) {
      try book.save(BookSamples.request(add: ["B"], update: ["a.vcf": "X"]))
    }
    #expect(error?.kind == .cannotCreate)
    #expect(try directory.names(in: "book") == ["a.vcf"])
    #expect(try directory.text("real.vcf") == CardSamples.card("A"))
  }

  @Test("takes back what it staged when the record cannot be made")
  func noRecord() throws {
    try write("a.vcf", CardSamples.card("A"))
    let book = try open()
    try directory.makeFolder("book/.vcard-save")
    let error = #expect(throws: BookError.self) {
      try book.save(BookSamples.request(add: ["B"], update: ["a.vcf": "X"]))
    }
    #expect(error?.kind == .cannotCreate)
    #expect(try directory.names(in: "book") == [".vcard-save", "a.vcf"])
    #expect(try text("a.vcf") == CardSamples.card("A"))
  }

  @Test("may itself be a symbolic link")
  func link() throws {
    try directory.makeLink("link", to: "book")
    let book = try openBook(directory.path("link"), for: .writing)
    _ = try book.save(BookSamples.request(add: ["A"]))
    #expect(try directory.names(in: "book").count == 1)
    #expect(try Stat(directory.path("link"), followTargetSymlink: false).type == .symbolicLink)
  }

  @Test("is locked while it is open for writing, and may be read all the same")
  func locks() throws {
    let book = try open()
    let options = BookOptions(waitsForLock: false)
    #expect(throws: BookError.self) {
      try openBook(directory.path("book"), for: .writing, options: options)
    }
    #expect(try open(for: .reading).count() == 0)
    _ = try book.save(BookSamples.request(add: ["A"]))
    #expect(throws: BookError.self) {
      try open(for: .reading).save(BookSamples.request(add: ["A"]))
    }
  }

  @Test("says that it cannot be written to", .enabled(if: TestSystem.shutFolder != nil))
  func shut() throws {
    let book = try openBook(try #require(TestSystem.shutFolder), for: .writing)
    let error = #expect(throws: BookError.self) { try book.save(BookSamples.request(add: ["A"])) }
    #expect(error?.kind == .cannotCreate)
  }

  @Test(
    "is as it was when the disk is full",
    .enabled(if: TinyDisk.isPossible, "only root may mount a small disk"))
  func fullDisk() throws {
    try TinyDisk.with { disk in
      for name in ["a", "b"] { try disk.write(CardSamples.card(name), to: "\(name).vcf") }
      let book = try openBook(disk.path, for: .writing)
      var request = try BookSamples.request(update: ["a.vcf": "X"], delete: ["b.vcf"])
      for _ in 0..<20 { request.add(try CardSamples.parsed(CardSamples.card("B"))) }
      let error = #expect(throws: BookError.self) { try book.save(request) }
      #expect(error?.kind == .inputOutput)
      #expect(try disk.names() == ["a.vcf", "b.vcf"])
      #expect(try disk.text("a.vcf") == CardSamples.card("a"))
      _ = try book.save(BookSamples.request(update: ["a.vcf": "X"]))
      #expect(try BookSamples.names(book) == ["X", "b"])
    }
  }
}

@Suite("A folder after a crash")
struct FolderCrashTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeFolder("book")
    for name in ["a", "b", "c"] {
      try directory.write(CardSamples.card(name), to: "book/\(name).vcf")
    }
  }

  /// Saves, and copies the folder as each step leaves it.
  private func save() throws -> [FolderSaveStep] {
    let book = try VDirBook(directory.path("book"), for: .writing)
    var steps: [FolderSaveStep] = []
    let directory = directory
    book.onStep = { step in
      _ = try? BookSamples.copy("book", of: directory, to: "crash \(steps.count)")
      steps.append(step)
    }
    _ = try book.save(
      BookSamples.request(
        add: ["d", "e"], update: ["a.vcf": "A", "b.vcf": "B"], delete: ["c.vcf"]))
    return steps
  }

  @Test(
    "is the old one before the record and the new one from there on",
    arguments: [
      BookAccess.reading, .writing,
    ])
  func everyStep(access: BookAccess) throws {
    let steps = try save()
    #expect(
      steps == [
        .staged, .recorded, .applied(1), .applied(2), .applied(3), .applied(4), .applied(5),
        .finished,
      ])
    for (number, step) in steps.enumerated() {
      let name = "crash \(number)"
      let book = try openBook(directory.path(name), for: access)
      let names = try BookSamples.names(book).sorted()
      #expect(names == (step == .staged ? ["a", "b", "c"] : ["A", "B", "d", "e"]))
      // Whoever only reads leaves what was staged for somebody who writes.
      guard access == .writing || step != .staged else { continue }
      #expect(try directory.names(in: name).allSatisfy { !$0.hasPrefix(".") })
    }
  }

  @Test("loses the rubbish of a save that came to nothing, and nobody else's")
  func rubbish() throws {
    for name in [".vcard-save-0.tmp", ".vcard-save-1.x2y.tmp", "..vcard-save.1a.tmp"] {
      try directory.write("x", to: "book/\(name)")
    }
    for name in [".other.tmp", ".vcard-save-notes", "vcard-save-0.tmp"] {
      try directory.write("x", to: "book/\(name)")
    }
    let book = try openBook(directory.path("book"), for: .writing)
    #expect(try book.count() == 3)
    #expect(
      try directory.names(in: "book") == [
        ".other.tmp", ".vcard-save-notes", "a.vcf", "b.vcf", "c.vcf", "vcard-save-0.tmp",
      ])
  }

  @Test("keeps what another program wrote before the save was finished")
  func conflicts() throws {
    let steps = try save()
    let number = try #require(steps.firstIndex(of: .recorded))
    let folder = "crash \(number)"
    let added = try #require(
      try directory.names(in: "book").first { $0.utf8.count == 40 })
    for (name, content) in [("a.vcf", "mine"), ("c.vcf", "kept"), (added, "taken")] {
      try directory.write(CardSamples.card(content), to: "\(folder)/\(name)")
    }
    var messages: [String] = []
    let options = BookOptions {
      messages.append("\($0.lastComponent?.string ?? ""): \($1.message)")
    }
    let book = try openBook(directory.path(folder), for: .reading, options: options)
    #expect(try BookSamples.names(book).sorted() == ["A", "B", "d", "e", "kept", "mine", "taken"])
    #expect(
      messages.sorted()
        == [
          "a.vcf: another program changed it during a save; what was saved is in a-2.vcf",
          "c.vcf: another program changed it during a save; it is kept",
          "\(added): another program made it; the card is in \(added.dropLast(4))-2.vcf",
        ].sorted())
  }

  @Test(
    "with a record that is none is refused and left alone",
    arguments: [
      "", "x", "vcard-save 1\u{0}", "vcard-save 1\u{0}add\u{0}",
      "vcard-save 1\u{0}add\u{0}0\u{0}../x\u{0}\u{0}",
      "vcard-save 1\u{0}add\u{0}-1\u{0}x.vcf\u{0}", "vcard-save 2\u{0}",
    ])
  func damagedRecord(record: String) throws {
    try directory.write(record, to: "book/.vcard-save")
    for access in [BookAccess.reading, .writing] {
      let error = #expect(throws: BookError.self) {
        try openBook(directory.path("book"), for: access)
      }
      #expect(error?.kind == .notABook)
    }
    #expect(try directory.names(in: "book") == [".vcard-save", "a.vcf", "b.vcf", "c.vcf"])
  }
}
