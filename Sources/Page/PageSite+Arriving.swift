import ContactMatching
import ContactMerging
import ContactModel
import ContactPages
import ContactStore
import Foundation
import Images
import SystemPackage
import VCard

extension PageSite {
  private static var now: Int64 { Int64(Date().timeIntervalSince1970) }

  /// Cards of an arrival that are listed on a page.
  private static let mostListed = 200
  /// Found people among whom one chooses.
  private static let mostFound = 20

  /// The form, an arrival, one of its cards, or its picture.
  func arriving(
    _ request: PageRequest, _ frame: PageFrame, _ library: PageBook
  ) async throws -> PageResponse {
    let parts = request.parts
    if parts.count == 1 { return ArrivalView(frame: frame).form() }
    guard let number = Int(parts[1]), let arrival = arrivals[number] else { return gone(frame) }
    if parts.count == 2 {
      if arrival.cards.count == 1 { return .redirect(to: "/arrivals/\(number)/1") }
      return try await list(number, arrival, request, frame, library)
    }
    guard let place = Int(parts[2]).map({ $0 - 1 }), arrival.cards.indices.contains(place) else {
      return gone(frame)
    }
    if parts.count == 4, parts[3] == "photo" { return picture(of: arrival.cards[place]) }
    guard parts.count == 3 else { return gone(frame) }
    return try await card(number, place, arrival, request, frame, library)
  }

  /// Takes an arrival in, or does what is said of it.
  func arrive(
    _ request: PageRequest, _ frame: PageFrame, _ library: PageBook
  ) async throws -> PageResponse {
    let parts = request.parts
    if parts.count == 1 { return await take(request, frame) }
    guard let number = Int(parts[1]), let arrival = arrivals[number] else { return gone(frame) }
    if parts.count == 2 { return try await takeSure(number, arrival) }
    guard parts.count == 3, let place = Int(parts[2]).map({ $0 - 1 }),
      arrival.cards.indices.contains(place)
    else { return gone(frame) }
    return try decide(number, place, arrival, request.form, library)
  }

  private func gone(_ frame: PageFrame) -> PageResponse {
    .missing(frame, .arrivals, "These cards are gone; choose the file once more.")
  }

  // MARK: Coming in

  private func take(_ request: PageRequest, _ frame: PageFrame) async -> PageResponse {
    guard let reader = options.arrivals else { preconditionFailure("a reader is there") }
    var view = ArrivalView(frame: frame)
    guard let form = request.multipart else {
      return view.form("This form did not arrive whole.", .badRequest)
    }
    view.text = form["text"] ?? ""
    let chosen = form.files("file").filter { !$0.content.isEmpty }
      .map { (octets: $0.content, name: $0.fileName ?? "") }
    let pasted = view.text.isEmpty ? [] : [(octets: Array(view.text.utf8)[...], name: "")]
    let arrived = chosen + pasted
    guard !arrived.isEmpty else { return view.form("Choose a file, or paste a card.", .badRequest) }
    let all = await files.run(on: self) { reader.reading(arrived) }
    guard !all.cards.isEmpty else {
      view.notes = all.notes
      return view.form("Nobody is in this.", .badRequest)
    }
    return .redirect(to: "/arrivals/\(arrivals.add(Arrival(all)))")
  }

  // MARK: Looking

  private func list(
    _ number: Int, _ arrival: Arrival, _ request: PageRequest, _ frame: PageFrame,
    _ library: PageBook
  ) async throws -> PageResponse {
    guard let plan = try await plan(arrival, library) else {
      return ArrivalView(frame: frame).comparing(number, arrival)
    }
    // Something may have been said of cards meanwhile.
    let arrival = arrivals[number] ?? arrival
    let start = min(max(request.query["from"].flatMap { Int($0) } ?? 0, 0), arrival.cards.count)
    let shown = start..<min(arrival.cards.count, start + Self.mostListed)
    let candidates = shown.filter { arrival.fates[$0] == nil && plan.items[$0].isAmbiguous }
      .flatMap { plan.items[$0].outcome?.candidates.prefix(ArrivalView.mostNamed) ?? [] }
    return ArrivalView(frame: frame).list(
      number, arrival, plan, shown, try rows(candidates, library), status: request.query["done"])
  }

  /// Those who somebody may be, as the list of people has them.
  private func rows(
    _ candidates: some Sequence<Candidate>, _ library: PageBook
  ) throws -> [RecordID: ListedRow] {
    let people = Set(candidates.map { RecordID(rawValue: $0.person) })
    return try library.rows(people).reduce(into: [:]) { $0[$1.id] = $1 }
  }

  /// Who the cards of an arrival are: found once for a state of the book, whoever looks, while other
  /// requests are answered; `nil` while it is being found.
  private func plan(_ arrival: Arrival, _ library: PageBook) async throws -> ImportPlan? {
    let revision = try library.book.newestChange()
    let comparison = arrival.comparison
    let plan = try await comparison.value(
      at: revision, patience: .milliseconds(300), on: self
    ) {
      Task { try await compare(arrival.cards) }
    }
    if comparison.failed == revision {
      throw BookError(.inputOutput, library.book.path.string, "its people cannot be compared")
    }
    return comparison.last?.revision == revision ? plan : nil
  }

