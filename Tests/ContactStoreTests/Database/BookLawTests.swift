import ContactMerging
import ContactModel
import ContactSearch
import ContactStore
import Files
import ICU
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("DatabaseBook, against a slow model of a book")
struct BookLawTests {
  private struct Play {
    var random: SeededGenerator
    var model = BookModel()
    let book: DatabaseBook

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

    mutating func card() throws -> Card {
      let versions: [Version] = [.version21, .version30, .version40]
      if below(4) == 0 {
        let octets = CardGenerator(pick(versions)).card(using: &random).octets
        if let card = try? CardSamples.parsed(octets),
          Contact(card, keys: .contactType).contactType != .group
        {
          return card
        }
      }
      let given = pick(["Kate", "José", "Анна", "金", "Zoë", "O'Neil", ""])
      let family = pick(["Bell", "Núñez", "Иванова", "田中", "Ōtsu", "Müller"])
      if below(8) == 0 {
        return try CardSamples.parsed(CardSamples.card(family, "KIND:group", version: "4.0"))
      }
      return try CardSamples.parsed(
        CardSamples.card(
          "\(given) \(family)", "N:\(family);\(given);;;",
          "EMAIL:\(pick(["a", "b", "c"]))@x.example", "TEL:+49 30 \(123450 + below(4))",
          "UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b\(below(9))"))
    }

    var ids: [Int] { model.state.records.keys.sorted() }

    static func id(_ number: Int) -> RecordID { RecordID(rawValue: "\(number)") }

    mutating func save() throws {
      var request = SaveRequest()
      var steps: [(inout BookModel) -> Void] = []
      let old = ids
      var touched: Set<Int> = []
      for id in old where below(6) == 0 && touched.count < 4 {
        touched.insert(id)
        if below(2) == 0 {
          request.delete(Self.id(id))
        } else {
          let keeps = below(4) == 0
          let card = try keeps ? book.record(Self.id(id))?.card ?? card() : card()
          request.update(Self.id(id), to: card)
        }
      }
      for id in request.deleted.map({ Int($0.rawValue) ?? 0 }) { steps.append { $0.delete(id) } }
      for (id, card) in request.updated {
        steps.append { $0.update(Int(id.rawValue) ?? 0, card.octetsAsRead) }
      }
      var added: [(octets: [UInt8], source: String)] = []
      for _ in 0..<below(4) {
        let (card, source) = (try card(), pick(["local", "phone", "cloud", "work"]))
        request.add(card, source: source == "local" ? nil : source)
        added.append((card.octetsAsRead, source))
      }
      let left = old.filter { !request.deleted.contains(Self.id($0)) }
      var links: [SaveRequest.Link] = []
      let ends =
        left.map { SaveRequest.Linked.record(Self.id($0)) }
        + added.indices.map { SaveRequest.Linked.added($0) }
      func isGroup(_ linked: SaveRequest.Linked) -> Bool {
        let card: Card? =
          switch linked {
          case .record(let id): request.updated[id]
          case .added(let place): request.added[place]
          }
        if let card { return Contact(card, keys: .contactType).contactType == .group }
        guard case .record(let id) = linked else { return false }
        return model.isGroup(Int(id.rawValue) ?? 0)
      }
      for _ in 0..<below(4) where !ends.isEmpty {
        switch below(4) {
        case 0:
          let (one, other) = (pick(ends), pick(ends))
          if !isGroup(one), !isGroup(other) { links.append(.join(one, other)) }
        case 1: links.append(.match(pick(ends), pick(ends)))
        case 2:
          let (one, other) = (left.isEmpty ? 0 : pick(left), left.isEmpty ? 0 : pick(left))
          if one != other { links.append(.keepApart(Self.id(one), Self.id(other))) }
        default: if !left.isEmpty { links.append(.separate(Self.id(pick(left)))) }
        }
      }
      for link in links { request.link(link) }
      let saved = try book.save(request)
      model.request { model in
        for step in steps { step(&model) }
        let new = added.map { model.add($0.octets, source: $0.source) }
        #expect(saved == new.map { Self.id($0) })
        func number(_ linked: SaveRequest.Linked) -> Int {
          switch linked {
          case .record(let id): Int(id.rawValue) ?? 0
          case .added(let place): new[place]
          }
        }
        for link in links {
          switch link {
          case .join(let one, let other): model.join(number(one), number(other))
          case .match(let one, let other): model.match(number(one), number(other))
          case .separate(let id): model.separate(Int(id.rawValue) ?? 0)
          case .keepApart(let one, let other):
            model.keepApart(Int(one.rawValue) ?? 0, Int(other.rawValue) ?? 0)
          }
        }
      }
    }

    mutating func step() throws {
      switch below(10) {
      case 0...5: try save()
      case 6:
        let source = pick(["local", "phone", "cloud", "work"])
        let count = model.state.records.values.count { $0.source == source }
        let removed = try book.removeSource(named: source)
        #expect(removed == (model.state.sources.contains(source) ? count : nil))
        model.request { $0.removeSource(source) }
      case 7...8:
        let isUndone = model.undo()
        #expect(try (book.undo() != nil) == isUndone)
      default:
        let isRedone = model.redo()
        #expect(try (book.redoable() != nil) == isRedone)
        #expect(try (book.redo() != nil) == isRedone)
      }
    }
  }

