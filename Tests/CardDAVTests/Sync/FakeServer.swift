import CardDAV
import TestSupport
import Testing
import VCard

/// A collection on a server that is none: what it does to cards was measured on real ones.
final class FakeServer {
  /// Whose manners it has.
  enum Manner: String, CaseIterable, CustomTestStringConvertible {
    /// Rewrites every card, cuts values at a bare comma, and says so with a strong ETag.
    case radicale
    /// Keeps octets as they come, and does not list what came and went since a token.
    case xandikos
    /// Takes both versions, repairs cards, and tells no ETag then.
    case sabre
    /// Moves new cards, gives them UIDs of its own, heeds no If-Match and knows few properties.
    case google

    var testDescription: String { rawValue }
  }

  struct Member {
    var octets: [UInt8]
    var etag: String
  }

  let manner: Manner
  private(set) var members: [String: Member] = [:]
  /// What happened, by revision: the href, and whether it was there after that.
  private var log: [(href: String, isThere: Bool)] = []
  private var count = 0
  /// How often a card was stored.
  private(set) var putCount = 0
  /// The most octets of a card, which it does not declare.
  var hiddenMaximumSize = Int.max
  var abilities = CollectionAbilities()
  /// What becomes of listings.
  var lie: (CollectionListing) -> CollectionListing = { $0 }
  /// Whether tokens are taken.
  var knowsTokens = true

  init(_ manner: Manner) {
    self.manner = manner
    abilities.holdsVersion40 = manner == .sabre
  }

  var revision: Int { log.count }

  /// The cards, in the order of their hrefs.
  var cards: [Card] {
    members.sorted { $0.key < $1.key }.compactMap { Card(resource: $0.value.octets) }
  }

  func listing(since token: String?) -> CollectionListing {
    var listing = CollectionListing()
    listing.token = "\(revision)"
    if knowsTokens, let start = token.flatMap({ Int($0) }), start <= revision {
      listing.isComplete = false
      for href in Set(log[start...].map(\.href)).sorted() {
        if let member = members[href] {
          listing.entries.append(.init(href: href, etag: member.etag))
        } else if manner != .xandikos
          || log[..<start].last(where: { $0.href == href })?.isThere == true
        {
          listing.removed.append(href)
        }
      }
    } else {
      listing.entries = members.sorted { $0.key < $1.key }
        .map { .init(href: $0.key, etag: $0.value.etag) }
    }
    return lie(listing)
  }

  func answer(at href: String) -> RemoteMember {
    members[href].map { .card(octets: $0.octets, etag: $0.etag) } ?? .gone
  }

  /// Stores a card as another client would, in octets that it chooses.
  func store(_ octets: [UInt8], at href: String) {
    count += 1
    members[href] = Member(octets: octets, etag: "\"\(count)\"")
    log.append((href, true))
  }

  func remove(_ href: String) {
    members[href] = nil
    log.append((href, false))
  }

  func put(_ octets: [UInt8], at href: String, replacing etag: String?) -> PutAnswer {
    let old = members[href]
    if manner != .google || old == nil, old?.etag != etag { return .changedMeanwhile }
    guard octets.count <= hiddenMaximumSize else { return .changedMeanwhile }
    guard var card = Card(resource: octets) else {
      return .refused(RemoteRefusal(status: 400, reason: "no card"))
    }
    let uid = card.first(.uid)?.text
    switch manner {
    case .radicale:
      if uid == nil || card.first(.fn) == nil {
        return .refused(RemoteRefusal(status: 400, reason: "Bad Request"))
      }
      let isElsewhere = members.contains {
        $0.key != href && Card(resource: $0.value.octets)?.first(.uid)?.text == uid
      }
      if isElsewhere { return .refused(RemoteRefusal(status: 409, reason: "Conflict")) }
    case .xandikos:
      if card.first(.fn) == nil { return .changedMeanwhile }
    case .sabre, .google: break
    }
    putCount += 1
    var place = href
    var isRepaired = false
    switch manner {
    case .radicale: card = rewritten(card)
    case .xandikos:
      store(octets, at: href)
      return .stored(href: href, etag: members[href]?.etag)
    case .sabre:
      if uid == nil {
        card.append(ContentLine("UID", .text("sabre-\(count)")))
        isRepaired = true
      }
      if card.first(.fn) == nil {
        card.append(ContentLine("FN", .text("Unnamed")))
        isRepaired = true
      }
    case .google:
      if old == nil {
        place = "/google/\(count)"
        if let line = card.first(.uid) {
          card.replace(line, with: ContentLine("UID", .text("google-\(count)")))
        }
      } else if let oldUID = Card(resource: old?.octets ?? [])?.first(.uid)?.text,
        let line = card.first(.uid)
      {
        card.replace(line, with: ContentLine("UID", .text(oldUID)))
      }
      for line in card.properties where line.canonicalName == "X-FOO" {
        card.edit(replacing: [], removing: [line], appending: [])
        break
      }
    }
    store(Array(CardSamples.written(card).utf8), at: place)
    return .stored(href: place, etag: isRepaired ? nil : members[place]?.etag)
  }

