import Synchronization
import Testing
import VCard

@Suite("Work on several threads")
struct OrderedTasksTests {
  private struct Failure: Error, Equatable {
    let number: Int
  }

  @Test("Results stand in the order of the things", arguments: [1, 2, 7])
  func order(threads: Int) {
    let items = (0..<500).map { $0 * 3 }
    let made = OrderedTasks.map(items, threads: threads) { item in
      // The first things take longest, so that later ones are done before them.
      item < 30 ? (0..<20_000).reduce(item) { $0 &+ $1 &- $1 } : item
    }
    #expect(made == items)
    #expect(OrderedTasks.map(items[7...], threads: threads) { $0 } == Array(items[7...]))
    #expect(OrderedTasks.map([Int](), threads: threads) { $0 }.isEmpty)
  }

  @Test(
    "The first failure is thrown, and what is not begun by then is not done", arguments: [1, 2, 7])
  func failure(threads: Int) {
    let done = Mutex<Set<Int>>([])
    #expect(throws: Failure(number: 40)) {
      _ = try OrderedTasks.map(0..<100_000, threads: threads) { number in
        if number == 40 || number == 41 || number > 99_000 { throw Failure(number: number) }
        done.withLock { _ = $0.insert(number) }
      }
    }
    let numbers = done.withLock { $0 }
    #expect(numbers.isSuperset(of: 0..<40))
    #expect(numbers.count < 99_000)
  }

  @Test("Pieces are the whole, each thing once", arguments: [0, 1, 7, 8, 9, 5000])
  func pieces(count: Int) {
    #expect(OrderedTasks.pieces(count, of: 8).flatMap { Array($0) } == Array(0..<count))
    #expect(OrderedTasks.pieces(count, of: 8).allSatisfy { 1...8 ~= $0.count })
    for threads in [1, 2, 7] {
      let pieces = OrderedTasks.map(count, threads: threads, atLeast: 100) { $0 }
      #expect(pieces.flatMap { Array($0) } == Array(0..<count))
      #expect(pieces.count <= threads * 4)
      #expect(pieces.count == 1 || pieces.allSatisfy { $0.count >= 100 })
    }
  }

  @Test("What is handed over meanwhile comes in order, and little waits", arguments: [1, 2, 7])
  func handingOver(threads: Int) async throws {
    let begun = Atomic(0)
    var delivered: [Int] = []
    try await OrderedTasks.forEach(300, threads: threads) {
      0
    } _: { count, number in
      count += 1
      begun.add(1, ordering: .relaxed)
      return number
    } deliver: { number in
      delivered.append(number)
      #expect(begun.load(ordering: .relaxed) - number <= threads * 4 + 1)
    }
    #expect(delivered == Array(0..<300))
  }

  @Test("What a number throws comes after what the numbers before it gave")
  func handingOverFailure() async {
    var delivered: [Int] = []
    await #expect(throws: Failure(number: 17)) {
      try await OrderedTasks.forEach(100, threads: 2) {
        0
      } _: { _, number in
        if number == 17 { throw Failure(number: number) }
        return number
      } deliver: { number in
        delivered.append(number)
      }
    }
    #expect(delivered == Array(0..<delivered.count))
    #expect(delivered.count <= 17)
  }
}
