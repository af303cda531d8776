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

  /// What is so of a name, or not.
  ///
  /// In one word, for a rule is handed from function to function for each line.
  struct Traits: OptionSet {
    let rawValue: UInt8
    /// Which separators have a backslash in the target, where they mean nothing.
    static let escapesCommas = Traits(rawValue: 1 << 0)
    static let escapesSemicolons = Traits(rawValue: 1 << 1)
    /// A component has one value in the target, so that a comma in it would be lost.
    static let hasSingleComponents = Traits(rawValue: 1 << 2)
    /// The value is a URI, in which no backslash means anything.
    static let isURI = Traits(rawValue: 1 << 3)
    /// Other lines may ask for it.
    static let isAsked = Traits(rawValue: 1 << 4)
    /// It is a program's, of which other lines are made.
    static let isSource = Traits(rawValue: 1 << 5)
    /// The card may be named by it where FN is missing.
    static let mayNameCard = Traits(rawValue: 1 << 6)
    /// A line without parameters may stay what it is; its value decides.
    static let staysBare = Traits(rawValue: 1 << 7)
  }

  var task = Task.line
  var shape = ValueShape.single
  var plain = Plain.text
  /// Its bit among the names that the target demands.
  var required: UInt8 = 0
  private var traits: Traits = []
  /// The components that both versions have.
  var fewest: UInt32 = 0
  var most = UInt32.max
  /// Its bit among the names that stand once in a card of vCard 4.0; 0 for others.
  var once: UInt32 = 0

  subscript(trait: Traits) -> Bool {
    get { traits.contains(trait) }
    set { if newValue { traits.insert(trait) } else { traits.remove(trait) } }
  }
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
      if way.changesModernity, RuleTable.once.contains(name), rule.task != .card,
        rule.task != .envelope
      {
        rule.once = once
        once <<= 1
      }
      return rule
    }
  }

  private init(_ name: KnownName, _ way: Direction) {
    let row = PropertyRegistry.standard(name)
    shape = name.shape
    plain = name.isURI ? .verbatim : Plain(name)
    task = RowRule.task(name, row: row, way: way)
    self[.staysBare] =
      task == .value && way.to.foldsAnywhere
      && (way.from.separatesWithinComponents || shape == .single)
    // What is carried from vCard 4.0 has no number there.
    if way.isToOld, row?.standing == .since40 { plain = .structure }
    self[.isURI] = name.isURI
    self[.mayNameCard] = [.org, .email, .tel].contains(name)
    self[.isSource] =
      task == .card && row == nil && !CarriedName.carries(name.canonical.utf8Span.span)
    self[.isAsked] = self[.isSource] || RowRule.asked.contains(name)
    if way.to.requires(name) { required = name == .n ? 1 : 2 }
    // A property of old in vCard 4.0 becomes itself again, and is not carried.
    let returns = task == .carry && row?.standing == .before40 && way.isToOld
    guard let row, returns || [.value, .phone, .email].contains(task) else { return }
    switch row.change {
    case .text, .phone:
      self[.escapesCommas] = true
      self[.escapesSemicolons] = way.to.escapesSemicolons
    case .list: self[.escapesSemicolons] = way.to.escapesSemicolons
    case .components:
      self[.escapesCommas] = name.hasPlainComponents
      self[.hasSingleComponents] = !self[.escapesCommas] && !way.to.separatesWithinComponents
      let (source, target) = (RuleTable.of(way.source)[name], RuleTable.of(way.target)[name])
      if way.changesModernity { fewest = UInt32(name.fewestComponents) }
      let most = min(source.most, target.most)
      if most < .max { self.most = UInt32(most) }
    default: break
    }
  }

  /// Names whose lines others ask for: for a name, a label, or whether something is said already.
  private static let asked = Derivation.names.union([
    .fn, .n, .adr, .label, .sortString, .xABLabel,
  ])

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
      if CarriedName.carries(name.canonical.utf8Span.span) {
        return way.changesModernity ? .card : .line
      }
      return way.changesModernity && Deriver.oldSources.contains(name) ? .card : .value
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
