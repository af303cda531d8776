/// What is known of every property, by the number of its name.
///
/// ```
/// core, extensions, vendors, accounts ─▶ rows by number ─┬─▶ RuleTable, a version each   checking
///                                                        ├─▶ NameSet, a bit a name       reading
///                                                        └─▶ rows                        converting, merging
/// ```
package struct PropertyRegistry: Sendable {
  package static let shared = PropertyRegistry()

  /// All rows, grouped by who defines them.
  static let definitions: [PropertyDefinition] = {
    let rows = envelope + core + extensions + vendors + accounts
    let spellings = Set(rows.map(\.spelling))
    return rows.map { row in
      row.standing == .since40 && spellings.contains("X-\(row.spelling)")
        ? row.standing(.since40WithNamesake) : row
    }
  }()

  private let rows: [PropertyDefinition?]

  private init() {
    var rows = [PropertyDefinition?](repeating: nil, count: KnownName.allCases.count)
    for row in PropertyRegistry.definitions {
      precondition(rows[Int(row.name.rawValue)] == nil, "\(row.spelling) has one row")
      rows[Int(row.name.rawValue)] = row
    }
    self.rows = rows
  }

  /// The row of a property; `nil` for `unknown` and `malformed`.
  package subscript(_ name: KnownName) -> PropertyDefinition? { rows[Int(name.rawValue)] }

  /// The row of a property that some standard has; `nil` for all others, which conversion leaves as
  /// they are.
  @inline(__always)
  static func standard(_ name: KnownName) -> PropertyDefinition? { standards[Int(name.rawValue)] }

  private static let standards = shared.rows.map { $0?.isStandard == true ? $0 : nil }

  private static let bySpelling: [String: PropertyDefinition] = {
    var rows: [String: PropertyDefinition] = [:]
    for row in definitions { for name in [row.spelling] + row.otherSpellings { rows[name] = row } }
    return rows
  }()

  /// The row of a name in upper case, with or without a number; `nil` for what nobody knows.
  package static func named(_ name: String) -> PropertyDefinition? { bySpelling[name] }

  /// The names of the lines that say something of a person.
  ///
  /// - Parameter fields: What they say.
  /// - Returns: Their names; `unknown` is one where programs have names without a number.
  package static func names(saying fields: PersonFields) -> NameSet {
    var names: NameSet = []
    for row in definitions where !row.fields.isDisjoint(with: fields) {
      names.insert(row.name)
      if !row.otherSpellings.isEmpty { names.insert(.unknown) }
    }
    // MessagingService knows more names than have numbers.
    if fields.contains(.messaging) || fields.contains(.profiles) { names.insert(.unknown) }
    return names
  }

  /// The properties that say how components of N sound, with the component of each.
  package static let phoneticNames = definitions.compactMap { row in
    row.phoneticComponent.map { (name: row.name, component: $0) }
  }

  /// The label of the relation that a property's name says, in lower case.
  package static func relation(of name: String) -> String? { named(name)?.relation }

  /// The names whose rows have something in common.
  static func names(where isWanted: (PropertyDefinition) -> Bool) -> NameSet {
    NameSet(definitions.lazy.filter(isWanted).map(\.name))
  }
}

/// What reading asks of a name, as sets.
///
/// ``shared`` asks each time whether it is made already; whoever reads line after line keeps a copy.
package struct NameFacts: Sendable {
  private let shapes = KnownName.allCases.map { known in
    PropertyRegistry.shared[known]?.form.shape ?? .single
  }
  let plainComponents = PropertyRegistry.names {
    $0.form.shape == .structure && !$0.form.separatesWithinComponents
  }
  let uris = PropertyRegistry.names { $0.form.isURI }
  let octets = PropertyRegistry.names { $0.form.media != nil }
  let vendors = PropertyRegistry.names { $0.standing == .vendor }
  let preferred = PropertyRegistry.names { $0.mayBePreferred }
  let foldsBetweenWords = PropertyRegistry.names {
    $0.isIn21 && [.text, .structure].contains($0.form.syntax.v21)
  }

  /// The facts of the registry.
  package static let shared = NameFacts()

  private init() {}

  /// The shape of the value of a property of a name.
  func shape(of name: KnownName) -> ValueShape { shapes[Int(name.rawValue)] }
}

extension KnownName {
  /// The name as the standards write it; empty for what is no name.
  public var canonical: String { KnownName.spellings[Int(rawValue)] }

  private static let spellings = allCases.map { PropertyRegistry.shared[$0]?.spelling ?? "" }

  /// The shape of the value of a property of this name.
  var shape: ValueShape { NameFacts.shared.shape(of: self) }

  /// Whether a comma in a component of this name is a comma.
  var hasPlainComponents: Bool { NameFacts.shared.plainComponents.contains(self) }

  /// Whether the name says that the value is a URI.
  var isURI: Bool { NameFacts.shared.uris.contains(self) }

  /// Whether the value is octets or refers to some, such as those of a picture.
  package var mayBeBinary: Bool { NameFacts.shared.octets.contains(self) }

  /// Whether a program, and no standard, has the property.
  var isVendors: Bool { NameFacts.shared.vendors.contains(self) }

  /// Whether vCard 2.1 folds the value at a blank of the text.
  ///
  /// vCard 2.1 §2.1.3.
  var foldsBetweenWords: Bool { NameFacts.shared.foldsBetweenWords.contains(self) }

  /// Whether TYPE=pref may stand with a property in vCard 2.1 and 3.0.
  var mayBePreferred: Bool { NameFacts.shared.preferred.contains(self) || self == .unknown }
}
