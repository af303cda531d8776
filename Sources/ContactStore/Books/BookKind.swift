import Files
package import SystemPackage

/// A kind of book.
public struct BookKind: RawRepresentable, Hashable, Sendable {
  /// A word such as `vdir`.
  public let rawValue: String

  /// Creates a kind from its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An SQLite database.
  public static let database = BookKind(rawValue: "sqlite")
  /// One `.vcf` file.
  public static let file = BookKind(rawValue: "vcf")
  /// A folder with one card a file.
  public static let folder = BookKind(rawValue: "vdir")

  /// The kind that a new book is by its name: a database ends in `.sqlite`, `.sqlite3` or `.db`, a file
  /// in `.vcf` or `.vcard`.
  ///
  /// - Returns: `nil` for any other name; a folder is there already or is no book.
  package init?(named path: FilePath) {
    switch path.extension?.lowercased() {
    case "sqlite", "sqlite3", "db": self = .database
    case "vcf", "vcard": self = .file
    default: return nil
    }
  }

  /// Whether a file is an SQLite database, or an empty file with the name of one.
  ///
  /// A kill just after a book was made leaves it empty.
  package static func isDatabase(_ path: FilePath) throws(BookError) -> Bool {
    try BookError.naming(.open, path) { () throws(Errno) in
      let status = try Stat(path)
      // Whoever opens a pipe to look into it waits for good.
      guard status.type == .regular else { return false }
      return try status.size == 0
        ? BookKind(named: path) == .database : DatabaseFile.hasHeader(path)
    }
  }
}
