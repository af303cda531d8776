package import VCard

/// Makes cards of JSContact, RFC 9553 and RFC 9982, by the rules of RFC 9555 §3.
package enum JSContactReader {
  /// How deep values stand inside each other.
  private static let nesting = 64
  /// The most values of a card, those inside others counted too.
  private static let mostValues = 4_000_000

  /// A scanner within the limits of a card.
  package static func scanner(_ octets: [UInt8]) -> JSONScanner {
    JSONScanner(octets, values: mostValues, nesting: nesting)
  }

  /// Whether a value is a card of JSContact.
  package static func isCard(_ node: DocumentNode) -> Bool { node["@type"]?.text == "Card" }

  /// Creates a vCard 4.0 of a card.
  ///
  /// - Parameter node: The card.
  /// - Returns: The vCard, and what of the card the standard does not allow, one line each.
  package static func card(_ node: DocumentNode) -> (card: Card, warnings: [String]) {
    var conversion = JSContactConversion(node)
    return (conversion.converted(), conversion.warnings)
  }
}

/// A card of JSContact on its way to a vCard.
///
/// What vCard has no property for becomes JSPROP, RFC 9555 §3.1.1.
struct JSContactConversion {
  /// A property, and what it is of.
  struct Draft {
    var line: ContentLine
    /// Where its object stands; empty for what is beside another.
    var path: [String] = []
  }

  let node: DocumentNode
  var drafts: [Draft] = []
  /// What becomes JSPROP, by its pointer.
  private(set) var patches = NodeObject()
  private var pointers: Set<String> = []
  /// Where the properties of objects are.
  private var places: [String: Int] = [:]
  private var labels: [String: String] = [:]
  var warnings: [String] = []
  /// The properties of `vCardProps`.
  private var carried: [ContentLine] = []
  /// Those of them that hold words of addresses, by what the addresses are in JSContact.
  private var addresses: [[[String]]: [ContentLine]] = [:]
  /// The entries that have lines, by their pointers.
  var entries: [String: JSContactEntry] = [:]
  var language: String?
  private var usedGroups: Set<String> = []
  private var usedAlternatives: Set<String> = []
  private var groupNumber = 0
  private var alternatives = 0

  init(_ node: DocumentNode) { self.node = node }

  /// The most warnings of a card.
  private static let mostWarnings = 20

  mutating func warn(_ text: String) {
    if warnings.count < JSContactConversion.mostWarnings { warnings.append(text) }
  }

  mutating func converted() -> Card {
    guard let object = NodeObject(node) else { return Card(version: .version40) }
    language = object["language"]?.text
    takeCarried(object)
    noteUsed(object)
    for (key, value) in object.members where key != "localizations" { convert(key, value) }
    linkOrganizations()
    if let value = object["localizations"] { convertLocalizations(value) }
    return card(object)
  }

  private mutating func card(_ object: NodeObject) -> Card {
    var card = Card(version: .version40)
    // RFC 6350 §6.2.1: a card has an FN.
    if !drafts.contains(where: { $0.line.name == "FN" }),
      !carried.contains(where: { $0.name == "FN" })
    {
      card.append(ContentLine("FN", parameters: [Parameter("DERIVED", "TRUE")], .text("")))
    }
    for draft in drafts { card.append(draft.line) }
    for line in carried { card.append(line) }
    // A card need not migrate to another version by the way, RFC 9982 §3.
    if let version = object["version"], version.text != JSContactWriter.Edition.second.rawValue {
      patches["version"] = version
    }
    if patches.members.allSatisfy({ !$0.key.utf8.contains(UInt8(ascii: "/")) }) {
      append(patches, to: &card)
      return card
    }
    // Where a pointer would lead nowhere on the way back, the whole member is told.
    var way = card
    append(patches, to: &way)
    var maker = JSContactMaker(way)
    if let made = maker.made()["vCardProps"], case .list(let lines) = made,
      lines.contains(where: { line in
        if case .list(let parts) = line { parts.first?.text == "jsprop" } else { false }
      })
    {
      var whole = NodeObject()
      for (pointer, _) in patches.members {
        let key = JSContactPatch.path(pointer)[0]
        if let value = object[key] { whole[JSContactPatch.pointer([key])] = value }
      }
      append(whole, to: &card)
      return card
    }
    return way
  }

