/// The parameters that some version defines, by number.
enum KnownParameter: UInt8, CaseIterable, Sendable {
  /// A name that no standard has.
  case unknown
  /// A name that starts with `X-`.
  case vendor
  // vCard 2.1 §2.1, RFC 2425 §5.8.4 and §6, RFC 6350 §5.
  case type, value, encoding, charset, language, context
  case pref, altid, pid, mediatype, calscale, sortAs, geo, tz, label
  // RFC 6715 §3.
  case level, index
  // RFC 8605 §3.
  case cc
  // RFC 9554 §4.
  case author, authorName, created, derived, phonetic, propID, script, serviceType, username
  // RFC 9555 §3.
  case jscomps, jsptr

  /// The name as the standards write it.
  var name: String {
    switch self {
    case .unknown, .vendor: ""
    case .sortAs: "SORT-AS"
    case .authorName: "AUTHOR-NAME"
    case .propID: "PROP-ID"
    case .serviceType: "SERVICE-TYPE"
    default: Property.Name.uppercased("\(self)")
    }
  }
}

/// A set of parameters, in a word.
struct ParameterSet: OptionSet, Hashable, Sendable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ parameter: KnownParameter) { rawValue = 1 << UInt64(parameter.rawValue) }

  /// Creates a set from the names of its parameters, with blanks between them.
  init(_ names: String) {
    var set = ParameterSet()
    for name in names.split(separator: " ") {
      guard let parameter = KnownParameter.allCases.first(where: { $0.name == name }) else {
        preconditionFailure("\(name) is a parameter of some version")
      }
      set.insert(ParameterSet(parameter))
    }
    self = set
  }

  func contains(_ parameter: KnownParameter) -> Bool {
    rawValue & (1 << UInt64(parameter.rawValue)) != 0
  }
}

extension KnownParameter {
  /// The number of a parameter's name.
  static func named(_ name: Span<UInt8>, in table: WordTable) -> KnownParameter {
    if let number = table.number(of: name) { return KnownParameter(rawValue: number) ?? .unknown }
    return Octets.isVendorWord(name) ? .vendor : .unknown
  }
}
