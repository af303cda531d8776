import ArgumentParser
import ContactMerging
import ContactModel
import ContactPages
import ContactStore
import Files
import SystemPackage
import VCard

/// `vcard book groups`: the groups of a book and who is in them.
struct BookGroupsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "groups",
    abstract: "List groups and their members, and change them.",
    usage: "vcard book groups [show|add|remove|new|delete] … [--book <book>]",
    discussion: """
      EXAMPLES:
        vcard book groups
        vcard book groups add Family 17 23

      A group is named by its ID or its name. A person may be in many groups; deleting a group \
      removes nobody, removing a person leaves the group. Group cards of vCard 4 and of Apple's \
      programs are groups when they are imported, and are written from them.
      """,
    subcommands: [
      BookGroupsListCommand.self, BookGroupsShowCommand.self, BookGroupsAddCommand.self,
      BookGroupsRemoveCommand.self, BookGroupsNewCommand.self, BookGroupsDeleteCommand.self,
    ],
    defaultSubcommand: BookGroupsListCommand.self)
}

extension LinkedBook {
  /// The group that an ID or a name means.
  ///
  /// - Throws: A failure that ends with 66 when there is none, with 64 when several have the name.
  func group(_ text: String) throws -> BookGroup { try group(text, of: groups()) }

  /// The same, of the groups of the book.
  func group(_ text: String, of groups: [BookGroup]) throws -> BookGroup {
    if let group = groups.first(where: { $0.id.rawValue == text }) { return group }
    let named = groups.filter { $0.name == text }
    guard let group = named.first else {
      throw CommandFailure(
        .noInput, "\(path.string) has no group \"\(text)\"",
        suggestion: "'vcard book groups' lists them")
    }
    if named.count > 1 {
      throw CommandFailure(
        .usage, "\(named.count) groups are called \"\(text)\"",
        suggestion: "take one of the IDs " + named.map(\.id.rawValue).joined(separator: ", "))
    }
    return group
  }
}

/// The groups that have a group among their members, straight or by others.
struct GroupsAbove {
  private let group: RecordID
  /// Of each, the member by which it has the group.
  private var ways: [RecordID: RecordID] = [:]

  /// - Complexity: O(*n*) in the members of all groups.
  init(_ group: RecordID, of groups: [BookGroup]) {
    self.group = group
    let known = Set(groups.map(\.id))
    var above: [RecordID: [RecordID]] = [:]
    for group in groups {
      for member in group.members where known.contains(member) {
        above[member, default: []].append(group.id)
      }
    }
    var found = [group]
    var next = 0
    while next < found.count {
      let member = found[next]
      next += 1
      for one in above[member] ?? [] where one != group && ways[one] == nil {
        ways[one] = member
        found.append(one)
      }
    }
  }

  /// Refuses what would make the group a member of itself.
  ///
  /// - Throws: A failure that ends with 64.
  func refuse(_ id: RecordID) throws {
    if id == group { throw CommandFailure(.usage, "a group is no member of itself") }
    guard let way = ways[id] else { return }
    throw CommandFailure(
      .usage,
      "group \(id) has \(group) among its members" + (way == group ? "" : ", by group \(way)"))
  }
}

/// `vcard book groups list`.
struct BookGroupsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the groups, their sources and how many members each has.",
    discussion: """
      EXAMPLES:
        vcard book groups
        vcard book groups list --format jsonl
      """)

  @OptionGroup var list: ListOptions

  func run() throws {
    let table = Table([
      .init("ID"), .init("Group"), .init("Source"), .init("Members", .right),
      .init("Not in the book", .right),
    ])
    try list.run(.groups, what: "groups", table: table) { book, list in
      for group in try book.groups() {
        try list.append([
          group.id.rawValue, group.name, group.source, "\(group.members.count)",
          "\(group.missing)",
        ]) { json in
          json.append("{\"schema\":\"vcard.group/1\",\"group\":", jsonString: group.id.rawValue)
          json.append(",\"name\":", jsonString: group.name)
          json.append(",\"source\":", jsonString: group.source)
          json.append(",\"members\":", jsonStrings: group.members.map(\.rawValue))
          json.append(",\"missing\":\(group.missing)}\n")
        }
      }
    }
  }
}

/// `vcard book groups show`.
struct BookGroupsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "List the members of a group in the order of their names.",
    discussion: """
      EXAMPLES:
        vcard book groups show Family
        vcard book groups show 12 --format jsonl
      """)

  @Argument(help: ArgumentHelp("The group.", valueName: "group"))
  var group: String

  @OptionGroup var list: ListOptions

  func run() throws {
    var missing = 0
    try list.run(.groups, what: "groups", table: ListedPerson.table()) { book, list in
      let group = try book.group(group)
      let members = try group.members.compactMap { try book.record($0) }
      for member in try NameSorter.ofLists.sorted(members, card: \.card) {
        try list.append(ListedPerson(member))
      }
      missing = group.missing
    }
    if missing > 0 {
      let members = missing == 1 ? "1 member is" : "\(missing) members are"
      list.options.reporting.console.say(.note, "\(members) not in the book")
    }
  }
}