  private func append(_ patches: NodeObject, to card: inout Card) {
    for (pointer, value) in patches.members {
      card.append(
        ContentLine("JSPROP", parameters: [Parameter("JSPTR", pointer)], .text(value.json)))
    }
  }

  // MARK: vCardProps

  private mutating func takeCarried(_ object: NodeObject) {
    guard let value = object["vCardProps"] else { return }
    guard case .list(let nodes) = value else { return keep(["vCardProps"], value) }
    let lines = nodes.map { JCardReader.lines($0) }
    carried = lines.flatMap { $0 }
    if lines.contains(where: \.isEmpty) {
      warn("\"vCardProps\" holds what is no jCard property; kept in JSPROP")
      keep(["vCardProps"], value)
    }
  }

  /// Takes the property of `vCardProps` that says the same as a member, and more: a group or parameters.
  ///
  /// One without either says it once more, as a line of a card that stands twice does.
  private mutating func carriedLine(_ name: KnownName, _ isSame: (String) -> Bool) -> ContentLine? {
    let index = carried.firstIndex { line in
      guard line.name == name.canonical, let text = line.text else { return false }
      return isSame(text) && saysMore(line, than: text, name)
    }
    return index.map { carried.remove(at: $0) }
  }

  private func saysMore(_ line: ContentLine, than text: String, _ name: KnownName) -> Bool {
    line.group != nil
      || line.parameters.contains { parameter in
        parameter.name != "VALUE"
          || !parameter.values.allSatisfy { JSContactLine.isImplied($0, of: text, name) }
      }
  }

  /// Takes the property of `vCardProps` that says what a member of the card says.
  ///
  /// The only one of its name says of another value, which somebody gave the member, what it says more.
  private mutating func carriedLine(_ member: JSContactMember, _ text: String) -> ContentLine? {
    let name = member.name
    let indices = carried.indices.filter { carried[$0].name == name.canonical }
    let same = indices.first { index in
      guard let said = carried[index].text, said == text || member.value(said) == text else {
        return false
      }
      return indices.count > 1 || saysMore(carried[index], than: said, name)
    }
    if let same { return carried.remove(at: same) }
    guard indices.count == 1, let index = indices.first, let said = carried[index].text,
      member.value(said) != nil, member.value(said) != text,
      saysMore(carried[index], than: said, name)
    else { return nil }
    var line = carried.remove(at: index)
    let own = line.parameters.filter { $0.name != "VALUE" }
    var parameters: [Parameter] = []
    let value = member.form == .timestamp ? JSContactDate.timestamp(text) ?? text : text
    line.value = JSContactEntry.value(value, of: name, (nil, own), &parameters)
    line.parameters = JSContactEntry.merged(parameters, own)
    return line
  }

  // MARK: Members

  /// What vCard cannot say becomes JSPROP.
  mutating func keep(_ path: [String], _ value: DocumentNode) {
    // A patch cannot say `null`: that takes a member away.
    if case .null = value {
      warn("\(path.joined(separator: "/")) is null, which says nothing; left out")
      return
    }
    let pointer = JSContactPatch.pointer(path)
    if pointers.insert(pointer).inserted {
      patches.append(pointer, value)
    } else {
      patches[pointer] = value
    }
  }

  /// The draft of what stands at a path.
  func draft(at path: [String]) -> Int? { places[JSContactPatch.pointer(path)] }

