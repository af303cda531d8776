import CardDAV
import ContactMerging
import ContactStore
import Foundation
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Cards as programs really write them, on servers")
struct WildSyncTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Every card of the fixtures, and cards made by chance.
  private func cards() throws -> [Card] {
    var cards: [Card] = []
    for file in Fixtures.files(in: "cards") where file.extension == "vcf" {
      var reader = CardReader()
      try reader.append([UInt8](Data(contentsOf: URL(fileURLWithPath: file.string))))
      reader.finish()
      while case .card(let card, _) = reader.next() { cards.append(card) }
    }
    var random = SeededGenerator(seed: 21)
    for number in 0..<300 {
      let versions: [Version] = [.version21, .version30, .version40]
      let generator = CardGenerator(versions[number % 3], number % 2 == 0 ? .valid : .wild)
      cards.append(try CardSamples.parsed(generator.card(using: &random).octets))
    }
    return cards
  }

  @Test(
    "the book stays as it is octet by octet, nothing is sent twice, and what is lost is told",
    arguments: FakeServer.Manner.allCases)
  func wild(manner: FakeServer.Manner) throws {
    let server = FakeServer(manner)
    let side = try SyncSide(directory.path("\(manner).sqlite"), server)
    var request = SaveRequest()
    for card in try cards() { request.add(card, source: SyncSide.source) }
    let ids = try side.book().save(request)
    let before = try side.cards.map(\.octetsAsRead)
    let report = try side.sync()
    #expect(try side.cards.map(\.octetsAsRead) == before)
    let puts = server.putCount
    let again = try side.sync()
    #expect(server.putCount == puts && again.requestCount == 1)
    #expect(again.fromServer == SyncReport.Counts() && again.toServer == SyncReport.Counts())

    let book = try side.book()
    let members = Dictionary(
      try book.members(of: SyncSide.source).map { ($0.recordID, $0) },
      uniquingKeysWith: { first, _ in first })
    var told: [RecordID: Set<String>] = [:]
    for event in report.events {
      #expect([.refused, .serverLost].contains(event.kind), "\(event)")
      if let id = event.record { told[id, default: []].formUnion(event.properties) }
    }
    let refused = Set(report.events.filter { $0.kind == .refused }.compactMap(\.record))
    for id in ids where !refused.contains(id) {
      let record = try #require(try book.record(id)?.card)
      guard case .card(let octets, _) = server.answer(at: members[id]?.href ?? ""),
        let there = Card(resource: octets)
      else {
        Issue.record("\(id) is not there")
        continue
      }
      let sent = OutgoingCard(record, version: there.version, uid: nil).card
      let missing = CardValues(sent).missing(in: CardValues(there)).map(\.canonicalName)
        // A comma in a URI is another writing of it, and so is the UID that a server gave a member.
        .filter { name in
          !(manner == .google && name == "X-ADDRESSBOOKSERVER-MEMBER")
            && !there.properties.contains { $0.canonicalName == name && $0.text.contains("%2C") }
        }
      #expect(Set(missing).isSubset(of: told[id] ?? []), "\(id) \(record.text)\n\(there.text)")
    }
  }
}
