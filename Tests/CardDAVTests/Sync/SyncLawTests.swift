import CardDAV
import ContactMerging
import ContactStore
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Laws of synchronising")
struct SyncLawTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static func octets(_ lines: [String]) throws -> [UInt8] {
    Array(CardSamples.written(try CardSamples.parsed(lines: lines)).utf8)
  }

  // MARK: Killed

  enum Deed: String, CaseIterable, CustomTestStringConvertible {
    case create, change, delete

    var testDescription: String { rawValue }
  }

  /// A book and a server that say the same, and then a deed on each side.
  private func prepared(
    _ deed: Deed, _ server: FakeServer, _ name: String
  ) throws -> SyncSide {
    let side = try SyncSide(directory.path("\(name).sqlite"), server)
    for number in 1...3 {
      server.store(
        try Self.octets(["UID:r\(number)", "FN:Remote \(number)", "N:;R\(number);;;"]),
        at: "/fake/\(number)")
    }
    try side.add("UID:l", "FN:Local", "N:;Local;;;", "NICKNAME:x,y", "TEL:100")
    try side.sync()
    let id = try #require(try side.ids.last)
    switch deed {
    case .create:
      try side.add("FN:New", "N:;New;;;", "NICKNAME:a,b", "TEL:200", "X-FOO:1")
      try side.add("UID:n2", "FN:Newer", "N:;Newer;;;", "URL:http://x.example/c,d")
      server.store(try Self.octets(["UID:r4", "FN:Remote 4", "N:;R4;;;"]), at: "/fake/4")
    case .change:
      try side.edit(id) { card in
        if let line = card.first(.nickname) {
          card.replace(line, with: ContentLine("NICKNAME", .list(["y", "z"])))
        }
        card.append(ContentLine("TEL", .text("300")))
      }
      if let href = server.members.first(where: {
        Card(resource: $0.value.octets)?.first(.fn)?.text == "Local"
      })?.key, case .card(let octets, _) = server.answer(at: href),
        var card = Card(resource: octets)
      {
        card.append(ContentLine("EMAIL", .text("e@x.example")))
        server.store(Array(CardSamples.written(card).utf8), at: href)
      }
    case .delete:
      try side.delete(id)
      try side.delete(side.ids[0])
      server.remove("/fake/2")
    }
    return side
  }

  @Test(
    "killed before or after any request and run again, nothing is there twice and no edit is lost",
    arguments: FakeServer.Manner.allCases, Deed.allCases)
  func killed(manner: FakeServer.Manner, deed: Deed) throws {
    let whole = FakeServer(manner)
    let expected = try prepared(deed, whole, "whole")
    let puts = whole.putCount
    try expected.sync()
    let putCount = whole.putCount - puts
    let (book, there) = (SyncSide.said(try expected.cards), SyncSide.said(whole.cards))
    var isDone = false
    var call = 0
    while !isDone {
      for isAfter in [false, true] {
        let server = FakeServer(manner)
        let side = try prepared(deed, server, "\(call)\(isAfter)")
        let before = server.putCount
        do {
          try side.sync(FakeCollection.Fault(call: call, isAfter: isAfter))
          isDone = true
          continue
        } catch is RemoteError {}
        let report = try side.sync()
        let place = "\(manner) \(deed) \(call) \(isAfter) \(report.events)"
        #expect(SyncSide.said(try side.cards) == book, "\(place)")
        #expect(SyncSide.said(server.cards) == there, "\(place)")
        #expect(server.putCount - before <= putCount + 1, "\(place)")
        #expect(try side.requests() == 1, "\(place)")
        let uids = server.cards.compactMap(\.memberUID)
        #expect(Set(uids).count == uids.count)
      }
      call += 1
    }
    #expect(call > 3)
  }

  // MARK: At random

  /// Two books on one server, edited at random.
  private struct Play {
    var random: SeededGenerator
    let sides: [SyncSide]
    var number = 0
    /// Values by the person who has them, which nobody has removed.
    var live: [String: Set<String>] = [:]

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    mutating func next() -> Int {
      number += 1
      return number
    }

    mutating func line() -> String {
      switch below(4) {
      case 0: "TEL;TYPE=CELL:+4930\(100000 + next())"
      case 1: "EMAIL:m\(next())@x.example"
      case 2: "URL:http://x.example/\(next())"
      default: "X-ABDATE:2001-01-\(10 + next())"
      }
    }

    mutating func edit(_ side: SyncSide) throws {
      let ids = try side.ids
      guard !ids.isEmpty, below(4) > 0 else {
        let name = "P\(next())"
        let line = line()
        live[name] = [line]
        try side.add("UID:\(name)", "FN:\(name)", "N:;\(name);;;", line)
        return
      }
      let id = ids[below(ids.count)]
      guard let card = try side.book().record(id)?.card, let name = card.first(.fn)?.text else {
        return
      }
      let values = SyncSide.lines(card).filter { live[name]?.contains($0) ?? false }
      switch below(8) {
      case 0:
        try side.delete(id)
        for value in values { live[name]?.remove(value) }
      case 1, 2:
        guard !values.isEmpty else { return }
        let value = values[below(values.count)]
        live[name]?.remove(value)
        try side.edit(id) { card in
          let gone = card.properties.filter {
            String(decoding: $0.lineOctets, as: UTF8.self) == value
          }
          card.edit(replacing: [], removing: gone, appending: [])
        }
      case 3, 4:
        let note = "note \(next())"
        try side.edit(id) { card in
          let line = ContentLine("NOTE", .text(note))
          if let old = card.first(.note) {
            card.replace(old, with: line)
          } else {
            card.append(line)
          }
        }
      default:
        let line = line()
        live[name, default: []].insert(line)
        try side.edit(id) { $0.append(rawLine: Array("\(line)\r\n".utf8)) }
      }
    }
  }

  private static func people(_ cards: [Card]) -> [String: Set<String>] {
    var people: [String: Set<String>] = [:]
    for card in cards {
      let name = card.first(.fn)?.text ?? ""
      #expect(people[name] == nil, "\(name) is there twice")
      people[name] = Set(
        SyncSide.lines(card).filter { !$0.hasPrefix("UID") && !$0.hasPrefix("REV") })
    }
    return people
  }

  @Test(
    "two books that are edited at random say the same within two rounds, and miss nothing",
    arguments: FakeServer.Manner.allCases, 0..<UInt64(3 * lawTimes))
  func converge(manner: FakeServer.Manner, seed: UInt64) throws {
    let server = FakeServer(manner)
    let sides = try ["a", "b"].map {
      try SyncSide(directory.path("\(manner)\(seed)\($0).sqlite"), server)
    }
    var play = Play(random: SeededGenerator(seed: seed), sides: sides)
    for _ in 0..<6 {
      for _ in 0..<play.below(8) + 1 { try play.edit(sides[play.below(2)]) }
      for side in sides + sides {
        // Some runs die.
        if play.below(3) == 0 {
          let fault = FakeCollection.Fault(call: play.below(8), isAfter: play.below(2) == 0)
          _ = try? side.sync(fault)
        }
        let report = try side.sync()
        #expect(
          report.events.allSatisfy { [.conflict, .kept].contains($0.kind) }, "\(report.events)")
      }
      let people = try sides.map { Self.people(try $0.cards) }
      #expect(people[0] == people[1])
      #expect(Self.people(server.cards) == people[0])
      for (name, lines) in play.live where !lines.isEmpty {
        #expect(lines.isSubset(of: people[0][name] ?? []), "\(name)")
      }
      for side in sides { #expect(try side.requests() == 1) }
    }
  }
}
