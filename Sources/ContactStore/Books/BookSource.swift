/// Where records of a book come from.
public struct BookSource: Hashable, Sendable {
  /// Its name, which no other source of the book has; of a collection in a folder that of its folder,
  /// and `.` for the cards beside the collections.
  public let name: String
  /// How many records belong to it.
  public let count: Int
  /// What people call it, where that is something else: the `displayname` of a collection.
  public var title: String?
  /// Its color, `#RRGGBB`, where it has one.
  public var color: String?
}
