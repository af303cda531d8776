extension CardConverter {
  /// The names under which properties are carried, with the names of these: `X-KIND` for KIND,
  /// `X-BDAY-TEXT` for BDAY; all in upper case.
  package static let carriedNames: [String: String] = {
    var names: [String: String] = [:]
    for row in PropertyRegistry.definitions where row.isStandard && row.mayBeCarried {
      let name = row.spelling
      names["X-\(name)"] = name
      if row.change == .date, row.standing == .all { names["X-\(name)-TEXT"] = name }
    }
    return names
  }()
}

extension PropertyDefinition {
  /// Whether some version does not have the property, or not every value of it, or not twice.
  fileprivate var mayBeCarried: Bool {
    standing != .all || RuleTable.once.contains(name)
      || [.binary, .date, .offset, .position].contains(change)
  }
}
