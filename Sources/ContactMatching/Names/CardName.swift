internal import ContactModel
import ContactSearch
internal import ICU

/// The words of one card's name by what they are.
///
/// ```
/// N:Kennedy;John;Fitzgerald;;Jr.    given john   middle fitzgerald   family kennedy   generation 2
/// FN:William "Bill" Gates           given william   family gates   other bill   undivided
/// FN:王小明                          given 小明   family 王   undivided
/// ```
/// Which words of an undivided name are which is a guess; ``isUndivided`` says so.
struct CardName: Sendable {
  /// Words that are compared; a name with more of them has the rest as one word.
  static let mostWords = 12

  var given: [Word] = []
  var middle: [Word] = []
  var family: [Word] = []
  /// Nicknames, and what stands in brackets and quotation marks.
  var other: [Word] = []
  /// 0 for none; else as ``NameTitle/generation``.
  var generation: UInt8 = 0
  var isUndivided = false
  /// Whether it names an office or a group and no person.
  var isOrganization = false
  /// Whether it names several people: a couple or a family.
  var isSeveral = false
  /// The hash of all words written together in their order, family name first in East Asia.
  var joined: UInt64 = 0

  var isEmpty: Bool { given.isEmpty && middle.isEmpty && family.isEmpty }

  mutating func reset() {
    given.removeAll(keepingCapacity: true)
    middle.removeAll(keepingCapacity: true)
    family.removeAll(keepingCapacity: true)
    other.removeAll(keepingCapacity: true)
    generation = 0
    isUndivided = false
    isOrganization = false
    isSeveral = false
    joined = 0
  }

  /// A part of a name.
  enum Part: UInt8 { case given, middle, family, other }

  fileprivate mutating func append(_ word: Word, to part: Part) {
    switch part {
    case .given: given.append(word)
    case .middle: middle.append(word)
    case .family: family.append(word)
    case .other: other.append(word)
    }
  }
}

/// Reads names of cards into words.
struct CardNameReader {
  private var words = NameWords()
  /// The name that was read last.
  private(set) var name = CardName()
  private var scratch: [UInt8] = []

  private struct Item {
    var word: Word
    var chunk: Int
    var segment: Int
    var isAside: Bool
    var title: NameTitle
  }

  /// Reads the name: N where given, family or middle name is filled; else FN where it is a name and
  /// neither an address, a number nor the organisation; else the nickname.
  mutating func read(
    _ texts: IdentityTexts, _ lexicon: inout WordReader
  ) throws(ICUError) {
    name.reset()
    name.isOrganization = texts.isOrganization
    let octets = texts.octets.span
    let (given, middle, family) = (texts.given, texts.middle, texts.family)
    if let whole = given ?? family ?? texts.formatted {
      name.isSeveral = SeveralNames.areIn(octets.extracting(whole))
    }
    if given != nil && family != nil || middle != nil {
      if let given { try append(octets.extracting(given), to: .given, &lexicon) }
      if let middle { try append(octets.extracting(middle), to: .middle, &lexicon) }
      if let family { try append(octets.extracting(family), to: .family, &lexicon) }
      if name.given.isEmpty { swap(&name.given, &name.middle) }
      if let formatted = texts.formatted,
        formatted.count
          > 2 + (given?.count ?? 0) + (family?.count ?? 0) + (middle?.count ?? 0)
      {
        try hear(octets.extracting(formatted), hasSuffix: texts.suffix != nil, &lexicon)
      }
    } else if let only = given ?? family {
      try readUndivided(octets.extracting(only), isWhole: given == nil, &lexicon)
    }
    if name.isEmpty, let formatted = texts.formatted,
      CardNameReader.isName(octets.extracting(formatted))
    {
      if !name.isOrganization, let organization = texts.organization,
        try isSame(octets.extracting(formatted), octets.extracting(organization))
      {
        name.isOrganization = false
      } else {
        try readUndivided(octets.extracting(formatted), isWhole: true, &lexicon)
      }
    }
    if let suffix = texts.suffix { try noteSuffix(octets.extracting(suffix), &lexicon) }
    for nickname in texts.nicknames.prefix(CardName.mostWords) {
      let nickname = octets.extracting(nickname)
      if name.isEmpty {
        try readUndivided(nickname, isWhole: false, &lexicon)
      } else {
        name.other += try items(nickname, &lexicon).map(\.word)
      }
    }
    limit()
    name.joined = joined(lexicon)
  }

  /// Whether FN repeats the organisation, as programs put it there for want of a name.
  private func isSame(_ left: Span<UInt8>, _ right: Span<UInt8>) throws(ICUError) -> Bool {
    var (first, second): ([UInt8], [UInt8]) = ([], [])
    if PlainFolding.append(left, to: &first), PlainFolding.append(right, to: &second) {
      return first == second
    }
    let (left, right) = (left.string, right.string)
    if left == right { return true }
    return try NameSpelling.folded(left) == NameSpelling.folded(right)
  }

