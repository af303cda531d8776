extension CardConverter {
  /// The names under which properties are carried, with the names of these: `X-KIND` for KIND,
  /// `X-BDAY-TEXT` for BDAY; all in upper case.
  package static let carriedNames: [String: String] = {
    var names: [String: String] = [:]
    for row in PropertyRegistry.definitions where row.isStandard {
      // Some version does not have the property, or not every value of it, or not twice.
      guard
        row.standing != .all || RuleTable.once.contains(row.name)
          || [.binary, .date, .offset, .position].contains(row.change)
      else { continue }
      let name = row.spelling
      names["X-\(name)"] = name
      if row.change == .date, row.standing == .all { names["X-\(name)-TEXT"] = name }
    }
    return names
  }()
}