  /// Keeps what is left of an object that has a line; the whole object where a patch cannot say it.
  mutating func keepRest(_ rest: NodeObject, at path: [String], of whole: DocumentNode) {
    check(rest, at: path)
    if rest.members.contains(where: { if case .null = $0.value { true } else { false } }) {
      keep(path, whole)
    } else {
      for (key, value) in rest.members { keep(path + [key], value) }
    }
  }

  private mutating func add(_ line: ContentLine, _ path: [String] = []) {
    if !path.isEmpty { places[JSContactPatch.pointer(path)] = drafts.count }
    drafts.append(Draft(line: line, path: path))
  }

  private mutating func convert(_ key: String, _ value: DocumentNode) {
    switch key {
    case "@type", "version", "vCardProps": return
    case "name": convertName(value)
    case "keywords": convertKeywords(value)
    case "members": convertMembers(value)
    case "relatedTo": convertRelations(value)
    case "speakToAs": convertSpeakToAs(value)
    case "anniversaries": convertAnniversaries(value)
    default:
      if let member = JSContactMember.all.first(where: { $0.key == key && $0.form != .date }) {
        convertText(member, value)
      } else if JSContactRow.rows(of: key).isEmpty || key == "pronouns" {
        check(NodeObject([(key, value)]), at: [])
        keep([key], value)
      } else {
        convertMap(value, key, at: [key])
      }
    }
  }

  private mutating func convertText(_ member: JSContactMember, _ value: DocumentNode) {
    let isDate = member.form == .timestamp
    guard let text = value.text, let said = isDate ? JSContactDate.timestamp(text) : text else {
      return refuse([member.key], value)
    }
    if let line = carriedLine(member, text) { return add(line) }
    var parameters: [Parameter] = []
    let line = JSContactEntry.value(said, of: member.name, (nil, []), &parameters)
    add(ContentLine(member.name.canonical, parameters: parameters, line))
  }

  /// Tells of a member that is not as the standard wants it, and keeps it.
  mutating func refuse(_ path: [String], _ value: DocumentNode) {
    warn("\"\(path.joined(separator: "/"))\" is not as RFC 9553 has it; kept in JSPROP")
    keep(path, value)
  }

  private mutating func convertKeywords(_ value: DocumentNode) {
    var object = NodeObject([("keywords", value)])
    guard var keywords = object.takeSet("keywords"), !keywords.isEmpty else {
      return refuse(["keywords"], value)
    }
    keywords = JSContactConversion.settled(keywords, &carried)
    if !keywords.isEmpty { add(ContentLine("CATEGORIES", .list(keywords))) }
  }

  /// Takes out of carried CATEGORIES what is no keyword any more; gives the keywords that they do not
  /// say.
  static func settled(_ keywords: [String], _ carried: inout [ContentLine]) -> [String] {
    let known = Set(keywords)
    var said: Set<String> = []
    for index in carried.indices where carried[index].name == "CATEGORIES" {
      // What somebody took out of the keywords is in no category either.
      guard case .list(let values) = carried[index].value else { continue }
      carried[index].value = .list(values.filter { known.contains($0) })
      said.formUnion(values)
    }
    return keywords.filter { !said.contains($0) }
  }

  private mutating func convertMembers(_ value: DocumentNode) {
    var object = NodeObject([("members", value)])
    guard let members = object.takeSet("members"), !members.isEmpty else {
      return keep(["members"], value)
    }
    // What has parameters stands in vCardProps, too, and goes with its member.
    let uids = Set(members)
    carried.removeAll { line in line.name == "MEMBER" && line.text.map(uids.contains) == false }
    let said = Set(carried.lazy.filter { $0.name == "MEMBER" }.compactMap(\.text))
    for uid in members where !said.contains(uid) {
      add(ContentLine("MEMBER", .init(verbatim: uid, of: .member)))
    }
  }

