import Compression
import TestSupport
import Testing

@Suite("Deflater, RFC 1952")
struct DeflaterTests {
  /// The member that pieces of a text come to.
  private func member(_ text: [UInt8], cut: Int) throws -> [UInt8] {
    var deflater = try Deflater()
    var output: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: cut) {
      let piece = text.span.extracting(start..<min(start + cut, text.count))
      deflater.append(piece, to: &output)
    }
    deflater.finish(to: &output)
    return output
  }

  @Test("makes what reads as the text, whatever pieces it comes in and whether it can be shortened")
  func readsBack() throws {
    var random = SeededGenerator(seed: 9)
    let noise = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let lines = Array(String(repeating: GzipSample.kate, count: 4000).utf8)
    for text in [[], [7], noise, lines, noise + lines] {
      for cut in [1 << 20, 65_536, 4096, 977] {
        let stream = try member(text, cut: cut)
        let isSame = Gzip.inflate(stream, cuts: [1 << 20], room: 1 << 16) == .init(text: text)
        #expect(isSame, "\(text.count) octets in pieces of \(cut)")
      }
    }
    #expect(try member(lines, cut: 1 << 20).count < lines.count / 20)
  }

  @Test("writes neither name nor time: RFC 1952 §2.3.1, FLG and MTIME are 0")
  func header() throws {
    #expect(Array(try member([1, 2], cut: 2)[..<8]) == Gzip.bytes("1F8B0800 00000000"))
  }
}
