public import SystemPackage
public import VCard

/// What a book is opened for.
public enum BookAccess: Hashable, Sendable {
  /// Only reading. The book must be there, and nothing is locked.
  case reading
  /// Reading and saving. A `.vcf` file that is not there yet is an empty book, which the first save
  /// makes; the book is locked until its object goes.
  case writing
}

/// How a book is read.
public struct BookOptions {
  /// How text that is not UTF-8 becomes text.
  public var decoding: TextDecoding
  /// What bounds the memory of reading.
  public var limits: CardReader.Limits
  /// Whether a `.vcf` file that is not there is an empty book when it is only read, too.
  public var allowsMissing: Bool
  /// Whether to wait while another process holds the lock, rather than to fail.
  public var waitsForLock: Bool
  /// How many threads read it where it is read as a whole.
  public var threads = 1
  /// Receives what is odd about the book, with the file it is in.
  public var diagnose: (FilePath, Diagnostic) -> Void

  /// Creates options.
  public init(
    decoding: TextDecoding = .builtin, limits: CardReader.Limits = CardReader.Limits(),
    allowsMissing: Bool = false, waitsForLock: Bool = true,
    diagnose: @escaping (FilePath, Diagnostic) -> Void = { _, _ in }
  ) {
    self.decoding = decoding
    self.limits = limits
    self.allowsMissing = allowsMissing
    self.waitsForLock = waitsForLock
    self.diagnose = diagnose
  }
}

/// Opens the book that is at a path: a folder is a ``VDirBook``, a file a ``VCFBook``.
///
/// - Parameters:
///   - path: The book.
///   - access: What it is opened for.
///   - options: How it is read.
/// - Returns: The book.
/// - Throws: ``BookError``; `unsupported` for a database, which this version has none of.
public func openBook(
  _ path: FilePath, for access: BookAccess = .reading, options: BookOptions = BookOptions()
) throws(BookError) -> any AddressBook {
  let type = try BookError.translating { () throws(FileError) in
    try FileError.naming(.open, path) { () throws(Errno) in try FileStamp.type(of: path) }
  }
  if type == .directory { return try VDirBook(path, for: access, options: options) }
  let suffix = path.extension?.lowercased() ?? ""
  if ["sqlite", "sqlite3", "db"].contains(suffix) {
    throw BookError(
      .unsupported, path, "this version has no database books; name a .vcf file or a folder")
  }
  if type == nil, !["vcf", "vcard"].contains(suffix) {
    throw BookError(
      access == .writing ? .cannotCreate : .cannotRead, path,
      "there is no such book; a new one is a file NAME.vcf or a folder made before")
  }
  return try VCFBook(path, for: access, options: options)
}
