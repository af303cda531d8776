import ContactMerging
import TestSupport
import Testing
import VCard

@Suite("Merged cards have one number and one mailbox once")
struct SameValueMergeTests {
  private func card(_ lines: [String], _ version: String = "3.0") throws -> Card {
    let text = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
    return try CardSamples.parsed(text.joined(separator: "\r\n"))
  }

  /// The lines of a merged card without its envelope; merging it with its sources changes nothing.
  private func merged(
    _ cards: [[String]], version: String = "3.0"
  ) throws -> (lines: [String], drops: [String]) {
    let cards = try cards.map { try card($0, version) }
    let merge = ClusterMerge(cards)
    let text = CardSamples.written(merge.card)
    let again = ClusterMerge([try CardSamples.parsed(text)] + cards)
    #expect(CardSamples.written(again.card) == text)
    #expect(CardSamples.written(ClusterMerge([try CardSamples.parsed(text)]).card) == text)
    #expect(merge.origins.count == merge.card.properties.reduce(0) { count, _ in count + 1 })
    let drops = merge.drops.map { drop in
      let lost = drop.parameters.map { "\($0.name)=\($0.values.joined(separator: ","))" }
      return ([drop.reason.rawValue, drop.text] + lost).joined(separator: " ")
    }
    return (
      text.split(separator: "\r\n").map(String.init).filter {
        !$0.hasPrefix("BEGIN:") && !$0.hasPrefix("VERSION:") && !$0.hasPrefix("END:")
      }, drops
    )
  }

  @Test(
    "a number stands once, in the writing that tells most",
    arguments: [
      (["0171 1234567"], ["+49 171 1234567"], ["+49 171 1234567"]),
      (["+49 171 1234567"], ["0171 1234567"], ["+49 171 1234567"]),
      (["0049 171 1234567"], ["+49 (0)171/1234567"], ["0049 171 1234567"]),
      (["0049 171 1234567"], ["+49 (0)171/1234567", "+49 171 1234567"], ["+49 171 1234567"]),
      (["171 1234567"], ["0171 1234567"], ["0171 1234567"]),
      (["+1 408 555 0100"], ["+1 408 555 0100 x5"], ["+1 408 555 0100 x5"]),
      (["408-555-0100 x5"], ["+1 408 555 0100"], ["408-555-0100 x5", "+1 408 555 0100"]),
      // Nobody knows whose the national number is.
      (
        ["0171 1234567"], ["+49 171 1234567", "+43 171 1234567"],
        ["0171 1234567", "+49 171 1234567", "+43 171 1234567"]
      ),
      (
        ["+1 408 555 0100"], ["+1 408 555 0100 x5", "+1 408 555 0100 x6"],
        ["+1 408 555 0100", "+1 408 555 0100 x5", "+1 408 555 0100 x6"]
      ),
      // What is no number is compared as it is written.
      (["110"], ["1 1 0", "112"], ["110", "112"]),
    ])
  func numbers(base: [String], other: [String], kept: [String]) throws {
    let lists = [
      ["FN:K", "NOTE:n", "NOTE:m"] + base.map { "TEL:\($0)" }, other.map { "TEL:\($0)" },
    ]
    let found = try merged(lists).lines.filter { $0.hasPrefix("TEL") }
    #expect(found == kept.map { "TEL:\($0)" })
  }

