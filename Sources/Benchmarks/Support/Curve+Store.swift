import Benchmark
import ContactStore
import Foundation
import Synchronization
import SystemPackage
import VCard

extension Curve {
  /// What people wait for who use a book; each curve says what it decides.
  public static var store: [Curve] {
    let people = [1000, 10_000, 150_000]
    return [
      // Decides how many indexes a book may have: 150,000 people are to be in within 15 seconds.
      Curve("import/typical", sizes: people, prepare: SampleCards.typical) { text, count in
        let path = StoredBooks.path("new")
        defer { StoredBooks.remove(path) }
        try WrongCount.check(StoredBooks.save(text, path), is: count)
        return text.count
      },

      // Decides whether a key of the order is kept with each person, or made when it is asked for.
      Curve("page/typical", sizes: people, prepare: SampleCards.typical) { text, count in
        let page = try StoredBooks.book(text, count).people(limit: 50)
        try WrongCount.check(page.count, is: 50)
        return text.count
      },

      // Decides whether who an incoming card is may be asked of the indexes at each keystroke.
      Curve("match/typical", sizes: people, prepare: SampleCards.typical) { text, count in
        var reader = CardReader()
        try reader.append(Array(text.prefix(4096)))
        guard case .card(let card, _) = reader.next() else { return 0 }
        let found = try StoredBooks.book(text, count).peopleInQuestion(for: [card]) ?? []
        try WrongCount.check(min(found.count, 1), is: 1)
        return text.count
      },

      // Decides how many octets of a word an index of words needs.
      Curve("find/typical", sizes: people, prepare: SampleCards.typical) { text, count in
        blackHole(try StoredBooks.book(text, count).people(matching: "kat be").count)
        return text.count
      },
    ]
  }
}

/// Books of sample cards, each made once.
private enum StoredBooks {
  private static let made = Mutex<[Int: FilePath]>([:])

  static func path(_ name: String) -> FilePath {
    FilePath(FileManager.default.temporaryDirectory.path)
      .appending("vcard-benchmark-\(ProcessInfo.processInfo.processIdentifier)-\(name).sqlite")
  }

  static func remove(_ path: FilePath) {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path.string + suffix)
    }
  }

  /// Opens the book of a size, as a program does that is started to look something up.
  static func book(_ text: [UInt8], _ count: Int) throws -> DatabaseBook {
    let path = try made.withLock { made in
      if let path = made[count] { return path }
      let path = StoredBooks.path("\(count)")
      _ = try save(text, path)
      made[count] = path
      return path
    }
    return try DatabaseBook(path)
  }

  /// Takes cards into a book; returns how many.
  static func save(_ text: [UInt8], _ path: FilePath) throws -> Int {
    var reader = CardReader()
    try reader.append(text)
    reader.finish()
    var request = SaveRequest()
    while case .card(let card, _) = reader.next() { request.add(card) }
    var options = BookOptions()
    options.threads = 2
    return try DatabaseBook(path, for: .writing, options: options).save(request).count
  }
}
