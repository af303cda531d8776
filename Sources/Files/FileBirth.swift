private import CFiles
package import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// When and as what a file was made, which its owner cannot choose and no copy of it has.
///
/// A file in which its own birth stands was therefore written here, and to this place: whoever sends
/// one cannot know what it will be. It goes on counting when the file is renamed.
package struct FileBirth: Hashable, Sendable {
  private let inode: UInt64
  private let seconds: Int64
  private let nanoseconds: UInt32
  private let owner: UInt32

  /// Finds the birth of an open file; `nil` where the file system keeps none.
  package init?(_ descriptor: FileDescriptor) throws(Errno) {
    var birth = cfiles_birth()
    let error = unsafe cfiles_birth_of(descriptor.rawValue, &birth)
    if error == ENOTSUP { return nil }
    guard error == 0 else { throw Errno(rawValue: error) }
    inode = birth.inode
    seconds = birth.seconds
    nanoseconds = birth.nanoseconds
    owner = birth.owner
  }

  /// Whether the user of this process made the file: others know when they made theirs.
  package var isOwn: Bool { owner == geteuid() }

  /// Octets without quotation marks, such as `1311-1795571303.181895176`.
  package var text: String { "\(inode)-\(seconds).\(nanoseconds)" }
}
