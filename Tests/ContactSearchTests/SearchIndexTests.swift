import ContactModel
import ContactSearch
import ICU
import TestSupport
import Testing

@Suite("SearchIndex")
struct SearchIndexTests {
  private static let names = [
    "Kate", "Katerina", "Bell", "Bellamy", "O'Brien", "Anna-Maria", "Müller", "Mueller", "Ødegård",
    "Åse", "Straße", "Nuñez", "Nunez", "Иванов", "Ivanov", "Юрий", "Yuri", "Ёлкин", "Γιώργος",
    "Giorgos", "陈", "秀英", "Chen", "田中", "たなか", "タナカ", "Tanaka", "김", "철수", "Kim", "محمد", "أحمد",
    "Mohammed", "דוד", "David", "राजकुमार", "สมชาย", "เกษม", "Հայկ", "ქართველი", "Dr.", "van", "der",
    "A", "a", "é", "St.Mary", "😀", "\u{301}", "٣", "３", "Ｋate", "ﬁnn", "Ⅷ", "ßa", "İnci", "ılgaz",
    "ﾔﾏﾀﾞ",
    "김철수", "陈秀英", "x", "--", "李Lee", "Nguyễn", "\u{200F}Bell", "be\u{301}ll", "1st", "K2",
  ]

  private func person(_ random: inout SeededGenerator) throws -> Contact {
    func name() -> String { Self.names.randomElement(using: &random) ?? "" }
    func sometimes(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    var lines: [String] = []
    if sometimes(80) { lines.append("N:\(name());\(name());\(sometimes(20) ? name() : "");;") }
    if sometimes(70) { lines.append("FN:\(name()) \(name())") }
    if sometimes(30) { lines.append("NICKNAME:\(name())") }
    if sometimes(30) { lines.append("ORG:\(name()) \(name());\(name())") }
    if sometimes(10) { lines.append("X-PHONETIC-LAST-NAME:\(name())") }
    if sometimes(10) { lines.append("X-MAIDENNAME:\(name())") }
    if sometimes(60) {
      lines.append("EMAIL:\(name()).\(name())@home\(sometimes(50) ? "" : "2").example")
    }
    if sometimes(10) { lines.append("TEL:+1 408 555 \(name())") }
    if sometimes(20) { lines.append("TEL:0\(Int.random(in: 100...199, using: &random))-40 3") }
    if sometimes(10) { lines.append("NOTE:\(name()) \(name())") }
    if sometimes(10) { lines.append("CATEGORIES:\(name()),\(name())") }
    if sometimes(10) { lines.append("ADR:;;;\(name());;;") }
    if sometimes(20) { lines.append("UID:urn:uuid:\(name().count)abcdef-1") }
    return try contact(lines.joined(separator: "\r\n"), keys: [.searching, .sorting])
  }

  private func people(_ count: Int, seed: UInt64) throws -> [Contact] {
    var random = SeededGenerator(seed: seed)
    return try (0..<count).map { _ in try person(&random) }
  }

  private func queries(seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    var queries = [
      "", " ", "-", "k", "kate", "kate be", "be kat", "ivanov", "иванов", "chen", "kim", "mu",
      "mue",
      "o'b", "obr", "home", "kate@", "e e e", "\u{301}", "😀", "3", "a a", "st.mary", "anna-m",
      "408", "(408)", "0408", "+1", "1", "555 kate", "03", "8-555", "1abcdef1",
      "urn:uuid:2abcdef-1",
    ]
    for _ in 0..<60 {
      var words: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let word = Array((Self.names.randomElement(using: &random) ?? "").unicodeScalars)
        let end = Int.random(in: min(1, word.count)...word.count, using: &random)
        words.append(String(String.UnicodeScalarView(word[..<end])))
      }
      queries.append(words.joined(separator: Bool.random(using: &random) ? " " : "  "))
    }
    return queries
  }

