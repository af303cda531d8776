import Synchronization
import TestSupport
import Testing
import VCard
import VCardCommands

@Suite("ProgressLine")
struct ProgressLineTests {
  /// A clock that stands still until it is moved.
  private final class Clock: Sendable {
    private let now = Atomic(1_000_000_000)
    private let looks = Atomic(0)

    var count: Int { looks.load(ordering: .relaxed) }

    func move(milliseconds: Int) { now.add(milliseconds * 1_000_000, ordering: .relaxed) }

    func read() -> Int {
      looks.add(1, ordering: .relaxed)
      return now.load(ordering: .relaxed)
    }
  }

  private func statuses(_ recorder: Recorder) throws -> [String] {
    try recorder.text.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false)
      .dropFirst().map(String.init)
  }

  @Test("appears after half a second, changes five times a second, and goes at the end")
  func appears() throws {
    let recorder = try Recorder(isTerminal: true)
    let clock = Clock()
    let console = Console(stream: recorder.stream, showsProgress: true)
    let progress = ProgressLine(.bytes, of: 100_000_000, console: console, clock: clock.read)
    for _ in 0..<20 {
      clock.move(milliseconds: 100)
      progress.advance(by: 4_000_000)
    }
    progress.finish()
    let statuses = try statuses(recorder)
    // At 0.5, 0.7, … 1.9 seconds, and the empty one at the end.
    #expect(statuses.count == 8 + 1)
    #expect(statuses.first == " 20%  20.0 MB of 100.0 MB, 40.0 MB/s, 0:02 left")
    #expect(statuses.last == "")
  }

  @Test("stays away when the work is done before that, or nobody wants it")
  func staysAway() throws {
    let recorder = try Recorder(isTerminal: true)
    let clock = Clock()
    for (shows, pause) in [(true, 20), (false, 1000)] {
      let console = Console(stream: recorder.stream, showsProgress: shows)
      let progress = ProgressLine(.items("cards"), of: 100, console: console, clock: clock.read)
      for _ in 0..<20 {
        clock.move(milliseconds: pause)
        progress.advance(by: 5)
      }
      progress.finish()
    }
    #expect(try recorder.text == "")
  }

  @Test("looks at the clock rarely, whatever the size of the steps", arguments: [1, 1_000_000])
  func looksRarely(step: Int) throws {
    let recorder = try Recorder()
    let clock = Clock()
    let console = Console(stream: recorder.stream, showsProgress: true)
    let progress = ProgressLine(.bytes, of: nil, console: console, clock: clock.read)
    // A second of steady work in a hundred thousand steps.
    for number in 1...100_000 {
      if number % 100 == 0 { clock.move(milliseconds: 1) }
      progress.advance(by: step)
    }
    progress.finish()
    #expect((20...200).contains(clock.count))
    #expect(try statuses(recorder).count == 4)
  }

  @Test("comes back below lines that are written meanwhile, and does not mix with them")
  func makesRoom() throws {
    let recorder = try Recorder(isTerminal: true)
    let clock = Clock()
    let console = Console(stream: recorder.stream, showsProgress: true)
    let progress = ProgressLine(.items("cards"), of: 10, console: console, clock: clock.read)
    clock.move(milliseconds: 500)
    progress.advance(by: 5)
    console.say(.warning, "odd")
    clock.move(milliseconds: 300)
    progress.advance(by: 1)
    progress.finish()
    let erase = "\r\u{1B}[K"
    #expect(
      try recorder.text
        == erase + " 50%  5 cards of 10 cards, 10/s, 0:01 left" + erase + "vcard: warning: odd\n"
        + erase + " 60%  6 cards of 10 cards, 7/s, 0:01 left" + erase)
  }

  @Test(
    "says how much, how fast and how long still",
    arguments: [
      (ProgressLine.Unit.bytes, 999, nil, 1, "999 bytes, 999 bytes/s"),
      (.bytes, 37_800_000, 84_000_000, 2, " 45%  37.8 MB of 84.0 MB, 18.9 MB/s, 0:03 left"),
      (
        .bytes, 5_000_000_000, 2_000_000_000_000, 10,
        "  0%  5.0 GB of 2.0 TB, 500.0 MB/s, 1:06:30 left"
      ),
      (.items("cards"), 12, 12, 3, "100%  12 cards of 12 cards, 4/s"),
      (.items("cards"), 13, 12, 1, "100%  13 cards of 12 cards, 13/s"),
    ] as [(ProgressLine.Unit, Int, Int?, Int, String)])
  func says(unit: ProgressLine.Unit, done: Int, total: Int?, seconds: Int, expected: String) {
    let text = ProgressLine.text(
      unit, done: done, total: total, nanoseconds: seconds * 1_000_000_000)
    #expect(text == expected)
  }
}
