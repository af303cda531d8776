import ContactMatching
import ContactMerging
import ContactModel
import ContactSearch
internal import Foundation
internal import ICU
import VCard

/// What stands beside a card in the tables: all of it is made of the card.
struct RecordFacts: Sendable {
  /// The composite name, or an empty text.
  var name: String
  /// By which the record stands in the order of names.
  var sortKey: [UInt8]
  /// By which the record is found and shown in a list without its card; `nil` where the card tells.
  var entry: Entry?
  /// The UID as members of groups name it.
  var uid: String?
  var isGroup: Bool
  /// The rows of the indexes that lead to the record.
  var keys: RecordKeys
  /// The card as it is kept.
  var card: StoredCard
}

extension RecordFacts {
  /// The octets of ``ContactSearch/SearchRow`` and ``ContactSearch/SearchEntry``.
  struct Entry: Sendable {
    var row: [UInt8]
    var entry: [UInt8]

    var count: Int { row.count + entry.count }

    /// The same as it stands in a block.
    func kept(of person: Int64, sortKey: [UInt8]) -> EntryBlock.Kept {
      EntryBlock.Kept(person: person, sortKey: sortKey, row: row, entry: entry)
    }
  }

  /// What is known of a card that does not read: it is in no index.
  init(unreadable card: StoredCard) {
    self.init(
      name: "", sortKey: [], entry: nil, uid: nil, isGroup: false, keys: RecordKeys(), card: card)
  }
}

/// The rows of the indexes that lead to a record.
struct RecordKeys: Hashable, Sendable {
  /// The numbers of ``ContactMatching/CardKeys`` and of the digest, each once.
  var match: [Int64] = []
  /// What is counted of the card, see ``ContactMatching/CardKeys/terms``.
  var terms: [Int64] = []
  /// The beginnings of the keys of the words by which it is searched, each once.
  var words: [Int64] = []
  /// The UIDs of the members, where the record is a group.
  var members: [OctetText] = []
}

/// A card as it is kept.
struct StoredCard: Hashable, Sendable {
  /// The octets that it came in with.
  var octets: Data
  /// The charset of text that is not UTF-8 and declares none; `nil` when there is no such text.
  var charset: String?

  init(octets: Data, charset: String?) {
    self.octets = octets
    self.charset = charset
  }

  init(_ card: Card) {
    octets = Data(card.octetsAsRead)
    charset = card.undeclaredCharset?.rawValue
  }
}

/// Reads cards that are kept; threads may share one.
struct StoredCardReader: Sendable {
  let limits: CardReader.Limits
  let decoding: TextDecoding

  /// - Parameter decoding: Converts charsets; which one a card has is kept with it.
  init(_ decoding: TextDecoding) {
    // What got in gets out, whatever bounded the reading of the file that it came from.
    var limits = CardReader.Limits()
    limits.bytesPerLine = .max
    limits.bytesPerCard = .max
    limits.propertiesPerCard = .max
    limits.nesting = max(limits.nesting, 1024)
    self.limits = limits
    self.decoding = decoding
  }

  /// The card, or `nil` when the octets are none.
  func card(_ stored: StoredCard) -> Card? {
    var decoding = decoding
    if let charset = stored.charset {
      decoding = decoding.deciding(UndeclaredCharset(rawValue: charset))
    }
    var reader = CardReader(limits: limits, decoding: decoding)
    var card = Card(version: .version30, decoding: decoding)
    guard (try? reader.append(Array(stored.octets))) != nil else { return nil }
    reader.finish()
    guard case .card = reader.next(into: &card) else { return nil }
    return card
  }
}

/// Makes ``RecordFacts``.
///
/// A copy of a maker works by itself, so that threads may have one each.
struct RecordFactsMaker: Sendable {
  /// The rules and tables behind the facts but for the order; facts of others are to be made again.
  let version: String
  /// The rules, tables and language behind ``RecordFacts/sortKey``.
  let orderVersion: String

