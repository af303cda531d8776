public import ContactModel
public import VCard

extension Cutout {
  /// What a cutout carries besides when its maker wants: how to reach somebody, and more.
  ///
  /// With any of it the schema is ``Cutout/detailedSchema``.
  public struct Details: Sendable, Hashable {
    /// The phone numbers as they are written; none twice, however it is punctuated.
    public var phones: [LabeledValue<String>] = []
    /// The postal addresses; one that is told in one piece is its street, with its line ends.
    public var addresses: [LabeledValue<PostalAddress>] = []
    /// The organisation.
    public var organization: String?
    /// The department of the organisation.
    public var department: String?
    /// The job title.
    public var jobTitle: String?
    /// The birthday, any part of which may be left out.
    public var birthday: PartialDate?
    /// The addresses of web pages.
    public var urls: [LabeledValue<String>] = []
    /// The note, which may have several lines.
    public var note: String?

    /// Creates details without any value.
    public init() {}

    /// Whether nothing is in it.
    public var isEmpty: Bool { self == Details() }
  }
}

extension Cutout.Details {
  /// What it needs of contacts.
  static let keys: Contact.Keys = [
    .phoneNumbers, .postalAddresses, .organization, .jobTitle, .birthday, .urlAddresses, .notes,
  ]

  /// The parts of an address by the keys that they have in a cutout, sorted.
  static let addressParts:
    [(key: String, path: any WritableKeyPath<PostalAddress, String?> & Sendable)] = [
      ("city", \.city), ("country", \.country), ("countryCode", \.isoCountryCode),
      ("extendedAddress", \.extendedAddress), ("postOfficeBox", \.postOfficeBox),
      ("postalCode", \.postalCode), ("region", \.state), ("street", \.street),
      ("subAdministrativeArea", \.subAdministrativeArea), ("subLocality", \.subLocality),
    ]

  /// The details of a unified person: lists have the values of all contacts, organisation and
  /// department stand on one contact, and notes have an empty line between them.
  init(_ contacts: [Contact]) {
    phones = contacts.flatMap(\.phoneNumbers)
    addresses = contacts.flatMap(\.postalAddresses)
    let employed = contacts.first { $0.organizationName != nil || $0.departmentName != nil }
    organization = employed?.organizationName
    department = employed?.departmentName
    jobTitle = contacts.lazy.compactMap(\.jobTitle).first
    birthday = contacts.lazy.compactMap(\.birthday).first
    urls = contacts.flatMap(\.urlAddresses)
    var known: Set<String> = []
    let notes = contacts.flatMap(\.notes).filter { known.insert($0).inserted }
    note = notes.isEmpty ? nil : notes.joined(separator: "\n\n")
  }

  /// The details in the form in which cards and cutouts are read, each value once.
  ///
  /// - Throws: ``CutoutError/tooLarge(_:limit:)``.
  init(cleaning details: Cutout.Details) throws(CutoutError) {
    guard !details.isEmpty else { return }
    var contact = MutableContact()
    contact.phoneNumbers = try Self.cleaned(details.phones, "phones", Cutout.line)
    contact.urlAddresses = try Self.cleaned(details.urls, "urls", Cutout.line)
    contact.postalAddresses = try Self.cleaned(details.addresses, "addresses") {
      (address, field) throws(CutoutError) in
      var address = address
      for (_, path) in Self.addressParts {
        address[keyPath: path] = try Cutout.text(address[keyPath: path], field)
      }
      address.isoCountryCode = address.isoCountryCode.flatMap(PostalAddress.countryCode)
      return address
    }
    contact.organizationName = try Cutout.line(details.organization, "organization")
    contact.departmentName = try Cutout.line(details.department, "department")
    contact.jobTitle = try Cutout.line(details.jobTitle, "jobTitle")
    contact.note = try Cutout.text(details.note, "note", limit: Cutout.Limits.noteBytes)
    phones = try Self.once(\.phoneNumbers, of: &contact, "phones", by: PhoneText.digits)
    addresses = try Self.once(\.postalAddresses, of: &contact, "addresses") { $0 }
    urls = try Self.once(\.urlAddresses, of: &contact, "urls") { $0 }
    organization = contact.organizationName
    department = contact.departmentName
    jobTitle = contact.jobTitle
    // A date that no text can say is none.
    birthday = details.birthday.flatMap { PartialDate(ContactDate($0).text) }
    note = contact.note
  }

  private static func cleaned<Value: ContactValue>(
    _ values: [LabeledValue<Value>], _ field: String,
    _ clean: (Value, String) throws(CutoutError) -> Value?
  ) throws(CutoutError) -> [LabeledValue<Value>] {
    var cleaned: [LabeledValue<Value>] = []
    for old in values {
      let label = try Cutout.line(old.label?.rawValue, field).flatMap { ContactLabel($0) }
      guard let value = try clean(old.value, field) else { continue }
      cleaned.append(LabeledValue(label: label, value: value))
    }
    return cleaned
  }

  /// The values of one kind, each once; one that would be read as something else again, such as
  /// `tel:tel:1`, is none.
  private static func once<Value: ContactValue & Hashable>(
    _ path: WritableKeyPath<MutableContact, [LabeledValue<Value>]>,
    of contact: inout MutableContact,
    _ field: String, by key: (Value) -> some Hashable
  ) throws(CutoutError) -> [LabeledValue<Value>] {
    let values = contact[keyPath: path]
    contact[keyPath: path] = values
    let readAgain = Set(contact[keyPath: path])
    var known: Set<AnyHashable> = []
    let once = values.filter {
      readAgain.contains($0) && known.insert(AnyHashable(key($0.value))).inserted
    }
    let limit = Cutout.Limits.labeledValues
    guard once.count <= limit else { throw .tooLarge(field, limit: "\(limit) of them") }
    return once
  }

  /// The birthday as text, such as `1980-02-03` or, without a year, `--02-03`.
  var birthdayText: String? {
    guard let birthday else { return nil }
    var text = ContactDate(birthday).text
    // ISO 8601:2000 §5.2.1.3, which more programs read than RFC 6350's `--0203`.
    if birthday.year == nil, birthday.month != nil, birthday.day != nil {
      text.insert("-", at: text.index(text.startIndex, offsetBy: 4))
    }
    return text
  }

  /// Writes the details onto a card that has none.
  ///
  /// What its version has no form for, as 3.0 has none for a year without a day, is left out.
  func write(onto card: inout Card) {
    let setters: [(inout MutableContact) -> Void] = [
      { $0.phoneNumbers = phones }, { $0.postalAddresses = addresses },
      {
        $0.organizationName = organization
        $0.departmentName = department
      }, { $0.jobTitle = jobTitle }, { $0.birthday = birthday }, { $0.urlAddresses = urls },
      { $0.note = note },
    ]
    for set in setters {
      var contact = Contact(card, keys: Cutout.Details.keys).mutableCopy()
      set(&contact)
      try? card.update(with: contact)
    }
  }

  /// The details of those fields that are selected.
  func selecting(_ selection: Cutout.Selection) -> Cutout.Details {
    var details = self
    if !selection.contains(.phone) { details.phones = [] }
    if !selection.contains(.address) { details.addresses = [] }
    if !selection.contains(.organization) {
      (details.organization, details.department, details.jobTitle) = (nil, nil, nil)
    }
    if !selection.contains(.birthday) { details.birthday = nil }
    if !selection.contains(.url) { details.urls = [] }
    if !selection.contains(.note) { details.note = nil }
    return details
  }
}
