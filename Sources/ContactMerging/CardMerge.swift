import ContactMatching
public import VCard

/// A person's card with the values added that another card of the same person has besides.
///
/// Nothing is overwritten and nothing of the card is rewritten but what is added, and REV, which
/// follows the change. A card of another version is converted first, without losing anything: what
/// comes from it can go back. A value that is there already, as `ValueKey` compares, is not added again, nor a
/// number or a mailbox in another writing, so merging a card twice is merging it once. Where a card has
/// room for one value only, such as the birthday, a different one is kept as `X-ALSO-BDAY`.
public struct CardMerge: Sendable {
  /// Which values are added.
  public enum Extent: Hashable, Sendable {
    /// All of them.
    case everything
    /// Emails, and the photo where there is none.
    case emailsAndPhoto
  }

  /// A value that was added.
  public struct Addition: Hashable, Sendable {
    /// The name of the property, such as `EMAIL`.
    public let name: String
    /// The value for people; for pictures and the like, their type and size.
    public let text: String
    /// Whether it contradicts the value that is there, and so is kept under another name.
    public let isConflict: Bool
  }

  /// The card with the additions.
  public private(set) var card: Card
  /// What was added, in order.
  public private(set) var additions: [Addition] = []
  /// What could not be carried over, for people.
  ///
  /// They may quote the card.
  public private(set) var notes: [String] = []

  private let extent: Extent
  private var there: [String: KnownValues] = [:]
  private var reached = KnownReach()
  private var lists: [String: Set<String>] = [:]
  /// What came in, by the names that stand on the lines.
  private var taken: [String: KnownValues] = [:]
  /// The names of properties that are there and say nothing: `N:;;;;`.
  private var empty: Set<String> = []
  private var groups = MergedGroups()

  /// Whether the card is another one than before.
  public var isChanged: Bool { !additions.isEmpty }

  /// Adds the values of one card to another.
  ///
  /// - Parameters:
  ///   - incoming: The card with the further values.
  ///   - card: The person's card.
  ///   - extent: Which values are added.
  ///   - now: What REV becomes if anything is added: seconds since 1970.
  public init(
    adding incoming: Card, to card: Card, extent: Extent = .everything, now: Int64
  ) {
    self.card = card
    self.extent = extent
    for property in card.properties { learn(property) }
    add(lines(of: incoming), isConverted: incoming.version != card.version)
    if isChanged { self.card.setRevision(now) }
  }

  private mutating func learn(_ property: Property) {
    if let group = property.group { groups.insert(group) }
    guard !property.isMalformed else { return }
    let name = ValueKey.comparedName(property.canonicalName)
    if property.shape == .list || CardMerge.isList(name) {
      lists[name, default: []].formUnion(property.list.map { ValueKey.normalized($0) })
      return
    }
    let key = ValueKey(property)
    if key == .empty {
      empty.insert(property.canonicalName)
    } else {
      there[name, default: KnownValues()].insert(key)
      reached.insert(property, name, key)
    }
  }

  // MARK: What comes in

  private mutating func lines(of incoming: Card) -> [CarriedLine] {
    var malformed = 0
    for property in incoming.properties where CarriedLine.isNoProperty(property) { malformed += 1 }
    if malformed > 0 {
      notes.append("\(malformed) lines that are no properties are not carried over")
    }
    let source = incoming.version == card.version ? incoming : converted(incoming)
    var lines: [CarriedLine] = []
    for property in source.properties {
      if case .line(let line) = CarriedLine.carry(property) { lines.append(line) }
    }
    return lines
  }

  /// Converters, of which each has tables of its own.
  private static let converters: [Version: CardConverter] = Dictionary(
    uniqueKeysWithValues: Version.allCases.map { ($0, CardConverter(to: $0)) })

  /// A card as the version of the person's card says it.
  ///
  /// What does not go over is left behind first, for the marks of the converter hold whole lines.
  private mutating func converted(_ incoming: Card) -> Card {
    let before = names
    var source = incoming
    source.replaceProperties { property in
      guard !property.isMalformed, !property.isNestedCard else { return nil }
      let name = ValueKey.comparedName(property.canonicalName)
      // A label may be said with its address.
      let isThere = before.contains(name == KnownName.label.canonical ? "ADR" : name)
      guard CarriedLine.changes(property, losesPreference: isThere),
        case .line(let line) = CarriedLine.carry(property)
      else { return nil }
      return isThere ? line.withoutPreference : line.line
    }
    var converter = CardMerge.converters[card.version] ?? CardConverter(to: card.version)
    var losses: [Diagnostic] = []
    let converted = converter.converted(source, notes: &losses)
    // All others go over in a form from which they come back.
    for loss in losses where loss.code == .lossCarried { notes.append(loss.message) }
    return converted
  }

  /// The names of which the card has values.
  private var names: Set<String> { Set(there.keys).union(lists.keys) }

