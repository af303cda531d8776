import ContactMerging
import TestSupport
import Testing
import VCard

@Suite("Two who changed a card that each has in a writing of its own")
struct TwoBaseMergeTests {
  private func card(_ lines: [String], version: String = "3.0") throws -> Card {
    try CardSamples.parsed(lines: ["FN:Kate"] + lines, version: version)
  }

  private func lines(_ card: Card) -> [String] {
    card.properties.map { String(decoding: $0.lineOctets, as: UTF8.self) }.filter {
      $0 != "FN:Kate"
    }
  }

  private func merged(
    _ base: [String], _ mine: [String], _ theirBase: [String], _ theirs: [String],
    _ preference: ThreeWayMerge.Preference = .mine
  ) throws -> (lines: [String], conflicts: [String]) {
    let merge = ThreeWayMerge(
      base: try card(base), mine: try card(mine), into: try card(theirs), of: try card(theirBase),
      preferring: preference)
    return (lines(merge.card), merge.conflicts)
  }

  @Test("what differs between the bases is nobody's change")
  func writings() throws {
    let (base, theirs) = (
      ["NOTE:Kate", "TEL;TYPE=CELL:1"], ["TEL;TYPE=cell:1", "NOTE:Kate\\, Cathy", "X-A:1"]
    )
    #expect(try merged(base, base, theirs, theirs) == (theirs, []))
    #expect(try merged(base, base + ["TEL:2"], theirs, theirs) == (theirs + ["TEL:2"], []))
    #expect(
      try merged(base, ["TEL;TYPE=CELL:1", "NOTE:Cat"], theirs, theirs)
        == (["TEL;TYPE=cell:1", "NOTE:Cat", "X-A:1"], []))
    #expect(try merged(base, ["NOTE:Kate"], theirs, theirs) == (Array(theirs.dropFirst()), []))
  }

  @Test("of one value that both changed one stays and it is told; several are joined")
  func conflicts() throws {
    let base = ["NOTE:a", "BDAY:2001-01-01", "TEL:1"]
    let mine = ["NOTE:b", "BDAY:2001-01-01", "TEL:2"]
    let theirs = ["NOTE:c", "BDAY:2002-02-02", "TEL:3"]
    #expect(
      try merged(base, mine, base, theirs)
        == (["NOTE:b", "BDAY:2002-02-02", "TEL:3", "TEL:2"], ["NOTE"]))
    #expect(
      try merged(base, mine, base, theirs, .theirs)
        == (["NOTE:c", "BDAY:2002-02-02", "TEL:3", "TEL:2"], ["NOTE"]))
    #expect(try merged([], ["NOTE:b"], [], ["NOTE:b"]) == (["NOTE:b"], []))
    #expect(try merged([], ["NOTE:b"], [], ["NOTE:c"], .theirs) == (["NOTE:c"], ["NOTE"]))
    // What a server does not keep is there, though it is in no base of the server.
    #expect(try merged([], ["NOTE:b"], ["NOTE:c"], ["NOTE:c"]) == (["NOTE:b"], []))
  }

  @Test("an edit of a value beats its removal, whichever side made it")
  func removal() throws {
    #expect(try merged(["NOTE:a"], [], ["NOTE:a"], ["NOTE:b"]) == (["NOTE:b"], []))
    #expect(try merged(["NOTE:a"], ["NOTE:b"], ["NOTE:a"], []) == (["NOTE:b"], []))
    #expect(try merged(["NOTE:a"], [], ["NOTE:a"], ["NOTE:a"]) == ([], []))
    #expect(try merged(["NOTE:a"], [], ["NOTE;X-A=1:a"], ["NOTE;X-A=1:a"]) == ([], []))
  }

  @Test("the card stays in its version where the other side only has it in another one")
  func versions() throws {
    let base = try card(["TEL;TYPE=CELL:1", "PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo="])
    var mine = base
    mine.append(ContentLine("TEL", .text("2")))
    let own = try card(
      ["TEL;TYPE=cell:1", "PHOTO:data:image/png;base64,iVBORw0KGgo="], version: "4.0")
    let merge = ThreeWayMerge(base: base, mine: mine, into: own, of: own, preferring: .mine)
    #expect(merge.card.version == .version40)
    #expect(Array(lines(merge.card).prefix(2)) == lines(own).map { $0 })
    #expect(merge.card.properties(named: .tel).map(\.text) == ["1", "2"])
  }

  @Test("values are the same however they are written, and lists are taken apart")
  func values() throws {
    let one = try card(["NICKNAME:a,b", "item1.URL:http://x", "TEL:(1) 2-3", "UID:1", "X-B:"])
    let other = try card([
      "NICKNAME:b", "NICKNAME;X-C=1:a", "URL:http://x", "TEL;TYPE=home:123", "UID:2", "REV:x",
      "ROLE:r",
    ])
    let values = (one: CardValues(one), other: CardValues(other))
    #expect(values.one.missing(in: values.other).isEmpty)
    #expect(values.other.missing(in: values.one).map(\.canonicalName) == ["ROLE"])
    #expect(!values.one.areSame(as: values.other))
    #expect(!one.isUnedited(from: other) && one.isUnedited(from: one))
    var revised = one
    revised.setRevision(1)
    #expect(revised.isUnedited(from: one))
  }
}
