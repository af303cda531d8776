extension CardFeatures {
  /// How many values of each kind some cards have: what it takes to read them back.
  struct Extent: Sendable {
    var cards: Int
    var words: Int
    var emails: Int
    var phones: Int
  }

  /// Octets of all features, besides the words of the lexicon.
  var featureOctets: Int {
    words.count * (MemoryLayout<Word>.stride + 1) + mailboxes.count * 17
      + phones.count * MemoryLayout<PhoneKey>.stride + count * Self.cardOctets
  }

  /// Octets of a card besides its words and values.
  private static let cardOctets = 3 * 4 + 8 + 4 + 8 + 8 + 8 + 2

  /// The features of some cards as octets.
  func spilled(_ cards: Range<Int>) -> (octets: [UInt8], extent: Extent) {
    let starts = cards.lowerBound..<cards.upperBound + 1
    func range(_ starts: [UInt32]) -> Range<Int> {
      Int(starts[cards.lowerBound])..<Int(starts[cards.upperBound])
    }
    let (names, emails, phones) = (range(nameStarts), range(emailStarts), range(phoneStarts))
    var writer = SpillWriter(
      capacity: count == 0 ? 0 : featureOctets / count * (cards.count + 1))
    writer.append(nameStarts[starts])
    writer.append(words[names])
    writer.append(roles[names])
    writer.append(joined[cards])
    writer.append(emailStarts[starts])
    writer.append(mailboxes[emails])
    writer.append(locals[emails])
    writer.append(mailboxKinds[emails])
    writer.append(phoneStarts[starts])
    writer.append(self.phones[phones])
    writer.append(birthdays[cards])
    writer.append(organizations[cards])
    writer.append(uids[cards])
    writer.append(digests[cards])
    writer.append(generations[cards])
    writer.append(flags[cards])
    return (
      writer.octets,
      Extent(
        cards: cards.count, words: names.count, emails: emails.count, phones: phones.count)
    )
  }

  /// Cards whose features were spilled.
  init(_ octets: [UInt8], _ extent: Extent, _ lexicon: NameLexicon) {
    var reader = SpillReader(octets)
    func starts() -> [UInt32] {
      var starts = reader.read(extent.cards + 1, UInt32.self)
      // They count from the first card of the book that they were cut from.
      let first = starts[0]
      if first > 0 { for index in starts.indices { starts[index] -= first } }
      return starts
    }
    self.lexicon = lexicon
    nameStarts = starts()
    words = reader.read(extent.words)
    roles = reader.read(extent.words)
    joined = reader.read(extent.cards)
    emailStarts = starts()
    mailboxes = reader.read(extent.emails)
    locals = reader.read(extent.emails)
    mailboxKinds = reader.read(extent.emails)
    phoneStarts = starts()
    phones = reader.read(extent.phones)
    birthdays = reader.read(extent.cards)
    organizations = reader.read(extent.cards)
    uids = reader.read(extent.cards)
    digests = reader.read(extent.cards)
    generations = reader.read(extent.cards)
    flags = reader.read(extent.cards)
  }

  /// Forgets all cards and keeps the words.
  mutating func removeCards() {
    var empty = CardFeatures()
    swap(&empty.lexicon, &lexicon)
    self = empty
  }

  /// Takes in cards of a book with the same words after those of this one.
  mutating func append(_ cards: [Int], of other: CardFeatures) {
    for card in cards {
      words += other.words[other.names(card)]
      roles += other.roles[other.names(card)]
      nameStarts.append(UInt32(words.count))
      mailboxes += other.mailboxes[other.emails(card)]
      locals += other.locals[other.emails(card)]
      mailboxKinds += other.mailboxKinds[other.emails(card)]
      emailStarts.append(UInt32(mailboxes.count))
      phones += other.phones[other.phones(card)]
      phoneStarts.append(UInt32(phones.count))
      joined.append(other.joined[card])
      birthdays.append(other.birthdays[card])
      organizations.append(other.organizations[card])
      uids.append(other.uids[card])
      digests.append(other.digests[card])
      generations.append(other.generations[card])
      flags.append(other.flags[card])
    }
  }
}
