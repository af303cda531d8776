import Testing
import VCard

@Suite("PartialDate, RFC 6350 §4.3")
struct PartialDateTests {
  private func date(
    _ year: Int?, _ month: Int?, _ day: Int?, _ hour: Int? = nil, _ minute: Int? = nil,
    _ second: Int? = nil, _ offset: Int? = nil
  ) -> PartialDate {
    var date = PartialDate(year: year, month: month, day: day)
    date.hour = hour
    date.minute = minute
    date.second = second
    date.utcOffset = offset
    return date
  }

  @Test("reads the examples of §4.3.1, and the extended forms of RFC 2426 §3.1.5")
  func dates() {
    #expect(PartialDate("19850412") == date(1985, 4, 12))
    #expect(PartialDate("1985-04-12") == date(1985, 4, 12))
    #expect(PartialDate("1985-04") == date(1985, 4, nil))
    #expect(PartialDate("1985") == date(1985, nil, nil))
    #expect(PartialDate("--0412") == date(nil, 4, 12))
    #expect(PartialDate("--04-12") == date(nil, 4, 12))
    #expect(PartialDate("--04") == date(nil, 4, nil))
    #expect(PartialDate("---12") == date(nil, nil, 12))
  }

  @Test("reads the examples of §4.3.2: times that leave out the front or the back")
  func times() {
    #expect(PartialDate("T102200") == date(nil, nil, nil, 10, 22, 0))
    #expect(PartialDate("T1022") == date(nil, nil, nil, 10, 22))
    #expect(PartialDate("T10") == date(nil, nil, nil, 10))
    #expect(PartialDate("T-2200") == date(nil, nil, nil, nil, 22, 0))
    #expect(PartialDate("T--00") == date(nil, nil, nil, nil, nil, 0))
    #expect(PartialDate("T--30Z") == date(nil, nil, nil, nil, nil, 30, 0))
    #expect(PartialDate("T102200Z") == date(nil, nil, nil, 10, 22, 0, 0))
    #expect(PartialDate("T102200-0800") == date(nil, nil, nil, 10, 22, 0, -480))
  }

  @Test("reads the examples of §4.3.3 and §4.3.5, and the extended forms")
  func datesWithTimes() {
    #expect(PartialDate("19961022T140000") == date(1996, 10, 22, 14, 0, 0))
    #expect(PartialDate("--1022T1400") == date(nil, 10, 22, 14, 0))
    #expect(PartialDate("---22T14") == date(nil, nil, 22, 14))
    #expect(PartialDate("19961022T140000-05") == date(1996, 10, 22, 14, 0, 0, -300))
    #expect(PartialDate("1996-10-22T14:00:00-05:00") == date(1996, 10, 22, 14, 0, 0, -300))
    #expect(PartialDate("1996-10-22T14:00:00.53+05:30") == date(1996, 10, 22, 14, 0, 0, 330))
    #expect(PartialDate("1953-10-15t23:10:00z") == date(1953, 10, 15, 23, 10, 0, 0))
    #expect(PartialDate("1953-10-15 23:10") == date(1953, 10, 15, 23, 10))
    #expect(PartialDate("T235960Z") == date(nil, nil, nil, 23, 59, 60, 0))
  }

