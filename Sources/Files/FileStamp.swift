package import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// By which a file is known to be the one that was read, and not changed since.
package struct FileStamp: Hashable, Sendable {
  private struct Time: Hashable, Sendable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) {
      seconds = Int(time.tv_sec)
      nanoseconds = Int(time.tv_nsec)
    }
  }

  private let device: DeviceID
  private let inode: Inode
  package let size: Int64
  private let contentChange: Time
  /// That of anything about the file, its name too; it cannot be set back.
  private let change: Time

  private init(_ status: Stat) {
    device = status.deviceID
    inode = status.inode
    size = status.size
    contentChange = Time(status.st_mtim)
    change = Time(status.st_ctim)
  }

  /// When the content was changed last, in nanoseconds since 1970.
  var modified: Int { contentChange.seconds * 1_000_000_000 + contentChange.nanoseconds }

  /// Whether the content of a file that stayed open is that of before, whatever became of its name.
  package func hasContent(of other: FileStamp) -> Bool {
    size == other.size && contentChange == other.contentChange
  }

  /// The stamp of an open file.
  package init(_ descriptor: FileDescriptor) throws(Errno) { self.init(try Stat(descriptor)) }

  /// The stamp of the file at a path, links followed; `nil` when there is none.
  package static func ofFile(at path: FilePath) throws(Errno) -> FileStamp? {
    do {
      return FileStamp(try Stat(path))
    } catch Errno.noSuchFileOrDirectory {
      return nil
    }
  }

  /// The type of the file at a path, links followed; `nil` when there is none.
  package static func type(of path: FilePath) throws(Errno) -> FileType? {
    do {
      return try Stat(path).type
    } catch Errno.noSuchFileOrDirectory {
      return nil
    }
  }
}
