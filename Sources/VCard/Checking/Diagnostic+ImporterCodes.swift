extension Diagnostic.Code {
  /// A preset for an importer changed, left out or found a value that the importer does not take.
  public static let importerChange = Self(rawValue: "importer-change")
  /// A value of a stream of JSON is no person, or holds what no person is told by.
  public static let jsonValue = Self(rawValue: "json-value")
  /// A jCard is not as RFC 7095 has it.
  public static let jcardValue = Self(rawValue: "jcard-value")
  /// A picture said where it was taken, or could not be looked into for that.
  public static let pictureLocation = Self(rawValue: "picture-location")
}
