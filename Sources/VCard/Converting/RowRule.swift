import Synchronization

/// What one way from version to version asks of a line by its name: a row of the registry, as the
/// octets of a line see it.
struct RowRule: Sendable {
  /// Who converts the line.
  enum Task: UInt8, Sendable {
    /// ``LineConverter``, for this line alone.
    case line
    /// ``Conversion``, for the whole card: the line may matter to others, or they to it.
    case card
    /// Nobody: it is no property, and carried as it is.
    case stray
    /// BEGIN, VERSION and END, which are written anew.
    case envelope
    /// It may be some program's property that says what a standard one says.
    case unknown
    /// The value stays, but for backslashes.
    case value
    case phone, email, identifier, day, moment, octets
    /// The name, but not the value; and KIND, when it says what every card is.
    case carry, kind
  }

  /// How vCard 2.1 writes the value.
  enum Plain: UInt8, Sendable {
    case text, list, structure, verbatim
  }

  var task: Task
  var shape: ValueShape
  var plain: Plain
  /// Which separators have a backslash in the target, where they mean nothing.
  var escapesCommas = false
  var escapesSemicolons = false
  /// The components that both versions have.
  var fewest: UInt32 = 0
  var most = UInt32.max
  /// Whether a component has one value in the target, so that a comma in it would be lost.
  var hasSingleComponents = false
  /// Whether the value is a URI, in which no backslash means anything.
  var isURI: Bool
  var foldsBetweenWords: Bool
  var isAddress: Bool
  /// Its bit among the names that stand once in a card of vCard 4.0; 0 for others.
  var once: UInt32 = 0
  /// Whether other lines may ask for it.
  var isAsked = true
  /// Whether it is a program's, of which other lines are made.
  var isSource = false
  /// Whether the card may be named by it where FN is missing.
  var mayNameCard = false
  /// Its bit among the names that the target demands.
  var required: UInt8 = 0
}

extension RowRule {
  /// The rules of a way by the numbers of names, made once: whoever merges cards converts with a
  /// converter a card.
  static func rules(of way: Direction) -> [RowRule] {
    known.withLock { known in
      if let rules = known[way] { return rules }
      let rules = rules(way)
      known[way] = rules
      return rules
    }
  }

  private static let known = Mutex<[Direction: [RowRule]]>([:])

  private static func rules(_ way: Direction) -> [RowRule] {
    var once: UInt32 = 1
    return KnownName.allCases.map { name in
      var rule = RowRule(name, way)
      if way.changesModernity, RuleTable.version40[name].occurrence == .once,
        rule.task != .card, rule.task != .envelope
      {
        rule.once = once
        once <<= 1
      }
      return rule
    }
  }

  private init(_ name: KnownName, _ way: Direction) {
    let row = PropertyRegistry.shared.standard(name)
    shape = name.shape
    isURI = name.isURI
    foldsBetweenWords = name.foldsBetweenWords
    isAddress = name == .adr
    plain = isURI ? .verbatim : Plain(name)
    task = RowRule.task(name, row: row, way: way)
    // What is carried from vCard 4.0 has no number there.
    if way.isToOld, row?.standing == .since40 { plain = .structure }
    mayNameCard = [.org, .email, .tel].contains(name)
    isSource =
      task == .card && row == nil && !CarriedName.carries(name.canonical)
    isAsked = isSource || RowRule.asked.contains(name)
    if name == .n, way.to.requiresName { required = 1 }
    if name == .fn, way.to.requiresFormattedName { required = 2 }
    // A property of old in vCard 4.0 becomes itself again, and is not carried.
    let returns = task == .carry && row?.standing == .before40 && way.isToOld
    guard let row, returns || [.value, .phone, .email].contains(task) else { return }
    switch row.change {
    case .text, .phone:
      (escapesCommas, escapesSemicolons) = (true, way.to.escapesSemicolons)
    case .list: escapesSemicolons = way.to.escapesSemicolons
    case .components:
      escapesCommas = name.hasPlainComponents
      hasSingleComponents = !escapesCommas && !way.to.separatesWithinComponents
      let (source, target) = (RuleTable.of(way.source)[name], RuleTable.of(way.target)[name])
      if way.changesModernity { fewest = UInt32(RuleTable.version40[name].fewest) }
      let most = min(source.most, target.most)
      if most < .max { self.most = UInt32(most) }
    default: break
    }
  }

  /// Names whose lines others ask for: for a name, a label, or whether something is said already.
  private static let asked = NameSet([
    .fn, .n, .adr, .label, .sortString, .xABLabel, .kind, .member, .anniversary, .related,
    .nickname,
  ]).union(NameSet(Derivation.all.values.joined().map(\.name)))

  private static func task(
    _ name: KnownName, row: PropertyDefinition?, way: Direction
  ) -> Task {
    switch name {
    case .begin, .version, .end: return .envelope
    case .malformed: return .stray
    case .unknown: return .unknown
    default: break
    }
    guard let row else {
      if CarriedName.carries(name.canonical) { return way.changesModernity ? .card : .line }
      let isSource =
        Derivation.all[name.canonical] != nil
        || PropertyRegistry.shared[name]?.phoneticComponent != nil
      return isSource && way.changesModernity ? .card : .value
    }
    switch row.standing {
    case .all: break
    case .before40 where !way.changesModernity: break
    // What stands alone, and what is said of every card.
    case .before40 where row.standsAlone: return .carry
    case .since40 where row.standsAlone && way.isToOld:
      return row.form.syntax.v40 == .kind ? .kind : .carry
    default: return way.changesModernity ? .card : .line
    }
    switch row.change {
    case .text: return name == .email ? .email : .value
    case .list, .components, .same: return .value
    case .date: return way.changesModernity ? .day : .value
    case .timestamp: return way.changesModernity ? .moment : .value
    case .phone: return .phone
    case .identifier: return .identifier
    case .binary: return .octets
    case .offset, .position, .agent, .related: return .line
    }
  }
}
