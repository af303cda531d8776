internal import VCard

/// Writes the cards in which no property concerns another but for labels, straight from their octets.
///
/// ```
/// TEL;TYPE=fax:1   ─ head known ─▶ phones    "PHONE-1":{"number":"1","features":{"fax":true}}
/// EMAIL:a@b        ─ head known ─▶ emails    "EMAIL-1":{"address":"a@b"}            │
/// X-A:1            ─ by JSContactLine ─▶ vCardProps                                 ▼
///                                               name, members, each map, keywords, vCardProps
/// ```
/// What it writes is what ``JSContactMaker`` makes; of any other card it says that it cannot.
struct JSContactPlainWriter: Sendable {
  /// The forms of the heads that were met, and the places of those among them by the octets of the
  /// heads, or by the number of a name that is all of its head.
  private var forms: [JSContactForm] = []
  private var memo = HeadMemo()
  private var bare = [Int?](repeating: nil, count: KnownName.allCases.count)
  /// More forms than any program writes.
  private static let mostForms = 1 << 12

  private let facts = JSContactPlainRow.all
  private var maps = [[UInt8]](repeating: [], count: JSContactPlainRow.maps.count)
  /// The maps that have entries, in the order of their first ones.
  private var order: [Int] = []
  private var counts = [Int](repeating: 0, count: JSContactPlainRow.prefixes.count)
  private var members: [UInt8] = []
  private var keywords: [UInt8] = []
  private var carried: [UInt8] = []
  /// The labels as JSON, and the lines that have one.
  private var labels: [UInt8] = []
  private var labelled: [Labelled] = []
  private var grouped: [(line: Int, group: Range<Int>)] = []
  /// The lines that are said by others.
  private var taken: [Int] = []
  private var key: [UInt8] = []
  /// The names of the properties in vCardProps, but for those whose members say all.
  private(set) var carriedNames: [(name: String, isShadow: Bool)] = []

  /// A line that has a label.
  private struct Labelled {
    let line: Int
    let label: Int
    /// Where in ``labels`` it stands.
    let json: Range<Int>
    /// Lines of the group.
    let peers: Int
  }

  /// Lines in groups among which labels are looked for.
  private static let mostGrouped = 64
  /// Names of which a card has one.
  private static let single = NameSet([.fn, .n, .categories] + JSContactCluster.only)

  /// Appends the members of a card after its version, with the end of the object.
  ///
  /// - Parameters:
  ///   - card: The card, of vCard 4.0.
  ///   - keepsProperties: Whether vCardProps is one of them.
  ///   - plain: Storage.
  ///   - json: Where they go.
  /// - Returns: `false` where the card is not so plain; then what was appended is not whole.
  mutating func write(
    _ card: Card, keepsProperties: Bool, _ plain: inout PlainProperty, into json: inout [UInt8]
  ) -> Bool {
    empty()
    guard look(card, &plain), writeName(card, &plain, into: &json) else { return false }
    for index in 0..<card.lineCount where !card.isEnvelope(at: index) {
      if !taken.isEmpty, taken.contains(index) { continue }
      guard write(card, index, &plain) else { return false }
    }
    json.append(contentsOf: members)
    for map in order {
      json.append(contentsOf: maps[map])
      json.append(UInt8(ascii: "}"))
    }
    if !keywords.isEmpty {
      json.append(contentsOf: keywords)
      json.append(UInt8(ascii: "}"))
    }
    if !carried.isEmpty, keepsProperties {
      json.append(contentsOf: carried)
      json.append(UInt8(ascii: "]"))
    }
    json.append(UInt8(ascii: "}"))
    return true
  }

  private mutating func empty() {
    for map in order { maps[map].removeAll(keepingCapacity: true) }
    order.removeAll(keepingCapacity: true)
    for index in counts.indices { counts[index] = 0 }
    members.removeAll(keepingCapacity: true)
    keywords.removeAll(keepingCapacity: true)
    carried.removeAll(keepingCapacity: true)
    labels.removeAll(keepingCapacity: true)
    labelled.removeAll(keepingCapacity: true)
    grouped.removeAll(keepingCapacity: true)
    taken.removeAll(keepingCapacity: true)
    carriedNames.removeAll(keepingCapacity: true)
    name = (nil, nil)
    if forms.count > JSContactPlainWriter.mostForms {
      forms = []
      memo = HeadMemo()
      bare = bare.map { _ in nil }
    }
  }

