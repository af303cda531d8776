import ContactModel
import ICU
import VCard

/// Writes a contact as a person likes to read it: the name, and under it every value with its label.
///
/// ```
/// Kate Bell
/// Head baker · Bell Bakery
///    mobile  +1 408 555 0100
///      home  Bell Lane 5
///            Springfield IL 62701
/// ```
/// What the card has besides, of what is shown once, follows with `also:` before it. Everything from the
/// card is made safe to print before it gets here its colours.
struct ContactPage: Sendable {
  /// What a contact is read with.
  static let keys: Contact.Keys = Contact.Keys.all.subtracting(.uid)

  /// Columns of labels beyond which one is cut, on a terminal of any width.
  private static let widestLabel = 24
  /// Spaces between a label and its value.
  private static let gap = 2

  private struct Row {
    /// What the value is of.
    let key: Contact.Keys
    var label: String
    let lines: [String]
  }

  private let name: ContactFormatter
  private let phoneticName: ContactFormatter
  private let addresses: PostalAddressFormatter
  private let language: String
  private let dates: DateWords
  /// Columns of the terminal; `nil` when nothing is to be broken.
  private let columns: Int?
  private let usesColor: Bool

  init(
    order: NameOrder, language: String, country: String?, dates: DateWords, columns: Int?,
    usesColor: Bool
  ) {
    name = ContactFormatter(nameOrder: order)
    phoneticName = ContactFormatter(style: .phoneticFullName, nameOrder: order)
    addresses = PostalAddressFormatter(style: .display, defaultCountry: country)
    self.language = language
    self.dates = dates
    self.columns = columns
    self.usesColor = usesColor
  }

  /// Appends the lines of a contact.
  ///
  /// - Parameters:
  ///   - contact: The contact.
  ///   - further: What its card says besides.
  ///   - text: Receives the lines.
  /// - Complexity: O(*n*) in the characters of its values.
  func append(_ contact: Contact, _ further: FurtherContacts, to text: inout [UInt8]) {
    let title = name.string(from: contact)
    appendLines(title ?? "(no name)", style: title == nil ? .dim : .bold, to: &text)
    if let phonetic = phoneticName.string(from: contact), phonetic != title {
      appendLines(phonetic, style: .dim, to: &text)
    }
    for further in [contact.phoneticOrganizationName, contact.previousFamilyName] {
      if let further, further != title { appendLines(further, style: .dim, to: &text) }
    }
    let names = further.names.compactMap(name.string)
    appendOthers(names, besides: title, to: &text)
    let nicknames = contact.nicknames.filter { $0 != title }
    if !nicknames.isEmpty {
      appendLines(nicknames.map { "“\(Marks.unwrapped($0))”" }.joined(separator: ", "), to: &text)
    }
    let organization = contact.organizationName == title ? nil : contact.organizationName
    let places = [contact.jobTitle, contact.departmentName, organization].compactMap(\.self)
    let work = places.joined(separator: " · ")
    if !places.isEmpty { appendLines(work, to: &text) }
    let others = further.works.map { other in
      [other.jobTitle, other.departmentName, other.organizationName].compactMap(\.self)
        .joined(separator: " · ")
    }
    appendOthers(others, besides: work, to: &text)
    var rows = rows(of: contact)
    for other in further.others { insert(other, into: &rows) }
    append(rows, to: &text)
  }

  /// Appends names and the like that the card has besides, each once.
  private func appendOthers(_ others: [String], besides first: String?, to text: inout [UInt8]) {
    var shown: Set<String> = [first ?? "", ""]
    for other in others where shown.insert(other).inserted {
      appendLines("also: \(other)", style: .dim, to: &text)
    }
  }

  /// Puts a further value behind those of its kind.
  private func insert(_ other: FurtherContacts.Value, into rows: inout [Row]) {
    var new = self.rows(of: other.contact)
    if let image = other.contact.image {
      new.append(row(nil, key: .image, value: "\(image.mediaType), \(image.octets.count) bytes"))
    }
    // Nobody is shown a time zone, but this one is nowhere else.
    if new.isEmpty {
      new = [Row(key: [], label: other.name, lines: ContactPage.lines(of: other.text))]
    }
    for var row in new {
      row.label = "also: \(row.label)"
      let last = row.key.isEmpty ? nil : rows.lastIndex { $0.key == row.key }
      rows.insert(row, at: last.map { $0 + 1 } ?? rows.endIndex)
    }
  }

