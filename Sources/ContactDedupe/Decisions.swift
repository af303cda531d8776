import CardFormats
import ContactMerging
import ContactModel
import ContactStore
import Files
public import SystemPackage
public import VCard

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// By which a card is known again on another day, in whatever file it stands.
public struct CardIdentity: Hashable, Sendable {
  /// A card of a run with its identity.
  struct Placed: Sendable {
    /// The number of the card among all.
    var card: Int
    /// By which it is known again.
    var identity: CardIdentity
  }

  /// The digest of what it says.
  public let digest: String
  /// Its UID without regard to case; `nil` when it has none that others could know.
  public let uid: String?
  /// What it is called.
  public let name: String

  init(digest: String, uid: String?, name: String) {
    (self.digest, self.uid, self.name) = (digest, uid, name)
  }

  /// Makes the identity of a card.
  public init(_ card: Card) {
    self.init(
      digest: "\(CardDigest(card))", uid: Self.uid(of: card), name: Self.name(of: card))
  }

  /// The UID of a card, as it is compared.
  static func uid(of card: Card) -> String? {
    guard let property = card.first(.uid), !property.isMalformed, !DeviceLocal.isLocal(property)
    else { return nil }
    let uid = UUIDText.withoutScheme(property.text.lowercased())
    return uid.isEmpty ? nil : uid
  }

  /// What a card is called.
  static func name(of card: Card) -> String {
    Contact(card, keys: .compositeName).compositeName ?? ""
  }
}

/// What people have answered about pairs of cards, remembered in a file of JSON Lines.
///
/// ```json
/// {"schema":"vcard.decision/1","answer":"same","cards":[{"digest":"…","uid":"…","name":"…"},{…}]}
/// ```
/// A card is known by its digest, and when that is another by its UID. The last answer that names
/// two cards, in whichever of the ways, counts: `same`, `different`, or `open`, which takes back what was
/// answered before.
///
/// With `same` somebody may say whose value stands on the merged card, where a person has one of
/// something and the cards have several: `"values":{"BDAY":1}` is the birthday of the second card. What
/// is not chosen is kept beside it.
public struct Decisions: Sendable {
  /// An answer about two cards.
  public struct Decision: Hashable, Sendable {
    /// Whether they are of one person; `nil` for an answer that takes back what was answered before.
    public var isSame: Bool?
    /// One card.
    public var left: CardIdentity
    /// The other.
    public var right: CardIdentity
    /// Whose value stands, by the names of properties in upper case: 0 is the left card, 1 the right.
    public var values: [String: Int]

    /// Creates an answer.
    public init(
      isSame: Bool?, left: CardIdentity, right: CardIdentity, values: [String: Int] = [:]
    ) {
      (self.isSame, self.left, self.right, self.values) = (isSame, left, right, values)
    }
  }

  /// Two names of cards, the lower one first.
  private struct Pair: Hashable {
    let low: String
    let high: String

    init(_ one: String, _ other: String) { (low, high) = (min(one, other), max(one, other)) }
  }

  /// Where they are kept.
  public let path: FilePath
  /// The answers in the order in which they were given.
  public private(set) var decisions: [Decision] = []
  /// Where in ``decisions`` the last answer about two names is.
  private var last: [Pair: Int] = [:]
  /// Where in ``decisions`` values are chosen, by the ways to name one of the cards.
  private var chosen: [String: [Int]] = [:]
  /// The file as it was read.
  private var stamp: FileStamp?
  /// Answers at the end of ``decisions`` that are not in the file.
  private var unsaved = 0
  /// What the cards are called that were asked about; `nil` when not all answers say so.
  private(set) var names: Set<String>? = []
  /// Their UIDs.
  private(set) var uids: Set<String> = []

  /// No answers, which are kept nowhere.
  package init() { path = "" }

  /// Reads the answers; a file that is not there holds none.
  ///
  /// - Throws: ``DedupeError/notAnAnswer(_:line:)``.
  public init(_ path: FilePath) throws {
    self.path = path
    stamp = (try? FileStamp.ofFile(at: path)) ?? nil
    guard stamp != nil else { return }
    let file = try StoredFile(path, staysOpen: true)
    try JSONLineReader(file).forEachLine { line, number, _ in
      guard let read = try? JSONDecoder().decode(Line.self, from: Data(line)),
        read.schema == "vcard.decision/1", read.cards.count == 2,
        ["same", "different", "open"].contains(read.answer),
        read.values?.values.allSatisfy({ 0...1 ~= $0 }) ?? true
      else {
        throw DedupeError.notAnAnswer(path.string, line: number)
      }
      insert(
        Decision(
          isSame: read.answer == "open" ? nil : read.answer == "same", left: read.cards[0].identity,
          right: read.cards[1].identity, values: read.values ?? [:]))
    }
  }

