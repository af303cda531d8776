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
  /// Which properties of ``card`` say what a property of the other card says, by the numbers that both
  /// have among the properties of their cards: the line that it became, or those that had it already.
  ///
  /// What did not come over is said by none. Empty unless the merge is traced.
  package private(set) var places: [[Int]] = []

  private let extent: Extent
  private let isTraced: Bool
  private var names = MergeName.Table()
  /// The values that are there, by the names under which they are compared.
  ///
  /// Here and below a value stands with the number of its property; what is still to be added has the
  /// numbers behind those of the card.
  private var there: [Int: KnownValues] = [:]
  private var reached = KnownReach()
  private var lists: [Int: [String: Int]] = [:]
  /// The names of which the card has values.
  private var valued = NumberSet()
  /// What came in, by the names that stand on the lines.
  private var taken: [Int: Set<ValueKey>] = [:]
  /// The names of properties that are there and say nothing: `N:;;;;`.
  private var empty: Set<Int> = []
  private var groups = MergedGroups()
  /// How many properties the card has.
  private var count = 0

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
    self.init(adding: incoming, to: card, extent, isTraced: false)
    if isChanged { self.card.setRevision(now) }
  }

  /// Keeps the UID by which the other card is known, so that who is named by it is found: as that of a
  /// card that says none, else as `X-ALSO-UID`.
  ///
  /// Of itself a merge leaves it to each card.
  ///
  /// - Parameters:
  ///   - incoming: The other card.
  ///   - isFurther: Whether it does not become the card's own in any case.
  ///   - now: What REV becomes if it was not there: seconds since 1970.
  package mutating func keepUID(of incoming: Card, isFurther: Bool = false, now: Int64) {
    let before = card
    if additions.isEmpty { closeLastLine() }
    guard let kept = card.keepUID(of: incoming, isFurther: isFurther), kept.isNew else {
      card = before
      return
    }
    card.setRevision(now)
    additions.append(Addition(name: "UID", text: kept.text, isConflict: kept.isFurther))
  }

  /// Adds the values of one card to another, whose REV stays, and notes the ``places``.
  package init(tracing incoming: Card, to card: Card, extent: Extent = .everything) {
    self.init(adding: incoming, to: card, extent, isTraced: true)
  }

  private init(adding incoming: Card, to card: Card, _ extent: Extent, isTraced: Bool) {
    self.card = card
    self.extent = extent
    self.isTraced = isTraced
    for property in card.properties {
      index(property)
      count += 1
    }
    add(lines(of: incoming), isConverted: incoming.version != card.version)
  }

  private mutating func index(_ property: Property) {
    if let group = property.group { groups.insert(group) }
    guard !property.isMalformed else { return }
    let name = names.name(of: property)
    if name.isList {
      let values = property.list.map { MergeKeyWriter.normalized($0) }.filter { !$0.isEmpty }
      if !values.isEmpty { valued.insert(name.compared) }
      for value in values where lists[name.compared]?[value] == nil {
        lists[name.compared, default: [:]][value] = count
      }
      return
    }
    let key = ValueKey(property)
    if key.isEmpty {
      empty.insert(name.canonical)
    } else {
      valued.insert(name.compared)
      there[name.compared, default: KnownValues()].insert(key, at: count)
      reached.insert(property, name, at: count)
    }
  }

  // MARK: What comes in

  /// The lines that may be added, each with the number of the property that it comes from.
  private mutating func lines(of incoming: Card) -> [(line: CarriedLine, row: Int?)] {
    let properties = Array(incoming.properties)
    let malformed = properties.count(where: CarriedLine.isNoProperty)
    if malformed > 0 {
      notes.append("\(malformed) lines that are no properties are not carried over")
    }
    let isConverted = incoming.version != card.version
    let source = isConverted ? Array(converted(incoming).properties) : properties
    var rows: [Int?] = source.map { _ in nil }
    if isTraced {
      places = properties.map { _ in [] }
      rows = isConverted ? ConvertedRows.rows(of: source, in: properties) : Array(source.indices)
    }
    return zip(source, rows).compactMap { property, row in
      CarriedLine(carrying: property).map { ($0, row) }
    }
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
    /// The number of the property of the other card that it comes from, where that is known.
    let row: Int?
    let property: Property
    let name: MergeName
    /// The number that it goes by until it is added.
    let place: Int
    var isTaken = false
    var isConflict = false
  }

  private mutating func add(_ lines: [(line: CarriedLine, row: Int?)], isConverted: Bool) {
    // What is compared is what would stand on the card, so that the next time it is found there.
    var scratch = Card(version: card.version)
    for line in lines { scratch.append(line.line.line) }
    let first = count
    var candidates = zip(lines, scratch.properties).enumerated().map { number, entry in
      let ((line, row), property) = entry
      return Candidate(
        line: line, row: row, property: property, name: names.name(of: property),
        place: first + number)
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
    var added: [Int: Int] = [:]
    for candidate in candidates {
      if candidate.line.isAttendant {
        guard let group = candidate.property.group?.lowercased(), carried.contains(group) else {
          continue
        }
      } else if !candidate.isTaken {
        continue
      }
      added[candidate.place] = append(candidate)
      note(candidate.place, for: candidate)
    }
    for row in places.indices {
      var seen: Set<Int> = []
      places[row] = places[row].compactMap { $0 < first ? $0 : added[$0] }
        .filter { seen.insert($0).inserted }
    }
    if isTraced { noteAttendants(candidates.filter { added[$0.place] == nil }) }
  }

  /// Notes that a property of the card says what a line says.
  private mutating func note(_ place: Int, for candidate: Candidate) {
    if let row = candidate.row { places[row].append(place) }
  }

  /// Notes the labels that values of the card have which say the same as those of another card.
  ///
  /// ```
  /// card      item1.TEL:1   item1.X-ABLabel:Boat
  /// incoming  item5.TEL:1   item5.X-ABLabel:Boat   the label of item1 is that of item5, too
  /// ```
  /// - Parameter candidates: The lines that the card did not get.
  private mutating func noteAttendants(_ candidates: [Candidate]) {
    guard candidates.contains(where: \.line.isAttendant) else { return }
    let properties = Array(card.properties)
    var attendants: [Attendant: Int] = [:]
    for (place, property) in properties.enumerated().reversed() where property.known.isAttendant {
      if let group = property.group { attendants[Attendant(property, in: group)] = place }
    }
    // The groups of the values on the card, by those in which they came.
    var groups: [String: String] = [:]
    for candidate in candidates where !candidate.line.isAttendant {
      guard let row = candidate.row, let group = candidate.property.group?.lowercased(),
        let own = places[row].first.flatMap({ properties[$0].group })
      else { continue }
      groups[group] = groups[group] ?? own
    }
    for candidate in candidates where candidate.line.isAttendant {
      guard let group = candidate.property.group.flatMap({ groups[$0.lowercased()] }),
        let place = attendants[Attendant(candidate.property, in: group)]
      else { continue }
      note(place, for: candidate)
    }
  }

  /// What a line says about the other line of a group.
  private struct Attendant: Hashable {
    let group: String
    let known: KnownName
    let text: String

    init(_ property: Property, in group: String) {
      (self.group, known, text) = (group.lowercased(), property.known, property.text)
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
        if let place = lists[name.compared]?[item] { note(place, for: candidate) }
        guard !item.isEmpty, lists[name.compared]?[item] == nil else { return false }
        lists[name.compared, default: [:]][item] = candidate.place
        return true
      }
      guard !new.isEmpty else { return }
      if new.count < property.list.count { candidate.line.keep(new) }
      candidate.isTaken = true
      return
    }
    let key = ValueKey(property)
    guard !key.isEmpty, !(name.hasAssumedValue && key.isAssumedKind) else { return }
    if let place = there[name.compared]?.place(covering: key) ?? reached.place(of: property, name) {
      return note(place, for: candidate)
    }
    guard taken[name.canonical, default: []].insert(key).inserted else { return }
    there[name.compared, default: KnownValues()].insert(key, at: candidate.place)
    reached.insert(property, name, at: candidate.place)
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

  /// - Returns: The number of the property that it becomes.
  private mutating func append(_ candidate: Candidate) -> Int {
    if additions.isEmpty { closeLastLine() }
    var carried = candidate.line
    if let group = carried.line.group { carried.move(to: groups.free(group)) }
    let line = carried.line
    let name = candidate.name
    let place: Int
    if !candidate.isConflict, name.isUsuallyOne, empty.remove(name.canonical) != nil,
      let (number, property) = emptyProperty(candidate.property.canonicalName)
    {
      card.replace(property, with: line)
      place = number
    } else {
      card.append(line)
      place = count
      count += 1
    }
    guard !candidate.line.isAttendant else { return place }
    additions.append(
      Addition(
        name: candidate.property.canonicalName, text: line.summary,
        isConflict: candidate.isConflict))
    return place
  }

  /// Writes the last property anew if it would take in whatever comes behind it: a value cut in a soft
  /// line break, or a card inside the card without its END.
  private mutating func closeLastLine() {
    var last: Property?
    for property in card.properties { last = property }
    guard let last, last.isOpenEnded, let carried = CarriedLine(carrying: last) else { return }
    card.replace(last, with: carried.line)
  }

  /// A property of the card that says nothing, and its number.
  private func emptyProperty(_ name: String) -> (Int, Property)? {
    card.properties.enumerated().first { _, property in
      !property.isMalformed && property.canonicalName == name && ValueKey(property).isEmpty
    }
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

/// The values of one name that a card has, each with the number of its property.
private struct KnownValues {
  private var keys: [ValueKey: Int] = [:]
  private var first: [(statements: Set<String>, place: Int)] = []

  /// Values.
  ///
  /// A person has a few of a name; a card with thousands is no person's, and to compare each with
  /// each would take hours.
  static let comparedCount = 256

  mutating func insert(_ key: ValueKey, at place: Int) {
    guard keys[key] == nil else { return }
    keys[key] = place
    guard first.count < KnownValues.comparedCount, let statements = key.statements else { return }
    first.append((statements, place))
  }

  /// The value of which somebody who knows it learns nothing from another.
  func place(covering key: ValueKey) -> Int? {
    if let place = keys[key] { return place }
    guard let statements = key.statements else { return nil }
    return first.first { statements.isSubset(of: $0.statements) }?.place
  }
}

/// The numbers and mailboxes of a person, each with the number of its property.
private struct KnownReach {
  private typealias Number = (key: PhoneKey, place: Int)
  private var numbers: [Number] = []
  private var mailboxes: [UInt64: Int] = [:]
  /// All numbers that are compared, and of each the first that is the same.
  private var compared: [PhoneKey] = []
  private var first: [PhoneKey: Int]?
  /// Those of the person by the first that is the same, while that is known.
  private var same: [Int: [Number]] = [:]

  mutating func insert(_ property: Property, _ name: MergeName, at place: Int) {
    if let number = compare(with: property, name) {
      numbers.append((number, place))
      if let first = first?[number] { same[first, default: []].append((number, place)) }
    } else if name.isCompared(as: .email), let mailbox = Reached.mailbox(property),
      mailboxes[mailbox] == nil
    {
      mailboxes[mailbox] = place
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

  /// The value that reaches what another one does.
  mutating func place(of property: Property, _ name: MergeName) -> Int? {
    if name.isCompared(as: .tel), let number = Reached.number(property) {
      let first = first ?? sameNumbers()
      guard let alike = first[number].flatMap({ same[$0] }) else { return nil }
      // An extension is for whoever has to dial it.
      return alike.prefix(KnownValues.comparedCount).first { $0.key.hasEnding(of: number) }?.place
    }
    return name.isCompared(as: .email) ? Reached.mailbox(property).flatMap { mailboxes[$0] } : nil
  }

  private mutating func sameNumbers() -> [PhoneKey: Int] {
    let found = Dictionary(
      zip(compared, PhoneKey.firstOfSame(compared)), uniquingKeysWith: { one, _ in one })
    same = Dictionary(grouping: numbers) { found[$0.key] ?? 0 }
    first = found
    return found
  }
}

extension ContentLine {
  /// The value for people, in one line.
  fileprivate var summary: String {
    switch value {
    case .text, .verbatim: return text ?? ""
    case .list(let values): return values.joined(separator: ", ")
    case .structure(let components):
      return components.map { $0.joined(separator: ",") }.joined(separator: ";")
    case .binary(let mediaType, let octets): return "\(mediaType), \(octets.count) bytes"
    }
  }
}
