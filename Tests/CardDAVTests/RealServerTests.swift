import CardDAV
import Foundation
import TestSupport
import Testing

/// Each needs its server from PyPI, which `.ci/sync` installs.
@Suite("ServerCollection with real servers", .serialized)
struct RealServerTests {
  private func collection(_ server: RealServer) throws -> ServerCollection {
    let discovery = Discovery(isTrusted: { _ in false }) { question in server.credentials(question)
    }
    let found = try discovery.collections(at: Discovery.Place(server.url))
    let (description, connection) = try Discovery.choose(nil, of: found)
    #expect(description.url.path == server.collection)
    return ServerCollection(description, connection)
  }

  private func card(_ name: String) -> [UInt8] {
    Array(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(name)\r\nFN:\(name) é\r\nN:\(name);;;;\r\nEND:VCARD\r\n"
        .utf8)
  }

  private func whole(_ program: RealServer.Program) throws {
    let server = try RealServer(program)
    let collection = try collection(server)
    var listing = try collection.listing(since: nil)
    #expect(listing.entries.isEmpty)
    let before = try #require(listing.token)

    // Names that are escaped in more ways than one.
    let names = ["a%20b.vcf", "%40x.vcf", "%C3%BC.vcf", "%2540.vcf", "a;b.vcf", "plain.vcf"]
    for name in names {
      let href = server.collection + name
      guard case .stored = try collection.put(card(name), at: href, replacing: nil) else {
        Issue.record("\(name) is stored")
        continue
      }
      guard case .changedMeanwhile = try collection.put(card(name), at: href, replacing: nil)
      else {
        Issue.record("\(name) is there")
        continue
      }
    }
    listing = try collection.listing(since: before)
    #expect(!listing.isComplete)
    #expect(
      Set(listing.entries.map { MemberHref($0.href) })
        == Set(names.map { MemberHref(server.collection + $0) }))
    // By the hrefs that the server writes, and in their order.
    let members = try collection.cards(at: listing.entries.map(\.href) + [server.collection + "no"])
    for (entry, member) in zip(listing.entries, members) {
      guard case .card(let octets, let etag) = member else {
        Issue.record("\(entry.href): \(member)")
        continue
      }
      #expect(etag == entry.etag)
      #expect(String(decoding: octets, as: UTF8.self).contains(" é\r\n"))
      guard case .card(_, etag) = try collection.card(at: entry.href) else {
        Issue.record("\(entry.href) is got")
        continue
      }
    }
    guard case .gone = members[names.count],
      case .gone = try collection.card(at: server.collection + "no")
    else {
      Issue.record("nobody is there")
      return
    }

    let now = try #require(listing.token)
    let (one, other) = (listing.entries[0], listing.entries[1])
    guard case .card(let octets, _) = members[0],
      case .stored = try collection.put(octets, at: one.href, replacing: one.etag),
      case .changedMeanwhile = try collection.delete(other.href, etag: "\"another\""),
      case .deleted = try collection.delete(other.href, etag: other.etag),
      case .gone = try collection.delete(other.href, etag: other.etag)
    else {
      Issue.record("conditions hold")
      return
    }
    let changes = try collection.listing(since: now)
    #expect(changes.removed.map { MemberHref($0) } == [MemberHref(other.href)])
    // A token that the server never gave out.
    let anew = try collection.listing(since: "urn:none")
    #expect(anew.isComplete)
    #expect(anew.entries.count == names.count - 1)
    let requests = collection.requestCount
    #expect(try collection.listing(since: anew.token).entries.isEmpty)
    #expect(collection.requestCount == requests + 1)
  }

  @Test(
    "creates, lists, fetches, changes and deletes on Radicale",
    .enabled(if: RealServer.file(of: .radicale) != nil, "radicale is not installed"))
  func radicale() throws { try whole(.radicale) }

  @Test(
    "creates, lists, fetches, changes and deletes on Xandikos",
    .enabled(if: RealServer.file(of: .xandikos) != nil, "xandikos is not installed"))
  func xandikos() throws { try whole(.xandikos) }

  @Test(
    "takes 1,000 cards from Radicale in twelve requests, and nothing new in one", .slow,
    .enabled(if: RealServer.file(of: .radicale) != nil, "radicale is not installed"))
  func many() throws {
    let count = ProcessInfo.processInfo.environment["CARDDAV_CARDS"].flatMap { Int($0) } ?? 1000
    let server = try RealServer(
      .radicale,
      cards: (0..<count).map { ("\($0).vcf", String(decoding: card("c\($0)"), as: UTF8.self)) })
    // The first listing makes what the server remembers of each card.
    let token = try collection(server).listing(since: nil).token
    let collection = try collection(server)
    let start = ContinuousClock.now
    let before = collection.requestCount
    let listing = try collection.listing(since: nil)
    #expect(listing.entries.count == count)
    var fetched = 0
    var place = 0
    while place < listing.entries.count {
      let end = min(place + 100, listing.entries.count)
      for case .card in try collection.cards(at: listing.entries[place..<end].map(\.href)) {
        fetched += 1
      }
      place = end
    }
    #expect(fetched == count)
    #expect(collection.requestCount - before == 1 + (count + 99) / 100)
    let all = ContinuousClock.now
    #expect(try collection.listing(since: token).entries.isEmpty)
    #expect(collection.requestCount - before == 2 + (count + 99) / 100)
    print("\(count) cards: \(all - start); nothing new: \(ContinuousClock.now - all)")
  }
}
