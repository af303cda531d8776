public import VCard

/// A value that somebody sets on a card by the name of its field, such as `tel:home+=+1 408 555 0100`.
///
/// ```
/// phone:home+=+1 408 555 0100
/// field label │ value            =  the value is the only one      NAME= there is none
///             └ operation        += it comes after the others      -= it goes
/// ```
/// With a label only the values of that label count. A field is named by an everyday word or by the
/// property's name, see ``ContactField``; so is any other property that is known, and whatever begins
/// with `X-`.
public struct CardAssignment: Hashable, Sendable {
  /// What becomes of the values that are there.
  public enum Operation: String, Hashable, Sendable {
    /// The value takes the place of the first and the others go; an empty one leaves none.
    case set = "="
    /// The value comes after those that are there, unless it is one of them.
    case add = "+="
    /// The value goes.
    case remove = "-="
  }

  /// What it sets, where that is more than one property.
  public let field: ContactField?
  /// The name of the property, as somebody wrote it.
  public let name: String
  /// Which of the values are meant; `nil` for all of them.
  public let label: ContactLabel?
  /// What becomes of the values that are there.
  public let operation: Operation
  /// The value; components have semicolons between them, lists commas, and `\` before a separator that is
  /// none.
  public let value: String

  /// Creates an assignment.
  ///
  /// - Parameters:
  ///   - field: What it sets.
  ///   - label: Which of the values are meant; `nil` for all of them.
  ///   - operation: What becomes of the values that are there.
  ///   - value: The value.
  public init(
    _ field: ContactField, label: ContactLabel? = nil, _ operation: Operation, _ value: String
  ) {
    self.field = field
    name = field.rawValue
    self.label = label
    self.operation = operation
    self.value = value
  }