/// `vcard book groups add`.
struct BookGroupsAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Make people members of a group.",
    discussion: """
      EXAMPLES:
        vcard book groups add Family 17
        vcard book groups add 12 17 23 --dry-run

      A group's card names its members by UID; a card without one gets one. Who is named by words is \
      added unless one of their linked records is in the group.
      """)

  @OptionGroup var change: GroupChange

  func run() throws {
    try change.run(
      "added", preposition: "to",
      choosing: { members, records in
        records.contains { members.contains($0.id) } ? [] : [records[0]]
      }
    ) { book, group, groups, ids in
      let above = GroupsAbove(group, of: groups)
      for id in ids { try above.refuse(id) }
      return try book.requestAdding(ids, to: group)
    }
  }
}

/// `vcard book groups remove`.
struct BookGroupsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take people out of a group; they stay in the book.",
    discussion: """
      EXAMPLES:
        vcard book groups remove Family 17
        vcard book groups remove 12 17 23 --dry-run

      An ID takes out its record, words all linked records of the person.
      """)

  @OptionGroup var change: GroupChange

  func run() throws {
    try change.run(
      "removed", preposition: "from",
      choosing: { members, records in records.filter { members.contains($0.id) } }
    ) { book, group, _, ids in
      try book.requestRemoving(ids, from: group)
    }
  }
}

/// A change of who is in a group.
struct GroupChange: ParsableArguments {
  @Argument(help: ArgumentHelp("The group.", valueName: "group"))
  var group: String

  @Argument(help: ArgumentHelp("The people, each by ID or words.", valueName: "ID or query"))
  var ids: [String]

  @OptionGroup var change: ChangeOptions

  /// Changes who is in the group.
  ///
  /// - Parameters:
  ///   - verb: What is done with people, in the past.
  ///   - preposition: What stands between it and the group.
  ///   - choose: Of the records that an ID (one) or words (all of a person) name, those that change.
  ///   - request: Makes the request.
  /// - Throws: Also what `request` throws.
  func run(
    _ verb: String, preposition: String, choosing choose: (Set<RecordID>, [Record]) -> [Record],
    request: (any LinkedBook, RecordID, [BookGroup], [RecordID]) throws -> SaveRequest
  ) throws {
    try change.run(.groups, what: "groups", on: ids) { book, ids in
      let groups = try book.groups()
      let group = try book.group(self.group, of: groups)
      let members = Set(group.members)
      var named: [Record] = []
      var known: Set<RecordID> = []
      for (text, id) in zip(self.ids, ids) {
        let records =
          try text == id.rawValue
          ? [book.requiredRecord(id)] : book.requiredPerson(of: id).records
        for record in choose(members, records) where known.insert(record.id).inserted {
          named.append(record)
        }
      }
      let request = try request(book, group.id, groups, named.map(\.id))
      if request.isEmpty { return (["nothing was changed"], request) }
      let done = change.did("be \(verb)", verb)
      return (
        named.map { "\($0.id) \($0.card.callName): \(done) \(preposition) \(group.name)" }, request
      )
    }
  }
}

/// `vcard book groups new`.
struct BookGroupsNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a group, and print its ID.",
    discussion: """
      EXAMPLES:
        vcard book groups new Family
        vcard book groups new Rowing --source phone
      """)

  @Argument(help: ArgumentHelp("What it is called.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("The source that it belongs to.", valueName: "name"))
  var source: String?

  @OptionGroup var change: ChangeOptions

  func validate() throws {
    if name.allSatisfy(\.isWhitespace) { throw ValidationError("a group has a name") }
  }

  func run() throws {
    let options = change.options
    let (console, reporter) = try options.reporting.start()
    defer { reporter.finish() }
    let book = try options.openDatabase(
      for: change.access, making: true, .groups, what: "groups", reporter: reporter)
    try book.requireSource(source, console)
    if change.dryRun { return console.tell("would make the group \(name)") }
    // RFC 6350 §6.1.4: KIND says that it is a group, and FN what it is called.
    var card = Card(version: .version40)
    card.append(ContentLine("KIND", .text("group")))
    card.append(ContentLine("FN", .text(name)))
    card.append(ContentLine("UID", .verbatim(NewUID.make())))
    card.setRevision(Platform.secondsSince1970())
    var request = SaveRequest("new group")
    request.add(card, source: source)
    let ids = try book.save(request)
    try OutputFile.print { text in for id in ids { text.append("\(id)\n") } }
  }
}

/// `vcard book groups delete`.
struct BookGroupsDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a group; its members stay in the book.",
    discussion: """
      EXAMPLES:
        vcard book groups delete Family
        vcard book groups delete 12 --dry-run
      """)

  @Argument(help: ArgumentHelp("The group.", valueName: "group"))
  var group: String

  @OptionGroup var change: ChangeOptions

  func run() throws {
    try change.run(.groups, what: "groups") { book, _ in
      let group = try book.group(group)
      var request = SaveRequest("delete group")
      request.delete(group.id)
      let count = group.members.count
      let stay = count == 1 ? "1 member stays" : "\(count) members stay"
      return (["\(change.did("delete", "deleted")) the group \(group.name); \(stay)"], request)
    }
  }
}
