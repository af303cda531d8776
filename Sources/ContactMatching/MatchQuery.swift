internal import ContactModel
internal import ICU

/// An incoming card while it is matched.
struct MatchQuery {
  /// People, more of whom make an email or phone number a mailbox or a switchboard, which leads to
  /// none of them by itself.
  static let mostSharers = 100

  private let frozen: FrozenBook
  private let contact: Contact
  private let names: NameComparer
  /// The emails that some person has, with their place on the card.
  private let emails: [UInt32: Int]
  /// The phone numbers with their place on the card, by their last six digits.
  private let phones: [UInt64: [(place: Int, key: PhoneKey)]]
  private let birthday: DateKey?
  private let uid: UIDKey?

  init(_ contact: Contact, _ frozen: FrozenBook) throws(ICUError) {
    self.frozen = frozen
    self.contact = contact
    var tokens = QueryTokens(frozen)
    var analyzer = NameAnalyzer()
    let form = try analyzer.analyze(contact, &tokens)
    names = NameComparer(frozen: frozen, form: form, tokens: tokens)
    var emails: [UInt32: Int] = [:]
    var scratch: [UInt8] = []
    for (place, email) in contact.emailAddresses.enumerated() {
      scratch.removeAll(keepingCapacity: true)
      try EmailKey.append(email.value, to: &scratch)
      if let id = frozen.book.emails.find(scratch.span), emails[id] == nil { emails[id] = place }
    }
    self.emails = emails
    var phones: [UInt64: [(place: Int, key: PhoneKey)]] = [:]
    for (place, phone) in contact.phoneNumbers.enumerated() {
      guard let key = PhoneKey(phone.value, region: frozen.options.region) else { continue }
      phones[key.blockingKey, default: []].append((place, key))
    }
    self.phones = phones
    birthday = contact.birthday.flatMap(DateKey.init)
    uid = contact.uid.flatMap(UIDKey.init)
  }

  // MARK: Who comes into question

  /// The people whose names fit.
  func fittingPeople() -> [Comparison] {
    let form = names.form
    var hits: [(person: Int, name: Int, relation: NameRelation)] = []
    for reading in form.readings {
      let core = form.tokens[reading.core]
      frozen.readingsByCore.forEach(FrozenBook.hash(core)) { entry in
        let other = frozen.book.readings[entry]
        guard frozen.book.nameTokens[other.core] == core,
          frozen.book.names[Int(other.name)].isGroup == form.isGroup,
          let relation = names.relation(reading, other)
        else { return true }
        let name = Int(other.name)
        hits.append((Int(frozen.book.names[name].person), name, relation))
        return true
      }
    }
    hits.sort { ($0.person, $0.name) < ($1.person, $1.name) }
    var people: [Comparison] = []
    var start = 0
    while start < hits.count {
      var end = start + 1
      while end < hits.count, hits[end].person == hits[start].person { end += 1 }
      if let comparison = comparison(hits[start..<end]) { people.append(comparison) }
      start = end
    }
    return people
  }

  /// Whether a person fits all of whose names that come into question are known.
  ///
  /// Linked contacts are one person with one middle name and one generation: another of either on
  /// any of them says no, unless some contact of the person agrees in it.
  private func comparison(
    _ hits: ArraySlice<(person: Int, name: Int, relation: NameRelation)>
  ) -> Comparison? {
    guard let best = hits.max(by: { $0.relation < $1.relation }), best.relation != .conflict else {
      return nil
    }
    if best.relation == .middle, hits.contains(where: { $0.relation == .conflict }) { return nil }
    var generations: [UInt8] = []
    for name in frozen.book.range(frozen.book.nameStarts, best.person)
    where frozen.book.names[name].generation > 0 {
      generations.append(frozen.book.names[name].generation)
    }
    let own = names.form.generation
    let agrees = generations.contains(own)
    guard own == 0 || generations.isEmpty || agrees else { return nil }
    // Of equal ones the first, as `max` gives the last.
    let first = hits.first { $0.relation == best.relation } ?? best
    return compared(
      Comparison(
        person: best.person, name: first.name, nameLevel: first.relation.level,
        sharesGeneration: own > 0 && agrees))
  }

  /// The people whose names do not fit but are compatible, and who have an email or phone number
  /// of the card.
  func reachedPeople() -> [Comparison] {
    var people: Set<Int> = []
    for email in emails.keys {
      let owners = frozen.people(withEmail: email)
      guard owners.count <= MatchQuery.mostSharers else { continue }
      for person in owners { people.insert(Int(person)) }
    }
    for phone in phones.values.joined() {
      var owners: [Int] = []
      frozen.phonesByEnding.forEach(FrozenBook.hash(phone.key.blockingKey)) { entry in
        if phone.key.agreement(with: frozen.book.phones[entry]) != nil {
          owners.append(Int(frozen.phonePeople[entry]))
        }
        return owners.count <= MatchQuery.mostSharers
      }
      if owners.count <= MatchQuery.mostSharers { people.formUnion(owners) }
    }
    return people.sorted().compactMap { person in
      let range = frozen.book.range(frozen.book.nameStarts, person)
      var best: (name: Int, level: Evidence.Level)?
      for name in range {
        guard let level = names.compatibility(with: name) else { continue }
        if let known = best,
          EvidenceTable.bits(.name, known.level) >= EvidenceTable.bits(.name, level)
        {
          continue
        }
        best = (name, level)
      }
      guard let best else { return nil }
      return compared(Comparison(person: person, name: best.name, nameLevel: best.level))
    }
  }

