import ContactModel
import TestSupport
import Testing
import VCard

@Suite("Card.update(with:), laws")
struct CardUpdateLawTests {
  /// All cards of the samples.
  private static func cards() throws -> [Card] {
    var cards: [Card] = []
    for sample in try Samples.small() {
      var reader = CardReader()
      try reader.append(sample.bytes)
      reader.finish()
      while case .card(let card, _) = reader.next() { cards.append(card) }
    }
    return cards
  }

  @Test("gives a card that reads as what was set, for random changes of all samples")
  func random() throws {
    var random = SeededGenerator(seed: 5)
    var updates = 0
    var failures: [ContactUpdateError] = []
    let cards = try CardUpdateLawTests.cards()
    for card in cards {
      for _ in 0..<(isDebug ? 1 : 4) {
        let old = Contact(card)
        var copy = old.mutableCopy()
        let setsFormattedName = RandomChange.apply(to: &copy, using: &random)
        var updated = card
        do {
          try updated.update(with: copy)
        } catch {
          failures.append(error)
          continue
        }
        updates += 1
        expectSame(updated, copy, setsFormattedName: setsFormattedName)
        expectOthersUntouched(card, updated)
        expectNoNewOrphans(card, updated)
        var octets: [UInt8] = []
        CardWriter().write(updated, into: &octets)
        var reader = CardReader()
        try reader.append(octets)
        reader.finish()
        guard case .card(let again, _) = reader.next() else {
          Issue.record("no card in \(String(decoding: octets, as: UTF8.self))")
          continue
        }
        // The writer folds photos anew.
        let keys = Contact.Keys.all.subtracting(.image)
        #expect(
          Contact(again, keys: keys) == Contact(updated, keys: keys),
          "\(String(decoding: octets, as: UTF8.self))")
      }
    }
    #expect(updates >= cards.count)
    #expect(failures.isEmpty, "\(Set(failures))")
  }

  private func expectSame(_ card: Card, _ copy: MutableContact, setsFormattedName: Bool) {
    let (read, set) = (Contact(card), copy.contact)
    if setsFormattedName { #expect(read.formattedName == set.formattedName) }
    #expect(read.namePrefix == set.namePrefix)
    #expect(read.givenName == set.givenName)
    #expect(read.middleName == set.middleName)
    #expect(read.familyName == set.familyName)
    #expect(read.nameSuffix == set.nameSuffix)
    #expect(read.previousFamilyName == set.previousFamilyName)
    #expect(read.phoneticGivenName == set.phoneticGivenName)
    #expect(read.phoneticMiddleName == set.phoneticMiddleName)
    #expect(read.phoneticFamilyName == set.phoneticFamilyName)
    #expect(read.phoneticOrganizationName == set.phoneticOrganizationName)
    #expect(read.nicknames == set.nicknames)
    #expect(read.organizationName == set.organizationName)
    #expect(read.departmentName == set.departmentName)
    #expect(read.jobTitle == set.jobTitle)
    #expect(read.emailAddresses == set.emailAddresses)
    #expect(read.phoneNumbers == set.phoneNumbers)
    #expect(read.postalAddresses == set.postalAddresses)
    #expect(read.urlAddresses == set.urlAddresses)
    #expect(read.contactRelations == set.contactRelations)
    #expect(read.socialProfiles == set.socialProfiles)
    #expect(read.instantMessageAddresses == set.instantMessageAddresses)
    #expect(read.dates == set.dates)
    #expect(read.birthday == set.birthday)
    #expect(read.nonGregorianBirthday == set.nonGregorianBirthday)
    #expect(read.notes == set.notes)
    #expect(read.contactType == set.contactType)
    #expect(read.uid == set.uid)
  }

  /// Whatever a contact does not show stays byte for byte and in its order.
  private func expectOthersUntouched(_ card: Card, _ updated: Card) {
    func others(_ card: Card) -> [[UInt8]] {
      card.properties.filter { property in
        switch property.known {
        case .uid, .rev, .categories, .photo, .logo, .key, .prodid, .geo, .tz, .role, .agent,
          .malformed, .gender, .lang, .source, .fburl, .xImageHash, .clientPIDMap, .member:
          true
        default: false
        }
      }.map { Array($0.line) }
    }
    #expect(others(card) == others(updated))
  }

  /// The groups that hold nothing but what belongs to a value.
  private func orphans(_ card: Card) -> Set<String> {
    var groups: [String: Bool] = [:]
    for property in card.properties {
      guard let group = property.group?.lowercased() else { continue }
      let belongs = property.known == .xABLabel || property.known == .xABADR
      groups[group] = (groups[group] ?? true) && belongs
    }
    return Set(groups.filter(\.value).keys)
  }

  private func expectNoNewOrphans(_ card: Card, _ updated: Card) {
    #expect(orphans(updated).isSubset(of: orphans(card)))
  }

  @Test("leaves the octets of all values as they are when only labels change")
  func labels() throws {
    var random = SeededGenerator(seed: 6)
    var changes = 0
    for card in try CardUpdateLawTests.cards() {
      var copy = Contact(card).mutableCopy()
      RandomChange.relabel(&copy, using: &random)
      var updated = card
      try updated.update(with: copy)
      // What is encoded, or is no UTF-8, is encoded anew, and so are line ends that stand in a value
      // as they are.
      func values(_ card: Card) -> [[UInt8]] {
        card.properties.compactMap { property in
          switch property.known {
          case .email, .tel, .url, .adr, .impp, .socialProfile, .xABRelatedNames, .xABDate, .label:
            guard !property.isQuotedPrintable, property.parameter("CHARSET").isEmpty,
              !property.hasUnindentedLines,
              String(validating: property.rawValue, as: UTF8.self) != nil,
              property.rules.version != .version21 || property.rawValue.allSatisfy({ $0 < 0x80 })
            else { return nil }
            // Folds are no octets of the value.
            return property.rawValue.filter { $0 > 0x20 }
          default: return nil
          }
        }
      }
      if copy != Contact(card).mutableCopy() { changes += 1 }
      #expect(Set(values(card)).subtracting(values(updated)).isEmpty)
      expectNoNewOrphans(card, updated)
      #expect(Contact(updated).phoneNumbers == copy.phoneNumbers)
      #expect(Contact(updated).postalAddresses == copy.postalAddresses)
    }
    #expect(changes > 20)
  }

  @Test("changes nothing when nothing was changed, byte for byte")
  func nothing() throws {
    for card in try CardUpdateLawTests.cards() {
      var updated = card
      try updated.update(with: Contact(card).mutableCopy())
      #expect(updated.properties.map(\.line) == card.properties.map(\.line))
    }
  }

  @Test("rewrites one line and no other when one value is changed", arguments: Version.allCases)
  func oneLine(version: Version) throws {
    let lines = [
      "N:Bell;Kate;;;", "FN:The Bell", "X-FIRST:1", "EMAIL:a@x.example", "EMAIL:b@x.example",
      "TEL:1", "URL:http://a.example", "NOTE:one", "X-LAST:1",
    ]
    let text = (["BEGIN:VCARD", "VERSION:\(version.rawValue)"] + lines + ["END:VCARD", ""])
      .joined(separator: "\n")
    let card = try card(text)
    let changes: [(Int, (inout MutableContact) -> Void)] = [
      (0, { $0.givenName = "Ann" }), (1, { $0.formattedName = "Kate" }),
      (3, { $0.emailAddresses[0] = $0.emailAddresses[0].setting(value: "c@x.example") }),
      (4, { $0.emailAddresses[1] = $0.emailAddresses[1].setting(label: .work) }),
      (5, { $0.phoneNumbers[0] = LabeledValue(label: .mobile, value: "2") }),
      (6, { $0.urlAddresses[0] = $0.urlAddresses[0].setting(value: "http://b.example") }),
      (7, { $0.note = "two" }),
    ]
    for (place, change) in changes {
      var copy = Contact(card).mutableCopy()
      change(&copy)
      var updated = card
      try updated.update(with: copy)
      let old = card.properties.map { Array($0.line) }
      let new = updated.properties.map { Array($0.line) }
      #expect(new.count == old.count)
      #expect(zip(old, new).enumerated().filter { $1.0 != $1.1 }.map(\.offset) == [place])
    }
  }
}

