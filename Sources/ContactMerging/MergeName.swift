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
  /// The versions in which a person has one at most: by their rules, or because every address book
  /// shows one only.
  private var singleVersions: UInt8 = 0
  /// Whether a card has one of these in most programs, so that it is where a value goes: one that says
  /// nothing is filled in, and one that was changed is what was meant.
  var isUsuallyOne = false
  /// Whether it is about the card, and not the person.
  var isOfCard = false
  /// Whether a card without the property says something by that: that it is about a person.
  var hasAssumedValue = false
  /// Whether another value took the place of it.
  var isConflict = false
  /// Whether it is, or is carried as, one whose values may be octets.
  var mayBeBinary = false

  /// How values are compared.
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

    /// How those of a property are.
    init(_ row: PropertyDefinition?) {
      self = .text
      guard let row else { return }
      if row.shape == .structure {
        self = row.fields.contains(.addresses) ? .address : .parts
      } else if row.isDate || row.name == .agent {
        self = .other
      } else if row.fields == .emails {
        self = .email
      } else if row.fields == .phones {
        self = .phone
      }
    }
  }

  /// The name under which a property's values are compared: `X-ALSO-BDAY` is a birthday, too, and
  /// `X-KIND` a kind.
  static func compared(_ name: String) -> String {
    guard name.utf8.starts(with: "X-".utf8) else { return name }
    let base = FurtherValue.name(name) ?? name
    return CardConverter.carriedNames[base] ?? base
  }

  private init(_ name: String, _ compared: Int, _ canonical: Int) {
    self.compared = compared
    self.canonical = canonical
    let base = MergeName.compared(name)
    let row = PropertyRegistry.named(base)
    kind = Kind(row)
    isList = row?.shape == .list
    for version in Version.allCases
    where row?.subject == .personOnce || !Rules(version).allowsSeveral(base) {
      singleVersions |= 1 << version.index
    }
    isUsuallyOne = row?.isUsuallyOne ?? false
    isOfCard = row?.subject == .card
    hasAssumedValue = row?.fields.contains(.kind) ?? false
    isConflict = FurtherValue.name(name) != nil
    mayBeBinary = row?.holdsOctets ?? false
    // What stands in the terms of another name is taken apart as that of no name.
    if name != base, kind != .text { kind = .other }
  }

  /// Whether its values are compared with those of a name.
  func isCompared(as known: KnownName) -> Bool { compared == Int(known.rawValue) }

  /// Whether a person has one at most on a card of a version.
  func isSingle(in version: Version) -> Bool { singleVersions >> version.index & 1 != 0 }

  /// Whether somebody may choose which of several values stands on a card of a version.
  func isChosen(in version: Version) -> Bool {
    isSingle(in: version) && !isOfCard && !isList && !isConflict
  }

  /// The names that have numbers of their own, by those numbers.
  private static let known: [MergeName] = KnownName.allCases.map { name in
    let compared = numbers[MergeName.compared(name.canonical)] ?? Int(name.rawValue)
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
      let compared = MergeName.compared(name.canonical)
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

    /// The name of a property.
    mutating func name(of property: Property) -> MergeName {
      property.known == .unknown ? name(property.canonicalName) : name(property.known)
    }

    /// The number of the name under which a version may say what a property says: that of ADR for a
    /// label, which may be said with its address.
    mutating func place(of property: Property) -> Int {
      let name = name(of: property)
      return name.isCompared(as: .label) ? self.name(.adr).compared : name.compared
    }

    /// A name in upper case.
    mutating func name(_ name: String) -> MergeName {
      if let found = others[name] { return found }
      let made = MergeName(name, number(MergeName.compared(name)), number(name))
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
