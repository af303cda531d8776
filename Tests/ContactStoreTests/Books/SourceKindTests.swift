import ContactStore
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Kinds of sources")
struct SourceKindTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for folder in ["home", "phone"] { try directory.makeFolder("root/\(folder)") }
  }

  /// A book with a source of a kind that nobody but a test has.
  private func open(_ name: String) throws -> any AddressBook {
    var phone = SourceKind("old phone", [.lastingIdentifiers])
    phone.limits = [.email: 3, .photo: 0]
    var options = BookOptions()
    options.sourceKinds["phone"] = phone
    return try openBook(directory.path(name), for: .writing, options: options)
  }

  private func add(_ lines: String..., to source: String?, of book: any AddressBook) throws
    -> RecordID
  {
    var request = SaveRequest()
    let text = (["BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell"] + lines + ["END:VCARD", ""])
    request.add(try CardSamples.parsed(text.joined(separator: "\r\n")), source: source)
    return try book.save(request)[0]
  }

  private static let emails = (1...4).map { "EMAIL:\($0)@x.example" }.joined(separator: "\r\n")

  @Test("a card that a source cannot hold is refused by the name of the property, whole")
  func refuses() throws {
    for name in ["book.sqlite", "root"] {
      let book = try open(name)
      let three = try add("EMAIL:a@x.example", "TEL:1", to: "phone", of: book)
      for (lines, reason) in [
        (Self.emails, "holds 3 EMAIL of a card, and this one has 4"),
        ("PHOTO:data:image/png;base64,AAAA", "has no PHOTO"), ("KIND:group", "has no groups"),
      ] {
        let error = #expect(throws: BookError.self) { try add(lines, to: "phone", of: book) }
        #expect(error?.kind == .unsupported)
        #expect(error?.reason == "Kate Bell: the source \"phone\" \(reason)")
        _ = try add(lines, to: name == "root" ? "home" : nil, of: book)
      }
      let record = try #require(try book.record(three))
      var card = record.card
      for line in 1...3 { card.append(ContentLine("EMAIL", .text("\(line)@y.example"))) }
      var request = SaveRequest()
      request.update(three, to: card, from: record.card)
      #expect(throws: BookError.self) { try book.save(request) }
      #expect(try book.count() == 4)
      let sources = try book.sources()
      #expect(sources.map(\.kind.name) == [name == "root" ? "folder" : "local", "old phone"])
      #expect(sources.map(\.count) == [3, 1])
    }
  }

  @Test("what a book can do is what all of its sources can")
  func shared() throws {
    #expect(try open("book.sqlite").capabilities == [.lastingIdentifiers, .sources])
    #expect(try open("root").capabilities == [.lastingIdentifiers, .sources])
    let plain = try openBook(directory.path("plain.sqlite"), for: .writing)
    #expect(
      plain.capabilities == [.lastingIdentifiers, .links, .groups, .sources, .undo])
    #expect(try plain.sources().map(\.kind) == [.local])
  }
}
