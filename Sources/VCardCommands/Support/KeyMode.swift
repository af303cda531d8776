// Beside Platform.swift the one file of this module that touches C pointers.

import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A terminal that hands over each key as it is pressed, and shows none.
///
/// What it was like is set again when this goes, before a signal ends the process, and for as long
/// as Ctrl-Z has stopped it. There is one at a time.
struct KeyMode: ~Copyable {
  /// The terminal; -1 while none is set.
  private static let terminal = Atomic<Int32>(-1)
  /// Its modes: first those that it had, then those for keys.
  nonisolated(unsafe) private static let modes = {
    let modes = UnsafeMutablePointer<termios>.allocate(capacity: 2)
    unsafe modes.initialize(repeating: termios(), count: 2)
    return unsafe modes
  }()

  /// Signals that reach the process by default, and that the terminal must be ready for.
  private let signals: [Int32]

  /// Sets a terminal; `nil` where that cannot be done.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal.
  ///   - lines: Whether it goes on handing over lines, which only are not shown.
  init?(_ descriptor: FileDescriptor, lines: Bool = false) {
    let modes = unsafe KeyMode.modes
    guard KeyMode.terminal.load(ordering: .acquiring) < 0,
      unsafe tcgetattr(descriptor.rawValue, modes) == 0
    else { return nil }
    unsafe modes[1] = modes[0]
    unsafe modes[1].c_lflag &= ~tcflag_t(lines ? ECHO : ICANON | ECHO)
    if !lines {
      unsafe withUnsafeMutableBytes(of: &modes[1].c_cc) { characters in
        unsafe characters[Int(VMIN)] = 1
        unsafe characters[Int(VTIME)] = 0
      }
    }
    guard unsafe tcsetattr(descriptor.rawValue, TCSANOW, modes + 1) == 0 else { return nil }
    KeyMode.terminal.store(descriptor.rawValue, ordering: .releasing)
    signals = [SIGTSTP, SIGQUIT].filter { !Platform.isIgnored($0) }
    for number in signals { KeyMode.heed(number) }
  }

  deinit {
    for number in signals { _ = signal(number, SIG_DFL) }
    KeyMode.restore()
  }

  /// Sets the terminal, if there is one, to what it was.
  ///
  /// As signal-safety(7) allows in a handler. It is left alone while another program has it.
  static func restore() {
    let descriptor = terminal.exchange(-1, ordering: .acquiringAndReleasing)
    if descriptor >= 0 { set(descriptor, keys: false) }
  }

  private static func set(_ descriptor: Int32, keys: Bool) {
    guard keys || tcgetpgrp(descriptor) == getpgrp() else { return }
    _ = unsafe tcsetattr(descriptor, TCSANOW, keys ? modes + 1 : modes)
  }

  private static func heed(_ number: Int32) {
    _ = signal(number) { number in
      let error = errno
      let descriptor = KeyMode.terminal.load(ordering: .acquiring)
      if descriptor >= 0 { KeyMode.set(descriptor, keys: false) }
      // What the signal does by default happens where it is unblocked: the process ends or stands
      // still there, and goes on there.
      _ = signal(number, SIG_DFL)
      raise(number)
      var own = sigset_t()
      var blocked = sigset_t()
      unsafe sigemptyset(&own)
      unsafe sigaddset(&own, number)
      unsafe pthread_sigmask(SIG_UNBLOCK, &own, &blocked)
      unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil)
      KeyMode.heed(number)
      if descriptor >= 0 { KeyMode.set(descriptor, keys: true) }
      errno = error
    }
  }
}
