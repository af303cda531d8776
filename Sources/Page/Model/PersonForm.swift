import ContactModel
import ContactStore
import VCard

/// What of a contact is edited in a form: fields with names, of which each says what it was when the form
/// was made.
///
/// ```
/// was      theirs    mine      becomes
/// Baker    Baker     Chef      Chef
/// Baker    Cook      Baker     Cook      somebody else has changed it meanwhile
/// Baker    Cook      Chef      ?         asked
/// ```
struct PersonForm: Sendable {
  /// A field.
  struct Field: Sendable {
    /// Its name in the form, such as `given`, or `phone.00ff00ff00ff00ff.value`.
    let name: String
    /// What it is called.
    let label: String
    let value: String
    var kind = Kind.line
  }

  /// How a field is typed.
  enum Kind: String, Sendable {
    case line = "text"
    case mail = "email"
    case phone = "tel"
    case address = "url"
    case label
    case lines
  }

  /// Fields that belong together.
  struct Group: Sendable {
    let title: String
    var rows: [[Field]]
  }

  /// A field that two have changed at once.
  struct Conflict: Sendable {
    let was: String
    let theirs: String
    let mine: String
  }

  /// Why a form is not taken.
  enum Refusal: Error {
    case conflicts([String: Conflict])
    /// A field does not read, by its name, and what should be there.
    case unreadable(String, String)
    /// The card cannot hold a value.
    case impossible(String)
  }

  private static let texts:
    [(name: String, title: Title, path: any WritableKeyPath<MutableContact, String?> & Sendable)] =
      [
        ("prefix", .part(.namePrefix), \.namePrefix), ("given", .part(.givenName), \.givenName),
        ("middle", .part(.middleName), \.middleName),
        ("family", .part(.familyName), \.familyName), ("suffix", .part(.nameSuffix), \.nameSuffix),
        ("nickname", .value(.nickname), \.nickname),
        ("organization", .value(.organization), \.organizationName),
        ("department", .part(.department), \.departmentName),
        ("title", .value(.jobTitle), \.jobTitle),
      ]

  /// What a field is about.
  private enum Title: Sendable {
    case value(Contact.Keys)
    case part(ContactPart)

    func text(_ language: String) -> String {
      switch self {
      case .value(let key): key.localizedName(language) ?? ""
      case .part(let part): part.localizedName(language)
      }
    }
  }

  private static let lists:
    [(
      name: String, key: Contact.Keys, kind: Kind,
      path: any WritableKeyPath<MutableContact, [LabeledValue<String>]> & Sendable
    )] = [
      ("phone", .phoneNumbers, .phone, \.phoneNumbers),
      ("email", .emailAddresses, .mail, \.emailAddresses),
      ("url", .urlAddresses, .address, \.urlAddresses),
    ]

  /// A part of an address.
  private struct Part: Sendable {
    let name: String
    let title: ContactPart
    let kind: PostalAddressFormatter.Part.Kind
    let path: any WritableKeyPath<PostalAddress, String?> & Sendable
  }

  private static let parts = [
    Part(name: "street", title: .street, kind: .street, path: \.street),
    Part(name: "code", title: .postalCode, kind: .postalCode, path: \.postalCode),
    Part(name: "city", title: .city, kind: .city, path: \.city),
    Part(name: "state", title: .state, kind: .state, path: \.state),
    Part(name: "country", title: .country, kind: .country, path: \.country),
  ]

