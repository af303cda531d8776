extension CardConverter {
  /// The names under which properties are carried, with the names of these: `X-KIND` for KIND,
  /// `X-BDAY-TEXT` for BDAY; all in upper case.
  package static let carriedNames: [String: String] = {
    var names: [String: String] = [:]
    for row in ConversionTable.properties where row.mayBeCarried {
      let name = row.name.canonical
      names["X-\(name)"] = name
      if row.value == .date { names["X-\(name)-TEXT"] = name }
    }
    return names
  }()
}

extension PropertyConversion {
  /// Whether some version does not have the property, or not every value of it, or not twice.
  fileprivate var mayBeCarried: Bool {
    if standing != .all || RuleTable.version40[name].occurrence == .once { return true }
    switch value {
    case .binary, .date, .offset, .position: return true
    default: return false
    }
  }
}
