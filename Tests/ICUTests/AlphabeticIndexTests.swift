import ICU
import Testing

private final class Shared: Sendable {
  let index: AlphabeticIndex

  init(_ locale: String) throws { index = try AlphabeticIndex(locale: locale) }
}

@Suite("AlphabeticIndex")
struct AlphabeticIndexTests {
  private func letters(_ locale: String) throws -> [String] {
    let index = try AlphabeticIndex(locale: locale)
    var letters: [String] = []
    for section in 0..<index.count where index.kind(of: section) == .letter {
      letters.append(try index.label(of: section))
    }
    return letters
  }

  @Test("has the letters of the language, and the Latin ones besides where it has none")
  func letters() throws {
    let latin = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { String($0) }
    #expect(try letters("root") == latin)
    #expect(try letters("sv") == latin + ["Å", "Ä", "Ö"])
    #expect(try letters("zh") == latin)
    #expect(try letters("ja") == latin + ["あ", "か", "さ", "た", "な", "は", "ま", "や", "ら", "わ"])
    let greek = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ".map { String($0) }
    #expect(try letters("el") == greek + latin)
    #expect(try letters("zh-u-co-stroke").prefix(3) == ["1劃", "2劃", "3劃"])
  }

  @Test("tells what stands before, between and after letters")
  func kinds() throws {
    let index = try AlphabeticIndex(locale: "ja")
    func kind(_ name: String) throws -> AlphabeticIndex.Kind {
      index.kind(of: try index.section(of: name))
    }
    #expect(try kind("007") == .underflow)
    #expect(try kind("") == .underflow)
    #expect(try kind("Ivan") == .letter)
    #expect(try kind("あべ") == .letter)
    #expect(try kind("山田") == .overflow)
    #expect(try AlphabeticIndex(locale: "ko").kind(of: 15) == .inflow)
  }

  @Test("takes composed and decomposed names for the same, and octets that are not UTF-8")
  func octets() throws {
    let index = try AlphabeticIndex(locale: "sv")
    #expect(try index.section(of: "\u{C5}ke") == index.section(of: "A\u{30A}ke"))
    let broken: [UInt8] = [0x41, 0xFF, 0xC3]
    #expect(try index.label(of: index.section(ofUTF8: broken.span)) == "A")
    let empty: [UInt8] = []
    #expect(try index.kind(of: index.section(ofUTF8: empty.span)) == .underflow)
  }

  @Test("stays quick on hostile names")
  func hostile() throws {
    let index = try AlphabeticIndex(locale: "th")
    for name in [
      String(repeating: "\u{301}", count: 1_000_000), String(repeating: "เ", count: 500_000),
      String(repeating: "\u{202E}", count: 100_000), "\u{FFFE}", "\0",
    ] {
      #expect(0..<index.count ~= (try index.section(of: name)))
    }
  }

  @Test("refuses what is no language", arguments: ["12345", "en-u-co-nonsense", "a\0b", "-"])
  func unknown(locale: String) {
    let error = #expect(throws: ICUError.self) { _ = try AlphabeticIndex(locale: locale).count }
    #expect(error?.kind == .unknownLocale)
  }

  @Test("may be used by many threads at once")
  func threads() async throws {
    let shared = try Shared("ja")
    let names = ["Zoe", "あべ", "がくと", "山田", "7", "ﾜﾀﾅﾍﾞ", "Ivanov", "김"]
    let expected = try names.map { try shared.index.section(of: $0) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            for (name, section) in zip(names, expected)
            where try shared.index.section(of: name) != section {
              return false
            }
          }
          return true
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }
}
