import ICU
import Testing

@Suite("Script, UAX #24")
struct ScriptTests {
  @Test(
    "finds the script of a character",
    arguments: [
      ("K", Script.latin, "Latn"), ("é", .latin, "Latn"), ("山", .han, "Hani"),
      ("さ", .hiragana, "Hira"), ("サ", .katakana, "Kana"), ("ｻ", .katakana, "Kana"),
      ("김", .hangul, "Hang"), ("Я", .cyrillic, "Cyrl"), ("Ω", .greek, "Grek"),
      ("م", .arabic, "Arab"), ("ש", .hebrew, "Hebr"), ("ส", .thai, "Thai"),
      ("1", .common, "Zyyy"), (" ", .common, "Zyyy"), ("\u{301}", .inherited, "Zinh"),
      ("न", .devanagari, "Deva"), ("ა", .georgian, "Geor"), ("Հ", .armenian, "Armn"),
      ("\u{E000}", .unknown, "Zzzz"), ("\u{10FFFF}", .unknown, "Zzzz"), ("𠮷", .han, "Hani"),
    ] as [(Unicode.Scalar, Script, String)])
  func finds(scalar: Unicode.Scalar, script: Script, code: String) {
    #expect(Script.of(scalar) == script)
    #expect(Script.of(scalar).code == code)
  }

  @Test("knows scripts that have no name here")
  func others() {
    #expect(Script.of("ꓐ").code == "Lisu")
    #expect(Script.of("ꓐ") != .latin)
  }
}

@Suite("DisplayWidth, UAX #11 and UTS #51")
struct DisplayWidthTests {
  @Test(
    "counts columns as terminals do",
    arguments: [
      // As wcwidth 0.9.4 (Python) has them.
      ("", 0), ("Kate Bell", 9), ("Zoë", 3), ("Zoe\u{308}", 3), ("山田太郎", 8), ("ｶﾅ", 2), ("ＡＢ", 4),
      ("김철수", 6), ("ᄒ\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👨\u{200D}👩\u{200D}👧", 2),
      ("🇸🇪", 2), ("🇸🇪🇳🇴", 4), ("\u{2764}\u{FE0F}", 2), ("\u{2764}", 1), ("1\u{FE0F}\u{20E3}", 2),
      ("a\u{200B}b", 2), ("soft\u{AD}hyphen", 11), ("\u{202E}abc\u{202C}", 3), ("Ω", 1),
      ("ก\u{E47}", 1), ("👩🏽\u{200D}💻", 2), ("\u{260E}\u{FE0F} 1", 4),
      ("ש\u{5B8}\u{5C1}לו\u{5B9}ם", 4),
    ])
  func counts(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(
    "counts a character that stands alone",
    arguments: [
      ("K", 1), ("\u{0}", 0), ("\t", 0), ("\u{7F}", 0), ("\u{85}", 0), ("\u{301}", 0),
      ("\u{20DD}", 0), ("\u{200D}", 0), ("\u{FEFF}", 0), ("山", 2), ("ｻ", 1), ("👍", 2),
      ("\u{AD}", 1),
      ("\u{3000}", 2), ("\u{E000}", 1), ("\u{2028}", 0), ("°", 1),
    ] as [(Unicode.Scalar, Int)])
  func countsScalars(scalar: Unicode.Scalar, columns: Int) {
    #expect(DisplayWidth.of(scalar) == columns)
  }

  @Test("counts a character alone as in a text, but for flags")
  func countsAlike() {
    var count = 0
    for number in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(number), !(0x1F1E6...0x1F1FF ~= number) else { continue }
      guard DisplayWidth.of(String(scalar)) != DisplayWidth.of(scalar) else { continue }
      count += 1
      #expect(Bool(false), "U+\(String(number, radix: 16))")
      if count > 9 { return }
    }
  }

  @Test("cuts text to a width without splitting what is one character")
  func truncates() {
    #expect(DisplayWidth.truncated("Kate Bell", to: 9) == "Kate Bell")
    #expect(DisplayWidth.truncated("Kate Bell", to: 8) == "Kate Be…")
    #expect(DisplayWidth.truncated("山田太郎", to: 6) == "山田…")
    #expect(DisplayWidth.truncated("山田太郎", to: 5) == "山田…")
    #expect(DisplayWidth.truncated("👩‍👧‍👦👩‍👧‍👦", to: 3) == "👩‍👧‍👦…")
    #expect(DisplayWidth.truncated("ab", to: 1) == "…")
    #expect(DisplayWidth.truncated("ab", to: 0) == "")
  }

  @Test("a joiner between letters, and emoji after letters, take nothing away")
  func noFalseSequences() {
    #expect(DisplayWidth.of("a\u{200D}👍") == 3)
    #expect(DisplayWidth.of("a🏽") == 3)
    #expect(DisplayWidth.of("👍👍") == 4)
    #expect(DisplayWidth.of("x\u{FE0F}") == 1)
    #expect(DisplayWidth.of(String(repeating: "山", count: 400_000)) == 800_000)
  }
}
