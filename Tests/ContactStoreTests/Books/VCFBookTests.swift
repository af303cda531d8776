import ContactStore
import Files
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("A book of one file")
struct VCFBookTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func book(
    _ text: String, for access: BookAccess = .writing, options: BookOptions = BookOptions()
  ) throws -> any AddressBook {
    try openBook(directory.write(text, to: "book.vcf"), for: access, options: options)
  }

  // MARK: Reading

  @Test("numbers its cards from 0 and finds each again")
  func reads() throws {
    let text = ["A", "B", "C"].map { CardSamples.card($0) }.joined()
    let book = try book("junk\r\n" + text, for: .reading)
    #expect(book.kind == .file)
    #expect(try BookSamples.identifiers(book) == ["0", "1", "2"])
    #expect(try BookSamples.names(book) == ["A", "B", "C"])
    #expect(try book.count() == 3)
    #expect(try book.record(RecordID(rawValue: "1"))?.card.first(.fn)?.text == "B")
    for id in ["3", "-1", "01", "x", "", "99999999999999999999"] {
      #expect(try book.record(RecordID(rawValue: id)) == nil)
    }
    var people: [String] = []
    try book.forEachPerson { people.append("\($0.id) \($0.records.count)") }
    #expect(people == ["0 1", "1 1", "2 1"])
  }

  @Test("tells what is odd the first time only")
  func diagnoses() throws {
    var codes: [String] = []
    let options = BookOptions {
      codes.append("\($0.lastComponent?.string ?? "") \($1.code.rawValue)")
    }
    let book = try book("BEGIN:VCARD\r\nFN:A\r\n", for: .reading, options: options)
    #expect(try book.count() == 1)
    _ = try BookSamples.names(book)
    #expect(codes == ["book.vcf missing-version", "book.vcf missing-end"])
  }

  @Test("that is not there is empty when it may be made, and an error when not")
  func missing() throws {
    let path = directory.path("new.vcf")
    let error = #expect(throws: BookError.self) { try openBook(path) }
    #expect(error?.kind == .cannotRead)
    #expect(try openBook(path, options: BookOptions(allowsMissing: true)).count() == 0)
    let book = try openBook(path, for: .writing)
    #expect(try book.count() == 0)
    #expect(try book.save(SaveRequest()) == [])
    #expect(try directory.names() == [])
    #expect(try book.save(BookSamples.request(add: ["A"])).map(\.rawValue) == ["0"])
    #expect(try Stat(path).permissions.rawValue & 0o777 == 0o600)
    #expect(try directory.names() == ["new.vcf"])
    #expect(try BookSamples.names(book) == ["A"])
    #expect(try book.save(BookSamples.request(add: ["B"])).map(\.rawValue) == ["1"])
    #expect(try BookSamples.names(book) == ["A", "B"])
  }

  @Test("lines that nobody touched keep their octets: line ends, folds and length")
  func octets() throws {
    let note = "NOTE:" + String(repeating: "n", count: 100)
    let lines = ["BEGIN:VCARD", "VERSION:3.0", "FN:A", "N:A", " B;;;;", note, "END:VCARD", ""]
    let text = lines.joined(separator: "\n")
    let book = try book(text + text)
    var request = SaveRequest()
    var card = try #require(try book.record(RecordID(rawValue: "0"))).card
    card.append(ContentLine("TEL", .text("1")))
    request.update(RecordID(rawValue: "0"), to: card)
    request.add(try CardSamples.parsed(text))
    // One without its last line end, and one without END.
    for cut in [1, 11] { request.add(try CardSamples.parsed(String(text.dropLast(cut)))) }
    _ = try book.save(request)
    let edited = text.replacingOccurrences(of: "END", with: "TEL:1\nEND")
    #expect(try directory.text("book.vcf") == edited + text + text + text + text)
  }

  @Test("may be empty, and gets its first card")
  func empty() throws {
    for text in ["", "\r\n\n", "\u{FEFF}"] {
      let book = try book(text)
      #expect(try book.count() == 0)
      _ = try book.save(BookSamples.request(add: ["A"]))
      #expect(try directory.text("book.vcf") == text + CardSamples.card("A"))
    }
  }

  @Test("that is compressed is refused with what to do, and left alone, by any name")
  func compressed() throws {
    // gzip 1.12, of a card.
    let bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x73, 0x72, 0x75]
    for name in ["book.vcf", "book.vcf.gz"] {
      let path = try directory.write(bytes, to: name)
      var told = 0
      let options = BookOptions(diagnose: { _, _ in told += 1 })
      let book = try openBook(path, for: .writing, options: options)
      let error = BookError(
        .notABook, path.string, "it is compressed with gzip; unpack it with gunzip first")
      #expect(throws: error) { try book.count() }
      #expect(throws: error) { try book.save(BookSamples.request(add: ["A"])) }
      #expect(told == 0)
      #expect(try directory.bytes(name) == bytes)
    }
  }

  @Test("that holds no cards but something else is refused and left alone")
  func notABook() throws {
    for text in ["{\"a\":1}", "\u{FF}\u{D8}\u{FF}\u{E0}", "name,email\nKate,k@x\n"] {
      let book = try book(text)
      let reading = #expect(throws: BookError.self) { try book.count() }
      #expect(reading?.kind == .notABook)
      #expect(throws: BookError.self) { try book.save(BookSamples.request(add: ["A"])) }
      #expect(try directory.text("book.vcf") == text)
    }
  }

  @Test("says what it is that cannot be a book")
  func refused() throws {
    func kind(_ name: String, _ access: BookAccess = .reading) -> BookError.Kind? {
      #expect(throws: BookError.self) { try openBook(directory.path(name), for: access) }?.kind
    }
    try TestSystem.makeFIFO(directory.path("pipe.vcf"))
    #expect(kind("pipe.vcf") == .cannotRead)
    #expect(kind("a.sqlite") == .cannotRead)
    #expect(kind("no/a.db", .writing) == .cannotCreate)
    #expect(kind("contacts") == .cannotRead)
    #expect(kind("contacts", .writing) == .cannotCreate)
    #expect(kind("no/a.vcf") == .cannotRead)
    #expect(kind("no/a.vcf", .writing) == .cannotCreate)
    #expect(try directory.names() == ["pipe.vcf"])
  }

  // MARK: Saving

  @Test("writes what changed, and every other octet as it was")
  func keepsOctets() throws {
    let irregular =
      "begin:vcard\nVERSION:2.1\nN:B;b\nFN:B\nNOTE:a line that is much longer than the "
      + "seventy-five octets at which others fold their lines\n\nend:vcard  \n"
    let text =
      "\u{FEFF}junk\r\n\(irregular)\n\n" + CardSamples.card("C", "NOTE:x\r\n  y") + "more junk\n"
      + CardSamples.card("D") + "\n"
    let book = try book(text)
    let ids = try book.save(BookSamples.request(add: ["E"], update: ["1": "X"], delete: ["2"]))
    #expect(ids.map(\.rawValue) == ["2"])
    #expect(
      try directory.text("book.vcf") == "\u{FEFF}junk\r\n\(irregular)\n\n" + CardSamples.card("X")
        + "more junk\n\n" + CardSamples.card("E"))
    #expect(try BookSamples.names(book) == ["B", "X", "E"])
    #expect(try directory.names() == ["book.vcf"])
  }

  @Test(
    "adds cards behind a last one that is cut",
    arguments: [
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\n",
      "BEGIN:VCARD\r\nVERSION:2.1\r\nFN:A\r\nNOTE;ENCODING=QUOTED-PRINTABLE:b=",
      "BEGIN:VCARD\r\nVERSION:2.1\r\nFN:A\r\nPHOTO;ENCODING=BASE64:\r\n AAAA\r\n BB",
      "BEGIN:VCARD\r\nVERSION:2.1\r\nFN:A\r\nAGENT:\r\nBEGIN:VCARD\r\nFN:inner\r\nEND:VCARD\r\n",
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEND:VCARD",
    ])
  func addsAfterCutCard(text: String) throws {
    let book = try book(text)
    #expect(try book.save(BookSamples.request(add: ["B", "C"])).map(\.rawValue) == ["1", "2"])
    #expect(try BookSamples.names(book) == ["A", "B", "C"])
  }

  @Test("splits cards that lack the line end between them when one changes")
  func cardsOnOneLine() throws {
    let text = "BEGIN:VCARD\nFN:A\nEND:VCARDBEGIN:VCARD\nFN:B\nEND:VCARD\n"
    let book = try book(text)
    _ = try book.save(BookSamples.request(update: ["0": "X"]))
    #expect(
      try directory.text("book.vcf") == CardSamples.card("X") + "BEGIN:VCARD\nFN:B\nEND:VCARD\n")
  }

  @Test("knows when somebody else changed the file, and leaves it alone", arguments: [true, false])
  func changedMeanwhile(replaces: Bool) throws {
    let book = try book(CardSamples.card("A"))
    #expect(try book.count() == 1)
    let other = CardSamples.card("B")
    if replaces {
      try directory.write(other, to: "other.vcf")
      try SystemCalls.move(directory.path("other.vcf"), to: directory.path("book.vcf"))
    } else {
      try directory.write(other + "\r\n", to: "book.vcf")
    }
    let error = #expect(throws: BookError.self) { try book.save(BookSamples.request(add: ["C"])) }
    #expect(error?.kind == .changed)
    #expect(try directory.text("book.vcf").hasPrefix(other))
  }

  @Test("reads on in the file that it opened when that is replaced")
  func readsOld() throws {
    let book = try book(CardSamples.card("A"), for: .reading)
    try directory.write(CardSamples.card("B"), to: "other.vcf")
    #expect(try book.count() == 1)
    try SystemCalls.move(directory.path("other.vcf"), to: directory.path("book.vcf"))
    #expect(try BookSamples.names(book) == ["A"])
    #expect(try book.record(RecordID(rawValue: "0"))?.card.first(.fn)?.text == "A")
  }

  @Test("refuses records that it does not have, and books opened for reading")
  func refusesRequests() throws {
    let book = try book(CardSamples.card("A"))
    let error = #expect(throws: BookError.self) {
      try book.save(BookSamples.request(add: ["B"], delete: ["1"]))
    }
    #expect(error?.kind == .noSuchRecord)
    #expect(try directory.text("book.vcf") == CardSamples.card("A"))
    let reading = try openBook(directory.path("book.vcf"))
    #expect(throws: BookError.self) { try reading.save(BookSamples.request(add: ["B"])) }
  }

  @Test("stays behind its symbolic link, with its permissions")
  func link() throws {
    try directory.makeFolder("real")
    try directory.write(CardSamples.card("A"), to: "real/a.vcf")
    try TestSystem.setPermissions(0o640, of: directory.path("real/a.vcf"))
    try directory.makeLink("book.vcf", to: "real/a.vcf")
    let book = try openBook(directory.path("book.vcf"), for: .writing)
    _ = try book.save(BookSamples.request(add: ["B"]))
    #expect(try Stat(directory.path("book.vcf"), followTargetSymlink: false).type == .symbolicLink)
    #expect(try directory.text("real/a.vcf") == CardSamples.card("A") + CardSamples.card("B"))
    #expect(try Stat(directory.path("real/a.vcf")).permissions.rawValue & 0o777 == 0o640)
    #expect(try directory.names(in: "real") == ["a.vcf"])
  }

  @Test("is locked while it is open for writing, and may be read all the same")
  func locks() throws {
    let path = try directory.write(CardSamples.card("A"), to: "book.vcf")
    do {
      let book = try openBook(path, for: .writing)
      let options = BookOptions(waitsForLock: false)
      func other() throws { _ = try openBook(path, for: .writing, options: options) }
      let error = #expect(throws: BookError.self) { try other() }
      #expect(error?.reason == "another process is using it")
      #expect(try openBook(path).count() == 1)
      _ = try book.save(BookSamples.request(add: ["B"]))
      #expect(throws: BookError.self) { try other() }
      _ = try book.save(BookSamples.request(add: ["C"]))
      #expect(try BookSamples.names(book) == ["A", "B", "C"])
    }
    _ = try openBook(path, for: .writing, options: BookOptions(waitsForLock: false))
  }

  @Test("is the old one or the new one after each step of a save")
  func crashes() throws {
    try directory.makeFolder("book")
    let old = CardSamples.card("A") + CardSamples.card("B")
    try directory.write(old, to: "book/book.vcf")
    let book = try VCFBook(directory.path("book/book.vcf"), for: .writing)
    var steps: [VCFBook.SaveStep] = []
    let directory = directory
    book.onStep = { step in
      steps.append(step)
      _ = try? BookSamples.copy("book", of: directory, to: "crash \(step)")
    }
    _ = try book.save(BookSamples.request(add: ["C"], delete: ["0"]))
    #expect(steps == [.written, .replaced])
    #expect(try directory.text("crash written/book.vcf") == old)
    #expect(try directory.names(in: "crash written").count == 2)
    #expect(
      try directory.text("crash replaced/book.vcf") == CardSamples.card("B") + CardSamples.card("C")
    )
    #expect(try directory.names(in: "crash replaced") == ["book.vcf"])
  }

  @Test("in UTF-16 is read, and not changed")
  func wide() throws {
    let text = CardSamples.card("A\u{1F600}") + CardSamples.card("B")
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    try directory.write(bytes, to: "book.vcf")
    let book = try openBook(directory.path("book.vcf"), for: .writing)
    #expect(try BookSamples.names(book) == ["A\u{1F600}", "B"])
    #expect(try book.record(RecordID(rawValue: "1"))?.card.first(.fn)?.text == "B")
    let error = #expect(throws: BookError.self) { try book.save(BookSamples.request(add: ["C"])) }
    #expect(error?.kind == .unsupported)
    #expect(try directory.bytes("book.vcf") == bytes)
    #expect(try directory.names() == ["book.vcf"])
  }

  @Test("counts cards past a limit, so that numbers are those of diagnostics")
  func limits() throws {
    var limits = CardReader.Limits()
    limits.bytesPerCard = 200
    let large = CardSamples.card("B", String(repeating: "NOTE:x\r\n", count: 50) + "NOTE:y")
    let book = try book(
      CardSamples.card("A") + large + CardSamples.card("C"), options: BookOptions(limits: limits))
    #expect(try BookSamples.identifiers(book) == ["0", "2"])
    #expect(try book.record(RecordID(rawValue: "1")) == nil)
    #expect(try book.record(RecordID(rawValue: "2"))?.card.first(.fn)?.text == "C")
    let ids = try book.save(BookSamples.request(add: ["D"], update: ["2": "X"]))
    #expect(ids.map(\.rawValue) == ["3"])
    #expect(
      try directory.text("book.vcf") == CardSamples.card("A") + large + CardSamples.card("X")
        + CardSamples.card("D"))
  }

  @Test("is as it was when a write fails")
  func failedWrite() async throws {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = try directory.write(CardSamples.card("A"), to: "book.vcf")
      let book = try openBook(path, for: .writing)
      try TestSystem.limitFileSize(to: 4096)
      var request = SaveRequest()
      for _ in 0..<1000 { request.add(try CardSamples.parsed(CardSamples.card("B"))) }
      let error = #expect(throws: BookError.self) { try book.save(request) }
      #expect(error?.kind == .inputOutput)
      #expect(try directory.names() == ["book.vcf"])
      #expect(try directory.text("book.vcf") == CardSamples.card("A"))
    }
  }

  @Test(
    "says that a folder cannot be written to",
    .disabled(if: TestSystem.isSuperuser, "nothing is read-only for root"))
  func readOnlyFolder() throws {
    try directory.makeFolder("shut")
    try directory.write(CardSamples.card("A"), to: "shut/book.vcf")
    try TestSystem.setPermissions(0o500, of: directory.path("shut"))
    defer { try? TestSystem.setPermissions(0o700, of: directory.path("shut")) }
    for name in ["shut/book.vcf", "shut/new.vcf"] {
      let error = #expect(throws: BookError.self) {
        try openBook(directory.path(name), for: .writing).save(BookSamples.request(add: ["B"]))
      }
      #expect(error?.kind == .cannotCreate)
    }
    #expect(try directory.text("shut/book.vcf") == CardSamples.card("A"))
    #expect(try directory.names(in: "shut") == ["book.vcf"])
  }

  @Test(
    "says that not even root can make it", .enabled(if: TestSystem.isSuperuser),
    .enabled(if: TestSystem.shutFolder != nil))
  func shutFolder() throws {
    let folder = try #require(TestSystem.shutFolder)
    let error = #expect(throws: BookError.self) {
      try openBook(folder.appending("new.vcf"), for: .writing)
        .save(BookSamples.request(add: ["B"]))
    }
    #expect(error?.kind == .cannotCreate)
  }

  @Test(
    "is as it was when the disk is full",
    .enabled(if: TinyDisk.isPossible, "only root may mount a small disk"))
  func fullDisk() throws {
    try TinyDisk.with { disk in
      try disk.write(CardSamples.card("A"), to: "book.vcf")
      let book = try openBook(disk.path.appending("book.vcf"), for: .writing)
      var request = SaveRequest()
      for _ in 0..<2000 { request.add(try CardSamples.parsed(CardSamples.card("B"))) }
      let error = #expect(throws: BookError.self) { try book.save(request) }
      #expect(error?.kind == .inputOutput)
      #expect(try disk.names() == ["book.vcf"])
      #expect(try disk.text("book.vcf") == CardSamples.card("A"))
      #expect(try book.save(BookSamples.request(add: ["C"])).count == 1)
      #expect(try BookSamples.names(book) == ["A", "C"])
    }
  }
}

@Suite("A .vcf book with a card that lacks END")
struct UnendedCardTests {
  @Test(
    "a card in the middle without END leaves the last one as it is when one is added",
    arguments: [1, 2])
  func unendedCardInTheMiddle(threads: Int) throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let text =
      "BEGIN:VCARD\nVERSION:3.0\nFN:a\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:b\n"
      + "BEGIN:VCARD\nVERSION:3.0\nFN:c\nEND:VCARD\n"
    let path = try folder.write(text, to: "book.vcf")
    var options = BookOptions()
    options.threads = threads
    let book = try VCFBook(path, for: .writing, options: options)
    var read = 0
    try book.readCards(CardCollector()) { cards, _ in read += cards.count }
    #expect(read == 3)
    var request = SaveRequest()
    request.add(Card(version: .version30))
    _ = try book.save(request)
    #expect(try folder.text("book.vcf").hasPrefix(text))
  }
}
