import Compression
import TestSupport
import Testing

@Suite("Inflater, RFC 1952")
struct InflaterTests {
  @Test("gives what gzip and zlib took, of blocks of every kind", arguments: GzipSample.all)
  func inflates(sample: GzipSample) {
    let outcome = Gzip.inflate(sample.stream)
    #expect(outcome == Gzip.Outcome(text: sample.text))
  }

  @Test("gives the same whatever pieces it comes in and whatever room there is")
  func pieces() {
    for sample in GzipSample.all {
      let whole = Gzip.Outcome(text: sample.text)
      for room in [1, 2, 3, 31, 32, 33, 257, 258, 259, 4096] {
        #expect(Gzip.inflate(sample.stream, cuts: [1], room: room) == whole)
        for cut in 1..<max(sample.stream.count, 2) {
          let outcome = Gzip.inflate(
            sample.stream, cuts: [cut, max(sample.stream.count - cut, 1)], room: room)
          #expect(outcome == whole, "\(sample.testDescription), cut at \(cut), room for \(room)")
        }
      }
    }
  }

  @Test("copies from as far back as 32 KiB when that was handed over long ago")
  func window() {
    // A distance of 32,768 in fixed codes: length 258 (code 285), distance code 29, 13 bits more.
    var bits: [Int] = [1, 1, 0]
    func append(code: Int, count: Int) {
      for bit in stride(from: count - 1, through: 0, by: -1) { bits.append(code >> bit & 1) }
    }
    append(code: 0b1100_0101, count: 8)
    append(code: 29, count: 5)
    bits += [Int](repeating: 1, count: 13)
    append(code: 0, count: 7)
    let last = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated()
        .reduce(UInt8(0)) { $0 | UInt8($1.element << $1.offset) }
    }
    var random = SeededGenerator(seed: 4)
    let first = (0..<32_768).map { _ in UInt8.random(in: 0...255, using: &random) }
    let text = first + first[..<258]
    let stream =
      Gzip.plainHeader + [0, 0x00, 0x80, 0xFF, 0x7F] + first + last
      + Gzip.littleEndian(Gzip.checksum(text)) + Gzip.littleEndian(UInt32(text.count))
    for room in [1, 100, 1 << 16] {
      let outcome = Gzip.inflate(stream, cuts: [1000], room: room)
      let isSame = outcome == Gzip.Outcome(text: text)
      #expect(isSame)
    }
  }

  @Test("gives everything that a flush of the writer sent before more comes")
  func flushes() throws {
    var inflater = try Inflater()
    var buffer = [UInt8](repeating: 0, count: 4096)
    for part in GzipSample.flushed {
      let progress = try inflater.inflate(part.stream.span, into: &buffer)
      #expect(progress == .init(taken: part.stream.count, made: part.text.count))
      #expect(Array(buffer[..<progress.made]) == part.text)
    }
    try inflater.finish()
    #expect(inflater.consumed == GzipSample.flushed.reduce(0) { $0 + $1.stream.count })
  }

  @Test("stands a buffer without room")
  func noRoom() throws {
    var inflater = try Inflater()
    var nothing: [UInt8] = []
    let stream = GzipSample.named.stream
    let first = try inflater.inflate(stream.span, into: &nothing)
    #expect(first.made == 0)
    var buffer = [UInt8](repeating: 0, count: 4096)
    let progress = try inflater.inflate(stream.span.extracting(first.taken...), into: &buffer)
    #expect(Array(buffer[..<progress.made]) == GzipSample.named.text)
    try inflater.finish()
  }

  // MARK: Headers, §2.3.1

  @Test("goes over every field that a header may have", arguments: 0..<32)
  func fields(flags: Int) {
    for (extra, text) in [(0, ""), (1, "a"), (65_535, String(repeating: "name", count: 5000))] {
      var header = Gzip.bytes("1F8B08") + [UInt8(flags)] + Gzip.bytes("80 7A 35 66 02 03")
      if flags & 4 != 0 {
        header += Gzip.littleEndian(UInt32(extra)).prefix(2)
        // What looks like the start of a member is none in a field.
        header += (0..<extra).map { [0x1F, 0x8B, 0x08, 0x00][$0 % 4] }
      }
      if flags & 8 != 0 { header += text.utf8 + [0] }
      if flags & 16 != 0 { header += text.utf8 + [0] }
      if flags & 2 != 0 { header += Gzip.littleEndian(Gzip.checksum(header)).prefix(2) }
      let member = Gzip.stored("Kate".utf8, header: header)
      for cuts in [[1], [header.count, 3], [1 << 20]] {
        #expect(
          Gzip.inflate(member + member, cuts: cuts) == Gzip.Outcome(text: Array("KateKate".utf8)))
      }
      guard flags & 2 != 0 else { continue }
      var damaged = member
      damaged[4] ^= 1
      let error = GzipError(.headerChecksum, at: header.count - 2)
      #expect(Gzip.inflate(damaged) == Gzip.Outcome(text: [], error: error))
    }
  }

  @Test("refuses what is no gzip", arguments: [0, 1])
  func notGzip(offset: Int) {
    var stream = GzipSample.named.stream
    stream[offset] ^= 0x10
    #expect(Gzip.inflate(stream) == Gzip.Outcome(text: [], error: GzipError(.notGzip, at: 0)))
  }

  @Test("refuses a method that is not deflate", arguments: [0, 7, 9, 255])
  func methods(method: UInt8) {
    var stream = GzipSample.named.stream
    let start = stream.count
    stream += stream
    stream[start + 2] = method
    let error = GzipError(.unknownMethod(method), at: start + 2)
    #expect(Gzip.inflate(stream) == Gzip.Outcome(text: GzipSample.named.text, error: error))
  }

  @Test("refuses flags that are reserved, §2.3.1.2", arguments: [0x20, 0x40, 0x80, 0xE1])
  func reserved(flags: UInt8) {
    var stream = GzipSample.stored.stream
    stream[3] = flags
    let error = GzipError(.reservedFlags(flags), at: 3)
    #expect(Gzip.inflate(stream) == Gzip.Outcome(text: [], error: error))
  }

  // MARK: Damage

  @Test("says where a stream ends too soon, and gives what came before", arguments: GzipSample.all)
  func truncated(sample: GzipSample) {
    // Where one member ends and no other begins, the stream is whole.
    var whole: [Int: Int] = [:]
    if sample.testDescription == "six members" {
      var (count, text) = (0, 0)
      for member in [
        GzipSample.empty, .named, .dynamic, .empty, .empty, .stored,
      ] {
        count += member.stream.count
        text += member.text.count
        whole[count] = text
      }
    }
    var least = 0
    for count in 0..<sample.stream.count {
      let cut = Array(sample.stream[..<count])
      let outcome = Gzip.inflate(cut)
      #expect(outcome == Gzip.inflate(cut, cuts: [1]))
      #expect(outcome.text == Array(sample.text.prefix(outcome.text.count)))
      // Nothing that came is lost.
      #expect(outcome.text.count >= least)
      least = outcome.text.count
      if let text = whole[count] {
        #expect(outcome == Gzip.Outcome(text: Array(sample.text[..<text])))
      } else if whole[count - 1] != nil {
        // One byte 1F may be anything.
        #expect(outcome.error == nil && outcome.trailing == count - 1)
      } else {
        #expect(outcome.error == GzipError(.truncated, at: count))
      }
    }
    #expect(least == sample.text.count)
  }

  @Test("tells a checksum and a length that do not fit, after all of the text")
  func trailers() {
    for sample in [GzipSample.named, .dynamic, .stored, .empty] {
      let end = sample.stream.count
      for offset in end - 8..<end {
        var stream = sample.stream
        stream[offset] ^= 0x40
        let error =
          offset < end - 4 ? GzipError(.checksum, at: end - 8) : GzipError(.length, at: end - 4)
        for cuts in [[1], [end]] {
          let outcome = Gzip.inflate(stream + sample.stream, cuts: cuts)
          #expect(outcome == Gzip.Outcome(text: sample.text, error: error))
        }
      }
    }
  }

  @Test(
    "tells data that is none, after what came before it",
    arguments: [
      // A block of type 3.
      ("07", "invalid block type", 1),
      // A stored block whose length and its complement do not fit.
      ("01 04 00 FA FF 00", "invalid stored block lengths", 5),
      // Fixed codes: a copy of what is beyond the start of the member.
      ("03 2A 00", "invalid distance too far back", nil),
      // Dynamic codes: 31 distance codes.
      ("05 1E 00", "too many length or distance symbols", nil),
    ] as [(String, String, Int?)])
  func data(block: String, reason: String, taken: Int?) {
    let good = Gzip.bytes("00 04 00 FB FF") + Array("Kate".utf8)
    let start = Gzip.plainHeader.count + good.count
    let stream = Gzip.plainHeader + good + Gzip.bytes(block) + [UInt8](repeating: 0, count: 40)
    for cuts in [[1], [stream.count]] {
      let outcome = Gzip.inflate(stream, cuts: cuts)
      #expect(outcome.text.starts(with: Array("Kate".utf8)))
      guard case .data(let told)? = outcome.error?.kind else {
        Issue.record("no error of the data: \(outcome)")
        continue
      }
      #expect(told == reason)
      if let taken { #expect(outcome.error?.offset == start + taken) }
    }
  }

  @Test("throws the same error again")
  func again() throws {
    var inflater = try Inflater()
    var buffer = [UInt8](repeating: 0, count: 100)
    let stream = Gzip.plainHeader + Gzip.bytes("00 01 00 FE FF 4B 07")
    #expect(try inflater.inflate(stream.span, into: &buffer).made == 1)
    let error = GzipError(.data("invalid block type"), at: stream.count)
    let nothing: [UInt8] = []
    for _ in 0..<2 {
      #expect(throws: error) { _ = try inflater.inflate(nothing.span, into: &buffer) }
      #expect(throws: error) { try inflater.finish() }
    }
  }

  @Test("reads a damaged stream the same in whatever pieces it comes, and never further than it is")
  func hostile() {
    var random = SeededGenerator(seed: 1952)
    for _ in 0..<(isDebug ? 300 : 3000) {
      var stream = GzipSample.all.randomElement(using: &random)?.stream ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let offset = Int.random(in: 0..<stream.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: stream[offset] = UInt8.random(in: 0...255, using: &random)
        case 1: stream.remove(at: offset)
        default: stream.insert(stream[offset], at: offset)
        }
      }
      let whole = Gzip.inflate(stream)
      let cuts = (0..<5).map { _ in Int.random(in: 1...40, using: &random) }
      for other in [
        Gzip.inflate(stream, cuts: [1], room: 1),
        Gzip.inflate(stream, cuts: cuts, room: Int.random(in: 1...300, using: &random)),
      ] {
        #expect(other.text == whole.text)
        #expect(other.trailing == whole.trailing)
        #expect(other.error?.kind == whole.error?.kind)
      }
      #expect((whole.error?.offset ?? 0) <= stream.count)
    }
  }

  // MARK: After a member, §2.2

  @Test("takes zero bytes after a member for padding, before another and at the end")
  func padding() {
    let sample = GzipSample.named
    for count in [1, 2, 511, 70_000] {
      let zeros = [UInt8](repeating: 0, count: count)
      let stream = sample.stream + zeros + sample.stream + zeros
      for cuts in [[7], [1 << 20]] {
        let outcome = Gzip.inflate(stream, cuts: cuts)
        #expect(outcome == Gzip.Outcome(text: sample.text + sample.text))
      }
    }
  }

  @Test(
    "says where something begins that is no member, and ignores it",
    arguments: ["00", "4B", "1F", "1F 1F 8B 08", "1F 00", "50 4B 03 04", "8B 1F", "FF FF"],
    [0, 1, 600])
  func trailing(garbage: String, zeros: Int) {
    let sample = GzipSample.dynamic
    let padded = sample.stream + [UInt8](repeating: 0, count: zeros)
    let stream = padded + Gzip.bytes(garbage) + (garbage == "1F" ? [] : [0x41, 0x42])
    for cuts in [[1], [stream.count]] {
      let outcome = Gzip.inflate(stream, cuts: cuts)
      let place = padded.count + (garbage == "00" ? 1 : 0)
      #expect(outcome == Gzip.Outcome(text: sample.text, trailing: place))
    }
  }

  @Test("gives stored members that were made without zlib, joined a hundredfold")
  func manyMembers() {
    let texts = (0..<100).map { Array("\($0)\r\n".utf8) }
    let stream = texts.flatMap { Gzip.stored($0) }
    for cuts in [[1], [13, 5], [stream.count]] {
      let outcome = Gzip.inflate(stream, cuts: cuts, room: 7)
      #expect(outcome == Gzip.Outcome(text: texts.flatMap { $0 }))
    }
  }
}
