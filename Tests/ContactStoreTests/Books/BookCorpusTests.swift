import ContactMerging
import ContactStore
import Files
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Books of real files")
struct BookCorpusTests {
  @Test(
    "change only where they are changed, whatever else is in them",
    .enabled(if: !Corpus.files.isEmpty, "the files are not part of the repository"))
  func files() throws {
    let directory = try TemporaryDirectory()
    var generator = SeededGenerator(seed: 4)
    let new = try CardSamples.parsed(CardSamples.card("New One", "EMAIL:new@x.example"))
    var books = 0
    for file in Corpus.files {
      let bytes = try Self.bytes(file)
      guard bytes.count <= 32 << 10 else { continue }
      try directory.write(bytes, to: "book.vcf")
      let book = try openBook(directory.path("book.vcf"), for: .writing)
      do {
        let digests = try Self.digests(book)
        var request = SaveRequest()
        request.add(new)
        let number = Int.random(in: 0..<max(1, digests.count), using: &generator)
        let ids = try BookSamples.identifiers(book)
        if number < ids.count { request.update(RecordID(rawValue: ids[number]), to: new) }
        _ = try book.save(request)
        var expected = digests
        if number < ids.count { expected[number] = CardDigest(new) }
        #expect(try Self.digests(book) == expected + [CardDigest(new)], "\(file)")
        books += 1
      } catch let error as BookError where [.notABook, .unsupported].contains(error.kind) {
        #expect(try directory.bytes("book.vcf") == bytes)
      }
    }
    #expect(books > 100)
  }

  private static func digests(_ book: any AddressBook) throws -> [CardDigest] {
    var digests: [CardDigest] = []
    try book.forEachRecord { digests.append(CardDigest($0.card)) }
    return digests
  }

  private static func bytes(_ file: FilePath) throws -> [UInt8] {
    let descriptor = try FileDescriptor.open(file, .readOnly)
    defer { try? descriptor.close() }
    var bytes = [UInt8](repeating: 0, count: Int(try Stat(file).size))
    let count = try SystemCalls.read(descriptor, at: 0, into: &bytes)
    return Array(bytes[..<count])
  }

  @Test(
    "merge with themselves and with each other without end or loss",
    .enabled(if: !Corpus.files.isEmpty, "the files are not part of the repository"))
  func merging() throws {
    var cards: [Card] = []
    for file in Corpus.files {
      let bytes = try Self.bytes(file)
      guard bytes.count <= 8 << 10 else { continue }
      var reader = CardReader()
      try reader.append(bytes)
      reader.finish()
      while case .card(let card, _) = reader.next() { cards.append(card) }
    }
    var last = try CardSamples.parsed(CardSamples.card("K"))
    for card in cards {
      let itself = CardMerge(adding: card, to: card, now: 0)
      #expect(itself.additions == [], "\(CardSamples.written(card))")
      let merge = CardMerge(adding: card, to: last, now: 0)
      var written: [UInt8] = []
      CardWriter().write(merge.card, into: &written)
      let again = CardMerge(adding: card, to: try CardSamples.parsed(written), now: 1)
      #expect(
        again.additions == [],
        "\(CardSamples.written(card))\n\(CardSamples.written(last))\n\(String(decoding: written, as: UTF8.self))"
      )
      last = card
    }
  }
}
