internal import VCard

/// An object of a JSContact map as lines of a vCard.
struct JSContactEntry {
  /// The property itself.
  var main: ContentLine
  /// What its Id begins with, if nothing but the order of the entries tells it.
  let prefix: String
  /// What stands beside it: how it sounds, or where it is.
  var beside: [ContentLine] = []
  /// Parameters that are lines of their own in `vCardProps`.
  var apart: [Parameter] = []
  var label: String?
  var organization: String?
  /// What vCard cannot say.
  var rest: NodeObject

  // MARK: Types

  private static let types: [String: String] = [
    "emails": "EmailAddress", "phones": "Phone", "addresses": "Address",
    "onlineServices": "OnlineService", "organizations": "Organization", "titles": "Title",
    "nicknames": "Nickname", "calendars": "Calendar", "cryptoKeys": "CryptoKey",
    "directories": "Directory", "links": "Link", "media": "Media", "notes": "Note",
    "personalInfo": "PersonalInfo", "preferredLanguages": "LanguagePref",
    "schedulingAddresses": "SchedulingAddress", "pronouns": "Pronouns",
  ]

  /// Reads an object; `nil` when vCard has no property for it.
  ///
  /// - Parameters:
  ///   - node: The object.
  ///   - map: The key of its map.
  init?(_ node: DocumentNode, of map: String) {
    guard var object = NodeObject(node), let row = JSContactEntry.row(object, of: map) else {
      return nil
    }
    prefix = row.prefix
    _ = object.take("@type") { $0.text == JSContactEntry.types[map] ? true : nil }
    if row.kind != nil { _ = object.takeText("kind") }
    var parameters: [Parameter] = []
    var beside: [ContentLine] = []
    let own = JSContactEntry.parameters(&object)
    let value: ContentLine.Value
    switch row.name {
    case .adr:
      value = JSContactEntry.address(&object, own, &parameters, &beside)
    case .org:
      guard let organization = JSContactEntry.organization(&object, &parameters) else {
        return nil
      }
      value = organization
    default:
      if let text = object.takeText(row.key) {
        value = JSContactEntry.value(text, of: row.name, own, &parameters)
      } else if row.name == .socialProfile, let text = object.takeText("user") {
        parameters.append(Parameter("VALUE", "text"))
        value = .text(text)
      } else {
        return nil
      }
    }
    if row.name == .impp { _ = object.takeText("vCardName") }
    if row.name == .socialProfile {
      _ = object.take("vCardName") { $0.text?.lowercased() == "socialprofile" ? true : nil }
    }
    var types = row.name == .tel ? object.takeWords("features", JSContactRow.features) : []
    types += object.takeWords("contexts", row.contexts)
    if !types.isEmpty { parameters.append(Parameter("TYPE", types)) }
    for member in row.members {
      if let text = member.take(&object, row) {
        parameters.append(Parameter(member.parameter, text))
      }
    }
    parameters = JSContactEntry.merged(parameters, own.parameters)
    label = row.hasLabel ? object.takeText("label") : nil
    if row.map == "titles" { organization = object.takeText("organizationId") }
    main = ContentLine(group: own.group, row.name.canonical, parameters: parameters, value)
    self.beside = beside
    if row.name == .adr { JSContactEntry.replacePlace(&main, &self.beside, object: &object) }
    rest = object
  }

  /// The row of an object; `nil` when no property is so.
  private static func row(_ object: NodeObject, of map: String) -> JSContactRow? {
    let rows = JSContactRow.rows(of: map)
    if map == "onlineServices" {
      let isMessaging = object["vCardName"]?.text?.lowercased() == "impp" && object["uri"] != nil
      return rows.first { $0.name == (isMessaging ? .impp : .socialProfile) }
    }
    guard let kind = object["kind"] else {
      return map == "titles" ? rows.first : rows.first { $0.kind == nil }
    }
    return rows.first { $0.kind != nil && $0.kind == kind.text } ?? rows.first { $0.kind == nil }
  }

  // MARK: Values

  /// Takes `vCardParams`.
  static func parameters(
    _ object: inout NodeObject
  ) -> (group: String?, parameters: [Parameter]) {
    object.take("vCardParams") { NodeObject($0).flatMap(JSContactLine.parameters) } ?? (nil, [])
  }

  /// A value, and VALUE where the name alone would have it read as another type.
  static func value(
    _ text: String, of name: KnownName, _ own: (group: String?, parameters: [Parameter]),
    _ parameters: inout [Parameter]
  ) -> ContentLine.Value {
    if name == .nickname { return .list([text]) }
    if let row = PropertyRegistry.shared[name],
      !own.parameters.contains(where: { $0.name == "VALUE" })
    {
      let type = row.impliedType(of: text)
      if type != row.defaultType(in: .version40) { parameters.append(Parameter("VALUE", type)) }
      if type == "text" { return .text(text) }
    }
    return ContentLine.Value(decoded: text, of: name.canonical)
  }

  /// Parameters, with those that `vCardParams` kept.
  static func merged(_ parameters: [Parameter], _ own: [Parameter]) -> [Parameter] {
    var merged = parameters
    for parameter in own {
      if let index = merged.firstIndex(where: { $0.name == parameter.name }) {
        if parameter.name == "TYPE" {
          merged[index].values += parameter.values
        } else {
          merged[index] = parameter
        }
      } else {
        merged.append(parameter)
      }
    }
    return merged
  }