  /// Whether a text has a letter and is no email address.
  private static func isName(_ text: Span<UInt8>) -> Bool {
    var hasLetter = false
    var hasAt = false
    var hasBlank = false
    for index in text.indices {
      let octet = text[index]
      if octet == UInt8(ascii: "@") { hasAt = true }
      if octet == 0x20 { hasBlank = true }
      if octet >= 0x80 || 0x61...0x7A ~= octet | 0x20 { hasLetter = true }
    }
    return hasLetter && (!hasAt || hasBlank)
  }

  // MARK: Cutting

  private mutating func items(
    _ octets: Span<UInt8>, _ lexicon: inout WordReader
  ) throws(ICUError) -> [Item] {
    words.cut(octets)
    var items: [Item] = []
    items.reserveCapacity(words.words.count)
    let hasLetters = words.words.contains { !$0.isSymbol }
    for word in words.words where !(word.isSymbol && hasLetters) {
      guard let found = try lexicon.word(octets.extracting(word.range)) else { continue }
      items.append(
        Item(
          word: found, chunk: word.chunk, segment: word.segment, isAside: word.isAside,
          title: lexicon.words[Int(found)].traits.title))
    }
    markAbbreviations(&items, octets)
    return items
  }

  /// Gives the words of `M.D.` and `Ph.D.` the meaning that they have together.
  private func markAbbreviations(_ items: inout [Item], _ octets: Span<UInt8>) {
    guard items.count > 1, items.count == words.words.count else { return }
    words.forEachAbbreviation(in: octets) { places, title in
      for place in places { items[place].title = title }
    }
  }

  private mutating func append(
    _ octets: Span<UInt8>, to part: CardName.Part, _ lexicon: inout WordReader
  ) throws(ICUError) {
    words.cut(octets)
    // Most fields are one word.
    if words.words.count == 1 {
      let range = words.words[0].range
      if let word = try lexicon.word(octets.extracting(range)) {
        name.append(word, to: part)
      } else if isNumber(octets, range) {
        // `Room 101`: a number that is all of a part tells one from the others.
        name.append(lexicon.add(octets.extracting(range).string), to: part)
      }
      return
    }
    var items = try items(octets, &lexicon)
    takeExtras(&items)
    for item in items { name.append(item.word, to: part) }
  }

  /// Takes asides, titles and suffixes out of the words of a field.
  private mutating func takeExtras(_ items: inout [Item]) {
    guard items.count > 1 else { return }
    if items.contains(where: \.isAside), !items.allSatisfy(\.isAside) {
      for item in items where item.isAside { name.other.append(item.word) }
      items.removeAll(where: \.isAside)
    }
    var first = 0
    while first + 1 < items.count, items[first].title.isPrefix { first += 1 }
    items.removeFirst(first)
    while items.count > 1, let last = items.last, last.title.isSuffix {
      if let generation = last.title.generation { name.generation = generation }
      items.removeLast()
    }
  }

  private mutating func noteSuffix(
    _ suffix: Span<UInt8>, _ lexicon: inout WordReader
  ) throws(ICUError) {
    for item in try items(suffix, &lexicon) {
      if let generation = item.title.generation { name.generation = generation }
    }
    guard name.generation == 0, suffix.count < 5 else { return }
    let word = suffix.indices.map { suffix[$0] }
      .filter { $0 != UInt8(ascii: ".") }.map { $0 | 0x20 }
    name.generation = NameTitle.generation(inSuffix: String(decoding: word, as: UTF8.self)) ?? 0
  }

  /// Hears in FN, which is longer than N, the generation and the middle names that N leaves out: a
  /// cutout tells them in no other place.
  private mutating func hear(
    _ text: Span<UInt8>, hasSuffix: Bool, _ lexicon: inout WordReader
  ) throws(ICUError) {
    var items = try items(text, &lexicon)
    if name.generation == 0, !hasSuffix, items.count > 2,
      let generation = items.last?.title.generation
    {
      name.generation = generation
    }
    guard name.middle.isEmpty, items.allSatisfy({ !$0.isAside }) else { return }
    while items.count > 1, items[0].title.isPrefix { items.removeFirst() }
    while items.count > 1, items[items.count - 1].title.isSuffix { items.removeLast() }
    let words = items.map(\.word)
    guard let first = words.first, let last = words.last, items[0].segment == items.last?.segment
    else { return }
    let (given, family) = (name.given, name.family)
    // What stands between them, in either order.
    guard
      given.first == first && family.last == last || family.first == first && given.last == last,
      (given + family).allSatisfy(words.contains)
    else { return }
    name.middle = words.filter { !given.contains($0) && !family.contains($0) }
  }

  // MARK: Undivided names