  private let sorter: NameSorter
  private var matchKeys = CardKeys.Maker()
  private let words: WordKeys
  private let reader: StoredCardReader

  /// - Parameters:
  ///   - locale: The language whose order ``RecordFacts/sortKey`` has.
  ///   - reader: Reads cards that are kept.
  /// - Throws: `ICUError` for a language that is none.
  init(locale: String, _ reader: StoredCardReader) throws(ICUError) {
    sorter = try NameSorter(.family, locale: locale)
    words = try WordKeys()
    self.reader = reader
    let collation = try Collator(locale: "root", strength: .primary).version
    version = "7 \(CardKeys.version) \(WordKeys.version) \(collation)"
    orderVersion = "1 \(collation) \(locale)"
  }

  /// A maker that shares nothing with this one.
  var anew: RecordFactsMaker {
    var maker = self
    maker.matchKeys = CardKeys.Maker()
    return maker
  }

  /// What is kept of a card.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - digest: Its digest, if somebody has made it.
  /// - Returns: What is kept.
  /// - Throws: `ICUError` when memory runs out.
  mutating func facts(
    of card: Card, digest: CardDigest? = nil
  ) throws(ICUError) -> RecordFacts {
    let stored = StoredCard(card)
    if stored.charset == nil { return try facts(of: card, stored, digest) }
    // As everybody will read it, who does not know how the file that it came from was read.
    return try facts(of: reader.card(stored) ?? card, stored, nil)
  }

  /// What stands beside a card that is kept; `nil` when it does not read.
  mutating func facts(of stored: StoredCard) throws(ICUError) -> RecordFacts? {
    guard let card = reader.card(stored) else { return nil }
    return try facts(of: card, stored, nil)
  }

  private mutating func facts(
    of card: Card, _ stored: StoredCard, _ digest: CardDigest?
  ) throws(ICUError) -> RecordFacts {
    let contact = Contact(card, keys: [.sorting, .searching, .uid, .contactType])
    let filed = try matchKeys.keys(of: card)
    var match = filed.blocking.map(\.number) + filed.values
    match.append((digest ?? CardDigest(card)).fileNumber)
    let isGroup = contact.contactType == .group
    let entry = try SearchEntry(contact, words.words)
    return RecordFacts(
      name: (contact.compositeName ?? "").storable,
      sortKey: try sorter.sortKey(for: contact).bytes,
      entry: RecordFacts.Entry(row: entry.row, entry: entry.octets),
      uid: contact.uid.map { GroupMembers.key($0).text }, isGroup: isGroup,
      keys: RecordKeys(
        match: Set(match).map { Int64(bitPattern: $0) }.sorted(),
        terms: filed.terms.map { Int64(bitPattern: $0) },
        words: try words.keys(of: entry),
        members: isGroup ? GroupMembers.uids(in: card) : []),
      card: stored)
  }

  /// The keys by which an incoming card finds people, and the number of its digest.
  mutating func keys(
    of incoming: Card
  ) throws(ICUError) -> (blocking: [CardKeys.Key], digest: UInt64) {
    let stored = StoredCard(incoming)
    let card = stored.charset == nil ? incoming : reader.card(stored) ?? incoming
    return (try matchKeys.keys(of: card).blocking, CardDigest(card).fileNumber)
  }

  /// The name of a card that is kept and the key of its place; `nil` when it does not read.
  func place(of stored: StoredCard) throws(ICUError) -> (name: String, sortKey: [UInt8])? {
    guard let card = reader.card(stored) else { return nil }
    let contact = Contact(card, keys: .sorting)
    return ((contact.compositeName ?? "").storable, try sorter.sortKey(for: contact).bytes)
  }
}

extension CardDigest {
  /// The number under which cards of this content are filed.
  fileprivate var fileNumber: UInt64 {
    octets.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension String {
  /// The text as SQLite keeps it, which cuts a text at U+0000: U+FFFD stands in its place.
  var storable: String {
    guard utf8.contains(0) else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar.value == 0 ? "\u{FFFD}" : scalar) }
    return String(scalars)
  }
}
