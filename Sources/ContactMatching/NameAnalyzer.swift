internal import ContactModel
internal import ICU

/// Finds out how the name of a contact may be read.
struct NameAnalyzer {
  /// A word with its number.
  private struct Item {
    var token: Token
    var chunk: Int
    var segment: Int
    var isAside: Bool
    var isSymbol: Bool
    var title: NameTitle
  }

  private var words = NameWords()
  private var form = NameForm()

  init() {}

  /// Analyses the name: N where given, family or middle name is filled; else FN where it is a name
  /// and not an address or a number; else the nickname, else the organisation.
  ///
  /// An organisation goes by its own name first. Where N has no middle name or no generation and FN
  /// has all words of N and one of these besides, FN is heard too: a cutout tells them in no other
  /// place.
  mutating func analyze(
    _ contact: Contact, _ source: inout some TokenSource
  ) throws(ICUError) -> NameForm {
    form.reset()
    let type = contact.contactType
    form.isGroup = type == .group
    if type == .organization, let organization = contact.organizationName {
      try readUndivided(organization, &source)
      if !form.isNameless { return form }
    }
    try readDivided(
      given: contact.givenName, middle: contact.middleName, family: contact.familyName,
      formatted: contact.formattedName, &source)
    if let suffix = contact.nameSuffix { try readSuffix(suffix, &source) }
    if form.isNameless, let name = contact.formattedName, NameAnalyzer.isName(name) {
      try readUndivided(name, &source)
    }
    if form.isNameless, let nickname = contact.nickname { try readUndivided(nickname, &source) }
    if form.isNameless, let organization = contact.organizationName {
      try readUndivided(organization, &source)
    }
    return form
  }

  /// Whether FN is a name: not an email and not a phone number, which programs put there for want
  /// of one.
  private static func isName(_ text: String) -> Bool {
    var hasLetter = false
    var hasAt = false
    var hasSpace = false
    for octet in text.utf8 {
      switch octet {
      case UInt8(ascii: "@"): hasAt = true
      case 0x20: hasSpace = true
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
        hasLetter = true
      default: break
      }
    }
    return hasLetter && (!hasAt || hasSpace)
  }

  // MARK: Cutting

  private mutating func items(
    _ text: String?, _ source: inout some TokenSource
  ) throws(ICUError) -> [Item] {
    guard let text else { return [] }
    let octets = text.utf8.span
    words.cut(octets)
    var items: [Item] = []
    items.reserveCapacity(words.words.count)
    var hasSymbol = false
    for word in words.words {
      guard let token = try source.token(octets.extracting(word.range)) else { continue }
      hasSymbol = hasSymbol || word.isSymbol
      items.append(
        Item(
          token: token, chunk: word.chunk, segment: word.segment, isAside: word.isAside,
          isSymbol: word.isSymbol, title: word.isSymbol ? .none : source.traits(of: token).title))
    }
    markAbbreviations(&items, octets)
    // Pictures count only where there is nothing else.
    if hasSymbol, !items.allSatisfy(\.isSymbol) { items.removeAll(where: \.isSymbol) }
    return items
  }

  /// Gives the words of `M.D.` and `Ph.D.` the meaning that they have together.
  private func markAbbreviations(_ items: inout [Item], _ octets: Span<UInt8>) {
    guard items.count > 1, items.count == words.words.count else { return }
    words.forEachAbbreviation(in: octets) { places, title in
      for place in places { items[place].title = title }
    }
  }

  // MARK: N

