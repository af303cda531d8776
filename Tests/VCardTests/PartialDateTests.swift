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
}
