import ContactMerging
package import ContactModel
package import Images
package import VCard

/// Writes a contact as a person likes to read it: the name, and under it every value with its label.
///
/// ```
/// 17  Kate Bell
/// Head baker · Bell Bakery
///    mobile  +1 408 555 0100  local 17, phone 23
///      home  Bell Lane 5
///            Springfield IL 62701
///     group  Bakers
/// ```
/// What the card has besides, of what is shown once, follows with `also:` before it. On a terminal that
/// shows colours, addresses lead somewhere. Everything from the card is made safe to print before it
/// gets here its colours, and before it is put among the marks of HTML or Markdown.
package struct ContactPage: Sendable {
  /// What a contact is read with.
  package static let keys: Contact.Keys = Contact.Keys.all.subtracting(.uid)

  /// What a book says of a person.
  package struct Notes: Sendable {
    /// The ID, to stand before the name.
    package var id: String?
    /// The names of the groups that the person is in.
    package var groups: [String] = []
    /// What each record of the person is called; empty when nobody asks where values come from.
    package var sources: [String] = []

    /// Nothing is said.
    package init() {}
  }

  /// How pages are written.
  package struct Style: Sendable {
    package var order = NameOrder.automatic
    /// The language of labels.
    package var language = "en"
    /// The country of the reader.
    package var country: String?
    /// Columns of the terminal; `nil` when there is none, and nothing is to be broken.
    package var columns: Int?
    package var usesColor = false
    /// What is written.
    package var format = SheetFormat.text
    /// What the labels of envelopes are like; `nil` where all is shown that a contact tells.
    package var labels: EnvelopeLabel.Choice?
    /// How the terminal shows pictures.
    package var graphics = TerminalGraphics.none
    /// Whether a sheet holds pictures.
    package var embedsPictures = false
    /// Whether what else the card says is shown, too, by the names of its properties.
    package var isComplete = false

    /// Lines for a file.
    package init() {}

    /// What a server of pages writes.
    package static var served: Style {
      var style = Style()
      style.format = .html
      style.embedsPictures = true
      return style
    }

    /// Whether text leads somewhere: what goes into a file or a pipe is for no terminal.
    var usesLinks: Bool { format != .text || usesColor && columns != nil }
  }

  private let name: ContactFormatter
  private let phoneticName: ContactFormatter
  private let addresses: PostalAddressFormatter
  package let dates: DateWords
  package let style: Style

  package init(_ style: Style, dates: DateWords) {
    self.style = style
    self.dates = dates
    name = ContactFormatter(nameOrder: style.order)
    phoneticName = ContactFormatter(style: .phoneticFullName, nameOrder: style.order)
    addresses = PostalAddressFormatter(style: .display, defaultCountry: style.country)
  }

  /// Appends the lines of a person of several cards, or of one.
  ///
  /// - Parameters:
  ///   - cards: The cards of the person's records.
  ///   - notes: What a book says of the person.
  ///   - text: Receives the lines.
  /// - Returns: What had no room on a label, in words.
  /// - Complexity: O(*n*) in the octets of the cards.
  @discardableResult
  package func append(person cards: [Card], _ notes: Notes, to text: inout [UInt8]) -> String? {
    let unified = UnifiedCard(cards)
    let origins = notes.sources.isEmpty ? [] : unified.origins.map { $0.map(\.card) }
    let contact = Contact(unified.card, keys: Self.keys)
    return append(unified.card, contact, notes, origins: origins, to: &text)
  }

  /// Appends the lines of a card.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - contact: What it tells, read with ``keys`` at least.
  ///   - text: Receives the lines.
  /// - Returns: What had no room on a label, in words.
  /// - Complexity: O(*n*) in the octets of the card.
  package func append(_ card: borrowing Card, _ contact: Contact, to text: inout [UInt8]) -> String?
  {
    append(card, contact, Notes(), origins: [], to: &text)
  }

  /// What is shown of a person of several cards, or of one.
  ///
  /// - Parameters:
  ///   - cards: The cards of the person's records.
  ///   - notes: What a book says of the person.
  /// - Returns: The page.
  /// - Complexity: O(*n*) in the octets of the cards.
  package func page(person cards: [Card], _ notes: Notes) -> PersonPage {
    let unified = UnifiedCard(cards)
    let origins = notes.sources.isEmpty ? [] : unified.origins.map { $0.map(\.card) }
    return page(unified.card, Contact(unified.card, keys: Self.keys), notes, origins)
  }

  // The origins are the records that say each property of the card.
  private func append(
    _ card: borrowing Card, _ contact: Contact, _ notes: Notes, origins: [[Int]],
    to text: inout [UInt8]
  ) -> String? {
    if let choice = style.labels {
      let label = EnvelopeLabel(choice, name, country: style.country)
      return style.format.append(label: label.lines(card, contact), style, to: &text)
    }
    style.format.append(page(card, contact, notes, origins), style, to: &text)
    return nil
  }

  /// What is shown of a card.
  private func page(
    _ card: borrowing Card, _ contact: Contact, _ notes: Notes, _ origins: [[Int]]
  ) -> PersonPage {
    var page = PersonPage(language: contact.nameLanguage)
    let places =
      style.isComplete || !origins.isEmpty ? ContactLines(copy card, keys: Self.keys) : nil
    /// Who says some properties.
    func sources(_ properties: [Int]) -> String? {
      let records = Set(properties.flatMap { origins.isEmpty ? [] : origins[$0] }).sorted()
      let names = records.map { notes.sources[$0] }.joined(separator: ", ")
      return records.isEmpty ? nil : TerminalText.visible(names)
    }
    var shown: Set<Int> = []
    func line(_ words: String, _ style: PersonPage.TextStyle, _ properties: [Int]) {
      shown.formUnion(properties)
      page.lines.append(
        .init(words: ContactPage.lines(of: words), style: style, source: sources(properties)))
    }
    func lines(_ key: Contact.Keys) -> [Int] { places?[key].flatMap(\.self) ?? [] }
    /// Names and the like that the card has besides, each once.
    func others(_ others: [(words: String, property: Int)], besides first: String?) {
      var known: Set<String> = [first ?? "", ""]
      for (words, property) in others {
        shown.insert(property)
        if known.insert(words).inserted { line("also: \(words)", .dim, [property]) }
      }
    }

    page.image = picture(of: contact)
    let further = FurtherContacts(card)
    let title = name.string(from: contact)
    let heading = (notes.id.map { "\($0)  " } ?? "") + (title ?? "(no name)")
    line(heading, title == nil ? .dim : .bold, lines(.names))
    if let phonetic = phoneticName.string(from: contact), phonetic != title {
      line(phonetic, .dim, [])
    }
    for further in [contact.phoneticOrganizationName, contact.previousFamilyName] {
      if let further, further != title { line(further, .dim, []) }
    }
    let names = further.names.map { (name.string(from: $0.contact) ?? "", $0.property) }
    others(names, besides: title)
    let nicknames = contact.nicknames.filter { $0 != title }
    if !nicknames.isEmpty {
      let quoted = nicknames.map { "“\(Marks.unwrapped($0))”" }
      line(quoted.joined(separator: ", "), .plain, lines(.nickname))
    }
    let work = Self.work(of: contact, besides: title)
    if !work.isEmpty { line(work, .plain, lines(.jobTitle) + lines(.organization)) }
    let works = further.works.map { (Self.work(of: $0.contact, besides: nil), $0.property) }
    others(works, besides: work)
    var rows = rows(of: contact, notes, places)
    if let row = pictureInWords(card, contact, page, lines(.image)) { rows.append(row) }
    for other in further.others { insert(other, into: &rows) }
    if style.isComplete {
      shown.formUnion(rows.flatMap(\.properties))
      rows += self.rows(of: card, besides: shown)
    }
    page.rows = Self.united(rows)
    for row in page.rows.indices { page.rows[row].source = sources(page.rows[row].properties) }
    return page
  }

  private static func work(of contact: Contact, besides title: String?) -> String {
    let organization = contact.organizationName == title ? nil : contact.organizationName
    return [contact.jobTitle, contact.departmentName, organization].compactMap(\.self)
      .joined(separator: " · ")
  }

  /// Puts a further value behind those of its kind.
  private func insert(_ other: FurtherContacts.Value, into rows: inout [PersonPage.Row]) {
    var new = self.rows(of: other.contact, Notes(), nil)
    if let image = other.contact.image { new.append(self.row(of: image)) }
    // Nobody is shown a time zone, but this one is nowhere else.
    if new.isEmpty {
      new = [PersonPage.Row(key: [], label: other.name, lines: ContactPage.lines(of: other.text))]
    }
    for var row in new {
      row.label = "also: \(row.label)"
      row.properties = [other.property]
      let last = row.key.isEmpty ? nil : rows.lastIndex { $0.key == row.key }
      rows.insert(row, at: last.map { $0 + 1 } ?? rows.endIndex)
    }
  }

  /// Rows of which none says what another has said.
  private static func united(_ rows: [PersonPage.Row]) -> [PersonPage.Row] {
    var united: [PersonPage.Row] = []
    var places: [[String]: Int] = [:]
    for row in rows {
      if let place = places[[row.label] + row.lines] {
        united[place].properties += row.properties
      } else {
        places[[row.label] + row.lines] = united.count
        united.append(row)
      }
    }
    return united
  }

  // MARK: Pictures

  /// The photo, else its small copy, where it is shown; a browser shows only what it knows.
  private func picture(of contact: Contact) -> ContactImage? {
    guard style.graphics != .none || style.embedsPictures,
      let image = contact.image ?? contact.thumbnail
    else { return nil }
    return style.format == .text || PersonPage.pictureType(of: image) != nil ? image : nil
  }

  /// The photo where it is not shown: what kind of picture it is, or where it is.
  private func pictureInWords(
    _ card: borrowing Card, _ contact: Contact, _ page: borrowing PersonPage, _ properties: [Int]
  ) -> PersonPage.Row? {
    var row: PersonPage.Row
    if contact.isImageAvailable {
      guard page.image == nil, let image = contact.image else { return nil }
      row = self.row(of: image)
    } else {
      guard let photo = card.first(.photo), !photo.text.isEmpty, photo.binary == nil else {
        return nil
      }
      row = self.row(nil, key: .image, value: photo.text, target: LinkTarget.page(photo.text))
    }
    row.properties = properties
    return row
  }

  private func row(of image: ContactImage) -> PersonPage.Row {
    row(nil, key: .image, value: "\(image.mediaType), \(image.octets.count) bytes")
  }

  // MARK: Values

  private func rows(
    of contact: Contact, _ notes: Notes, _ places: ContactLines?
  ) -> [PersonPage.Row] {
    var rows: [PersonPage.Row] = []
    func add<Value>(_ key: Contact.Keys, _ values: [Value], _ row: (Value) -> PersonPage.Row) {
      let lines = places?[key] ?? []
      for (index, value) in values.enumerated() {
        var row = row(value)
        if lines.indices.contains(index) { row.properties = lines[index] }
        rows.append(row)
      }
    }
    add(.phoneNumbers, contact.phoneNumbers) {
      row($0.label, key: .phoneNumbers, value: $0.value, target: LinkTarget.phone($0.value))
    }
    add(.emailAddresses, contact.emailAddresses) {
      row($0.label, key: .emailAddresses, value: $0.value, target: LinkTarget.mail($0.value))
    }
    add(.instantMessageAddresses, contact.instantMessageAddresses) {
      row(
        $0.label, key: .instantMessageAddresses, value: $0.value.username,
        service: $0.value.service)
    }
    add(.postalAddresses, contact.postalAddresses) {
      let text = addresses.string(from: $0.value)
      return row($0.label, key: .postalAddresses, value: text, target: LinkTarget.map(text))
    }
    add(.urlAddresses, contact.urlAddresses) {
      row($0.label, key: .urlAddresses, value: $0.value, target: LinkTarget.page($0.value))
    }
    add(.socialProfiles, contact.socialProfiles) { profile in
      let value = profile.value
      let text = [value.username ?? value.userIdentifier, value.urlString].compactMap(\.self)
      return row(
        profile.label, key: .socialProfiles, value: text.joined(separator: "\n"),
        service: value.service, target: value.urlString.flatMap(LinkTarget.page))
    }
    let days = [
      contact.birthday.flatMap(dates.string) ?? contact.birthdayText,
      contact.nonGregorianBirthday.map(dates.string),
    ]
    add(.birthday, days.compactMap(\.self)) { row(nil, key: .birthday, value: $0) }
    add(.dates, contact.dates) { row($0.label, key: .dates, value: dates.string($0.value)) }
    add(.relations, contact.contactRelations) {
      row($0.label, key: .relations, value: $0.value.name)
    }
    var groups = notes.groups
    var known = Set(groups)
    groups += contact.categories.filter { known.insert($0).inserted }
    if !groups.isEmpty {
      let joined = groups.map(Marks.unwrapped).joined(separator: ", ")
      var row = row(nil, key: .categories, value: joined)
      row.properties = places?[.categories].flatMap(\.self) ?? []
      rows.append(row)
    }
    add(.notes, contact.notes) { row(nil, key: .notes, value: $0) }
    return rows
  }

  /// What else a card says, by the names of its properties.
  private func rows(of card: borrowing Card, besides shown: Set<Int>) -> [PersonPage.Row] {
    let known: Set<KnownName> = [.n, .fn, .xABLabel, .xABADR]
    return card.properties.enumerated().compactMap { number, property in
      guard !shown.contains(number), !known.contains(property.known) else { return nil }
      let value = property.summary
      if value.isEmpty { return nil }
      let label = property.isMalformed ? "" : property.canonicalName
      return PersonPage.Row(
        key: [], label: TerminalText.visible(label), lines: ContactPage.lines(of: value),
        properties: [number])
    }
  }

  private func row(
    _ label: ContactLabel?, key: Contact.Keys, value: String, service: String? = nil,
    target: String? = nil
  ) -> PersonPage.Row {
    let words = [service, label?.localizedName(style.language)].compactMap(\.self)
    let text =
      words.isEmpty ? key.localizedName(style.language) ?? "" : words.joined(separator: " · ")
    return PersonPage.Row(
      key: key, label: TerminalText.visible(text), lines: ContactPage.lines(of: value),
      target: style.usesLinks ? target : nil)
  }

  /// The lines of a value, made safe to print.
  package static func lines(of value: String) -> [String] {
    Marks.unwrapped(value).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { TerminalText.visible(String($0)) }
  }
}

/// Marks that say in which direction a text runs.
private enum Marks {
  /// The text without a pair of such marks around the whole of it.
  ///
  /// Phones put numbers between U+202A and U+202C, and programs Hebrew names between U+202B and
  /// U+202C: around a whole value, on a line of its own, they do nothing.
  static func unwrapped(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > 2, let first = scalars.first, let last = scalars.last else { return text }
    let isPair =
      switch first.value {
      case 0x202A, 0x202B: last.value == 0x202C
      case 0x2066...0x2068: last.value == 0x2069
      default: false
      }
    guard isPair else { return text }
    let inside = scalars.dropFirst().dropLast()
    // One more of them inside, and the pair may be none.
    let holdsMarks = inside.contains { 0x202A...0x202E ~= $0.value || 0x2066...0x2069 ~= $0.value }
    return holdsMarks ? text : String(inside)
  }
}
