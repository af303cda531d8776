import ContactPages
import Foundation
import TestSupport
import Testing
import VCardCommands

@Suite("JSON and decimal digits as bytes")
struct BytesTests {
  private func json(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.append(jsonString: String(decoding: bytes, as: UTF8.self))
    return String(decoding: output, as: UTF8.self)
  }

  @Test(
    "escapes in JSON what RFC 8259 §7 asks for, and what splits lines although it is allowed",
    arguments: [
      ("", #""""#), ("Kate", #""Kate""#), (#"a"b\c/"#, #""a\"b\\c/""#),
      ("a\nb\rc\t", #""a\nb\rc\t""#), ("\0\u{1F}\u{7F}", #""\u0000\u001F\u007F""#),
      ("\u{85}\u{9B}", #""\u0085\u009B""#), ("\u{2028}x\u{2029}", #""\u2028x\u2029""#),
      ("é山👩‍👧\u{202E}", "\"é山👩‍👧\u{202E}\""),
    ])
  func escapesJSON(text: String, expected: String) { #expect(json(Array(text.utf8)) == expected) }

  @Test("writes JSON that another reader takes for the same text")
  func agreesWithFoundation() throws {
    for seed in 0..<500 {
      let bytes = TerminalTextTests.nearlyUTF8(seed)
      let written = Data(json(bytes).utf8)
      let read = try JSONSerialization.jsonObject(with: written, options: .fragmentsAllowed)
      #expect(read as? String == String(decoding: bytes, as: UTF8.self), "seed \(seed)")
    }
  }

  @Test("writes integers", arguments: [0, 7, -1, 10, 1_234_567_890, .max, .min])
  func writesIntegers(number: Int) {
    var output = Array("x".utf8)
    output.append(decimal: number)
    #expect(String(decoding: output, as: UTF8.self) == "x\(number)")
  }
}