  /// The file that answers about the people of an address book are kept in, beside it.
  public static func path(besideBook book: FilePath) -> FilePath {
    guard let status = try? Stat(book), status.type == .directory else {
      return FilePath(book.string + ".decisions.jsonl")
    }
    return book.appending(".decisions.jsonl")
  }

  /// Reads what others have written meanwhile; answers that are not saved yet stay.
  ///
  /// - Returns: Whether the file is another one than before.
  /// - Throws: ``DedupeError/notAnAnswer(_:line:)``.
  public mutating func refresh() throws -> Bool {
    guard (try? FileStamp.ofFile(at: path)) != stamp else { return false }
    var all = try Decisions(path)
    for decision in decisions.suffix(unsaved) { all.add(decision) }
    self = all
    return true
  }

  /// What was answered about two cards: whether they are of one person; `nil` for nothing.
  public func answer(_ left: CardIdentity, _ right: CardIdentity) -> Bool? {
    decision(left, right).flatMap { decisions[$0].isSame }
  }

  /// The last answer about two cards.
  func decision(_ left: CardIdentity, _ right: CardIdentity) -> Int? {
    Self.keys(left, right).compactMap { last[Pair($0.0, $0.1)] }.max()
  }

  /// What was chosen of some cards, and holds: by the places of two of them, the lower one first, whose
  /// value stands; the order is that in which it was said.
  ///
  /// - Complexity: O(*n*) in the cards and in what was chosen of them.
  func choices(among cards: [CardIdentity]) -> [(cards: [Int], values: [String: Int])] {
    if chosen.isEmpty { return [] }
    var byKey: [String: Int] = [:]
    for (place, card) in cards.enumerated() {
      for key in Self.keys(card) where byKey[key] == nil { byKey[key] = place }
    }
    func place(_ card: CardIdentity) -> Int? {
      Self.keys(card).lazy.compactMap { byKey[$0] }.first
    }
    let numbers = Set(byKey.keys.flatMap { chosen[$0] ?? [] }).sorted()
    return numbers.compactMap { number in
      let decision = decisions[number]
      guard let left = place(decision.left), let right = place(decision.right), left != right,
        self.decision(cards[left], cards[right]) == number
      else { return nil }
      return (
        [min(left, right), max(left, right)], decision.values.mapValues { $0 == 0 ? left : right }
      )
    }
  }

  /// Whose values stand on the card that comes of some cards: what was said last of each name.
  ///
  /// - Parameters:
  ///   - cards: The cards, as whatever number they have.
  ///   - identity: By which a card is known again; `nil` for one of which nothing can have been said.
  /// - Returns: The values, with the numbers of their cards.
  /// - Throws: What `identity` throws.
  func taken(
    among cards: [Int], _ identity: (Int) throws -> CardIdentity?
  ) rethrows -> [ClusterMerge.Taken] {
    if chosen.isEmpty { return [] }
    let known = try cards.compactMap { card in try identity(card).map { (card: card, $0) } }
    var taken: [String: Int] = [:]
    for choice in choices(among: known.map(\.1)) { taken.merge(choice.values) { $1 } }
    return taken.sorted { $0.key < $1.key }.map {
      ClusterMerge.Taken($0.key, of: known[$0.value].card)
    }
  }

  /// Remembers an answer, which ``save()`` writes.
  public mutating func add(_ decision: Decision) {
    insert(decision)
    unsaved += 1
  }

  private mutating func insert(_ decision: Decision) {
    for (one, other) in Self.keys(decision.left, decision.right) {
      last[Pair(one, other)] = decisions.count
    }
    if decision.isSame == true, !decision.values.isEmpty {
      for key in Self.keys(decision.left) { chosen[key, default: []].append(decisions.count) }
    }
    decisions.append(decision)
    for card in [decision.left, decision.right] {
      // Others may write answers without names.
      if card.name.isEmpty { names = nil } else { names?.insert(card.name) }
      if let uid = card.uid { uids.insert(uid) }
    }
  }

