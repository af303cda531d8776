import Foundation
public import SystemPackage

/// The files in `Fixtures`.
public enum Fixtures {
  /// The path of one, given relative to `Fixtures`.
  public static func path(_ path: String) -> FilePath {
    Repository.root.appending("Fixtures").appending(path)
  }

  /// The content of one, given relative to `Fixtures`.
  public static func bytes(_ path: String) throws -> [UInt8] {
    try bytes(at: self.path(path))
  }

  /// The content of one of ``files(in:)``.
  public static func bytes(at path: FilePath) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path.string)))
  }

  /// The paths of all files below a folder, given relative to `Fixtures`, in the order of their bytes.
  ///
  /// There is one at least: who goes through them is not to find nothing to test.
  public static func files(in folder: String) -> [FilePath] {
    let files = files(below: path(folder))
    precondition(!files.isEmpty, "there are files in Fixtures/\(folder)")
    return files
  }

  static func files(below folder: FilePath) -> [FilePath] {
    let names = FileManager.default.enumerator(atPath: folder.string)?.compactMap { $0 as? String }
    return (names ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { folder.appending($0) }
      .filter { (try? Stat($0).type) == .regular }
  }
}
