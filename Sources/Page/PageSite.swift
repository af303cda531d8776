package import ContactDedupe
import ContactMerging
import ContactModel
package import ContactPages
import ContactStore
import Files
import Foundation
import Images
import VCard

/// What the page is of: a book, the review of a plan, or both.
public actor PageSite {
  /// What is served, and how it is shown.
  package struct Options: Sendable {
    /// The book, if there is one.
    package var book: PageBookOptions?
    /// The pairs that are decided, if there are any.
    package var review: Review?
    /// Reads the cards of the review again, if they can be compared.
    package var rereader: CardRereader?
    /// Writes people.
    package var page: ContactPage
    /// What converts cards, if anything does.
    package var converter: PageConverter?
    /// What reads cards that arrive, if any may.
    package var arrivals: ArrivalReader?
    /// Whether nothing may be changed.
    package var isReadOnly: Bool

    /// Creates options.
    package init(_ page: ContactPage, book: PageBookOptions?, review: Review?, isReadOnly: Bool) {
      (self.page, self.book, self.review, self.isReadOnly) = (page, book, review, isReadOnly)
    }
  }

  /// Where somebody begins.
  nonisolated let start: String
  let options: Options
  private let sections: [PageSection]
  var review: Review?
  private var library: PageBook?
  private let directory = Derived<PeopleDirectory>()
  private let statistics = Derived<BookStatistics>()
  /// The pairs that somebody was unsure about, which come again when all others were shown.
  var unsure: Set<Int> = []
  var converted = Converted()
  /// What other thresholds would do.
  var trials = Trials()
  /// How strong the plan is that is reviewed.
  let bits = Derived<BitsHistogram>()
  /// Files that are read or converted: each may hold as much as all the rest of the server.
  let files = Turns(2)
  /// Arrivals that are compared with the book: one after the other.
  let comparisons = Turns(1)
  /// What arrived.
  var arrivals = Arrivals()

  /// Prepares the page.
  ///
  /// - Throws: `BookError` for a book that cannot be opened.
  package init(_ options: Options) throws {
    self.options = options
    review = options.review
    library = try options.book.map { try PageBook($0) }
    sections =
      (library == nil ? [] : [.people]) + (review == nil ? [] : [.review])
      + (library == nil || options.arrivals == nil || options.isReadOnly ? [] : [.arrivals])
      + (library == nil ? [] : [.book]) + (options.converter == nil ? [] : [.convert])
    start = review == nil ? "/people" : "/review"
  }

  /// A text that is another one when what is served has changed.
  func revision() -> String {
    if (try? review?.refresh()) == true { prune() }
    let change = (try? library?.book.newestChange()) ?? 0
    return "\(change) \(review?.openPairs.count ?? 0) \(review?.answers.decisions.count ?? 0)"
  }

  /// Answers a request that the gate let through.
  func response(to request: PageRequest, formToken: String) async -> PageResponse {
    let frame = PageFrame(
      web: WebPage(language: options.page.style.language), dates: options.page.dates,
      sections: sections, formToken: formToken, isReadOnly: options.isReadOnly)
    do {
      return try await route(request, frame)
    } catch let error as BookError where error.kind == .changed {
      return failure(
        .conflict, "Somebody else has changed the book meanwhile: nothing of yours was changed.",
        request, frame)
    } catch {
      // What went wrong may quote what was sent, or where things are.
      return failure(
        .internalServerError, "This could not be done: nothing was changed.", request, frame)
    }
  }

  /// What did not work, whether anything was changed, and how it is tried again.
  private func failure(
    _ status: PageResponse.Status, _ words: StaticString, _ request: PageRequest,
    _ frame: PageFrame
  ) -> PageResponse {
    let parts = request.parts
    if ["api", "photo"].contains(parts.first) { return PageResponse(status, words) }
    // What only forms are sent to is no view: the one above it has the form.
    let again = request.method == "POST" && parts.count > 1 ? "." : ""
    let html: HTML = """
      <section class="empty"><h1>It did not work</h1><p role="alert">\(HTML(stringLiteral: words))</p>
      <p><a class="button" href="\(again)">Try again</a></p></section>

      """
    return frame.response(
      "It did not work", in: library == nil ? .review : .people, as: status, html)
  }

  private func route(_ request: PageRequest, _ frame: PageFrame) async throws -> PageResponse {
    let parts = request.parts
    switch (request.method, parts.first) {
    case ("GET", "people") where library != nil:
      if parts.count == 1 { return try await people(request, frame) }
      if parts == ["people", "new"] { return edit(nil, frame).response() }
      if parts == ["people", "table"] { return try await table(request) }
      let id = RecordID(rawValue: parts[1])
      if parts.count == 2 { return try await person(id, request, frame) }
      guard let person = try library?.book.person(of: id) else { break }
      switch (parts[2], parts.count) {
      case ("edit", 3): return edit(person, frame).response()
      case ("history", 3): return try history(person, frame)
      case ("share", _): return try share(person, Array(parts.dropFirst(3)), frame)
      default: break
      }
    case ("POST", "people") where library != nil:
      if parts == ["people", "new"] { return try save(nil, request, frame) }
      if parts == ["people", "chosen"], let library {
        return try await choose(request, frame, library)
      }
      if parts.count == 3, parts[2] == "edit",
        let person = try library?.book.person(of: RecordID(rawValue: parts[1]))
      {
        return try save(person, request, frame)
      }
      if parts.count == 3, parts[2] == "photo", let library,
        let person = try library.book.person(of: RecordID(rawValue: parts[1]))
      {
        return try setPhoto(of: person, request, frame, library)
      }
    case ("GET", "arrivals") where sections.contains(.arrivals):
      if let library { return try await arriving(request, frame, library) }
    case ("POST", "arrivals") where sections.contains(.arrivals):
      if let library { return try await arrive(request, frame, library) }
    case ("GET", "book") where library != nil && parts.count == 1:
      return try await book(request, frame)
    case ("GET", "book") where library != nil && parts.count == 2 && parts[1].hasSuffix(".csv"):
      if let table = try await table(ofChart: parts[1]) { return table }
    case ("GET", "convert") where options.converter != nil: return converting(request, frame)
    case ("POST", "convert") where options.converter != nil && parts.count == 1:
      return try await convert(request, frame)
    case ("GET", "undo") where library != nil && parts.count == 1: return try undoing(frame)
    case ("POST", "undo") where library != nil && parts.count == 1: return try undo(request)
    case ("GET", "photo") where parts.count == 3: return try photo(parts)
    case ("GET", "api") where library != nil && parts.count == 2:
      switch parts[1] {
      case "people": return try await listed(request)
      case "sections": return try await letters()
      default: break
      }
    case ("GET", "review") where review != nil && parts.count == 1:
      return try pair(request, frame)
    case ("GET", "review") where options.rereader != nil && parts == ["review", "threshold"]:
      return try await threshold(request, frame)
    case ("GET", "review") where options.rereader != nil && parts == ["review", "weights"]:
      return weights(request)
    case ("GET", "review") where canApply && parts == ["review", "apply"]:
      return try await applying(request, frame)
    case ("POST", "review") where canApply && parts == ["review", "apply"]:
      return try await apply(request, frame)
    case ("POST", "review") where review != nil:
      return try parts.count == 1 ? answer(request) : takeBack(request)
    default: break
    }
    let section: PageSection = library == nil ? .review : .people
    return .missing(frame, section, "There is no such page.")
  }

  /// Whether a plan can be carried out in the book.
  var canApply: Bool { review != nil && library != nil }

  /// Saves a request that was made of the book as it is.
  func save(_ request: SaveRequest) throws { _ = try library?.book.save(request) }

  // MARK: People

  /// What is known of everybody; `nil` while it is being made.
  ///
  /// After a change it is that of before for a moment.
  private func knownDirectory(patience: Duration = .milliseconds(30)) async throws
    -> PeopleDirectory?
  {
    guard let library else { return nil }
    return try await directory.value(
      at: library.book.newestChange(), patience: patience, on: self
    ) {
      library.directory()
    }
  }

  /// Changes of a book that is read while somebody waits for a page of the list; one of more has that
  /// page sooner than it is read.
  private static let fewChanges = 10_000

  /// Rows that a request may ask for.
  private static let mostRows = 200

  /// Whom a filter lists, a part of them.
  private func list(
    _ filter: inout PeopleFilter, from start: Int, limit: Int
  ) async throws -> PeopleView.Page {
    guard let library else { preconditionFailure("people are of a book") }
    var page = PeopleView.Page(rows: [], start: start, total: 0)
    if filter.isEverybody {
      let people: [RecordID]
      let newest = try library.book.newestChange()
      let patience: Duration = newest > Self.fewChanges ? .zero : .milliseconds(30)
      if let directory = try await knownDirectory(patience: patience),
        directory.revision == newest
      {
        people = Array(directory.people.dropFirst(start).prefix(limit))
        page.total = directory.people.count
      } else {
        people = try library.book.people(from: start, limit: limit).map(\.id)
        page.total = try library.book.details().people
      }
      page.rows = try library.rows(people)
      page.note =
        options.isReadOnly
        ? "The book is empty. ‘vcard import’ fills it."
        : "The book is empty. Drop a card here, make somebody new, or fill it with ‘vcard import’."
      return page
    }
    guard let found = try await everybody(in: &filter, limit: Self.mostListedFound) else {
      page.isIndexing = true
      page.note = "The book is being read: this takes a second or so. Try again."
      return page
    }
    page.total = found.count
    page.rows = try library.rows(found.dropFirst(start).prefix(limit))
    page.note = filter.query.isEmpty ? "Nobody is here." : "Nobody is found."
    return page
  }

  /// All whom a filter lists, in the order of the list; `nil` while the book is being read.
  ///
  /// - Parameters:
  ///   - filter: Who is listed.
  ///   - limit: How many are found by a query at most.
  /// - Returns: Their identifiers.
  /// - Throws: `BookError`, and errors of ICU.
  func everybody(
    in filter: inout PeopleFilter, limit: Int = .max
  ) async throws -> [RecordID]? {
    guard let library else { preconditionFailure("people are of a book") }
    if filter.isEverybody { return try library.book.orderedPeople() }
    if !filter.query.isEmpty { return try await found(filter.query, limit: limit) }
    guard let directory = try await knownDirectory() else { return nil }
    return directory.sorted(try members(&filter, library))
  }

  /// Found people that are listed: whoever has more of them types on.
  private static let mostListedFound = 1000

  /// The people of a group or a source.
  private func members(
    _ filter: inout PeopleFilter, _ library: PageBook
  ) throws -> Set<RecordID> {
    var records: Set<RecordID> = []
    if filter.part.hasPrefix("group-") {
      let group = try library.book.groups().first { "group-\($0.id)" == filter.part }
      filter.title = group?.name ?? "Group"
      records = Set(group?.members ?? [])
    } else if filter.part.hasPrefix("source-") {
      let name = String(filter.part.dropFirst("source-".count))
      filter.title = name
      records = try library.book.records(ofSource: name) ?? []
    }
    var people = records
    for linked in try library.book.linkedRecords() where !records.isDisjoint(with: linked) {
      people.insert(linked[0])
    }
    return people
  }

  private func people(_ request: PageRequest, _ frame: PageFrame) async throws -> PageResponse {
    try await view(request, frame).response()
  }

  private func view(_ request: PageRequest, _ frame: PageFrame) async throws -> PeopleView {
    guard let library else { preconditionFailure("people are of a book") }
    var filter = PeopleFilter(request.query)
    let start = min(max(request.query["from"].flatMap { Int($0) } ?? 0, 0), 1 << 32)
    let list = try await list(&filter, from: start, limit: PeopleView.pageSize)
    return PeopleView(
      frame: frame, list: list, filter: filter,
      hasTable: options.converter?.tables.isEmpty == false,
      sections: directory.last?.value.sections ?? [],
      groups: try library.book.groups(), sources: try library.book.sources(),
      revision: try library.book.newestChange())
  }

  private func person(
    _ id: RecordID, _ request: PageRequest, _ frame: PageFrame
  ) async throws -> PageResponse {
    guard let library, let person = try library.book.person(of: id) else {
      return .missing(frame, .people, "Nobody has this number; they may be gone.")
    }
    let notes = try PersonNotes(library.book, tellsSources: person.records.count > 1)
    let page = options.page.page(
      person: person.records.map(\.card), try notes.notes(of: person))
    let view = try await view(request, frame)
    return view.response(
      person: person.id, title: page.lines.first?.words.joined(separator: " "),
      status: request.query["done"],
      detail: PersonView.html(person, page, frame, revision: view.revision))
  }

  /// The people that a query finds in the book as it is now, the best first; `nil` while it is being
  /// read.
  func found(_ query: String, limit: Int) async throws -> [RecordID]? {
    guard let library, let directory = try await knownDirectory(),
      let changes = try directory.changes(of: library.book)
    else { return nil }
    return try directory.search(query, changes, limit: limit)
  }

  private func photo(_ parts: [String]) throws -> PageResponse {
    let id = RecordID(rawValue: parts[1])
    if parts[2] == "original", let image = try library?.photo(of: id) {
      // What a browser might run, as a drawing can, is octets to it.
      let type = PersonPage.pictureType(of: image) ?? "application/octet-stream"
      return PageResponse(
        saving: image.octets, as: "photo.\(MediaType.fileExtension(of: type))", type)
    }
    guard let side = Int(parts[2]), [64, 256].contains(side),
      let picture = try library?.thumbnail(of: id, side: side)
    else { return PageResponse(.notFound, "there is no such picture") }
    return PageResponse(picture.octets, contentType: picture.mediaType)
  }

  // MARK: Changing

  /// The form of somebody, or of nobody yet.
  func edit(_ person: UnifiedRecord?, _ frame: PageFrame) -> EditView {
    let (language, country) = (frame.web.language, options.page.style.country)
    guard let person else {
      return EditView(
        frame: frame, action: "/people/new", back: "/people", title: "New person",
        form: PersonForm(
          Contact(Card(version: .version40), keys: PersonForm.keys), language: language,
          country: country),
        lines: "")
    }
    let unified = UnifiedContact(person, keys: PersonForm.keys)
    let contact = unified.contact
    return EditView(
      frame: frame, action: "/people/\(person.id)/edit", back: "/people/\(person.id)",
      title: "Edit \(contact.compositeName ?? "somebody")",
      form: PersonForm(contact, language: language, country: country),
      lines: RawLines(unified.card).text,
      photo: EditView.Photo(
        action: "/people/\(person.id)/photo",
        source: ListedRow(person).photo.map { "/photo/\($0)/256" }))
  }

  private func save(
    _ person: UnifiedRecord?, _ request: PageRequest, _ frame: PageFrame
  ) throws -> PageResponse {
    guard let book = library?.book else { preconditionFailure("people are of a book") }
    let fields = request.form
    let unified = person.map { UnifiedContact($0, keys: PersonForm.keys) }
    let now = Int64(Date().timeIntervalSince1970)
    var view = edit(person, frame)
    view.typed = fields
    do {
      var card = unified?.card ?? Card(version: .version40)
      let contact = unified?.contact ?? Contact(card, keys: PersonForm.keys)
      let lines = try PersonForm.lines(fields, of: card)
      let changed = try PersonForm.applying(fields, to: contact, language: frame.web.language)
      try card.update(with: changed)
      if let lines { card = try RawLines.applying(lines, to: card) }
      var save = SaveRequest("new")
      if let unified {
        save = unified.request(saving: card, now: now)
      } else {
        guard let name = Contact(card, keys: .compositeName).compositeName else {
          throw PersonForm.Refusal.impossible(
            "Say who it is: a name, a company, an email or a phone.")
        }
        // RFC 6350 §6.2.1: there is one.
        if card.first(.fn) == nil { card.append(ContentLine("FN", .text(name))) }
        card.append(ContentLine("UID", .verbatim(NewUID.make())))
        card.setRevision(now)
        // What somebody chose no file for comes without octets.
        if let octets = request.multipart?.files("photo").first?.content, !octets.isEmpty {
          guard let photo = Self.photo(Array(octets)) else {
            throw PersonForm.Refusal.impossible(Self.noPhoto)
          }
          card.append(photo)
        }
        save.add(card)
      }
      let added = try book.save(save)
      let id = person?.id ?? added[0]
      return .redirect(to: "/people/\(id)?done=saved")
    } catch let error as ContactUpdateError {
      view.problem = error.description
    } catch PersonForm.Refusal.conflicts(let conflicts) {
      view.conflicts = conflicts
      return view.response(.conflict)
    } catch let refusal as RawLines.Refusal {
      view.badLines = refusal.problems
    } catch PersonForm.Refusal.unreadable(let field, let words) {
      view.unreadable = (field, words)
    } catch PersonForm.Refusal.impossible(let words) {
      view.problem = words
    }
    return view.response(.badRequest)
  }

  private func history(_ person: UnifiedRecord, _ frame: PageFrame) throws -> PageResponse {
    guard let book = library?.book else { preconditionFailure("people are of a book") }
    let name = ListedRow(person).name
    let versions = try person.records.flatMap { try book.versions(of: $0.id) }
      .sorted { $0.sequence > $1.sequence }
    let entries = try book.entries(ofChanges: versions.map(\.sequence))
    let steps = versions.map { HistoryView.Step(version: $0, entry: entries[$0.sequence]) }
    return frame.response(
      "History of \(name)", in: .people,
      HistoryView.person(steps, name: name, id: person.id, frame))
  }

  /// Requests of the journal that are listed.
  private static let mostEntries = 100

  private func book(_ request: PageRequest, _ frame: PageFrame) async throws -> PageResponse {
    guard let book = library?.book else { preconditionFailure("a book is served") }
    var html = HistoryView.book(
      try book.details(), try book.journal(limit: Self.mostEntries),
      undoable: try book.undoable(), frame)
    var view = try await statistics(frame.web.language)
    if case .counted(let counted) = view.state {
      for id in Set(counted.findings.flatMap(\.examples)) {
        view.names[id] = try book.person(of: id).map { ListedRow($0).name }
      }
    }
    html += view.html
    return frame.response("Book", in: .book, status: request.query["done"], html)
  }

  private func statistics(_ language: String) async throws -> StatisticsView {
    var view = StatisticsView(state: try await knownStatistics(), language: language)
    if let review {
      for group in review.clusters { view.planned[group.cards.count, default: 0] += 1 }
      view.bits = try await strength(of: review.plan)
    }
    return view
  }

  /// The numbers of a chart, as a file.
  private func table(ofChart name: String) async throws -> PageResponse? {
    let view = try await statistics(options.page.style.language)
    if case .counting = view.state {
      return PageResponse(.conflict, "the records are being counted: try again in a moment")
    }
    return view.csv(String(name.dropLast(".csv".count))).map {
      PageResponse(saving: $0, as: "book.csv", "text/csv; charset=utf-8")
    }
  }

  /// What the book holds as it is now.
  private func knownStatistics() async throws -> StatisticsView.State {
    guard let library else { return .failed }
    let change = try library.book.newestChange()
    let known = try await statistics.value(at: change, on: self) { library.statistics() }
    if let known, known.revision == change { return .counted(known) }
    return statistics.failed == change ? .failed : .counting
  }

  /// Records of which is shown what comes back.
  private static let mostVersions = 50

  private func undoing(_ frame: PageFrame) throws -> PageResponse {
    guard let book = library?.book, let entry = try book.undoable() else {
      return .missing(frame, .book, "There is nothing to take back.")
    }
    var versions: [RecordVersion] = []
    var rest = 0
    try book.forEachVersion(in: entry) { version in
      if versions.count < Self.mostVersions { versions.append(version) } else { rest += 1 }
    }
    return frame.response(
      "Take back", in: .book, HistoryView.undo(entry, versions, rest: rest, frame))
  }

  private func undo(_ request: PageRequest) throws -> PageResponse {
    guard let book = library?.book else { preconditionFailure("a book is served") }
    // Somebody else may have done something since this was looked at.
    guard let entry = try book.undoable(), request.form["request"] == "\(entry.number)" else {
      return .redirect(to: "/book?done=other")
    }
    _ = try book.undo()
    return .redirect(to: "/book?done=back")
  }

  // MARK: For scripts

  private struct Listed: Encodable {
    struct Row: Encodable {
      let id: String
      let name: String
      let detail: String
      let initials: String
      let photo: String?
    }

    let schema = "vcard.page.people/1"
    let revision: Int64
    let title: String
    let total: Int
    let start: Int
    let note: String
    /// Whether who is listed is not known yet.
    let isIndexing: Bool
    let people: [Row]
  }

  private func listed(_ request: PageRequest) async throws -> PageResponse {
    var filter = PeopleFilter(request.query)
    let start = min(max(request.query["from"].flatMap { Int($0) } ?? 0, 0), 1 << 32)
    let limit = min(max(request.query["limit"].flatMap { Int($0) } ?? 100, 1), Self.mostRows)
    let page = try await list(&filter, from: start, limit: limit)
    return try json(
      Listed(
        revision: try library?.book.newestChange() ?? 0, title: TerminalText.visible(filter.title),
        total: page.total, start: page.start, note: page.note,
        isIndexing: page.isIndexing,
        people: page.rows.map { row in
          Listed.Row(
            id: row.id.rawValue, name: TerminalText.visible(row.name),
            detail: TerminalText.visible(row.detail), initials: row.initials,
            photo: row.photo?.rawValue)
        }))
  }

  private struct Letters: Encodable {
    let schema = "vcard.page.sections/1"
    /// Whether they are still being found.
    let isIndexing: Bool
    let sections: [PeopleDirectory.Section]
  }

  private func letters() async throws -> PageResponse {
    let known = try await knownDirectory()
    return try json(Letters(isIndexing: directory.isMaking, sections: known?.sections ?? []))
  }

  private func json(_ value: some Encodable) throws -> PageResponse {
    PageResponse(
      Array(try JSONEncoder().encode(value)), contentType: "application/json; charset=utf-8")
  }
}
