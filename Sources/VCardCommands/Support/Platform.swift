// Beside KeyMode.swift the one file of this module that touches C pointers.

private import CSpark
import Files
import Synchronization
package import SystemPackage
import VCard

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the tool asks of the operating system besides files.
package enum Platform {
  /// The value of an environment variable; `nil` when it is not set.
  package static func environment(_ name: String) -> String? { SystemCalls.environment(name) }

  /// Whether a descriptor is a terminal.
  package static func isTerminal(_ descriptor: FileDescriptor) -> Bool {
    isatty(descriptor.rawValue) == 1
  }

  /// How many columns a terminal has; `nil` when the descriptor is none or does not know.
  package static func columns(of descriptor: FileDescriptor) -> Int? {
    let columns = size(of: descriptor).ws_col
    return columns > 0 ? Int(columns) : nil
  }

  /// How many rows a terminal has; `nil` when the descriptor is none or does not know.
  static func rows(of descriptor: FileDescriptor) -> Int? {
    let rows = size(of: descriptor).ws_row
    return rows > 0 ? Int(rows) : nil
  }

  private static func size(of descriptor: FileDescriptor) -> winsize {
    var size = winsize()
    return unsafe ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &size) == 0 ? size : winsize()
  }

  /// Nanoseconds since some moment in the past; never goes back.
  package static func monotonicNanoseconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// Seconds since 1970 by the clock of the machine.
  package static func secondsSince1970() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }

  /// The day by the clock and the time zone of the machine.
  static var today: (year: Int, month: Int, day: Int) {
    var seconds = time_t(secondsSince1970())
    var parts = unsafe tm()
    unsafe localtime_r(&seconds, &parts)
    return unsafe (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
  }

  /// How many processors are switched on, at least 1.
  package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Has what is freed in large pieces go back to the system at once.
  ///
  /// glibc keeps pieces of up to 32 MiB after it has freed one of that size, so that memory that was
  /// to be bounded would not be. Other systems have nothing of the kind to ask.
  package static func returnLargeMemory() {
    typealias Function = @convention(c) (Int32, Int32) -> Int32
    guard let symbol = unsafe dlsym(nil, "mallopt") else { return }
    // M_MMAP_THRESHOLD of malloc.h.
    _ = unsafe unsafeBitCast(symbol, to: Function.self)(-3, 1 << 20)
  }

  /// Octets of memory that the machine has; a gibibyte where it does not say.
  package static var physicalMemory: Int {
    let (pages, size) = (Int(sysconf(Int32(_SC_PHYS_PAGES))), Int(sysconf(Int32(_SC_PAGESIZE))))
    return pages > 0 && size > 0 ? pages * size : 1 << 30
  }

  /// The driver of Spark, a file in Python.
  static var sparkDriver: [UInt8] {
    var count = 0
    let start = unsafe cspark_driver(&count)
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The file of this program; `nil` where the system does not tell.
  static var executable: FilePath? { try? SystemCalls.target(ofLink: "/proc/self/exe") }

  /// The shared libraries of this process, as the loader found them; none where the system does not tell.
  static var libraries: [FilePath] {
    var found: [FilePath] = []
    unsafe withUnsafeMutablePointer(to: &found) { found in
      unsafe cspark_each_library(
        { context, path in
          unsafe context?.assumingMemoryBound(to: [FilePath].self).pointee
            .append(FilePath(platformString: path))
        }, found)
    }
    return found
  }

  /// The path that a command-line argument names, byte for byte.
  ///
  /// Swift's arguments are Unicode: bytes that are no UTF-8 have become U+FFFD in them. For an
  /// argument where that happened, the bytes that were given are found again.
  package static func path(_ argument: String) -> FilePath {
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return FilePath(argument) }
    for index in 0..<Int(CommandLine.argc) {
      guard let raw = unsafe CommandLine.unsafeArgv[index] else { continue }
      if unsafe String(cString: raw) == argument { return unsafe FilePath(platformString: raw) }
    }
    return FilePath(argument)
  }

  /// Makes a reader that went away, and a file grown past a limit, errors of the write instead of
  /// signals that kill.
  static func ignoreWriteSignals() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  /// Calls `handler` on a thread of its own when the user or the system asks the process to end.
  ///
  /// Call it before any other thread is started: they inherit that these signals do not reach them.
  /// A signal that the process was told to ignore, as `nohup` does with SIGHUP, is left alone.
  ///
  /// - Parameter handler: Ends the process, or returns where that is about to end by itself; then it is
  ///   called once more two seconds later, to end it. Runs as an ordinary thread, so it may take locks and allocate.
  static func onInterruption(_ handler: @escaping @Sendable (_ isLate: Bool) -> Void) {
    var signals = interruptions
    guard unsafe pthread_sigmask(SIG_BLOCK, &signals, nil) == 0 else { return }
    let awaited = signals
    let isStarted = SystemThread.start {
      var signals = awaited
      var number: Int32 = 0
      #if canImport(Darwin)
        let thread = unsafe UInt(bitPattern: pthread_self())
      #else
        let thread = pthread_self()
      #endif
      interruptionThread.store(thread, ordering: .releasing)
      repeat {
        // sigwait fails only for numbers that are no signals, and these are.
        while unsafe sigwait(&signals, &number) != 0 {}
      } while number == SIGINT && leavesInterruptions.load(ordering: .relaxed) || endsByItself()
      handler(false)
      // It has its last line to write, which perhaps nobody reads.
      sleep(2)
      handler(true)
    }
    // Without the thread nobody would see these signals: they do what they do by default.
    guard isStarted else {
      unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      return
    }
    for number in [SIGINT, SIGTERM, SIGHUP] where unsafe sigismember(&signals, number) == 1 {
      passOn(number)
    }
  }

  /// What the next interruption does instead of ending the process.
  private static let gracefulEnd = Mutex<(@Sendable () -> Void)?>(nil)

  /// Has the next interruption do something else: what serves others ends by itself.
  ///
  /// The one after it ends the process.
  static func onNextInterruption(_ body: @escaping @Sendable () -> Void) {
    gracefulEnd.withLock { $0 = body }
  }

  private static func endsByItself() -> Bool {
    let body = gracefulEnd.withLock { body in
      defer { body = nil }
      return body
    }
    body?()
    return body != nil
  }

  /// The thread that waits for interruptions; 0 while it has not begun to run.
  private static let interruptionThread = Atomic<UInt>(0)

  /// Makes a signal that reaches another thread nevertheless one of the thread that waits for it.
  ///
  /// Once an asynchronous command has waited for something, libdispatch keeps the main thread in
  /// sigsuspend(2) with no signal blocked, and the process would end as it does by default.
  private static func passOn(_ number: Int32) {
    // Nothing but what signal-safety(7) allows, and sched_yield(2), which only asks the kernel. What
    // signal() sets stays set, and lets the system calls that it breaks into go on: so in the C
    // libraries of Linux and of Darwin.
    _ = signal(number) { number in
      // The thread has been started, but a machine with much to do may not have got to it. Only who
      // needs it waits for it: at the start of every run that took 10 to 30 ms on such a machine.
      var thread = Platform.interruptionThread.load(ordering: .acquiring)
      while thread == 0 {
        sched_yield()
        thread = Platform.interruptionThread.load(ordering: .acquiring)
      }
      #if canImport(Darwin)
        if let thread = unsafe pthread_t(bitPattern: thread) { unsafe pthread_kill(thread, number) }
      #else
        _ = pthread_kill(thread, number)
      #endif
    }
  }

  /// The signals that ask the process to end, without those that it was told to ignore.
  private static var interruptions: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      unsafe sigaddset(&signals, number)
    }
    return signals
  }

  /// Whether the process was told to ignore a signal.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Whether Ctrl-C is for another program that has the terminal.
  private static let leavesInterruptions = Atomic(false)

  /// Runs a command of the shell with a file as its last argument, and waits for its end.
  ///
  /// It has the terminal, and Ctrl-C is its own affair. Signals reach it as if the shell of the user
  /// had started it.
  ///
  /// - Parameters:
  ///   - command: What people write into `$EDITOR`: a program, and arguments perhaps.
  ///   - path: The file.
  /// - Returns: Its exit code; 128 and the number of the signal that ended it.
  /// - Throws: What keeps it from being started.
  static func runShell(_ command: String, argument path: FilePath) throws(Errno) -> Int32 {
    leavesInterruptions.store(true, ordering: .relaxed)
    defer { leavesInterruptions.store(false, ordering: .relaxed) }
    let argument = unsafe path.withPlatformString { unsafe strdup($0) }
    return try wait(for: unsafe startShell(command, [argument]))
  }

  /// Runs a command of the shell, and takes what it prints.
  ///
  /// It has the terminal, and its standard error is that of this process.
  ///
  /// - Parameters:
  ///   - command: A program, and arguments perhaps.
  ///   - arguments: Further arguments, which the shell does not look into.
  ///   - limit: The most octets that are taken.
  /// - Returns: Its exit code as ``runShell(_:argument:)`` has it, and what it printed.
  /// - Throws: What keeps it from being started; `fileTooLarge` past the limit.
  static func shellOutput(
    _ command: String, _ arguments: [String] = [], limit: Int
  ) throws(Errno) -> (code: Int32, output: [UInt8]) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let reading = FileDescriptor(rawValue: ends[0])
    let process: pid_t
    do throws(Errno) {
      defer { close(ends[1]) }
      process = try unsafe startShell(
        command, unsafe arguments.map { unsafe strdup($0) }, output: ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    let output = Result { () throws(Errno) in try SystemCalls.contents(of: reading, limit: limit) }
    // Whoever goes on printing hears that nobody reads.
    close(ends[0])
    let code = try wait(for: process)
    return (code, try output.get())
  }

  /// Starts a command of the shell with further arguments, which are freed.
  private static func startShell(
    _ command: String, _ further: [UnsafeMutablePointer<CChar>?], output: Int32? = nil
  ) throws(Errno) -> pid_t {
    let words = ["sh", "-c", "\(command) \"$@\"", "vcard"]
    let arguments = unsafe words.map { unsafe strdup($0) } + further + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var signals = sigset_t()
    var attributes = posix_spawnattr_t()
    try check(unsafe posix_spawnattr_init(&attributes))
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    unsafe sigemptyset(&signals)
    try check(unsafe posix_spawnattr_setsigmask(&attributes, &signals))
    for number in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&signals, number) }
    try check(unsafe posix_spawnattr_setsigdefault(&attributes, &signals))
    let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    try check(unsafe posix_spawnattr_setflags(&attributes, flags))
    var actions = unsafe posix_spawn_file_actions_t()
    try check(unsafe posix_spawn_file_actions_init(&actions))
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    if let output {
      try check(unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO))
    }
    var process = pid_t()
    try check(
      unsafe posix_spawn(
        &process, "/bin/sh", &actions, &attributes, arguments, inheritedEnvironment))
    return process
  }

  /// The exit code of a process when it has ended; 128 and the number of the signal that ended it.
  private static func wait(for process: pid_t) throws(Errno) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) == -1 {
      guard errno == EINTR else { throw Errno(rawValue: errno) }
    }
    // wait(2): the lower seven bits are the signal, the eight above them the exit code.
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  private static func check(_ error: Int32) throws(Errno) {
    if error != 0 { throw Errno(rawValue: error) }
  }

  /// The environment of this process: `environ`, which Swift does not let one read as it may change.
  private static var inheritedEnvironment: UnsafePointer<UnsafeMutablePointer<CChar>?>? {
    guard let symbol = unsafe dlsym(nil, "environ") else { return nil }
    return unsafe symbol.assumingMemoryBound(
      to: UnsafePointer<UnsafeMutablePointer<CChar>?>?.self
    ).pointee
  }

  /// Ends the process as if it had returned from its main function.
  static func end(_ code: Int32) -> Never { exit(code) }

  /// Ends the process at once, whatever its other threads are doing.
  static func endImmediately(_ code: Int32) -> Never { _exit(code) }
}
