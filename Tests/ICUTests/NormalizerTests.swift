import ICU
import Testing

@Suite("Normalizer, UAX #15")
struct NormalizerTests {
  @Test(
    "normalizes to each form",
    arguments: [
      (Normalizer.nfc, "A\u{30A}ngstro\u{308}m", "Ångström"),
      (.nfc, "\u{212B}", "Å"),
      (.nfc, "ﬁ", "ﬁ"),
      (.nfd, "Å각", "A\u{30A}\u{1100}\u{1161}\u{11A8}"),
      (.nfkc, "ﬁｱ①", "fiア1"),
      (.nfkd, "ﬁÅ", "fiA\u{30A}"),
      (.nfkcCasefold, "ＫATE\u{AD} Straße Å", "kate strasse å"),
      (.nfkcCasefold, "KATE Bell@Home.Example", "kate bell@home.example"),
      (.nfc, "", ""),
      (.nfc, "\u{0}a\u{0}", "\u{0}a\u{0}"),
    ])
  func normalizes(form: Normalizer, text: String, expected: String) throws {
    let result = try form.normalize(text)
    // String's own == does not tell canonically equivalent strings apart.
    #expect(Array(result.unicodeScalars) == Array(expected.unicodeScalars))
    #expect(try Array(form.normalize(result).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test("agrees with the standard library on what is equivalent")
  func agreesWithSwift() throws {
    var random = Seeded(5)
    for _ in 0..<500 {
      let left = random.name(upTo: 5)
      let right = try Normalizer.nfd.normalize(left)
      #expect(left == right)
      let composed = try Normalizer.nfc.normalize(right)
      #expect(
        Array(composed.unicodeScalars) == Array(try Normalizer.nfc.normalize(left).unicodeScalars))
    }
  }

  @Test("grows for text that expands, and takes a megabyte")
  func large() throws {
    // U+FDFA is 3 bytes and 33 in NFKD, more than any other.
    let count = (1 << 20) / 3
    let text = String(repeating: "\u{FDFA}", count: count)
    let expected = String(repeating: try Normalizer.nfkd.normalize("\u{FDFA}"), count: count)
    #expect(expected.utf8.count == 33 * count)
    #expect(try Normalizer.nfkd.normalize(text) == expected)
    let ascii = String(repeating: "Kate", count: 1 << 18)
    #expect(try Normalizer.nfc.normalize(ascii) == ascii)
  }

  @Test("leaves 30 marks in a row as they are, and puts U+034F after more (UAX #15 §13)")
  func streamSafe() throws {
    let marks = String(repeating: "\u{323}", count: 29) + "\u{325}"
    #expect(try Array(Normalizer.nfd.normalize("a" + marks).utf8) == Array(("a" + marks).utf8))
    #expect(
      try Array(Normalizer.nfd.normalize("a" + marks + marks + "b").utf8)
        == Array(("a" + marks + "\u{34F}" + marks + "b").utf8))
    // Letters beyond U+0300 are no marks.
    let letters = String(repeating: "Яшщ", count: 100)
    #expect(try Array(Normalizer.nfd.normalize(letters).utf8) == Array(letters.utf8))
  }

  // To put so many marks in order at once takes ICU minutes.
  @Test(
    "takes a megabyte of marks, also with characters between that folding takes away",
    arguments: ["\u{301}\u{323}", "\u{301}\u{AD}\u{323}\u{AD}", "\u{3099}\u{301}"])
  func endlessMarks(unit: String) throws {
    let text = "a" + String(repeating: unit, count: (1 << 20) / unit.utf8.count)
    for form in [Normalizer.nfc, .nfd, .nfkc, .nfkd] {
      #expect(try form.normalize(text).utf8.count >= text.utf8.count - 4)
    }
    let folded = try Normalizer.nfkcCasefold.normalize(text)
    #expect(!folded.unicodeScalars.contains("\u{34F}"))
    #expect(!folded.unicodeScalars.contains("\u{AD}"))
    #expect(folded.unicodeScalars.count > text.unicodeScalars.count / 3)
    #expect(try Normalizer.strippingMarks(text).unicodeScalars.first == "a")
    #expect(try caseFolded(Array(text.utf8)).first == UInt8(ascii: "a"))
  }

  @Test("reads what is not UTF-8 as U+FFFD, as the standard library does")
  func invalidUTF8() throws {
    var random = Seeded(9)
    for _ in 0..<500 {
      let bytes = random.bytes(upTo: 8)
      let repaired = String(decoding: bytes, as: UTF8.self)
      #expect(try caseFolded(bytes) == caseFolded(Array(repaired.utf8)))
    }
  }

  @Test(
    "strips marks from letters that have them",
    arguments: [
      ("Ångström Dvořák", "Angstrom Dvorak"), ("Zoe\u{308}", "Zoe"), ("Đặng", "Đang"),
      ("Łukasz Ødegård", "Łukasz Ødegard"), ("שָׁלוֹם", "שלום"), ("김철수", "김철수"), ("", ""),
      ("Kate", "Kate"), ("\u{301}", ""), ("Й", "И"),
    ])
  func stripsMarks(text: String, expected: String) throws {
    let result = try Normalizer.strippingMarks(text)
    #expect(Array(result.unicodeScalars) == Array(expected.unicodeScalars))
  }
}

private func caseFolded(_ text: [UInt8]) throws -> [UInt8] {
  var folded: [UInt8] = []
  try CaseFolder.appendCaseFolded(text.span, to: &folded)
  return folded
}

@Suite("CaseFolder, Unicode §3.13")
struct CaseFolderTests {
  @Test(
    "folds fully and without Turkic rules",
    arguments: [
      ("Kate BELL", "kate bell"), ("Straße", "strasse"), ("ΣΊΣΥΦΟΣ ς", "σίσυφοσ σ"), ("ﬀ", "ff"),
      ("İI", "i\u{307}i"), ("Ǆ", "ǆ"), ("ʼn ŉ", "ʼn ʼn"), ("ა Ა", "ა ა"), ("", ""),
      ("ＫＡＴＥ", "ｋａｔｅ"), ("𐐀", "𐐨"), ("Kate@Example.COM[`{", "kate@example.com[`{"),
    ])
  func folds(text: String, expected: String) throws {
    var bytes: [UInt8] = [1]
    try CaseFolder.appendCaseFolded(text.utf8.span, to: &bytes)
    #expect(bytes == [1] + Array(expected.utf8))
  }

  @Test("grows for text that expands, and takes a megabyte")
  func large() throws {
    let count = 1 << 18
    // U+0390 is 2 bytes and 6 when folded.
    #expect(
      try caseFolded(Array(String(repeating: "\u{390}", count: count).utf8))
        == Array(String(repeating: "\u{3B9}\u{308}\u{301}", count: count).utf8))
    #expect(
      try caseFolded(Array(String(repeating: "Bell", count: count).utf8))
        == Array(String(repeating: "bell", count: count).utf8))
  }
}