  /// The ways to name a card.
  private static func keys(_ card: CardIdentity) -> [String] {
    ["d" + card.digest] + (card.uid.map { ["u" + $0] } ?? [])
  }

  /// The ways to name two cards.
  ///
  /// Of two cards with one UID that tells neither from a third with it.
  private static func keys(
    _ left: CardIdentity, _ right: CardIdentity
  ) -> [(String, String)] {
    var keys = [("d" + left.digest, "d" + right.digest)]
    let (one, other) = (left.uid, right.uid)
    guard one != other || one == nil else { return keys }
    if let one { keys.append(("u" + one, "d" + right.digest)) }
    if let other { keys.append(("d" + left.digest, "u" + other)) }
    if let one, let other { keys.append(("u" + one, "u" + other)) }
    return keys
  }

  /// Pairs of a run of which something is answered.
  ///
  /// - Parameter cards: The cards that may be meant.
  /// - Returns: Each pair once, in order.
  func answers(about cards: [CardIdentity.Placed]) -> [DedupeAnswer] {
    var byKey: [String: [Int]] = [:]
    for (place, placed) in cards.enumerated() {
      byKey["d" + placed.identity.digest, default: []].append(place)
      if let uid = placed.identity.uid { byKey["u" + uid, default: []].append(place) }
    }
    var found: [DedupeAnswer] = []
    var seen: Set<[Int]> = []
    for (one, other) in last.keys.map({ ($0.low, $0.high) }) {
      for left in (byKey[one] ?? []).prefix(Self.mostCopies) {
        for right in (byKey[other] ?? []).prefix(Self.mostCopies)
        where left != right && seen.insert([min(left, right), max(left, right)]).inserted {
          guard let isSame = answer(cards[left].identity, cards[right].identity) else { continue }
          let (left, right) = (cards[left].card, cards[right].card)
          found.append(
            DedupeAnswer(left: min(left, right), right: max(left, right), isSame: isSame))
        }
      }
    }
    return found.sorted { ($0.left, $0.right) < ($1.left, $1.right) }
  }

  /// Copies of a card of which each is paired with each of another's.
  private static let mostCopies = 100

  /// Writes the answers that are new behind those of the file, in one step.
  ///
  /// What others have written there meanwhile stays, and is known from then on.
  public mutating func save() throws {
    let isNew = (try? Stat(path)) == nil
    let file = try AtomicFile(replacing: path)
    let lock = try FileLock(path)
    var all = try Decisions(path)
    for decision in decisions.suffix(unsaved) { all.insert(decision) }
    if isNew {
      // As private as the cards may be that it quotes.
      try FileError.naming(.create, path) { () throws(Errno) in
        try SystemCalls.setPermissions(.ownerReadWrite, of: file.writer.descriptor)
      }
    }
    try all.write(to: file)
    try file.commit()
    all.stamp = try? FileStamp.ofFile(at: path)
    _ = consume lock
    self = all
  }

  private func write(to file: AtomicFile) throws {
    for decision in decisions {
      try file.writer.append { text in
        text.append("{\"schema\":\"vcard.decision/1\",\"answer\":")
        text.append(
          decision.isSame.map { $0 ? "\"same\"" : "\"different\"" } ?? "\"open\"")
        text.append(",\"cards\":[")
        for (index, card) in [decision.left, decision.right].enumerated() {
          text.append(index == 0 ? "{\"digest\":" : ",{\"digest\":")
          text.append(jsonString: card.digest)
          text.append(",\"uid\":")
          if let uid = card.uid { text.append(jsonString: uid) } else { text.append("null") }
          text.append(",\"name\":")
          text.append(jsonString: card.name)
          text.append("}")
        }
        text.append("]")
        for (index, value) in decision.values.sorted(by: { $0.key < $1.key }).enumerated() {
          text.append(index == 0 ? ",\"values\":{" : ",")
          text.append(jsonString: value.key)
          text.append(":\(value.value)")
        }
        text.append(decision.values.isEmpty ? "}\n" : "}}\n")
      }
    }
  }

  private struct Line: Decodable {
    struct Card: Decodable {
      let digest: String
      let uid: String?
      let name: String?

      var identity: CardIdentity {
        CardIdentity(digest: digest, uid: uid?.lowercased(), name: name ?? "")
      }
    }

    let schema: String
    let answer: String
    let cards: [Card]
    let values: [String: Int]?
  }
}
