import ContactMatching
import ContactModel
import DedupeBooks
import Foundation
import Synchronization
import VCard

extension Curve {
  /// How dedupe finds out who is who; each curve says what it decides.
  public static var deduping: [Curve] {
    let cards = [1000, 10_000, 150_000]
    let invented: (Int) -> [UInt8] = { InventedBook(cards: $0, seed: 7).octets }
    return [
      // Decides how much of a card may be folded and romanized as it is read.
      Curve("features/invented", sizes: cards, prepare: invented) { text, count in
        let book = try Waiting.result { try await DedupeInput.book(text) }
        try WrongCount.check(book.count, is: count)
        return text.count
      },

      // Decides how many cards of a block are compared: 150,000 cards are to be done in 2 seconds.
      Curve("clusters/invented", sizes: cards, prepare: invented) { text, count in
        let found = try Waiting.result {
          let book = try await DedupeInput.book(text)
          return try await book.deduplicated(statistics: book.statistics())
        }
        try WrongCount.check(found.count, is: count)
        try WrongCount.check(min(found.clusters.count, 1), is: 1)
        return text.count
      },
    ]
  }
}

private enum DedupeInput {
  static func book(_ text: [UInt8]) async throws -> CardFeatures {
    var builder = CardFeatures.Builder()
    var reader = CardReader()
    try reader.append(text)
    reader.finish()
    while case .card(let card, _) = reader.next() {
      try builder.append(Contact(card, keys: .matching))
    }
    return try await builder.build()
  }
}

/// Waits for asynchronous work where benchmarks cannot.
private final class Waiting<Value: Sendable>: Sendable {
  private let value = Mutex<Result<Value, any Error>?>(nil)

  private func set(_ result: Result<Value, any Error>) { value.withLock { $0 = result } }

  static func result(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let waiting = Waiting()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do { waiting.set(.success(try await work())) } catch { waiting.set(.failure(error)) }
      done.signal()
    }
    done.wait()
    guard let result = waiting.value.withLock({ $0 }) else {
      preconditionFailure("the work has ended")
    }
    return try result.get()
  }
}