  // MARK: Values

  private func rows(of contact: Contact) -> [Row] {
    var rows: [Row] = []
    rows += contact.phoneNumbers.map { row($0.label, key: .phoneNumbers, value: $0.value) }
    rows += contact.emailAddresses.map { row($0.label, key: .emailAddresses, value: $0.value) }
    rows += contact.instantMessageAddresses.map { address in
      row(
        address.label, key: .instantMessageAddresses, value: address.value.username,
        service: address.value.service)
    }
    rows += contact.postalAddresses.map {
      row($0.label, key: .postalAddresses, value: addresses.string(from: $0.value))
    }
    rows += contact.urlAddresses.map { row($0.label, key: .urlAddresses, value: $0.value) }
    rows += contact.socialProfiles.map { profile in
      let value = profile.value
      let text = [value.username ?? value.userIdentifier, value.urlString].compactMap(\.self)
      return row(
        profile.label, key: .socialProfiles, value: text.joined(separator: "\n"),
        service: value.service)
    }
    let days = [
      contact.birthday.flatMap(dates.string) ?? contact.birthdayText,
      contact.nonGregorianBirthday.map(dates.string),
    ]
    rows += days.compactMap(\.self).map { row(nil, key: .birthday, value: $0) }
    rows += contact.dates.map { row($0.label, key: .dates, value: dates.string($0.value)) }
    rows += contact.contactRelations.map { row($0.label, key: .relations, value: $0.value.name) }
    rows += contact.notes.map { row(nil, key: .notes, value: $0) }
    return rows
  }

  private func row(
    _ label: ContactLabel?, key: Contact.Keys, value: String, service: String? = nil
  ) -> Row {
    let words = [service, label?.localizedName(language)].compactMap(\.self)
    let text = words.isEmpty ? key.localizedName(language) ?? "" : words.joined(separator: " · ")
    return Row(key: key, label: TerminalText.visible(text), lines: ContactPage.lines(of: value))
  }

  /// The lines of a value, made safe to print.
  private static func lines(of value: String) -> [String] {
    Marks.unwrapped(value).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { TerminalText.visible(String($0)) }
  }

  private func append(_ rows: [Row], to text: inout [UInt8]) {
    // On a narrow terminal the values are what counts.
    let widest = columns.map { max(4, min(Self.widestLabel, $0 / 3)) } ?? Self.widestLabel
    let labels = rows.map { DisplayWidth.truncated($0.label, to: widest) }
    let indent = labels.reduce(0) { max($0, DisplayWidth.of($1)) } + 2
    let wrapper = columns.map { TextWrapper(columns: $0 - indent - Self.gap) }
    for (row, label) in zip(rows, labels) {
      let lines = wrapper.map { wrapper in row.lines.flatMap(wrapper.lines) } ?? row.lines
      for (number, line) in lines.enumerated() {
        let label = number == 0 ? label : ""
        if line.isEmpty, label.isEmpty {
          text.append(UInt8(ascii: "\n"))
          continue
        }
        text.append(
          contentsOf: repeatElement(UInt8(ascii: " "), count: indent - DisplayWidth.of(label)))
        append(label, style: .dim, to: &text)
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: Self.gap))
        text.append(line)
        text.append(UInt8(ascii: "\n"))
      }
    }
  }

  // MARK: Styles

  /// How text stands out: by an SGR sequence of ECMA-48 §8.3.117.
  private enum Style: String {
    case plain = ""
    case bold = "\u{1B}[1m"
    case dim = "\u{1B}[2m"
  }

  private func append(_ safe: String, style: Style, to text: inout [UInt8]) {
    guard usesColor, style != .plain, !safe.isEmpty else { return text.append(safe) }
    text.append(style.rawValue)
    text.append(safe)
    text.append("\u{1B}[0m")
  }

  private func appendLines(_ words: String, style: Style = .plain, to text: inout [UInt8]) {
    for line in ContactPage.lines(of: words) {
      for part in columns.map({ TextWrapper(columns: $0).lines(of: line) }) ?? [line] {
        append(part, style: style, to: &text)
        text.append(UInt8(ascii: "\n"))
      }
    }
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
