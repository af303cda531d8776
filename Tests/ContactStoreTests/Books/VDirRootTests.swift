import ContactMatching
import ContactStore
import Files
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("A folder with collections")
struct VDirRootTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for folder in ["personal", "workshop", ".git", ".trash"] {
      try directory.makeFolder("book/\(folder)")
    }
    for name in ["personal/a", "personal/b", "workshop/a", ".trash/x"] {
      try write("\(name).vcf", CardSamples.card(name))
    }
  }

  private func write(_ name: String, _ text: String) throws {
    try directory.write(text, to: "book/\(name)")
  }

  private func open(
    for access: BookAccess = .writing,
    _ diagnose: @escaping (FilePath, Diagnostic) -> Void = { _, _ in }
  ) throws -> any AddressBook {
    try openBook(directory.path("book"), for: access, options: BookOptions(diagnose: diagnose))
  }

  private func sources(_ book: any AddressBook) throws -> [String] {
    try book.sources().map { "\($0.name) \($0.count)" }
  }

  private func source(of id: String, _ book: any AddressBook) throws -> String? {
    try book.sourceName(of: RecordID(rawValue: id))
  }

  // MARK: Reading

  @Test("is a book whose collections are its sources; hidden folders are none")
  func lists() throws {
    try write("workshop/displayname", "  At\twork\n")
    try write("workshop/color", "#FF0000\n")
    try write("personal/color", "red")
    let book = try open(for: .reading)
    #expect(book.capabilities.contains(.sources))
    #expect(
      try BookSamples.identifiers(book) == ["personal/a.vcf", "personal/b.vcf", "workshop/a.vcf"])
    #expect(try sources(book) == ["personal 2", "workshop 1"])
    #expect(try book.sources().map(\.title) == [nil, "At work"])
    #expect(try book.sources().map(\.color) == [nil, "#FF0000"])
    #expect(try book.count() == 3)
    #expect(
      try book.record(RecordID(rawValue: "workshop/a.vcf"))?.card.first(.fn)?.text == "workshop/a")
    #expect(try source(of: "workshop/a.vcf", book) == "workshop")
    for id in ["a.vcf", "workshop/../workshop/a.vcf", ".trash/x.vcf", "workshop", ""] {
      #expect(try book.record(RecordID(rawValue: id)) == nil)
      #expect(try source(of: id, book) == nil)
    }
    let ids = [RecordID(rawValue: "workshop/a.vcf")]
    for name in ["workshop", "At work"] { #expect(try book.records(ofSource: name) == Set(ids)) }
    #expect(try book.records(ofSource: "none") == nil)
  }

  @Test("is one without any card, too; a folder without folders and cards is not")
  func empty() throws {
    try directory.makeFolder("new/personal")
    try directory.makeFolder("new/workshop")
    try directory.makeFolder("flat/.hidden")
    let book = try openBook(directory.path("new"), for: .writing)
    #expect(try sources(book) == ["personal 0", "workshop 0"])
    let ids = try book.save(BookSamples.request(add: ["A"]))
    #expect(ids[0].rawValue.hasPrefix("personal/"))
    #expect(try directory.names(in: "new") == ["personal", "workshop"])
    let flat = try openBook(directory.path("flat"))
    #expect(!flat.capabilities.contains(.sources))
    #expect(try flat.sources() == [] && flat.records(ofSource: ".") == nil)
  }

  @Test("with cards beside the collections has these as its first source")
  func mixed() throws {
    try write("c.vcf", CardSamples.card("c"))
    for folder in ["photos", "new"] { try directory.makeFolder("book/\(folder)") }
    try write("new/displayname", "New")
    let book = try open()
    #expect(try sources(book) == [". 1", "new 0", "personal 2", "workshop 1"])
    #expect(try BookSamples.identifiers(book).first == "c.vcf")
    #expect(try source(of: "c.vcf", book) == ".")
    var request = try BookSamples.request(add: ["D"], delete: ["c.vcf"])
    request.add(try CardSamples.parsed(CardSamples.card("E")), source: ".")
    let ids = try book.save(request)
    #expect(ids.allSatisfy { !$0.rawValue.contains("/") })
    #expect(try sources(book) == [". 2", "new 0", "personal 2", "workshop 1"])
  }

  @Test("has each folder once, whatever links lead to it")
  func links() throws {
    for (name, target) in [
      ("self", "."), ("up", ".."), ("again", "workshop"), ("other", "../elsewhere"),
      ("gone", "none"),
    ] {
      try directory.makeLink("book/\(name)", to: target)
    }
    try directory.makeFolder("elsewhere")
    try directory.write(CardSamples.card("E"), to: "elsewhere/e.vcf")
    let book = try open { #expect($0.string.hasSuffix("/up"), "\($1.message)") }
    // What is above it has no cards of its own, but the folders of others have.
    #expect(try sources(book) == ["other 1", "personal 2", "workshop 1"])
    _ = try book.save(BookSamples.request(update: ["other/e.vcf": "X"]))
    #expect(try directory.text("elsewhere/e.vcf") == CardSamples.card("X"))
  }

  @Test("leaves calendars alone, and says which folders further down are books of their own")
  func deeper() throws {
    for folder in ["calendar", "radicale/kate/uuid", "radicale/hank/uuid"] {
      try directory.makeFolder("book/\(folder)")
    }
    try write("calendar/x.ics", "")
    for user in ["kate", "hank"] {
      try write("radicale/\(user)/uuid/a.vcf", CardSamples.card(user))
    }
    var told: [String] = []
    let book = try open {
      told.append("\($0.lastComponent?.string ?? "") \($1.code.rawValue)")
    }
    #expect(try sources(book) == ["personal 2", "workshop 1"])
    #expect(told == ["hank folder-passed-over", "kate folder-passed-over"])
    #expect(try sources(try openBook(directory.path("book/radicale/kate"))) == ["uuid 1"])
    for access in [BookAccess.reading, .writing] {
      let error = #expect(throws: BookError.self) {
        try openBook(directory.path("book/radicale"), for: access)
      }
      #expect(error?.kind == .notABook)
      #expect(error?.reason.contains("radicale/hank, ") == true)
      #expect(error?.reason.hasSuffix("radicale/kate") == true)
    }
  }

  @Test("tells what may not be looked into", .enabled(if: isOrdinaryUser, "root looks everywhere"))
  func unreadable() throws {
    try directory.makeFolder("book/shut")
    try TestSystem.setPermissions(0, of: directory.path("book/shut"))
    defer { try? TestSystem.setPermissions(0o700, of: directory.path("book/shut")) }
    var told: [String] = []
    let book = try open(for: .reading) {
      told.append("\($0.lastComponent?.string ?? "") \($1.code)")
    }
    #expect(try book.count() == 3 && told.count == 1)
  }

  private static let isOrdinaryUser = !TinyDisk.isPossible

  @Test("knows Radicale's address books, one that is new, too, and its calendars")
  func radicale() throws {
    for (folder, props) in [
      ("a", #"{"tag": "VCALENDAR", "D:displayname": "Trips"}"#),
      ("b", #"{"D:displayname": "Rowing \u2013 club", "tag": "VADDRESSBOOK"}"#), ("c", "{"),
    ] {
      try directory.makeFolder("kate/\(folder)/.Radicale.cache")
      try directory.write(props, to: "kate/\(folder)/.Radicale.props")
    }
    let book = try openBook(directory.path("kate"), for: .writing)
    #expect(try book.sources().map(\.title) == ["Rowing – club", nil])
    #expect(try sources(book) == ["b 0", "c 0"])
    let ids = try book.save(BookSamples.request(add: ["A"]))
    #expect(ids[0].rawValue.hasPrefix("b/"))
  }

  // MARK: Saving

  @Test("changes several collections together; a new card goes to the first or where it is told to")
  func saves() throws {
    let book = try open()
    var request = try BookSamples.request(
      add: ["N"], update: ["workshop/a.vcf": "W"], delete: ["personal/b.vcf"])
    for source in ["workshop", "personal"] {
      request.add(try CardSamples.parsed(CardSamples.card(source, "UID:a")), source: source)
    }
    let ids = try book.save(request).map(\.rawValue)
    #expect(ids[0].hasPrefix("personal/"))
    #expect(Array(ids[1...]) == ["workshop/a-2.vcf", "personal/a-2.vcf"])
    #expect(try sources(book) == ["personal 3", "workshop 2"])
    #expect(try BookSamples.names(book).suffix(2) == ["workshop", "W"])
    #expect(try directory.names(in: "book") == [".git", ".trash", "personal", "workshop"])
    var wrong = SaveRequest()
    wrong.add(try CardSamples.parsed(CardSamples.card("A")), source: "wrok")
    let error = #expect(throws: BookError.self) { try book.save(wrong) }
    #expect(error?.reason == "it has no folder \"wrok\", but personal, workshop")
    #expect(try directory.names(in: "book").count == 4)
  }

  @Test(
    "after a crash at any step is as it was or as it was to be",
    arguments: [
      BookAccess.reading, .writing,
    ])
  func everyStep(access: BookAccess) throws {
    let book = try VDirBook(directory.path("book"), for: .writing)
    var steps: [FolderSaveStep] = []
    let directory = directory
    book.onStep = { step in
      for folder in ["", "/personal", "/workshop"] {
        try? BookSamples.copy(
          "book\(folder)", of: directory, to: "crash \(steps.count)\(folder)")
      }
      steps.append(step)
    }
    var request = try BookSamples.request(
      update: ["personal/a.vcf": "A", "workshop/a.vcf": "W"], delete: ["personal/b.vcf"])
    request.add(try CardSamples.parsed(CardSamples.card("N")), source: "workshop")
    _ = try book.save(request)
    #expect(steps.count == 7)
    for (number, step) in steps.enumerated() {
      let root = "crash \(number)"
      let after = try openBook(directory.path(root), for: access)
      let names = try BookSamples.names(after).sorted()
      #expect(
        names == (step == .staged ? ["personal/a", "personal/b", "workshop/a"] : ["A", "N", "W"]))
      guard access == .writing || step != .staged else { continue }
      #expect(try directory.names(in: root) == ["personal", "workshop"])
    }
  }

  @Test(
    "is readable after a crash, although a collection is gone since: its cards go into the root")
  func goneCollection() throws {
    let book = try VDirBook(directory.path("book"), for: .writing)
    let directory = directory
    book.onStep = { step in
      guard step == .recorded else { return }
      for folder in ["", "/personal"] {
        try? BookSamples.copy("book\(folder)", of: directory, to: "crash\(folder)")
      }
    }
    var request = try BookSamples.request(
      update: ["personal/a.vcf": "A", "workshop/a.vcf": "W"], delete: ["personal/b.vcf"])
    request.add(try CardSamples.parsed(CardSamples.card("N")), source: "workshop")
    _ = try book.save(request)
    let after = try openBook(directory.path("crash"), for: .writing)
    #expect(try BookSamples.names(after).sorted() == ["A", "N", "W"])
    #expect(try directory.names(in: "crash").allSatisfy { !$0.hasPrefix(".vcard-save") })
  }

  @Test("finishes what was begun in a collection by itself, and leaves what was begun in the root")
  func collectionsOfTheirOwn() throws {
    let workshop = try VDirBook(directory.path("book/workshop"), for: .writing)
    let directory = directory
    workshop.onStep = { step in
      guard step == .recorded else { return }
      try? BookSamples.copy("book/workshop", of: directory, to: "half/workshop")
    }
    _ = try workshop.save(BookSamples.request(update: ["a.vcf": "W"]))
    #expect(try BookSamples.names(try openBook(directory.path("half"))) == ["W"])
    #expect(try directory.names(in: "half/workshop") == ["a.vcf"])

    let root = try VDirBook(directory.path("half"), for: .writing)
    root.onStep = { step in
      guard step == .recorded else { return }
      for folder in ["", "/workshop"] {
        try? BookSamples.copy("half\(folder)", of: directory, to: "rest\(folder)")
      }
    }
    _ = try root.save(BookSamples.request(update: ["workshop/a.vcf": "X"]))
    let alone = try openBook(directory.path("rest/workshop"), for: .writing)
    #expect(try BookSamples.names(alone) == ["W"])
    #expect(try BookSamples.names(try openBook(directory.path("rest"))) == ["X"])
  }

  @Test("is locked with its collections, and a collection by itself keeps it from being written")
  func locks() throws {
    let options = BookOptions(waitsForLock: false)
    for (first, second) in [("book", "book/workshop"), ("book/workshop", "book"), ("book", "book")]
    {
      let book = try openBook(directory.path(first), for: .writing)
      #expect(throws: BookError.self) {
        try openBook(directory.path(second), for: .writing, options: options)
      }
      _ = try book.save(BookSamples.request(add: ["A"]))
    }
  }

  @Test(
    "refuses a collection that is on another file system before anything is changed",
    .enabled(if: TinyDisk.isPossible, "only root may mount a small disk"))
  func otherFileSystem() throws {
    try TinyDisk.with { disk in
      try disk.write(CardSamples.card("T"), to: "t.vcf")
      try directory.makeLink("book/tiny", to: disk.path.string)
      let book = try open()
      #expect(try sources(book) == ["personal 2", "tiny 1", "workshop 1"])
      let error = #expect(throws: BookError.self) {
        try book.save(BookSamples.request(update: ["tiny/t.vcf": "X", "workshop/a.vcf": "X"]))
      }
      #expect(error?.kind == .cannotCreate)
      #expect(
        try BookSamples.names(book).sorted() == ["T", "personal/a", "personal/b", "workshop/a"])
    }
  }

  // MARK: Importing and merging

  @Test("an import from a source looks at the people of that one alone, and again changes nothing")
  func imports() throws {
    let card = try CardSamples.parsed(
      CardSamples.card("Kate Bell", "EMAIL:kate@bell.example", "TEL:+14155550100"))
    var request = SaveRequest()
    request.add(card, source: "personal")
    let book = try open()
    let kate = try book.save(request)
    var importer = Importer(policy: .careful, now: 0)
    #expect(
      try importer.plan([card], for: book).items.map(\.fate) == [.matched(kate[0], by: .policy)])
    importer.source = "workshop"
    let plan = try importer.plan([card], for: book)
    #expect(plan.counts.created == 1)
    let ids = try book.save(plan.request)
    #expect(ids.count == 1 && ids[0].rawValue.hasPrefix("workshop/"))
    for _ in 0..<2 {
      let again = try importer.plan([card], for: book)
      #expect(again.items.map(\.fate) == [.matched(ids[0], by: .uid)] && again.request.isEmpty)
    }
    let more = try CardSamples.parsed(
      CardSamples.card("Kate Bell", "EMAIL:kate@bell.example", "NOTE:rows"))
    let added = try importer.plan([more], for: book)
    #expect(Array(added.request.updated.keys) == ids)
  }
}
