import ContactModel
import ContactSearch
import ContactStore
import ICU
import TestSupport
import Testing
import VCard

@Suite("The best of those whom a search finds in a database")
struct BookRankingTests {
  /// Keeps who is found, with rank and sort key.
  private struct Finder: CardWorker {
    struct Found: Sendable {
      var rank: UInt32
      var key: [UInt8]
      var card: [UInt8]
    }

    let search: NameSearch
    let sorter: NameSorter
    var found: [Found] = []
    var read = 0

    mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
      try take([copy card])
    }

    mutating func process(person cards: [Card], found: inout [Diagnostic]) throws {
      try take(cards)
    }

    private mutating func take(_ cards: [Card]) throws {
      read += 1
      let contacts = cards.map { Contact($0, keys: [.searching, .sorting]) }
      guard let rank = try search.rank(of: contacts) else { return }
      let named = contacts.first { $0.compositeName != nil } ?? contacts[0]
      found.append(
        Found(
          rank: rank.number, key: try sorter.sortKey(for: named).bytes,
          card: cards.flatMap(\.octetsAsRead)))
    }

    typealias Piece = (found: [Found], read: Int, rows: Int)

    mutating func finish(_ piece: inout Piece?) {
      piece = (found, read, 0)
      (found, read) = ([], 0)
    }
  }

  /// Who is found, the best first, and how many were read for it.
  private func find(
    _ words: String, best: Int?, in book: DatabaseBook
  ) throws -> (best: [[UInt8]], read: Int) {
    var query = BookQuery()
    query.words = words
    query.joinsLinked = true
    query.best = best
    var all: [Finder.Found] = []
    var read = 0
    let finder = Finder(
      search: try NameSearch(words), sorter: try NameSorter(locale: "root"))
    try book.readCards(inQuestionFor: query, finder) { piece in
      all += piece.result.found
      read += piece.result.read
    }
    // Sorting keeps the order of the book where all else is equal.
    let sorted = all.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.rank != other.rank { return one.rank < other.rank }
      if one.key != other.key { return one.key.lexicographicallyPrecedes(other.key) }
      return left.offset < right.offset
    }
    return (sorted.prefix(best ?? .max).map(\.element.card), read)
  }

  /// Keeps who is found by entries, and how many cards were read besides.
  private struct Lister: CardWorker, EntryWorker {
    let needsNoCards = true
    let needsKeys = true
    var finder: Finder
    var memory = SearchMemory()
    var found: [Finder.Found] = []
    /// How many people were told by rows.
    var rows = 0

    mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
      try finder.process(card, found: &found)
    }

    mutating func process(person cards: [Card], found: inout [Diagnostic]) throws {
      try finder.process(person: cards, found: &found)
    }

    mutating func process(row: Span<UInt8>, key: Span<UInt8>) throws -> Bool {
      var cells = 0..<0
      switch finder.search.rank(ofRow: row, cells: &cells) {
      case .notFound: break
      case .found(let rank):
        found.append(
          Finder.Found(rank: rank.number, key: key.indices.map { key[$0] }, card: []))
      case .unreadable, nil: return false
      }
      rows += 1
      return true
    }

    mutating func process(
      _ person: @autoclosure () -> RecordID, row: Span<UInt8>, entries: Span<UInt8>,
      startingAt starts: [Int], keys: Span<UInt8>, startingAt keyStarts: [Int]
    ) throws -> Bool {
      let rank: SearchRank
      switch try finder.search.rank(ofEntries: entries, startingAt: starts, &memory) {
      case .found(let found): rank = found
      case .notFound: return true
      case .unreadable: return false
      }
      var named: Int?
      for (number, start) in starts.enumerated() {
        _ = SearchEntry.forEachText(in: entries, from: start) { text, range in
          if text == .name, named == nil, !range.isEmpty { named = number }
        }
      }
      let first = named ?? 0
      let end = first + 1 < keyStarts.count ? keyStarts[first + 1] : keys.count
      found.append(
        Finder.Found(
          rank: rank.number, key: (keyStarts[first]..<end).map { keys[$0] }, card: []))
      return true
    }

    mutating func finish(_ piece: inout Finder.Piece?) {
      finder.finish(&piece)
      piece?.found += found
      piece?.rows = rows
      (found, rows) = ([], 0)
    }
  }

  @Test("entries tell who is found and where they stand; where one does not read, the cards do")
  func entries() throws {
    var generator = BookMatchingTests.Generator(random: SeededGenerator(seed: 3))
    let directory = try TemporaryDirectory()
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
    var request = SaveRequest()
    for _ in 0..<900 { request.add(try generator.card()) }
    for _ in 0..<60 {
      request.link(
        .match(
          .added(Int.random(in: 0..<900, using: &generator.random)),
          .added(Int.random(in: 0..<900, using: &generator.random))))
    }
    _ = try book.save(request)
    func find<Worker: CardWorker>(
      _ query: BookQuery, _ worker: Worker
    ) throws -> (places: [[UInt8]], read: Int, rows: Int) where Worker.Piece == Finder.Piece {
      var (places, read, rows): ([[UInt8]], Int, Int) = ([], 0, 0)
      try book.readCards(inQuestionFor: query, worker) { piece in
        places += piece.result.found.map { found in
          (0..<4).map { UInt8(truncatingIfNeeded: found.rank >> (24 - 8 * $0)) } + found.key
        }
        read += piece.result.read
        rows += piece.result.rows
      }
      return (places.sorted { $0.lexicographicallyPrecedes($1) }, read, rows)
    }
    var (count, rows) = (0, 0)
    // What is done to blocks, and the numbers of those that do not read from then on.
    let all = "person = person"
    for (damage, unread) in [
      ("", "person <> person"),
      ("UPDATE entry_block SET rows = x'0000' WHERE number % 3 = 0", "(person >> 6) % 3 = 0"),
      (
        "UPDATE entry_block SET entries = x'FF' WHERE number % 2 = 0",
        "(person >> 6) % 3 = 0 OR (person >> 6) % 2 = 0"
      ),
      (
        """
        UPDATE entry_block SET entries = CAST(x'00' || entries AS BLOB) WHERE number = 7;
        UPDATE entry_block SET entries = CAST(entries || x'00' AS BLOB) WHERE number = 11
        """,
        "(person >> 6) % 3 = 0 OR (person >> 6) % 2 = 0 OR (person >> 6) IN (7, 11)"
      ),
      (
        """
        INSERT INTO entry_block
        VALUES (9223372036854775807, x'0000', x''), (144115188075855871, x'3F', x'00')
        """, "(person >> 6) % 3 = 0 OR (person >> 6) % 2 = 0 OR (person >> 6) IN (7, 11)"
      ),
      (
        "DELETE FROM entry_block WHERE number = 5",
        "(person >> 6) % 3 = 0 OR (person >> 6) % 2 = 0 OR (person >> 6) IN (5, 7, 11)"
      ),
      ("DELETE FROM entry_block", all),
    ] {
      let path = directory.path("book.sqlite")
      if !damage.isEmpty { try SQLScript.run(damage, on: path) }
      let most = try SQLScript.numbers("SELECT count(*) FROM record WHERE \(unread)", path)[0]
      for words in ["a", "k", "z"] + Self.words {
        for joins in [true, false] {
          var query = BookQuery()
          query.words = words
          query.joinsLinked = joins
          let finder = Finder(
            search: try NameSearch(words), sorter: try NameSorter(locale: "root"))
          let expected = try find(query, finder)
          let listed = try find(query, Lister(finder: finder))
          #expect(listed.places == expected.places, "\(words) \(joins) \(damage)")
          #expect(listed.read <= most, "\(words) \(joins) \(damage)")
          count += listed.places.count
          rows += listed.rows
        }
      }
    }
    #expect(count > 1000 && rows > 1000)
  }

  @Test("people come in the order of the book, from however many parts of it", arguments: [1, 2])
  func parts(threads: Int) throws {
    let directory = try TemporaryDirectory()
    var options = BookOptions()
    options.threads = threads
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing, options: options)
    _ = try book.save(BookSamples.request(add: (10_000..<19_000).map { "Ann \($0)" }))
    var query = BookQuery()
    query.words = "ann"
    query.joinsLinked = true
    let finder = Finder(search: try NameSearch("ann"), sorter: try NameSorter(locale: "root"))
    var keys: [[UInt8]] = []
    try book.readCards(inQuestionFor: query, Lister(finder: finder)) { piece in
      keys += piece.result.found.map(\.key)
    }
    #expect(keys.count == 9000)
    #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test("who changes somebody in a block that does not read makes it whole again")
  func mending() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("book.sqlite")
    let book = try DatabaseBook(path, for: .writing)
    var request = try BookSamples.request(add: (0..<200).map { "Person \($0)" })
    request.link(.join(.added(3), .added(150)))
    _ = try book.save(request)
    for (number, damage) in [
      "rows = x'FF'", "rows = x''", "rows = x'00000001'", "entries = x'FF'", "entries = x''",
    ].enumerated() {
      try SQLScript.run("UPDATE entry_block SET \(damage)", on: path)
      var request = try BookSamples.request(update: ["\(10 + number)": "Zoe"])
      // Out of the third block into the first.
      request.link(
        .join(
          .record(RecordID(rawValue: "\(20 + number)")),
          .record(RecordID(rawValue: "\(140 + number)"))))
      _ = try book.save(request)
      var faults: [BookFault] = []
      _ = try book.check { faults.append($0) }
      let records = Set(faults.compactMap { $0.record.flatMap { Int($0.rawValue) } })
      #expect(!records.isEmpty && records.allSatisfy { 64..<128 ~= $0 || $0 >= 192 }, "\(damage)")
      try book.repair()
      try BookLawTests.expectWhole(book)
    }
  }

  @Test("whom the index finds is whom a look at everybody finds, on any number of threads")
  func index() throws {
    var generator = BookMatchingTests.Generator(random: SeededGenerator(seed: 4))
    let directory = try TemporaryDirectory()
    let path = directory.path("book.sqlite")
    var options = BookOptions()
    options.threads = 5
    let book = try DatabaseBook(path, for: .writing, options: options)
    var request = SaveRequest()
    for _ in 0..<400 { request.add(try generator.card()) }
    for first in stride(from: 0, to: 400, by: 40) {
      request.link(.match(.added(first), .added(first + 7)))
    }
    _ = try book.save(request)
    let books = try [1, 2, 5].map { threads in
      options.threads = threads
      return (threads, try DatabaseBook(path, for: .reading, options: options))
    }
    var people: [UnifiedRecord] = []
    try book.forEachPerson { people.append($0) }
    var count = 0
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
    for words in letters + ["k b", "b a m", "1", "а", "é", "金"] + Self.words {
      let search = try NameSearch(words)
      let expected = try people.filter { person in
        try search.rank(of: person.records.map { Contact($0.card, keys: .searching) }) != nil
      }
      let ids = expected.map(\.records[0].id)
      for (threads, book) in books {
        let found = try book.people(matching: words, in: SearchField.all)
        #expect(found.map(\.records[0].id) == ids, "\(words), \(threads) threads")
      }
      count += ids.count
    }
    #expect(count > 1000)
  }

  private static let words = [
    "kate", "bell", "k", "kate bell", "bell kate", "jose", "núñez", "ann", "mary", "mary-ann",
    "o'neil", "анна", "anna", "金", "x.example", "dr kate", "katie", "acme", "zoe",
  ]

  @Test(
    "few of whom are enough are those who come first among all, with fewer cards read",
    arguments: 1...UInt64(lawTimes))
  func same(seed: UInt64) throws {
    var generator = BookMatchingTests.Generator(random: SeededGenerator(seed: seed))
    let directory = try TemporaryDirectory()
    let book = try DatabaseBook(directory.path("book.sqlite"), for: .writing)
    var request = SaveRequest()
    for number in 0..<4000 {
      guard number % 3 == 0 else {
        request.add(
          try CardSamples.parsed(CardSamples.card("Kate Bell \(number % 50)", "NOTE:kate")))
        continue
      }
      request.add(try generator.card())
    }
    for _ in 0..<60 {
      request.link(
        .match(
          .added(Int.random(in: 0..<4000, using: &generator.random)),
          .added(Int.random(in: 0..<4000, using: &generator.random))))
    }
    _ = try book.save(request)
    var saved = 0
    for words in Self.words {
      let all = try find(words, best: nil, in: book)
      for limit in [1, 20, 300] {
        let few = try find(words, best: limit, in: book)
        #expect(few.best == Array(all.best.prefix(limit)), "\(words) \(limit)")
        if few.read < all.read / 4 { saved += 1 }
      }
    }
    #expect(saved >= 4)
  }
}
