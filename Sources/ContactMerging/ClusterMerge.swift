package import VCard

/// The cards of one person as one card that has every value of all of them.
///
/// ```
/// card 0  FN:KATE BELL     TEL:1  BDAY:1985-04-12  PHOTO:small
/// card 1  FN:Kate Bell     TEL:1                   PHOTO:large   UID:b
/// merged  FN:Kate Bell     TEL:1  BDAY:1985-04-12  PHOTO:large
///         X-ALSO-FN:KATE BELL     X-ALSO-PHOTO:small             X-ALSO-UID:b
/// ```
/// One card, the *base*, stays as it is written; what the others have besides stands behind its lines.
/// The best name and the largest photo take the place of the base's. Of what a person has one of, and
/// of what belongs to a card or a device, a further value is kept as `X-ALSO-<NAME>`, the UIDs by
/// which the cards were known too. A value goes only when it is there already, a number or a mailbox
/// also in another writing, and ``drops`` says so: the values of the cards are those of the merged card
/// and those of the drops. Of REV the newest stays. No clock is asked: the same cards give the same
/// card. Where somebody has said whose value stands, it does; the others stay beside it as they would.
///
/// ```
/// cards ─▶ lines: where they stand, and their keys ─▶ entries, the lines of the merged card
///                                                  └▶ dropped
/// ```
/// Most lines are plain, and nothing of them is decoded: they are compared by octets, and copied. The
/// storage serves for the next cluster again.
package struct ClusterMerge: Sendable {
  /// The merged card.
  package internal(set) var card = Card(version: .version40)
  /// Which card is the base.
  package internal(set) var base = 0

  /// The cards, then what conversion made of them, and single lines as they would be written.
  var sources: [Card] = []
  var lines: [Line] = []
  /// The lines of each card; of the base, all of them.
  var ranges: [Range<Int>] = []
  var entries: [Entry] = []
  /// Where each entry comes from, the line that stands there first.
  var traces = MergeOrigins()
  var dropped: [Dropped] = []
  /// Lines that are written anew.
  var written: [ContentLine] = []

  var names: MergeName.Table
  var keys: MergeKeyWriter
  var places = MergePlaces()
  /// The names of which there are values.
  var valued = NumberSet()
  /// Properties that are there and say nothing, by the numbers of their names.
  var empty: [(name: Int, entry: Int)] = []
  var groups = MergedGroups()
  /// Where the values of a group of a card have gone.
  var carried: [MergedGroups.Group: Int] = [:]
  /// The entries of each group in lower case, while equal values are left out.
  var groupMembers: [String: [Int]] = [:]
  /// The ways to write the values of one name, while they are compared.
  var writings: [Writing] = []
  var scratch: [UInt8] = []

  /// Prepares to merge.
  ///
  /// - Parameter isThorough: Whether each line is decoded and made anew, which takes longer and must
  ///   come to the same.
  package init(isThorough: Bool = false) {
    names = MergeName.Table()
    keys = MergeKeyWriter(isThorough: isThorough)
  }

  /// Merges cards.
  ///
  /// - Parameters:
  ///   - cards: The cards, at least one.
  ///   - taken: Whose values somebody has chosen.
  ///   - pictureSize: How large a picture is, for choosing one.
  package init(
    _ cards: [Card], taking taken: [Taken] = [], pictureSize: ([UInt8]) -> Int = { $0.count }
  ) {
    self.init()
    merge(cards, taking: taken, pictureSize: pictureSize)
  }

  /// Merges cards in the place of those that were merged before.
  ///
  /// - Parameters:
  ///   - cards: The cards, at least one.
  ///   - taken: Whose values somebody has chosen; of two of one name the last counts.
  ///   - pictureSize: How large a picture is, for choosing one.
  /// - Complexity: O(*n* log *n*) in the lines of the cards.
  package mutating func merge(
    _ cards: [Card], taking taken: [Taken] = [], pictureSize: ([UInt8]) -> Int = { $0.count }
  ) {
    precondition(!cards.isEmpty, "there is a card to merge")
    begin()
    base = ClusterMerge.base(of: cards)
    card = ClusterMerge.readable(cards[base])
    sources = cards
    sources[base] = card
    var plain = PlainProperty()
    let first = lines.count
    indexBase(&plain)
    let own = first..<lines.count
    for index in cards.indices {
      if index == base {
        ranges.append(own)
      } else {
        let first = lines.count
        addLines(of: index, &plain)
        ranges.append(first..<lines.count)
      }
    }
    promoteName(taken)
    promotePhoto(taken, pictureSize)
    promoteRevision()
    promoteOthers(taken)
    uniteWritings()
    for index in cards.indices where index != base { add(ranges[index]) }
    write()
  }

  private mutating func begin() {
    lines.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    traces.removeAll()
    dropped.removeAll(keepingCapacity: true)
    if !written.isEmpty { written.removeAll() }
    names.beginMerge()
    places.removeAll()
    valued.removeAll()
    empty.removeAll(keepingCapacity: true)
    groups.removeAll()
    if !carried.isEmpty { carried.removeAll() }
  }

  /// That a card's value of a property is the one that stands, of those of which a person has one.
  package struct Taken: Hashable, Sendable {
    /// The name of the property in upper case, such as `BDAY`.
    package let name: String
    /// The card, from 0.
    package let card: Int

    /// Takes the value of a card.
    package init(_ name: String, of card: Int) { (self.name, self.card) = (name, card) }
  }

  /// A line of one of the cards.
  package struct Origin: Hashable, Sendable {
    /// The card, from 0.
    package let card: Int
    /// The line among the properties of the card as it was read, from 0; `nil` for one that
    /// conversion made of others.
    package let row: Int?

    /// Names a line.
    package init(card: Int, row: Int?) { (self.card, self.row) = (card, row) }
  }

  /// What a line of one card is to the merge.
  struct Line {
    /// Where it stands.
    let origin: Origin
    /// Where among ``ClusterMerge/sources`` and their lines it stands as it would be on the merged card.
    var source: Int
    var index: Int
    /// Where it stands as it was read, if that is elsewhere.
    var read: (source: Int, index: Int)?
    var known: KnownName
    var name: MergeName
    var key: MergePlaces.Key = 0..<0
    /// Where the text stands in the card, when nothing has to be decoded for it.
    var text: Range<Int>?
    var traits: Traits = []
  }

  /// What is known of a line.
  struct Traits: OptionSet {
    let rawValue: UInt16
    /// It has neither group, parameters, folds nor escapes.
    static let bare = Traits(rawValue: 1)
    static let hasGroup = Traits(rawValue: 2)
    static let hasParameters = Traits(rawValue: 4)
    /// It only says something about the other line of its group.
    static let attendant = Traits(rawValue: 8)
    /// A program made it of other lines.
    static let derived = Traits(rawValue: 16)
    /// It is a card, or octets in base64.
    static let irregular = Traits(rawValue: 32)
    /// It is on the merged card, or among the drops, already.
    static let isDone = Traits(rawValue: 64)
    /// It has neither folds nor encodings.
    static let plain = Traits(rawValue: 128)
    /// Another line says the same number or mailbox, and its writing stays.
    static let otherWriting = Traits(rawValue: 256)
  }

  /// A line of the merged card.
  struct Entry {
    /// What it says.
    var line: Int
    /// Whether it is a further value beside the one that stands.
    var isConflict = false
    /// The line of the base in whose place it stands.
    var slot: Int?
    var group: String?
    var form = Form.asItIs
    /// Whether another line says what it says, so that it goes.
    var isLeftOut = false
  }

  /// How a line is written.
  enum Form {
    /// It is a line of the base, which stays.
    case asItIs
    /// It is copied; under the name of a further value where it is one.
    case copied
    /// It is one of ``ClusterMerge/written``.
    case anew(Int)
  }
}