  /// The parts in the order in which the country of an address has them, and last those that it has no
  /// place for.
  private static func parts(
    of address: PostalAddress, _ country: String?, _ language: String
  ) -> [Part] {
    var whole = address
    // Where one begins with the state it is the letters that say so.
    let filler = ["ja", "zh", "ko"].contains(String(language.prefix(2))) ? "一" : "x"
    for part in parts where part.kind != .country && whole[keyPath: part.path] == nil {
      whole[keyPath: part.path] = filler
    }
    let kinds = PostalAddressFormatter(style: .display, defaultCountry: country)
      .attributedParts(from: whole).map(\.kind)
    return parts.enumerated().map { place, part in
      (kinds.firstIndex(of: part.kind) ?? kinds.count + place, part)
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The keys that a contact is read with that is edited.
  static let keys = Contact.Keys.all

  let groups: [Group]

  /// The form of a contact.
  ///
  /// - Parameters:
  ///   - contact: The contact.
  ///   - language: The language of labels.
  ///   - country: The country of addresses that name none.
  init(_ contact: Contact, language: String, country: String? = nil) {
    let mutable = contact.mutableCopy()
    func title(_ key: Contact.Keys) -> String { key.localizedName(language) ?? "" }
    // Where the family name is written first, so it stands in the form.
    let isFamilyFirst = ["ja", "zh", "ko", "hu"].contains(String(language.prefix(2)))
    var texts = Self.texts
    if isFamilyFirst { texts.swapAt(1, 3) }
    func row(
      _ text: (
        name: String, title: Title, path: any WritableKeyPath<MutableContact, String?> & Sendable
      )
    ) -> [Field] {
      [
        Field(
          name: text.name, label: text.title.text(language),
          value: mutable[keyPath: text.path] ?? "")
      ]
    }
    var groups = [
      Group(title: title(.names), rows: texts.prefix(6).map(row)),
      Group(title: title(.organization), rows: texts.dropFirst(6).map(row)),
    ]
    func labelField(_ name: String, _ label: ContactLabel?) -> Field {
      Field(
        name: "\(name).label", label: ContactPart.label.localizedName(language),
        value: label?.localizedName(language) ?? "",
        kind: .label)
    }
    for list in Self.lists {
      var rows: [[Field]] = mutable[keyPath: list.path].map { value in
        let name = "\(list.name).\(value.identifier)"
        return [
          labelField(name, value.label),
          Field(name: "\(name).value", label: title(list.key), value: value.value, kind: list.kind),
        ]
      }
      let name = "\(list.name).new"
      rows.append([
        labelField(name, nil),
        Field(name: "\(name).value", label: title(list.key), value: "", kind: list.kind),
      ])
      groups.append(Group(title: title(list.key), rows: rows))
    }
    func rows(_ name: String, _ label: ContactLabel?, _ address: PostalAddress) -> [[Field]] {
      [[labelField(name, label)]]
        + Self.parts(of: address, country, language).map { part in
          [
            Field(
              name: "\(name).\(part.name)", label: part.title.localizedName(language),
              value: address[keyPath: part.path] ?? "",
              kind: part.name == "street" ? .lines : .line)
          ]
        }
    }
    for value in mutable.postalAddresses {
      groups.append(
        Group(
          title: title(.postalAddresses),
          rows: rows("address.\(value.identifier)", value.label, value.value)))
    }
    groups.append(
      Group(title: title(.postalAddresses), rows: rows("address.new", nil, PostalAddress())))
    groups.append(
      Group(
        title: "\(title(.birthday)), \(title(.notes))",
        rows: [
          [
            Field(
              name: "birthday", label: title(.birthday),
              value: mutable.birthday.map(Self.text) ?? "")
          ],
          [Field(name: "note", label: title(.notes), value: mutable.note ?? "", kind: .lines)],
        ]))
    self.groups = groups
  }

  /// The value of each field.
  var values: [String: String] {
    var values: [String: String] = [:]
    for field in groups.flatMap({ $0.rows.joined() }) { values[field.name] = field.value }
    return values
  }

  /// A date as it is typed: parts that are missing are left out.
  static func text(_ date: PartialDate) -> String {
    func two(_ number: Int?) -> String? { number.map { String($0, digits: 2) } }
    let (month, day) = (two(date.month), two(date.day))
    guard let year = date.year else {
      return day.map { "--\(month ?? "")-\($0)" } ?? "--\(month ?? "")"
    }
    return [String(year, digits: 4), month, day].compactMap(\.self).joined(separator: "-")
  }

  // MARK: Taking a form in

  /// A contact with what somebody changed in a form.
  ///
  /// - Parameters:
  ///   - fields: What was sent: each field, and as `was.NAME` what it was.
  ///   - contact: The contact as it is now.
  ///   - language: The language of labels.
  /// - Returns: The contact, to be written back.
  /// - Throws: ``Refusal``.
  static func applying(
    _ fields: FormFields, to contact: Contact, language: String
  ) throws(Refusal) -> MutableContact {
    let now = PersonForm(contact, language: language).values
    var changes: [String: String] = [:]
    var conflicts: [String: Conflict] = [:]
    for name in fields.names where !name.hasPrefix("was.") && name != EditView.lines {
      guard let was = fields["was.\(name)"].map(Self.clean) else { continue }
      let mine = Self.clean(fields[name] ?? "")
      if mine == was { continue }
      let theirs = Self.clean(now[name] ?? "")
      if theirs == mine { continue }
      if theirs == was {
        changes[name] = mine
      } else {
        conflicts[name] = Conflict(was: was, theirs: theirs, mine: mine)
      }
    }
    guard conflicts.isEmpty else { throw .conflicts(conflicts) }
    var changed = contact.mutableCopy()
    for text in texts {
      if let mine = changes[text.name] { changed[keyPath: text.path] = mine }
    }
    for list in lists {
      changed[keyPath: list.path] = self.list(
        changed[keyPath: list.path], list.name, changes, language
      ) { old, name in
        changes["\(name).value"].map { $0.isEmpty ? nil : $0 } ?? old
      }
    }
    changed.postalAddresses = list(changed.postalAddresses, "address", changes, language) {
      old, name in
      var address = old ?? PostalAddress()
      for part in parts {
        if let mine = changes["\(name).\(part.name)"] {
          address[keyPath: part.path] = mine.isEmpty ? nil : mine
        }
      }
      return address.isEmpty ? nil : address
    }
    if let mine = changes["birthday"] {
      guard mine.isEmpty || PartialDate(mine) != nil else {
        throw .unreadable("birthday", "a date such as 1985-04-12, or --04-12 without a year")
      }
      changed.birthday = PartialDate(mine)
    }
    if let mine = changes["note"] { changed.note = mine }
    return changed
  }

  /// The other lines of a card as somebody changed them; `nil` where nobody did.
  ///
  /// - Throws: ``Refusal/conflicts(_:)`` where somebody else has changed them to something else.
  static func lines(_ fields: FormFields, of card: Card) throws(Refusal) -> String? {
    guard let typed = fields[EditView.lines], let was = fields["was.\(EditView.lines)"] else {
      return nil
    }
    let theirs = RawLines(card).text
    let (mine, before) = (RawLines.plain(typed), RawLines.plain(was))
    if mine == before || mine == theirs { return nil }
    guard RawLines.plain(theirs) == before else {
      throw .conflicts([EditView.lines: Conflict(was: before, theirs: theirs, mine: mine)])
    }
    return typed
  }

  /// Values with their changes, without those that are gone, and with a new one.
  private static func list<Value: ContactValue & Hashable>(
    _ values: [LabeledValue<Value>], _ kind: String, _ changes: [String: String],
    _ language: String, value: (Value?, String) -> Value?
  ) -> [LabeledValue<Value>] {
    var changed = values.compactMap { old -> LabeledValue<Value>? in
      let name = "\(kind).\(old.identifier)"
      guard let new = value(old.value, name) else { return nil }
      let same = new == old.value ? old : old.setting(value: new)
      return changes["\(name).label"].map { same.setting(label: label($0, language)) } ?? same
    }
    if let new = value(nil, "\(kind).new") {
      changed.append(
        LabeledValue(label: label(changes["\(kind).new.label"] ?? "", language), value: new))
    }
    return changed
  }

  /// The label that somebody typed, in the reader's language or any words.
  private static func label(_ text: String, _ language: String) -> ContactLabel? {
    let wanted = text.lowercased()
    let known = ContactLabel.predefined.first { $0.localizedName(language).lowercased() == wanted }
    return known ?? ContactLabel(text)
  }

  /// A text as a contact takes it: browsers send CRLF between lines.
  private static func clean(_ text: String) -> String {
    let lines = text.replacing("\r\n", with: "\n")
    let start = lines.drop { $0.isWhitespace }
    return String(
      start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}
