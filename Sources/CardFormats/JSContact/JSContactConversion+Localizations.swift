internal import VCard

extension JSContactConversion {
  // MARK: Names of members

  private static let known: Set<String> = Set(
    JSContactRow.all.flatMap { [$0.map, $0.key] } + [
      "uid", "kind", "prodId", "language", "updated", "created", "name", "keywords", "members",
      "relatedTo", "speakToAs", "anniversaries", "localizations", "vCardProps", "vCardParams",
      "vCardName", "contexts", "features", "pref", "label", "mediaType", "listAs", "level",
      "components", "isOrdered", "defaultSeparator", "full", "sortAs", "countryCode", "coordinates",
      "timeZone", "phoneticSystem", "phoneticScript", "units", "organizationId", "service", "user",
    ])
  private static let knownInLowerCase = Set(known.map { $0.lowercased() })

  /// Tells of names that RFC 9553 forbids: `extra` (§1.7.1) and those that differ from others by
  /// their case only.
  mutating func check(_ object: NodeObject, at path: [String]) {
    for (key, _) in object.members {
      if key == "extra" {
        warn("\"\((path + [key]).joined(separator: "/"))\" is a reserved name; kept in JSPROP")
      } else if !JSContactConversion.known.contains(key),
        JSContactConversion.knownInLowerCase.contains(key.lowercased())
      {
        warn(
          "\"\((path + [key]).joined(separator: "/"))\" differs from a name of RFC 9553 by its case "
            + "only; kept in JSPROP")
      }
    }
  }

  // MARK: Localizations

  /// The most languages of a card: each of them is a copy of it for a while.
  private static let mostLanguages = 500

  /// Makes properties of what a card says in other languages; RFC 9555 §2.3.11.
  mutating func convertLocalizations(_ value: DocumentNode) {
    guard let languages = NodeObject(value),
      languages.members.count <= JSContactConversion.mostLanguages
    else { return refuse(["localizations"], value) }
    var hasLines = false
    var unsaid = NodeObject()
    for (language, node) in languages.members {
      guard let members = NodeObject(node), let patch = JSContactPatch(members.members),
        let other = patch.applied(to: self.node, allowsArrays: true)
      else {
        // RFC 9553 §1.4.3: all of them or none.
        warn("localizations/\(language) cannot be applied as a whole; kept in JSPROP")
        unsaid.append(language, node)
        continue
      }
      for path in patch.paths {
        if let key = path.last {
          check(NodeObject([(key, .null)]), at: ["localizations", language] + path.dropLast())
        }
      }
      let rest = convert(members, other, language)
      if rest.members.count == members.members.count {
        unsaid.append(language, node)
      } else {
        hasLines = true
        for (pointer, value) in rest.members {
          keep(["localizations", language, pointer], value)
        }
      }
    }
    if !hasLines { return keep(["localizations"], value) }
    for (language, node) in unsaid.members { keep(["localizations", language], node) }
  }

  /// Makes lines of what a language changes.
  ///
  /// - Parameters:
  ///   - members: The patch.
  ///   - other: The card as the language has it.
  ///   - language: The language.
  /// - Returns: The changes that vCard cannot say.
  private mutating func convert(
    _ members: NodeObject, _ other: DocumentNode, _ language: String
  ) -> NodeObject {
    var places: [(path: [String], members: NodeObject)] = []
    for (pointer, value) in members.members {
      let path = JSContactConversion.place(JSContactPatch.path(pointer))
      if let index = places.firstIndex(where: { $0.path == path }) {
        places[index].members.append(pointer, value)
      } else {
        places.append((path, NodeObject([(pointer, value)])))
      }
    }
    let before = drafts
    var unsaid = NodeObject()
    for place in places {
      let keys = place.members.members.compactMap {
        JSContactPatch.path($0.key).dropFirst(place.path.count).first
      }
      guard let base = self.node.value(at: place.path), let changed = other.value(at: place.path),
        localize(place.path, base, changed, language, Set(keys))
      else {
        for (pointer, value) in place.members.members { unsaid.append(pointer, value) }
        continue
      }
    }
    // JSPROP cannot say that something is taken away.
    if unsaid.members.contains(where: { if case .null = $0.value { true } else { false } }) {
      drafts = before
      return members
    }
    return unsaid
  }

  /// The object that a pointer changes.
  private static func place(_ path: [String]) -> [String] {
    switch path.first {
    case "name": ["name"]
    case "speakToAs": path.count > 2 ? Array(path.prefix(3)) : path
    default: Array(path.prefix(2))
    }
  }

