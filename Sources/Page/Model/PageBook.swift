import ContactModel
import ContactPages
import ContactSearch
package import ContactStore
import Foundation
import Images
package import SystemPackage
package import VCard

/// How the book of a page is opened.
package struct PageBookOptions: Sendable {
  /// The database.
  package var path: FilePath
  /// What of it may be done.
  package var access: BookAccess
  /// How what is not UTF-8 becomes text.
  package var decoding: TextDecoding
  /// The language in whose order people stand; `nil` for that of the book.
  package var locale: String?
  /// How many threads read the book.
  package var threads: Int

  /// Creates options.
  package init(
    _ path: FilePath, for access: BookAccess, decoding: TextDecoding, locale: String?, threads: Int
  ) {
    (self.path, self.access, self.decoding) = (path, access, decoding)
    (self.locale, self.threads) = (locale, threads)
  }

  /// Opens the book.
  package func open(for access: BookAccess) throws(BookError) -> DatabaseBook {
    var options = BookOptions(decoding: decoding)
    options.locale = locale
    options.threads = threads
    options.makesMissing = false
    return try DatabaseBook(path, for: access, options: options)
  }
}

/// A person as a row of a list.
struct ListedRow: Sendable {
  let id: RecordID
  let name: String
  /// What stands below the name: the organisation.
  let detail: String
  /// The record whose photo is shown, if there is one.
  let photo: RecordID?

  /// Letters in the place of a photo.
  let initials: String

  init(_ person: UnifiedRecord) {
    let contacts = person.records.map {
      Contact($0.card, keys: [.compositeName, .organization, .image])
    }
    let named = contacts.first { $0.compositeName != nil }
    let name = named?.compositeName ?? ""
    id = person.id
    self.name = name
    detail = contacts.lazy.compactMap(\.organizationName).first { $0 != name } ?? ""
    photo = zip(person.records, contacts).first { $1.isImageAvailable }?.0.id
    // In the order in which the name has them; Han and Hangul are known by one letter.
    let parts = [named?.givenName, named?.familyName].compactMap(\.self)
      .compactMap { part in name.range(of: part).map { (place: $0.lowerBound, part: part) } }
      .sorted { $0.place < $1.place }.map(\.part)
    let words = parts.isEmpty ? name.split(separator: " ").map(String.init) : parts
    let letters = [words.first, words.count > 1 ? words.last : nil]
      .compactMap { $0?.first(where: \.isLetter) }
    let isWide = letters.first.map { ("\u{2E80}"..."\u{D7FF}").contains($0) } ?? false
    initials = letters.isEmpty ? "·" : String(letters.prefix(isWide ? 1 : 2)).uppercased()
  }
}

/// The book of a page: what it shows of it.
struct PageBook {
  /// The book itself, for what changes it.
  let book: DatabaseBook
  private let options: PageBookOptions
  /// Small copies of photos, by what was asked for.
  private var thumbnails: [String: Thumbnail?] = [:]

  init(_ options: PageBookOptions) throws(BookError) {
    self.options = options
    book = try options.open(for: options.access)
  }

  /// Makes the directory of the book as it is now, on another thread.
  func directory() -> Task<PeopleDirectory, any Error> {
    let options = options
    return Task.detached(executorPreference: PageExecutor.shared, priority: .utility) {
      try PeopleDirectory(options.open(for: .reading), locale: options.locale ?? "root")
    }
  }

  /// Counts what the book holds now, on another thread.
  func statistics() -> Task<BookStatistics, any Error> {
    let options = options
    return Task.detached(executorPreference: PageExecutor.shared, priority: .utility) {
      try BookStatistics(options.open(for: .reading))
    }
  }

  /// People as rows; who is gone meanwhile is left out.
  ///
  /// - Complexity: A look-up a person, and O(*n*) in the octets of their cards.
  func rows(_ people: some Sequence<RecordID>) throws -> [ListedRow] {
    try people.compactMap { id in try book.person(of: id).map(ListedRow.init) }
  }

  /// Small copies that are kept.
  private static let mostThumbnails = 512

  /// A small copy of the photo of a record: what our own codec writes, whatever was on the card.
  ///
  /// - Returns: `nil` where there is no photo that can be read.
  mutating func thumbnail(of id: RecordID, side: Int) throws -> Thumbnail? {
    let revision = try book.newestChange()
    let key = "\(id) \(side) \(revision)"
    if let known = thumbnails[key] { return known }
    if thumbnails.count >= Self.mostThumbnails { thumbnails.removeAll() }
    let made = try photo(of: id).flatMap {
      try? Thumbnail.make(from: $0.octets, maximumSide: side, isSquare: true, isOwnKept: false)
    }
    thumbnails[key] = made
    return made
  }

  /// The photo of a record as it stands on the card; `nil` where there is none.
  func photo(of id: RecordID) throws -> ContactImage? {
    try book.record(id).flatMap { Contact($0.card, keys: .image).image }
  }
}
