import ArgumentParser
import ContactModel
import ContactSearch
import ContactStore
import FoundationEssentials
import ICU
import SystemPackage
import VCard

/// Finds people of a book as somebody names them.
enum PeopleLookup {
  /// The people whom an ID or the words of a query name.
  ///
  /// An ID of the book goes first: it names one person whatever the names of others.
  ///
  /// - Parameters:
  ///   - words: One ID, or words as `vcard find` takes them.
  ///   - book: The book.
  /// - Returns: All who fit, in the order of the book.
  /// - Throws: ``BookError``; a failure that ends with 64 when there is no word.
  static func people(_ words: [String], in book: any AddressBook) throws -> [UnifiedRecord] {
    if words.count == 1, let person = try book.person(of: RecordID(rawValue: words[0])) {
      return [person]
    }
    // Who is mentioned in a note is somebody else.
    return try people(named: words.joined(separator: " "), in: book, fields: SearchField.naming)
  }

  /// The people whom the words of a query find, in the order of the book.
  ///
  /// - Throws: ``BookError``; a failure that ends with 64 when there is no word.
  static func people(
    named query: String, in book: any AddressBook, fields: Set<SearchField> = SearchField.all
  ) throws -> [UnifiedRecord] {
    let search = try NameSearch(requiringWordIn: query, fields: fields)
    if let database = book as? any LinkedBook {
      return try database.people(matching: query, in: fields)
    }
    var people: [UnifiedRecord] = []
    try book.forEachPerson { person in
      let contacts = person.records.map { Contact($0.card, keys: .searching) }
      if try search.rank(of: contacts) != nil { people.append(person) }
    }
    return people
  }

  /// The one person whom an ID or a query names; of several people the one whom somebody at the
  /// terminal chooses.
  ///
  /// - Throws: A failure that ends with 1 when there is nobody; with several people the same, after
  ///   the list of them where nobody can choose.
  static func person(
    _ words: [String], in book: any AddressBook, _ console: Console
  ) throws -> UnifiedRecord {
    if let person = try referred(words, in: book, console) { return person }
    let people = try people(words, in: book)
    guard !people.isEmpty else {
      throw CommandFailure(
        .found,
        "nobody of \(book.path.string) has the ID or the name "
          + "\"\(words.joined(separator: " "))\"")
    }
    return try one(of: people, "choose one by its ID", console)
  }

  /// The one of the people who fit: on a terminal the one whom somebody chooses; elsewhere several are
  /// listed.
  ///
  /// - Parameters:
  ///   - people: All who fit, one at least.
  ///   - advice: How to choose one without a terminal.
  ///   - console: Where the list goes.
  ///   - cells: The row of a person.
  /// - Returns: The person.
  /// - Throws: What ends with 1 when nobody was chosen.
  static func one(
    of people: [UnifiedRecord], _ advice: String, _ console: Console,
    cells: (UnifiedRecord) -> [String] = { ListedPerson($0).cells }
  ) throws -> UnifiedRecord {
    guard people.count > 1 else { return people[0] }
    // A script that reads names from a file is not to wait for somebody.
    if Platform.isTerminal(.standardInput), var prompt = Prompt(console: console), prompt.canPick()
    {
      guard let person = try prompt.pick(among: people) else {
        throw CommandFailure(.found, "nobody was chosen")
      }
      return person
    }
    console.say(.error, "\(people.count) people fit; \(advice)")
    var table = Table(cells(people[0]).map { _ in .init() })
    for person in people.prefix(longestList) { table.append(cells(person)) }
    console.stream.write { table.render(into: &$0) }
    if people.count > longestList {
      console.say(.note, "\(people.count - longestList) more are not listed")
    }
    throw ExitCode.found
  }

  /// The most people to list; more help nobody to choose.
  private static let longestList = 20

  /// The person whom somebody has saved a reference to: an ID with names and emails, or what `vcard book
  /// show --reference` printed; `nil` for other words, and when they fit nobody.
  ///
  /// The ID to save is told where another person has it by now.
  ///
  /// - Throws: What ends with 1 when several fit and none was chosen.
  static func referred(
    _ words: [String], in book: any AddressBook, _ console: Console
  ) throws -> UnifiedRecord? {
    guard let reference = try reference(words, in: book) else { return nil }
    let id = reference.id ?? ""
    switch try book.find(reference) {
    case .current(let person): return person
    case .moved(let person):
      console.say(.note, "\(person.callName) is not \(id), but \(person.id)")
      return person
    case .ambiguous(let people):
      return try one(of: people, "an email, or the right ID, tells them apart", console)
    case .nobody: return nil
    }
  }

