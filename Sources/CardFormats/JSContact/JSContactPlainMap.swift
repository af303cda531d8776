internal import VCard

/// What stands in every entry of a map.
struct JSContactPlainMap: Sendable {
  let key: [UInt8]
  /// The member that may hold any text.
  let value: [UInt8]
  /// The member that may hold any array of objects; empty where there is none.
  let list: [UInt8]

  /// The maps of a card; those inside of others are not among them.
  static let all: [JSContactPlainMap] = {
    var seen: Set<String> = ["pronouns"]
    return JSContactRow.all.filter { seen.insert($0.map).inserted }.map { row in
      let (value, list) =
        switch row.name {
        case .adr: ("full", "components")
        case .org: (row.key, "units")
        default: (row.key, "")
        }
      return JSContactPlainMap(
        key: Array(row.map.utf8), value: Array(value.utf8), list: Array(list.utf8))
    }
  }()
}

/// How the value of a property is written, by whether it is a URI.
struct JSContactPlainName: Sendable {
  let name: [UInt8]
  /// Whether a value tells by itself whether it is a text or a URI.
  let impliesType: Bool
  /// VALUE of a text, and of a URI; empty where there is no need to say it.
  let types: (text: [UInt8], uri: [UInt8])
  /// Whether nothing is escaped in it.
  let isVerbatim: (text: Bool, uri: Bool)

  /// All names by their numbers.
  static let all = KnownName.allCases.map { JSContactPlainName($0) }

  private init(_ known: KnownName) {
    name = Array(known.canonical.utf8)
    impliesType = PropertyRegistry.shared[known]?.impliesType ?? false
    let (text, uri) = (JSContactPlainName.form("a", known), JSContactPlainName.form("a:b", known))
    types = (text.type, uri.type)
    isVerbatim = (text.isVerbatim, uri.isVerbatim)
  }

  private static func form(_ text: String, _ known: KnownName) -> (type: [UInt8], isVerbatim: Bool)
  {
    var parameters: [Parameter] = []
    let value = JSContactEntry.value(text, of: known, (nil, []), &parameters)
    let type = parameters.first.map { Array(";VALUE=\($0.values.joined())".utf8) } ?? []
    if case .verbatim = value { return (type, true) }
    return (type, false)
  }
}
