/// The ICU library that the program runs with.
public enum ICULibrary {
  /// The version of the library, such as `72.1`.
  public static let version = Bridge.libraryVersion()
}
