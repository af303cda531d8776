import Synchronization
import TestSupport
import Testing
import VCard

@Suite("CardPipeline, on several threads", .timeLimit(.minutes(20)))
struct PipelineTests {
  /// Keeps the cards, and counts how many any copy of it has seen.
  private struct Collector: CardWorker {
    final class Count: Sendable {
      let taken = Atomic(0)
    }
    struct Stop: Error {}

    let count = Count()
    /// The FN at which the worker fails.
    var stop: String?
    private var cards: [Card] = []

    init(stop: String? = nil) { self.stop = stop }

    mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) throws {
      count.taken.add(1, ordering: .relaxed)
      if let stop, card.first(.fn)?.text == stop { throw Stop() }
      cards.append(copy card)
    }

    mutating func finish(_ piece: inout [Card]?) {
      piece = cards
      cards = []
    }
  }

  /// What a pipeline makes of a stream.
  private func read(
    _ stream: UnevenStream, threads: Int, pieceSize: Int, limits: CardReader.Limits = .init(),
    _ worker: Collector = Collector()
  ) throws -> (reading: Reading, count: Int) {
    var reading = Reading()
    let pipeline = CardPipeline(
      threads: threads, limits: limits, decoding: .builtin, pieceSize: pieceSize)
    let count = try pipeline.run(stream.source, worker) { piece in
      take(piece, into: &reading)
    }
    return (reading, count)
  }

  private func take(_ piece: CardPiece<[Card]>, into reading: inout Reading) {
    for var card in piece.result {
      card.moveStart(by: piece.origin)
      reading.cards.append(card)
    }
    reading.diagnostics += piece.diagnostics
    #expect(piece.cards == piece.result.count)
  }

  /// Files one after the other, whole, damaged and made of lines that readers trip over.
  private func input(using random: inout SeededGenerator) throws -> [UInt8] {
    let samples = try Samples.small().map(\.bytes).filter { $0.count < 4000 }
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 3...16, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes += Mutation.lines(using: &random)
      case 1: bytes += Samples.damaged(of: samples, using: &random)
      case 2, 3: bytes += samples.randomElement(using: &random) ?? []
      default:
        let version = Version.allCases.randomElement(using: &random) ?? .version30
        bytes += CardGenerator(version, .wild).card(using: &random).text.utf8
      }
      if Bool.random(using: &random), bytes.last != 0x0A { bytes += [0x0D, 0x0A] }
    }
    return bytes
  }

  @Test(
    "cards, places and diagnostics are those of one reader, whatever the threads, pieces and reads",
    arguments: 0..<8)
  func oracle(part: Int) throws {
    var random = SeededGenerator(seed: 5000 + UInt64(part))
    for round in 0..<(isDebug ? 20 : 80) {
      let bytes = try input(using: &random)
      var limits = CardReader.Limits()
      if round % 4 == 0 {
        limits.bytesPerLine = Int.random(in: 20...400, using: &random)
        limits.bytesPerCard = Int.random(in: 100...4000, using: &random)
        limits.propertiesPerCard = Int.random(in: 3...30, using: &random)
        limits.nesting = Int.random(in: 0...2, using: &random)
      }
      let whole = try Reading(bytes, limits: limits)
      for threads in [1, 2, 5] {
        let stream = UnevenStream(
          bytes, mostOctets: [40, 700, .max][round % 3], stalls: round % 5 == 0,
          seed: random.next())
        let size = Int.random(in: 1...3000, using: &random)
        let (reading, _) = try read(stream, threads: threads, pieceSize: size, limits: limits)
        guard reading.isIdentical(to: whole) else {
          Issue.record(
            "round \(round), \(threads) threads, pieces of \(size): \(bytes.debugText)")
          return
        }
      }
    }
  }

  @Test(
    "what was read from a wrong guess on is thrown away, and the reader before reads on",
    arguments: [40, 155, 160])
  func falseGuesses(size: Int) throws {
    // The END is that of an agent's card: the card around it lasts until the next BEGIN.
    let irregular =
      "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Bell;Kate\r\n"
      + "AGENT:\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nN:x\r\nEND:VCARD\r\nAGENT:\r\n"
      + "BEGIN:VCARD\r\nVERSION:2.1\r\nN:y\r\nEND:VCARD\r\n\r\nBEGIN:VCARD\r\nN:z\r\n"
      + "TEL:1\r\nEND:VCARD\r\n"
    let bytes = Array(String(repeating: irregular, count: 200).utf8)
    let whole = try Reading(bytes)
    let worker = Collector()
    let (reading, count) = try read(UnevenStream(bytes), threads: 3, pieceSize: size, worker)
    #expect(reading.isIdentical(to: whole))
    #expect(count == whole.cards.count)
    // What was thrown away was read twice.
    #expect(worker.count.taken.load(ordering: .relaxed) > whole.cards.count)
  }

  @Test("UTF-16 is read as by one reader")
  func wide() throws {
    let text = String(
      repeating: "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoë\r\nEND:VCARD\r\n", count: 50)
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 {
      bytes.append(UInt8(truncatingIfNeeded: unit))
      bytes.append(UInt8(unit >> 8))
    }
    let whole = try Reading(bytes)
    #expect(whole.cards.count == 50)
    let (reading, _) = try read(UnevenStream(bytes), threads: 2, pieceSize: 100)
    #expect(reading.isIdentical(to: whole))
  }

  private static let people = (0..<400).map {
    "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\($0)\r\nEND:VCARD\r\n"
  }

  @Test("a stream that breaks ends after all that came before it", arguments: [1, 2, 4])
  func broken(threads: Int) throws {
    let bytes = Array(Self.people.joined().utf8)
    for place in [0, 10, 5000, bytes.count - 20] {
      var reading = Reading()
      let stream = UnevenStream(bytes, mostOctets: 900, breaksAt: place)
      let pipeline = CardPipeline(
        threads: threads, limits: .init(), decoding: .builtin, pieceSize: 1000)
      #expect(throws: UnevenStream.Broken.self) {
        _ = try pipeline.run(stream.source, Collector()) { take($0, into: &reading) }
      }
      #expect(reading.isIdentical(to: try Reading(Array(bytes[..<place]))), "at \(place)")
    }
  }

  @Test("a worker that fails stops the run after the cards before", arguments: [1, 2, 4])
  func failing(threads: Int) throws {
    let stream = UnevenStream(Array(Self.people.joined().utf8))
    var names: [String] = []
    let pipeline = CardPipeline(
      threads: threads, limits: .init(), decoding: .builtin, pieceSize: 1000)
    #expect(throws: Collector.Stop.self) {
      _ = try pipeline.run(stream.source, Collector(stop: "333")) { piece in
        names += piece.result.map { $0.first(.fn)?.text ?? "" }
      }
    }
    #expect(names == (0..<333).map { String($0) })
  }

  @Test("an error where cards are delivered stops the run at once", arguments: [1, 2, 4])
  func refusing(threads: Int) throws {
    struct Enough: Error {}
    let stream = UnevenStream(Array(Self.people.joined().utf8))
    var deliveries = 0
    let pipeline = CardPipeline(
      threads: threads, limits: .init(), decoding: .builtin, pieceSize: 1000)
    #expect(throws: Enough.self) {
      _ = try pipeline.run(stream.source, Collector()) { _ in
        deliveries += 1
        if deliveries == 3 { throw Enough() }
      }
    }
    #expect(deliveries == 3)
  }

  @Test("what has arrived is delivered before more is waited for", arguments: [1, 2])
  func streaming(threads: Int) throws {
    let delivered = Atomic(0)
    let turn = Atomic(0)
    let source = OctetSource(
      read: { buffer, start in
        let number = turn.add(1, ordering: .relaxed).newValue
        // Whoever reads on has had all cards so far.
        #expect(delivered.load(ordering: .relaxed) == number - 1)
        guard number <= 5 else { return 0 }
        let card = Array(Self.people[number].utf8)
        for index in card.indices { buffer[start + index] = card[index] }
        return card.count
      },
      hasMore: { _ in false })
    let pipeline = CardPipeline(
      threads: threads, limits: .init(), decoding: .builtin, pieceSize: 1 << 20)
    let count = try pipeline.run(source, Collector()) { piece in
      delivered.add(piece.cards, ordering: .relaxed)
    }
    #expect(count == 5)
  }

  @Test("storage of pieces that were delivered is used again, and cards are not mixed up")
  func reuse() throws {
    /// Joins names, in the storage of a piece that was delivered.
    struct Joiner: CardWorker {
      var text: [UInt8] = []
      mutating func process(_ card: borrowing Card, found: inout [Diagnostic]) {
        text += (card.first(.fn)?.text ?? "").utf8
        text.append(0x0A)
      }
      mutating func finish(_ piece: inout [UInt8]?) {
        var next = piece.take() ?? []
        next.removeAll(keepingCapacity: true)
        swap(&next, &text)
        piece = next
      }
    }
    for threads in [1, 2, 6] {
      var all: [UInt8] = []
      let pipeline = CardPipeline(
        threads: threads, limits: .init(), decoding: .builtin, pieceSize: 500)
      let stream = UnevenStream(Array(Self.people.joined().utf8))
      _ = try pipeline.run(stream.source, Joiner()) { all += $0.result }
      #expect(String(decoding: all, as: UTF8.self) == (0..<400).map { "\($0)\n" }.joined())
    }
  }
}

extension [UInt8] {
  fileprivate var debugText: String { String(decoding: self, as: UTF8.self).debugDescription }
}