/// Small numbers.
struct NumberSet: Sendable {
  private var low: UInt128 = 0
  private var others: Set<Int> = []

  mutating func removeAll() {
    low = 0
    if !others.isEmpty { others.removeAll() }
  }

  mutating func insert(_ number: Int) {
    if 0..<128 ~= number { low |= 1 << UInt128(number) } else { others.insert(number) }
  }

  func contains(_ number: Int) -> Bool {
    0..<128 ~= number ? low >> UInt128(number) & 1 != 0 : others.contains(number)
  }
}

/// Where the lines of the merged card come from, each of them perhaps from several cards.
struct MergeOrigins: Sendable {
  private var items: [(origin: ClusterMerge.Origin, next: Int)] = []
  private var ends: [(first: Int, last: Int)] = []

  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Forgets lines, by what is told of each number.
  mutating func removeAll(where isGone: (Int) -> Bool) {
    ends = ends.indices.filter { !isGone($0) }.map { ends[$0] }
  }

  /// Adds a line of the merged card.
  mutating func append(_ origin: ClusterMerge.Origin) {
    ends.append((items.count, items.count))
    items.append((origin, -1))
  }

  /// Makes a line one that comes from elsewhere.
  mutating func replace(_ entry: Int, with origin: ClusterMerge.Origin) {
    ends[entry] = (items.count, items.count)
    items.append((origin, -1))
  }

  /// Adds where a line comes from besides.
  mutating func add(_ origin: ClusterMerge.Origin, to entry: Int) {
    items[ends[entry].last].next = items.count
    ends[entry].last = items.count
    items.append((origin, -1))
  }

  /// Goes through those of a line.
  func forEach(_ entry: Int, _ body: (ClusterMerge.Origin) -> Void) {
    var next = ends[entry].first
    while next >= 0 {
      body(items[next].origin)
      next = items[next].next
    }
  }

  /// Those of a line.
  subscript(entry: Int) -> [ClusterMerge.Origin] {
    var origins: [ClusterMerge.Origin] = []
    forEach(entry) { origins.append($0) }
    return origins
  }
}
