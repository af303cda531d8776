extension Diagnostic.Code {
  /// A date of numbers in a table may be read with the day or with the month first.
  public static let ambiguousDate = Self(rawValue: "ambiguous-date")
  /// Columns of a table that nobody knows.
  public static let csvColumns = Self(rawValue: "csv-columns")
  /// A row of a table that does not fit its header.
  public static let csvRow = Self(rawValue: "csv-row")
  /// A telephone number of which a program for tables made another number.
  public static let csvDamagedNumber = Self(rawValue: "csv-damaged-number")
}
