internal import VCard

// The values without labels.
extension CardUpdate {
  mutating func writeSingles() throws(ContactUpdateError) {
    let new = contact.values
    if new.name != old.name { writeName(new.name) }
    writeFormattedName()
    writeText(
      contact.rare.previousFamilyName, oldRare.previousFamilyName,
      place: reading.places.previousFamilyName, name: .xMaidenName)
    writePhonetics()
    writeText(new.jobTitle, old.jobTitle, place: reading.places.jobTitle, name: .title)
    writeOrganization()
    writeNicknames()
    writeNotes()
    try writeBirthday()
    writeOtherBirthday()
    try writeType()
  }

  // MARK: Texts

  /// Writes a text that a line of its own says; for none, all lines go that would say it then.
  private mutating func writeText(
    _ new: String?, _ old: String?, place: Int?, name: KnownName
  ) {
    guard new != old else { return }
    guard let new else { return removeAll(name) }
    var line = edits.line(at: place, or: name.canonical)
    line.value = .text(new)
    edits.put(line, at: place)
  }

  private mutating func removeAll(_ name: KnownName) {
    for property in edits.card.properties(named: name) { edits.remove(property.index) }
  }

  // MARK: Names

  private mutating func writeName(_ new: NameParts) {
    var line = edits.line(at: reading.places.name, or: "N", .structure([]))
    guard case .structure(var components) = line.value else { return }
    while components.count < 5 { components.append([]) }
    let before = reading.values.name
    func set(_ path: KeyPath<NameParts, String?>, _ index: Int, repeatedIn finer: Int) {
      guard new[keyPath: path] != old.name[keyPath: path] else { return }
      guard new[keyPath: path] != before[keyPath: path] else { return }
      components[index] = new[keyPath: path].map { [$0] } ?? []
      // RFC 9554 §2.2 repeats a part of it here.
      if finer < components.count, let repeated = components[finer].joinedFilled(" "),
        !NameParts.ends(new[keyPath: path], with: repeated)
      {
        components[finer] = []
      }
    }
    set(\.family, 0, repeatedIn: 5)
    set(\.given, 1, repeatedIn: .max)
    set(\.middle, 2, repeatedIn: .max)
    set(\.prefix, 3, repeatedIn: .max)
    set(\.suffix, 4, repeatedIn: 6)
    line.value = .structure(components)
    // RFC 9555 §3.3.1: it gives the order of the components as they were.
    line.set("JSCOMPS", nil)
    if new.family != old.name.family || new.given != old.name.given {
      // How the old name sorts is wrong of the new one.
      line.set("SORT-AS", nil)
      for property in edits.card.properties(named: .sortString)
      where new.family != old.name.family {
        edits.remove(property.index)
      }
    }
    if let place = reading.places.name {
      edits.replace(place, with: line)
    } else if new.isEmpty {
      return
    } else if let formatted = reading.places.formattedName {
      edits.insert([line], after: formatted)
    } else {
      edits.append([line])
    }
  }

  /// Writes FN if it was set, or if it was what the name gave.
  private mutating func writeFormattedName() {
    guard contact.isKeyAvailable(.names) else { return }
    let place = reading.places.formattedName
    if contact.values.formattedName != old.formattedName {
      return writeText(contact.values.formattedName, old.formattedName, place: place, name: .fn)
    }
    let type = contact.isKeyAvailable(.contactType) ? contact.values.type : reading.values.type
    let changesOrganization =
      type == .organization && contact.values.organization != old.organization
    guard contact.values.name != old.name || changesOrganization else { return }
    guard let written = reading.values.formattedName, let place else {
      // RFC 6350 §6.2.1, RFC 2426 §3.1.1: there must be one.
      guard rules.requiresFormattedName, let name = follower(nil) else { return }
      return writeText(name, nil, place: edits.card.first(.fn)?.index, name: .fn)
    }
    guard let name = follower(written) else { return }
    writeText(name, written, place: place, name: .fn)
  }

  /// The formatted name that the new parts give, in the way in which they gave the old one; `nil`
  /// when they did not, or give none now.
  private func follower(_ written: String?) -> String? {
    let (was, new) = (reading.values, contact.values)
    // What the contact was not read with, or did not change, is as the card has it.
    let organization =
      new.organization != old.organization ? new.organization : was.organization
    if let written, was.organization == written,
      was.type == .organization || !was.name.hasName
    {
      return organization ?? name(new.name, .automatic)
    }
    guard let written else { return name(new.name, .automatic) ?? organization }
    for order in [NameOrder.automatic, .givenNameFirst, .familyNameFirst] {
      for language in [reading.rare?.language, "vi"]
      where was.name.joined(order, language: language) == written {
        let name = new.name.joined(order, language: language)
        return name.isEmpty ? organization : name
      }
    }
    return nil
  }

