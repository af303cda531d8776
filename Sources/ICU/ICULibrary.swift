/// The ICU library that the program runs with.
public enum ICULibrary {
  /// The version of the library, such as `72.1`.
  public static let version = Bridge.libraryVersion()

  /// The version of Unicode that the library knows, such as `15.0`.
  public static let unicodeVersion = Bridge.unicodeVersion()
}