  /// Adds the lines of an object in a language; `false`, and none, where vCard cannot say it.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - base: What the card itself has there.
  ///   - changed: What the language has there.
  ///   - language: The language.
  ///   - keys: The members that the language tells by themselves, though they may be the same.
  /// - Returns: Whether there are lines.
  private mutating func localize(
    _ path: [String], _ base: DocumentNode, _ changed: DocumentNode, _ language: String,
    _ keys: Set<String>
  ) -> Bool {
    if path == ["name"] { return localizeName(base, changed, language, keys) }
    if path.first == "anniversaries" {
      return (keys.contains("place") || !base.isSame(as: changed))
        && localizePlace(path, base, changed, language)
    }
    if path == ["speakToAs", "grammaticalGender"] {
      guard let text = changed.text, text == text.lowercased() else { return false }
      return add(ContentLine("GRAMGENDER", .text(text.uppercased())), beside: path, language)
    }
    let map = path.first == "speakToAs" ? "pronouns" : path[0]
    guard path.count == (map == "pronouns" ? 3 : 2),
      let old = entries[JSContactPatch.pointer(path)], var entry = JSContactEntry(changed, of: map),
      entry.rest.node.isSame(as: old.rest.node), entry.main.name == old.main.name,
      entry.label == old.label, entry.organization == old.organization
    else { return false }
    if let index = draft(at: path) {
      // What belongs to the group of the one belongs to that of the other, if nothing else is said.
      func group(_ node: DocumentNode) -> String? { node["vCardParams"]?["group"]?.text }
      if group(base) == group(changed) { entry.main.group = drafts[index].line.group }
      entry.main.parameters =
        drafts[index].line.parameters.filter { $0.name == "PROP-ID" } + entry.main.parameters
    }
    entry.main.parameters.removeAll(where: old.apart.contains)
    // In a group it is no parameter.
    entry.beside.removeAll { line in
      old.apart.contains {
        $0.name == line.name && JSContactZone.isSame($0.values.first, line.text)
      }
    }
    let sounds = entry.beside.filter { $0.name == "ADR" }
    guard entry.beside.count == sounds.count || entry.beside == old.beside else { return false }
    guard add(entry.main, beside: path, language) else { return false }
    for line in sounds { _ = add(line, beside: path, language) }
    return true
  }

  private mutating func localizePlace(
    _ path: [String], _ base: DocumentNode, _ changed: DocumentNode, _ language: String
  ) -> Bool {
    guard var one = NodeObject(base), var two = NodeObject(changed),
      one.take("place", as: { $0 }) != nil, let place = two.take("place", as: { $0 }),
      one.node.isSame(as: two.node),
      let index = draft(at: path + ["place"]),
      let name = [KnownName.birthplace, .deathplace].first(where: {
        $0.canonical == drafts[index].line.name
      }), let line = JSContactConversion.place(place, name)
    else { return false }
    return add(line, beside: path + ["place"], language)
  }

  private mutating func localizeName(
    _ base: DocumentNode, _ changed: DocumentNode, _ language: String, _ keys: Set<String>
  ) -> Bool {
    guard let old = JSContactConversion.name(base), let new = JSContactConversion.name(changed),
      new.rest.node.isSame(as: old.rest.node)
    else { return false }
    // A name that lacks what the card has is said by no line.
    if old.formatted != nil, new.formatted == nil { return false }
    if old.structured != nil, new.structured == nil { return false }
    let before = drafts
    var isSaid = true
    // The parameters of a name are those of N, if there is one.
    if let line = new.formatted,
      line.value != old.formatted?.value || keys.contains("full")
        || new.structured == nil && line != old.formatted
    {
      isSaid = add(line, beside: ["name", "full"], language)
    }
    let isSame = new.structured == old.structured && new.phonetic == old.phonetic
    if let line = new.structured, !isSame || keys.contains("components") {
      if isSame || line != old.structured || new.phonetic == nil {
        isSaid = isSaid && add(line, beside: ["name", "components"], language)
      }
      if let phonetic = new.phonetic {
        isSaid = isSaid && add(phonetic, beside: ["name", "components"], language)
      }
    }
    if !isSaid { drafts = before }
    return drafts.count > before.count
  }

  /// Adds a line that says in a language what another says, whose line is at a path.
  private mutating func add(
    _ line: ContentLine, beside path: [String], _ language: String
  ) -> Bool {
    guard let index = draft(at: path) else { return false }
    let altid = alternative(of: index)
    if let own = self.language,
      !drafts[index].line.parameters.contains(where: { $0.name == "LANGUAGE" })
    {
      drafts[index].line.parameters.append(Parameter("LANGUAGE", own))
    }
    var line = line
    if !line.parameters.contains(where: { $0.name == "ALTID" }) { line.parameters.append(altid) }
    line.parameters.append(Parameter("LANGUAGE", language))
    drafts.append(Draft(line: line))
    return true
  }
}

extension DocumentNode {
  /// The value at a path of members.
  fileprivate func value(at path: [String]) -> DocumentNode? {
    var node: DocumentNode? = self
    for key in path { node = node?[key] }
    return node
  }
}
