/// Features of some cards as octets, with all that is known of their words.
///
/// ```
/// words  │ as NameLexicon writes them, each once │      numbered as they come
/// cards  │ numbers │ words by their numbers │ emails │ phones │ …
/// ```
/// Whoever reads them compares cards without ICU. What a book as a whole says of them is no part of it.
struct PackedFeatures {
  private var words = BlobWriter()
  private var cards = BlobWriter()
  /// The number of each word of the lexicon among those that were written.
  private var numbers: [Word] = []
  /// The words of the lexicon that were written, in that order.
  private var written: [Word] = []
  /// Cards written so far.
  private(set) var count = 0

  /// Octets so far.
  var size: Int { words.count + cards.count }

  /// Appends a card of a book, always the same one.
  mutating func append(_ card: Int, of book: borrowing CardFeatures) {
    let row = book.rows[card]
    cards.append(row.digest)
    cards.append(row.joined)
    var presence: Presence = []
    if row.organization != 0 { presence.insert(.hasOrganization) }
    if row.uid != 0 { presence.insert(.hasUID) }
    if row.birthday != 0 { presence.insert(.hasBirthday) }
    if row.generation != 0 { presence.insert(.hasGeneration) }
    cards.append(presence.rawValue)
    cards.append(row.flags.rawValue)
    if row.organization != 0 { cards.append(row.organization) }
    if row.uid != 0 { cards.append(row.uid) }
    if row.birthday != 0 { cards.append(row.birthday) }
    if row.generation != 0 { cards.append(row.generation) }
    cards.append(row.givenCount << 4 | row.middleCount)
    cards.append(row.familyCount << 4 | row.otherCount)
    for word in book.words[row.name.all] { cards.append(packed: number(of: word, book.lexicon)) }
    cards.append(row.emailCount)
    for email in book.emails[row.emails] {
      cards.append(email.kind.rawValue << 1 | (email.local == 0 ? 0 : 1))
      cards.append(email.mailbox)
      if email.local != 0 { cards.append(email.local) }
    }
    cards.append(row.phoneCount)
    for phone in book.phones[row.phones] { phone.key.append(to: &cards) }
    count += 1
  }

  private mutating func number(of word: Word, _ lexicon: borrowing NameLexicon) -> Int {
    if Int(word) >= numbers.count {
      numbers += [Word](repeating: .max, count: lexicon.count - numbers.count)
    }
    if numbers[Int(word)] == .max {
      numbers[Int(word)] = Word(written.count)
      written.append(word)
      lexicon.append(word, to: &words)
    }
    return Int(numbers[Int(word)])
  }

  /// Appends what was written to a blob, and begins anew.
  mutating func move(to blob: inout BlobWriter) {
    blob.append(packed: written.count)
    blob.append(contentsOf: words.take())
    blob.append(packed: count)
    blob.append(contentsOf: cards.take())
    for word in written { numbers[Int(word)] = .max }
    written.removeAll(keepingCapacity: true)
    count = 0
  }
}

/// Which numbers of a card follow.
private struct Presence: OptionSet {
  let rawValue: UInt8
  static let hasOrganization = Presence(rawValue: 1)
  static let hasUID = Presence(rawValue: 2)
  static let hasBirthday = Presence(rawValue: 4)
  static let hasGeneration = Presence(rawValue: 8)
}

extension CardFeatures {
  /// Takes in cards of a blob that ``PackedFeatures`` wrote.
  ///
  /// - Parameters:
  ///   - blob: What is read.
  ///   - known: The words of the lexicon.
  /// - Returns: The numbers of the cards.
  /// - Throws: ``BlobError``.
  mutating func read(
    _ blob: inout BlobReader, knowing known: inout KnownWords
  ) throws(BlobError) -> Range<Int> {
    var numbers: [Word] = []
    for _ in 0..<(try blob.count(ofAtLeast: 4)) {
      numbers.append(try lexicon.read(&blob, knowing: &known))
    }
    let first = rows.count
    let count = try blob.count(ofAtLeast: 22)
    rows.reserveCapacity(first + count)
    for _ in 0..<count { try readCard(&blob, numbers) }
    return first..<rows.count
  }

  private mutating func readCard(
    _ blob: inout BlobReader, _ numbers: [Word]
  ) throws(BlobError) {
    var row = Row()
    row.digest = try blob.number64()
    row.joined = try blob.number64()
    let presence = Presence(rawValue: try blob.octet())
    row.flags = Flags(rawValue: try blob.octet())
    if presence.contains(.hasOrganization) { row.organization = try blob.number64() }
    if presence.contains(.hasUID) { row.uid = try blob.number64() }
    if presence.contains(.hasBirthday) { row.birthday = try blob.number32() }
    if presence.contains(.hasGeneration) { row.generation = try blob.octet() }
    let (front, back) = (try blob.octet(), try blob.octet())
    (row.givenCount, row.middleCount) = (front >> 4, front & 15)
    (row.familyCount, row.otherCount) = (back >> 4, back & 15)
    row.firstWord = UInt32(words.count)
    for _ in row.name.all { words.append(numbers[try blob.number(below: numbers.count)]) }
    row.firstEmail = UInt32(emails.count)
    row.emailCount = try blob.octet()
    for _ in 0..<row.emailCount {
      let head = try blob.octet()
      guard let kind = EmailKey.Kind(rawValue: head >> 1) else { throw .damaged }
      let mailbox = try blob.number64()
      let local = head & 1 == 0 ? 0 : try blob.number64()
      emails.append(Email(mailbox: mailbox, local: local, kind: kind))
    }
    row.firstPhone = UInt32(phones.count)
    row.phoneCount = try blob.octet()
    for _ in 0..<row.phoneCount { phones.append(Phone(key: try PhoneKey(&blob))) }
    guard Int(row.emailCount) <= Self.mostValues, Int(row.phoneCount) <= Self.mostValues,
      row.name.core.count <= CardName.mostWords
    else { throw .damaged }
    rows.append(row)
  }
}

extension KnownWords {
  /// The words of a lexicon.
  init(_ lexicon: NameLexicon) {
    self.init()
    for word in lexicon.words { _ = add(word) }
  }
}