  private static func organization(
    _ object: inout NodeObject, _ parameters: inout [Parameter]
  ) -> ContentLine.Value? {
    var rest = object
    var names: [String] = []
    var sorts: [String] = []
    if let units = rest["units"] {
      guard case .list(let nodes) = units else { return nil }
      for node in nodes {
        guard var unit = NodeObject(node), let name = unit.takeText("name") else { return nil }
        _ = unit.take("@type") { $0.text == "OrgUnit" ? true : nil }
        sorts.append(unit.takeText("sortAs") ?? "")
        guard unit.isEmpty else { return nil }
        names.append(name)
      }
      _ = rest.take("units") { $0 }
    }
    guard let name = rest.takeText("name") ?? (names.isEmpty ? nil : "") else { return nil }
    sorts.insert(rest.takeText("sortAs") ?? "", at: 0)
    names.insert(name, at: 0)
    guard names.count == 1 || !(names.last ?? "").isEmpty,
      !sorts.contains(where: { $0.utf8.contains(UInt8(ascii: ",")) })
    else { return nil }
    while sorts.last?.isEmpty ?? false { sorts.removeLast() }
    if !sorts.isEmpty { parameters.append(Parameter("SORT-AS", sorts.joined(separator: ","))) }
    object = rest
    return .structure(names.map { [$0] })
  }

  private static func address(
    _ object: inout NodeObject, _ own: (group: String?, parameters: [Parameter]),
    _ parameters: inout [Parameter], _ beside: inout [ContentLine]
  ) -> ContentLine.Value {
    let layout = JSContactComponents.address
    let parts = JSContactComponents(taking: &object, layout)
    if let order = parts?.order { parameters.append(Parameter("JSCOMPS", order)) }
    if let text = object.takeText("full") { parameters.append(Parameter("LABEL", text)) }
    if let text = object.takeText("countryCode") { parameters.append(Parameter("CC", text)) }
    for (key, name) in [("coordinates", KnownName.geo), ("timeZone", .tz)] {
      guard let text = object.takeText(key) else { continue }
      // Where the whole was GEO or TZ, its parameters are not of an address.
      let isOwn =
        object["vCardName"] == nil && own.parameters.contains { $0.name == name.canonical }
      if own.group == nil, object["vCardName"] == nil {
        let offset = name == .tz ? JSContactZone.offset(text) : nil
        if !isOwn { parameters.append(Parameter(name.canonical, offset ?? text)) }
      } else if !isOwn {
        beside.append(place(text, name, own.group))
      }
    }
    if let line = sounds(parts, layout, &object, name: "ADR", group: own.group) {
      beside.append(line)
    }
    return .structure(parts?.structure(layout) ?? [[String]](repeating: [""], count: layout.old))
  }

  private static func place(_ text: String, _ name: KnownName, _ group: String?) -> ContentLine {
    if name == .geo { return ContentLine(group: group, "GEO", .init(verbatim: text, of: .geo)) }
    if let offset = JSContactZone.offset(text) {
      return ContentLine(group: group, "TZ", .verbatim(offset))
    }
    return ContentLine(group: group, "TZ", .text(text))
  }

  /// Makes GEO or TZ alone of an address that was one.
  private static func replacePlace(
    _ main: inout ContentLine, _ beside: inout [ContentLine], object: inout NodeObject
  ) {
    guard let name = object["vCardName"]?.text?.lowercased(), name == "geo" || name == "tz",
      let index = beside.firstIndex(where: { $0.name.lowercased() == name }),
      case .structure(let components) = main.value,
      components.allSatisfy({ $0.allSatisfy(\.isEmpty) })
    else { return }
    var line = beside.remove(at: index)
    line.group = main.group
    line.parameters += main.parameters
    main = line
    _ = object.takeText("vCardName")
  }

  /// The line that tells how components sound.
  static func sounds(
    _ parts: JSContactComponents?, _ layout: JSContactComponents.Layout,
    _ object: inout NodeObject, name: String, group: String?
  ) -> ContentLine? {
    guard let sounds = parts?.phonetics(layout) else { return nil }
    let script = object.takeText("phoneticScript")
    var parameters = [Parameter("PHONETIC", object.takeText("phoneticSystem") ?? "script")]
    if let script { parameters.append(Parameter("SCRIPT", script)) }
    if let order = parts?.order { parameters.append(Parameter("JSCOMPS", order)) }
    return ContentLine(group: group, name, parameters: parameters, .structure(sounds))
  }
}

extension JSContactRow.Member {
  /// Takes the member of an object as the value of the parameter; it stays where that cannot say it.
  fileprivate func take(_ object: inout NodeObject, _ row: JSContactRow) -> String? {
    let path = key.split(separator: "/").map(String.init)
    if path.count > 1 {
      guard var inner = NodeObject(object[path[0]]), let text = inner.takeText(path[1]) else {
        return nil
      }
      _ = inner.take("@type") { $0.text == "Author" ? true : nil }
      object[path[0]] = inner.isEmpty ? nil : inner.node
      return text
    }
    switch form {
    case .text: return object.takeText(key)
    case .number: return object.takeNumber(key)
    case .timestamp: return object.take(key) { $0.text.flatMap(JSContactDate.timestamp) }
    case .level:
      guard let level = object.takeText(key) else { return nil }
      return row.name == .expertise
        ? JSContactRow.levels.first { $0.1 == level }?.0 ?? level : level
    }
  }
}

extension NodeObject {
  /// Takes a set whose keys are words that vCard has types for; where it has others, too, the set
  /// stays.
  fileprivate mutating func takeWords(
    _ key: String, _ words: [(type: String, word: String)]
  ) -> [String] {
    var copy = self
    guard let set = copy.takeSet(key) else { return [] }
    let types = set.compactMap { word in words.first { $0.word == word }?.type }
    if types.count == set.count, !set.isEmpty { self = copy }
    return types
  }
}