  private func name(_ parts: NameParts, _ order: NameOrder) -> String? {
    parts.joined(order, language: nil).filled
  }

  private mutating func writePhonetics() {
    let places = reading.places
    writePhonetic(\.family, place: places.phoneticFamily, name: .xPhoneticLastName)
    writePhonetic(\.given, place: places.phoneticGiven, name: .xPhoneticFirstName)
    writePhonetic(\.middle, place: places.phoneticMiddle, name: .xPhoneticMiddleName)
    writeText(
      contact.rare.phoneticOrganization, oldRare.phoneticOrganization,
      place: places.phoneticOrganization, name: .xPhoneticOrg)
  }

  /// Writes how a part sounds: a line of its own, or a component of another N or of SOUND.
  private mutating func writePhonetic(
    _ part: KeyPath<NameParts, String?>, place: Int?, name: KnownName
  ) {
    let (new, old) = (contact.rare.phonetic[keyPath: part], oldRare.phonetic[keyPath: part])
    guard new != old, let component = PropertyRegistry.shared[name]?.phoneticComponent else {
      return
    }
    guard let new else {
      // All go that would say it then.
      removeAll(name)
      let others = edits.card.properties(named: .n) + edits.card.properties(named: .sound)
      for property in others { setSound(nil, component, of: property) }
      return
    }
    guard let place, setSound(new, component, of: edits.card.property(at: place)) else {
      return writeText(new, old, place: place, name: name)
    }
  }

  /// Sets a component of another N or of SOUND; `false` when the line is none that says sounds.
  @discardableResult
  private mutating func setSound(_ new: String?, _ component: Int, of property: Property) -> Bool {
    var line = edits.line(at: property.index)
    var components: [[String]]
    switch property.known {
    case .n where !property.parameter("PHONETIC").isEmpty:
      guard case .structure(let read) = line.value else { return false }
      components = read
    case .sound where property.types.contains("x-irmc-n"):
      if case .structure(let changed) = line.value {
        components = changed
      } else {
        components = property.columns(decodesLineEnds: true).map { [$0] }
      }
    default: return false
    }
    guard component < components.count else { return new == nil }
    if new == nil, components[component].joinedFilled(" ") == nil { return true }
    components[component] = new.map { [$0] } ?? []
    line.value = .structure(components)
    edits.replace(property.index, with: line)
    return true
  }

  // MARK: Work

  private mutating func writeOrganization() {
    let new = contact.values
    let changesName = new.organization != old.organization
    let changesUnit = new.department != old.department
    guard changesName || changesUnit else { return }
    let place = reading.places.organization
    var line = edits.line(at: place, or: "ORG", .structure([]))
    guard case .structure(var components) = line.value else { return }
    if components.isEmpty { components = [[]] }
    if changesName {
      components[0] = new.organization.map { [$0] } ?? []
      // How the old name sorts is wrong of the new one.
      line.set("SORT-AS", nil)
    }
    if changesUnit { components[1...] = new.department.map { [[$0]] } ?? [] }
    line.value = .structure(components)
    let isEmpty = components.allSatisfy { $0.joinedFilled("") == nil }
    if !isEmpty { edits.put(line, at: place) } else if place != nil { removeAll(.org) }
  }

  // MARK: Lists

  private mutating func writeNicknames() {
    let new = contact.values.nicknames
    guard new != old.nicknames else { return }
    // Which line said each.
    var places: [Int] = []
    let owners = reading.places.nicknames.map { place in
      if places.last != place { places.append(place) }
      return places.count - 1
    }
    guard !places.isEmpty else { return edits.append([ContentLine("NICKNAME", .list(new))]) }
    let before = reading.values.nicknames
    var lists = [[String]](repeating: [], count: places.count)
    for (name, owner) in zip(new, placed(new, before: before, owners: owners)) {
      lists[owner].append(name)
    }
    var next = 0
    for (number, place) in places.enumerated() {
      var end = next
      while end < owners.count, owners[end] == number { end += 1 }
      defer { next = end }
      let list = lists[number]
      if list == Array(before[next..<end]) { continue }
      if list.isEmpty {
        edits.remove(place)
        continue
      }
      // Android's line holds one, and says more of it than its text.
      let isOwn = edits.card.property(at: place).known == .nickname
      if !isOwn { edits.leaveGroup(place) }
      var line = edits.line(at: isOwn ? place : nil, or: "NICKNAME")
      line.value = .list(list)
      edits.replace(place, with: line)
    }
  }

