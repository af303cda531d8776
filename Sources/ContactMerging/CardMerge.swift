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
    /// All but names, and the photo where there is none.
    case details
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
  private var names = MergeName.Table()
  /// The values that are there, by the names under which they are compared.
  private var there: [Int: KnownValues] = [:]
  private var reached = KnownReach()
  private var lists: [Int: Set<String>] = [:]
  /// The names of which the card has values.
  private var valued = NumberSet()
  /// What came in, by the names that stand on the lines.
  private var taken: [Int: Set<ValueKey>] = [:]
  /// The names of properties that are there and say nothing: `N:;;;;`.
  private var empty: Set<Int> = []
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
    for property in card.properties { index(property) }
    add(lines(of: incoming), isConverted: incoming.version != card.version)
    if isChanged { self.card.setRevision(now) }
  }

  private mutating func index(_ property: Property) {
    if let group = property.group { groups.insert(group) }
    guard !property.isMalformed else { return }
    let name = names.name(of: property)
    if name.isList {
      let values = property.list.map { MergeKeyWriter.normalized($0) }.filter { !$0.isEmpty }
      if !values.isEmpty { valued.insert(name.compared) }
      lists[name.compared, default: []].formUnion(values)
      return
    }
    let key = ValueKey(property)
    if key.isEmpty {
      empty.insert(name.canonical)
    } else {
      valued.insert(name.compared)
      there[name.compared, default: KnownValues()].insert(key)
      reached.insert(property, name)
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

  /// A card as the version of the person's card says it.
  private mutating func converted(_ incoming: Card) -> Card {
    var losses: [Diagnostic] = []
    let converted = incoming.converted(to: card.version, losses: &losses) { property in
      valued.contains(names.place(of: property))
    }
    // All others go over in a form from which they come back.
    for loss in losses where loss.code == .lossCarried { notes.append(loss.message) }
    return converted
  }

  private func isWanted(_ name: MergeName) -> Bool {
    guard extent == .details else { return true }
    if name.isCompared(as: .photo) || name.isCompared(as: .xThumbnail) {
      return !valued.contains(names.name(.photo).compared)
    }
    return !CardMerge.names.contains { name.isCompared(as: $0) }
  }

  /// What a person is called, and what the card is about.
  private static let names =
    [.fn, .n, .sortString, .kind, .xABShowAs] + PropertyRegistry.phoneticNames.map(\.name)

  /// A line, the property that it becomes, and what is to be done with it.
  private struct Candidate {
    var line: CarriedLine
    let property: Property
    let name: MergeName
    var isTaken = false
    var isConflict = false
  }

  private mutating func add(_ lines: [CarriedLine], isConverted: Bool) {
    // What is compared is what would stand on the card, so that the next time it is found there.
    var scratch = Card(version: card.version)
    for line in lines { scratch.append(line.line) }
    var candidates = zip(lines, scratch.properties).map { line, property in
      Candidate(line: line, property: property, name: names.name(of: property))
    }
    for candidate in candidates { reached.compare(with: candidate.property, candidate.name) }
    // What conversion made up stands behind what it is made of, and goes with it; a name is made of
    // several lines and is for cards that must have one.
    var isSourceTaken = true
    for index in candidates.indices where !candidates[index].line.isAttendant {
      if !candidates[index].line.isDerived {
        decide(&candidates[index])
        isSourceTaken = candidates[index].isTaken && !candidates[index].isConflict
      } else if !isConverted || isSourceTaken && candidates[index].property.known != .fn {
        decideDerived(&candidates[index])
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

  private mutating func decide(_ candidate: inout Candidate) {
    let (property, name) = (candidate.property, candidate.name)
    guard isWanted(name) else { return }
    let isThere = valued.contains(name.compared)
    if isThere { candidate.line.line = candidate.line.withoutPreference }
    if name.isList {
      let new = property.list.filter {
        let item = MergeKeyWriter.normalized($0)
        return !item.isEmpty && lists[name.compared, default: []].insert(item).inserted
      }
      guard !new.isEmpty else { return }
      if new.count < property.list.count { candidate.line.keep(new) }
      candidate.isTaken = true
      return
    }
    let key = ValueKey(property)
    guard !key.isEmpty, !(name.hasAssumedValue && key.isAssumedKind),
      !(there[name.compared]?.cover(key) ?? false), !reached.contains(property, name),
      taken[name.canonical, default: []].insert(key).inserted
    else { return }
    there[name.compared, default: KnownValues()].insert(key)
    reached.insert(property, name)
    candidate.isTaken = true
    guard name.isSingle(in: card.version), isThere || name.hasAssumedValue, !name.isConflict else {
      return
    }
    candidate.isConflict = true
    candidate.line.contradict(property.canonicalName)
  }

  /// Decides about what a program made of other properties.
  ///
  /// It contradicts nothing, and says again what another line says, in terms that others read.
  private mutating func decideDerived(_ candidate: inout Candidate) {
    let name = candidate.name
    guard isWanted(name), !valued.contains(name.compared), !name.hasAssumedValue else { return }
    let key = ValueKey(candidate.property)
    guard !key.isEmpty else { return }
    // It does not keep out the line that it is made of.
    candidate.isTaken = taken[name.canonical, default: []].insert(key).inserted
  }

  // MARK: What goes onto the card

  private mutating func append(_ candidate: Candidate) {
    if additions.isEmpty { closeLastLine() }
    var carried = candidate.line
    if let group = carried.line.group { carried.move(to: groups.free(group)) }
    let line = carried.line
    let name = candidate.name
    if !candidate.isConflict, name.isUsuallyOne, empty.remove(name.canonical) != nil,
      let property = emptyProperty(candidate.property.canonicalName)
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
    where !property.isMalformed && property.canonicalName == name && ValueKey(property).isEmpty {
      return property
    }
    return nil
  }
}

extension Property {
  /// Whether a line behind this one would be read as part of it.
  var isOpenEnded: Bool {
    if isNestedCard {
      let lines = nestedCardText.utf8.split(separator: 0x0A).map {
        MergeKeyWriter.normalized(String(decoding: $0, as: UTF8.self)).lowercased()
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
  private var first: [Set<String>] = []

  /// Values.
  ///
  /// A person has a few of a name; a card with thousands is no person's, and to compare each with
  /// each would take hours.
  private static let comparedCount = 256

  mutating func insert(_ key: ValueKey) {
    guard keys.insert(key).inserted, first.count < KnownValues.comparedCount,
      let statements = key.statements
    else { return }
    first.append(statements)
  }

  /// Whether somebody who knows the values learns nothing from another.
  func cover(_ key: ValueKey) -> Bool {
    if keys.contains(key) { return true }
    guard let statements = key.statements else { return false }
    return first.contains { statements.isSubset(of: $0) }
  }
}

/// The numbers and mailboxes of a person.
private struct KnownReach {
  private var numbers: [PhoneKey] = []
  private var mailboxes: Set<UInt64> = []
  /// All numbers that are compared, and of each the first that is the same.
  private var compared: [PhoneKey] = []
  private var first: [PhoneKey: Int]?

  mutating func insert(_ property: Property, _ name: MergeName) {
    if let number = compare(with: property, name) {
      numbers.append(number)
    } else if name.isCompared(as: .email), let mailbox = Reached.mailbox(property) {
      mailboxes.insert(mailbox)
    }
  }

  /// Notes a number that may be one of the person's, and may be another.
  @discardableResult
  mutating func compare(with property: Property, _ name: MergeName) -> PhoneKey? {
    guard name.isCompared(as: .tel), let number = Reached.number(property) else { return nil }
    guard first?[number] == nil else { return number }
    compared.append(number)
    first = nil
    return number
  }

  /// Whether a value reaches what another one does.
  mutating func contains(_ property: Property, _ name: MergeName) -> Bool {
    if name.isCompared(as: .tel), let number = Reached.number(property) {
      let first = first ?? sameNumbers()
      self.first = first
      // An extension is for whoever has to dial it.
      return numbers.contains { first[$0] == first[number] && $0.hasEnding(of: number) }
    }
    return name.isCompared(as: .email)
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
