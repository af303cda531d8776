import ICU
import Testing

@Suite("GregorianDateFormatter")
struct GregorianDateFormatterTests {
  private typealias Parts = GregorianDateFormatter.Parts

  private func written(
    _ parts: Parts, _ locale: String, _ year: Int, _ month: Int, _ day: Int
  ) throws -> String {
    try GregorianDateFormatter(parts, locale: locale).string(year: year, month: month, day: day)
  }

  @Test(
    "writes the parts of a date in the order and the words of a language",
    arguments: [
      // As PyICU 2.17 on ICU 72.1 has them.
      ("en", Parts.yearMonthDay, "April 12, 1978"), ("en-GB", .yearMonthDay, "12 April 1978"),
      ("de", .yearMonthDay, "12. April 1978"), ("de", .monthDay, "12. April"),
      ("fr", .yearMonth, "avril 1978"), ("cs", .month, "duben"),
      ("ja", .yearMonthDay, "1978年4月12日"),
      ("ja", .day, "12日"), ("en", .year, "1978"), ("de_AT.UTF-8", .yearMonth, "April 1978"),
    ])
  func parts(locale: String, parts: GregorianDateFormatter.Parts, text: String) throws {
    #expect(try written(parts, locale, 1978, 4, 12) == text)
  }

  @Test(
    "stays Gregorian where another calendar is usual",
    arguments: ["th", "fa", "ar-SA", "ja-u-ca-japanese"])
  func gregorian(locale: String) throws {
    let year = try written(.year, locale, 1978, 4, 12)
    let digits = year.unicodeScalars.compactMap { $0.properties.numericValue }
    #expect(digits == [1, 9, 7, 8], "\(year)")
  }

  @Test(
    "refuses a tag that is none",
    arguments: ["-", "x", "de--DE", "de DE", "de\u{0}", "e\u{301}"])
  func malformed(locale: String) throws {
    let error = try #require(throws: ICUError.self) {
      _ = try GregorianDateFormatter(.year, locale: locale)
    }
    #expect(error.kind == .unknownLocale)
    let long = String(repeating: "a", count: 100_000)
    #expect(throws: ICUError.self) { _ = try GregorianDateFormatter(.year, locale: long) }
  }

  @Test("serves a language that nobody knows as the root locale")
  func unknown() throws {
    let root = try written(.yearMonthDay, "und", 1978, 4, 12)
    #expect(try written(.yearMonthDay, "xx", 1978, 4, 12) == root)
    #expect(try written(.yearMonthDay, "qaa-Latn-DE", 1978, 4, 12) == root)
    #expect(try written(.yearMonthDay, "en", 1978, 4, 12) != root)
  }

  @Test("writes 29 February of leap years, and dates before there was the calendar")
  func edges() throws {
    #expect(try written(.monthDay, "en", 2000, 2, 29) == "February 29")
    #expect(try written(.yearMonthDay, "en", 1582, 10, 10) == "October 10, 1582")
    #expect(try written(.yearMonthDay, "en", 1500, 3, 1) == "March 1, 1500")
    #expect(try written(.yearMonthDay, "en", 9999, 12, 31) == "December 31, 9999")
  }

  @Test("writes the year 0 as 0, not as the year 1 that it is in eras", arguments: [0, 1, 999])
  func yearZero(year: Int) throws {
    #expect(try written(.year, "en", year, 1, 1) == "\(year)")
    #expect(try written(.yearMonth, "de", year, 4, 1) == "April \(year)")
    #expect(try written(.yearMonthDay, "es", year, 4, 2) == "2 de abril de \(year)")
    #expect(try written(.yearMonthDay, "ja", year, 4, 2) == "\(year)年4月2日")
  }

  @Test("serves many threads at once")
  func threads() async throws {
    let formatter = try GregorianDateFormatter(.yearMonthDay, locale: "de")
    let expected = try (1...28).map { try formatter.string(year: 1978, month: 4, day: $0) }
    #expect(Set(expected).count == 28)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<20 {
            let texts = try (1...28).map { try formatter.string(year: 1978, month: 4, day: $0) }
            if texts != expected { return false }
          }
          return true
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }

  @Test("takes any numbers without failing", arguments: [Int.min, -1, 13, 100_000, Int.max])
  func extremes(number: Int) throws {
    for parts in Parts.allCases {
      _ = try? written(parts, "en", number, number, number)
    }
    #expect(try written(.day, "en", number == 13 ? 13 : 2000, 4, 12) == "12")
  }
}
