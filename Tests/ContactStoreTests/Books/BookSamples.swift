import ContactStore
import Files
import SystemPackage
import TestSupport
import VCard

/// What several suites about books need.
enum BookSamples {
  /// The names of all people in a book.
  static func names(_ book: any AddressBook) throws -> [String] {
    var names: [String] = []
    try book.forEachRecord { names.append($0.card.first(.fn)?.text ?? "") }
    return names
  }

  static func identifiers(_ book: any AddressBook) throws -> [String] {
    var identifiers: [String] = []
    try book.forEachRecord { identifiers.append($0.id.rawValue) }
    return identifiers
  }

  /// A request to add, update and delete.
  static func request(
    add: [String] = [], update: [String: String] = [:], delete: [String] = []
  ) throws -> SaveRequest {
    var request = SaveRequest()
    for name in add { request.add(try CardSamples.parsed(CardSamples.card(name))) }
    for (id, name) in update {
      request.update(RecordID(rawValue: id), to: try CardSamples.parsed(CardSamples.card(name)))
    }
    for id in delete { request.delete(RecordID(rawValue: id)) }
    return request
  }

  /// Copies the files of a folder, hidden ones too; not what is in folders of it.
  static func copy(_ name: String, of directory: TemporaryDirectory, to copy: String) throws {
    try directory.makeFolder(copy)
    for file in try directory.names(in: name)
    where try FileStamp.type(of: directory.path("\(name)/\(file)")) == .regular {
      try directory.write(directory.bytes("\(name)/\(file)"), to: "\(copy)/\(file)")
    }
  }
}