  private mutating func readDivided(
    given: String?, middle: String?, family: String?, formatted: String?,
    _ source: inout some TokenSource
  ) throws(ICUError) {
    guard given != nil || middle != nil || family != nil else { return }
    // A whole name in one field, as many programs write it, is no division.
    if middle == nil, given == nil || family == nil, let whole = given ?? family {
      try readUndivided(whole, &source)
      return
    }
    // With a comma and a space FN has two octets more than the words of N.
    let plainCount = (given?.utf8.count ?? 0) + (family?.utf8.count ?? 0) + 2
    let richer = formatted.flatMap { $0.utf8.count > plainCount ? $0 : nil }
    if middle == nil, richer == nil, try readTwoWords(given, family, &source) { return }
    var givenItems = try items(given, &source)
    var familyItems = try items(family, &source)
    var middleItems = try items(middle, &source)
    var extras: [Token] = []
    takeAsides(&givenItems, into: &extras)
    takeAsides(&familyItems, into: &extras)
    takePrefixes(&givenItems, into: &extras)
    takeSuffixes(&givenItems, into: &extras)
    takeSuffixes(&familyItems, into: &extras)
    if givenItems.isEmpty, familyItems.isEmpty { swap(&givenItems, &middleItems) }
    let core = givenItems + familyItems
    guard !core.isEmpty else { return }
    let coreTokens = core.map(\.token)
    var middleTokens = middleItems.map(\.token)
    if let richer {
      let found = try readAlongside(richer, coreTokens + middleTokens, &source)
      if middleTokens.isEmpty { middleTokens = found }
    }
    add(.plain, coreTokens, middleTokens)
    if !extras.isEmpty { add(.whole, coreTokens + extras, middleTokens) }
    if !middleTokens.isEmpty {
      add(.merged, coreTokens + middleTokens, [])
    } else if let first = givenItems.first, !familyItems.isEmpty {
      addSplit(
        .split, givenItems.filter { $0.chunk == first.chunk } + familyItems,
        givenItems.filter { $0.chunk != first.chunk })
    }
    let givenTokens = givenItems.map(\.token)
    form.given = form.tokens.count..<form.tokens.count + givenTokens.count
    form.tokens.append(contentsOf: givenTokens)
    try addJoined(
      [family, middle, given].compactMap(\.self), [given, middle, family].compactMap(\.self),
      &source)
  }

  /// Reads a given and a family name of one word each, which most names have, without the lists that
  /// the others need; `false` when there is more to it.
  private mutating func readTwoWords(
    _ given: String?, _ family: String?, _ source: inout some TokenSource
  ) throws(ICUError) -> Bool {
    guard let given, let family, let first = try onlyWord(given, &source),
      let second = try onlyWord(family, &source)
    else { return false }
    if first == second {
      form.tokens.append(first)
    } else {
      form.tokens.append(min(first, second))
      form.tokens.append(max(first, second))
    }
    form.readings.append(
      NameForm.Reading(kind: .plain, start: 0, coreCount: form.tokens.count, middleCount: 0))
    form.given = form.tokens.count..<form.tokens.count + 1
    form.tokens.append(first)
    guard source.traits(of: first).script == .eastAsian,
      source.traits(of: second).script == .eastAsian
    else { return true }
    try addJoined([family, given], &source)
    try addJoined([given, family], &source)
    return true
  }

  /// The token of a text that is one word and means nothing else.
  private mutating func onlyWord(
    _ text: String, _ source: inout some TokenSource
  ) throws(ICUError) -> Token? {
    let octets = text.utf8.span
    words.cut(octets)
    guard words.words.count == 1, let word = words.words.first, !word.isSymbol,
      let token = try source.token(octets.extracting(word.range)),
      source.traits(of: token).title == .none
    else { return nil }
    return token
  }

  private mutating func readSuffix(
    _ suffix: String, _ source: inout some TokenSource
  ) throws(ICUError) {
    let items = try items(suffix, &source)
    for item in items {
      if let generation = item.title.generation { form.generation = generation }
    }
    guard form.generation == 0, items.count == 1 else { return }
    let word = suffix.utf8.filter { $0 != UInt8(ascii: ".") }.map { $0 | 0x20 }
    form.generation =
      NameTitle.generation(inSuffix: String(decoding: word, as: UTF8.self)) ?? 0
  }

  // MARK: FN