  @Test(
    "does what the model does, request by request, takes each back and does it again",
    arguments: 0..<6 * lawTimes)
  func requests(seed: Int) throws {
    let directory = try TemporaryDirectory()
    var options = BookOptions()
    // What people are found by is written now and then, or with each of them.
    options.pendingOctets = [16 << 20, 2000, 0][seed % 3]
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing, options: options)
    var play = Play(random: SeededGenerator(seed: UInt64(seed)), book: book)
    for step in 0..<60 {
      try play.step()
      #expect(try BookModel.State(book).visible == play.model.state.visible, "step \(step)")
      if step % 20 == 19 { try Self.expectWhole(book) }
    }
    while try book.undo() != nil {
      let isUndone = play.model.undo()
      #expect(isUndone)
      #expect(try BookModel.State(book).visible == play.model.state.visible)
    }
    let isLeft = play.model.undo()
    #expect(!isLeft)
    #expect(try book.count() == 0)
    while play.model.redo() {
      #expect(try book.redo() != nil)
      #expect(try BookModel.State(book).visible == play.model.state.visible)
    }
    #expect(try book.redo() == nil)
    try Self.expectWhole(book)
  }

  /// Expects that nothing is found wrong, and that the indexes give what the cards give.
  static func expectWhole(_ book: DatabaseBook) throws {
    var faults: [BookFault] = []
    let count = try book.check { faults.append($0) }
    #expect(faults == [])
    #expect(try count == book.count())
    let sorter = try NameSorter(.family)
    var people: [(key: [UInt8], id: Int)] = []
    try book.forEachPerson { person in
      let contact = Contact(person.records[0].card, keys: .sorting)
      if contact.contactType == .group { return }
      people.append((try sorter.sortKey(for: contact).bytes, Int(person.id.rawValue) ?? 0))
    }
    people.sort { left, right in
      left.key == right.key ? left.id < right.id : left.key.lexicographicallyPrecedes(right.key)
    }
    let listed = try book.people(limit: .max)
    #expect(listed.map(\.id.rawValue) == people.map { "\($0.id)" })
    let page = try book.people(from: 2, limit: 3)
    #expect(page == Array(listed.dropFirst(2).prefix(3)))
    for query in [
      "k", "bell", "jose nun", "o'n", "ONeil", "ann", "田", "zoe b", "x.example", "zzz",
      "1", "555", "+1",
    ] {
      let search = try NameSearch(query)
      var found: [RecordID] = []
      try book.forEachPerson { person in
        let contacts = person.records.map { Contact($0.card, keys: .searching) }
        if try search.rank(of: contacts) != nil { found.append(person.id) }
      }
      #expect(try book.people(matching: query).map(\.id) == found, "\(query)")
    }
  }

  @Test("gives an identifier to one record only, also after undo and another opening")
  func identifiers() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("book.sqlite")
    var known: Set<RecordID> = []
    for round in 0..<4 {
      let book = try DatabaseBook(path, for: .writing)
      let ids = try book.save(BookSamples.request(add: ["A\(round)", "B\(round)"]))
      #expect(known.isDisjoint(with: ids))
      known.formUnion(ids)
      if round % 2 == 0 { #expect(try book.undo()?.added == 2) }
      try book.compact()
    }
    let book = try DatabaseBook(path)
    #expect(try BookSamples.names(book) == ["A1", "B1", "A3", "B3"])
  }

  @Test("keeps the octets of every card as they came in")
  func octets() throws {
    let directory = try TemporaryDirectory()
    let files = Fixtures.files(in: "cards") + Corpus.files
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
    var count = 0
    for file in files {
      let descriptor = try FileDescriptor.open(file, .readOnly)
      defer { try? descriptor.close() }
      let size = Int(try Stat(file).size)
      guard size < 1 << 20 else { continue }
      var bytes = [UInt8](repeating: 0, count: size)
      _ = try SystemCalls.read(descriptor, at: 0, into: &bytes)
      var reader = CardReader()
      try reader.append(bytes)
      reader.finish()
      var request = SaveRequest()
      reading: while true {
        switch reader.next() {
        case .card(let card, _): request.add(card)
        case .needsInput: break
        case .end: break reading
        }
      }
      for (id, card) in zip(try book.save(request), request.added) {
        let kept = try #require(try book.record(id)).card
        #expect(kept.octetsAsRead == card.octetsAsRead, "\(file)")
        #expect(CardDigest(kept) == CardDigest(card), "\(file)")
        #expect(CardSamples.written(kept) == CardSamples.written(card), "\(file)")
        count += 1
      }
    }
    #expect(count > 50)
    var faults: [BookFault] = []
    _ = try book.check { faults.append($0) }
    #expect(faults == [])
  }
}
