import Benchmark
import ContactModel
import VCard

extension Curve {
  /// How cards become contacts; each curve says what it decides.
  public static var contacts: [Curve] {
    let cards = [1000, 10_000, 150_000]
    return [
      // Decides whether keys are worth asking for: this must be at least twice as fast as
      // `Contacts/all`.
      Curve("names+emails", sizes: cards, prepare: SampleCards.typical) { book, count in
        try contacts(book, count: count, keys: [.names, .emailAddresses])
      },

      // Decides whether a list of people may be made of whole contacts.
      Curve("all", sizes: cards, prepare: SampleCards.typical) { book, count in
        try contacts(book, count: count, keys: .all)
      },

      // Decides whether cards of 4.0, with their LABEL and VALUE, need a faster look at parameters.
      Curve("all40", sizes: cards, prepare: SampleCards.typical40) { book, count in
        try contacts(book, count: count, keys: .all)
      },

      // Decides whether a change may look at the whole card, before and after.
      Curve("update", sizes: [1000, 10_000], prepare: SampleCards.typical) { book, count in
        let read = try CardLoop().read(book) { card in
          var changed = copy card
          var person = Contact(changed).mutableCopy()
          person.jobTitle = "Watchmaker"
          try? changed.update(with: person)
          blackHole(changed.byteCount)
        }
        try WrongCount.check(read, is: count)
        return book.count
      },
    ]
  }

  private static func contacts(
    _ book: [UInt8], count: Int, keys: Contact.Keys
  ) throws -> Int {
    var named = 0
    let read = try CardLoop().read(book) { card in
      if Contact(copy card, keys: keys).givenName != nil { named += 1 }
    }
    blackHole(named)
    try WrongCount.check(read, is: count)
    return book.count
  }
}
