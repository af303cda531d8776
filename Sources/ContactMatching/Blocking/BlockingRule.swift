/// What cards must share to be compared; keys of two rules never meet.
public enum BlockingRule: UInt64, CaseIterable, Sendable {
  /// A mailbox.
  case email = 1
  /// The last digits of a phone number.
  case phone
  /// What stands before the @.
  case local
  /// A given and a family name by their sound, in any order.
  case name
  /// A given and a family name, the given one by its nickname group.
  case nickname
  /// A name of one word.
  case single
  /// The first letter of the given name, and the family name.
  case initial
  /// A birthday and the sound of a name.
  case birthday
  /// An organisation and the sound of a name.
  case organization
  /// A UUID.
  case uid
  /// A name in one piece, as East Asia writes it and as companies have it, or an organisation that is the
  /// name.
  case written

  /// The name of the rule, as it stands in reports.
  var name: String {
    switch self {
    case .local: "email-name"
    case .single: "single-name"
    case .written: "written-name"
    default: "\(self)"
    }
  }
}

/// The keys by which cards come into one block.
enum BlockingKeys {
  /// Words of a name that make keys: as many given and as many family names.
  private static let mostWords = 3

  @inline(__always)
  private static func salted(_ kind: BlockingRule, _ hash: UInt64) -> UInt64 {
    StableHash.combine(kind.rawValue, hash)
  }

  /// The last eight digits, which numbers with and without country code and trunk prefix share.
  static func key(of phone: PhoneKey) -> UInt64 {
    salted(.phone, phone.national % 100_000_000)
  }

  /// Whether a number has the key of all others of this length that agree with it: among the last eight
  /// digits of a number that agrees with a shorter one there may be a trunk prefix.
  static func isWhole(_ phone: PhoneKey) -> Bool { phone.length >= 8 }

  /// The hash of a card's given and family name in any order; 0 where one is missing.
  static func fullName(of card: Int, _ book: CardFeatures) -> UInt64 {
    let name = book.rows[card].name
    guard let given = name.given.first,
      let family = name.family.first(where: { !isParticle($0, book) })
    else { return 0 }
    let hashes = book.lexicon.usualHashes
    return StableHash.unite(hashes[Int(book.words[given])], hashes[Int(book.words[family])])
  }

  private static func isParticle(_ place: Int, _ book: CardFeatures) -> Bool {
    book.lexicon.facts[Int(book.words[place])].traits.isParticle
  }

  /// Adds the keys of one kind of a card.
  ///
  /// - Parameters:
  ///   - kind: What the keys are made of.
  ///   - card: The card, as `book` numbers it.
  ///   - number: The number under which it is added.
  ///   - book: A piece of the book.
  ///   - keys: Receives the keys.
  static func add(
    _ kind: BlockingRule, card: Int, as number: Int, book: CardFeatures,
    keys: inout KeyedCards
  ) {
    let row = book.rows[card]
    switch kind {
    case .email:
      for index in row.emails { keys.append(book.emails[index].mailbox, number) }
    case .phone:
      for index in row.phones {
        let key = key(of: book.phones[index].key)
        let before = row.phones.lowerBound..<index
        if !before.contains(where: { self.key(of: book.phones[$0].key) == key }) {
          keys.append(key, number)
        }
      }
    case .local:
      var last: UInt64 = 0
      for index in row.emails where book.emails[index].local != last {
        last = book.emails[index].local
        if last != 0 { keys.append(salted(.local, last), number) }
      }
    case .name: addNames(card, number: number, book: book, keys: &keys)
    case .nickname: addNicknames(card, number: number, book: book, keys: &keys)
    case .single:
      let names = row.name.core
      guard names.count == 1 else { return }
      for sound in book.lexicon.sounds(of: book.words[names.lowerBound]) {
        keys.append(salted(.single, sound), number)
      }
    case .initial: addInitial(card, number: number, book: book, keys: &keys)
    case .birthday:
      let birthday = UInt64(row.birthday)
      guard birthday != 0 else { return }
      // Without the year, which one side may not know.
      forEachWord(card, book: book) { sound in
        keys.append(salted(.birthday, StableHash.combine(birthday & 0xFFFF, sound)), number)
      }
    case .organization:
      guard row.organization != 0 else { return }
      forEachWord(card, book: book) { sound in
        keys.append(salted(.organization, StableHash.combine(row.organization, sound)), number)
      }
    case .uid:
      if row.uid != 0 { keys.append(salted(.uid, row.uid), number) }
    case .written:
      if let name = writtenName(of: card, book) { keys.append(salted(.written, name), number) }
    }
  }