  private func isWanted(_ name: String, _ before: Set<String>) -> Bool {
    switch extent {
    case .everything: true
    case .emailsAndPhoto:
      name == "EMAIL"
        || !before.contains("PHOTO") && (name == "PHOTO" || name == "X-THUMBNAIL")
    }
  }

  /// A line, the property that it becomes, and what is to be done with it.
  private struct Candidate {
    var line: CarriedLine
    let property: Property
    var isTaken = false
    var isConflict = false
  }

  private mutating func add(_ lines: [CarriedLine], isConverted: Bool) {
    // What is compared is what would stand on the card, so that the next time it is found there.
    var scratch = Card(version: card.version)
    for line in lines { scratch.append(line.line) }
    var candidates = zip(lines, scratch.properties).map { Candidate(line: $0, property: $1) }
    for candidate in candidates
    where ValueKey.comparedName(candidate.property.canonicalName) == KnownName.tel.canonical {
      reached.compare(with: ValueKey(candidate.property))
    }
    let before = names
    // What conversion made up stands behind what it is made of, and goes with it; a name is made of
    // several lines and is for cards that must have one.
    var isSourceTaken = true
    for index in candidates.indices where !candidates[index].line.isAttendant {
      if !candidates[index].line.isDerived {
        decide(&candidates[index], before)
        isSourceTaken = candidates[index].isTaken && !candidates[index].isConflict
      } else if !isConverted || isSourceTaken && candidates[index].property.known != .fn {
        decideDerived(&candidates[index], before)
      }
    }
    // A label goes where the value goes that it is about.
    let carried = Set(
      candidates.filter { $0.isTaken && !$0.isConflict }.compactMap {
        $0.property.group?.lowercased()
      })
    for candidate in candidates {
      if candidate.line.isAttendant {
        guard let group = candidate.property.group?.lowercased(), carried.contains(group) else {
          continue
        }
      } else if !candidate.isTaken {
        continue
      }
      append(candidate)
    }
  }

  private mutating func decide(_ candidate: inout Candidate, _ before: Set<String>) {
    let property = candidate.property
    let name = ValueKey.comparedName(property.canonicalName)
    guard isWanted(name, before) else { return }
    if before.contains(name) { candidate.line.line = candidate.line.withoutPreference }
    if CardMerge.isList(name) {
      let new = property.list.filter {
        let item = ValueKey.normalized($0)
        return !item.isEmpty && lists[name, default: []].insert(item).inserted
      }
      guard !new.isEmpty else { return }
      if new.count < property.list.count { candidate.line.keep(new) }
      candidate.isTaken = true
      return
    }
    let key = ValueKey(property)
    guard key != .empty, !CardMerge.saysWhatIsAssumed(name, key),
      !(there[name]?.cover(key) ?? false), !reached.contains(property, name, key),
      !(taken[property.canonicalName]?.contain(key) ?? false)
    else { return }
    there[name, default: KnownValues()].insert(key)
    reached.insert(property, name, key)
    taken[property.canonicalName, default: KnownValues()].insert(key)
    candidate.isTaken = true
    guard CardMerge.isSingle(name, in: card.rules),
      before.contains(name) || CardMerge.hasAssumedValue(name),
      !property.canonicalName.hasPrefix(ValueKey.conflictPrefix)
    else { return }
    candidate.isConflict = true
    candidate.line.contradict(property.canonicalName)
  }

  /// Decides about what a program made of other properties.
  ///
  /// It contradicts nothing, and says again what another line says, in terms that others read.
  private mutating func decideDerived(_ candidate: inout Candidate, _ before: Set<String>) {
    let property = candidate.property
    let name = ValueKey.comparedName(property.canonicalName)
    guard isWanted(name, before), !before.contains(name), !CardMerge.hasAssumedValue(name) else {
      return
    }
    let key = ValueKey(property)
    guard key != .empty, !(taken[property.canonicalName]?.contain(key) ?? false) else { return }
    // It does not keep out the line that it is made of.
    taken[property.canonicalName, default: KnownValues()].insert(key)
    candidate.isTaken = true
  }

  // MARK: What goes onto the card

  private mutating func append(_ candidate: Candidate) {
    if additions.isEmpty { closeLastLine() }
    var carried = candidate.line
    if let group = carried.line.group { carried.move(to: groups.free(group)) }
    let line = carried.line
    let name = candidate.property.canonicalName
    if !candidate.isConflict, CardMerge.isUsuallyOne(ValueKey.comparedName(name)),
      empty.remove(name) != nil, let property = emptyProperty(name)
    {
      card.replace(property, with: line)
    } else {
      card.append(line)
    }
    guard !candidate.line.isAttendant else { return }
    additions.append(
      Addition(
        name: candidate.property.canonicalName, text: line.value.summary,
        isConflict: candidate.isConflict))
  }

