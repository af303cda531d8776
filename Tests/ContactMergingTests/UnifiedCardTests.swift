import ContactMerging
import TestSupport
import Testing
import VCard

@Suite("The cards of a person as one")
struct UnifiedCardTests {
  @Test("an edit of what conversion made, which no card has, is saved on one")
  func made() throws {
    var random = SeededGenerator(seed: 11)
    var edits = 0
    for _ in 0..<60 {
      let cards = try [Version.version40, .version30, .version21].map {
        try CardSamples.parsed(CardGenerator($0, .valid).card(using: &random).octets)
      }
      let unified = UnifiedCard(cards)
      for (number, property) in unified.card.properties.enumerated()
      where unified.origins[number].isEmpty && property.known != .rev && !property.isMalformed
        && property.shape == .single
      {
        var edited = unified.card
        edited.replace(property, with: ContentLine(property.canonicalName, .text("somebody")))
        let saved = unified.saving(edited, addingTo: 0, now: now).compactMap { $0 }
        #expect(saved.contains { CardSamples.written($0).contains("somebody") }, "\(property.text)")
        edits += 1
      }
    }
    #expect(edits > 0)
  }

  /// 2026-01-02T03:04:05Z.
  private let now: Int64 = 1_767_323_045

  private func card(_ lines: [String], _ version: String = "3.0") throws -> Card {
    try CardSamples.parsed(lines: lines, version: version)
  }

  /// The lines of a card without the envelope and REV.
  private func lines(_ card: Card) -> [String] {
    CardSamples.written(card).split(separator: "\r\n").map(String.init).filter { line in
      !["BEGIN:", "VERSION:", "END:", "REV:"].contains { line.hasPrefix($0) }
    }
  }

  /// What the cards become when the lines of the unified card are these.
  private func saved(_ unified: UnifiedCard, _ lines: [String], at place: Int = 0) throws
    -> [[String]?]
  {
    let edited = try card(lines, unified.card.version.rawValue)
    return unified.saving(edited, addingTo: place, now: now).map { $0.map(self.lines) }
  }

  @Test("has every value once, and knows which cards say it")
  func origins() throws {
    let unified = UnifiedCard([
      try card([
        "FN:Kate Bell", "TEL:+1 408 555 0100", "BDAY:1978-04-12", "CATEGORIES:a", "UID:1",
        "REV:2001-01-01T00:00:00Z",
      ]),
      try card([
        "FN:KATE BELL", "TEL;TYPE=home:4085550100", "BDAY:1979-04-12", "CATEGORIES:b,a", "UID:2",
        "EMAIL:kate@work.example", "REV:2002-01-01T00:00:00Z",
      ]),
    ])
    let expected: [(String, [Int])] = [
      ("FN:Kate Bell", [0, 1]), ("TEL:+1 408 555 0100", [0, 1]), ("BDAY:1978-04-12", [0]),
      ("CATEGORIES:a", [0, 1]), ("UID:1", [0]), ("REV:2002-01-01T00:00:00Z", [0]),
      ("X-ALSO-BDAY:1979-04-12", [1]), ("CATEGORIES:b", [1]), ("EMAIL:kate@work.example", [1]),
      ("X-ALSO-UID:2", [1]),
    ]
    let properties = Array(unified.card.properties)
    #expect(properties.count == unified.origins.count)
    #expect(properties.map { "\($0.name.spelling):\($0.text)" } == expected.map(\.0))
    #expect(unified.origins.map { $0.map(\.card) } == expected.map(\.1))
    #expect(unified.origins[3].map(\.property) == [3, 3])
  }

  @Test("a card alone stays as it is, and one without UID has that of another")
  func alone() throws {
    let one = try card(["FN:Kate", "TEL:1"])
    #expect(lines(UnifiedCard([one]).card) == ["FN:Kate", "TEL:1"])
    let both = UnifiedCard([one, try card(["FN:Kate", "UID:b"])])
    #expect(lines(both.card) == ["FN:Kate", "TEL:1", "UID:b"])
  }

