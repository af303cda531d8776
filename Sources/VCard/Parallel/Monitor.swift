// The one file of this module that touches the threads of the system.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A state that threads share, and whose changes they can wait for.
@safe
final class Monitor<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  init(_ state: sending State) {
    self.state = state
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Changes the state; whoever waits looks at it again.
  func change<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(condition)
      unsafe pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Waits until the state is such that `body` has a result.
  ///
  /// - Parameter body: Looks at the state; what it changes before it gives a result is nobody's
  ///   cause to look again.
  /// - Returns: That result.
  func wait<Result>(for body: (inout State) -> Result?) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      unsafe pthread_cond_wait(condition, mutex)
    }
  }
}

/// A thread of the system that runs to its end by itself.
package enum SystemThread {
  /// Octets of a thread's stack: some systems give little, and a thousand threads should not take
  /// much.
  private static let stackSize = 2 << 20

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread.
  ///
  /// - Parameter body: What it does.
  /// - Returns: `false` when the system has none left.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let context = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    defer { unsafe pthread_attr_destroy(&attributes) }
    let failure = unsafe pthread_create(
      &thread, &attributes,
      { context in
        #if canImport(Darwin)
          let work = unsafe Unmanaged<Work>.fromOpaque(context)
        #else
          guard let context = unsafe context else { return nil }
          let work = unsafe Unmanaged<Work>.fromOpaque(context)
        #endif
        unsafe work.takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    guard failure == 0 else {
      unsafe context.release()
      return false
    }
    #if canImport(Darwin)
      if let thread = unsafe thread { unsafe pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }
}
