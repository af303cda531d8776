internal import ICU

/// What is kept of a book: keys by number, side by side, no contacts.
///
/// ```
/// person    ids, nameStarts ──▶ names ──▶ readings ──▶ nameTokens
///           emailStarts ──▶ emailIDs ──▶ emails
///           phoneStarts ──▶ phones
///           dateStarts  ──▶ dates
///           uidStarts   ──▶ uids
/// ```
/// A `…Starts` array has one number more than there are people: the last one ends the last list.
struct BookStorage: Sendable {
  /// The name of one contact.
  struct Name: Sendable {
    var person: UInt32
    var firstReading: UInt32
    var readingCount: UInt8
    var generation: UInt8
    var isGroup: Bool
    var given: Range<UInt32>
  }

  /// One way to read a name.
  struct Reading: Sendable {
    var name: UInt32
    var start: UInt32
    var coreCount: UInt32
    var middleCount: UInt32
    var kind: NameForm.Kind

    var core: Range<Int> { Int(start)..<Int(start + coreCount) }
    var middle: Range<Int> { Int(start + coreCount)..<Int(start + coreCount + middleCount) }
  }

  var tokens: TokenTable
  var ids: [String] = []
  var nameStarts: [UInt32] = [0]
  var names: [Name] = []
  /// The composite name of each contact, empty where there is none.
  var displayNames: [String] = []
  var readings: [Reading] = []
  var nameTokens: [Token] = []
  var emails = EmailTable()
  var emailStarts: [UInt32] = [0]
  var emailIDs: [UInt32] = []
  var phoneStarts: [UInt32] = [0]
  var phones: [PhoneKey] = []
  var dateStarts: [UInt32] = [0]
  var dates: [DateKey] = []
  var uidStarts: [UInt32] = [0]
  var uids: [UIDKey] = []

  init() throws(ICUError) { tokens = try TokenTable() }

  /// Takes in the people of another book after those of this one.
  mutating func append(_ other: BookStorage) {
    let numbers = tokens.merge(other.tokens)
    let (firstPerson, firstName) = (UInt32(ids.count), UInt32(names.count))
    let (firstReading, firstToken) = (UInt32(readings.count), UInt32(nameTokens.count))
    ids += other.ids
    displayNames += other.displayNames
    for token in other.nameTokens { nameTokens.append(numbers[Int(token)]) }
    for name in other.names {
      var name = name
      name.person += firstPerson
      name.firstReading += firstReading
      name.given = (name.given.lowerBound + firstToken)..<(name.given.upperBound + firstToken)
      names.append(name)
    }
    for reading in other.readings {
      var reading = reading
      reading.name += firstName
      reading.start += firstToken
      // Cores are in the order of their numbers, which are others now.
      nameTokens[reading.core].sort()
      readings.append(reading)
    }
    let emailNumbers = emails.merge(other.emails)
    for email in other.emailIDs { emailIDs.append(emailNumbers[Int(email)]) }
    append(other.nameStarts, to: &nameStarts)
    append(other.emailStarts, to: &emailStarts)
    append(other.phoneStarts, to: &phoneStarts)
    append(other.dateStarts, to: &dateStarts)
    append(other.uidStarts, to: &uidStarts)
    phones += other.phones
    dates += other.dates
    uids += other.uids
  }

  private func append(_ starts: [UInt32], to all: inout [UInt32]) {
    let offset = all.last ?? 0
    for start in starts.dropFirst() { all.append(start + offset) }
  }

  func range(_ starts: [UInt32], _ person: Int) -> Range<Int> {
    Int(starts[person])..<Int(starts[person + 1])
  }
}

/// Email keys by number.
struct EmailTable: Sendable {
  private var entries = EntryTable()
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]

  /// Keys in the table.
  var count: Int { entries.count }

  func find(_ key: Span<UInt8>) -> UInt32? { find(key, key.hashed()) }

  private func find(_ key: Span<UInt8>, _ hash: UInt64) -> UInt32? {
    entries.find(hash) { entry in
      key.equals(bytes, ends[entry], ends[entry + 1] - ends[entry])
    }.map { UInt32($0) }
  }

  mutating func add(_ key: Span<UInt8>) -> UInt32 {
    let hash = key.hashed()
    if let found = find(key, hash) { return found }
    for index in key.indices { bytes.append(key[index]) }
    ends.append(bytes.count)
    return UInt32(entries.add(hash))
  }

  func key(_ id: UInt32) -> ArraySlice<UInt8> { bytes[ends[Int(id)]..<ends[Int(id) + 1]] }

  mutating func merge(_ other: EmailTable) -> [UInt32] {
    var numbers: [UInt32] = []
    numbers.reserveCapacity(other.count)
    for entry in 0..<other.count {
      let key = Array(other.key(UInt32(entry)))
      numbers.append(add(key.span))
    }
    return numbers
  }
}
