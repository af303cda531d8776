/// What one version says about one property: a row of ``RuleTable``.
struct PropertyRule: Sendable {
  /// Whether the version has the property.
  enum Standing: UInt8, Sendable {
    /// Defined for this version.
    case standard
    /// Defined, but for another version only.
    case otherVersion
    /// A program's own, which every version allows.
    case vendor
    /// Defined nowhere.
    case undefined
  }

  /// How often the property may stand in a card.
  enum Occurrence: UInt8, Sendable {
    case any
    /// The standard says at most once (`*1`, RFC 6350 §3.3).
    case once
    /// The standard does not say it, but readers take one.
    case onceInPractice
  }

  var standing = Standing.undefined
  var occurrence = Occurrence.any
  var syntax = ValueForm.Syntax.anything
  /// Whether a comma must have a backslash because it would separate.
  ///
  /// RFC 6350 §3.4.
  var escapesCommas = false
  /// Whether a semicolon must have one too.
  ///
  /// RFC 2426 §4.
  var escapesSemicolons = false
  /// The value types that VALUE may name.
  var types = ValueTypeSet()
  /// The parameters that the standard gives to the property.
  var parameters = ParameterSet()
  /// The parameters that the standard forbids for it, or that mean something else there.
  var forbidden = ParameterSet()
  /// Whether PREF may stand alone, as the examples of RFC 2739 §2.3 have it.
  var allowsBarePref = false
  /// The components of a structure.
  var fewest: UInt8 = 0
  var most: UInt8 = .max
}

/// What a version says about the properties: the registry's rows, as checking asks them.
struct RuleTable: Sendable {
  let rules: Rules
  /// The parameters that the version has.
  let parameters: ParameterSet
  /// The types that VALUE may name somewhere.
  let types: ValueTypeSet
  private let rows: [PropertyRule]

  private static let all = Version.allCases.map { RuleTable($0) }
  static let version40 = of(.version40)

  /// The parameters that may stand with any property of vCard 4.0.
  private static let anywhere = ParameterDefinition.set(where: \.isAnywhere)

  /// The names of what stands once in a card of vCard 4.0.
  static let once = NameSet(KnownName.allCases.filter { version40[$0].occurrence == .once })

  static func of(_ version: Version) -> RuleTable { all[version.index] }

  private init(_ version: Version) {
    rules = Rules(version)
    parameters = ParameterDefinition.set { $0.versions.contains(version) }
    types = ValueTypeSet.of(version)
    let (parameters, types) = (parameters, types)
    rows = KnownName.allCases.map { name in
      PropertyRegistry.shared[name].map {
        RuleTable.rule($0, version: version, parameters: parameters, types: types)
      } ?? PropertyRule()
    }
  }

  subscript(_ name: KnownName) -> PropertyRule { rows[Int(name.rawValue)] }

  /// What a version, which has some parameters and types, says about a property.
  private static func rule(
    _ row: PropertyDefinition, version: Version, parameters: ParameterSet,
    types: ValueTypeSet
  ) -> PropertyRule {
    var rule = PropertyRule()
    let form = row.form
    let (syntax, ownTypes, own) =
      switch version {
      // vCard 2.1 §2.1.5 to §2.1.8: every parameter may be used on any property.
      case .version21: (form.syntax.v21, types, row.isIn21 ? parameters : nil)
      case .version30: (form.syntax.v30, form.types.v30, row.parameters.v30)
      case .version40: (form.syntax.v40, form.types.v40, row.parameters.v40)
      }
    guard let own else {
      if row.standing == .vendor { rule.standing = .vendor }
      // BEGIN and END are no properties.
      if row.parameters.v30 != nil || row.parameters.v40 != nil { rule.standing = .otherVersion }
      return rule
    }
    let isModern = version == .version40
    (rule.standing, rule.syntax, rule.types, rule.parameters) = (.standard, syntax, ownTypes, own)
    rule.occurrence =
      switch row.occurrence {
      case .any: .any
      case .always: .once
      case .once: isModern ? .once : .onceInPractice
      case .onceBefore40: isModern ? .any : .onceInPractice
      }
    let components = isModern ? row.components.since : row.components.before
    (rule.fewest, rule.most) = (components.lowerBound, components.upperBound)
    switch version {
    case .version21: return rule
    case .version30:
      // RFC 2425 §5.8.4: these may stand with any property.
      rule.parameters.formUnion(ParameterSet("VALUE ENCODING"))
      rule.allowsBarePref = row.allowsBarePref
      rule.escapesSemicolons = syntax == .text || syntax == .list
    case .version40:
      rule.parameters.formUnion(RuleTable.anywhere)
      // RFC 6350 §5.6: TYPE must not be applied to other properties of that document; §5.5: PID not
      // to what may stand once; §5.3: PREF to what may stand several times.
      rule.forbidden = ParameterSet("TYPE PID PREF").subtracting(rule.parameters)
    }
    // RFC 2426 §5: any comma or semicolon in a text value must have a backslash; RFC 6350 §3.4 says so of
    // commas. In the components of N and ADR a comma separates.
    rule.escapesCommas = syntax == .text || form.escapesCommas
    return rule
  }
}

extension Rules {
  /// Whether a card may have several properties of a name.
  ///
  /// - Parameter name: The name in upper case.
  /// - Returns: What the standard says or, where it says nothing, what readers take.
  package func allowsSeveral(_ name: String) -> Bool {
    RuleTable.of(version)[ConversionLine.known(name)].occurrence == .any
  }
}

extension KnownName {
  /// How many components vCard 4.0 asks for in a structure of this name, with empty ones.
  ///
  /// RFC 6350 §6.2.2 and §6.3.1.
  package var fewestComponents: Int { Int(RuleTable.version40[self].fewest) }
}
