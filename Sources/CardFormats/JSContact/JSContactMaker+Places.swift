internal import VCard

/// Zones of time as IANA names them, for whole hours from UTC; RFC 9555 §2.8.2.
enum JSContactZone {
  private static let head = "Etc/GMT"

  /// The name of an offset such as `-0500`; `nil` for what has none.
  static func name(_ text: String) -> String? {
    guard let offset = DateText.offset(text, isBasic: true), let number = Int(offset.prefix(3)),
      ["", "00"].contains(offset.dropFirst(3)), -12...14 ~= number
    else { return nil }
    if number == 0 { return "Etc/UTC" }
    return number < 0 ? "\(head)+\(-number)" : "\(head)-\(number)"
  }

  /// The offset that a name means; `nil` for other names.
  static func offset(_ name: String) -> String? {
    if name == "Etc/UTC" { return "+0000" }
    guard name.hasPrefix(head), let number = Int(name.dropFirst(head.count)), number != 0,
      -14...12 ~= number
    else { return nil }
    let hours = number < 0 ? -number : number
    let offset = "\(number > 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours)00"
    return self.name(offset) == name ? offset : nil
  }

  /// Whether two texts of TZ, or of GEO, are one or mean one offset.
  static func isSame(_ one: String?, _ two: String?) -> Bool {
    guard let one, let two else { return false }
    return one == two || name(one) != nil && name(one) == name(two)
  }
}

extension JSContactMaker {
  /// Appends what ADR says; RFC 9555 §2.6.1.
  mutating func appendAddress(
    _ line: inout JSContactLine, _ phonetic: Int?, to object: inout NodeObject
  ) {
    appendComponents(&line, phonetic, JSContactComponents.address, to: &object)
    object.append("full", line.take("LABEL"))
    object.append("countryCode", line.take("CC"))
    // In a group these are properties of their own, unless the parameters say so besides.
    let isGrouped = line.group != nil
    object.append("coordinates", isGrouped ? line.parameter("GEO") : line.take("GEO"))
    let zone = line.parameter("TZ")
    if !isGrouped, zone.flatMap(JSContactZone.offset) == nil { _ = line.take("TZ") }
    object.append("timeZone", zone.map { JSContactZone.name($0) ?? $0 })
  }

  /// Makes GEO and TZ parts of the addresses that they belong to, or addresses of their own.
  ///
  /// RFC 9555 §2.8.3.
  mutating func takePlaces() {
    let names: Set<KnownName> = [.adr, .geo, .tz]
    let isGrouped = lines.contains { names.contains($0.known) && $0.group != nil }
    let addressLines = Set(lines.indices.filter { lines[$0].known == .adr && places[$0] != nil })
    let ungrouped = addressLines.filter { isGrouped && lines[$0].group == nil }.sorted()
    var alone: [String: Int] = [:]
    for index in lines.indices where [.geo, .tz].contains(lines[index].known) {
      var line = lines[index]
      let key = line.known == .geo ? "coordinates" : "timeZone"
      guard let value = place(line) else {
        carry(index)
        continue
      }
      let group = line.group?.lowercased()
      let peers =
        group.map { groups[$0] ?? [] }
        ?? ungrouped
      let addresses = peers.filter { addressLines.contains($0) }
      if let address = addresses.first, group != nil || addresses.count == 1,
        let place = places[address], maps[place.map].entries[place.entry].object[key] == nil
      {
        // Without a group it would come back as a parameter of the address.
        if group == nil || !line.parameters.isEmpty { shadow(index) }
        maps[place.map].change(at: place.entry) { object in
          object.append(key, value)
          guard let group else { return }
          var rest = NodeObject(object["vCardParams"]) ?? NodeObject()
          if rest["group"] == nil { rest.append("group", group) }
          object["vCardParams"] = rest.node
        }
        continue
      }
      let map = mapIndex("addresses")
      if let group, let entry = alone[group], line.parameters.isEmpty,
        maps[map].entries[entry].object[key] == nil
      {
        maps[map].change(at: entry) { $0.append(key, value) }
        continue
      }
      let id = takeID(index, "ADDR", in: map)
      line = lines[index]
      var object = NodeObject()
      object.append(key, value)
      if let row = JSContactRow.named(.adr) {
        JSContactMaker.appendMembers(row, of: &line, to: &object)
      }
      object.append("vCardName", line.known == .geo ? "geo" : "tz")
      appendRest(of: line, to: &object)
      if let group { alone[group] = maps[map].entries.count }
      maps[map].append(id, object)
    }
  }

  /// What GEO or TZ says in JSContact; `nil` for what it cannot say.
  private func place(_ line: JSContactLine) -> String? {
    guard case .text(let text) = line.value else { return nil }
    let type = line.parameter("VALUE")?.lowercased()
    if line.known == .geo { return type == nil ? text : nil }
    if DateText.offset(text, isBasic: true) != nil { return JSContactZone.name(text) }
    // What is no offset is told by its VALUE, unless that says the same.
    guard type == nil, PropertyRegistry.shared[.tz]?.impliedType(of: text) == "text",
      JSContactZone.offset(text) == nil
    else { return nil }
    return text
  }

  /// Links titles with the only organization of their group; RFC 9555 §2.9.6.
  mutating func linkOrganizations() {
    var organizations: [String: [Int]] = [:]
    for index in lines.indices where lines[index].known == .org {
      if let group = lines[index].group?.lowercased() {
        organizations[group, default: []].append(index)
      }
    }
    for index in lines.indices where [.title, .role].contains(lines[index].known) {
      guard let group = lines[index].group?.lowercased(), let title = places[index],
        let owners = organizations[group], owners.count == 1, let place = places[owners[0]]
      else { continue }
      let id = maps[place.map].entries[place.entry].id
      maps[title.map].change(at: title.entry) { object in
        if object["organizationId"] == nil { object.append("organizationId", id) }
      }
    }
  }

  /// GRAMGENDER, in each language; RFC 9555 §2.5.4.
  mutating func makeGrammaticalGender(_ index: Int) {
    func object(_ index: Int) -> NodeObject {
      NodeObject([("grammaticalGender", .text(lines[index].text.lowercased()))])
    }
    var line = lines[index]
    takeLanguage(&line, isAlternative: false)
    let base = object(index)
    card.append("speakToAs", base.node)
    if !line.isBare || hasNamesake(index) { shadow(index) }
    for alternative in clusters[index]?.alternatives ?? [] {
      guard let main = alternative.main else { continue }
      localize(
        alternative.language, ["speakToAs"], from: base, to: object(main),
        saying: ["grammaticalGender"])
    }
  }
}
