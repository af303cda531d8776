import ContactStore
import SystemPackage
import TestSupport
import VCard

/// What several suites about books need.
enum BookSamples {
  /// A card as text with CRLF.
  static func card(_ name: String, _ lines: String..., version: String = "3.0") -> String {
    (["BEGIN:VCARD", "VERSION:\(version)", "FN:\(name)"] + lines + ["END:VCARD", ""])
      .joined(separator: "\r\n")
  }

  /// The first card of a text.
  static func parsed(_ text: String) throws -> Card { try parsed(Array(text.utf8)) }

  /// The first card of some octets.
  static func parsed(_ bytes: [UInt8]) throws -> Card {
    var reader = CardReader()
    try reader.append(bytes)
    reader.finish()
    guard case .card(let card, _) = reader.next() else { throw NoCard() }
    return card
  }
  struct NoCard: Error {}

  /// Whether the tests run as root, for whom nothing is read-only.
  static let isSuperuser: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    return (try? Stat(directory.path))?.userID.rawValue == 0
  }()
  /// A folder in which not even root can make a file, where the system has such a one.
  static let shutFolder: FilePath? = {
    let folder: FilePath = "/sys/kernel"
    return (try? Stat(folder).type) == .directory ? folder : nil
  }()

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

  static func written(_ card: Card) -> String {
    var bytes: [UInt8] = []
    CardWriter().write(card, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A request to add, update and delete.
  static func request(
    add: [String] = [], update: [String: String] = [:], delete: [String] = []
  ) throws -> SaveRequest {
    var request = SaveRequest()
    for name in add { request.add(try parsed(card(name))) }
    for (id, name) in update { request.update(RecordID(rawValue: id), to: try parsed(card(name))) }
    for id in delete { request.delete(RecordID(rawValue: id)) }
    return request
  }

  /// Copies the files of a folder, hidden ones too.
  static func copy(_ name: String, of directory: TemporaryDirectory, to copy: String) throws {
    try directory.makeFolder(copy)
    for file in try directory.names(in: name) {
      try directory.write(directory.bytes("\(name)/\(file)"), to: "\(copy)/\(file)")
    }
  }
}