  /// Reads a name that stands in one piece.
  ///
  /// - Parameters:
  ///   - text: The name.
  ///   - isWhole: Whether it may be a whole name of one word, as Chinese ones are.
  ///   - lexicon: Receives the words.
  /// - Throws: `ICUError` when memory runs out.
  private mutating func readUndivided(
    _ text: Span<UInt8>, isWhole: Bool, _ lexicon: inout WordReader
  ) throws(ICUError) {
    name.isUndivided = true
    var items = try items(text, &lexicon)
    // `Acme 12` is no person's name; `John Smith 2` is one that a telephone numbered.
    if items.count == 1, items.count < words.words.count,
      words.words.contains(where: { isNumber(text, $0.range) })
    {
      return
    }
    takeExtras(&items)
    guard let first = items.first else { return }
    // `Smith, John` and `Smith, MD`.
    if let place = items.firstIndex(where: { $0.segment != first.segment }) {
      var rest = Array(items[place...])
      guard rest.allSatisfy({ $0.title != .none }) else {
        takeExtras(&rest)
        name.family += items[..<place].map(\.word)
        setGiven(rest)
        return
      }
      for item in rest {
        if let generation = item.title.generation { name.generation = generation }
      }
      items.removeSubrange(place...)
    }
    if items.count == 1 {
      guard isWhole else {
        name.given.append(items[0].word)
        return
      }
      try readSingle(items[0].word, &lexicon)
      return
    }
    if lexicon.words[Int(first.word)].traits.script == .eastAsian {
      name.family.append(items[0].word)
      name.given += items[1...].map(\.word)
      return
    }
    let start = CardNameReader.startOfFamily(
      items.count, chunk: { items[$0].chunk },
      isParticle: { lexicon.words[Int(items[$0].word)].traits.isParticle })
    name.family += items[start...].map(\.word)
    setGiven(Array(items[..<start]))
  }

  /// Where the family name starts among the words of a name: it is the last word, with what is
  /// hyphenated to it and the particles before it.
  static func startOfFamily(
    _ count: Int, chunk: (Int) -> Int, isParticle: (Int) -> Bool
  ) -> Int {
    var start = count - 1
    while start > 1, chunk(start - 1) == chunk(count - 1) { start -= 1 }
    while start > 1, isParticle(start - 1) { start -= 1 }
    return start
  }

  private func isNumber(_ text: Span<UInt8>, _ word: Range<Int>) -> Bool {
    for index in word where !(0x30...0x39 ~= text[index]) { return false }
    return !word.isEmpty
  }

  /// The first word and what is hyphenated to it are the given name, the rest middle names.
  private mutating func setGiven(_ items: [Item]) {
    guard let first = items.first else { return }
    for item in items {
      if item.chunk == first.chunk {
        name.given.append(item.word)
      } else {
        name.middle.append(item.word)
      }
    }
  }

  /// A name of one word: a given name as far as anyone can tell, unless it is Chinese or Korean.
  private mutating func readSingle(
    _ word: Word, _ lexicon: inout WordReader
  ) throws(ICUError) {
    guard lexicon.words[Int(word)].traits.script == .eastAsian else {
      name.given.append(word)
      return
    }
    let text = lexicon.words[Int(word)].text
    let count = text.unicodeScalars.count
    guard count > 1 else {
      name.given.append(word)
      return
    }
    for attached in NameTitle.attached where count > attached.unicodeScalars.count {
      if text.hasSuffix(attached) {
        name.given.append(lexicon.add(String(text.dropLast(attached.count))))
        return
      }
    }
    guard let length = NameTables.lengthOfFamily(in: text) else {
      name.given.append(word)
      return
    }
    name.family.append(lexicon.add(String(text.unicodeScalars.prefix(length))))
    name.given.append(lexicon.add(String(text.unicodeScalars.dropFirst(length))))
  }

  // MARK: The whole

  private mutating func limit() {
    let most = CardName.mostWords / 3
    if name.given.count > most { name.given.removeSubrange(most...) }
    if name.middle.count > most { name.middle.removeSubrange(most...) }
    if name.family.count > most { name.family.removeSubrange(most...) }
    if name.other.count > most { name.other.removeSubrange(most...) }
  }

  private mutating func joined(_ lexicon: WordReader) -> UInt64 {
    guard let first = name.family.first ?? name.given.first else { return 0 }
    let isEastAsian = lexicon.words[Int(first)].traits.script == .eastAsian
    scratch.removeAll(keepingCapacity: true)
    let (start, end) = isEastAsian ? (name.family, name.given) : (name.given, name.family)
    for word in start { scratch += lexicon.words[Int(word)].text.utf8 }
    for word in name.middle { scratch += lexicon.words[Int(word)].text.utf8 }
    for word in end { scratch += lexicon.words[Int(word)].text.utf8 }
    return StableHash.of(scratch.span)
  }
}