  /// Whom ``NameSearch`` finds, one by one, the best first.
  private func expected(
    _ people: [Contact], _ query: String, _ sorter: NameSorter?
  ) throws -> [(person: Int, rank: SearchRank)] {
    let search = try NameSearch(query)
    var found: [(rank: SearchRank, key: [UInt8], person: Int)] = []
    for (number, person) in people.enumerated() {
      guard let rank = try search.rank(of: person) else { continue }
      found.append((rank, try sorter?.sortKey(for: person).bytes ?? [], number))
    }
    found.sort { left, right in
      if left.rank != right.rank { return left.rank < right.rank }
      if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
      return left.person < right.person
    }
    return found.map { ($0.person, $0.rank) }
  }

  @Test("finds whom NameSearch finds, in the same order", arguments: [1, 2, 3] as [UInt64])
  func oracle(seed: UInt64) throws {
    let people = try people(120, seed: seed)
    let sorter = seed == 1 ? nil : try NameSorter(locale: seed == 2 ? "sv" : "ja")
    let index = try SearchIndex(people, sorter: sorter)
    #expect(index.count == people.count)
    var found = 0
    for query in queries(seed: seed) {
      let expected = try expected(people, query, sorter)
      let hits = try index.search(query)
      #expect(hits.map(\.contact) == expected.map(\.person), "\(query)")
      #expect(hits.map(\.rank) == expected.map(\.rank), "\(query)")
      #expect(hits.map(\.rank) == hits.map(\.rank).sorted())
      let few = try index.search(query, limit: 3)
      #expect(few == Array(hits.prefix(3)), "\(query), 3")
      found += hits.count
    }
    #expect(found > 500)
  }

  @Test("a search that remembers words ranks as one that does not")
  func memory() throws {
    let people = try people(80, seed: 9)
    for query in queries(seed: 9) {
      let search = try NameSearch(query)
      var memory = SearchMemory()
      for person in people {
        let isSame = try search.rank(of: person, &memory) == search.rank(of: person)
        #expect(isSame, "\(query): \(person.compositeName ?? "")")
      }
    }
  }

  @Test("entries answer as the contacts do that they were made of, of one person or several")
  func entries() throws {
    let people = try people(60, seed: 5)
    let words = try ContactWords()
    let entries = try people.map { try SearchEntry($0, words).octets }
    let choices: [Set<SearchField>] = [SearchField.all, [.name], [.email, .phone, .note], [.uid]]
    var found = 0
    for (number, query) in queries(seed: 5).enumerated() {
      let search = try NameSearch(query, in: choices[number % 8 < 5 ? 0 : number % 4])
      var memory = SearchMemory()
      for start in 0..<people.count - 2 {
        let range = start..<start + 1 + start % 3
        let starts = range.map { entries[start..<$0].joined().count }
        let expected = try search.rank(of: Array(people[range]))
        let all = Array(entries[range].joined())
        switch try search.rank(ofEntries: all.span, startingAt: starts, &memory) {
        case .found(let rank):
          #expect(rank == expected, "\(query): \(start)")
          found += 1
        case .notFound: #expect(expected == nil, "\(query): \(start)")
        case .unreadable: Issue.record("\(query): \(start) does not read")
        }
      }
    }
    #expect(found > 300)
  }

  @Test("rows answer queries of one letter as the contacts do, and no others")
  func letters() throws {
    // Of what is beyond 4 KiB nobody knows the forms.
    let note = (0..<400).map { "ㅉ쨍" + String(UnicodeScalar(0xAC00 + $0 * 7) ?? "가") }
    let longest = try contact(
      "FN:Zoe\r\nNOTE:\(note.joined(separator: " "))", keys: [.searching, .sorting])
    let people = try people(200, seed: 7) + [longest]
    let words = try ContactWords()
    let rows = try people.map { try SearchEntry($0, words).row }
    let letters = "abcdefghijklmnopqrstuvwxyzAÉ".map { String($0) }
    var found = 0
    for query in letters + ["ab", "a b", "1", "а", "김", "-", "o'b", ""] {
      let some: [Set<SearchField>] = [[.name], SearchField.all.subtracting([.phone, .uid])]
      for fields in [SearchField.all] + some {
        let search = try NameSearch(query, in: fields)
        let isLetter = letters.contains(query) && fields != [.name]
        // As `ks` it is looked for too.
        #expect(search.isToldByRows == (isLetter && query != "x"), "\(query)")
        for (number, person) in people.enumerated() {
          var cells = 0..<0
          let row = rows[number]
          let answer = search.rank(ofRow: row.span, cells: &cells)
          #expect(cells.upperBound == row.count)
          guard search.isToldByRows, number < people.count - 1 else {
            if case nil = answer { continue }
            Issue.record("\(query): \(number) is told")
            continue
          }
          let expected = try search.rank(of: person)
          switch answer {
          case .found(let rank):
            #expect(rank == expected, "\(query): \(number)")
            found += 1
          case .notFound: #expect(expected == nil, "\(query): \(number)")
          case .unreadable, nil: Issue.record("\(query): \(number) is not told")
          }
        }
      }
    }
    #expect(found > 2000)
  }