  func delete(_ href: String, etag: String) -> DeleteAnswer {
    guard let old = members[href] else { return manner == .sabre ? .changedMeanwhile : .gone }
    guard old.etag == etag || manner == .google else { return .changedMeanwhile }
    remove(href)
    return .deleted
  }

  /// What Radicale makes of a card: lines in another order, and no value past a comma that is neither
  /// escaped nor in base64.
  private func rewritten(_ card: Card) -> Card {
    var lines = card.properties.map { property -> String in
      var line = String(decoding: property.lineOctets, as: UTF8.self)
      guard !property.isBase64, [.photo, .nickname, .url].contains(property.known),
        let colon = line.firstIndex(of: ":")
      else { return line }
      var isEscaped = false
      for index in line.indices where index > colon {
        if line[index] == ",", !isEscaped {
          line = String(line[..<index])
          break
        }
        isEscaped = line[index] == "\\" && !isEscaped
      }
      return line
    }
    lines.sort()
    let text =
      ["BEGIN:VCARD", "VERSION:\(card.version.rawValue)"] + lines + ["END:VCARD", ""]
    return Card(resource: Array(text.joined(separator: "\r\n").utf8)) ?? card
  }
}

/// What a client has of a ``FakeServer``; it dies where it is told to.
final class FakeCollection: RemoteCollection {
  /// Where the client dies: before the request gets there, or before the answer is heard.
  struct Fault: Hashable {
    let call: Int
    let isAfter: Bool
  }

  let server: FakeServer
  let fault: Fault?
  private(set) var requestCount = 0
  private var hrefCount = 0
  /// What was called, for messages.
  private(set) var calls: [String] = []
  /// Done before a request, as by somebody else.
  var before: (String) -> Void = { _ in }

  init(_ server: FakeServer, fault: Fault? = nil) {
    self.server = server
    self.fault = fault
  }

  var abilities: CollectionAbilities { server.abilities }

  private func call<Answer>(
    _ name: String, _ body: () -> Answer
  ) throws(RemoteError) -> Answer {
    calls.append(name)
    before(name)
    let number = requestCount
    requestCount += 1
    if let fault, fault.call == number, !fault.isAfter {
      throw RemoteError(.unreachable, "killed before \(name)")
    }
    let answer = body()
    if let fault, fault.call == number { throw RemoteError(.unreachable, "killed after \(name)") }
    return answer
  }

  func listing(since token: String?) throws(RemoteError) -> CollectionListing {
    try call("list") { server.listing(since: token) }
  }

  func cards(at hrefs: [String]) throws(RemoteError) -> [RemoteMember] {
    try call("multiget") {
      hrefs.map { href in
        let answer = server.answer(at: href)
        if server.manner == .sabre, case .gone = answer { return .unanswered }
        return answer
      }
    }
  }

  func card(at href: String) throws(RemoteError) -> RemoteMember {
    try call("get") { server.answer(at: href) }
  }

  func put(
    _ card: [UInt8], at href: String, replacing etag: String?
  ) throws(RemoteError) -> PutAnswer {
    try call("put") { server.put(card, at: href, replacing: etag) }
  }

  func delete(_ href: String, etag: String) throws(RemoteError) -> DeleteAnswer {
    try call("delete") { server.delete(href, etag: etag) }
  }

  func newHref() -> String {
    hrefCount += 1
    return "/fake/\(UInt64.random(in: 0 ... .max)).vcf"
  }
}
