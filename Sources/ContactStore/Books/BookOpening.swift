import Files
internal import Foundation
public import SystemPackage
public import VCard

/// What a book is opened for.
public enum BookAccess: Hashable, Sendable {
  /// Only reading. The book must be there, and nobody is kept from changing it.
  case reading
  /// Reading and saving.
  ///
  /// A `.vcf` file that is not there yet is an empty book, which the first save makes; a database that
  /// is not there yet is made at once, or by the first change, as ``BookOptions/makesWhenSaving`` says.
  /// A file or a folder is locked until its object goes; of a database only the saving itself locks out
  /// others who save.
  case writing
}

/// How a book is read.
public struct BookOptions {
  /// How text that is not UTF-8 becomes text.
  public var decoding: TextDecoding
  /// What bounds the memory of reading.
  public var limits: CardReader.Limits
  /// Whether a file that is not there is an empty book when it is only read, too, and stays away.
  public var allowsMissing: Bool
  /// Whether a book that is not there may be made when it is opened for writing.
  public var makesMissing = true
  /// Whether a database that is not there is made by the first change, so that whatever fails before
  /// leaves nothing behind; until then its object is not aware of one that somebody else makes.
  public var makesWhenSaving = false
  /// Whether to wait while another process holds the lock, rather than to fail.
  public var waitsForLock: Bool
  /// How many threads read it where it is read as a whole.
  public var threads = 1
  /// The language in whose order a database lists its people.
  ///
  /// A BCP 47 tag, or `root`; whoever writes makes it the order in which they are kept. `nil` for the
  /// order that the book has, which is that of `root` in a new one.
  public var locale: String?
  /// Sources that are of another kind than the book's, by their names.
  public var sourceKinds: [String: SourceKind] = [:]
  /// Octets of what people are found by that a request holds before it writes them.
  package var pendingOctets = 16 << 20
  /// The clock, which the journal asks: seconds since 1970.
  public var now: () -> Int64 = { Int64(Date().timeIntervalSince1970) }
  /// Receives how many more records of a database were read, checked or saved, now and then.
  public var advance: (Int) -> Void = { _ in }
  /// Receives what is odd about the book, with the file it is in; what it throws at an error ends what
  /// the book was asked for.
  public var diagnose: (FilePath, Diagnostic) throws -> Void

  /// Creates options.
  public init(
    decoding: TextDecoding = .builtin, limits: CardReader.Limits = CardReader.Limits(),
    allowsMissing: Bool = false, waitsForLock: Bool = true,
    diagnose: @escaping (FilePath, Diagnostic) throws -> Void = { _, _ in }
  ) {
    self.decoding = decoding
    self.limits = limits
    self.allowsMissing = allowsMissing
    self.waitsForLock = waitsForLock
    self.diagnose = diagnose
  }
}

/// Opens the book that is at a path.
///
/// A folder is a ``VDirBook``, an SQLite file a ``DatabaseBook``, any other file a ``VCFBook``. A new
/// book is a database if its name ends in `.sqlite`, `.sqlite3` or `.db`, a file if it ends in `.vcf`
/// or `.vcard`.
///
/// - Parameters:
///   - path: The book.
///   - access: What it is opened for.
///   - options: How it is read.
/// - Returns: The book.
/// - Throws: ``BookError``.
public func openBook(
  _ path: FilePath, for access: BookAccess = .reading, options: BookOptions = BookOptions()
) throws(BookError) -> any AddressBook {
  let isMaking = access == .writing && options.makesMissing
  // Where a book is to be made, whatever stands in the way keeps it from being made.
  let type = try BookError.naming(isMaking ? .create : .open, path) { () throws(Errno) in
    try FileStamp.type(of: path)
  }
  if type == nil, access == .writing, !isMaking {
    throw BookError(.cannotRead, path, "\(Errno.noSuchFileOrDirectory)")
  }
  if type == .directory { return try VDirBook(path, for: access, options: options) }
  let named = BookKind(named: path)
  if try type == nil ? named == .database : BookKind.isDatabase(path) {
    return try DatabaseBook(path, for: access, options: options)
  }
  if type == .regular, named == .database {
    // Cards could be found in a database whose start is damaged, and would be written back without it.
    throw BookError(.notABook, path, "it is no database, or its start is damaged")
  }
  if type == nil, named == nil {
    throw BookError(
      isMaking ? .cannotCreate : .cannotRead, path,
      "there is no such book; a new one is a database NAME.sqlite, a file NAME.vcf, or a folder "
        + "that is there already")
  }
  return try VCFBook(path, for: access, options: options)
}
