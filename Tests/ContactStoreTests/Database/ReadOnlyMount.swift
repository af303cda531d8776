import Foundation
import SystemPackage
import TestSupport
import Testing

/// A folder as a medium that nobody can write to, where the user may mount one.
enum ReadOnlyMount {
  /// Whether this user may mount a file system here.
  static let isPossible: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    return (try? with(directory.path) { _ in }) != nil
  }()

  /// Shows a folder in another place, where it cannot be written to.
  static func with(_ folder: FilePath, _ body: (FilePath) throws -> Void) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path.string
    try TinyDisk.run("mount", ["--bind", folder.string, path])
    defer { #expect(throws: Never.self) { try TinyDisk.run("umount", ["-l", path]) } }
    try TinyDisk.run("mount", ["-o", "remount,ro,bind", path])
    try body(directory.path)
  }
}
