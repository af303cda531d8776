internal import VCard

/// Makes a JSContact card of a vCard 4.0; RFC 9555 §2.
///
/// ```
/// lines ─▶ clusters ─▶ base lines ─▶ maps and members ─┐
///                      other languages ─▶ localizations ├─▶ card ─▶ JSPROP
///                      what has no place ─▶ vCardProps ─┘
/// ```
struct JSContactMaker {
  var lines: [JSContactLine]
  /// Properties as jCard has them.
  private(set) var carried: [(line: Int, isShadow: Bool)] = []
  /// Lines whose values only have a place.
  private(set) var stripped: [Int] = []
  /// The entries of lines.
  private(set) var places: [Int: (map: Int, entry: Int)] = [:]
  var maps: [JSContactMap] = []
  var card = NodeObject([("@type", .text("Card")), ("version", .null)])
  private var localizations: [(language: String, patches: NodeObject)] = []
  let language: String?
  /// The cluster that a line belongs to, if it is not alone.
  var clusters: [Int: JSContactCluster] = [:]
  /// Lines that another line takes with it, or that have no place.
  private var isTaken: [Bool]
  /// The lines of each group, by its name in lower case.
  let groups: [String: [Int]]
  /// What PROP-ID says anywhere.
  private let reserved: Set<String>
  /// Ids that JSPROP points to and no PROP-ID has, by map.
  private var wanted: [String: [String]] = [:]
  private var keywords = UniqueTexts()
  private var keywordLines: [Int] = []
  private var members = UniqueTexts()

  init(_ card: Card) {
    lines = card.properties.compactMap { $0.isComment ? nil : JSContactLine($0) }
    isTaken = [Bool](repeating: false, count: lines.count)
    var groups: [String: [Int]] = [:]
    var reserved: Set<String> = []
    for (index, line) in lines.enumerated() {
      if let group = line.group { groups[group.lowercased(), default: []].append(index) }
      if let id = line.parameter("PROP-ID") { reserved.insert(id) }
    }
    self.groups = groups
    self.reserved = reserved
    let found = JSContactCluster.found(in: lines)
    language = found.language
    for cluster in found.clusters {
      clusters[cluster.base] = cluster
      for index in cluster.placed {
        if index != cluster.base { isTaken[index] = true }
        // It comes back with the localizations; a line that is not among them is told by it only.
        if cluster.surplus.isEmpty { _ = lines[index].takeAll("ALTID") }
      }
      let row = JSContactRow.named(lines[cluster.base].known)
      // Of a property that may stand several times, what is no alternative is one of its own.
      if row == nil || lines[cluster.base].known == .n {
        for index in cluster.surplus { carry(index) }
      }
    }
  }

  /// A maker of a line that no other concerns but the one that gives it a label.
  private init(alone line: JSContactLine, label: String?, peers: Int) {
    lines = [line]
    isTaken = [false]
    groups = line.group.map { [$0.lowercased(): Array(repeating: 0, count: peers)] } ?? [:]
    reserved = []
    language = nil
    labels = label.map { [0: $0] } ?? [:]
  }

  /// The objects of a line that no other concerns.
  ///
  /// - Parameters:
  ///   - line: The line, without ALTID, PROP-ID and PHONETIC.
  ///   - row: Its row.
  ///   - label: What X-ABLabel says of it.
  ///   - peers: The lines of its group.
  /// - Returns: One object, or one for each value.
  static func objects(
    of line: JSContactLine, _ row: JSContactRow, label: String? = nil, peers: Int = 1
  ) -> [NodeObject] {
    var maker = JSContactMaker(alone: line, label: label, peers: peers)
    guard case .list(let values) = line.value, row.name == .nickname else {
      return [maker.object(0, row, nil)]
    }
    return values.map { maker.object(0, row, nil, value: $0) }
  }

  /// The card.
  mutating func made() -> NodeObject {
    let patches = takePatches()
    takeLabels()
    if let language, !lines.contains(where: { $0.known == .language }) {
      card.append("language", language)
    }
    makeName()
    for index in lines.indices where !isTaken[index] { convert(index) }
    if keywordLines.count > 1 || keywordLines.contains(where: { !lines[$0].isBare }) {
      for index in Set(keywordLines) { shadow(index) }
    }
    takePlaces()
    for index in lines.indices where !isTaken[index] {
      if [.birthplace, .deathplace].contains(lines[index].known) { carryAll(from: index) }
    }
    linkOrganizations()
    assemble()
    guard !patches.lines.isEmpty else { return card }
    guard let patch = patches.members, let change = JSContactPatch(patch),
      let changed = change.applied(to: card.node, allowsArrays: false),
      let object = NodeObject(changed), object["@type"]?.text == "Card"
    else {
      // RFC 9555 §3.2.1: all of them or none.
      for index in patches.lines { carry(index) }
      setCarried()
      return card
    }
    stripped = patches.lines.filter { index in
      lines[index].group != nil || lines[index].parameters.contains { $0.name != "JSPTR" }
    }
    return object
  }

