import Foundation
import SystemPackage
import TestSupport
import Testing

/// A file system with room for next to nothing, where the user may mount one.
enum TinyDisk {
  /// Whether this user may mount a file system here.
  static let isPossible = (try? with { _ in }) != nil

  /// Mounts one of so many KiB, and unmounts it afterwards.
  static func with(
    kibibytes: Int = 64, _ body: (TemporaryDirectory) throws -> Void
  ) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path.string
    try run("mount", ["-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", path])
    // Lazily, for a file on it may be open a moment longer.
    defer { #expect(throws: Never.self) { try run("umount", ["-l", path]) } }
    try body(directory)
  }

  private struct Failed: Error {}

  static func run(_ tool: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/\(tool)")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed() }
  }
}