  /// Finds out who cards are by the book as it is then, those of one arrival after those of another: each
  /// may take much memory.
  private func compare(_ cards: [Card]) async throws -> ImportPlan {
    guard let book = options.book else { preconditionFailure("people are of a book") }
    let now = Self.now
    return try await comparisons.run(on: self) {
      try PageBook.importer(now: now).plan(cards, for: book.open(for: .reading))
    }
  }

  private func card(
    _ number: Int, _ place: Int, _ arrival: Arrival, _ request: PageRequest, _ frame: PageFrame,
    _ library: PageBook
  ) async throws -> PageResponse {
    let card = arrival.cards[place]
    let plan = try PageBook.importer(now: Self.now).plan([card], for: library.book)
    let item = plan.items[0]
    var view = ArrivalView(frame: frame)
    view.notes = arrival.notes
    let matched: RecordID? = if case .matched(let person, _) = item.fate { person } else { nil }
    let candidates = item.outcome?.candidates ?? []
    let chosen =
      request.query["person"].map { RecordID(rawValue: $0) } ?? matched
      ?? candidates.first.map { RecordID(rawValue: $0.person) }
    let person = try chosen.flatMap { try library.book.person(of: $0) }
    let query = request.query["q"] ?? ""
    let found = query.isEmpty ? [] : try await self.found(query, limit: Self.mostFound)
    return view.card(
      ArrivalView.Sight(
        number: number, place: place, arrival: arrival, item: item,
        page: options.page.page(person: [card], ContactPage.Notes()),
        person: person.map(ListedRow.init),
        fields: person.map { ArrivalField.fields(of: card, besides: $0.records[0].card) } ?? [],
        query: query, found: try found.map { try library.rows($0) },
        candidates: try rows(candidates, library)),
      status: request.query["done"])
  }

  private func picture(of card: Card) -> PageResponse {
    guard let image = Contact(card, keys: .image).image,
      let small = try? Thumbnail.make(
        from: image.octets, maximumSide: 256, isSquare: true, isOwnKept: false)
    else { return PageResponse(.notFound, "there is no such picture") }
    return PageResponse(small.octets, contentType: small.mediaType)
  }

  // MARK: Deciding

  /// Takes whoever is surely somebody or surely nobody of the book, as one request of the journal; other
  /// requests are answered meanwhile.
  private func takeSure(_ number: Int, _ arrival: Arrival) async throws -> PageResponse {
    guard let book = options.book else { preconditionFailure("people are of a book") }
    let open = arrival.open
    let cards = open.map { arrival.cards[$0] }
    let now = Self.now
    let (plan, added) = try await comparisons.run(on: self) {
      var importer = PageBook.importer(now: now)
      importer.unknown = .always(.new)
      return try importer.carriedOut(cards, in: book.open(for: .writing), rehearsing: false)
    }
    for (place, item) in zip(open, plan.items) where arrivals[number]?.fates[place] == nil {
      arrivals[number]?.fates[place] = fate(of: item, added)
    }
    return .redirect(to: "/arrivals/\(number)?done=sure")
  }

  private func fate(of item: ImportPlan.Item, _ added: [RecordID]) -> Arrival.Fate? {
    switch item.fate {
    case .matched(let person, _): .added(person, values: item.additions.count)
    case .created(let place): added.indices.contains(place) ? .created(added[place]) : nil
    case .skipped: nil
    }
  }

  private func decide(
    _ number: Int, _ place: Int, _ arrival: Arrival, _ form: FormFields, _ library: PageBook
  ) throws -> PageResponse {
    var arrival = arrival
    var card = arrival.cards[place]
    // Twice is once: a form that is sent again makes nobody twice.
    if arrival.fates[place] == nil || arrival.fates[place] == .left {
      var importer = PageBook.importer(now: Self.now)
      switch form["do"] {
      case "create":
        importer.unknown = .always(.new)
        importer.ambiguous = .always(.new)
        let item = try importer.plan([card], for: library.book).items.first
        if case .matched(_, by: .policy)? = item?.fate {
          // Somebody says that this is another one.
          card.append(ContentLine("UID", .verbatim(NewUID.make())))
          var request = SaveRequest("import")
          request.add(card)
          arrival.fates[place] = try library.book.save(request).first.map { .created($0) }
          arrivals[number] = arrival
          return done(number, place, arrival, form)
        }
      case "add":
        guard let id = form["person"].map({ RecordID(rawValue: $0) }),
          let person = try library.book.person(of: id)
        else { return .redirect(to: "/arrivals/\(number)/\(place + 1)?done=other") }
        let fields = ArrivalField.fields(of: card, besides: person.records[0].card)
        card = ArrivalField.card(card, fields, taking: Set(form.all("take").compactMap { Int($0) }))
        importer.person = person.records[0].id
      default:
        arrival.fates[place] = .left
        arrivals[number] = arrival
        return .redirect(to: arrival.cards.count == 1 ? "/people?done=left" : "/arrivals/\(number)")
      }
      let (plan, added) = try importer.carriedOut([card], in: library.book, rehearsing: false)
      arrival.fates[place] = plan.items.first.flatMap { fate(of: $0, added) }
      arrivals[number] = arrival
    }
    return done(number, place, arrival, form)
  }

  private func done(
    _ number: Int, _ place: Int, _ arrival: Arrival, _ form: FormFields
  ) -> PageResponse {
    guard arrival.cards.count == 1, let person = arrival.fates[place]?.person else {
      return .redirect(to: "/arrivals/\(number)?done=sure")
    }
    return .redirect(to: "/people/\(person)?done=\(form["do"] == "create" ? "created" : "added")")
  }
}