  // MARK: The lines together

  private var name: (formatted: Int?, structured: Int?) = (nil, nil)

  /// Looks which names and groups there are; `false` where properties concern each other.
  private mutating func look(_ card: Card, _ plain: inout PlainProperty) -> Bool {
    var seen: NameSet = []
    for index in 0..<card.lineCount where !card.isEnvelope(at: index) {
      let known = card.name(at: index)
      if JSContactForm.concerned.contains(known) { return false }
      if JSContactPlainWriter.single.contains(known) {
        if seen.contains(known) { return false }
        seen.insert(known)
        if known == .fn { name.formatted = index }
        if known == .n { name.structured = index }
      }
      let group = card.group(at: index)
      if !group.isEmpty {
        if known == .malformed { return false }
        grouped.append((index, group))
      }
    }
    guard grouped.count <= JSContactPlainWriter.mostGrouped else { return false }
    return grouped.isEmpty || findLabels(card, &plain)
  }

  /// Finds the labels of lines; `false` where a group is not as most are.
  private mutating func findLabels(_ card: Card, _ plain: inout PlainProperty) -> Bool {
    let octets = card.octets
    for (_, group) in grouped { for index in group where octets[index] >= 0x80 { return false } }
    for (label, group) in grouped where card.name(at: label) == .xABLabel {
      var peers = 0
      let start = labelled.count
      for (line, other) in grouped
      where Octets.equal(octets.span.extracting(group), octets.span.extracting(other)) {
        peers += 1
        if line == label { continue }
        let known = card.name(at: line)
        if known == .xABLabel { return false }
        if JSContactRow.named(known)?.hasLabel == true {
          labelled.append(Labelled(line: line, label: label, json: 0..<0, peers: 0))
        }
      }
      if labelled.count == start { continue }
      // Whoever says more of a label than its text says it of nothing else.
      guard card.head(at: label).count == group.count + KnownName.xABLabel.canonical.utf8.count + 1,
        card.decode(at: label, into: &plain), plain.values.count == 1
      else { return false }
      let begin = labels.count
      let text = plain.strings[plain.values.lowerBound]
      labels.append(addingCapacity: text.range.count * JSONText.growth + JSONText.slack) { json in
        plain.write(plain.values.lowerBound, of: octets.span, into: &json)
      }
      for place in start..<labelled.count {
        labelled[place] = Labelled(
          line: labelled[place].line, label: label, json: begin..<labels.count, peers: peers)
      }
      taken.append(label)
    }
    return true
  }

  // MARK: Names

