// The one file of this module that touches C pointers.

private import CFiles
package import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system calls that files need, with typed errors, retried when a signal interrupts them.
package enum SystemCalls {
  /// An entry of a directory; ordered by the bytes of its name.
  package struct Entry: Hashable, Sendable {
    /// The entry's name, its bytes exactly as the directory has them.
    package var name: FilePath.Component
    /// The entry's type where the file system told it; `nil` for links and where it did not.
    package var type: FileType?
  }

  /// The value of an environment variable; `nil` when it is not set.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Waits so long, up to a second.
  package static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// Opens a file; the descriptor is closed on `exec`.
  package static func open(
    _ path: FilePath, _ access: FileDescriptor.AccessMode,
    options: FileDescriptor.OpenOptions = [], permissions: FilePermissions? = nil
  ) throws(Errno) -> FileDescriptor {
    try typed {
      try FileDescriptor.open(
        path, access, options: options.union(.closeOnExec), permissions: permissions)
    }
  }

  /// Makes a file without a name in a folder, to be written and read.
  ///
  /// - Returns: `nil` where the file system has no such files.
  static func openNameless(
    in folder: FilePath, permissions: FilePermissions
  ) throws(Errno) -> FileDescriptor? {
    let nameless = FileDescriptor.OpenOptions(rawValue: cfiles_nameless())
    guard nameless.rawValue != 0 else { return nil }
    do throws(Errno) {
      return try open(
        folder, .readWrite, options: [nameless, .exclusiveCreate], permissions: permissions)
    } catch {
      // What a kernel says that does not know the flag is that this is a folder.
      if error == .notSupported || error == .isDirectory { return nil }
      throw error
    }
  }

  /// Closes a descriptor.
  package static func close(_ descriptor: FileDescriptor) throws(Errno) {
    try typed { try descriptor.close() }
  }

  /// Fills `buffer` from `start` with what one read yields.
  ///
  /// - Returns: How many bytes were read; 0 at the end of the input.
  package static func read(
    _ descriptor: FileDescriptor, into buffer: inout [UInt8], from start: Int = 0
  ) throws(Errno) -> Int {
    while true {
      do {
        return try typed {
          try unsafe buffer.withUnsafeMutableBytes {
            try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
          }
        }
      } catch Errno.resourceTemporarilyUnavailable {
        // Whoever shares this pipe or terminal with us made it non-blocking.
        try wait(for: descriptor, events: Int16(POLLIN))
      }
    }
  }

  /// What one read yields of the start of a file, at most 4,096 octets.
  package static func firstOctets(of path: FilePath) throws(Errno) -> [UInt8] {
    let descriptor = try open(path, .readOnly)
    defer { try? close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = try read(descriptor, into: &buffer)
    return Array(buffer[..<count])
  }

  /// All octets of a small file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most octets that it may have.
  /// - Returns: Its octets.
  /// - Throws: `fileTooLarge` past the limit.
  package static func contents(of path: FilePath, limit: Int) throws(Errno) -> [UInt8] {
    let descriptor = try open(path, .readOnly)
    defer { try? close(descriptor) }
    return try contents(of: descriptor, limit: limit)
  }

  /// All octets that a descriptor has yet.
  package static func contents(
    of descriptor: FileDescriptor, limit: Int
  ) throws(Errno) -> [UInt8] {
    var octets: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let count = try read(descriptor, into: &piece), count > 0 {
      octets += piece[..<count]
      guard octets.count <= limit else { throw Errno.fileTooLarge }
    }
    return octets
  }

  /// Whether a read would wait no longer than so many milliseconds: for something to read, for the
  /// end or for an error.
  package static func isReadable(
    _ descriptor: FileDescriptor, within milliseconds: Int = 0
  ) throws(Errno) -> Bool {
    var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return try valueOrErrno { Int(unsafe poll(&request, 1, Int32(milliseconds))) } > 0
  }

  /// Fills `buffer` from `first` with the bytes at `offset`; stops early only at the end.
  ///
  /// - Returns: How many bytes were read.
  package static func read(
    _ descriptor: FileDescriptor, at offset: Int, into buffer: inout [UInt8], from first: Int = 0
  ) throws(Errno) -> Int {
    var filled = 0
    while first + filled < buffer.count {
      let start = filled
      let count = try typed {
        try unsafe buffer.withUnsafeMutableBytes {
          try unsafe descriptor.read(
            fromAbsoluteOffset: Int64(offset + start),
            into: UnsafeMutableRawBufferPointer(rebasing: $0[(first + start)...]))
        }
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Writes all of `bytes`.
  package static func write(
    _ bytes: Span<UInt8>, to descriptor: FileDescriptor
  ) throws(Errno) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.extracting(written...)
      do {
        written += try unsafe rest.withUnsafeBytes { (raw) throws(Errno) -> Int in
          try typed { try unsafe descriptor.write(raw) }
        }
      } catch Errno.resourceTemporarilyUnavailable {
        try wait(for: descriptor, events: Int16(POLLOUT))
      }
    }
  }

  /// Waits until everything written to `descriptor` is on the disk.
  package static func synchronize(_ descriptor: FileDescriptor) throws(Errno) {
    try check { fsync(descriptor.rawValue) }
  }

  /// Waits until the content of several files of one folder is on the disk.
  static func synchronize(_ files: [FilePath], in folder: FilePath) throws(Errno) {
    // To wait for ten thousand files one after the other takes most of a minute, for all of them at
    // once a second; for a few it is the other way round, for other programs write to the disk too.
    if files.count > 8, let synchronizeFileSystem {
      let descriptor = try open(folder, .readOnly, options: .directory)
      defer { try? close(descriptor) }
      return try check { synchronizeFileSystem(descriptor.rawValue) }
    }
    for file in files {
      let descriptor = try open(file, .readOnly)
      defer { try? close(descriptor) }
      try synchronize(descriptor)
    }
  }

  /// syncfs(2) where the system has it; the headers show it to nobody who does not ask for GNU's own
  /// functions.
  private static let synchronizeFileSystem: (@convention(c) (Int32) -> Int32)? = {
    guard let symbol = unsafe dlsym(nil, "syncfs") else { return nil }
    return unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
  }()

  /// Sets a file's permissions, whatever the umask.
  package static func setPermissions(
    _ permissions: FilePermissions, of descriptor: FileDescriptor
  ) throws(Errno) {
    try check { fchmod(descriptor.rawValue, permissions.rawValue) }
  }

  /// Sets a file's owner and group; `nil` leaves one as it is.
  package static func setOwner(
    _ user: UserID?, group: GroupID?, of descriptor: FileDescriptor
  ) throws(Errno) {
    // chown(2): an identifier of -1 is not changed.
    try check {
      fchown(descriptor.rawValue, user?.rawValue ?? uid_t.max, group?.rawValue ?? gid_t.max)
    }
  }

  /// Gives a file a new name, replacing in one step what had that name.
  package static func move(_ old: FilePath, to new: FilePath) throws(Errno) {
    try check {
      unsafe old.withPlatformString { from in
        unsafe new.withPlatformString { to in unsafe rename(from, to) }
      }
    }
  }

  /// Gives a file a new name; fails when there is something of that name.
  ///
  /// - Throws: `fileExists`, and what rename(2) throws.
  package static func move(_ old: FilePath, toNew new: FilePath) throws(Errno) {
    do throws(Errno) {
      return try unsafe named(old, new) { unsafe cfiles_move_new($0, $1) }
    } catch Errno.notSupported {
      try link(old, as: new)
      try remove(old)
    }
  }

  /// Lets two files trade their names in one step.
  ///
  /// - Throws: `notSupported` where the file system cannot, and what rename(2) throws.
  package static func swap(_ one: FilePath, with other: FilePath) throws(Errno) {
    try unsafe named(one, other) { unsafe cfiles_swap($0, $1) }
  }

  private static func named(
    _ one: FilePath, _ other: FilePath,
    _ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) throws(Errno) {
    let error = unsafe one.withPlatformString { one in
      unsafe other.withPlatformString { unsafe call(one, $0) }
    }
    guard error == 0 else { throw Errno(rawValue: error) }
  }

  /// The absolute path of something that is there, without links.
  package static func resolve(_ path: FilePath) throws(Errno) -> FilePath {
    guard let resolved = unsafe path.withPlatformString({ unsafe realpath($0, nil) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe free(resolved) }
    return unsafe FilePath(platformString: resolved)
  }

  /// Removes a file's name.
  package static func remove(_ path: FilePath) throws(Errno) {
    try check { unsafe path.withPlatformString { unsafe unlink($0) } }
  }

  /// Gives a file one more name; fails when there is something of that name.
  package static func link(_ old: FilePath, as new: FilePath) throws(Errno) {
    try check {
      unsafe old.withPlatformString { from in
        unsafe new.withPlatformString { to in unsafe linkat(AT_FDCWD, from, AT_FDCWD, to, 0) }
      }
    }
  }

  /// Makes a directory; fails when there is something of that name.
  package static func makeDirectory(
    _ path: FilePath, permissions: FilePermissions
  ) throws(Errno) {
    try check { unsafe path.withPlatformString { unsafe mkdir($0, permissions.rawValue) } }
  }

  /// Removes a directory that is empty.
  package static func removeDirectory(_ path: FilePath) throws(Errno) {
    try check { unsafe path.withPlatformString { unsafe rmdir($0) } }
  }

  /// What the user who runs this process may do with a file.
  package enum Access: Sendable {
    case read
    case write
  }

  /// Throws unless the user who runs this process may read or write `path`.
  package static func checkAccess(_ path: FilePath, _ access: Access) throws(Errno) {
    let mode = access == .read ? R_OK : W_OK
    try check {
      unsafe path.withPlatformString { unsafe faccessat(AT_FDCWD, $0, mode, AT_EACCESS) }
    }
  }

  /// The text of a symbolic link.
  package static func target(ofLink path: FilePath) throws(Errno) -> FilePath {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = try valueOrErrno {
      unsafe path.withPlatformString { link in
        // One byte stays zero, so that the result ends there.
        unsafe readlink(link, &bytes, bytes.count - 1)
      }
    }
    guard count < bytes.count - 1 else { throw .fileNameTooLong }
    return FilePath(platformString: bytes)
  }

  /// The entries of a directory in no order, without `.` and `..`.
  ///
  /// - Complexity: One system call for some hundred entries.
  package static func entries(of directory: FilePath) throws(Errno) -> [Entry] {
    let opened = unsafe directory.withPlatformString { unsafe opendir($0) }
    guard let stream = unsafe opened else { throw Errno(rawValue: errno) }
    defer { unsafe _ = closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        // readdir(3): a null pointer is the end if errno did not change.
        guard errno == 0 else { throw Errno(rawValue: errno) }
        return entries
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 1) {
          unsafe FilePath.Component(platformString: $0)
        }
      }
      guard let name, name.kind == .regular else { continue }
      let type: FileType? =
        switch unsafe Int(entry.pointee.d_type) {
        case Int(DT_REG): .regular
        case Int(DT_DIR): .directory
        case Int(DT_FIFO): .fifo
        case Int(DT_SOCK): .socket
        case Int(DT_CHR): .characterSpecial
        case Int(DT_BLK): .blockSpecial
        default: nil
        }
      entries.append(Entry(name: name, type: type))
    }
  }

  /// Opens what tells of events in folders; closed on `exec`.
  static func openWatch() throws(Errno) -> FileDescriptor {
    // inotify_init1(2): IN_CLOEXEC is O_CLOEXEC.
    FileDescriptor(rawValue: Int32(try valueOrErrno { Int(inotify_init1(O_CLOEXEC)) }))
  }

  /// Has a folder's events told.
  static func watch(_ folder: FilePath, with descriptor: FileDescriptor) throws(Errno) {
    let events =
      IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR
    _ = try valueOrErrno {
      unsafe folder.withPlatformString {
        Int(unsafe inotify_add_watch(descriptor.rawValue, $0, UInt32(events)))
      }
    }
  }

  /// Gives a lock back, whoever else has the descriptor.
  package static func unlock(_ descriptor: FileDescriptor) throws(Errno) {
    try check { flock(descriptor.rawValue, LOCK_UN) }
  }

  /// Takes an advisory lock that goes when the descriptor and its copies are closed.
  ///
  /// - Returns: `false` when another holds it and `wait` is `false`.
  package static func lock(
    _ descriptor: FileDescriptor, exclusive: Bool, wait: Bool
  ) throws(Errno) -> Bool {
    let operation = (exclusive ? LOCK_EX : LOCK_SH) | (wait ? 0 : LOCK_NB)
    do {
      try check { flock(descriptor.rawValue, operation) }
      return true
    } catch Errno.wouldBlock {
      return false
    }
  }

  /// Waits until a non-blocking descriptor is ready.
  private static func wait(for descriptor: FileDescriptor, events: Int16) throws(Errno) {
    var request = pollfd(fd: descriptor.rawValue, events: events, revents: 0)
    try check { unsafe poll(&request, 1, -1) }
  }

  /// Calls until no signal interrupts, and turns -1 into the error that it stands for.
  private static func valueOrErrno(_ call: () -> Int) throws(Errno) -> Int {
    while true {
      let result = call()
      if result != -1 { return result }
      let error = Errno(rawValue: errno)
      guard error == .interrupted else { throw error }
    }
  }

  private static func check(_ call: () -> Int32) throws(Errno) {
    _ = try valueOrErrno { Int(call()) }
  }

  /// Gives the calls of `FileDescriptor`, which say only `throws`, their one type of error.
  private static func typed<Result>(_ call: () throws -> Result) throws(Errno) -> Result {
    do {
      return try call()
    } catch let error as Errno {
      throw error
    } catch {
      preconditionFailure("FileDescriptor throws nothing but Errno")
    }
  }
}

extension SystemCalls.Entry: Comparable {
  package static func < (left: SystemCalls.Entry, right: SystemCalls.Entry) -> Bool {
    unsafe left.name.withPlatformString { left in
      unsafe right.name.withPlatformString { right in unsafe strcmp(left, right) < 0 }
    }
  }
}

extension FilePath.Component {
  /// The bytes of the name, whether or not they are UTF-8.
  package var octets: [UInt8] {
    unsafe withPlatformString { name in
      unsafe UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) }
    }
  }

  /// Creates a name from its bytes, or `nil` when no file can have it.
  package init?(octets: [UInt8]) {
    guard !octets.contains(0) else { return nil }
    let name = octets.map { CChar(bitPattern: $0) } + [0]
    self.init(platformString: name)
    guard kind == .regular else { return nil }
  }
}