  // MARK: Lines

  /// Keeps a property as it is in vCardProps.
  mutating func carry(_ index: Int) {
    isTaken[index] = true
    carried.append((index, false))
  }

  /// Keeps a property in vCardProps whose value stands elsewhere, but not all of it.
  mutating func shadow(_ index: Int) { carried.append((index, true)) }

  /// Notes that a line has gone where another went.
  mutating func take(_ index: Int) { isTaken[index] = true }

  /// The first line of a name that has gone nowhere yet.
  func untaken(_ name: KnownName) -> Int? {
    lines.indices.first { lines[$0].known == name && !isTaken[$0] }
  }

  private mutating func convert(_ index: Int) {
    let line = lines[index]
    if let member = JSContactMember.named(line.known) { return makeMember(index, member) }
    switch line.known {
    case .gramGender: makeGrammaticalGender(index)
    case .categories: makeKeywords(index)
    case .member: makeMembership(index)
    case .related: makeRelation(index)
    // They wait for addresses and dates.
    case .geo, .tz, .birthplace, .deathplace, .fn, .n: break
    case .adr:
      guard line.parameter("PHONETIC") == nil else { return carry(index) }
      makeEntry(index)
      if JSContactComponents.leavesWords(line.components) { shadow(index) }
    default:
      if JSContactRow.named(line.known) == nil { carry(index) } else { makeEntry(index) }
    }
  }

  private mutating func makeMember(_ index: Int, _ member: JSContactMember) {
    if member.form == .date { return makeAnniversary(index, member) }
    guard let value = member.value(lines[index].text), card[member.key] == nil else {
      return carry(index)
    }
    card.append(member.key, value)
    // Among others of its name in vCardProps it tells which of them the member says.
    if !lines[index].isBare || clusters[index] != nil { shadow(index) }
  }

  private mutating func makeKeywords(_ index: Int) {
    guard case .list(let values) = lines[index].value else { return carry(index) }
    keywordLines.append(index)
    // A set does not tell what stands twice.
    if Set(values).count < values.count { keywordLines.append(index) }
    for value in values { keywords.insert(value) }
  }

  private mutating func makeMembership(_ index: Int) {
    guard members.insert(lines[index].text) else { return carry(index) }
    if !lines[index].isBare { shadow(index) }
  }

  private mutating func makeRelation(_ index: Int) {
    let key = lines[index].text
    let map = mapIndex("relatedTo")
    guard !maps[map].contains(key) else { return carry(index) }
    var object = NodeObject()
    var types = UniqueTexts()
    for type in lines[index].takeAll("TYPE") { types.insert(type.lowercased()) }
    object.append("relation", .set(types.texts))
    appendRest(of: lines[index], to: &object)
    maps[map].append(key, object)
  }

  // MARK: Entries

  /// The place of a map, which is made where it is not there yet.
  mutating func mapIndex(_ key: String) -> Int {
    if let index = maps.firstIndex(where: { $0.key == key }) { return index }
    maps.append(JSContactMap(key: key))
    return maps.count - 1
  }

  /// The Id of a line's entry in a map.
  mutating func takeID(_ index: Int, _ prefix: String, in map: Int) -> String {
    let name = lines[index].parameter("PROP-ID")
    let (id, isNamed) = maps[map].nextID(prefix, named: name, reserved: reserved)
    if isNamed { _ = lines[index].take("PROP-ID") }
    if name == nil, var ids = wanted[maps[map].key], !ids.isEmpty {
      if let place = ids.firstIndex(of: id) { ids.remove(at: place) }
      let isWanted = ids.count < wanted[maps[map].key]?.count ?? 0
      let chosen = isWanted ? id : ids.removeFirst()
      wanted[maps[map].key] = ids
      return chosen
    }
    return id
  }