  private mutating func readUndivided(
    _ text: String, _ source: inout some TokenSource
  ) throws(ICUError) {
    var extras: [Token] = []
    let segments = try segments(text, &extras, &source)
    let core = segments.flatMap(\.self)
    guard !core.isEmpty else { return }
    add(.plain, core.map(\.token), [])
    if !extras.isEmpty { add(.whole, core.map(\.token) + extras, []) }
    addSplits(segments)
    try addJoined([text], [], &source)
    try addBare(text, core.count, &source)
  }

  /// The words of an undivided name between its commas, without titles, suffixes and asides, which
  /// are added to the extras; a generation among them is noted.
  private mutating func segments(
    _ text: String, _ extras: inout [Token], _ source: inout some TokenSource
  ) throws(ICUError) -> [[Item]] {
    var all = try items(text, &source)
    takeAsides(&all, into: &extras)
    takePrefixes(&all, into: &extras)
    var segments = all.split { $0.segment != $1.segment }
    // `Smith, MD`: a segment of nothing but titles belongs to the name before it.
    while segments.count > 1, let last = segments.last, last.allSatisfy({ $0.title != .none }) {
      noteGenerations(last)
      extras.append(contentsOf: last.map(\.token))
      segments.removeLast()
    }
    for index in segments.indices {
      if index > 0 { takePrefixes(&segments[index], into: &extras) }
      takeSuffixes(&segments[index], into: &extras)
    }
    return segments
  }

  /// Hears FN beside N, which has the known words.
  ///
  /// Notes the generation that FN says, and returns the words that stand where middle names do. FN
  /// is passed over unless it has all words of N.
  private mutating func readAlongside(
    _ formatted: String, _ known: [Token], _ source: inout some TokenSource
  ) throws(ICUError) -> [Token] {
    let generation = form.generation
    var extras: [Token] = []
    let segments = try segments(formatted, &extras, &source)
    let words = segments.flatMap(\.self)
    guard words.count <= NameAnalyzer.mostWords,
      Set(words.map(\.token)).isSuperset(of: known)
    else {
      form.generation = generation
      return []
    }
    let others = words.filter { !known.contains($0.token) }
    guard let first = words.first, let last = words.last, known.contains(first.token) else {
      return []
    }
    if segments.count == 1 { return known.contains(last.token) ? others.map(\.token) : [] }
    // `Kennedy, John Fitzgerald`
    guard segments.count == 2, let given = segments[1].first, known.contains(given.token),
      others.allSatisfy({ $0.segment == given.segment })
    else { return [] }
    return others.map(\.token)
  }

  /// The readings in which some words of an undivided name are middle names.
  private mutating func addSplits(_ segments: [[Item]]) {
    if segments.count == 2 {
      // `Kennedy, John Fitzgerald`
      let (family, rest) = (segments[0], segments[1])
      guard let first = rest.first else { return }
      addSplit(
        .inner, family + rest.filter { $0.chunk == first.chunk },
        rest.filter { $0.chunk != first.chunk })
      return
    }
    guard segments.count == 1 else { return }
    let chunks = segments[0].split { $0.chunk != $1.chunk }
    guard chunks.count > 2, let first = chunks.first, let last = chunks.last else { return }
    // `John Fitzgerald Kennedy`, and `Kennedy John Fitzgerald`.
    addSplit(.inner, first + last, chunks[1..<chunks.count - 1].flatMap(\.self))
    addSplit(.split, first + chunks[1], chunks[2...].flatMap(\.self))
  }

  /// Words, beyond which a name is compared as it is and in no other way.
  static let mostWords = 32

  private mutating func addSplit(
    _ kind: NameForm.Kind, _ core: [Item], _ middle: [Item]
  ) {
    guard !core.isEmpty, !middle.isEmpty, core.count + middle.count <= NameAnalyzer.mostWords else {
      return
    }
    add(kind, core.map(\.token), middle.map(\.token))
  }

  // MARK: Titles

  private func takeAsides(_ items: inout [Item], into extras: inout [Token]) {
    guard items.contains(where: \.isAside), !items.allSatisfy(\.isAside) else { return }
    extras.append(contentsOf: items.filter(\.isAside).map(\.token))
    items.removeAll(where: \.isAside)
  }

