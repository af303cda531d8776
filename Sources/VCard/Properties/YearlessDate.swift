/// Days of no year, which vCard 2.1 and 3.0 do not have and programs write all the same.
///
/// ```
/// vCard 4.0, RFC 6350 §4.3.1      --0504
/// Apple's programs, before        X-APPLE-OMIT-YEAR=1604:1604-05-04
/// Google Contacts, in vCard 3.0   --0504                          mangstadt/ez-vcard#155
/// ```
package enum YearlessDate {
  /// Apple's year of no year, a leap year that nobody now living saw.
  package static let year = 1604
  /// The parameter that names the year which is none; programs also leave it out.
  package static let parameter = octets.description
  package static let octets: StaticString = "X-APPLE-OMIT-YEAR"
  /// The parameter that names the property whose day a preset wrote without Apple's year.
  static let form = formOctets.description
  static let formOctets: StaticString = "X-PROPERTY"
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

extension ConversionLine {
  /// The line with Apple's year, where a preset took it away: `BDAY;X-PROPERTY=BDAY:--0504`,
  /// `X-BDAY;X-PROPERTY=BDAY:--0504`.
  var withOmittedYear: ConversionLine {
    guard let property = first(.property),
      let row = PropertyRegistry.shared[ConversionLine.known(property)], row.isDate,
      let date = dateText?.date, date.isDayOfNoYear
    else { return self }
    var line = self
    let name = Property.Name.uppercased(name)
    if name == row.spelling {
      line.remove(.property)
    } else if name == "X-\(row.spelling)" {
      // What stands so before vCard 4.0 anyway keeps the name and its mark.
      if row.standing != .since40WithNamesake {
        line.name = row.spelling
        line.remove(.property)
      }
    } else {
      return self
    }
    line.octets = Array(DateText.day(date).utf8)
    line.set(.omittedYear, String(YearlessDate.year))
    return line
  }
}
