internal import ContactModel
public import ICU

/// What matching is told besides the cards.
public struct MatchOptions: Hashable, Sendable {
  /// The country of phone numbers that do not name one.
  public var region: PhoneRegion?

  /// Creates options.
  public init(region: PhoneRegion? = nil) { self.region = region }
}

/// A book prepared for the question who an incoming card is.
///
/// It holds keys, not contacts: some 400 octets a person. It never changes, and any number of
/// threads may ask it.
public struct MatchIndex: Sendable {
  let frozen: FrozenBook

  /// Prepares a book.
  ///
  /// - Parameters:
  ///   - people: The people of the book in its order.
  ///   - options: What matching is told besides.
  /// - Throws: ``ICU/ICUError`` when ICU's data are missing or memory runs out.
  public init(
    _ people: some Sequence<Person>, options: MatchOptions = MatchOptions()
  ) throws(ICUError) {
    var builder = try Builder(options: options)
    for person in people { try builder.append(person) }
    self = builder.build()
  }

  /// People in the book.
  public var count: Int { frozen.book.ids.count }

  fileprivate init(_ frozen: FrozenBook) { self.frozen = frozen }
}

extension MatchIndex {
  /// Takes in the people of a book one after the other and keeps their keys.
  ///
  /// Several threads may each fill a builder with a piece of a book; put together in the order of
  /// the book they make the same index as one.
  public struct Builder: Sendable {
    private var book: BookStorage
    private let options: MatchOptions
    private var analyzer = NameAnalyzer()

    /// Creates a builder.
    ///
    /// - Parameter options: What matching is told besides.
    /// - Throws: ``ICU/ICUError`` when ICU's data are missing.
    public init(options: MatchOptions = MatchOptions()) throws(ICUError) {
      book = try BookStorage()
      self.options = options
    }

    /// People taken in so far.
    public var count: Int { book.ids.count }

    /// Takes in a person.
    ///
    /// - Parameter person: Whose contacts were read with ``ContactModel/Contact/Keys/matching``.
    /// - Throws: ``ICU/ICUError`` when memory runs out.
    public mutating func append(_ person: Person) throws(ICUError) {
      let number = UInt32(book.ids.count)
      var key: [UInt8] = []
      var emailFilter = Deduplicator<UInt32>()
      var phoneFilter = Deduplicator<PhoneKey>()
      let (firstEmail, firstPhone) = (book.emailIDs.count, book.phones.count)
      let (firstDate, firstUID) = (book.dates.count, book.uids.count)
      for contact in person.contacts {
        try appendName(of: contact, person: number)
        for email in contact.emailAddresses {
          key.removeAll(keepingCapacity: true)
          try EmailKey.append(email.value, to: &key)
          guard !key.isEmpty else { continue }
          let id = book.emails.add(key.span)
          emailFilter.append(id, to: &book.emailIDs, from: firstEmail)
        }
        for phone in contact.phoneNumbers {
          guard let key = PhoneKey(phone.value, region: options.region) else { continue }
          phoneFilter.append(key, to: &book.phones, from: firstPhone)
        }
        if let date = contact.birthday.flatMap(DateKey.init),
          !book.dates[firstDate...].contains(date)
        {
          book.dates.append(date)
        }
        if let uid = contact.uid.flatMap(UIDKey.init), !book.uids[firstUID...].contains(uid) {
          book.uids.append(uid)
        }
      }
      book.ids.append(person.id)
      book.nameStarts.append(UInt32(book.names.count))
      book.emailStarts.append(UInt32(book.emailIDs.count))
      book.phoneStarts.append(UInt32(book.phones.count))
      book.dateStarts.append(UInt32(book.dates.count))
      book.uidStarts.append(UInt32(book.uids.count))
    }

    private mutating func appendName(of contact: Contact, person: UInt32) throws(ICUError) {
      let form = try analyzer.analyze(contact, &book.tokens)
      let offset = UInt32(book.nameTokens.count)
      let name = UInt32(book.names.count)
      book.names.append(
        BookStorage.Name(
          person: person, firstReading: UInt32(book.readings.count),
          readingCount: UInt8(clamping: form.readings.count), generation: form.generation,
          isGroup: form.isGroup,
          given: (UInt32(form.given.lowerBound) + offset)..<(UInt32(form.given.upperBound) + offset)
        ))
      book.nameTokens.append(contentsOf: form.tokens)
      for reading in form.readings {
        book.readings.append(
          BookStorage.Reading(
            name: name, start: UInt32(reading.start) + offset,
            coreCount: UInt32(reading.coreCount), middleCount: UInt32(reading.middleCount),
            kind: reading.kind))
      }
      book.displayNames.append(contact.compositeName ?? "")
    }

    /// Takes in the people of another builder after those of this one.
    ///
    /// - Parameter other: A builder with the same options, with a later piece of the book.
    public mutating func append(_ other: consuming Builder) {
      precondition(other.options == options, "the pieces of a book are read with the same options")
      book.append(other.book)
    }

    /// Prepares what was taken in.
    public consuming func build() -> MatchIndex { MatchIndex(FrozenBook(book, options)) }
  }
}
