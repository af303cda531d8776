import ContactModel
internal import GRDB
package import SystemPackage
import VCard

/// What a book knows of its records besides what they say: where they come from, and who they are.
///
/// Records go by their places in the order of the book, from 0.
package struct RecordDirectory: Sendable {
  /// The identifiers.
  package private(set) var ids: [RecordID] = []
  /// The number of the source of each; the same for all where there are no sources.
  package private(set) var sources: [Int64] = []
  /// The place of the first record of the person that each is one of.
  package private(set) var people: [Int] = []
  /// Whether each is a group, which is nobody.
  package private(set) var isGroup: [Bool] = []
  /// Records of which somebody said that they are different people, the lower place first.
  package private(set) var separations: [Pair] = []
  /// The files that the records are in, each once; none for a database.
  package private(set) var files: [FilePath] = []
  /// The state of the book that this is of; see ``AddressBook/revision()``.
  package private(set) var revision: Int64?
  /// The UIDs, as groups name them.
  private(set) var uids: [OctetText?] = []
  /// Whom each group names.
  private(set) var members: [Int: [OctetText]] = [:]

  /// Two places.
  package struct Pair: Hashable, Sendable {
    /// The lower one.
    package let left: Int
    /// The higher one.
    package let right: Int
  }

  /// Whether records can be linked.
  let hasLinks: Bool

  /// Reads what a book knows.
  ///
  /// - Throws: ``BookError``.
  /// - Complexity: O(*n*) in the records of a database, in the octets of a file or a folder.
  package init(_ book: any AddressBook) throws {
    hasLinks = book.capabilities.contains(.links)
    if let database = book as? DatabaseBook {
      try database.reading { try read($0) }
    } else {
      try book.forEachRecord { append($0) }
      guard book.capabilities.contains(.sources) else { return }
      var numbers: [String: Int64] = [:]
      for (place, id) in ids.enumerated() {
        let name = try book.sourceName(of: id) ?? ""
        sources[place] = numbers[name, default: Int64(numbers.count)]
        numbers[name] = sources[place]
      }
    }
  }

  private mutating func append(_ record: Record) {
    let contact = Contact(record.card, keys: [.contactType, .uid])
    let isGroup = contact.contactType == .group
    if isGroup { members[ids.count] = GroupMembers.uids(in: record.card) }
    people.append(ids.count)
    ids.append(record.id)
    sources.append(0)
    self.isGroup.append(isGroup)
    uids.append(contact.uid.map { GroupMembers.key($0) })
    if files.last != record.file { files.append(record.file) }
  }

  private mutating func read(_ db: Database) throws {
    revision = try DatabaseBook.newestChange(db)
    var places: [Int64: Int] = [:]
    var persons: [Int64] = []
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, source, person, is_group, uid FROM record WHERE id > 0 ORDER BY id")
    while let row = try rows.next() {
      let id: Int64 = try row.value(0)
      let uid: String? = try row.value(4)
      places[id] = ids.count
      persons.append(try row.value(2))
      ids.append(DatabaseBook.recordID(id))
      sources.append(try row.value(1))
      isGroup.append(try row.value(3))
      uids.append(uid.map { OctetText($0) })
    }
    // Who is linked with nobody that is there is alone.
    people = persons.enumerated().map { place, person in places[person] ?? place }
    for row in try Row.fetchAll(db, sql: "SELECT uid, record FROM member ORDER BY record, uid") {
      let (uid, record): (String, Int64) = (try row.value(0), try row.value(1))
      if let place = places[record] { members[place, default: []].append(OctetText(uid)) }
    }
    for row in try Row.fetchAll(db, sql: "SELECT low, high FROM separation ORDER BY low, high") {
      let (low, high): (Int64, Int64) = (try row.value(0), try row.value(1))
      // Records that are gone are still in the list, for they may come back.
      if let left = places[low], let right = places[high] {
        separations.append(Pair(left: left, right: right))
      }
    }
  }
}
