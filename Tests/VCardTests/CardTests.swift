import TestSupport
import Testing
import VCard

@Suite("Card")
struct CardTests {
  private func written(_ card: Card) -> String {
    var octets: [UInt8] = []
    CardWriter().write(card, into: &octets)
    return String(decoding: octets, as: UTF8.self)
  }

  @Test("a new card has its envelope alone", arguments: Version.allCases)
  func new(version: Version) {
    let card = Card(version: version)
    #expect(written(card) == "BEGIN:VCARD\r\nVERSION:\(version.rawValue)\r\nEND:VCARD\r\n")
    #expect(card.version == version && card.declaresVersion && card.isCanonical)
    #expect(card.properties.map { $0 }.isEmpty)
    #expect(card.first(.fn) == nil)
  }

  @Test("properties are found by name, in order, and edits keep the order")
  func edits() throws {
    var card = Card(version: .version40)
    card.append(ContentLine("FN", .text("a")))
    card.append(ContentLine("TEL", .text("1")))
    card.append(ContentLine("TEL", .text("2")))
    #expect(card.properties(named: .tel).map(\.text) == ["1", "2"])
    #expect(card.first(.tel)?.text == "1")
    card.insert(ContentLine("N", .structure([["b"]])), before: try #require(card.first(.fn)))
    card.replace(try #require(card.first(.tel)), with: ContentLine("EMAIL", .text("e")))
    card.remove(try #require(card.first(.fn)))
    #expect(card.properties.map(\.canonicalName) == ["N", "EMAIL", "TEL"])
    #expect(
      written(card) == "BEGIN:VCARD\r\nVERSION:4.0\r\nN:b\r\nEMAIL:e\r\nTEL:2\r\nEND:VCARD\r\n")
  }

  @Test("a card is a value: a copy keeps what it had")
  func value() throws {
    var card = Card(version: .version30)
    card.append(ContentLine("FN", .text("a")))
    let copy = card
    let name = try #require(card.first(.fn))
    card.replace(name, with: ContentLine("FN", .text("b")))
    #expect(copy.first(.fn)?.text == "a")
    #expect(name.text == "a")
    #expect(card.first(.fn)?.text == "b")
  }

  @Test("a property from before the last edit, or of another card, cannot be edited")
  func stale() async {
    await #expect(processExitsWith: .failure) {
      var card = Card(version: .version40)
      card.append(ContentLine("FN", .text("a")))
      card.append(ContentLine("TEL", .text("1")))
      let phone = try #require(card.first(.tel))
      card.remove(phone)
      card.remove(phone)
    }
    await #expect(processExitsWith: .failure) {
      var card = Card(version: .version40)
      card.append(ContentLine("FN", .text("a")))
      let name = try #require(card.first(.fn))
      card.replace(name, with: ContentLine("FN", .text("b")))
      card.replace(name, with: ContentLine("FN", .text("c")))
    }
  }

  @Test(
    "a copy of a folded property says as much, whatever ends its lines",
    arguments: ["\r\n", "\n", "\r", "\r\r\n", "\r\n\r\n"])
  func copiesFolds(lineEnd: String) throws {
    let text = ["BEGIN:VCARD", "VERSION:3.0", "NOTE:one", " two", " three", "END:VCARD", ""]
    let note = try #require(try Card(text.joined(separator: lineEnd)).first(.note))
    var card = Card(version: .version30)
    card.append(copying: note)
    #expect(card.first(.note)?.text == "onetwothree")
    #expect(try Card(card.text).first(.note)?.text == "onetwothree")
  }

  @Test("a missing BEGIN, END or line end is added when a card is written, and nothing else")
  func completed() throws {
    for text in [
      "FN:x\r\nEND:VCARD\r\n", "BEGIN:VCARD\r\nFN:x", "BEGIN:VCARD\nFN:x\nEND:VCARD", "FN:x",
      "BEGIN:VCARD\r\nFN:x\r\n\r\nEND:VCARD\r\n",
    ] {
      let card = try #require(try Reading(Array(text.utf8)).cards.first)
      #expect(written(card) == "BEGIN:VCARD\r\nFN:x\r\nEND:VCARD\r\n", "\(text)")
      #expect(!card.isCanonical)
    }
  }

