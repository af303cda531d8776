internal import VCard

// What has a label and is more than a text.
extension ContactReading {
  // MARK: Groups

  /// Gives addresses of groups what the other lines of their groups say.
  ///
  /// - Returns: The labels of the groups.
  mutating func readGroups() -> [String: ContactLabel] {
    var labels: [String: ContactLabel] = [:]
    var parts: [String: [String: String]] = [:]
    let readsAddresses = keys.contains(.postalAddresses)
    let names = readsAddresses ? ContactReading.addressGroupNames : ContactReading.labelNames
    var next = 0
    while let found = line.card.nextLine(from: next, named: names) {
      next = found.index + 1
      line.move(to: found.index, named: found.name)
      // The first of two in a group wins; the case of a group does not count.
      guard let group = line.group, let text = line.text else { continue }
      if found.name == .xABLabel {
        if labels[group] == nil, let label = ContactLabel(text) { labels[group] = label }
      } else {
        let name = line.name
        let isPart = found.name == .xABADR || PostalAddress.appleParts.contains { $0.name == name }
        if isPart, parts[group]?[name] == nil { parts[group, default: [:]][name] = text }
      }
    }
    if !parts.isEmpty {
      addresses.change { address, group in address.fill(parts[group] ?? [:]) }
    }
    return labels
  }

  private static let labelNames = NameSet([.xABLabel])
  private static let addressGroupNames = NameSet([.xABLabel, .xABADR, .unknown])

  // MARK: Addresses

  mutating func readAddress() {
    let address = PostalAddress(line)
    if !address.isEmpty { addresses.append(address, label: line.label, place: place()) }
  }

  /// A LABEL is an address in one piece: what stands on the envelope.
  mutating func readFormattedAddress() {
    guard let text = line.text else { return }
    var address = PostalAddress()
    address.street = text
    formattedAddresses.append(address, label: line.label, place: place())
  }

  // MARK: Relations

  mutating func readRelation() {
    guard let text = line.text else { return }
    var label: ContactLabel?
    switch line.known {
    case .related:
      if line.first("VALUE")?.asciiLowercased != "text", URIText.hasScheme(text) { return }
      label = ContactLabel(relationTypes: line.parameter("TYPE"))
    case .xABRelatedNames: label = line.label
    default: label = ContactLabel.relation(of: line.name)
    }
    relations.append(ContactRelation(name: text), label: label, place: place())
  }

  // MARK: Accounts

  mutating func readSocialProfile() {
    guard let profile = SocialProfile(line) else { return }
    let service = profile.service.map(\.asciiLowercased)
    let types = line.parameter("TYPE").filter { $0.asciiLowercased != service }
    let isStandard = line.known == .socialProfile
    let label = ContactLabel(types: isStandard ? types : types.filter(AccountText.isPlace))
    socialProfiles.append(profile, label: label, place: place())
  }

  mutating func readInstantMessage() {
    for address in InstantMessageAddress.all(line) {
      let service = address.service.map(\.asciiLowercased)
      let types = line.parameter("TYPE").filter {
        InstantMessageAddress.canonicalService($0).asciiLowercased != service
      }
      instantMessages.append(address, label: ContactLabel(types: types), place: place())
    }
  }

  // MARK: Dates

  mutating func readDate() {
    guard let text = line.text else { return }
    let label =
      line.known == .xABDate ? line.label : ContactLabel.date(of: line.name) ?? .anniversary
    dates.append(ContactDate(line, text: text), label: label, place: place())
  }

  // MARK: Android

