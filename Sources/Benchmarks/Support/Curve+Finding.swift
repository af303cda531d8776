import Benchmark
import ContactModel
import ContactSearch
import DedupeBooks
import Synchronization
import VCard

extension Curve {
  /// Searches by name; each curve says what it decides.
  public static var finding: [Curve] {
    let sizes = [1000, 10_000, 150_000]
    var curves = [
      // Decides whether an index may be built anew each time an address book is opened: 150,000
      // people must take less than a second of two processors. Half the time of one is a floor.
      Curve("find/build", sizes: sizes, prepare: SampleCards.typical) { cards, count in
        let people = Contacts.of(cards)
        var batch = SearchIndex.Batch(sorter: try NameSorter())
        for person in people { try batch.append(person) }
        let index = try SearchIndex([batch])
        try WrongCount.check(index.count, is: count)
        blackHole(index)
        return cards.count
      },

      // Decides whether ICU may be asked for how Chinese names are read: distinct names must not take
      // ten times as long as those of Latin letters.
      Curve("find/build han", sizes: [1000, 10_000, 50_000], prepare: hanCards) { cards, count in
        let people = Contacts.of(cards)
        let index = try SearchIndex(people)
        try WrongCount.check(index.count, is: count)
        blackHole(index)
        return cards.count
      },

      // Decides whether the command that reads cards one by one needs an index: it does not while
      // this takes no longer than reading them.
      Curve("find/stream", sizes: sizes, prepare: SampleCards.typical) { cards, count in
        let people = Contacts.of(cards)
        let search = try NameSearch("nowak an")
        var memory = SearchMemory()
        var found = 0
        for person in people where try search.rank(of: person, &memory) != nil { found += 1 }
        blackHole(found)
        try WrongCount.check(people.count, is: count)
        return cards.count
      },
    ]
    // Decides whether a query may be asked at every key that is pressed: 5 ms for 150,000 people,
    // also for a letter, for what nearly everybody has, and in another script.
    for query in ["n", "example", "nowak an", "ivanov", "иванов", "a e e"] {
      curves.append(
        Curve(
          "find/query \(query.replacing(" ", with: "+"))", sizes: sizes,
          prepare: SampleCards.typical
        ) { cards, count in
          let index = try Contacts.index(of: cards)
          try WrongCount.check(index.count, is: count)
          blackHole(try index.search(query, limit: 20))
          return cards.count
        })
    }
    return curves
  }

  /// Cards of people with names of three Han characters, nearly all distinct.
  private static func hanCards(_ count: Int) -> [UInt8] {
    var numbers = SampleNumbers(state: 6)
    var text: [UInt8] = []
    for _ in 0..<count {
      var name = String.UnicodeScalarView()
      for _ in 0..<3 {
        // The block of the common characters; names have some thousands.
        if let scalar = Unicode.Scalar(UInt32(0x4E00 + numbers.number(0...3999))) {
          name.append(scalar)
        }
      }
      text += "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\(String(name))\r\nEND:VCARD\r\n".utf8
    }
    return text
  }

  /// Contacts of the cards that were read last, so that reading them is not measured again.
  private enum Contacts {
    private struct Last {
      var octets: [UInt8] = []
      var people: [Contact] = []
      var index: SearchIndex?
    }

    private static let last = Mutex(Last())

    static func of(_ cards: [UInt8]) -> [Contact] {
      last.withLock { last in
        if last.octets != cards {
          last = Last(octets: cards)
          last.people = read(cards)
        }
        return last.people
      }
    }

    static func index(of cards: [UInt8]) throws -> SearchIndex {
      let people = of(cards)
      return try last.withLock { last in
        if let index = last.index { return index }
        let index = try SearchIndex(people, sorter: NameSorter())
        last.index = index
        return index
      }
    }

    private static func read(_ cards: [UInt8]) -> [Contact] {
      var people: [Contact] = []
      _ = try? CardLoop().read(cards) { card in
        people.append(Contact(copy card, keys: [.searching, .sorting]))
      }
      return people
    }
  }
}