  // MARK: What agrees

  private func compared(_ comparison: Comparison) -> Comparison {
    var comparison = comparison
    let person = comparison.person
    for email in frozen.book.emailIDs[frozen.book.range(frozen.book.emailStarts, person)] {
      if let place = emails[email] { comparison.emails.append(place) }
    }
    comparison.emails.sort()
    for other in frozen.book.phones[frozen.book.range(frozen.book.phoneStarts, person)] {
      for phone in phones[other.blockingKey] ?? [] {
        guard let agreement = phone.key.agreement(with: other) else { continue }
        if let known = comparison.phone {
          // The better one; of equals the first on the card.
          guard known.agreement == agreement ? phone.place < known.own : agreement == .exact else {
            continue
          }
        }
        comparison.phone = (phone.place, other, agreement)
      }
    }
    if let birthday {
      for other in frozen.book.dates[frozen.book.range(frozen.book.dateStarts, person)] {
        let agreement = birthday.agreement(with: other)
        if let known = comparison.birthday,
          known.agreement == .exact || known.agreement == .day && agreement != .exact
            || agreement == .conflict
        {
          continue
        }
        comparison.birthday = (other, agreement)
      }
    }
    if let uid {
      comparison.sharesUID = frozen.book.uids[frozen.book.range(frozen.book.uidStarts, person)]
        .contains(uid)
    }
    return comparison
  }

  // MARK: Verdicts

  /// The outcome when people fit by name.
  ///
  /// - Parameters:
  ///   - people: Who fits.
  ///   - takesOnly: Whether the only one is taken without the test.
  ///   - passes: The test that of several one must pass alone.
  /// - Returns: Matched if one is left; ambiguous with all of them if not.
  func narrowed(
    _ people: [Comparison], takesOnly: Bool, _ passes: (Comparison) -> Bool
  ) -> Outcome {
    if people.isEmpty { return outcome(.unknown, nil, []) }
    let left = people.count == 1 && takesOnly ? people : people.filter(passes)
    guard left.count == 1, let only = left.first else { return outcome(.ambiguous, nil, people) }
    return outcome(.matched, only.person, people)
  }

  func outcome(
    _ verdict: Outcome.Verdict, _ person: Int?, _ people: [Comparison]
  ) -> Outcome {
    Outcome(
      verdict: verdict, person: person.map { frozen.book.ids[$0] },
      candidates: ranked(people).map { candidate($0.comparison, $0.bits) })
  }

  private typealias Ranked = (comparison: Comparison, bits: Bits)

  private func ranked(_ people: [Comparison]) -> [Ranked] {
    var ranked = people.map { (comparison: $0, bits: $0.bits) }
    guard ranked.count > 1 else { return ranked }
    // Numbers first; what people consist of is looked at only where they are equal.
    ranked.sort { ($1.bits, $0.comparison.person) < ($0.bits, $1.comparison.person) }
    var start = 0
    while start < ranked.count {
      var end = start + 1
      while end < ranked.count, ranked[end].bits == ranked[start].bits { end += 1 }
      if end - start > 1 {
        let keyed = ranked[start..<end].map {
          (key: frozen.book.orderKey(of: $0.comparison.person), ranked: $0)
        }
        let sorted = keyed.sorted { left, right in
          left.key != right.key
            ? left.key.lexicographicallyPrecedes(right.key)
            : left.ranked.comparison.person < right.ranked.comparison.person
        }
        ranked.replaceSubrange(start..<end, with: sorted.map(\.ranked))
      }
      start = end
    }
    return ranked
  }

  private func candidate(_ comparison: Comparison, _ bits: Bits) -> Candidate {
    let person = comparison.person
    let name = frozen.book.displayName(of: person)
    let evidence = comparison.levels.map { kind, level in
      Evidence(
        kind: kind, level: level, bits: EvidenceTable.bits(kind, level),
        detail: detail(kind, level, comparison))
    }
    return Candidate(
      person: frozen.book.ids[person], name: name, position: person, bits: bits, evidence: evidence)
  }

  private func detail(
    _ kind: Evidence.Kind, _ level: Evidence.Level, _ comparison: Comparison
  ) -> String {
    switch kind {
    case .name:
      let own = contact.compositeName ?? ""
      let other = frozen.book.displayNames[comparison.name]
      if level == .missing { return own.isEmpty ? other : own }
      return "\(own) \(level == .exact || level == .joined ? "=" : "~") \(other)"
    case .suffix:
      return contact.nameSuffix ?? MatchQuery.generationName(names.form.generation)
    case .email:
      return comparison.emails.map { contact.emailAddresses[$0].value }.joined(separator: ", ")
    case .phone:
      guard let phone = comparison.phone else { return "" }
      let own = contact.phoneNumbers[phone.own].value
      return level == .exact ? own : "\(own) ~ \(phone.other)"
    case .birthday:
      guard let birthday, let found = comparison.birthday else { return "" }
      switch found.agreement {
      case .exact: return "\(birthday)"
      case .day: return birthday == found.other ? "\(birthday)" : "\(birthday) ~ \(found.other)"
      case .conflict: return "\(birthday), not \(found.other)"
      }
    case .uid: return uid.map { "\($0)" } ?? ""
    default: return ""
    }
  }

  private static func generationName(_ generation: UInt8) -> String {
    switch generation {
    case 1: "Sr."
    case 2: "Jr."
    case 3: "III"
    case 4: "IV"
    case 5: "V"
    case 6: "VI"
    default: ""
    }
  }
}