  private static func reference(
    _ words: [String], in book: any AddressBook
  ) throws -> SavedReference? {
    guard let first = words.first else { return nil }
    if first.hasPrefix("{") {
      let text = Data(words.joined(separator: " ").utf8)
      guard let reference = try? JSONDecoder().decode(SavedReference.self, from: text),
        reference.schema == SavedReference.schema
      else { throw CommandFailure(.usage, "this is no \(SavedReference.schema)") }
      return reference
    }
    let id = RecordID(rawValue: first)
    guard words.count > 1, try first.allSatisfy(\.isNumber) || book.record(id) != nil else {
      return nil
    }
    let rest = words.dropFirst()
    let name = rest.filter { !$0.contains("@") }.joined(separator: " ")
    return SavedReference(
      id: id, compositeName: name.isEmpty ? nil : name, emails: rest.filter { $0.contains("@") })
  }

  /// The record that is meant by an ID or the words of a query, for a command that takes several.
  ///
  /// A number is an ID and not a part of a telephone number: what is changed is what was meant.
  ///
  /// - Parameters:
  ///   - text: The ID, or the words.
  ///   - book: The book.
  ///   - isPerson: Whether any record of the person will do.
  ///   - console: Where somebody chooses.
  /// - Returns: The record; that of the text, whether the book has it or not, when nobody fits.
  /// - Throws: What ends with 1 when several fit and none was chosen.
  static func id(
    _ text: String, in book: any AddressBook, isPerson: Bool = true, _ console: Console
  ) throws -> RecordID {
    let id = RecordID(rawValue: text)
    if try isID(text, in: book) || NameSearch(text).isEmpty { return id }
    let people = try people([text], in: book).filter { !$0.isGroup }
    if people.isEmpty { return id }
    let person = try one(of: people, "choose one by its ID", console)
    guard isPerson || person.records.count == 1 else { throw person.severalRecords }
    return person.id
  }

  /// Whether a text is an ID, and no words: a number, or what a record of the book has.
  static func isID(_ text: String, in book: any AddressBook) throws -> Bool {
    try text.allSatisfy(\.isNumber) || book.record(RecordID(rawValue: text)) != nil
  }
}

extension AddressBook {
  /// Goes through people, or records by themselves, in the order of the book.
  ///
  /// - Parameters:
  ///   - query: Whom words find, in any field; `nil` for all.
  ///   - joiningLinked: Whether linked records are one person, who answers with all of them.
  ///   - body: Receives each.
  /// - Throws: ``BookError``, a failure that ends with 64 when there is no word, and what `body`
  ///   throws.
  func forEach(
    matching query: String?, joiningLinked: Bool, _ body: (UnifiedRecord) throws -> Void
  ) throws {
    if joiningLinked {
      guard let query else { return try forEachPerson(body) }
      for person in try PeopleLookup.people(named: query, in: self) { try body(person) }
      return
    }
    let search = try query.map { try NameSearch(requiringWordIn: $0) }
    func hand(_ record: Record) throws {
      let isFound = try search?.matches(Contact(record.card, keys: .searching)) ?? true
      if isFound { try body(UnifiedRecord(alone: record)) }
    }
    if let query, try forEachRecord(inQuestionFor: query, hand) { return }
    try forEachRecord(hand)
  }
}

extension Card {
  /// What the person is called, for messages.
  var callName: String { Contact(self, keys: .compositeName).compositeName ?? "(no name)" }
}

extension UnifiedRecord {
  /// What the person is called, for messages: by the first record with a name.
  var callName: String {
    for record in records {
      if let name = Contact(record.card, keys: .compositeName).compositeName { return name }
    }
    return "(no name)"
  }

  /// What ends a command that wants one record of a person who has several.
  var severalRecords: CommandFailure {
    CommandFailure(
      .found, "\(callName) has several records", suggestion: "take one of the IDs \(recordList)")
  }

  /// The IDs of the records, for messages.
  var recordList: String { records.map(\.id.rawValue).joined(separator: ", ") }

  /// Whether it is a group of people.
  var isGroup: Bool { records[0].card.isGroup }
}

extension NameSearch {
  /// Creates the search that a command is told to make.
  ///
  /// - Throws: A failure that ends with 64 when there is no word, and errors of ICU.
  convenience init(
    requiringWordIn query: String, fields: Set<SearchField> = SearchField.all
  ) throws {
    try self.init(query, in: fields)
    if isEmpty { throw CommandFailure(.usage, "the query \"\(query)\" holds no word") }
  }
}
