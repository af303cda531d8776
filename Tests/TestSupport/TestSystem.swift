// The one file of this module that touches C pointers.

public import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What tests ask of the operating system besides files and processes.
public enum TestSystem {
  /// Whether the tests run as root, for whom nothing is read-only.
  public static let isSuperuser: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    return (try? Stat(directory.path))?.userID.rawValue == 0
  }()

  /// A folder in which not even root can make a file, where the system has such a one.
  public static let shutFolder: FilePath? = {
    let folder: FilePath = "/sys/kernel"
    return (try? Stat(folder).type) == .directory ? folder : nil
  }()

  /// Makes writes past a size fail, in this process and for good.
  public static func limitFileSize(to bytes: Int) throws {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if canImport(Glibc)
      let result = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
      let result = unsafe setrlimit(RLIMIT_FSIZE, &limit)
    #endif
    try check(result)
  }

  /// Sets a file's permissions.
  public static func setPermissions(_ mode: Int, of path: FilePath) throws {
    try check(unsafe path.withPlatformString { unsafe chmod($0, mode_t(mode)) })
  }

  /// Makes a pipe with a name.
  public static func makeFIFO(_ path: FilePath) throws {
    try check(unsafe path.withPlatformString { unsafe mkfifo($0, 0o600) })
  }

  /// Makes reads and writes that would wait fail instead.
  public static func makeNonBlocking(_ descriptor: FileDescriptor) throws {
    let flags = fcntl(descriptor.rawValue, F_GETFL)
    try check(fcntl(descriptor.rawValue, F_SETFL, flags | O_NONBLOCK))
  }

  /// Both ends of a new terminal, of so many columns: what one writes the other reads.
  public static func makeTerminal(
    columns: Int? = nil
  ) throws -> (outside: FileDescriptor, inside: FileDescriptor) {
    var outside: Int32 = -1
    var inside: Int32 = -1
    var size = winsize()
    size.ws_row = columns == nil ? 0 : 24
    size.ws_col = UInt16(columns ?? 0)
    try check(unsafe openpty(&outside, &inside, nil, nil, &size))
    for end in [outside, inside] { try check(fcntl(end, F_SETFD, FD_CLOEXEC)) }
    return (FileDescriptor(rawValue: outside), FileDescriptor(rawValue: inside))
  }

  /// What can be read from a descriptor without waiting, if reads that would wait fail.
  public static func available(_ descriptor: FileDescriptor) -> [UInt8] {
    var octets: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while let count = try? unsafe piece.withUnsafeMutableBytes({
      try unsafe descriptor.read(into: $0)
    }), count > 0 {
      octets += piece[..<count]
    }
    return octets
  }

  /// The file that a terminal is.
  public static func path(ofTerminal inside: FileDescriptor) throws -> FilePath {
    // Not `ttyname`, whose answer is overwritten by that to another thread.
    var name = [CChar](repeating: 0, count: 128)
    let error = unsafe ttyname_r(inside.rawValue, &name, name.count)
    guard error == 0 else { throw Errno(rawValue: error) }
    return FilePath(platformString: name)
  }

  /// Whether a terminal puts lines together and shows what is typed, as it does by default.
  public static func takesLines(_ terminal: FileDescriptor) throws -> Bool {
    var modes = termios()
    try check(unsafe tcgetattr(terminal.rawValue, &modes))
    let both = tcflag_t(ICANON | ECHO)
    return modes.c_lflag & both == both
  }

  /// Makes writing to a process that has ended an error instead of the end of the tests.
  static let brokenPipesAreErrors: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// Sends this process a signal.
  public static func signalSelf(_ number: Int32) throws { try check(kill(getpid(), number)) }

  /// A file name of any bytes, which no `String` could hold; they are neither zero nor a slash.
  public static func name(_ bytes: [UInt8]) -> FilePath.Component {
    let characters = bytes.map { CChar(bitPattern: $0) } + [0]
    guard let name = FilePath.Component(platformString: characters) else {
      preconditionFailure("a name is not empty and holds no slash")
    }
    return name
  }

  /// Ends the process at once.
  public static func endProcess(_ code: Int32) -> Never { _exit(code) }

  private static func check(_ result: Int32) throws {
    if result < 0 { throw Errno(rawValue: errno) }
  }
}