  /// Writes `name`; `false` where FN or N say more than a name.
  private mutating func writeName(
    _ card: Card, _ plain: inout PlainProperty, into json: inout [UInt8]
  ) -> Bool {
    let octets = card.octets
    var isOpen = false
    if let index = name.structured {
      guard card.head(at: index).count == 2, card.decode(at: index, into: &plain, isHeadKnown: true)
      else { return false }
      guard plain.isEmpty(from: JSContactComponents.name.old) else { return false }
      if plain.hasValues {
        isOpen = true
        taken.append(index)
        json.append(addingCapacity: plain.room) { json in
          JSONText.append(literal: #","name":{"#, to: &json)
          plain.writeComponents(JSContactPlainRow.nameKinds, of: octets.span, into: &json)
        }
      } else {
        carriedNames.append((KnownName.n.canonical, false))
      }
    }
    if let index = name.formatted {
      guard card.head(at: index).count == 3, card.decode(at: index, into: &plain, isHeadKnown: true)
      else { return false }
      taken.append(index)
      json.append(addingCapacity: plain.room) { json in
        JSONText.append(literal: isOpen ? #","full":"# : #","name":{"full":"#, to: &json)
        plain.write(plain.values.lowerBound, of: octets.span, into: &json)
      }
      isOpen = true
    }
    if isOpen { json.append(UInt8(ascii: "}")) }
    return true
  }

  // MARK: Lines

  /// Writes a line; `false` where others concern it.
  private mutating func write(_ card: Card, _ index: Int, _ plain: inout PlainProperty) -> Bool {
    let label = card.label(at: index)
    if let form = form(card, index, label: label),
      card.decode(at: index, into: &plain, isHeadKnown: label == nil),
      let isWritten = write(card, index, forms[form], plain)
    {
      return isWritten
    }
    return writeThoroughly(card, index, label, &plain)
  }

  /// The number of the form of a head; `nil` where it was not met yet.
  ///
  /// LABEL is not looked at: it is a text like the value.
  private mutating func form(_ card: Card, _ index: Int, label: Range<Int>?) -> Int? {
    let octets = card.octets
    if isBare(card, index, octets.span, label) { return bare[Int(card.name(at: index).rawValue)] }
    let place =
      label == nil
      ? memo.result(of: octets.span.extracting(card.head(at: index))) : memo.result(of: key.span)
    return place.map {
      Int(memo.octets[$0.lowerBound]) << 8 | Int(memo.octets[$0.lowerBound + 1])
    }
  }

  /// Whether a head is a name without group and parameters, but for a label, without which it is the key
  /// then.
  private mutating func isBare(
    _ card: Card, _ index: Int, _ octets: Span<UInt8>, _ label: Range<Int>?
  ) -> Bool {
    let head = card.head(at: index)
    if let label { key.become(head, of: octets, without: label) }
    let length = card.name(at: index).canonical.utf8.count
    return length > 0 && (label == nil ? head.count : key.count) == length + 1
  }

  private mutating func remember(
    _ form: JSContactForm, _ card: Card, _ index: Int, label: Range<Int>?
  ) {
    let number = forms.count
    let source = card.octets
    if isBare(card, index, source.span, label) {
      bare[Int(card.name(at: index).rawValue)] = number
    } else {
      let octets = [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
      let head = label == nil ? source[card.head(at: index)] : key[...]
      memo.store(octets.span, of: head.span)
    }
    forms.append(form)
  }

  /// Writes a line by looking at its property; `false` where others concern it.
  private mutating func writeThoroughly(
    _ card: Card, _ index: Int, _ label: Range<Int>?, _ plain: inout PlainProperty
  ) -> Bool {
    let property = card.property(at: index)
    if property.isComment { return true }
    let line = JSContactLine(property)
    guard let form = JSContactForm.of(line) else { return false }
    let isPlain = card.decode(at: index, into: &plain)
    switch form.place {
    case .carried: carry(line)
    case .entry, .irregularEntry:
      guard let row = JSContactRow.named(form.name),
        form.name != .adr || !JSContactComponents.leavesWords(line.components)
      else { return false }
      // What LABEL says is no part of the form.
      let isRead = (label == nil) == (line.parameter("LABEL") == nil)
      if isPlain, isRead, form.place == .entry { remember(form, card, index, label: label) }
      let found = labelled.first { $0.line == index }
      let text = found.map { JSContactLine(card.property(at: $0.label)).text }
      let objects = JSContactMaker.objects(of: line, row, label: text, peers: found?.peers ?? 1)
      guard !objects.isEmpty else { return false }
      let facts = facts[Int(form.name.rawValue)]
      counts[facts.prefix] += 1
      for (place, object) in objects.enumerated() {
        startEntry(facts.map, facts.prefix, place: place)
        object.node.append(to: &maps[facts.map])
      }
    case .formattedName: return false
    case .structuredName, .keywords, .member:
      guard isPlain else { return false }
      remember(form, card, index, label: nil)
      return write(card, index, form, plain) ?? false
    }
    return true
  }

  private mutating func carry(_ line: JSContactLine, isShadow: Bool = false) {
    JSONText.append(literal: carried.isEmpty ? #","vCardProps":["# : ",", to: &carried)
    line.jCard.append(to: &carried)
    // That of N was told first.
    if isShadow ? !line.isBare : line.known != .n {
      carriedNames.append((line.property.canonicalName, isShadow))
    }
  }

  /// Starts an entry of a map up to where its object stands.
  private mutating func startEntry(_ map: Int, _ prefix: Int, place: Int) {
    if maps[map].isEmpty {
      order.append(map)
      maps[map].append(contentsOf: JSContactPlainRow.maps[map])
    } else {
      maps[map].append(UInt8(ascii: ","))
    }
    maps[map].append(contentsOf: JSContactPlainRow.prefixes[prefix])
    JSONText.append(counts[prefix], to: &maps[map])
    if place > 0 {
      maps[map].append(UInt8(ascii: "-"))
      JSONText.append(place + 1, to: &maps[map])
    }
    JSONText.append(literal: #"":"#, to: &maps[map])
  }

  // MARK: Plain lines

  /// Writes a line by its form; `nil` where it must be looked at, `false` where the card must be.
  private mutating func write(
    _ card: Card, _ index: Int, _ form: JSContactForm, _ plain: borrowing PlainProperty
  ) -> Bool? {
    if form.implied != .nothing {
      let octets = card.octets
      let text = plain.strings[plain.values.lowerBound]
      let isURI =
        text.isInCard
        ? PropertyDefinition.isURI(octets.span.extracting(text.range))
        : PropertyDefinition.isURI(plain.octets.span.extracting(text.range))
      guard isURI == (form.implied == .uri) else { return nil }
    }
    switch form.place {
    case .carried, .formattedName, .irregularEntry: return nil
    case .structuredName:
      carry(JSContactLine(card.property(at: index)))
      return true
    // Each is compared with all before it.
    case .keywords where plain.values.count > 32: return nil
    case .keywords: return writeKeywords(card, index, plain)
    case .member: return writeMember(card, index, form, plain)
    case .entry:
      let facts = facts[Int(form.name.rawValue)]
      guard plain.shape == facts.shape, !plain.values.isEmpty || facts.shape == .structure else {
        return nil
      }
      let octets = card.octets
      switch form.name {
      case .adr where !plain.isEmpty(from: JSContactComponents.address.old): return nil
      case .org where !plain.hasOneValueEach: return nil
      default: break
      }
      counts[facts.prefix] += 1
      let count = facts.shape == .list ? plain.values.count : 1
      let found = labelled.isEmpty ? nil : labelled.first { $0.line == index }
      for place in 0..<count {
        startEntry(facts.map, facts.prefix, place: place)
        writeObject(octets, facts, form, found, plain, place)
      }
      return true
    }
  }

  private mutating func writeObject(
    _ octets: [UInt8], _ facts: JSContactPlainRow, _ form: JSContactForm, _ found: Labelled?,
    _ plain: borrowing PlainProperty, _ place: Int
  ) {
    let labels = labels
    let room = plain.room + form.octets.count + (found?.json.count ?? 0)
    maps[facts.map].append(addingCapacity: room) { json in
      let form = (octets: form.octets, form: form)
      func append(_ range: Range<Int>, _ json: inout OutputSpan<UInt8>) {
        json.append(form.octets.span.extracting(range))
      }
      json.append(facts.head.span)
      switch form.form.name {
      case .adr:
        let hasValues = plain.hasValues
        if hasValues {
          plain.writeComponents(JSContactPlainRow.addressKinds, of: octets.span, into: &json)
        }
        if let label = plain.label {
          JSONText.append(literal: hasValues ? #","full":"# : #""full":"#, to: &json)
          plain.write(label, of: octets.span, into: &json)
        }
        let rest = form.form.between.lowerBound..<form.form.after.upperBound
        // There is no comma before the first member.
        let isFirst = !hasValues && plain.label == nil
        return append(isFirst && rest.count > 1 ? rest.dropFirst() : rest, &json)
      case .org: plain.writeOrganization(of: octets.span, into: &json)
      default: plain.write(plain.values.lowerBound + place, of: octets.span, into: &json)
      }
      append(form.form.between, &json)
      if let found {
        JSONText.append(literal: #","label":"#, to: &json)
        json.append(labels.span.extracting(found.json))
        append(found.peers == 2 ? form.form.afterLabelled : form.form.after, &json)
      } else {
        append(form.form.after, &json)
      }
    }
  }

  private mutating func writeKeywords(
    _ card: Card, _ index: Int, _ plain: borrowing PlainProperty
  ) -> Bool {
    let octets = card.octets
    if plain.values.isEmpty { return true }
    var isTwice = false
    JSONText.append(literal: #","keywords":{"#, to: &keywords)
    keywords.append(addingCapacity: plain.room) { json in
      for index in plain.values {
        if plain.isRepeated(index, octets) {
          isTwice = true
          continue
        }
        if index > plain.values.lowerBound { json.append(UInt8(ascii: ",")) }
        plain.write(index, of: octets.span, into: &json)
        JSONText.append(literal: ":true", to: &json)
      }
    }
    // A set does not tell what stands twice.
    if isTwice { carry(JSContactLine(card.property(at: index)), isShadow: true) }
    return true
  }

  private mutating func writeMember(
    _ card: Card, _ index: Int, _ form: JSContactForm, _ plain: borrowing PlainProperty
  ) -> Bool? {
    guard let member = JSContactMember.named(form.name) else { return nil }
    let place = plain.strings[plain.values.lowerBound]
    let source = place.isInCard ? card.octets : plain.octets
    let text = source.span.extracting(place.range)
    if member.form == .date { return writeAnniversary(card, index, member, form, text) }
    let start = members.count
    members.append(UInt8(ascii: ","))
    JSONText.append(member.key, to: &members)
    members.append(UInt8(ascii: ":"))
    switch member.form {
    case .text: JSONText.append(utf8: text, to: &members)
    case .timestamp where JSContactDate.appendMoment(text, to: &members): break
    case .word where JSContactPlainWriter.appendWord(text, to: &members): break
    default:
      let line = JSContactLine(card.property(at: index))
      guard let value = member.value(line.text) else {
        members.removeLast(members.count - start)
        carry(line)
        return true
      }
      JSONText.append(value, to: &members)
    }
    if form.isShadowed { carry(JSContactLine(card.property(at: index)), isShadow: true) }
    return true
  }

  /// Appends a word of ASCII letters in lower case; `false` for what is none.
  private static func appendWord(_ text: Span<UInt8>, to json: inout [UInt8]) -> Bool {
    for index in text.indices {
      guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= text[index] | 0x20 else { return false }
    }
    json.append(UInt8(ascii: "\""))
    for index in text.indices { json.append(text[index] | 0x20) }
    json.append(UInt8(ascii: "\""))
    return true
  }

  private mutating func writeAnniversary(
    _ card: Card, _ index: Int, _ member: JSContactMember, _ form: JSContactForm,
    _ text: Span<UInt8>
  ) -> Bool {
    var node: NodeObject?
    if !PlainDate.isDate(text) {
      let line = JSContactLine(card.property(at: index))
      node = JSContactDate.node(line.text)
      if node == nil {
        carry(line)
        return true
      }
    }
    let facts = JSContactPlainRow.anniversaries
    counts[facts.prefix] += 1
    startEntry(facts.map, facts.prefix, place: 0)
    JSONText.append(literal: #"{"kind":"#, to: &maps[facts.map])
    JSONText.append(member.key, to: &maps[facts.map])
    JSONText.append(literal: #","date":"#, to: &maps[facts.map])
    if let node {
      node.node.append(to: &maps[facts.map])
    } else {
      JSContactDate.appendPlainDate(text, to: &maps[facts.map])
    }
    maps[facts.map].append(contentsOf: form.octets[form.after])
    maps[facts.map].append(UInt8(ascii: "}"))
    return true
  }
}