  private mutating func convertRelations(_ value: DocumentNode) {
    guard let map = NodeObject(value), !map.isEmpty else { return refuse(["relatedTo"], value) }
    for (key, node) in map.members {
      guard var object = NodeObject(node) else {
        refuse(["relatedTo"], value)
        continue
      }
      _ = object.take("@type") { $0.text == "Relation" ? true : nil }
      var parameters: [Parameter] = []
      let own = JSContactEntry.parameters(&object)
      let line = JSContactEntry.value(key, of: .related, own, &parameters)
      if let types = object.takeSet("relation"), !types.isEmpty {
        parameters.append(Parameter("TYPE", types))
      }
      parameters = JSContactEntry.merged(parameters, own.parameters)
      add(ContentLine(group: own.group, "RELATED", parameters: parameters, line))
      keepRest(object, at: ["relatedTo", key], of: node)
    }
  }

  private mutating func convertSpeakToAs(_ value: DocumentNode) {
    guard var object = NodeObject(value) else { return refuse(["speakToAs"], value) }
    _ = object.take("@type") { $0.text == "SpeakToAs" ? true : nil }
    let count = drafts.count
    if let gender = object.takeText("grammaticalGender") {
      let line = carriedLine(.gramGender) { $0.lowercased() == gender }
      add(
        line ?? ContentLine("GRAMGENDER", .text(gender.uppercased())),
        ["speakToAs", "grammaticalGender"])
    }
    if let pronouns = object.take("pronouns", as: { $0 }) {
      convertMap(pronouns, "pronouns", at: ["speakToAs", "pronouns"])
    }
    if drafts.count == count {
      for pointer in patches.members.map(\.key) where pointer.hasPrefix("speakToAs/") {
        patches[pointer] = nil
      }
      keep(["speakToAs"], value)
    } else {
      keepRest(object, at: ["speakToAs"], of: value)
    }
  }

  // MARK: Maps

  private mutating func convertMap(_ value: DocumentNode, _ key: String, at path: [String]) {
    guard let map = NodeObject(value) else { return refuse(path, value) }
    var counts: [String: Int] = [:]
    var unsaid = NodeObject()
    var hasLines = false
    if key == "addresses" { noteWords() }
    for (id, node) in map.members {
      guard var entry = JSContactEntry(node, of: key) else {
        unsaid.append(id, node)
        continue
      }
      hasLines = true
      if appendsNickname(entry, id, path) { continue }
      counts[entry.prefix, default: 0] += 1
      let isDerived = id == "\(entry.prefix)-\(counts[entry.prefix] ?? 0)"
      if !isDerived { entry.main.parameters.insert(Parameter("PROP-ID", id), at: 0) }
      if entry.main.name == "ADR" { takeWords(for: &entry.main) }
      let places = takePlaces(of: &entry)
      keepRest(entry.rest, at: path + [id], of: node)
      if let label = entry.label { addLabel(label, &entry, path + [id]) }
      let pointer = JSContactPatch.pointer(path + [id])
      entries[pointer] = entry
      if entry.beside.contains(where: { $0.name == "ADR" }) { setAlternative(&entry) }
      add(entry.main, path + [id])
      for line in places { add(line) }
      for line in entry.beside {
        // GEO and TZ may have had parameters of their own.
        let same = [KnownName.geo, .tz].first { $0.canonical == line.name }.flatMap { name in
          carriedLine(name) { JSContactZone.isSame(line.text, $0) }
        }
        add(same ?? line)
      }
    }
    if !hasLines { return keep(path, value) }
    for (id, node) in unsaid.members { keep(path + [id], node) }
  }

  /// Takes GEO and TZ of an address in no group that stand in `vCardProps`, from its parameters.
  private mutating func takePlaces(of entry: inout JSContactEntry) -> [ContentLine] {
    guard entry.main.name == "ADR", entry.main.group == nil else { return [] }
    var places: [ContentLine] = []
    for parameter in entry.main.parameters where ["GEO", "TZ"].contains(parameter.name) {
      let index = carried.firstIndex { line in
        line.name == parameter.name && line.group == nil
          && JSContactZone.isSame(line.text, parameter.values.first)
      }
      guard let index else { continue }
      places.append(carried.remove(at: index))
      entry.apart.append(parameter)
    }
    entry.main.parameters.removeAll(where: entry.apart.contains)
    return places
  }

