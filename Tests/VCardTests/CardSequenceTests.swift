import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Cards as sequences")
struct CardSequenceTests {
  private let kate = CardSamples.card("Kate Bell", "NOTE:é")
  private let tom = CardSamples.card("Tom Ashdown")

  /// What was told, from whatever thread.
  private final class Told: Sendable {
    private let codes = Mutex<[String]>([])
    var all: [String] { codes.withLock { $0 } }
    func add(_ found: [Diagnostic]) {
      codes.withLock { $0 += found.map(\.code.rawValue) }
    }
  }

  /// Pieces of octets as a stream.
  private func stream(_ pieces: [[UInt8]]) -> AsyncStream<[UInt8]> {
    AsyncStream { stream in
      for piece in pieces { stream.yield(piece) }
      stream.finish()
    }
  }

  private func names(_ cards: [Card]) -> [String] { cards.map { $0.first(.fn)?.text ?? "" } }

  @Test("a text, its octets and slices of them have the same cards, again and again")
  func texts() {
    let text = kate + tom
    let sequence = CardSequence(text)
    for _ in 0..<2 { #expect(names(Array(sequence)) == ["Kate Bell", "Tom Ashdown"]) }
    #expect(names(Array(CardSequence(Array(text.utf8)[...]))) == ["Kate Bell", "Tom Ashdown"])
    #expect(names(Array(CardSequence(""))) == [])
  }

  @Test("what is odd about a card is told before it, what follows the last card at the end")
  func diagnostics() {
    let told = Told()
    var cards = CardSequence("junk\r\n\(kate)\(tom)junk\r\n") { told.add($0) }.makeIterator()
    #expect(told.all.isEmpty)
    #expect(cards.next()?.first(.fn)?.text == "Kate Bell")
    let first = told.all
    #expect(first.count == 1)
    _ = cards.next()
    #expect(told.all == first)
    #expect(cards.next() == nil && cards.next() == nil)
    #expect(told.all == first + first)
  }

  @Test("every fixture reads as a reader of the whole reads it, with the same diagnostics")
  func fixtures() async throws {
    let files = Fixtures.files(in: "cards").filter { $0.extension == "vcf" }
    #expect(files.count > 20)
    for file in files {
      let octets = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file.string)))
      let whole = try Reading(octets)
      let (told, later) = (Told(), Told())
      let cards = Array(CardSequence(octets) { told.add($0) })
      #expect(cards.map(\.text) == whole.cards.map(\.text), "\(file)")
      #expect(told.all == whole.diagnostics.map(\.code.rawValue), "\(file)")
      var streamed: [String] = []
      let pieces = stride(from: 0, to: octets.count, by: 7).map {
        Array(octets[$0..<min($0 + 7, octets.count)])
      }
      for try await card in stream(pieces).cards(diagnose: { later.add($0) }) {
        streamed.append(card.text)
      }
      #expect(streamed == cards.map(\.text) && later.all == told.all, "\(file)")
    }
  }

  @Test("a card of a stream comes out when its END has come in, whatever follows")
  func promptness() async throws {
    let (octets, source) = AsyncStream.makeStream(of: UInt8.self)
    var cards = octets.cards().makeAsyncIterator()
    for octet in kate.utf8 { source.yield(octet) }
    #expect(await cards.next()?.first(.fn)?.text == "Kate Bell")
    for octet in tom.utf8 { source.yield(octet) }
    source.finish()
    #expect(await cards.next()?.first(.fn)?.text == "Tom Ashdown")
    #expect(await cards.next() == nil)
  }

  @Test("a file reads whole and as a stream; one that is not there is an error that names it")
  func files() async throws {
    let directory = try TemporaryDirectory()
    let long = String(repeating: kate, count: 10_000)
    try directory.write(Array(long.utf8), to: "a.vcf")
    let path = directory.path.appending("a.vcf").string
    #expect(try CardSequence(contentsOf: path).reduce(0) { count, _ in count + 1 } == 10_000)
    var count = 0
    for try await card in try FilePieces(path).cards() {
      #expect(card.lineCount == 5)
      count += 1
    }
    #expect(count == 10_000)
    let missing = directory.path.appending("b.vcf").string
    #expect { try CardSequence(contentsOf: missing) } throws: {
      "\($0)" == "cannot read \(missing): No such file or directory"
    }
    #expect(throws: FileReadError.self) { try FilePieces(missing) }
    #expect(throws: FileReadError.self) { try CardSequence(contentsOf: directory.path.string) }
  }

  @Test("a text is one card or says why not, and a card is text again")
  func single() throws {
    let card = try Card(kate)
    #expect(card.text == kate && "\(card.version)" == "3.0")
    #expect(throws: CardTextError.noCard) { try Card("") }
    #expect(throws: CardTextError.severalCards) { try Card(kate + tom) }
  }
}