  @Test("END and blanks end nothing: the card gets its END, and keeps that line as it is")
  func endOfNothing() throws {
    for end in ["END:", "END:   ", "END:" + String(repeating: " ", count: 100)] {
      let head = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:x\r\n\(end)"
      var card = try #require(try Reading(Array(head.utf8)).cards.first)
      #expect(written(card) == "\(head)\r\nEND:VCARD\r\n")
      let again = try Reading(Array((written(card) + "BEGIN:VCARD\r\nEND:VCARD\r\n").utf8))
      #expect(again.cards.map { $0.first(.fn)?.text } == ["x", nil])
      card.append(ContentLine("NOTE", .text("y")))
      #expect(written(card) == "\(head)\r\nNOTE:y\r\nEND:VCARD\r\n")
      let whole = "\(head)\r\nTEL:1\r\nEND:VCARD\r\n"
      #expect(written(try #require(try Reading(Array(whole.utf8)).cards.first)) == whole)
    }
  }

  @Test(
    "quoted-printable in 3.0 is folded outside of its escapes, and left alone where it has soft breaks"
  )
  func quotedPrintable() throws {
    let escapes = String(repeating: "=C3=A9", count: 30)
    let text =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE;ENCODING=QUOTED-PRINTABLE:\(escapes)\r\nEND:VCARD\r\n"
    let card = try #require(try Reading(Array(text.utf8)).cards.first)
    let folded = written(card)
    for line in folded.split(separator: "\r\n") { #expect(line.utf8.count <= 75) }
    #expect(folded.replacing("\r\n ", with: "") == text)
    let again = try #require(try Reading(Array(folded.utf8)).cards.first)
    #expect(again.first(.note)?.text == String(repeating: "é", count: 30))
    // 76 octets of a soft-broken line, the next one indented.
    let soft = text.replacing(escapes, with: String(repeating: "a", count: 60) + "=\r\n =41")
    let kept = try #require(try Reading(Array(soft.utf8)).cards.first)
    #expect(written(kept) == soft)
  }

  @Test("identical is what has the same octets at the same place")
  func identical() throws {
    let text = Array("BEGIN:VCARD\r\nFN:x\r\nEND:VCARD\r\n".utf8)
    let one = try #require(try Reading(text).cards.first)
    #expect(one.isIdentical(to: try #require(try Reading(text, pieces: [1]).cards.first)))
    #expect(!one.isIdentical(to: try #require(try Reading([0x0A] + text).cards.first)))
    #expect(!one.isIdentical(to: Card(version: .version30)))
  }
}

@Suite("CardStatistics")
struct CardStatisticsTests {
  @Test("counts what a look at each property counts, in all samples")
  func counts() throws {
    for (name, bytes) in try Samples.small() {
      var statistics = CardStatistics()
      var properties: [String: Int] = [:]
      var parameters: [String: Int] = [:]
      var malformed = 0
      var values = 0
      let cards = try Reading(bytes).cards
      for card in cards {
        statistics.add(card)
        for property in card.properties {
          if property.isMalformed {
            malformed += 1
            continue
          }
          properties[property.canonicalName, default: 0] += 1
          values += valueBytes(property)
          // A parameter that is empty or has no name is none.
          for parameter in property.parameters { parameters[parameter.name, default: 0] += 1 }
        }
      }
      #expect(statistics.cards == cards.count)
      #expect(statistics.bytes == cards.reduce(0) { $0 + $1.byteCount })
      #expect(statistics.malformedLines == malformed)
      #expect(statistics.versions == Dictionary(grouping: cards, by: \.version).mapValues(\.count))
      #expect(
        Dictionary(
          uniqueKeysWithValues: statistics.propertyTallies.map { ($0.name, $0.tally.count) })
          == properties, "\(name)")
      #expect(
        statistics.propertyTallies.reduce(0) { $0 + $1.tally.valueBytes } == values, "\(name)")
      let known = parameters.filter { $0.key.utf8.allSatisfy { $0 < 0x80 } }
      let counted = Dictionary(
        uniqueKeysWithValues: statistics.parameterTallies.map { ($0.name, $0.tally.count) })
      for (parameter, count) in known where !Self.isOddlyWritten(parameter) {
        #expect(counted[parameter] == count, "\(name): \(parameter)")
      }
    }
  }

  /// `CELL=` counts as CELL here and as TYPE there.
  private static func isOddlyWritten(_ parameter: String) -> Bool { parameter == "TYPE" }

  private func valueBytes(_ property: Property) -> Int {
    var count = 0
    var isStart = false
    for octet in property.rawValue {
      if octet == 0x0A || octet == 0x0D {
        isStart = true
      } else {
        if !(isStart && (octet == 0x20 || octet == 0x09)) { count += 1 }
        isStart = false
      }
    }
    return count
  }

  @Test("parameters count each time, be they long, many that differ, or folded")
  func parameters() throws {
    var statistics = CardStatistics()
    var values: [String: Int] = [:]
    var counts: [String: Int] = [:]
    // More texts than the table of those that come again takes, and around its longest.
    for turn in 0..<3 {
      for length in 0...700 {
        let value = String(repeating: "v", count: length % 70) + "\(length)"
        let other = length % 3 == 0 ? "\r\n " : ""
        let card =
          "BEGIN:VCARD\r\nTEL;X-A=\(value);type=x;HOME:1\r\n"
          + "X-B;\(other)X-B=\"a;\(value)\":2\r\nTEL;X-A=\(value):\(turn)\r\nEND:VCARD\r\n"
        for card in try Reading(Array(card.utf8)).cards { statistics.add(card) }
        values["X-A", default: 0] += 2 * value.utf8.count
        values["TYPE", default: 0] += 5
        // Quotation marks count where the head has no fold.
        values["X-B", default: 0] += value.utf8.count + (other.isEmpty ? 4 : 2)
        for (name, count) in ["X-A": 2, "TYPE": 2, "X-B": 1] { counts[name, default: 0] += count }
      }
    }
    let tallies = statistics.parameterTallies
    #expect(
      Dictionary(uniqueKeysWithValues: tallies.map { ($0.name, $0.tally.count) }) == counts)
    #expect(
      Dictionary(uniqueKeysWithValues: tallies.map { ($0.name, $0.tally.valueBytes) }) == values)
  }

  @Test("counts of two parts come to those of the whole")
  func parts() throws {
    var random = SeededGenerator(seed: 2)
    var whole = CardStatistics()
    var parts = (CardStatistics(), CardStatistics())
    for turn in 0..<600 {
      var generated = CardGenerator(
        Version.allCases.randomElement(using: &random) ?? .version30
      ).card(using: &random)
      generated.lines.append("PRODID:program \(turn / 7 % 3)")
      generated.lines.append("X-\(String(repeating: "LONG", count: turn % 12)):1")
      generated.lines.append("no property")
      for card in try Reading(generated.octets).cards {
        whole.add(card)
        if turn % 3 == 0 { parts.0.add(card) } else { parts.1.add(card) }
      }
    }
    var sum = parts.0
    sum.add(parts.1)
    #expect(sum.cards == whole.cards)
    #expect(sum.bytes == whole.bytes)
    #expect(sum.malformedLines == whole.malformedLines)
    #expect(sum.versions == whole.versions)
    #expect(sum.programs == whole.programs)
    for (one, other) in [
      (sum.propertyTallies, whole.propertyTallies),
      (sum.parameterTallies, whole.parameterTallies),
    ] {
      #expect(one.map(\.name) == other.map(\.name))
      #expect(one.map(\.tally) == other.map(\.tally))
    }
  }

  @Test("names in any case are one; the most frequent come first")
  func names() throws {
    var statistics = CardStatistics()
    let text = """
      BEGIN:VCARD
      PRODID:a
      x-mine;x-p=1;type=home:12
      X-Mine;X-P=2:3
      TEL;HOME;quoted-printable;INLINE:4
      X-\(String(repeating: "long", count: 10)):5
      x-\(String(repeating: "LONG", count: 10)):6
      END:VCARD

      """
    for card in try Reading(Array(text.utf8)).cards { statistics.add(card) }
    #expect(
      statistics.propertyTallies.map(\.name) == [
        "X-" + String(repeating: "LONG", count: 10), "X-MINE", "PRODID", "TEL",
      ])
    #expect(statistics.propertyTallies.map(\.tally.count) == [2, 2, 1, 1])
    #expect(statistics.propertyTallies.map(\.tally.valueBytes) == [2, 3, 1, 1])
    #expect(statistics.parameterTallies.map(\.name) == ["TYPE", "X-P", "ENCODING", "VALUE"])
    #expect(statistics.programs == ["a": 1])
  }
}