  /// Takes the addresses of `vCardProps`, words in old places of which have no place in JSContact.
  ///
  /// Of one that somebody changed they say nothing any more.
  private mutating func noteWords() {
    let layout = JSContactComponents.address
    var others: [ContentLine] = []
    for line in carried.reversed() {
      var object = NodeObject()
      if line.name == "ADR", case .structure(let structure) = line.value,
        JSContactComponents.leavesWords(structure),
        !line.parameters.contains(where: { $0.name == "PHONETIC" })
      {
        let order = line.parameters.first { $0.name == "JSCOMPS" }?.values.first
        JSContactComponents(structure, order: order, layout).append(to: &object)
      }
      if let made = JSContactComponents(taking: &object, layout) {
        addresses[made.structure(layout), default: []].append(line)
      } else {
        others.append(line)
      }
    }
    carried = others.reversed()
  }

  /// Gives an address the words of old places that `vCardProps` tell.
  private mutating func takeWords(for line: inout ContentLine) {
    guard case .structure(let structure) = line.value, let own = addresses[structure]?.popLast()
    else { return }
    line.value = own.value
    line.parameters.removeAll { $0.name == "JSCOMPS" }
    line.parameters += own.parameters.filter { $0.name == "JSCOMPS" }
  }

  /// Appends a nickname to the one before, if its Id tells that they were one property.
  private mutating func appendsNickname(
    _ entry: JSContactEntry, _ id: String, _ path: [String]
  ) -> Bool {
    guard entry.main.name == "NICKNAME", let last = drafts.indices.last, entry.rest.isEmpty,
      let lastID = drafts[last].path.last, drafts[last].path.dropLast() == path[...],
      case .list(var values) = drafts[last].line.value, id == "\(lastID)-\(values.count + 1)",
      case .list(let more) = entry.main.value, drafts[last].line.group == entry.main.group,
      drafts[last].line.parameters.filter({ $0.name != "PROP-ID" }) == entry.main.parameters
    else { return false }
    values += more
    drafts[last].line.value = .list(values)
    return true
  }

  // MARK: Groups

  /// Notes the groups and the values of ALTID that lines have already.
  private mutating func noteUsed(_ object: NodeObject) {
    for line in carried {
      for parameter in line.parameters where parameter.name == "ALTID" {
        usedAlternatives.formUnion(parameter.values)
      }
      guard let group = line.group?.lowercased() else { continue }
      usedGroups.insert(group)
      if line.name == "X-ABLABEL" { labels[group] = line.text }
    }
    noteParameters(object)
  }

  /// Notes those that `vCardParams` tell, be they of a language or not.
  private mutating func noteParameters(_ object: NodeObject) {
    for (key, value) in object.members {
      if let text = value.text {
        if key == "group" || key.hasSuffix("/group") { usedGroups.insert(text.lowercased()) }
        if key == "altid" || key.hasSuffix("/altid") { usedAlternatives.insert(text) }
      } else if let inner = NodeObject(value) {
        noteParameters(inner)
      }
    }
  }

  private mutating func newGroup() -> String {
    repeat { groupNumber += 1 } while usedGroups.contains("item\(groupNumber)")
    return "item\(groupNumber)"
  }

  private mutating func addLabel(_ label: String, _ entry: inout JSContactEntry, _ path: [String]) {
    if let group = entry.main.group {
      if let other = labels[group.lowercased()] {
        if other != label { keep(path + ["label"], .text(label)) }
        return
      }
    } else {
      entry.main.group = newGroup()
    }
    if let group = entry.main.group { labels[group.lowercased()] = label }
    add(ContentLine(group: entry.main.group, "X-ABLabel", .text(label)))
  }