  @Test("a tel: URI and the number that it is stand once, and the drop says what was written")
  func links() throws {
    let result = try merged(
      [
        ["FN:K", "N:;K;;;", "TEL;TYPE=cell:0171 1234567"],
        ["FN:K", "TEL;VALUE=uri;TYPE=work:tel:+49-171-1234567"],
        ["FN:K", "TEL;TYPE=home:+49 171 1234567"],
      ], version: "4.0")
    #expect(
      result.lines == [
        "FN:K", "N:;K;;;", "TEL;VALUE=uri;TYPE=work,cell,home:tel:+49-171-1234567",
      ])
    #expect(
      result.drops == [
        "same-number 0171 1234567", "equal K", "equal K", "same-number +49 171 1234567",
      ])
  }

  @Test(
    "a mailbox stands once: without a tag, else as most cards have it, else as it is preferred",
    arguments: [
      (["kate+shop@x.example"], ["kate@x.example"], [], ["kate@x.example"]),
      (["kate@x.example"], ["Kate+Shop@x.example"], [], ["kate@x.example"]),
      (
        ["kate.bell@gmail.com"], ["katebell@gmail.com"], ["katebell@googlemail.com"],
        ["kate.bell@gmail.com"]
      ),
      (
        ["kate.bell@gmail.com"], ["katebell@gmail.com"], ["katebell@gmail.com"],
        ["katebell@gmail.com"]
      ),
      (
        ["kate.bell@x.example"], ["katebell@x.example"], [],
        ["kate.bell@x.example", "katebell@x.example"]
      ),
      (
        ["mailto:kate@x.example"], ["Kate <kate@x.example>"], ["kate@x.example"],
        ["mailto:kate@x.example"]
      ),
    ])
  func mailboxes(base: [String], second: [String], third: [String], kept: [String]) throws {
    let lists = [base + ["TEL"], second, third].map { addresses in
      addresses.map { $0 == "TEL" ? "TEL:110" : "EMAIL:\($0)" }
    }
    #expect(try merged(lists).lines.filter { $0.hasPrefix("EMAIL") } == kept.map { "EMAIL:\($0)" })
  }

  @Test("the preferred of two addresses of a mailbox stays, and the drop is told with its value")
  func preferred() throws {
    let result = try merged([
      ["FN:K", "EMAIL;TYPE=home:k.bell@gmail.com"], ["EMAIL;TYPE=work,pref:kbell@gmail.com"],
    ])
    #expect(result.lines == ["FN:K", "EMAIL;TYPE=work,home:kbell@gmail.com"])
    #expect(
      result.drops == [
        "parameters  TYPE=pref", "same-mailbox k.bell@gmail.com",
      ])
  }

  @Test("what a card says twice itself stands once, with types, preference and labels of both")
  func withinCard() throws {
    let result = try merged([
      [
        "FN:K", "TEL;TYPE=home,pref:0171 1234567", "item1.TEL;TYPE=cell:+49 171 1234567",
        "item1.X-ABLabel:Mine", "item2.EMAIL:k+a@x.example", "item2.X-ABLabel:Shop",
        "EMAIL:k@x.example", "item3.EMAIL:k@x.example", "item3.X-ABLabel:Own",
      ], ["FN:K"],
    ])
    #expect(
      result.lines == [
        "FN:K", "item1.TEL;TYPE=cell,home,pref:+49 171 1234567", "item1.X-ABLabel:Mine",
        "item2.X-ABLabel:Shop", "item2.EMAIL:k@x.example", "item2.X-ABLabel:Own",
      ])
    #expect(
      result.drops == [
        "same-number 0171 1234567", "same-mailbox k+a@x.example", "equal k@x.example", "equal K",
      ])
  }

  @Test("labels of a number go to the writing that stays, whichever card had it")
  func labels() throws {
    let result = try merged([
      ["FN:K", "NOTE:n", "NOTE:m", "item1.TEL:0171 1234567", "item1.X-ABLabel:Car"],
      ["item1.TEL:+49 171 1234567", "item1.X-ABLabel:Boat"],
      ["item1.TEL:+491711234567", "item1.X-ABLabel:Boat"],
    ])
    #expect(
      result.lines == [
        "FN:K", "NOTE:n", "NOTE:m", "item1.TEL:+49 171 1234567", "item1.X-ABLabel:Car",
        "item1.X-ABLabel:Boat",
      ])
    #expect(result.drops == ["same-number 0171 1234567", "equal +491711234567", "equal Boat"])
  }

  @Test("of cards of several versions a number stands once", arguments: ["2.1", "3.0"])
  func versions(older: String) throws {
    let merge = ClusterMerge([
      try card(
        ["N:Bell;Kate;;;", "FN:Kate Bell", "TEL;HOME:0171 1234567"].map {
          older == "3.0" ? $0.replacing("TEL;HOME", with: "TEL;TYPE=HOME") : $0
        }, older),
      try card(["FN:Kate Bell", "TEL;VALUE=uri;TYPE=cell:tel:+49-171-1234567"], "4.0"),
    ])
    #expect(merge.card.properties(named: .tel).map(\.text) == ["tel:+49-171-1234567"])
    #expect(merge.card.first(.tel)?.types == ["cell", "home"])
    #expect(merge.drops.map(\.reason).contains(.sameNumber))
  }
}