  private mutating func makeEntry(_ index: Int) {
    guard let row = JSContactRow.named(lines[index].known) else { return }
    let map = mapIndex(row.map)
    let id = takeID(index, row.prefix, in: map)
    let cluster = clusters[index]
    if case .list(let values) = lines[index].value, row.name == .nickname {
      for (place, value) in values.enumerated() {
        let object = object(index, row, nil, value: value)
        maps[map].append(JSContactMap.id(id, place), object)
        localize(cluster, row, [row.map, id], object)
      }
      return
    }
    let object = object(index, row, cluster?.phonetic)
    places[index] = (map, maps[map].entries.count)
    maps[map].append(id, object)
    localize(cluster, row, [row.map, id], object)
  }

  private mutating func localize(
    _ cluster: JSContactCluster?, _ row: JSContactRow, _ path: [String], _ base: NodeObject
  ) {
    guard let cluster else { return }
    for alternative in cluster.alternatives {
      let main = alternative.main ?? cluster.base
      var value: String?
      if case .list(let values) = lines[main].value { value = values.first }
      let object = object(
        main, row, alternative.phonetic, value: value, isAlternative: alternative.main != nil)
      // A line that says the same is told by its value.
      let isSame = alternative.main != nil && object.node.isSame(as: base.node)
      let said = isSame ? object.members.first { $0.key != "kind" } : nil
      localize(alternative.language, path, from: base, to: object, saying: [said?.key])
    }
  }

  /// Adds what an object is in a language.
  ///
  /// - Parameters:
  ///   - language: The language.
  ///   - path: Where the object is.
  ///   - base: What the card itself has there.
  ///   - object: What it is in the language.
  ///   - keys: The members that a line of the language says, be they the same or not.
  mutating func localize(
    _ language: String, _ path: [String], from base: NodeObject, to object: NodeObject,
    saying keys: [String?]
  ) {
    let key = language.lowercased()
    var index = localizations.firstIndex { $0.language.lowercased() == key }
    if index == nil {
      index = localizations.count
      localizations.append((language, NodeObject()))
    }
    guard let index else { return }
    let path = path.first == "pronouns" ? ["speakToAs"] + path : path
    JSContactPatch.append(
      from: base, to: object, at: path, into: &localizations[index].patches)
    for case let key? in keys {
      guard let value = object[key], base[key]?.isSame(as: value) ?? false else { continue }
      localizations[index].patches.append(JSContactPatch.pointer(path + [key]), value)
    }
  }

  /// The object of a line.
  private mutating func object(
    _ index: Int, _ row: JSContactRow, _ phonetic: Int?, value: String? = nil,
    isAlternative: Bool = false
  ) -> NodeObject {
    var line = lines[index]
    var object = NodeObject()
    if isAlternative { _ = line.take("PROP-ID") }
    takeLanguage(&line, isAlternative: isAlternative)
    object.append("kind", row.kind)
    switch row.name {
    case .adr: appendAddress(&line, phonetic, to: &object)
    case .org: JSContactMaker.appendOrganization(&line, to: &object)
    case .socialProfile where line.isText: object.append("user", line.text)
    default: object.append(row.key, value ?? line.text)
    }
    if row.name == .tel {
      let features = line.take("TYPE", words: JSContactRow.features)
      if !features.isEmpty { object.append("features", .set(features)) }
    }
    JSContactMaker.appendMembers(row, of: &line, to: &object)
    if row.hasLabel, let label = labels[index] { object.append("label", label) }
    if row.name == .impp { object.append("vCardName", "impp") }
    appendRest(of: line, to: &object, labelled: labels[index] != nil && row.hasLabel)
    return object
  }

  /// Takes LANGUAGE where the card, or its place in the localizations, says it.
  func takeLanguage(_ line: inout JSContactLine, isAlternative: Bool) {
    _ = line.take("LANGUAGE") { text in
      isAlternative || text.lowercased() == language?.lowercased() ? text : nil
    }
  }

  /// Takes the parameters that have members of their own.
  static func appendMembers(
    _ row: JSContactRow, of line: inout JSContactLine, to object: inout NodeObject
  ) {
    let contexts = line.take("TYPE", words: row.contexts)
    if !contexts.isEmpty { object.append("contexts", .set(contexts)) }
    for member in row.members {
      let path = member.key.split(separator: "/").map(String.init)
      guard let key = path.last, path.count > 1 || object[key] == nil else { continue }
      guard let node = line.take(member.parameter, as: { member.node($0, row) }) else { continue }
      if path.count > 1 {
        var inner = NodeObject(object[path[0]]) ?? NodeObject()
        inner.append(key, node)
        object[path[0]] = inner.node
      } else {
        object.append(key, node)
      }
    }
  }

