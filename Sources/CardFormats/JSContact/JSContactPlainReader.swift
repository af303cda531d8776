package import VCard

/// Makes cards of JSContact straight from the octets of those whose members are as most are.
///
/// ```
/// {"number":"1","features":{"fax":true},"pref":1}    {"number":…,"features":{"fax":true},"pref":1}
///            │                                        └ met before: ;TYPE=fax;PREF=1
///            └────────────────────────▶  TEL;TYPE=fax;PREF=1:1
/// ```
/// What it makes is what ``JSContactReader/card(_:)`` makes; of any other card it says that it cannot.
package struct JSContactPlainReader: Sendable {
  private var memo = HeadMemo()
  private var cursor = JSONCursor()
  /// The lines without folds and line ends, and where each ends.
  private var lines: [UInt8] = []
  private var ends: [Int] = []
  private var counts = [Int](repeating: 0, count: JSContactPlainRow.prefixes.count)
  private var labels = 0
  private var seen: [Range<Int>] = []
  /// The keywords, and their line.
  private var keywords: (texts: [JSONCursor.Text], line: Int) = ([], 0)
  /// The properties of vCardProps.
  private var carried: [ContentLine] = []
  private var said: [UInt8] = []
  private var key: [UInt8] = []
  private let names = JSContactPlainName.all
  private let rows = JSContactPlainRow.all
  private let maps = JSContactPlainMap.all

  /// Octets.
  ///
  /// What is longer has time.
  private static let longest = 1 << 20

  /// Creates a reader.
  package init() {}

  /// Makes a vCard 4.0 of a card; `nil` where ``JSContactReader/card(_:)`` must be asked.
  ///
  /// - Parameter octets: A value of JSON.
  /// - Returns: The card, of which nothing is to be told.
  /// - Complexity: O(*n*) in the octets.
  package mutating func card(_ octets: [UInt8]) -> Card? {
    guard octets.count <= JSContactPlainReader.longest, octets.isUTF8 else { return nil }
    cursor.start(octets)
    lines.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    keywords.texts.removeAll(keepingCapacity: true)
    carried.removeAll()
    labels = 0
    for index in counts.indices { counts[index] = 0 }
    defer { cursor.start([]) }
    guard readMembers(), carried.isEmpty || settleKeywords() else { return nil }
    var card = Card(version: .version40, lines: lines.span, ends: ends)
    for line in carried { card.append(line) }
    return card
  }

  // MARK: Members

  private mutating func readMembers() -> Bool {
    guard cursor.takes(UInt8(ascii: "{")) else { return false }
    seen.removeAll(keepingCapacity: true)
    var isCard = false
    var hasName = false
    repeat {
      guard let key = cursor.key() else { return false }
      for other in seen where isSame(key, other) { return false }
      seen.append(key)
      if cursor.isSame(key, "@type") {
        guard cursor.takes(text: "Card") else { return false }
        isCard = true
      } else if cursor.isSame(key, "version") {
        guard cursor.takes(text: "2.0") else { return false }
      } else if cursor.isSame(key, "name") {
        let start = (index: cursor.index, lines: lines.count, ends: ends.count)
        if !readName() {
          cut(lines: start.lines, ends: start.ends)
          cursor.go(to: start.index)
          guard readNameThoroughly() else { return false }
        }
        hasName = true
      } else if cursor.isSame(key, "keywords") {
        guard readKeywords() else { return false }
      } else if cursor.isSame(key, "anniversaries") {
        guard readAnniversaries() else { return false }
      } else if cursor.isSame(key, "vCardProps") {
        guard readCarried() else { return false }
      } else if let map = maps.firstIndex(where: { cursor.isSame(key, $0.key) }) {
        guard readMap(map) else { return false }
      } else {
        guard readText(key) else { return false }
      }
    } while cursor.takes(UInt8(ascii: ","))
    guard cursor.takes(UInt8(ascii: "}")) else { return false }
    cursor.skipBlanks()
    return isCard && hasName && cursor.isAtEnd
  }

  private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    guard one.count == other.count else { return false }
    let octets = cursor.octets.span
    return Octets.areSame(octets.extracting(one), octets.extracting(other))
  }

  /// The member of the card that has a key, or the anniversary of a kind.
  private func member(_ key: Range<Int>, isDate: Bool) -> JSContactMember? {
    guard let place = JSContactMember.keys.firstIndex(where: { cursor.isSame(key, $0) }) else {
      return nil
    }
    let member = JSContactMember.all[place]
    return (member.form == .date) == isDate ? member : nil
  }

  /// Reads a member that is a text.
  private mutating func readText(_ key: Range<Int>) -> Bool {
    guard let member = member(key, isDate: false), let text = cursor.text() else { return false }
    if member.form != .timestamp { return writeLine(member.name, text) }
    guard !text.hasEscapes, JSContactDate.isMoment(cursor.octets.span.extracting(text.range)) else {
      return false
    }
    lines.append(contentsOf: names[Int(member.name.rawValue)].name)
    lines.append(UInt8(ascii: ":"))
    for index in text.range
    where cursor.octets[index] != UInt8(ascii: "-") && cursor.octets[index] != UInt8(ascii: ":") {
      lines.append(cursor.octets[index])
    }
    ends.append(lines.count)
    return true
  }

  private mutating func readName() -> Bool {
    guard cursor.takes(UInt8(ascii: "{")) else { return false }
    var full: JSONCursor.Text?
    var components: Range<Int>?
    repeat {
      guard let key = cursor.key() else { return false }
      if cursor.isSame(key, "full"), full == nil {
        guard let text = cursor.text() else { return false }
        full = text
      } else if cursor.isSame(key, "components"), components == nil {
        guard let range = cursor.value() else { return false }
        components = range
      } else if cursor.isSame(key, "isOrdered") {
        guard components != nil, cursor.takes(word: "false") else { return false }
      } else {
        guard cursor.isSame(key, "@type"), cursor.takes(text: "Name") else { return false }
      }
    } while cursor.takes(UInt8(ascii: ","))
    guard cursor.takes(UInt8(ascii: "}")), let full, writeLine(.fn, full) else { return false }
    guard let components else { return true }
    lines.append(contentsOf: names[Int(KnownName.n.rawValue)].name)
    lines.append(UInt8(ascii: ":"))
    guard writeComponents(components, JSContactPlainRow.nameWords) else { return false }
    ends.append(lines.count)
    return true
  }

  private mutating func cut(lines count: Int, ends endCount: Int) {
    lines.removeLast(lines.count - count)
    ends.removeLast(ends.count - endCount)
  }

  /// Reads a name the thorough way; `false` where it becomes more than FN and N.
  private mutating func readNameThoroughly() -> Bool {
    guard let range = cursor.value() else { return false }
    var scanner = JSContactReader.scanner(Array(cursor.octets[range]))
    guard let node = try? scanner.document(), let name = JSContactConversion.name(node),
      name.rest.isEmpty, name.phonetic == nil, let formatted = name.formatted
    else { return false }
    write(formatted)
    if let line = name.structured { write(line) }
    return true
  }

  /// Writes a line without its folds.
  private mutating func write(_ line: ContentLine) {
    lines += line.unfoldedOctets
    ends.append(lines.count)
  }

  private mutating func readKeywords() -> Bool {
    guard cursor.takes(UInt8(ascii: "{")) else { return false }
    lines.append(contentsOf: names[Int(KnownName.categories.rawValue)].name)
    keywords.line = ends.count
    var separator = UInt8(ascii: ":")
    repeat {
      guard let text = cursor.text() else { return false }
      keywords.texts.append(text)
      lines.append(separator)
      separator = UInt8(ascii: ",")
      guard writeText(text), cursor.takes(UInt8(ascii: ":")), cursor.takes(word: "true") else {
        return false
      }
    } while cursor.takes(UInt8(ascii: ","))
    ends.append(lines.count)
    return cursor.takes(UInt8(ascii: "}"))
  }

  /// Reads vCardProps; `false` where they say more of what members say, or stand in groups.
  private mutating func readCarried() -> Bool {
    guard let range = cursor.value() else { return false }
    var scanner = JSContactReader.scanner(Array(cursor.octets[range]))
    guard case .list(let nodes)? = try? scanner.document() else { return false }
    for node in nodes {
      let lines = JCardReader.lines(node)
      guard !lines.isEmpty,
        lines.allSatisfy({ line in
          line.group == nil && !JSContactPlainReader.shadows.contains(line.name)
        })
      else { return false }
      carried += lines
    }
    return true
  }

  /// Names of properties that a member and vCardProps may say both, but for CATEGORIES.
  private static let shadows = Set(
    JSContactMember.all.filter { $0.form != .date }.map(\.name.canonical)
      + ["FN", "GRAMGENDER", "MEMBER", "ADR", "GEO", "TZ", "X-ABLABEL"])

  /// Takes out of the keywords what the carried CATEGORIES say, and out of those what no keyword says.
  private mutating func settleKeywords() -> Bool {
    guard !keywords.texts.isEmpty, carried.contains(where: { $0.name == "CATEGORIES" }) else {
      return true
    }
    var texts: [String] = []
    for text in keywords.texts {
      guard say(text) else { return false }
      texts.append(String(decoding: said, as: UTF8.self))
    }
    let rest = JSContactConversion.settled(texts, &carried)
    if rest.count == texts.count { return true }
    let start = keywords.line == 0 ? 0 : ends[keywords.line - 1]
    var line: [UInt8] = []
    if !rest.isEmpty {
      line += names[Int(KnownName.categories.rawValue)].name
      for (index, text) in rest.enumerated() {
        line.append(index == 0 ? UInt8(ascii: ":") : UInt8(ascii: ","))
        ContentLine.append(text: text.utf8Span.span, to: &line)
      }
    }
    let growth = line.count - (ends[keywords.line] - start)
    lines.replaceSubrange(start..<ends[keywords.line], with: line)
    for index in keywords.line..<ends.count { ends[index] += growth }
    if rest.isEmpty { ends.remove(at: keywords.line) }
    return true
  }

  private mutating func readAnniversaries() -> Bool {
    guard cursor.takes(UInt8(ascii: "{")) else { return false }
    var seen: NameSet = []
    let prefix = JSContactPlainRow.anniversaries.prefix
    repeat {
      guard let id = cursor.key(), cursor.takes(UInt8(ascii: "{")) else { return false }
      var name: KnownName?
      var date: [Int?]?
      repeat {
        guard let key = cursor.key() else { return false }
        if cursor.isSame(key, "kind"), name == nil {
          guard let kind = cursor.text() else { return false }
          name = member(kind.range, isDate: true)?.name
          guard name != nil else { return false }
        } else if cursor.isSame(key, "date"), date == nil {
          date = readDate()
          guard date != nil else { return false }
        } else {
          guard cursor.isSame(key, "@type"), cursor.takes(text: "Anniversary") else { return false }
        }
      } while cursor.takes(UInt8(ascii: ","))
      guard cursor.takes(UInt8(ascii: "}")), let name, let date, !seen.contains(name) else {
        return false
      }
      seen.insert(name)
      counts[prefix] += 1
      lines.append(contentsOf: names[Int(name.rawValue)].name)
      guard writeID(id, prefix), writeDate(date) else { return false }
    } while cursor.takes(UInt8(ascii: ","))
    return cursor.takes(UInt8(ascii: "}"))
  }

  private static let parts: [StaticString] = ["year", "month", "day"]

  /// Reads year, month and day.
  private mutating func readDate() -> [Int?]? {
    guard cursor.takes(UInt8(ascii: "{")) else { return nil }
    var date: [Int?] = [nil, nil, nil]
    repeat {
      guard let key = cursor.key() else { return nil }
      guard let place = JSContactPlainReader.parts.firstIndex(where: { cursor.isSame(key, $0) })
      else {
        guard cursor.isSame(key, "@type"), cursor.takes(text: "PartialDate") else { return nil }
        continue
      }
      guard date[place] == nil, let number = cursor.number() else { return nil }
      date[place] = number
    } while cursor.takes(UInt8(ascii: ","))
    return cursor.takes(UInt8(ascii: "}")) ? date : nil
  }

  private mutating func writeDate(_ date: [Int?]) -> Bool {
    guard let month = date[1], let day = date[2], 1...12 ~= month, 1...28 ~= day,
      0...9999 ~= date[0] ?? 0
    else { return false }
    lines.append(UInt8(ascii: ":"))
    if let year = date[0] {
      write(twoDigits: year / 100)
      write(twoDigits: year % 100)
    } else {
      lines.append(contentsOf: "--".utf8)
    }
    write(twoDigits: month)
    write(twoDigits: day)
    ends.append(lines.count)
    return true
  }

  private mutating func write(twoDigits number: Int) {
    lines.append(UInt8(0x30 + number / 10))
    lines.append(UInt8(0x30 + number % 10))
  }

  // MARK: Maps

  /// What of an entry may be anything.
  private struct Entry {
    var start = 0
    var end = 0
    var value: JSONCursor.Text?
    var list: Range<Int>?
    var label: JSONCursor.Text?
  }

  private mutating func readMap(_ map: Int) -> Bool {
    guard cursor.takes(UInt8(ascii: "{")) else { return false }
    // The first of nicknames of one property.
    var first: (id: Range<Int>, count: Int, tail: ArraySlice<UInt8>)?
    repeat {
      guard let id = cursor.key(), let entry = readEntry(maps[map]) else { return false }
      makeKey(entry, map)
      var found = memo.result(of: key.span)
      if found == nil { found = learn(entry, map) }
      guard let head = found, let known = KnownName(rawValue: memo.octets[head.lowerBound]) else {
        guard writeThoroughly(entry, id, map) else { return false }
        first = nil
        continue
      }
      if known == .nickname, let last = first, last.tail == memo.octets[head],
        isFurther(id, of: last.id, last.count + 1)
      {
        first?.count += 1
        ends.removeLast()
        lines.append(UInt8(ascii: ","))
        guard let value = entry.value, writeText(value) else { return false }
        ends.append(lines.count)
      } else {
        if known == .nickname { first = (id, 1, ArraySlice(Array(memo.octets[head]))) }
        let start = (lines: lines.count, ends: ends.count, labels: labels)
        if !writeEntry(entry, id, known, head) {
          cut(lines: start.lines, ends: start.ends)
          labels = start.labels
          counts[rows[Int(known.rawValue)].prefix] -= 1
          cursor.go(to: entry.end)
          guard writeThoroughly(entry, id, map) else { return false }
        }
      }
    } while cursor.takes(UInt8(ascii: ","))
    return cursor.takes(UInt8(ascii: "}"))
  }

  /// Whether an Id is another with a hyphen and a number.
  private func isFurther(_ id: Range<Int>, of first: Range<Int>, _ number: Int) -> Bool {
    let digits = Array("-\(number)".utf8)
    guard id.count == first.count + digits.count else { return false }
    return isSame(id.lowerBound..<id.lowerBound + first.count, first)
      && cursor.isSame(id.lowerBound + first.count..<id.upperBound, digits)
  }

  private mutating func readEntry(_ map: JSContactPlainMap) -> Entry? {
    guard cursor.takes(UInt8(ascii: "{")) else { return nil }
    var entry = Entry(start: cursor.index - 1)
    repeat {
      guard let key = cursor.key() else { return nil }
      if cursor.isSame(key, map.value) {
        guard entry.value == nil, let text = cursor.text() else { return nil }
        entry.value = text
      } else if !map.list.isEmpty, cursor.isSame(key, map.list) {
        guard entry.list == nil, let list = cursor.value() else { return nil }
        entry.list = list
      } else if cursor.isSame(key, "label") {
        guard entry.label == nil, let text = cursor.text() else { return nil }
        entry.label = text
      } else {
        guard cursor.value() != nil else { return nil }
      }
    } while cursor.takes(UInt8(ascii: ","))
    guard cursor.takes(UInt8(ascii: "}")) else { return nil }
    entry.end = cursor.index
    return entry
  }

  /// Makes the key of an entry: its octets but for what may be anything.
  private mutating func makeKey(_ entry: Entry, _ map: Int) {
    key.removeAll(keepingCapacity: true)
    key.append(UInt8(map))
    var holes = (entry.value?.range ?? 0..<0, entry.list ?? 0..<0, entry.label?.range ?? 0..<0)
    if holes.0.lowerBound > holes.1.lowerBound { swap(&holes.0, &holes.1) }
    if holes.1.lowerBound > holes.2.lowerBound { swap(&holes.1, &holes.2) }
    if holes.0.lowerBound > holes.1.lowerBound { swap(&holes.0, &holes.1) }
    var start = entry.start
    pass(holes.0, &start)
    pass(holes.1, &start)
    pass(holes.2, &start)
    key.append(contentsOf: cursor.octets[start..<entry.end])
  }

  private mutating func pass(_ hole: Range<Int>, _ start: inout Int) {
    if hole.lowerBound == 0 { return }
    key.append(contentsOf: cursor.octets[start..<hole.lowerBound])
    start = hole.upperBound
  }

  /// Remembers what the thorough way makes of an entry; `nil` where its value tells more, or the rest
  /// does not fit into a line.
  private mutating func learn(_ entry: Entry, _ map: Int) -> Range<Int>? {
    var scanner = JSContactReader.scanner(Array(cursor.octets[entry.start..<entry.end]))
    guard let node = try? scanner.document(),
      let made = JSContactEntry(node, of: String(decoding: maps[map].key, as: UTF8.self)),
      made.rest.isEmpty, made.beside.isEmpty, made.organization == nil, made.main.group == nil,
      (made.label == nil) == (entry.label == nil),
      let known = PropertyRegistry.named(made.main.name)?.name
    else { return nil }
    var parameters = made.main.parameters
    if case .object(let own)? = node["vCardParams"],
      own.contains(where: { JSContactPlainReader.changing.contains($0.key.uppercased()) })
    {
      return nil
    }
    if parameters.contains(where: { JSContactPlainReader.ordering.contains($0.name) }) {
      return nil
    }
    parameters.removeAll { $0.name == "VALUE" || known == .adr && $0.name == "LABEL" }
    let line = ContentLine(made.main.name, parameters: parameters, .text(""))
    let octets = line.octets(for: Rules(.version40))
    // What is folded is too long to be remembered, too.
    guard !octets.dropLast(2).contains(0x0A) else { return nil }
    let tail = octets.dropFirst(names[Int(known.rawValue)].name.count).dropLast(3)
    let result = [known.rawValue] + tail
    let key = key
    memo.store(result.span, of: key.span)
    return memo.result(of: key.span)
  }

  /// Writes an entry as the thorough way has it; `false` where it becomes more than a line and a label.
  private mutating func writeThoroughly(
    _ entry: Entry, _ id: Range<Int>, _ map: Int
  ) -> Bool {
    var scanner = JSContactReader.scanner(Array(cursor.octets[entry.start..<entry.end]))
    guard let node = try? scanner.document(),
      let made = JSContactEntry(node, of: String(decoding: maps[map].key, as: UTF8.self)),
      made.rest.isEmpty, made.beside.isEmpty, made.organization == nil, made.main.group == nil,
      let known = PropertyRegistry.named(made.main.name)?.name, known != .nickname,
      // GEO and TZ have the Ids of the addresses that they were.
      JSContactRow.named(known) != nil
    else { return false }
    let prefix = rows[Int(known.rawValue)].prefix
    counts[prefix] += 1
    var line = made.main
    let start = lines.count
    guard writeID(id, prefix) else { return false }
    if lines.count > start {
      lines.removeLast(lines.count - start)
      let text = String(decoding: cursor.octets[id], as: UTF8.self)
      line.parameters.insert(Parameter("PROP-ID", text), at: 0)
    }
    if let label = made.label {
      labels += 1
      line.group = "item\(labels)"
      write(ContentLine(group: line.group, "X-ABLabel", .text(label)))
    }
    write(line)
    return true
  }

  /// Parameters that the value tells, or that stand elsewhere than the rest.
  private static let changing: Set<String> = ["VALUE", "LABEL", "PROP-ID", "GROUP"]
  /// Parameters that tell of the values of components.
  private static let ordering: Set<String> = ["JSCOMPS", "SORT-AS", "PHONETIC"]

  private mutating func writeEntry(
    _ entry: Entry, _ id: Range<Int>, _ known: KnownName, _ head: Range<Int>
  ) -> Bool {
    let prefix = rows[Int(known.rawValue)].prefix
    counts[prefix] += 1
    if let label = entry.label {
      labels += 1
      lines.append(contentsOf: "item\(labels).X-ABLabel:".utf8)
      guard writeText(label) else { return false }
      ends.append(lines.count)
      lines.append(contentsOf: "item\(labels).".utf8)
    }
    lines.append(contentsOf: names[Int(known.rawValue)].name)
    guard writeID(id, prefix) else { return false }
    switch known {
    case .adr:
      if let full = entry.value {
        guard say(full) else { return false }
        let said = said
        lines.append(contentsOf: ";LABEL=".utf8)
        ContentLine.append(label: said.span, to: &lines)
      }
      writeTail(head)
      guard let list = entry.list else {
        lines.append(contentsOf: ";;;;;;".utf8)
        break
      }
      guard writeComponents(list, JSContactPlainRow.addressWords) else { return false }
    case .org:
      writeTail(head)
      guard let value = entry.value, !value.range.isEmpty, writeText(value),
        entry.list.map({ writeUnits($0) }) ?? true
      else { return false }
    default:
      guard let value = entry.value else { return false }
      guard say(value) else { return false }
      guard writeSaid(known, head) else { return false }
    }
    ends.append(lines.count)
    return true
  }

  /// Writes the parameters that the rest of an entry became, and the colon.
  private mutating func writeTail(_ head: Range<Int>) {
    memo.append(head.lowerBound + 1..<head.upperBound, to: &lines)
    lines.append(UInt8(ascii: ":"))
  }

  /// Writes PROP-ID of an Id that is not the one that the number of the entry gives.
  private mutating func writeID(_ id: Range<Int>, _ prefix: Int) -> Bool {
    guard counts[prefix] < 1000 else { return false }
    var (rest, end) = (counts[prefix], id.upperBound)
    while rest > 0, end > id.lowerBound, Int(cursor.octets[end - 1]) == 0x30 + rest % 10 {
      rest /= 10
      end -= 1
    }
    let (head, octets) = (JSContactPlainRow.prefixes[prefix], cursor.octets)
    // A quotation mark comes first.
    let name = head.span.extracting(1...)
    if rest == 0, Octets.areSame(octets.span.extracting(id.lowerBound..<end), name) { return true }
    guard JSContactMap.isID(cursor.octets[id]) else { return false }
    lines.append(contentsOf: ";PROP-ID=".utf8)
    lines.append(contentsOf: cursor.octets[id])
    return true
  }

  // MARK: Values

  /// Makes ``said`` of what a string says.
  private mutating func say(_ text: JSONCursor.Text) -> Bool {
    said.removeAll(keepingCapacity: true)
    if !text.hasEscapes {
      said.append(contentsOf: cursor.octets[text.range])
      return true
    }
    return cursor.append(text, to: &said)
  }

  private mutating func writeText(_ text: JSONCursor.Text) -> Bool {
    if !text.hasEscapes {
      let octets = cursor.octets
      ContentLine.append(text: octets.span.extracting(text.range), to: &lines)
      return true
    }
    guard say(text) else { return false }
    let said = said
    ContentLine.append(text: said.span, to: &lines)
    return true
  }

  /// Writes ``said`` as the value of a property: its type, the other parameters, and itself.
  private mutating func writeSaid(_ known: KnownName, _ head: Range<Int>? = nil) -> Bool {
    let name = names[Int(known.rawValue)]
    let said = said
    let isURI = name.impliesType && PropertyDefinition.isURI(said.span)
    lines.append(contentsOf: isURI ? name.types.uri : name.types.text)
    if let head { writeTail(head) } else { lines.append(UInt8(ascii: ":")) }
    guard isURI ? name.isVerbatim.uri : name.isVerbatim.text else {
      ContentLine.append(text: said.span, to: &lines)
      return true
    }
    for octet in said where octet == UInt8(ascii: "\\") || octet == 0x0A { return false }
    lines.append(contentsOf: said)
    return true
  }

  /// Writes a line of a name and a text.
  private mutating func writeLine(_ known: KnownName, _ text: JSONCursor.Text) -> Bool {
    guard say(text) else { return false }
    lines.append(contentsOf: names[Int(known.rawValue)].name)
    guard writeSaid(known) else { return false }
    ends.append(lines.count)
    return true
  }

  /// Writes components by their places.
  ///
  /// - Parameters:
  ///   - list: An array of them.
  ///   - words: The kinds of the places that every reader knows.
  /// - Returns: Whether all of them have one of these.
  private mutating func writeComponents(_ list: Range<Int>, _ words: [[UInt8]]) -> Bool {
    var components: [(place: Int, value: JSONCursor.Text)] = []
    let isWhole = readList(list) { reader in
      var place: Int?
      var value: JSONCursor.Text?
      repeat {
        guard let key = reader.cursor.key(), let text = reader.cursor.text() else { return false }
        if reader.cursor.isSame(key, "kind"), place == nil {
          place = words.firstIndex { reader.cursor.isSame(text.range, $0) }
          guard place != nil else { return false }
        } else if reader.cursor.isSame(key, "value"), value == nil {
          value = text
        } else {
          guard reader.cursor.isSame(key, "@type"),
            reader.cursor.octets[text.range].suffix(9).elementsEqual("Component".utf8)
          else { return false }
        }
      } while reader.cursor.takes(UInt8(ascii: ","))
      guard let place, let value, !value.range.isEmpty else { return false }
      components.append((place, value))
      return reader.cursor.takes(UInt8(ascii: "}"))
    }
    guard isWhole else { return false }
    for place in words.indices {
      if place > 0 { lines.append(UInt8(ascii: ";")) }
      var isFirst = true
      for component in components where component.place == place {
        if !isFirst { lines.append(UInt8(ascii: ",")) }
        isFirst = false
        guard writeText(component.value) else { return false }
      }
    }
    return true
  }

  /// Writes the units of an organization.
  private mutating func writeUnits(_ list: Range<Int>) -> Bool {
    var isLastEmpty = false
    return readList(list) { reader in
      var name: JSONCursor.Text?
      repeat {
        guard let key = reader.cursor.key(), let text = reader.cursor.text() else { return false }
        if reader.cursor.isSame(key, "name"), name == nil {
          name = text
        } else {
          guard reader.cursor.isSame(key, "@type"), reader.cursor.isSame(text.range, "OrgUnit")
          else { return false }
        }
      } while reader.cursor.takes(UInt8(ascii: ","))
      guard reader.cursor.takes(UInt8(ascii: "}")), let name else { return false }
      isLastEmpty = name.range.isEmpty
      reader.lines.append(UInt8(ascii: ";"))
      return reader.writeText(name)
    } && !isLastEmpty
  }

  /// Reads an array of objects that was passed over, each after its brace.
  private mutating func readList(
    _ list: Range<Int>, _ read: (inout JSContactPlainReader) -> Bool
  ) -> Bool {
    let end = cursor.index
    cursor.go(to: list.lowerBound)
    guard cursor.takes(UInt8(ascii: "[")) else { return false }
    repeat {
      guard cursor.takes(UInt8(ascii: "{")), read(&self) else { return false }
    } while cursor.takes(UInt8(ascii: ","))
    guard cursor.takes(UInt8(ascii: "]")), cursor.index == list.upperBound else { return false }
    cursor.go(to: end)
    return true
  }
}
