import ICU
import Synchronization

/// A line on standard error that says how far long work has come.
///
/// It appears after half a second, changes five times a second, and goes when the work ends.
package final class ProgressLine: Sendable {
  /// What is counted.
  package enum Unit: Sendable {
    /// Bytes, shown as kB, MB, GB of 1000 each.
    case bytes
    /// Things with a plural name, such as `cards`.
    case items(String)
  }

  /// Nanoseconds before the line first appears.
  private static let delay = 500_000_000
  /// Nanoseconds from one change to the next.
  private static let interval = 200_000_000
  /// Nanoseconds from one look at the clock to the next, as far as the rate can be foretold.
  private static let checking = 20_000_000

  private struct State {
    var checked: (time: Int, done: Int)
    var shown: Int?
  }

  private let unit: Unit
  private let total: Int?
  private let console: Console
  private let clock: @Sendable () -> Int
  private let start: Int
  private let done = Atomic(0)
  /// How much must be done before the clock is looked at again.
  private let threshold: Atomic<Int>
  private let state: Mutex<State>

  /// Starts the clock.
  ///
  /// - Parameters:
  ///   - unit: What is counted.
  ///   - total: How much there is to do, where that is known.
  ///   - console: Where the line stands, if it shows progress at all.
  ///   - clock: Nanoseconds since some moment.
  package init(
    _ unit: Unit, of total: Int?, console: Console,
    clock: @escaping @Sendable () -> Int = Platform.monotonicNanoseconds
  ) {
    self.unit = unit
    self.total = total
    self.console = console
    self.clock = clock
    start = clock()
    threshold = Atomic(console.showsProgress ? 1 : .max)
    state = Mutex(State(checked: (start, 0)))
  }

  deinit { finish() }

  /// Counts what has been done; may be called from any thread.
  ///
  /// - Complexity: One atomic addition, and now and then a look at the clock.
  package func advance(by amount: Int) {
    let done = done.add(amount, ordering: .relaxed).newValue
    if done >= threshold.load(ordering: .relaxed) { check(done) }
  }

  /// Takes the line away.
  package func finish() {
    threshold.store(.max, ordering: .relaxed)
    state.withLock { state in
      if state.shown != nil { console.stream.show(status: "") }
      state.shown = nil
    }
  }

  private func check(_ done: Int) {
    // Whoever comes while another thread is here has nothing to add.
    _ = state.withLockIfAvailable { state in
      let now = clock()
      let elapsed = max(now - state.checked.time, 1)
      let amount = max(done - state.checked.done, 1)
      // At most twice the last step: the first ones tell little about the rate.
      let step = min(Double(amount) * 2, Double(amount) * Double(Self.checking) / Double(elapsed))
      threshold.store(done + max(Int(step), 1), ordering: .relaxed)
      state.checked = (now, done)
      guard now - start >= Self.delay, now - (state.shown ?? .min / 2) >= Self.interval
      else { return }
      state.shown = now
      let text = Self.text(unit, done: done, total: total, nanoseconds: now - start)
      let room = (console.stream.columns ?? 80) - 1
      console.stream.show(status: DisplayWidth.truncated(text, to: room))
    }
  }

  /// The line, such as `45%  37.8 MB of 84.0 MB, 512.0 MB/s, 0:03 left`.
  ///
  /// - Parameters:
  ///   - unit: What is counted.
  ///   - done: How much has been done.
  ///   - total: How much there is to do, where that is known.
  ///   - nanoseconds: How long it took so far; more than 0.
  /// - Returns: Text without a line end.
  package static func text(_ unit: Unit, done: Int, total: Int?, nanoseconds: Int) -> String {
    let rate = Double(done) / (Double(nanoseconds) / 1e9)
    var text = ""
    if let total, total > 0 {
      // Input that grows while it is read is not more than all of it.
      let done = min(done, total)
      let percent = "\(Int(Double(done) / Double(total) * 100))%"
      text = String(repeating: " ", count: max(0, 4 - percent.utf8.count)) + percent + "  "
    }
    text += amount(done, unit)
    if let total { text += " of " + amount(total, unit) }
    switch unit {
    case .bytes: text += ", \(amount(Int(rate), unit))/s"
    case .items: text += ", \(Int(rate))/s"
    }
    if let total, total > done, rate > 0 {
      text += ", \(duration(Double(total - done) / rate)) left"
    }
    return text
  }

  private static func amount(_ amount: Int, _ unit: Unit) -> String {
    switch unit {
    case .items(let name): return "\(amount) \(name)"
    case .bytes:
      let prefixes = ["kB", "MB", "GB", "TB"]
      guard amount >= 1000 else { return "\(amount) bytes" }
      var tenths = amount / 100
      var prefix = 0
      while tenths >= 10_000, prefix < prefixes.count - 1 {
        tenths /= 1000
        prefix += 1
      }
      return "\(tenths / 10).\(tenths % 10) \(prefixes[prefix])"
    }
  }

  private static func duration(_ seconds: Double) -> String {
    // Past a hundred hours nobody waits for it.
    let seconds = Int(min(seconds.rounded(.up), 360_000))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }
}
