import ICU
import Testing

private final class Shared: Sendable {
  let transliterator: Transliterator

  init(_ identifier: String) throws {
    transliterator = try Transliterator(identifier)
  }
}

@Suite("Transliterator")
struct TransliteratorTests {
  @Test(
    "rewrites names of several scripts",
    arguments: [
      // As PyICU 2.17 on ICU 72.1 has them.
      ("Any-Latin; Latin-ASCII", "Михаил Горбачёв", "Mihail Gorbacev"),
      ("Any-Latin; Latin-ASCII", "Αλέξανδρος Παπαδόπουλος", "Alexandros Papadopoulos"),
      ("Any-Latin; Latin-ASCII", "王小明", "wang xiao ming"),
      ("Any-Latin; Latin-ASCII", "さとう はなこ", "satou hanako"),
      ("Any-Latin; Latin-ASCII", "김철수", "gimcheolsu"),
      ("Any-Latin; Latin-ASCII", "محمد", "mhmd"),
      ("Any-Latin; Latin-ASCII", "יוסף", "ywsp"),
      ("Any-Latin; Latin-ASCII", "สมชาย", "smchay"),
      ("Any-Latin; Latin-ASCII", "Łukasz Øystein Straße", "Lukasz Oystein Strasse"),
      ("Hiragana-Katakana", "さとう", "サトウ"),
      ("[:Cyrillic:] Any-Latin", "Иван Αλέξανδρος", "Ivan Αλέξανδρος"),
      ("Lower", "KATE", "kate"),
      ("Any-Latin", "", ""),
      ("Null", "a\u{0}b", "a\u{0}b"),
    ])
  func rewrites(identifier: String, text: String, expected: String) throws {
    let transliterator = try Transliterator(identifier)
    #expect(try transliterator.transliterate(text) == expected)
  }

  @Test("goes back where the rules can")
  func reverse() throws {
    let back = try Transliterator("Hiragana-Katakana", direction: .reverse)
    #expect(try back.transliterate("ハナコ") == "はなこ")
  }

  @Test(
    "refuses identifiers that ICU does not know",
    arguments: ["", "Klingon-Latin", "Any-Latin; Klingon", "[:Cyrillic", ";;", "Any-\u{0}Latin"])
  func refuses(identifier: String) throws {
    let error = try #require(throws: ICUError.self) { _ = try Transliterator(identifier) }
    #expect(error.kind == .unknownTransliterator)
    #expect(error.attempted.contains(identifier))
  }

  @Test("one object gives many tasks what it gives one")
  func shared() async throws {
    let shared = try Shared("Any-Latin; Latin-ASCII")
    var random = Seeded(21)
    let names = (0..<50).map { _ in random.name(upTo: 10) }
    var expected: [String] = []
    for name in names { expected.append(try shared.transliterator.transliterate(name)) }
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var results: [String] = []
          for name in names { results.append(try shared.transliterator.transliterate(name)) }
          return results
        }
      }
      for try await results in group { #expect(results == expected) }
    }
  }

  @Test(
    "takes a megabyte, with and without white space to cut at, in time that grows evenly",
    arguments: [("Иван ", "Ivan "), ("Дуб", "Dub")])
  func large(unit: String, expected: String) throws {
    let count = (1 << 20) / unit.utf8.count
    let transliterator = try Transliterator("Cyrillic-Latin")
    let result = try transliterator.transliterate(String(repeating: unit, count: count))
    #expect(result == String(repeating: expected, count: count))
  }

  @Test("does not cut a letter from its marks, nor between surrogates")
  func cuts() throws {
    let transliterator = try Transliterator("NFC")
    for padding in 0..<3 {
      let start = String(repeating: "x", count: padding)
      let decomposed = start + String(repeating: "e\u{301}", count: 10_000)
      #expect(
        Array(try transliterator.transliterate(decomposed).unicodeScalars)
          == Array((start + String(repeating: "é", count: 10_000)).unicodeScalars))
      let emoji = start + String(repeating: "👍", count: 10_000)
      #expect(try transliterator.transliterate(emoji) == emoji)
    }
  }
}