  private func takePrefixes(_ items: inout [Item], into extras: inout [Token]) {
    var count = 0
    while count + 1 < items.count, items[count].title.isPrefix { count += 1 }
    extras.append(contentsOf: items[..<count].map(\.token))
    items.removeFirst(count)
  }

  private mutating func takeSuffixes(_ items: inout [Item], into extras: inout [Token]) {
    var end = items.count
    while end > 1, items[end - 1].title.isSuffix { end -= 1 }
    guard end < items.count else { return }
    noteGenerations(Array(items[end...]))
    extras.append(contentsOf: items[end...].map(\.token))
    items.removeSubrange(end...)
  }

  private mutating func noteGenerations(_ items: [Item]) {
    for item in items {
      if let generation = item.title.generation { form.generation = generation }
    }
  }

  // MARK: Readings

  private mutating func add(_ kind: NameForm.Kind, _ core: [Token], _ middle: [Token]) {
    let start = form.tokens.count
    let core = core.sorted()
    for (index, token) in core.enumerated() where index == 0 || core[index - 1] != token {
      form.tokens.append(token)
    }
    let coreCount = form.tokens.count - start
    form.tokens.append(contentsOf: middle)
    form.readings.append(
      NameForm.Reading(
        kind: kind, start: start, coreCount: coreCount, middleCount: middle.count))
  }

  /// The readings of a name in Han, Kana or Hangul as one word, in the order given and another.
  private mutating func addJoined(
    _ parts: [String], _ otherOrder: [String], _ source: inout some TokenSource
  ) throws(ICUError) {
    guard let plain = form.readings.first, plain.coreCount + plain.middleCount > 1 else { return }
    let range = plain.start..<plain.start + plain.coreCount + plain.middleCount
    guard range.count <= NameAnalyzer.mostWords,
      range.allSatisfy({ source.traits(of: form.tokens[$0]).script == .eastAsian })
    else { return }
    var orders = [parts]
    if !otherOrder.isEmpty {
      orders.append(otherOrder)
    } else if let only = parts.first {
      // An undivided name of two words may be given name first.
      words.cut(only.utf8.span)
      guard words.words.count == 2 else {
        try addJoined(parts, &source)
        return
      }
      let (first, second) = (words.words[0], words.words[1])
      let octets = Array(only.utf8)
      orders.append(
        [second, first].map { String(decoding: octets[$0.range], as: UTF8.self) })
    }
    for order in orders { try addJoined(order, &source) }
  }

  private mutating func addJoined(
    _ parts: [String], _ source: inout some TokenSource
  ) throws(ICUError) {
    var joined: [UInt8] = []
    for part in parts {
      let octets = part.utf8.span
      words.cut(octets)
      for word in words.words {
        for index in word.range { joined.append(octets[index]) }
      }
    }
    if let token = try source.token(joined.span) { add(.joined, [token], []) }
  }

  /// The reading without a form of address that is written right behind the name: 田中さん.
  private mutating func addBare(
    _ text: String, _ count: Int, _ source: inout some TokenSource
  ) throws(ICUError) {
    guard count == 1, let plain = form.readings.first,
      source.traits(of: form.tokens[plain.start]).script == .eastAsian
    else { return }
    let octets = text.utf8.span
    for attached in NameTitle.attached {
      let length = attached.utf8.count
      guard octets.count > length, attached.utf8.elementsEqual(text.utf8.suffix(length)) else {
        continue
      }
      if let token = try source.token(octets.extracting(0..<octets.count - length)) {
        add(.whole, [token], [])
      }
      return
    }
  }
}

extension Array {
  /// The runs of elements between which `isCut` says no.
  fileprivate func split(where isCut: (Element, Element) -> Bool) -> [[Element]] {
    var runs: [[Element]] = []
    for element in self {
      if let last = runs.last?.last, !isCut(last, element) {
        runs[runs.count - 1].append(element)
      } else {
        runs.append([element])
      }
    }
    return runs
  }
}
