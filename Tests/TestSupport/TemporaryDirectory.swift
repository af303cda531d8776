import Foundation
public import SystemPackage

/// A folder of its own for a test; it goes, with all that is in it, when the object does.
public final class TemporaryDirectory: Sendable {
  /// The folder.
  public let path: FilePath

  /// Makes an empty folder.
  public init() throws {
    let name = "vcard-tests-\(UUID().uuidString)"
    // Links followed, so that what is told to a program and what it answers are the same path.
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = FilePath(parent).appending(name)
    try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: false)
  }

  deinit { remove() }

  /// Removes it now, in a process that is about to end.
  public func remove() { try? FileManager.default.removeItem(atPath: path.string) }

  /// The path of something in it.
  public func path(_ name: String) -> FilePath { path.appending(name) }

  /// The path of something in it, as an argument for the tool.
  public func argument(_ name: String) -> String { path(name).string }

  /// Writes a file.
  @discardableResult
  public func write(_ bytes: some Collection<UInt8>, to name: String) throws -> FilePath {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name).string))
    return path(name)
  }

  /// Writes a file.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> FilePath {
    try write(text.utf8, to: name)
  }

  /// The content of a file.
  public func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(name).string)))
  }

  /// The content of a file; what is not UTF-8 has become U+FFFD.
  public func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// The names of everything in it or in a folder in it, hidden ones too, in the order of their bytes.
  public func names(in folder: String = "") throws -> [String] {
    let folder = folder.isEmpty ? path : path(folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.string)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes a folder.
  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name).string, withIntermediateDirectories: true)
  }

  /// Makes a symbolic link of this name, with the target as its text.
  public func makeLink(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name).string, withDestinationPath: target)
  }
}
