public import ContactModel
public import ICU

/// Makes the numbers under which a store files a person, so that an incoming card leads to all
/// people who can be meant without the whole book being read.
///
/// ```
/// Kate Bell, kate@bell.example ─▶ name {bell kate} 7F3A…
///                                 email            91C0…
/// ```
/// Whoever ``MatchIndex/match(_:policy:)`` looks at has a number in common with the card; so an
/// index of those alone gives the outcome that an index of the whole book gives. Numbers are the
/// same in every run and on every machine with the same ``collationVersion``.
public struct MatchKeys: Sendable {
  /// The version of these rules: numbers of another version are to be made again.
  public static let version = 2

  private var tokens: TokenTable
  private var analyzer = NameAnalyzer()
  private var octets: [UInt8] = []

  /// Creates a maker of numbers.
  ///
  /// - Throws: ``ICU/ICUError`` when ICU's data are missing.
  public init() throws(ICUError) { tokens = try TokenTable() }

  /// The version of ICU's tables behind the numbers.
  public var collationVersion: String {
    get throws(ICUError) { try tokens.collator.collator.version }
  }

  /// What a number is of, which its lowest octal digit tells.
  private enum Kind: UInt64 { case name = 1, email, phone, uid, digest }

  private static func number(_ kind: Kind, _ hash: UInt64) -> UInt64 {
    hash & ~7 | kind.rawValue
  }

  /// Whether a number is that of an email.
  package static func isEmail(_ number: UInt64) -> Bool { number & 7 == Kind.email.rawValue }

  /// Appends the numbers of a contact, some of them perhaps twice.
  ///
  /// - Parameters:
  ///   - contact: The contact, read with ``ContactModel/Contact/Keys/matching``.
  ///   - keys: Where the numbers go.
  /// - Throws: ``ICU/ICUError`` when memory runs out.
  /// - Complexity: O(*n*) in the names, emails and phone numbers; ICU sees each word once.
  public mutating func append(
    of contact: Contact, to keys: inout [UInt64]
  ) throws(ICUError) {
    let form = try analyzer.analyze(contact, &tokens)
    for reading in form.readings {
      // Words in the order of their hashes: the core is a set.
      let words = form.tokens[reading.core].map { tokens.stableHash(of: $0) }.sorted()
      var hasher = StableHasher()
      hasher.combine(Kind.name.rawValue)
      hasher.combine(form.isGroup ? 1 : 0)
      for word in words { hasher.combine(word) }
      keys.append(MatchKeys.number(.name, hasher.value))
    }
    for email in contact.emailAddresses {
      octets.removeAll(keepingCapacity: true)
      try EmailKey.append(email.value, to: &octets)
      guard !octets.isEmpty else { continue }
      var hasher = StableHasher()
      hasher.combine(Kind.email.rawValue)
      hasher.combine(String(decoding: octets, as: UTF8.self))
      keys.append(MatchKeys.number(.email, hasher.value))
    }
    for phone in contact.phoneNumbers {
      // The last digits stay the same whatever the region makes of the first.
      guard let key = PhoneKey(phone.value, region: nil) else { continue }
      var hasher = StableHasher()
      hasher.combine(Kind.phone.rawValue)
      hasher.combine(key.blockingKey)
      keys.append(MatchKeys.number(.phone, hasher.value))
    }
    if let uid = contact.uid.flatMap(UIDKey.init) { keys.append(MatchKeys.key(of: uid)) }
  }

  /// The number of a UUID.
  public static func key(of uid: UIDKey) -> UInt64 {
    var hasher = StableHasher()
    hasher.combine(Kind.uid.rawValue)
    hasher.combine(uid.high)
    hasher.combine(uid.low)
    return number(.uid, hasher.value)
  }

  /// The number of the digest of a card.
  public static func key(ofDigest digest: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0
    for octet in digest.prefix(8) { hash = hash << 8 | UInt64(octet) }
    return number(.digest, hash)
  }

  /// People, more of whom make an email that of nobody in particular.
  package static var mostSharers: Int { MatchQuery.mostSharers }
}

extension TokenTable {
  /// A hash of a word that is the same in every run.
  func stableHash(of token: Token) -> UInt64 {
    var hasher = StableHasher()
    for octet in key(of: token) { hasher.combine(UInt64(octet)) }
    return hasher.value
  }
}