  /// Puts titles into the groups of their organizations; RFC 9555 §2.9.6.
  private mutating func linkOrganizations() {
    for index in drafts.indices {
      guard let organization = entries[JSContactPatch.pointer(drafts[index].path)]?.organization
      else { continue }
      let target = draft(at: ["organizations", organization])
      let group = drafts[index].line.group
      if let target, group == nil || group == drafts[target].line.group {
        let shared = drafts[target].line.group ?? newGroup()
        drafts[target].line.group = shared
        drafts[index].line.group = shared
      } else {
        keep(drafts[index].path + ["organizationId"], .text(organization))
      }
    }
  }

  // MARK: Names

  /// The lines of a name.
  struct Name {
    var formatted: ContentLine?
    var structured: ContentLine?
    var phonetic: ContentLine?
    var rest: NodeObject
    /// What FN is where nobody says it.
    var derived = ""
  }

  static func name(_ value: DocumentNode) -> Name? {
    guard var object = NodeObject(value) else { return nil }
    _ = object.take("@type") { $0.text == "Name" ? true : nil }
    let layout = JSContactComponents.name
    let parts = JSContactComponents(taking: &object, layout)
    var name = Name(rest: object)
    var own: (group: String?, parameters: [Parameter]) = (nil, [])
    let full = object.takeText("full")
    if parts != nil || full != nil { own = JSContactEntry.parameters(&object) }
    if let parts {
      var parameters: [Parameter] = []
      if let order = parts.order { parameters.append(Parameter("JSCOMPS", order)) }
      if let sorts = JSContactConversion.takeSorts(&object) {
        parameters.append(Parameter("SORT-AS", sorts))
      }
      name.phonetic = JSContactEntry.sounds(parts, layout, &object, name: "N", group: nil)
      name.structured = ContentLine(
        group: own.group, "N", parameters: JSContactEntry.merged(parameters, own.parameters),
        .structure(parts.structure(layout)))
      name.derived = parts.full
    }
    if let full {
      let derived = own.parameters.filter { $0.name == "DERIVED" }
      if parts != nil { name.structured?.parameters.removeAll { $0.name == "DERIVED" } }
      name.formatted = ContentLine(
        group: parts == nil ? own.group : nil, "FN",
        parameters: parts == nil ? own.parameters : derived,
        .text(full))
    }
    name.rest = object
    return name
  }

  /// SORT-AS of `sortAs`, which stays where vCard cannot say it.
  private static func takeSorts(_ object: inout NodeObject) -> String? {
    let kinds = JSContactComponents.name.kinds
    return object.take("sortAs") { node in
      guard let sorts = NodeObject(node), !sorts.isEmpty else { return nil }
      var texts = [String](repeating: "", count: kinds.count)
      for (kind, value) in sorts.members {
        guard let index = kinds.firstIndex(of: kind), let text = value.text, !text.isEmpty,
          !text.utf8.contains(UInt8(ascii: ","))
        else { return nil }
        texts[index] = text
      }
      while texts.last?.isEmpty ?? false { texts.removeLast() }
      return texts.joined(separator: ",")
    }
  }

  private mutating func convertName(_ value: DocumentNode) {
    guard var name = JSContactConversion.name(value) else { return refuse(["name"], value) }
    guard name.formatted != nil || name.structured != nil else { return keep(["name"], value) }
    if let formatted = name.formatted, case .text(let full) = formatted.value,
      let line = carriedLine(.fn, { $0 == full })
    {
      name.formatted = line
    }
    add(
      name.formatted
        ?? ContentLine("FN", parameters: [Parameter("DERIVED", "TRUE")], .text(name.derived)),
      name.formatted == nil ? [] : ["name", "full"])
    if let line = name.structured { add(line, ["name", "components"]) }
    if let line = name.phonetic {
      add(line, ["name", "phonetic"])
      if let index = draft(at: ["name", "components"]) {
        drafts[drafts.count - 1].line.parameters.append(alternative(of: index))
      }
    }
    keepRest(name.rest, at: ["name"], of: value)
  }

