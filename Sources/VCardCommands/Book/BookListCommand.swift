import ArgumentParser
import ContactModel
import ContactStore
import ICU
import VCard

/// `vcard book list`: the people of a book in the order of their names.
struct BookListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List people in the order of their names.",
    usage: """
      vcard book list [<query> …] [--records] [--book <book>] [--source <name>] [--from <n>] \
      [--limit <n>]
      """,
    discussion: """
      EXAMPLES:
        vcard book list
        vcard book list kate --format jsonl | jq -r .person

      A query finds whom 'vcard find' finds. The order is that of the language of $LC_ALL, \
      $LC_COLLATE or $LANG. Groups are not listed. Linked records are one person, and are listed by \
      themselves with --records. \
      Ends with 1 when a query finds nobody.
      """)

  @Argument(help: ArgumentHelp("The words to find people by.", valueName: "query"))
  var query: [String] = []

  @Option(help: ArgumentHelp("Only people who have a record of this source.", valueName: "name"))
  var source: String?

  @Flag(help: "List each record by itself, also those that are linked to one person.")
  var records = false

  @Option(help: ArgumentHelp("Begin with this person of the list, counted from 1.", valueName: "n"))
  var from = 1

  @Option(help: ArgumentHelp("List so many people at most.", valueName: "n"))
  var limit: Int?

  @OptionGroup var list: ListOptions

  func validate() throws {
    if from < 1 { throw ValidationError("--from counts from 1") }
    if let limit, limit < 0 { throw ValidationError("--limit is a number of people") }
  }

  func run() throws {
    let (_, reporter) = try list.options.reporting.start()
    defer { reporter.finish() }
    let book = try list.options.open(for: .reading, reporter)
    let sourced = try source.map { try book.requiredRecords(ofSource: $0) }
    var people = try ListOutput(list.format, ListedPerson.table())
    // For its warning, in a book that has the order, too.
    _ = try Preferences.current.language(for: .sorting, reporter)
    try forEachListed(in: book, of: sourced) { try people.append($0) }
    try people.finish()
  }

  private func forEachListed(
    in book: any AddressBook, of sourced: Set<RecordID>?, _ body: (ListedPerson) throws -> Void
  ) throws {
    if query.isEmpty, !records, sourced == nil, let database = book as? any LinkedBook {
      return try forEachListed(in: database, body)
    }
    let found = try found(in: book).filter { person in
      sourced.map { sourced in person.records.contains { sourced.contains($0.id) } } ?? true
    }
    let people = try NameSorter.ofLists.sorted(found, leavingGroups: true) { $0.records[0].card }
    if !query.isEmpty, people.isEmpty { throw ExitCode.found }
    for person in people.dropFirst(from - 1).prefix(limit ?? .max) {
      try body(ListedPerson(person))
    }
  }

  /// Pages that are no longer than this are looked up; for more the book is read as a whole.
  private static let pageSize = 2000

  private func forEachListed(
    in book: any LinkedBook, _ body: (ListedPerson) throws -> Void
  ) throws {
    let page = try book.people(from: from - 1, limit: limit ?? .max)
    if page.count <= Self.pageSize {
      for listed in page {
        // Who is gone meanwhile is not there to be listed.
        if let person = try book.person(of: listed.id) { try body(ListedPerson(person)) }
      }
      return
    }
    let wanted = Set(page.map(\.id))
    var people: [RecordID: ListedPerson] = [:]
    people.reserveCapacity(page.count)
    try book.forEachPerson { person in
      if wanted.contains(person.id) { people[person.id] = ListedPerson(person) }
    }
    for listed in page {
      if let person = people[listed.id] { try body(person) }
    }
  }

  private func found(in book: any AddressBook) throws -> [UnifiedRecord] {
    // A number is a word like others here: who is after an ID asks 'show'.
    let words = query.isEmpty ? nil : query.joined(separator: " ")
    var people: [UnifiedRecord] = []
    try book.forEach(matching: words, joiningLinked: !records) { people.append($0) }
    return people
  }
}
