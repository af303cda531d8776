import ContactMatching
import ContactStore
import Synchronization

/// How much memory `dedupe` takes, and where what does not fit goes.
struct DedupeMemoryLimit: Sendable {
  /// Octets that were asked for, or a share of what the machine has.
  private let octets: Int
  private let isGiven: Bool

  /// What the tool takes whatever it does: the program, ICU's tables, what is read ahead.
  private static let base = 64 << 20
  /// The least that is worked with besides what cannot be spilled.
  private static let leastWork = 8 << 20

  /// Creates a limit.
  ///
  /// - Parameter size: What was asked for; without, half of the machine's memory.
  init(_ size: MemorySize?) {
    octets = size?.bytes ?? Platform.physicalMemory / 2
    isGiven = size != nil
  }

  /// What features, keys and pairs may take.
  var memory: DedupeMemory {
    Platform.returnLargeMemory()
    let work = max(Self.leastWork, octets - Self.base)
    // A part of it stays in memory whatever is spilled.
    return DedupeMemory(octets: max(Self.leastWork, work * 3 / 4), spill: DedupeSpillFile())
  }

  /// Makes sure that a book does not take more than was asked for.
  ///
  /// - Throws: A failure that ends with 64 and names the least size.
  func check(cards: Int, words: Int) throws {
    let least =
      Self.base + Self.leastWork + DedupeMemory.leastOctets(cards: cards, words: words)
    guard isGiven, octets < least else { return }
    throw CommandFailure(
      .usage, "--memory \(MemorySize(bytes: octets)) is too little for \(cards) cards",
      suggestion: "give \((least + 1 << 20 - 1) >> 20)M or more")
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