  /// Android writes what vCard 2.1 and 3.0 have no property for as
  /// `vnd.android.cursor.item/KIND;VALUE;TYPE;LABEL;…`, fifteen columns of its database.
  mutating func readAndroidCustom() {
    let columns = line.property.columns()
    guard columns.count > 1, let value = columns[1].filled else { return }
    let type = columns.count > 2 ? Int(columns[2].trimmingBlanks) : nil
    let custom = columns.count > 3 ? ContactLabel(columns[3]) : nil
    switch columns[0] {
    case "vnd.android.cursor.item/nickname" where keys.contains(.nickname):
      values.nicknames.append(value)
      places.nicknames.append(line.index)
    case "vnd.android.cursor.item/contact_event" where keys.contains(.dates):
      // ContactsContract.CommonDataKinds.Event: 3 is the birthday, which has a property.
      guard type != 3 else { return }
      let label = type == 0 ? custom : type == 1 ? .anniversary : .other
      dates.append(
        ContactDate(date: PartialDate(value), calendar: nil, text: value), label: label,
        place: place())
    case "vnd.android.cursor.item/relation" where keys.contains(.relations):
      let label = type == 0 ? custom : type.flatMap(ContactLabel.relation(ofAndroid:))
      relations.append(ContactRelation(name: value), label: label, place: place())
    default: break
    }
  }
}

extension ContactLabel {
  /// What the name of a program's own property says of a relation.
  static func relation(of name: String) -> ContactLabel? {
    PropertyRegistry.relation(of: name).map { ContactLabel(rawValue: $0) }
  }

  /// What a type of ContactsContract.CommonDataKinds.Relation says; 11 is who referred somebody.
  static func relation(ofAndroid type: Int) -> ContactLabel? {
    type == 11 ? .other : Relation.android(type).map { ContactLabel(rawValue: $0.label) }
  }

  /// What the name of a property says of a date.
  static func date(of name: String) -> ContactLabel? {
    switch PropertyRegistry.named(name)?.name {
    case .anniversary, .xAnniversary: .anniversary
    case .deathdate: .death
    default: nil
    }
  }

  /// The label that the types of RELATED say, the first that is none of PREF's kind.
  ///
  /// RFC 6350 §6.6.6.
  init?(relationTypes types: [String]) {
    for type in types where type.asciiLowercased != "pref" {
      if let label = ContactLabel(type) {
        let word = label.rawValue.asciiLowercased
        self = ContactLabel.typesOfRelated.contains(word) ? ContactLabel(rawValue: word) : label
        return
      }
    }
    return nil
  }

  /// The labels that are types of RELATED by their own names; a colleague is a co-worker there, too.
  static let typesOfRelated: Set<String> = [
    "contact", "acquaintance", "friend", "met", "colleague", "co-resident", "neighbor", "child",
    "parent", "sibling", "spouse", "kin", "muse", "crush", "date", "sweetheart", "me", "agent",
    "emergency",
  ]
}

extension ContactDate {
  /// The date that a line says.
  init(_ line: borrowing ContactLine, text: String) {
    // RFC 6350 §5.8: a date of another calendar is not what its digits seem to say.
    let calendar = line.first("CALSCALE")?.asciiLowercased
    guard calendar == nil || calendar == "gregorian" else {
      self.init(date: nil, calendar: calendar, text: text)
      return
    }
    let named = line.hasParameters ? line.parameter(YearlessDate.octets) : []
    self.init(
      date: PartialDate(text)?.withoutOmittedYear(named: named), calendar: nil, text: text)
  }
}

extension Property {
  /// The columns of a value whose name does not say that it has some, between semicolons that no backslash
  /// stands before.
  ///
  /// - Parameter decodesLineEnds: Whether `\\n` is a line end.
  /// - Returns: One column at least.
  func columns(decodesLineEnds: Bool = false) -> [String] {
    var problems = DecodingProblems()
    let octets = decodedOctets(&problems)
    var columns: [[UInt8]] = [[]]
    var isEscaped = false
    for octet in octets {
      if isEscaped {
        isEscaped = false
        let isLineEnd = decodesLineEnds && octet | 0x20 == UInt8(ascii: "n")
        columns[columns.count - 1].append(isLineEnd ? 0x0A : octet)
      } else if octet == UInt8(ascii: "\\") {
        isEscaped = true
      } else if octet == UInt8(ascii: ";") {
        columns.append([])
      } else {
        columns[columns.count - 1].append(octet)
      }
    }
    return columns.map { String(decoding: $0, as: UTF8.self) }
  }
}