/// Changes of contacts by chance.
enum RandomChange {
  private static let words = [
    "Kate", "Bell", "山田", "太郎", "O'Neil", "a;b", "c,d", "e\\f", "g\\n", "h\nj", "\u{202E}evil",
    "\u{0301}", "=41", "x:y", "\"q\"", "^n", "k^l", "Ünï", "  pad  ", "😀", "tab\there", "1604",
    "http://x.example/a,b;c?d=e", "_$!<Home>!$_", "END:VCARD", "ñ",
    "quite long text that has to be folded somewhere because it is longer than seventy five octets",
  ]

  private static func word(_ random: inout SeededGenerator) -> String {
    let count = Int.random(in: 1...2, using: &random)
    return (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
      .joined(separator: " ")
  }

  private static func part(_ random: inout SeededGenerator) -> String? {
    Int.random(in: 0..<4, using: &random) == 0 ? nil : word(&random)
  }

  private static func label(_ random: inout SeededGenerator) -> ContactLabel? {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: nil
    case 1: ContactLabel(rawValue: word(&random))
    case 2: [.home, .work].randomElement(using: &random)
    default: ContactLabel.predefined.randomElement(using: &random)
    }
  }

  private static func date(_ random: inout SeededGenerator) -> PartialDate {
    var date = PartialDate(
      year: Int.random(in: 1000...2100, using: &random),
      month: Int.random(in: 1...12, using: &random), day: Int.random(in: 1...28, using: &random))
    if date.year == 1604 { date.year = 1605 }
    if Bool.random(using: &random) { date.year = nil }
    return date
  }