  /// Reads an assignment.
  ///
  /// - Parameter text: A name, perhaps a colon and a label, one of `=`, `+=` and `-=`, and the value.
  /// - Throws: ``CardAssignmentError`` of kind `usage` for what is none, and for a name that is none.
  public init(_ text: String) throws(CardAssignmentError) {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
      throw CardAssignmentError(.usage, "\"\(text)\" is not NAME=VALUE")
    }
    let before = text.index(before: sign)
    let operation: Operation =
      switch text[before] {
      case "+": .add
      case "-": .remove
      default: .set
      }
    let head = text[..<(operation == .set ? sign : before)].split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(head[0]).trimmingBlanks
    self.operation = operation
    self.name = name
    value = String(text[text.index(after: sign)...]).trimmingBlanks
    label = head.count > 1 ? ContactLabel(String(head[1])) : nil
    field = ContactField(word: name)
    guard field == nil else { return }
    let property = Property.Name(name)
    let row = (property?.canonical).flatMap { PropertyRegistry.named($0) }
    let isOfEnvelope = row.map { [.begin, .end, .version, .rev].contains($0.name) } ?? false
    guard let property, !isOfEnvelope, row != nil || property.canonical.hasPrefix("X-") else {
      throw CardAssignmentError(
        .usage, isOfEnvelope ? "\(name) follows by itself" : "there is no field \"\(name)\"",
        unknownName: isOfEnvelope ? nil : name)
    }
  }

  private var row: PropertyDefinition? {
    field?.property.flatMap { PropertyRegistry.shared[$0] }
      ?? Property.Name(name).flatMap { PropertyRegistry.named($0.canonical) }
  }

  /// Whether the value is the name of a file with the octets that are meant, and no reference to some.
  package var namesFile: Bool {
    guard operation != .remove, !value.isEmpty, row?.holdsOctets == true else { return false }
    return !["http:", "https:", "data:", "cid:"].contains { value.lowercased().hasPrefix($0) }
  }

  /// Makes the change; REV is for the caller to set.
  ///
  /// A value that is corrected keeps its line, with its group and label. FN and N follow each other.
  ///
  /// - Parameters:
  ///   - card: The card, which stays as it is when something is thrown.
  ///   - octets: Those that are meant, where the value is the name of a file.
  ///   - divide: Gives the family, given and further names, prefix and suffix of a name in one piece.
  /// - Throws: ``CardAssignmentError`` for what the field cannot hold, ``ContactUpdateError`` for what the
  ///   version cannot, and what `divide` throws.
  public func apply(
    to card: inout Card, octets: [UInt8]? = nil, dividing divide: (String) throws -> [String]
  ) throws {
    let text: WritableKeyPath<MutableContact, String?>
    switch field {
    case .name:
      return try update(&card, only: [.n, .fn]) { try setName(of: &$0, dividing: divide) }
    case .organization: return try update(&card, only: [.org]) { try setOrganization(of: &$0) }
    case .phone:
      return try setLabeled(\.phoneNumbers, of: &card, reading: \.self, CardAssignment.isSamePhone)
    case .email:
      return try setLabeled(\.emailAddresses, of: &card, reading: \.self, CardAssignment.isSame)
    case .url:
      return try setLabeled(\.urlAddresses, of: &card, reading: \.self, CardAssignment.isSame)
    case .address:
      return try setLabeled(\.postalAddresses, of: &card, reading: address, ==)
    case .relation:
      return try setLabeled(\.contactRelations, of: &card, reading: ContactRelation.init(name:)) {
        CardAssignment.isSame($0.name, $1.name)
      }
    case .date:
      let date = value.isEmpty ? nil : try self.date()
      return try setLabeled(
        \.dates, of: &card, reading: { _ in ContactDate(date ?? PartialDate()) }, ==)
    case .birthday:
      try expectOne()
      let date = value.isEmpty ? nil : try self.date()
      return try update(&card, only: [.bday]) { $0.birthday = date }
    case .first: text = \.givenName
    case .middle: text = \.middleName
    case .last: text = \.familyName
    case .prefix: text = \.namePrefix
    case .suffix: text = \.nameSuffix
    case .department: text = \.departmentName
    case .nickname, .title, .category, .note, .photo, .uid, nil:
      return try setLines(of: &card, octets)
    case .city, .thumbnail, .group:
      throw CardAssignmentError(.usage, "\(name) is no value of a card")
    }
    try expectOne()
    try update(&card) { $0[keyPath: text] = value }
  }

  private func update(_ card: inout Card, _ change: (inout MutableContact) throws -> Void) throws {
    var contact = Contact(card).mutableCopy()
    try change(&contact)
    try card.update(with: contact)
  }

  /// Changes the contact of a card, after which lines of some names that it does not show are gone.
  private func update(
    _ card: inout Card, only names: [KnownName], _ change: (inout MutableContact) throws -> Void
  ) throws {
    var reading = ContactReading(card, keys: .all, isThorough: false)
    reading.run()
    let places = reading.places
    let shown = [
      places.name, places.formattedName, places.organization, places.birthday, places.otherBirthday,
    ]
    var edits = CardEdits(card)
    for name in names {
      let lines = card.properties.filter { $0.known == name && !$0.isMalformed }
      let kept = lines.filter { shown.contains($0.index) }
      let stays = Set((kept.isEmpty ? lines.prefix(1) : kept[...]).map(\.index))
      for line in lines where !stays.contains(line.index) { edits.remove(line.index) }
    }
    var changed = edits.made()
    try update(&changed, change)
    card = changed
  }

  /// Refuses to add to, or take from, what there is one of.
  private func expectOne() throws(CardAssignmentError) {
    if label != nil { throw CardAssignmentError(.usage, "\(name) has no label") }
    guard operation == .set else {
      throw CardAssignmentError(.usage, "there is one \(name) at most; \(name)=… sets it")
    }
  }

  private func date() throws(CardAssignmentError) -> PartialDate {
    guard let date = PartialDate(value) else {
      throw CardAssignmentError(
        .value, "\"\(value)\" is not a date, such as 1978-01-20 or --01-20 without the year")
    }
    return date
  }

  // MARK: The name and the organisation

  private func setName(
    of contact: inout MutableContact, dividing divide: (String) throws -> [String]
  ) throws {
    try expectOne()
    let isStructured = value.contains(";")
    let parts =
      try isStructured
      ? components(.n).map { $0.map(\.trimmingBlanks).joined(separator: " ") } : divide(value)
    func part(_ index: Int) -> String? { index < parts.count ? parts[index] : nil }
    contact.familyName = part(0)
    contact.givenName = part(1)
    contact.middleName = part(2)
    contact.namePrefix = part(3)
    contact.nameSuffix = part(4)
    contact.formattedName = nil
    contact.formattedName =
      isStructured || value.contains(",") ? contact.contact.compositeName : value
  }

  private func setOrganization(of contact: inout MutableContact) throws {
    try expectOne()
    let units = components(.org).compactMap(\.first)
    contact.organizationName = units.first
    // A department is a field of its own, and stays where none is named.
    guard units.count > 1 else { return }
    contact.departmentName = units.dropFirst().joined(separator: ", ")
  }

  private func address(_ text: String) -> PostalAddress {
    let parts = components(.adr).map { $0.map(\.trimmingBlanks).joined(separator: ", ") }
    var address = PostalAddress()
    guard parts.count > 1 else {
      address.street = parts.first
      return address
    }
    for (path, part) in zip(PostalAddress.adrParts, parts) { address[keyPath: path] = part }
    return address
  }

  // MARK: Labelled values

  private func setLabeled<Value: ContactValue>(
    _ path: WritableKeyPath<MutableContact, [LabeledValue<Value>]>, of card: inout Card,
    reading read: (String) -> Value,
    _ isSame: (Value, Value) -> Bool
  ) throws {
    try update(&card) { contact in
      contact[keyPath: path] = try changed(
        contact[keyPath: path], by: value.isEmpty ? nil : read(value), same: isSame)
    }
  }

  private func changed<Value: ContactValue>(
    _ old: [LabeledValue<Value>], by value: Value?, same isSame: (Value, Value) -> Bool
  ) throws(CardAssignmentError) -> [LabeledValue<Value>] {
    func isMeant(_ index: Int) -> Bool { label == nil || old[index].label == label }
    let meant = old.indices.filter(isMeant)
    guard let value else {
      guard operation == .set else { throw noValue }
      return old.indices.filter { !isMeant($0) }.map { old[$0] }
    }
    let same = meant.filter { isSame(old[$0].value, value) }
    switch operation {
    case .set:
      guard let kept = same.first ?? meant.first else { break }
      return old.indices.filter { $0 == kept || !isMeant($0) }.map {
        $0 == kept ? old[$0].setting(value: value) : old[$0]
      }
    case .add:
      if !same.isEmpty { return old }
    case .remove:
      guard !same.isEmpty else { throw missing }
      return old.indices.filter { !same.contains($0) }.map { old[$0] }
    }
    return old + [LabeledValue(label: label, value: value)]
  }

  private var noValue: CardAssignmentError {
    CardAssignmentError(.usage, "\(name)\(operation.rawValue) wants a value")
  }

  private var missing: CardAssignmentError {
    let label = label.map { ":\($0.rawValue)" } ?? ""
    return CardAssignmentError(.missing, "there is no \(name)\(label) \"\(value)\"")
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left == right || left.lowercased() == right.lowercased()
  }

  /// Whether two numbers are one but for what stands between the digits.
  private static func isSamePhone(_ left: String, _ right: String) -> Bool {
    let digits = PhoneText.digits(left)
    return left == right || !digits.isEmpty && digits == PhoneText.digits(right)
  }

  // MARK: Lines

  private func setLines(of card: inout Card, _ octets: [UInt8]?) throws {
    if label != nil { throw CardAssignmentError(.usage, "\(name) has no label") }
    guard operation == .set || !value.isEmpty else { throw noValue }
    let known = field?.property?.canonical ?? Property.Name(name)?.canonical ?? name
    let lines = card.properties.filter { $0.canonicalName == known && !$0.isMalformed }
    var edits = CardEdits(card)
    switch operation {
    case .set where value.isEmpty:
      for line in lines { edits.remove(line.index) }
    case .set:
      let line = newLine(over: lines.first, rules: card.rules, octets)
      for line in lines.dropFirst() { edits.remove(line.index) }
      edits.put(line, at: lines.first?.index)
    case .add:
      let line = newLine(over: nil, rules: card.rules, octets)
      if lines.contains(where: { ContentLine($0).value == line.value }) { return }
      if case .list(let new) = line.value, let first = lines.first {
        let there = Set(lines.flatMap(\.list))
        var longer = ContentLine(first)
        longer.value = .list(first.list + new.filter { !there.contains($0) })
        edits.replace(first.index, with: longer)
        break
      }
      if !lines.isEmpty, row?.isAlwaysOne == true { try expectOne() }
      edits.add([line], after: lines.last?.index)
    case .remove:
      let gone = newLine(over: nil, rules: card.rules, octets).value
      var isFound = false
      for line in lines {
        if case .list(let names) = gone {
          let left = line.list.filter { name in !names.contains { CardAssignment.isSame($0, name) }
          }
          guard left.count < line.list.count else { continue }
          var shorter = ContentLine(line)
          shorter.value = .list(left)
          if left.isEmpty {
            edits.remove(line.index)
          } else {
            edits.replace(line.index, with: shorter)
          }
        } else if ContentLine(line).value == gone || line.text == value {
          edits.remove(line.index)
        } else {
          continue
        }
        isFound = true
      }
      guard isFound else { throw missing }
    }
    card = edits.made()
  }

  /// The line that says the value, in the place of another one if there is one.
  private func newLine(over old: Property?, rules: Rules, _ octets: [UInt8]?) -> ContentLine {
    var line =
      old.map { ContentLine($0) }
      ?? ContentLine(row?.name.canonical.filled ?? name, .text(""))
    if row?.holdsOctets == true {
      // They say of the old octets what they are.
      line.parameters.removeAll { ["ENCODING", "TYPE", "VALUE", "MEDIATYPE"].contains($0.name) }
    }
    if let octets {
      line.value = .binary(
        mediaType: MediaType.sniffed(octets) ?? MediaType.unknown, octets: octets)
    } else if row?.holdsOctets == true {
      if rules.version != .version40 { line.set("VALUE", "uri") }
      line.value = .init(verbatim: value, of: .photo)
    } else {
      line.value = read(row?.name ?? .unknown)
    }
    return line
  }

  /// The value as a property of a name has it.
  private func read(_ known: KnownName) -> ContentLine.Value {
    let row = PropertyRegistry.shared[known]
    switch row?.shape ?? .single {
    case .single: return ContentLine.Value(decoded: value, of: known.canonical)
    case .list: return .list(scratch(known)?.list ?? [])
    case .structure: return .structure(components(known))
    }
  }

  private func components(_ known: KnownName) -> [[String]] { scratch(known)?.components ?? [] }

  /// The value as it is read from a line.
  private func scratch(_ known: KnownName) -> Property? {
    var card = Card(version: .version40)
    card.append(ContentLine(known.canonical, .verbatim(value)))
    return card.first(known)
  }
}

/// Says why something cannot be set on a card.
public struct CardAssignmentError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// What was asked is nothing that can be done.
    case usage
    /// The value is none that the field can hold.
    case value
    /// What was to go is not there.
    case missing
  }

  /// What is wrong.
  public let kind: Kind
  /// The name that is none, where that is what is wrong.
  public let unknownName: String?
  /// One line for people.
  public let description: String

  init(_ kind: Kind, _ description: String, unknownName: String? = nil) {
    self.kind = kind
    self.unknownName = unknownName
    self.description = description
  }
}

extension CardAssignmentError: CustomStringConvertible {}
