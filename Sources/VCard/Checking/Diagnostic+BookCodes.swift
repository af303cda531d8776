extension Diagnostic.Code {
  /// A file of a folder of cards holds several.
  public static let severalCardsInFile = Self(rawValue: "several-cards-in-file")
  /// A file of a folder of cards holds none.
  public static let notACard = Self(rawValue: "not-a-card")
  /// Another program changed a file while it was being saved.
  public static let changedDuringSave = Self(rawValue: "changed-during-save")
  /// A folder in a folder of cards is not part of the book.
  public static let folderPassedOver = Self(rawValue: "folder-passed-over")
  /// A key in the file of preferences that is none.
  public static let unknownPreference = Self(rawValue: "unknown-preference")
  /// A preference with a value that it cannot have.
  public static let badPreference = Self(rawValue: "bad-preference")
  /// A file of preferences that cannot be read.
  public static let unreadablePreferences = Self(rawValue: "unreadable-preferences")
  /// A language that is asked for and that nobody knows.
  public static let unknownLocale = Self(rawValue: "unknown-locale")
}
