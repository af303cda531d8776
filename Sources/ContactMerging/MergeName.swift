import VCard

/// What the merge has to know of the name of a property, found out once a name.
struct MergeName: Sendable {
  /// The number of the name under which values are compared: `X-ALSO-BDAY` has that of BDAY.
  var compared: Int
  /// The number of the name itself.
  var canonical: Int
  /// How values of the compared name are compared.
  var kind = Kind.text
  /// Whether the values are those of a list.
  var isList = false
  /// The versions in which a person has one at most, by the compared name.
  private var singleVersions: UInt8 = 0
  /// Whether a card usually has one, by the name itself, so that one that says nothing is filled in.
  var isUsuallyOne = false
  /// Whether a card without the property says something by that.
  var hasAssumedValue = false
  /// Whether another value took the place of it.
  var isConflict = false
  /// Whether it is, or is carried as, one whose values may be octets.
  var mayBeBinary = false
  /// Whether it holds a line of another version.
  var isCarriedLine = false

  /// How values are compared; all others than these as ``ValueKey`` says.
  enum Kind: Sendable {
    /// As texts.
    case text
    /// As addresses of mailboxes.
    case email
    /// As what is dialled.
    case phone
    /// By their components.
    case parts, address
    /// By what takes more than a look at their octets.
    case other
  }

  private init(_ name: String, _ compared: Int, _ canonical: Int) {
    self.compared = compared
    self.canonical = canonical
    let base = ValueKey.comparedName(name)
    let row = PropertyRegistry.named(base)
    if let row {
      if row.shape == .structure {
        kind = row.fields.contains(.addresses) ? .address : .parts
      } else if row.isDate || row.name == .agent {
        kind = .other
      } else if row.fields == .emails {
        kind = .email
      } else if row.fields == .phones {
        kind = .phone
      }
    }
    isList = CardMerge.isList(base)
    for version in Version.allCases where CardMerge.isSingle(base, in: Rules(version)) {
      singleVersions |= MergeName.bit(version)
    }
    isUsuallyOne = CardMerge.isUsuallyOne(name)
    hasAssumedValue = CardMerge.hasAssumedValue(base)
    isConflict = name.hasPrefix(ValueKey.conflictPrefix)
    mayBeBinary = row?.holdsOctets ?? false
    isCarriedLine = name == CardConverter.carriedLine
    // What stands in the terms of another name is taken apart as that of no name.
    if name != base, kind != .text { kind = .other }
  }

  private static func bit(_ version: Version) -> UInt8 {
    switch version {
    case .version21: 1
    case .version30: 2
    case .version40: 4
    }
  }

  /// Whether a person has one at most on a card of a version.
  func isSingle(in version: Version) -> Bool { singleVersions & MergeName.bit(version) != 0 }

  /// The names that have numbers of their own, by those numbers.
  private static let known: [MergeName] = KnownName.allCases.map { name in
    let compared = numbers[ValueKey.comparedName(name.canonical)] ?? Int(name.rawValue)
    return MergeName(name.canonical, compared, Int(name.rawValue))
  }

  private static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for name in KnownName.allCases where !name.canonical.isEmpty {
      numbers[name.canonical] = Int(name.rawValue)
    }
    // Compared names that no known name has.
    var next = 256
    for name in KnownName.allCases where !name.canonical.isEmpty {
      let compared = ValueKey.comparedName(name.canonical)
      if numbers[compared] == nil {
        numbers[compared] = next
        next += 1
      }
    }
    return numbers
  }()

  /// Finds names; those that no standard has get numbers as they come.
  struct Table: Sendable {
    private var others: [String: MergeName] = [:]
    private var numbers = MergeName.numbers
    private let known = MergeName.known

    /// Names that are remembered.
    ///
    /// Who makes up more does not fill the memory.
    private static let mostNames = 4096

    /// Forgets names between two merges, if there are many.
    mutating func beginMerge() {
      if others.count > Table.mostNames { self = Table() }
    }

    /// The name that has a number of its own.
    func name(_ known: KnownName) -> MergeName { self.known[Int(known.rawValue)] }

    /// A name in upper case.
    mutating func name(_ name: String) -> MergeName {
      if let found = others[name] { return found }
      let made = MergeName(name, number(ValueKey.comparedName(name)), number(name))
      others[name] = made
      return made
    }

    private mutating func number(_ name: String) -> Int {
      if let number = numbers[name] { return number }
      let number = numbers.count + 256
      numbers[name] = number
      return number
    }
  }
}