  /// The hash of a name that other cards may divide in another way, or not at all; `nil` for others.
  private static func writtenName(of card: Int, _ book: CardFeatures) -> UInt64? {
    let row = book.rows[card]
    if row.flags.contains(.isOrganization), row.organization != 0 { return row.organization }
    guard let first = row.name.core.first else {
      return row.organization == 0 ? nil : row.organization
    }
    let script = book.lexicon.facts[Int(book.words[first])].traits.script
    guard script == .eastAsian || row.flags.contains(.isUndivided) else { return nil }
    return row.joined == 0 ? nil : row.joined
  }

  /// The places of the given and of the family names that make keys.
  private static func places(
    _ card: Int, _ book: CardFeatures
  ) -> (given: Range<Int>, family: ArraySlice<Int>) {
    let row = book.rows[card]
    let name = row.name
    // Which of the words of an undivided name are family names is a guess.
    let middle = row.flags.contains(.isUndivided) ? Array(name.middle) : []
    let family = middle + name.family.filter { !isParticle($0, book) }
    return (name.given.prefix(mostWords), family.prefix(mostWords))
  }

  private static func addNames(
    _ card: Int, number: Int, book: CardFeatures, keys: inout KeyedCards
  ) {
    let (given, family) = places(card, book)
    for first in given {
      for second in family {
        for left in book.lexicon.sounds(of: book.words[first]) {
          for right in book.lexicon.sounds(of: book.words[second]) {
            keys.append(salted(.name, StableHash.unite(left, right)), number)
          }
        }
      }
    }
  }

  private static func addNicknames(
    _ card: Int, number: Int, book: CardFeatures, keys: inout KeyedCards
  ) {
    let (given, family) = places(card, book)
    guard let first = given.first else { return }
    for group in book.lexicon.groups(of: book.words[first]).prefix(mostGroups) {
      let group = StableHash.mix(UInt64(group) + 1)
      for second in family {
        guard let sound = book.lexicon.sounds(of: book.words[second]).first else { continue }
        keys.append(salted(.nickname, StableHash.combine(group, sound)), number)
      }
    }
  }

  /// Groups of one name that make keys.
  private static let mostGroups = 6

  private static func addInitial(
    _ card: Int, number: Int, book: CardFeatures, keys: inout KeyedCards
  ) {
    let (given, family) = places(card, book)
    guard let first = given.first, let second = family.first else { return }
    let letter = book.lexicon.facts[Int(book.words[first])].first
    guard letter != 0, let sound = book.lexicon.sounds(of: book.words[second]).first else { return }
    keys.append(salted(.initial, StableHash.combine(UInt64(letter), sound)), number)
  }

  /// Hands over the sound of the first given and of each family name, each once.
  private static func forEachWord(
    _ card: Int, book: CardFeatures, body: (UInt64) -> Void
  ) {
    let (given, family) = places(card, book)
    var known: [UInt64] = []
    for place in Array(given.prefix(1)) + family {
      guard let sound = book.lexicon.sounds(of: book.words[place]).first, !known.contains(sound)
      else { continue }
      known.append(sound)
      body(sound)
    }
  }
}
