package import SystemPackage

/// By which two names of one file are told from names of two.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Identifies the file of a path, links followed; `nil` when there is none.
  package init?(_ path: FilePath) {
    guard let status = try? Stat(path) else { return nil }
    self.init(status)
  }

  /// Identifies a file by its status.
  package init(_ status: Stat) {
    device = UInt64(truncatingIfNeeded: status.deviceID.rawValue)
    inode = UInt64(truncatingIfNeeded: status.inode.rawValue)
  }
}
