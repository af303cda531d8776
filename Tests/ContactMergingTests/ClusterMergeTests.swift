import ContactMerging
import Files
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Several cards of one person as one")
struct ClusterMergeTests {
  private func card(_ lines: [String], _ version: String = "3.0") throws -> Card {
    try CardSamples.parsed(lines: lines, version: version)
  }

  /// The lines of a merged card without its envelope.
  private func lines(_ merge: ClusterMerge) -> [String] {
    CardSamples.lines(merge.card)
  }

  @Test("the best writing of a name is shown, by marks, then case, and the others stay")
  func names() throws {
    let merge = ClusterMerge([
      try card(["N:GARCIA;JOSE;;;", "FN:JOSE GARCIA", "EMAIL:j@x.example"]),
      try card(["N:García;José;;;", "FN:José García"]),
      try card(["N:Garcia;Jose;Maria;;", "FN:Jose Maria Garcia"]),
    ])
    #expect(
      lines(merge) == [
        "N:García;José;;;", "FN:José García", "EMAIL:j@x.example", "X-ALSO-FN:JOSE GARCIA",
        "X-ALSO-N:GARCIA;JOSE;;;", "X-ALSO-N:Garcia;Jose;Maria;;", "X-ALSO-FN:Jose Maria Garcia",
      ])
    #expect(merge.base == 0)
    #expect(merge.drops.isEmpty)
  }

  @Test("case beats what says more, which wins else, and an email is no name")
  func nameOrder() throws {
    for (one, other, best) in [
      ("KATE BELL OF TOWN", "Kate Bell", "Kate Bell"),
      ("Kate Bell", "Kate A. Bell", "Kate A. Bell"),
      ("Kate", "kate.bell@mail.example", "Kate"), ("Jos\u{FFFD} Garc\u{FFFD}a", "Jose", "Jose"),
    ] {
      for pair in [[one, other], [other, one]] {
        let merge = ClusterMerge(try pair.map { try card(["FN:\($0)"]) })
        #expect(merge.card.first(.fn)?.text == best)
      }
    }
  }

  @Test(
    "the name is what most cards say, in the script of most, and no longer one for its length",
    arguments: [
      (["Johnny Smith", "John Smith", "John Smith"], "John Smith"),
      (["John Smith", "JOHN SMITH", "Johnny Smith", "Johnny Smith", "Smith, John"], "John Smith"),
      (["John Smith", "Johnny Smith"], "John Smith"),
      (["Johnny Smith", "John Smith"], "Johnny Smith"),
      (["José García", "Jose Garcia", "Jose Garcia", "Pepe García"], "José García"),
      (["Kate Bell", "Kate Bell", "Katherine Elizabeth Bell"], "Kate Bell"),
      (["山田太郎", "Taro Yamada"], "山田太郎"), (["Taro Yamada", "山田太郎"], "山田太郎"),
      (["Taro Yamada", "やまだ 太郎", "山田 太郎"], "やまだ 太郎"),
      (["Джон Смит", "John Smith", "John Smith"], "John Smith"),
      (["Иван Петров", "Ivan Petrov", "Иван Петров"], "Иван Петров"),
      (["ivan@petrov.example", "ivan@petrov.example", "Ivan"], "Ivan"),
    ])
  func votes(names: [String], best: String) throws {
    let merge = ClusterMerge(try names.map { try card(["FN:\($0.replacing(",", with: "\\,"))"]) })
    #expect(merge.card.first(.fn)?.text == best)
    let kept = merge.card.properties.filter { $0.canonicalName == "X-ALSO-FN" }.map(\.text)
    #expect(Set(kept + [best]) == Set(names))
    #expect(kept.count == Set(names).count - 1)
  }

  @Test("a name that a merged card has set behind its own does not come back")
  func settledNames() throws {
    let merged = try card(["FN:Jose Garcia", "X-ALSO-FN:José García", "NOTE:n", "ROLE:r"])
    let other = try card(["FN:José García"])
    #expect(ClusterMerge([merged, other, other]).card.first(.fn)?.text == "Jose Garcia")
    let third = try card(["FN:Pepe García"])
    #expect(ClusterMerge([merged, third, third]).card.first(.fn)?.text == "Pepe García")
  }

  @Test("the parts of a name are those of the card whose name is shown, else what most cards say")
  func parts() throws {
    let merge = ClusterMerge([
      try card(["N:Smith;Johnny;;;", "FN:Johnny Smith", "NOTE:n", "ROLE:r"]),
      try card(["N:Smith;John;;;", "FN:John Smith"]), try card(["FN:John Smith", "NICKNAME:J"]),
    ])
    #expect(merge.card.first(.fn)?.text == "John Smith")
    #expect(merge.card.first(.n)?.components.prefix(2).map { $0 } == [["Smith"], ["John"]])
    let script = ClusterMerge([
      try card(["N:Yamada;Taro;;;", "FN:Taro Yamada", "NOTE:n"]),
      try card(["N:山田;太郎;;;"]), try card(["FN:山田太郎"]),
    ])
    #expect(script.card.first(.fn)?.text == "山田太郎")
    #expect(script.card.first(.n)?.components.first == ["山田"])
  }

  @Test("every UID stays as an alias, the newest REV stays alone, and no clock is asked")
  func cardsOwn() throws {
    let cards = [
      try card(["FN:Kate", "UID:a", "REV:2020-01-01T00:00:00Z", "PRODID:x", "X-ABUID:1"]),
      try card(["FN:Kate", "UID:b", "REV:2022-01-01T00:00:00Z", "PRODID:y", "X-ABUID:2"]),
      try card(["FN:Kate", "UID:a", "REV:2021-01-01T00:00:00Z"]),
    ]
    let merge = ClusterMerge(cards)
    #expect(
      lines(merge) == [
        "FN:Kate", "UID:a", "REV:2022-01-01T00:00:00Z", "PRODID:x", "X-ABUID:1", "X-ALSO-UID:b",
        "X-ALSO-PRODID:y", "X-ALSO-X-ABUID:2",
      ])
    #expect(merge.drops.map(\.reason) == [.older, .equal, .equal, .equal, .older])
  }

  @Test("the largest photo comes first and the others stay")
  func photos() throws {
    let merge = ClusterMerge([
      try card(["FN:Kate", "NOTE:n", "PHOTO;ENCODING=b;TYPE=PNG:AAAA"]),
      try card(["FN:Kate", "PHOTO;ENCODING=b;TYPE=PNG:BBBBBBBB"]),
      try card(["FN:Kate", "PHOTO;ENCODING=b;TYPE=PNG:AAAA"]),
    ])
    #expect(
      lines(merge) == [
        "FN:Kate", "NOTE:n", "PHOTO;ENCODING=b;TYPE=PNG:BBBBBBBB",
        "X-ALSO-PHOTO;ENCODING=b;TYPE=PNG:AAAA",
      ])
    #expect(merge.referenceText.contains("PHOTO;VALUE=uri:cid:1/1\r\n"))
    #expect(merge.referenceText.contains("X-ALSO-PHOTO;VALUE=uri:cid:0/2\r\n"))
  }

  @Test(
    "conflicts of what a person has one of stay as alternatives, and many-valued ones side by side")
  func conflicts() throws {
    let merge = ClusterMerge([
      try card([
        "FN:Kate", "BDAY:1985-04-12", "ORG:Apple", "TEL:1 234", "NICKNAME:Katie,K", "NOTE:n",
      ]),
      try card([
        "FN:Kate", "BDAY:19850412", "ORG:Pear", "TEL:(1) 2-34", "TEL:+1234", "NICKNAME:K,Kat",
      ]),
    ])
    #expect(
      lines(merge) == [
        "FN:Kate", "BDAY:1985-04-12", "ORG:Apple", "TEL:1 234", "NICKNAME:Katie,K", "NOTE:n",
        "ORG:Pear", "TEL:+1234", "NICKNAME:Kat",
      ])
    #expect(merge.drops.map(\.name) == ["FN", "BDAY", "TEL", "NICKNAME"])
    #expect(merge.origins[1].count == 2)
  }

  @Test("what is there and says nothing is filled in, also under the name by which 3.0 carries it")
  func empty() throws {
    for name in ["TITLE", "X-GENDER", "X-ALSO-BDAY"] {
      let cards = try [card(["FN:K", "NOTE:n", "\(name):"]), card(["\(name):F"])]
      #expect(lines(ClusterMerge(cards)) == ["FN:K", "NOTE:n", "\(name):F"])
    }
  }

  @Test("a label follows its value, also to an equal one without a label")
  func labels() throws {
    let merge = ClusterMerge([
      try card(["FN:Kate", "NOTE:n", "TEL:1", "item1.TEL:2", "item1.X-ABLabel:Desk"]),
      try card(["FN:Kate", "item1.TEL:1", "item1.X-ABLabel:Attic"]),
      try card(["FN:Kate", "x.TEL:2", "x.X-ABLabel:Desk"]),
    ])
    #expect(
      lines(merge) == [
        "FN:Kate", "NOTE:n", "item2.TEL:1", "item1.TEL:2", "item1.X-ABLabel:Desk",
        "item2.X-ABLabel:Attic",
      ])
  }

  @Test("cards of different versions meet in the newest, and what they said comes along")
  func versions() throws {
    let merge = ClusterMerge([
      try card(["N:Bell;Kate", "TEL;CELL:1", "EMAIL;INTERNET:k@x.example"], "2.1"),
      try card(["FN:Kate Bell", "BDAY:19850412"], "4.0"),
    ])
    #expect(merge.base == 1)
    #expect(merge.card.version == .version40)
    let text = CardSamples.written(merge.card)
    #expect(text.contains("TEL;TYPE=CELL:1"))
    #expect(text.contains("k@x.example"))
    #expect(merge.card.first(.n)?.components.prefix(2).map { $0 } == [["Bell"], ["Kate"]])
  }

  @Test("text that is not UTF-8 comes out as UTF-8")
  func charsets() throws {
    var octets = Array("BEGIN:VCARD\r\nVERSION:2.1\r\nN:Mei".utf8) + [0xDF]
    octets += Array("ner;J".utf8) + [0xF6]
    octets += Array("rg\r\nNOTE:a\r\nEND:VCARD\r\n".utf8)
    let decoding = TextDecoding(undeclared: "iso-8859-1") { octets, _ in
      octets.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
    }
    var reader = CardReader(decoding: decoding)
    try reader.append(octets.span)
    reader.finish()
    guard case .card(let first, _) = reader.next() else {
      Issue.record("there is a card")
      return
    }
    let merge = ClusterMerge([first, try card(["N:Meißner;Jörg", "NOTE:ß"], "2.1")])
    let text = CardSamples.written(merge.card)
    let again = try CardSamples.parsed(text)
    #expect(again.first(.n)?.components.prefix(2).map { $0 } == [["Meißner"], ["Jörg"]])
    #expect(text.utf8.count == text.unicodeScalars.count || !text.contains("\u{FFFD}"))
  }

  @Test(
    "what a dropped value says besides is united with the line that stays, or told by the drop",
    arguments: [
      (["TEL;TYPE=home:1"], "TEL;TYPE=work:1", ["TEL;TYPE=home,work:1"], ""),
      (["TEL:1"], "TEL;TYPE=work:(1)", ["TEL;TYPE=work:1"], ""),
      (["TEL;TYPE=HOME:1"], "TEL;TYPE=home:1", ["TEL;TYPE=HOME:1"], ""),
      (["TEL;TYPE=home:1"], "TEL;TYPE=home,pref:1", ["TEL;TYPE=home:1"], "TYPE=pref"),
      (
        ["URL;TYPE=home:u", "URL;TYPE=work:u"], "URL;TYPE=work:u",
        ["URL;TYPE=home:u", "URL;TYPE=work:u"], ""
      ),
      (["TITLE:Dr"], "TITLE;LANGUAGE=de:Dr", ["TITLE;LANGUAGE=de:Dr"], ""),
      (
        ["TITLE;LANGUAGE=en:Dr"], "TITLE;LANGUAGE=de:Dr", ["TITLE;LANGUAGE=en:Dr"], "LANGUAGE=de"
      ),
      (["TEL;PID=1.1:1"], "TEL;PID=2.1;TYPE=x:1", ["TEL;PID=1.1;TYPE=x:1"], "PID=2.1"),
      (["NICKNAME:K"], "NICKNAME;TYPE=work:K", ["NICKNAME;TYPE=work:K"], ""),
      (["NICKNAME:K,L"], "NICKNAME;TYPE=work:K", ["NICKNAME:K,L"], "TYPE=work"),
    ])
  func parameters(base: [String], other: String, merged: [String], lost: String) throws {
    let merge = ClusterMerge([
      try card(["NOTE:n", "ORG:o"] + base), try card([other]),
    ])
    #expect(lines(merge) == ["NOTE:n", "ORG:o"] + merged)
    let parameters = merge.drops.flatMap(\.parameters)
    #expect(
      parameters.map { "\($0.name)=\($0.values.joined(separator: ","))" }.joined() == lost)
  }

  @Test("a preference among the lines of its own card does not come along, and the drops say so")
  func preferences() throws {
    let merge = ClusterMerge([
      try card(["FN:K", "TEL;TYPE=pref:1"]), try card(["TEL;TYPE=work,pref:2"]),
    ])
    #expect(lines(merge) == ["FN:K", "TEL;TYPE=pref:1", "TEL;TYPE=work:2"])
    #expect(merge.drops.map(\.reason) == [.parameters])
    #expect(merge.drops.first?.parameters == [Parameter("TYPE", "pref")])
  }

  @Test("a name is no better for being written with its marks apart")
  func composition() throws {
    let (composed, apart) = ("FN:Jos\u{E9}", "FN:Jose\u{301}")
    #expect(lines(ClusterMerge([try card([composed]), try card([apart])])) == [composed])
    #expect(lines(ClusterMerge([try card([apart]), try card([composed])])) == [apart])
    let merge = ClusterMerge([try card([composed + " Abc"]), try card([apart + " Ab"])])
    #expect(merge.card.first(.fn)?.text == "Jos\u{E9} Abc")
  }

  @Test(
    "lines that are compared and copied as octets come to what decoding them comes to",
    arguments: 0..<40)
  func thoroughly(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    // One does for all.
    var merge = ClusterMerge()
    var slow = ClusterMerge(isThorough: true)
    for _ in 0..<40 {
      let cards = try cards(seed, &random)
      merge.merge(cards)
      slow.merge(cards)
      expectSame(merge, slow)
    }
  }

  @Test(
    "the values of real cards are those of the merged card and of the drops, fast or slow",
    .enabled(if: !Corpus.files.isEmpty, "the files are not part of the repository"))
  func corpus() throws {
    var cards: [Card] = []
    for file in Corpus.files {
      let descriptor = try FileDescriptor.open(file, .readOnly)
      defer { try? descriptor.close() }
      var bytes = [UInt8](repeating: 0, count: Int(try Stat(file).size))
      guard bytes.count <= 16 << 10, !bytes.isEmpty else { continue }
      _ = try SystemCalls.read(descriptor, at: 0, into: &bytes)
      var reader = CardReader()
      try reader.append(bytes)
      reader.finish()
      while case .card(let card, _) = reader.next() { cards.append(card) }
    }
    #expect(cards.count > 500)
    var merge = ClusterMerge()
    var slow = ClusterMerge(isThorough: true)
    for index in cards.indices.dropLast(2) {
      let some = [cards[index], cards[index + 1], cards[index], cards[index + 2]]
      merge.merge(some)
      slow.merge(some)
      expectSame(merge, slow)
      expectBalance(merge, some)
    }
  }

  private func expectSame(_ merge: ClusterMerge, _ slow: ClusterMerge) {
    #expect(CardSamples.written(merge.card) == CardSamples.written(slow.card))
    #expect(merge.referenceText == slow.referenceText)
    #expect(merge.origins == slow.origins)
    #expect(merge.drops == slow.drops)
    var drops: [String] = []
    merge.forEachDrop { origin, name, text, parameters, reason in
      var octets: [UInt8] = []
      for index in text.indices { octets.append(text[index]) }
      drops.append("\(origin) \(name) \(String(decoding: octets, as: UTF8.self)) \(reason)")
    }
    #expect(drops == slow.drops.map { "\($0.origin) \($0.name) \($0.text) \($0.reason)" })
  }

  /// Cards of which some are nearly the same.
  private func cards(_ seed: Int, _ random: inout SeededGenerator) throws -> [Card] {
    var cards: [Card] = []
    for _ in 0..<Int.random(in: 2...4, using: &random) {
      let version = Version.allCases[
        seed % 4 < 3 ? seed % 3 : Int.random(in: 0...2, using: &random)]
      let made = CardGenerator(version).card(using: &random)
      var twin = made
      if twin.lines.count > 1 { twin.lines.removeLast() }
      cards.append(try CardSamples.parsed(made.text))
      if Bool.random(using: &random) { cards.append(try CardSamples.parsed(twin.text)) }
    }
    return cards
  }

  @Test(
    "each value of each card is on the merged card or among the drops, as often as it was",
    arguments: 0..<40)
  func balance(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 1000)
    for _ in 0..<40 {
      let cards = try cards(seed, &random)
      expectBalance(ClusterMerge(cards), cards)
    }
  }

  /// Compares the multiset of the values that go in with that of those that come out and the drops.
  private func expectBalance(_ merge: ClusterMerge, _ cards: [Card]) {
    // What conversion says otherwise is for the tests of conversion.
    guard cards.allSatisfy({ $0.version == merge.card.version }) else { return }
    var values: [String: Int] = [:]
    func count(_ name: String, _ text: String, _ number: Int) {
      var name = name
      while name.hasPrefix("X-ALSO-") { name.removeFirst(7) }
      let isList = name == "NICKNAME" || name == "CATEGORIES"
      let plain = text.unicodeScalars.filter {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
      if isList {
        // However they are put together.
        for scalar in plain { values["\(name) \(scalar)", default: 0] += number }
      } else {
        values["\(name) \(String(String.UnicodeScalarView(plain)))", default: 0] += number
      }
    }
    func isIrregular(_ property: Property) -> Bool {
      property.isMalformed || property.isNestedCard || property.isBase64 || property.binary != nil
    }
    func count(_ property: Property, _ number: Int) {
      if isIrregular(property) { return }
      switch property.shape {
      case .single: count(property.canonicalName, property.text, number)
      case .list: count(property.canonicalName, property.list.joined(), number)
      case .structure:
        count(property.canonicalName, property.components.map { $0.joined() }.joined(), number)
      }
    }
    var irregular: Set<ClusterMerge.Origin> = []
    for (index, card) in cards.enumerated() {
      for (row, property) in card.properties.enumerated() {
        count(property, 1)
        if isIrregular(property) { irregular.insert(ClusterMerge.Origin(card: index, row: row)) }
      }
    }
    let origins = merge.origins
    for (index, property) in merge.card.properties.enumerated()
    where !irregular.contains(origins[index][0]) { count(property, -1) }
    for drop in merge.drops where !irregular.contains(drop.origin) && drop.reason != .parameters {
      count(drop.name, drop.text, -1)
    }
    #expect(values.filter { $0.value != 0 && !$0.key.hasSuffix(" ") } == [:])
  }

  @Test(
    "nothing is lost: each line of each card is on the merged card or among the drops",
    arguments: 0..<40)
  func law(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<25 {
      let count = Int.random(in: 2...4, using: &random)
      var cards: [Card] = []
      for _ in 0..<count {
        let version = Version.allCases[
          seed % 4 < 3 ? seed % 3 : Int.random(in: 0...2, using: &random)]
        let made = CardGenerator(version).card(using: &random)
        // The same card with a line less is what duplicates often are.
        var twin = made
        if twin.lines.count > 1 { twin.lines.removeLast() }
        cards.append(try CardSamples.parsed(made.text))
        if Bool.random(using: &random) { cards.append(try CardSamples.parsed(twin.text)) }
      }
      let merge = ClusterMerge(cards)
      let written = CardSamples.written(merge.card)
      let again = try CardSamples.parsed(written)
      #expect(CardSamples.written(again) == written, "what is written reads as it was")
      try check(merge, cards, again)
      // Deterministic, and merging the merged with its sources adds nothing.
      #expect(CardSamples.written(ClusterMerge(cards).card) == written)
      let second = ClusterMerge([again] + cards.filter { $0.version == again.version })
      #expect(CardSamples.written(second.card) == written)
    }
  }

  private func check(_ merge: ClusterMerge, _ cards: [Card], _ written: Card) throws {
    var kept: Set<ClusterMerge.Origin> = []
    for origins in merge.origins { kept.formUnion(origins) }
    let dropped = Set(merge.drops.map(\.origin))
    var count = 0
    for _ in written.properties { count += 1 }
    #expect(merge.origins.count == count)
    let values = Set(written.properties.map { Self.plain($0) })
    for (index, card) in cards.enumerated() where card.version == merge.card.version {
      for (row, property) in card.properties.enumerated() {
        let origin = ClusterMerge.Origin(card: index, row: row)
        #expect(kept.contains(origin) || dropped.contains(origin), "\(property.canonicalName)")
        guard !property.isMalformed, !property.isNestedCard, property.known != .rev,
          property.shape != .list, !property.text.isEmpty, !property.isBase64,
          index != merge.base,
          // Another writing of the same octets.
          !property.text.lowercased().hasPrefix("data:")
        else { continue }
        let plain = Self.plain(property)
        if plain.isEmpty
          || merge.drops.contains(where: { $0.origin == origin && $0.reason != .equal })
        {
          continue
        }
        #expect(values.contains(plain), "\(property.canonicalName) \(plain)")
      }
    }
  }

  /// Letters and digits of a value without case.
  private static func plain(_ property: Property) -> String {
    let text =
      property.shape == .structure
      ? property.components.map { $0.joined() }.joined() : property.text
    let bare = text.lowercased().hasPrefix("mailto:") ? String(text.dropFirst(7)) : text
    return String(bare.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