  @Test("a value is changed and removed on every card that has it; a new one goes where it is told")
  func saving() throws {
    let unified = UnifiedCard([
      try card(["FN:Kate Bell", "TEL;TYPE=cell:+1 408 555 0100", "NOTE:a"]),
      try card(["FN:Kate Bell", "TEL;TYPE=home:4085550100", "EMAIL:k@x.example", "X-LOCAL:1"]),
    ])
    let all = lines(unified.card)
    #expect(
      all == [
        "FN:Kate Bell", "TEL;TYPE=cell:+1 408 555 0100", "NOTE:a", "EMAIL:k@x.example",
        "X-LOCAL:1",
      ])
    #expect(try saved(unified, all).allSatisfy { $0 == nil })
    // Labels of values that are only written otherwise stay those of the card.
    #expect(
      try saved(unified, all.map { $0.replacing("0100", with: "0199") }) == [
        ["FN:Kate Bell", "TEL;TYPE=cell:+1 408 555 0199", "NOTE:a"],
        [
          "FN:Kate Bell", "TEL;TYPE=home:+1 408 555 0199", "EMAIL:k@x.example", "X-LOCAL:1",
        ],
      ])
    #expect(
      try saved(unified, all.filter { !$0.hasPrefix("TEL") }) == [
        ["FN:Kate Bell", "NOTE:a"], ["FN:Kate Bell", "EMAIL:k@x.example", "X-LOCAL:1"],
      ])
    #expect(
      try saved(unified, all.map { $0.replacing("k@x", with: "kate@x") }) == [
        nil,
        [
          "FN:Kate Bell", "TEL;TYPE=home:4085550100", "EMAIL:kate@x.example", "X-LOCAL:1",
        ],
      ])
    for place in 0...1 {
      let cards = try saved(unified, all + ["URL:http://x.example/"], at: place)
      #expect(cards[place]?.last == "URL:http://x.example/")
      #expect(cards[1 - place] == nil)
    }
    let changed = unified.saving(try card(all + ["TITLE:x"]), addingTo: 1, now: now)[1]
    #expect(changed?.first(.rev)?.text == "2026-01-02T03:04:05Z")
    // REV is nobody's to write.
    #expect(try saved(unified, all + ["REV:2020-01-01T00:00:00Z"]).allSatisfy { $0 == nil })
  }

  @Test("of several lines of a name the one is changed that is most alike")
  func alike() throws {
    let unified = UnifiedCard([
      try card(["FN:K", "EMAIL:one@x.example"]),
      try card(["FN:K", "EMAIL:other@y.example"]),
    ])
    #expect(
      try saved(unified, ["FN:K", "EMAIL:others@y.example"]) == [
        ["FN:K"], ["FN:K", "EMAIL:others@y.example"],
      ])
  }

  @Test("of equal lines the one is changed that somebody changed, whatever came or went beside it")
  func equalLines() throws {
    let unified = UnifiedCard([try card(["FN:K", "TITLE:A", "TITLE:A", "NOTE:n", "TITLE:A"])])
    for edited in [
      ["FN:K", "TITLE:Dep", "TITLE:A", "NOTE:n", "TITLE:A"],
      ["FN:K", "TITLE:A", "TITLE:A", "NOTE:n", "TITLE:Dep"],
      ["FN:L", "TITLE:A", "TITLE:Dep", "NOTE:m", "TITLE:A"],
      ["FN:K", "TITLE:Dep", "TITLE:A", "TITLE:A"],
    ] { #expect(try saved(unified, edited) == [edited]) }
    let added = try saved(unified, ["FN:K", "TEL:1", "TITLE:Dep", "TITLE:A", "NOTE:n", "TITLE:A"])
    #expect(added == [["FN:K", "TITLE:Dep", "TITLE:A", "NOTE:n", "TITLE:A", "TEL:1"]])
  }

  @Test("of hundreds of a name that were changed at once the first is made of the first")
  func crowded() throws {
    let emails = (0..<300).map { "EMAIL:k\($0)@x.example" }
    let unified = UnifiedCard([try card(["FN:K"] + emails), try card(["FN:K", emails[7]])])
    let edited = (0..<300).map { "EMAIL:k@\(299 - $0).example" }
    #expect(
      try saved(unified, ["FN:K"] + edited) == [["FN:K"] + edited, ["FN:K", edited[7]]])
  }

  @Test("items of lists are removed from every card that has them")
  func lists() throws {
    let unified = UnifiedCard([
      try card(["FN:K", "CATEGORIES:a,b"]), try card(["FN:K", "CATEGORIES:b,c"]),
    ])
    #expect(lines(unified.card) == ["FN:K", "CATEGORIES:a,b", "CATEGORIES:c"])
    #expect(
      try saved(unified, ["FN:K", "CATEGORIES:a", "CATEGORIES:c,d"]) == [
        ["FN:K", "CATEGORIES:a"], ["FN:K", "CATEGORIES:c,d"],
      ])
    #expect(try saved(unified, ["FN:K", "CATEGORIES:a,b"]) == [nil, ["FN:K", "CATEGORIES:b"]])
  }

  @Test("groups keep their names on each card, a label goes with its value")
  func groups() throws {
    let unified = UnifiedCard([
      try card(["FN:K", "item1.URL:http://a.example", "item1.X-ABLabel:first"]),
      try card(["FN:K", "item1.URL:http://b.example", "item1.X-ABLabel:second", "TEL:1"]),
    ])
    let all = lines(unified.card)
    let group = try #require(all.first { $0.contains("b.example") }?.split(separator: ".").first)
    #expect(group != "item1")
    #expect(
      try saved(unified, all.map { $0.replacing("second", with: "other") }) == [
        nil, ["FN:K", "item1.URL:http://b.example", "item1.X-ABLabel:other", "TEL:1"],
      ])
    #expect(
      try saved(unified, all.filter { !$0.contains("b.example") && !$0.contains("second") }) == [
        nil, ["FN:K", "TEL:1"],
      ])
    // A label without its value goes, too.
    #expect(
      try saved(unified, all.filter { !$0.contains("b.example") }) == [nil, ["FN:K", "TEL:1"]])
    // A value that gets a label takes it to its card, in a group that is free there.
    let labelled = all.map { $0 == "TEL:1" ? "item1x.TEL:1" : $0 } + ["item1x.X-ABLabel:boat"]
    #expect(
      try saved(unified, labelled) == [
        nil,
        [
          "FN:K", "item1.URL:http://b.example", "item1.X-ABLabel:second", "item1x.TEL:1",
          "item1x.X-ABLabel:boat",
        ],
      ])
  }

  @Test("a label that several cards give a value is changed on each; one of another text stays")
  func sharedLabel() throws {
    let unified = UnifiedCard([
      try card(["FN:K", "item1.TEL:1", "item1.X-ABLabel:Boat"]),
      try card(["FN:K", "Item5.TEL:1", "item5.X-ABLabel:Boat", "NOTE:n"]),
      try card(["FN:K", "item1.TEL:1", "item1.X-ABLabel:Home"]),
      try card(["FN:K", "item2.X-ABLabel:Boat"]),
    ])
    let all = lines(unified.card)
    #expect(all == ["FN:K", "item1.TEL:1", "item1.X-ABLabel:Boat", "NOTE:n"])
    #expect(unified.origins.map { $0.map(\.card) } == [[0, 1, 2, 3], [0, 1, 2], [0, 1], [1]])
    #expect(
      try saved(unified, all.map { $0.replacing("Boat", with: "Yacht") }) == [
        ["FN:K", "item1.TEL:1", "item1.X-ABLabel:Yacht"],
        ["FN:K", "Item5.TEL:1", "item5.X-ABLabel:Yacht", "NOTE:n"], nil, nil,
      ])
    #expect(
      try saved(unified, all.filter { !$0.contains("Boat") }) == [
        ["FN:K", "item1.TEL:1"], ["FN:K", "Item5.TEL:1", "NOTE:n"], nil, nil,
      ])
  }

  @Test("cards of other versions keep them, and say changes in their terms")
  func versions() throws {
    let unified = UnifiedCard([
      try card(["N:Bell;Kate;;;", "FN:Kate Bell", "TEL;TYPE=cell:+1 408 555 0100"]),
      try card(
        ["FN:Kate Bell", "TEL;VALUE=uri;TYPE=cell:tel:+1-408-555-0100", "BDAY:19780412"], "4.0"),
      try card(
        ["N:Bell;Kate", "NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:B=C3=A4ckerin"], "2.1"),
    ])
    let all = lines(unified.card)
    #expect(try saved(unified, all).allSatisfy { $0 == nil })
    let edited = all.map {
      $0.replacing("0100", with: "0199").replacing("Bäckerin", with: "Köchin")
        .replacing("1978-04-12", with: "1978-04-13")
    }
    let cards = unified.saving(try card(edited), addingTo: 1, now: now)
    #expect(cards.map { $0?.version } == [.version30, .version40, .version21])
    #expect(cards[1]?.first(.tel)?.text == "+1 408 555 0199")
    #expect(cards[1]?.first(.tel)?.parameter("VALUE") != ["uri"])
    #expect(cards[1]?.first(.bday)?.text == "19780413")
    #expect(cards[2]?.first(.note)?.text == "Köchin")
    #expect(cards[2]?.first(.note)?.isQuotedPrintable == true)
    let new = try card(all + ["BDAY;VALUE=date:1978-05-01"])
    let added = unified.saving(new, addingTo: 2, now: now)
    #expect(added[2]?.first(.bday)?.text == "1978-05-01")
  }

  @Test("whatever the cards, all they say is there, and without an edit nothing is changed")
  func law() throws {
    var random = SeededGenerator(seed: 7)
    for number in 0..<60 {
      let cards = try (0..<3).map { place in
        let version = Version.allCases[(number + place * (number / 3)) % 3]
        return try CardSamples.parsed(CardGenerator(version).card(using: &random).octets)
      }
      let unified = UnifiedCard(cards)
      #expect(Array(unified.card.properties).count == unified.origins.count)
      for card in cards {
        #expect(CardMerge(adding: card, to: unified.card, now: 0).additions == [])
      }
      let same = unified.saving(unified.card, addingTo: 0, now: now)
      #expect(same.allSatisfy { $0 == nil })
    }
  }
}