extension FilePath {
  /// The bytes of the path, whether or not they are UTF-8.
  package var octets: [UInt8] {
    unsafe withPlatformString { name in
      unsafe UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) }
    }
  }

  /// Creates a path from its bytes, or `nil` when no file can have it.
  package init?(octets: [UInt8]) {
    guard !octets.isEmpty, !octets.contains(0) else { return nil }
    unsafe self.init(platformString: octets.map { CChar(bitPattern: $0) } + [0])
  }
}

extension [UInt8] {
  /// Appends the bytes of a span as one copy.
  mutating func append(copying bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

// MARK: Mapping

extension SystemCalls {
  /// Octets of a file that stand in memory as they do in the file.
  @safe package struct Mapping: @unchecked Sendable {
    fileprivate let start: UnsafeRawPointer?
    fileprivate let count: Int

    /// The octet at a place.
    @inline(__always)
    func octet(at place: Int) -> UInt8 {
      precondition(place >= 0 && place < count, "the octet is there")
      guard let start = unsafe start else { return 0 }
      return unsafe start.load(fromByteOffset: place, as: UInt8.self)
    }

    /// The number whose eight octets stand from a place on, the lowest first.
    @inline(__always)
    func number(at place: Int) -> UInt64 {
      precondition(place >= 0 && place <= count - 8, "the number is there")
      guard let start = unsafe start else { return 0 }
      return UInt64(
        littleEndian: unsafe start.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
  }

  /// Maps so many octets of a file, to be read.
  static func map(_ descriptor: FileDescriptor, count: Int) throws(Errno) -> Mapping {
    // Nothing cannot be mapped.
    guard count > 0 else { return unsafe Mapping(start: nil, count: 0) }
    let start = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor.rawValue, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw Errno(rawValue: errno) }
    return unsafe Mapping(start: UnsafeRawPointer(start), count: count)
  }

  /// Ends what ``map(_:count:)`` began.
  static func unmap(_ mapping: Mapping) {
    guard let start = unsafe mapping.start else { return }
    // Fails only for what was never mapped.
    _ = unsafe munmap(UnsafeMutableRawPointer(mutating: start), mapping.count)
  }
}