  @Test("blanks around it do not count")
  func blanks() {
    #expect(PartialDate("  1985-04-12\t") == date(1985, 4, 12))
    #expect(
      PartialDate(String(repeating: " ", count: 100) + "1985" + String(repeating: " ", count: 100))
        == date(1985, nil, nil))
  }

  @Test(
    "is none when no calendar has it, or it is something else",
    arguments: [
      "", " ", "0000-00-00", "00000000", "19850230", "1985-02-29", "19000229", "1985-13-01",
      "1985-00-01", "--0230", "--1301", "---32", "---00", "70-7-14", "206-12-15", "circa 1800",
      "12th May", "1985-4-12", "1985-04-1", "198504", "1985041", "198504123", "1985-04-12-", "-",
      "--",
      "---", "----12", "T", "T24", "T1060", "T106161", "T10:", "T1", "T10:22:", "T10Z5", "1985T",
      "1985-04-12T", "1985-04-12T10.", "1985-04-12X10", "15668479", "1747922601891",
      "1996-10-22T14:00:00+24", "1996-10-22T14:00:00+05:60", "1996-10-22T14:00:00+5", "１９８５",
      "1985-04-12T10:22:00Z and then some more text", "1985\u{0}", "é",
    ])
  func none(text: String) { #expect(PartialDate(text) == nil) }

  @Test("29 February is there without a year and in leap years")
  func leap() {
    #expect(PartialDate("--0229") == date(nil, 2, 29))
    #expect(PartialDate("20000229") == date(2000, 2, 29))
    #expect(PartialDate("2024-02-29") == date(2024, 2, 29))
    #expect(PartialDate("---31") == date(nil, nil, 31))
  }

  @Test("is full when year, month and day are there")
  func full() {
    #expect(PartialDate("19850412T10")?.isFullDate == true)
    #expect(PartialDate("--0412")?.isFullDate == false)
    #expect(PartialDate("1985-04")?.isFullDate == false)
    #expect(PartialDate("T10")?.isFullDate == false)
  }

  @Test("reads what the grammar has, with both formats of ISO 8601 mixed, and nothing else")
  func grammar() throws {
    let grammar = try Regex(
      #"""
      (?x)
      (?: (?<year>\d{4}) (?: (?<m1>\d\d) (?<d1>\d\d) | - (?<m2>\d\d) (?: - (?<d2>\d\d) )? )?
        | -- (?<m3>\d\d) (?: -? (?<d3>\d\d) | - )? | --- (?<d4>\d\d) | (?= [Tt] ) )
      (?: [Tt\ ]
        (?: (?<h>\d\d) (?: (?<n1>\d\d) (?: :? (?<s1>\d\d) )?
            | : (?<n2>\d\d) (?: : (?<s2>\d\d) )? )?
          | - (?<n3>\d\d) (?<s3>\d\d)? | -- (?<s4>\d\d) )
        (?: [.,] \d+ )? (?: [Zz] | (?<sign>[+-]) (?<zh>\d\d) :? (?<zm>\d\d)? )? )?
      """#)
    var generator = Numbers(seed: 61)
    let shapes = [
      "19850412", "1985-04-12", "1985-04", "--0412", "--04-12", "---12", "T1022", "T-2200", "T--00",
      "1985-04-12T10:22:00Z", "19961022T140000-0500", "---22T14+05:30", "T10:22:00.53",
    ]
    var dates = 0
    for _ in 0..<20_000 {
      let value = generator.date(like: shapes, changes: 3)
      let blanks = value.reversed().prefix { $0 == " " }.count
      let match = try grammar.wholeMatch(in: value.dropLast(blanks).drop { $0 == " " })
      func number(_ names: String...) -> Int? {
        names.lazy.compactMap { name in match?[name]?.substring.flatMap { Int($0) } }.first
      }
      var expected = PartialDate(
        year: number("year"), month: number("m1", "m2", "m3"), day: number("d1", "d2", "d3", "d4"))
      expected.hour = number("h")
      expected.minute = number("n1", "n2", "n3")
      expected.second = number("s1", "s2", "s3", "s4")
      if let sign = match?["sign"]?.substring, let hours = number("zh") {
        let minutes = hours * 60 + (number("zm") ?? 0)
        expected.utcOffset = sign == "-" ? -minutes : minutes
      } else if value.contains(where: { $0 == "Z" || $0 == "z" }) {
        expected.utcOffset = 0
      }
      let isThere =
        match != nil && 1...12 ~= expected.month ?? 1 && 0...23 ~= expected.hour ?? 0
        && 0...59 ~= expected.minute ?? 0 && 0...60 ~= expected.second ?? 0
        && 0...23 ~= number("zh") ?? 0 && 0...59 ~= number("zm") ?? 0
        && 1...31 ~= expected.day ?? 1
        && !(expected.day == 31 && [4, 6, 9, 11].contains(expected.month))
        && !(expected.month == 2 && expected.day ?? 0 > (isLeap(expected.year) ? 29 : 28))
      #expect(PartialDate(value) == (isThere ? expected : nil), "\(value)")
      if isThere { dates += 1 }
    }
    #expect(5000...15_000 ~= dates)
  }

  private func isLeap(_ year: Int?) -> Bool {
    guard let year else { return true }
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}