  /// The line for each text of a list that several lines hold together: what stays keeps its own,
  /// what comes instead of others takes theirs, and what is added goes to the line before.
  private func placed(_ new: [String], before: [String], owners: [Int]) -> [Int] {
    var isRemoved = [Bool](repeating: true, count: before.count)
    var isInserted = [Bool](repeating: true, count: new.count)
    // A difference takes the product of what is compared and what differs.
    if new.count < 100, before.count < 100 {
      let difference = new.difference(from: before)
      isRemoved = [Bool](repeating: false, count: before.count)
      isInserted = [Bool](repeating: false, count: new.count)
      for case .remove(let offset, _, _) in difference.removals { isRemoved[offset] = true }
      for case .insert(let offset, _, _) in difference.insertions { isInserted[offset] = true }
    }
    var placed: [Int] = []
    var index = 0
    while placed.count < new.count {
      var free: [Int] = []
      while index < before.count, isRemoved[index] {
        free.append(owners[index])
        index += 1
      }
      let reached = index - free.count - 1
      let fallback = free.last ?? (reached >= 0 ? owners[reached] : owners.first ?? 0)
      var count = 0
      while placed.count < new.count, isInserted[placed.count] {
        placed.append(count < free.count ? free[count] : fallback)
        count += 1
      }
      if placed.count < new.count, index < before.count {
        placed.append(owners[index])
        index += 1
      }
    }
    return placed
  }

  private mutating func writeNotes() {
    let new = contact.values.notes
    guard new != old.notes else { return }
    // What is still there stays in its line, as far as it comes in the same order.
    let before = reading.values.notes
    let places = reading.places.notes
    // A difference takes the product of what is compared and what differs.
    let difference =
      new.count < before.count && before.count < 100 ? new.difference(from: before) : nil
    guard let difference, difference.insertions.isEmpty else {
      for (index, note) in new.enumerated() {
        if index < places.count {
          writeText(note, before[index], place: places[index], name: .note)
        } else {
          edits.add([ContentLine("NOTE", .text(note))], after: places.last)
        }
      }
      for place in places.dropFirst(new.count) { edits.remove(place) }
      return
    }
    for case .remove(let offset, _, _) in difference.removals { edits.remove(places[offset]) }
  }

  // MARK: Dates

  private mutating func writeBirthday() throws(ContactUpdateError) {
    guard contact.values.birthday != old.birthday else { return }
    let place = reading.places.birthday
    guard let date = contact.values.birthday else {
      for property in edits.card.properties(named: .bday)
      where property.index != reading.places.otherBirthday {
        edits.remove(property.index)
      }
      return
    }
    var line = edits.line(at: place, or: "BDAY")
    let spelling = DateSpelling(rules: rules, key: .birthday, taken: [])
    try spelling.set(ContactDate(date: date, calendar: nil, text: ""), on: &line)
    edits.put(line, at: place)
  }

  private mutating func writeOtherBirthday() {
    guard contact.rare.nonGregorianBirthday != oldRare.nonGregorianBirthday else { return }
    let place = reading.places.otherBirthday
    guard let date = contact.rare.nonGregorianBirthday else {
      if let place { edits.remove(place) }
      return
    }
    var line = edits.line(at: place, or: "X-ALTBDAY")
    // A BDAY without CALSCALE would be of the Gregorian calendar.
    if date.calendar == nil { line.name = "X-ALTBDAY" }
    line.set("CALSCALE", date.calendar)
    line.value = .text(date.text)
    edits.put(line, at: place)
  }

  // MARK: Type

  private mutating func writeType() throws(ContactUpdateError) {
    let type = contact.values.type
    guard type != old.type else { return }
    let name: KnownName
    var text = type.rawValue
    if rules.hasKind {
      name = .kind
    } else {
      switch type {
      case .person: (name, text) = (.unknown, "")
      case .organization: (name, text) = (.xABShowAs, "COMPANY")
      case .group: name = .xAddressBookServerKind
      default: throw ContactUpdateError(keys: .contactType, version: rules.version)
      }
    }
    let places = reading.places.types
    let own = places.first { edits.card.property(at: $0).known == name }
    // A card without any of these lines is a person.
    let isSaid = type != .person || own != nil
    let place = isSaid ? own ?? places.first : nil
    for other in places where other != place { edits.remove(other) }
    guard isSaid else { return }
    let spelling = name == .xABShowAs ? "X-ABShowAs" : name.canonical
    if let place, place != own { edits.leaveGroup(place) }
    var line = edits.line(at: own, or: spelling)
    line.value = .text(text)
    edits.put(line, at: place)
  }
}

extension NameParts {
  /// Whether a part ends with some words.
  static func ends(_ part: String?, with words: String) -> Bool {
    guard let part else { return false }
    return part == words || part.hasSuffix(" " + words)
  }
}