  @Test("cells of a row are the texts as they stand, wherever a row is cut and whatever it is")
  func damagedRows() throws {
    func cells(_ row: [UInt8]) throws -> [String]? {
      var place = 0..<0
      _ = try NameSearch("k").rank(ofRow: row.span, cells: &place)
      var texts: [String] = []
      let count = RowCells.forEach(of: row.span.extracting(place)) { number, range, columns in
        let text = row[place][
          (place.lowerBound + range.lowerBound)..<place.lowerBound + range.upperBound]
        #expect(number == texts.count && columns == 0)
        texts.append(String(decoding: text, as: UTF8.self))
      }
      return count == nil ? nil : texts
    }
    let words = try ContactWords()
    let kate = try contact(
      "FN:Kate Bell\r\nORG:Bell\r\nEMAIL:k@a.example\r\nEMAIL:K@A.example\r\nEMAIL:é@b.example",
      keys: [.searching, .sorting])
    #expect(
      try cells(SearchEntry(kate, words).row) == [
        "Kate Bell", "Bell", "k@a.example, é@b.example", "",
      ])
    var random = SeededGenerator(seed: 8)
    for person in try people(20, seed: 8) {
      let row = try SearchEntry(person, words).row
      #expect(try cells(row)?.count == ListedTexts.cells)
      let search = try NameSearch("k")
      func read(_ row: [UInt8]) {
        var place = 0..<0
        _ = search.rank(ofRow: row.span, cells: &place)
        _ = RowCells.forEach(of: row.span.extracting(place)) { _, range, _ in
          #expect(range.upperBound <= place.count)
        }
      }
      for count in row.indices { read(Array(row[..<count])) }
      for _ in 0..<200 {
        var damaged = row
        damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
        read(damaged)
      }
    }
  }

  @Test("where what is kept of a word's spelling does not read, the word is spelled anew")
  func damagedSpelling() throws {
    let name = "王秀英"
    let person = try contact("N:;\(name);;;\r\nFN:\(name)", keys: [.searching, .sorting])
    let octets = try SearchEntry(person, ContactWords()).octets
    let word = Array(name.utf8)
    let place = try #require(
      (0...octets.count - word.count).last { octets[$0...].starts(with: word) })
    // Its length goes before it, then marks of eight octets and how many spellings there are.
    let length = place + word.count
    let count = (octets[length] < 0x80 ? length + 1 : length + 2) + 8
    for query in ["wang", "xiuying", "王", "秀英"] {
      let search = try NameSearch(query)
      let expected = try search.rank(of: person)
      #expect(expected != nil, "\(query)")
      for other in [0, octets[count] + 1, 0x7F, 0xFF] as [UInt8] {
        var damaged = octets
        damaged[count] = other
        var memory = SearchMemory()
        let answer = try search.rank(ofEntries: damaged.span, startingAt: [0], &memory)
        guard case .found(let rank) = answer else {
          Issue.record("\(query), \(other): \(answer)")
          continue
        }
        #expect(rank == expected, "\(query), \(other)")
      }
    }
  }

  @Test("what is kept of words' spelling is bounded, and words beyond it are found all the same")
  func manyWords() throws {
    // Of Hangul it is forty times the words.
    let words = (0..<400).map { "ㅉ쨍" + String(UnicodeScalar(0xAC00 + $0 * 7) ?? "가") }
    let note = (words + ["끝말"]).joined(separator: " ")
    let person = try contact("FN:Kate\r\nNOTE:\(note)", keys: [.searching, .sorting])
    let octets = try SearchEntry(person, ContactWords()).octets
    // A head and a length each, and less than 4 KiB.
    #expect(octets.count < note.utf8.count + 3 * words.count + 4096 + 100)
    let search = try NameSearch("kkeutmal")
    var memory = SearchMemory()
    let answer = try search.rank(ofEntries: octets.span, startingAt: [0], &memory)
    guard case .found(let rank) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(try rank == search.rank(of: person))
  }

  @Test("octets that are no entry are told of, wherever an entry is cut and whatever they are")
  func damagedEntries() throws {
    var random = SeededGenerator(seed: 6)
    let search = try NameSearch("kate")
    var memory = SearchMemory()
    func isRead(_ octets: [UInt8]) throws -> Bool {
      if case .unreadable = try search.rank(ofEntries: octets.span, startingAt: [0], &memory) {
        return false
      }
      return true
    }
    for person in try people(20, seed: 6) {
      let texts = SearchEntry(textsOf: person).octets.count
      let octets = try SearchEntry(person, ContactWords()).octets
      #expect(try isRead(octets))
      for count in octets.indices {
        let isRead = try isRead(Array(octets[..<count]))
        #expect(count >= texts || !isRead)
      }
      for _ in 0..<50 {
        var damaged = octets
        damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
        _ = try isRead(damaged)
      }
    }
  }

  @Test("is the same in batches and from several threads")
  func batches() throws {
    let people = try people(500, seed: 4)
    let sorter = try NameSorter(locale: "de")
    let whole = try SearchIndex(people, sorter: sorter)
    var batches: [SearchIndex.Batch] = []
    for start in stride(from: 0, to: people.count, by: 77) {
      var batch = SearchIndex.Batch(sorter: sorter)
      for person in people[start..<min(start + 77, people.count)] { try batch.append(person) }
      batches.append(batch)
    }
    let parts = try SearchIndex(batches)
    let threads = try SearchIndex(people, sorter: sorter, threads: 3)
    for query in queries(seed: 4) {
      let hits = try whole.search(query)
      #expect(try parts.search(query) == hits, "\(query)")
      #expect(try threads.search(query) == hits, "\(query)")
    }
  }

  @Test("puts equal ones in order by the beginning of long sort keys")
  func longKeys() throws {
    let sorter = try NameSorter(locale: "en")
    let long = String(repeating: "x", count: 100_000)
    let people = try ["c", "b\(long)", "a\(long)", "a"].map { try contact("FN:k \($0)") }
    let hits = try SearchIndex(people, sorter: sorter).search("k")
    #expect(hits.map(\.contact) == [3, 2, 1, 0])
  }

  @Test("answers many threads at once")
  func threads() async throws {
    let people = try people(200, seed: 5)
    let index = try SearchIndex(people)
    let queries = queries(seed: 5)
    let expected = try queries.map { try index.search($0) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask { try queries.map { try index.search($0) } == expected }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }

  @Test("knows nobody, no query, no limit and no batch")
  func empty() throws {
    #expect(try SearchIndex([Contact]()).search("a").isEmpty)
    #expect(try SearchIndex([SearchIndex.Batch]()).search("a").isEmpty)
    let index = try SearchIndex([contact("FN:Kate Bell"), contact("NOTE:x")])
    #expect(try index.search("").isEmpty)
    #expect(try index.search("kate", limit: 0).isEmpty)
    #expect(try index.search("kate", limit: 5).map(\.contact) == [0])
  }

  @Test("finds the beginning of a word that many others begin with, and one beyond all")
  func ends() throws {
    let people = try ["zz", "zzz", "z", "a", "yz"].map { try contact("FN:\($0)") }
    let index = try SearchIndex(people)
    #expect(try index.search("z").map(\.contact) == [2, 0, 1])
    #expect(try index.search("zzzz").isEmpty)
    #expect(try index.search("0").isEmpty)
  }
}
