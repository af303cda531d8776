import ArgumentParser
import ContactStore

/// Two records that a command is about.
struct RecordPair: ParsableArguments {
  @Argument(help: ArgumentHelp("A record.", valueName: "A"))
  var first: String

  @Argument(help: ArgumentHelp("Another.", valueName: "B"))
  var second: String

  /// The two records in a book.
  ///
  /// - Parameters:
  ///   - book: The book.
  ///   - console: Where somebody chooses of those whom words find; without it only IDs will do.
  /// - Returns: Two records.
  /// - Throws: A failure that ends with 64 when both are one, with 66 when one is none.
  func records(in book: any AddressBook, _ console: Console? = nil) throws -> [Record] {
    let records = try [first, second].map { text in
      let id = try console.map { try PeopleLookup.id(text, in: book, isPerson: false, $0) }
      return try book.requiredRecord(id ?? RecordID(rawValue: text))
    }
    guard records[0].id != records[1].id else {
      throw CommandFailure(.usage, "both name the record \(records[0].id)")
    }
    return records
  }
}
