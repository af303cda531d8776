import TestSupport
import Testing
import VCard

@Suite("CardReader, in pieces")
struct PieceTests {
  /// Parts of the samples, so that all processors have work.
  private static let parts = 8

  @Test(
    "every file cut anywhere, with any line end, byte by byte and in pieces, reads as it does whole",
    arguments: 0..<parts)
  func cut(part: Int) throws {
    var random = SeededGenerator(seed: 200 + UInt64(part))
    for (number, sample) in try Samples.small().enumerated() where number % Self.parts == part {
      for lineEnd in ["\n", "\r\n", "\r"] {
        let bytes = sample.bytes.withLineEnds(lineEnd)
        let cuts = cuts(of: bytes.count, most: isDebug ? 10 : 200, using: &random)
        try readByteByByte(bytes, cuts) { cut, reading in
          let whole = try Reading(Array(bytes[..<cut]))
          if !reading.isIdentical(to: whole) {
            Issue.record("\(sample.name), \(lineEnd.debugDescription), cut at \(cut), byte by byte")
          }
          let sizes = (0..<5).map { _ in Int.random(in: 1...max(1, cut / 2), using: &random) }
          if !(try Reading(Array(bytes[..<cut]), pieces: sizes).isIdentical(to: whole)) {
            Issue.record("\(sample.name), \(lineEnd.debugDescription), cut at \(cut), in \(sizes)")
          }
        }
      }
    }
  }

  @Test("damaged input in pieces reads as it does whole", arguments: 0..<parts)
  func damaged(part: Int) throws {
    var random = SeededGenerator(seed: 300 + UInt64(part))
    let originals = try Samples.small().map(\.bytes).filter { $0.count < 2000 }
    for _ in 0..<(isDebug ? 100 : 2000) {
      let input = Samples.damaged(of: originals, using: &random)
      let whole = try Reading(input)
      for sizes in [[1], [2], [3, 1], [7, 64, 1]] {
        if !(try Reading(input, pieces: sizes).isIdentical(to: whole)) {
          Issue.record("in \(sizes): \(String(decoding: input, as: UTF8.self).debugDescription)")
          return
        }
      }
    }
  }

  @Test("pieces make no difference where limits are met", arguments: 0..<parts)
  func limits(part: Int) throws {
    var random = SeededGenerator(seed: 400 + UInt64(part))
    for _ in 0..<(isDebug ? 100 : 2000) {
      var limits = CardReader.Limits()
      limits.bytesPerLine = Int.random(in: 0...60, using: &random)
      limits.bytesPerCard = Int.random(in: 0...300, using: &random)
      limits.propertiesPerCard = Int.random(in: 0...12, using: &random)
      limits.nesting = Int.random(in: 0...2, using: &random)
      let input = Mutation.lines(using: &random) + Mutation.lines(using: &random)
      let whole = try Reading(input, limits: limits)
      for sizes in [[1], [2], [3, 1], [50, 2]] {
        if !(try Reading(input, pieces: sizes, limits: limits).isIdentical(to: whole)) {
          Issue.record(
            "\(limits), in \(sizes): \(String(decoding: input, as: UTF8.self).debugDescription)")
          return
        }
      }
    }
  }

  @Test("lines between cards that are longer than a BEGIN may be: the same in pieces")
  func longLines() throws {
    let long = String(repeating: "x", count: 5000)
    let heads = [
      "", "FN:", "PHOTO;ENCODING=b:", "BEGIN:VCARD", "text:", "\u{FEFF}", "\u{FEFF}N:", "END:VCARD",
      String(repeating: " ", count: 4095), String(repeating: " ", count: 4096),
    ]
    for head in heads {
      for tail in ["", "BEGIN:VCARD", ":BEGIN:VCARD"] {
        let input = Array(
          (head + long + tail + "\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nFN:Kate\r\nEND:VCARD\r\n" + long
            + head + "\r\n").utf8)
        let whole = try Reading(input)
        for sizes in [[1], [4096], [4097], [1000, 1]] {
          #expect(try Reading(input, pieces: sizes).isIdentical(to: whole), "\(head)\(sizes)")
        }
      }
    }
  }

  /// Up to so many different places, both ends among them, in ascending order.
  private func cuts(of count: Int, most: Int, using random: inout SeededGenerator) -> [Int] {
    if count < most { return Array(0...count) }
    var cuts: Set<Int> = [0, count]
    while cuts.count < most { cuts.insert(Int.random(in: 0...count, using: &random)) }
    return cuts.sorted()
  }

  /// Reads byte by byte, and hands over at each cut what it would come to if the input ended there.
  private func readByteByByte(
    _ bytes: [UInt8], _ cuts: [Int], _ body: (Int, Reading) throws -> Void
  ) throws {
    var reader = CardReader()
    var reading = Reading()
    var place = 0
    for cut in cuts {
      while place < cut {
        try reader.append(bytes.span.extracting(place..<place + 1))
        reading.drain(&reader)
        place += 1
      }
      var last = reader
      var ended = reading
      last.finish()
      ended.drain(&last)
      try body(cut, ended)
    }
  }
}