  /// Appends what is left of a line.
  func appendRest(of line: JSContactLine, to object: inout NodeObject, labelled: Bool = false) {
    let peers = line.group.flatMap { groups[$0.lowercased()]?.count } ?? 0
    // A label makes a group of its own again.
    if let rest = line.rest(keepsGroup: !labelled || peers != 2) {
      object.append("vCardParams", rest)
    }
  }

  private static func appendOrganization(_ line: inout JSContactLine, to object: inout NodeObject) {
    var names = line.components.map { $0.joined(separator: ",") }
    while names.count > 1, names.last?.isEmpty ?? false { names.removeLast() }
    let sorts = line.takeSorts(names.count)
    if let name = names.first, !name.isEmpty || names.count == 1 { object.append("name", name) }
    func sort(_ index: Int) -> String? {
      sorts.indices.contains(index) && !sorts[index].isEmpty ? sorts[index] : nil
    }
    if names.count > 1 {
      object.append(
        "units",
        .list(
          names.indices.dropFirst().map { index in
            var unit = NodeObject([("name", .text(names[index]))])
            unit.append("sortAs", sort(index))
            return unit.node
          }))
    }
    object.append("sortAs", sort(0))
  }

  // MARK: The whole

  private var labels: [Int: String] = [:]

  /// Takes the labels of groups; RFC 9555 §2.11.11.
  private mutating func takeLabels() {
    for indices in groups.values {
      let named = indices.filter { lines[$0].known == .xABLabel }
      guard named.count == 1, let label = named.first, lines[label].parameters.isEmpty else {
        continue
      }
      let targets = indices.filter { JSContactRow.named(lines[$0].known)?.hasLabel ?? false }
      guard !targets.isEmpty else { continue }
      for target in targets { labels[target] = lines[label].text }
      isTaken[label] = true
    }
  }

  private mutating func assemble() {
    for map in maps where !map.entries.isEmpty {
      if map.key == "pronouns" {
        var object = NodeObject(card["speakToAs"]) ?? NodeObject()
        object.append("pronouns", map.node)
        card["speakToAs"] = object.node
      } else {
        card.append(map.key, map.node)
      }
    }
    if !keywords.texts.isEmpty { card.append("keywords", .set(keywords.texts)) }
    if !members.texts.isEmpty { card.append("members", .set(members.texts)) }
    let languages = localizations.filter { !$0.patches.isEmpty }
    if !languages.isEmpty {
      card.append("localizations", .object(languages.map { ($0.language, $0.patches.node) }))
    }
    setCarried()
  }

  private mutating func setCarried() {
    if carried.isEmpty { return }
    card["vCardProps"] = .list(carried.sorted { $0.line < $1.line }.map { lines[$0.line].jCard })
  }

  /// Takes the JSPROP lines: `members` is `nil` where one of them is no patch.
  private mutating func takePatches() -> (
    lines: [Int], members: [(key: String, value: DocumentNode)]?
  ) {
    let indices = lines.indices.filter { lines[$0].known == .jsprop }
    var members: [(key: String, value: DocumentNode)]? = []
    for index in indices {
      isTaken[index] = true
      var scanner = JSContactReader.scanner(Array(lines[index].text.utf8))
      if let pointer = lines[index].parameter("JSPTR"), let value = try? scanner.document() {
        members?.append((pointer, value))
        want(JSContactPatch.path(pointer))
      } else {
        members = nil
      }
    }
    return (indices, members)
  }

  /// Notes an Id that a pointer names and no PROP-ID has: the entry to come gets it.
  private mutating func want(_ path: [String]) {
    let path = path.first == "speakToAs" ? path.dropFirst() : path[...]
    // What looks as if no PROP-ID told it is found by its number.
    guard path.count > 2, let map = path.first, let id = path.dropFirst().first,
      !reserved.contains(id), !JSContactRow.rows(of: map).isEmpty,
      !JSContactRow.rows(of: map).contains(where: { id.hasPrefix("\($0.prefix)-") }),
      !(wanted[map] ?? []).contains(id)
    else { return }
    wanted[map, default: []].append(id)
  }
}

extension JSContactRow.Member {
  /// The value of the member that a parameter tells; `nil` when it does not fit.
  fileprivate func node(_ text: String, _ row: JSContactRow) -> DocumentNode? {
    switch form {
    case .text: .text(text)
    case .number:
      Int(text).flatMap { $0 >= 0 && String($0) == text ? DocumentNode.number(text) : nil }
    case .timestamp: JSContactDate.utc(text).map { .text($0) }
    case .level:
      .text(
        row.name == .expertise
          ? JSContactRow.levels.first { $0.0 == text.lowercased() }?.1 ?? text.lowercased()
          : text.lowercased())
    }
  }
}
