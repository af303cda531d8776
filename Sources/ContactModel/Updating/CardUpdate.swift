public import VCard

extension Card {
  /// Writes what was changed on a contact onto the card.
  ///
  /// Only what differs from the contact as it was read is written; other lines stay byte for byte
  /// where they are. A changed value keeps its line, with its group and the parameters that say
  /// nothing about it; a removed one takes the X-ABLabel and X-ABADR of its group along; a new one
  /// stands after the one before it, and an own label in a group of its own. A value that the card
  /// gives in two ways (IMPP and X-JABBER) is written once when it changes. FN follows the parts of
  /// the name if it was what they gave, and else stays; how a name sorts (SORT-AS, SORT-STRING) goes
  /// with the name that it was made for. REV is for the caller to set.
  ///
  /// - Parameter contact: A mutable copy of the contact that was read from this card, or from what it
  ///   was: values that changed on the card meanwhile stay unless the contact changed the same kind.
  /// - Throws: ``ContactUpdateError`` when the card cannot hold a value; the card is then as before.
  /// - Complexity: O(*n*) in the octets of the card.
  public mutating func update(with contact: MutableContact) throws(ContactUpdateError) {
    var update = CardUpdate(self, contact)
    guard update.changesAnything else { return }
    self = try update.made()
  }
}

/// A card that is being brought up to date with a contact.
struct CardUpdate: ~Copyable {
  let contact: MutableContact
  let rules: Rules
  let reading: ContactReading
  var edits: CardEdits
  /// What the contact was when it was read.
  let old: ContactValues
  let oldRare: RareContactValues.Values

  init(_ card: Card, _ contact: MutableContact) {
    self.contact = contact
    rules = card.rules
    var reading = ContactReading(card, keys: .all, isThorough: false)
    reading.run()
    self.reading = reading
    edits = CardEdits(card)
    old = contact.original.content(for: []).values
    oldRare = contact.original.content(for: []).rareValues
  }

  var changesAnything: Bool { contact.values != old || contact.rare != oldRare }

  mutating func made() throws(ContactUpdateError) -> Card {
    try writeSingles()
    try writeLabeled()
    let made = edits.made()
    try check(made)
    return made
  }

  private mutating func writeLabeled() throws(ContactUpdateError) {
    try write(\.emails, reading.emails, TextSpelling(known: .email, rules: rules))
    try write(\.phones, reading.phones, TextSpelling(known: .tel, rules: rules))
    try write(\.urls, reading.urls, TextSpelling(known: .url, rules: rules))
    try writeAddresses()
    try write(\.relations, reading.relations, RelationSpelling(rules: rules))
    try write(\.socialProfiles, reading.socialProfiles, ProfileSpelling(rules: rules))
    try write(\.instantMessages, reading.instantMessages, MessageSpelling(rules: rules))
    let dates = contact.values.dates
    var taken: Set<KnownName> = []
    for (name, label) in [(KnownName.anniversary, ContactLabel.anniversary), (.deathdate, .death)] {
      // RFC 6350 §6.2.6: one at most; several have labels of their own.
      let isTaken = edits.card.first(name) != nil || dates.count(where: { $0.label == label }) > 1
      if isTaken { taken.insert(name) }
    }
    try write(\.dates, reading.dates, DateSpelling(rules: rules, key: .dates, taken: taken))
  }

  // MARK: Checking

  /// Makes sure that the card says what was set, and everything else as before.
  private func check(_ card: Card) throws(ContactUpdateError) {
    let keys = contact.keys
    let made = Contact(card, keys: keys).content(for: [])
    let before = Contact(edits.card, keys: keys).content(for: [])
    var wrong: Contact.Keys = []
    func compare<Values, Value: Equatable>(
      _ key: Contact.Keys, _ path: KeyPath<Values, Value>,
      _ all: (new: Values, old: Values, now: Values, was: Values)
    ) {
      let isChanged = all.new[keyPath: path] != all.old[keyPath: path]
      let expected = isChanged ? all.new[keyPath: path] : all.was[keyPath: path]
      if all.now[keyPath: path] != expected { wrong.formUnion(key) }
    }
    let all = (new: contact.values, old: old, now: made.values, was: before.values)
    compare(.names, \.name, all)
    if all.new.formattedName != old.formattedName { compare(.names, \.formattedName, all) }
    compare(.nickname, \.nicknames, all)
    compare(.organization, \.organization, all)
    compare(.organization, \.department, all)
    compare(.jobTitle, \.jobTitle, all)
    compare(.emailAddresses, \.emails, all)
    compare(.phoneNumbers, \.phones, all)
    compare(.birthday, \.birthday, all)
    compare(.contactType, \.type, all)
    compare(.notes, \.notes, all)
    compare(.postalAddresses, \.addresses, all)
    compare(.urlAddresses, \.urls, all)
    compare(.relations, \.relations, all)
    compare(.socialProfiles, \.socialProfiles, all)
    compare(.instantMessageAddresses, \.instantMessages, all)
    compare(.dates, \.dates, all)
    let rare = (new: contact.rare, old: oldRare, now: made.rareValues, was: before.rareValues)
    compare(.phoneticNames, \.phonetic, rare)
    compare(.names, \.previousFamilyName, rare)
    compare(.phoneticNames, \.phoneticOrganization, rare)
    compare(.birthday, \.nonGregorianBirthday, rare)
    if !wrong.isEmpty { throw ContactUpdateError(keys: wrong, version: rules.version) }
  }
}
