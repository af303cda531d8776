/// Days of no year, which vCard 2.1 and 3.0 do not have and programs write all the same.
///
/// ```
/// vCard 4.0, RFC 6350 §4.3.1      --0504
/// Apple's programs, before        X-APPLE-OMIT-YEAR=1604:1604-05-04
/// ```
package enum YearlessDate {
  /// Apple's year of no year, a leap year that nobody now living saw.
  package static let year = 1604
  /// The parameter that names the year which is none; programs also leave it out.
  package static let parameter = octets.description
  package static let octets: StaticString = "X-APPLE-OMIT-YEAR"
  /// The parameter with Apple's year.
  static let mark = Parameter(parameter, String(year))

  /// Whether a year means none.
  ///
  /// - Parameters:
  ///   - year: The year of a date.
  ///   - named: The values of the parameter.
  /// - Returns: Whether it is Apple's year, or the one that is named.
  package static func omits(_ year: Int, named: some Sequence<String>) -> Bool {
    year == YearlessDate.year || named.contains { Int($0) == year }
  }
}

extension PartialDate {
  /// The date, without its year where that means none.
  package func withoutOmittedYear(named: some Sequence<String>) -> PartialDate {
    guard let year, YearlessDate.omits(year, named: named) else { return self }
    var date = self
    date.year = nil
    return date
  }
}
