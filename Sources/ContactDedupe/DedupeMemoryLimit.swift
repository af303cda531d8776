import ContactMatching
import ContactStore
import Files
import Synchronization

/// How much memory finding duplicates takes, and where what does not fit goes.
public struct DedupeMemoryLimit: Hashable, Sendable {
  /// Octets that were asked for; `nil` when nothing bounds them.
  private let octets: Int?
  private let isStrict: Bool

  /// Everything stays in memory.
  public static let unlimited = DedupeMemoryLimit(octets: nil, isStrict: false)

  /// What a program takes whatever it does: its code, ICU's tables, what is read ahead.
  private static let base = 64 << 20
  /// The least that is worked with besides what cannot be spilled.
  private static let leastWork = 8 << 20

  private init(octets: Int?, isStrict: Bool) { (self.octets, self.isStrict) = (octets, isStrict) }

  /// Creates a limit; what does not fit goes to temporary files.
  ///
  /// - Parameters:
  ///   - octets: What the process is to take.
  ///   - isStrict: Whether it is an error that a book takes more whatever goes to files.
  public init(_ octets: Int, isStrict: Bool = true) {
    self.init(octets: octets, isStrict: isStrict)
  }

  /// What features, keys and pairs may take.
  var memory: DedupeMemory {
    guard let octets else { return .unlimited }
    let work = max(Self.leastWork, octets - Self.base)
    // A part of it stays in memory whatever is spilled.
    return DedupeMemory(octets: max(Self.leastWork, work * 3 / 4), spill: DedupeSpillFile())
  }

  /// Makes sure that a book does not take more than was asked for.
  ///
  /// - Throws: ``DedupeError/tooLittleMemory(octets:least:cards:)``.
  func check(cards: Int, words: Int) throws {
    let least = least(cards: cards, words: words)
    guard isStrict, let octets, octets < least else { return }
    throw DedupeError.tooLittleMemory(octets: octets, least: least, cards: cards)
  }

  /// Octets that a book takes whatever goes to files.
  func least(cards: Int, words: Int) -> Int {
    Self.base + Self.leastWork + DedupeMemory.leastOctets(cards: cards, words: words)
  }
}

/// A temporary file for what memory has no room for, made when it is first needed.
private final class DedupeSpillFile: DedupeSpill {
  private struct State {
    var file: TemporaryFile?
    var isWritten = true
  }

  private let state = Mutex(State())

  func append(_ octets: [UInt8]) throws -> Int {
    try state.withLock { state in
      let file: TemporaryFile
      if let made = state.file {
        file = made
      } else {
        file = try TemporaryFile()
        state.file = file
      }
      let offset = file.count
      try file.append(octets)
      state.isWritten = false
      return offset
    }
  }

  func read(at offset: Int, into octets: inout [UInt8]) throws {
    if octets.isEmpty { return }
    try state.withLock { state in
      guard let file = state.file else { preconditionFailure("what is read was appended") }
      if !state.isWritten { try file.finishAppending() }
      state.isWritten = true
      try file.read(at: offset, into: &octets)
    }
  }
}
