import ContactModel
import SystemPackage
public import VCard

/// Where records of a book come from.
public struct BookSource: Hashable, Sendable {
  /// Its name, which no other source of the book has; of a collection in a folder that of its folder,
  /// and `.` for the cards beside the collections.
  public let name: String
  /// What it can do, and what its cards can hold.
  public let kind: SourceKind
  /// How many records belong to it.
  public let count: Int
  /// What people call it, where that is something else: the `displayname` of a collection.
  public var title: String?
  /// Its color, `#RRGGBB`, where it has one.
  public var color: String?
  /// The collection that it is, where it is one on a server.
  public var server: SourceServer?
}

/// A kind of source: what it can do, and what its cards can hold.
///
/// What a book can do is what all of its sources can, and that it has some. Give a book sources of
/// another kind in ``BookOptions/sourceKinds``: what is saved in them is held to it, as a server would
/// refuse what it has no room for.
/// ```swift
/// var phone = SourceKind("phone", [.lastingIdentifiers])
/// phone.limits = [.email: 3, .photo: 0]
/// options.sourceKinds["old phone"] = phone
/// ```
public struct SourceKind: Hashable, Sendable {
  /// What it is called: `local`, `file`, `folder`, or a word of whoever made it.
  public let name: String
  /// What can be done with its records.
  public let capabilities: BookCapabilities
  /// The most values that a card may have of a property, 0 where there is no such property.
  ///
  /// What is not named has no limit.
  public var limits: [KnownName: Int] = [:]
  /// Whether its records can only be read.
  public var isReadOnly = false
  /// The most octets that a card may have; `nil` for any number.
  public var maximumSize: Int?

  /// Creates a kind without limits.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - capabilities: What can be done with its records. A source without ``BookCapabilities/groups``
  ///     takes no group's card.
  public init(_ name: String, _ capabilities: BookCapabilities) {
    self.name = name
    self.capabilities = capabilities
  }

  /// In a database.
  public static let local = SourceKind("local", [.lastingIdentifiers, .links, .groups, .undo])
  /// A `.vcf` file: the numbers of cards change when others before them are deleted.
  public static let file = SourceKind("file", [])
  /// A folder with one card a file, whose names stay with their records; every card that is added gets
  /// a UID.
  public static let folder = SourceKind("folder", [.lastingIdentifiers, .identifiedCards])

  /// What keeps such a source from holding a card.
  ///
  /// - Parameter card: The card.
  /// - Returns: A clause that names the property, such as `holds 3 EMAIL of a card, and this one has
  ///   4`; `nil` when it can be held.
  public func refusal(of card: Card) -> String? {
    if isReadOnly { return "can only be read" }
    if let maximumSize, let reason = refusal(of: card, above: maximumSize) { return reason }
    if !capabilities.contains(.groups), card.isGroup { return "has no groups" }
    for (name, limit) in limits.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let count = card.properties(named: name).count
      if count > limit {
        return limit == 0
          ? "has no \(name.canonical)"
          : "holds \(limit) \(name.canonical) of a card, and this one has \(count)"
      }
    }
    return nil
  }

  /// What keeps a card away that has more octets than there is room for.
  private func refusal(of card: Card, above size: Int) -> String? {
    var octets: [UInt8] = []
    CardWriter().write(card, into: &octets)
    guard octets.count > size else { return nil }
    let largest = card.properties.max { $0.line.count < $1.line.count }
    let part = largest.map { ", \($0.line.count) of them its \($0.canonicalName)" } ?? ""
    return "holds \(size) octets of a card, and this one has \(octets.count)\(part)"
  }
}

extension BookOptions {
  /// What all sources of a book can do.
  func capabilities(_ kind: SourceKind) -> BookCapabilities {
    sourceKinds.values.reduce(kind.capabilities) { $0.intersection($1.capabilities) }
  }

  /// Refuses cards that their sources cannot hold.
  ///
  /// - Parameters:
  ///   - request: What is to be saved.
  ///   - book: The book.
  ///   - kinds: The kinds of its sources.
  ///   - source: The source that an added card of a place gets into.
  /// - Throws: ``BookError`` of kind `unsupported`, which names the source, the property and the card.
  func refuseOverfull(
    _ request: SaveRequest, in book: some AddressBook, kinds: [String: SourceKind]? = nil,
    source: (Int) -> String
  ) throws {
    let kinds = kinds ?? sourceKinds
    if kinds.isEmpty { return }
    func check(_ card: Card, _ source: String?) throws(BookError) {
      guard let source, let reason = kinds[source]?.refusal(of: card) else { return }
      let name = Contact(card, keys: .compositeName).compositeName ?? "a card without a name"
      throw BookError(.unsupported, book.path, "\(name): the source \"\(source)\" \(reason)")
    }
    for (place, card) in request.added.enumerated() {
      try check(card, source(place))
    }
    for (id, card) in request.updated { try check(card, book.sourceName(of: id)) }
    for (id, name) in request.moved {
      if let card = try request.updated[id] ?? book.record(id)?.card { try check(card, name) }
    }
    for id in request.deleted.union(request.moved.keys) {
      if let name = try book.sourceName(of: id), kinds[name]?.isReadOnly == true {
        throw BookError(.unsupported, book.path, "the source \"\(name)\" can only be read")
      }
    }
  }
}