  // MARK: Alternatives

  /// The ALTID of a draft, which gets one that no other properties have where it has none.
  mutating func alternative(of index: Int) -> Parameter {
    let altid = alternative(of: drafts[index].line)
    if !drafts[index].line.parameters.contains(altid) {
      drafts[index].line.parameters.append(altid)
    }
    return altid
  }

  private mutating func alternative(of line: ContentLine) -> Parameter {
    if let own = line.parameters.first(where: { $0.name == "ALTID" }) { return own }
    repeat { alternatives += 1 } while usedAlternatives.contains(String(alternatives))
    return Parameter("ALTID", String(alternatives))
  }

  private mutating func setAlternative(_ entry: inout JSContactEntry) {
    let altid = alternative(of: entry.main)
    if !entry.main.parameters.contains(altid) { entry.main.parameters.append(altid) }
    for index in entry.beside.indices where entry.beside[index].name == entry.main.name {
      entry.beside[index].parameters.append(altid)
    }
  }

  // MARK: Anniversaries

  private mutating func convertAnniversaries(_ value: DocumentNode) {
    guard let map = NodeObject(value) else { return refuse(["anniversaries"], value) }
    var seen: Set<String> = []
    var unsaid = NodeObject()
    var count = 0
    for (id, node) in map.members {
      guard var object = NodeObject(node), let kind = object.takeText("kind"), !seen.contains(kind),
        let member = JSContactMember.all.first(where: { $0.key == kind && $0.form == .date }),
        var date = object.takeObject("date"), let text = JSContactDate.take(&date)
      else {
        unsaid.append(id, node)
        continue
      }
      _ = object.take("@type") { $0.text == "Anniversary" ? true : nil }
      let own = JSContactEntry.parameters(&object)
      var parameters = own.parameters
      if let scale = date.takeText("calendarScale") {
        parameters.append(Parameter("CALSCALE", scale))
      }
      guard date.isEmpty else {
        unsaid.append(id, node)
        continue
      }
      seen.insert(kind)
      count += 1
      if id != "ANNIVERSARY-\(count)" { parameters.insert(Parameter("PROP-ID", id), at: 0) }
      let path = ["anniversaries", id]
      add(
        ContentLine(
          group: own.group, member.name.canonical, parameters: parameters, .verbatim(text)), path)
      if let place = member.place,
        let line = JSContactConversion.place(object["place"], place)
      {
        _ = object.take("place") { $0 }
        add(line, path + ["place"])
      }
      keepRest(object, at: path, of: node)
    }
    if count == 0 { return keep(["anniversaries"], value) }
    for (id, node) in unsaid.members { keep(["anniversaries", id], node) }
  }

  /// The line of a place; `nil` when vCard cannot say it.
  static func place(_ value: DocumentNode?, _ name: KnownName) -> ContentLine? {
    guard var object = NodeObject(value) else { return nil }
    _ = object.take("@type") { $0.text == "Address" ? true : nil }
    let own = JSContactEntry.parameters(&object)
    var parameters: [Parameter] = []
    let text: String
    if let full = object.takeText("full") {
      guard PropertyRegistry.shared[name]?.impliedType(of: full) == "text" else { return nil }
      text = full
    } else if let coordinates = object.takeText("coordinates") {
      guard coordinates.lowercased().hasPrefix("geo:") else { return nil }
      text = coordinates
    } else {
      return nil
    }
    guard object.isEmpty else { return nil }
    let value = JSContactEntry.value(text, of: name, own, &parameters)
    return ContentLine(
      group: own.group, name.canonical,
      parameters: JSContactEntry.merged(parameters, own.parameters), value)
  }
}