  /// Removes, adds, moves, relabels or changes labelled values.
  private static func change<Value: ContactValue>(
    _ values: inout [LabeledValue<Value>], using random: inout SeededGenerator,
    _ make: (inout SeededGenerator) -> Value
  ) {
    let place = values.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<6, using: &random), place) {
    case (0, let place?): values.remove(at: place)
    case (1, let place?): values[place] = values[place].setting(label: label(&random))
    case (2, let place?): values[place] = values[place].setting(value: make(&random))
    case (3, let place?):
      values.insert(LabeledValue(label: label(&random), value: make(&random)), at: place)
    case (4, _): values.shuffle(using: &random)
    default: values.append(LabeledValue(label: label(&random), value: make(&random)))
    }
  }

  /// Gives all values other labels, as far as their properties can have them.
  static func relabel(_ copy: inout MutableContact, using random: inout SeededGenerator) {
    func change<Value: ContactValue>(_ values: inout [LabeledValue<Value>]) {
      for index in values.indices where Bool.random(using: &random) {
        values[index] = values[index].setting(label: label(&random))
      }
    }
    change(&copy.emailAddresses)
    change(&copy.phoneNumbers)
    change(&copy.postalAddresses)
    change(&copy.urlAddresses)
    change(&copy.instantMessageAddresses)
    change(&copy.socialProfiles)
  }

  /// Applies some changes.
  ///
  /// - Returns: Whether the formatted name was set.
  static func apply(to copy: inout MutableContact, using random: inout SeededGenerator) -> Bool {
    var setsFormattedName = false
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      switch Int.random(in: 0..<28, using: &random) {
      case 0: copy.givenName = part(&random)
      case 1: copy.familyName = part(&random)
      case 2: copy.middleName = part(&random)
      case 3: copy.nameSuffix = part(&random)
      case 4:
        copy.formattedName = word(&random)
        setsFormattedName = true
      case 5: copy.previousFamilyName = part(&random)
      case 6: copy.phoneticFamilyName = part(&random)
      case 7:
        copy.nicknames = (0..<Int.random(in: 0...3, using: &random)).map { _ in word(&random) }
      case 8: copy.organizationName = part(&random)
      case 9: copy.departmentName = part(&random)
      case 10: copy.jobTitle = part(&random)
      case 11:
        change(&copy.emailAddresses, using: &random) {
          "\(Int.random(in: 0...99, using: &$0))@x.example"
        }
      case 12:
        change(&copy.phoneNumbers, using: &random) { "+\(Int.random(in: 0...9999, using: &$0)) x" }
      case 13:
        change(&copy.postalAddresses, using: &random) { random in
          var address = PostalAddress()
          address.street = part(&random)
          address.city = part(&random)
          address.subLocality = part(&random)
          address.country = "Norge"
          address.isoCountryCode = Bool.random(using: &random) ? "NO" : nil
          return address
        }
      case 14:
        change(&copy.urlAddresses, using: &random) {
          "http://\(Int.random(in: 0...99, using: &$0)).example/"
        }
      case 15: change(&copy.contactRelations, using: &random) { ContactRelation(name: word(&$0)) }
      case 16:
        change(&copy.socialProfiles, using: &random) { random in
          SocialProfile(
            urlString: Bool.random(using: &random) ? "https://s.example/x" : nil,
            username: word(&random), userIdentifier: part(&random),
            service: ["Twitter", "Mastodon", "My Net", nil].randomElement(using: &random) ?? nil)
        }
      case 17:
        change(&copy.instantMessageAddresses, using: &random) { random in
          InstantMessageAddress(
            username: "user\(Int.random(in: 0...99, using: &random))",
            service: ["Jabber", "AIM", "QQ", "Threema", "SIP", "My Net", "tel", nil]
              .randomElement(using: &random) ?? nil)
        }
      case 18: change(&copy.dates, using: &random) { ContactDate(date(&$0)) }
      case 19: copy.birthday = Bool.random(using: &random) ? date(&random) : nil
      case 20: copy.notes = (0..<Int.random(in: 0...2, using: &random)).map { _ in word(&random) }
      case 21: copy.namePrefix = part(&random)
      case 22: copy.phoneticGivenName = part(&random)
      case 23: copy.phoneticMiddleName = part(&random)
      case 24: copy.phoneticOrganizationName = part(&random)
      case 25:
        copy.nonGregorianBirthday = part(&random).map {
          ContactDate(text: $0, calendar: ["chinese", "hebrew", ""].randomElement(using: &random))
        }
      case 26:
        // Another account of the service that the line has.
        guard let place = copy.instantMessageAddresses.indices.randomElement(using: &random) else {
          continue
        }
        let old = copy.instantMessageAddresses[place]
        copy.instantMessageAddresses[place] = old.setting(
          value: InstantMessageAddress(
            username: "user\(Int.random(in: 0...99, using: &random))", service: old.value.service))
      default:
        copy.contactType =
          [.person, .organization, .group].randomElement(using: &random) ?? .person
      }
    }
    return setsFormattedName
  }
}
