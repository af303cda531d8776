import ContactPages
import TestSupport
import Testing
import VCardCommands

@Suite("TerminalText, and the bytes of JSON, CSV and HTML")
struct TerminalTextTests {
  @Test(
    "shows as its code what could act on a terminal or hide",
    arguments: [
      ("a\u{1B}[31mb", "a\\u{1B}[31mb"), ("\0", "\\u{0}"), ("\u{7F}", "\\u{7F}"),
      ("\u{9B}31m", "\\u{9B}31m"), ("a\u{202E}b", "a\\u{202E}b"), ("\u{2066}", "\\u{2066}"),
      ("\u{200E}\u{200F}\u{61C}", "\\u{200E}\\u{200F}\\u{61C}"),
      ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("Ka\u{200B}te", "Ka\\u{200B}te"),
      ("a\u{AD}b", "a\\u{AD}b"), ("\u{FEFF}x", "\\u{FEFF}x"), ("\u{E0041}", "\\u{E0041}"),
      ("a\nb\tc\r\n", "a\\nb\\tc\\r\\n"),
    ])
  func shows(text: String, expected: String) {
    #expect(TerminalText.visible(text) == expected)
  }

  @Test(
    "leaves what people write",
    arguments: [
      "Kate Bell", "Žluťoučký kůň", "山田 太郎", "علی‌رضا", "क्‍ष", "👩‍👧‍👦 ❤️", "O’Brien \\ ~",
      "e\u{301}", "葛\u{E0100}城",
    ])
  func leaves(text: String) { #expect(TerminalText.visible(text) == text) }

  @Test("shows a joiner where it can only hide: after Latin text, or with nothing before it")
  func showsJoiners() {
    #expect(TerminalText.visible("Ka\u{200D}te") == "Ka\\u{200D}te")
    #expect(TerminalText.visible("\u{200C}") == "\\u{200C}")
  }

  @Test("keeps lines and tabs of a block, but no carriage return")
  func keepsLines() {
    #expect(TerminalText.visible("a\n\tb\r\n", layout: .block) == "a\n\tb\\r\n")
  }

  @Test("shows each byte that is not UTF-8, and nothing else of its neighbours")
  func showsInvalidBytes() {
    // Cut off, overlong, a surrogate, past the last code point, a stray continuation.
    let bytes: [UInt8] =
      [0x61, 0xC3, 0x62, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0xE4, 0xBD]
    var output: [UInt8] = []
    output.append(visible: bytes.span)
    let expected = #"a\xC3b\xC0\xAF\xED\xA0\x80\xF4\x90\x80\x80\xE4\xBD"#
    #expect(String(decoding: output, as: UTF8.self) == expected)
  }

  @Test("reads UTF-8 as the standard library does, whatever the bytes")
  func decodesAsTheLibrary() {
    for seed in 0..<500 {
      let bytes = Self.nearlyUTF8(seed)
      var output: [UInt8] = []
      output.append(html: bytes.span)
      #expect(String(decoding: output, as: UTF8.self) == Self.html(bytes), "seed \(seed)")
    }
  }

  /// What the bytes are as HTML, the slow way.
  private static func html(_ bytes: [UInt8]) -> String {
    var html = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      case "\t", "\n", "\r": html.unicodeScalars.append(scalar)
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": html += "\u{FFFD}"
      default: html.unicodeScalars.append(scalar)
      }
    }
    return html
  }

  /// Text of many scripts with a few bytes spoilt.
  static func nearlyUTF8(_ seed: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(seed))
    let ranges: [ClosedRange<UInt32>] = [
      0...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF,
    ]
    var bytes: [UInt8] = []
    for _ in 0..<40 {
      let range = ranges[Int.random(in: 0..<ranges.count, using: &generator)]
      let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator))
      bytes += Array(scalar.map { String($0) }?.utf8 ?? "".utf8)
    }
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      if Bool.random(using: &generator) {
        bytes.remove(at: index)
      } else {
        bytes[index] = .random(in: .min ... .max, using: &generator)
      }
    }
    return bytes
  }
}