  /// Writes the last property anew if it would take in whatever comes behind it: a value cut in a soft
  /// line break, or a card inside the card without its END.
  private mutating func closeLastLine() {
    var last: Property?
    for property in card.properties { last = property }
    guard let last, last.isOpenEnded,
      case .line(let carried) = CarriedLine.carry(last)
    else { return }
    card.replace(last, with: carried.line)
  }

  /// A property of the card that says nothing.
  private func emptyProperty(_ name: String) -> Property? {
    for property in card.properties
    where !property.isMalformed && property.canonicalName == name && ValueKey(property) == .empty {
      return property
    }
    return nil
  }

  // MARK: Properties

  static func isList(_ name: String) -> Bool { PropertyRegistry.named(name)?.shape == .list }

  /// Whether a person has one of these at most: by the rules of the version, or because every address
  /// book shows one only.
  static func isSingle(_ name: String, in rules: Rules) -> Bool {
    PropertyRegistry.named(name)?.subject == .personOnce || !rules.allowsSeveral(name)
  }

  /// Whether a card has one of these in most programs, so that it is where a value goes: one that says
  /// nothing is filled in, and one that was changed is what was meant.
  static func isUsuallyOne(_ name: String) -> Bool {
    PropertyRegistry.named(name)?.isUsuallyOne ?? false
  }

  /// Whether a card without the property says something by that: that it is about a person.
  static func hasAssumedValue(_ name: String) -> Bool {
    PropertyRegistry.named(name)?.fields.contains(.kind) ?? false
  }

  static func saysWhatIsAssumed(_ name: String, _ key: ValueKey) -> Bool {
    guard hasAssumedValue(name), case .text(let text) = key else { return false }
    return ["individual", "person"].contains(text.lowercased())
  }
}

extension Property {
  /// Whether a line behind this one would be read as part of it.
  var isOpenEnded: Bool {
    if isNestedCard {
      let lines = nestedCardText.utf8.split(separator: 0x0A).map {
        ValueKey.normalized(String(decoding: $0, as: UTF8.self)).lowercased()
      }
      let begins = lines.filter { $0.hasSuffix("begin:vcard") }.count
      return begins > lines.filter { $0.hasSuffix("end:vcard") }.count
    }
    return isQuotedPrintable && rawValue.last { $0 > 0x20 } == UInt8(ascii: "=")
  }
}

/// The values of one name that a card has.
private struct KnownValues {
  private var keys: Set<ValueKey> = []
  private var first: [ValueKey] = []

  /// Values.
  ///
  /// A person has a few of a name; a card with thousands is no person's, and to compare each with
  /// each would take hours.
  private static let comparedCount = 256

  mutating func insert(_ key: ValueKey) {
    if keys.insert(key).inserted, first.count < KnownValues.comparedCount { first.append(key) }
  }

  /// Whether a value is one of them.
  func contain(_ key: ValueKey) -> Bool { keys.contains(key) }

  /// Whether somebody who knows the values learns nothing from another.
  func cover(_ key: ValueKey) -> Bool {
    keys.contains(key) || first.contains { $0.covers(key) }
  }
}

/// The numbers and mailboxes of a person.
private struct KnownReach {
  private var numbers: [PhoneKey] = []
  private var mailboxes: Set<UInt64> = []
  /// All numbers that are compared, and of each the first that is the same.
  private var compared: [PhoneKey] = []
  private var first: [PhoneKey: Int]?

  mutating func insert(_ property: Property, _ name: String, _ key: ValueKey) {
    if case .phone(let number) = key {
      numbers.append(number)
      compare(with: key)
    } else if name == "EMAIL", let mailbox = Reached.mailbox(property) {
      mailboxes.insert(mailbox)
    }
  }

  /// Notes a number that may be one of the person's, and may be another.
  mutating func compare(with key: ValueKey) {
    guard case .phone(let number) = key, first?[number] == nil else { return }
    compared.append(number)
    first = nil
  }

  /// Whether a value reaches what another one does.
  mutating func contains(_ property: Property, _ name: String, _ key: ValueKey) -> Bool {
    if case .phone(let number) = key {
      let first = first ?? sameNumbers()
      self.first = first
      // An extension is for whoever has to dial it.
      return numbers.contains { first[$0] == first[number] && $0.hasEnding(of: number) }
    }
    return name == "EMAIL"
      && (Reached.mailbox(property).map { mailboxes.contains($0) } ?? false)
  }

  private func sameNumbers() -> [PhoneKey: Int] {
    Dictionary(zip(compared, PhoneKey.firstOfSame(compared)), uniquingKeysWith: { one, _ in one })
  }
}

extension ContentLine.Value {
  /// The value for people, in one line.
  fileprivate var summary: String {
    switch self {
    case .text(let text), .verbatim(let text): return text
    case .list(let values): return values.joined(separator: ", ")
    case .structure(let components):
      return components.map { $0.joined(separator: ",") }.joined(separator: ";")
    case .binary(let mediaType, let octets): return "\(mediaType), \(octets.count) bytes"
    }
  }
}
