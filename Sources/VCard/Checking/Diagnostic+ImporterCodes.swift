extension Diagnostic.Code {
  /// A preset for an importer changed, left out or found a value that the importer does not take.
  public static let importerChange = Self(rawValue: "importer-change")
  /// A picture said where it was taken, or could not be looked into for that.
  public static let pictureLocation = Self(rawValue: "picture-location")
}
